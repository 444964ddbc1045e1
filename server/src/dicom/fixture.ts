import { readFileSync } from 'node:fs'
import { bytesSource } from './source.ts'

const folder = new URL('./samples/', import.meta.url)
export const sample = (name: string): Buffer => readFileSync(new URL(`${name}.dcm`, folder))
export const sourceOf = bytesSource

const LONG = new Set(['OB', 'OW', 'SQ', 'UN', 'UT'])
/** An element in explicit VR little endian. */
export function element(tag: number, vr: string, value: Buffer | string): Buffer {
  const raw = typeof value === 'string' ? Buffer.from(value, 'latin1') : value
  const padded = raw.length % 2 ? Buffer.concat([raw, Buffer.from([vr === 'UI' ? 0 : 0x20])]) : raw
  const head = Buffer.alloc(LONG.has(vr) ? 12 : 8)
  head.writeUInt16LE(Math.floor(tag / 0x10000), 0)
  head.writeUInt16LE(tag % 0x10000, 2)
  head.write(vr, 4, 'latin1')
  if (LONG.has(vr)) head.writeUInt32LE(padded.length, 8)
  else head.writeUInt16LE(padded.length, 6)
  return Buffer.concat([head, padded])
}
export const u16 = (...values: number[]) => Buffer.concat(values.map((one) => Buffer.from([one & 255, one >> 8])))
/** Preamble, mark and meta information before a data set. */
export const part10 = (syntax: string, ...set: Buffer[]) =>
  Buffer.concat([Buffer.alloc(128), Buffer.from('DICM'), element(0x00020010, 'UI', syntax), ...set])
export const EXPLICIT = '1.2.840.10008.1.2.1'

interface Made {
  rows?: number
  columns?: number
  frames?: number
  pixels?: Buffer
  syntax?: string
  more?: Buffer[]
}
/** A grey picture of eight bits of one patient's study. */
export function picture({
  rows = 4,
  columns = 4,
  frames = 1,
  pixels,
  syntax = EXPLICIT,
  more = [],
}: Made = {}): Buffer {
  return part10(
    syntax,
    element(0x00080016, 'UI', '1.2.840.10008.5.1.4.1.1.7'),
    element(0x00080018, 'UI', '1.2.3.4.5'),
    element(0x00080060, 'CS', 'OT'),
    ...more,
    element(0x0020000d, 'UI', '1.2.3'),
    element(0x0020000e, 'UI', '1.2.3.1'),
    element(0x00280002, 'US', u16(1)),
    element(0x00280004, 'CS', 'MONOCHROME2'),
    element(0x00280008, 'IS', String(frames)),
    element(0x00280010, 'US', u16(rows)),
    element(0x00280011, 'US', u16(columns)),
    element(0x00280100, 'US', u16(8)),
    element(0x00280101, 'US', u16(8)),
    element(0x00280103, 'US', u16(0)),
    element(0x7fe00010, 'OW', pixels ?? Buffer.alloc(rows * columns * frames, 7)),
  )
}
