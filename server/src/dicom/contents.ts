import type { DicomContents } from '@teleward/contract/files/dicom.ts'
import type { z } from 'zod'
import type { dicomTag, reportLine } from '@teleward/contract/files/dicom.ts'
import { keywordOf } from './dictionary.ts'
import type { Element } from './elements.ts'
import type { Source } from './source.ts'
import { openDicom } from './summary.ts'
import { numbersOf, type Values } from './values.ts'

type Tag = z.output<typeof dicomTag>
type Line = z.output<typeof reportLine>
/** More is no list that a person reads; the file can be saved. */
const TAGS = 5000
const LINES = 2000
const VALUE = 500

/** What a DICOM file says, element by element, and a structured report as text. `null`: no DICOM file. */
export async function contentsOf(file: Source): Promise<DicomContents | null> {
  const opened = await openDicom(file)
  if (!opened) return null
  const { set } = opened
  const tags: Tag[] = []
  const cut = !list(set, tags, 0)
  const report = set.has(0x0040a730) || set.has(0x0040a040) ? reportOf(set) : null
  return { tags, cut, report }
}

const hex = (number: number) => number.toString(16).padStart(4, '0').toUpperCase()
export const tagText = (tag: number) => `${hex(Math.floor(tag / 0x10000))},${hex(tag % 0x10000)}`

/** `false`: the list is full. */
function list(set: Values, into: Tag[], depth: number): boolean {
  for (const element of set.elements) {
    if (into.length >= TAGS) return false
    into.push({
      tag: tagText(element.tag),
      depth,
      vr: element.vr,
      name: keywordOf(element.tag),
      value: shown(set, element),
    })
    if (element.items) for (const item of set.items(element.tag)) if (!list(item, into, depth + 1)) return false
  }
  return true
}

const TEXTS = new Set('AE AS CS DA DS DT IS LO LT PN SH ST TM UC UI UR UT'.split(' '))
function shown(set: Values, element: Element): string {
  const { vr, value, items, pieces, length } = element
  if (items) return `${items.length}`
  if (pieces) return `${pieces.length - 1} × …`
  if (!value) return `${length} B`
  if (TEXTS.has(vr)) return (set.text(element.tag) ?? '').slice(0, VALUE)
  const numbers = vr.startsWith('O') || vr === 'UN' ? [] : numbersOf(element, set.writing)
  if (vr === 'AT') return numbers.map((one) => tagText(one)).join(' \\ ')
  if (numbers.length) return numbers.slice(0, 64).join(' \\ ')
  return value.length ? `${value.length} B` : ''
}

// ── structured reports (PS3.3 C.17.3) ───────────────────────────────────────────────────────────────────────────
function reportOf(set: Values): Line[] {
  const lines: Line[] = []
  walk(set, 0, lines)
  return lines
}
function walk(item: Values, depth: number, into: Line[]): void {
  if (into.length >= LINES || depth > 16) return
  const name = item.item(0x0040a043)?.text(0x00080104) ?? ''
  const value = saidBy(item)
  const heading = item.code(0x0040a040) === 'CONTAINER'
  if (name || value) into.push({ depth, name, value: heading ? '' : value })
  for (const child of item.items(0x0040a730)) walk(child, depth + 1, into)
}
function saidBy(item: Values): string {
  const coded = item.item(0x0040a168)?.text(0x00080104)
  const measured = item.item(0x0040a300)
  const unit = measured?.item(0x004008ea)
  const number = measured?.text(0x0040a30a)
  const [single] = [
    item.text(0x0040a160),
    coded,
    number && [number, unit?.text(0x00080104) ?? unit?.code(0x00080100)].filter(Boolean).join(' '),
    item.text(0x0040a123),
    day(item.code(0x0040a120) ?? item.code(0x0040a121)),
    clock(item.code(0x0040a122)),
    item.code(0x0040a124),
    // Of a picture or another object that is pointed to.
    item.item(0x00081199)?.code(0x00081155),
  ].filter(Boolean)
  return single ?? ''
}
const day = (text: string | null) => text?.replace(/^(\d{4})(\d{2})(\d{2}).*$/, '$1-$2-$3')
const clock = (text: string | null) => text?.replace(/^(\d{2})(\d{2}).*$/, '$1:$2')
