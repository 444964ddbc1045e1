import type { DeviceReading } from '@teleward/contract/monitoring/endpoints.ts'
import { measuredAt, type Moment } from './clock.ts'
import { CONTROL_SOLUTION, type Glucose, type GlucoseContext } from './glucose.ts'
import type { BloodPressure, HeartRate, Oximetry, Temperature, Weight } from './measurements.ts'
import { isNumber } from './packet.ts'

/** What a reading says of §3, in the unit of the device: the contract's `understand` converts it, and nothing else does. */
export type Said = Pick<
  DeviceReading,
  'dataType' | 'value' | 'unit' | 'systolic' | 'diastolic' | 'pulse_rate' | 'weight' | 'weight_unit' | 'meal'
>
export const deviceTypes = [
  'blood_pressure_monitor',
  'weight_scale',
  'thermometer',
  'pulse_oximeter',
  'glucose_meter',
  'heart_rate_sensor',
] as const
export type DeviceType = (typeof deviceTypes)[number]

/** What the device itself remarks about a measurement. */
export const hints = ['movement', 'looseCuff', 'irregularPulse', 'position', 'fault'] as const
export type Hint = (typeof hints)[number]

/** A measurement that has arrived, of nobody yet. */
export interface Arrived extends Moment {
  said: Said
  /** Tells two devices of one name apart. */
  deviceId: string
  deviceName: string
  deviceType: string
  arrivedAt: number
  /** Of a device in a home of two: the user that the device says. */
  user: number | null
  /** One of many a minute. */
  stream: boolean
  hints: readonly Hint[]
}
/**
 * Why a measurement that could be read is none: the device says that it found no value, is still searching for one, or
 * measured its own test fluid.
 */
export type NoReading = { none: 'noValue' | 'searching' | 'control' }

export interface Delivery {
  deviceId: string
  deviceName: string
  /** The venue's time zone: a device's clock has none. */
  zone: string
  arrivedAt: number
}
type More = Partial<Pick<Arrived, 'user' | 'stream' | 'hints'>>

const reading = (of: Delivery, deviceType: DeviceType, moment: Moment, said: Said, more: More = {}): Arrived => ({
  said,
  deviceId: of.deviceId,
  deviceName: of.deviceName,
  deviceType,
  arrivedAt: of.arrivedAt,
  user: null,
  stream: false,
  hints: [],
  ...more,
  ...moment,
})
const bits = <T>(status: number | null, names: Readonly<Record<number, T>>): T[] =>
  Object.entries(names).flatMap(([bit, name]) => ((status ?? 0) & (1 << Number(bit)) ? [name] : []))

const PRESSURE_HINTS = { 0: 'movement', 1: 'looseCuff', 2: 'irregularPulse', 5: 'position' } as const
export function ofPressure(measured: BloodPressure, of: Delivery): Arrived | NoReading {
  const { systolic, diastolic, pulse, unit, user, status } = measured
  if (!isNumber(systolic) || !isNumber(diastolic)) return { none: 'noValue' }
  return reading(
    of,
    'blood_pressure_monitor',
    measuredAt(measured.time, of.zone, of.arrivedAt),
    {
      dataType: 'blood_pressure_complete',
      systolic,
      diastolic,
      unit,
      ...(isNumber(pulse) ? { pulse_rate: pulse } : {}),
    },
    { user, hints: bits<Hint>(status, PRESSURE_HINTS) },
  )
}

export function ofWeight(measured: Weight, of: Delivery): Arrived | NoReading {
  if (measured.weight === 'unsuccessful') return { none: 'noValue' }
  return reading(
    of,
    'weight_scale',
    measuredAt(measured.time, of.zone, of.arrivedAt),
    { dataType: 'weight_complete', weight: measured.weight, weight_unit: measured.unit },
    { user: measured.user },
  )
}

export function ofTemperature(measured: Temperature, of: Delivery): Arrived | NoReading {
  if (!isNumber(measured.temperature)) return { none: 'noValue' }
  return reading(of, 'thermometer', measuredAt(measured.time, of.zone, of.arrivedAt), {
    dataType: 'temperature',
    value: measured.temperature,
    unit: measured.unit,
  })
}

/** Oxygen and pulse are two readings; a finger that is not in the clip yet is none. */
export function ofOximetry(measured: Oximetry, of: Delivery, stream: boolean): Arrived[] | NoReading {
  const moment = measuredAt(measured.time, of.zone, of.arrivedAt)
  const found = (dataType: 'blood_oxygen' | 'heart_rate', value: unknown, unit: string): Arrived[] =>
    typeof value === 'number' ? [reading(of, 'pulse_oximeter', moment, { dataType, value, unit }, { stream })] : []
  const readings = [...found('blood_oxygen', measured.spo2, '%'), ...found('heart_rate', measured.pulse, '/min')]
  return readings.length ? readings : { none: stream ? 'searching' : 'noValue' }
}

/** A sensor that lies on the table counts on: what it says without contact is nobody's. */
export function ofHeartRate(measured: HeartRate, of: Delivery): Arrived | NoReading {
  if (measured.contact === false || measured.rate === 0) return { none: 'searching' }
  const said: Said = { dataType: 'heart_rate', value: measured.rate, unit: '/min' }
  return reading(of, 'heart_rate_sensor', measuredAt(null, of.zone, of.arrivedAt), said, { stream: true })
}

const GLUCOSE_HINTS = { 1: 'fault', 2: 'fault', 3: 'fault', 4: 'fault', 9: 'fault', 10: 'fault' } as const
const TIME_FAULT = 1 << 11
export function ofGlucose(measured: Glucose, context: GlucoseContext | null, of: Delivery): Arrived | NoReading {
  const { concentration, unit, status } = measured
  if (measured.type === CONTROL_SOLUTION) return { none: 'control' }
  if (!isNumber(concentration) || unit === null) return { none: 'noValue' }
  const wall = (status ?? 0) & TIME_FAULT ? null : measured.baseTime
  const meal = context?.meal ?? undefined
  return reading(
    of,
    'glucose_meter',
    measuredAt(wall, of.zone, of.arrivedAt, measured.offsetMin ?? 0),
    { dataType: 'blood_glucose', value: concentration, unit, ...(meal ? { meal } : {}) },
    { hints: [...new Set(bits<Hint>(status, GLUCOSE_HINTS))] },
  )
}
