/** What is measured, as it is stored. Heart rate of a blood-pressure monitor is the pulse of that reading. */
export const readingKinds = [
  'blood_pressure',
  'weight',
  'temperature',
  'pulse',
  'blood_oxygen',
  'glucose_fasting',
  'glucose_before_meal',
  'glucose_after_meal',
] as const
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
  temperature: { loinc: '8310-5', unit: 'Cel', from: 30, to: 44, decimals: 1 },
  pulse: { loinc: '8867-4', unit: '/min', from: 20, to: 300, decimals: 0 },
  blood_oxygen: { loinc: '59408-5', unit: '%', from: 40, to: 100, decimals: 0 },
  glucose_fasting: glucose,
  glucose_before_meal: glucose,
  glucose_after_meal: glucose,
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

/** As a device sends it; numbers may come as text. */
export interface DeviceSays {
  dataType: DataType
  value?: number | string | undefined
  unit?: string | undefined
  systolic?: number | string | undefined
  diastolic?: number | string | undefined
  pulse_rate?: number | string | undefined
  weight?: number | string | undefined
  weight_unit?: string | undefined
  meal?: Meal | undefined
}
export interface Measured {
  kind: ReadingKind
  value: number
  diastolic: number | null
  pulse: number | null
}

const MMOL_PER_MGDL = 18.0156
const KG_PER_LB = 0.45359237
const MMHG_PER_KPA = 7.50061683

/** What no device measures in any unit; beyond it a conversion would leave the numbers there are. */
const BEYOND = 1e9
/** A number that something can be measured by, or null for anything else. Blank text is none. */
function numeric(said: number | string | undefined): number | null {
  if (said === undefined || (typeof said === 'string' && !/^\s*[+-]?\d+(\.\d+)?\s*$/.test(said))) return null
  const value = Number(said)
  return Math.abs(value) < BEYOND ? value : null
}
const rounded = (value: number, decimals: number) => Number(value.toFixed(decimals))
const unitOf = (said: string | undefined) => said?.trim().toLowerCase() ?? ''

/**
 * What was measured, in the unit it is stored in; null where it cannot be understood (`DEVICE_PARSE_FAILED`): a missing
 * or non-numeric value, a unit that is not known.
 */
export function understand(said: DeviceSays): Measured | null {
  const plain = (kind: ReadingKind, value: number | null): Measured | null =>
    value === null ? null : { kind, value: rounded(value, kindRules[kind].decimals), diastolic: null, pulse: null }
  switch (said.dataType) {
    case 'blood_pressure':
    case 'blood_pressure_complete': {
      const [systolic, diastolic, pulse] = [said.systolic, said.diastolic, said.pulse_rate].map(numeric)
      const unit = unitOf(said.unit)
      if (systolic == null || diastolic == null || !['', 'mmhg', 'kpa'].includes(unit)) return null
      const pressure = (value: number) => Math.round(unit === 'kpa' ? value * MMHG_PER_KPA : value)
      return {
        kind: 'blood_pressure',
        value: pressure(systolic),
        diastolic: pressure(diastolic),
        pulse: pulse == null ? null : Math.round(pulse),
      }
    }
    case 'weight':
    case 'weight_complete': {
      const value = numeric(said.weight ?? said.value)
      const unit = unitOf(said.weight_unit ?? said.unit)
      if (value === null || !['', 'kg', 'lb', 'lbs'].includes(unit)) return null
      return plain('weight', unit.startsWith('lb') ? value * KG_PER_LB : value)
    }
    case 'temperature': {
      const value = numeric(said.value)
      const unit = unitOf(said.unit).replace('°', '')
      if (value === null || !['', 'c', 'cel', 'celsius', 'f', 'fahrenheit'].includes(unit)) return null
      return plain('temperature', unit.startsWith('f') ? ((value - 32) * 5) / 9 : value)
    }
    case 'heart_rate':
      return plain('pulse', numeric(said.value ?? said.pulse_rate))
    case 'blood_oxygen': {
      const value = numeric(said.value)
      return ['', '%'].includes(unitOf(said.unit)) ? plain('blood_oxygen', value) : null
    }
    case 'blood_glucose': {
      const value = numeric(said.value)
      const unit = unitOf(said.unit)
      if (value === null || !['', 'mg/dl', 'mmol/l'].includes(unit)) return null
      const kind = { fasting: 'glucose_fasting', before: 'glucose_before_meal', after: 'glucose_after_meal' } as const
      return plain(kind[said.meal ?? 'before'], unit === 'mmol/l' ? value * MMOL_PER_MGDL : value)
    }
    // Curves, and no number: `ecgWave`.
    case 'ecg':
      return null
  }
}

/** Stored as measured; the others are logged only, unless a person takes them over (decisions 16 and 33). */
export const isStored = (dataType: DataType): boolean => /^(blood_pressure|weight|ecg)/.test(dataType)

/** Is some part of it outside what a body can have? Answers the value to ask about. */
export function implausible({ kind, value, diastolic, pulse }: Measured): number | null {
  const outside = (number: number | null, { from, to }: { from: number; to: number }) =>
    number !== null && (number < from || number > to)
  if (outside(value, kindRules[kind])) return value
  if (outside(diastolic, DIASTOLIC) || (diastolic !== null && diastolic >= value)) return diastolic
  return outside(pulse, kindRules.pulse) ? pulse : null
}

/** What the columns can hold at all; beyond it nothing was measured. */
export const holds = ({ value, diastolic, pulse }: Measured): boolean =>
  [value, diastolic ?? 0, pulse ?? 0].every((number) => number >= 0 && number <= 9999)
