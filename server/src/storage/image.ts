import { crc32, createInflate } from 'node:zlib'

/**
 * A picture built anew from the parts that make the picture: remarks, places, profiles and whatever hangs behind it are gone.
 * `width` and `height` as it is seen: turned, where the bytes say which way up it was taken.
 */
export interface CleanImage {
  mime: 'image/jpeg' | 'image/png'
  bytes: Buffer
  width: number
  height: number
}
export type ImageRefusal = 'notAnImage' | 'broken' | 'tooLarge'
export class ImageError extends Error {
  readonly why: ImageRefusal
  constructor(why: ImageRefusal) {
    super(why)
    this.why = why
  }
}
const broken = () => new ImageError('broken')

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/**
 * JPEG or PNG, by what it is and not by what it is called. Read to its end by its own grammar and written anew; what does not
 * follow the grammar is refused (`broken`), everything else is `notAnImage`. `maxSide`: of a side, in pixels; `maxPixels`: of
 * the whole, where sides alone would let in too much to unpack. `upright`: which way up a camera held it is kept, and no more.
 */
export async function cleanImage(
  input: Uint8Array,
  maxSide: number,
  { maxPixels, upright = false }: { maxPixels?: number; upright?: boolean } = {},
): Promise<CleanImage> {
  const bytes = Buffer.from(input.buffer, input.byteOffset, input.byteLength)
  const fits: Fits = (width, height) => {
    if (!width || !height) throw broken()
    if (width > maxSide || height > maxSide || (maxPixels !== undefined && width * height > maxPixels))
      throw new ImageError('tooLarge')
  }
  if (bytes.subarray(0, 8).equals(PNG)) return png(bytes, fits, upright)
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return jpeg(bytes, fits, upright)
  throw new ImageError('notAnImage')
}
type Fits = (width: number, height: number) => void

// ── PNG ─────────────────────────────────────────────────────────────────────────────────────────────────────
/** What a picture needs to look as it does; no text, no time, no EXIF, no profile. */
const keptChunks = new Set(['IHDR', 'PLTE', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'pHYs', 'IDAT', 'IEND'])
const channels: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
const depths: Record<number, readonly number[]> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
}

async function png(bytes: Buffer, fits: Fits, upright: boolean): Promise<CleanImage> {
  const out: Buffer[] = [PNG]
  const data: Buffer[] = []
  let header: Buffer | undefined
  let way = 1
  let at = 8
  for (;;) {
    if (at + 12 > bytes.length) throw broken()
    const length = bytes.readUInt32BE(at)
    const end = at + 12 + length
    if (end > bytes.length) throw broken()
    const type = bytes.toString('latin1', at + 4, at + 8)
    const body = bytes.subarray(at + 8, at + 8 + length)
    if (!/^[A-Za-z]{4}$/.test(type) || crc32(bytes.subarray(at + 4, at + 8 + length)) !== bytes.readUInt32BE(end - 4))
      throw broken()
    if ((at === 8) !== (type === 'IHDR')) throw broken()
    // A capital first letter: the picture cannot be read without it, and we do not know it.
    if (!keptChunks.has(type) && /^[A-Z]/.test(type)) throw broken()
    if (type === 'IHDR') header = body
    if (type === 'IDAT') data.push(body)
    // Behind the pixels no browser minds it: a picture is drawn as it comes.
    if (upright && type === 'eXIf' && way === 1 && !data.length) {
      way = orientationOf(body)
      if (way > 1) out.push(chunk('eXIf', exifOf(way)))
    }
    if (keptChunks.has(type)) out.push(bytes.subarray(at, end))
    at = end
    if (type === 'IEND') break
  }
  if (header?.length !== 13 || !data.length) throw broken()
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  fits(width, height)
  await checkPixels(header, Buffer.concat(data), width, height)
  return { mime: 'image/png', bytes: Buffer.concat(out), ...seen({ width, height }, way) }
}
function chunk(type: string, body: Buffer): Buffer {
  const out = Buffer.concat([Buffer.alloc(4), Buffer.from(type, 'latin1'), body, Buffer.alloc(4)])
  out.writeUInt32BE(body.length, 0)
  out.writeUInt32BE(crc32(out.subarray(4, -4)), out.length - 4)
  return out
}

/** Unpacked it has to be exactly the picture that the header says: neither a bomb nor something else behind it. */
async function checkPixels(header: Buffer, packed: Buffer, width: number, height: number): Promise<void> {
  const [depth = 0, colour = 0, compression, filter, interlace] = header.subarray(8)
  const perPixel = (channels[colour] ?? 0) * depth
  if (!depths[colour]?.includes(depth) || compression !== 0 || filter !== 0 || (interlace !== 0 && interlace !== 1))
    throw broken()
  const rows = (w: number, h: number) => (w && h ? h * (1 + Math.ceil((w * perPixel) / 8)) : 0)
  const expected = interlace ? adam7(width, height, rows) : rows(width, height)
  if ((await unpackedSize(packed, expected)) !== expected) throw broken()
}
/** Piece by piece, and nothing of it kept: a small file may say that it is half a gigabyte, and nobody else waits for it. */
async function unpackedSize(packed: Buffer, most: number): Promise<number> {
  const pixels = createInflate({ chunkSize: 64 * 1024 })
  pixels.end(packed)
  let size = 0
  try {
    for await (const piece of pixels as AsyncIterable<Buffer>) {
      size += piece.length
      if (size > most) break
    }
  } catch {
    // Not packed as a picture is.
    throw broken()
  }
  return size
}
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const
const adam7 = (width: number, height: number, rows: (w: number, h: number) => number) =>
  passes.reduce((sum, [x, y, dx, dy]) => sum + rows(Math.ceil((width - x) / dx), Math.ceil((height - y) / dy)), 0)

// ── JPEG ────────────────────────────────────────────────────────────────────────────────────────────────────
const [SOI, EOI, SOS, DQT, DHT, DRI, APP1, APP14] = [0xd8, 0xd9, 0xda, 0xdb, 0xc4, 0xdd, 0xe1, 0xee]
/** Baseline, extended and progressive, as cameras and browsers write them. */
const frames = new Set([0xc0, 0xc1, 0xc2])

function jpeg(bytes: Buffer, fits: Fits, upright: boolean): CleanImage {
  const out: Buffer[] = [Buffer.from([0xff, SOI])]
  let size: { width: number; height: number } | undefined
  let scans = 0
  let way = 1
  let at = 2
  for (;;) {
    if (bytes[at] !== 0xff) throw broken()
    while (bytes[at + 1] === 0xff) at += 1
    const marker = bytes[at + 1]
    if (marker === undefined) throw broken()
    if (marker === EOI) break
    if (at + 4 > bytes.length) throw broken()
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    if (end > bytes.length || end < at + 4) throw broken()
    const segment = bytes.subarray(at, end)
    at = end
    if (frames.has(marker)) {
      if (size || segment.length < 11) throw broken()
      size = { height: segment.readUInt16BE(5), width: segment.readUInt16BE(7) }
      fits(size.width, size.height)
    } else if (marker === SOS) {
      if (!size) throw broken()
      scans += 1
      const ends = endOfScan(bytes, at)
      out.push(segment, bytes.subarray(at, ends))
      at = ends
      continue
    } else if (![DQT, DHT, DRI, APP14].includes(marker)) {
      // Remarks and application parts are left out; anything else is no picture of the kinds taken.
      if (upright && marker === APP1 && !size && out.length === 1) {
        way = segment.toString('latin1', 4, 10) === 'Exif\0\0' ? orientationOf(segment.subarray(10)) : 1
        if (way > 1) out.push(app1(exifOf(way)))
      }
      if (!((marker >= 0xe0 && marker <= 0xef) || marker === 0xfe)) throw broken()
      continue
    }
    out.push(segment)
  }
  if (!size || !scans) throw broken()
  out.push(Buffer.from([0xff, EOI]))
  return { mime: 'image/jpeg', bytes: Buffer.concat(out), ...seen(size, way) }
}

/** Behind the compressed pixels: the first marker that is neither a stuffed zero nor a restart. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  throw broken()
}

// ── which way up ────────────────────────────────────────────────────────────────────────────────────────────
interface Size {
  width: number
  height: number
}
/** From 5 on it lies on its side. */
const seen = ({ width, height }: Size, way: number): Size =>
  way >= 5 ? { width: height, height: width } : { width, height }

/** The one word of EXIF that is kept, 1 to 8; 1 where nothing sensible is said. */
function orientationOf(tiff: Buffer): number {
  if (tiff.length < 8) return 1
  const order = tiff.toString('latin1', 0, 2)
  if (order !== 'II' && order !== 'MM') return 1
  const word = (at: number) => (order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const start = order === 'II' ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  if (start + 2 > tiff.length) return 1
  const entries = word(start)
  for (let n = 0; n < entries; n += 1) {
    const at = start + 2 + n * 12
    if (at + 12 > tiff.length) return 1
    const value = word(at + 8)
    if (word(at) === 0x0112) return word(at + 2) === 3 && value >= 1 && value <= 8 ? value : 1
  }
  return 1
}
/** EXIF that says nothing else. */
function exifOf(way: number): Buffer {
  const tiff = Buffer.from('4d4d002a00000008000101120003000000010000000000000000', 'hex')
  tiff.writeUInt16BE(way, 18)
  return tiff
}
function app1(tiff: Buffer): Buffer {
  const head = Buffer.from('ffe10000457869660000', 'hex')
  head.writeUInt16BE(tiff.length + 8, 2)
  return Buffer.concat([head, tiff])
}
