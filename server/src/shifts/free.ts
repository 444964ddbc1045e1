import { takenOf, timesOf } from '@teleward/contract/appointments/booking.ts'
import type { ClosedReason } from '@teleward/contract/shifts/rules.ts'
import type { FreeDay, FreeDoctor, FreeSession, FreeTimes } from '@teleward/contract/shifts/schema.ts'
import type { Read } from '../patients/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import { sql } from '../platform/db/index.ts'
import { addDays, saidOnce } from '@teleward/contract/core/dates.ts'
import { bookable } from '../staff/bookable.ts'
import type { Span } from './repo.ts'

interface Row {
  did: number
  date: string
  interval: number
  startAt: Date
  endAt: Date
  capacity: number
  slotMinutes: number
  site: FreeSession['site']
  closed: ClosedReason | null
  /** [part of the day, start in ms, minutes, held]: what counts in the session, and without a part of the day what is in its way. */
  taken: [number | null, number, number, boolean][] | null
}
/** When it is asked, and by which clock the institution lives. */
interface At {
  now: Date
  zone: string
}

/**
 * Pattern, changes and days off, less what is booked: one statement, whether a month of one or a day of all. What is in the way
 * of a session may be kept under the day before or after, or be another institution's.
 */
const sessions = (who: StaffActor, dids: ReturnType<typeof sql>, { from, to }: Span) => sql<Row>`
  with asked as materialized (select ${dids} as dids),
  session as materialized (
    select s.* from asked, schedule_sessions(asked.dids, ${from}::date, ${to}::date) s where s.partner_id = ${who.partnerId}),
  place as materialized (
    select p.*, p.start_at + make_interval(mins => p.minutes) as end_at
    from asked, places_taken(asked.dids, ${from}::date - 1, ${to}::date + 1) p)
  select s.did, s.date, s."interval", s.start_at as "startAt", s.end_at as "endAt", s.capacity, s.slot_minutes as "slotMinutes", s.site,
    s.closed, t.taken
  from session s
  left join (
    select s.did, s.date, s."interval", jsonb_agg(jsonb_build_array(case when p.date = s.date then p."interval" end,
      (extract(epoch from p.start_at) * 1000)::bigint, p.minutes, p.held)) as taken
    from session s join place p on p.did = s.did
      and ((p.date = s.date and p."interval" = s."interval") or (p.start_at < s.end_at and s.start_at < p.end_at))
    group by 1, 2, 3) t on t.did = s.did and t.date = s.date and t."interval" = s."interval"
  order by s.did, s.date, s.start_at limit 20000`

function session(row: Row, { now, zone }: At): FreeSession {
  const taken = (row.taken ?? []).map(([interval, start, minutes, held]) => ({
    interval,
    startAt: new Date(start).toISOString(),
    minutes,
    held,
  }))
  const base = {
    interval: row.interval,
    startAt: row.startAt.toISOString(),
    endAt: row.endAt.toISOString(),
    capacity: row.capacity,
    slotMinutes: row.slotMinutes,
    site: row.site,
    closed: row.closed,
  }
  const own = taken.filter(({ interval }) => interval === row.interval)
  const full = takenOf(base, taken).length >= row.capacity
  const once = saidOnce(row.startAt, row.endAt, zone)
  // A visit is asked for by the reading of the clock, and that reading is the first.
  const times = timesOf(base, taken).filter(({ startAt }) => once(startAt))
  const places = times.map(({ startAt, minutes, free }) => {
    const passed = Date.parse(startAt) <= now.getTime()
    const why: ClosedReason | null = row.closed ?? (passed ? 'passed' : free > 0 ? null : full ? 'full' : 'taken')
    return { at: startAt, minutes, free: why ? 0 : free, closed: why }
  })
  return { ...base, booked: own.length, held: own.filter(({ held }) => held).length, places }
}

/** Places left of a session: never more than its maximum leaves. */
const left = ({ capacity, booked, places }: FreeSession) =>
  Math.min(
    Math.max(0, capacity - booked),
    places.reduce((sum, { free }) => sum + free, 0),
  )

function day(date: string, rows: readonly Row[], at: At): FreeDay {
  const all = rows.map((row) => session(row, at))
  const free = all.reduce((sum, one) => sum + left(one), 0)
  const reasons = all.flatMap(({ places, closed }) => (closed ? [closed] : places.map((place) => place.closed)))
  const why = (['full', 'taken', 'absence', 'leave', 'closed', 'inactive', 'passed'] as const).find((reason) =>
    reasons.includes(reason),
  )
  return { date, free, closed: free > 0 ? null : (why ?? 'none'), sessions: all }
}

export async function freeTimes(read: Read, who: StaffActor, now: Date, did: number, span: Span): Promise<FreeTimes> {
  const rows = await read(sessions(who, sql`array[${did}::int]`, span))
  const byDay = Map.groupBy(rows, ({ date }) => date)
  const at = { now, zone: who.timeZone }
  const days: FreeDay[] = []
  for (let date = span.from; date <= span.to; date = addDays(date, 1)) days.push(day(date, byDay.get(date) ?? [], at))
  return { did, timeZone: who.timeZone, now: now.toISOString(), days }
}

interface Person {
  did: number
  name: string
  nameEn: string | null
  doctortype: string
  title: string | null
  division: string | null
  divisionEn: string | null
  unitIds: number[]
}

/** A day of everybody who can be booked in the caller's units and has hours then, or would have. */
export async function freeOfDay(
  read: Read,
  who: StaffActor,
  now: Date,
  date: string,
  unit?: number,
): Promise<FreeDoctor[]> {
  const units = unit === undefined ? [...who.unitIds] : who.unitIds.filter((own) => own === unit)
  const ofUnits = sql`select su.mid from staff_unit su where su.partner_id = ${who.partnerId} and su.unit_id = any (${units}::int[])`
  const [rows, people] = await Promise.all([
    read(sessions(who, sql`array(${ofUnits})`, { from: date, to: date })),
    read(sql<Person>`
      select s.mid as did, s.name, s.name_en as "nameEn", sp.doctortype, sp.title, sp.division, sp.division_en as "divisionEn",
        array(select su.unit_id from staff_unit su where su.mid = sp.mid and su.partner_id = sp.partner_id and su.unit_id = any (${units}::int[])
          order by 1) as "unitIds"
      from staff s join staff_partner sp on sp.mid = s.mid
      where sp.partner_id = ${who.partnerId} and ${bookable} and s.mid in (${ofUnits})
      order by sp.division nulls last, s.name, s.mid limit 500`),
  ])
  const byDoctor = Map.groupBy(rows, ({ did }) => did)
  const at = { now, zone: who.timeZone }
  return people.flatMap((person) => {
    const own = byDoctor.get(person.did)
    return own ? [{ ...person, ...day(date, own, at) }] : []
  })
}
