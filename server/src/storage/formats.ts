import { IMAGE_MAX_PIXELS, IMAGE_MAX_SIDE } from '@teleward/contract/files/rules.ts'
import { cleanImage, ImageError } from './image.ts'
import type { Opened } from './index.ts'

/** What bytes are, whatever they are called: the formats that more than one part of the product takes. */
export interface Picture {
  format: 'jpg' | 'png'
  mime: string
  width: number
  height: number
  copy: Buffer
}
/** By its first bytes. */
export const isPicture = (head: Buffer) =>
  head.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])) ||
  head.subarray(0, 4).equals(Buffer.from('\x89PNG', 'latin1'))
/** What UPLOAD_PIXELS says. */
export const pixelsMax = { side: IMAGE_MAX_SIDE, max: IMAGE_MAX_PIXELS / 1_000_000 }
/** Of a picture: built anew from what makes the picture, with the way up a camera held it. */
export async function pictureOf(bytes: Buffer): Promise<Picture | 'broken' | 'tooLarge'> {
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
    if (error instanceof ImageError) return error.why === 'tooLarge' ? 'tooLarge' : 'broken'
    throw error
  }
}

/** It begins as one, ends as one, and the end points back into it. */
export async function isPdf(file: Opened, head: Buffer): Promise<boolean> {
  if (!/^%PDF-(1\.[0-7]|2\.0)[\r\n \t]/.test(head.toString('latin1', 0, 12))) return false
  const from = Math.max(0, file.size - 2048)
  const tail = (await file.read(from, 2048)).toString('latin1')
  const end = /startxref\s+(\d{1,12})\s+%%EOF\s*$/.exec(tail)
  return end !== null && Number(end[1]) < file.size
}

/** Chunk by chunk to its end: a format, and sound. */
export async function isWave(file: Opened, head: Buffer): Promise<boolean> {
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
export async function filmOf(file: Opened, head: Buffer): Promise<'mp4' | 'mov' | null> {
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
