import { localTime, nightIntervals, timeOfDayInterval } from '../core/dates.ts'
import type { ErrorCode } from '../core/errors.gen.ts'
import type { AppointmentKind, Site } from './schema.ts'

/** A place that is not paid for is let go after so long, or at its start. */
export const HOLD_MINUTES = 30
/** Both sides are reminded so long before. */
export const REMIND_MINUTES = 30
export const DEFAULT_MINUTES = 15

export type Currency = 'TWD' | 'CNY'

/** A session of a doctor as the schedule gives it. `closed` says why nobody can be booked into it. */
export interface BookingSession {
  interval: number
  startAt: string
  endAt: string
  capacity: number
  slotMinutes: number
  site: 'any' | 'video' | 'onsite'
  closed: string | null
}
/** What of a doctor's time is taken. */
export interface Taken {
  /** The part of the day in whose session it counts; `null`: of another day or institution, and only in the way. */
  interval: number | null
  startAt: string
  minutes: number
}

/** What somebody asks for. Nothing is required here: what is missing is a conflict like any other. */
export interface BookingWish {
  kind: AppointmentKind
  pid?: number | undefined
  did?: number | undefined
  date?: string | undefined
  interval?: number | undefined
  /** `HH:MM` by the institution's clock; without it the session's first free time. */
  time?: string | undefined
  site: Site
  /** In minor units; without it the doctor's own. */
  fee?: number | undefined
  currency: Currency
  minutes?: number | undefined
}

/** What is known of the world; what is not known yet (`undefined`) refuses nothing. */
export interface BookingFacts {
  now: string
  /** The wish's date and time as an instant. */
  startAt?: string | undefined
  patient?: 'ok' | 'disabled' | 'unknown' | undefined
  doctor?: 'ok' | 'unknown' | undefined
  /** Which ways the doctor offers. */
  offers?: { video: boolean; onsite: boolean; mainland?: boolean } | undefined
  /** The session of that day and part of the day; `null`: there is none. */
  session?: BookingSession | null | undefined
  /** What is taken of that doctor's time around the day, the entry that is being moved left out. */
  taken?: readonly Taken[] | undefined
  /** The patient has something else at that time, or that doctor's session already. */
  patientBusy?: boolean | undefined
}

export interface Conflict {
  /** The field of the wish it is about. */
  path: string
  code: ErrorCode
}

const at = (instant: string) => new Date(instant).getTime()
const MINUTE = 60_000
const ends = (one: Taken) => at(one.startAt) + one.minutes * MINUTE

export interface PlaceTime {
  startAt: string
  minutes: number
  /** How many may still be booked at this very time. */
  free: number
}

/** Entries of the session's own part of the day: they count, wherever in it they lie. */
export const takenOf = (session: BookingSession, taken: readonly Taken[]) =>
  taken.filter(({ interval }) => interval === session.interval)

/**
 * The times of a session, each with how many it still has room for: none would run over the session's end, save where not even
 * one fits. More places than times: several share one. Nobody is put beside an entry that lasts into the time.
 */
export function timesOf(session: BookingSession, taken: readonly Taken[]): PlaceTime[] {
  const [from, until, step] = [at(session.startAt), at(session.endAt), session.slotMinutes * MINUTE]
  const count = Math.max(1, Math.floor((until - from) / step))
  // The rest at the end is no time, and still no reason to put two into one.
  const share = Math.max(1, Math.ceil(session.capacity / Math.max(1, Math.ceil((until - from) / step))))
  const left = Math.max(0, session.capacity - takenOf(session, taken).length)
  return Array.from({ length: count }, (_, index) => {
    const start = from + index * step
    const end = Math.min(start + step, until)
    const beside = taken.filter((one) => at(one.startAt) < end && start < ends(one))
    // Of another day or institution: the doctor is not there, however many share a time here.
    const away = beside.some(({ interval }) => interval === null)
    const free = session.closed || away ? 0 : Math.min(left, Math.max(0, share - beside.length))
    return { startAt: new Date(start).toISOString(), minutes: session.slotMinutes, free }
  })
}

/**
 * Whether a visit of so many minutes may begin at that time: a longer one than the session's slots (a plan that was agreed on)
 * has the times behind it to itself, and ends with the session.
 */
function lasts(session: BookingSession, taken: readonly Taken[], time: PlaceTime, minutes: number): boolean {
  if (minutes <= time.minutes) return true
  const start = at(time.startAt)
  const [behind, end] = [start + time.minutes * MINUTE, start + minutes * MINUTE]
  return end <= at(session.endAt) && !taken.some((one) => at(one.startAt) < end && ends(one) > behind)
}

/** The first time that is still free for so long and has not passed. */
export const firstFree = (
  session: BookingSession,
  taken: readonly Taken[],
  now: string,
  minutes = 0,
): PlaceTime | undefined =>
  timesOf(session, taken).find(
    (one) => one.free > 0 && at(one.startAt) > at(now) && lasts(session, taken, one, minutes),
  )

const special = ['errorMsg1', 'errorMsg2', 'errorMsg3', 'errorMsg4', 'errorMsg5', 'errorMsg6'] as const

/** What a wish lacks. A special appointment has its own six messages (§5). */
function missing(wish: BookingWish): Conflict[] {
  const asked = [
    ['pid', wish.pid],
    ['did', wish.did],
    ['date', wish.date],
    ['time', wish.time],
    ['fee', wish.fee],
    ['minutes', wish.minutes],
  ] as const
  if (wish.kind === 'special')
    return asked.flatMap(([path, value], index) =>
      value === undefined ? [{ path, code: special[index] ?? 'FIELD_EMPTY' }] : [],
    )
  const found: Conflict[] = []
  if (wish.pid === undefined) found.push({ path: 'pid', code: 'PATIENT_REQUIRED' })
  if (wish.did === undefined) found.push({ path: 'did', code: 'DOCTOR_REQUIRED' })
  // An emergency is now.
  if (wish.kind === 'emergency') return found
  if (wish.date === undefined) found.push({ path: 'date', code: 'FIELD_EMPTY' })
  if (wish.interval === undefined && wish.time === undefined) found.push({ path: 'time', code: 'FIELD_EMPTY' })
  return found
}

/** The time itself: gone by, no session, full, or somebody there already. */
function ofTime(wish: BookingWish, facts: BookingFacts): Conflict[] {
  const { now, session, taken } = facts
  if (wish.kind === 'emergency') return []
  const path = wish.time === undefined ? 'interval' : 'time'
  const over = facts.startAt ?? (wish.time === undefined && session ? session.endAt : undefined)
  if (over !== undefined && at(over) <= at(now)) return [{ path, code: 'SLOT_PASSED' }]
  if (wish.kind === 'special') return specialTime(wish, facts)
  if (session === undefined) return []
  if (session === null || session.closed !== null) return [{ path: 'interval', code: 'SLOT_CLOSED' }]
  if (taken === undefined) return []
  if (takenOf(session, taken).length >= session.capacity) return [{ path: 'interval', code: 'SLOT_FULL' }]
  const times = timesOf(session, taken)
  if (wish.time === undefined) {
    return firstFree(session, taken, now, wish.minutes) ? [] : [{ path: 'interval', code: 'SLOT_FULL' }]
  }
  const chosen = times.find(({ startAt }) => facts.startAt !== undefined && at(startAt) === at(facts.startAt))
  if (!chosen) return [{ path, code: 'SLOT_CLOSED' }]
  const fits = chosen.free > 0 && lasts(session, taken, chosen, wish.minutes ?? 0)
  return fits ? [] : [{ path, code: 'SLOT_FULL' }]
}

/** Agreed on apart from the sessions; but nobody is seen twice at once, and no session is overrun by it. */
function specialTime(wish: BookingWish, { startAt, session, taken }: BookingFacts): Conflict[] {
  if (startAt === undefined || taken === undefined) return []
  const end = at(startAt) + (wish.minutes ?? DEFAULT_MINUTES) * MINUTE
  const beside = taken.some((one) => at(one.startAt) < end && at(startAt) < ends(one))
  const full = session ? takenOf(session, taken).length >= session.capacity : false
  return beside || full ? [{ path: 'time', code: 'SLOT_FULL' }] : []
}

/**
 * Everything that stands against a wish, at once, each with its field and its reason. The server asks it under the locks,
 * the drawer while somebody fills it in.
 */
export function conflictsOf(wish: BookingWish, facts: BookingFacts): Conflict[] {
  const found = missing(wish)
  if (facts.patient === 'unknown') found.push({ path: 'pid', code: 'PATIENT_NOT_FOUND' })
  if (facts.patient === 'disabled') found.push({ path: 'pid', code: 'MEMBER_DISABLED' })
  if (facts.doctor === 'unknown') found.push({ path: 'did', code: 'DOCTOR_NOT_FOUND' })
  const onsite = wish.site === 'onsite'
  const offered = facts.offers === undefined || (onsite ? facts.offers.onsite : facts.offers.video)
  const kept = facts.session?.site ?? 'any'
  const fits = kept === 'any' || wish.kind === 'special' || wish.kind === 'emergency' || (kept === 'onsite') === onsite
  if (!offered || !fits) found.push({ path: 'site', code: 'VALUE_INVALID' })
  // A visit for the mainland is one that costs CNY.
  if (wish.currency === 'CNY' && facts.offers?.mainland === false)
    found.push({ path: 'currency', code: 'VALUE_INVALID' })
  found.push(...ofTime(wish, facts))
  if (facts.patientBusy && wish.kind !== 'emergency') found.push({ path: 'pid', code: 'DOUBLE_BOOKED' })
  return found
}

/** One conflict is told by its own code, several by the code that says there are several. */
export const refusalCode = (conflicts: readonly Conflict[]): ErrorCode | undefined =>
  conflicts.length > 1 ? 'BOOKING_INVALID' : conflicts[0]?.code

/** The part of the day of an entry that no session gives: by the clock, and never one that a session counts. */
export function intervalOutside(instant: string, zone: string, sessions: readonly BookingSession[]): number {
  const inside = sessions.find(({ startAt, endAt }) => at(startAt) <= at(instant) && at(instant) < at(endAt))
  if (inside) return inside.interval
  const byClock = timeOfDayInterval(localTime(new Date(instant), zone).hour)
  return byClock === null || sessions.some(({ interval }) => interval === byClock) ? 6 : byClock
}

export interface FeeTable {
  twDay: number | null
  twNight: number | null
  cnDay: number | null
  cnNight: number | null
}
export const isNight = (interval: number): boolean => (nightIntervals as readonly number[]).includes(interval)
/** The doctor's fee for a part of the day (decision 28); null: not offered in that currency. */
export const feeOf = (fees: FeeTable, interval: number, currency: Currency): number | null =>
  currency === 'CNY' ? (isNight(interval) ? fees.cnNight : fees.cnDay) : isNight(interval) ? fees.twNight : fees.twDay
