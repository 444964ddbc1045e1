import { canSeeRow, canSeeVisit } from '../access/visible.ts'
import type { z } from 'zod'
import { feeScope } from '@teleward/contract/appointments/fee-rules.ts'
import type {
  AgentUndoneQuantity,
  HistoryEntry,
  HistoryQuery,
  HistorySort,
  HistoryTotals,
  historyTotalsQuery,
} from '@teleward/contract/appointments/history-endpoints.ts'
import { rangeOf } from '@teleward/contract/appointments/history-rules.ts'
import { appointmentStatus } from '@teleward/contract/appointments/schema.ts'
import type { RawBuilder } from 'kysely'
import { isMember } from '../patients/matching.ts'
import type { Read } from '../patients/service.ts'
import { tookPart } from '../consultation/recordings/service.ts'
import { asking, sql } from '../platform/db/index.ts'
import { showsFee } from './fees-shown.ts'
import { all, any, byAgent, bySlot, byState, clockOf, emergency, today, unfinished } from './filters.ts'
import { shownOn } from '../visits/current.ts'
import { type AppointmentRow, appointmentColumns, appointmentJoins, toAppointment } from './rows.ts'
import type { Viewer } from './viewer.ts'

type Condition = RawBuilder<unknown>
type Filters = z.output<typeof historyTotalsQuery>

/**
 * The caller's own institution, units and, where the right says so, own entries, in the statement itself: it holds
 * without the policies, as they hold without it.
 */
export const withinFeeScope = ({ partnerId, mid, rights }: Viewer): Condition =>
  all([
    sql`a.partner_id = ${partnerId}`,
    canSeeVisit('a'),
    ...(rights['appointment.read'] === 'y' ? [] : [sql`(a.booked_by = ${mid} or a.did = ${mid})`]),
  ])

function filtered(viewer: Viewer, asked: Filters): Condition {
  const day = (value: string | undefined) => (value ? sql`${value}::date` : today)
  const { from, to, back } = rangeOf(asked)
  return all([
    withinFeeScope(viewer),
    from ? sql`a.date >= ${day(from)}` : sql`a.date >= ${day(to)} - ${back}::int`,
    sql`a.date <= ${day(to)}`,
    ...(asked.did ? [sql`a.did = ${asked.did}`] : []),
    ...(asked.pid ? [sql`a.pid = ${asked.pid}`] : []),
    ...(asked.unit ? [sql`a.unit_id = ${asked.unit}`] : []),
    ...(asked.booker ? [sql`a.booked_by = ${asked.booker}`] : []),
    ...(asked.slot.length ? [any(asked.slot.map((slot) => bySlot[slot]))] : []),
    ...(asked.state.length ? [any(asked.state.map(byState))] : []),
    ...(asked.site.length ? [sql`a.site in (${sql.join(asked.site)})`] : []),
    // Whose fee is not shown is not found by it either.
    ...(asked.pay.length ? [sql`a.payment in (${sql.join(asked.pay)})`, showsFee(viewer)] : []),
    ...(asked.q ? [isMember('m', asked.q)] : []),
  ])
}

// `greatest` knows no null: what is not known has to stay unknown.
const waited = sql`case when a.started_at is not null and a.checked_in_at is not null
  then greatest(0, extract(epoch from a.started_at - a.checked_in_at) / 60)::int end`
const length = sql`case when a.status = 'finished' and a.started_at is not null and a.finished_at is not null then greatest(0, extract(epoch from a.finished_at - a.started_at) / 60)::int end`

function orderOf(sort: HistorySort, viewer: Viewer): Condition {
  const newest = sql`a.start_at desc, a.qid desc`
  switch (sort) {
    case 'time':
      return sql`a.start_at, a.qid`
    case 'waited':
      return sql`${waited} nulls last, ${newest}`
    case '-waited':
      return sql`${waited} desc nulls last, ${newest}`
    case 'length':
      return sql`${length} nulls last, ${newest}`
    case '-length':
      return sql`${length} desc nulls last, ${newest}`
    case 'fee':
      return sql`case when ${showsFee(viewer)} then a.fee end nulls last, ${newest}`
    case '-fee':
      return sql`case when ${showsFee(viewer)} then a.fee end desc nulls last, ${newest}`
    default:
      return newest
  }
}

interface HistoryRow extends AppointmentRow {
  bookedByName: string | null
  bookedByNameEn: string | null
  waitedMinutes: number | null
  lengthMinutes: number | null
  recording: boolean | null
  feeShown: boolean
}

/** May the caller play one? The same condition as the player's own list of a visit. */
const playable = ({ rights, mid }: Viewer): Condition => {
  const right = rights['recording.play']
  if (right === '-') return sql`null::boolean`
  return sql`exists (select 1 from recording g where g.qid = a.qid and g.state = 'ready' and (${right === 'y'} or ${tookPart(mid)}))`
}

/**
 * A page of the history and the number of all its rows, in one statement. Of the visits only the page's are looked up, each by its
 * number (`offset 0` keeps the planner to it): joined the other way round, every visit of the institution is asked for its record
 * with each row of the page, which took seconds.
 */
export async function search(read: Read, viewer: Viewer, now: Date, query: HistoryQuery) {
  const { page, pageSize } = query
  const found = await read(sql<HistoryRow & { total: number }>`
    with ${clockOf(now, viewer.partnerId)},
    hit as materialized (
      select a.qid, row_number() over (order by ${orderOf(query.sort, viewer)}) as place
      from appointment a ${query.q ? sql`join member m on m.pid = a.pid` : sql``}
      where ${filtered(viewer, query)}
    ),
    page as (
      select ${appointmentColumns}, hit.place, b.name as "bookedByName", b.name_en as "bookedByNameEn",
        ${waited} as "waitedMinutes", ${length} as "lengthMinutes", ${playable(viewer)} as recording, ${showsFee(viewer)} as "feeShown"
      from hit cross join lateral (select * from appointment x where x.qid = hit.qid offset 0) a
        ${appointmentJoins} left join staff b on b.mid = a.booked_by
      where hit.place > ${(page - 1) * pageSize}::int and hit.place <= ${page * pageSize}::int and ${withinFeeScope(viewer)}
    )
    select (select count(*)::int from hit) as total, page.*
    from (select 1) one left join page on true
    order by page.place`)
  const rows = found.filter((row) => row.qid !== null)
  return { rows: rows.map(toEntry), total: found[0]?.total ?? 0 }
}

function toEntry(row: HistoryRow): HistoryEntry {
  const { bookedByName, bookedByNameEn, waitedMinutes, lengthMinutes, recording, feeShown } = row
  return {
    ...toAppointment(row),
    fee: feeShown ? row.fee : null,
    payment: feeShown ? row.payment : 'none',
    bookedByName,
    bookedByNameEn,
    waitedMinutes,
    lengthMinutes,
    recording,
  }
}

/** What of a paid visit goes or went back; the rest stays with the house, as the settlement counts it. */
const givenBack = sql`case when hit.payment = 'paid' then 0 else coalesce((select sum(r.amount) from refund r
  where r.qid = hit.qid and r.why = 'cancelled' and r.state in ('due', 'working', 'done') and ${canSeeRow('r')}), hit.fee) end`

/** What the filters come to, in one statement. */
export async function totals(read: Read, viewer: Viewer, now: Date, asked: Filters): Promise<HistoryTotals> {
  const { from, to, back } = rangeOf(asked)
  const last = to ? sql`${to}::date` : today
  const [row] = await read(sql<HistoryTotals>`
    with ${clockOf(now, viewer.partnerId)},
    hit as (
      select a.qid, a.status, a.fee, a.currency, a.payment, ${length} as minutes, ${showsFee(viewer)} as shown
      from appointment a ${asked.q ? sql`join member m on m.pid = a.pid` : sql``}
      where ${filtered(viewer, asked)}
    )
    select ${from ? sql`${from}::date` : sql`${last} - ${back}::int`} as "from", ${last} as "to",
      (select count(*)::int from hit) as visits,
      (select count(*)::int from hit where status = 'finished') as finished,
      (select count(*)::int from hit where status = 'cancelled') as cancelled,
      (select count(*)::int from hit where status = 'autoCancelled') as "autoCancelled",
      (select coalesce(jsonb_agg(jsonb_build_object('state', o.status, 'count', o.n)
          order by array_position(${[...appointmentStatus.options]}::text[], o.status)), '[]')
        from (select status, count(*)::int as n from hit where status not in ('finished', 'cancelled', 'autoCancelled') group by status) o) as others,
      (select coalesce(sum(minutes), 0)::int from hit) as minutes,
      (select coalesce(jsonb_agg(jsonb_build_object('currency', f.currency, 'amount', f.amount) order by f.currency), '[]')
        from (select currency, sum(fee - ${givenBack})::bigint as amount from hit
          where payment in ('paid', 'refundDue', 'refunded') and fee is not null and shown group by currency) f where f.amount > 0) as fees`)
  if (!row) throw new Error('aggregates always answer one row')
  return { ...row, fees: feeScope(viewer.rights) === 'none' ? null : row.fees }
}

/** Colleagues of the caller's units who may book. */
export function bookers(read: Read, partnerId: number) {
  return read(sql<{ mid: number; name: string; nameEn: string | null }>`
    select s.mid, s.name, s.name_en as "nameEn" from staff s
    where exists (select 1 from staff_partner sp join staff_unit su on su.mid = sp.mid and su.partner_id = sp.partner_id
      where sp.mid = s.mid and sp.partner_id = ${partnerId} and sp.status = 'active'
        and sp.doctortype not in ('caregiver', 'volunteer') and su.unit_id = any (${asking.units}::int[]))
    order by s.name, s.mid limit 500`)
}

/** Unfinished entries that agents booked; an agent's are the own ones. One statement. */
export async function agentUndone(
  read: Read,
  viewer: Viewer,
  now: Date,
  asked: { date?: string | undefined; did?: number | undefined; unit?: number | undefined },
): Promise<AgentUndoneQuantity> {
  const day = asked.date ? sql`${asked.date}::date` : today
  const count = (condition: Condition) => sql`count(*) filter (where ${condition})::int`
  const of = (condition: Condition) => count(sql`${shownOn(day)} and ${condition}`)
  const [row] = await read(sql<AgentUndoneQuantity>`
    with ${clockOf(now, viewer.partnerId)}
    select ${of(bySlot.am)} as am, ${of(bySlot.pm)} as pm, ${of(bySlot.night)} as night, ${of(emergency)} as emergency,
      ${of(bySlot.special)} as special, ${of(bySlot.cs)} as cs,
      ${of(bySlot.earlyMorning)} as "earlyMorning", ${of(bySlot.lateNight)} as "lateNight", ${of(bySlot.other)} as other, ${of(sql`true`)} as today, ${count(sql`a.date > ${today}`)} as future,
      jsonb_build_object('count', ${count(sql`a.date < ${today}`)}, 'since', min(a.date) filter (where a.date < ${today})) as earlier
    from appointment a
    where ${all([
      withinFeeScope(viewer),
      unfinished,
      agentBooked(viewer),
      ...(asked.did ? [sql`a.did = ${asked.did}`] : []),
      ...(asked.unit ? [sql`a.unit_id = ${asked.unit}`] : []),
    ])}`)
  if (!row) throw new Error('aggregates always answer one row')
  return row
}

/** `/apptmgmt/agent`: what agents booked, or somebody for somebody else; an agent's own bookings, whatever their kind. */
export const agentBooked = ({ mid, doctortype }: Viewer): Condition =>
  doctortype === 'agent' ? sql`a.booked_by = ${mid}` : byAgent
