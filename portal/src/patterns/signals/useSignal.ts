import { SignalError } from '@teleward/contract/files/wfdb.ts'
import { useEffect, useState } from 'react'
import type { Answered, Asked } from '../../signals/read.worker.ts'
import { readSignal } from '../../signals/read.ts'

/** Beyond this the bytes of a file are not brought into the page. */
export const MAX_BYTES = 250 * 1024 * 1024
export type SignalState =
  | { state: 'reading' }
  | { state: 'there'; answer: Exclude<Answered, { problem: string }> }
  | { state: 'problem'; error: SignalError }
  /** The bytes did not come: the line, or an address that is over. */
  | { state: 'away' }

async function bytesAt(url: string, signal: AbortSignal): Promise<ArrayBuffer> {
  const response = await fetch(url, { signal })
  if (!response.ok) throw new TypeError(`${response.status}`)
  if (Number(response.headers.get('content-length') ?? 0) > MAX_BYTES) throw new SignalError('tooLarge')
  return response.arrayBuffer()
}

/** Reads a file by its addresses in a worker; `again` asks once more. What is read is of `key`: nothing else reads anew. */
export function useSignal(
  key: string,
  addresses: { url: string; data: string | null },
  ask: (bytes: ArrayBuffer, data: ArrayBuffer | null) => Asked,
): [SignalState, again: () => void] {
  const [known, setKnown] = useState<SignalState>({ state: 'reading' })
  const [turn, setTurn] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a fresh address of the same bytes is no reason to read them again.
  useEffect(() => {
    const stop = new AbortController()
    const set = (next: SignalState) => !stop.signal.aborted && setKnown(next)
    const read = async () => {
      const [bytes, data] = await Promise.all([
        bytesAt(addresses.url, stop.signal),
        addresses.data ? bytesAt(addresses.data, stop.signal) : null,
      ])
      set({ state: 'there', answer: await readSignal(ask(bytes, data), stop.signal) })
    }
    setKnown({ state: 'reading' })
    read().catch((error: unknown) => {
      if (stop.signal.aborted) return
      set(error instanceof SignalError ? { state: 'problem', error } : { state: 'away' })
    })
    return () => stop.abort()
  }, [key, turn, addresses.data === null])
  return [known, () => setTurn(turn + 1)]
}
