import { router } from '../../shell/navigation.ts'
import type { ActiveCall } from './store.ts'

/** The call's parameters, read on any page (SHELL-04). Opaque ids: they give no right by themselves. */
const NAMES = ['roomID', 'callID', 'uuid', 'ring', 'localID', 'remoteID'] as const

export interface UrlCall {
  roomID: string | null
  callID: string | null
}
export function readUrlCall(): UrlCall | null {
  const search = new URLSearchParams(location.search)
  const roomID = search.get('roomID')
  const callID = search.get('callID')
  return roomID || callID ? { roomID, callID } : null
}

/** Kept in the address while the call runs: a reload finds the way back into the room by it. */
export function callSearch(active: ActiveCall | null): Record<string, string> {
  return active ? { roomID: active.roomID, ...(active.callID ? { callID: active.callID } : {}) } : {}
}

/** Edited in place, without a reload and without a step in the history. */
export function dropCallSearch(): void {
  const { pathname, search } = router.state.location
  const rest = Object.fromEntries(Object.entries(search).filter(([name]) => !NAMES.some((one) => one === name)))
  if (Object.keys(rest).length === Object.keys(search).length) return
  void router.navigate({ to: pathname, search: rest, replace: true, resetScroll: false })
}
export function putCallSearch(active: ActiveCall): void {
  const { pathname, search } = router.state.location
  void router.navigate({
    to: pathname,
    search: { ...search, ...callSearch(active) },
    replace: true,
    resetScroll: false,
  })
}
