import type { Course, Standard } from '@teleward/contract/diet/schema.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../platform/db/index.ts'
import { type Kitchen, openKitchen, WU } from './fixture.ts'

/** The house stands at 2 March 2026, 9 in the morning. */
const TODAY = '2026-03-02'
let kitchen: Kitchen
let course: Course
let version = 0
beforeAll(async () => {
  kitchen = await openKitchen()
  course = (await kitchen.as<Course>('hsu', 'dietcourses', { pid: WU })).data
  await kitchen.data.db.system.tx((tx) =>
    tx.run(sql`update member set gender = 'male', birthday = '1955-01-20', height = 174 where pid = ${WU}`),
  )
}, 120_000)
afterAll(() => kitchen?.stop())
const set = async (over: object) => {
  const { code, data, body } = await kitchen.as<Standard>('hsu', 'insertDietStandard', {
    course: course.id,
    version,
    activity: 'low',
    condition: 'ckd',
    weightKg: 77,
    from: TODAY,
    ...over,
  })
  if (code === 'OK') version = data.version
  const fields = (body as { fields?: { path: string }[] }).fields?.map(({ path }) => path)
  return code === 'OK' ? code : [code, fields?.[0], (data as unknown as { value?: string; day?: string } | null)?.value]
}

it('[M5] [DIET-02~] targets of a body or of amounts that nobody has are asked about, and kept once confirmed', async () => {
  expect(await set({ weightKg: 7.7 })).toEqual(['VALUE_IMPLAUSIBLE', 'weightKg', '7.7 kg'])
  expect(await set({ weightKg: 2 })).toEqual(['VALUE_IMPLAUSIBLE', 'weightKg', '2 kg'])
  expect(await set({ weightKg: 400 })).toEqual(['VALUE_IMPLAUSIBLE', 'weightKg', 'BMI 132.1'])
  expect(await set({ heightCm: 60 })).toEqual(['VALUE_IMPLAUSIBLE', 'heightCm', '60 cm'])
  expect(await set({ age: 3 })).toEqual(['VALUE_IMPLAUSIBLE', 'age', '3 ≠ 71'])
  expect(await set({ hand: { energy: { min: 0, max: 0 } } })).toEqual(['VALUE_IMPLAUSIBLE', 'hand.energy', '0–0 kcal'])
  expect(await set({ hand: { protein: { min: null, max: 5 } } })).toEqual([
    'VALUE_IMPLAUSIBLE',
    'hand.protein',
    '≤ 5 g',
  ])
  expect(await set({ hand: { sodium: { min: null, max: 1500 }, energy: { min: 1200, max: 1500 } } })).toBe('OK')
  expect(await set({ weightKg: 7.7, confirmed: true })).toBe('OK')
})
it('[DIET-02~] targets from before the course, or for years ahead, are asked about', async () => {
  for (const from of ['2020-01-01', '2099-01-01']) {
    expect(await set({ from })).toEqual(['DIET_DAY_UNUSUAL', 'from', undefined])
    expect(await set({ from, confirmed: true })).toBe('OK')
  }
  expect(await set({ from: '2026-05-01' })).toBe('OK')
})
it('[DIET-01~] a meal is not eaten before it is', async () => {
  const meal = (over: object) =>
    kitchen.as('hsu', 'dietmeals', {
      course: course.id,
      day: TODAY,
      meal: 3,
      version: 0,
      foods: [{ code: '20053', grams: 200 }],
      ...over,
    })
  expect((await meal({ time: '23:59' })).code).toBe('VALUE_INVALID')
  expect((await meal({ time: '08:30' })).code).toBe('OK')
  expect((await meal({ time: '23:59', day: '2026-03-01', meal: 4 })).code).toBe('OK')
})
