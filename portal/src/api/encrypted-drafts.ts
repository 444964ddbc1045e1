/** The encrypted store of drafts: AES-GCM over IndexedDB, with the key that only the person's session gets. */
export interface SealedDraft {
  iv: Uint8Array<ArrayBuffer>
  sealed: ArrayBuffer
  at: number
}
export interface EncryptedDrafts {
  read(key: string): Promise<{ value: unknown; at: number } | null>
  write(key: string, value: unknown, at: number): Promise<void>
  remove(key: string): Promise<void>
}
export interface DraftStore {
  get(key: string): Promise<SealedDraft | undefined>
  put(key: string, draft: SealedDraft): Promise<void>
  delete(key: string): Promise<void>
}

const DATABASE = 'teleward'
const STORE = 'drafts'

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

export async function openStore(): Promise<DraftStore> {
  const request = indexedDB.open(DATABASE, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(STORE)
  const database = await settled(request)
  const store = (mode: IDBTransactionMode) =>
    database.transaction(STORE, mode, { durability: 'relaxed' }).objectStore(STORE)
  return {
    get: (key) => settled(store('readonly').get(key) as IDBRequest<SealedDraft | undefined>),
    put: async (key, draft) => void (await settled(store('readwrite').put(draft, key))),
    delete: async (key) => void (await settled(store('readwrite').delete(key))),
  }
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replace(/-/g, '+').replace(/_/g, '/'))
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0))
}

/** The draft's own key is bound into the seal: a draft moved under another patient does not open. */
export async function openEncryptedDrafts(
  draftKey: string,
  opening: Promise<DraftStore> = openStore(),
): Promise<EncryptedDrafts> {
  // Not extractable: a script in the page can use the key, but not carry it away.
  const key = await crypto.subtle.importKey('raw', fromBase64Url(draftKey), 'AES-GCM', false, ['encrypt', 'decrypt'])
  const store = await opening
  const bound = (name: string) => new TextEncoder().encode(name)
  return {
    async read(name) {
      const draft = await store.get(name)
      if (!draft) return null
      try {
        const plain = await crypto.subtle.decrypt(
          { name: 'AES-GCM', iv: draft.iv, additionalData: bound(name) },
          key,
          draft.sealed,
        )
        return { value: JSON.parse(new TextDecoder().decode(plain)), at: draft.at }
      } catch (error) {
        // Sealed with another key (the account's was replaced). It stays where it is: unreadable, not lost.
        console.error('A draft could not be opened', error)
        return null
      }
    },
    async write(name, value, at) {
      const iv = crypto.getRandomValues(new Uint8Array(12))
      const plain = new TextEncoder().encode(JSON.stringify(value))
      const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: bound(name) }, key, plain)
      await store.put(name, { iv, sealed, at })
    },
    remove: (name) => store.delete(name),
  }
}
