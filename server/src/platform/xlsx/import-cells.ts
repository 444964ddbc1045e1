import type { ErrorCode } from '@teleward/contract/core/errors.gen.ts'
import { errorText } from '@teleward/contract/core/errors.ts'
import type { LocalisedText } from '@teleward/contract/core/export.ts'
import type { Locale } from '@teleward/contract/core/scalars.ts'
import type { ReadCell, ReadRow } from './read.ts'
import { columnName } from './write.ts'

/** The cells of a row by what their columns are: where each stands, and what it says to the letter. */
export type CellsOf<C extends string> = { readonly [K in C]?: { readonly at: string; readonly text: string } }
interface FaultAt<C extends string> {
  path: C
  code: ErrorCode
  data?: Record<string, string>
}

/** Letters of a cell that a preview repeats. */
const REPEATED = 60

/**
 * What can be taken of a row's cells, by their columns. An error of Excel's is no value, and what a formula shows is
 * whatever its writer put there, or nothing: neither is ever taken as said, and `say` is told which cell it is.
 */
export function takeCells<C extends string>(
  { number, cells }: ReadRow,
  columns: readonly (C | undefined)[],
  say: (column: C, code: 'CELL_ERROR' | 'CELL_FORMULA') => void,
): { texts: Partial<Record<C, ReadCell>>; cells: CellsOf<C> } {
  const texts: Partial<Record<C, ReadCell>> = {}
  const all: Partial<Record<C, { at: string; text: string }>> = {}
  for (const [index, column] of columns.entries()) {
    if (!column) continue
    const cell = cells[index]
    all[column] = { at: `${columnName(index)}${number}`, text: (cell?.text ?? '').trim().slice(0, REPEATED) }
    if (cell?.error) say(column, 'CELL_ERROR')
    else if (cell?.formula) say(column, 'CELL_FORMULA')
    else if (cell) texts[column] = cell
  }
  return { texts, cells: all }
}

/** The faults of a row in words, in the order of the template: each by the title of its column, its cell and what it says. */
export function wordedFaults<C extends string>(
  cells: CellsOf<C>,
  faults: readonly FaultAt<C>[],
  titles: Readonly<Record<C, LocalisedText>>,
  lang: Locale,
) {
  const columns = Object.keys(titles) as C[]
  const english = lang === 'en'
  const worded = faults
    .toSorted((a, b) => columns.indexOf(a.path) - columns.indexOf(b.path))
    .map(({ path, code, data }) => ({
      path,
      code,
      message: errorText(code, lang, data),
      cell: cells[path]?.at ?? null,
      text: cells[path]?.text ?? '',
    }))
  const problem = worded
    .map(({ path, message, cell, text }) => {
      const title = titles[path][lang].replace('*', '')
      const said = text && (english ? ` "${text}"` : `「${text}」`)
      return `${title}${cell === null ? '' : ` ${cell}`}${said}${english ? ': ' : '：'}${message}`
    })
    .join(english ? '; ' : '；')
  return { faults: worded, problem }
}
