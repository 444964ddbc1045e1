import type { CompiledQuery } from 'kysely'

export interface RawResult {
  rows: unknown[]
  affected: number
}
export interface Execute {
  (query: CompiledQuery): Promise<RawResult>
  /** To be run at the end of the transaction, together with its COMMIT; where that cannot be, it is not there. */
  last?(query: CompiledQuery): void
}

/** Connections now: how many there may be, are, are at work, and how many callers wait for one. */
export interface PoolUse {
  max: number
  open: number
  busy: number
  waiting: number
}

/** What the two databases have to offer; everything above is common. */
export interface Driver {
  readonly kind: 'postgres' | 'pglite'
  /** BEGIN READ ONLY, `settings`, the query, COMMIT. */
  read(settings: CompiledQuery, query: CompiledQuery): Promise<RawResult>
  /** BEGIN, `settings`, the query, COMMIT: answered when it is on disk. */
  write(settings: CompiledQuery, query: CompiledQuery): Promise<RawResult>
  tx<T>(settings: CompiledQuery, fn: (execute: Execute) => Promise<T>): Promise<T>
  owner(script: string): Promise<void>
  /** One session of the owner, for migrations under a lock. */
  ownerSession<T>(fn: (execute: Execute, script: (sql: string) => Promise<void>) => Promise<T>): Promise<T>
  notify(channel: string, payload: string): Promise<void>
  listen(channel: string, fn: (payload: string) => void): Promise<() => Promise<void>>
  use(): PoolUse
  close(): Promise<void>
}

/**
 * - `ready`: near enough to be asked;
 * - `behind`: it has not what the primary had a moment ago;
 * - `gone`: it does not answer;
 * - `unfit`: what answers is no standby of this database;
 * - `unknown`: the primary does not answer, so nobody can say how near it is.
 */
export type ReplicaState = 'ready' | 'behind' | 'gone' | 'unfit' | 'unknown'
export interface ReplicaFigures {
  state: ReplicaState
  /** Age of the oldest change that it has not; unknown where it does not answer. */
  lagSeconds: number | undefined
}
/** Who answered a read that a replica may answer; `primary` with every replica left alone, or because one failed. */
export type AnsweredBy = 'replica' | 'primary'

export interface ReplicaWatch {
  /** In the order of `DATABASE_READ_URL`. */
  figures(): ReplicaFigures[]
  onRead(fn: (by: AnsweredBy) => void): void
}

export const OID = {
  bool: 16,
  bytea: 17,
  int8: 20,
  json: 114,
  date: 1082,
  timestamp: 1114,
  timestamptz: 1184,
  numeric: 1700,
  jsonb: 3802,
}

// Both drivers give the same values: int8 and numeric as numbers, date as its ISO text, timestamps as Date, json parsed.
export function integer(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError('a bigint beyond the safe integers')
  return value
}
export const dateText = (value: unknown): string =>
  value instanceof Date ? value.toISOString().slice(0, 10) : String(value)
export const instantText = (value: unknown): string => (value instanceof Date ? value.toISOString() : String(value))
/** Text is taken for JSON already written (as `json()` does it); anything else is written here. */
export const jsonText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
