import type { Currency } from '@teleward/contract/appointments/booking.ts'
import { readHundredths } from '@teleward/contract/core/figure.ts'
import { inWholeUnits } from '@teleward/contract/core/money.ts'

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

/** 3% of the gross for the payment, then 30% of the rest for the platform, each half up to the minor unit. */
export function shareOf(gross: number): number {
  const payment = Math.floor((gross * 3 + 50) / 100)
  const rest = gross - payment
  return rest - Math.floor((rest * 30 + 50) / 100)
}
