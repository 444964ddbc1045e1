import { type FileHandle, open } from 'node:fs/promises'

/** Elements that hold others and are written by a live encoder without a size of their own. */
const SEGMENT = 0x18538067
const CLUSTER = 0x1f43b675
const WINDOW = 1024 * 1024
const HEADER_MAX = 12

interface Header {
  id: number
  /** Null: unknown, the element ends where the next of its level begins. */
  size: number | null
  length: number
}

function vint(
  bytes: Buffer,
  at: number,
  keepMarker: boolean,
): { value: number; length: number; unknown: boolean } | null {
  const first = bytes[at]
  if (!first) return null
  const length = Math.clz32(first) - 23
  if (at + length > bytes.length) return null
  const marker = 0x80 >> (length - 1)
  let value = keepMarker ? first : first & (marker - 1)
  let ones = (first & (marker - 1)) === marker - 1
  for (let i = 1; i < length; i++) {
    const byte = bytes[at + i] ?? 0
    if (byte !== 0xff) ones = false
    value = value * 256 + byte
  }
  return { value, length, unknown: ones }
}

function header(bytes: Buffer, at: number): Header | null {
  const id = vint(bytes, at, true)
  if (!id || id.length > 4) return null
  const size = vint(bytes, at + id.length, false)
  if (!size) return null
  return { id: id.value, size: size.unknown ? null : size.value, length: id.length + size.length }
}

/**
 * How many bytes of a WebM file make whole elements. A recorder that was torn away leaves its last picture or sound
 * half written, and a parser that meets it may drop the seconds before it as well.
 */
export async function wholeLength(path: string): Promise<number> {
  const file = await open(path)
  try {
    return await walk(file, (await file.stat()).size)
  } finally {
    await file.close()
  }
}

async function walk(file: FileHandle, end: number): Promise<number> {
  const buffer = Buffer.alloc(WINDOW)
  let window = buffer.subarray(0, 0)
  let from = 0
  let at = 0
  while (at < end) {
    if (at + HEADER_MAX > from + window.length && from + window.length < end) {
      const { bytesRead } = await file.read(buffer, 0, WINDOW, at)
      from = at
      window = buffer.subarray(0, bytesRead)
    }
    const found = header(window, at - from)
    if (!found) return at
    const open = found.size === null || found.id === SEGMENT || found.id === CLUSTER
    const next = at + found.length + (open ? 0 : (found.size ?? 0))
    if (next > end) return at
    at = next
  }
  return at
}
