import type { LinkCall } from '@teleward/contract/links/schema.ts'
import { useCallback, useEffect, useState } from 'react'
import { useT } from '../../i18n/i18n.ts'
import { createRingtone, prepareSound, soundReady } from '../../media/ringtone.ts'
import { showDeskAlert } from '../../ui/DeskAlert.ts'
import { vibrate } from '../../ui/vibrate.ts'

/**
 * The screen stays lit while one waits: a phone that locks itself puts the page to sleep. Browsers let the lock go whenever the
 * page is hidden, so that it is taken again. `false`: this one has none, or refused (a low battery).
 */
export function useScreenLit(): boolean {
  const [lit, setLit] = useState(false)
  useEffect(() => {
    if (!('wakeLock' in navigator)) return
    let over = false
    let held: WakeLockSentinel | null = null
    const take = async () => {
      if (over || held || document.visibilityState !== 'visible') return
      try {
        const got = await navigator.wakeLock.request('screen')
        if (over) return void got.release()
        held = got
        setLit(true)
        got.addEventListener('release', () => {
          held = null
          if (!over) setLit(false)
        })
      } catch {
        setLit(false)
      }
    }
    void take()
    document.addEventListener('visibilitychange', take)
    return () => {
      over = true
      document.removeEventListener('visibilitychange', take)
      void held?.release()
    }
  }, [])
  return lit
}

/** Whether a ring would be heard; until then the next touch of the page makes it so. */
export function useSound(): { ready: boolean; open: () => void } {
  const [ready, setReady] = useState(soundReady)
  const open = useCallback(() => void prepareSound().then(() => setReady(soundReady()), reportError), [])
  useEffect(() => {
    if (ready) return
    for (const event of ['pointerdown', 'keydown']) window.addEventListener(event, open, true)
    return () => {
      for (const event of ['pointerdown', 'keydown']) window.removeEventListener(event, open, true)
    }
  }, [ready, open])
  return { ready, open }
}

/**
 * The doctor's call sounds, shakes the phone, blinks in the tab's title, and shows outside the page where that is allowed; the
 * patient's own call sounds as a dialling tone would. A page that is hidden and not put to sleep does all of it.
 */
export function useCallAlert(call: LinkCall | null): void {
  const t = useT()
  const id = call?.callID
  const incoming = call?.direction === 'outbound'
  useEffect(() => {
    if (!id) return
    const ringtone = createRingtone()
    ringtone.start()
    return () => ringtone.stop()
  }, [id])
  useEffect(() => {
    if (!id || !incoming) return
    const shake = () => vibrate([400, 200, 400])
    shake()
    const alert = t('link.ring.alert')
    const close = showDeskAlert({ title: alert, tag: `call-${id}`, ringing: true })
    const before = document.title
    const blink = setInterval(() => {
      document.title = document.title === before ? `📞 ${alert}` : before
    }, 1000)
    const again = setInterval(shake, 3000)
    return () => {
      close()
      clearInterval(blink)
      clearInterval(again)
      document.title = before
    }
  }, [id, incoming, t])
}
