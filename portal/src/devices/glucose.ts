import type { Meal } from '@teleward/contract/monitoring/rules.ts'
import { DeviceParseError, type Float, Packet, type WallTime } from './packet.ts'

const has = (flags: number, bit: number): boolean => (flags & (1 << bit)) !== 0

export interface Glucose {
  sequence: number
  baseTime: WallTime
  /** Minutes that the user's clock is away from the base time. */
  offsetMin: number | null
  /** The context (0x2A34) of the same number follows. */
  contextFollows: boolean
  /** `null`: the record is about something else, and has no concentration. */
  concentration: Float | null
  unit: 'mg/dL' | 'mmol/L' | null
  /** Kind of fluid (1 capillary whole blood …; 10 is a control solution), and where it was taken. */
  type: number | null
  location: number | null
  status: number | null
}
/** kg/L to mg/dL, mol/L to mmol/L: powers of ten, so that nothing is rounded. */
const [KG_PER_L, MOL_PER_L] = [5, 3]
export const CONTROL_SOLUTION = 10

/** 0x2A18. */
export function glucose(bytes: DataView): Glucose {
  const packet = new Packet(bytes)
  const flags = packet.u8()
  const sequence = packet.u16()
  const baseTime = packet.time()
  const offsetMin = has(flags, 0) ? packet.i16() : null
  const molar = has(flags, 2)
  const there = has(flags, 1)
  const concentration = there ? packet.sfloat(molar ? MOL_PER_L : KG_PER_L) : null
  const where = there ? packet.u8() : null
  return {
    sequence,
    baseTime,
    offsetMin,
    contextFollows: has(flags, 4),
    concentration,
    unit: there ? (molar ? 'mmol/L' : 'mg/dL') : null,
    type: where === null ? null : where & 0x0f,
    location: where === null ? null : where >> 4,
    status: has(flags, 3) ? packet.u16() : null,
  }
}

/** By the SIG's numbers: before a meal, after one, fasting; casual and at bedtime say nothing of a meal. */
const MEALS: Readonly<Record<number, Meal>> = { 1: 'before', 2: 'after', 3: 'fasting' }

export interface GlucoseContext {
  sequence: number
  meal: Meal | null
}
/** 0x2A34: of it the meal alone; the other fields have to be as long as the flags say. */
export function glucoseContext(bytes: DataView): GlucoseContext {
  const packet = new Packet(bytes)
  const flags = packet.u8()
  const sequence = packet.u16()
  if (has(flags, 7)) packet.u8()
  if (has(flags, 0)) {
    packet.u8()
    packet.sfloat()
  }
  const meal = has(flags, 1) ? (MEALS[packet.u8()] ?? null) : null
  if (has(flags, 2)) packet.u8()
  if (has(flags, 3)) {
    packet.u16()
    packet.u8()
  }
  if (has(flags, 4)) {
    packet.u8()
    packet.sfloat()
  }
  if (has(flags, 6)) packet.sfloat()
  return { sequence, meal }
}

// The record access control point (0x2A52): a meter keeps what it measured, and sends it when asked.
const REPORT = 1
const RESPONSE = 6
const [AT_LEAST, LAST] = [3, 6]
const BY_SEQUENCE = 1

/** Asks for the last record; after a loss of the line for those from `sequence` on. */
export function askForRecords(sequence: number | null): Uint8Array<ArrayBuffer> {
  if (sequence === null) return new Uint8Array([REPORT, LAST])
  return new Uint8Array([REPORT, AT_LEAST, BY_SEQUENCE, sequence & 0xff, sequence >> 8])
}
const NO_RECORDS = 6
const SUCCESS = 1
/** What the meter answers once it has sent its records; anything else than records or none is a refusal. */
export function recordsAnswer(bytes: DataView): 'sent' | 'none' | 'refused' {
  const packet = new Packet(bytes)
  const operation = packet.u8()
  packet.u8()
  if (operation !== RESPONSE) throw new DeviceParseError(`a record access operation ${operation}`)
  packet.u8()
  const answer = packet.u8()
  return answer === SUCCESS ? 'sent' : answer === NO_RECORDS ? 'none' : 'refused'
}
