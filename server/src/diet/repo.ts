import { canSeeDiet, canSeeMeal, canSeeMember } from '../access/visible.ts'
import { condition as rule, recordOpen } from '../platform/access/index.ts'
import type { Per100 } from '@teleward/contract/diet/nutrients.ts'
import type { Advice, Course, dietQuery, Standard } from '@teleward/contract/diet/schema.ts'
import type { RawBuilder } from 'kysely'
import type { z } from 'zod'
import { isMember } from '../patients/matching.ts'
import type { Read } from '../patients/service.ts'
import { inOrder, sql, staffBriefJson } from '../platform/db/index.ts'

const person = (column: string) => sql`(select ${staffBriefJson('p')} from staff p where p.mid = ${sql.ref(column)})`

const courseParts = sql`'id', c.id, 'pid', c.pid, 'unitId', c.unit_id, 'unitName', u.name, 'unitNameEn', u.name_en, 'beganAt', c.began_at,
  'beganBy', ${person('c.began_by')}, 'version', c.version, 'ended', case when c.ended_at is null then null else
    jsonb_build_object('by', ${person('c.ended_by')}, 'at', c.ended_at, 'reason', c.end_reason) end`
const ofCourse = sql`diet_course c join unit u on u.id = c.unit_id join member m on m.pid = c.pid and ${canSeeMember('m')}`

export async function courseById(read: Read, id: number): Promise<(Course & { open: boolean }) | undefined> {
  const [found] = await read(sql<{ row: Course & { open: boolean } }>`
    select jsonb_build_object(${courseParts}, 'open', ${rule(recordOpen, 'c')}) as row from ${ofCourse} where c.id = ${id}::int and ${canSeeDiet('c')}`)
  return found?.row
}
/** Locked until the transaction ends: whoever else writes in it waits. */
export const lockForUpdate = (read: Read, id: number) =>
  read(sql<{ id: number }>`select c.id from diet_course c where c.id = ${id}::int and ${canSeeDiet('c')} for update`)

/** A member's, the open one first, then the last. */
export async function coursesOf(read: Read, pid: number): Promise<Course[]> {
  const rows = await read(sql<{ row: Course }>`
    select jsonb_build_object(${courseParts}) as row from ${ofCourse} where c.pid = ${pid}::int and ${canSeeDiet('c')}
    order by c.ended_at is not null, c.ended_at desc, c.began_at, c.id`)
  return rows.map(({ row }) => row)
}

// ── the list ────────────────────────────────────────────────────────────────────────────────────────────────
/** Up to which entry of a meal somebody has said something to this member, and what came or changed since. */
const said = sql`coalesce((select max(a.meals_to) from diet_advice a where a.course_id = c.id and ${canSeeMeal('a')}), 0)`
const since = sql`left join lateral (
  select min(case when f.entry > heard.upto then f.entered_at else f.updated_at end) as since, count(*)::int as many
  from (select ${said} as upto) heard join diet_meal f on f.last_entry > heard.upto
  where f.course_id = c.id and ${canSeeMeal('f')}) waits on true`
const lastEntry = (course: ReturnType<typeof sql>) =>
  sql`coalesce((select max(e.last_entry) from diet_meal e where e.course_id = ${course} and ${canSeeMeal('e')}), 0)`
export const mealsTo = async (read: Read, course: number): Promise<number> =>
  (await read(sql<{ n: number }>`select ${lastEntry(sql`${course}::int`)} as n`))[0]?.n ?? 0
const eaten = sql`left join lateral (
  select l.id, l.day, l.meal, l.entered_at, l.pictures from diet_meal l where l.course_id = c.id and ${canSeeMeal('l')}
  order by l.day desc, l.meal desc limit 1) last on true`
/** In force on a day: as `inForce` of the contract says it. */
const standing = (day: string) => sql`left join lateral (
  select s.condition, s.weight_kg, s.height_cm, s."values" from diet_target s
  where s.course_id = c.id and s.from_day <= ${day}::date and s.withdrawn_at is null and ${canSeeMeal('s')}
  order by s.from_day desc, s.at desc, s.n desc limit 1) target on true`

const orders = {
  patient: sql`m.name`,
  unit: sql`u.name`,
  began: sql`c.began_at`,
  waiting: sql`waits.since`,
  lastMeal: sql`last.entered_at`,
}
/** Those whose meals wait, the oldest first. */
const longest = sql`waits.since nulls last, c.began_at desc, c.id`

export interface ListRow extends Course {
  patient_name: string
  patientNameEn: string | null
  memberNo: string
  gender: 'male' | 'female' | 'other' | 'unknown' | null
  birthday: string | null
  vip: boolean
  open: boolean
  condition: Standard['condition'] | null
  weightKg: number | null
  heightCm: number | null
  values: Standard['values'] | null
  lastMeal: { day: string; meal: number; at: string } | null
  pictures: string[]
  lastAdvice: { text: string; by: Advice['by']; at: string } | null
  waitingSince: string | null
  waiting: number
  mealsTo: number
}
export async function list(
  read: Read,
  today: string,
  { q, pid, unit, condition, group, waiting, ended, sort, page, pageSize }: z.output<typeof dietQuery>,
): Promise<{ rows: ListRow[]; total: number }> {
  const word = q.trim()
  const narrowed: RawBuilder<unknown>[] = [
    sql`(c.ended_at is not null) = ${ended}::boolean`,
    ...(pid ? [sql`c.pid = ${pid}::int`] : []),
    ...(unit ? [sql`c.unit_id = ${unit}::int`] : []),
    ...(condition ? [sql`target.condition = ${condition}`] : []),
    ...(waiting ? [sql`waits.since is not null`] : []),
    ...(group
      ? [
          sql`exists (select 1 from monitor_group_member gm join app_care_groups() care on care.id = gm.group_id
            where gm.group_id = ${group}::uuid and gm.pid = c.pid and gm.unit_id = c.unit_id and gm.removed_at is null)`,
        ]
      : []),
    ...(word ? [isMember('m', word)] : []),
  ]
  const from = sql`${ofCourse} ${since} ${eaten} ${standing(today)} where ${canSeeDiet('c')} and ${sql.join(narrowed, sql` and `)}`
  const rows = await read(sql<{ row: ListRow | null; total: number }>`
    with hit as materialized (
      select c.id, row_number() over (order by ${inOrder(sort, orders, sql`c.id`, longest)}) as place from ${from}),
    page as (select jsonb_build_object(${courseParts}, 'patient_name', m.name, 'patientNameEn', m.name_en, 'memberNo', m.member_no,
        'gender', m.gender, 'birthday', m.birthday, 'vip', m.vip, 'open', ${rule(recordOpen, 'c')}, 'condition', target.condition,
        'weightKg', target.weight_kg, 'heightCm', target.height_cm, 'values', target."values", 'waitingSince', waits.since, 'waiting', waits.many, 'mealsTo', ${lastEntry(sql`c.id`)},
        'lastMeal', case when last.id is null then null else jsonb_build_object('day', last.day, 'meal', last.meal, 'at', last.entered_at) end,
        'pictures', coalesce(last.pictures, '{}'),
        'lastAdvice', (select jsonb_build_object('text', a.text, 'by', ${person('a.mid')}, 'at', a.at) from diet_advice a
          where a.course_id = c.id and ${canSeeMeal('a')} order by a.at desc, a.id limit 1)) as row, hit.place
      from hit, ${from} and c.id = hit.id and hit.place > ${(page - 1) * pageSize}::int and hit.place <= ${page * pageSize}::int)
    select (select count(*)::int from hit) as total, page.row from (select 1) one left join page on true order by page.place`)
  return { rows: rows.flatMap((one) => (one.row ? [one.row] : [])), total: rows[0]?.total ?? 0 }
}

/** How many meals of each day, and what was in them, of some courses. */
export interface Portion {
  course: number
  day: string
  meal: number
  grams: number | null
  per100: Per100 | null
}
export const portions = (read: Read, by: { courses: readonly number[] } | { pid: number }, from: string, to: string) =>
  read(sql<Portion>`
    select d.course_id as course, d.day::text as day, d.meal::int as meal, f.grams::float8 as grams, f.per100
    from diet_meal d left join diet_food f on f.meal_id = d.id and f.removed_at is null and ${canSeeMeal('f')}
    where ${'pid' in by ? sql`d.pid = ${by.pid}::int` : sql`d.course_id = any (${[...by.courses]}::int[])`}
      and d.day between ${from}::date and ${to}::date and ${canSeeMeal('d')} order by d.day, d.meal, d.id, f.place, f.id`)

// ── targets ─────────────────────────────────────────────────────────────────────────────────────────────────
const standard = sql`jsonb_build_object('course', s.course_id, 'version', s.n, 'from', s.from_day, 'gender', s.gender, 'age', s.age,
  'weightKg', s.weight_kg, 'heightCm', s.height_cm, 'activity', s.activity, 'condition', s.condition, 'values', s."values",
  'by', ${person('s.mid')}, 'at', s.at, 'withdrawn', case when s.withdrawn_at is null then null else
    jsonb_build_object('by', ${person('s.withdrawn_by')}, 'at', s.withdrawn_at) end)`
export type StandardRow = Omit<Standard, 'bmi'>
/** The last one first. */
export const standardsOf = async (read: Read, by: { course: number } | { pid: number }): Promise<StandardRow[]> =>
  (
    await read(sql<{ row: StandardRow }>`
      select ${standard} as row from diet_target s
      where ${'pid' in by ? sql`s.pid = ${by.pid}::int` : sql`s.course_id = ${by.course}::int`} and ${canSeeMeal('s')}
      order by s.at desc, s.n desc`)
  ).map(({ row }) => row)

// ── advice ──────────────────────────────────────────────────────────────────────────────────────────────────
const advice = sql`jsonb_build_object('id', a.id, 'course', a.course_id, 'text', a.text, 'by', ${person('a.mid')}, 'at', a.at,
  'mealsTo', a.meals_to, 'changed', case when a.changed_at is null then null else jsonb_build_object('by', ${person('a.changed_by')}, 'at', a.changed_at) end,
  'version', a.version, 'earlier', (select coalesce(jsonb_agg(jsonb_build_object('version', h -> 'version', 'text', h -> 'text', 'at', h -> 'at',
    'by', (select ${staffBriefJson('p')} from staff p where p.mid = (h ->> 'mid')::int)) order by (h ->> 'version')::int), '[]')
    from jsonb_array_elements(a.history) h))`
export const adviceById = async (read: Read, id: string): Promise<Advice | undefined> =>
  (
    await read(
      sql<{ row: Advice }>`select ${advice} as row from diet_advice a where a.id = ${id}::uuid and ${canSeeMeal('a')}`,
    )
  )[0]?.row
export const lockAdvice = (read: Read, id: string) =>
  read(sql<{ id: string }>`select a.id from diet_advice a where a.id = ${id}::uuid and ${canSeeMeal('a')} for update`)
/** The last one first. */
export const adviceOf = async (read: Read, pid: number): Promise<Advice[]> =>
  (
    await read(sql<{ row: Advice }>`
      select ${advice} as row from diet_advice a where a.pid = ${pid}::int and ${canSeeMeal('a')} order by a.at desc, a.id limit 200`)
  ).map(({ row }) => row)
