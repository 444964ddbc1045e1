import { readHundredths } from '@teleward/contract/core/figure.ts'

/** Minor units of what somebody typed, `null` for nothing, undefined for what is no amount. */
export function minorOf(text: string): number | null | undefined {
  const minor = readHundredths(text)
  if (minor === null) return null
  return minor >= 0 && minor <= 100_000_000 ? minor : undefined
}
export const textOf = (minor: number | null) =>
  minor === null ? '' : minor % 100 ? (minor / 100).toFixed(2) : String(minor / 100)

/** 3% of the gross for the payment, then 30% of the rest for the platform, each half up to the minor unit. */
export function shareOf(gross: number): number {
  const payment = Math.floor((gross * 3 + 50) / 100)
  const rest = gross - payment
  return rest - Math.floor((rest * 30 + 50) / 100)
}
