import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../clock.ts'
import { type Db, json, k, sql, type Tx } from '../db/index.ts'

export interface DueTimer {
  kind: string
  key: string
  dueAt: Date
  payload: Record<string, unknown>
}
export type TimerHandler = (timer: DueTimer) => Promise<void>

export interface TimersDeps {
  db: Db
  clock: Clock
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>
  /** Runs each handler, with how late it is. */
  around?: (kind: string, lateMs: number, work: () => Promise<void>) => Promise<void>
  /** How often the table is looked at for what other processes have set; milliseconds. */
  sweep?: number
}

/**
 * Alarms that survive a restart: written with the transaction that needs them, fired by one process. The handler opens
 * its own transactions and looks at the record under its lock, as every action does: if the process dies in between,
 * the timer fires again once its lease is over.
 */
export interface Timers {
  /** What a kind does when it is due. One handler a kind, registered before the start. */
  on(kind: string, handler: TimerHandler): void
  /** Sets, or moves: one timer per kind and key. The handler may set its own again. */
  set(tx: Tx, kind: string, key: string, at: Date, payload?: Record<string, unknown>): Promise<void>
  clear(tx: Tx, kind: string, key: string): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
  /** Fires what is due by the clock now: for tests that move it. */
  runDue(): Promise<void>
}

const SWEEP_MS = 1000
/** Failures are tried again after 1, 2, 4 … seconds, at most this. */
const BACK_OFF_MAX_S = 300
const LONGEST_WAIT_MS = 60_000
const BATCH = 50
/** Longer than any handler works. */
const LEASE_MS = 60_000

export function createTimers({
  db,
  clock,
  log,
  around = (_kind, _late, work) => work(),
  sweep = SWEEP_MS,
}: TimersDeps): Timers {
  const handlers = new Map<string, TimerHandler>()
  let running = false
  let next: NodeJS.Timeout | undefined
  let wakeAt = Number.POSITIVE_INFINITY
  let atWork: Promise<void> | undefined
  let again = false
  let soonest = Number.POSITIVE_INFINITY

  /** A hint: this process knows of a timer before the next look at the table. */
  function wake(at: number): void {
    if (!running || at >= wakeAt) return
    wakeAt = at
    clearTimeout(next)
    next = setTimeout(work, Math.min(Math.max(at - clock.now().getTime(), 0), LONGEST_WAIT_MS))
    next.unref()
  }

  function work(): void {
    if (atWork) {
      again = true
      return
    }
    wakeAt = Number.POSITIVE_INFINITY
    atWork = fireDue()
      .catch((error: unknown) => log.error({ err: error }, 'the timers could not be read'))
      .finally(() => {
        atWork = undefined
        if (!running) return
        const now = clock.now().getTime()
        // A hint that came meanwhile was for the clock of then, which may have moved past it.
        const at = again ? now : Math.min(now + sweep, soonest, wakeAt)
        wakeAt = Number.POSITIVE_INFINITY
        wake(at)
        again = false
        soonest = Number.POSITIVE_INFINITY
      })
  }

  async function fireDue(): Promise<void> {
    const kinds = [...handlers.keys()]
    if (!kinds.length) return
    const now = clock.now()
    const due = await db.system.read(
      sql<{ kind: string; key: string }>`select kind, key from timer
        where due_at <= ${now} and kind = any(${kinds}) order by due_at limit ${BATCH}`,
    )
    await Promise.all(due.map(({ kind, key }) => fire(kind, key)))
    if (due.length === BATCH) again = true
    const [soon] = await db.system.read(
      sql<{
        at: Date | null
      }>`select min(due_at) as at from timer where kind = any(${kinds}) and due_at > ${now}`,
    )
    if (soon?.at) soonest = soon.at.getTime()
  }

  /** Claimed by moving its time to the end of a lease: other processes no longer see it as due. */
  async function claim(kind: string, key: string, lease: Date): Promise<DueTimer | undefined> {
    return db.system.tx(async (tx) => {
      const row = await tx.maybe(
        sql<{ due_at: Date; payload: Record<string, unknown> }>`select due_at, payload from timer
          where kind = ${kind} and key = ${key} and due_at <= ${clock.now()} for update skip locked`,
      )
      if (!row) return undefined
      await tx.run(sql`update timer set due_at = ${lease} where kind = ${kind} and key = ${key}`)
      return { kind, key, dueAt: row.due_at, payload: row.payload }
    })
  }

  async function fire(kind: string, key: string): Promise<void> {
    const handler = handlers.get(kind)
    const lease = new Date(clock.now().getTime() + LEASE_MS)
    const timer = handler && (await claim(kind, key, lease))
    if (!handler || !timer) return
    // Whoever set the timer anew meanwhile, the handler included, has changed its time: then it stays.
    const mine = sql`kind = ${kind} and key = ${key} and due_at = ${lease}`
    try {
      await around(kind, clock.now().getTime() - timer.dueAt.getTime(), () => handler(timer))
      await db.system.tx((tx) => tx.run(sql`delete from timer where ${mine}`))
    } catch (error) {
      // Keys name records: the kind alone is written.
      log.error({ timer: kind, err: error }, 'a timer failed and will be tried again')
      const now = clock.now()
      await db.system.tx((tx) =>
        tx.run(sql`update timer set attempts = attempts + 1,
          due_at = ${now}::timestamptz + least(power(2, least(attempts, 20)), ${BACK_OFF_MAX_S}::float8) * interval '1 second'
          where ${mine}`),
      )
    }
  }

  return {
    on: (kind, handler) => {
      if (handlers.has(kind)) throw new Error(`the timer ${kind} has a handler already`)
      handlers.set(kind, handler)
    },
    set: async (tx, kind, key, at, payload = {}) => {
      await tx.run(
        sql`insert into timer (kind, key, due_at, payload) values (${kind}, ${key}, ${at}, ${json(payload)})
          on conflict (kind, key) do update set due_at = excluded.due_at, payload = excluded.payload, attempts = 0`,
      )
      tx.afterCommit(() => wake(at.getTime()))
    },
    clear: async (tx, kind, key) => {
      await tx.run(k.deleteFrom('timer').where('kind', '=', kind).where('key', '=', key))
    },
    start: async () => {
      running = true
      wake(clock.now().getTime())
    },
    stop: async () => {
      running = false
      clearTimeout(next)
      await atWork
    },
    runDue: async () => {
      // What the loop has claimed is done here as well once this returns, whichever of the two was first.
      await atWork
      await fireDue()
      await atWork
    },
  }
}
