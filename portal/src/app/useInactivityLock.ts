import { lock } from '@teleward/contract/auth/endpoints.ts'
import { useCallback, useEffect } from 'react'
import { call } from '../api/client.ts'
import { coveredPerson, setCovered } from '../api/cover.ts'
import { isApiError } from '../api/errors.ts'
import type { Me } from '../api/me.ts'
import { invalidateTags } from '../api/query.ts'
import { session } from '../api/session.ts'
import { useStore } from '../lib/useStore.ts'
import { isGuarded } from '../ui/guards.ts'
import { createInactivity, type Engaged, type LockWord, playsFile, type Verdict } from './inactivity.ts'

const CHECK_MS = 2000
/** A tab in a call that slept through the touches takes the cover back before the server hears of it. */
const TELL_AFTER_MS = 1500
const TELL_AGAIN_MS = 5000
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const
type Word = { kind: LockWord; mid: number }

const engaged = (): Engaged => ({
  call: isGuarded('call'),
  playing: isGuarded('playing') || playsFile(document),
})
const coveredNow = (mid: number) => coveredPerson.get() === mid
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** The server refuses what lies beneath the cover: told as soon as it can be, as long as the cover is there. */
async function tellServer(mid: number): Promise<void> {
  await pause(TELL_AFTER_MS)
  while (coveredNow(mid) && session.user()?.mid === mid) {
    try {
      await call(lock, { body: { device_token: session.deviceToken() ?? '' } })
      return
    } catch (error) {
      // A refusal is an answer: the session is over, or another one.
      if (!isApiError(error) || (error.http > 0 && error.http < 500 && error.http !== 429)) throw error
      await pause(TELL_AGAIN_MS)
    }
  }
}
const told = (mid: number) => tellServer(mid).catch((error: unknown) => console.warn('The cover was not told', error))

/**
 * Locked after `lockAfterMs` without a touch in any tab, never during a call (`inactivity.ts`). The lock is a cookie, so that a
 * reload does not open it, a word between tabs, so that all of them close and open together, and a mark of the session at the
 * server, which opens nothing then to whoever takes the cookie away or holds a copy of its tokens.
 */
export function useInactivityLock({ mid, lockAfterMs: afterMs, covered }: Me) {
  const locked = useStore(coveredPerson) === mid

  useEffect(() => {
    if (covered) setCovered(mid, true)
    // The cookie of a page that was closed before the server heard of it.
    else if (coveredNow(mid)) void told(mid)
  }, [mid, covered])
  useEffect(() => {
    // What the session says of itself without a cover: the key of the drafts comes with it.
    if (!locked && covered) void invalidateTags(['session'])
  }, [locked, covered])

  useEffect(() => {
    const rule = createInactivity(afterMs, Date.now())
    const channel = new BroadcastChannel('teleward-lock')
    const follow = ({ tell, lock: is }: Verdict) => {
      if (tell) channel.postMessage({ kind: tell, mid } satisfies Word)
      if (is !== undefined) setCovered(mid, is)
      if (tell === 'locked') void told(mid)
    }
    channel.onmessage = ({ data }: MessageEvent<Word>) => {
      if (data.mid === mid) follow(rule.heard(data.kind, Date.now(), engaged()))
    }
    const touched = () => follow(rule.touched(Date.now()))
    const check = setInterval(() => follow(rule.check(Date.now(), engaged(), coveredNow(mid))), CHECK_MS)
    for (const sign of SIGNS) window.addEventListener(sign, touched, { passive: true, capture: true })
    return () => {
      clearInterval(check)
      channel.close()
      for (const sign of SIGNS) window.removeEventListener(sign, touched, { capture: true })
    }
  }, [mid, afterMs])

  const open = useCallback(() => {
    setCovered(mid, false)
    const channel = new BroadcastChannel('teleward-lock')
    channel.postMessage({ kind: 'opened', mid } satisfies Word)
    channel.close()
  }, [mid])
  return { locked, open }
}
