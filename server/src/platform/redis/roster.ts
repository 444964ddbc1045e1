import type { Line } from './line.ts'

/** What a process says of itself to the others. `n` counts its changes, so that a missed one is noticed. */
export type RosterWord =
  | { kind: 'change'; of: string; n: number; came: string[]; went: string[] }
  | { kind: 'whole'; of: string; n: number; audiences: string[] }
  | { kind: 'beat'; of: string; n: number }
  | { kind: 'gone'; of: string }
  | { kind: 'tell'; of: string; whom: string }

export interface RosterDeps {
  self: string
  name: string
  line: Line
  /** To all other processes, by whichever way reaches them. */
  say(word: RosterWord): void
  /** A beat got to Redis, or did not. */
  onBeat(ok: boolean): void
  onError(error: unknown): void
}
/** Who is connected to which process: in Redis, and as each process has heard of it. */
export interface Roster {
  /** Counted: a person has several lines. */
  arrived(audience: string): void
  left(audience: string): void
  /** On any process that lives. */
  has(audience: string): boolean
  hear(word: RosterWord): void
  /** Another process is gone, in order or not; its connections with it. */
  onLost(fn: (process: string) => void): void
  /** One that was not known a moment ago. */
  onFound(fn: () => void): void
  /** Of several that all know of something to be done once, one. */
  leads(): boolean
  processes(): number
  /** Anew to Redis, from Redis. */
  refresh(): void
  start(): void
  stop(): Promise<void>
}

const BEAT_MS = 1500
const GATHER_MS = 10
/** A process that says nothing for so long is gone: four beats. */
const LOST_MS = 6000
/** A process that is killed is noticed after this at most; milliseconds. */
export const PROCESS_LOST_MS = LOST_MS + BEAT_MS
/** What nobody takes away (all processes are gone) ends by itself. */
const KEPT_MS = 10 * 60_000
/** What was said lies in Redis no longer than one who missed it may still want it: names of people are in it. */
const SAID_MS = 35_000

/** Says that this one lives, by Redis's own clock, and tidies; answers how many it has noted of it, and who else lives. */
const BEAT = `
local now = redis.call('TIME')
local ms = now[1] * 1000 + math.floor(now[2] / 1000)
redis.call('ZADD', KEYS[1], ms, ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
redis.call('PEXPIRE', KEYS[2], ARGV[3])
for _, one in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ms - ARGV[2])) do
  redis.call('ZREM', KEYS[1], one)
  redis.call('DEL', ARGV[4] .. one)
end
redis.call('XTRIM', KEYS[3], 'MINID', ms - ARGV[5])
redis.call('PEXPIRE', KEYS[3], ARGV[5])
return {redis.call('SCARD', KEYS[2]), redis.call('ZRANGE', KEYS[1], 0, -1)}`

interface Other {
  n: number
  audiences: Set<string>
  /** Last heard of, by `performance.now()`: no clock of anybody's. */
  at: number
  asked: boolean
}

export function createRoster(deps: RosterDeps): Roster {
  const { self, name, line, say } = deps
  const here = new Map<string, number>()
  const others = new Map<string, Other>()
  const lost: ((process: string) => void)[] = []
  const found: (() => void)[] = []
  const processes = `${name}:processes`
  const setOf = (one: string) => `${name}:connected:${one}`
  const changed = new Set<string>()
  let flushing: NodeJS.Timeout | undefined
  let n = 0
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let beating: Promise<void> | undefined

  /** Of a process that starts or is lost hundreds come and go at once: what happens within a moment is one change. */
  function change(audience: string): void {
    changed.add(audience)
    flushing ??= setTimeout(flush, GATHER_MS).unref()
  }
  function flush(): void {
    clearTimeout(flushing)
    flushing = undefined
    if (!changed.size) return
    const [came, went] = [[...changed].filter((one) => here.has(one)), [...changed].filter((one) => !here.has(one))]
    changed.clear()
    n += 1
    if (line.up) {
      const work = line.run(async (redis) => {
        const both = redis.multi()
        if (came.length) both.sAdd(setOf(self), came)
        if (went.length) both.sRem(setOf(self), went)
        await both.exec()
      })
      // What did not get there is seen at the next beat, by how many there are.
      work.catch(() => undefined)
    }
    say({ kind: 'change', of: self, n, came, went })
  }

  const heardOf = (one: string): Other => {
    const known = others.get(one) ?? { n: -1, audiences: new Set<string>(), at: 0, asked: false }
    known.at = performance.now()
    if (!others.has(one)) {
      others.set(one, known)
      for (const fn of found) fn()
    }
    return known
  }
  function forget(one: string): void {
    if (!others.delete(one)) return
    for (const fn of lost) fn(one)
  }

  /** All that another process has, as it was when its number was at least `n`. */
  async function fetch(one: string): Promise<void> {
    const other = heardOf(one)
    if (other.asked) return
    other.asked = true
    try {
      // From itself: what stands in Redis may be a change behind what it has said.
      say({ kind: 'tell', of: self, whom: one })
      if (!line.up || other.n >= 0) return
      const audiences = await line.run((redis) => redis.sMembers(setOf(one)))
      // It may have answered meanwhile, and knows better.
      if (other.n < 0) other.audiences = new Set(audiences)
    } catch {
      // It answers by itself, too.
    } finally {
      setTimeout(() => {
        other.asked = false
      }, BEAT_MS).unref()
    }
  }

  async function beat(): Promise<void> {
    if (line.up) {
      try {
        flush()
        const own = here.size
        const asked = {
          keys: [processes, setOf(self), `${name}:stream`],
          arguments: [self, String(LOST_MS), String(KEPT_MS), setOf(''), String(SAID_MS)],
        }
        const [noted, living] = (await line.run((redis) => redis.eval(BEAT, asked))) as [number, string[]]
        if (stopped) return
        if (noted !== own) await write()
        for (const one of living) if (one !== self && !others.has(one)) await fetch(one)
        deps.onBeat(true)
      } catch {
        deps.onBeat(false)
      }
    }
    say({ kind: 'beat', of: self, n })
    const now = performance.now()
    for (const [one, { at }] of others) {
      if (now - at <= LOST_MS) continue
      // One that lives after all notes itself again.
      if (line.up) line.run((redis) => redis.zRem(processes, one)).catch(() => undefined)
      forget(one)
    }
  }

  async function write(): Promise<void> {
    const all = [...here.keys()]
    await line.run(async (redis) => {
      const whole = redis.multi().del(setOf(self))
      for (let at = 0; at < all.length; at += 1000) whole.sAdd(setOf(self), all.slice(at, at + 1000))
      await whole.pExpire(setOf(self), KEPT_MS).exec()
    })
  }

  const turn = () => {
    beating ??= beat()
      .catch(deps.onError)
      .finally(() => {
        beating = undefined
      })
    return beating
  }

  return {
    arrived(audience) {
      const count = here.get(audience) ?? 0
      here.set(audience, count + 1)
      if (count === 0) change(audience)
    },
    left(audience) {
      const count = here.get(audience) ?? 0
      if (count > 1) return void here.set(audience, count - 1)
      if (here.delete(audience)) change(audience)
    },
    has: (audience) => here.has(audience) || [...others.values()].some(({ audiences }) => audiences.has(audience)),
    hear(word) {
      if (stopped || word.of === self) return
      if (word.kind === 'gone') return forget(word.of)
      if (word.kind === 'tell') {
        if (word.whom !== self) return
        flush()
        say({ kind: 'whole', of: self, n, audiences: [...here.keys()] })
        return
      }
      const other = heardOf(word.of)
      if (word.kind === 'whole') {
        other.n = word.n
        other.audiences = new Set(word.audiences)
      } else if (word.kind === 'change') {
        // The next one, or one that came by the other way, too.
        if (word.n <= other.n) return
        const missed = other.n >= 0 && word.n !== other.n + 1
        for (const one of word.came) other.audiences.add(one)
        for (const one of word.went) other.audiences.delete(one)
        if (missed || other.n < 0) void fetch(word.of)
        else other.n = word.n
      } else if (word.n !== other.n) void fetch(word.of)
    },
    onLost: (fn) => void lost.push(fn),
    onFound: (fn) => void found.push(fn),
    leads: () => [...others.keys()].every((one) => self < one),
    processes: () => others.size + 1,
    refresh: () => void turn(),
    start() {
      void turn()
      timer = setInterval(() => void turn(), BEAT_MS)
      timer.unref()
    },
    async stop() {
      clearInterval(timer)
      clearTimeout(flushing)
      await beating
      stopped = true
      say({ kind: 'gone', of: self })
      await line.run((redis) => redis.multi().zRem(processes, self).del(setOf(self)).exec(), 500).catch(() => undefined)
    },
  }
}
