import type { ChildFactsOf, ChildKind, ChildRecord } from '@teleward/contract/childcare/schema.ts'
import type { Given } from '@teleward/contract/childcare/plan.ts'
import { canSeeChildCare, canSeeMember, canSeeMembership, canSeeReading } from '../access/visible.ts'
import { isMember } from '../patients/matching.ts'
import type { Read } from '../patients/service.ts'
import { asking, sql, staffBriefJson } from '../platform/db/index.ts'

const person = (column: string) => sql`(select ${staffBriefJson('p')} from staff p where p.mid = ${sql.ref(column)})`
const recordJson = sql`jsonb_build_object('id', r.id, 'pid', r.pid, 'kind', r.kind, 'on', r.on_day, 'vaccine', r.vaccine, 'dose', r.dose,
  'lot', r.lot, 'place', r.place, 'reaction', r.reaction, 'visit', r.visit, 'weightKg', r.weight_kg, 'lengthCm', r.length_cm,
  'headCm', r.head_cm, 'standing', r.standing, 'colour', r.colour, 'note', r.note,
  'bornThen', case when r.born_then is distinct from m.birthday then r.born_then end,
  'entered', jsonb_build_object('by', ${person('r.mid')}, 'at', r.entered_at), 'version', r.version,
  'changed', case when r.changed_at is null then null else jsonb_build_object('by', ${person('r.changed_by')}, 'at', r.changed_at) end,
  'withdrawn', case when r.withdrawn_at is null then null
    else jsonb_build_object('by', ${person('r.withdrawn_by')}, 'at', r.withdrawn_at, 'reason', r.withdrawn_why) end)`

export interface Child {
  pid: number
  birthday: string | null
  unitId: number
  gender: string | null
}
/** The child in the first of the caller's units; `undefined`: nobody the caller may know of. */
export async function childOf(read: Read, pid: number): Promise<Child | undefined> {
  const [found] = await read(sql<Child>`
    select m.pid, m.birthday::text as birthday, m.gender, mu.unit_id as "unitId" from member m
    join member_unit mu on mu.pid = m.pid and mu.status = 'active' and mu.partner_id = ${asking.partner}::int
      and mu.unit_id = any (${asking.units}::int[])
    where m.pid = ${pid}::int and ${canSeeMember('m')} order by mu.unit_id limit 1`)
  return found
}

/** Of one kind, the last first; what was taken back, too. */
export const recordsOf = async (read: Read, pid: number, kind: ChildKind): Promise<ChildRecord[]> =>
  (
    await read(sql<{ row: ChildRecord }>`
      select ${recordJson} as row from child_record r join member m on m.pid = r.pid
      where r.pid = ${pid}::int and r.kind = ${kind} and ${canSeeChildCare('r')} order by r.on_day desc, r.entered_at desc, r.id`)
  ).map(({ row }) => row)
export const recordById = async (
  read: Read,
  pid: number,
  kind: ChildKind,
  id: string,
): Promise<ChildRecord | undefined> =>
  (
    await read(sql<{ row: ChildRecord }>`
      select ${recordJson} as row from child_record r join member m on m.pid = r.pid
      where r.id = ${id}::uuid and r.pid = ${pid}::int and r.kind = ${kind} and ${canSeeChildCare('r')}`)
  )[0]?.row

/** What counts of a child: of each kind, in the form that the schedule takes. */
const givenJson = sql`jsonb_build_object(
  'doses', coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'vaccine', r.vaccine, 'dose', r.dose, 'on', r.on_day)) filter (where r.kind = 'vaccination'), '[]'),
  'fluoride', coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'on', r.on_day)) filter (where r.kind = 'fluoride'), '[]'),
  'preventive', coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'on', r.on_day, 'visit', r.visit)) filter (where r.kind = 'preventive'), '[]'),
  'stool', coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'on', r.on_day, 'colour', r.colour) order by r.entered_at) filter (where r.kind = 'biliary'), '[]'))`
const ofPid = (pid: string) => sql`(select ${givenJson} from child_record r
  where r.pid = ${sql.ref(pid)} and r.withdrawn_at is null and ${canSeeChildCare('r')})`
const factsJson = sql`jsonb_build_object('gestationDays', f.gestation_days, 'hbvMother', f.hbv_mother,
  'fluorideGroup', coalesce(f.fluoride_group, 'general'), 'multiple', coalesce(f.multiple, false), 'version', coalesce(f.id, 0))`
const lastFact = (pid: string) => sql`left join lateral (select * from child_fact c
  where c.pid = ${sql.ref(pid)} and ${canSeeChildCare('c')} order by c.id desc limit 1) f on true`

export async function factsAndGiven(read: Read, pid: number): Promise<{ facts: ChildFactsOf; given: Given }> {
  const [found] = await read(sql<{ facts: ChildFactsOf; given: Given }>`
    select ${factsJson} as facts, ${ofPid('m.pid')} as given from (values (${pid}::int)) m(pid) ${lastFact('m.pid')}`)
  if (!found) throw new Error('one row of values')
  return found
}

export interface Listed {
  pid: number
  name: string
  nameEn: string | null
  memberNo: string
  gender: 'male' | 'female' | 'other' | 'unknown' | null
  birthday: string
  vip: boolean
  unitId: number
  unitName: string
  unitNameEn: string | null
  facts: ChildFactsOf
  given: Given
}
/** Everybody born on these days, with what was recorded: the schedule says who of them waits for something. */
export const children = (
  read: Read,
  { q, unit, pid }: { q: string; unit: number | undefined; pid: number | undefined },
  born: { from: string; to: string },
): Promise<Listed[]> => {
  const word = q.trim()
  return read(sql<Listed>`
    with seen as materialized (
      select distinct on (mu.pid) mu.pid, mu.unit_id from member_unit mu
      where mu.status = 'active' and mu.partner_id = ${asking.partner}::int and ${canSeeMembership('mu')}
        and (${unit ?? null}::int is null or mu.unit_id = ${unit ?? null}::int) and (${pid ?? null}::int is null or mu.pid = ${pid ?? null}::int)
      order by mu.pid, mu.unit_id)
    select m.pid, m.name, m.name_en as "nameEn", m.member_no as "memberNo", m.gender, m.birthday::text as birthday, m.vip, u.id as "unitId", u.name as "unitName",
      u.name_en as "unitNameEn", ${factsJson} as facts, ${ofPid('m.pid')} as given
    from seen join member m on m.pid = seen.pid join unit u on u.id = seen.unit_id ${lastFact('m.pid')}
    where m.birthday between ${born.from}::date and ${born.to}::date and ${canSeeMember('m')}
      ${word === '' ? sql`` : sql`and ${isMember('m', word)}`}`)
}

export interface Measured {
  on: string
  source: 'visit' | 'reading'
  weightKg: number | null
  lengthCm: number | null
  headCm: number | null
  standing: boolean | null
}
/** What was measured at visits, and the last weight of each day that came from elsewhere and may be read. */
export const measured = (read: Read, pid: number, zone: string): Promise<Measured[]> =>
  read(sql<Measured>`
    select r.on_day::text as "on", 'visit' as source, r.weight_kg::float8 as "weightKg", r.length_cm::float8 as "lengthCm",
      r.head_cm::float8 as "headCm", r.standing from child_record r
    where r.pid = ${pid}::int and r.kind = 'preventive' and r.withdrawn_at is null and ${canSeeChildCare('r')}
      and (r.weight_kg is not null or r.length_cm is not null or r.head_cm is not null)
    union all
    (select distinct on (1) (w.measured_at at time zone ${zone})::date::text as "on", 'reading', w.value::float8, null, null, null from reading w
      where w.pid = ${pid}::int and w.kind = 'weight' and w.withdrawn_at is null and ${canSeeReading('w')} order by 1, w.measured_at desc)
    order by 1, 2`)
