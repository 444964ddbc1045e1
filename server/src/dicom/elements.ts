import { vrOf } from './dictionary.ts'
import { Reader, type Source } from './source.ts'

/** How a data set is written. */
export interface Writing {
  explicit: boolean
  bigEndian: boolean
}
export interface Element {
  /** Group and number in one: `0x00100020`. */
  tag: number
  vr: string
  at: number
  length: number
  /** The bytes, where they are few. */
  value: Buffer | null
  /** Of a sequence. */
  items: Element[][] | null
  /** Of pixel data that is packed: the pieces behind the table of offsets, which is the first. */
  pieces: { at: number; length: number }[] | null
}
export interface DataSet {
  elements: Element[]
  /** Behind the last element that was read. */
  end: number
  /** The file ends within an element. */
  truncated: boolean
}
/** What it says it is, it is not: a length that leads nowhere, a kind that there is not, a nest without a bottom. */
export class DicomError extends Error {}

export const PIXEL_DATA = 0x7fe00010
const ITEM = 0xfffee000
const ITEM_END = 0xfffee00d
const SEQUENCE_END = 0xfffee0dd
const UNDEFINED = 0xffffffff
const LONG = new Set(['OB', 'OD', 'OF', 'OL', 'OV', 'OW', 'SQ', 'SV', 'UC', 'UN', 'UR', 'UT', 'UV'])
const SHORT = new Set('AE AS AT CS DA DS DT FD FL IS LO LT PN SH SL SS ST TM UI UL US'.split(' '))
const isPixels = (tag: number) => tag === PIXEL_DATA || tag === 0x7fe00008 || tag === 0x7fe00009

// ── limits of what is read of one header ────────────────────────────────────────────────────────────────────────
const DEPTH = 16
const ELEMENTS = 400_000
const VALUE_BYTES = 256 * 1024
const ALL_VALUES = 48 * 1024 * 1024

interface Work {
  reader: Reader
  writing: Writing
  elements: number
  values: number
  truncated: boolean
  /** Elements of these groups alone are read, lowest and highest. */
  groups: readonly [number, number]
}

/** The elements from there on, up to the pixels; of some groups alone where they are told. */
export async function readElements(
  source: Source,
  from: number,
  writing: Writing,
  groups: readonly [number, number] = [0, 0xffff],
): Promise<DataSet> {
  const work: Work = { reader: new Reader(source), writing, elements: 0, values: 0, truncated: false, groups }
  const { elements, end } = await level(work, from, source.size, 0)
  return { elements, end, truncated: work.truncated }
}

async function level(
  work: Work,
  from: number,
  to: number,
  depth: number,
): Promise<{ elements: Element[]; end: number }> {
  if (depth > DEPTH) throw new DicomError('nested too deep')
  const elements: Element[] = []
  let at = from
  while (at + 8 <= to) {
    const head = await heading(work, at)
    if (depth === 0 && beyond(work, head.tag)) return { elements, end: at }
    if (head.tag === ITEM_END || head.tag === SEQUENCE_END) return { elements, end: head.value }
    work.elements += 1
    if (work.elements > ELEMENTS) throw new DicomError('too many elements')
    const element: Element = {
      tag: head.tag,
      vr: head.vr,
      at: head.value,
      length: head.length,
      value: null,
      items: null,
      pieces: null,
    }
    elements.push(element)
    at = await body(work, element, to, depth)
    // Nothing of use to a viewer stands behind the pixels.
    if (depth === 0 && isPixels(element.tag)) return { elements, end: at }
  }
  if (at < to && depth === 0) work.truncated = true
  return { elements, end: at }
}

/** Where the element ends. */
async function body(work: Work, element: Element, to: number, depth: number): Promise<number> {
  if (isPixels(element.tag) && element.length === UNDEFINED) {
    if (depth > 0) return skipPieces(work, element)
    return pieces(work, element)
  }
  if (element.vr === 'SQ' || element.length === UNDEFINED) return sequence(work, element, to, depth)
  const end = element.at + element.length
  if (end > to) {
    // The file ends before it; one that reaches out of its sequence is no element.
    if (depth > 0 && end <= work.reader.size) throw new DicomError('an element is longer than what holds it')
    work.truncated = true
    element.length = Math.max(0, to - element.at)
    return to
  }
  if (element.length <= VALUE_BYTES && !isPixels(element.tag)) {
    work.values += element.length
    if (work.values > ALL_VALUES) throw new DicomError('the header is too large')
    element.value = Buffer.from(await work.reader.take(element.at, element.length))
  }
  return end
}

interface Heading {
  tag: number
  vr: string
  length: number
  /** Where the value begins. */
  value: number
}
const beyond = ({ groups: [lowest, highest] }: Work, tag: number) => {
  const group = Math.floor(tag / 0x10000)
  return group < lowest || (group > highest && group !== 0xfffe)
}
async function heading(work: Work, at: number): Promise<Heading> {
  const { reader, writing } = work
  const taken = reader.take(at, 12)
  const head = taken instanceof Promise ? await taken : taken
  const { bigEndian } = writing
  const u16 = (from: number) => (bigEndian ? head.readUInt16BE(from) : head.readUInt16LE(from))
  const u32 = (from: number) => (bigEndian ? head.readUInt32BE(from) : head.readUInt32LE(from))
  const tag = u16(0) * 0x10000 + u16(2)
  // What follows the part that is read may be written otherwise.
  if (beyond(work, tag)) return { tag, vr: '', length: 0, value: at }
  if (tag === ITEM || tag === ITEM_END || tag === SEQUENCE_END) return { tag, vr: '', length: u32(4), value: at + 8 }
  if (!writing.explicit) return { tag, vr: vrOf(tag), length: u32(4), value: at + 8 }
  const vr = head.toString('latin1', 4, 6)
  if (SHORT.has(vr)) return { tag, vr, length: u16(6), value: at + 8 }
  if (!LONG.has(vr)) throw new DicomError('no kind of value')
  if (head.length < 12) throw new DicomError('it ends within an element')
  return { tag, vr, length: u32(8), value: at + 12 }
}

/** Where it ends: at the end of the file, where bytes are missing. */
function clipped(work: Work, end: number, to: number, why: string): number {
  if (end <= to) return end
  if (end <= work.reader.size) throw new DicomError(why)
  work.truncated = true
  return to
}

/** Items one after another; those of a kind that is not said (`UN`) are written implicitly. */
async function sequence(work: Work, element: Element, to: number, depth: number): Promise<number> {
  const within: Work = element.vr === 'UN' ? { ...work, writing: { explicit: false, bigEndian: false } } : work
  element.vr = 'SQ'
  element.items = []
  const known = element.length !== UNDEFINED
  const said = known ? element.at + element.length : to
  const end = clipped(work, said, to, 'a sequence is longer than what holds it')
  let at = element.at
  while (at + 8 <= end) {
    const head = await heading(within, at)
    if (head.tag === SEQUENCE_END) {
      at = head.value
      break
    }
    if (head.tag !== ITEM) throw new DicomError('no item of a sequence')
    const itemSaid = head.length === UNDEFINED ? end : head.value + head.length
    const itemEnd = clipped(work, itemSaid, end, 'an item is longer than its sequence')
    const { elements, end: after } = await level(within, head.value, itemEnd, depth + 1)
    element.items.push(elements)
    work.elements = within.elements
    work.values = within.values
    work.truncated ||= within.truncated
    at = head.length === UNDEFINED ? after : itemEnd
  }
  return known ? end : at
}

async function pieces(work: Work, element: Element): Promise<number> {
  const list: { at: number; length: number }[] = []
  element.pieces = list
  let at = element.at
  for (;;) {
    if (at + 8 > work.reader.size) {
      work.truncated = true
      return work.reader.size
    }
    const head = await heading(work, at)
    if (head.tag === SEQUENCE_END) return head.value
    if (head.tag !== ITEM || head.length === UNDEFINED) throw new DicomError('no piece of pixel data')
    if (list.length >= ELEMENTS) throw new DicomError('too many pieces')
    const length = Math.min(head.length, work.reader.size - head.value)
    if (length < head.length) work.truncated = true
    list.push({ at: head.value, length })
    at = head.value + head.length
  }
}
/** Of a small picture within the header. */
async function skipPieces(work: Work, element: Element): Promise<number> {
  const end = await pieces(work, element)
  element.pieces = null
  return end
}
