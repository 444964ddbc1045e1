import type { FollowUp, ScreeningResult } from '@teleward/contract/careevents/screening-schema.ts'
import type { Outcome, Programme } from '@teleward/contract/careevents/programmes.ts'
import type { EventPerson } from '@teleward/contract/careevents/schema.ts'
import { canSeeAtCareEvent, canSeeCareEvent, canSeeMembership } from '../access/visible.ts'
import type { Read } from '../patients/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import { asking, sql, staffBriefJson } from '../platform/db/index.ts'
import { type EventHead, peopleAt } from './repo.ts'

export interface StandingResult {
  id: string
  programme: Programme
  outcome: Outcome
  urgent: boolean
  examinedOn: string
  recordedAt: string
  followUp: FollowUp | null
}
/** One member of an event's unit, or one who came: what they said, when each programme was last, and how far they came. */
export interface ScreenedRow {
  person: EventPerson
  number: number | null
  facts: Record<string, string>
  /** Found at other events, up to this one. */
  last: Partial<Record<Programme, string>>
  invited: Partial<Record<Programme, string>>
  /** What stands, of this event. */
  results: StandingResult[]
}

const followUpJson = (
  today: string,
) => sql`jsonb_build_object('id', u.id, 'responsible', ${staffBriefJson('us')}, 'dueOn', u.due_on,
  'state', case when u.done_at is null then 'open' else 'done' end, 'late', u.done_at is null and u.due_on < ${today}::date,
  'note', u.note, 'doneAt', u.done_at, 'version', u.version)`

/** Everybody of the unit whom the caller may know, and whoever came; or one of them. */
export const screened = async (
  read: Read,
  who: StaffActor,
  now: Date,
  today: string,
  { id, unit, endsOn }: EventHead,
  pid: number | null,
): Promise<ScreenedRow[]> =>
  (
    await read(sql<{ row: ScreenedRow }>`
    with base as (
      select m.pid, m.name, m.name_en, m.gender, m.birthday, m.member_no from member_unit mu join member m on m.pid = mu.pid
        where mu.unit_id = ${unit.id}::int and mu.status = 'active' and (${pid}::int is null or mu.pid = ${pid}::int) and ${canSeeMembership('mu')}
      union select f.pid, f.name, f.name_en, f.gender, f.birthday, f.member_no from ${peopleAt(who, now, id, pid)} f),
    said as (
      select x.pid, jsonb_object_agg(x.fact, x.answer) as facts from (
        select distinct on (f.pid, f.fact) f.pid, f.fact, f.answer from screening_fact f
        where f.unit_id = ${unit.id}::int and (${pid}::int is null or f.pid = ${pid}::int) and ${canSeeAtCareEvent('f')}
        order by f.pid, f.fact, f.seq desc) x group by x.pid),
    before as (
      select x.pid, jsonb_object_agg(x.programme, x.day) as last from (
        select r.pid, r.programme, max(r.examined_on) as day from screening_result r
        where r.unit_id = ${unit.id}::int and r.event_id <> ${id}::int and r.replaced_by is null and r.outcome <> 'inadequate' and r.examined_on <= ${endsOn}::date
          and (${pid}::int is null or r.pid = ${pid}::int) and ${canSeeAtCareEvent('r')} group by r.pid, r.programme) x group by x.pid),
    asked as (
      select x.pid, jsonb_object_agg(x.programme, x.at) as invited from (
        select i.pid, i.programme, min(i.invited_at) as at from screening_invitation i
        where i.event_id = ${id}::int and (${pid}::int is null or i.pid = ${pid}::int) and ${canSeeAtCareEvent('i')} group by i.pid, i.programme) x group by x.pid),
    found as (
      select r.pid, jsonb_agg(jsonb_build_object('id', r.id, 'programme', r.programme, 'outcome', r.outcome, 'urgent', r.urgent, 'examinedOn', r.examined_on,
          'recordedAt', r.recorded_at, 'followUp', case when u.id is not null then ${followUpJson(today)} end) order by r.recorded_at desc, r.id) as results
      from screening_result r left join screening_follow_up u on u.result_id = r.id and ${canSeeAtCareEvent('u')} left join staff us on us.mid = u.responsible
      where r.event_id = ${id}::int and r.replaced_by is null and (${pid}::int is null or r.pid = ${pid}::int) and ${canSeeAtCareEvent('r')} group by r.pid),
    came as (
      select p.pid, min(p.number) as number from care_event_participant p
      where p.event_id = ${id}::int and (${pid}::int is null or p.pid = ${pid}::int) and ${canSeeAtCareEvent('p')} group by p.pid)
    select jsonb_build_object('person', jsonb_build_object('pid', b.pid, 'name', b.name, 'nameEn', b.name_en, 'gender', b.gender, 'birthday', b.birthday, 'memberNo', b.member_no),
      'number', came.number, 'facts', coalesce(said.facts, '{}'), 'last', coalesce(before.last, '{}'), 'invited', coalesce(asked.invited, '{}'),
      'results', coalesce(found.results, '[]')) as row
    from base b left join said on said.pid = b.pid left join before on before.pid = b.pid left join asked on asked.pid = b.pid
      left join found on found.pid = b.pid left join came on came.pid = b.pid
    order by b.name, b.pid`)
  ).map(({ row }) => row)

/** All results of one person in the unit of an event, the newest first, with what replaced them. */
export const resultsOf = async (
  read: Read,
  today: string,
  { unit }: Pick<EventHead, 'unit'>,
  pid: number,
): Promise<ScreeningResult[]> =>
  (
    await read(sql<{ row: ScreeningResult }>`
    select jsonb_build_object('id', r.id, 'programme', r.programme, 'outcome', r.outcome, 'urgent', r.urgent, 'finding', r.finding, 'examinedOn', r.examined_on,
      'recordedAt', r.recorded_at, 'by', ${staffBriefJson('s')}, 'event', jsonb_build_object('id', e.id, 'name', e.name), 'reason', r.reason,
      'replaced', r.replaced_by is not null, 'followUp', case when u.id is not null then ${followUpJson(today)} end) as row
    from screening_result r join care_event e on e.id = r.event_id and ${canSeeCareEvent('e')} join staff s on s.mid = r.recorded_by
      left join screening_follow_up u on u.result_id = r.id and ${canSeeAtCareEvent('u')} left join staff us on us.mid = u.responsible
    where r.pid = ${pid}::int and r.unit_id = ${unit.id}::int and ${canSeeAtCareEvent('r')}
    order by r.replaced_by is not null, r.examined_on desc, r.recorded_at desc, r.id`)
  ).map(({ row }) => row)

/** Of these the ones whom the caller may know as members of the unit. */
export const membersOf = async (read: Read, unit: number, pids: readonly number[]): Promise<number[]> =>
  (
    await read(sql<{
      pid: number
    }>`select mu.pid from member_unit mu where mu.unit_id = ${unit}::int and mu.partner_id = ${asking.partner}::int
      and mu.status = 'active' and mu.pid = any (${[...pids]}::int[]) and ${canSeeMembership('mu')}`)
  ).map(({ pid }) => pid)
