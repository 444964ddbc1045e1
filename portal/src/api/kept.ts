import { session } from './session.ts'
import { VENUE_DATABASE } from './venue-database.ts'

/**
 * What a place without a line is opened with when the page is loaded anew: who is signed in, and the event that was open. Sealed
 * in this browser under a key that no script can carry away, and gone, key and all, with the session (`session.ts`).
 */
const STORE = 'kept'
const KEY = 'key'
interface Sealed {
  iv: Uint8Array<ArrayBuffer>
  sealed: ArrayBuffer
}

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
/** Closed after each use: an open one would hold up its removal. */
async function withStore<T>(work: (store: () => IDBObjectStore) => Promise<T>): Promise<T> {
  const request = indexedDB.open(VENUE_DATABASE, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(STORE)
  const database = await settled(request)
  try {
    return await work(() => database.transaction(STORE, 'readwrite').objectStore(STORE))
  } finally {
    database.close()
  }
}
const bound = (name: string) => new TextEncoder().encode(name)
const nameOf = (name: string) => `${session.user()?.mid ?? 0}:${name}`

async function keyOf(store: () => IDBObjectStore): Promise<CryptoKey> {
  const there = (await settled(store().get(KEY))) as CryptoKey | undefined
  if (there) return there
  const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  // Another tab may have been first: what lies there is the key.
  await settled(store().add(made, KEY)).catch(() => undefined)
  return (await settled(store().get(KEY))) as CryptoKey
}

/** Takes the place of what was kept under this name. */
export async function keep(name: string, value: unknown): Promise<void> {
  if (session.user() === null) return
  const place = nameOf(name)
  await withStore(async (store) => {
    const key = await keyOf(store)
    const iv = crypto.getRandomValues(new Uint8Array(12))
    const plain = new TextEncoder().encode(JSON.stringify(value))
    const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: bound(place) }, key, plain)
    await settled(store().put({ iv, sealed } satisfies Sealed, place))
  })
}
/** `undefined`: nothing is kept, or not of this person. */
export async function cached(name: string): Promise<unknown> {
  if (session.user() === null) return undefined
  const place = nameOf(name)
  return withStore(async (store) => {
    const key = (await settled(store().get(KEY))) as CryptoKey | undefined
    const there = (await settled(store().get(place))) as Sealed | undefined
    if (!key || !there) return undefined
    const plain = await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv: there.iv, additionalData: bound(place) },
      key,
      there.sealed,
    )
    return JSON.parse(new TextDecoder().decode(plain))
  })
}
