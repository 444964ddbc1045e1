import type {
  QueuesQuery,
  QueueSort,
  QueueTab,
  SlotFilter,
  StateFilter,
} from '@teleward/contract/appointments/endpoints.ts'
import type { RawBuilder } from 'kysely'
import { isMember } from '../patients/matching.ts'
import { actsFor } from '../grants/active.ts'
import { asking, sql } from '../platform/db/index.ts'
import { carried, emergency, forgotten, nightOf, roomLive, shownOn, unfinished } from '../visits/current.ts'

export { emergency, unfinished }

/** The server's clock and the partner's day by it, as `clock`, and the nights around it; every list begins with them. */
export const clockOf = (now: Date, partnerId: number) => sql`
  clock as materialized (
    select n.now, p.time_zone, (n.now at time zone p.time_zone)::date as today
    from partner p, (select ${now.toISOString()}::timestamptz as now) n where p.id = ${partnerId}
  ),
  ${nightOf(partnerId)}`
export const today = sql`(select today from clock)`

type Condition = RawBuilder<unknown>
export const all = (conditions: readonly Condition[]): Condition =>
  conditions.length ? sql.join(conditions, sql` and `) : sql`true`
export const any = (conditions: readonly Condition[]): Condition => sql`(${sql.join(conditions, sql` or `)})`

/** Came, and is not through yet: waiting, in consultation, or to be called again. */
export const present = sql`(${unfinished} and a.checked_in_at is not null)`
/** Booked by an agent, or for somebody else. */
export const byAgent = sql`(a.kind = 'agent' or a.proxy)`

/** A patient's call that nobody took, and nobody called back since. */
export const missedCall = sql`exists (
  select 1 from call c where c.qid = a.qid and c.direction = 'inbound' and c.state = 'missed' and not exists (
    select 1 from call later where later.qid = a.qid and later.record_start_time > c.record_start_time
      and (later.direction = 'outbound' or later.answered_at is not null)))`
/**
 * Finished for more than a day, and the note still without a signature. One's own notes are looked at first: the
 * function that sees everybody's costs a call a row.
 */
export const unsigned = sql`(a.status = 'finished' and a.finished_at < (select now from clock) - interval '24 hours'
  and not case
    when exists (select 1 from note n where n.qid = a.qid and n.author_mid = ${asking.mid}::int and n.state in ('signed', 'amended')) then true
    else app_visit_signed(a.qid)
  end)`

const interval = (code: number): Condition => sql`(a."interval" = ${code} and a.kind <> 'emergency')`
export const bySlot: Record<SlotFilter, Condition> = {
  emergency,
  am: interval(1),
  pm: interval(2),
  night: interval(3),
  earlyMorning: interval(4),
  lateNight: interval(5),
  other: interval(6),
  special: sql`a.kind = 'special'`,
  cs: sql`a.call_target = 'cs'`,
}

export function byState(state: StateFilter): Condition {
  switch (state) {
    case 'unfinished':
      return unfinished
    case 'arrived':
      return sql`(a.checked_in_at is not null)`
    case 'present':
      return present
    case 'expected':
      return sql`(${unfinished} and a.checked_in_at is null)`
    case 'waiting':
      return sql`(a.status = 'checkedIn' and not ${roomLive})`
    case 'inConsultation':
      return sql`(a.status = 'checkedIn' and ${roomLive})`
    case 'ended':
      return sql`a.closed`
    case 'unsigned':
      return unsigned
    case 'missedCall':
      return missedCall
    default:
      return sql`a.status = ${state}`
  }
}

/** Who acts for whom is asked as of the list's own clock. */
export const byGrant = (who: ListViewer, now: Date): Condition =>
  actsFor({ ...who, unitIds: [] }, 'contact.others', now, sql`a.did`, sql`a.unit_id`)
export interface ListViewer {
  mid: number
  partnerId: number
}

/** What is current or still ahead. */
export const fromNow = sql`(a.date >= ${today} or ${carried})`
type Days = Pick<QueuesQuery, 'date' | 'from' | 'to'>
function byTab(tab: QueueTab, { date, from, to }: Days, granted: Condition): Condition[] {
  const day = date ? sql`${date}::date` : today
  const limits = [...(from ? [sql`a.date >= ${from}::date`] : []), ...(to ? [sql`a.date <= ${to}::date`] : [])]
  switch (tab) {
    case 'today':
      return [shownOn(day)]
    case 'emergency':
      return [shownOn(day), emergency]
    case 'future':
      return [sql`a.date > ${today}`, ...limits]
    case 'agent':
      return [fromNow, byAgent, ...limits]
    case 'special':
      return [fromNow, sql`a.kind = 'special'`, ...limits]
    case 'authorised':
      return [fromNow, granted, ...limits]
    case 'records':
      return limits.length ? limits : [sql`a.date between ${today} - 6 and ${today}`]
  }
}

/** `09:30`: the half hour of the partner's day in which an entry starts. */
export const halfHour = sql`to_char(date_bin('30 minutes', a.start_at at time zone (select time_zone from clock), '2000-01-01'), 'HH24:MI')`

export function listConditions(query: QueuesQuery, granted: Condition): Condition {
  return all([
    ...byTab(query.tab, query, granted),
    ...(query.did ? [sql`a.did = ${query.did}`] : []),
    ...(query.unit ? [sql`a.unit_id = ${query.unit}`] : []),
    ...(query.slot.length ? [any(query.slot.map((slot) => bySlot[slot]))] : []),
    ...(query.state.length ? [any(query.state.map(byState))] : []),
    ...(query.site.length ? [sql`a.site in (${sql.join(query.site)})`] : []),
    ...(query.pay.length ? [sql`a.payment in (${sql.join(query.pay)})`] : []),
    ...(query.time ? [sql`${halfHour} = ${query.time}`] : []),
    ...(query.q ? [isMember('m', query.q)] : []),
  ])
}

const groupRank = sql`case when ${emergency} then 0 else
  case a."interval" when 4 then 1 when 1 then 2 when 2 then 3 when 3 then 4 when 5 then 5 else 6 end end`
// In consultation, then who waits longest, then who is still to come, then the missed, then what is over.
const stateRank = sql`case a.status when 'checkedIn' then case when ${roomLive} then 0 else 1 end
  when 'held' then 2 when 'registered' then 2 when 'redial' then 2 when 'autoCancelled' then 3 when 'finished' then 4 else 5 end`
const waitingSince = sql`case when a.status = 'checkedIn' then a.checked_in_at end`

export function listOrder(tab: QueueTab, sort: QueueSort): Condition {
  switch (sort) {
    case 'next':
      return sql`case when ${emergency} then 0 else 1 end, ${forgotten}, ${waitingSince} nulls last, a.start_at, a.qid`
    case 'time':
      return sql`a.start_at, a.qid`
    case '-time':
      return sql`a.start_at desc, a.qid desc`
    case 'waiting':
      return sql`${waitingSince} desc nulls last, a.start_at, a.qid`
    case '-waiting':
      return sql`${waitingSince} nulls last, a.start_at, a.qid`
    case 'queueNo':
      return sql`a.date, a.queue_no, a.qid`
    case '-queueNo':
      return sql`a.date, a.queue_no desc, a.qid`
    default: {
      const within = sql`${groupRank}, ${stateRank}, ${waitingSince} nulls last, a.start_at, a.qid`
      if (tab === 'today' || tab === 'emergency') return within
      return tab === 'records' ? sql`a.date desc, ${within}` : sql`a.date, ${within}`
    }
  }
}
