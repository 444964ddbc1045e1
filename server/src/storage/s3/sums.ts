import { createHash } from 'node:crypto'
import { z } from 'zod'

/** What is handed on is compared block by block, so that the middle of a film is known to be the middle of this film. */
export const BLOCK_BYTES = 1024 * 1024

/**
 * What was stored under a key: written after the object, which is not there without it. It names its key, so that an object that
 * lies in another's place is known as well.
 */
const sumsOf = z.strictObject({
  key: z.string(),
  bytes: z.int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  block: z.literal(BLOCK_BYTES),
  /** SHA-256 of each block, in base64. */
  blocks: z.array(z.string()),
})
export type Sums = z.output<typeof sumsOf>

/** Undefined: not what was written for this key. */
export function readSums(key: string, text: string): Sums | undefined {
  try {
    const sums = sumsOf.parse(JSON.parse(text))
    return sums.key === key && sums.blocks.length === Math.ceil(sums.bytes / BLOCK_BYTES) ? sums : undefined
  } catch {
    return undefined
  }
}

const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('base64')
export const isBlock = (sums: Sums, at: number, bytes: Uint8Array): boolean =>
  bytes.byteLength === Math.min(BLOCK_BYTES, sums.bytes - at * BLOCK_BYTES) && sha(bytes) === sums.blocks[at]

/** Adds up what goes through it. */
export function summing(key: string) {
  const whole = createHash('sha256')
  const blocks: string[] = []
  let block = createHash('sha256')
  let [bytes, inBlock] = [0, 0]
  const add = (piece: Uint8Array) => {
    whole.update(piece)
    bytes += piece.byteLength
    for (let at = 0; at < piece.byteLength; ) {
      const part = piece.subarray(at, at + BLOCK_BYTES - inBlock)
      block.update(part)
      inBlock += part.byteLength
      at += part.byteLength
      if (inBlock < BLOCK_BYTES) continue
      blocks.push(block.digest('base64'))
      block = createHash('sha256')
      inBlock = 0
    }
  }
  return {
    add,
    async *through(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      for await (const piece of source) {
        add(piece)
        yield piece
      }
    },
    said(): Sums {
      if (inBlock > 0) blocks.push(block.digest('base64'))
      inBlock = 0
      return { key, bytes, sha256: whole.digest('hex'), block: BLOCK_BYTES, blocks }
    },
  }
}
