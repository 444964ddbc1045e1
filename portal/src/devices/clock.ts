import { AHEAD_MS } from '@teleward/contract/core/dates.ts'
import { instantOf } from '@teleward/contract/core/zone.ts'
import type { WallTime } from './packet.ts'

/** Devices whose battery was out begin in 1970, 2000, 2010 …: what is before this was not set by anybody. */
const FIRST_YEAR = 2020
const MINUTE = 60_000

export interface Moment {
  /** Milliseconds since 1970 UTC. */
  at: number
  /** `arrival`: the device's clock is unknown, not set or ahead, and the time of arrival stands in its place. */
  clock: 'device' | 'arrival'
}
export const onArrival = (arrivedAt: number): Moment => ({ at: arrivedAt, clock: 'arrival' })

/** An instant that a device or the app claims, or the time of arrival where it cannot be one. */
export function trusted(at: number, arrivedAt: number): Moment {
  const since = Date.UTC(FIRST_YEAR, 0, 1)
  return at >= since && at <= arrivedAt + AHEAD_MS ? { at, clock: 'device' } : onArrival(arrivedAt)
}

/** When a device says it measured: its wall clock is the venue's, `zone`, for none says more. */
export function measuredAt(wall: WallTime | null, zone: string, arrivedAt: number, offsetMin = 0): Moment {
  if (!wall || wall.year < FIRST_YEAR || wall.month === 0 || wall.day === 0) return onArrival(arrivedAt)
  // A day that its month does not have would become one of the next.
  if (new Date(Date.UTC(wall.year, wall.month - 1, wall.day)).getUTCDate() !== wall.day) return onArrival(arrivedAt)
  return trusted(instantOf(wall, zone).getTime() + offsetMin * MINUTE, arrivedAt)
}
