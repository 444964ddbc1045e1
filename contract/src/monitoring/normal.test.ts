import { describe, expect, it } from 'vitest'
import { measures } from './group-rules.ts'
import { normalRange } from './normal.ts'

const TODAY = '2026-03-12'
const adult = { birthday: '1958-01-02', height: 160 }

describe('what is normal', () => {
  it('[EMR-14~] is told for adults, each with where it is from', () => {
    expect(normalRange('systolic', adult, TODAY)).toMatchObject({ low: 90, high: 119, source: 'pressure' })
    expect(normalRange('glucose_after_meal', adult, TODAY)).toMatchObject({ low: 70, high: 139, source: 'afterMeal' })
    // Of a glucose whose meal nobody stated none is known.
    for (const measure of measures)
      expect(normalRange(measure, adult, TODAY) === undefined, measure).toBe(measure === 'glucose_unspecified')
  })
  it('[EMR-14~] of blood sugar has a lower end at any time: 40 after a meal is low', () => {
    for (const measure of ['glucose_fasting', 'glucose_before_meal', 'glucose_after_meal'] as const)
      expect(normalRange(measure, adult, TODAY)?.low).toBe(70)
  })
  it('[EMR-14~] of a weight goes by the height, and by none that nobody has', () => {
    expect(normalRange('weight', adult, TODAY)).toMatchObject({ low: 47.4, high: 61.4 })
    for (const height of [null, 0, 16, 1600]) expect(normalRange('weight', { ...adult, height }, TODAY)).toBeUndefined()
  })
  it('[EMR-14~] is not told of children, and not of whom the age is not known', () => {
    const of = (birthday: string | null) => normalRange('systolic', { ...adult, birthday }, TODAY)
    expect(of('2008-03-12')).toBeDefined()
    expect(of('2008-03-13')).toBeUndefined()
    expect(of(null)).toBeUndefined()
    // Born tomorrow: a slip of the keyboard.
    expect(of('2026-03-13')).toBeUndefined()
  })
})
