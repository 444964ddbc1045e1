import { errorText } from '../i18n/i18n.ts'
import { notify } from '../ui/notify.ts'
import { callsThere } from './calls.ts'

/** How long the app's call waits for the portal: so many looks, so far apart (CALL-16). */
export const NATIVE_TRIES = 50
export const NATIVE_EVERY_MS = 100

type Refusal = 'NATIVE_ROOM_MISSING' | 'NATIVE_NOT_READY'
/** Said on the screen, and to the app, which may have no screen of ours in front. */
function refuse(code: Refusal): void {
  notify({
    kind: 'bad',
    title: errorText(code),
    key: 'native-call',
    ...(code === 'NATIVE_ROOM_MISSING' ? { text: errorText('NATIVE_CALL_MISSING') } : {}),
  })
  window.dispatchEvent(new CustomEvent('nativeCallRefused', { detail: { code } }))
}

const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '')

/**
 * The native app's bridge: it dispatches `nativeCall` on `window` with `{roomID?, callID?}`. Either id suffices; the server
 * says what the call is and whether it is for this person. Heard from the first script on: an app that was opened by a push
 * is quicker than the portal in it.
 */
export function onNativeCalls(): () => void {
  const waits = new Set<ReturnType<typeof setTimeout>>()
  const open = (roomID: string, callID: string | null, tries: number) => {
    const calls = callsThere()
    if (calls) return calls.open(roomID, callID)
    if (tries >= NATIVE_TRIES) return refuse('NATIVE_NOT_READY')
    const wait = setTimeout(() => {
      waits.delete(wait)
      open(roomID, callID, tries + 1)
    }, NATIVE_EVERY_MS)
    waits.add(wait)
  }
  const hear = (event: Event) => {
    const detail = ((event as CustomEvent<unknown>).detail ?? {}) as { roomID?: unknown; callID?: unknown }
    const [roomID, callID] = [text(detail.roomID), text(detail.callID)]
    if (roomID || callID) open(roomID, callID || null, 1)
    else refuse('NATIVE_ROOM_MISSING')
  }
  window.addEventListener('nativeCall', hear)
  return () => {
    window.removeEventListener('nativeCall', hear)
    for (const wait of waits) clearTimeout(wait)
  }
}
