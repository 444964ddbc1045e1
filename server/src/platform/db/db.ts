import type { EventShape } from '@teleward/contract/core/event.ts'
import { CompiledQuery } from 'kysely'
import type { z } from 'zod'
import type { Clock } from '../clock.ts'
import { AppError } from '../errors.ts'
import type { Driver, Execute } from './driver.ts'
import { DbError } from './errors.ts'
import { asTransaction, refuseInsideTransaction } from './guard.ts'
import { createGroup } from './group.ts'
import { k } from './kysely.ts'
import { boundTo } from './bound.ts'
import type { Replicas } from './replicas.ts'
import { type Principal, readOnly, sessionSettings } from './scope.ts'
import {
  ACTED_FOR,
  type AuditEntry,
  type Compilable,
  type Db,
  type LoggedEvent,
  type Origin,
  type Tx,
} from './types.ts'

const DEADLOCK = '40P01'
const DEADLOCK_TRIES = 4

export interface DbDeps {
  driver: Driver
  clock: Clock
  /** A step after COMMIT failed: the transaction stands, somebody has to know. */
  onAfterCommitError(error: unknown): void
  replicas?: Replicas | undefined
}

export function createDb({ driver, clock, onAfterCommitError, replicas }: DbDeps): Db {
  const listeners: ((events: LoggedEvent[]) => void)[] = []
  const audits = createGroup<AuditRow>(async (rows) => {
    await driver.write(sessionSettings('system'), auditRows(rows))
  })

  async function read<T>(principal: Principal, query: Compilable<T>): Promise<T[]> {
    refuseInsideTransaction()
    const { rows } = await driver.read(sessionSettings(principal), boundTo(query.compile(k), principal))
    return rows as T[]
  }

  type Run = <T>(settings: CompiledQuery, work: (execute: Execute) => Promise<T>) => Promise<T>
  async function tx<T>(
    principal: Principal,
    fn: (tx: Tx) => Promise<T>,
    origin: Origin,
    run: Run = driver.tx,
  ): Promise<T> {
    refuseInsideTransaction()
    const { result, after, events } = await withDeadlockRetry(() => once(principal, fn, origin, run))
    for (const step of after) {
      try {
        await step()
      } catch (error) {
        onAfterCommitError(error)
      }
    }
    if (events.length) for (const listener of listeners) listener(events)
    return result
  }

  const looking: Run = (settings, work) => driver.tx(readOnly(settings), work)

  async function once<T>(principal: Principal, fn: (tx: Tx) => Promise<T>, origin: Origin, run: Run) {
    const after: (() => void | Promise<void>)[] = []
    const events: LoggedEvent[] = []
    const result = await run(sessionSettings(principal), (execute) =>
      asTransaction(async () => {
        // A replica may have been left in the middle of it.
        after.length = 0
        events.length = 0
        const guarded = abortsWhole(execute)
        const value = await fn(handle(guarded.execute, { principal, origin, after, events, clock }))
        guarded.check()
        await writeEvents(guarded.execute, events)
        return value
      }),
    )
    return { result, after, events }
  }

  return {
    kind: driver.kind,
    read,
    tx: (scope, fn, origin = {}) => tx(scope, fn, origin),
    lookUp: () => {
      const run: Run | undefined = replicas?.request()
      return {
        read: run ? (scope, query) => tx(scope, (inner) => inner.many(query), {}, run) : read,
        tx: (scope, fn, origin = {}) => tx(scope, fn, origin, run ?? looking),
      }
    },
    replicas,
    system: { read: (query) => read('system', query), tx: (fn, origin = {}) => tx('system', fn, origin) },
    audit: (entry, origin) => {
      refuseInsideTransaction()
      return audits.add(auditRowOf('system', origin, entry, clock))
    },
    notify: (channel, payload) => {
      refuseInsideTransaction()
      return driver.notify(channel, payload)
    },
    listen: driver.listen,
    onEvents: (fn) => listeners.push(fn),
    use: driver.use,
    owner: driver.owner,
    close: driver.close,
  }
}

/**
 * The database ends a deadlock by rolling one of them back: that one begins anew. Nothing of it
 * was kept, and what it does to the world outside happens after its commit alone.
 */
async function withDeadlockRetry<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof DbError && error.code === DEADLOCK) || tries === DEADLOCK_TRIES) throw error
    }
  }
}

/** A failed statement has aborted the transaction: who swallows its error must not be told that the rest was kept. */
function abortsWhole(execute: Execute): { execute: Execute; check(): void } {
  let failure: unknown
  const guarded = async (query: CompiledQuery) => {
    try {
      return await execute(query)
    } catch (error) {
      failure ??= error
      throw error
    }
  }
  return {
    execute: execute.last ? Object.assign(guarded, { last: execute.last }) : guarded,
    check: () => {
      if (failure) throw failure
    },
  }
}

interface TxParts {
  principal: Principal
  origin: Origin
  after: (() => void | Promise<void>)[]
  events: LoggedEvent[]
  clock: Clock
}

function handle(execute: Execute, { principal, origin, after, events, clock }: TxParts): Tx {
  const many = async <T>(query: Compilable<T>): Promise<T[]> =>
    (await execute(boundTo(query.compile(k), principal))).rows as T[]
  const maybe = async <T>(query: Compilable<T>): Promise<T | undefined> => (await many(query))[0]
  let actedFor: number | undefined
  const row = (entry: AuditEntry) =>
    auditRow(
      principal,
      origin,
      actedFor === undefined ? entry : { ...entry, detail: { ...entry.detail, [ACTED_FOR]: actedFor } },
      clock,
    )
  return {
    many,
    maybe,
    one: async (query) => {
      const row = await maybe(query)
      if (row === undefined) throw new AppError('NOT_FOUND')
      return row
    },
    run: async (query) => (await execute(boundTo(query.compile(k), principal))).affected,
    afterCommit: (fn) => {
      after.push(fn)
    },
    emit: async <N extends string, P extends z.ZodType>(
      event: EventShape<N, P>,
      audience: readonly string[],
      payload: z.input<P>,
    ) => {
      events.push({
        id: event.transient ? 0 : -1,
        type: event.name,
        audience: [...new Set(audience)],
        payload: event.payload.parse(payload),
        at: clock.now(),
      })
    },
    actsFor: (mid) => {
      actedFor = mid
    },
    audit: async (entry) => {
      await execute(row(entry))
    },
    auditLast: async (entry) => {
      if (execute.last) execute.last(row(entry))
      else await execute(row(entry))
    },
  }
}

/** Numbered here, just before COMMIT, so that ids and commits stay close in order. */
async function writeEvents(execute: Execute, events: LoggedEvent[]): Promise<void> {
  const kept = events.filter((event) => event.id === -1)
  if (!kept.length) return
  const { rows } = await execute(
    CompiledQuery.raw(`select nextval('event_log_id_seq')::int8 as id from generate_series(1, $1::int)`, [kept.length]),
  )
  kept.forEach((event, at) => {
    event.id = (rows[at] as { id: number }).id
  })
  await execute(
    CompiledQuery.raw(
      `insert into event_log (id, type, audience, payload, at) overriding system value
       select e.id, e.type, array(select jsonb_array_elements_text(e.audience)), e.payload, e.at
       from jsonb_to_recordset($1::jsonb) as e(id bigint, type text, audience jsonb, payload jsonb, at timestamptz)`,
      [JSON.stringify(kept)],
    ),
  )
}

const scopeOf = (principal: Principal) => (principal === 'system' ? undefined : principal)

type AuditRow = ReturnType<typeof auditRowOf>
const auditRowOf = (principal: Principal, origin: Origin, entry: AuditEntry, clock: Clock) => {
  const scope = scopeOf(principal)
  return {
    at: clock.now(),
    partner_id: origin.partnerId ?? scope?.partnerId ?? null,
    mid: origin.mid ?? scope?.mid ?? null,
    link_id: origin.linkId ?? null,
    action: entry.action,
    kind: entry.kind,
    target_kind: entry.target?.kind ?? null,
    target_id: entry.target ? String(entry.target.id) : null,
    pid: entry.pid ?? scope?.pid ?? null,
    outcome: entry.outcome ?? 'OK',
    detail: entry.detail ?? null,
    ip: origin.ip ?? null,
    request_id: origin.requestId ?? null,
  }
}
const auditRow = (principal: Principal, origin: Origin, entry: AuditEntry, clock: Clock) =>
  auditRows([auditRowOf(principal, origin, entry, clock)])

const AUDIT_COLUMNS =
  'at, partner_id, mid, link_id, action, kind, target_kind, target_id, pid, outcome, detail, ip, request_id'
/** However many rows a group has, it is one statement. */
const auditRows = (rows: readonly AuditRow[]): CompiledQuery =>
  CompiledQuery.raw(
    `insert into audit_log (${AUDIT_COLUMNS}) select ${AUDIT_COLUMNS}
       from jsonb_to_recordset($1::jsonb) as r(at timestamptz, partner_id int, mid int, link_id uuid, action text, kind text,
         target_kind text, target_id text, pid int, outcome text, detail jsonb, ip text, request_id text)`,
    [JSON.stringify(rows)],
  )
