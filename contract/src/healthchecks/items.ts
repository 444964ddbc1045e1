import {
  bmiFrom,
  type Item,
  type ItemRange,
  itemRules,
  type ItemSource,
  type Person,
  rangeOf,
  stationItems,
} from '../careevents/items.ts'
import { ageYears } from '../core/dates.ts'
import { isAdult } from '../monitoring/normal.ts'

/** What is worked out of what was measured. */
export const derivedItems = ['bmi', 'bmr', 'body_fat', 'egfr'] as const
export type DerivedItem = (typeof derivedItems)[number]
export type CheckItem = Item | DerivedItem
/** UCUM. */
export const derivedUnits: Readonly<Record<DerivedItem, string>> = {
  bmi: 'kg/m2',
  bmr: 'kcal/d',
  body_fat: '%',
  egfr: 'mL/min/{1.73_m2}',
}
export const unitOfItem = (item: CheckItem): string =>
  item in derivedUnits ? derivedUnits[item as DerivedItem] : itemRules[item as Item].unit

/** What a check consists of, how long it takes, and whether whoever comes has to be fasting. */
export const checkProgrammes = ['basic', 'metabolic', 'full'] as const
export type CheckProgramme = (typeof checkProgrammes)[number]
interface ProgrammeRule {
  items: readonly Item[]
  minutes: number
  /** Hours without food before blood is taken. */
  fastingHours: number | null
}
const BASIC = ['height', 'weight', 'waist', 'systolic', 'diastolic', 'pulse', 'temperature', 'blood_oxygen'] as const
const METABOLIC = [...BASIC, 'glucose_fasting', 'total_cholesterol', 'triglycerides', 'hdl', 'ldl'] as const
export const programmeRules: Readonly<Record<CheckProgramme, ProgrammeRule>> = {
  basic: { items: BASIC, minutes: 15, fastingHours: null },
  metabolic: { items: METABOLIC, minutes: 25, fastingHours: 8 },
  full: {
    items: [...METABOLIC, 'hba1c', 'creatinine', 'alt', 'uric_acid', 'haemoglobin'],
    minutes: 35,
    fastingHours: 8,
  },
}
/** Asked after fasting first. */
export const bloodItems: readonly Item[] = stationItems.glucose
/** Has another range, or none, after a meal. */
export const fastingItems: readonly Item[] = ['glucose_fasting', 'triglycerides']

/** Parts of the body, in the order of the result. */
export const systems = ['body', 'circulation', 'sugar', 'lipids', 'kidneys', 'liver', 'blood'] as const
export type System = (typeof systems)[number]
const systemItems = {
  body: ['height', 'weight', 'waist', 'bmi', 'bmr', 'body_fat', 'temperature'],
  circulation: ['systolic', 'diastolic', 'pulse', 'blood_oxygen'],
  sugar: ['glucose_fasting', 'glucose_before_meal', 'glucose_after_meal', 'hba1c'],
  lipids: ['total_cholesterol', 'triglycerides', 'hdl', 'ldl'],
  kidneys: ['creatinine', 'egfr', 'uric_acid'],
  liver: ['alt'],
  blood: ['haemoglobin'],
} as const satisfies Readonly<Record<System, readonly CheckItem[]>>
export const systemOf = (item: CheckItem): System => {
  const found = systems.find((one) => (systemItems[one] as readonly CheckItem[]).includes(item))
  if (!found) throw new Error(`No part of the body: ${item}`)
  return found
}

const isSexed = (gender: Person['gender']): gender is 'male' | 'female' => gender === 'male' || gender === 'female'
const ageOf = ({ birthday }: Pick<Person, 'birthday'>, day: string) =>
  birthday === null ? null : ageYears(birthday, day)
/** Formulas are of adults, and of whom age and sex are known. */
function adult({ birthday, gender }: Person, day: string): { age: number; female: boolean } | null {
  const age = ageOf({ birthday }, day)
  return age === null || !isAdult(birthday, day) || !isSexed(gender) ? null : { age, female: gender === 'female' }
}
/** kcal a day: Mifflin and St Jeor, 1990. `null` where height, weight, age or sex is not known. */
export function bmrFrom(
  height: number | undefined,
  weight: number | undefined,
  person: Person,
  day: string,
): number | null {
  const of = adult(person, day)
  if (height === undefined || weight === undefined || !of) return null
  return Math.round(10 * weight + 6.25 * height - 5 * of.age + (of.female ? -161 : 5))
}
/** Per cent, an estimate from body-mass index, age and sex: Deurenberg and others, 1991; of adults. */
export function bodyFatFrom(bmi: number | null, person: Person, day: string): number | null {
  const of = adult(person, day)
  if (bmi === null || !of) return null
  return Math.round((1.2 * bmi + 0.23 * of.age - (of.female ? 0 : 10.8) - 5.4) * 10) / 10
}
/** mL/min/1.73 m²: CKD-EPI 2021, from creatinine in mg/dL; of adults. */
export function egfrFrom(creatinine: number | undefined, person: Person, day: string): number | null {
  const of = adult(person, day)
  if (creatinine === undefined || creatinine <= 0 || !of) return null
  const ratio = creatinine / (of.female ? 0.7 : 0.9)
  const value =
    142 *
    Math.min(ratio, 1) ** (of.female ? -0.241 : -0.302) *
    Math.max(ratio, 1) ** -1.2 *
    0.9938 ** of.age *
    (of.female ? 1.012 : 1)
  return Math.round(value)
}

/** What is worked out, as far as it can be. */
export function derive(values: ReadonlyMap<Item, number>, person: Person, day: string): Map<DerivedItem, number> {
  const [height, weight] = [values.get('height'), values.get('weight')]
  const bmi = bmiFrom(height, weight)
  const all: [DerivedItem, number | null][] = [
    ['bmi', bmi],
    ['bmr', bmrFrom(height, weight, person, day)],
    ['body_fat', bodyFatFrom(bmi, person, day)],
    ['egfr', egfrFrom(values.get('creatinine'), person, day)],
  ]
  return new Map(all.filter((one): one is [DerivedItem, number] => one[1] !== null))
}

/**
 * Where a range is from, beside those of events.
 *
 * - `bodyFat`: Gallagher and others, Am J Clin Nutr 2000, by sex and age.
 * - `egfr`: KDIGO 2024: below 60 is decreased.
 */
export type CheckSource = ItemSource | 'bodyFat' | 'egfr'
export interface CheckRange extends Omit<ItemRange, 'source'> {
  source: CheckSource
}
const BODY_FAT: Readonly<Record<'male' | 'female', readonly [below: number, low: number, high: number][]>> = {
  male: [
    [40, 8, 19.9],
    [60, 11, 21.9],
    [80, 13, 24.9],
  ],
  female: [
    [40, 21, 32.9],
    [60, 23, 33.9],
    [80, 24, 35.9],
  ],
}
/** What is usual of this person on the day; `null` where none is known, and of what was taken after a meal. */
export function checkRange(
  item: CheckItem,
  person: Person,
  { day, fasting }: { day: string; fasting: Fasting | null },
): CheckRange | null {
  if (item === 'bmr') return null
  if (item === 'egfr') return isAdult(person.birthday, day) ? { low: 60, high: null, source: 'egfr' } : null
  if (item === 'body_fat') {
    const age = ageOf(person, day)
    if (age === null || age < 20 || !isSexed(person.gender)) return null
    const row = BODY_FAT[person.gender].find(([below]) => age < below)
    return row ? { low: row[1], high: row[2], source: 'bodyFat' } : null
  }
  if (fasting !== 'yes' && fastingItems.includes(item as Item)) return null
  return rangeOf(item, person, day)
}

export const fastingAnswers = ['yes', 'no', 'unknown'] as const
export type Fasting = (typeof fastingAnswers)[number]

/**
 * Values at which somebody has to look at once, and says by name that they have.
 *
 * Blood pressure from 180/120 on (American Heart Association, hypertensive crisis); systolic up to 90, pulse up to 40 and from 131
 * on, temperature up to 35.0 °C, oxygen up to 91 % (NEWS2, Royal College of Physicians 2017: 3 points alone); glucose below 54
 * mg/dL (American Diabetes Association, level 2) and from 400 mg/dL on (a limit of our own); haemoglobin below 8 g/dL (WHO, severe
 * anaemia). NEWS2 is for people of 16 and over: a child's pulse and lower pressure are held against nothing here. Of whom the age is
 * not known, all of them hold.
 */
interface CriticalLimit {
  below?: number
  from?: number
  /** Holds from so many completed years on. */
  age?: number
}
const NEWS2_AGE = 16
const glucose: CriticalLimit[] = [{ below: 54, from: 400 }]
const critical: Partial<Record<CheckItem, readonly CriticalLimit[]>> = {
  systolic: [{ from: 180 }, { below: 91, age: NEWS2_AGE }],
  diastolic: [{ from: 120 }],
  pulse: [{ below: 41, from: 131, age: NEWS2_AGE }],
  temperature: [{ below: 35.1 }],
  blood_oxygen: [{ below: 92 }],
  glucose_fasting: glucose,
  glucose_before_meal: glucose,
  glucose_after_meal: glucose,
  haemoglobin: [{ below: 8 }],
}
export function isCritical(item: CheckItem, value: number, person: Pick<Person, 'birthday'>, day: string): boolean {
  const years = ageOf(person, day) ?? Number.POSITIVE_INFINITY
  return (critical[item] ?? []).some(
    ({ below = Number.NEGATIVE_INFINITY, from = Number.POSITIVE_INFINITY, age = 0 }) =>
      years >= age && (value < below || value >= from),
  )
}
