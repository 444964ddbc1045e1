import type {
  AdviceOutcome,
  Course,
  DietChart,
  DietDetail,
  DietInfo,
  DietRow,
  Meal,
  Standard,
} from '@teleward/contract/diet/schema.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../platform/db/index.ts'
import { readXlsx } from '../platform/xlsx/read.ts'
import { type Account, FAR, type Kitchen, openKitchen, WU } from './fixture.ts'

/** The house stands at 2 March 2026, 9 in the morning. */
const TODAY = '2026-03-02'
let kitchen: Kitchen
let course: Course
const SOY_MILK = { own: { name: '豆漿', per100: { energy: 60, protein: 3.5 } }, grams: 250 }
const TOAST = { own: { name: '白吐司', per100: { energy: 270 } }, grams: 60 }
const APPLE = { own: { name: '蘋果', per100: { energy: 52 } }, grams: 150 }
const SAUCE = { own: { name: '醬油', per100: { energy: 60, sodium: 5586 } }, grams: 100 }
beforeAll(async () => {
  kitchen = await openKitchen()
  course = (await kitchen.as<Course>('hsu', 'dietcourses', { pid: WU })).data
}, 120_000)
afterAll(() => kitchen?.stop())

const meal = (who: Account, over: object = {}) =>
  kitchen.as<Meal>(who, 'dietmeals', { course: course.id, day: TODAY, meal: 1, version: 0, foods: [SOY_MILK], ...over })
const info = async (over: object = {}) =>
  (await kitchen.as<DietInfo>('hsu', 'fetchDietInfo', { pid: WU, from: '2026-02-24', to: TODAY, ...over })).data
const row = async () =>
  (await kitchen.as<DietRow[]>('hsu', 'fetchDietMember', { pid: WU })).data[0] ?? expect.unreachable('nobody is there')
const detail = async () => (await kitchen.as<DietDetail>('hsu', 'fetchDietMemberDetail', { pid: WU })).data
const standard = (over: object) =>
  kitchen.as<Standard>('hsu', 'insertDietStandard', { course: course.id, version: 0, activity: 'low', ...over })

describe('a meal', () => {
  it('[M10] that is new takes no number that another has: what the patient told stays, and is shown', async () => {
    const told = await meal('hsu', { day: '2026-02-20', foods: [SOY_MILK, TOAST] })
    const apple = await meal('kuo', { day: '2026-02-20', foods: [APPLE] })
    expect([apple.code, apple.data.foods.map(({ name }) => name)]).toEqual(['DUPLICATE', ['豆漿', '白吐司']])
    const { days } = await info({ from: '2026-02-20', to: '2026-02-20' })
    expect(days[0]?.meals.map(({ version, foods }) => [version, foods.map(({ removed }) => removed)])).toEqual([
      [1, [null, null]],
    ])
    // Who corrects one that a colleague has corrected is told so as ever.
    const one = { day: '2026-02-20', meal: 1, version: told.data.version }
    expect((await meal('kuo', { ...one, foods: [APPLE] })).code).toBe('OK')
    expect((await meal('hsu', { ...one, foods: [TOAST] })).code).toBe('VERSION_STALE')
  })
  it('[DIET-01~] whose food is corrected in its label alone has the label that was said last, and keeps the one before', async () => {
    const day = '2026-02-19'
    const told = (await meal('hsu', { day, foods: [TOAST] })).data
    const [{ id = 0 } = {}] = told.foods
    const label = (energy: number) => ({ id, own: { name: '白吐司', per100: { energy } }, grams: 60 })
    const same = (await meal('hsu', { day, version: told.version, foods: [label(270)] })).data
    expect(same.foods.map((one) => [one.id, one.removed])).toEqual([[id, null]])
    const { foods } = (await meal('hsu', { day, version: same.version, foods: [label(310)] })).data
    expect(
      foods.filter(({ removed }) => removed === null).map(({ per100, corrects }) => [per100.energy, corrects]),
    ).toEqual([[310, id]])
    expect(foods.find((one) => one.id === id)?.removed).not.toBeNull()
  })
  it('[Mw3] is of the time of the course: what no report of it reaches is refused', async () => {
    for (const day of ['1970-01-01', '2020-01-01', '2026-03-03'])
      expect((await meal('hsu', { day })).body, day).toMatchObject({
        status: 'VALUE_INVALID',
        fields: [{ path: 'day' }],
      })
    expect((await meal('hsu', { day: '2026-02-01' })).code).toBe('OK')
  })
  it('[Mw2] holds no food that cannot be: 100 g of it hold at most 100 g, a part is at most its whole', async () => {
    const own = (per100: object) =>
      meal('hsu', { day: '2026-02-21', foods: [{ own: { name: '奇怪', per100 }, grams: 50 }] })
    for (const per100 of [
      { protein: 80, carbohydrate: 80, fat: 80, energy: 100 },
      { sodium: 100_000, energy: 100 },
      { fat: 10, saturatedFat: 10.5 },
      { carbohydrate: 10, sugar: 12 },
      { protein: 70, sugar: 40 },
    ])
      expect((await own(per100)).status, JSON.stringify(per100)).toBe(400)
    expect((await own({ fat: 10, saturatedFat: 11 })).body).toMatchObject({
      status: 'BAD_INPUT',
      fields: [{ path: 'foods.0.own.per100.saturatedFat' }],
    })
    expect((await own({ protein: 20, carbohydrate: 40, sugar: 40, fat: 40, saturatedFat: 40 })).code).toBe('OK')
  })
  it('[Mw3] of a day that is not over is in no mean', async () => {
    await meal('hsu', { day: '2026-03-01', foods: [{ own: { name: '便當', per100: { energy: 163 } }, grams: 1000 }] })
    expect((await row()).mean?.energy).toBe(await meanOfDays())
    await meal('hsu', { foods: [{ own: { name: '早餐', per100: { energy: 155 } }, grams: 100 }] })
    expect((await row()).mean?.energy).toBe(await meanOfDays())
  })
})
/** By hand: of the days of the week before today with a meal. */
async function meanOfDays(): Promise<number> {
  const { days } = await info()
  const kcal = days.flatMap(({ day, totals }) => (totals && day < TODAY ? [totals.energy.value ?? 0] : []))
  return kcal.reduce((all, one) => all + one, 0) / kcal.length
}

describe('advice', () => {
  const advise = async (mealsTo?: number, who: Account = 'hsu') => {
    const seen = mealsTo === undefined ? {} : { mealsTo: [{ course: course.id, entry: mealsTo }] }
    const body = { courses: [course.id], text: '少鹽', ...seen }
    const { data } = await kitchen.as<AdviceOutcome>(who, 'insertDietDoctor', body)
    expect(data.results[0]?.code).toBe('OK')
    return data.results[0]?.advice
  }
  it('[M15] ends the waiting of the meals that its page showed, and of no other', async () => {
    const { mealsTo } = await info()
    expect(await advise(mealsTo)).toMatchObject({ mealsTo })
    expect(await row()).toMatchObject({ waiting: 0, waitingSince: null, mealsTo })
    // The doctor enters a meal; the dietitian, who has not asked since, advises.
    kitchen.clock.advance(60_000)
    const sauce = await meal('lin', { meal: 4, foods: [SAUCE] })
    kitchen.clock.advance(60_000)
    await advise(mealsTo)
    expect(await row()).toMatchObject({ waiting: 1, waitingSince: sauce.data.enteredAt })
    // Nor does one who does not say what was read, and nobody has read what is to come.
    await advise()
    expect((await row()).waiting).toBe(1)
    expect(await advise(1_000_000)).toMatchObject({ mealsTo: mealsTo + 1 })
    expect((await row()).waiting).toBe(0)
    await meal('hsu', { meal: 5 })
    expect((await row()).waiting).toBe(1)
  })
  it('[M15] is of the meal as it was: one that was corrected to three times its amounts waits again', async () => {
    await advise((await info()).mealsTo)
    const { days } = await info()
    const sauce = days.at(-1)?.meals.find((one) => one.meal === 4)
    const [food] = sauce?.foods ?? []
    kitchen.clock.advance(60_000)
    const { data } = await meal('kuo', { meal: 4, version: 1, foods: [{ id: food?.id, grams: 300 }] })
    expect(data.version).toBe(2)
    const now = await row()
    expect(now.waiting).toBe(1)
    expect(Date.parse(now.waitingSince ?? '')).toBe(kitchen.clock.now().getTime())
  })
  it('[M15] nobody numbers a meal by hand, and two at once have two numbers', async () => {
    const [one, two] = await Promise.all([3, 6].map((nth) => meal('hsu', { meal: nth })))
    const entries = await kitchen.data.db.system.tx((tx) =>
      tx.many(
        sql<{ entry: number }>`select entry from diet_meal where id in (${one?.data.id}::uuid, ${two?.data.id}::uuid)`,
      ),
    )
    expect(new Set(entries.map(({ entry }) => entry)).size).toBe(2)
  })
})

describe('targets', () => {
  it('[M11] of a day to come hold from it on: the list says what holds today, and a correction of today leaves the plan', async () => {
    await standard({ from: '2026-02-20', condition: 'ckd', weightKg: 77 })
    const plan = await standard({ version: 1, from: '2026-03-15', condition: 'dialysis', weightKg: 60 })
    expect(plan.data.values.protein).toMatchObject({ min: 60, max: 72 })
    expect(await row()).toMatchObject({ condition: 'ckd', target: { protein: { min: 42.35, max: 46.2 } } })
    expect(await detail()).toMatchObject({
      standard: { version: 1 },
      planned: [{ version: 2, from: '2026-03-15' }],
      latest: 2,
    })
    expect((await standard({ version: 2, from: TODAY, condition: 'ckd', weightKg: 76 })).code).toBe('OK')
    expect((await row()).target?.protein).toEqual({ min: 41.8, max: 45.6 })
    const on = async (day: string) =>
      (await kitchen.as<{ current: Standard | null }>('hsu', 'getDietStandard', { pid: WU, day })).data.current?.version
    expect([await on('2026-02-25'), await on(TODAY), await on('2026-03-14'), await on('2026-03-20')]).toEqual([
      1, 3, 3, 2,
    ])
    // Of one day what was decided last.
    expect((await standard({ version: 3, from: '2026-03-15', condition: 'dialysis', weightKg: 61 })).code).toBe('OK')
    expect((await detail()).planned.map(({ version }) => version)).toEqual([4])
  })
  it('[M11] of a day to come are taken back, once; those that hold are not', async () => {
    const back = (version: number, who: Account = 'hsu', id = course.id) =>
      kitchen.as<Standard>(who, `dietcourses/${id}/withdrawals`, { version })
    expect((await back(4)).data).toMatchObject({ version: 4, withdrawn: { by: { name: 'diet.hsu' } } })
    expect((await detail()).planned.map(({ version }) => version)).toEqual([2])
    expect([(await back(4)).code, (await back(3)).code, (await back(9)).code]).toEqual([
      'ILLEGAL_STEP',
      'ILLEGAL_STEP',
      'NOT_FOUND',
    ])
    const both = await Promise.all([back(2), back(2, 'kuo')])
    expect(both.map(({ code }) => code).sort()).toEqual(['ILLEGAL_STEP', 'OK'])
    expect(await detail()).toMatchObject({ standard: { version: 3 }, planned: [], latest: 4 })
    expect((await back(2, 'chen')).code).toBe('FORBIDDEN')
    expect((await back(2, 'far')).code).toBe('NOT_FOUND')
  })
  it('[Mw8] are computed of the weight that they name', async () => {
    const { data } = await standard({ version: 4, condition: 'none', weightKg: 69.34 })
    expect([data.weightKg, data.values.protein.min]).toEqual([69.3, 55.44])
  })
})

it('[M12] glucose says when it was measured: fasting and after a meal are two', async () => {
  await kitchen.data.db.system.tx(async (tx) => {
    for (const [kind, value, hour] of [
      ['glucose_after_meal', 133, 1],
      ['glucose_fasting', 112, 2],
      ['glucose_unspecified', 120, 3],
      ['weight', 61, 4],
    ] as const)
      await tx.run(sql`insert into reading (partner_id, unit_id, pid, kind, value, unit, measured_at, received_at, source, data_type, recorded_by)
        values (1, 2, ${WU}, ${kind}, ${value}, 'mg/dL', '2026-03-01T00:00:00Z'::timestamptz + make_interval(hours => ${hour}), now(), 'device',
          'blood_glucose', ${kitchen.mids['diet.hsu'] ?? 0})`)
  })
  const { data } = await kitchen.as<DietChart>('hsu', 'fetchDietChartData', { pid: WU, from: '2026-03-01', to: TODAY })
  expect(data.glucose.map(({ kind, value }) => [kind, value])).toEqual([
    ['glucose_after_meal', 133],
    ['glucose_fasting', 112],
    ['glucose_unspecified', 120],
  ])
  expect(data.weights.map(({ value }) => value)).toEqual([61])
  // What the label did not say of a day is named: the amount is at least that.
  expect(data.days[0]).toMatchObject({ amounts: { energy: 1630 }, atLeast: expect.arrayContaining(['sodium']) })
  expect(data.days[0]?.atLeast).not.toContain('energy')
})

it('[Mw4] the list and the report are files with names, targets and what is at least', async () => {
  const file = async (path: string, body: object) => {
    const answer = await fetch(`${kitchen.base}/his/api/${path}?format=xlsx`, {
      method: 'POST',
      headers: { authorization: `Bearer ${kitchen.token('hsu')}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const cells = (await readXlsx(Buffer.from(await answer.arrayBuffer()))).map((row) =>
      Array.from(row.cells, (cell) => cell?.text ?? ''),
    )
    const [titles = [], ...rows] = cells
    const of = (row: number, title: string) => rows[row]?.[titles.indexOf(title)]
    return { named: decodeURIComponent(answer.headers.get('content-disposition') ?? ''), of }
  }
  const list = await file('fetchDietMember', { pid: WU })
  expect(list.named).toContain("filename*=UTF-8''飲食管理.xlsx")
  expect(Number(list.of(0, '蛋白質下限'))).toBeGreaterThan(40)
  expect(Number(list.of(0, '第幾餐'))).toBe(6)
  const report = await file('fetchDietChartData', { pid: WU, from: '2026-03-01', to: TODAY })
  expect(report.named).toContain("filename*=UTF-8''飲食報告.xlsx")
  expect(report.of(0, '至少（部分食物未載明）')).toMatch(/鈉/)
})

it('[M10] nobody of elsewhere sees which meals there are', async () => {
  expect(FAR).not.toBe(WU)
  const asked = await meal('far', { day: '2026-02-20' })
  expect([asked.code, asked.data]).toEqual(['NOT_FOUND', undefined])
})
