import { type Night, restOfHour, sleeps } from '../core/night.ts'
import { localTime } from '../core/zone.ts'
import type { CaseType } from './rules.ts'

/** Hours in which a case is first answered, and in which it is done; `null`: none is set. */
export interface CaseTarget {
  first: number | null
  done: number | null
}
export const defaultTargets: Readonly<Record<CaseType, CaseTarget>> = {
  consultation: { first: 4, done: 72 },
  appointment: { first: 2, done: 24 },
  followUp: { first: 24, done: 168 },
  readings: { first: 1, done: 24 },
  complaint: { first: 2, done: 72 },
  family: { first: 8, done: 72 },
  other: { first: 8, done: 120 },
}
export const MOST_TARGET_HOURS = 720
/** Of a target, after which it is about to be missed. */
export const NEAR = 0.8

const HOUR = 3_600_000

/**
 * When so many hours are over. At night the clock stands still, where there is a night: hour by hour of the wall clock, so
 * that a night in which the clocks are changed is as long as it is.
 */
export function dueAt(start: Date, hours: number, night: Night | null, zone: string): Date {
  let left = hours * HOUR
  let at = start.getTime()
  if (!night || night.from === night.to) return new Date(at + left)
  while (left > 0) {
    const rest = restOfHour(new Date(at), zone)
    // At night the targets stand still.
    if (sleeps(localTime(new Date(at), zone).hour, night)) at += rest
    else {
      const step = Math.min(rest, left)
      at += step
      left -= step
    }
  }
  return new Date(at)
}

export interface Clocks {
  firstWarn: Date | null
  firstDue: Date | null
  doneWarn: Date | null
  doneDue: Date | null
}
export function clocksOf(start: Date, { first, done }: CaseTarget, night: Night | null, zone: string): Clocks {
  const after = (hours: number | null, part = 1) => (hours === null ? null : dueAt(start, hours * part, night, zone))
  return {
    firstWarn: after(first, NEAR),
    firstDue: after(first),
    doneWarn: after(done, NEAR),
    doneDue: after(done),
  }
}
