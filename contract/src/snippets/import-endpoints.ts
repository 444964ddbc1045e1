import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { exportOf, localised, type LocalisedText } from '../core/export.ts'
import { importFile, importNumber, importProblem, importResultOf, importRowOf, importState } from '../core/import.ts'
import { singleLine, uuid } from '../core/scalars.ts'
import { type WordType, wordType } from './schema.ts'

export const WORD_IMPORT_MAX_ROWS = 500
export const WORD_IMPORT_MAX_BYTES = 1024 * 1024

/** Titles of the template, in the order of its columns; a file is read by any of the three. */
export const wordImportColumns = {
  type: localised('類別*', '类别*', 'Type*'),
  code: localised('代碼', '代码', 'Short code'),
  word: localised('片語*', '短语*', 'Phrase*'),
} as const
export type WordImportColumn = keyof typeof wordImportColumns

/** What the types are called in a file; any language is read, and the wire's own word. */
export const wordTypeLabels: Readonly<Record<WordType, LocalisedText>> = {
  s: localised('主觀', '主观', 'Subjective'),
  o: localised('客觀', '客观', 'Objective'),
  a: localised('評估', '评估', 'Assessment'),
  p: localised('計畫', '计划', 'Plan'),
  memop: localised('給病人的建議', '给病人的建议', 'Advice'),
  note: localised('備註', '备注', 'Remark'),
  service: localised('服務', '服务', 'Service'),
  wd: localised('聊天', '聊天', 'Chat'),
  diet: localised('飲食', '饮食', 'Diet'),
}

const wordSaid = z.object({ type: wordType.optional(), code: z.string().optional(), word: z.string().optional() })
export type WordSaid = z.output<typeof wordSaid>
export const wordImportRow = importRowOf(wordSaid)
export type WordImportRow = z.output<typeof wordImportRow>
export const wordImportResult = importResultOf(wordImportRow)
export type WordImportResult = z.output<typeof wordImportResult>

export const importWords = endpoint({
  method: 'POST',
  path: '/his/api/words/imports',
  summary:
    'Reads an Excel file of canned words: a preview that names each bad row; the good ones go in only when told so',
  permission: 'setting.own',
  audit: 'write',
  body: z.object({
    /** One import is one job: the same id never imports twice. */
    importId: uuid,
    fileName: singleLine(200),
    /** Base64; its size is looked at when it is read, and refused as TOO_LARGE. */
    file: z.string().max(WORD_IMPORT_MAX_BYTES * 2),
    commit: z.boolean().default(false),
  }),
  response: wordImportResult,
  sheet: exportOf(
    wordImportRow,
    [
      importNumber,
      importState,
      importProblem,
      { path: 'said.type', title: wordImportColumns.type, words: wordTypeLabels },
      { path: 'said.code', title: wordImportColumns.code },
      { path: 'said.word', title: wordImportColumns.word, width: 60 },
    ],
    importFile,
    'rows',
  ),
  errors: ['EXCEL_ONLY', 'EXCEL_UNREADABLE', 'TOO_LARGE', 'IMPORT_TOO_MANY_ROWS', 'DUPLICATE'],
  tags: ['words'],
})

export const wordImportTemplate = endpoint({
  method: 'GET',
  path: '/his/api/words/imports/template',
  summary: 'An empty Excel file with the columns of an import of canned words',
  permission: 'setting.own',
  audit: 'none',
  response: z.unknown(),
  raw: true,
  file: 'xlsx',
  tags: ['words'],
})
