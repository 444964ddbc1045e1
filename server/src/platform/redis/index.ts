import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Server } from 'socket.io'
import type { Db } from '../db/index.ts'
import { type Announcement, createChannel, type Relay } from '../events/index.ts'
import type { Counted } from '../limits.ts'
import type { Metrics } from '../observe/metrics.ts'
import { installationSecret } from '../secret.ts'
import { countsOver } from './counts.ts'
import { createLine } from './line.ts'
import { createRoster, type Roster, type RosterWord } from './roster.ts'
import { createStream } from './stream.ts'

export type { Roster } from './roster.ts'

export interface JoinDeps {
  url: string
  db: Db
  /** Made a moment later than this. */
  log(): {
    warn(data: object, text: string): void
    info(data: object, text: string): void
    error(data: object, text: string): void
  }
  metrics: Metrics
}
/** Several processes as one system, by a Redis that may go and come back. */
export interface Joined {
  /** Whether this process reads from it and writes to it. */
  readonly up: boolean
  /** This process, among the others. */
  readonly self: string
  attach(io: Server): void
  relay: Relay
  roster: Roster
  /** Says it to every other process, once, by whichever way reaches it. */
  tell(topic: string, data: unknown): Promise<void>
  on(topic: string, hear: (data: unknown) => void): void
  count(kind: string, key: string, windowMs: number): Promise<Counted | undefined>
  start(): Promise<void>
  stop(): Promise<void>
}

const CHANNEL = 'teleward_between'
const ASK_MS = 1000
const DEAF_SAYS_MS = 2000
/** A process that said it hears nothing from Redis, and says nothing more, is gone or hears again. */
const DEAF_MS = 7000
/** A start waits so long for its first connection, and goes on without. */
const FIRST_MS = 1500

interface Word {
  id: string
  topic: string
  data: unknown
}
interface Deaf {
  of: string
  deaf: boolean
}
/** Longer than what is late is still read from the stream. */
const HEARD_MS = 60_000
const UNHEARD = 'what another process said could not be followed'

/**
 * While every process hears from Redis, what they tell each other goes by it alone. One that does not says so over the
 * database, and until it hears again everything is told by both ways; what comes twice is known by its id.
 */
export async function joinByRedis({ url, db, log, metrics }: JoinDeps): Promise<Joined> {
  // Several systems may use one Redis: each has names of its own.
  const secret = await installationSecret(db, 'redis.name')
  const name = `teleward:${createHash('sha256').update(secret).digest('hex').slice(0, 16)}`
  const self = randomUUID()
  const channel = createChannel(db, CHANNEL)
  const byDatabase = db.kind === 'postgres'
  const deafOnes = new Map<string, number>()
  const hearers = new Map<string, (data: unknown) => void>()
  const heard = new Map<string, number>()
  const failures = metrics.counter('teleward_redis_failures_total', 'What Redis was asked for in vain.', ['what'])
  let wasUp: boolean | undefined
  let beats = false
  let stopped = false
  let saying = Promise.resolve()
  let regular: NodeJS.Timeout | undefined
  let stopListening: (() => Promise<void>) | undefined
  const failed = (what: string) => (error: unknown) => log().error({ err: error }, what)

  const line = createLine({ url, askEvery: ASK_MS, onUp: () => roster.refresh(), onDown: (reason) => turned(reason) })
  const stream = createStream({
    url,
    name: `${name}:stream`,
    line,
    onReading: () => turned(),
    onDeaf: (reason) => turned(reason),
    onError: failed(UNHEARD),
  })
  const up = () => line.up && stream.reading && beats
  function everybody(): boolean {
    const now = performance.now()
    for (const [one, until] of deafOnes) if (until < now) deafOnes.delete(one)
    return up() && deafOnes.size === 0
  }

  function overDatabase(word: Word): Promise<void> {
    if (byDatabase)
      saying = saying
        .then(() => channel.send(JSON.stringify(word)))
        .catch(failed('the other processes could not be told'))
    return saying
  }
  const sayDeaf = (deaf: boolean) =>
    void overDatabase({ id: randomUUID(), topic: 'deaf', data: { of: self, deaf } satisfies Deaf })

  async function tell(topic: string, data: unknown): Promise<void> {
    const word: Word = { id: randomUUID(), topic, data }
    const all = everybody()
    const told = stream.send('word', word).then(
      () => true,
      () => false,
    )
    if (!all) {
      await overDatabase(word)
      await told
      return
    }
    if ((await told) && everybody()) return
    failures.add({ what: topic })
    await overDatabase(word)
  }
  function hear(word: Word): void {
    // A process that hears by both ways, and one that hears late what it heard by the other.
    if (heard.has(word.id)) return
    heard.set(word.id, performance.now())
    try {
      hearers.get(word.topic)?.(word.data)
    } catch (error) {
      failed(UNHEARD)(error)
    }
  }

  /** Something about the connection changed: the others are told at once, and whoever reads the log. */
  function turned(reason?: string): void {
    if (stopped) return
    if (!line.up) beats = false
    const now = up()
    if (now === wasUp || (!now && reason === undefined)) return
    wasUp = now
    if (now) log().info({}, 'Redis joins the processes')
    else {
      log().warn(
        { reason },
        'Redis cannot be used: the processes go on over the database, and each counts limits by itself',
      )
      roster.refresh()
    }
    sayDeaf(!now)
  }

  const roster = createRoster({
    self,
    name,
    line,
    say: (word) => void tell('presence', word),
    onBeat: (ok) => {
      if (!ok) failures.add({ what: 'presence' })
      beats = ok
      turned(ok ? undefined : 'it takes nothing')
    },
    onError: failed('the processes could not be counted'),
  })
  hearers.set('presence', (word) => roster.hear(word as RosterWord))
  hearers.set('deaf', (word) => {
    const { of, deaf } = word as Deaf
    const all = everybody()
    if (deaf) deafOnes.set(of, performance.now() + DEAF_MS)
    else deafOnes.delete(of)
    // It does not know of us by Redis any more.
    if (all && deaf) roster.refresh()
  })
  stream.on('word', (word) => hear(word as Word))

  metrics.gauge('teleward_redis_up', 'Whether this process reads from Redis and writes to it.', () => Number(up()))
  metrics.gauge('teleward_processes', 'Processes that this one knows to live, itself included.', () =>
    roster.processes(),
  )

  return {
    get up() {
      return up()
    },
    self,
    attach: (io) => stream.attach(io),
    relay: {
      async send(message) {
        // Asked before and after: who says meanwhile that it hears nothing may have missed this.
        const before = everybody()
        try {
          await stream.send('events', message)
          return before && everybody()
        } catch {
          if (before) failures.add({ what: 'events' })
          return false
        }
      },
      onHear: (heard) => stream.on('events', (message) => heard(message as Announcement)),
    },
    roster,
    tell,
    on: (topic, hearer) => void hearers.set(topic, hearer),
    count: countsOver(line, name, () => failures.add({ what: 'limits' })),
    async start() {
      if (byDatabase) stopListening = await channel.listen((text) => hear(JSON.parse(text) as Word))
      line.start()
      stream.start()
      roster.start()
      regular = setInterval(() => {
        channel.tidy()
        const old = performance.now() - HEARD_MS
        for (const [id, at] of heard) if (at < old) heard.delete(id)
        if (!up()) sayDeaf(true)
      }, DEAF_SAYS_MS)
      regular.unref()
      const end = performance.now() + FIRST_MS
      while (!up() && performance.now() < end) await sleep(20)
      turned('no connection yet')
    },
    async stop() {
      await roster.stop()
      stopped = true
      clearInterval(regular)
      stream.stop()
      line.stop()
      await saying
      await stopListening?.()
    },
  }
}
