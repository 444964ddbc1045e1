import { AppError } from '../../platform/errors.ts'
import type { Bytes, Part } from '../../platform/storage.ts'
import type { Bucket } from './bucket.ts'
import { BLOCK_BYTES, isBlock, readSums, type Sums, summing } from './sums.ts'

export const OBJECTS = 'files/'
export const SUMS = 'sums/'
/** Blocks that are fetched by one request. */
const RUN = 4
const KNOWN_MAX = 500

/** Why what lies in the store is not handed on, for the log: `key` is one of ours and names nobody. */
export type Damaged = (key: string, what: string) => void
export type Whole = ReturnType<typeof wholeObjects>

/** Files that are there whole: an object, and what it adds up to. */
export function wholeObjects(bucket: Bucket, damaged: Damaged) {
  /** A key is written once, so what was read of one stays so. */
  const known = new Map<string, Sums>()
  const refused = (key: string, what: string) => {
    damaged(key, what)
    known.delete(key)
    return new AppError('FILE_DAMAGED')
  }

  async function sums(key: string, sha256?: string): Promise<Sums | undefined> {
    const found = known.get(key) ?? (await fetched(key))
    if (found && sha256 !== undefined && found.sha256 !== sha256) throw refused(key, 'the row names another file')
    return found
  }
  async function fetched(key: string): Promise<Sums | undefined> {
    const text = await bucket.get(SUMS + key)
    if (!text) return undefined
    const read = readSums(key, text.toString('utf8'))
    if (!read) throw refused(key, 'the sums are of another file')
    keep(read)
    return read
  }
  function keep(sums: Sums): void {
    if (known.size >= KNOWN_MAX) for (const [oldest] of known) if (known.delete(oldest)) break
    known.set(sums.key, sums)
  }

  /** Taken away by another process since it was known here; or lost. */
  async function gone(key: string): Promise<AppError> {
    known.delete(key)
    return (await bucket.get(SUMS + key)) ? refused(key, 'the object is gone') : new AppError('NOT_FOUND')
  }

  /** Some blocks, each compared. Once more where they differ: a line may have been at fault. */
  async function run(of: Sums, from: number, to: number): Promise<Buffer> {
    const part = { start: from * BLOCK_BYTES, end: Math.min(to * BLOCK_BYTES, of.bytes) - 1 }
    for (let n = 0; n < 2; n += 1) {
      const bytes = await bucket.get(OBJECTS + of.key, part)
      if (!bytes) throw await gone(of.key)
      const sound = bytes.length === part.end - part.start + 1
      const same = (at: number) =>
        isBlock(of, at, bytes.subarray((at - from) * BLOCK_BYTES, (at - from + 1) * BLOCK_BYTES))
      if (sound && Array.from({ length: to - from }, (_, n) => from + n).every(same)) return bytes
    }
    throw refused(of.key, 'the bytes are of another file')
  }

  return {
    sums,
    /** After it answers the file is there. What it adds up to is known when the last byte has gone. */
    async put(key: string, bytes: Bytes): Promise<Sums> {
      const sum = summing(key)
      if (bytes instanceof Uint8Array) {
        sum.add(bytes)
        await bucket.put(OBJECTS + key, bytes)
      } else await bucket.upload(OBJECTS + key, sum.through(bytes))
      const said = sum.said()
      await bucket.put(SUMS + key, Buffer.from(JSON.stringify(said)))
      keep(said)
      return said
    },
    /** From its first to its last byte; what cannot be compared is never handed on. */
    async *read(of: Sums, { start, end }: Part): AsyncGenerator<Buffer> {
      const last = Math.floor(end / BLOCK_BYTES)
      // The first by itself: whoever looks at the head of a file waits for no more.
      let [at, many] = [Math.floor(start / BLOCK_BYTES), 1]
      while (at <= last) {
        const to = Math.min(at + many, last + 1)
        const bytes = await run(of, at, to)
        const begins = at * BLOCK_BYTES
        yield bytes.subarray(Math.max(0, start - begins), Math.min(bytes.length, end + 1 - begins))
        ;[at, many] = [to, RUN]
      }
    },
    block: (of: Sums, at: number) => run(of, at, at + 1),
    async remove(key: string): Promise<void> {
      // What says that it is there goes first.
      await bucket.remove(SUMS + key)
      known.delete(key)
      await bucket.remove(OBJECTS + key)
    },
  }
}
