import { type OpinionState, READINGS_MAX } from '@teleward/contract/opinions/rules.ts'
import type {
  Opinion,
  OpinionAnswer,
  OpinionDoctor,
  opinionQuery,
  ShownRecord,
} from '@teleward/contract/opinions/schema.ts'
import type { z } from 'zod'
import {
  canSeeFile,
  canSeeMember,
  canSeeNote,
  canSeeOpinion,
  canSeeReading,
  isShownFile,
  isShownNote,
  isShownReading,
} from '../access/visible.ts'
import { authorisationOf, patientBriefJson } from '../patients/brief.ts'
import { isNamed } from '../patients/matching.ts'
import type { StaffActor } from '../platform/actor.ts'
import { type Compilable, containing, inOrder, sql, staffBriefJson } from '../platform/db/index.ts'

export interface Day {
  today: string
  zone: string
}
const late = ({ today }: Day) => sql`(o.state = 'inProcess' and coalesce(o.due_on < ${today}::date, false))`
/** Whom it is about, to the invited doctor, is what the inviter shares, and nothing by a right of their own beside it. */
const joined = (
  who: StaffActor,
) => sql`opinion o join staff a on a.mid = o.inviter_mid join staff b on b.mid = o.invited_mid
  left join member m on m.pid = o.pid and o.invited_mid <> ${who.mid} and ${canSeeMember('m')} left join unit u on u.id = o.unit_id
  left ${authorisationOf}`
const opinionJson = (
  who: StaffActor,
  day: Day,
) => sql`jsonb_build_object('id', o.id, 'type', o.kind, 'state', o.state, 'question', o.question,
  'inviter', ${staffBriefJson('a')}, 'invited', ${staffBriefJson('b')},
  'division', (select sp.division from staff_partner sp where sp.mid = o.invited_mid and sp.partner_id = o.partner_id),
  'shared', jsonb_build_object('name', o.shown_name, 'nameEn', o.shown_name_en, 'gender', o.shown_gender, 'age', o.shown_age),
  'patient', case when m.pid is null then null else ${patientBriefJson} end,
  'records', o.records, 'filter', o.filter, 'dueOn', o.due_on, 'late', ${late(day)}, 'askedAt', o.created_at, 'openedAt', o.opened_at,
  'endedAt', o.ended_at, 'reason', o.reason, 'changed', o.changed, 'changedAt', o.changed_at, 'version', o.version,
  'side', case ${who.mid}::int when o.inviter_mid then 'inviter' when o.invited_mid then 'invited' end)`

type Query = z.output<typeof opinionQuery>
const standing = sql`o.state = 'inProcess' desc, case when o.state = 'inProcess' then o.due_on end nulls last,
  case when o.state = 'inProcess' then o.created_at end, o.created_at desc, o.id`
const orders = { due: sql`o.due_on`, asked: sql`o.created_at`, state: sql`o.state` }

export function list(who: StaffActor, query: Query, day: Day): Compilable<{ row: Opinion | null; total: number }> {
  const { tab, pid } = query
  const other = tab === 'invited' ? 'inviter_mid' : 'invited_mid'
  const mine = {
    invited: sql`o.invited_mid = ${who.mid}`,
    inviting: sql`o.inviter_mid = ${who.mid}`,
    record: sql`o.state = 'done'`,
  }[tab]
  const start = (date: string) => sql`(${date}::date::timestamp at time zone ${day.zone})`
  // Whom it is about is no way to look for what others ask: the invited doctor knows what is shared alone.
  const about =
    pid === undefined
      ? tab === 'record'
        ? sql`and false`
        : sql``
      : tab === 'invited'
        ? sql`and false`
        : sql`and o.pid = ${pid} and exists (select 1 from member m where m.pid = o.pid and ${canSeeMember('m')})`
  const where = sql`o.partner_id = ${who.partnerId} and ${mine} and ${canSeeOpinion('o')} ${about}
    ${query.status === 'all' || tab === 'record' ? sql`` : sql`and o.state = ${query.status}`}
    ${query.type ? sql`and o.kind = ${query.type}` : sql``}
    ${query.id === undefined ? sql`` : sql`and o.id = ${query.id}::uuid`}
    ${query.did === undefined ? sql`` : sql`and ${sql.ref(`o.${other}`)} = ${query.did}`}
    ${query.from === undefined ? sql`` : sql`and o.created_at >= ${start(query.from)}`}
    ${query.to === undefined ? sql`` : sql`and o.created_at < ${start(query.to)} + interval '1 day'`}
    ${query.q === '' ? sql`` : sql`and o.question ilike ${containing(query.q)}`}`
  const named = sql`(select s.name from staff s where s.mid = ${sql.ref(`o.${other}`)})`
  return sql<{ row: Opinion | null; total: number }>`
    with hit as materialized (
      select o.id, row_number() over (order by ${inOrder(query.sort, { ...orders, person: named }, sql`o.id`, standing)}) as place
      from opinion o where ${where}),
    page as (select ${opinionJson(who, day)} as row, hit.place from hit join ${joined(who)} on o.id = hit.id
      where hit.place > ${(query.page - 1) * query.pageSize}::int and hit.place <= ${query.page * query.pageSize}::int)
    select (select count(*)::int from hit) as total, page.row from (select 1) one left join page on true order by page.place`
}

export const byId = (
  who: StaffActor,
  id: string,
  day: Day,
): Compilable<{ row: Opinion; pid: number; asleep: boolean }> =>
  sql<{ row: Opinion; pid: number; asleep: boolean }>`
    select ${opinionJson(who, day)} as row, o.pid, o.state = 'inProcess' and not opinion_open(o.id) as asleep
    from ${joined(who)} where o.id = ${id}::uuid and ${canSeeOpinion('o')}`

export interface Locked {
  pid: number
  inviter: number
  invited: number
  state: OpinionState
  version: number
  filter: number
}
/** For a step: until the transaction ends nobody else takes one. Of its two sides alone. */
export const lockForUpdate = (who: StaffActor, id: string): Compilable<Locked> => sql<Locked>`
  select o.pid, o.inviter_mid as inviter, o.invited_mid as invited, o.state, o.version, o.filter from opinion o
  where o.id = ${id}::uuid and ${canSeeOpinion('o')} and ${who.mid} in (o.inviter_mid, o.invited_mid) for update`

export const answersOf = (id: string): Compilable<{ answer: OpinionAnswer }> => sql<{ answer: OpinionAnswer }>`
  select jsonb_build_object('version', w.version, 'text', w.text, 'by', ${staffBriefJson('s')}, 'at', w.signed_at, 'hash', w.hash) as answer
  from opinion_answer w join staff s on s.mid = w.signed_by where w.opinion_id = ${id}::uuid order by w.version`

/** What is shown, in its order: notes and readings whole, of files their ids. */
export type ShownRow = { of: Exclude<ShownRecord, { kind: 'file' }> | { kind: 'file'; id: string; there: boolean } }
const may = (...ways: readonly unknown[]) => sql`(${sql.join([...ways], sql` or `)})`
export const shownOf = (id: string): Compilable<ShownRow> => sql<ShownRow>`
  select case r.kind
    when 'note' then jsonb_build_object('kind', 'note', 'id', r.ref, 'note', (
      select jsonb_build_object('date', r.day, 'author', ${staffBriefJson('s')}, 'signedAt', n.signed_at, 'amended', n.state = 'amended',
        'division', (select sp.division from staff_partner sp where sp.mid = n.author_mid and sp.partner_id = n.partner_id),
        'content', v.content)
      from note n join staff s on s.mid = n.author_mid
        join lateral (select x.content from note_version x where x.note_id = n.id and x.kind in ('sign', 'amend') order by x.version desc limit 1) v on true
      where n.id = r.ref and n.pid = o.pid and n.state in ('signed', 'amended') and ${may(isShownNote('n'), canSeeNote('n'))}))
    when 'file' then jsonb_build_object('kind', 'file', 'id', r.ref, 'there', exists (
      select 1 from medical_file f where f.id = r.ref and f.pid = o.pid and f.state = 'stored' and ${may(isShownFile('f'), canSeeFile('f'))}))
    else jsonb_build_object('kind', 'readings', 'reading', r.reading, 'from', r.from_at, 'to', r.to_at, 'values', (
      select coalesce(jsonb_agg(jsonb_build_object('at', y.measured_at, 'value', y.value, 'diastolic', y.diastolic, 'pulse', y.pulse, 'unit', y.unit, 'flagged', y.flagged)
        order by y.measured_at, y.id), '[]')
      from (select t.* from reading t where t.pid = o.pid and t.kind = r.reading and t.measured_at between r.from_at and r.to_at
          and t.received_at <= r.added_at and t.withdrawn_at is null and ${may(isShownReading('t'), canSeeReading('t'))}
        order by t.measured_at desc, t.id desc limit ${READINGS_MAX}) y))
    end as of
  from opinion_record r join opinion o on o.id = r.opinion_id and o.filter = r.filter
  where r.opinion_id = ${id}::uuid order by r.sort`

/** Signed notes of the patient that the caller reads, with the day of each visit. */
export const notesToShow = (pid: number, ids: readonly string[]): Compilable<{ id: string; day: string }> => sql<{
  id: string
  day: string
}>`select n.id, a.date::text as day from note n join appointment a on a.qid = n.qid
  where n.pid = ${pid} and n.id = any (${[...ids]}::uuid[]) and n.state in ('signed', 'amended') and ${canSeeNote('n')}`
export const filesToShow = (pid: number, ids: readonly string[]): Compilable<{ id: string }> => sql<{ id: string }>`
  select f.id from medical_file f where f.pid = ${pid} and f.id = any (${[...ids]}::uuid[]) and f.state = 'stored' and ${canSeeFile('f')}`
export const readingsToShow = (pid: number, kind: string, from: Date, to: Date): Compilable<{ id: string }> =>
  sql<{
    id: string
  }>`select t.id from reading t where t.pid = ${pid} and t.kind = ${kind} and t.measured_at between ${from} and ${to} and t.withdrawn_at is null
    and ${canSeeReading('t')} limit 1`

/** The patient as they are shared; without a name unless the inviter says so. */
export const shareable = (pid: number, today: string) => sql<{
  name: string
  nameEn: string | null
  gender: string | null
  age: number | null
}>`select m.name, m.name_en as "nameEn", m.gender, extract(year from age(${today}::date, m.birthday))::int as age
  from member m where m.pid = ${pid} and ${canSeeMember('m')}`

const onBoard = (partnerId: number) => sql`app_takes_opinion(s.mid, ${partnerId})`
export const doctors = (who: StaffActor, q: string): Compilable<OpinionDoctor> => sql<OpinionDoctor>`
  select s.mid, s.name, s.name_en as "nameEn", sp.division, sp.title
  from staff s join staff_partner sp on sp.mid = s.mid and sp.partner_id = ${who.partnerId}
  where s.mid <> ${who.mid} and sp.doctortype = 'doctor' and ${onBoard(who.partnerId)}
    ${q === '' ? sql`` : sql`and (${isNamed('s', q)} or sp.division ilike ${containing(q)})`}
  order by s.name, s.mid limit 50`
export const taker = (who: StaffActor, mid: number): Compilable<{ takes: boolean }> => sql<{ takes: boolean }>`
  select ${onBoard(who.partnerId)} as takes from staff s join staff_partner sp on sp.mid = s.mid and sp.partner_id = ${who.partnerId}
  where s.mid = ${mid}`
