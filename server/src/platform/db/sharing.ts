import type { CompiledQuery } from 'kysely'
import type { Wire, WireResult } from './wire.ts'

/** Connections that quick reads share. The process of one answers some thousands a second. */
const CONNECTIONS = 2
/**
 * A statement is quick when at most half of its last answers took longer; and nobody joins a shared connection that has owed
 * an answer for so long, since something slow is before them.
 */
const QUICK_MS = 10
const WINDOW = 16
/** Statements whose pace is remembered; texts differ by their filters. */
const KNOWN = 5000
/** Until a connection that could not be opened is tried again. */
const AGAIN_MS = 1000
/** A connection remembers what it prepared; a fresh one after so many reads bounds that memory. */
const USES = 1_000_000

interface Shared {
  wire: Wire
  running: number
  uses: number
}
interface Pace {
  quick: boolean
  seen: number
  slow: number
}

/**
 * Quick reads side by side on few connections. A process of PostgreSQL that sleeps costs more to wake, on both sides, than a
 * quick read costs to answer; one that is kept awake by many callers is woken once for all that came meanwhile. Whether a
 * statement is quick is measured, so that none that takes long stands before others: it has a connection of its own.
 */
export function createSharing(
  open: (onClose: () => void) => Promise<Wire>,
  { timeoutMs, quickMs = QUICK_MS }: { timeoutMs: number; quickMs?: number | undefined },
) {
  const places: (Shared | undefined)[] = Array.from({ length: CONNECTIONS }, () => undefined)
  const opening = new Set<number>()
  const all = new Set<Shared>()
  const paces = new Map<string, Pace>()
  let ending = false
  const watch = setInterval(() => {
    for (const { wire } of all) if (wire.pendingMs() > timeoutMs) wire.destroy()
  }, timeoutMs / 10).unref()

  /** Nobody waits for it: reads go by connections of their own until it is there, and where none comes the next read tries. */
  async function fill(place: number): Promise<void> {
    if (ending || opening.has(place)) return
    opening.add(place)
    try {
      const state: { shared?: Shared } = {}
      const wire = await open(() => {
        if (state.shared) forget(state.shared)
      })
      const shared = { wire, running: 0, uses: 0 }
      state.shared = shared
      all.add(shared)
      if (ending || wire.dead) end(shared)
      else places[place] = shared
      opening.delete(place)
    } catch {
      // Whoever asks next by a connection of its own hears why.
      setTimeout(() => opening.delete(place), AGAIN_MS).unref()
    }
  }
  function forget(shared: Shared): void {
    all.delete(shared)
    const place = places.indexOf(shared)
    if (place >= 0) places[place] = undefined
  }
  /** Nobody joins it any more; it ends when those who are on it have their answers. */
  function end(shared: Shared): void {
    const place = places.indexOf(shared)
    if (place >= 0) places[place] = undefined
    if (shared.running === 0) shared.wire.end()
  }

  function free(): Shared | undefined {
    let best: Shared | undefined
    places.forEach((shared, place) => {
      if (!shared) void fill(place)
      else if (shared.wire.pendingMs() <= (best ? -1 : quickMs)) best = shared
    })
    return best
  }

  return {
    quick: (sql: string) => paces.get(sql)?.quick ?? false,
    note(sql: string, ms: number): void {
      let pace = paces.get(sql)
      if (!pace) {
        if (paces.size >= KNOWN) paces.clear()
        pace = { quick: false, seen: 0, slow: 0 }
        paces.set(sql, pace)
      }
      pace.seen += 1
      if (ms > quickMs) pace.slow += 1
      if (pace.seen < WINDOW) return
      pace.quick = pace.slow * 2 <= WINDOW
      pace.seen = 0
      pace.slow = 0
    },
    /** Undefined: no shared connection is free for it. */
    run(queries: readonly CompiledQuery[]): Promise<WireResult[]> | undefined {
      const shared = free()
      if (!shared) return undefined
      shared.running += 1
      shared.uses += 1
      return shared.wire.runApart(queries).finally(() => {
        shared.running -= 1
        if (shared.uses > USES || shared.wire.stale || ending || !places.includes(shared)) end(shared)
      })
    },
    use: () => ({ max: CONNECTIONS, open: all.size, busy: [...all].filter(({ running }) => running > 0).length }),
    async end(): Promise<void> {
      ending = true
      clearInterval(watch)
      for (const shared of [...all]) end(shared)
      for (let tries = 0; all.size > 0 && tries < 200; tries += 1)
        await new Promise((resolve) => setTimeout(resolve, 25))
    },
  }
}
