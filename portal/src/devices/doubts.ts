import type { ErrorCode } from '@teleward/contract/core/errors.gen.ts'
import { doubtsOf, doubtValues } from '@teleward/contract/monitoring/doubts.ts'
import type { DeviceSays, Measured } from '@teleward/contract/monitoring/rules.ts'
import { ApiError } from '../api/errors.ts'

/** What is asked about before a reading is stored, as a code of the catalogue with what its sentence names. */
export interface Doubted {
  code: ErrorCode
  values: Record<string, string>
}
const ASKED = [
  'TIME_IMPLAUSIBLE',
  'VALUE_IMPLAUSIBLE',
  'WEIGHT_CHANGE_IMPLAUSIBLE',
  // Of what is typed, which is asked about in the same way.
  'DIET_DAY_UNUSUAL',
  'SCREENING_NOT_FOR',
] as const satisfies ErrorCode[]

/** What can be doubted here: the person's age and the weights before are known to the server alone. */
export const ownDoubts = (said: DeviceSays, measured: Measured, at: number, now: number): Doubted[] =>
  doubtsOf(measured, { at, now, age: null, near: [] }).map((doubt) => ({
    code: doubt.code,
    values: doubtValues(doubt, said, measured, (instant) => new Date(instant).toISOString().slice(0, 10)),
  }))

/** What the server asks about; nothing where it says something else. */
export function askedDoubts(error: unknown): Doubted[] {
  if (!(error instanceof ApiError) || !ASKED.some((code) => code === error.code)) return []
  const data = (error.data ?? {}) as Record<string, string> & { doubts?: readonly Record<string, string>[] }
  const told: readonly Record<string, string>[] = Array.isArray(data.doubts)
    ? data.doubts
    : [{ ...data, code: error.code }]
  return told.flatMap(({ code, ...values }) => {
    const known = ASKED.find((one) => one === code)
    return known ? [{ code: known, values }] : []
  })
}
