import type { Course, Meal, Standard } from '@teleward/contract/diet/schema.ts'
import { sql } from '../../server/src/platform/db/index.ts'
import type { Person, World } from '../lib/world.ts'
import { type Contest, crowd, judge, row } from './contest.ts'

type Began = Course & Record<string, unknown>
let number = 0
/** A member of one's own with an open record, and somebody who may advise. */
async function somebody(world: World): Promise<{ pid: number; people: Person[] }> {
  const people = [await world.person(), await world.person({ doctortype: 'dietitian', staffType: 2 })]
  number += 1
  const made = await world.db.system.tx((tx) =>
    tx.one(sql<{ pid: number }>`insert into member (member_no, name, gender, birthday, weight, height)
      values (${`D-${number}-${Date.now()}`}, '陳食', 'female', '1970-01-01', 60, 160) returning pid`),
  )
  await world.run(sql`insert into member_unit (pid, partner_id, unit_id) values (${made.pid}, 1, 2)`)
  await world.run(sql`insert into consent (id, partner_id, unit_id, pid, kind, state, text_version, starts_at)
    values (gen_random_uuid(), 1, 2, ${made.pid}, 'record', 'active', '1', '2020-01-01')`)
  return { pid: made.pid, people }
}
const by = (people: readonly Person[], at: number) => people[at % people.length] as Person

/** Begun by six windows: one course stands. */
const begun: Contest = {
  name: '[DIET-01~] diet management of one member, begun by six',
  crowd: 6,
  share: 1,
  falls: ['locks'],
  async situation(world) {
    const { pid, people } = await somebody(world)
    const answers = await crowd(6, (at) =>
      world.as<Began>(by(people, at), 'POST', '/his/api/dietcourses', { pid }, { process: at }),
    )
    const seen = judge()
    seen.one(answers, ['DUPLICATE'])
    const { n } = await row(world, sql<{ n: number }>`select count(*)::int as n from diet_course where pid = ${pid}`)
    seen.holds(n === 1, () => `${n} courses stand`)
    return { attempts: answers.length, violations: seen.violations }
  },
}

/** Targets set and the same meal told by six windows: one of each stands, and the others are told which. */
const set: Contest = {
  name: '[DIET-02~] targets and a meal of one member, written by six',
  crowd: 12,
  share: 2,
  falls: ['locks'],
  async situation(world) {
    const { pid, people } = await somebody(world)
    const { data: course } = await world.as<Began>(by(people, 0), 'POST', '/his/api/dietcourses', { pid })
    const own = { name: '飯', per100: { energy: 130 } }
    const [targets, meals] = await Promise.all([
      crowd(6, (at) =>
        world.as<Standard & Record<string, unknown>>(
          by(people, at),
          'POST',
          '/his/api/insertDietStandard',
          { course: course.id, version: 0, activity: 'low', weightKg: 60 + at },
          { process: at },
        ),
      ),
      crowd(6, (at) =>
        world.as<Meal & Record<string, unknown>>(
          by(people, at),
          'POST',
          '/his/api/dietmeals',
          {
            course: course.id,
            day: world.clock.now().toISOString().slice(0, 10),
            meal: 1,
            version: 0,
            foods: [{ own, grams: 100 + at }],
          },
          { process: at + 1 },
        ),
      ),
    ])
    const seen = judge()
    const target = seen.one(targets, ['VERSION_STALE'])
    const meal = seen.one(meals, ['DUPLICATE'])
    const now = await row(
      world,
      sql<{
        kg: number
        grams: number[]
      }>`select (select weight_kg::float8 from diet_target where course_id = ${course.id}) as kg,
        (select array_agg(grams::float8) from diet_food where pid = ${pid}) as grams`,
    )
    seen.holds(now.kg === target?.data.weightKg, () => `${now.kg} kg stand, ${target?.data.weightKg} were told`)
    const told = (meal?.data as Meal | undefined)?.foods[0]?.grams
    seen.holds(now.grams.length === 1 && now.grams[0] === told, () => `${now.grams} g stand, ${told} were told`)
    return { attempts: targets.length + meals.length, violations: seen.violations }
  },
}

export const dietContests: readonly Contest[] = [begun, set]
