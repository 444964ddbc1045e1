import { createHash } from 'node:crypto'

/** A row of `audit_log` as it is sealed: each column that says something, in this order, times as ISO text. */
export interface AuditRow {
  id: number
  at: Date
  partner_id: number | null
  mid: number | null
  link_id: string | null
  action: string
  kind: string
  target_kind: string | null
  target_id: string | null
  pid: number | null
  outcome: string
  detail: unknown
  ip: string | null
  request_id: string | null
}
export interface Seal {
  seq: number
  audit_id: number
  prev_hash: string
  hash: string
}

export const GENESIS = '0'.repeat(64)
export const columns = [
  'id',
  'at',
  'partner_id',
  'mid',
  'link_id',
  'action',
  'kind',
  'target_kind',
  'target_id',
  'pid',
  'outcome',
  'detail',
  'ip',
  'request_id',
] as const satisfies (keyof AuditRow)[]

/** The order of keys in jsonb is the database's business: sorted, so that the text is the same everywhere. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, canonical(inner)]),
  )
}

export function sealOf(seq: number, previous: string, row: AuditRow): string {
  const fields = columns.map((name) => (name === 'at' ? row.at.toISOString() : canonical(row[name])))
  return createHash('sha256')
    .update(JSON.stringify([seq, previous, ...fields]))
    .digest('hex')
}
