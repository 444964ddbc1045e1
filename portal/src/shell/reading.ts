import { useEffect } from 'react'
import { coveredPerson } from '../api/cover.ts'

const PREFIX = 'teleward-reads-'
/** Of this page; of the others the locks of the browser tell. */
const here = new Set<number>()

/** Which conversation somebody has before their eyes, said to all tabs of this browser until the answered function is called. */
export function holdReading(conversation: number): () => void {
  const over = new AbortController()
  const { signal } = over
  here.add(conversation)
  const held = () => new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  // An end that comes before the lock is there is none of its failures.
  navigator.locks
    ?.request(PREFIX + conversation, { mode: 'shared', signal }, held)
    .catch((error: unknown) => signal.aborted || reportError(error))
  return () => {
    here.delete(conversation)
    over.abort()
  }
}

/** Whether a conversation is open and in sight in any tab: what arrives in it needs no alert. */
export async function isBeingRead(conversation: number): Promise<boolean> {
  if (here.has(conversation)) return true
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  return held.some(({ name }) => name === PREFIX + conversation)
}

/** While the page is in sight and its screen is not covered. */
export function useReading(conversation: number | undefined): void {
  useEffect(() => {
    if (conversation === undefined) return
    let end: (() => void) | undefined
    const look = () => {
      end?.()
      end =
        document.visibilityState === 'visible' && coveredPerson.get() === null ? holdReading(conversation) : undefined
    }
    look()
    document.addEventListener('visibilitychange', look)
    const leave = coveredPerson.subscribe(look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      leave()
      end?.()
    }
  }, [conversation])
}
