import { addDays } from '../core/zone.ts'
import type { AppointmentStatus } from './schema.ts'

/** What tells whether a visit is among those of now. A row of a list carries all of it. */
export interface CurrentFacts {
  status: AppointmentStatus
  /** The day it is kept under: of a session past midnight the day on which the session began. */
  date: string
  kind: string
  interval: number
  inConsultation: boolean
  /** When the visit, and its session where that runs past the midnight of `date`, is over. */
  overAt: string
}

const arrived: readonly AppointmentStatus[] = ['checkedIn', 'redial']
const expected: readonly AppointmentStatus[] = ['held', 'registered', 'autoCancelled']
const DAY_MS = 86_400_000

/**
 * Is the visit one of today's? Those of the day are; of the day before those of a session that still runs; and whoever waits,
 * is in a call, is to be called again or came as an emergency, until somebody has dealt with them, whatever the calendar says.
 * The server asks the same of its rows (`server/src/visits/current.ts`).
 */
export function isCurrent(visit: CurrentFacts, { now, today }: { now: Date; today: string }): boolean {
  if (visit.date >= today) return visit.date === today
  if (arrived.includes(visit.status)) return true
  const over = new Date(visit.overAt).getTime()
  if (expected.includes(visit.status)) {
    if (visit.inConsultation) return true
    // An emergency that nobody came to is never called off by the clock; one that was missed is closed after a day.
    if (visit.kind === 'emergency' || visit.interval === 0)
      return visit.status !== 'autoCancelled' || over + DAY_MS > now.getTime()
  }
  return addDays(visit.date, 1) === today && over > now.getTime()
}

/** Whoever waits since more than a day has been forgotten: they stay in the lists, and are none to be seen next. */
export const waitsSinceLong = (
  { checkedInAt, startAt }: { checkedInAt: string | null; startAt: string },
  now: Date,
): boolean => Date.parse(checkedInAt ?? startAt) + DAY_MS <= now.getTime()
