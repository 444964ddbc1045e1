import { setTimeout as sleep } from 'node:timers/promises'
import { CompiledQuery } from 'kysely'
import { isAppError } from '../errors.ts'
import type { AnsweredBy, Driver, Execute, ReplicaFigures, ReplicaState, ReplicaWatch } from './driver.ts'
import { DbError, isLost } from './errors.ts'
import { createPositions, type Place, type Positions, positionOf, STANDBY } from './positions.ts'
import { readOnly, sessionSettings } from './scope.ts'

export interface Replicas extends ReplicaWatch {
  /** The runs of one request: `run` is given a transaction that changes nothing and sees all that was committed before the request. */
  request(): <T>(settings: CompiledQuery, run: (execute: Execute) => Promise<T>) => Promise<T>
  close(): Promise<void>
}

export interface ReplicaOptions {
  primary: Driver
  open(url: string, options: { max: number; patience: number }): Driver
  urls: readonly string[]
  max: number
  /** A replica has come near, fell behind, or went away; `at` without user and password. */
  onChange?: ((at: string, state: ReplicaState, lagSeconds: number | undefined) => void) | undefined
  /** What a replica failed with, by its code alone, where the primary answered in its place and nothing else would tell. */
  onError?: ((at: string, code: string) => void) | undefined
  /** In milliseconds, for tests. */
  probeEvery?: number
}

/** A list may be a second old, and a replica that far behind is nearly always on its way: whoever asks waits so long for it. */
const CATCH_UP_MS = 250
/** What has not said in this time where it stands is gone. */
const ANSWER_MS = 1500
const PROBE_MS = 1000
/** A report may take long; a line that is no more is noticed by the probe long before. */
const PATIENCE_MS = 60_000

class Left extends Error {
  readonly state: ReplicaState
  constructor(state: ReplicaState) {
    super(`the replica is ${state}`)
    this.state = state
  }
}

/**
 * Reads of requests whose definition says `replica`. Where the primary stands is asked once the request has come, and a
 * replica answers only if it has replayed that much: so it knows every change that anybody, by any process, was told of
 * before. A replica that has not, or does not answer, is left alone, and the primary answers in its place.
 */
export function createReplicas({
  primary,
  open,
  urls,
  max,
  onChange,
  onError,
  probeEvery = PROBE_MS,
}: ReplicaOptions): Replicas {
  const positions = createPositions(primary)
  const ending = new AbortController()
  const listeners: ((by: AnsweredBy) => void)[] = []
  const told = (by: AnsweredBy) => {
    for (const listener of listeners) listener(by)
  }
  const replicas = urls.map((url) => {
    const at = new URL(url).host
    return createReplica({
      at,
      driver: open(url, { max, patience: PATIENCE_MS }),
      // Of its own: no report in front of it keeps it waiting.
      probe: open(url, { max: 1, patience: ANSWER_MS * 2 }),
      changed: (state, lag) => {
        if (!ending.signal.aborted) onChange?.(at, state, lag)
      },
    })
  })
  let turn = 0
  const next = () => {
    const ready = replicas.filter(({ figures }) => figures().state === 'ready')
    turn = (turn + 1) % Math.max(1, ready.length)
    return ready[turn]
  }
  const look = async () => {
    try {
      const place = await positions.now()
      await Promise.all(replicas.map((one) => one.look(place, positions)))
    } catch {
      // Where the primary stands is not known, nor how near anybody is to it: nobody can be sent elsewhere before it answers again.
      for (const one of replicas) one.leave('unknown')
    }
  }
  const watch = async () => {
    for (; !ending.signal.aborted; await sleep(probeEvery, undefined, { signal: ending.signal }).catch(() => undefined))
      await look()
  }
  void watch()

  return {
    figures: () => replicas.map((one) => one.figures()),
    onRead: (fn) => void listeners.push(fn),
    request: () => {
      let place: Promise<Place> | undefined
      // One for all its reads: of two replicas one may know what the other does not yet.
      let replica: ReturnType<typeof next>
      // Who was answered by the primary has seen what a replica may not have yet.
      let stays = false
      return async (settings, run) => {
        const looking = readOnly(settings)
        replica ??= next()
        if (!stays && replica?.figures().state === 'ready') {
          place ??= positions.now()
          const { lsn } = await place
          try {
            const result = await replica.run(looking, lsn, run)
            told('replica')
            return result
          } catch (error) {
            // A refusal is an answer. What is wrong with a statement fails at the primary as well, and says so there.
            if (isAppError(error)) throw error
            if (!isPassing(error)) onError?.(replica.at, codeOf(error))
          }
        }
        stays = true
        told('primary')
        return primary.tx(looking, run)
      }
    },
    async close() {
      // A look that waits for a silent primary is not waited for: it finds connections that are closed, and tells nobody.
      ending.abort()
      await Promise.all(replicas.map((one) => one.close()))
    },
  }
}

/** It went away or has not come so far, which its state says; or it gave way to what it replays (40001), which is nothing wrong. */
const isPassing = (error: unknown) =>
  error instanceof Left ||
  isLost(error) ||
  (error instanceof DbError && /^(40|57P0|CONNECT_|E[A-Z]+$)/.test(error.code))
const codeOf = (error: unknown) =>
  error instanceof DbError ? error.code : error instanceof Error ? error.name : typeof error

interface Parts {
  at: string
  driver: Driver
  probe: Driver
  changed(state: ReplicaState, lagSeconds: number | undefined): void
}

function createReplica({ at, driver, probe, changed }: Parts) {
  let state: ReplicaState = 'gone'
  let lagSeconds: number | undefined
  /** Of those who wait for it now: each is sent elsewhere when it goes. */
  const waiting = new Set<(error: Error) => void>()

  function leave(now: ReplicaState, lag?: number) {
    const before = state
    state = now
    lagSeconds = lag
    if (now !== before) changed(now, lag)
    if (now === 'gone') for (const reject of [...waiting]) reject(new Left(now))
  }

  /** Ends when the replica has replayed so much; else it is left alone until the probe finds it near again. */
  async function caughtUp(execute: Execute, lsn: string) {
    for (const until = performance.now() + CATCH_UP_MS; ; await sleep(10)) {
      const { rows } = await execute(
        CompiledQuery.raw('select pg_last_wal_replay_lsn() >= $1::text::pg_lsn as near', [lsn]),
      )
      const { near } = rows[0] as { near: boolean | null }
      if (near) return
      if (near === null || performance.now() > until) throw new Left(near === null ? 'unfit' : 'behind')
    }
  }

  return {
    at,
    figures: (): ReplicaFigures => ({ state, lagSeconds }),
    leave,
    async run<T>(settings: CompiledQuery, lsn: string, work: (execute: Execute) => Promise<T>): Promise<T> {
      let abandoned = false
      const { promise: outside, reject } = Promise.withResolvers<never>()
      outside.catch(() => undefined)
      waiting.add(reject)
      // For this run alone: it may have waited for a connection behind reports. Whether the replica is gone the probe says.
      const late = setTimeout(() => reject(new Left('gone')), CATCH_UP_MS + ANSWER_MS)
      const answered = driver.tx(settings, async (execute) => {
        await caughtUp(execute, lsn)
        clearTimeout(late)
        return work((query) => {
          // The primary has been asked in the meantime: nothing of this run goes on.
          if (abandoned) throw new Left('gone')
          return execute(query)
        })
      })
      answered.catch(() => undefined)
      try {
        return await Promise.race([answered, outside])
      } catch (error) {
        if (error instanceof Left && error.state !== 'gone') leave(error.state)
        throw error
      } finally {
        abandoned = true
        clearTimeout(late)
        waiting.delete(reject)
      }
    },
    async look({ lsn, identity }: Place, positions: Positions) {
      const found = await standingOf(probe)
      if (!found) return leave('gone')
      if (!found.standby || found.lsn === null || found.identity !== identity) return leave('unfit')
      const replayed = positionOf(found.lsn)
      // What it has and the primary has not is of another one that it followed: the two have parted.
      if (replayed > positionOf(lsn) && replayed > positionOf((await positions.now()).lsn)) return leave('unfit')
      const lag = replayed >= positionOf(lsn) ? 0 : positions.since(replayed, found.replayed_at)
      leave(lag * 1000 > CATCH_UP_MS ? 'behind' : 'ready', lag)
    },
    close: () => Promise.all([driver.close(), probe.close()]),
  }
}

interface Standing {
  lsn: string | null
  identity: string
  standby: boolean
  replayed_at: Date | null
}
/** Nothing where it does not answer. */
function standingOf(probe: Driver): Promise<Standing | undefined> {
  const asked = probe
    .tx(sessionSettings('system'), (execute) => execute(STANDBY))
    .then(
      ({ rows }) => rows[0] as Standing,
      () => undefined,
    )
  return Promise.race([asked, sleep(ANSWER_MS, undefined, { ref: false })])
}
