import type { DicomImage } from '@teleward/contract/files/dicom.ts'
import type { Values } from './values.ts'

interface Table {
  first: number
  bits: number
  entries: number[]
}

/** The colours of a palette, eight bits each, as a screen shows them. */
export function paletteOf(set: Values): DicomImage['palette'] {
  const [red, green, blue] = [1, 2, 3].map((n) => colours(set, n))
  return red && green && blue ? { first: red.first, red: red.data, green: green.data, blue: blue.data } : null
}
function colours(set: Values, n: number): { first: number; data: string } | null {
  const table = entriesOf(set, 0x00281100 + n, 0x00281200 + n) ?? segmented(set, n)
  if (!table) return null
  // Of sixteen bits the upper ones; what fills only the lower ones has eight.
  const down = table.bits > 8 && table.entries.some((one) => one > 255) ? 8 : 0
  return { first: table.first, data: Buffer.from(table.entries.map((one) => one >> down)).toString('base64') }
}

/** A table in the place of a window (PS3.3 C.11.2). */
export function tableOf(set: Values | undefined, descriptor: number, data: number): DicomImage['voi'] {
  const table = set && entriesOf(set, descriptor, data)
  if (!table) return null
  const bytes = Buffer.alloc(table.entries.length * 2)
  for (const [n, value] of table.entries.entries()) bytes.writeUInt16LE(value, n * 2)
  return { first: table.first, bits: table.bits, data: bytes.toString('base64') }
}

/** How many entries, the first value it is for, bits of an entry. */
function described(set: Values, tag: number): { count: number; first: number; bits: number } | null {
  const [entries, first, bits] = set.numbers(tag)
  if (entries === undefined || first === undefined || !bits) return null
  // 65,536 do not fit into their own word.
  return {
    count: entries === 0 ? 65_536 : entries,
    first: set.int(0x00280103) === 1 ? (first << 16) >> 16 : first,
    bits,
  }
}
const words = (bytes: Buffer, bigEndian: boolean) =>
  Array.from({ length: bytes.length >> 1 }, (_, n) =>
    bigEndian ? bytes.readUInt16BE(n * 2) : bytes.readUInt16LE(n * 2),
  )

function entriesOf(set: Values, descriptor: number, data: number): Table | null {
  const said = described(set, descriptor)
  const bytes = set.element(data)?.value
  if (!said || !bytes || bytes.length < said.count) return null
  const wide = bytes.length >= said.count * 2
  const entries = wide ? words(bytes, set.writing.bigEndian) : [...bytes]
  return { first: said.first, bits: wide ? said.bits : 8, entries: entries.slice(0, said.count) }
}

/** A palette in segments (PS3.3 C.7.9.2): values, straight lines from the last one to another, and repeats of segments. */
function segmented(set: Values, n: number): Table | null {
  const said = described(set, 0x00281100 + n)
  const bytes = set.element(0x00281220 + n)?.value
  if (!said || !bytes) return null
  const data = said.bits > 8 ? words(bytes, set.writing.bigEndian) : [...bytes]
  const entries: number[] = []
  const run = (from: number, segments: number, nested: boolean): boolean => {
    let at = from
    for (let done = 0; done < segments && at + 1 < data.length && entries.length < said.count; done += 1) {
      const [code = 3, length = 0] = [data[at], data[at + 1]]
      if (code === 0) {
        for (let k = 0; k < length; k += 1) entries.push(data[at + 2 + k] ?? 0)
        at += 2 + length
      } else if (code === 1) {
        const [start, end] = [entries.at(-1), data[at + 2]]
        if (start === undefined || end === undefined) return false
        for (let k = 1; k <= length; k += 1) entries.push(Math.round(start + ((end - start) * k) / length))
        at += 3
      } else if (code === 2 && !nested) {
        const place = (data[at + 2] ?? 0) + (data[at + 3] ?? 0) * 65_536
        if (!run(said.bits > 8 ? place >> 1 : place, length, true)) return false
        at += 4
      } else return false
    }
    return true
  }
  if (!run(0, Number.POSITIVE_INFINITY, false) || entries.length < said.count) return null
  return { first: said.first, bits: said.bits, entries: entries.slice(0, said.count) }
}
