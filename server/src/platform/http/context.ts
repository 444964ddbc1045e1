import type { Access, EndpointShape } from '@teleward/contract/core/endpoint.ts'
import type { Locale } from '@teleward/contract/core/scalars.ts'
import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyBaseLogger } from 'fastify'
import { type Actor, type LinkActor, type StaffActor, scopeOf } from '../actor.ts'
import { isBarred } from './barred.ts'
import type { AuditEntry, Compilable, Db, Origin, Tx } from '../db/types.ts'

/** Who stands behind a call, by what its definition asks for. */
export type WhoOf<A extends Access> = A extends 'public'
  ? undefined
  : A extends 'link' | 'linkToken'
    ? LinkActor
    : StaffActor

/** What the audit row says a call was about. `mid` and `partnerId` only where the call itself finds out who it is. */
export interface Target {
  kind: string
  id: string | number
  pid?: number | null
  detail?: Record<string, unknown>
  mid?: number
  partnerId?: number
}

export interface Ctx<W extends Actor | undefined = Actor | undefined> {
  readonly who: W
  readonly lang: Locale
  readonly ip: string
  readonly userAgent: string
  readonly requestId: string
  /** The list is asked for as a file, which may say more of a row than the screen does. */
  readonly asFile: boolean
  /** A cookie of the caller, decoded. */
  cookie(name: string): string | undefined
  header(name: string, value: string): void
  setCookie(name: string, value: string, options: CookieSerializeOptions): void
  status(code: number): void
  /** What was sent, to the letter, with its headers: of calls that whoever makes them signs (`signed`). */
  sent(): Sent
  /** One scoped statement; without a caller it refuses. */
  read<T>(query: Compilable<T>): Promise<T[]>
  /** A scoped transaction. The audit row of a `write` or `auth` call is written in the first one. */
  tx<T>(fn: (tx: Tx) => Promise<T>): Promise<T>
  target(target: Target): void
  readonly log: FastifyBaseLogger
}
export type CtxOf<E extends EndpointShape> = Ctx<WhoOf<E['permission']>>

export interface Sent {
  text: string
  header(name: string): string | undefined
}

export interface Wire {
  ip: string
  userAgent: string
  requestId: string
  asFile: boolean
  lang: Locale
  cookie(name: string): string | undefined
  header(name: string, value: string): void
  setCookie(name: string, value: string, options: CookieSerializeOptions): void
  status(code: number): void
  sent(): Sent
  log: FastifyBaseLogger
}

/**
 * Runs at the end of the handler's first transaction: marks an idempotency key as used. `answer` is there where what the
 * transaction came to is what the call answers; `entry`: what the call is about.
 */
export type BeforeCommit = (tx: Tx, answer: { body: unknown } | undefined, entry?: AuditEntry) => Promise<void>

export interface Tracked<W extends Actor | undefined> {
  ctx: Ctx<W>
  /** What the row says where the handler said nothing of its own. */
  otherwise(about: Target): void
  /** The audit row, where no transaction of the handler has written it. */
  finish(outcome: string): Promise<void>
}

/** Acts of the session are kept with their failures; so is every attempt somebody had no right to, and at what is not theirs. */
const kept = (audit: EndpointShape['audit'], outcome: string, named: boolean) =>
  audit !== 'none' && (outcome === 'OK' || audit === 'auth' || outcome === 'FORBIDDEN' || (isBarred(outcome) && named))

export function track<W extends Actor | undefined>(
  db: Db,
  definition: EndpointShape,
  who: W,
  wire: Wire,
  beforeCommit?: (tx: Tx, value: unknown, entry: AuditEntry) => Promise<void>,
): Tracked<W> {
  let target: Target | undefined
  let audited = false
  let first = true
  const reads = definition.replica ? db.lookUp() : db
  const origin = (): Origin => ({
    mid: target?.mid ?? (who?.kind === 'staff' ? who.mid : null),
    partnerId: target?.partnerId ?? who?.partnerId ?? null,
    linkId: who?.kind === 'link' ? who.linkId : null,
    ip: wire.ip,
    requestId: wire.requestId,
  })
  const entry = (outcome: string): AuditEntry => ({
    action: `${definition.method} ${definition.path}`,
    kind: definition.audit === 'none' ? 'read' : definition.audit,
    target: target ? { kind: target.kind, id: target.id } : undefined,
    pid: target?.pid ?? (who?.kind === 'link' ? who.pid : undefined),
    detail: target?.detail,
    outcome,
  })
  const scoped = () => {
    if (!who) throw new Error(`${definition.path} is open to everybody: it has no caller to read for`)
    return scopeOf(who)
  }
  const ctx: Ctx<W> = {
    ...wire,
    who,
    read: (query) => reads.read(scoped(), query),
    tx: async (fn) => {
      // Filled before the audit row is written, when the handler may have said what it was about.
      const from: Origin = {}
      const now = first
      first = false
      const writes = now && (definition.audit === 'write' || definition.audit === 'auth')
      const value = await reads.tx(
        scoped(),
        async (tx) => {
          Object.assign(from, origin())
          const result = await fn(tx)
          if (now) await beforeCommit?.(tx, result, entry('OK'))
          Object.assign(from, origin())
          if (writes) await tx.auditLast(entry('OK'))
          return result
        },
        from,
      )
      if (writes) audited = true
      return value
    },
    target: (about) => {
      target = about
    },
  }
  return {
    ctx,
    otherwise: (about) => {
      target ??= about
    },
    finish: async (outcome) => {
      if (audited || !kept(definition.audit, outcome, target !== undefined && who?.kind === 'staff')) return
      await db.audit(entry(outcome), origin())
      audited = true
    },
  }
}
