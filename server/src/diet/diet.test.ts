import { randomUUID } from 'node:crypto'
import type {
  Advice,
  AdviceOutcome,
  Course,
  DietChart,
  DietDetail,
  DietInfo,
  DietRow,
  Food,
  Meal,
  Standard,
} from '@teleward/contract/diet/schema.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestSocket, until } from '../auth/fixture.ts'
import { scopeOf } from '../platform/actor.ts'
import { sql } from '../platform/db/index.ts'
import { type Account, CHANG, FAR, HELD, type Kitchen, openKitchen, SEA, WU } from './fixture.ts'

/** The house stands at 2 March 2026, 9 in the morning. */
const TODAY = '2026-03-02'
let kitchen: Kitchen
let socket: TestSocket
let farLine: TestSocket
let course: Course
const RICE = { code: '20053', grams: 200 }
beforeAll(async () => {
  kitchen = await openKitchen()
  socket = await kitchen.connect(kitchen.token('kuo'))
  farLine = await kitchen.connect(kitchen.token('far'))
  course = await begin(WU)
}, 120_000)
afterAll(() => kitchen?.stop())

const begin = async (pid: number, who: Account = 'hsu') => (await kitchen.as<Course>(who, 'dietcourses', { pid })).data
const meal = (who: Account, over: object = {}) =>
  kitchen.as<Meal>(who, 'dietmeals', { course: course.id, day: TODAY, meal: 1, version: 0, foods: [RICE], ...over })
const info = async (who: Account = 'hsu', over: object = {}) =>
  kitchen.as<DietInfo>(who, 'fetchDietInfo', { pid: WU, from: '2026-02-24', to: TODAY, ...over })
const list = async (who: Account, query: object = {}) =>
  (await kitchen.as<DietRow[]>(who, 'fetchDietMember', { pageSize: 200, ...query })).data
const standard = (who: Account, over: object = {}) =>
  kitchen.as<Standard>(who, 'insertDietStandard', { course: course.id, version: 0, activity: 'low', ...over })
/** Of everything that was entered until now. */
const advise = async (who: Account, courses: number[], text = '少鹽') => {
  const seen = (await list('hsu')).map(({ id, mealsTo }) => ({ course: id, entry: mealsTo }))
  return kitchen.as<AdviceOutcome>(who, 'insertDietDoctor', { courses, text, mealsTo: seen })
}

describe('who is in diet management', () => {
  it('begins once a unit, and says so to who comes second', async () => {
    expect(course).toMatchObject({ pid: WU, unitId: 2, ended: null, version: 1 })
    const again = await kitchen.as('kuo', 'dietcourses', { pid: WU })
    expect([again.code, again.data]).toEqual(['DUPLICATE', expect.objectContaining({ id: course.id })])
    const both = await Promise.all(['hsu', 'kuo'].map((who) => kitchen.as(who as Account, 'dietcourses', { pid: 206 })))
    expect(both.map(({ code }) => code).sort()).toEqual(['DUPLICATE', 'OK'])
  })
  it('is nobody’s who is not of the own units, and not of a membership that was disabled', async () => {
    for (const pid of [FAR, SEA, 999_999])
      expect((await kitchen.as('hsu', 'dietcourses', { pid })).code).toBe('NOT_FOUND')
    await begin(FAR, 'far')
    expect((await list('hsu')).map(({ pid }) => pid)).not.toContain(FAR)
    await begin(HELD)
    await kitchen.data.db.system.tx((tx) => tx.run(sql`update member_unit set status = 'disabled' where pid = ${HELD}`))
    expect((await list('hsu')).map(({ pid }) => pid)).not.toContain(HELD)
    expect((await kitchen.as('hsu', 'fetchDietMemberDetail', { pid: HELD })).code).toBe('MEMBER_DISABLED')
  })
  it('takes the right: a nurse reads, an administrator does not', async () => {
    expect((await list('chen')).map(({ pid }) => pid)).toContain(WU)
    expect((await kitchen.as('chen', 'dietcourses', { pid: CHANG })).code).toBe('FORBIDDEN')
    expect((await kitchen.as('admin', 'fetchDietMember')).status).toBe(403)
    expect((await kitchen.as('hua', 'fetchDietMemberDetail', { pid: WU })).code).toBe('NOT_FOUND')
  })
  it('is narrowed to a monitoring group of the own units; a foreign or ended group narrows to nobody', async () => {
    const uuid = (n: number) => `5f0e8a10-0000-4000-8000-00000000000${n}`
    await kitchen.data.db.system.tx(async (tx) => {
      const { mid } = await tx.one(sql<{ mid: number }>`select mid from staff order by mid limit 1`)
      for (const [n, partner, unit, pid, ended] of [
        [1, 1, 2, WU, false],
        [2, 1, 3, FAR, false],
        [3, 1, 2, WU, true],
      ] as const) {
        await tx.run(sql`insert into monitor_group (id, partner_id, at_unit, name, created_by, created_at, updated_at, ended_by, ended_at)
          values (${uuid(n)}::uuid, ${partner}, ${unit}, ${`組${n}`}, ${mid}, now(), now(), null, null)`)
        await tx.run(sql`insert into monitor_group_member (group_id, pid, partner_id, unit_id, added_by, added_at)
          values (${uuid(n)}::uuid, ${pid}, ${partner}, ${unit}, ${mid}, now())`)
        if (ended)
          await tx.run(sql`update monitor_group set ended_by = ${mid}, ended_at = now() where id = ${uuid(n)}::uuid`)
      }
    })
    const of = async (n: number) => (await list('hsu', { group: uuid(n) })).map(({ pid }) => pid)
    expect((await list('hsu')).length).toBeGreaterThan(1)
    expect([await of(1), await of(2), await of(3), await of(9)]).toEqual([[WU], [], [], []])
  })
  it('ends with a reason, once, and keeps what was entered', async () => {
    const one = await begin(CHANG)
    const end = (body: object) => kitchen.as<Course>('hsu', `dietcourses/${one.id}/end`, body)
    expect((await end({ version: 1 })).code).toBe('REASON_REQUIRED')
    expect((await end({ version: 7, reason: 'x' })).code).toBe('VERSION_STALE')
    expect((await end({ version: 1, reason: '目標達成' })).data.ended).toMatchObject({ reason: '目標達成' })
    expect((await end({ version: 2, reason: 'x' })).code).toBe('ILLEGAL_STEP')
    expect((await list('hsu')).map(({ id }) => id)).not.toContain(one.id)
    expect((await list('hsu', { ended: true })).map(({ id }) => id)).toContain(one.id)
  })
})

describe('meals', () => {
  it('[DIET-01~] keeps what was told first beside what corrects it, and counts what stands', async () => {
    const made = await meal('hsu', { time: '07:30', note: '在家' })
    expect(made.code).toBe('OK')
    expect(made.data.foods[0]).toMatchObject({ name: expect.any(String), grams: 200, origin: 'staff', removed: null })
    const [first] = made.data.foods
    const kcal = made.data.totals.energy.value ?? 0
    const corrected = await meal('kuo', {
      version: 1,
      time: '07:30',
      foods: [
        { id: first?.id, grams: 100 },
        { own: { name: '媽媽的湯', per100: { energy: 40 } }, grams: 250 },
      ],
    })
    expect(corrected.data.version).toBe(2)
    const [was, now, soup] = corrected.data.foods
    expect(was).toMatchObject({ id: first?.id, grams: 200, removed: { by: { name: 'diet.kuo' } } })
    expect(now).toMatchObject({ corrects: first?.id, grams: 100, removed: null })
    expect(soup).toMatchObject({ code: null, name: '媽媽的湯' })
    expect(corrected.data.totals.energy).toEqual({ value: kcal / 2 + 100, unknown: 0 })
    expect(corrected.data.totals.sodium.unknown).toBe(1)
    await until(() => socket.received.some(({ type }) => type === 'meal.arrived'), 'the meal is told')
    const heard = socket.received.find(({ type }) => type === 'meal.arrived')
    expect(Object.keys(heard?.payload ?? {}).sort()).toEqual(['by', 'id', 'version'])
    expect(farLine.received.filter(({ type }) => type === 'meal.arrived')).toEqual([])
  })
  it('stands by day, and tells the last day where the span is empty', async () => {
    const { data } = await info()
    expect(data.days).toHaveLength(7)
    expect(data.days.at(-1)).toMatchObject({ day: TODAY, meals: [{ meal: 1 }], totals: { energy: { unknown: 0 } } })
    expect(data.days[0]).toMatchObject({ meals: [], totals: null })
    expect((await info('hsu', { from: '2026-01-01', to: '2026-01-02' })).data.lastDay).toBe(TODAY)
    expect((await info('hsu', { from: '2026-03-02', to: '2026-03-01' })).status).toBe(400)
    expect((await info('hsu', { from: '2025-01-01', to: TODAY })).status).toBe(400)
  })
  it('is refused to who comes second, with the meal as it is', async () => {
    const same = await Promise.all(
      (['hsu', 'kuo', 'hsu', 'kuo'] as const).map((who) => meal(who, { meal: 2, foods: [RICE] })),
    )
    expect(same.map(({ code }) => code).sort()).toEqual(['DUPLICATE', 'DUPLICATE', 'DUPLICATE', 'OK'])
    expect(same.find(({ code }) => code === 'DUPLICATE')?.data).toMatchObject({
      meal: 2,
      version: 1,
      foods: [{ grams: 200 }],
    })
    const key = { headers: { 'idempotency-key': randomUUID() } }
    const body = { course: course.id, day: TODAY, meal: 3, version: 0, foods: [RICE] }
    const [one, two] = [
      await kitchen.as<Meal>('hsu', 'dietmeals', body, key),
      await kitchen.as<Meal>('hsu', 'dietmeals', body, key),
    ]
    expect([two.code, two.data.id, two.data.foods.length]).toEqual(['OK', one.data.id, 1])
  })
  it('takes no food that is not there, none of another meal, no picture of another member, and no tomorrow', async () => {
    const at = { meal: 4 }
    expect((await meal('hsu', { ...at, foods: [{ code: '99999', grams: 1 }] })).code).toBe('FOOD_NOT_FOUND')
    expect((await meal('hsu', { ...at, foods: [{ grams: 1 }] })).code).toBe('FIELD_RELATED')
    expect((await meal('hsu', { ...at, foods: [{ id: 1, grams: 1 }] })).code).toBe('FIELD_RELATED')
    for (const grams of [0, -5, 5001, Number.NaN, '100', 1e99])
      expect((await meal('hsu', { ...at, foods: [{ code: RICE.code, grams }] })).status, String(grams)).toBe(400)
    expect((await meal('hsu', { ...at, foods: Array.from({ length: 41 }, () => RICE) })).status).toBe(400)
    expect((await meal('hsu', { ...at, meal: 7 })).status).toBe(400)
    expect((await meal('hsu', { ...at, day: '2026-03-03' })).code).toBe('VALUE_INVALID')
    const [mine, others] = [randomUUID(), randomUUID()]
    await kitchen.data.db.system.tx((tx) =>
      tx.run(sql`insert into medical_file (id, partner_id, unit_id, pid, mid, kind, format, name, bytes, sha256, key, state, created_at, updated_at)
        select x.id, 1, 2, x.pid, ${kitchen.mids['diet.hsu'] ?? 0}::int, 'photo', 'png', 'a.png', 1, repeat('0', 64), 'medical/' || x.id, 'stored', now(), now()
        from (values (${mine}::uuid, ${WU}::int), (${others}::uuid, ${CHANG}::int)) x(id, pid)`),
    )
    expect((await meal('hsu', { ...at, pictures: [others] })).code).toBe('FIELD_RELATED')
    const { data } = await meal('hsu', { ...at, pictures: [mine] })
    expect(data.pictures).toEqual([
      expect.objectContaining({ id: mine, view: expect.stringContaining(`/his/api/files/${mine}/content?ticket=`) }),
    ])
  })
})

describe('targets', () => {
  it('[DIET-02~] are computed, differ by hand, and hold from a day on', async () => {
    expect((await standard('hsu', { activity: undefined })).body).toMatchObject({
      status: 'DIET_PROFILE_MISSING',
      fields: [{ path: 'activity' }],
    })
    const made = await standard('hsu', { from: '2026-02-25', hand: { sodium: { min: null, max: 1500 } } })
    expect(made.data).toMatchObject({ version: 1, age: 68, weightKg: 61, bmi: 24.4 })
    expect(made.data.values.sodium).toEqual({ min: null, max: 1500, source: 'hand' })
    expect(made.data.values.energy.source).toBe('mifflin')
    await standard('hsu', { version: 1, condition: 'ckd', from: TODAY })
    const { data } = await info()
    expect(data.days.map(({ standard: one }) => one?.version ?? 0)).toEqual([0, 1, 1, 1, 1, 1, 2])
  })
  it('two who set them at once: one wins, the other is told what stands', async () => {
    const both = await Promise.all([
      standard('hsu', { version: 2, weightKg: 60 }),
      standard('kuo', { version: 2, weightKg: 70 }),
    ])
    expect(both.map(({ code }) => code).sort()).toEqual(['OK', 'VERSION_STALE'])
    const won = both.find(({ code }) => code === 'OK')?.data.weightKg
    expect(both.find(({ code }) => code === 'VERSION_STALE')?.data).toMatchObject({ version: 3, weightKg: won })
  })
  it('asks for everything that is missing, and refuses contradictions', async () => {
    const [other] = (await list('hsu')).filter(({ pid }) => pid === 206)
    const bare = await standard('hsu', { course: other?.id, activity: undefined })
    expect((bare.body.fields as { path: string }[]).map(({ path }) => path)).toEqual([
      'gender',
      'age',
      'weightKg',
      'activity',
    ])
    const full = { course: other?.id, gender: 'male', age: 40, weightKg: 70 }
    expect((await standard('hsu', { ...full, condition: 'pregnancy2' })).code).toBe('FIELD_RELATED')
    for (const bad of [
      { weightKg: 0 },
      { weightKg: 1e9 },
      { age: -1 },
      { hand: { sodium: { min: 5, max: 1 } } },
      { hand: { gold: { min: 1, max: 2 } } },
    ])
      expect((await standard('hsu', { ...full, ...bad })).status, JSON.stringify(bad)).toBe(400)
    expect((await standard('hsu', full)).code).toBe('OK')
  })
})

describe('what a dietitian works with', () => {
  it('[DIET-02] foods of the shipped table are looked up, and targets follow sex, age, weight, activity and condition, and can be changed', async () => {
    for (const q of ['豆漿', 'milk nonfat']) {
      const [food] = (await kitchen.as<Food[]>('hsu', 'fetchdietnutrients', { q })).data
      expect(food?.per100.energy, q).toBeGreaterThan(10)
    }
    const [other] = (await list('hsu')).filter(({ pid }) => pid === 206)
    const whole = { course: other?.id, gender: 'male', age: 40, weightKg: 70, activity: 'low' }
    let version = 1
    const set = async (over: object) => {
      const { code, data } = await standard('hsu', { ...whole, version, ...over })
      expect(code, JSON.stringify(over)).toBe('OK')
      version = data.version
      return data.values
    }
    const plain = await set({})
    for (const over of [
      { gender: 'female' },
      { age: 70 },
      { weightKg: 90 },
      { activity: 'active' },
      { condition: 'ckd' },
    ])
      expect(await set(over), JSON.stringify(over)).not.toEqual(plain)
    const changed = await set({ hand: { energy: { min: 1500, max: 1700 } } })
    expect(changed).toEqual({ ...plain, energy: { min: 1500, max: 1700, source: 'hand' } })
  })
})

describe('advice', () => {
  it('goes to several, each answered by itself; what stood before is kept', async () => {
    const done = await advise('hsu', [course.id, 999_999])
    expect(done.data.results.map(({ code }) => code)).toEqual(['OK', 'NOT_FOUND'])
    expect((await advise('hsu', [course.id], '  ')).code).toBe('CONTENT_REQUIRED')
    const made = done.data.results[0]?.advice as Advice
    const change = (who: Account, version: number, text: string) =>
      kitchen.as<Advice>(who, `dietadvices/${made.id}`, { version, text }, { method: 'PUT' })
    const both = await Promise.all([change('hsu', 1, '少鹽少油'), change('kuo', 1, '多蔬菜')])
    expect(both.map(({ code }) => code).sort()).toEqual(['OK', 'VERSION_STALE'])
    const { data } = await info()
    expect(data.advice[0]).toMatchObject({
      version: 2,
      earlier: [{ version: 1, text: '少鹽', by: { name: 'diet.hsu' } }],
    })
    expect((await kitchen.as('chen', 'insertDietDoctor', { courses: [course.id], text: 'x' })).code).toBe('FORBIDDEN')
    expect((await kitchen.as('far', `dietadvices/${made.id}`, { version: 2, text: 'x' }, { method: 'PUT' })).code).toBe(
      'NOT_FOUND',
    )
  })
  it('ends the waiting; a meal that comes after it waits again', async () => {
    expect((await list('hsu', { pid: WU }))[0]).toMatchObject({
      waiting: 0,
      waitingSince: null,
      lastAdvice: { by: { name: 'diet.hsu' } },
    })
    kitchen.clock.advance(60_000)
    await meal('hsu', { meal: 6 })
    expect((await list('hsu', { waiting: true })).map(({ pid, waiting }) => [pid, waiting])).toEqual([[WU, 1]])
  })
  it('shows a member with the mean, the days, the targets and the last meal', async () => {
    const [row] = await list('hsu', { pid: WU })
    expect(row).toMatchObject({ open: true, condition: 'none', lastMeal: { day: TODAY, meal: 6 } })
    expect(row?.days).toHaveLength(7)
    expect(row?.days?.at(-1)?.meals).toBe(5)
    // All of it was eaten today, which is not over.
    expect(row?.mean).toBeNull()
    expect(row?.target?.sodium.max).toBe(2300)
    const chart = await kitchen.as<DietChart>('chen', 'fetchDietChartData', { pid: WU, from: '2026-02-24', to: TODAY })
    expect(chart.data.days.at(-1)).toMatchObject({ meals: 5, target: { sodium: { max: 2300 } } })
    expect(chart.data.days[0]?.amounts).toBeNull()
  })
})

describe('both access layers', () => {
  it('names who has not opened the record, and shows nothing of what is eaten', async () => {
    await begin(CHANG)
    const row = (await list('hsu')).find(({ pid }) => pid === CHANG)
    expect(row).toMatchObject({ open: false, days: null, mean: null, lastMeal: null, target: null })
    for (const path of ['fetchDietInfo', 'fetchDietChartData', 'getDietStandard'])
      expect((await kitchen.as('hsu', path, { pid: CHANG, from: TODAY, to: TODAY })).code, path).toBe(
        'EMR_NOT_AUTHORISED',
      )
    const detail = (await kitchen.as<DietDetail>('hsu', 'fetchDietMemberDetail', { pid: CHANG })).data
    expect(detail).toMatchObject({ open: false, profile: null, standard: null })
    expect((await meal('hsu', { course: row?.id })).code).toBe('EMR_NOT_AUTHORISED')
    expect((await standard('hsu', { course: row?.id })).code).toBe('EMR_NOT_AUTHORISED')
    for (const path of ['fetchDietInfo', 'fetchDietChartData', 'getDietStandard'])
      expect((await kitchen.as('far', path, { pid: WU, from: TODAY, to: TODAY })).code, path).toBe('NOT_FOUND')
  })
  it('holds without the service: the tables themselves say no', async () => {
    const scope = (rights: Record<string, string>, unit: number) =>
      scopeOf({
        kind: 'staff',
        mid: kitchen.mids['diet.hsu'] ?? 0,
        partnerId: 1,
        unitIds: [unit],
        rights: { 'appointment.read': 'y', ...rights },
      } as never)
    const both = { 'diet.read': 'y', 'diet.advise': 'y' }
    const count = async (table: string, rights: Record<string, string>, unit: number) =>
      (
        await kitchen.data.db.read(
          scope(rights, unit),
          sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)} where pid = ${WU}`,
        )
      )[0]?.n ?? -1
    for (const table of ['diet_course', 'diet_target', 'diet_meal', 'diet_food', 'diet_advice']) {
      expect(await count(table, both, 2), table).toBeGreaterThan(0)
      expect(await count(table, {}, 2), `${table} without the right`).toBe(0)
      expect(await count(table, both, 3), `${table} of another unit`).toBe(0)
    }
    const write = (statement: ReturnType<typeof sql>, rights: Record<string, string>) =>
      kitchen.data.db.tx(scope(rights, 2), (tx) => tx.run(statement))
    const rewrite = sql`update diet_food set removed_at = now(), removed_by = 1 where pid = ${WU}`
    expect(await write(rewrite, { 'diet.read': 'y' })).toBe(0)
    await expect(write(sql`update diet_food set grams = 1 where pid = ${WU}`, both)).rejects.toThrow()
    await expect(write(sql`delete from diet_meal where pid = ${WU}`, both)).rejects.toThrow()
    await expect(write(sql`update diet_meal set pid = ${CHANG} where pid = ${WU}`, both)).rejects.toThrow()
  })
  it('the food table is open to who reads diets, and finds nothing for nonsense', async () => {
    expect((await kitchen.as<Food[]>('chen', 'fetchdietnutrients', { q: '白飯' })).data[0]?.nameZhTw).toContain('白飯')
    expect((await kitchen.as<Food[]>('chen', 'fetchdietnutrients', { q: "'; drop table" })).data).toEqual([])
    expect((await kitchen.as('admin', 'fetchdietnutrients', { q: '飯' })).status).toBe(403)
  })
})
