/** What was typed as an amount or a part, in hundredths; null where it is none, or has more than two decimals. */
export function hundredths(typed: string): number | null {
  const text = typed
    .trim()
    .replace(/[,，]/g, '')
    .replace(/^[−－]/, '-')
  const match = /^(-?)(\d{1,7})(?:\.(\d{1,2}))?$/.exec(text)
  if (!match) return null
  const [, sign, whole = '0', cents = ''] = match
  const value = Number(whole) * 100 + Number(cents.padEnd(2, '0'))
  return sign ? -value : value
}
