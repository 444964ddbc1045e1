import { useSyncExternalStore } from 'react'

const query = window.matchMedia('(max-width: 767.98px), (max-height: 599.98px)')
const subscribe = (listener: () => void) => {
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
/** A phone, or a window so low (one that is zoomed in) that what stands over every screen has one line. */
export const useTight = () => useSyncExternalStore(subscribe, () => query.matches)
