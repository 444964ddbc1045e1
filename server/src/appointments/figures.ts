import { canSeeContact, canSeeVisit } from '../access/visible.ts'
import type {
  DayStatus,
  HomeDashboard,
  HomePeriod,
  LoadBar,
  MenuCounts,
  PeriodStatus,
  UndoneQuantity,
} from '@teleward/contract/appointments/schema.ts'
import { slotOf, slotOrder } from '@teleward/contract/appointments/rules.ts'
import { allows } from '@teleward/contract/core/access.ts'
import type { Read } from '../patients/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import type { RawBuilder } from 'kysely'
import { sql } from '../platform/db/index.ts'
import {
  all,
  type ListViewer,
  byGrant,
  byAgent,
  clockOf,
  emergency,
  fromNow,
  halfHour,
  missedCall,
  present,
  today,
  unfinished,
  unsigned,
} from './filters.ts'
import { openOf as handedTo } from '../handoffs/service.ts'
import { openOf } from '../referrals/service.ts'
import { current, roomLive, shownOn } from '../visits/current.ts'

export interface Scope {
  did?: number | undefined
  unit?: number | undefined
}
const within = (partnerId: number, { did, unit }: Scope): RawBuilder<unknown> =>
  all([
    sql`a.partner_id = ${partnerId}`,
    canSeeVisit('a'),
    ...(did ? [sql`a.did = ${did}`] : []),
    ...(unit ? [sql`a.unit_id = ${unit}`] : []),
  ])

/** The five figures of a set of entries; they add up: reserved = completed + cancelled + open. */
const figures = sql`
  'reserved', count(*), 'checkedIn', count(a.checked_in_at), 'completed', count(*) filter (where a.status = 'finished'),
  'cancelled', count(*) filter (where a.closed), 'open', count(*) filter (where ${unfinished}),
  'present', count(*) filter (where ${present})`

/** Unfinished entries per part of the day and per tab, in one statement. */
export async function undone(read: Read, who: ListViewer, now: Date, scope: Scope & { date?: string | undefined }) {
  const { partnerId } = who
  const day = scope.date ? sql`${scope.date}::date` : today
  const slot = (code: number) => sql`a."interval" = ${code} and a.kind <> 'emergency'`
  const count = (condition: RawBuilder<unknown>) => sql`count(*) filter (where ${condition})::int`
  const open = (condition: RawBuilder<unknown>) => count(sql`${unfinished} and ${condition}`)
  const tabs = ['today', 'future', 'agent', 'special', 'emergency'] as const
  const ahead = {
    today: shownOn(day),
    future: sql`a.date > ${today}`,
    agent: sql`${fromNow} and ${byAgent}`,
    special: sql`${fromNow} and a.kind = 'special'`,
    emergency: sql`${shownOn(day)} and ${emergency}`,
  }
  const totals = slotOrder.map(
    (name) =>
      [
        name,
        name === 'emergency' ? emergency : slot([6, 1, 2, 3, 4, 5].find((code) => slotOf(code, '') === name) ?? 6),
      ] as const,
  )
  const [row] = await read(sql<UndoneQuantity>`
    with ${clockOf(now, partnerId)},
    of_day as (
      select ${open(slot(1))} as am, ${open(slot(2))} as pm, ${open(slot(3))} as night, ${open(slot(4))} as "earlyMorning",
        ${open(slot(5))} as "lateNight", ${open(slot(6))} as other, ${open(emergency)} as emergency,
        ${open(sql`a.kind = 'special'`)} as special, ${open(sql`a.call_target = 'cs'`)} as cs,
        jsonb_build_object(${sql.join(totals.flatMap(([name, condition]) => [sql`${name}::text`, count(condition)]))}) as totals
      from appointment a where ${within(partnerId, scope)} and ${shownOn(day)}
    ),
    of_all as (
      select jsonb_build_object(${sql.join(tabs.flatMap((tab) => [sql`${tab}::text`, count(ahead[tab])]))}) as tabs,
        jsonb_build_object('count', ${count(sql`a.date < ${today}`)}, 'since', min(a.date) filter (where a.date < ${today})) as earlier
      from appointment a where ${within(partnerId, scope)} and ${unfinished}
    ),
    -- Grants are of persons, whoever's list is looked at.
    granted as (
      select (select count(*)::int from appointment a
          where a.partner_id = ${partnerId} and ${canSeeContact('a', byGrant(who, now))} and ${unfinished} and ${fromNow}
            and ${byGrant(who, now)}) as authorised,
        (select count(*)::int from app_granted_elsewhere((select now from clock))) as others,
        ${openOf(who)} as referrals
    )
    select of_day.*, of_all.earlier, of_all.tabs || jsonb_build_object('authorised', granted.authorised, 'others', granted.others, 'referrals', granted.referrals) as tabs
    from of_day, of_all, granted`)
  if (!row) throw new Error('aggregates always answer one row')
  return row
}

/** Each day from the first to the last, also those without an entry. */
export async function perDay(
  read: Read,
  partnerId: number,
  now: Date,
  span: { from: RawBuilder<unknown>; days: RawBuilder<unknown> },
  scope: Scope,
) {
  const rows = await read(sql<DayStatus>`
    with ${clockOf(now, partnerId)},
    days as (select (${span.from} + n)::date as date from generate_series(0, ${span.days} - 1) n)
    select days.date, f.figures from days
    left join lateral (select jsonb_build_object(${figures}) as figures from appointment a
      where ${within(partnerId, scope)} and a.date = days.date) f on true
    order by days.date`)
  return (rows as unknown as { date: string; figures: Omit<DayStatus, 'date'> }[]).map(({ date, figures }) => ({
    date,
    ...figures,
  }))
}
export const thisWeek = { from: sql`date_trunc('week', ${today})::date`, days: sql`7` }
export function monthSpan(year: number, month: number) {
  const first = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-01`
  return { from: sql`${first}::date`, days: sql`${new Date(Date.UTC(year, month, 0)).getUTCDate()}::int` }
}

/** First and last day of a period, and the width of its bars. */
const bar: Record<HomePeriod, { part: string; length: string; step: string; width: string }> = {
  today: { part: 'day', length: '1 day', step: '1 day', width: 'day' },
  week: { part: 'week', length: '7 days', step: '1 day', width: 'day' },
  month: { part: 'month', length: '1 month', step: '1 day', width: 'day' },
  season: { part: 'quarter', length: '3 months', step: '7 days', width: 'week' },
  year: { part: 'year', length: '1 year', step: '1 month', width: 'month' },
}

/**
 * The figures of a period and of each of its bars, empty ones included. The first and last week of a season are cut where
 * the season is, so that the bars add up to it.
 */
function chartOf(period: HomePeriod, rows: RawBuilder<unknown>): RawBuilder<unknown> {
  const { part, length, step, width } = bar[period]
  return sql`(
    with span as (
      select date_trunc(${part}::text, ${today})::date as first, (date_trunc(${part}::text, ${today}) + ${length}::interval - interval '1 day')::date as last
    ),
    seen as (select a.* from ${rows} a, span where a.date between span.first and span.last),
    bars as (
      select greatest(b.at::date, span.first) as first, least((b.at + ${step}::interval - interval '1 day')::date, span.last) as last
      from span, generate_series(date_trunc(${width}::text, span.first), span.last, ${step}::interval) as b(at)
    ),
    counted as (
      select bars.first, bars.last, jsonb_build_object('from', bars.first, 'to', bars.last, ${figures}) as figures
      from bars left join lateral (select * from seen where seen.date between bars.first and bars.last) a on true
      where a.qid is not null group by bars.first, bars.last
    )
    select jsonb_build_object('period', ${period}::text, 'from', span.first, 'to', span.last,
      'bars', (select jsonb_agg(coalesce(c.figures, jsonb_build_object('from', bars.first, 'to', bars.last, ${noFigures})) order by bars.first)
        from bars left join counted c on c.first = bars.first))
      || (select jsonb_build_object(${figures}) from seen a)
    from span)`
}
const noFigures = sql`'reserved', 0, 'checkedIn', 0, 'completed', 0, 'cancelled', 0, 'open', 0, 'present', 0`

/** Of today all that is shown under it; of longer periods what is kept under their days, as the records list it. */
const ofToday = sql`(select n.qid, ${today} as date, n.status, n.closed, n.checked_in_at from near n where n.shown)`
const chartRows: Record<HomePeriod, RawBuilder<unknown>> = {
  today: ofToday,
  week: sql`near`,
  month: sql`near`,
  season: sql`far`,
  year: sql`far`,
}

type HomeFigures = Omit<HomeDashboard, 'next' | 'waiting' | 'load' | 'places'> & {
  places: { interval: number; places: number }[] | null
  load: (Omit<LoadBar, 'slot'> & { interval: number; kind: string })[]
}

/** Everything of the home page that is a number, in one statement. `signer`: whose unsigned notes are counted. */
export async function homeFigures(
  read: Read,
  partnerId: number,
  now: Date,
  scope: Scope & { period: HomePeriod },
  signer: number | null,
) {
  const period = (from: RawBuilder<unknown>, to: RawBuilder<unknown>) => sql`(
    select jsonb_build_object('from', ${from}, 'to', ${to}, ${figures}) from near a where a.date between ${from} and ${to})`
  const week = sql`date_trunc('week', ${today})::date`
  const month = sql`date_trunc('month', ${today})::date`
  const monthEnd = sql`(date_trunc('month', ${today}) + interval '1 month - 1 day')::date`
  const [row] = await read(sql<
    Omit<HomeFigures, 'now' | 'periods'> & { now: Date; periods: Record<'today' | 'week' | 'month', PeriodStatus> }
  >`
    with ${clockOf(now, partnerId)},
    near as materialized (
      select a.qid, a.date, ${current} as shown, a.status, a.closed, a.checked_in_at, a.start_at, a."interval", a.kind, a.queue_no, a.did, a.unit_id, a.finished_at
      from appointment a where ${within(partnerId, scope)}
        and (a.date between least(${week}, ${month}, ${today} - 1) and greatest(${week} + 6, ${monthEnd}) or (a.date < ${today} and ${unfinished}))
    ),
    far as (
      select a.qid, a.date, a.status, a.closed, a.checked_in_at from appointment a where ${within(partnerId, scope)}
    )
    select clock.today, clock.now, clock.time_zone as "timeZone",
      (select count(*)::int from near a where a.shown and a.status = 'checkedIn' and not ${roomLive}) as "waitingCount",
      (select jsonb_build_object('qid', a.qid, 'queueNo', a.queue_no, 'kind', a.kind) from near a
        where a.shown and a.status = 'checkedIn' and ${roomLive} order by a.start_at limit 1) as "inConsultation",
      jsonb_build_object('today', (select jsonb_build_object('from', clock.today, 'to', clock.today, ${figures}) from near a where a.shown),
         'week', ${period(week, sql`${week} + 6`)}, 'month', ${period(month, monthEnd)}) as periods,
      (select coalesce(jsonb_agg(b order by b.time, b."interval"), '[]') from (
        select ${halfHour} as time,
          min(a."interval") as "interval", case when ${emergency} then 'emergency' else 'general' end as kind,
          count(*) filter (where a.status = 'finished')::int as completed,
          count(*) filter (where ${present})::int as waiting,
          count(*) filter (where ${unfinished} and a.checked_in_at is null)::int as reserved
        from near a where a.shown and not a.closed group by 1, 3) b) as load,
      ${
        scope.did === undefined || scope.unit !== undefined
          ? sql`null::jsonb`
          : sql`(select coalesce(jsonb_agg(p), '[]') from (
            select s."interval", sum(s.capacity)::int as places
            from schedule_sessions(${[scope.did]}::int[], (select today from clock), (select today from clock)) s
            where s.partner_id = ${partnerId} and s.closed is null group by 1) p)`
      } as places,
      ${chartOf(scope.period, chartRows[scope.period])} as chart,
      ${
        signer === null
          ? sql`null`
          : sql`(select jsonb_build_object('count', count(*), 'since', min(a.date)) from appointment a
            where a.partner_id = ${partnerId} and a.did = ${signer} and ${unsigned})`
      } as "unsignedNotes",
      (select count(*)::int from near a where a.shown and ${missedCall}) as "missedCalls",
      (select jsonb_build_object('date', a.date, 'count', count(*)) from appointment a
        where ${within(partnerId, scope)} and a.date > clock.today and ${unfinished}
        group by a.date order by a.date limit 1) as "nextDay"
    from clock`)
  if (!row) throw new Error('the institution of the caller is unknown')
  return {
    ...row,
    now: row.now.toISOString(),
    places: row.places?.map(({ interval, places }) => ({ slot: slotOf(interval, ''), places })) ?? null,
    load: row.load.map(({ interval, kind, ...bar }) => ({ ...bar, slot: slotOf(interval, kind) })),
  }
}

/** The patient's last finished visit before this one; diagnoses only as far as the policies let the caller read them. */
export async function lastVisit(read: Read, pid: number, before: string) {
  const [row] = await read(sql<{
    qid: number
    date: string
    doctorName: string
    doctorNameEn: string | null
    diagnoses: { code: string; nameEn: string; nameZhTw: string }[]
  }>`
    select a.qid, a.date, d.name as "doctorName", d.name_en as "doctorNameEn",
      (select coalesce(jsonb_agg(jsonb_build_object('code', x.code, 'nameEn', x.name_en, 'nameZhTw', x.name_zh_tw) order by x.sort), '[]')
        from diagnosis x join note n on n.id = x.note_id
        where n.qid = a.qid and n.state in ('signed', 'amended')) as diagnoses
    from appointment a join staff d on d.mid = a.did
    where a.pid = ${pid} and a.status = 'finished' and a.start_at < ${before}::timestamptz
    order by a.start_at desc limit 1`)
  return row ?? null
}

/** Opinions that the caller is asked for: a value inside another statement. */
export const opinionsWaiting = (who: { mid: number; partnerId: number }) =>
  sql<number>`(select count(*)::int from opinion o where o.invited_mid = ${who.mid} and o.state = 'inProcess' and o.partner_id = ${who.partnerId})`
/** Of the words that wait, the conversations tell; of entries, the bell. */
type VisitCounts = Omit<MenuCounts, 'messages' | 'noti' | 'schedule' | 'alerts'>
export async function menuCounts(read: Read, who: StaffActor, now: Date, scope: Scope): Promise<VisitCounts> {
  const { partnerId } = who
  const [row] = await read(sql<VisitCounts>`
    with ${clockOf(now, partnerId)}
    select count(*)::int as appointments, count(*) filter (where a.status = 'checkedIn' and not ${roomLive})::int as waiting,
      count(*) filter (where ${emergency})::int as emergency, ${allows(who.rights, 'todo.use') ? handedTo(who) : sql`0`} as todo,
      ${allows(who.rights, 'opinion.use') ? opinionsWaiting(who) : sql`0`} as opinion
    from appointment a where ${within(partnerId, scope)} and ${current} and ${unfinished}`)
  return row ?? { appointments: 0, waiting: 0, emergency: 0, todo: 0, opinion: 0 }
}
