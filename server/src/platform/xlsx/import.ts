import { createHash } from 'node:crypto'
import { toHalfWidth } from '@teleward/contract/core/text.ts'
import { AppError } from '../errors.ts'
import { openXlsx, type ReadRow, UnreadableSheet } from './read.ts'

/** Among how many of the first rows of a sheet its titles are looked for. */
const HEAD = 30

/** Which sheet of the workbook was read, and which others have such titles too: nothing of those was. */
export interface OfBook {
  sheet: string
  otherSheets: string[]
  /** The numbers of rows that were read and are out of sight in the sheet. */
  hidden: number[]
}
/** What an answer says of how a file was read. */
export const importSummary = ({ unknown, sheet, otherSheets, hidden }: OfBook & { unknown: string[] }) => ({
  unknown,
  sheet,
  otherSheets,
  hidden,
})

/**
 * A file that somebody sent, as `understand` reads its rows: before any transaction, since it takes its time. Of several
 * sheets the first whose titles are understood. TOO_LARGE, IMPORT_TOO_MANY_ROWS (with `max`), EXCEL_ONLY, EXCEL_UNREADABLE
 * (no sheet, or none whose titles are understood).
 */
export async function readImport<S extends { rows: readonly { number: number }[] }>(
  file: string,
  most: {
    bytes: number
    rows: number /** Letters of a cell that are read, one more than these at most; 500 unless told. */
    text?: number
  },
  understand: (rows: readonly ReadRow[]) => S | null,
): Promise<{ sheet: S & OfBook; hash: string }> {
  const bytes = Buffer.from(file, 'base64')
  if (bytes.length > most.bytes) throw new AppError('TOO_LARGE')
  // Every archive begins so; what does not is no Excel file, whatever it is called.
  if (bytes.length < 4 || bytes.readUInt32LE(0) !== 0x04034b50) throw new AppError('EXCEL_ONLY')
  const tooMany = (cause?: unknown) => new AppError('IMPORT_TOO_MANY_ROWS', { data: { max: most.rows }, cause })
  try {
    const titledOnes = []
    for (const one of await openXlsx(bytes, { rows: most.rows + HEAD, columns: 60, text: most.text ?? 500 }))
      if (understand(await one.rows(HEAD))) titledOnes.push(one)
    const [wanted, ...others] = titledOnes
    const rows = (await wanted?.rows()) ?? []
    const sheet = wanted && understand(rows)
    if (!sheet) throw new AppError('EXCEL_UNREADABLE')
    if (sheet.rows.length > most.rows) throw tooMany()
    const hash = createHash('sha256').update(bytes).digest('hex')
    const out = new Set(rows.flatMap((row) => (row.hidden ? [row.number] : [])))
    const hidden = sheet.rows.flatMap(({ number }) => (out.has(number) ? [number] : []))
    return { sheet: { ...sheet, sheet: wanted.name, otherSheets: others.map(({ name }) => name), hidden }, hash }
  } catch (error) {
    if (!(error instanceof UnreadableSheet)) throw error
    if (error.reason === 'tooManyRows') throw tooMany(error)
    throw new AppError(error.reason === 'notASheet' ? 'EXCEL_UNREADABLE' : 'TOO_LARGE', { cause: error })
  }
}

const plain = (text: string) =>
  toHalfWidth(text)
    .replace(/[\s*:._\-/、'’]/g, '')
    .toLowerCase()
/** What stands in brackets behind a title and changes nothing of it: a unit, the form of a day, whether it is needed. */
const ASIDE =
  /[([【〔](?:必填|選填|选填|必須|必须|required|optional|cm|kg|公分|公斤|厘米|千克|西元|公元|民國|民国|roc|ad|年月日|西元年月日|民國年月日|yyyymmdd|[男女mf12=,;]+|\d+[碼码位]?)[)\]】〕]/g
const ERA = /西元|公元|西曆|西历|民國|民国|roc|minguo|gregorian/g

type Titles = Readonly<Record<string, Readonly<Record<string, string>>>>
export interface Titled<C extends string> {
  /** What each column of the file is; undefined: nothing that is read. */
  columns: readonly (C | undefined)[]
  /** The titles as they stand in the file, a column each. */
  said: readonly string[]
  /** Titles that no column has, and the second of two that say the same. */
  unknown: string[]
  /** The rows below the titles. */
  rows: readonly ReadRow[]
}
/**
 * Finds the titles among the first rows, in whichever language and order, by the template's words or by `others` that are
 * usual for the same. Null where no row has all that are `needed`.
 */
export function titled<T extends Titles>(
  rows: readonly ReadRow[],
  titles: T,
  needed: readonly (keyof T & string)[],
  others: { readonly [C in keyof T]?: readonly string[] } = {},
): Titled<keyof T & string> | null {
  type Column = keyof T & string
  const byTitle = new Map<string, Column>()
  for (const [column, words] of Object.entries(titles) as [Column, T[Column]][])
    for (const title of [...Object.values(words), ...(others[column] ?? [])]) byTitle.set(plain(title), column)
  const columnOf = (text: string): Column | undefined => {
    const whole = plain(text)
    const short = whole.replace(ASIDE, '')
    return byTitle.get(whole) ?? byTitle.get(short) ?? byTitle.get(short.replace(ERA, ''))
  }
  const columnsOf = (row: ReadRow) => {
    const taken = new Set<Column>()
    return Array.from(row.cells, (cell) => {
      const column = columnOf(cell?.text ?? '')
      // Of two columns for one thing the first is read, and the other named as one that is not.
      if (column === undefined || taken.has(column)) return undefined
      taken.add(column)
      return column
    })
  }
  const at = rows.slice(0, HEAD).findIndex((row) => {
    const found = columnsOf(row)
    return needed.every((one) => found.includes(one))
  })
  const head = rows[at]
  if (!head) return null
  const columns = columnsOf(head)
  const said = Array.from(head.cells, (cell) => cell?.text.trim() ?? '')
  const unknown = said.filter((title, index) => title !== '' && !columns[index])
  return { columns, said, unknown, rows: rows.slice(at + 1) }
}
