import type { EventShape } from '@teleward/contract/core/event.ts'
import type { CompiledQuery, QueryExecutorProvider } from 'kysely'
import type { z } from 'zod'
import type { AccessRight } from '../access/rights.ts'
import type { PoolUse, ReplicaWatch } from './driver.ts'

/**
 * Who asks, as the rules of access know it (`platform/access`): the person or the link, and each right by the name of its
 * permission. A right that is missing is none.
 */
export interface Scope extends Readonly<Partial<Record<AccessRight, 'y' | 'o' | '-'>>> {
  kind: 'staff' | 'link'
  mid: number | null
  partnerId: number
  unitIds: readonly number[]
  pid: number | null
  qid: number | null
}

/** A Kysely query, or its `sql` template: both only compile, this layer executes. */
export interface Compilable<T> {
  compile(provider: QueryExecutorProvider): CompiledQuery<T>
}

export interface Runner {
  many<T>(query: Compilable<T>): Promise<T[]>
  /** Throws `NOT_FOUND` where there is no row. */
  one<T>(query: Compilable<T>): Promise<T>
  maybe<T>(query: Compilable<T>): Promise<T | undefined>
  /** Number of rows touched. */
  run(query: Compilable<unknown>): Promise<number>
}

export interface AuditEntry {
  action: string
  kind: 'read' | 'write' | 'auth'
  target?: { kind: string; id: string | number } | undefined
  pid?: number | null | undefined
  outcome?: string | undefined
  detail?: Record<string, unknown> | undefined
}

/** What the audit rows of a transaction say of the caller. Filled by the HTTP layer. */
export interface Origin {
  mid?: number | null
  partnerId?: number | null
  linkId?: string | null
  ip?: string | null
  requestId?: string | null
}
/** Where the detail of an audit row names the person for whom it was done. */
export const ACTED_FOR = 'actedFor'

export interface Tx extends Runner {
  /** Runs after COMMIT, in order; a failure is logged and stops nobody. */
  afterCommit(fn: () => void | Promise<void>): void
  /** Written to `event_log` with the transaction, sent to the sockets after it. Validates the payload. */
  emit<N extends string, P extends z.ZodType>(
    event: EventShape<N, P>,
    audience: readonly string[],
    payload: z.input<P>,
  ): Promise<void>
  /** The caller acts for somebody else, by a grant or a binding: the audit rows of the transaction say for whom. */
  actsFor(mid: number): void
  audit(entry: AuditEntry): Promise<void>
  /** The same, where nothing of the transaction comes behind it: it travels with the COMMIT. */
  auditLast(entry: AuditEntry): Promise<void>
}

/** An event as it leaves a transaction. Transient ones have cursor 0 and no row. */
export interface LoggedEvent {
  id: number
  type: string
  audience: string[]
  payload: unknown
  at: Date
}

/** What looks and changes nothing: as the application's role under the policies, like all others. */
export interface Reads {
  read<T>(scope: Scope, query: Compilable<T>): Promise<T[]>
  tx<T>(scope: Scope, fn: (tx: Tx) => Promise<T>, origin?: Origin): Promise<T>
}

export interface Db {
  readonly kind: 'postgres' | 'pglite'
  /** One statement, read only, as the application's role under the policies. */
  read<T>(scope: Scope, query: Compilable<T>): Promise<T[]>
  tx<T>(scope: Scope, fn: (tx: Tx) => Promise<T>, origin?: Origin): Promise<T>
  /**
   * For one request that changes nothing and that a read replica may answer (`replica` in its definition). It sees all
   * that was committed before; without a replica, or with none near enough, it is the primary that answers.
   */
  lookUp(): Reads
  /** Of the replicas, where there are any. */
  readonly replicas: ReplicaWatch | undefined
  /** Work that precedes or outlives a caller. Sees every row: never with a caller's parameters unchecked. */
  readonly system: {
    read<T>(query: Compilable<T>): Promise<T[]>
    tx<T>(fn: (tx: Tx) => Promise<T>, origin?: Origin): Promise<T>
  }
  /** A row of its own, of somebody who changes nothing; written, with others of the same moment, once this resolves. */
  audit(entry: AuditEntry, origin: Origin): Promise<void>
  /** Bus between the processes on one database; every subscriber hears every message, the sender's own included. */
  notify(channel: string, payload: string): Promise<void>
  listen(channel: string, fn: (payload: string) => void): Promise<() => Promise<void>>
  /** Called with the events of each transaction after its commit. */
  onEvents(fn: (events: LoggedEvent[]) => void): void
  /** Of the connections to the database, now. */
  use(): PoolUse
  /** Script as the owner of the database: migrations, seeds. */
  owner(script: string): Promise<void>
  close(): Promise<void>
}
