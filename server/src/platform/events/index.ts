import { randomUUID } from 'node:crypto'
import { RESUME_WINDOW_MS } from '@teleward/contract/core/sockets.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../clock.ts'
import { type Db, type LoggedEvent, sql } from '../db/index.ts'
import { createChannel } from './channel.ts'

export interface EventBusDeps {
  db: Db
  clock: Clock
  log: Pick<FastifyBaseLogger, 'error'>
  /** To the sockets of this process. */
  deliver(events: LoggedEvent[]): void
  /** How often what another process could no longer announce is looked for; milliseconds. */
  sweep?: number
  relay?: Relay | undefined
}
export interface EventBus {
  start(): Promise<void>
  stop(): Promise<void>
}

export { type Channel, createChannel } from './channel.ts'

/** A quicker way from process to process than the database's notifications. */
export interface Relay {
  /** Whether every process will hear of it this way; otherwise the database has to say it, too. */
  send(message: Announcement): Promise<boolean>
  onHear(hear: (message: Announcement) => void): void
}
export interface Announcement {
  id: string
  events: (Omit<LoggedEvent, 'at'> & { at: string })[]
}

const CHANNEL = 'teleward_events'
const SWEEP_MS = 3000
/** A commit is announced well within this; what is older is for the resume of the sockets. */
const LATE_MS = 20_000
const CLEAN_MS = 10 * 60_000

/**
 * Carries the events of committed transactions to the sockets of every process. The log is the truth, announcements
 * are a hint: one that got lost (its process died after COMMIT) is found in the log by the others.
 */
export function createEventBus({ db, clock, log, deliver, sweep = SWEEP_MS, relay }: EventBusDeps): EventBus {
  const shared = db.kind === 'postgres'
  const channel = createChannel(db, CHANNEL)
  const seen = new Map<number, number>()
  /** Announcements that may come by two ways. */
  const heard = new Map<string, number>()
  const timers: NodeJS.Timeout[] = []
  let sending = Promise.resolve()
  let stopListening: (() => Promise<void>) | undefined
  let running = false
  let stopped = false
  const failed = (what: string) => (error: unknown) => log.error({ err: error }, what)

  function hand(events: LoggedEvent[]): void {
    const fresh = events.filter(({ id }) => id === 0 || !seen.has(id))
    for (const { id } of fresh) if (id) seen.set(id, clock.now().getTime())
    if (fresh.length) deliver(fresh)
  }

  async function announce(events: LoggedEvent[]): Promise<void> {
    const told = events.map((event) => ({ ...event, at: event.at.toISOString() }))
    const id = randomUUID()
    if (relay && (await relay.send({ id, events: told }))) return
    await channel.send(JSON.stringify(told), id)
  }

  function hear(id: string, events: Announcement['events']): void {
    if (relay && heard.has(id)) return
    if (relay) heard.set(id, clock.now().getTime())
    hand(events.map((event) => ({ ...event, at: new Date(event.at) })))
  }

  async function findUnannounced(): Promise<void> {
    const since = new Date(clock.now().getTime() - LATE_MS)
    hand(
      await db.system.read(
        sql<LoggedEvent>`select id, type, audience, payload, at from event_log where at > ${since} order by id`,
      ),
    )
    for (const [id, at] of seen) if (at < since.getTime() - LATE_MS) seen.delete(id)
    for (const [id, at] of heard) if (at < since.getTime() - LATE_MS) heard.delete(id)
    channel.tidy()
  }

  async function clean(): Promise<void> {
    const before = new Date(clock.now().getTime() - 2 * RESUME_WINDOW_MS)
    await db.system.tx((tx) => tx.run(sql`delete from event_log where at < ${before}`))
  }

  function every(ms: number, work: () => Promise<void>, what: string): void {
    const timer = setInterval(() => void work().catch(failed(what)), ms)
    timer.unref()
    timers.push(timer)
  }

  db.onEvents((events) => {
    if (stopped) return
    hand(events)
    if (shared && running) sending = sending.then(() => announce(events)).catch(failed('events could not be announced'))
  })

  return {
    start: async () => {
      running = true
      every(CLEAN_MS, clean, 'the event log could not be cleaned')
      if (!shared) return
      // What was logged before this process began is for the resume of its sockets, not for delivery.
      const old = await db.system.read(
        sql<{ id: number }>`select id from event_log where at > ${new Date(clock.now().getTime() - LATE_MS)}`,
      )
      for (const { id } of old) seen.set(id, clock.now().getTime())
      stopListening = await channel.listen((text, id) => hear(id, JSON.parse(text) as Announcement['events']))
      relay?.onHear(({ id, events }) => running && hear(id, events))
      every(sweep, findUnannounced, 'the event log could not be read')
    },
    stop: async () => {
      running = false
      stopped = true
      for (const timer of timers.splice(0)) clearInterval(timer)
      await stopListening?.()
      await sending
    },
  }
}
