import { createReadStream } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { Readable } from 'node:stream'
import { type Bucket, openBucket } from './s3/bucket.ts'
import { OWNER, owns, RESTORING } from './s3/owner.ts'
import { COMING, comingPieces, keyOfPiece } from './s3/pieces.ts'
import { OBJECTS, SUMS, wholeObjects } from './s3/whole.ts'
import type { ObjectStore } from '../platform/config.ts'
import type { Db } from '../platform/db/index.ts'

/**
 * All files of an installation, by names that are the same in a folder and in an object store: a key, a key with `.coming` for an
 * upload under way, and below `recordings/` the joined ones and the segments that are not.
 */
export interface BundleFile {
  name: string
  /** Undefined: it came whole under another name, or was thrown away, since it was listed. `bytes`: as many as come. */
  open(): Promise<{ bytes: number; content: Readable } | undefined>
}
export const RECORDINGS = 'recordings/'
const UNDER_WAY = '.coming'
const JOINED = '/consultation.webm'

/** Whether a file is there whole, or in pieces, and under which key. */
export function placeOfName(name: string): { key: string; whole: boolean } {
  if (name.endsWith(UNDER_WAY)) return { key: name.slice(0, -UNDER_WAY.length), whole: false }
  return { key: name, whole: !name.startsWith(RECORDINGS) || name.endsWith(JOINED) }
}
/** Where it lies below a data directory. */
export const localPath = (dataDir: string, name: string): string =>
  name.startsWith(RECORDINGS) ? join(dataDir, name) : join(dataDir, 'files', name)

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Everything below a data directory, but what is being written beside its place. */
export async function* localBundle(dataDir: string): AsyncGenerator<BundleFile> {
  for (const [root, prefix] of [
    [join(dataDir, 'files'), ''],
    [join(dataDir, 'recordings'), RECORDINGS],
  ] as const) {
    const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
      if (isMissing(error)) return []
      throw error
    })
    for (const entry of entries) {
      if (!entry.isFile() || entry.name.endsWith('.part')) continue
      const path = join(entry.parentPath, entry.name)
      yield { name: prefix + relative(root, path).split(sep).join('/'), open: () => openLocal(path) }
    }
  }
}
/** As many bytes as it had when it was opened: what grows has grown since. */
async function openLocal(path: string): ReturnType<BundleFile['open']> {
  const file = await open(path).catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })
  if (!file) return undefined
  const { size } = await file.stat()
  if (size > 0) return { bytes: size, content: createReadStream(path, { fd: file, end: size - 1 }) }
  await file.close()
  return { bytes: 0, content: Readable.from([]) }
}

/** A tool waits longer than a page does. */
const PATIENCE = { tryMs: 15_000, callMs: 60_000, closedMs: 5000 }
const PIECE_BYTES = 4 * 1024 * 1024
export type StoredBundle = Awaited<ReturnType<typeof storedBundle>>

/** The same in a bucket. @throws in words where it cannot be used. */
export async function storedBundle(place: ObjectStore) {
  const bucket = await openBucket(place, () => undefined, PATIENCE)
  try {
    const wrong = await bucket.look()
    if (wrong) throw new Error(`S3_BUCKET: ${wrong}`)
  } catch (error) {
    bucket.close()
    throw error
  }
  const ignored = () => undefined
  const whole = wholeObjects(bucket, ignored)
  const pieces = comingPieces(bucket, ignored)

  /** What is there under this name. */
  const file = (name: string): BundleFile => ({
    name,
    async open() {
      const { key, whole: isWhole } = placeOfName(name)
      const sums = isWhole ? await whole.sums(key) : undefined
      const come = isWhole ? [] : await pieces.chain(key)
      if (!sums && !come.length) return undefined
      const source = sums ? whole.read(sums, { start: 0, end: sums.bytes - 1 }) : pieces.bytes(come)
      return { bytes: sums?.bytes ?? pieces.size(come), content: Readable.from(source, { objectMode: false }) }
    },
  })
  async function* list(): AsyncGenerator<BundleFile> {
    for await (const { key } of bucket.list(SUMS)) yield file(key.slice(SUMS.length))
    let before = ''
    for await (const { key: name } of bucket.list(COMING)) {
      const key = keyOfPiece(name)
      if (key !== before) yield file(key.startsWith(RECORDINGS) ? key : key + UNDER_WAY)
      before = key
    }
  }

  return {
    list,
    file,
    async put(name: string, content: Readable): Promise<void> {
      const { key, whole: isWhole } = placeOfName(name)
      if (isWhole) {
        await whole.put(key, content)
        return
      }
      await pieces.discard(key)
      let at = 0
      for await (const piece of inPieces(content)) {
        await pieces.append(key, at, piece)
        at += piece.byteLength
      }
    },
    ...emptying(bucket),
    isOf: (db: Db) => owns(bucket, db),
    close: () => bucket.close(),
  }
}

async function* inPieces(content: Readable): AsyncGenerator<Buffer> {
  let held: Buffer[] = []
  let size = 0
  for await (const part of content) {
    held.push(part as Buffer)
    size += (part as Buffer).length
    if (size < PIECE_BYTES) continue
    yield Buffer.concat(held)
    ;[held, size] = [[], 0]
  }
  if (size > 0) yield Buffer.concat(held)
}

function emptying(bucket: Bucket) {
  return {
    /** Answers false where it is of anybody but a restore that did not finish, whose rests go. */
    async empty(): Promise<boolean> {
      // Before anything goes: an installation that lives here may have begun beside a restore that was given up.
      if (await bucket.get(OWNER)) return false
      const begun = await bucket.get(RESTORING)
      for (const root of [OBJECTS, SUMS, COMING])
        for await (const { key } of bucket.list(root)) {
          if (!begun) return false
          await bucket.remove(key)
        }
      await bucket.put(RESTORING, Buffer.from('{}'))
      return true
    },
    settle: () => bucket.remove(RESTORING),
  }
}
