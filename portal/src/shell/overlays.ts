import { createStore } from '../lib/store.ts'
import { useStore } from '../lib/useStore.ts'

/** Which of the frame's own layers is open; keys, buttons and the palette all switch it here. */
export type Overlay = 'palette' | 'keys' | 'bell' | null
const open = createStore<Overlay>(null)
/** What had the focus when the first of them opened. */
let before: Element | null = null

export function showOverlay(next: Overlay): void {
  if (open.get() === null) before = document.activeElement
  const closed = open.get() !== null && next === null
  open.set(next)
  // Palette and help are taken away as they close, before antd could give the focus back.
  if (closed)
    requestAnimationFrame(() => {
      if (document.activeElement === document.body && before instanceof HTMLElement)
        before.focus({ preventScroll: true })
    })
}
export const openPalette = () => showOverlay('palette')
export const closeOverlay = () => showOverlay(null)
export const toggleOverlay = (which: Exclude<Overlay, null>) => showOverlay(open.get() === which ? null : which)
export const useOverlay = () => useStore(open)
