import { Zip, ZipDeflate, strToU8 } from 'fflate'
import { serialOf } from './serial.ts'

/** A day of the calendar, as `YYYY-MM-DD`: shown without a time. */
export interface Day {
  day: string
}
/** A `Date` is a moment, shown with its time, as it stands in UTC. */
export type Cell = string | number | Date | Day | null
export interface SheetPart {
  name: string
  /** In characters, a column each. */
  widths?: readonly number[]
  /** Whether the first row is one of titles: bold, and stays in sight. */
  titles?: boolean
  /** Cells that are still empty take what is typed as text. */
  textColumns?: boolean
  rows: Iterable<readonly Cell[]>
}

const ROWS_AT_ONCE = 400
const MAX_CELL = 32_767
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'

// XML knows no control characters, nor half a pair of surrogates.
const UNSAYABLE = /(?![\t\n\r])\p{Cc}|[\ufffe\uffff]|\p{Cs}/gu
const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** What a text has by chance of the way sheets write control characters, as text. */
const LOOKS_PACKED = /_(?=x[0-9a-fA-F]{4}_)/g
const escaped = (text: string) =>
  text
    .replace(UNSAYABLE, '')
    .replace(LOOKS_PACKED, '_x005F_')
    .replace(/[&<>"]/g, (char) => ESCAPES[char] ?? char)

/** 0 → A, 25 → Z, 26 → AA. */
export function columnName(index: number): string {
  const rest = String.fromCharCode(65 + (index % 26))
  return index < 26 ? rest : columnName(Math.floor(index / 26) - 1) + rest
}

/** Styles by their place in `STYLES`: 0 text, 1 titles, 2 a number, 3 a day, 4 a moment, 5 text that looks like a formula. */
const STYLES =
  `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts>` +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="6">' +
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>' +
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" quotePrefix="1"/>' +
  '</cellXfs></styleSheet>'
const TITLES = 1
const FORMULA = /^[=+\-@\t\r]/

function cell(value: Cell, at: string, titles: boolean): string {
  if (value === null || value === '') return ''
  if (typeof value === 'number') return Number.isFinite(value) ? `<c r="${at}" s="2"><v>${value}</v></c>` : ''
  if (typeof value !== 'string') {
    const moment = value instanceof Date
    const days = serialOf(moment ? value : new Date(`${value.day}T00:00:00Z`))
    if (days !== null) return `<c r="${at}" s="${moment ? 4 : 3}"><v>${days}</v></c>`
    // What Excel's calendar does not have stands as text.
    return cell(moment ? value.toISOString().slice(0, 16).replace('T', ' ') : value.day, at, titles)
  }
  // Inline text is never computed; a cell that would be one when typed anew carries the mark of text as well.
  const style = titles ? TITLES : FORMULA.test(value) ? 5 : 0
  return `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(value.slice(0, MAX_CELL))}</t></is></c>`
}

function row(cells: readonly Cell[], number: number, titles: boolean): string {
  return `<row r="${number}">${cells.map((value, at) => cell(value, `${columnName(at)}${number}`, titles)).join('')}</row>`
}

const opening = ({ widths = [], titles = false, textColumns = false }: SheetPart) =>
  `${HEAD}<worksheet xmlns="${MAIN}">` +
  `<sheetViews><sheetView workbookViewId="0">${titles ? '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' : ''}</sheetView></sheetViews>` +
  (widths.length
    ? `<cols>${widths.map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"${textColumns ? ' style="0"' : ''}/>`).join('')}</cols>`
    : '') +
  '<sheetData>'

/** What stands around the sheets: which they are, their types and names. */
function frame(sheets: readonly SheetPart[]): [string, string][] {
  const each = (make: (at: number, name: string) => string) => sheets.map(({ name }, at) => make(at + 1, name)).join('')
  return [
    [
      '[Content_Types].xml',
      `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/>${each((at) => `<Override PartName="/xl/worksheets/sheet${at}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`)}</Types>`,
    ],
    [
      '_rels/.rels',
      `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${each((at, name) => `<sheet name="${escaped(name.slice(0, 31))}" sheetId="${at}" r:id="rId${at}"/>`)}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${each((at) => `<Relationship Id="rId${at}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${at}.xml"/>`)}<Relationship Id="rId${sheets.length + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    ],
    ['xl/styles.xml', STYLES],
  ]
}

const breath = () => new Promise<void>((resolve) => setImmediate(resolve))

/**
 * A workbook of plain sheets. Rows are written some hundred at a time, so that a long list does not hold up the calls
 * of others. A name of a sheet is cut at 31 characters.
 */
export async function writeXlsx(sheets: readonly SheetPart[]): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let failed: Error | null = null
  const zip = new Zip((error, chunk) => {
    failed ??= error
    if (chunk) chunks.push(chunk)
  })
  const file = (name: string) => {
    const entry = new ZipDeflate(name, { level: 4 })
    zip.add(entry)
    return entry
  }
  for (const [name, text] of frame(sheets)) file(name).push(strToU8(text), true)
  for (const [at, sheet] of sheets.entries()) {
    const entry = file(`xl/worksheets/sheet${at + 1}.xml`)
    let text = opening(sheet)
    let number = 0
    for (const cells of sheet.rows) {
      number += 1
      text += row(cells, number, sheet.titles === true && number === 1)
      if (number % ROWS_AT_ONCE === 0) {
        entry.push(strToU8(text))
        text = ''
        await breath()
      }
    }
    entry.push(strToU8(`${text}</sheetData></worksheet>`), true)
  }
  zip.end()
  if (failed) throw failed
  return Buffer.concat(chunks)
}
