import type { RawBuilder } from 'kysely'
import type { CareEvent, EventPerson, EventQuery, EventValue } from '@teleward/contract/careevents/schema.ts'
import type { Item } from '@teleward/contract/careevents/items.ts'
import { type EventState, LATE_DAYS } from '@teleward/contract/careevents/rules.ts'
import { localDay } from '@teleward/contract/core/dates.ts'
import { canSeeAtCareEvent, canSeeCareEvent, canSeeFile, canSeeVisit } from '../access/visible.ts'
import type { Read } from '../patients/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import { asking, type Compilable, containing, inOrder, sql, staffBriefJson } from '../platform/db/index.ts'

const stateOf = (
  today: string,
) => sql`(case when e.cancelled_at is not null then 'cancelled' when e.starts_on > ${today}::date then 'coming'
  when e.ends_on < ${today}::date then 'over' else 'running' end)`
/** Of each who joined: how many items of the event have a value. Somebody who was two members and is one now counts once. */
const counted = sql`join lateral (
  select count(*)::int as joined, count(*) filter (where x.n > 0)::int as measured, count(*) filter (where x.n >= cardinality(e.items)
    and (cardinality(e.programmes) = 0 or exists (select 1 from screening_result r where r.event_id = e.id and r.pid = x.pid and r.replaced_by is null and ${canSeeAtCareEvent('r')})))::int as done
  from (select p.pid, (select count(distinct v.item) from care_event_value v
      where v.event_id = e.id and v.pid = p.pid and v.item = any (e.items) and v.value is not null and v.replaced_by is null and ${canSeeAtCareEvent('v')}) as n
    from care_event_participant p where p.event_id = e.id and ${canSeeAtCareEvent('p')} group by p.pid) x) c on true`
const eventJson = (
  today: string,
) => sql`jsonb_build_object('id', e.id, 'kind', e.kind, 'name', e.name, 'place', e.place, 'startsOn', e.starts_on,
  'endsOn', e.ends_on, 'state', ${stateOf(today)}, 'items', e.items, 'programmes', e.programmes, 'limits', e.limits, 'note', e.note,
  'unit', jsonb_build_object('id', u.id, 'name', u.name, 'nameEn', u.name_en),
  'joined', c.joined, 'measured', c.measured, 'done', c.done, 'reason', e.reason, 'version', e.version)`

/** What runs first, then what comes next, then what is over, the newest first. */
const standing = (
  today: string,
) => sql`case ${stateOf(today)} when 'running' then 0 when 'coming' then 1 when 'over' then 2 else 3 end,
  case when e.starts_on > ${today}::date then e.starts_on end, e.starts_on desc, e.id desc`

export async function events(
  read: Read,
  today: string,
  query: EventQuery,
): Promise<{ rows: CareEvent[]; total: number }> {
  const { state, kind, q, page, pageSize, id } = query
  const found = await read(sql<{ row: CareEvent | null; total: number }>`
    with hit as materialized (
      select e.id, row_number() over (order by ${inOrder(query.sort, { startsOn: sql`e.starts_on`, name: sql`e.name`, joined: sql`c.joined` }, standing(today), standing(today))}) as place
      from care_event e ${counted}
      where ${canSeeCareEvent('e')} and (${id ?? null}::int is null or e.id = ${id ?? null}::int)
        and (${state ?? null}::text is null or ${stateOf(today)} = ${state ?? null}::text) and (${kind ?? null}::text is null or e.kind = ${kind ?? null}::text)
        and lower(e.name || ' ' || e.place) like ${containing(q.toLowerCase())}),
    page as (select ${eventJson(today)} as row, hit.place from hit join care_event e on e.id = hit.id and ${canSeeCareEvent('e')} join unit u on u.id = e.at_unit
      ${counted} where hit.place > ${(page - 1) * pageSize}::int and hit.place <= ${page * pageSize}::int)
    select (select count(*)::int from hit) as total, page.row from (select 1) one left join page on true order by page.place`)
  return { rows: found.flatMap(({ row }) => (row ? [row] : [])), total: found[0]?.total ?? 0 }
}
export const eventById = async (read: Read, today: string, id: number): Promise<CareEvent | undefined> =>
  (await events(read, today, { id, q: '', page: 1, pageSize: 1 })).rows[0]

/** What decides whether something may still be done at an event; without the counts, which cost where hundreds came. */
export type EventHead = Pick<
  CareEvent,
  'id' | 'name' | 'kind' | 'startsOn' | 'endsOn' | 'items' | 'programmes' | 'limits' | 'unit'
> & {
  state: EventState
}
export const headById = async (read: Read, today: string, id: number): Promise<EventHead | undefined> =>
  (
    await rowsOf(
      read,
      sql<{ row: EventHead }>`
      select jsonb_build_object('id', e.id, 'name', e.name, 'kind', e.kind, 'startsOn', e.starts_on, 'endsOn', e.ends_on, 'items', e.items,
        'programmes', e.programmes, 'limits', e.limits, 'state', ${stateOf(today)}, 'unit', jsonb_build_object('id', u.id, 'name', u.name, 'nameEn', u.name_en)) as row
      from care_event e join unit u on u.id = e.at_unit where e.id = ${id}::int and ${canSeeCareEvent('e')}`,
    )
  )[0]

/** As JSON, so that an instant is written as everywhere. */
const rowsOf = async <T>(read: Read, query: Compilable<{ row: T }>): Promise<T[]> =>
  (await read(query)).map(({ row }) => row)

export interface ParticipantRow {
  id: string
  pid: number
  number: number
  joinedAt: string
  visits: number
  reports: number
}
/** Who joined, by the number on their paper; of one, or of everybody. */
export const participants = (read: Read, eventid: number, pid: number | null): Promise<ParticipantRow[]> =>
  rowsOf(
    read,
    sql<{ row: ParticipantRow }>`
    select jsonb_build_object('id', p.id, 'pid', p.pid, 'number', p.number, 'joinedAt', p.joined_at, 'visits',
      (select count(*)::int from care_event_link l where l.event_id = p.event_id and l.pid = p.pid and l.qid is not null and ${canSeeAtCareEvent('l')}), 'reports',
      (select count(*)::int from care_event_link l where l.event_id = p.event_id and l.pid = p.pid and l.file_id is not null and ${canSeeAtCareEvent('l')})) as row
    from care_event_participant p join care_event e on e.id = p.event_id and ${canSeeCareEvent('e')}
    where p.event_id = ${eventid}::int and (${pid}::int is null or p.pid = ${pid}::int) and ${canSeeAtCareEvent('p')}
    order by p.number`,
  )

/** Who is at an event, by name, as far as whoever keeps a station may know: until what was done there has arrived. */
export const peopleAt = (who: StaffActor, now: Date, eventid: number, pid: number | null) =>
  sql`care_event_people(${eventid}::int, ${asking.partner}::int, ${asking.units}::int[], ${who.rights['appointment.read'] === 'y'}, ${localDay(now, who.timeZone)}::date, ${LATE_DAYS}::int, ${pid}::int)`
/** Who they are, for whoever keeps a station: `care_event_people` says which. */
export const people = async (
  read: Read,
  who: StaffActor,
  now: Date,
  eventid: number,
  pid: number | null,
): Promise<Map<number, EventPerson>> =>
  new Map(
    (
      await read(sql<EventPerson>`
        select f.pid, f.name, f.name_en as "nameEn", f.gender, f.birthday::text as birthday, f.member_no as "memberNo"
        from ${peopleAt(who, now, eventid, pid)} f`)
    ).map((person) => [person.pid, person]),
  )

export interface ValueRow extends EventValue {
  pid: number
}
export const values = (
  read: Read,
  eventid: number,
  pid: number | null,
  items: readonly Item[] | null,
): Promise<ValueRow[]> =>
  rowsOf(
    read,
    sql<{ row: ValueRow }>`
    select jsonb_build_object('id', v.id, 'pid', v.pid, 'item', v.item, 'value', v.value, 'measuredAt', v.measured_at, 'by', ${staffBriefJson('s')},
      'device', v.device_name, 'confirmed', v.confirmed) as row
    from care_event_value v join staff s on s.mid = v.recorded_by
    where v.event_id = ${eventid}::int and (${pid}::int is null or v.pid = ${pid}::int) and v.replaced_by is null and v.value is not null
      and (${items === null}::boolean or v.item = any (${items ?? []}::text[])) and ${canSeeAtCareEvent('v')}
    order by v.measured_at desc, v.id`,
  )

export interface EarlierValue {
  item: Item
  value: number
  on: string
  event: string
}
/** Who looks: the caller, or the house on the word of a signed address, where nobody is signed in. */
export type Looks = 'caller' | 'house'
const shownTo = (looks: Looks, shown: RawBuilder<boolean>) => (looks === 'house' ? sql<boolean>`true` : shown)

/** The newest that stands of each item at each earlier event of this person in the same unit. */
export const earlier = (read: Read, eventid: number, pid: number, looks: Looks = 'caller'): Promise<EarlierValue[]> =>
  read(sql<EarlierValue>`
    select distinct on (v.item, e.starts_on, e.id) v.item, v.value::float8 as value, e.starts_on::text as on, e.name as event
    from care_event n join care_event_value v on v.pid = ${pid}::int and v.event_id <> n.id and v.unit_id = n.at_unit
      join care_event e on e.id = v.event_id and e.starts_on <= n.starts_on
    where n.id = ${eventid}::int and v.replaced_by is null and v.value is not null and ${shownTo(looks, canSeeAtCareEvent('v'))}
    order by v.item, e.starts_on desc, e.id, v.measured_at desc`)

export interface LinkedVisit {
  qid: number
  startAt: string
  doctor: string
  doctorEn: string | null
  status: string
}
export const visitsOf = (read: Read, eventid: number, pid: number, looks: Looks = 'caller'): Promise<LinkedVisit[]> =>
  rowsOf(
    read,
    sql<{ row: LinkedVisit }>`
    select jsonb_build_object('qid', a.qid, 'startAt', a.start_at, 'doctor', s.name, 'doctorEn', s.name_en, 'status', a.status) as row
    from care_event_link l join appointment a on a.qid = l.qid join staff s on s.mid = a.did
    where l.event_id = ${eventid}::int and l.pid = ${pid}::int and ${shownTo(looks, sql<boolean>`(${canSeeAtCareEvent('l')} and ${canSeeVisit('a')})`)} order by a.start_at`,
  )
export const reportsOf = (
  read: Read,
  eventid: number,
  pid: number,
): Promise<{ id: string; name: string; at: string }[]> =>
  rowsOf(
    read,
    sql<{ row: { id: string; name: string; at: string } }>`
    select jsonb_build_object('id', f.id, 'name', f.name, 'at', l.made_at) as row from care_event_link l join medical_file f on f.id = l.file_id
    where l.event_id = ${eventid}::int and l.pid = ${pid}::int and ${canSeeAtCareEvent('l')} and ${canSeeFile('f')} order by l.made_at`,
  )
