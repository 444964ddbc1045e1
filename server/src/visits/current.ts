import type { RawBuilder } from 'kysely'
import { sql } from '../platform/db/index.ts'

type Sql<T = unknown> = RawBuilder<T>

/** Is the visit's room live? From `appointment a`. */
export const roomLive = sql<boolean>`exists (select 1 from room r where r.qid = a.qid and r.state = 'live')`
export const unfinished = sql<boolean>`a.status in ('held', 'registered', 'checkedIn', 'redial', 'autoCancelled')`
export const emergency = sql<boolean>`(a.kind = 'emergency' or a."interval" = 0)`
const ownEnd = sql<Date>`a.start_at + make_interval(mins => a.duration_minutes)`

/** The sessions around a day that run past midnight, as `night`, for lists: looked up once in a statement. Needs `clock`. */
export const nightOf = (partnerId: number) => sql`
  night as materialized (
    select n.did, n.date, n."interval", n.end_at from clock, night_sessions(${partnerId}::int, clock.today - 1, clock.today) n)`
/** The end of a row's session past midnight, from the list's `night`; `v` names the row. */
export const nightEnd = (row: string) =>
  sql<Date | null>`(select max(n.end_at) from night n where n.did = ${sql.ref(`${row}.did`)} and n.date = ${sql.ref(`${row}.date`)}
    and n."interval" = ${sql.ref(`${row}.interval`)})`

const looked = sql<Date | null>`(select max(n.end_at) from night_sessions(a.partner_id, a.date, a.date) n
  where n.did = a.did and n."interval" = a."interval")`
/** When `appointment a`, and its session where that runs past its midnight, is over; of what is over for good its own end. */
export const overAt = sql<Date>`case when ${unfinished} then greatest(${ownEnd}, ${looked}) else ${ownEnd} end`

interface Around {
  now: Sql
  /** The institution's day by that clock. */
  today: Sql
  /** The end of the session past midnight that `a` belongs to. */
  sessionEnd: Sql
}

/** Kept under an earlier day, and one of today's all the same. */
const carriedIn = ({ now, today, sessionEnd }: Around): Sql<boolean> => sql<boolean>`(
  (a.date < ${today} and ${unfinished} and (a.status in ('checkedIn', 'redial') or ${roomLive}
    or (${emergency} and (a.status <> 'autoCancelled' or ${ownEnd} > ${now} - interval '1 day'))))
  or (a.date = ${today} - 1 and (${ownEnd} > ${now} or coalesce(${sessionEnd} > ${now}, false))))`

/**
 * The visits of today: the one rule for lists, counts, the wall, calls, links and the end of a day, as the contract's
 * `isCurrent` says it of a row. Those of the institution's date; of the day before those of a session that still runs, or that
 * still run themselves; and whoever waits, is in a call, is to be called again or came as an emergency, until finished.
 */
const inList: Around = {
  now: sql`(select now from clock)`,
  today: sql`(select today from clock)`,
  sessionEnd: nightEnd('a'),
}
/** In a statement that begins with `clock` and `night`. */
export const carried = carriedIn(inList)
/** What is shown under a day: of today all that is current. */
export const shownOn = (day: Sql) => sql<boolean>`(a.date = ${day} or (${day} = ${inList.today} and ${carried}))`
export const current = sql<boolean>`(a.date = ${inList.today} or ${carried})`

/** In any other statement, from `appointment a` and its `partner p`. */
export function currentAt(now: Date): Sql<boolean> {
  const at = sql`${now.toISOString()}::timestamptz`
  const today = sql`(${at} at time zone p.time_zone)::date`
  return sql<boolean>`(a.date = ${today} or ${carriedIn({ now: at, today, sessionEnd: looked })})`
}

/** Whoever waits since more than a day has been forgotten: they stay in the lists, and leave the wall and the queue. */
const waitsSinceLongBy = (now: Sql) =>
  sql<boolean>`(coalesce(a.checked_in_at, a.start_at) <= ${now} - interval '1 day')`
export const waitsSinceLong = (now: Date) => waitsSinceLongBy(sql`${now.toISOString()}::timestamptz`)
/** The same in a statement that begins with `clock`. */
export const forgotten = waitsSinceLongBy(inList.now)
