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
