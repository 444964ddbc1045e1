import { type KeyboardEvent, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { SkeletonBlock } from './Skeletons.tsx'

interface Props {
  /** What the button shows. */
  button: ReactNode
  label: string
  /** Rendered while it is open; may be a lazy component. */
  children: ReactNode
}

/** Inside a layer of its own (a select's options, a calendar): not outside of this one. */
const inLayer = (target: EventTarget | null) => target instanceof Element && target.closest('#layers') !== null

/** A button with a panel under it: filters, settings of a view. Esc and a click outside close it. */
export function Disclosure({ button, label, children }: Props) {
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!open) return
    const outside = (event: Event) => {
      if (!box.current?.contains(event.target as Node) && !inLayer(event.target)) setOpen(false)
    }
    // A control that went, or can no longer be pressed, has left the focus to the page.
    const lost = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape' || event.target !== document.body) return
      event.stopPropagation()
      setOpen(false)
      box.current?.querySelector('button')?.focus()
    }
    document.addEventListener('pointerdown', outside)
    document.addEventListener('keydown', lost, true)
    return () => {
      document.removeEventListener('pointerdown', outside)
      document.removeEventListener('keydown', lost, true)
    }
  }, [open])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return
    event.stopPropagation()
    setOpen(false)
    box.current?.querySelector('button')?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the key belongs to the button and the panel inside.
    <div className="menubox" ref={box} onKeyDown={onKeyDown}>
      <button type="button" className="btn" aria-expanded={open} onClick={() => setOpen(!open)}>
        {button}
      </button>
      {open && (
        <section className="discpop" aria-label={label}>
          <Suspense fallback={<SkeletonBlock />}>{children}</Suspense>
        </section>
      )}
    </div>
  )
}
