import { createHash } from 'node:crypto'

/** JSON with sorted keys: the same content has the same bytes, wherever it was read. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value ?? null)
  const entries = Object.entries(value)
    .filter(([, part]) => part !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, part]) => `${JSON.stringify(key)}:${canonical(part)}`).join(',')}}`
}

export interface Signed {
  noteId: string
  pid: number
  qid: number
  authorMid: number
  version: number
  signedBy: number
  /** ISO, milliseconds. */
  signedAt: string
  reason: string | null
  content: unknown
}
/** What a signature stands for: who, when, of which patient and visit, and every word of it. */
export const signatureHash = (signed: Signed): string => createHash('sha256').update(canonical(signed)).digest('hex')
