import { Readable } from 'node:stream'
import { isAppError } from '../../platform/errors.ts'
import type { Opened, Storage } from '../../platform/storage.ts'
import { refuseKey } from '../keys.ts'
import type { Bucket } from './bucket.ts'
import { comingPieces, type Pieces } from './pieces.ts'
import { BLOCK_BYTES, type Sums } from './sums.ts'
import { type Damaged, type Whole, wholeObjects } from './whole.ts'

/** Files in a bucket, behind the same interface as those in a folder. */
export function objectStorage(bucket: Bucket, damaged: Damaged): Storage {
  const whole = wholeObjects(bucket, damaged)
  const pieces = comingPieces(bucket, damaged)
  const checked = (key: string) => {
    refuseKey(key)
    return key
  }
  return {
    async put(key, bytes) {
      await whole.put(checked(key), bytes)
    },
    async stat(key) {
      const sums = await whole.sums(checked(key))
      return sums && { size: sums.bytes }
    },
    async get(key, part, sha256) {
      const sums = await whole.sums(checked(key), sha256)
      if (!sums) return undefined
      const { start, end } = part ?? { start: 0, end: sums.bytes - 1 }
      return { stream: await begun(whole.read(sums, { start, end: Math.min(end, sums.bytes - 1) })), size: sums.bytes }
    },
    remove: (key) => whole.remove(checked(key)),
    async append(key, offset, bytes) {
      await pieces.append(checked(key), offset, bytes)
    },
    // Whoever still writes names a piece of their own, and moves none of those that are there.
    anew: async (key, size) => (size === 0 ? pieces.discard(checked(key)) : undefined),
    async open(key, sha256) {
      const sums = await whole.sums(checked(key), sha256)
      if (sums) return openWhole(whole, sums)
      const come = await pieces.chain(key)
      if (!come.length) return undefined
      // What is looked into here may be finished by another process meanwhile.
      const finished = async () => {
        const now = await whole.sums(key)
        return now && openWhole(whole, now)
      }
      return openPieces(pieces, come, finished)
    },
    async finish(key, size) {
      const there = await whole.sums(checked(key))
      if (there) {
        if (there.bytes !== size) throw new Error('a file of another size is there')
        // Of whoever died between the two.
        return pieces.discard(key)
      }
      try {
        const come = await pieces.chain(key, size)
        if (pieces.size(come) !== size) throw new Error('bytes of a file that comes in pieces are missing')
        await whole.put(key, pieces.bytes(come))
      } catch (error) {
        // Another process finished it meanwhile, and what it was made of went.
        if ((await whole.sums(key))?.bytes !== size) throw error
      }
      await pieces.discard(key)
    },
    discard: (key) => pieces.discard(checked(key)),
  }
}

/** What cannot be read at all is refused before an answer begins; what breaks later cuts the answer off. */
async function begun(source: AsyncGenerator<Buffer>): Promise<Readable> {
  const first = await source.next()
  return Readable.from(
    (async function* () {
      if (first.done) return
      yield first.value
      yield* source
    })(),
    { objectMode: false },
  )
}

const most = (at: number, length: number, size: number) => Math.max(0, Math.min(length, size - at))

function openWhole(whole: Whole, sums: Sums): Opened {
  let [held, heldAt]: [Buffer, number] = [Buffer.alloc(0), -1]
  return {
    size: sums.bytes,
    async read(at, length) {
      const end = at + most(at, length, sums.bytes) - 1
      const first = Math.floor(at / BLOCK_BYTES)
      // Small reads of one place are by far the most: the head, one box after the other, an element.
      if (end >= at && first === Math.floor(end / BLOCK_BYTES)) {
        if (heldAt !== first) [held, heldAt] = [await whole.block(sums, first), first]
        return held.subarray(at - first * BLOCK_BYTES, end + 1 - first * BLOCK_BYTES)
      }
      const parts: Buffer[] = []
      if (end >= at) for await (const part of whole.read(sums, { start: at, end })) parts.push(part)
      return Buffer.concat(parts)
    },
    close: async () => undefined,
  }
}

function openPieces(
  pieces: Pieces,
  come: Awaited<ReturnType<Pieces['chain']>>,
  finished: () => Promise<Opened | undefined>,
): Opened {
  const size = pieces.size(come)
  let held: { name: string; bytes: Buffer } | undefined
  let whole: Opened | undefined
  async function readPieces(at: number, end: number): Promise<Buffer> {
    const parts: Buffer[] = []
    for (const piece of come) {
      if (piece.offset >= end || piece.offset + piece.bytes <= at) continue
      if (held?.name !== piece.name) held = { name: piece.name, bytes: await pieces.read(piece) }
      parts.push(held.bytes.subarray(Math.max(0, at - piece.offset), Math.max(0, end - piece.offset)))
    }
    return Buffer.concat(parts)
  }
  return {
    size,
    async read(at, length) {
      const bytes = most(at, length, size)
      if (whole) return whole.read(at, bytes)
      try {
        return await readPieces(at, at + bytes)
      } catch (error) {
        whole = isAppError(error, 'NOT_FOUND') ? await finished() : undefined
        if (!whole) throw error
        return whole.read(at, bytes)
      }
    },
    close: async () => undefined,
  }
}
