import { NotAnArchive, TooMuchInside, entriesOf } from './unzip.ts'
import { BrokenXml, attribute, tagsOf, unescaped } from './xml.ts'

export interface ReadCell {
  /** As a person sees it; a day as `YYYY-MM-DD`. */
  text: string
  /** Was a number: leading zeros, if there were any, are lost. */
  numeric: boolean
  /** Is computed: what it shows is whatever the writer put there. */
  formula: boolean
}
export interface ReadRow {
  /** As the sheet counts, from 1. */
  number: number
  cells: (ReadCell | undefined)[]
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
const DEFAULTS: Limits = { rows: 10_000, columns: 60, text: 2_000, unpacked: 24 * 1024 * 1024 }
const breath = () => new Promise<void>((resolve) => setImmediate(resolve))

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
    const listed = sheetsOf(workbook, (await part('xl/_rels/workbook.xml.rels')) ?? '').filter((one) =>
      entries.has(one.part),
    )
    // A workbook that says nothing of its sheets has one by the usual name.
    const sheets = listed.length ? listed : [{ name: '', part: USUAL, hidden: false }]
    const book: Book = {
      shared: texts((await part('xl/sharedStrings.xml')) ?? '', within),
      days: dayStyles((await part('xl/styles.xml')) ?? ''),
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
/** By the workbook's own list; where its relations say nothing of a sheet, by the usual name of its place. */
function sheetsOf(workbook: string, relations: string): Listed[] {
  const targets = new Map<string, string>()
  for (const { name, attributes } of tagsOf(relations)) {
    if (name !== 'Relationship') continue
    const target = attribute(attributes, 'Target') ?? ''
    targets.set(attribute(attributes, 'Id') ?? '', target.startsWith('/') ? target.slice(1) : `xl/${target}`)
  }
  return [...tagsOf(workbook)]
    .filter(({ name, closes }) => name === 'sheet' && !closes)
    .map(({ attributes }, at) => ({
      name: attribute(attributes, 'name') ?? '',
      part:
        targets.get(/(?:^|\s)\w+:id\s*=\s*["']([^"']*)["']/.exec(attributes)?.[1] ?? '') ??
        `xl/worksheets/sheet${at + 1}.xml`,
      hidden: /hidden/i.test(attribute(attributes, 'state') ?? ''),
    }))
}

/** The shared texts by their number. A reading aid (furigana) is no part of a name. */
function texts(xml: string, { text: most }: Limits): string[] {
  const found: string[] = []
  let current: string | undefined
  let aid = false
  for (const { name, closes, empty, text } of tagsOf(xml)) {
    if (name === 'rPh') aid = !closes && !empty
    if (name === 'si') {
      if (closes) found.push(current ?? '')
      else if (empty) found.push('')
      current = closes ? undefined : ''
    }
    if (name === 't' && !closes && !empty && !aid && current !== undefined)
      current = (current + unescaped(text)).slice(0, most + 1)
  }
  return found
}

const isDay = (code: string) =>
  /[ymdhs年月日]/i.test(code.replace(/"[^"]*"|\[[^\]]*\]|\\./g, '')) && !/general/i.test(code)

/** Which styles show a number as a day. */
function dayStyles(xml: string): boolean[] {
  const own = new Map<string, boolean>()
  const days: boolean[] = []
  let inside = false
  for (const { name, closes, attributes } of tagsOf(xml)) {
    if (name === 'numFmt' && !closes)
      own.set(attribute(attributes, 'numFmtId') ?? '', isDay(attribute(attributes, 'formatCode') ?? ''))
    if (name === 'cellXfs') inside = !closes
    if (name !== 'xf' || closes || !inside) continue
    const id = attribute(attributes, 'numFmtId') ?? '0'
    const number = Number(id)
    const builtIn = (number >= 14 && number <= 22) || (number >= 27 && number <= 36) || (number >= 50 && number <= 58)
    days.push(own.get(id) ?? builtIn)
  }
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

function dayOf(days: number, since1904: boolean): string | undefined {
  const at = new Date(Math.round((days - 25_569 + (since1904 ? 1462 : 0)) * 86_400_000))
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString().slice(0, 10)
}

interface Draft {
  at: number
  type: string
  style: number
  value: string
  formula: boolean
}

function finished({ type, style, value, formula }: Draft, book: Book): ReadCell | undefined {
  const { shared, days, since1904, within } = book
  const cell = (text: string, numeric = false) => ({ text: text.slice(0, within.text + 1), numeric, formula })
  if (type === 's') return cell(shared[Number(value)] ?? '')
  if (type === 'inlineStr' || type === 'str' || type === 'b' || type === 'e') return cell(unescaped(value))
  if (type === 'd') return cell(value.slice(0, 10))
  if (value === '') return formula ? cell('') : undefined
  const number = Number(value)
  if (!Number.isFinite(number)) return cell(value)
  const day = days[style] ? dayOf(number, since1904) : undefined
  // A number of eleven digits may be written as a power of ten.
  return day === undefined ? cell(String(number), true) : cell(day)
}

async function rowsOf(xml: string, book: Book, head = Number.POSITIVE_INFINITY): Promise<ReadRow[]> {
  const { within } = book
  const rows: ReadRow[] = []
  let row: ReadRow | undefined
  let draft: Draft | undefined
  let seen = 0
  for (const { name, closes, empty, attributes, text } of tagsOf(xml)) {
    if (name === 'row' && !closes) {
      const number = Number(attribute(attributes, 'r') ?? (rows.at(-1)?.number ?? 0) + 1)
      row = { number, cells: [] }
    } else if (name === 'row' && row) {
      if (row.cells.some((cell) => cell !== undefined && (cell.text.trim() !== '' || cell.formula))) rows.push(row)
      if (rows.length >= head) return rows
      if (rows.length > within.rows) throw new UnreadableSheet('tooManyRows')
      row = undefined
      seen += 1
      if (seen % 500 === 0) await breath()
    } else if (name === 'c' && !closes && row) {
      const reference = attribute(attributes, 'r')
      draft = {
        at: reference === undefined ? row.cells.length : columnOf(reference),
        type: attribute(attributes, 't') ?? 'n',
        style: Number(attribute(attributes, 's') ?? 0),
        value: '',
        formula: false,
      }
      if (empty) draft = undefined
    } else if (name === 'c' && draft && row) {
      if (draft.at >= 0 && draft.at < within.columns) row.cells[draft.at] = finished(draft, book)
      draft = undefined
    } else if (draft && !closes) {
      if (name === 'f') draft.formula = true
      else if (name === 'v' || name === 't') draft.value += text
    }
  }
  return rows
}
