import { unitSign } from './units.ts'
import { DIASTOLIC, kindRules } from './kinds.ts'

/**
 * What bodies of an age measure, and what fits together: of devices and of whatever is typed one rule. It is wider than the 0.1st and
 * 99.9th percentile of any country, for what lies outside is asked about and not refused.
 */
type Steps = readonly (readonly [belowYears: number, from: number, to: number])[]
const NOBODY = Number.POSITIVE_INFINITY
/** Pounds taken for kilograms, and an adult's weight with a child, lie outside of it (kg). */
const weights: Steps = [
  [1, 0.3, 16],
  [2, 4, 22],
  [3, 6, 30],
  [6, 7, 60],
  [10, 11, 110],
  [14, 15, 180],
  [18, 20, 300],
  [NOBODY, 22, kindRules.weight.to],
]
/** Lying or standing (cm). */
const heights: Steps = [
  [1, 25, 95],
  [2, 55, 105],
  [3, 65, 115],
  [6, 75, 140],
  [10, 90, 175],
  [14, 105, 205],
  [18, 115, 230],
  [NOBODY, 100, 240],
]
/** kg/m²: of a weight and a height that each may be, one that nobody has together. */
const indices: Steps = [
  [2, 5, 30],
  [6, 8, 45],
  [18, 9, 70],
  [NOBODY, 9, 90],
]
/** Around the head (cm). */
const heads: Steps = [
  [1, 15, 52],
  [3, 38, 58],
  [NOBODY, 40, 70],
]
export interface Span {
  from: number
  to: number
}
/** Where the age is not known, whatever any age has. */
const spanAt = (steps: Steps, age: number | null): Span => {
  const fit = age === null ? steps : steps.filter(([below]) => age < below).slice(0, 1)
  return { from: Math.min(...fit.map(([, from]) => from)), to: Math.max(...fit.map(([, , to]) => to)) }
}
export const weightSpan = (age: number | null): Span => spanAt(weights, age)
const isOutside = (value: number, { from, to }: Span) => value < from || value > to

/** What is known of one body at one time: what was just typed, and beside it what stands. */
export interface BodySaid {
  height?: number | null | undefined
  weight?: number | null | undefined
  head?: number | null | undefined
  systolic?: number | null | undefined
  diastolic?: number | null | undefined
}
export type BodyPart = keyof BodySaid
export interface BodyDoubt extends Span {
  /** What is asked about; a body-mass index is nobody's part. */
  about: BodyPart | 'bmi'
  /** Of these one is wrong, if it is. */
  of: readonly BodyPart[]
  value: number
  /** With its unit, as the sentence names it in every language. */
  text: string
}
const tenth = (value: number) => Math.round(value * 10) / 10

/** Which weights, heights and pressures nobody of that age has, and which do not fit together. */
export function bodyDoubts({ height, weight, head, systolic, diastolic }: BodySaid, age: number | null): BodyDoubt[] {
  const doubts: BodyDoubt[] = []
  const single = (about: BodyPart, value: number | null | undefined, steps: Steps, unit: string) => {
    const span = spanAt(steps, age)
    const odd = typeof value === 'number' && isOutside(value, span)
    if (odd) doubts.push({ about, of: [about], value, ...span, text: `${value} ${unit}` })
    return !odd
  }
  const fine = [single('weight', weight, weights, 'kg'), single('height', height, heights, 'cm')]
  single('head', head, heads, 'cm')
  // One that is asked about already is what is wrong with both of them.
  if (weight && height && fine.every(Boolean)) {
    const bmi = tenth(weight / (height / 100) ** 2)
    const span = spanAt(indices, age)
    if (isOutside(bmi, span))
      doubts.push({ about: 'bmi', of: ['weight', 'height'], value: bmi, ...span, text: `BMI ${bmi}` })
  }
  if (typeof systolic === 'number' && typeof diastolic === 'number' && diastolic >= systolic)
    doubts.push({
      about: 'diastolic',
      of: ['diastolic', 'systolic'],
      value: diastolic,
      from: DIASTOLIC.from,
      to: Math.max(DIASTOLIC.from, systolic - 1),
      text: `${systolic}/${diastolic} ${unitSign(kindRules.blood_pressure.unit)}`,
    })
  return doubts
}
