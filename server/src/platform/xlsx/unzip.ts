import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'

// Only what a workbook needs of the format: entries as the directory at the end lists them, stored or deflated. What a
// header says of a size is not believed: the inflating itself stops at the limit.

const inflate = promisify(inflateRaw)
const END = 0x06054b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
const END_SIZE = 22
const COMMENT_MAX = 65_535

export interface ZipEntry {
  name: string
  read(limit: number): Promise<Buffer>
}

/** The bytes are no archive, a broken one, or one that is encrypted or split. */
export class NotAnArchive extends Error {}
/** More inside than was allowed. */
export class TooMuchInside extends Error {}

function directoryAt(bytes: Buffer): { at: number; count: number } {
  const last = bytes.length - END_SIZE
  for (let at = last; at >= 0 && at >= last - COMMENT_MAX; at -= 1)
    if (bytes.readUInt32LE(at) === END) return { at: bytes.readUInt32LE(at + 16), count: bytes.readUInt16LE(at + 10) }
  throw new NotAnArchive('no directory')
}

function reader(bytes: Buffer, entry: number, name: string) {
  const encrypted = (bytes.readUInt16LE(entry + 8) & 1) === 1
  const method = bytes.readUInt16LE(entry + 10)
  const size = bytes.readUInt32LE(entry + 20)
  const local = bytes.readUInt32LE(entry + 42)
  return async (limit: number): Promise<Buffer> => {
    if (encrypted || (method !== 0 && method !== 8)) throw new NotAnArchive(`${name} cannot be read`)
    if (local + 30 > bytes.length || bytes.readUInt32LE(local) !== LOCAL) throw new NotAnArchive(`${name} is not there`)
    const from = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    if (from + size > bytes.length) throw new NotAnArchive(`${name} is cut off`)
    const packed = bytes.subarray(from, from + size)
    if (method === 0) {
      if (size > limit) throw new TooMuchInside(name)
      return packed
    }
    try {
      return await inflate(packed, { maxOutputLength: limit })
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : ''
      throw code === 'ERR_BUFFER_TOO_LARGE' ? new TooMuchInside(name) : new NotAnArchive(`${name} is broken`)
    }
  }
}

/** The entries of an archive by name; nothing is unpacked yet. */
export function entriesOf(bytes: Buffer, most: number): Map<string, ZipEntry> {
  const found = new Map<string, ZipEntry>()
  try {
    const { at: start, count } = directoryAt(bytes)
    if (count > most) throw new TooMuchInside(`${count} entries`)
    let at = start
    for (let number = 0; number < count; number += 1) {
      if (bytes.readUInt32LE(at) !== ENTRY) throw new NotAnArchive('a broken directory')
      const length = bytes.readUInt16LE(at + 28)
      const name = bytes.toString('utf8', at + 46, at + 46 + length)
      // Of two with one name nobody could say which is meant.
      if (found.has(name)) throw new NotAnArchive(`${name} twice`)
      found.set(name, { name, read: reader(bytes, at, name) })
      at += 46 + length + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
    }
  } catch (error) {
    if (error instanceof RangeError) throw new NotAnArchive('cut off')
    throw error
  }
  return found
}
