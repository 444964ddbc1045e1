/** Growth against the WHO's curves: the arithmetic. The tables are the server's (`server/seeds/who-growth.tsv.gz`). */
export interface Lms {
  l: number
  m: number
  s: number
}
export const growthMeasures = ['weight', 'length', 'head', 'bmi', 'weightForLength'] as const
export type GrowthMeasure = (typeof growthMeasures)[number]
/** Of these the WHO's tails beyond 3 go by the distance of the last two lines, since weights are skewed. */
const restricted: readonly GrowthMeasure[] = ['weight', 'bmi', 'weightForLength']

export const valueAt = ({ l, m, s }: Lms, z: number): number =>
  Math.abs(l) < 1e-9 ? m * Math.exp(s * z) : m * (1 + l * s * z) ** (1 / l)

/** WHO 2006, with its restricted tails; not rounded. */
export function zScore(value: number, lms: Lms, measure: GrowthMeasure): number {
  const { l, m, s } = lms
  const z = Math.abs(l) < 1e-9 ? Math.log(value / m) / s : ((value / m) ** l - 1) / (l * s)
  if (!restricted.includes(measure) || Math.abs(z) <= 3) return z
  const side = z > 0 ? 1 : -1
  const third = valueAt(lms, 3 * side)
  return side * 3 + (value - third) / Math.abs(third - valueAt(lms, 2 * side))
}

/** Share of children below, in percent: the normal distribution (Abramowitz and Stegun 26.2.17, error below 1e-7). */
export function percentileOf(z: number): number {
  const t = 1 / (1 + 0.231_641_9 * Math.abs(z))
  const tail =
    Math.exp((-z * z) / 2) *
    0.398_942_280_4 *
    (((((1.330_274_429 * t - 1.821_255_978) * t + 1.781_477_937) * t - 0.356_563_782) * t + 0.319_381_53) * t)
  return 100 * (z > 0 ? 1 - tail : tail)
}
export const curvePercentiles = [3, 15, 50, 85, 97] as const
/** The z-scores of these percentiles. */
export const curveScores: Readonly<Record<(typeof curvePercentiles)[number], number>> = {
  3: -1.880_793_6,
  15: -1.036_433_4,
  50: 0,
  85: 1.036_433_4,
  97: 1.880_793_6,
}

export const TERM_DAYS = 280
/** Born before 37 weeks: the age is counted from the term until two years (chronological) are over. */
export const PRETERM_DAYS = 259
const CORRECTED_UNTIL = 731
/** Days since the term; below nought: not yet at term. Null: none to correct. */
export function correctedDays(ageDays: number, gestationDays: number | null): number | null {
  if (gestationDays === null || gestationDays >= PRETERM_DAYS || ageDays >= CORRECTED_UNTIL) return null
  return ageDays - (TERM_DAYS - gestationDays)
}
/** Below two years a child is measured lying, from then on standing: the other way differs by 0.7 cm. */
export const STANDS_FROM = 731
export function lengthAsWho(cm: number, ageDays: number, standing: boolean | null): number {
  if (standing === null || standing === ageDays >= STANDS_FROM) return cm
  return standing ? cm + 0.7 : cm - 0.7
}
export const bmi = (kg: number, cm: number) => kg / (cm / 100) ** 2
export const round2 = (value: number) => Math.round(value * 100) / 100
