import { ageYears, localDay } from '@teleward/contract/core/dates.ts'
import { addDays } from '@teleward/contract/core/zone.ts'
import { type Condition, targetsOf } from '@teleward/contract/diet/targets.ts'
import { randomUUID } from 'node:crypto'
import { foods } from '../diet/foods.ts'
import { json, sql, type Tx } from '../platform/db/index.ts'

const UNIT = 2
const HOUR = 3_600_000

/** What is eaten of a day, by the names of the table: [meal, at, name, grams]. */
type Eaten = readonly [meal: number, at: string, name: string, grams: number]
const ordinary: readonly Eaten[] = [
  [1, '07:20', '豆漿', 250],
  [1, '07:20', '白吐司', 60],
  [2, '12:10', '白飯（蓬萊米）', 200],
  [2, '12:10', '吳郭魚（熟）', 90],
  [2, '12:10', '空心菜（熟）', 120],
  [3, '15:30', '芭樂', 150],
  [4, '18:40', '糙米飯', 180],
  [4, '18:40', '板豆腐', 120],
  [4, '18:40', '地瓜葉（熟）', 130],
]
const salty: readonly Eaten[] = [
  [1, '08:10', '雞蛋麵（熟）', 250],
  [2, '12:30', '白飯（蓬萊米）', 250],
  [2, '12:30', '義式臘腸', 80],
  [2, '12:30', '豆腐乳', 20],
  [4, '19:00', '米粉（熟）', 300],
  [4, '19:00', '豬肝（熟）', 90],
  [6, '22:30', '香草冰淇淋', 120],
]
interface DemoDiet {
  condition: Condition
  activity: 'sedentary' | 'low' | 'active'
  /** Days ago, and what was eaten then. */
  days: readonly (readonly [ago: number, eaten: readonly Eaten[]])[]
  /** Hours ago. */
  advice?: readonly [hoursAgo: number, text: string]
}
/** One who waits since yesterday, one who has had advice, one who writes down now and then. */
const diets: readonly DemoDiet[] = [
  {
    condition: 'hypertension',
    activity: 'low',
    days: [
      [5, salty],
      [4, ordinary],
      [3, salty],
      [2, salty],
      [1, salty],
    ],
  },
  {
    condition: 'diabetes',
    activity: 'low',
    days: [
      [6, ordinary],
      [5, ordinary],
      [4, salty],
      [2, ordinary],
      [1, ordinary],
    ],
    advice: [3, '三餐定時，主食以糙米飯替換一半白飯；水果一天兩份，放在兩餐之間。'],
  },
  {
    condition: 'ckd',
    activity: 'sedentary',
    days: [
      [3, ordinary],
      [2, salty],
    ],
  },
  { condition: 'none', activity: 'active', days: [] },
]

/** Diet management of members who have opened their record, once. */
export async function seedDiet(
  tx: Tx,
  mids: Record<string, number>,
  known: readonly number[],
  now: Date,
): Promise<void> {
  const { there } = await tx.one(sql<{ there: boolean }>`select exists (select 1 from diet_course) as there`)
  const by = mids['diet.hsu']
  if (there || by === undefined) return
  const { zone } = await tx.one(sql<{ zone: string }>`select time_zone as zone from partner where id = 1`)
  const today = localDay(now, zone)
  // Those of the story first, as far as they have opened their record; grown-ups all.
  const people = await tx.many(sql<{
    pid: number
    gender: 'male' | 'female'
    birthday: string
    kg: number
    cm: number | null
  }>`
    select m.pid, m.gender, m.birthday::text as birthday, coalesce(m.weight, 64)::float8 as kg, m.height::float8 as cm
    from member m join member_unit mu on mu.pid = m.pid and mu.unit_id = ${UNIT} and mu.status = 'active'
    where m.gender in ('male', 'female') and m.birthday < ${addDays(today, -30 * 365)}::date
      and exists (select 1 from consent c where c.pid = m.pid and c.unit_id = ${UNIT} and c.kind = 'record' and c.state = 'active')
    order by array_position(${[...known]}::int[], m.pid) nulls last, m.pid limit ${diets.length}`)
  for (const [at, one] of diets.entries()) {
    const person = people[at]
    if (!person) return
    const began = new Date(now.getTime() - (20 + at) * 24 * HOUR)
    const { id } = await tx.one(sql<{ id: number }>`
      insert into diet_course (partner_id, unit_id, pid, began_by, began_at) values (1, ${UNIT}, ${person.pid}, ${by}, ${began}) returning id`)
    const { gender, kg, cm } = person
    const age = ageYears(person.birthday, today)
    const { condition, activity } = one
    const values = targetsOf({ gender, age, weightKg: kg, heightCm: cm, activity, condition })
    if (values)
      await tx.run(sql`insert into diet_target (course_id, n, partner_id, unit_id, pid, from_day, gender, age, weight_kg, height_cm, activity, condition, "values", mid, at)
        values (${id}, 1, 1, ${UNIT}, ${person.pid}, ${localDay(began, zone)}::date, ${gender}, ${age}::int, ${kg}::numeric, ${cm}::numeric, ${activity},
          ${condition}, ${json(values)}, ${by}, ${began})`)
    for (const [ago, eaten] of one.days)
      await plantDay(tx, { id, pid: person.pid, day: addDays(today, -ago), eaten, now, ago })
    if (one.advice)
      await tx.run(sql`insert into diet_advice (id, course_id, partner_id, unit_id, pid, text, mid, at, meals_to)
        values (${randomUUID()}::uuid, ${id}, 1, ${UNIT}, ${person.pid}, ${one.advice[1]}, ${by}, ${new Date(now.getTime() - one.advice[0] * HOUR)},
          (select coalesce(max(m.last_entry), 0) from diet_meal m where m.course_id = ${id}))`)
  }
}

interface Day {
  id: number
  pid: number
  day: string
  eaten: readonly Eaten[]
  now: Date
  ago: number
}
async function plantDay(tx: Tx, { id, pid, day, eaten, now, ago }: Day): Promise<void> {
  const told = new Date(now.getTime() - ago * 24 * HOUR)
  for (const meal of new Set(eaten.map(([nth]) => nth))) {
    const own = eaten.filter(([nth]) => nth === meal)
    const key = randomUUID()
    await tx.run(sql`insert into diet_meal (id, course_id, partner_id, unit_id, pid, day, meal, eaten_at, mid, entered_at, updated_at)
      values (${key}::uuid, ${id}, 1, ${UNIT}, ${pid}, ${day}::date, ${meal}::int, ${own[0]?.[1] ?? null}::time, null, ${told}, ${told})`)
    for (const [place, [, , name, grams]] of own.entries()) {
      const food = foods()
        .search(name, 5)
        .find(({ nameZhTw }) => nameZhTw === name)
      if (!food) throw new Error(`no such food: ${name}`)
      await tx.run(sql`insert into diet_food (meal_id, partner_id, unit_id, pid, place, code, name, name_en, per100, grams, origin, mid, at)
        values (${key}::uuid, 1, ${UNIT}, ${pid}, ${place}::int, ${food.code}, ${name}, ${food.nameEn}, ${json(food.per100)}, ${grams}::numeric,
          'patient', null, ${told})`)
    }
  }
}
