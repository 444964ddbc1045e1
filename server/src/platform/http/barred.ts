import type { ErrorCode } from '@teleward/contract/core/errors.gen.ts'

/**
 * Refusals of what is another's. Most answer as if there were nothing, and the row of the log says no more than they do: it is
 * written alike for what is there and what is not, so that neither the log nor the time that it takes tells which.
 */
const BARRED: ReadonlySet<string> = new Set<ErrorCode>([
  'NOT_FOUND',
  'MEMBER_NOT_FOUND',
  'EMR_NOT_AUTHORISED',
  'CHAT_NOT_ALLOWED',
  // A person of another unit of the institution, by the number that somebody knows.
  'ERR_0008',
  // More records in an hour than an emergency needs.
  'EMERGENCY_LIMIT',
])
export const isBarred = (outcome: string): boolean => BARRED.has(outcome)
