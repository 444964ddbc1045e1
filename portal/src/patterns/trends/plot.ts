import type { ForceRule, TrendPoint } from '@teleward/contract/monitoring/alert-schema.ts'
import { type Measure, severities } from '@teleward/contract/monitoring/group-rules.ts'
import type { ReadingKind } from '@teleward/contract/monitoring/rules.ts'

export interface Line {
  measure: Measure
  points: { at: number; value: number; flagged: boolean }[]
}
/** The lines of a plot: of a blood pressure its numbers, of the others the one. */
export function linesOf(kind: ReadingKind, points: readonly TrendPoint[]): Line[] {
  const line = (measure: Measure, of: (point: TrendPoint) => number | null): Line => ({
    measure,
    points: points.flatMap((point) => {
      const value = of(point)
      return value === null ? [] : [{ at: Date.parse(point.at), value, flagged: point.flagged }]
    }),
  })
  const all =
    kind === 'blood_pressure'
      ? [
          line('systolic', ({ value }) => value),
          line('diastolic', ({ diastolic }) => diastolic),
          line('bp_pulse', ({ pulse }) => pulse),
        ]
      : [line(kind, ({ value }) => value)]
  return all.filter(({ points: some }) => some.length > 0)
}

export interface Range {
  measure: Measure
  from: number | null
  to: number | null
}
/** Between the closest limits below and above: where no alert is raised. */
export function rangeOf(measure: Measure, rules: readonly ForceRule[]): Range {
  const of = (test: 'above' | 'below') =>
    rules.flatMap((rule) => (rule.measure === measure && rule.test === test && rule.value !== null ? [rule.value] : []))
  const [above, below] = [of('above'), of('below')]
  return {
    measure,
    from: below.length ? Math.max(...below) : null,
    to: above.length ? Math.min(...above) : null,
  }
}

/** Room for all values and limits, a little more than they take. */
export function extent(values: readonly number[]): [low: number, high: number] {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const room = Math.max((high - low) * 0.1, Math.abs(high) * 0.02, 0.5)
  return [low - room, high + room]
}

/** Those that nobody doubts; all, where there are no others. */
export function sureOf<P extends { flagged: boolean }>(points: readonly P[]): readonly P[] {
  const sure = points.filter(({ flagged }) => !flagged)
  return sure.length ? sure : points
}

export interface Summary {
  low: number
  high: number
  mean: number
  count: number
  /** Values that are in none of these figures: they are doubted, and others are not. */
  doubted: number
}
export function summary(all: readonly { value: number; flagged: boolean }[]): Summary | null {
  if (!all.length) return null
  const points = sureOf(all)
  const values = points.map(({ value }) => value)
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const [low, high] = [Math.min(...values), Math.max(...values)]
  return { low, high, mean: Math.round(mean * 10) / 10, count: values.length, doubted: all.length - values.length }
}

export const worstFirst = (one: { severity: ForceRule['severity'] }, other: { severity: ForceRule['severity'] }) =>
  severities.indexOf(one.severity) - severities.indexOf(other.severity)
