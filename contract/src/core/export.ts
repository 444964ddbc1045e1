import type { z } from 'zod'
import type { Permission } from './permissions.gen.ts'
import type { Locale } from './scalars.ts'

export type LocalisedText = Readonly<Record<Locale, string>>
export const localised = (tw: string, cn: string, en: string): LocalisedText => ({ 'zh-TW': tw, 'zh-CN': cn, en })

/**
 * `instant` is shown in the institution's time zone, `yesNo` in words, `texts` joined by a comma, `money` (minor units on the
 * wire) in whole ones.
 */
export type ExportValueKind = 'text' | 'number' | 'money' | 'date' | 'instant' | 'yesNo' | 'texts'

export interface ExportColumn {
  /** Where the value stands in a row of the answer; a dot leads into an object, or into each of a list. */
  path: string
  /** Where its English form stands: what an English file holds, as far as there is one. */
  en?: string
  title: LocalisedText
  kind?: ExportValueKind
  /** What stands for the values of an enumeration; one that is not named is written as it is. */
  words?: Readonly<Record<string, LocalisedText>>
  /** What of the value is written, where the value is more than a cell, or says less than the screen does of the row. */
  pick?: (value: unknown, row: unknown) => unknown
  /** In characters. */
  width?: number
  /** Only in the file of who has this right without limits: whoever has less would read an empty field as none. */
  needs?: Permission
}

export interface ExportFilter {
  title: LocalisedText
  /** What stands for its values; unless told, the words of the column of that name. */
  words?: Readonly<Record<string, LocalisedText>>
  /** The value is the number of a colleague or of a unit: their name stands for it. */
  of?: 'staff' | 'unit'
}

/** How a list becomes a file: declared with its endpoint, asked for with `?format=xlsx`. */
export interface ExportDefinition {
  /** What the file is called, without its ending; unless told, `SHEET_FILE`. */
  file?: LocalisedText
  columns: readonly ExportColumn[]
  /** Names of what narrows the list, by the field of its body or query; fields that are not named stay out of the file. */
  filters: Readonly<Record<string, LocalisedText | ExportFilter>>
  /** Where the rows stand in an answer that is no list. */
  rows?: string
  /** What such an answer says beside its rows: on the second sheet. */
  beside?: readonly ExportColumn[]
}

/** Rows of one file. What is beyond stays out, and the file says how many there are. */
export const SHEET_MAX_ROWS = 10_000
export const SHEET_FILE = '列表.xlsx'
export const fileOfSheet = ({ file }: Pick<ExportDefinition, 'file'>, lang: Locale) =>
  file ? `${file[lang]}.xlsx` : SHEET_FILE
export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

type Inner<T> =
  NonNullable<T> extends readonly (infer One)[]
    ? Inner<One>
    : NonNullable<T> extends string | number | boolean
      ? never
      : NonNullable<T>
type Deeper<I, L extends keyof I & string> = [Inner<I[L]>] extends [never]
  ? never
  : `${L}.${keyof Inner<I[L]> & string}`
/** Into texts by their language, too: what is looked up there is any name. */
type Beneath<I> = {
  [L in keyof I & string]: L | (string extends keyof NonNullable<I[L]> ? `${L}.${string}` : never) | Deeper<I, L>
}[keyof I & string]
type PathOf<T> = {
  [K in keyof T & string]: K | `${K}.${Beneath<Inner<T[K]>>}`
}[keyof T & string]
type ColumnOf<S extends z.ZodType> = ExportColumn & { path: PathOf<z.output<S>>; en?: PathOf<z.output<S>> }

/** Checks the paths against the row's schema; a column of a field that does not exist does not compile. */
export const exportOf = <S extends z.ZodType>(
  _row: S,
  columns: readonly ColumnOf<S>[],
  filters: ExportDefinition['filters'],
  rows?: string,
): ExportDefinition => ({ columns, filters, ...(rows === undefined ? {} : { rows }) })
/** The same under a name of its own: files of several lists are told apart in a folder. */
export const namedSheet = (file: LocalisedText, sheet: ExportDefinition): ExportDefinition => ({ ...sheet, file })
