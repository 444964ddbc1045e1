import { toHalfWidth } from '@teleward/contract/core/text.ts'
import { NotAnArchive, TooMuchInside, entriesOf } from './unzip.ts'
import { dayOfSerial } from './serial.ts'
import { BrokenXml, attribute, eachTag, type Tag, unescaped } from './xml.ts'

export interface ReadCell {
  /** As a person sees it; a day as `YYYY-MM-DD`. */
  text: string
  /** Was a number: leading zeros, if there were any, are lost. */
  numeric: boolean
  /** Is computed: what it shows is whatever the writer put there. */
  formula: boolean
  /** Shows an error of Excel's or LibreOffice's, as one or pasted as text. */
  error?: true
}
export interface ReadRow {
  /** As the sheet counts, from 1. */
  number: number
  cells: (ReadCell | undefined)[]
  /** Out of sight in the sheet: hidden by hand or filtered out, which a file does not tell apart. */
  hidden?: true
}
export interface Limits {
  rows: number
  columns: number
  /** Characters of one cell. */
  text: number
  /** Bytes of one part of the workbook, unpacked. */
  unpacked: number
}
export type Refusal = 'notASheet' | 'tooLarge' | 'tooManyRows'

/** A file that is not read any further, and why. */
export class UnreadableSheet extends Error {
  readonly reason: Refusal
  constructor(reason: Refusal, cause?: unknown) {
    super(reason, { cause })
    this.reason = reason
  }
}

const MOST_ENTRIES = 200
const LAST_ROW = 1_048_576
/**
 * What one part may open, filled or empty, closed or not: a workbook of some kilobytes unpacks to millions of tags. A sheet
 * whose columns are formatted far below its last row stays within; styles are what Excel itself can have.
 */
export const OPENED = { tags: 2_000_000, rows: 100_000, cells: 500_000, texts: 500_000, styles: 65_490 } as const
/** What Excel lets a format of numbers have. */
const FORMAT_MAX = 255
const DEFAULTS: Limits = { rows: 10_000, columns: 60, text: 2_000, unpacked: 24 * 1024 * 1024 }

export interface BookSheet {
  name: string
  /** Its rows; with `head` no more than so many of the first ones, however long the sheet is. */
  rows: (head?: number) => Promise<ReadRow[]>
}

/**
 * The sheets of a workbook in its order, those in sight first. Formulas are told as such, never computed; nothing outside
 * the file is looked at. All that is unpacked together stays below three times what one part may be.
 */
export async function openXlsx(bytes: Buffer, limits: Partial<Limits> = {}): Promise<BookSheet[]> {
  const within = { ...DEFAULTS, ...limits }
  return refusing(async () => {
    const entries = entriesOf(bytes, MOST_ENTRIES)
    let left = within.unpacked * 3
    const part = async (name: string) => {
      const unpacked = await entries.get(name)?.read(Math.min(left, within.unpacked))
      left -= unpacked?.length ?? 0
      return unpacked?.toString('utf8')
    }
    const workbook = await part('xl/workbook.xml')
    if (workbook === undefined) throw new UnreadableSheet('notASheet')
    const named = await sheetsOf(workbook, (await part('xl/_rels/workbook.xml.rels')) ?? '')
    const listed = named.filter((one) => entries.has(one.part))
    // A workbook that says nothing of its sheets has one by the usual name.
    const sheets = listed.length ? listed : [{ name: '', part: USUAL, hidden: false }]
    const book: Book = {
      shared: await texts((await part('xl/sharedStrings.xml')) ?? '', within),
      days: await dayStyles((await part('xl/styles.xml')) ?? ''),
      since1904: /date1904\s*=\s*["'](?:1|true)["']/.test(workbook),
      within,
    }
    return sheets
      .toSorted((a, b) => Number(a.hidden) - Number(b.hidden))
      .map((sheet) => {
        // Looked at for its titles first, then read: unpacked once.
        let xml: Promise<string | undefined> | undefined
        return {
          name: sheet.name,
          rows: (head) =>
            refusing(async () => {
              xml ??= part(sheet.part)
              const text = await xml
              if (text === undefined) throw new UnreadableSheet('notASheet')
              return rowsOf(text, book, head)
            }),
        }
      })
  })
}

/** The rows of the first sheet. */
export async function readXlsx(bytes: Buffer, limits: Partial<Limits> = {}): Promise<ReadRow[]> {
  const [first] = await openXlsx(bytes, limits)
  if (!first) throw new UnreadableSheet('notASheet')
  return first.rows()
}

async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof TooMuchInside) throw new UnreadableSheet('tooLarge', error)
    if (error instanceof NotAnArchive || error instanceof BrokenXml) throw new UnreadableSheet('notASheet', error)
    throw error
  }
}

const USUAL = 'xl/worksheets/sheet1.xml'
interface Listed {
  name: string
  part: string
  hidden: boolean
}
/** Shows the tags of a part to `visit`, as far as one part may go. */
const eachOf = (xml: string, visit: (tag: Tag) => 'enough' | undefined) =>
  eachTag(xml, { most: OPENED.tags, tooMany: () => new UnreadableSheet('tooLarge') }, visit)
/** Counts what is opened; more than `most` of it is refused. */
function opening(most: number, reason: Refusal = 'tooLarge') {
  let opened = 0
  return () => {
    opened += 1
    if (opened > most) throw new UnreadableSheet(reason)
  }
}
/** Of texts XML knows no control characters: they are written as `_x000B_`, and an underscore that would begin one as `_x005F_`. */
const unpacked = (text: string) =>
  text.includes('_x')
    ? text
        .replace(/_x([0-9a-fA-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
        // Nothing can be kept of what no text may hold.
        .replace(/[\0\ufffe\uffff]|\p{Cs}/gu, '')
    : text
/** The longest way to write a letter of a text has ten: no more than could matter is unescaped. */
const letters = (text: string, most: number) => unpacked(unescaped(text.slice(0, (most + 1) * 10))).slice(0, most + 1)

/** By the workbook's own list; where its relations say nothing of a sheet, by the usual name of its place. */
async function sheetsOf(workbook: string, relations: string): Promise<Listed[]> {
  const targets = new Map<string, string>()
  const related = opening(MOST_ENTRIES)
  await eachOf(relations, ({ name, closes, attributes }) => {
    if (name !== 'Relationship' || closes) return
    related()
    const target = attribute(attributes, 'Target') ?? ''
    targets.set(attribute(attributes, 'Id') ?? '', target.startsWith('/') ? target.slice(1) : `xl/${target}`)
  })
  const listed: Listed[] = []
  const another = opening(MOST_ENTRIES)
  await eachOf(workbook, ({ name, closes, attributes }) => {
    if (name !== 'sheet' || closes) return
    another()
    listed.push({
      name: attribute(attributes, 'name') ?? '',
      part:
        targets.get(/(?:^|\s)\w+:id\s*=\s*["']([^"']*)["']/.exec(attributes)?.[1] ?? '') ??
        `xl/worksheets/sheet${listed.length + 1}.xml`,
      hidden: /hidden/i.test(attribute(attributes, 'state') ?? ''),
    })
  })
  return listed
}

/** The shared texts by their number. A reading aid (furigana) is no part of a name. */
async function texts(xml: string, { text: most }: Limits): Promise<string[]> {
  const found: string[] = []
  const another = opening(OPENED.texts)
  let current: string | undefined
  let aid = false
  await eachOf(xml, ({ name, closes, empty, text }) => {
    if (name === 'rPh') aid = !closes && !empty
    if (name === 'si') {
      if (!closes) another()
      if (closes) found.push(current ?? '')
      else if (empty) found.push('')
      current = closes ? undefined : ''
    }
    if (name === 't' && !closes && !empty && !aid && current !== undefined)
      current = (current + letters(text, most)).slice(0, most + 1)
  })
  return found
}

const isDay = (code: string) =>
  /[ymdhs年月日]/i.test(code.replace(/"[^"]*"|\[[^\]]*\]|\\./g, '')) && !/general/i.test(code)

/** Which styles show a number as a day. */
async function dayStyles(xml: string): Promise<boolean[]> {
  const own = new Map<string, boolean>()
  const days: boolean[] = []
  const another = opening(OPENED.styles * 2)
  let inside = false
  await eachOf(xml, ({ name, closes, attributes }) => {
    if (name === 'cellXfs') inside = !closes
    if ((name !== 'numFmt' && name !== 'xf') || closes) return
    another()
    const id = attribute(attributes, 'numFmtId') ?? '0'
    if (name === 'numFmt') own.set(id, isDay((attribute(attributes, 'formatCode') ?? '').slice(0, FORMAT_MAX)))
    else if (inside) {
      const number = Number(id)
      const builtIn = (number >= 14 && number <= 22) || (number >= 27 && number <= 36) || (number >= 50 && number <= 58)
      days.push(own.get(id) ?? builtIn)
    }
  })
  return days
}

interface Book {
  shared: string[]
  days: boolean[]
  since1904: boolean
  within: Limits
}

function columnOf(reference: string): number {
  let column = 0
  for (const char of /^[A-Z]{1,3}/.exec(reference)?.[0] ?? '') column = column * 26 + char.charCodeAt(0) - 64
  return column - 1
}

interface Draft {
  at: number
  type: string
  style: number
  value: string
  formula: boolean
}

/** What spreadsheets write where a value could not be computed, in any width; LibreOffice has numbers besides. */
const ERROR =
  /^(?:#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NULL!|NUM!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|BUSY!|UNKNOWN!|EXTERNAL!|PYTHON!|ERROR!|GETTING_DATA)|Err:\d{3})$/i
const isError = (text: string) => /^\s*(?:[#＃]|err|ｅｒｒ)/i.test(text) && ERROR.test(toHalfWidth(text).trim())

function finished({ type, style, value, formula }: Draft, book: Book): ReadCell | undefined {
  const { shared, days, since1904, within } = book
  const cell = (text: string, numeric = false) => ({
    text: text.slice(0, within.text + 1),
    numeric,
    formula,
    ...(type === 'e' || (!numeric && isError(text)) ? { error: true as const } : {}),
  })
  if (type === 's') return cell(shared[Number(value)] ?? '')
  if (type === 'inlineStr' || type === 'str' || type === 'b' || type === 'e') return cell(letters(value, within.text))
  if (type === 'd') return cell(value.slice(0, 10))
  if (value === '') return formula ? cell('') : undefined
  const number = Number(value)
  if (!Number.isFinite(number)) return cell(value)
  const day = days[style] ? dayOfSerial(number, since1904) : undefined
  // A number of eleven digits may be written as a power of ten.
  return day === undefined ? cell(String(number), true) : cell(day)
}

const outOfSight = (attributes: string) => /^(?:1|true)$/.test(attribute(attributes, 'hidden') ?? '')

async function rowsOf(xml: string, book: Book, head = Number.POSITIVE_INFINITY): Promise<ReadRow[]> {
  const { within } = book
  const rows: ReadRow[] = []
  const anotherRow = opening(OPENED.rows, 'tooManyRows')
  const anotherCell = opening(OPENED.cells)
  const most = (within.text + 1) * 10
  let row: ReadRow | undefined
  let draft: Draft | undefined
  let last = 0
  await eachOf(xml, ({ name, closes, empty, attributes, text }) => {
    if (name === 'row' && !closes) {
      anotherRow()
      const said = Number(attribute(attributes, 'r'))
      last = Number.isInteger(said) && said > 0 && said <= LAST_ROW ? said : last + 1
      row = empty
        ? undefined
        : { number: last, cells: [], ...(outOfSight(attributes) ? { hidden: true as const } : {}) }
    } else if (name === 'row' && row) {
      if (row.cells.some((cell) => cell !== undefined && (cell.text.trim() !== '' || cell.formula || cell.error)))
        rows.push(row)
      if (rows.length >= head) return 'enough'
      if (rows.length > within.rows) throw new UnreadableSheet('tooManyRows')
      row = undefined
    } else if (name === 'c' && !closes) {
      anotherCell()
      draft = row && !empty ? draftOf(attributes, row) : undefined
    } else if (name === 'c' && draft && row) {
      if (draft.at >= 0 && draft.at < within.columns) row.cells[draft.at] = finished(draft, book)
      draft = undefined
    } else if (draft && !closes) {
      if (name === 'f') draft.formula = true
      else if ((name === 'v' || name === 't') && draft.value.length < most) draft.value += text.slice(0, most)
    }
    return
  })
  return rows
}

function draftOf(attributes: string, row: ReadRow): Draft {
  const reference = attribute(attributes, 'r')
  return {
    at: reference === undefined ? row.cells.length : columnOf(reference),
    type: attribute(attributes, 't') ?? 'n',
    style: Number(attribute(attributes, 's') ?? 0),
    value: '',
    formula: false,
  }
}
