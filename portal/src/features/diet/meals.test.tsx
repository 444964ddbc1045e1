import { QueryClientProvider } from '@tanstack/react-query'
import { each, labelFaults, type Per100 } from '@teleward/contract/diet/nutrients.ts'
import type { DietChart, DietDay, Meal, Standard } from '@teleward/contract/diet/schema.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { stubBrowser } from '../../testing/browser.ts'
import { mealsOn, slotOf } from './meal-slots.ts'

const meal = (nth: number, course = 7) => ({ meal: nth, course }) as Meal
const words = (html: string) => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
async function inChinese() {
  vi.resetModules()
  stubBrowser()
  const { ensureTexts, setLanguage } = await import('../../i18n/i18n.ts')
  await ensureTexts('common', 'diet')
  await setLanguage('zh-TW')
}

describe('where a new meal goes', () => {
  it('[M10] to the first number that its day has free, whatever was chosen on another day', () => {
    expect(slotOf([], undefined)).toBe(1)
    expect(
      slotOf(
        [1, 2, 3, 4].map((nth) => meal(nth)),
        1,
      ),
    ).toBe(5)
    expect(slotOf([meal(1), meal(3)], 4)).toBe(4)
    expect(slotOf([meal(1), meal(3)], 3)).toBe(2)
    expect(
      slotOf(
        [1, 2, 3, 4, 5, 6].map((nth) => meal(nth)),
        1,
      ),
    ).toBeUndefined()
  })
  it('[M10] a day that the page does not show is one of which nothing is known', () => {
    const days = [{ day: '2026-11-28', meals: [meal(1), meal(2, 8)] }] as DietDay[]
    expect(mealsOn(days, '2026-11-28', 7)?.map((one) => one.meal)).toEqual([1])
    expect(mealsOn(days, '2026-11-22', 7)).toBeUndefined()
  })
})

describe('a food by its label', () => {
  const label = (over: Partial<Per100>): Per100 => ({ ...each(() => null), ...over })
  it('[Mw1] energy may be said in kilojoules', async () => {
    const { kcalOf } = await import('./OwnFood.tsx')
    expect([kcalOf(1840, 'kJ'), kcalOf(440, 'kcal'), kcalOf(null, 'kJ')]).toEqual([439.8, 440, null])
  })
  it('[Mw1] what labels in Taiwan print is asked, in their order', async () => {
    await inChinese()
    const { OwnFood } = await import('./OwnFood.tsx')
    const html = renderToStaticMarkup(<OwnFood name="珍珠奶茶" onPick={() => undefined} />)
    expect(html).toContain('value="珍珠奶茶"')
    const text = words(html)
    const asked = ['熱量', '蛋白質', '脂肪', '飽和脂肪', '碳水化合物', '糖', '鈉', '鉀', '磷'].map((one) =>
      text.indexOf(`${one}（`),
    )
    expect(asked).toEqual(asked.toSorted((a, b) => a - b))
    expect(Math.min(...asked)).toBeGreaterThanOrEqual(0)
  })
  it('[Mw2] what cannot be is said in words', async () => {
    await inChinese()
    const { faultText } = await import('./OwnFood.tsx')
    const said = (over: Partial<Per100>) => labelFaults(label(over)).map(faultText)
    expect(said({ protein: 80, carbohydrate: 80, fat: 80 })).toEqual(['每 100 公克內合計 240 公克，請核對標示'])
    expect(said({ fat: 3, saturatedFat: 4, carbohydrate: 10, sugar: 11 })).toEqual([
      '飽和脂肪不能多於脂肪',
      '糖不能多於碳水化合物',
    ])
    expect(said({ fat: 100 })).toEqual([])
    expect(said({})).toEqual([])
  })
})

it('[M12] fasting and after-meal glucose are a line each, named; a kind without values is not', async () => {
  await inChinese()
  const { Charts } = await import('./Charts.tsx')
  const none = each(() => null)
  const chart: DietChart = {
    days: [{ day: '2026-11-28', meals: 0, amounts: none, atLeast: [], target: null }],
    weights: [],
    glucose: [
      { at: '2026-11-28T12:16:00Z', value: 133, kind: 'glucose_after_meal' },
      { at: '2026-11-28T13:04:00Z', value: 112, kind: 'glucose_fasting' },
    ],
  }
  const html = renderToStaticMarkup(<Charts chart={chart} nutrient="energy" onNutrient={() => undefined} />)
  const keys = /<ul class="dietkeys">(.*?)<\/ul>/.exec(html)?.[1] ?? ''
  expect(words(keys).trim()).toBe('空腹血糖 飯後血糖')
  expect(new Set(keys.match(/l\d/g)).size).toBe(2)
})

it('[M11] a planned target stands beside the one in force, with its day, and can be taken back by who may', async () => {
  await inChinese()
  const { queryClient } = await import('../../api/query.ts')
  const { Planned } = await import('./Planned.tsx')
  const plan = {
    version: 2,
    from: '2026-12-15',
    condition: 'dialysis',
    weightKg: 60,
    values: each(() => ({ min: 1806, max: 2207, source: 'hand' as const })),
    by: { mid: 5, name: '許營養', nameEn: null },
    at: '2026-11-28T02:00:00Z',
  } as unknown as Standard
  const text = (writes: boolean, planned = [plan]) =>
    words(
      renderToStaticMarkup(
        <QueryClientProvider client={queryClient}>
          <Planned course={7} planned={planned} writes={writes} />
        </QueryClientProvider>,
      ),
    )
  expect(text(true)).toMatch(/預定自 2026\D12\D15\S* 起.*透析.*60 kg.*1,806–2,207 kcal.*許營養.*撤回/)
  expect(text(false)).not.toContain('撤回')
  expect(text(true, [])).toBe('')
})
it('[M11] a target that does not hold today says so when it is saved', async () => {
  await inChinese()
  const { whenText } = await import('./StandardForm.tsx')
  const { isoDay } = await import('../../ui/format.ts')
  expect(whenText({ from: '9999-12-15' }, null)).toContain('預定自')
  expect(whenText({ from: '2020-01-01' }, { from: '2020-02-01' })).toMatch(/今天仍適用自 2020\D0?2\D0?1/)
  expect(whenText({ from: isoDay() }, { from: '2020-02-01' })).toBeUndefined()
})
