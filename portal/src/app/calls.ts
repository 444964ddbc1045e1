import { useSyncExternalStore } from 'react'

/**
 * How any screen starts or enters a call without knowing the call feature: the feature registers its controls here
 * while it is mounted. What is asked for a moment before waits for it.
 */
/** By a visit, or by the person: then the server takes the visit of today that is furthest on. */
export type CallAsk = (
  | { qid: number }
  | { pid: number /** Whose link is offered again to who is not there. */; link?: number | undefined }
) & {
  video: boolean
  /** The case it is made from. */
  sn?: number
}
export interface CurrentCall {
  qid: number | null
  roomId: string | null
}
export interface Calls {
  /** Rings a patient. */
  start(ask: CallAsk): void
  /** Goes into the visit's room, where somebody is already. */
  enter(roomId: string): void
  /** The call this browser is in or ringing for. */
  current: CurrentCall | null
}

let calls: Calls | null = null
/** Asked for before the feature was loaded; whoever has waited longer than this does not expect it to ring any more. */
let waiting: { act: (calls: Calls) => void; since: number } | null = null
const WAITS_MS = 10_000
const later = (act: (calls: Calls) => void) => {
  waiting = { act, since: performance.now() }
}
/** Until the feature is there: a button that came with it would move its row, and one that waited for it would do nothing. */
const toCome: Calls = {
  start: (ask) => later((there) => there.start(ask)),
  enter: (roomId) => later((there) => there.enter(roomId)),
  current: null,
}
const listeners = new Set<() => void>()

/** The call feature hands in its controls, a new object whenever `current` changes, and `null` when it goes. */
export function registerCalls(next: Calls | null): void {
  calls = next
  if (next && waiting) {
    const { act, since } = waiting
    waiting = null
    if (performance.now() - since < WAITS_MS) act(next)
  }
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
const now = (): Calls => calls ?? toCome
export const useCalls = (): Calls => useSyncExternalStore(subscribe, now)

/** Rings a patient, now or as soon as the call feature is there. */
export const startCall = (ask: CallAsk): void => now().start(ask)
