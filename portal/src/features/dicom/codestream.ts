/** What a packed frame says of its size, without unpacking it: `null`, where it does not say it so that it is understood. */
export function sizeOf(bytes: Uint8Array): { columns: number; rows: number } | null {
  if (bytes[0] === 0xff && bytes[1] === 0x4f) return ofJpeg2000(bytes)
  // Some writers leave the boxes of a JP2 file around it.
  if (bytes[4] === 0x6a && bytes[5] === 0x50) {
    const at = startOfStream(bytes)
    return at < 0 ? null : ofJpeg2000(bytes.subarray(at))
  }
  return bytes[0] === 0xff && bytes[1] === 0xd8 ? ofJpeg(bytes) : null
}
/** SIZ comes first: the far corner less the near one. */
function ofJpeg2000(bytes: Uint8Array) {
  if (bytes[2] !== 0xff || bytes[3] !== 0x51 || bytes.length < 24) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return { columns: view.getUint32(8) - view.getUint32(16), rows: view.getUint32(12) - view.getUint32(20) }
}
function startOfStream(bytes: Uint8Array): number {
  const end = Math.min(bytes.length, 64 * 1024)
  for (let at = 0; at + 4 < end; at += 1)
    if (bytes[at] === 0xff && bytes[at + 1] === 0x4f && bytes[at + 2] === 0xff && bytes[at + 3] === 0x51) return at
  return -1
}
const noSize = new Set([0xc4, 0xc8, 0xcc])
/** Marker by marker to the frame header: of JPEG C0 to CF, of JPEG-LS F7. */
function ofJpeg(bytes: Uint8Array) {
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) return null
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) {
      at += 1
      continue
    }
    const length = ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0)
    if (marker === 0xf7 || (marker >= 0xc0 && marker <= 0xcf && !noSize.has(marker)))
      return {
        rows: ((bytes[at + 5] ?? 0) << 8) | (bytes[at + 6] ?? 0),
        columns: ((bytes[at + 7] ?? 0) << 8) | (bytes[at + 8] ?? 0),
      }
    if (length < 2) return null
    at += 2 + length
  }
  return null
}

/** JPEG, JPEG-LS and JPEG 2000 end with the marker D9; behind it stands at most a byte, and zeros that fill up a piece. */
export function endsWhole(bytes: Uint8Array): boolean {
  let end = bytes.length
  while (end > 2 && bytes[end - 1] === 0) end -= 1
  const marked = (at: number) => bytes[at - 2] === 0xff && bytes[at - 1] === 0xd9
  return marked(end) || marked(end - 1)
}
/** The header of RLE: how many segments, and where each begins. */
export function isRle(bytes: Uint8Array): boolean {
  if (bytes.length < 64) return false
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const segments = view.getUint32(0, true)
  if (segments < 1 || segments > 15) return false
  for (let n = 1; n <= segments; n += 1) {
    const at = view.getUint32(n * 4, true)
    if (at < 64 || at >= bytes.length) return false
  }
  return true
}
