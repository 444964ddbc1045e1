import type { ErrorCode } from '../core/errors.gen.ts'
import { weightSpan } from './body.ts'
import { type DeviceSays, implausible, type Measured, type OddPart, oddText } from './rules.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** What was measured longer ago than this when it arrives came late, and says so. */
export const LATE_MS = 24 * HOUR
export const isLate = (measured: number, received: number): boolean => received - measured > LATE_MS

/** Before this no device of the product measured anything: its clock was not set. */
const FIRST_INSTANT = Date.UTC(2000, 0, 1)
/** Older than this is more often a wrong clock than an old reading. */
export const OLD_MS = 366 * DAY

/** Nobody confirms it: it is before any device, or `born`, the first instant of the day of birth. */
export const isImpossibleTime = (at: number, born: number | null): boolean => at < Math.max(FIRST_INSTANT, born ?? 0)
export const isOld = (at: number, now: number): boolean => now - at > OLD_MS

/** An adult's weight with a child, and pounds taken for kilograms (`body.ts`). Without the age nobody asks. */
const isOddForAge = (kg: number, age: number | null): boolean => {
  if (age === null) return false
  const { from, to } = weightSpan(age)
  return kg < from || kg > to
}

/** A weight moves by less than this from one day to the next, also of a newborn, and of who is dialysed. */
const MOST_CHANGE = 0.2
export const CHANGE_WITHIN_MS = 2 * DAY
const moved = (kg: number, other: number) => Math.abs(kg - other) / other > MOST_CHANGE
/** Does it differ from all that are near in time? One that agrees is enough: the other one is wrong. */
export const isWeightMoved = (kg: number, near: readonly number[]): boolean =>
  near.length > 0 && near.every((other) => moved(kg, other))

export interface DoubtContext {
  at: number
  now: number
  /** Completed years on the day of measuring, where it is known. */
  age: number | null
  /** Weights of the same person within `CHANGE_WITHIN_MS` before and after. */
  near: readonly number[]
}
type DoubtCode = Extract<ErrorCode, 'TIME_IMPLAUSIBLE' | 'VALUE_IMPLAUSIBLE' | 'WEIGHT_CHANGE_IMPLAUSIBLE'>
export type Doubt =
  | { code: Exclude<DoubtCode, 'VALUE_IMPLAUSIBLE'>; path: 'timestamp' | 'value'; value: number }
  | ({ code: 'VALUE_IMPLAUSIBLE'; path: 'value' } & OddPart)
/** All that a person has to confirm of a reading before it is stored, in the order in which it is asked. */
export function doubtsOf(measured: Measured | null, { at, now, age, near }: DoubtContext): Doubt[] {
  const doubts: Doubt[] = []
  if (isOld(at, now)) doubts.push({ code: 'TIME_IMPLAUSIBLE', path: 'timestamp', value: at })
  if (!measured) return doubts
  const { kind, value } = measured
  const odd: OddPart | null =
    implausible(measured) ?? (kind === 'weight' && isOddForAge(value, age) ? { part: 'value', value } : null)
  if (odd !== null) doubts.push({ code: 'VALUE_IMPLAUSIBLE', path: 'value', ...odd })
  else if (kind === 'weight' && isWeightMoved(value, near))
    doubts.push({ code: 'WEIGHT_CHANGE_IMPLAUSIBLE', path: 'value', value })
  return doubts
}

/** What the sentence of each question names: a day of the zone, a number with its unit, or the kilograms that its sentence has. */
export function doubtValues(
  doubt: Doubt,
  said: DeviceSays,
  measured: Measured | null,
  dayOf: (at: number) => string,
): Record<string, string> {
  if (doubt.code === 'TIME_IMPLAUSIBLE') return { day: dayOf(doubt.value) }
  if (doubt.code === 'VALUE_IMPLAUSIBLE' && measured) return { value: oddText(said, measured.kind, doubt) }
  return { value: String(doubt.value) }
}

/** What a device sends again, perhaps under another name or with a second's difference, is one reading. */
export const SAME_WITHIN_MS = 60_000
