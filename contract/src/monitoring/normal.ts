import { ageYears } from '../core/dates.ts'
import type { Measure } from './group-rules.ts'

/**
 * Where a range is from; the reader's language names it.
 *
 * - `pressure`: 2022 guideline of the Taiwan Society of Cardiology and the Taiwan Hypertension Society, normal below 120/80;
 *   American Heart Association, low below 90/60.
 * - `heart`: American Heart Association, resting heart rate.
 * - `temperature`: MedlinePlus, body temperature norms.
 * - `oxygen`: WHO, Pulse Oximetry Training Manual.
 * - `fasting`, `afterMeal`: American Diabetes Association, Standards of Care: below 100 and 140 mg/dL; below 70 is low at any time.
 * - `bmi`: Health Promotion Administration, Taiwan.
 */
export type NormalSource = 'pressure' | 'heart' | 'temperature' | 'oxygen' | 'fasting' | 'afterMeal' | 'bmi'
/**
 * What is usual for an adult at rest, shaded behind a plot; both ends are within. It raises no alert: limits of monitoring are
 * an institution's own (`rulesOf`). Of children, of a glucose whose meal nobody stated, and of what is not listed, none is shown.
 */
export interface NormalRange {
  low: number
  high: number
  source: NormalSource
}
export const ADULT_YEARS = 18

const ranges: Partial<Record<Measure, NormalRange>> = {
  systolic: { low: 90, high: 119, source: 'pressure' },
  diastolic: { low: 60, high: 79, source: 'pressure' },
  pulse: { low: 60, high: 100, source: 'heart' },
  bp_pulse: { low: 60, high: 100, source: 'heart' },
  temperature: { low: 36.1, high: 37.2, source: 'temperature' },
  blood_oxygen: { low: 95, high: 100, source: 'oxygen' },
  glucose_fasting: { low: 70, high: 99, source: 'fasting' },
  glucose_before_meal: { low: 70, high: 99, source: 'fasting' },
  glucose_after_meal: { low: 70, high: 139, source: 'afterMeal' },
}
/** Body-mass index of adults, kg/m². */
export const BMI = { low: 18.5, high: 24 } as const

export interface PersonFacts {
  birthday: string | null
  /** cm; of a weight the range goes by it. */
  height: number | null
}
/** Ranges are of adults alone: not of children, and not of whom the age is not known. `today` is a day of the calendar. */
export function isAdult(birthday: string | null, today: string): boolean {
  const age = birthday === null ? null : ageYears(birthday, today)
  return age !== null && age >= ADULT_YEARS
}
/** `undefined`: none is known for this person. */
export function normalRange(
  measure: Measure,
  { birthday, height }: PersonFacts,
  today: string,
): NormalRange | undefined {
  if (!isAdult(birthday, today)) return undefined
  if (measure !== 'weight') return ranges[measure]
  if (height === null || height < 100 || height > 250) return undefined
  const metres = (height / 100) ** 2
  const kilos = (index: number) => Math.round(index * metres * 10) / 10
  return { low: kilos(BMI.low), high: kilos(BMI.high), source: 'bmi' }
}
