import type { WaitingBoard } from '@teleward/contract/boards/schema.ts'
import { isApiError } from '../../api/errors.ts'

export const ASK_MS = 10_000
/** An address that is over may be a mistake that somebody mends: it is asked for now and then. */
export const OVER_MS = 60_000
/** From here on the wall says how old it is. */
export const STALE_MS = 60_000
/** From here on it shows nobody: who waited an hour ago has long been seen. */
export const GONE_MS = 600_000

export interface WallState {
  board: WaitingBoard | null
  /** When it was last true, by this display's clock; null: never yet. */
  at: number | null
  /** The address opens nothing. */
  over: boolean
}

/**
 * Asks for the board for as long as the page is there: whatever an asking comes to, there is a next one, so that a display
 * comes back by itself after a night without network. Answers the end of it.
 */
export function watchBoard(ask: () => Promise<WaitingBoard>, tell: (state: WallState) => void): () => void {
  let state: WallState = { board: null, at: null, over: false }
  let timer: ReturnType<typeof setTimeout> | undefined
  let ended = false
  const look = async () => {
    timer = undefined
    try {
      state = { board: await ask(), at: Date.now(), over: false }
    } catch (error) {
      // A refusal takes the names off the wall; anything else leaves them until they are too old.
      if (isApiError(error, 'NOT_FOUND')) state = { board: null, at: null, over: true }
      else console.warn('The waiting room could not be asked for', error)
    }
    if (ended) return
    tell(state)
    timer = setTimeout(() => void look(), state.over ? OVER_MS : ASK_MS)
  }
  // Back on the network: not only with the next asking.
  const online = () => {
    if (timer === undefined) return
    clearTimeout(timer)
    void look()
  }
  window.addEventListener('online', online)
  void look()
  return () => {
    ended = true
    clearTimeout(timer)
    window.removeEventListener('online', online)
  }
}

/** What of it may still be shown, and whether it is said how old it is. */
export function shownOf({ board, at }: WallState, now: number): { board: WaitingBoard | null; stale: boolean } {
  const age = at === null ? 0 : now - at
  return { board: age > GONE_MS ? null : board, stale: age > STALE_MS }
}

/** Whoever is called, as one text: another one is another call. */
export const calledOf = (board: WaitingBoard | null): string =>
  (board?.doctors ?? [])
    .flatMap(({ doctor, called }) => (called ? [`${doctor} ${called.no} ${called.name}`] : []))
    .join('|')
