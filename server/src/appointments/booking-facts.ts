import { canSeeRow } from '../access/visible.ts'
import type { BookingSession, BookingWish, Taken } from '@teleward/contract/appointments/booking.ts'
import { intervalOutside } from '@teleward/contract/appointments/booking.ts'
import { instantOf, parseDay } from '@teleward/contract/core/dates.ts'
import { offersOf, serviceFlagsOf } from '@teleward/contract/profile/rules.ts'
import { searchKey } from '@teleward/contract/core/search-key.ts'
import { absence } from '../patients/service.ts'
import { sql, type Tx } from '../platform/db/index.ts'
import { bookable } from '../staff/bookable.ts'

/** Who books, as far as booking cares. `unitIds` are those the caller may book in; `null`: whoever works for the house. */
export interface Booker {
  partnerId: number
  unitIds: readonly number[] | null
  /** Sees only own patients: another one has to be named by something complete. */
  narrow: boolean
}

export interface Place {
  zone: string
  today: string
}
export async function placeOf(tx: Tx, partnerId: number, now: Date): Promise<Place> {
  return tx.one(sql<Place>`
    select time_zone as zone, (${now.toISOString()}::timestamptz at time zone time_zone)::date as today from partner where id = ${partnerId}`)
}

export interface PatientFound {
  state: 'ok' | 'disabled' | 'unknown'
  unitIds: number[]
}
/** The units in which the patient may be booked by the caller. */
export async function findPatient(
  tx: Tx,
  booker: Booker,
  pid: number,
  identifier: string | undefined,
): Promise<PatientFound> {
  const { partnerId, unitIds } = booker
  const rows = await tx.many(sql<{ unitId: number }>`
    select mu.unit_id as "unitId" from member_unit mu
    where mu.pid = ${pid} and mu.partner_id = ${partnerId} and mu.status = 'active'
      and ${canSeeRow('mu')} and (${unitIds === null} or mu.unit_id = any (${[...(unitIds ?? [])]}::int[])) order by 1`)
  if (rows.length) return { state: 'ok', unitIds: rows.map(({ unitId }) => unitId) }
  if (booker.narrow && identifier) {
    const [shown] = await tx.many(sql<{ unitIds: number[] }>`
      select unit_ids as "unitIds" from booking_member(${searchKey(identifier)}) where pid = ${pid}`)
    if (shown)
      return { state: 'ok', unitIds: shown.unitIds.filter((unit) => unitIds === null || unitIds.includes(unit)) }
  }
  const why = unitIds === null ? undefined : await absence(tx.many, pid)
  return { state: why?.code === 'MEMBER_DISABLED' ? 'disabled' : 'unknown', unitIds: [] }
}

export interface DoctorFound {
  unitIds: number[]
  offers: ReturnType<typeof offersOf>
}
/** Whoever can be booked there: on board, of a profession that sees patients, in one of the caller's units. */
export async function findDoctor(tx: Tx, booker: Booker, did: number): Promise<DoctorFound | undefined> {
  const { partnerId, unitIds } = booker
  const found = await tx.maybe(sql<{ unitIds: number[]; flags: unknown }>`
    select array_agg(su.unit_id order by su.unit_id) as "unitIds", sp.service_flags as flags
    from staff_partner sp join staff_unit su on su.mid = sp.mid and su.partner_id = sp.partner_id
    where sp.mid = ${did} and sp.partner_id = ${partnerId} and ${bookable}
      and (${unitIds === null} or su.unit_id = any (${[...(unitIds ?? [])]}::int[]))
    group by sp.mid, sp.service_flags`)
  return found && { unitIds: found.unitIds, offers: offersOf(serviceFlagsOf(found.flags)) }
}

export interface DoctorDay {
  sessions: BookingSession[]
  taken: Taken[]
}
/** A doctor's day: its sessions and all that is taken around it, in any institution, also what the caller must not look at. */
export async function doctorDay(tx: Tx, partnerId: number, did: number, date: string): Promise<DoctorDay> {
  const sessions = await tx.many(sql<BookingSession & { startAt: Date | string; endAt: Date | string }>`
    select "interval", start_at as "startAt", end_at as "endAt", capacity, slot_minutes as "slotMinutes", site, closed
    from schedule_sessions(${[did]}::int[], ${date}::date, ${date}::date) where partner_id = ${partnerId} order by start_at`)
  const taken = await tx.many(sql<Taken & { startAt: Date | string }>`
    select "interval", start_at as "startAt", minutes from doctor_taken(${partnerId}::int, ${did}::int, ${date}::date)`)
  const iso = (at: Date | string) => new Date(at).toISOString()
  return {
    sessions: sessions.map((one) => ({ ...one, startAt: iso(one.startAt), endAt: iso(one.endAt) })),
    taken: taken.map((one) => ({ ...one, startAt: iso(one.startAt) })),
  }
}

const DAY_MS = 86_400_000
const wall = (date: string, time: string, zone: string): Date | undefined => {
  const day = parseDay(date)
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return day ? instantOf({ ...day, hour, minute, second: 0 }, zone) : undefined
}
const within = (session: BookingSession, at: Date) =>
  at.getTime() >= new Date(session.startAt).getTime() && at.getTime() < new Date(session.endAt).getTime()

export interface Aim {
  startAt?: string
  interval?: number
  session?: BookingSession | null
}
/**
 * When a wish is, and which session it asks: a time of a session's places may lie after the midnight of its date. A special
 * visit is at the date and time as they were typed.
 */
export function aimOf(wish: BookingWish, sessions: readonly BookingSession[], zone: string, now: Date): Aim {
  if (wish.kind === 'emergency') return { startAt: now.toISOString(), interval: 0, session: null }
  const { date, time } = wish
  if (date === undefined) return {}
  const asked = time === undefined ? undefined : wall(date, time, zone)
  const nextNight = asked && wish.kind !== 'special' ? [new Date(asked.getTime() + DAY_MS)] : []
  const moments = asked ? [asked, ...nextNight] : []
  const fitting = sessions.find(
    (one) =>
      (wish.interval === undefined || one.interval === wish.interval || wish.kind === 'special') &&
      (moments.length === 0 || moments.some((at) => within(one, at))),
  )
  const startAt = (fitting && moments.find((at) => within(fitting, at))) ?? asked
  if (wish.kind === 'special') {
    const interval = startAt ? intervalOutside(startAt.toISOString(), zone, sessions) : undefined
    const session = sessions.find((one) => one.interval === interval) ?? null
    return {
      ...(startAt ? { startAt: startAt.toISOString() } : {}),
      ...(interval === undefined ? {} : { interval }),
      session,
    }
  }
  if (wish.interval === undefined && time === undefined) return {}
  const session = fitting ?? null
  const interval = wish.interval ?? session?.interval
  return {
    ...(startAt ? { startAt: startAt.toISOString() } : {}),
    ...(interval === undefined ? {} : { interval }),
    session,
  }
}

/** Has the patient something else at that time, or that doctor's session already? */
export async function patientBusy(
  tx: Tx,
  ask: {
    partnerId: number
    pid: number
    did: number
    date: string
    interval: number
    startAt: string
    minutes: number
    except: number | null
  },
): Promise<boolean> {
  const [row] = await tx.many(sql<{ taken: string | null }>`
    select patient_taken(${ask.pid}::int, ${ask.partnerId}::int, ${ask.did}::int, ${ask.date}::date, ${ask.interval}::smallint,
      ${ask.startAt}::timestamptz, ${ask.minutes}::int, ${ask.except}::int) as taken`)
  return row?.taken != null
}
