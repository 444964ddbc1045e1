import type { Clock } from './clock.ts'

export interface Counted {
  /** With this one. */
  count: number
  /** Milliseconds until the window is over. */
  ttl: number
}
/** How often something was done within a window that begins with the first time. */
export interface Limits {
  count(kind: string, key: string, windowMs: number): Promise<Counted>
  /** Whether this time is still among so many in a minute. */
  perMinute(kind: string, max: number): (key: string) => Promise<boolean>
}

const MINUTE_MS = 60_000
/** Beyond, windows that are over are forgotten, and the oldest where that is not enough: callers choose their keys. */
const KEYS = 10_000
/** All keys are looked through no more often, however many live. */
const LOOK_MS = 1000

/** Of this process alone. */
export function localCounts(clock: Clock) {
  const seen = new Map<string, { until: number; count: number }>()
  let looked = Number.NEGATIVE_INFINITY
  return (kind: string, key: string, windowMs: number): Counted => {
    const now = clock.now().getTime()
    const name = `${kind} ${key}`
    if (seen.size > KEYS && now - looked >= LOOK_MS) {
      looked = now
      for (const [one, { until }] of seen) if (until <= now) seen.delete(one)
    }
    const [oldest] = seen.keys()
    if (seen.size > KEYS * 2 && oldest !== undefined) seen.delete(oldest)
    const known = seen.get(name)
    const entry = known && known.until > now ? known : { until: now + windowMs, count: 0 }
    entry.count += 1
    seen.set(name, entry)
    return { count: entry.count, ttl: entry.until - now }
  }
}

/** `everywhere`: counts over all processes, or nothing where that is not possible just now; then this process counts by itself. */
export function createLimits(
  clock: Clock,
  everywhere?: (kind: string, key: string, windowMs: number) => Promise<Counted | undefined>,
): Limits {
  const here = localCounts(clock)
  const count: Limits['count'] = async (kind, key, windowMs) => {
    // Counted here in any case: what was done before Redis went, or came back empty, is not forgotten with it.
    const own = here(kind, key, windowMs)
    const all = await everywhere?.(kind, key, windowMs)
    return all && all.count >= own.count ? all : own
  }
  return {
    count,
    perMinute: (kind, max) => async (key) => (await count(kind, key, MINUTE_MS)).count <= max,
  }
}
