import { roundedTo } from '../core/round.ts'
import { type DataType, DIASTOLIC, kindRules, type Meal, type ReadingKind } from './kinds.ts'
import { type MeasuredQuantity, quantities, readUnit, unitSign } from './units.ts'

export * from './kinds.ts'

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

/** What no device measures in any unit; beyond it a conversion would leave the numbers there are. */
const BEYOND = 1e9
/** A number that something can be measured by, or null for anything else. Blank text is none. */
function numeric(said: number | string | undefined): number | null {
  if (said === undefined || (typeof said === 'string' && !/^\s*[+-]?\d+(\.\d+)?\s*$/.test(said))) return null
  const value = Number(said)
  return Math.abs(value) < BEYOND ? value : null
}

const quantityOf: Readonly<Record<Exclude<DataType, 'ecg'>, MeasuredQuantity>> = {
  blood_pressure: 'pressure',
  blood_pressure_complete: 'pressure',
  weight: 'weight',
  weight_complete: 'weight',
  temperature: 'temperature',
  heart_rate: 'rate',
  blood_oxygen: 'oxygen',
  blood_glucose: 'glucose',
}
const saidUnit = (said: DeviceSays, quantity: MeasuredQuantity) =>
  readUnit(quantity, quantity === 'weight' ? [said.weight_unit, said.unit] : [said.unit])

/** The number whose unit is asked for: of a pressure the systolic one. */
const numberSaid = (said: DeviceSays, quantity: MeasuredQuantity): number | string | undefined =>
  quantity === 'pressure'
    ? said.systolic
    : quantity === 'weight'
      ? (said.weight ?? said.value)
      : quantity === 'rate'
        ? (said.value ?? said.pulse_rate)
        : said.value
const numberOf = (said: DeviceSays, quantity: MeasuredQuantity): number | null => numeric(numberSaid(said, quantity))

/**
 * In which units it may be, where that has to be said: none is, two are, or none is with a pressure that no body has in the unit
 * that is meant then (16 is one of kPa). `null`: the unit is not what is wrong. Nobody confirms a guess.
 */
export function unclearUnit(said: DeviceSays): string[] | null {
  if (said.dataType === 'ecg') return null
  const quantity = quantityOf[said.dataType]
  const value = numberOf(said, quantity)
  if (value === null) return null
  const found = saidUnit(said, quantity)
  const { units } = quantities[quantity]
  const unclear =
    'fault' in found
      ? found.fault !== 'unknown'
      : found.unsaid && quantity === 'pressure' && outside(value, kindRules.blood_pressure)
  return unclear ? units.map(({ name }) => name) : null
}

const glucoseKinds = {
  fasting: 'glucose_fasting',
  before: 'glucose_before_meal',
  after: 'glucose_after_meal',
} as const satisfies Record<Meal, ReadingKind>

/** As it is stored: with the places of its kind. */
const rounded = ({ kind, value, diastolic, pulse }: Measured): Measured => ({
  kind,
  value: roundedTo(value, kindRules[kind].decimals),
  diastolic: diastolic === null ? null : roundedTo(diastolic, 0),
  pulse: pulse === null ? null : roundedTo(pulse, 0),
})
/**
 * What was measured, as it is stored; null where it cannot be understood (`DEVICE_PARSE_FAILED`): a missing or non-numeric
 * value, a unit that is not known, or not clear (`unclearUnit`, `UNIT_UNCLEAR`).
 */
export function understand(said: DeviceSays): Measured | null {
  const exact = exactly(said)
  return exact && rounded(exact)
}
/** The same in the unit it is stored in, and not rounded: limits are held against it, so that 89.6 is below 90. */
export function exactly(said: DeviceSays): Measured | null {
  if (said.dataType === 'ecg' || unclearUnit(said)) return null
  const quantity = quantityOf[said.dataType]
  const found = saidUnit(said, quantity)
  if ('fault' in found) return null
  const { toStored } = found.unit
  const value = numberOf(said, quantity)
  if (value === null) return null
  const plain = (kind: ReadingKind): Measured => ({
    kind,
    value: toStored(value),
    diastolic: null,
    pulse: null,
  })
  switch (quantity) {
    case 'pressure': {
      const [diastolic, pulse] = [numeric(said.diastolic), numeric(said.pulse_rate)]
      if (diastolic === null) return null
      return {
        ...plain('blood_pressure'),
        diastolic: toStored(diastolic),
        pulse,
      }
    }
    case 'weight':
      return plain('weight')
    case 'temperature':
      return plain('temperature')
    case 'rate':
      return plain('pulse')
    case 'oxygen':
      return plain('blood_oxygen')
    case 'glucose':
      return plain(said.meal ? glucoseKinds[said.meal] : 'glucose_unspecified')
  }
}

/** A pressure came with a pulse that is no number ("Err"): the pressure is stored without it, and whoever sent it is told. */
export const pulseUnread = ({ dataType, pulse_rate }: DeviceSays): boolean =>
  dataType.startsWith('blood_pressure') &&
  pulse_rate !== undefined &&
  String(pulse_rate).trim() !== '' &&
  numeric(pulse_rate) === null

/** Stored as measured; the others are logged only, unless a person takes them over (decisions 16 and 33). */
export const isStored = (dataType: DataType): boolean => /^(blood_pressure|weight|ecg)/.test(dataType)

function outside(number: number | null, { from, to }: { from: number; to: number }): boolean {
  return number !== null && (number < from || number > to)
}
export interface OddPart {
  part: 'value' | 'diastolic' | 'pulse'
  value: number
}
/** Is some part of it outside what a body can have? Answers the one to ask about. */
export function implausible({ kind, value, diastolic, pulse }: Measured): OddPart | null {
  if (outside(value, kindRules[kind])) return { part: 'value', value }
  if (diastolic !== null && (outside(diastolic, DIASTOLIC) || diastolic >= value))
    return { part: 'diastolic', value: diastolic }
  return pulse !== null && outside(pulse, kindRules.pulse) ? { part: 'pulse', value: pulse } : null
}
/** Is the unit that it says another than the one it is stored in? */
export function isConverted(said: DeviceSays): boolean {
  if (said.dataType === 'ecg') return false
  const found = saidUnit(said, quantityOf[said.dataType])
  return 'unit' in found && found.unit.toStored(1) !== 1
}
/** The number and the unit as a device sent them; of a pressure both numbers. A unit that was not sent is ''. */
export interface Original {
  value: string
  unit: string
}
/** What was sent, where it is not what is stored: another unit, or a number that was rounded. */
export function originalOf(said: DeviceSays, { value, diastolic }: Measured): Original | null {
  if (said.dataType === 'ecg') return null
  const quantity = quantityOf[said.dataType]
  const [sent, lower] = [numberOf(said, quantity), quantity === 'pressure' ? numeric(said.diastolic) : null]
  if (!isConverted(said) && sent === value && lower === diastolic) return null
  const text = (number: number | string | undefined) => String(number ?? '').trim()
  const unit = [quantity === 'weight' ? said.weight_unit : undefined, said.unit].map(text).find(Boolean) ?? ''
  const number = text(numberSaid(said, quantity))
  return { value: quantity === 'pressure' ? `${number}/${text(said.diastolic)}` : number, unit }
}
const quantityOfKind: Readonly<Record<ReadingKind, MeasuredQuantity>> = {
  blood_pressure: 'pressure',
  weight: 'weight',
  temperature: 'temperature',
  pulse: 'rate',
  blood_oxygen: 'oxygen',
  glucose_fasting: 'glucose',
  glucose_before_meal: 'glucose',
  glucose_after_meal: 'glucose',
  glucose_unspecified: 'glucose',
}
/** What was measured of a reading that is stored, by what was sent of it where that was kept: as `exactly`, without the pulse. */
export function exactOf(stored: Measured, original: Original | null): Measured {
  if (!original) return stored
  const found = readUnit(quantityOfKind[stored.kind], [original.unit])
  const [value, lower] = original.value.split('/').map(numeric)
  if ('fault' in found || typeof value !== 'number') return stored
  const { toStored } = found.unit
  const diastolic = typeof lower === 'number' ? toStored(lower) : stored.diastolic
  return { ...stored, value: toStored(value), diastolic }
}
/** What is asked about, with its unit: as the device said it, and what that is in the stored unit where it is another. */
export function oddText(said: DeviceSays, kind: ReadingKind, { part, value }: OddPart): string {
  const stored = `${value} ${unitSign(kindRules[part === 'pulse' ? 'pulse' : kind].unit)}`
  if (said.dataType === 'ecg' || part === 'pulse' || !isConverted(said)) return stored
  const quantity = quantityOf[said.dataType]
  const found = saidUnit(said, quantity)
  if ('fault' in found) return stored
  const sent = part === 'diastolic' ? numeric(said.diastolic) : numberOf(said, quantity)
  return `${sent} ${found.unit.name} = ${stored}`
}

/** What the columns can hold at all; beyond it nothing was measured. */
export const holds = ({ value, diastolic, pulse }: Measured): boolean =>
  [value, diastolic ?? 0, pulse ?? 0].every((number) => number >= 0 && number <= 9999)
