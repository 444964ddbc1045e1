import { crc32, deflateSync } from 'node:zlib'

/** Pictures for tests: whole ones, and what pretends to be one. */
export function chunk(type: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body])
  const out = Buffer.alloc(named.length + 8)
  out.writeUInt32BE(body.length, 0)
  named.copy(out, 4)
  out.writeUInt32BE(crc32(named), named.length + 4)
  return out
}
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
export function header(width: number, height: number): Buffer {
  const body = Buffer.alloc(13)
  body.writeUInt32BE(width, 0)
  body.writeUInt32BE(height, 4)
  body.set([8, 2, 0, 0, 0], 8)
  return chunk('IHDR', body)
}
/** A PNG of one colour; `more`: chunks before its end, `behind`: bytes behind it. */
export function pngOf(width: number, height: number, more: Buffer[] = [], behind = ''): Buffer {
  const pixels = Buffer.alloc(height * (1 + width * 3), 0x70)
  for (let row = 0; row < height; row += 1) pixels[row * (1 + width * 3)] = 0
  const end = [
    chunk('IDAT', deflateSync(pixels)),
    ...more,
    chunk('IEND', Buffer.alloc(0)),
    Buffer.from(behind, 'latin1'),
  ]
  return Buffer.concat([SIGNATURE, header(width, height), ...end])
}
/** With a chunk before its pixels, where browsers read it. */
export function pngWith(width: number, height: number, first: Buffer): Buffer {
  const whole = pngOf(width, height)
  const at = SIGNATURE.length + header(width, height).length
  return Buffer.concat([whole.subarray(0, at), first, whole.subarray(at)])
}
/** A picture whose header is small and whose pixels unpack to far more. */
export const bombPng = () =>
  Buffer.concat([
    SIGNATURE,
    header(2, 2),
    chunk('IDAT', deflateSync(Buffer.alloc(50_000_000))),
    chunk('IEND', Buffer.alloc(0)),
  ])

/** The smallest grey JPEG; `more`: segments before its picture, `behind`: bytes behind its end. */
export function jpegOf(more: Buffer[] = [], behind = ''): Buffer {
  const whole = Buffer.from(
    'ffd8ffe000104a46494600010100000100010000ffdb004300080606070605080707070909080a0c140d0c0b0b0c1912130f141d1a1f1e1d1a1c1c20242e2720222c231c1c2837292c30313434341f27393d38323c2e333432ffc0000b080001000101011100ffc4001f0000010501010101010100000000000000000102030405060708090a0bffc400b5100002010303020403050504040000017d01020300041105122131410613516107227114328191a1082342b1c11552d1f02433627282090a161718191a25262728292a3435363738393a434445464748494a535455565758595a636465666768696a737475767778797a838485868788898a92939495969798999aa2a3a4a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae1e2e3e4e5e6e7e8e9eaf1f2f3f4f5f6f7f8f9faffda0008010100003f00d2cf20ffd9',
    'hex',
  )
  return Buffer.concat([whole.subarray(0, 20), ...more, whole.subarray(20), Buffer.from(behind, 'latin1')])
}
export function segment(marker: number, body: string): Buffer {
  const text = Buffer.from(body, 'latin1')
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(text.length + 2, 2)
  return Buffer.concat([head, text])
}
