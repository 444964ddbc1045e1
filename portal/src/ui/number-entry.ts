import { readFigure } from '@teleward/contract/core/figure.ts'
import { t } from '../i18n/i18n.ts'

export interface Limits {
  min?: number | undefined
  max?: number | undefined
  /** Places behind the point, at most; 0: a whole number. */
  precision?: number | undefined
}
/** What a field gives its form: a number; null, where it is empty; NaN, where what stands in it cannot be taken as one. */
export type Entered = number | null
/** For sums and previews, which have no use for what could not be read. */
export const known = (value: Entered): number | null => (value === null || Number.isNaN(value) ? null : value)

/** `fault`: why a text cannot be taken, in words. */
export interface Understood {
  value: Entered
  fault?: string
}

const range = ({ min, max }: Limits): string => {
  if (min === undefined) return t('common.number.atMost', { max: String(max) })
  if (max === undefined) return t('common.number.atLeast', { min: String(min) })
  return t('common.number.range', { min: String(min), max: String(max) })
}

/** A text as a number within its limits. Nothing is rounded, cut or moved into a range: what cannot be taken is said. */
export function understand(text: string, limits: Limits): Understood {
  const { min, max, precision } = limits
  const value = readFigure(text)
  const refused = (fault: string): Understood => ({ value: Number.NaN, fault })
  if (value === null) return { value }
  if (Number.isNaN(value)) return refused(t('common.number.unclear'))
  if ((min !== undefined && value < min) || (max !== undefined && value > max)) return refused(range(limits))
  if (precision !== undefined && Number(value.toFixed(precision)) !== value)
    return refused(precision === 0 ? t('common.number.whole') : t('common.number.places', { places: precision }))
  return { value }
}

/** A number as the field shows it: what arithmetic in halves of bits leaves behind the tenth place is not shown. */
export const textOf = (value: Entered | undefined): string =>
  value === null || value === undefined || Number.isNaN(value) ? '' : String(Number(value.toFixed(10)))

/** One step up or down, within the limits. */
export function stepped(value: Entered | undefined, by: number, { min, max }: Limits): number {
  const next = Number(((value ?? 0) + by).toFixed(10))
  return Math.min(Math.max(next, min ?? Number.NEGATIVE_INFINITY), max ?? Number.POSITIVE_INFINITY)
}

/** What was typed, and what it was typed over. `taken`: the form has held its value since. */
export interface Typed extends Understood {
  text: string
  over: Entered
  taken: boolean
}
/**
 * Whether what was typed still is what the field is about: until the form holds another value than the one it got, or than
 * the one it had. A form that does not take a value leaves the text as it is typed.
 */
export const stands = (typed: Typed, value: Entered): boolean =>
  Object.is(value, typed.value) || (!typed.taken && Object.is(value, typed.over))
