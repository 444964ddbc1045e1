import type { FileKind } from '@teleward/contract/files/kinds.ts'
import type { Upload } from '@teleward/contract/files/schema.ts'
import { useSyncExternalStore } from 'react'

/**
 * What there is to know of the files on their way, wherever one is; who sends them is `uploads.ts`, which is loaded with the
 * first screen that sends any.
 */
export type SendingState = 'waiting' | 'asking' | 'sending' | 'paused' | 'offline' | 'done' | 'refused' | 'failed'
export interface Sending {
  key: string
  file: File
  kind: FileKind
  /** Nothing: of a batch, whose patient the name tells. */
  pid: number | undefined
  state: SendingState
  sent: number
  upload?: Upload | undefined
  /** Why not, in the user's words. */
  why?: string | undefined
  /** A small picture of it, for this page. */
  picture?: string | undefined
}

let rows: readonly Sending[] = []
const listeners = new Set<() => void>()

export const sendings = (): readonly Sending[] => rows
export function setSendings(next: readonly Sending[]): void {
  rows = next
  for (const listener of listeners) listener()
}
export const useSendings = (): readonly Sending[] =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, sendings)
