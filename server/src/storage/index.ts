import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'

/** Where files lie that people bring. What they are called and who may see them is the database's. */
export interface Storage {
  /** Whole or not at all: after it answers the bytes are on disk under this key. A key is written once. */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Undefined: there is no such file. */
  get(key: string): Promise<{ stream: Readable; size: number } | undefined>
  remove(key: string): Promise<void>
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
  return {
    async put(key, bytes) {
      const path = place(key)
      await mkdir(dirname(path), { recursive: true })
      // Beside its place and then in it: a crash in between leaves no half file under the key.
      const beside = `${path}.${randomUUID()}.part`
      const file = await open(beside, 'wx', 0o600)
      try {
        await file.writeFile(bytes)
        await file.sync()
      } catch (error) {
        await file.close()
        await rm(beside, { force: true })
        throw error
      }
      await file.close()
      await rename(beside, path)
    },
    async get(key) {
      const path = place(key)
      try {
        const { size } = await stat(path)
        return { stream: createReadStream(path), size }
      } catch (error) {
        if (missing(error)) return undefined
        throw error
      }
    },
    remove: (key) => rm(place(key), { force: true }),
  }
}
