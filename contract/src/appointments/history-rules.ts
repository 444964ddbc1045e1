/**
 * The days of a history by its filters: both given, or counted back from the last day (today unless told). `back`: days
 * before the last one.
 */
export function rangeOf({ range, from, to }: { range: 7 | 30; from?: string | undefined; to?: string | undefined }) {
  if (from) return { from, to, back: 0 }
  // A last day alone is that day; nothing at all is the last week or month, today included.
  return { from: undefined, to, back: to ? 0 : range - 1 }
}

const PAYMENT_PERCENT = 3
const PLATFORM_PERCENT = 30
/** Half up to the minor unit. */
const percentOf = (amount: number, percent: number) => Math.floor((amount * percent + 50) / 100)

/** What is left of a fee: the payment fee first, then the platform's share of the rest; all in minor units. */
export function deductionsOf(fee: number) {
  const paymentFee = percentOf(fee, PAYMENT_PERCENT)
  const platformFee = percentOf(fee - paymentFee, PLATFORM_PERCENT)
  return { paymentFee, platformFee, share: fee - paymentFee - platformFee }
}
