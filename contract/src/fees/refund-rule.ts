import { z } from 'zod'

/** Hours before the visit up to which the whole fee goes back, and how many in a hundred after that. */
export const refundRule = z.object({
  wholeUntilHours: z.number().int().min(0).max(720),
  latePercent: z.number().int().min(0).max(100),
})
export type RefundRule = z.output<typeof refundRule>
/** Where an institution declares none, and of whatever was booked before it did. */
export const WHOLE_REFUND: RefundRule = { wholeUntilHours: 0, latePercent: 100 }

/** The rule as it holds for one visit. */
export const refundTerms = refundRule.extend({
  /** The moment was over when the patient chose the time that stands now: what stays by then is not freed by moving. */
  late: z.boolean(),
})
export type RefundTerms = z.output<typeof refundTerms>

const HOUR = 3_600_000
export const alwaysWhole = ({ wholeUntilHours, latePercent }: RefundRule): boolean =>
  latePercent === 100 || wholeUntilHours === 0
/** Until when the whole fee goes back; null where it always does: a visit that has begun is called off by nobody. */
export const wholeUntil = (rule: RefundRule & Partial<RefundTerms>, startAt: Date): Date | null =>
  alwaysWhole(rule) ? null : rule.late ? new Date(0) : new Date(startAt.getTime() - rule.wholeUntilHours * HOUR)

/**
 * What goes back of a fee when the patient calls the visit off now, in minor units. A part of it is rounded up, in dollars to
 * whole ones: nobody pays out cents of them.
 */
export function refundOf(
  rule: RefundRule & Partial<RefundTerms>,
  { amount, currency, startAt }: { amount: number; currency: 'TWD' | 'CNY'; startAt: Date },
  now: Date,
): number {
  const end = wholeUntil(rule, startAt)
  if (end === null || now <= end) return amount
  const unit = currency === 'TWD' ? 100 : 1
  return Math.min(amount, Math.ceil((amount * rule.latePercent) / 100 / unit) * unit)
}
