import { openEncryptedDrafts } from '../../api/encrypted-drafts.ts'
import type { Kept, Shelf } from '../../patterns/forms/answering.ts'

const WRITE_AFTER_MS = 200
const base64url = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '')

/**
 * Answers on the patient's phone until the server has them: encrypted with what only the link says, so that whoever finds the
 * phone without its message reads nothing. Nothing: this browser keeps none, and the server alone has what was sent.
 */
export async function shelfOf(token: string): Promise<Shelf | null> {
  if (!globalThis.crypto?.subtle || typeof indexedDB === 'undefined') return null
  try {
    const digest = (word: string) => crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${word} ${token}`))
    const drafts = await openEncryptedDrafts(base64url(await digest('form answers')))
    const name = `form:${base64url(await digest('form name'))}`
    let timer: ReturnType<typeof setTimeout> | undefined
    let waiting: Kept | null = null
    const put = () => {
      clearTimeout(timer)
      if (waiting) void drafts.write(name, waiting, Date.now())
      waiting = null
    }
    globalThis.addEventListener('pagehide', put)
    return {
      read: async () => ((await drafts.read(name))?.value as Kept | undefined) ?? null,
      write: (kept) => {
        waiting = kept
        clearTimeout(timer)
        timer = setTimeout(put, WRITE_AFTER_MS)
      },
      remove: () => {
        clearTimeout(timer)
        waiting = null
        void drafts.remove(name)
      },
    }
  } catch (error) {
    // A private window may refuse its database: one answers all the same.
    console.warn('Answers cannot be kept on this device', error)
    return null
  }
}
