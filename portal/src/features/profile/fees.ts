/** Minor units of what somebody typed, `null` for nothing, undefined for what is no amount. */
export function minorOf(text: string): number | null | undefined {
  const plain = text.normalize('NFKC').replace(/[\s,]/g, '')
  if (!plain) return null
  const match = /^(\d{1,7})(?:\.(\d{1,2}))?$/.exec(plain)
  if (!match) return undefined
  const minor = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
  return minor <= 100_000_000 ? minor : undefined
}
export const textOf = (minor: number | null) =>
  minor === null ? '' : minor % 100 ? (minor / 100).toFixed(2) : String(minor / 100)

/** 3% of the gross for the payment, then 30% of the rest for the platform, each half up to the minor unit. */
export function shareOf(gross: number): number {
  const payment = Math.floor((gross * 3 + 50) / 100)
  const rest = gross - payment
  return rest - Math.floor((rest * 30 + 50) / 100)
}
