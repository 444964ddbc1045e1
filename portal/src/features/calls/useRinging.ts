import type { Call } from '@teleward/contract/calls/schema.ts'
import { maskName } from '@teleward/contract/core/text.ts'
import { useEffect, useState } from 'react'
import { session } from '../../api/session.ts'
import { useT } from '../../i18n/i18n.ts'
import { createRingtone } from '../../media/ringtone.ts'
import { showDeskAlert } from '../../ui/DeskAlert.ts'
import { vibrate } from '../../ui/vibrate.ts'

const LOCK = 'teleward-ring'
const WEB = 3

/** Resolves once the person has touched this page: only then may it sound. */
function touched(signal: AbortSignal): Promise<void> {
  if (navigator.userActivation?.hasBeenActive ?? true) return Promise.resolve()
  return new Promise((resolve) => {
    const done = () => resolve()
    for (const event of ['pointerdown', 'keydown'])
      window.addEventListener(event, done, { capture: true, signal, once: true })
  })
}

/**
 * Sound, desktop alert and tab title while a call rings. Of several tabs one sounds (Web Locks): one that the person
 * has touched, since the browser would keep the others silent. All of them show the popup.
 */
export function useRinging(call: Call | null): { blocked: boolean } {
  const t = useT()
  const [blocked, setBlocked] = useState(false)
  const id = call?.callID
  const caller = call?.caller ?? ''

  useEffect(() => {
    if (!id) return
    const over = new AbortController()
    const ringtone = createRingtone()
    const web = session.deviceType() === WEB
    setBlocked(web && navigator.userActivation?.hasBeenActive === false)
    const off = ringtone.subscribe(() => setBlocked(ringtone.blocked))
    const sound = async () => {
      await touched(over.signal)
      if (over.signal.aborted) return
      setBlocked(false)
      const ring = () =>
        new Promise<void>((resolve) => {
          ringtone.start()
          over.signal.addEventListener('abort', () => resolve())
        })
      if (navigator.locks) await navigator.locks.request(LOCK, { signal: over.signal }, ring)
      else await ring()
    }
    // An abort while waiting for the lock is the normal end in all tabs but one.
    if (web) sound().catch((error: unknown) => error instanceof DOMException || reportError(error))
    return () => {
      over.abort()
      off()
      ringtone.stop()
      setBlocked(false)
    }
  }, [id])

  useEffect(() => {
    if (!id) return
    // No full name on a screen that may be locked.
    const close = showDeskAlert({
      title: t('calls.ring.alert'),
      body: maskName(caller),
      tag: `call-${id}`,
      ringing: true,
    })
    const before = document.title
    const timer = setInterval(() => {
      vibrate(400)
      document.title = document.title === before ? `📞 ${t('calls.ring.alert')}` : before
    }, 1000)
    return () => {
      close()
      clearInterval(timer)
      document.title = before
    }
  }, [id, caller, t])
  return { blocked }
}
