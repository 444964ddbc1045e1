import { readFigure } from '../core/figure.ts'
import { roundedTo } from '../core/round.ts'
import type { Measure } from '../monitoring/group-rules.ts'
import { BMI, isAdult, normalRange, type NormalSource } from '../monitoring/normal.ts'
import { DIASTOLIC, kindRules } from '../monitoring/kinds.ts'
import { unitSign } from '../monitoring/units.ts'
import type { Gender } from '../patients/brief.ts'

/** What a station can measure. Body-mass index is computed from height and weight and measured by nobody. */
export const items = [
  'height',
  'weight',
  'waist',
  'systolic',
  'diastolic',
  'pulse',
  'glucose_fasting',
  'glucose_before_meal',
  'glucose_after_meal',
  'temperature',
  'blood_oxygen',
  'total_cholesterol',
  'triglycerides',
  'hdl',
  'ldl',
  'hba1c',
  'creatinine',
  'alt',
  'uric_acid',
  'haemoglobin',
] as const
export type Item = (typeof items)[number]

interface ItemRule {
  /** LOINC code of the observation. */
  loinc: string
  /** UCUM. */
  unit: string
  /** What a living body can have; outside of it a person has to confirm. */
  from: number
  to: number
  decimals: number
}
const measured = (kind: keyof typeof kindRules): ItemRule => kindRules[kind]
export const itemRules: Readonly<Record<Item, ItemRule>> = {
  height: { loinc: '8302-2', unit: 'cm', from: 30, to: 250, decimals: 1 },
  weight: measured('weight'),
  waist: { loinc: '8280-0', unit: 'cm', from: 20, to: 250, decimals: 1 },
  systolic: { ...measured('blood_pressure'), loinc: '8480-6' },
  diastolic: { ...measured('blood_pressure'), ...DIASTOLIC, loinc: '8462-4' },
  pulse: measured('pulse'),
  glucose_fasting: { ...measured('glucose_fasting'), loinc: '1558-6' },
  glucose_before_meal: measured('glucose_before_meal'),
  glucose_after_meal: { ...measured('glucose_after_meal'), loinc: '1521-4' },
  temperature: measured('temperature'),
  blood_oxygen: { ...measured('blood_oxygen'), loinc: '59408-5' },
  total_cholesterol: { loinc: '2093-3', unit: 'mg/dL', from: 40, to: 1000, decimals: 0 },
  triglycerides: { loinc: '2571-8', unit: 'mg/dL', from: 10, to: 5000, decimals: 0 },
  hdl: { loinc: '2085-9', unit: 'mg/dL', from: 5, to: 200, decimals: 0 },
  ldl: { loinc: '13457-7', unit: 'mg/dL', from: 5, to: 600, decimals: 0 },
  hba1c: { loinc: '4548-4', unit: '%', from: 3, to: 20, decimals: 1 },
  creatinine: { loinc: '2160-0', unit: 'mg/dL', from: 0.1, to: 25, decimals: 2 },
  alt: { loinc: '1742-6', unit: 'U/L', from: 1, to: 5000, decimals: 0 },
  uric_acid: { loinc: '3084-1', unit: 'mg/dL', from: 0.5, to: 30, decimals: 1 },
  haemoglobin: { loinc: '718-7', unit: 'g/dL', from: 2, to: 25, decimals: 1 },
}

/** The tables at which one stands. Those with items of their own measure; the others join, book, hand in and explain. */
export const stationItems = {
  join: [],
  body: ['height', 'weight', 'waist'],
  pressure: ['systolic', 'diastolic', 'pulse'],
  glucose: [
    'glucose_fasting',
    'glucose_before_meal',
    'glucose_after_meal',
    'total_cholesterol',
    'triglycerides',
    'hdl',
    'ldl',
    'hba1c',
    'creatinine',
    'alt',
    'uric_acid',
    'haemoglobin',
  ],
  temperature: ['temperature', 'blood_oxygen'],
  screening: [],
  consultation: [],
  report: [],
  result: [],
} as const satisfies Record<string, readonly Item[]>
export type Station = keyof typeof stationItems
export const stations = Object.keys(stationItems) as [Station, ...Station[]]
/** Of an event's items those of one station. */
export const itemsAt = (station: Station, of: readonly Item[]): Item[] =>
  of.filter((item) => (stationItems[station] as readonly Item[]).includes(item))

/**
 * Where a range is from, beside those of monitoring.
 *
 * - `waist`: Health Promotion Administration, Taiwan: abdominal obesity from 90 cm (men) and 80 cm (women) on.
 * - `cholesterol`: NCEP ATP III (2001): total below 200, LDL below 130, triglycerides below 150 mg/dL; HDL from 40 mg/dL (men) and
 *   50 mg/dL (women) on.
 * - `hba1c`: American Diabetes Association, Standards of Care: below 5.7 %.
 * - `creatinine`: Mayo Clinic Laboratories: 0.74 to 1.35 (men), 0.59 to 1.04 mg/dL (women).
 * - `alt`: American College of Gastroenterology (2017): up to 33 (men), 25 U/L (women).
 * - `uricAcid`: American College of Rheumatology 2020 and EULAR 2018: hyperuricaemia above 6.8 mg/dL, its solubility.
 * - `haemoglobin`: WHO 2024, anaemia: below 13.0 g/dL (men), 12.0 g/dL (women who are not pregnant).
 */
export type ItemSource =
  | NormalSource
  | 'waist'
  | 'cholesterol'
  | 'hba1c'
  | 'creatinine'
  | 'alt'
  | 'uricAcid'
  | 'haemoglobin'
export interface ItemRange {
  low: number | null
  high: number | null
  source: ItemSource
}
export interface Person {
  birthday: string | null
  gender: Gender | null
}

/** What is usual for this person, both ends within; `null`: none is known, as for children and whoever's sex decides and is not known. */
export function rangeOf(item: Item | 'bmi', { birthday, gender }: Person, today: string): ItemRange | null {
  if (!isAdult(birthday, today)) return null
  const bySex = <T>(male: T, female: T): T | null => (gender === 'male' ? male : gender === 'female' ? female : null)
  switch (item) {
    case 'height':
    case 'weight':
      return null
    case 'bmi':
      return { low: BMI.low, high: Math.round((BMI.high - 0.1) * 10) / 10, source: 'bmi' }
    case 'waist': {
      const high = bySex(89.9, 79.9)
      return high === null ? null : { low: null, high, source: 'waist' }
    }
    case 'total_cholesterol':
      return { low: null, high: 199, source: 'cholesterol' }
    case 'triglycerides':
      return { low: null, high: 149, source: 'cholesterol' }
    case 'ldl':
      return { low: null, high: 129, source: 'cholesterol' }
    case 'hdl': {
      const low = bySex(40, 50)
      return low === null ? null : { low, high: null, source: 'cholesterol' }
    }
    case 'hba1c':
      return { low: null, high: 5.6, source: 'hba1c' }
    case 'creatinine':
      return bySex({ low: 0.74, high: 1.35, source: 'creatinine' }, { low: 0.59, high: 1.04, source: 'creatinine' })
    case 'alt': {
      const high = bySex(33, 25)
      return high === null ? null : { low: null, high, source: 'alt' }
    }
    case 'uric_acid':
      return { low: null, high: 6.8, source: 'uricAcid' }
    case 'haemoglobin': {
      const low = bySex(13, 12)
      return low === null ? null : { low, high: null, source: 'haemoglobin' }
    }
    default:
      return normalRange(item satisfies Measure, { birthday, height: null }, today) ?? null
  }
}
export type Flag = 'low' | 'high' | 'normal'
/** `null`: nothing is known to compare with, which is not the same as normal. */
export const flagOf = (value: number, range: ItemRange | null): Flag | null => {
  if (range === null) return null
  if (range.low !== null && value < range.low) return 'low'
  return range.high !== null && value > range.high ? 'high' : 'normal'
}

/** kg/m², one decimal; `null` while one of them is missing. */
export const bmiFrom = (heightCm: number | undefined, weightKg: number | undefined): number | null =>
  heightCm === undefined || weightKg === undefined || heightCm <= 0
    ? null
    : Math.round((weightKg / (heightCm / 100) ** 2) * 10) / 10

/** A number as its item has it; `null`: no number at all, or none that a body could be asked about. */
export function numberOf(item: Item, said: string | number): number | null {
  const number = typeof said === 'number' ? said : readFigure(said)
  if (number === null || !(number >= 0 && number < 10_000)) return null
  return roundedTo(number, itemRules[item].decimals)
}
export const implausibleItem = (item: Item, value: number): boolean =>
  value < itemRules[item].from || value > itemRules[item].to
/** What is asked about, with its unit. */
export const oddItemText = (item: Item, value: number | string): string => `${value} ${unitSign(itemRules[item].unit)}`
