import type { ForceRule } from '@teleward/contract/monitoring/alert-schema.ts'
import { describe, expect, it } from 'vitest'
import { extent, linesOf, rangeOf, summary } from './plot.ts'

const at = '2026-03-10T00:00:00Z'
const limit = (test: ForceRule['test'], value: number): ForceRule => ({
  id: '00000000-0000-4000-8000-000000000001',
  measure: 'systolic',
  test,
  value,
  hours: null,
  severity: 'notice',
  fromHour: 0,
  toHour: 24,
  source: 'group',
  groupName: null,
})

describe('a plot', () => {
  it('[MON-04~] draws each number of a blood pressure, and of others the one', () => {
    const lines = linesOf('blood_pressure', [{ at, value: 128, diastolic: 82, pulse: null, flagged: false }])
    expect(lines.map(({ measure }) => measure)).toEqual(['systolic', 'diastolic'])
    expect(linesOf('weight', [])).toEqual([])
    expect(linesOf('weight', [{ at, value: 61, diastolic: null, pulse: null, flagged: false }])).toEqual([
      { measure: 'weight', points: [{ at: Date.parse(at), value: 61, flagged: false }] },
    ])
  })
  it('[MON-04~] shades between the closest limits', () => {
    const rules = [limit('above', 180), limit('above', 130), limit('below', 90), limit('below', 80)]
    expect(rangeOf('systolic', rules)).toEqual({ measure: 'systolic', from: 90, to: 130 })
    expect(rangeOf('weight', rules)).toEqual({ measure: 'weight', from: null, to: null })
  })
  it('has room for all values, a little more than they take', () => {
    for (const values of [
      [120, 150],
      [36.5, 36.5],
      [5, 800],
    ]) {
      const [low, high] = extent(values)
      for (const value of values) expect(value > low && value < high).toBe(true)
    }
  })
  it('says the lowest, the highest and the mean', () => {
    const of = (...values: [number, boolean?][]) => values.map(([value, flagged = false]) => ({ value, flagged }))
    expect(summary(of([120], [131]))).toEqual({ low: 120, high: 131, mean: 125.5, count: 2, doubted: 0 })
    expect(summary(of([74], [400, true], [76]))).toEqual({ low: 74, high: 76, mean: 75, count: 2, doubted: 1 })
    expect(summary(of([400, true]))).toMatchObject({ mean: 400, count: 1, doubted: 0 })
    expect(summary([])).toBeNull()
  })
})
