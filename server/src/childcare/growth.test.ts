import {
  correctedDays,
  lengthAsWho,
  percentileOf,
  round2,
  valueAt,
  zScore,
} from '@teleward/contract/childcare/growth.ts'
import { describe, expect, it } from 'vitest'
import { type Measure, scoresOf } from './growth.ts'
import { lmsAt, type Sex } from './tables.ts'

const of = (ageDays: number, over: Partial<Measure>): Measure => ({
  ageDays,
  gestationDays: null,
  weightKg: null,
  lengthCm: null,
  headCm: null,
  standing: null,
  ...over,
})
const z = (sex: Sex, one: Measure) =>
  Object.fromEntries(Object.entries(scoresOf(sex, one).scores).map(([key, score]) => [key, score.z]))

describe('growth against the curves of the WHO', () => {
  /** Of the tests of the WHO's own program, `anthro` 1.0 (WorldHealthOrganization/anthro, tests/testthat). */
  it('gives the z-scores that the program of the WHO gives, to 0.01', () => {
    expect(z('female', of(1522, { weightKg: 17 })).weight).toBe(0.24)
    expect(z('male', of(44, { lengthCm: 50 })).length).toBe(-3.29)
    // Lying beyond two years: 0.7 cm less.
    expect(z('male', of(987, { lengthCm: 72.86, standing: false })).length).toBe(-6.09)
    expect([
      lengthAsWho(100, 730, true),
      lengthAsWho(100, 800, true),
      lengthAsWho(100, 730, false),
      lengthAsWho(100, 800, false),
    ]).toEqual([100.7, 100, 100, 99.3])
  })
  /** WHO Child Growth Standards 2006, the printed tables: at birth and by month, 3rd, 15th, 50th, 85th, 97th percentile. */
  it.each([
    ['male', 'weight', 0, [2.5, 2.9, 3.3, 3.9, 4.3]],
    ['female', 'weight', 0, [2.4, 2.8, 3.2, 3.7, 4.2]],
    ['male', 'length', 0, [46.3, 47.9, 49.9, 51.8, 53.4]],
    ['female', 'length', 0, [45.6, 47.2, 49.1, 51.1, 52.7]],
    ['male', 'weight', 365, [7.8, 8.6, 9.6, 10.8, 11.8]],
    ['male', 'head', 0, [32.1, 33.1, 34.5, 35.8, 36.9]],
  ] as const)('of %s, %s at %i days', (sex, curve, days, printed) => {
    const lms = lmsAt(sex, curve, days)
    const scores = [-1.880_794, -1.036_433, 0, 1.036_433, 1.880_794]
    expect(lms && scores.map((score) => Math.round(valueAt(lms, score) * 10) / 10)).toEqual(printed)
  })
  it('bends weights beyond three as the WHO does, and lengths not', () => {
    const lms = lmsAt('female', 'weight', 365)
    if (!lms) throw new Error('no curve')
    const [second, third] = [valueAt(lms, 2), valueAt(lms, 3)]
    expect(round2(zScore(third + (third - second), lms, 'weight'))).toBe(4)
    expect(round2(zScore(third, lms, 'weight'))).toBe(3)
    const low = valueAt(lms, -3)
    expect(round2(zScore(low - (valueAt(lms, -2) - low), lms, 'weight'))).toBe(-4)
  })
  it('turns scores into percentiles', () => {
    expect([0, 1, -1.880_794, 1.96, -3].map((one) => round2(percentileOf(one)))).toEqual([50, 84.13, 3, 97.5, 0.13])
  })
  it('counts the age from the term until two years are over, for who was born before 37 weeks', () => {
    expect(correctedDays(100, 224)).toBe(44)
    expect([correctedDays(100, 259), correctedDays(100, null), correctedDays(731, 224)]).toEqual([null, null, null])
    expect(z('male', of(100, { lengthCm: 50, gestationDays: 224 }))).toEqual(z('male', of(44, { lengthCm: 50 })))
    // Not yet at term: the WHO has no curve, and nobody is given one.
    expect(scoresOf('male', of(30, { weightKg: 2, gestationDays: 224 }))).toMatchObject({
      correctedDays: -26,
      scores: {},
    })
  })
  it('scores weight for length and BMI, lying or standing by the age, and nothing beyond the tables', () => {
    const young = scoresOf('male', of(365, { weightKg: 9.6, lengthCm: 75.7, headCm: 46.1 }))
    expect(Object.keys(young.scores).sort()).toEqual(['bmi', 'head', 'length', 'weight', 'weightForLength'])
    expect(young.bmi).toBe(16.75)
    expect(scoresOf('male', of(4000, { weightKg: 35, lengthCm: 140 })).scores.weight).toBeUndefined()
    expect(scoresOf('male', of(4000, { weightKg: 35, lengthCm: 140 })).scores.length?.z).toBeCloseTo(-0.45, 0)
    expect(scoresOf(null, of(365, { weightKg: 9.6, lengthCm: 75.7 }))).toMatchObject({ bmi: 16.75, scores: {} })
    expect(scoresOf('male', of(7500, { weightKg: 35, lengthCm: 140 })).scores).toEqual({})
  })
})
