import { canSeeCase, canSeeAlert, canSeeHandoff, canSeeMember, canSeeNote, canSeeVisit } from '../access/visible.ts'
import { UNFINISHED } from '@teleward/contract/handoffs/rules.ts'
import type {
  Handoff,
  HandoffEvent,
  HandoffRecipient,
  handoffQuery,
  MemberHandoff,
} from '@teleward/contract/handoffs/schema.ts'
import { takesHandoffs } from '@teleward/contract/handoffs/rules.ts'
import { AWAY, BUSY, ONLINE } from '@teleward/contract/staff/rules.ts'
import type { PatientBrief } from '@teleward/contract/patients/brief.ts'
import type { RawBuilder } from 'kysely'
import type { z } from 'zod'

import { isMember, isNamed } from '../patients/matching.ts'
import { authorisationOf, patientBriefJson } from '../patients/brief.ts'
import { withPatients } from '../chat/reach.ts'

import type { StaffActor } from '../platform/actor.ts'
import { type Compilable, containing, inOrder, sql, staffBriefJson } from '../platform/db/index.ts'

export interface Who {
  mid: number
  partnerId: number
  unitIds: readonly number[]
}
/** One's own: given, received, or passed on. */
export const mine = (who: Who) => sql`(h.partner_id = ${who.partnerId}
  and (${who.mid} in (h.giver_mid, h.recipient_mid) or ${who.mid} = any (h.through)))`
const toMe = (who: Who) => sql`h.partner_id = ${who.partnerId} and h.recipient_mid = ${who.mid}`
const byMe = (who: Who) => sql`h.partner_id = ${who.partnerId} and h.giver_mid = ${who.mid}`

/** How many wait for the caller: a value inside another statement. */
export const openOf = (who: Who) =>
  sql<number>`(select count(*)::int from handoff h where ${toMe(who)} and h.status = ${UNFINISHED})`

const late = (today: string) => sql`(h.status = ${UNFINISHED} and coalesce(h.due_on < ${today}::date, false))`
export const lateOf = (who: Who, today: string) =>
  sql<number>`(select count(*)::int from handoff h where ${toMe(who)} and ${late(today)})`
const commonJson = (today: string) => sql`jsonb_build_object('id', h.id, 'content', h.content, 'status', h.status,
  'dueOn', h.due_on, 'late', ${late(today)}, 'giver', ${staffBriefJson('g')}, 'recipient', ${staffBriefJson('r')}, 'createdAt', h.created_at, 'version', h.version)`

/** What it came from, as far as the caller may look at that: the kinds there are so far. */
const aboutOf = (who: StaffActor) => sql`left join lateral (
    select a.pid, a.qid, null::int as unit_id, a.start_at from appointment a
      where h.about_kind = 'appointment' and a.qid = case when h.about_kind = 'appointment' then h.about_id::int end and ${canSeeVisit('a')}
    union all
    select a.pid, a.qid, null::int, a.start_at from note n join appointment a on a.qid = n.qid
      where h.about_kind = 'note' and n.id = case when h.about_kind = 'note' then h.about_id::uuid end and ${canSeeNote('n')} and ${canSeeVisit('a')}
    union all
    select c.pid, null::int, null::int, c.opened_at from crm_case c
      where h.about_kind = 'case' and c.sn = case when h.about_kind = 'case' then h.about_id::int end and ${canSeeCase('c')}
    union all
    select c.pid, null::int, null::int, m.sent_at from chat_message m join chat_conversation c on c.id = m.conversation_id
      where h.about_kind = 'message' and m.id = case when h.about_kind = 'message' then h.about_id::int end and ${withPatients(who)}
    union all
    select l.pid, null::int, l.unit_id, l.raised_at from monitor_alert l
      where h.about_kind = 'alert' and l.id = case when h.about_kind = 'alert' then h.about_id::uuid end and ${canSeeAlert('l')}
  ) src on true`
const handoffJson = (today: string) => sql`${commonJson(today)} || jsonb_build_object(
  'patient', case when m.pid is null then null else ${patientBriefJson} end, 'patientHidden', h.pid is not null and m.pid is null,
  'about', case when src.pid is null then null else jsonb_build_object('kind', h.about_kind, 'id', h.about_id, 'pid', src.pid, 'qid', src.qid, 'unitId', src.unit_id, 'at', src.start_at) end,
  'lastComment', (select jsonb_build_object('text', e.text, 'name', s.name, 'nameEn', s.name_en, 'at', e.at)
    from handoff_event e join staff s on s.mid = e.mid where e.handoff_id = h.id and e.action = 'comment' order by e.id desc limit 1),
  'remindedAt', h.reminded_at, 'completedAt', h.completed_at)`
/** The patient, where the caller sees them: the to-do stands without otherwise. */
const joined = (
  who: StaffActor,
) => sql`handoff h join staff g on g.mid = h.giver_mid join staff r on r.mid = h.recipient_mid
  left join member m on m.pid = h.pid and ${canSeeMember('m')} left join unit u on u.id = h.unit_id ${authorisationOf} ${aboutOf(who)}`

type Query = z.output<typeof handoffQuery>
/** Late ones first, then by their day, then the newest; what is over last. */
const standing = sql`h.status, case when h.status = ${UNFINISHED} then h.due_on end nulls last, h.created_at desc, h.id`
const orders = {
  due: sql`h.due_on`,
  created: sql`h.created_at`,
  status: sql`h.status`,
}
/**
 * A part of the text, of the patient as far as the caller sees them, or of the other side; names as the lists of members
 * compare them, and nothing of a patient who is hidden.
 */
function said(q: string, other: string): RawBuilder<unknown> {
  const like = containing(q.toLowerCase())
  return sql`(lower(h.content) like ${like}
    or exists (select 1 from staff s where s.mid = ${sql.ref(`h.${other}`)} and ${isNamed('s', q)})
    or exists (select 1 from member m where m.pid = h.pid and ${canSeeMember('m')} and ${isMember('m', q)}))`
}
export interface Days {
  today: string
  weekEnd: string
}
export function list(
  who: StaffActor,
  side: 'toMe' | 'byMe',
  query: Query,
  { today, weekEnd }: Days,
): Compilable<{ row: Handoff | null; total: number }> {
  const other = side === 'toMe' ? 'giver_mid' : 'recipient_mid'
  const due = {
    late: late(today),
    today: sql`h.due_on = ${today}::date`,
    week: sql`h.due_on between ${today}::date and ${weekEnd}::date`,
    none: sql`h.due_on is null`,
  }
  const where = sql`${side === 'toMe' ? toMe(who) : byMe(who)}
    ${query.status === 'all' ? sql`` : sql`and h.status = ${Number(query.status)}`}
    ${query.due ? sql`and ${due[query.due]}` : sql``}
    ${query.who === undefined ? sql`` : sql`and ${sql.ref(`h.${other}`)} = ${query.who}`}
    ${query.pid === undefined ? sql`` : sql`and h.pid = ${query.pid} and exists (select 1 from member m where m.pid = h.pid and ${canSeeMember('m')})`}
    ${query.from === undefined ? sql`` : sql`and h.due_on >= ${query.from}::date`}
    ${query.to === undefined ? sql`` : sql`and h.due_on <= ${query.to}::date`}
    ${query.q === '' ? sql`` : sql`and ${said(query.q, other)}`}`
  const named = sql`(select s.name from staff s where s.mid = ${sql.ref(`h.${other}`)})`
  return sql<{ row: Handoff | null; total: number }>`
    with hit as materialized (
      select h.id, row_number() over (order by ${inOrder(query.sort, { ...orders, person: named }, sql`h.id`, standing)}) as place
      from handoff h where ${where}),
    page as (select ${handoffJson(today)} as row, hit.place from hit join ${joined(who)} on h.id = hit.id
      where hit.place > ${(query.page - 1) * query.pageSize}::int and hit.place <= ${query.page * query.pageSize}::int)
    select (select count(*)::int from hit) as total, page.row from (select 1) one left join page on true order by page.place`
}

export const byId = (who: StaffActor, id: string, today: string): Compilable<{ row: Handoff }> =>
  sql<{
    row: Handoff
  }>`select ${handoffJson(today)} as row from ${joined(who)} where h.id = ${id}::uuid and ${mine(who)}`
export const historyOf = (who: Who, id: string): Compilable<{ event: HandoffEvent }> => sql<{ event: HandoffEvent }>`
  select x.event from (select e.id, jsonb_build_object('id', e.id, 'at', e.at, 'action', e.action, 'mid', e.mid, 'name', s.name, 'nameEn', s.name_en,
      'text', e.text, 'to', case when t.mid is null then null else ${staffBriefJson('t')} end, 'dueOn', e.due_on) as event
    from handoff_event e join handoff h on h.id = e.handoff_id left join staff s on s.mid = e.mid left join staff t on t.mid = e.to_mid
    where e.handoff_id = ${id}::uuid and ${mine(who)} order by e.id desc limit 200) x order by x.id`
/** For a step: until the transaction ends nobody else takes one. */
export const lockForUpdate = (who: Who, id: string): Compilable<{ id: string }> =>
  sql<{ id: string }>`select h.id from handoff h where h.id = ${id}::uuid and ${mine(who)}
    and ${who.mid} in (h.giver_mid, h.recipient_mid) for update`

/** A patient's unfinished ones: one's own, and those of others where the record is open to the caller. */
export const ofMember = (who: Who, pid: number, today: string): Compilable<{ row: MemberHandoff }> => sql<{
  row: MemberHandoff
}>`
  select ${commonJson(today)} || jsonb_build_object('own', ${mine(who)}) as row
  from handoff h join staff g on g.mid = h.giver_mid join staff r on r.mid = h.recipient_mid
  where h.pid = ${pid} and h.partner_id = ${who.partnerId} and h.status = ${UNFINISHED} and ${canSeeHandoff('h')}
    and exists (select 1 from member m where m.pid = h.pid and ${canSeeMember('m')})
  order by ${standing} limit 50`

/** A patient the caller sees, by the unit they share. */
export const patient = (who: Who, pid: number): Compilable<{ unitId: number; row: PatientBrief }> => sql<{
  unitId: number
  row: PatientBrief
}>`
  select u.id as "unitId", ${patientBriefJson} as row
  from member m join member_unit mu on mu.pid = m.pid join unit u on u.id = mu.unit_id ${authorisationOf}
  where m.pid = ${pid} and mu.partner_id = ${who.partnerId} and mu.unit_id = any (${[...who.unitIds]}::int[]) and mu.status = 'active'
    and ${canSeeMember('m')} order by u.id limit 1`

interface Source {
  pid: number
  unitId: number
}
/** Whose it is, of the kinds of things a to-do comes from so far: nothing where the caller does not reach it. */
export const sources = {
  appointment: (id: string): Compilable<Source> =>
    sql<Source>`select a.pid, a.unit_id as "unitId" from appointment a where a.qid = ${Number(id)} and ${canSeeVisit('a')}`,
  case: (sn: string): Compilable<Source> =>
    sql<Source>`select c.pid, c.unit_id as "unitId" from crm_case c where c.sn = ${Number(sn)} and ${canSeeCase('c')}`,
  /** A patient's, or one to a patient; between colleagues there is nobody it would be about. */
  message: (who: StaffActor, id: string): Compilable<Source> =>
    sql<Source>`select c.pid, c.unit_id as "unitId" from chat_message m join chat_conversation c on c.id = m.conversation_id
      where m.id = ${Number(id)} and m.recalled_at is null and ${withPatients(who)}`,
  alert: (id: string): Compilable<Source> =>
    sql<Source>`select l.pid, l.unit_id as "unitId" from monitor_alert l where l.id = ${id}::uuid and ${canSeeAlert('l')}`,
  note: (id: string): Compilable<Source> =>
    sql<Source>`select n.pid, n.unit_id as "unitId" from note n where n.id = ${id}::uuid and ${canSeeNote('n')}`,
}

const onBoard = sql`s.status = 'active' and s.mobilecode = 1 and sp.status = 'active' and sp.review = 'onBoard'`
const takes = (who: Who) => sql`sp.staff_type <> 4 and sp.doctortype in (${sql.join([...takesHandoffs])})
  and not exists (select 1 from partner p where p.id = ${who.partnerId} and coalesce(p.settings -> 'removals' -> sp.doctortype, '[]') ? 'todo.use')`
const colleague = (
  who: Who,
) => sql`exists (select 1 from staff_unit su where su.mid = s.mid and su.partner_id = ${who.partnerId}
  and su.unit_id = any (${[...who.unitIds]}::int[]))`
/** Somebody of one's units, and whether they take to-dos. */
export const taker = (who: Who, mid: number): Compilable<{ takes: boolean; service: boolean }> => sql<{
  takes: boolean
  service: boolean
}>`
  select ${takes(who)} as takes, sp.staff_type = 4 or sp.doctortype = 'customer_service' as service
  from staff s join staff_partner sp on sp.mid = s.mid and sp.partner_id = ${who.partnerId}
  where s.mid = ${mid} and ${onBoard} and ${colleague(who)}`

/** Who is on line first, then by name; whole days off from today on. */
export const recipients = (who: Who, today: string): Compilable<HandoffRecipient> => sql<HandoffRecipient>`
  select s.mid, s.name, s.name_en as "nameEn", sp.doctortype, sp.title, coalesce(pr.code, ${AWAY}::int) as code,
    (select coalesce(jsonb_agg(distinct d.date order by d.date), '[]') from day_off d where d.did = s.mid and d.partner_id = ${who.partnerId}
      and d."interval" is null and d.withdrawn_at is null and d.date between ${today}::date and ${today}::date + 60) as "daysOff"
  from staff s join staff_partner sp on sp.mid = s.mid and sp.partner_id = ${who.partnerId} left join presence pr on pr.mid = s.mid
  where ${onBoard} and ${takes(who)} and ${colleague(who)}
  order by array_position(array[${ONLINE}::int, ${BUSY}::int, ${AWAY}::int], coalesce(pr.code, ${AWAY}::int)), s.name, s.mid`
