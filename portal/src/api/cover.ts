import { readCookie, writeCookie } from '../lib/cookies.ts'
import { createStore } from '../lib/store.ts'
import { ApiError } from './errors.ts'
import { session } from './session.ts'

const COOKIE = 'tw_locked'

/**
 * Whose screen is covered in this browser. The cookie brings it over a reload; that the session opens nothing beneath it is the
 * server's doing.
 */
const whose = createStore<number | null>(Number(readCookie(COOKIE)) || null)
// A cover goes with its session: whoever signs in next has just shown a password.
const uncoverWithoutSession = () => {
  const mid = whose.get()
  if (mid !== null && session.user() === null) setCovered(mid, false)
}

export const coveredPerson = { get: whose.get, subscribe: whose.subscribe }

export function setCovered(mid: number, covered: boolean): void {
  writeCookie(COOKIE, covered ? String(mid) : '', covered ? undefined : 0)
  whose.set(covered ? mid : null)
}

uncoverWithoutSession()
session.subscribe(uncoverWithoutSession)

/** The server refused a call because the screen is covered: another window said so. `false`: nobody is signed in here. */
export function coverAsTold(): boolean {
  const mid = session.user()?.mid
  if (mid === undefined) return false
  setCovered(mid, true)
  return true
}

/**
 * What the page beneath a cover wants waits for the password, so that nothing of it fails meanwhile. Rejects when who asked is
 * gone: the call is given up (`signal`), or the session is over.
 */
export function untilUncovered(signal?: AbortSignal): Promise<void> {
  const mid = session.user()?.mid
  if (mid === undefined || whose.get() !== mid) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const settle = (done: () => void) => {
      for (const leave of leaves) leave()
      signal?.removeEventListener('abort', look)
      done()
    }
    const look = () => {
      if (signal?.aborted) settle(() => reject(signal.reason as Error))
      else if (session.user()?.mid !== mid) settle(() => reject(new ApiError('UNAUTHENTICATED', '', 401)))
      else if (whose.get() !== mid) settle(resolve)
    }
    const leaves = [whose.subscribe(look), session.subscribe(look)]
    signal?.addEventListener('abort', look)
    look()
  })
}
