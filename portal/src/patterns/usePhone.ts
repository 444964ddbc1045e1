import { useSyncExternalStore } from 'react'

const query = window.matchMedia('(max-width: 767.98px)')
const subscribe = (listener: () => void) => {
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
/** Below 768 px: rows become cards, the drawer becomes a page. */
export const usePhone = () => useSyncExternalStore(subscribe, () => query.matches)
