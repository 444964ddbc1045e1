import { audience } from '@teleward/contract/core/event.ts'
import { VANISHED_MS } from '@teleward/contract/staff/rules.ts'
import type { Clock } from '../platform/clock.ts'
import { type Db, sql, type Tx } from '../platform/db/index.ts'
import { PROCESS_LOST_MS, type Roster } from '../platform/redis/roster.ts'
import { HEARTBEAT, type StaffConnection } from '../platform/sockets/index.ts'
import type { Presence, PresenceTimers } from './presence.ts'

const BEAT_MS = 10_000
/** Two missed beats and a bit: a process that died takes its people along. */
const ALIVE_MS = 25_000
/** A silent line is noticed this late at most; that much is taken off the wait. */
const NOTICED_MS = HEARTBEAT.intervalMs + HEARTBEAT.timeoutMs + 1000
/** Timers look around twice a second; within 30 s means before, not after. */
const SLACK_MS = 1500

export interface Connections {
  /** A tab of this person is there. */
  opened(connection: StaffConnection): void
  /** The time is over: is the person still away from every tab, on every process? */
  vanished(tx: Tx, mid: number): Promise<void>
  /** A call's end has been shown long enough: back to the value before, or away where nobody is left. */
  callEnded(tx: Tx, mid: number, callId: unknown): Promise<void>
  /** After a start: who is on line by the table but never comes back. */
  watchStale(): Promise<void>
  /** Another process is gone, and nobody counts for the people that were on it. */
  processLost(): Promise<void>
  /** What is being written about arrivals and departures is written to its end. */
  stop(): Promise<void>
}

interface Deps {
  db: Db
  clock: Clock
  presence: Presence
  timers: PresenceTimers
  onError(error: unknown): void
  /** Where Redis joins the processes it knows who is connected, and the database is not asked. */
  roster?: Pick<Roster, 'has'> | undefined
}

/** Several tabs and devices are one presence. Which sessions have sockets is kept in the database, a beat at a time, with Redis too: who has which screen open is read there. */
export function createConnections({ db, clock, presence, timers, onError, roster }: Deps): Connections {
  const here = new Map<string, { mid: number; count: number }>()
  const later = (ms: number) => new Date(clock.now().getTime() + ms)

  // One after the other for a person: a reload closes and opens within milliseconds, and the last word has to stand.
  const turns = new Map<number, Promise<void>>()
  const inTurn = (mid: number, work: () => Promise<void>) => {
    const turn = (turns.get(mid) ?? Promise.resolve()).then(work).catch(onError)
    turns.set(mid, turn)
    void turn.then(() => {
      if (turns.get(mid) === turn) turns.delete(mid)
    })
  }

  const connected = async (tx: Tx, mid: number): Promise<boolean> =>
    roster ? roster.has(audience.staff(mid)) : Boolean(await tx.maybe(isConnected(mid, clock.now())))

  const arrived = (mid: number, sid: string) =>
    db.system.tx(async (tx) => {
      await tx.run(
        sql`update session set connected_until = ${later(ALIVE_MS)}, last_seen_at = ${clock.now()} where sid = ${sid} and ended_at is null`,
      )
      await timers.clear(tx, 'presence.vanished', `${mid}`)
      await presence.step(tx, mid, { kind: 'back' })
    })
  const left = (mid: number, sid: string, noticed: number) =>
    db.system.tx(async (tx) => {
      if (here.has(sid)) return
      await tx.run(sql`update session set connected_until = null where sid = ${sid}`)
      // Whether there is another tab is asked when the time is over: one on a process that has just died looks alive till then.
      await timers.set(tx, 'presence.vanished', `${mid}`, later(VANISHED_MS - SLACK_MS - noticed))
    })
  const beat = setInterval(() => {
    const sids = [...here.keys()]
    if (!sids.length) return
    db.system
      .tx((tx) =>
        tx.run(
          sql`update session set connected_until = ${later(ALIVE_MS)} where sid = any (${sids}::uuid[]) and ended_at is null`,
        ),
      )
      .catch(onError)
  }, BEAT_MS)
  beat.unref()

  return {
    opened(connection) {
      const { mid, sid } = connection.actor
      const entry = here.get(sid) ?? { mid, count: 0 }
      entry.count += 1
      here.set(sid, entry)
      inTurn(mid, () => arrived(mid, sid))
      connection.onClosed((reason) => {
        entry.count -= 1
        if (entry.count > 0) return
        here.delete(sid)
        inTurn(mid, () => left(mid, sid, reason === 'ping timeout' ? NOTICED_MS : 0))
      })
    },
    vanished: async (tx, mid) => {
      if (!(await connected(tx, mid))) await presence.step(tx, mid, { kind: 'vanished' })
    },
    callEnded: async (tx, mid, callId) => {
      await presence.step(tx, mid, { kind: 'callEnded', ...(typeof callId === 'string' ? { callId } : {}) })
      if (!(await connected(tx, mid))) await timers.set(tx, 'presence.vanished', `${mid}`, later(VANISHED_MS))
    },
    watchStale: () =>
      db.system.tx(async (tx) => {
        const stale = await tx.many(sql<{ mid: number }>`select mid from presence where code = 1000`)
        for (const { mid } of stale)
          if (!(await connected(tx, mid))) await timers.set(tx, 'presence.vanished', `${mid}`, later(VANISHED_MS))
      }),
    processLost: () =>
      db.system.tx(async (tx) => {
        const online = await tx.many(sql<{ mid: number }>`
          select mid from presence where code = 1000
            and not exists (select 1 from timer t where t.kind = 'presence.vanished' and t.key = mid::text)`)
        for (const { mid } of online)
          if (!(await connected(tx, mid)))
            await timers.set(tx, 'presence.vanished', `${mid}`, later(VANISHED_MS - SLACK_MS - PROCESS_LOST_MS))
      }),
    stop: async () => {
      clearInterval(beat)
      await Promise.all(turns.values())
    },
  }
}

const isConnected = (mid: number, now: Date) => sql<{ one: number }>`
  select 1 as one from session where mid = ${mid} and ended_at is null and connected_until > ${now}::timestamptz limit 1`
