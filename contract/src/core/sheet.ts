import type { z } from 'zod'
import type { Permission } from './permissions.gen.ts'
import type { Locale } from './scalars.ts'

export type Words = Readonly<Record<Locale, string>>
export const words = (tw: string, cn: string, en: string): Words => ({ 'zh-TW': tw, 'zh-CN': cn, en })

/**
 * `instant` is shown in the institution's time zone, `yesNo` in words, `texts` joined by a comma, `money` (minor units on the
 * wire) in whole ones.
 */
export type SheetKind = 'text' | 'number' | 'money' | 'date' | 'instant' | 'yesNo' | 'texts'

export interface SheetColumn {
  /** Where the value stands in a row of the answer; a dot leads into an object, or into each of a list. */
  path: string
  /** Where its English form stands: what an English file holds, as far as there is one. */
  en?: string
  title: Words
  kind?: SheetKind
  /** What stands for the values of an enumeration; one that is not named is written as it is. */
  words?: Readonly<Record<string, Words>>
  /** In characters. */
  width?: number
  /** Only in the file of who has this right without limits: whoever has less would read an empty field as none. */
  needs?: Permission
}

export interface SheetFilter {
  title: Words
  /** What stands for its values; unless told, the words of the column of that name. */
  words?: Readonly<Record<string, Words>>
  /** The value is the number of a colleague or of a unit: their name stands for it. */
  of?: 'staff' | 'unit'
}

/** How a list becomes a file: declared with its endpoint, asked for with `?format=xlsx`. */
export interface Sheet {
  columns: readonly SheetColumn[]
  /** Names of what narrows the list, by the field of its body or query; fields that are not named stay out of the file. */
  filters: Readonly<Record<string, Words | SheetFilter>>
  /** Where the rows stand in an answer that is no list. */
  rows?: string
}

/** Rows of one file. What is beyond stays out, and the file says how many there are. */
export const SHEET_MAX_ROWS = 10_000
export const SHEET_FILE = '列表.xlsx'
export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

type Inner<T> =
  NonNullable<T> extends readonly (infer One)[]
    ? Inner<One>
    : NonNullable<T> extends string | number | boolean
      ? never
      : NonNullable<T>
type PathOf<T> = {
  [K in keyof T & string]: K | `${K}.${keyof Inner<T[K]> & string}`
}[keyof T & string]
type ColumnOf<S extends z.ZodType> = SheetColumn & { path: PathOf<z.output<S>>; en?: PathOf<z.output<S>> }

/** Checks the paths against the row's schema; a column of a field that does not exist does not compile. */
export const sheetOf = <S extends z.ZodType>(
  _row: S,
  columns: readonly ColumnOf<S>[],
  filters: Sheet['filters'],
  rows?: string,
): Sheet => ({ columns, filters, ...(rows === undefined ? {} : { rows }) })
