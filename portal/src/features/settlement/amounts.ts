import { readHundredths } from '@teleward/contract/core/figure.ts'

/** What was typed as an amount or a part, in hundredths; null where it is none, or has more than two decimals. */
export function hundredths(typed: string): number | null {
  const amount = readHundredths(typed)
  return amount === null || Number.isNaN(amount) ? null : amount
}
