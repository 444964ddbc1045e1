import { toHalfWidth } from './text.ts'

/** Digits, one point or comma among them, a sign before them. */
const FIGURE = /^([+-]?)(\d*)(?:([.,])(\d+))?$/
/** Beyond these a number is no longer the one that was written. */
const MOST_DIGITS = 15

/**
 * The number that a person wrote; null: nothing was written; NaN: it can be read in two ways, or in none. Full-width signs
 * are read as the narrow ones, and a comma is the decimal point, but not where it may part thousands (`1,234`).
 */
export function readFigure(text: string): number | null {
  const plain = toHalfWidth(text).trim().replace('\u2212', '-')
  if (plain === '') return null
  const [, sign = '', whole = '', mark, rest = ''] = FIGURE.exec(plain) ?? []
  const digits = whole + rest
  if (digits === '' || digits.length > MOST_DIGITS) return Number.NaN
  if (mark === ',' && rest.length === 3 && /^[1-9]\d{0,2}$/.test(whole)) return Number.NaN
  return Number(`${sign}${whole}${rest && `.${rest}`}`)
}

const GROUPED = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?$/
/**
 * An amount of money, or a part in a hundred, in hundredths; null: nothing was written; NaN: no amount, or more than two
 * decimals. Here a comma before three digits parts thousands, since no amount has three decimals.
 */
export function readHundredths(text: string): number | null {
  const plain = toHalfWidth(text).replace(/\s/g, '').replace('\u2212', '-')
  if (/^[+-]?[.,]/.test(plain)) return Number.NaN
  const number = readFigure(GROUPED.test(plain) ? plain.replaceAll(',', '') : plain)
  if (number === null) return null
  const hundredths = Math.round(number * 100)
  return Math.abs(number) < 10_000_000 && hundredths / 100 === number ? hundredths : Number.NaN
}
