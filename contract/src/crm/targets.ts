import { addBusinessTime, type BusinessCalendar } from '../core/business-hours.ts'
import type { CaseType } from './rules.ts'

/** What an institution sets for a type of cases. */
export interface CaseTarget {
  /** Hours of work in which a case is first answered, and in which it is done; `null`: none is set. */
  first: number | null
  done: number | null
  /** Whether cases of it are opened; those that are there go on. */
  offered: boolean
  /** Who has a new one to which nobody was named, where they are at work in its unit; `null`: nobody. */
  owner: number | null
}
const target = (first: number, done: number): CaseTarget => ({ first, done, offered: true, owner: null })
export const defaultTargets: Readonly<Record<CaseType, CaseTarget>> = {
  consultation: target(4, 72),
  appointment: target(2, 24),
  followUp: target(24, 168),
  readings: target(1, 24),
  complaint: target(2, 72),
  family: target(8, 72),
  other: target(8, 120),
}
export const MOST_TARGET_HOURS = 720
/** Of a target, after which it is about to be missed. */
export const NEAR = 0.8

const HOUR = 3_600_000

/** When so many hours of work are over. */
export const dueAt = (start: Date, hours: number, calendar: BusinessCalendar): Date =>
  addBusinessTime(start, hours * HOUR, calendar)

export interface Clocks {
  firstWarn: Date | null
  firstDue: Date | null
  doneWarn: Date | null
  doneDue: Date | null
}
export function clocksOf(
  start: Date,
  { first, done }: Pick<CaseTarget, 'first' | 'done'>,
  calendar: BusinessCalendar,
): Clocks {
  const after = (hours: number | null, part = 1) => (hours === null ? null : dueAt(start, hours * part, calendar))
  return {
    firstWarn: after(first, NEAR),
    firstDue: after(first),
    doneWarn: after(done, NEAR),
    doneDue: after(done),
  }
}

/** How an open case stands to what is due next: in time, about to be late, late; `null`: nothing is due. */
export type Standing = 'due' | 'near' | 'late'
export function standingOf(
  { dueAt: due, warnAt: warn }: { dueAt: string | null; warnAt: string | null },
  now: number,
): Standing | null {
  if (due === null) return null
  if (Date.parse(due) <= now) return 'late'
  return warn !== null && Date.parse(warn) <= now ? 'near' : 'due'
}
