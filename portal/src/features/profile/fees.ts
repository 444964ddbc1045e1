import type { Currency } from '@teleward/contract/appointments/booking.ts'
import { readHundredths } from '@teleward/contract/core/figure.ts'
import { inWholeUnits } from '@teleward/contract/core/money.ts'
import { type Rate, split } from '@teleward/contract/settlement/rules.ts'

/** Minor units of what somebody typed, `null` for nothing, undefined for what is no amount of the currency. */
export function minorOf(text: string, currency: Currency): number | null | undefined {
  const minor = readHundredths(text)
  if (minor === null) return null
  return minor >= 0 && minor <= 100_000_000 && inWholeUnits(minor, currency) ? minor : undefined
}

export const KINDS = ['twDay', 'twNight', 'cnDay', 'cnNight'] as const
export type FeeKind = (typeof KINDS)[number]
export const currencyOf = (kind: FeeKind): Currency => (kind.startsWith('cn') ? 'CNY' : 'TWD')

/** So many times the fee before, or so small a part of it, is asked about: 4500000 for 450. */
const UNUSUAL = 5
/** The same where there was no fee before, in minor units. */
const FIRST_MOST = 2_000_000
function isUnusual(before: number | null, after: number | null): boolean {
  if (!after) return false
  return before ? after >= before * UNUSUAL || after * UNUSUAL <= before : after > FIRST_MOST
}
type Fees = Readonly<Record<FeeKind, number | null>>
/** Which fees are so far from what they were that they may be a slip. */
export const unusualOf = (before: Fees, after: Fees): FeeKind[] =>
  KINDS.filter((kind) => isUnusual(before[kind], after[kind]))
export const textOf = (minor: number | null) =>
  minor === null ? '' : minor % 100 ? (minor / 100).toFixed(2) : String(minor / 100)

/**
 * What of a fee arrives, by the rate in force: of a fee of 0 nothing, and it is offered all the same. `null`: what is written is
 * no amount, or the rate is not known yet.
 */
export function shareOf(text: string, kind: FeeKind, rate: Rate | undefined): number | 'notOffered' | null {
  const amount = minorOf(text, currencyOf(kind))
  if (amount === null) return 'notOffered'
  return amount === undefined || !rate ? null : split(amount, rate).share
}
