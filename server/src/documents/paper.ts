import { codeShown } from '@teleward/contract/documents/schema.ts'
import type { Locale } from '@teleward/contract/core/scalars.ts'
import PDFDocument from 'pdfkit'
import { type Face, fonts, type Printable, toPrintable } from './glyphs.ts'
import { type PaperTexts, paperTexts } from './texts.ts'

export interface Frame {
  lang: Locale
  institution: string
  unit: string
  phone: string | null
  title: string
  /** Who the paper is about, on every page. */
  patient: string
  /** Across every page: that it is no finished document. */
  watermark: string | null
  /** null: a paper that nobody else has to check. */
  code: string | null
  /** Where the code is looked up. */
  checkAt: string
  /** When and by whom it was made. */
  made: string
}
export interface Made {
  bytes: Buffer
  pages: number
}

type Weight = 'regular' | 'bold'
const MARGIN = 50
const FOOT = 64
const BODY = 10.5
const LINE_GAP = 2.5

/** One document: its pages are of one head and one foot, and a block stays on one page where it can. */
export class Paper {
  readonly texts: PaperTexts
  readonly #doc: PDFKit.PDFDocument
  readonly #frame: Frame
  readonly #chunks: Buffer[] = []
  readonly #ended: Promise<void>
  #top = MARGIN
  #missing = 0

  constructor(frame: Frame) {
    this.#frame = frame
    this.texts = paperTexts[frame.lang]
    const { institution, unit, patient, made } = frame
    for (const text of [institution, unit, patient, made]) this.#said(text)
    this.#doc = new PDFDocument({
      size: 'A4',
      bufferPages: true,
      autoFirstPage: false,
      margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: FOOT + 12 },
      lang: frame.lang,
      displayTitle: true,
      // Not of whom: a file's properties are read where its pages are not.
      info: {
        Title: frame.code === null ? frame.title : `${frame.title} ${codeShown(frame.code)}`,
        Author: frame.institution,
        Creator: 'Teleward',
      },
    })
    this.#doc.on('data', (chunk: Buffer) => this.#chunks.push(chunk))
    this.#ended = new Promise((done) => this.#doc.on('end', done))
    // In the middle of a text as well, which goes on as it began.
    this.#doc.on('pageAdded', () => {
      const before = this.#current
      this.#head()
      if (before) this.#font(...before)
    })
    this.#doc.addPage()
  }

  get #width(): number {
    return this.#doc.page.width - 2 * MARGIN
  }
  /** Its text as it can be shown; what cannot is counted once, wherever it is repeated. */
  #said(text: string): Printable {
    const shown = toPrintable(text)
    this.#missing += shown.missing
    return shown
  }
  readonly #faces = new Set<string>()
  #current: [face: Face, weight: Weight, size: number] | undefined
  #font(face: Face, weight: Weight, size: number): PDFKit.PDFDocument {
    this.#current = [face, weight, size]
    const name = `${face}-${weight}`
    if (!this.#faces.has(name)) {
      this.#doc.registerFont(name, fonts[face][weight]())
      this.#faces.add(name)
    }
    return this.#doc.font(name).fontSize(size)
  }
  /** One text, in the font that can show it. */
  #put(
    { text, face }: Printable,
    weight: Weight,
    size: number,
    at: { x?: number; y?: number },
    options: PDFKit.Mixins.TextOptions = {},
  ): void {
    this.#font(face, weight, size).text(text, at.x ?? MARGIN, at.y ?? this.#doc.y, { width: this.#width, ...options })
  }
  #heightOf({ text, face }: Printable, weight: Weight, width: number): number {
    return this.#font(face, weight, BODY).heightOfString(text, { width, lineGap: LINE_GAP })
  }

  #head(): void {
    const { institution, unit, phone, title, patient, watermark } = this.#frame
    const doc = this.#doc
    if (watermark) this.#mark(watermark)
    doc.fillColor('#000')
    this.#put(toPrintable(institution), 'bold', 15, { y: MARGIN - 14 })
    doc.fillColor('#444')
    this.#put(toPrintable([unit, phone].filter(Boolean).join('　')), 'regular', 9, {})
    doc.fillColor('#000')
    this.#put(toPrintable(title), 'bold', 13, { y: doc.y + 6 }, { align: 'center' })
    this.#put(toPrintable(patient), 'bold', 10, { y: doc.y + 4 })
    const line = doc.y + 4
    doc
      .moveTo(MARGIN, line)
      .lineTo(MARGIN + this.#width, line)
      .lineWidth(0.8)
      .strokeColor('#000')
      .stroke()
    this.#top = line + 8
    doc.x = MARGIN
    doc.y = this.#top
    doc.fillColor('#000')
  }
  #mark(text: string): void {
    const doc = this.#doc
    const { width, height } = doc.page
    doc
      .save()
      .rotate(-45, { origin: [width / 2, height / 2] })
      .fillColor('#c00')
      .fillOpacity(0.12)
    this.#put(toPrintable(text), 'bold', 64, { x: 0, y: height / 2 - 40 }, { width, align: 'center' })
    doc.restore().fillOpacity(1)
  }

  /** What is put onto one page together, where a page is long enough for it. */
  #keep(height: number): void {
    const { page } = this.#doc
    const end = page.height - page.margins.bottom
    if (this.#doc.y + height > end && this.#doc.y > this.#top && height <= end - this.#top) this.#doc.addPage()
  }

  heading(text: string): void {
    const doc = this.#doc
    // A heading is followed by a line at least.
    this.#keep(44)
    this.#put(this.#said(text), 'bold', 11, { y: doc.y + 6 })
    doc.y += 2
  }
  /** Running text: it may go on upon the next page. */
  text(text: string, style: { bold?: boolean; struck?: boolean } = {}): void {
    const options = { lineGap: LINE_GAP, strike: style.struck === true }
    this.#put(this.#said(text), style.bold ? 'bold' : 'regular', BODY, {}, options)
    this.#doc.y += 3
  }
  /** Never parted by a page's end: a drug with its dose. */
  block(lines: readonly { text: string; bold?: boolean; indent?: number }[]): void {
    const doc = this.#doc
    const said = lines.map(({ text, bold, indent = 0 }) => ({
      said: this.#said(text),
      weight: bold ? ('bold' as const) : ('regular' as const),
      indent,
      width: this.#width - indent,
    }))
    this.#keep(said.reduce((sum, line) => sum + this.#heightOf(line.said, line.weight, line.width), 4))
    for (const { said: text, weight, indent, width } of said)
      this.#put(text, weight, BODY, { x: MARGIN + indent }, { width, lineGap: LINE_GAP })
    doc.y += 4
  }
  /** A line of a table: each cell in its own width, on one page. */
  row(cells: readonly { text: string; width: number; right?: boolean }[], style: { bold?: boolean } = {}): void {
    const doc = this.#doc
    const weight = style.bold ? 'bold' : 'regular'
    const size = 8.5
    const said = cells.map((cell) => ({ ...cell, said: this.#said(cell.text) }))
    const heights = said.map(({ said: { text, face }, width }) =>
      this.#font(face, weight, size).heightOfString(text, { width: width - 4 }),
    )
    this.#keep(Math.max(...heights) + 4)
    const { y } = doc
    let x = MARGIN
    for (const { said: text, width, right } of said) {
      this.#put(text, weight, size, { x, y }, { width: width - 4, align: right ? 'right' : 'left' })
      x += width
    }
    doc.x = MARGIN
    doc.y = y + Math.max(...heights) + 4
  }
  rule(): void {
    const doc = this.#doc
    doc
      .moveTo(MARGIN, doc.y)
      .lineTo(MARGIN + this.#width, doc.y)
      .lineWidth(0.5)
      .strokeColor('#888')
      .stroke()
    doc.y += 3
  }
  /** What a label says of a thing; without a value it is left out by whoever calls. */
  fact(label: string, value: string): void {
    const doc = this.#doc
    const said = this.#said(value)
    const at = MARGIN + 120
    const width = this.#width - 120
    this.#keep(this.#heightOf(said, 'regular', width))
    const { y } = doc
    doc.fillColor('#444')
    this.#put(toPrintable(label), 'regular', BODY, { y }, { width: 112, lineGap: LINE_GAP })
    const under = doc.y
    const page = doc.page
    doc.fillColor('#000')
    this.#put(said, 'regular', BODY, { x: at, y }, { width, lineGap: LINE_GAP })
    doc.x = MARGIN
    // A value that went on upon the next page ends there.
    doc.y = (doc.page === page ? Math.max(doc.y, under) : doc.y) + 1
  }

  /** Number, code and maker under every page; then the bytes. */
  async finish(): Promise<Made> {
    const doc = this.#doc
    if (this.#missing > 0) {
      doc.y += 8
      this.block([{ text: this.texts.missing(this.#missing) }])
    }
    const { count, start } = doc.bufferedPageRange()
    for (let at = 0; at < count; at++) {
      doc.switchToPage(start + at)
      this.#foot(at + 1, count)
    }
    doc.end()
    await this.#ended
    return { bytes: Buffer.concat(this.#chunks), pages: count }
  }
  #foot(page: number, pages: number): void {
    const { code, checkAt, made } = this.#frame
    const doc = this.#doc
    // The foot lies in the margin, where the library would begin another page.
    const { bottom } = doc.page.margins
    doc.page.margins.bottom = 0
    const top = doc.page.height - FOOT
    doc
      .moveTo(MARGIN, top - 4)
      .lineTo(MARGIN + this.#width, top - 4)
      .lineWidth(0.5)
      .strokeColor('#888')
      .stroke()
    doc.fillColor('#444')
    const line = { lineBreak: false }
    this.#put(toPrintable(made), 'regular', 8, { y: top }, { ...line, height: 10 })
    this.#put(toPrintable(this.texts.page(page, pages)), 'regular', 8, { y: top }, { align: 'right' })
    if (code !== null)
      this.#put(toPrintable(`${this.texts.code} ${codeShown(code)}　${checkAt}`), 'bold', 8, { y: top + 12 }, line)
    doc.page.margins.bottom = bottom
  }
}
