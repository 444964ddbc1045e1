import { useCallback, useEffect, useState } from 'react'
import { readCookie, writeCookie } from '../lib/cookies.ts'
import { isGuarded } from '../ui/guards.ts'
import { createInactivity, type Engaged, type LockWord, playsFile, type Verdict } from './inactivity.ts'

const COOKIE = 'tw_locked'
const CHECK_MS = 2000
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const
type Word = { kind: LockWord; mid: number }

const engaged = (): Engaged => ({
  call: isGuarded('call'),
  playing: isGuarded('playing') || playsFile(document),
})

/**
 * Locked after `afterMs` without a touch in any tab, never during a call (`inactivity.ts`). The lock is a cookie, so that a reload
 * does not open it, and a word between tabs, so that all of them close and open together.
 */
export function useInactivityLock(mid: number, afterMs: number) {
  const [locked, setLocked] = useState(() => readCookie(COOKIE) === String(mid))

  const mark = useCallback(
    (isLocked: boolean) => {
      writeCookie(COOKIE, isLocked ? String(mid) : '', isLocked ? undefined : 0)
      setLocked(isLocked)
    },
    [mid],
  )

  useEffect(() => {
    const rule = createInactivity(afterMs, Date.now())
    const channel = new BroadcastChannel('teleward-lock')
    const follow = ({ tell, lock }: Verdict) => {
      if (tell) channel.postMessage({ kind: tell, mid } satisfies Word)
      if (lock !== undefined) mark(lock)
    }
    channel.onmessage = ({ data }: MessageEvent<Word>) => {
      if (data.mid === mid) follow(rule.heard(data.kind, Date.now(), engaged()))
    }
    const touched = () => follow(rule.touched(Date.now()))
    const check = setInterval(
      () => follow(rule.check(Date.now(), engaged(), readCookie(COOKIE) === String(mid))),
      CHECK_MS,
    )
    for (const sign of SIGNS) window.addEventListener(sign, touched, { passive: true, capture: true })
    return () => {
      clearInterval(check)
      channel.close()
      for (const sign of SIGNS) window.removeEventListener(sign, touched, { capture: true })
    }
  }, [mid, afterMs, mark])

  const open = useCallback(() => {
    mark(false)
    const channel = new BroadcastChannel('teleward-lock')
    channel.postMessage({ kind: 'opened', mid } satisfies Word)
    channel.close()
  }, [mid, mark])
  return { locked, open }
}
