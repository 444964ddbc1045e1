import { createStore } from '../lib/store.ts'
import { useStore } from '../lib/useStore.ts'

/**
 * How any screen starts or enters a call without knowing the call feature: the feature registers its controls here
 * while it is mounted. What is asked for a moment before waits for it.
 */
/** By a visit, or by the person: then the server takes the visit of today that is furthest on. */
export type CallAsk = (
  | { qid: number }
  | { /** Colleagues: one, or several, of whom the first who answers has the call. */ mids: readonly number[] }
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
  /** Rings a patient, or colleagues. */
  start(ask: CallAsk): void
  /** Asks which colleague is to be called. */
  choose(): void
  /** What the native app asks for: a call, or a room. */
  open(roomID: string, callID: string | null): void
  /** Goes into the visit's room, where somebody is already. */
  enter(roomId: string): void
  /** The call this browser is in or ringing for. */
  current: CurrentCall | null
}

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
  choose: () => later((there) => there.choose()),
  open: (roomID, callID) => later((there) => there.open(roomID, callID)),
  current: null,
}
const shown = createStore<Calls>(toCome)

/** The call feature hands in its controls, a new object whenever `current` changes, and `null` when it goes. */
export function registerCalls(next: Calls | null): void {
  shown.set(next ?? toCome)
  if (next && waiting) {
    const { act, since } = waiting
    waiting = null
    if (performance.now() - since < WAITS_MS) act(next)
  }
}
export const useCalls = (): Calls => useStore(shown)

/** The controls once they are there: for whom 'asked for before' is not enough. */
export const callsThere = (): Calls | null => (shown.get() === toCome ? null : shown.get())
/** Rings a patient, now or as soon as the call feature is there. */
export const startCall = (ask: CallAsk): void => shown.get().start(ask)
