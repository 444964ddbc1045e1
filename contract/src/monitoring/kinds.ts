/** What is measured and stated in full: of these limits are set. */
export const statedKinds = [
  'blood_pressure',
  'weight',
  'temperature',
  'pulse',
  'blood_oxygen',
  'glucose_fasting',
  'glucose_before_meal',
  'glucose_after_meal',
] as const
export type StatedKind = (typeof statedKinds)[number]
/**
 * What is measured, as it is stored. Heart rate of a blood-pressure monitor is the pulse of that reading; a glucose is unspecified
 * where nobody stated whether it was before or after a meal.
 */
export const readingKinds = [...statedKinds, 'glucose_unspecified'] as const
export type ReadingKind = (typeof readingKinds)[number]

interface KindRule {
  /** LOINC code of the observation. */
  loinc: string
  unit: string
  /** What a living body can have; outside of it a person has to confirm. Blood pressure: the systolic value. */
  from: number
  to: number
  decimals: number
}
const glucose = { loinc: '41653-7', unit: 'mg/dL', from: 20, to: 800, decimals: 0 } as const
export const kindRules: Readonly<Record<ReadingKind, KindRule>> = {
  blood_pressure: { loinc: '85354-9', unit: 'mmHg', from: 50, to: 300, decimals: 0 },
  weight: { loinc: '29463-7', unit: 'kg', from: 0.3, to: 400, decimals: 2 },
  // Two, so that 37.95 stays below a limit of 38.
  temperature: { loinc: '8310-5', unit: 'Cel', from: 30, to: 44, decimals: 2 },
  pulse: { loinc: '8867-4', unit: '/min', from: 20, to: 300, decimals: 0 },
  blood_oxygen: { loinc: '59408-5', unit: '%', from: 40, to: 100, decimals: 0 },
  glucose_fasting: glucose,
  glucose_before_meal: glucose,
  glucose_after_meal: glucose,
  glucose_unspecified: glucose,
}
export const DIASTOLIC = { from: 20, to: 200 } as const

/** What a device says it has measured (§3), and what of it is stored (§5): the others only stand in the device log. */
export const dataTypes = [
  'blood_pressure',
  'blood_pressure_complete',
  'weight',
  'weight_complete',
  'temperature',
  'heart_rate',
  'blood_glucose',
  // Of a pulse oximeter; §2 knows none.
  'blood_oxygen',
  'ecg',
] as const
export type DataType = (typeof dataTypes)[number]

export const meals = ['fasting', 'before', 'after'] as const
export type Meal = (typeof meals)[number]
