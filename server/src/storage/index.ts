import { createReadStream, createWriteStream } from 'node:fs'
import { type FileHandle, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** A file that is looked into without being read whole. */
export interface Opened {
  readonly size: number
  /** As many bytes as there are from there on, `length` at most. */
  read(at: number, length: number): Promise<Buffer>
  close(): Promise<void>
}
/** Where files lie that people bring. What they are called and who may see them is the database's. */
export interface Storage {
  /** Whole or not at all: after it answers the bytes are on disk under this key. A key is written once. */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Undefined: there is no such file. `part`: from its first to its last byte. */
  get(key: string, part?: { start: number; end: number }): Promise<{ stream: Readable; size: number } | undefined>
  remove(key: string): Promise<void>
  /**
   * A file that comes in pieces. Nothing is under its key before `finish`: what has come lies beside it, and a crash leaves
   * at most that. The caller keeps how much has come: bytes behind that are overwritten by the next piece.
   */
  append(key: string, offset: number, bytes: Uint8Array): Promise<void>
  /** The first `size` bytes of what has come go on as a file of their own: who still writes to the one before writes nowhere. */
  anew(key: string, size: number): Promise<void>
  /** What has come so far, or the file once it is whole; undefined: neither. */
  open(key: string): Promise<Opened | undefined>
  /** From now on it is a file, of exactly so many bytes. Done twice it is the same. */
  finish(key: string, size: number): Promise<void>
  /** What has come is thrown away. */
  discard(key: string): Promise<void>
}

/** Keys are made by the server alone: words of letters, digits and dashes, one extension. Nothing else reaches a path. */
const KEY = /^[a-z0-9-]{1,64}(?:\/[a-z0-9-]{1,64}){1,4}\.[a-z0-9]{1,5}$/
export function refuseKey(key: string): void {
  if (!KEY.test(key)) throw new Error('a storage key of an unknown form')
}
const missing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** In the data directory. Other places (an object store) come behind the same interface. */
export function localStorage(dataDir: string): Storage {
  const root = join(dataDir, 'files')
  const place = (key: string) => {
    refuseKey(key)
    return join(root, key)
  }
  const beside = (key: string) => `${place(key)}.coming`
  const tried = async (path: string, flags = 'r'): Promise<FileHandle | undefined> => {
    try {
      return await open(path, flags)
    } catch (error) {
      if (missing(error)) return undefined
      throw error
    }
  }
  return {
    async put(key, bytes) {
      const path = place(key)
      await mkdir(dirname(path), { recursive: true })
      // Beside its place and then in it: a crash in between leaves no half file under the key.
      const part = `${path}.${randomUUID()}.part`
      const file = await open(part, 'wx', 0o600)
      try {
        await file.writeFile(bytes)
        await file.sync()
      } catch (error) {
        await file.close()
        await rm(part, { force: true })
        throw error
      }
      await file.close()
      await rename(part, path)
    },
    async get(key, part) {
      const path = place(key)
      try {
        const { size } = await stat(path)
        return { stream: createReadStream(path, part), size }
      } catch (error) {
        if (missing(error)) return undefined
        throw error
      }
    },
    remove: (key) => rm(place(key), { force: true }),
    async append(key, offset, bytes) {
      const path = beside(key)
      await mkdir(dirname(path), { recursive: true })
      const file = await open(path, offset === 0 ? 'w' : 'r+', 0o600)
      try {
        if ((await file.stat()).size < offset) throw new Error('bytes of a file that comes in pieces are missing')
        let written = 0
        while (written < bytes.byteLength)
          written += (await file.write(bytes, written, bytes.byteLength - written, offset + written)).bytesWritten
        await file.sync()
      } finally {
        await file.close()
      }
    },
    async anew(key, size) {
      const path = beside(key)
      if (size === 0) return rm(path, { force: true })
      const own = `${path}.${randomUUID()}.part`
      try {
        await pipeline(createReadStream(path, { end: size - 1 }), createWriteStream(own, { mode: 0o600, flush: true }))
        await rename(own, path)
      } catch (error) {
        await rm(own, { force: true })
        throw error
      }
    },
    async open(key) {
      const file = (await tried(place(key))) ?? (await tried(beside(key)))
      if (!file) return undefined
      const { size } = await file.stat()
      return {
        size,
        async read(at, length) {
          const into = Buffer.alloc(Math.max(0, Math.min(length, size - at)))
          let got = 0
          while (got < into.length) {
            const { bytesRead } = await file.read(into, got, into.length - got, at + got)
            if (bytesRead === 0) throw new Error('a file became shorter while it was read')
            got += bytesRead
          }
          return into
        },
        close: () => file.close(),
      }
    },
    async finish(key, size) {
      const file = await tried(beside(key), 'r+')
      if (!file) {
        if ((await stat(place(key))).size !== size) throw new Error('a file of another size is there')
        return
      }
      try {
        if ((await file.stat()).size < size) throw new Error('bytes of a file that comes in pieces are missing')
        await file.truncate(size)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(beside(key), place(key))
    },
    discard: (key) => rm(beside(key), { force: true }),
  }
}
