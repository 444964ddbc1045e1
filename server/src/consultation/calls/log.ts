import { maskPhone } from '@teleward/contract/core/text.ts'
import type { CallLogEntry, CallLogQuery } from '@teleward/contract/calls/log-schema.ts'
import { rangeOf } from '@teleward/contract/appointments/history-rules.ts'
import { phonePart } from '@teleward/contract/members/search.ts'
import { localDay } from '@teleward/contract/core/dates.ts'
import type { RawBuilder } from 'kysely'
import { canSeeMember, canSeeRow, canSeeVisit } from '../../access/visible.ts'
import { holdsName, isMember } from '../../patients/matching.ts'
import type { StaffActor } from '../../platform/actor.ts'
import { inOrder, sql, staffBriefJson } from '../../platform/db/index.ts'
import { tookPart } from '../recordings/service.ts'
import type { Read } from './repo.ts'
import { currentAt } from '../../visits/current.ts'

type Condition = RawBuilder<unknown>

/** As the reader sees it: between colleagues it came in for whoever was rung. */
const directionFor = (mid: number) =>
  sql`case when c.kind <> 'patient' and c.caller_mid <> ${mid} and ${rungOf(mid)} then 'inbound' else c.direction end`
/** The other one of a call between colleagues, as the reader sees it; of a group that nobody answered there is none. */
const otherOf = (
  mid: number,
) => sql`case when c.kind = 'patient' then null when c.caller_mid <> ${mid} then c.caller_mid
  else coalesce(c.answered_by_mid, (select max(t.mid) from call_target t where t.call_id = c.call_id having count(*) = 1)) end`
/** With whom: a patient, the other colleague, or all who were rung. */
const nameFor = sql`coalesce(m.name, o.name,
  case when c.kind <> 'patient' then (select string_agg(r.name, '、' order by r.mid) from call_target t join staff r on r.mid = t.mid where t.call_id = c.call_id) end,
  c.caller_name)`

const outcome = sql`case when c.state = 'ringing' then 'ringing' when c.state = 'answered' then 'running'
  when c.answered_at is not null then 'answered' when c.state in ('rejected', 'missed') then c.state else 'failed' end`
const length = sql`case when c.ended_at is not null and c.answered_at is not null then greatest(0, extract(epoch from c.ended_at - c.answered_at))::int end`
/** As on the home page: since then somebody has called, or the patient was reached. */
const calledBack = sql`exists (select 1 from call later where later.pid = c.pid and later.partner_id = c.partner_id and ${canSeeRow('later')}
  and later.kind = 'patient' and later.record_start_time > c.record_start_time and (later.direction = 'outbound' or later.answered_at is not null))`
const inboundMissed = sql`(c.direction = 'inbound' and c.state = 'missed')`
const rungOf = (mid: number) => sql`exists (select 1 from call_target t where t.call_id = c.call_id and t.mid = ${mid})`

/** Where the right is for one's own alone: calls one rang, was rung by or took, and those of the own queue or the bound doctor's. */
function logged({ mid, partnerId, rights }: StaffActor): Condition {
  const within = sql`c.partner_id = ${partnerId} and ${canSeeRow('c')}`
  if (rights['call.log'] === 'y') return within
  return sql`${within} and (${mid} in (c.caller_mid, c.answered_by_mid) or ${rungOf(mid)}
    or exists (select 1 from appointment a where a.qid = c.qid and ${canSeeVisit('a')}
      and (a.did = ${mid} or prepares_for(a.did, ${partnerId}, ${mid}))))`
}

/** Both days whole, in the institution's zone. */
function within({ timeZone }: StaffActor, now: Date, query: CallLogQuery): Condition {
  const { from, to, back } = rangeOf(query)
  const last = to ?? localDay(now, timeZone)
  const first = from ? sql`${from}::date` : sql`${last}::date - ${back}::int`
  return sql`c.record_start_time >= (${first})::timestamp at time zone ${timeZone}
    and c.record_start_time < (${last}::date + 1)::timestamp at time zone ${timeZone}`
}

/** Three digits of a phone are enough in one's own log. */
const LOG_PHONE_MIN = 3
function said(q: string): Condition {
  const phone = phonePart(q) ?? ''
  const number = phone.length >= LOG_PHONE_MIN ? sql`or strpos(m.mobile, ${phone}) > 0` : sql``
  return sql`(${holdsName(nameFor, q)} or ${holdsName(sql`o.name_en`, q)} or ${isMember('m', q)} ${number})`
}

function narrowed(query: CallLogQuery, mid: number): Condition {
  const { outcome: became, direction, kind, who, missed, q } = query
  return sql`true
    ${became === undefined ? sql`` : sql`and ${outcome} = ${became}`}
    ${direction === undefined ? sql`` : sql`and ${directionFor(mid)} = ${direction}`}
    ${kind === undefined ? sql`` : sql`and c.video = ${kind === 'video'}`}
    ${who === undefined ? sql`` : sql`and (${who} in (c.caller_mid, c.answered_by_mid) or ${rungOf(who)})`}
    ${missed ? sql`and ${inboundMissed} and not ${calledBack}` : sql``}
    ${q === '' ? sql`` : sql`and ${said(q)}`}`
}

/** May the caller play it? The same condition as the player's own list of a visit. */
function recordingOf({ rights, mid }: StaffActor): Condition {
  const right = rights['recording.play']
  if (right === '-') return sql`null::jsonb`
  return sql`(select jsonb_build_object('recordingId', g.recording_id, 'state', g.state, 'durationMs', g.duration_ms)
    from recording g where g.call_id = c.call_id and ${canSeeRow('g')} and (${right === 'y'} or ${tookPart(mid)})
    order by g.started_at desc limit 1)`
}

type Row = Omit<CallLogEntry, 'telFull'>

/**
 * A page of the log and the number of all its rows, in one statement. Tries at the same patient that followed each other on
 * one day and were not answered are one row: `fold` counts where another begins.
 */
export async function callLog(read: Read, who: StaffActor, now: Date, query: CallLogQuery) {
  const { page, pageSize, pid } = query
  const { timeZone, rights, mid } = who
  const newest = sql`c.record_start_time desc, c.call_id`
  const orders = { at: sql`c.record_start_time`, name: nameFor, length }
  const member = sql`left join member m on m.pid = c.pid and ${canSeeMember('m')} left join staff o on o.mid = ${otherOf(mid)}`
  const found = await read(sql<{ row: Row | null; total: number }>`
    with span as (
      select c.call_id, c.pid, c.kind, c.direction, c.record_start_time as at, (c.record_start_time at time zone ${timeZone})::date as day,
        c.pid is not null and c.kind = 'patient' and c.answered_at is null and c.state <> 'ringing' as tried
      from call c where ${logged(who)} and ${within(who, now, query)} ${pid === undefined ? sql`` : sql`and c.pid = ${pid}`}),
    step as (
      select span.*, case when tried and lag(tried) over w and lag(direction) over w = direction and lag(day) over w = day then 0 else 1 end as begins
      from span window w as (partition by pid order by at, call_id)),
    fold as (select step.*, sum(begins) over (partition by pid order by at, call_id) as fold from step),
    told as (
      select call_id, count(*) over same as tries, row_number() over (same order by at desc, call_id desc) as back
      from fold window same as (partition by pid, fold)),
    hit as materialized (
      select c.call_id, told.tries, row_number() over (order by ${inOrder(query.sort, orders, sql`c.call_id`, newest)}) as place
      from told join call c on c.call_id = told.call_id ${member}
      where told.back = 1 and ${logged(who)} and ${narrowed(query, mid)}),
    page as (
      select hit.place, jsonb_build_object(
        'callID', c.call_id, 'queueID', c.qid, 'pid', c.pid, 'kind', c.kind, 'name', ${nameFor}, 'nameEn', coalesce(m.name_en, o.name_en),
        'memberNo', m.member_no, 'tel', m.mobile, 'record_start_time', c.record_start_time, 'direction', ${directionFor(mid)},
        'videoCall', c.video, 'outcome', ${outcome}, 'cause', c.cause, 'lengthSeconds', ${length},
        'by', case when s.mid is null then null else ${staffBriefJson('s')} end,
        'rung', coalesce((select jsonb_agg(${staffBriefJson('r')} order by r.mid)
          from call_target t join staff r on r.mid = t.mid where t.call_id = c.call_id), '[]'),
        'unitId', u.id, 'unitName', u.name, 'unitNameEn', u.name_en, 'tries', hit.tries,
        'calledBack', case when ${inboundMissed} then ${calledBack} end,
        'callBy', (select a.qid from appointment a join partner p on p.id = a.partner_id where a.pid = c.pid and ${canSeeVisit('a')} and ${currentAt(now)}
          and a.status in ('registered', 'checkedIn', 'redial', 'autoCancelled')
          order by array_position(array['redial', 'checkedIn', 'autoCancelled', 'registered'], a.status), a.start_at limit 1),
        'colleague', case when o.mid is null or o.mid = ${mid} then null else ${staffBriefJson('o')} end,
        'recording', ${recordingOf(who)}) as row
      from hit join call c on c.call_id = hit.call_id ${member} join unit u on u.id = c.unit_id
      left join staff s on s.mid = coalesce(c.answered_by_mid, c.caller_mid)
      where hit.place > ${(page - 1) * pageSize}::int and hit.place <= ${page * pageSize}::int)
    select (select count(*)::int from hit) as total, page.row from (select 1) one left join page on true order by page.place`)
  const shows = rights['member.read'] !== '-'
  const rows = found.flatMap(({ row }) => (row ? [{ ...row, ...numbers(row.tel, shows) }] : []))
  return { rows, total: found[0]?.total ?? 0 }
}

const numbers = (tel: string | null, shows: boolean): Pick<CallLogEntry, 'tel' | 'telFull'> => ({
  tel: tel ? maskPhone(tel) : null,
  telFull: shows && tel ? tel : null,
})
