import { canSeeMember, canSeeRow, canSeeCase } from '../access/visible.ts'
import type { caseQuery, CaseBrief, CaseCounts, CaseEntry, CaseRow, countQuery } from '@teleward/contract/crm/schema.ts'
import { type CaseState, caseStates, runningCases } from '@teleward/contract/crm/rules.ts'
import { startOfDay } from '@teleward/contract/core/dates.ts'
import { addDays } from '@teleward/contract/core/zone.ts'
import type { RawBuilder } from 'kysely'
import type { z } from 'zod'
import { isMember } from '../patients/matching.ts'
import type { Read } from '../patients/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import { containing, inOrder, sql, staffBriefJson } from '../platform/db/index.ts'

const isOpen = sql`c.state = 'open'`
/** Of an open one, the next target that runs; the first answer ends the first. */
const due = sql`case when ${isOpen} then case when c.first_at is null then least(c.first_due, c.done_due) else c.done_due end end`
const warn = sql`case when ${isOpen} then case when c.first_at is null then least(c.first_warn, c.done_warn) else c.done_warn end end`
/** When a target is next about to be missed, or missed: of those that were, none is told again. */
const alarm = (of: 'warn' | 'due', now: Date) => {
  const [first, done] = [sql.raw(`c.first_${of}`), sql.raw(`c.done_${of}`)]
  return sql`case when ${isOpen} then least(
    case when c.first_at is null and ${first} > ${now}::timestamptz then ${first} end,
    case when ${done} > ${now}::timestamptz then ${done} end) end`
}
const isLate = (now: Date) => sql`coalesce(${warn} <= ${now}::timestamptz, false)`
const isOverdue = (now: Date) => sql`coalesce(${due} <= ${now}::timestamptz, false)`

const brief = sql`'sn', c.sn, 'title', c.title, 'type', c.type, 'state', c.state, 'openedAt', c.opened_at,
  'owner', case when o.mid is null then null else ${staffBriefJson('o')} end`
const row = sql`jsonb_build_object(${brief}, 'origin', c.origin, 'pid', m.pid, 'patient_name', m.name, 'patientNameEn', m.name_en,
    'memberNo', m.member_no, 'gender', m.gender, 'birthday', m.birthday, 'vip', m.vip,
    'unitId', u.id, 'unitName', u.name, 'unitNameEn', u.name_en, 'openedBy', ${staffBriefJson('s')},
    'assigned', case when c.assigned_to is null then null else jsonb_build_object('from', ${staffBriefJson('af')}, 'to', ${staffBriefJson('ato')}, 'at', c.assigned_at) end,
    'firstAt', c.first_at, 'dueAt', ${due}, 'warnAt', ${warn},
    'waitsFor', case when ${due} is null then null when c.first_at is null and c.first_due = ${due} then 'answer' else 'end' end,
    'outcome', c.outcome, 'overAt', c.over_at, 'version', c.version)
  || jsonb_build_object('lastNote', (
    select jsonb_build_object('text', e.text, 'by', ${staffBriefJson('w')}, 'at', e.at) from crm_entry e join staff w on w.mid = e.mid
    where e.sn = c.sn and e.kind = 'note' and ${canSeeRow('e')} order by e.id desc limit 1))`
const joined = sql`crm_case c join member m on m.pid = c.pid and ${canSeeMember('m')}
  join unit u on u.id = c.unit_id join staff s on s.mid = c.opened_by left join staff o on o.mid = c.owner_mid
  left join staff af on af.mid = c.assigned_from left join staff ato on ato.mid = c.assigned_to
  where ${canSeeCase('c')}`

type Filters = z.output<typeof countQuery>
function filtered(who: StaffActor, { q, type, origin, unit, pid, from, to }: Filters): RawBuilder<unknown> {
  const like = containing(q.trim().toLowerCase())
  const number = /^#?(\d{1,9})$/.exec(q.trim())?.[1]
  const all = [
    sql`true`,
    ...(type ? [sql`c.type = ${type}`] : []),
    ...(origin ? [sql`c.origin = ${origin}`] : []),
    ...(unit ? [sql`c.unit_id = ${unit}::int`] : []),
    ...(pid ? [sql`c.pid = ${pid}::int`] : []),
    ...(from ? [sql`c.opened_at >= ${startOfDay(from, who.timeZone)}::timestamptz`] : []),
    ...(to ? [sql`c.opened_at < ${startOfDay(addDays(to, 1), who.timeZone)}::timestamptz`] : []),
    ...(q.trim()
      ? [sql`(lower(c.title) like ${like} or c.sn = ${Number(number ?? 0)}::int or ${isMember('m', q)})`]
      : []),
  ]
  return sql.join(all, sql` and `)
}
const stateIs = (state: string) =>
  state === 'all' ? sql`true` : sql`c.state in (${sql.join(state === 'running' ? [...runningCases] : [state])})`

/** Late ones and those about to be first, then nobody's, then least time left; what is over stands behind, newest first. */
const standing = (
  now: Date,
) => sql`${isOpen} desc, ${isLate(now)} desc, case when ${isOpen} then c.owner_mid is null end desc,
  ${due} nulls last, c.opened_at desc, c.sn`
const orders = {
  sn: sql`c.sn`,
  title: sql`lower(c.title)`,
  type: sql`c.type`,
  patient: sql`m.name`,
  owner: sql`o.name`,
  state: sql`array_position(array[${sql.join([...caseStates])}]::text[], c.state)`,
  opened: sql`c.opened_at`,
  due,
}

export async function list(
  read: Read,
  who: StaffActor,
  now: Date,
  query: z.output<typeof caseQuery>,
): Promise<{ rows: CaseRow[]; total: number }> {
  const { state, assigned, owner, late, overdue, sort, page, pageSize } = query
  const narrowed = sql.join(
    [
      filtered(who, query),
      stateIs(state),
      ...(assigned === 'me' ? [sql`c.owner_mid = ${who.mid}`] : []),
      ...(assigned === 'none' ? [sql`c.owner_mid is null`] : []),
      ...(owner ? [sql`c.owner_mid = ${owner}::int`] : []),
      ...(late === undefined ? [] : [sql`${isLate(now)} = ${late}::boolean`]),
      ...(overdue === undefined ? [] : [sql`${isOverdue(now)} = ${overdue}::boolean`]),
    ],
    sql` and `,
  )
  const rows = await read(sql<{ row: CaseRow | null; total: number }>`
    with hit as materialized (
      select c.sn, row_number() over (order by ${inOrder(sort, orders, sql`c.sn`, standing(now))}) as place
      from ${joined} and ${narrowed}),
    page as (select ${row} as row, hit.place from hit, ${joined} and c.sn = hit.sn
      and hit.place > ${(page - 1) * pageSize}::int and hit.place <= ${page * pageSize}::int)
    select (select count(*)::int from hit) as total, page.row from (select 1) one left join page on true order by page.place`)
  return { rows: rows.flatMap((one) => (one.row ? [one.row] : [])), total: rows[0]?.total ?? 0 }
}

export async function counts(read: Read, who: StaffActor, now: Date, query: Filters): Promise<CaseCounts> {
  const [found] = await read(sql<CaseCounts>`
    select count(*) filter (where ${stateIs('running')})::int as running, count(*) filter (where c.state = 'closed')::int as closed,
      count(*) filter (where ${stateIs('running')} and c.owner_mid = ${who.mid})::int as mine,
      count(*) filter (where ${isOpen} and c.owner_mid is null)::int as unassigned,
      count(*) filter (where ${isLate(now)})::int as late, count(*) filter (where ${isOverdue(now)})::int as overdue
    from ${joined} and ${filtered(who, query)}`)
  return found ?? { running: 0, closed: 0, mine: 0, unassigned: 0, late: 0, overdue: 0 }
}

export async function bySn(read: Read, sn: number): Promise<CaseRow | undefined> {
  const [found] = await read(sql<{ row: CaseRow }>`select ${row} as row from ${joined} and c.sn = ${sn}::int`)
  return found?.row
}
/** What a step looks at, locked until the transaction ends: whoever else wants the case waits. */
export interface LockedCase {
  sn: number
  undo: Undo | null
  firstAt: Date | null
}
export interface Undo {
  by: number
  at: string
  was: Record<string, unknown> & { state: CaseState }
}
interface Alarms {
  near: Date | null
  late: Date | null
}
export const alarmsOf = async (read: Read, sn: number, now: Date): Promise<Alarms> =>
  (
    await read(
      sql<Alarms>`select ${alarm('warn', now)} as near, ${alarm('due', now)} as late from crm_case c where c.sn = ${sn}::int`,
    )
  )[0] ?? { near: null, late: null }
/** From when on its targets count: its opening, or when it was last restored. */
export const countedFrom = async (read: Read, sn: number): Promise<Date | undefined> =>
  (
    await read(sql<{
      at: Date
    }>`select coalesce((select max(e.at) from crm_entry e where e.sn = c.sn and e.kind = 'restore'), c.opened_at) as at
      from crm_case c where c.sn = ${sn}::int`)
  )[0]?.at
export const lockForUpdate = async (read: Read, sn: number): Promise<LockedCase | undefined> =>
  (
    await read(sql<LockedCase>`
      select c.sn, c.undo, c.first_at as "firstAt" from crm_case c where c.sn = ${sn}::int and ${canSeeCase('c')} for update`)
  )[0]

const call = sql`case when k.call_id is null then null else jsonb_build_object('callID', k.call_id, 'state', k.state, 'cause', k.cause,
  'direction', k.direction, 'videoCall', k.video, 'answeredAt', k.answered_at, 'endedAt', k.ended_at) end`
/** Its words are the conversation's: who does not read that one, or after it was taken back, reads none here. */
const message = sql`case when cm.id is null then null else jsonb_build_object('conversationId', cm.conversation_id, 'seq', cm.seq,
  'textContent', cm.body, 'recalled', cm.recalled_at is not null, 'answeredAt', (
    select min(an.sent_at) from chat_message an where an.conversation_id = cm.conversation_id and an.seq > cm.seq
      and an.author_mid is null and ${canSeeRow('an')})) end`
export const entries = async (read: Read, sn: number): Promise<CaseEntry[]> =>
  (
    await read(sql<{ row: CaseEntry }>`
      select jsonb_build_object('id', e.id, 'kind', e.kind, 'text', e.text, 'by', ${staffBriefJson('w')},
        'to', case when t.mid is null then null else ${staffBriefJson('t')} end, 'at', e.at, 'call', ${call}, 'message', ${message}) as row
      from crm_entry e join staff w on w.mid = e.mid left join staff t on t.mid = e.to_mid
      left join call k on k.call_id = e.call_id and ${canSeeRow('k')}
      left join chat_message cm on cm.id = e.message_id and ${canSeeRow('cm')}
      where e.sn = ${sn}::int and ${canSeeRow('e')} order by e.id`)
  ).map((one) => one.row)

/** The member's others: open ones, then the closest of what is over. */
export const others = async (read: Read, one: CaseRow): Promise<CaseBrief[]> =>
  (
    await read(sql<{ row: CaseBrief }>`
      select jsonb_build_object(${brief}) as row from ${joined} and c.pid = ${one.pid}::int and c.sn <> ${one.sn}::int
      order by ${isOpen} desc, (c.type = ${one.type}) desc, c.opened_at desc limit 8`)
  ).map((found) => found.row)

export const openOf = async (read: Read, pids: readonly number[]): Promise<Map<number, number>> =>
  new Map(
    (
      await read(sql<{ pid: number; many: number }>`
        select c.pid, count(*)::int as many from ${joined} and c.pid = any (${[...pids]}::int[]) and ${isOpen} group by c.pid`)
    ).map(({ pid, many }) => [pid, many]),
  )
