import { ExpandOutlined } from '@ant-design/icons'
import { useEffect, useRef } from 'react'
import { useT } from '../../i18n/i18n.ts'
import { nextSize, setState, useCallState } from './store.ts'

/** Pressed by hand: the button of the new size, which may be another element, takes the focus over. */
let pressed = false

/** In the overlay, and in the chip while the overlay is hidden: 2 → 0 → 3 → 2 (CALL-07). `here`: this is the one in force. */
export function ResizeButton({ here, className }: { here: boolean; className?: string }) {
  const t = useT()
  const { size } = useCallState()
  const button = useRef<HTMLButtonElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each change of the size.
  useEffect(() => {
    if (!here || !pressed) return
    pressed = false
    button.current?.focus()
  }, [here, size])
  return (
    <button
      ref={button}
      type="button"
      className={className}
      aria-label={t('calls.resize')}
      title={`${t('calls.resize')} Alt+S`}
      onClick={() => {
        pressed = true
        setState({ size: nextSize(size) })
      }}
    >
      <ExpandOutlined />
    </button>
  )
}
