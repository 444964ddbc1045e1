import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { localPath, storedBundle } from '../storage/bundle.ts'
import { BackupRefused } from './key.ts'
import type { Place } from './place.ts'

const FOLDERS = ['files', 'recordings']
/** Where the files of an archive go. */
export interface Files {
  put(name: string, content: Readable): Promise<void>
  close(): void
  /** They are all in: from now on they are this place's. */
  settle(): Promise<void>
}

export async function holdsAnything(folder: string): Promise<boolean> {
  const entries = await readdir(folder).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  })
  return entries.length > 0
}

/** An empty place for files, or one whose restore did not finish. @throws BackupRefused */
export async function emptyFiles({ dataDir, s3 }: Place): Promise<Files> {
  if (s3) {
    const bundle = await storedBundle(s3)
    try {
      if (!(await bundle.empty()))
        throw new BackupRefused(`There are files in the bucket ${s3.bucket}: a restore needs an empty place`)
      return bundle
    } catch (error) {
      bundle.close()
      throw error
    }
  }
  for (const folder of FOLDERS.map((name) => join(dataDir, name)))
    if (await holdsAnything(folder))
      throw new BackupRefused(`There are files in ${folder}: a restore needs an empty place`)
  const coming = join(dataDir, 'restoring')
  await rm(coming, { recursive: true, force: true })
  return {
    async put(name, content) {
      const to = localPath(coming, name)
      await mkdir(dirname(to), { recursive: true, mode: 0o700 })
      await pipeline(content, createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true }))
    },
    async settle() {
      for (const name of FOLDERS) {
        if (!existsSync(join(coming, name))) continue
        await rm(join(dataDir, name), { recursive: true, force: true })
        await rename(join(coming, name), join(dataDir, name))
      }
      await rm(coming, { recursive: true, force: true })
    },
    close: () => undefined,
  }
}
