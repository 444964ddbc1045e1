import { Modal, type ModalProps } from 'antd'
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { mayDiscard, useOpenForm } from '../shell/leaving.ts'
import { useUnsavedGuard } from '../ui/guards.ts'

type Props = ModalProps & { onCancel: () => void }

/**
 * A dialog with fields. What was typed into it is asked about before the way back, the menu, Escape, the cross or a click beside it
 * take it away; its own button to cancel discards. It sees by itself what was typed, so that no dialog can forget to say so.
 */
export function FormModal({ open = true, children, onCancel, ...rest }: Props) {
  const [typed, setTyped] = useState(false)
  const busy = Boolean(rest.confirmLoading || rest.okButtonProps?.loading)
  useEffect(() => {
    if (!open) setTyped(false)
  }, [open])
  useUnsavedGuard('draft', open && typed)
  useOpenForm(open, { dirty: typed, sending: busy, close: onCancel })
  const close = async (event: MouseEvent<HTMLElement> | { target?: unknown }) => {
    const cancels = event.target instanceof Element && event.target.closest('.ant-modal-footer') !== null
    if (typed && !busy && !cancels && !(await mayDiscard())) return
    onCancel()
  }
  return (
    <Modal {...rest} open={open} onCancel={(event) => void close(event)}>
      <Watched onTyped={setTyped}>{children}</Watched>
    </Modal>
  )
}

const FIELDS = 'input, textarea'
type Field = HTMLInputElement | HTMLTextAreaElement
/** Tells whether any text within stands otherwise than it did when it was first seen. */
function Watched({ onTyped, children }: { onTyped: (typed: boolean) => void; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const within = box.current
    if (!within) return
    const first = new Map<Field, string>()
    const see = () => {
      for (const field of within.querySelectorAll<Field>(FIELDS)) if (!first.has(field)) first.set(field, field.value)
    }
    const input = () => onTyped([...first].some(([field, value]) => field.isConnected && field.value !== value))
    see()
    // A field that comes later is seen before anybody types into it.
    within.addEventListener('focusin', see)
    within.addEventListener('input', input)
    return () => {
      within.removeEventListener('focusin', see)
      within.removeEventListener('input', input)
    }
  }, [onTyped])
  return (
    <div ref={box} style={{ display: 'contents' }}>
      {children}
    </div>
  )
}
