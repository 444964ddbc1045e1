import type { EndpointShape } from '@teleward/contract/core/endpoint.ts'
import type { Locale } from '@teleward/contract/core/scalars.ts'
import {
  fileOfSheet,
  SHEET_MAX_ROWS,
  type ExportDefinition,
  type ExportColumn,
  type ExportFilter,
  type LocalisedText,
  XLSX_TYPE,
} from '@teleward/contract/core/export.ts'
import { localTime } from '@teleward/contract/core/zone.ts'
import { sql } from '../db/index.ts'
import { AppError } from '../errors.ts'
import { type Cell, writeXlsx } from '../xlsx/write.ts'
import type { Ctx } from './context.ts'
import { askedBy, patientsOf } from './list-target.ts'
import { RawReply } from './raw.ts'

type Row = Record<string, unknown>
interface Input {
  params: unknown
  query: unknown
  body: unknown
}

const words = {
  on: { 'zh-TW': '是', 'zh-CN': '是', en: 'Yes' },
  off: { 'zh-TW': '否', 'zh-CN': '否', en: 'No' },
  filters: { 'zh-TW': '篩選條件', 'zh-CN': '筛选条件', en: 'Filters' },
  none: { 'zh-TW': '無', 'zh-CN': '无', en: 'None' },
  total: { 'zh-TW': '符合筆數', 'zh-CN': '符合笔数', en: 'Rows found' },
  held: { 'zh-TW': '本檔筆數', 'zh-CN': '本文件笔数', en: 'Rows in this file' },
  at: { 'zh-TW': '匯出時間', 'zh-CN': '导出时间', en: 'Exported at' },
  by: { 'zh-TW': '匯出人', 'zh-CN': '导出人', en: 'Exported by' },
} satisfies Record<string, LocalisedText>

/** The sheet of a definition, where the caller wants the list as a file. */
export function asked(definition: EndpointShape, query: unknown): ExportDefinition | undefined {
  const format: unknown = isRow(query) ? query.format : undefined
  if (format === undefined || !definition.sheet) return undefined
  if (format !== 'xlsx') throw new AppError('BAD_INPUT', { fields: [{ path: 'format', code: 'VALUE_INVALID' }] })
  return definition.sheet
}

/** The same request for the first page of a list as long as a file may be: one statement, so that no row moves meanwhile. */
export function whole(input: Input): Input {
  const all = (part: unknown) =>
    isRow(part) && 'pageSize' in part ? { ...part, page: 1, pageSize: SHEET_MAX_ROWS } : part
  return { ...input, query: all(input.query), body: all(input.body) }
}

export interface SheetFile {
  bytes: Uint8Array
  rows: number
  total: number
  filters: [string, unknown][]
}
/** The file; the audit says how many rows left the house, of whom, and by which filters, numbers of persons masked. */
export async function sheetFile(
  sheet: ExportDefinition,
  ctx: Ctx,
  input: Input,
  answer: unknown,
  now: Date,
): Promise<SheetFile> {
  const found = rowsOf(sheet, answer)
  const rows = found.rows.slice(0, SHEET_MAX_ROWS)
  const total = found.total ?? found.rows.length
  const filters = inForce(sheet, input)
  const zone = ctx.who?.kind === 'staff' ? ctx.who.timeZone : 'Asia/Taipei'
  const { lang } = ctx
  const columns = sheet.columns.filter(
    ({ needs }) => !needs || (ctx.who?.kind === 'staff' && ctx.who.rights[needs] === 'y'),
  )
  const bytes = await writeXlsx([
    {
      name: 'sheet1',
      titles: true,
      widths: columns.map(({ width = 16 }) => width),
      rows: table(columns, rows, lang, zone),
    },
    {
      name: words.filters[lang],
      widths: [22, 40],
      rows: [
        ...(sheet.beside ?? []).map((one) => [one.title[lang], cellOf(one, formOf(found.of, one, lang), lang, zone)]),
        [words.at[lang], onTheWall(now, zone)],
        ...(ctx.who?.kind === 'staff' ? [[words.by[lang], ctx.who.name]] : []),
        [words.total[lang], total],
        [words.held[lang], rows.length],
        [words.filters[lang], filters.length ? null : words.none[lang]],
        ...(await Promise.all(filters.map((filter) => spelled(sheet, ctx, filter)))),
      ],
    },
  ])
  const patients = patientsOf(rows)
  ctx.target({
    kind: 'export',
    id: 'xlsx',
    pid: total === 1 && patients.length === 1 ? patients[0] : null,
    detail: {
      format: 'xlsx',
      rows: rows.length,
      total,
      filters: filters.map(([name]) => name),
      criteria: askedBy(input),
      ...(patients.length ? { pids: patients } : {}),
    },
  })
  return { bytes, rows: rows.length, total, filters }
}

export async function exported(
  sheet: ExportDefinition,
  ctx: Ctx,
  input: Input,
  answer: unknown,
  now: Date,
): Promise<RawReply> {
  const { bytes } = await sheetFile(sheet, ctx, input, answer, now)
  return new RawReply(bytes, {
    'content-type': XLSX_TYPE,
    'content-disposition': `attachment; filename="list.xlsx"; filename*=UTF-8''${encodeURIComponent(fileOfSheet(sheet, ctx.lang))}`,
    'cache-control': 'no-store',
  })
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null
}

function rowsOf(sheet: ExportDefinition, answer: unknown): { rows: Row[]; total: number | undefined; of: Row } {
  const { data, total } = answer as { data: unknown; total?: number }
  const held = sheet.rows === undefined ? data : at(data, sheet.rows)
  if (!Array.isArray(held)) throw new Error('A sheet was declared for an answer that holds no rows')
  return { rows: held.filter(isRow), total, of: isRow(data) ? data : {} }
}

function inForce(sheet: ExportDefinition, { query, body }: Input): [string, unknown][] {
  const given = { ...(isRow(query) ? query : {}), ...(isRow(body) ? body : {}) }
  return Object.keys(sheet.filters).flatMap((name) => {
    const value = given[name]
    const empty = value === undefined || value === null || value === '' || (Array.isArray(value) && !value.length)
    return empty ? [] : [[name, value] as [string, unknown]]
  })
}

const filterOf = (given: LocalisedText | ExportFilter | undefined): ExportFilter | undefined =>
  given && ('title' in given ? given : { title: given })

/** A filter in the words of the screen: colleagues of the caller's units, and units, by their names. */
async function spelled(sheet: ExportDefinition, ctx: Ctx, [name, value]: [string, unknown]): Promise<Cell[]> {
  const { title, words: own, of } = filterOf(sheet.filters[name]) ?? {}
  const named = own ?? sheet.columns.find(({ path }) => path === name)?.words
  const found = of && Number.isInteger(value) ? await nameOf(ctx, of, Number(value)) : undefined
  return [title?.[ctx.lang] ?? name, found ?? said(value, ctx.lang, named)]
}

async function nameOf(ctx: Ctx, of: 'staff' | 'unit', id: number): Promise<string | undefined> {
  if (ctx.who?.kind !== 'staff') return undefined
  const { partnerId, unitIds } = ctx.who
  const [row] = await ctx.read(
    of === 'unit'
      ? sql<{ name: string; en: string | null }>`
          select u.name, u.name_en as en from unit u where u.id = ${id} and u.partner_id = ${partnerId}`
      : sql<{ name: string; en: string | null }>`
          select s.name, s.name_en as en from staff s join staff_partner sp on sp.mid = s.mid and sp.partner_id = ${partnerId}
          where s.mid = ${id} and exists (select 1 from staff_unit su
            where su.mid = s.mid and su.partner_id = sp.partner_id and su.unit_id = any (${[...unitIds]}::int[]))`,
  )
  return row && ((ctx.lang === 'en' && row.en) || row.name)
}

const said = (value: unknown, lang: Locale, named?: ExportColumn['words']): Cell => {
  if (typeof value === 'boolean') return words[value ? 'on' : 'off'][lang]
  if (Array.isArray(value)) return value.map((one) => said(one, lang, named)).join(', ')
  const word = named?.[String(value)]
  if (word) return word[lang]
  return typeof value === 'number' ? value : isRow(value) ? JSON.stringify(value) : String(value)
}

function at(value: unknown, path: string): unknown {
  let found = value
  for (const key of path.split('.')) found = Array.isArray(found) ? found.map((one) => at(one, key)) : step(found, key)
  return found
}
const step = (value: unknown, key: string): unknown => (isRow(value) ? value[key] : undefined)

/** In an English file the English form, one by one where there are several. */
function formOf(row: Row, { path, en }: ExportColumn, lang: Locale): unknown {
  const plain = at(row, path)
  if (lang !== 'en' || en === undefined) return plain
  const english = at(row, en)
  return Array.isArray(plain) && Array.isArray(english)
    ? plain.map((one, index) => english[index] ?? one)
    : (english ?? plain)
}

function* table(columns: readonly ExportColumn[], rows: readonly Row[], lang: Locale, zone: string): Generator<Cell[]> {
  yield columns.map(({ title }) => title[lang])
  for (const row of rows)
    yield columns.map((column) => {
      const value = formOf(row, column, lang)
      return cellOf(column, column.pick ? column.pick(value, row) : value, lang, zone)
    })
}

function cellOf({ kind = 'text', words: named }: ExportColumn, value: unknown, lang: Locale, zone: string): Cell {
  if (value === undefined || value === null) return null
  const word = (one: unknown) => named?.[String(one)]?.[lang] ?? String(one)
  if (Array.isArray(value)) return value.map(word).join(', ')
  if (kind === 'yesNo') return words[value ? 'on' : 'off'][lang]
  if (kind === 'number') return typeof value === 'number' ? value : Number(value)
  if (kind === 'money') return Number(value) / 100
  if (kind === 'date') return { day: String(value) }
  if (kind === 'instant') return onTheWall(new Date(String(value)), zone)
  return word(value)
}

/** A sheet knows no zones: the moment as the institution's clock shows it, to the minute. */
function onTheWall(moment: Date, zone: string): Date {
  const { year, month, day, hour, minute } = localTime(moment, zone)
  return new Date(Date.UTC(year, month - 1, day, hour, minute))
}
