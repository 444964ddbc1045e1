import { cleanText } from '@teleward/contract/core/clean-text.ts'
import type { ErrorCode } from '@teleward/contract/core/errors.gen.ts'
import { toHalfWidth } from '@teleward/contract/core/text.ts'
import {
  type WordImportColumn,
  type WordSaid,
  wordImportColumns,
  wordTypeLabels,
} from '@teleward/contract/snippets/import-endpoints.ts'
import { SHORT_CODE, type WordType, wordTypes } from '@teleward/contract/snippets/schema.ts'
import { type CellsOf, takeCells } from '../platform/xlsx/import-cells.ts'
import { titled } from '../platform/xlsx/import.ts'
import type { ReadRow } from '../platform/xlsx/read.ts'
import { faultOf } from './service.ts'

export interface Fault {
  path: WordImportColumn
  code: ErrorCode
}
export interface Understood {
  number: number
  said: WordSaid
  faults: Fault[]
  cells: CellsOf<WordImportColumn>
}
export interface RowsOfFile {
  rows: Understood[]
  unknown: string[]
}

/** What lists of phrases call the same columns. */
const otherTitles: Readonly<Record<WordImportColumn, readonly string[]>> = {
  type: ['分類', '欄位', '種類', '分类', '栏位', '种类', 'category', 'kind', 'section'],
  code: ['短碼', '簡碼', '快捷碼', '短码', '简码', '快捷码', 'code', 'shortcut', 'abbreviation'],
  word: ['常用語', '內容', '文字', '常用语', '内容', 'text', 'word', 'canned word', 'content'],
}
/** Besides labels and the wire's words, what is usual in a clinic. */
const otherTypes: Readonly<Partial<Record<WordType, readonly string[]>>> = {
  s: ['主訴', '主诉'],
  o: ['理學檢查', '理学检查', 'objective findings'],
  memop: ['memo', '衛教', '卫教', '宣教', 'staff advice'],
  wd: ['word chat', '對話', '对话'],
}
const called = (text: string) => toHalfWidth(text).replace(/\s/g, '').toLowerCase()
const types = new Map<string, WordType>(
  wordTypes.flatMap((type) =>
    [type, ...Object.values(wordTypeLabels[type]), ...(otherTypes[type] ?? [])].map(
      (word) => [called(word), type] as const,
    ),
  ),
)

/** The rows below the titles; null where no row has those a phrase needs. */
export function understand(rows: readonly ReadRow[]): RowsOfFile | null {
  const found = titled(rows, wordImportColumns, ['type', 'word'], otherTitles)
  return found && { rows: found.rows.map((row) => rowOf(row, found.columns)), unknown: found.unknown }
}

function rowOf(row: ReadRow, columns: readonly (WordImportColumn | undefined)[]): Understood {
  const faults: Fault[] = []
  const say = (path: WordImportColumn, code: ErrorCode) => {
    if (!faults.some((fault) => fault.path === path)) faults.push({ path, code })
  }
  const { texts, cells } = takeCells(row, columns, say)
  const text = (column: WordImportColumn) => cleanText(texts[column]?.text ?? '').trim() || undefined

  const kind = text('type')
  const type = kind === undefined ? undefined : types.get(called(kind))
  if (type === undefined) say('type', kind === undefined ? 'FIELD_EMPTY' : 'VALUE_INVALID')
  const code = text('code')
  if (code !== undefined && !SHORT_CODE.test(code)) say('code', 'VALUE_INVALID')
  const word = text('word')
  const fault = faultOf(word ?? '')
  if (fault) say('word', fault)
  return { number: row.number, cells, said: { type, code: code?.slice(0, 60), word: word?.slice(0, 6000) }, faults }
}
