import { createHash } from 'node:crypto'
import { type FileFormat, mimeOf } from '@teleward/contract/files/kinds.ts'
import { IMAGE_MAX_PIXELS, IMAGE_MAX_SIDE, PICTURE_MAX_MB } from '@teleward/contract/files/rules.ts'
import { cleanImage, ImageError } from '../storage/image.ts'
import type { Opened } from '../storage/index.ts'

/** What the bytes are, whatever they are called. */
export interface Content {
  format: FileFormat
  mime: string
  width: number | null
  height: number | null
  /** Of a picture: built anew from what makes the picture, with the way up a camera held it. */
  copy: Buffer | null
}
/** `null`: none of the formats taken, or one that is broken. */
export async function contentOf(file: Opened): Promise<Content | null> {
  const head = await file.read(0, 512)
  const plain = (format: FileFormat): Content => ({
    format,
    mime: mimeOf[format],
    width: null,
    height: null,
    copy: null,
  })
  // Read whole to be built anew: one that calls itself a film may be as long as a film may be, and is no picture.
  if (isPicture(head)) return file.size > PICTURE_MAX_MB * 1_048_576 ? null : picture(await file.read(0, file.size))
  if (await isPdf(file, head)) return plain('pdf')
  if (isDicom(await file.read(0, 4096))) return plain('dcm')
  if (await isWave(file, head)) return plain('wav')
  const film = await filmOf(file, head)
  return film ? plain(film) : null
}

const isPicture = (head: Buffer) =>
  head.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])) ||
  head.subarray(0, 4).equals(Buffer.from('\x89PNG', 'latin1'))
async function picture(bytes: Buffer): Promise<Content | null> {
  try {
    const {
      mime,
      width,
      height,
      bytes: copy,
    } = await cleanImage(bytes, IMAGE_MAX_SIDE, {
      maxPixels: IMAGE_MAX_PIXELS,
      upright: true,
    })
    return { format: mime === 'image/png' ? 'png' : 'jpg', mime, width, height, copy }
  } catch (error) {
    if (error instanceof ImageError) return null
    throw error
  }
}

/** It begins as one, ends as one, and the end points back into it. */
async function isPdf(file: Opened, head: Buffer): Promise<boolean> {
  if (!/^%PDF-(1\.[0-7]|2\.0)[\r\n \t]/.test(head.toString('latin1', 0, 12))) return false
  const from = Math.max(0, file.size - 2048)
  const tail = (await file.read(from, 2048)).toString('latin1')
  const end = /startxref\s+(\d{1,12})\s+%%EOF\s*$/.exec(tail)
  return end !== null && Number(end[1]) < file.size
}

/** 128 bytes, `DICM`, and the group of elements that says how the rest is written. */
function isDicom(head: Buffer): boolean {
  if (head.length < 148 || head.toString('latin1', 128, 132) !== 'DICM') return false
  // The preamble is for other readers: as a picture (TIFF) or nothing. With anything else in it the file is two things.
  const preamble = head.subarray(0, 128)
  const tiff = /^(II\*\0|MM\0\*)/.test(preamble.toString('latin1', 0, 4))
  if (!tiff && preamble.some((byte) => byte !== 0)) return false
  for (let at = 132; at + 8 <= head.length && head.readUInt16LE(at) === 2; ) {
    const element = head.readUInt16LE(at + 2)
    const kind = head.toString('latin1', at + 4, at + 6)
    if (!/^[A-Z]{2}$/.test(kind)) return false
    const long = ['OB', 'OW', 'OF', 'SQ', 'UN', 'UT'].includes(kind)
    if (long && at + 12 > head.length) return false
    const length = long ? head.readUInt32LE(at + 8) : head.readUInt16LE(at + 6)
    const value = at + (long ? 12 : 8)
    // The transfer syntax, an UID.
    if (element === 0x0010)
      return kind === 'UI' && /^[0-9.]{5,64}\0?$/.test(head.toString('latin1', value, value + length))
    at = value + length
  }
  return false
}

/** Chunk by chunk to its end: a format, and sound. */
async function isWave(file: Opened, head: Buffer): Promise<boolean> {
  if (head.toString('latin1', 0, 4) !== 'RIFF' || head.toString('latin1', 8, 12) !== 'WAVE') return false
  if (Math.abs(head.readUInt32LE(4) + 8 - file.size) > 1) return false
  const seen = new Set<string>()
  let at = 12
  for (let n = 0; n < 1000 && at + 8 <= file.size; n += 1) {
    const chunk = await file.read(at, 8)
    seen.add(chunk.toString('latin1', 0, 4))
    const length = chunk.readUInt32LE(4)
    at += 8 + length + (length % 2)
  }
  return seen.has('fmt ') && seen.has('data') && at >= file.size && at <= file.size + 1
}

const BOX = /^[a-zA-Z0-9 \xa9]{4}$/
/** Box by box to its end: what brand it is, how it is cut (`moov`), and what it shows (`mdat`). */
async function filmOf(file: Opened, head: Buffer): Promise<'mp4' | 'mov' | null> {
  if (head.length < 16 || head.toString('latin1', 4, 8) !== 'ftyp') return null
  const brand = head.toString('latin1', 8, 12)
  const seen = new Set<string>()
  let at = 0
  for (let n = 0; n < 100_000 && at < file.size; n += 1) {
    const box = await file.read(at, 16)
    if (box.length < 8) return null
    const name = box.toString('latin1', 4, 8)
    let length = box.readUInt32BE(0)
    if (length === 1) {
      if (box.length < 16) return null
      length = Number(box.readBigUInt64BE(8))
      if (length < 16) return null
    } else if (length === 0) length = file.size - at
    else if (length < 8) return null
    if (!BOX.test(name) || at + length > file.size) return null
    seen.add(name)
    at += length
  }
  if (at !== file.size || !seen.has('moov') || !(seen.has('mdat') || seen.has('moof'))) return null
  if (brand === 'qt  ') return 'mov'
  return /^(isom|iso[2-9]|mp4[12]|avc1|M4V |MSNV|dash|mmp4|3gp[4-7])$/.test(brand) ? 'mp4' : null
}

const PIECE = 1024 * 1024
export async function hashOf(file: Opened): Promise<string> {
  const hash = createHash('sha256')
  for (let at = 0; at < file.size; at += PIECE) hash.update(await file.read(at, PIECE))
  return hash.digest('hex')
}
