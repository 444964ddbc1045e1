import { type Float, Packet, type WallTime } from './packet.ts'

// The measurements of the Bluetooth SIG's health profiles as their characteristics say them: numbers in the device's own
// unit, and nothing converted. Fields and flags by the GATT Specification Supplement.

const has = (flags: number, bit: number): boolean => (flags & (1 << bit)) !== 0
/** Of the user-index fields: the device does not know whose the measurement is. */
const UNKNOWN_USER = 0xff
const known = (user: number): number | null => (user === UNKNOWN_USER ? null : user)

export interface BloodPressure {
  unit: 'mmHg' | 'kPa'
  systolic: Float
  diastolic: Float
  mean: Float
  time: WallTime | null
  pulse: Float | null
  user: number | null
  /** Bits of the measurement status. */
  status: number | null
}
/** 0x2A35. */
export function bloodPressure(bytes: DataView): BloodPressure {
  const packet = new Packet(bytes)
  const flags = packet.u8()
  return {
    unit: has(flags, 0) ? 'kPa' : 'mmHg',
    systolic: packet.sfloat(),
    diastolic: packet.sfloat(),
    mean: packet.sfloat(),
    time: has(flags, 1) ? packet.time() : null,
    pulse: has(flags, 2) ? packet.sfloat() : null,
    user: has(flags, 3) ? known(packet.u8()) : null,
    status: has(flags, 4) ? packet.u16() : null,
  }
}

export interface Weight {
  unit: 'kg' | 'lb'
  /** `unsuccessful`: the scale says that it could not weigh. */
  weight: number | 'unsuccessful'
  time: WallTime | null
  user: number | null
  bmi: number | null
  height: number | null
  heightUnit: 'm' | 'in' | null
}
const UNSUCCESSFUL = 0xffff
/** In steps: a whole number of them, so that 10955 × 0.005 is 54.775 to the digit. */
const steps = (count: number, perUnit: number): number => count / perUnit
/** 0x2A9D. */
export function weight(bytes: DataView): Weight {
  const packet = new Packet(bytes)
  const flags = packet.u8()
  const imperial = has(flags, 0)
  const raw = packet.u16()
  const time = has(flags, 1) ? packet.time() : null
  const user = has(flags, 2) ? known(packet.u8()) : null
  const body = has(flags, 3)
  return {
    unit: imperial ? 'lb' : 'kg',
    weight: raw === UNSUCCESSFUL ? 'unsuccessful' : steps(raw, imperial ? 100 : 200),
    time,
    user,
    bmi: body ? steps(packet.u16(), 10) : null,
    height: body ? steps(packet.u16(), imperial ? 10 : 1000) : null,
    heightUnit: body ? (imperial ? 'in' : 'm') : null,
  }
}

export interface Temperature {
  unit: 'C' | 'F'
  temperature: Float
  time: WallTime | null
  /** Where it was taken, by the SIG's numbers. */
  type: number | null
}
/** 0x2A1C. */
export function temperature(bytes: DataView): Temperature {
  const packet = new Packet(bytes)
  const flags = packet.u8()
  return {
    unit: has(flags, 0) ? 'F' : 'C',
    temperature: packet.float(),
    time: has(flags, 1) ? packet.time() : null,
    type: has(flags, 2) ? packet.u8() : null,
  }
}

export interface Oximetry {
  spo2: Float
  pulse: Float
  time: WallTime | null
}
/** 0x2A5E, one measurement by itself. */
export function spotOximetry(bytes: DataView): Oximetry {
  const packet = new Packet(bytes)
  const flags = packet.u8()
  return { spo2: packet.sfloat(), pulse: packet.sfloat(), time: has(flags, 0) ? packet.time() : null }
}
/** 0x2A5F, one of many a minute: of the normal, quick and slow values those that are always there. */
export function continuousOximetry(bytes: DataView): Oximetry {
  const packet = new Packet(bytes)
  const flags = packet.u8()
  const normal = { spo2: packet.sfloat(), pulse: packet.sfloat(), time: null }
  // What the flags promise has to be there, or the packet is a part of one.
  for (const bit of [0, 1])
    if (has(flags, bit)) {
      packet.sfloat()
      packet.sfloat()
    }
  if (has(flags, 2)) packet.u16()
  if (has(flags, 3)) packet.u24()
  if (has(flags, 4)) packet.sfloat()
  return normal
}

export interface HeartRate {
  rate: number
  /** Does the sensor touch the skin? `null`: it cannot tell. */
  contact: boolean | null
  energyKj: number | null
  /** Between beats, in 1/1024 s. */
  rr: number[]
}
/** 0x2A37. */
export function heartRate(bytes: DataView): HeartRate {
  const packet = new Packet(bytes)
  const flags = packet.u8()
  const rate = has(flags, 0) ? packet.u16() : packet.u8()
  const energyKj = has(flags, 3) ? packet.u16() : null
  const rr: number[] = []
  if (has(flags, 4)) while (packet.left > 0) rr.push(packet.u16())
  return { rate, contact: has(flags, 2) ? has(flags, 1) : null, energyKj, rr }
}
