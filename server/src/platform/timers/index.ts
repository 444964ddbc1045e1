import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../clock.ts'
import { createGroup } from '../db/group.ts'
import { type Db, json, k, sql, type Tx } from '../db/index.ts'

export interface DueTimer {
  kind: string
  key: string
  dueAt: Date
  payload: Record<string, unknown>
}
interface Claimed extends DueTimer {
  /** Until when it is this process's alone. */
  lease: Date
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
  /**
   * What a kind does when it is due. One handler a kind, registered before the start. `lease`: so long it is one process's
   * alone, in milliseconds; a handler that looks at its record under its lock may have a short one, and is then repeated soon
   * after the death of its process.
   */
  on(kind: string, handler: TimerHandler, options?: { lease?: number }): void
  /** Sets, or moves: one timer per kind and key. The handler may set its own again. */
  set(tx: Tx, kind: string, key: string, at: Date, payload?: Record<string, unknown>): Promise<void>
  clear(tx: Tx, kind: string, key: string): Promise<void>
  /** Those that this process fires. */
  kinds(): string[]
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
/** Before any timer. */
const EVER = new Date(0)
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
  const leases = new Map<string, number>()
  let running = false
  let next: NodeJS.Timeout | undefined
  let wakeAt = Number.POSITIVE_INFINITY
  let atWork: Promise<void> | undefined
  let again = false
  let soonest = Number.POSITIVE_INFINITY
  // Whoever set a timer anew meanwhile, its handler included, has changed its time: then it stays.
  const over = createGroup<Claimed>(async (done) => {
    const [kinds, keys, leases] = [
      done.map(({ kind }) => kind),
      done.map(({ key }) => key),
      done.map(({ lease }) => lease.toISOString()),
    ]
    await db.system.tx((tx) =>
      tx.run(sql`delete from timer t using unnest(${kinds}::text[], ${keys}::text[], ${leases}::timestamptz[]) d(kind, key, lease)
        where t.kind = d.kind and t.key = d.key and t.due_at = d.lease`),
    )
  })

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
    // Most rounds find nothing due: one read says so, and when the next is. A transaction is opened where there is what to claim.
    const first = await firstAfter(EVER, kinds)
    if (first > now.getTime()) {
      soonest = first
      return
    }
    const due = await claim(kinds, now)
    await Promise.all(due.map(fire))
    if (due.length === BATCH) again = true
    soonest = await firstAfter(now, kinds)
  }

  async function firstAfter(when: Date, kinds: readonly string[]): Promise<number> {
    const [first] = await db.system.read(
      sql<{ at: Date | null }>`select min(due_at) as at from timer where kind = any(${kinds}) and due_at > ${when}`,
    )
    return first?.at?.getTime() ?? Number.POSITIVE_INFINITY
  }

  /**
   * Claimed by moving their time to the end of a lease: other processes no longer see them as due. All of a batch at once: what is
   * due in one second is many, and each commit waits for the disk.
   */
  function claim(kinds: readonly string[], now: Date): Promise<Claimed[]> {
    const until = kinds.map((kind) => new Date(now.getTime() + (leases.get(kind) ?? LEASE_MS)).toISOString())
    return db.system.tx((tx) =>
      tx.many(sql<Claimed>`
        with due as (select kind, key, due_at, payload from timer
          where due_at <= ${now} and kind = any(${kinds}) order by due_at limit ${BATCH} for update skip locked)
        update timer t set due_at = l.until from due d join unnest(${kinds}::text[], ${until}::timestamptz[]) l(kind, until) on l.kind = d.kind
        where t.kind = d.kind and t.key = d.key returning d.kind, d.key, d.due_at as "dueAt", d.payload, l.until as lease`),
    )
  }

  async function fire(claimed: Claimed): Promise<void> {
    const { lease, ...timer } = claimed
    const { kind, key } = timer
    const handler = handlers.get(kind)
    if (!handler) return
    try {
      await around(kind, clock.now().getTime() - timer.dueAt.getTime(), () => handler(timer))
      await over.add(claimed)
    } catch (error) {
      // Keys name records: the kind alone is written.
      log.error({ timer: kind, err: error }, 'a timer failed and will be tried again')
      const now = clock.now()
      await db.system.tx((tx) =>
        tx.run(sql`update timer set attempts = attempts + 1,
          due_at = ${now}::timestamptz + least(power(2, least(attempts, 20)), ${BACK_OFF_MAX_S}::float8) * interval '1 second'
          where kind = ${kind} and key = ${key} and due_at = ${lease}`),
      )
    }
  }

  return {
    on: (kind, handler, { lease } = {}) => {
      if (handlers.has(kind)) throw new Error(`the timer ${kind} has a handler already`)
      if (lease !== undefined) leases.set(kind, lease)
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
    kinds: () => [...handlers.keys()],
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
