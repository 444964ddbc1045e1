import { type Charset, charsetOf, decodeText } from './charset.ts'
import type { Element, Writing } from './elements.ts'

const trimmed = (text: string) => text.replace(/\0+$/, '').trim()
/** Of kinds that are plain letters: an UID, a code, a date. */
export const textOf = (element: Element | undefined): string => trimmed(element?.value?.toString('latin1') ?? '')

const NUMBERS: Readonly<Record<string, number>> = { US: 2, SS: 2, UL: 4, SL: 4, FL: 4, FD: 8, AT: 4, UV: 8, SV: 8 }
export function numbersOf(element: Element | undefined, { bigEndian }: Writing): number[] {
  if (!element?.value) return []
  const { value, vr } = element
  const size = NUMBERS[vr]
  if (!size) {
    return trimmed(value.toString('latin1'))
      .split('\\')
      .map((one) => (one.trim() === '' ? Number.NaN : Number(one)))
      .filter(Number.isFinite)
  }
  const view = new DataView(value.buffer, value.byteOffset, value.byteLength)
  const read: Record<string, (at: number) => number> = {
    US: (at) => view.getUint16(at, !bigEndian),
    SS: (at) => view.getInt16(at, !bigEndian),
    UL: (at) => view.getUint32(at, !bigEndian),
    SL: (at) => view.getInt32(at, !bigEndian),
    FL: (at) => view.getFloat32(at, !bigEndian),
    FD: (at) => view.getFloat64(at, !bigEndian),
    AT: (at) => view.getUint16(at, !bigEndian) * 65536 + view.getUint16(at + 2, !bigEndian),
    UV: (at) => Number(view.getBigUint64(at, !bigEndian)),
    SV: (at) => Number(view.getBigInt64(at, !bigEndian)),
  }
  const out: number[] = []
  for (let at = 0; at + size <= value.length; at += size) out.push(read[vr]?.(at) ?? Number.NaN)
  return out.filter(Number.isFinite)
}

/** Values of one data set, or of one item of it. */
export class Values {
  readonly #by: Map<number, Element>
  readonly elements: readonly Element[]
  readonly writing: Writing
  readonly charset: Charset

  constructor(elements: readonly Element[], writing: Writing, outer: Charset = ['']) {
    this.elements = elements
    this.#by = new Map(elements.map((one) => [one.tag, one]))
    this.writing = writing
    const own = this.#by.get(0x00080005)
    this.charset = own?.value?.length ? charsetOf(own.value.toString('latin1')) : outer
  }
  element = (tag: number): Element | undefined => this.#by.get(tag)
  has = (tag: number): boolean => this.#by.has(tag)
  /** Text that a person wrote; control characters are left out. */
  text(tag: number): string | null {
    const value = this.#by.get(tag)?.value
    if (!value) return null
    const said = trimmed(decodeText(value, this.charset)).replace(/[^\P{Cc}\n]/gu, '')
    return said === '' ? null : said.slice(0, 2000)
  }
  code(tag: number): string | null {
    const said = textOf(this.#by.get(tag))
    return said === '' ? null : said.slice(0, 200)
  }
  numbers = (tag: number): number[] => numbersOf(this.#by.get(tag), this.writing)
  number = (tag: number): number | null => this.numbers(tag)[0] ?? null
  int(tag: number): number | null {
    const [value] = this.numbers(tag)
    return value === undefined || !Number.isSafeInteger(value) ? null : value
  }
  items = (tag: number): Values[] =>
    (this.#by.get(tag)?.items ?? []).map((elements) => new Values(elements, this.writing, this.charset))
  item = (tag: number): Values | undefined => this.items(tag)[0]
}
