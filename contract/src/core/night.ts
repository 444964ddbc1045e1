import { localTime } from './zone.ts'

/** Hours of the day by the institution's clock: 22 to 7 is over midnight; from and to alike is no night at all. */
export interface Night {
  from: number
  to: number
}
const HOUR = 3_600_000

export const sleeps = (hour: number, { from, to }: Night): boolean =>
  from < to ? hour >= from && hour < to : from > to && (hour >= from || hour < to)

/** What is left of the hour by the wall clock. */
export function restOfHour(at: Date, zone: string): number {
  const { minute, second } = localTime(at, zone)
  return HOUR - (minute * 60 + second) * 1000 - (at.getTime() % 1000)
}

/**
 * When the night that it is now is over; null by day. Hour by hour of the wall clock, so that a night in which the clocks are
 * changed ends when the wall clock says so.
 */
export function endOfNight(now: Date, night: Night | null, zone: string): Date | null {
  if (!night) return null
  let at = now
  while (sleeps(localTime(at, zone).hour, night)) at = new Date(at.getTime() + restOfHour(at, zone))
  return at === now ? null : at
}
