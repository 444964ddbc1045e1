import { ageYears, localDay } from '@teleward/contract/core/dates.ts'
import type { ErrorCode } from '@teleward/contract/core/errors.gen.ts'
import type { Read } from '../patients/service.ts'
import { CHANGE_WITHIN_MS } from '@teleward/contract/monitoring/doubts.ts'
import { AppError } from '../platform/errors.ts'
import { personOf, weightsNear } from './repo.ts'

type OddCode = Extract<
  ErrorCode,
  'VALUE_IMPLAUSIBLE' | 'WEIGHT_CHANGE_IMPLAUSIBLE' | 'DIET_DAY_UNUSUAL' | 'SCREENING_NOT_FOR'
>
export interface OddSaid {
  /** Where it stands in what was sent. */
  path: string
  code: OddCode
  /** What the sentence of its code names. */
  data: Record<string, string>
}
/** A number with its unit, or of a weight that moved the number alone. */
export const oddValue = (path: string, code: OddCode, value: string): OddSaid => ({ path, code, data: { value } })

/**
 * The first one's code, with all of them as `doubts`, as of a device (`service.ts`): what was typed is asked about, all at once, so
 * that nothing is confirmed unseen, and kept once somebody has confirmed it.
 */
export function askAbout(odd: readonly OddSaid[]): void {
  const [first] = odd
  if (!first) return
  const doubts = odd.map(({ code, data }) => ({ code, ...data }))
  throw new AppError(first.code, {
    data: { ...first.data, doubts },
    fields: odd.map(({ path, code }) => ({ path, code })),
  })
}

/** Weights of the person of two days before and after: what is typed is compared with them, and they are not told. */
export const weightsAround = (read: Read, pid: number, unitId: number, at: Date) =>
  weightsNear(read, pid, unitId, at.toISOString(), CHANGE_WITHIN_MS)

/** Completed years of the member on the day, where the birth date is known and the caller may know of them. */
export async function ageOn(read: Read, pid: number, at: Date, zone: string): Promise<number | null> {
  const birthday = (await personOf(read, pid, zone))?.birthday ?? null
  return birthday === null ? null : ageYears(birthday, localDay(at, zone))
}
