import {
  deletePushSubscription,
  getPushSubscription,
  postPushSubscription,
} from '@teleward/contract/notifications/endpoints.ts'
import { call } from '../../api/client.ts'
import { registerWorker } from '../../api/venue.ts'

export const pushPossible = () => 'serviceWorker' in navigator && 'PushManager' in window

const bytesOf = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0))

export type PushState = 'on' | 'off' | 'impossible' | 'notSetUp' | 'denied'
export async function pushState(): Promise<PushState> {
  if (!pushPossible()) return 'impossible'
  if (Notification.permission === 'denied') return 'denied'
  const { publicKey, here } = await call(getPushSubscription, {})
  if (publicKey === null) return 'notSetUp'
  const worker = await navigator.serviceWorker.getRegistration()
  const mine = await worker?.pushManager.getSubscription()
  return mine && mine.endpoint === here ? 'on' : 'off'
}

/** Subscribes this browser, and tells the server; again at each start, for a browser changes its address by itself. */
export async function startPush(): Promise<PushState> {
  if (!pushPossible()) return 'impossible'
  if ((await Notification.requestPermission()) !== 'granted') return 'denied'
  const { publicKey } = await call(getPushSubscription, {})
  if (publicKey === null) return 'notSetUp'
  await registerWorker()
  const worker = await navigator.serviceWorker.ready
  const there = await worker.pushManager.getSubscription()
  const key = bytesOf(publicKey)
  // One that was made with another key (the installation's has changed) would be refused by its push service.
  if (there && !sameBytes(there.options.applicationServerKey, key)) await there.unsubscribe()
  const mine = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  const { endpoint, keys } = mine.toJSON()
  if (!endpoint || !keys?.p256dh || !keys.auth) throw new Error('a push subscription without keys')
  await call(postPushSubscription, { body: { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } } })
  return 'on'
}
const sameBytes = (given: ArrayBuffer | null, wanted: Uint8Array) =>
  given !== null && String(new Uint8Array(given)) === String(wanted)

export async function stopPush(): Promise<void> {
  await call(deletePushSubscription, {})
  const worker = await navigator.serviceWorker.getRegistration()
  await (await worker?.pushManager.getSubscription())?.unsubscribe()
}

/** Where the person chose it and the browser gave its leave, it goes on with the new session; nobody is asked here. */
export async function keepPush(): Promise<void> {
  if (pushPossible() && Notification.permission === 'granted' && (await pushState()) === 'off') await startPush()
}

interface Opens {
  entry: (id: string) => void
  conversation: (id: number, tab: number) => void
}
/** An alert of the worker was clicked while a tab was there. */
export function listenToWorker(opens: Opens): () => void {
  if (!('serviceWorker' in navigator)) return () => {}
  const hear = ({ data }: MessageEvent<unknown>) => {
    if (!data || typeof data !== 'object') return
    const { entry, conversation, tab } = data as Record<string, unknown>
    if (typeof entry === 'string') opens.entry(entry)
    else if (typeof conversation === 'number' && typeof tab === 'number') opens.conversation(conversation, tab)
  }
  navigator.serviceWorker.addEventListener('message', hear)
  return () => navigator.serviceWorker.removeEventListener('message', hear)
}
