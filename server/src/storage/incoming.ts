import { constants, createWriteStream } from 'node:fs'
import { access, type FileHandle, open as openFile, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Incoming } from '../platform/storage.ts'
import { patience } from './patience.ts'
import type { Bucket } from './s3/bucket.ts'

/** A step of it, a piece of this size included. */
const ANSWERS_WITHIN_MS = 10_000
const FOLDER_PIECE_BYTES = 4 * 1024 * 1024
const PIECE_BYTES = 8 * 1024 * 1024
/** Names are made by the server: nothing else reaches a path. */
const NAME = /^[a-z0-9-]{1,64}\.[a-z0-9]{1,5}$/
function refuseName(name: string): void {
  if (!NAME.test(name)) throw new Error('a name of an unknown form')
}
const written = (to: string) => createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true })

/**
 * In a folder that another service writes to as well: what is there is a file of its own, or it is not there.
 * @throws StandsStill where it is on another machine that does not answer
 */
export function incomingFiles(dir: string, { run, atLast } = patience(ANSWERS_WITHIN_MS)): Incoming {
  const missing = (error: unknown) =>
    error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ELOOP')
  const open = async (name: string): Promise<FileHandle | undefined> => {
    refuseName(name)
    // No link that leads elsewhere is followed, and no pipe is waited for.
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
    try {
      return await run(
        () => openFile(join(dir, name), flags),
        (file) => file.close(),
      )
    } catch (error) {
      if (!missing(error)) throw error
      return undefined
    }
  }
  /** What is done with the file, if it is one. */
  async function opened<T>(name: string, work: (file: FileHandle, size: number) => Promise<T>): Promise<T | undefined> {
    const file = await open(name)
    if (!file) return undefined
    try {
      const about = await run(() => file.stat())
      return about.isFile() ? await work(file, about.size) : undefined
    } finally {
      await atLast(() => file.close())
    }
  }
  async function* pieces(file: FileHandle): AsyncGenerator<Buffer> {
    for (let at = 0; ; ) {
      const piece = await run(() => file.read(Buffer.allocUnsafe(FOLDER_PIECE_BYTES), 0, FOLDER_PIECE_BYTES, at))
      if (!piece.bytesRead) return
      yield piece.buffer.subarray(0, piece.bytesRead)
      at += piece.bytesRead
    }
  }
  return {
    size: (name) => opened(name, async (_, size) => size),
    async fetch(name, to) {
      const fetched = await opened(name, async (file) => {
        await pipeline(Readable.from(pieces(file), { objectMode: false }), written(to))
        return true
      })
      if (!fetched) throw new Error('what was to be taken in is gone')
    },
    async remove(name) {
      refuseName(name)
      await run(() => rm(join(dir, name), { force: true }))
    },
    list: () => run(() => readdir(dir)),
    usable: () =>
      // The trailing slash: nothing but a folder.
      run(() => access(`${dir}/`, constants.R_OK | constants.W_OK | constants.X_OK)).then(
        () => true,
        () => false,
      ),
  }
}

/** In a bucket, beside everything that is ours. */
export function incomingObjects(bucket: Pick<Bucket, 'get' | 'list' | 'remove'>, word: string): Incoming {
  const keyOf = (name: string) => {
    refuseName(name)
    return `${word}/${name}`
  }
  async function size(name: string): Promise<number | undefined> {
    const wanted = keyOf(name)
    for await (const { key, bytes } of bucket.list(wanted)) if (key === wanted) return bytes
    return undefined
  }
  async function* pieces(name: string): AsyncGenerator<Buffer> {
    const bytes = (await size(name)) ?? 0
    for (let start = 0; start < bytes; start += PIECE_BYTES) {
      const end = Math.min(start + PIECE_BYTES, bytes) - 1
      const piece = await bucket.get(keyOf(name), { start, end })
      if (piece?.byteLength !== end - start + 1) throw new Error('what was to be taken in is gone')
      yield piece
    }
  }
  return {
    size,
    fetch: (name, to) => pipeline(Readable.from(pieces(name), { objectMode: false }), written(to)),
    remove: (name) => bucket.remove(keyOf(name)),
    async list() {
      const names: string[] = []
      for await (const { key } of bucket.list(`${word}/`)) names.push(key.slice(word.length + 1))
      return names
    },
    usable: async () => true,
  }
}
