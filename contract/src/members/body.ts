import { ageYears } from '../core/dates.ts'
import type { Gender } from '../patients/brief.ts'

export interface BodyData {
  birthday: string | null
  gender: Gender | null
  /** Centimetres and kilograms. */
  height: number | null
  weight: number | null
}
export type BodyField = keyof BodyData
export interface BodyFigures {
  /** kg/m² */
  bmi: number | null
  /** Basal metabolic rate, kcal a day: Mifflin–St Jeor (1990). */
  bmr: number | null
  /** Body fat, per cent: Deurenberg (1991). Of adults only. */
  bodyFat: number | null
  /** What a figure lacks and could be asked for. */
  missing: BodyField[]
  /** Too young for the formula of body fat. */
  minor: boolean
}

export const ADULT_FROM = 18
/** What floating point loses in the last place must not tip a half the other way. */
const tenths = (value: number) => Math.round(Number((value * 10).toFixed(6))) / 10

/** Figures of §5 as far as the data go; a sex that is neither male nor female has no formula and counts as missing. */
export function bodyFigures({ birthday, gender, height, weight }: BodyData, today: string): BodyFigures {
  const age = birthday === null ? null : ageYears(birthday, today)
  const sex = gender === 'male' || gender === 'female' ? gender : null
  const missing: BodyField[] = [
    ...(age === null ? (['birthday'] as const) : []),
    ...(sex === null ? (['gender'] as const) : []),
    ...(height ? [] : (['height'] as const)),
    ...(weight ? [] : (['weight'] as const)),
  ]
  const bmi = height && weight ? weight / (height / 100) ** 2 : null
  const minor = age !== null && age < ADULT_FROM
  const bmr =
    height && weight && age !== null && sex ? 10 * weight + 6.25 * height - 5 * age + (sex === 'male' ? 5 : -161) : null
  const bodyFat =
    bmi !== null && age !== null && sex && !minor
      ? 1.2 * bmi + 0.23 * age - 10.8 * (sex === 'male' ? 1 : 0) - 5.4
      : null
  return {
    bmi: bmi === null ? null : tenths(bmi),
    bmr: bmr === null ? null : Math.round(bmr),
    bodyFat: bodyFat === null ? null : tenths(Math.max(bodyFat, 0)),
    missing,
    minor,
  }
}
