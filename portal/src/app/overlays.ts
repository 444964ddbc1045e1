import { useSyncExternalStore } from 'react'

/** Which of the frame's own layers is open; keys, buttons and the palette all switch it here. */
export type Overlay = 'palette' | 'keys' | 'bell' | null
let open: Overlay = null
const listeners = new Set<() => void>()
/** What had the focus when the first of them opened. */
let before: Element | null = null

export function showOverlay(next: Overlay): void {
  if (open === null) before = document.activeElement
  const closed = open !== null && next === null
  open = next
  for (const listener of listeners) listener()
  // Palette and help are taken away as they close, before antd could give the focus back.
  if (closed)
    requestAnimationFrame(() => {
      if (document.activeElement === document.body && before instanceof HTMLElement)
        before.focus({ preventScroll: true })
    })
}
export const openPalette = () => showOverlay('palette')
export const closeOverlay = () => showOverlay(null)
export const toggleOverlay = (which: Exclude<Overlay, null>) => showOverlay(open === which ? null : which)
export const useOverlay = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => open,
  )
