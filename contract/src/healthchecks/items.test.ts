import { describe, expect, it } from 'vitest'
import { items } from '../careevents/items.ts'
import {
  bloodItems,
  bmrFrom,
  bodyFatFrom,
  checkProgrammes,
  checkRange,
  derivedItems,
  egfrFrom,
  isCritical,
  programmeRules,
  systemOf,
  systems,
} from './items.ts'

const DAY = '2026-03-12'
const man = { birthday: '1976-03-12', gender: 'male' as const }
const woman = { birthday: '1976-03-12', gender: 'female' as const }
const nobody = { birthday: null, gender: null }

describe('what is worked out of a health check', () => {
  it('[EVNT-04~] follows its sources, and is not there where sex or age is not known', () => {
    // Mifflin and St Jeor: 10 × 80 + 6.25 × 180 − 5 × 50 + 5.
    expect(bmrFrom(180, 80, man, DAY)).toBe(1680)
    expect(bmrFrom(165, 60, woman, DAY)).toBe(1220)
    // Deurenberg: 1.2 × 25 + 0.23 × 50 − 10.8 − 5.4.
    expect(bodyFatFrom(25, man, DAY)).toBe(25.3)
    expect(bodyFatFrom(25, woman, DAY)).toBe(36.1)
    // CKD-EPI 2021, as the calculator of the National Kidney Foundation has it.
    expect(egfrFrom(1, man, DAY)).toBe(92)
    expect(egfrFrom(1, woman, DAY)).toBe(69)
    expect(egfrFrom(0.6, woman, DAY)).toBe(109)
    expect([bmrFrom(180, 80, nobody, DAY), bodyFatFrom(25, nobody, DAY), egfrFrom(1, nobody, DAY)]).toEqual([
      null,
      null,
      null,
    ])
    expect(egfrFrom(0, man, DAY)).toBe(null)
  })

  it('[EVNT-04~] ranges differ by sex and age, name their source, and none is given where they cannot be known', () => {
    const of = (
      item: Parameters<typeof checkRange>[0],
      person: Parameters<typeof checkRange>[1],
      fasting: 'yes' | 'no' | null = 'yes',
    ) => checkRange(item, person, { day: DAY, fasting })
    expect([of('hdl', man), of('hdl', woman), of('hdl', nobody)]).toEqual([
      { low: 40, high: null, source: 'cholesterol' },
      { low: 50, high: null, source: 'cholesterol' },
      null,
    ])
    expect([
      of('body_fat', man),
      of('body_fat', { ...man, birthday: '2000-01-01' }),
      of('body_fat', { ...man, birthday: '1940-01-01' }),
    ]).toEqual([{ low: 11, high: 21.9, source: 'bodyFat' }, { low: 8, high: 19.9, source: 'bodyFat' }, null])
    expect(of('creatinine', woman)).toEqual({ low: 0.59, high: 1.04, source: 'creatinine' })
    // After a meal, or where nobody knows, there is none to hold against.
    expect([of('glucose_fasting', man), of('glucose_fasting', man, 'no'), of('glucose_fasting', man, null)]).toEqual([
      { low: 70, high: 99, source: 'fasting' },
      null,
      null,
    ])
    expect(of('bmr', man)).toBe(null)
  })

  it('[EVNT-04~] critical values are critical at their limits', () => {
    const at = (item: Parameters<typeof isCritical>[0], ...values: number[]) =>
      values.map((value) => isCritical(item, value, man, DAY))
    expect(at('systolic', 90, 91, 179, 180)).toEqual([true, false, false, true])
    expect(at('diastolic', 119, 120)).toEqual([false, true])
    expect(at('pulse', 40, 41, 130, 131)).toEqual([true, false, false, true])
    expect(at('blood_oxygen', 91, 92)).toEqual([true, false])
    expect(at('temperature', 35, 35.1)).toEqual([true, false])
    expect(at('glucose_fasting', 53, 54, 399, 400)).toEqual([true, false, false, true])
    expect(at('haemoglobin', 7.9, 8)).toEqual([true, false])
    expect(at('height', 30)).toEqual([false])
    // Limits of grown people: a child of two has another pulse; whose age is not known is taken for one.
    const of = (birthday: string | null) =>
      (
        [
          ['pulse', 140],
          ['systolic', 88],
          ['systolic', 180],
          ['blood_oxygen', 90],
        ] as const
      ).map(([item, value]) => isCritical(item, value, { birthday }, DAY))
    expect([of('2024-01-01'), of('2010-03-13'), of('2010-03-12'), of(null)]).toEqual([
      [false, false, true, true],
      [false, false, true, true],
      [true, true, true, true],
      [true, true, true, true],
    ])
  })

  it('[EVNT-04~] each item belongs to a part of the body, and blood is asked after fasting', () => {
    for (const item of [...items, ...derivedItems]) expect(systems, item).toContain(systemOf(item))
    expect([systemOf('egfr'), systemOf('pulse'), systemOf('bmi')]).toEqual(['kidneys', 'circulation', 'body'])
    const blood = checkProgrammes.map(
      (one) => programmeRules[one].items.filter((item) => bloodItems.includes(item)).length,
    )
    expect(blood).toEqual([0, 5, 10])
  })
})
