import type { DietChart, DietDetail } from '@teleward/contract/diet/schema.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Kitchen, openKitchen, WU } from './fixture.ts'

let kitchen: Kitchen
beforeAll(async () => {
  kitchen = await openKitchen()
})
afterAll(() => kitchen?.stop())

const HOUR = 3_600_000
const ago = (hours: number) => new Date(kitchen.clock.now().getTime() - hours * HOUR).toISOString()
const profile = async () => (await kitchen.as<DietDetail>('hsu', 'fetchDietMemberDetail', { pid: WU })).data.profile
const measured = async (body: object): Promise<number> => {
  const said = await kitchen.as<{ reading: { id: number } }>('lin', 'devicereadings', { pid: WU, ...body })
  expect(said.code).toBe('OK')
  return said.data.reading.id
}
const weight = (kg: number, hours: number, confirmed = false) =>
  measured({ dataType: 'weight', weight: kg, weight_unit: 'kg', timestamp: ago(hours), confirmed })
const withdraw = (id: number) => kitchen.as('lin', `readings/${id}/withdraw`, { reason: '量錯人' })

it('[M5] [M6] the weight that targets begin with says when it was measured and what stood before it; one entered in error is gone', async () => {
  expect(await profile()).toMatchObject({ weightKg: 61, weightAt: null, weightBefore: null })
  await weight(68, 30)
  expect(await profile()).toMatchObject({ weightKg: 68, weightAt: ago(30), weightBefore: null })
  // Ten seconds later it would have stood in the form as if it were hers.
  const wrong = await weight(154.3, 1, true)
  expect(await profile()).toMatchObject({
    weightKg: 154.3,
    weightAt: ago(1),
    weightBefore: { kg: 68, at: ago(30) },
  })
  expect((await withdraw(wrong)).code).toBe('OK')
  expect(await profile()).toMatchObject({ weightKg: 68, weightAt: ago(30), weightBefore: null })
})

it('[M5] [M6] charts beside the diet have a glucose without its meal, and nothing that was entered in error', async () => {
  const day = ago(0).slice(0, 10)
  const values = async () => {
    const { data } = await kitchen.as<DietChart>('hsu', 'fetchDietChartData', {
      pid: WU,
      from: ago(72).slice(0, 10),
      to: day,
    })
    return [data.weights.map(({ value }) => value), data.glucose.map(({ value }) => value)]
  }
  const sugar = await measured({
    dataType: 'blood_glucose',
    value: 150,
    unit: 'mg/dL',
    takeOver: true,
    timestamp: ago(2),
  })
  expect(await values()).toEqual([[68], [150]])
  await withdraw(sugar)
  expect(await values()).toEqual([[68], []])
})
