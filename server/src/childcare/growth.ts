import { daysBetween } from '@teleward/contract/core/zone.ts'
import {
  bmi,
  correctedDays,
  curvePercentiles,
  curveScores,
  type GrowthMeasure,
  lengthAsWho,
  type Lms,
  percentileOf,
  round2,
  valueAt,
  zScore,
} from '@teleward/contract/childcare/growth.ts'
import type { Growth } from '@teleward/contract/childcare/schema.ts'
import { absence, patientBrief, type Read } from '../patients/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import * as repo from './repo.ts'
import { today } from './service.ts'
import { lmsAt, type Sex, weightCurve } from './tables.ts'

type Scores = Growth['points'][number]['scores']
export interface Measure {
  ageDays: number
  gestationDays: number | null
  weightKg: number | null
  lengthCm: number | null
  headCm: number | null
  standing: boolean | null
}

/** Scores of what was measured on a day; of a sex without curves none. The age is from the term for who was born too early; weight for length knows no age. */
export function scoresOf(
  sex: Sex | null,
  one: Measure,
): { correctedDays: number | null; bmi: number | null; scores: Scores } {
  const corrected = correctedDays(one.ageDays, one.gestationDays)
  const age = corrected ?? one.ageDays
  const cm = one.lengthCm === null ? null : lengthAsWho(one.lengthCm, age, one.standing)
  const index = one.weightKg === null || cm === null ? null : bmi(one.weightKg, cm)
  const measured = { correctedDays: corrected, bmi: index === null ? null : round2(index) }
  const scores: Scores = {}
  if (sex === null) return { ...measured, scores }
  const score = (measure: GrowthMeasure, value: number | null, lms: Lms | null) => {
    if (value === null || lms === null) return
    const z = zScore(value, lms, measure)
    scores[measure] = { z: round2(z), percentile: round2(percentileOf(z)) }
  }
  score('weight', one.weightKg, lmsAt(sex, 'weight', age))
  score('length', cm, lmsAt(sex, 'length', age))
  score('head', one.headCm, lmsAt(sex, 'head', age))
  score('bmi', index, lmsAt(sex, 'bmi', age))
  if (cm !== null) score('weightForLength', one.weightKg, lmsAt(sex, weightCurve(age), Math.round(cm * 10) / 10))
  return { ...measured, scores }
}

const MONTH_DAYS = 30.4375
/** To two years, to five, or to nineteen: what the child's age and measurements need. */
const spanOf = (lastDays: number) => (lastDays <= 731 ? 24 : lastDays <= 1856 ? 60 : 228)
function curvesOf(sex: Sex, lastDays: number): Growth['curves'] {
  const months = spanOf(lastDays)
  const step = months > 60 ? 3 : 1
  const ages = Array.from({ length: Math.floor(months / step) + 1 }, (_, at) => Math.round(at * step * MONTH_DAYS))
  const line = (curve: 'weight' | 'length' | 'head' | 'bmi') =>
    ages.flatMap((days) => {
      const lms = lmsAt(sex, curve, days)
      return lms ? [{ days, values: curvePercentiles.map((one) => round2(valueAt(lms, curveScores[one]))) }] : []
    })
  return { weight: line('weight'), length: line('length'), head: line('head'), bmi: line('bmi') }
}

/** NOT_FOUND, MEMBER_DISABLED. Without a sex that the WHO has curves of, or without a birth date, there are values alone. */
export async function growth(read: Read, who: StaffActor, now: Date, pid: number): Promise<Growth> {
  const patient = await patientBrief(read, pid)
  if (!patient) throw await absence(read, pid)
  const { facts } = await repo.factsAndGiven(read, pid)
  const { gestationDays } = facts
  const { birthday, gender } = patient
  if (!birthday) return { patient, gestationDays, points: [], curves: {} }
  const sex = gender === 'male' || gender === 'female' ? gender : null
  const points = (await repo.measured(read, pid, who.timeZone)).flatMap(({ on, source, standing, ...values }) => {
    const ageDays = daysBetween(birthday, on)
    // Before the birth as it is known now: the record says so, a curve cannot.
    if (ageDays < 0) return []
    return [{ on, source, ageDays, ...values, ...scoresOf(sex, { ageDays, gestationDays, standing, ...values }) }]
  })
  const last = Math.max(daysBetween(birthday, today(who, now)), ...points.map(({ ageDays }) => ageDays))
  return { patient, gestationDays, points, curves: sex ? curvesOf(sex, last) : {} }
}
