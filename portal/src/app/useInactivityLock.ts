import { useCallback, useEffect, useState } from 'react'
import { readCookie, writeCookie } from '../lib/cookies.ts'
import { isGuarded } from '../ui/guards.ts'

const COOKIE = 'tw_locked'
const CHECK_MS = 2000
const TELL_MS = 5000
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const
type Word = { kind: 'touched' | 'locked' | 'opened'; mid: number }

/**
 * Locked after `afterMs` without a touch in any tab, never during a call. The lock is a cookie, so that a reload does
 * not open it, and a word between tabs, so that all of them close and open together.
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
  const tell = useCallback(
    (kind: Word['kind']) => {
      const channel = new BroadcastChannel('teleward-lock')
      channel.postMessage({ kind, mid } satisfies Word)
      channel.close()
    },
    [mid],
  )

  useEffect(() => {
    let touchedAt = Date.now()
    let toldAt = 0
    const channel = new BroadcastChannel('teleward-lock')
    channel.onmessage = ({ data }: MessageEvent<Word>) => {
      if (data.mid !== mid) return
      touchedAt = Date.now()
      if (data.kind !== 'touched') setLocked(data.kind === 'locked')
    }
    const touched = () => {
      touchedAt = Date.now()
      if (touchedAt - toldAt < TELL_MS) return
      toldAt = touchedAt
      channel.postMessage({ kind: 'touched', mid } satisfies Word)
    }
    const check = setInterval(() => {
      if (isGuarded('call')) touchedAt = Date.now()
      else if (Date.now() - touchedAt >= afterMs && readCookie(COOKIE) !== String(mid)) {
        mark(true)
        tell('locked')
      }
    }, CHECK_MS)
    for (const sign of SIGNS) window.addEventListener(sign, touched, { passive: true, capture: true })
    return () => {
      clearInterval(check)
      channel.close()
      for (const sign of SIGNS) window.removeEventListener(sign, touched, { capture: true })
    }
  }, [mid, afterMs, mark, tell])

  const open = useCallback(() => {
    mark(false)
    tell('opened')
  }, [mark, tell])
  return { locked, open }
}
