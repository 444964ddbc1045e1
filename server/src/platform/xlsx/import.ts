import { createHash } from 'node:crypto'
import { toHalfWidth } from '@teleward/contract/core/text.ts'
import { AppError } from '../errors.ts'
import { type ReadRow, readXlsx, UnreadableSheet } from './read.ts'

/**
 * A file that somebody sent, as `understand` reads its rows: before any transaction, since it takes its time.
 * TOO_LARGE, EXCEL_ONLY, EXCEL_UNREADABLE (no sheet, or none whose titles are understood).
 */
export async function readImport<S extends { rows: readonly unknown[] }>(
  file: string,
  most: { bytes: number; rows: number },
  understand: (rows: readonly ReadRow[]) => S | null,
): Promise<{ sheet: S; hash: string }> {
  const bytes = Buffer.from(file, 'base64')
  if (bytes.length > most.bytes) throw new AppError('TOO_LARGE')
  // Every archive begins so; what does not is no Excel file, whatever it is called.
  if (bytes.length < 4 || bytes.readUInt32LE(0) !== 0x04034b50) throw new AppError('EXCEL_ONLY')
  try {
    const sheet = understand(await readXlsx(bytes, { rows: most.rows + 20, columns: 60, text: 500 }))
    if (!sheet) throw new AppError('EXCEL_UNREADABLE')
    if (sheet.rows.length > most.rows) throw new AppError('TOO_LARGE')
    return { sheet, hash: createHash('sha256').update(bytes).digest('hex') }
  } catch (error) {
    if (!(error instanceof UnreadableSheet)) throw error
    throw new AppError(error.reason === 'notASheet' ? 'EXCEL_UNREADABLE' : 'TOO_LARGE', { cause: error })
  }
}

const plain = (text: string) =>
  toHalfWidth(text)
    .replace(/[\s*：:]/g, '')
    .toLowerCase()

type Titles = Readonly<Record<string, Readonly<Record<string, string>>>>
export interface Titled<C extends string> {
  /** What each column of the file is; undefined: nothing that is read. */
  columns: readonly (C | undefined)[]
  unknown: string[]
  /** The rows below the titles. */
  rows: readonly ReadRow[]
}
/** Finds the titles among the first rows, in whichever language and order. Null where none has all that are `needed`. */
export function titled<T extends Titles>(
  rows: readonly ReadRow[],
  titles: T,
  needed: readonly (keyof T & string)[],
): Titled<keyof T & string> | null {
  const byTitle = new Map(
    Object.entries(titles).flatMap(([column, words]) =>
      Object.values(words).map((title) => [plain(title), column as keyof T & string] as const),
    ),
  )
  const columnsOf = (row: ReadRow) => Array.from(row.cells, (cell) => byTitle.get(plain(cell?.text ?? '')))
  const at = rows.slice(0, 10).findIndex((row) => {
    const found = columnsOf(row)
    return needed.every((one) => found.includes(one))
  })
  const head = rows[at]
  if (!head) return null
  const columns = columnsOf(head)
  const unknown = Array.from(head.cells, (cell) => cell?.text.trim() ?? '').filter(
    (title, index) => title !== '' && !columns[index],
  )
  return { columns, unknown: unknown.slice(0, 20), rows: rows.slice(at + 1) }
}
