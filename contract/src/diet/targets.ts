import type { Gender } from '../patients/brief.ts'
import { each, type Nutrient, type Range, rounded } from './nutrients.ts'

/**
 * Targets of a day from sex, age, weight, activity and condition. They are where a dietitian begins, each with the source
 * it is from; every one of them can be set otherwise for a person.
 */
export const activities = ['sedentary', 'low', 'active', 'veryActive'] as const
export type Activity = (typeof activities)[number]
export const conditions = [
  'none',
  'hypertension',
  'diabetes',
  'ckd',
  'ckdDiabetes',
  'dialysis',
  'pregnancy1',
  'pregnancy2',
  'pregnancy3',
  'lactation',
] as const
export type Condition = (typeof conditions)[number]
const childbearing: readonly Condition[] = ['pregnancy1', 'pregnancy2', 'pregnancy3', 'lactation']
const kidney: readonly Condition[] = ['ckd', 'ckdDiabetes', 'dialysis']

/** Where a number is from. */
export const sources = {
  mifflin: 'Mifflin MD, St Jeor ST et al. Am J Clin Nutr 1990;51:241–247',
  fao1985: 'FAO/WHO/UNU. Energy and protein requirements. WHO TRS 724, 1985',
  pal: 'IOM. Dietary Reference Intakes for Energy, Carbohydrate, Fiber, Fat, Fatty Acids, Cholesterol, Protein and Amino Acids, 2005: physical activity levels',
  dri2005:
    'IOM. Dietary Reference Intakes for Energy, Carbohydrate, Fiber, Fat, Fatty Acids, Cholesterol, Protein and Amino Acids, 2005',
  dri2019: 'NASEM. Dietary Reference Intakes for Sodium and Potassium, 2019',
  dri2011: 'IOM. Dietary Reference Intakes for Calcium and Vitamin D, 2011',
  dri1997: 'IOM. Dietary Reference Intakes for Calcium, Phosphorus, Magnesium, Vitamin D and Fluoride, 1997',
  dri2001: 'IOM. Dietary Reference Intakes for Vitamin A, Vitamin K, … Iron, … and Zinc, 2001',
  who2012: 'WHO. Guideline: Sodium intake for adults and children, 2012',
  who2023: 'WHO. Saturated fatty acid and trans-fatty acid intake for adults and children, 2023',
  kdoqi2020: 'KDOQI Clinical Practice Guideline for Nutrition in CKD: 2020 Update. Am J Kidney Dis 2020;76(3 Suppl 1)',
  hand: '',
} as const
export type Source = keyof typeof sources

/** Of each level of activity the one that the report counts with. */
const pal: Record<Activity, number> = { sedentary: 1.25, low: 1.5, active: 1.75, veryActive: 2.2 }

export interface Profile {
  gender: Gender | null
  /** Full years. */
  age: number | null
  weightKg: number | null
  heightCm: number | null
  activity: Activity | null
  condition: Condition
}
export const MIN_AGE = 1
export const WEIGHT = { min: 2, max: 400 } as const
export const HEIGHT = { min: 40, max: 260 } as const

export type ProfileField = 'gender' | 'birthday' | 'weightKg' | 'activity'
/** What the targets cannot be computed without, by the field it is missing in. Below a year no table of these is for. */
export function missingOf({ gender, age, weightKg, activity }: Profile): ProfileField[] {
  return [
    ...(gender === 'male' || gender === 'female' ? [] : ['gender' as const]),
    ...(age !== null && age >= MIN_AGE ? [] : ['birthday' as const]),
    ...(weightKg !== null && weightKg >= WEIGHT.min && weightKg <= WEIGHT.max ? [] : ['weightKg' as const]),
    ...(activity === null ? ['activity' as const] : []),
  ]
}
/** Fields that contradict each other. */
export const contradicts = ({ gender, condition }: Pick<Profile, 'gender' | 'condition'>) =>
  gender === 'male' && childbearing.includes(condition)

export interface Target extends Range {
  source: Source
}
export type TargetValues = Record<Nutrient, Target>

type Known = { male: boolean; age: number; kg: number; cm: number | null; activity: Activity; condition: Condition }
/** The value of the first age that has not been passed. */
const byAge = (age: number, ...steps: readonly (readonly [until: number, value: number])[]) =>
  steps.find(([until]) => age <= until)?.[1] ?? steps.at(-1)?.[1] ?? 0

function resting({ male, age, kg, cm }: Known): { kcal: number; source: Source } {
  if (age >= 19 && cm !== null) return { kcal: 10 * kg + 6.25 * cm - 5 * age + (male ? 5 : -161), source: 'mifflin' }
  const [slope, base] = male
    ? age < 3
      ? [60.9, -54]
      : age < 10
        ? [22.7, 495]
        : age < 18
          ? [17.5, 651]
          : age < 30
            ? [15.3, 679]
            : age < 60
              ? [11.6, 879]
              : [13.5, 487]
    : age < 3
      ? [61, -51]
      : age < 10
        ? [22.5, 499]
        : age < 18
          ? [12.2, 746]
          : age < 30
            ? [14.7, 496]
            : age < 60
              ? [8.7, 829]
              : [10.5, 596]
  return { kcal: slope * kg + base, source: 'fao1985' }
}
/** What pregnancy and nursing take beside it (the first half year of nursing). */
const extra: Partial<Record<Condition, number>> = { pregnancy2: 340, pregnancy3: 452, lactation: 330 }

/** Of protein, g per kg of body weight. */
function proteinOf({ age, condition }: Known): readonly [min: number, max: number | null, source: Source] {
  if (age >= 18) {
    if (condition === 'ckd') return [0.55, 0.6, 'kdoqi2020']
    if (condition === 'ckdDiabetes') return [0.6, 0.8, 'kdoqi2020']
    if (condition === 'dialysis') return [1, 1.2, 'kdoqi2020']
  }
  if (condition === 'pregnancy2' || condition === 'pregnancy3') return [1.1, null, 'dri2005']
  if (condition === 'lactation') return [1.3, null, 'dri2005']
  return [byAge(age, [3, 1.05], [13, 0.95], [18, 0.85], [200, 0.8]), null, 'dri2005']
}
function sodiumOf({ age, condition }: Known): readonly [number, Source] {
  if (age >= 18 && condition === 'hypertension') return [2000, 'who2012']
  if (age >= 18 && kidney.includes(condition)) return [2300, 'kdoqi2020']
  return [byAge(age, [3, 1200], [8, 1500], [13, 1800], [200, 2300]), 'dri2019']
}
function potassiumOf({ male, age, condition }: Known): number {
  if (condition === 'lactation') return age <= 18 ? 2500 : 2800
  if (childbearing.includes(condition)) return age <= 18 ? 2600 : 2900
  return male
    ? byAge(age, [3, 2000], [8, 2300], [13, 2500], [18, 3000], [200, 3400])
    : byAge(age, [3, 2000], [18, 2300], [200, 2600])
}
function ironOf({ male, age, condition }: Known): number {
  if (condition === 'lactation') return age <= 18 ? 10 : 9
  if (childbearing.includes(condition)) return 27
  return male
    ? byAge(age, [3, 7], [8, 10], [13, 8], [18, 11], [200, 8])
    : byAge(age, [3, 7], [8, 10], [13, 8], [18, 15], [50, 18], [200, 8])
}
const calciumOf = ({ male, age }: Known) =>
  byAge(age, [3, 700], [8, 1000], [18, 1300], [50, 1000], ...(male ? [[70, 1000] as const] : []), [200, 1200])

const open: Target = { min: null, max: null, source: 'hand' }
/**
 * Null: something is missing (`missingOf`), or fields contradict each other. What a source leaves to the laboratory, as potassium and
 * phosphorus of a kidney disease, stands open, to be set by hand.
 */
export function targetsOf(profile: Profile): TargetValues | null {
  const { gender, age, weightKg, heightCm, activity, condition } = profile
  if (missingOf(profile).length || contradicts(profile) || age === null || weightKg === null || activity === null)
    return null
  const cm = heightCm !== null && heightCm >= HEIGHT.min && heightCm <= HEIGHT.max ? heightCm : null
  const who: Known = { male: gender === 'male', age, kg: weightKg, cm, activity, condition }
  const rest = resting(who)
  const kcal = rest.kcal * pal[activity] + (extra[condition] ?? 0)
  const [least, most, proteinSource] = proteinOf(who)
  const [sodium, sodiumSource] = sodiumOf(who)
  const diseased = age >= 18 && kidney.includes(condition)
  const [fatMin, fatMax] = age <= 3 ? [0.3, 0.4] : age <= 18 ? [0.25, 0.35] : [0.2, 0.35]
  // The least the brain lives on; more of it for two.
  const glucose = condition === 'lactation' ? 210 : childbearing.includes(condition) ? 175 : 130
  const all: Record<Nutrient, Target> = {
    // A tenth around what was computed: nobody eats by the kilocalorie.
    energy: { min: kcal * 0.9, max: kcal * 1.1, source: rest.source },
    protein: { min: least * who.kg, max: most === null ? null : most * who.kg, source: proteinSource },
    carbohydrate: {
      min: Math.max(glucose, (kcal * 0.45) / 4),
      max: Math.max(glucose, (kcal * 0.65) / 4),
      source: 'dri2005',
    },
    fat: { min: (kcal * fatMin) / 9, max: (kcal * fatMax) / 9, source: 'dri2005' },
    saturatedFat: { min: null, max: (kcal * 0.1) / 9, source: 'who2023' },
    fibre: { min: (kcal / 1000) * 14, max: null, source: 'dri2005' },
    sugar: open,
    sodium: { min: null, max: sodium, source: sodiumSource },
    potassium: diseased ? open : { min: potassiumOf(who), max: null, source: 'dri2019' },
    phosphorus: diseased
      ? open
      : { min: byAge(age, [3, 460], [8, 500], [18, 1250], [200, 700]), max: null, source: 'dri1997' },
    calcium:
      diseased && condition !== 'dialysis'
        ? { min: 800, max: 1000, source: 'kdoqi2020' }
        : { min: calciumOf(who), max: null, source: 'dri2011' },
    iron: { min: ironOf(who), max: null, source: 'dri2001' },
    cholesterol: open,
  }
  return each((nutrient) => {
    const { min, max, source } = all[nutrient]
    const round = (value: number | null) => (value === null ? null : rounded(nutrient, value))
    return { min: round(min), max: round(max), source }
  })
}

/** The computed ones, and over them what was set by hand. */
export const withHand = (values: TargetValues, hand: Partial<Record<Nutrient, Range>>): TargetValues =>
  each((nutrient) => {
    const own = hand[nutrient]
    return own ? { ...own, source: 'hand' } : values[nutrient]
  })

/** kg/m², a tenth. Null where one of them is not known. */
export const bmiOf = (weightKg: number | null, heightCm: number | null): number | null =>
  weightKg !== null && heightCm !== null && heightCm > 0
    ? Math.round((weightKg / (heightCm / 100) ** 2) * 10) / 10
    : null
