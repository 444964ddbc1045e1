import { createReadStream, createWriteStream } from 'node:fs'
import { type FileHandle, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import type { Storage } from '../platform/storage.ts'
import { refuseKey } from './keys.ts'

const missing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** In the data directory. */
export function localStorage(dataDir: string): Storage {
  const root = join(dataDir, 'files')
  const pathOf = (key: string) => {
    refuseKey(key)
    return join(root, key)
  }
  const beside = (key: string) => `${pathOf(key)}.coming`
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
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
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
    async stat(key) {
      try {
        return { size: (await stat(pathOf(key))).size }
      } catch (error) {
        if (missing(error)) return undefined
        throw error
      }
    },
    async get(key, part) {
      const path = pathOf(key)
      try {
        const { size } = await stat(path)
        return { stream: createReadStream(path, part), size }
      } catch (error) {
        if (missing(error)) return undefined
        throw error
      }
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    async append(key, offset, bytes) {
      const path = beside(key)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
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
      const file = (await tried(pathOf(key))) ?? (await tried(beside(key)))
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
        if ((await stat(pathOf(key))).size !== size) throw new Error('a file of another size is there')
        return
      }
      try {
        if ((await file.stat()).size < size) throw new Error('bytes of a file that comes in pieces are missing')
        await file.truncate(size)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(beside(key), pathOf(key))
    },
    discard: (key) => rm(beside(key), { force: true }),
  }
}
