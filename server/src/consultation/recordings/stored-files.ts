import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '../../platform/errors.ts'
import type { Opened, Storage } from '../../platform/storage.ts'
import { queuesByName } from '../../storage/queues.ts'
import { type RecordingFiles, segmentPath, wholePath } from './files.ts'

const PIECE = 4 * 1024 * 1024
/** Longer than anything is joined. */
const OLD_MS = 86_400_000
const SIZES_MAX = 1000

/** In an object store, where any process goes on with what another one began. Only while they are joined they lie in a folder. */
export function storedRecordings(storage: Storage, dataDir: string): RecordingFiles {
  const keyOf = (path: string) => `recordings/${path.replaceAll('\\', '/')}`
  /** What this process wrote last, so that not each second of a recording asks how long it is. */
  const sizes = new Map<string, number>()
  const know = (path: string, size: number) => {
    sizes.delete(path)
    sizes.set(path, size)
    // Of those longest ago: what another process joined is not heard of here.
    if (sizes.size > SIZES_MAX) for (const [oldest] of sizes) if (sizes.delete(oldest)) break
  }
  async function looked(path: string): Promise<number> {
    const file = await storage.open(keyOf(path))
    const size = file?.size ?? 0
    await file?.close()
    know(path, size)
    return size
  }
  async function fetched(path: string, to: string): Promise<void> {
    const file = await storage.open(keyOf(path))
    if (!file) throw new AppError('NOT_FOUND')
    try {
      await pipeline(Readable.from(inPieces(file), { objectMode: false }), createWriteStream(to, { mode: 0o600 }))
    } finally {
      await file.close()
    }
  }
  return {
    segmentPath,
    wholePath,
    size: async (path, said) => (said !== undefined && sizes.get(path) === said ? said : looked(path)),
    alone: queuesByName(),
    async write(path, offset, bytes) {
      await storage.append(keyOf(path), offset, bytes)
      const size = offset + bytes.byteLength
      know(path, size)
      return size
    },
    async remove(path) {
      sizes.delete(path)
      await storage.discard(keyOf(path))
    },
    async join(from, to, work) {
      const folder = join(dataDir, 'joining')
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await removeOld(folder)
      const own = await mkdtemp(join(folder, 'recording-'))
      try {
        const local: string[] = []
        for (const [at, path] of from.entries()) {
          const place = join(own, `${at}.webm`)
          await fetched(path, place)
          local.push(place)
        }
        const whole = join(own, 'whole.webm')
        const said = await work(local, whole)
        await storage.put(keyOf(to), createReadStream(whole))
        return said
      } finally {
        await rm(own, { recursive: true, force: true })
      }
    },
    async joined(path) {
      const key = keyOf(path)
      const there = await storage.stat(key)
      if (!there) return undefined
      return {
        size: there.size,
        async read(part) {
          const found = await storage.get(key, part)
          if (!found) throw new AppError('NOT_FOUND')
          return found.stream
        },
      }
    },
  }
}

/** What a process that was killed left there: recordings in the clear. */
async function removeOld(folder: string): Promise<void> {
  // By the clock that its times are of: on a share it is another machine's.
  const probe = await mkdtemp(join(folder, 'now-'))
  const { mtimeMs: now } = await stat(probe)
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    // Another process may be taking it away.
    const { mtimeMs } = (await stat(path).catch(ifMissing)) ?? { mtimeMs: Number.POSITIVE_INFINITY }
    if (path === probe || mtimeMs < now - OLD_MS) await rm(path, { recursive: true, force: true })
  }
}
function ifMissing(error: unknown): undefined {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
}

async function* inPieces(file: Opened): AsyncGenerator<Buffer> {
  for (let at = 0; at < file.size; at += PIECE) yield await file.read(at, PIECE)
}
