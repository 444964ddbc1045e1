import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { ObjectStore } from '../platform/config.ts'
import type { Db } from '../platform/db/index.ts'
import { type BundleFile, localBundle, localPath, placeOfName, storedBundle } from './bundle.ts'

export interface Moved {
  /** Brought over by this run. */
  moved: number
  /** There already, as they are here. */
  there: number
  bytes: number
  /** Taken away here, after they were compared there. */
  deleted: number
  /** Names under which something else lies there. Neither of the two was touched. */
  others: string[]
}
export interface MoveOptions {
  /** What was compared is taken away here, if the bucket is that of the installation with this database. */
  deletingFor?: Db
  /** After each file. */
  told?: (so: Moved) => void
}

interface Measured {
  bytes: number
  sha256: string
}
async function measured(file: BundleFile): Promise<Measured | undefined> {
  const opened = await file.open()
  if (!opened) return undefined
  const hash = createHash('sha256')
  let bytes = 0
  for await (const part of opened.content) {
    hash.update(part as Buffer)
    bytes += (part as Buffer).length
  }
  return { bytes, sha256: hash.digest('hex') }
}
const same = (one: Measured | undefined, other: Measured | undefined) =>
  one !== undefined && one.sha256 === other?.sha256 && one.bytes === other.bytes

/**
 * Brings the files of a data directory into a bucket. Each is read back from there and compared before it counts; a run that was
 * stopped leaves what it brought, and the next one goes on. FILES_UNAVAILABLE where the store does not answer.
 */
export async function moveFiles(dataDir: string, s3: ObjectStore, options: MoveOptions = {}): Promise<Moved> {
  const { deletingFor, told } = options
  const target = await storedBundle(s3)
  const so: Moved = { moved: 0, there: 0, bytes: 0, deleted: 0, others: [] }
  try {
    if (deletingFor && !(await target.isOf(deletingFor)))
      throw new Error('No server of this installation has run on this bucket yet: nothing was taken away')
    for await (const file of localBundle(dataDir)) {
      const became = await bring(file, target)
      if (became === 'gone') continue
      if (became === 'other') so.others.push(file.name)
      else {
        so[became.as] += 1
        so.bytes += became.as === 'moved' ? became.bytes : 0
        if (deletingFor) {
          await rm(localPath(dataDir, file.name))
          so.deleted += 1
        }
      }
      told?.(so)
    }
    return so
  } finally {
    target.close()
  }
}

type Target = Awaited<ReturnType<typeof storedBundle>>
async function bring(
  file: BundleFile,
  target: Target,
): Promise<{ as: 'moved' | 'there'; bytes: number } | 'other' | 'gone'> {
  const here = await measured(file)
  // Came whole under another name meanwhile: the next run finds it there.
  if (!here) return 'gone'
  const before = await measured(target.file(file.name))
  if (same(here, before)) return { as: 'there', bytes: here.bytes }
  // What is still coming has grown since; a file never does.
  if (before && placeOfName(file.name).whole) return 'other'
  if (here.bytes === 0 && !placeOfName(file.name).whole) return 'gone'
  const opened = await file.open()
  if (!opened) return 'gone'
  await target.put(file.name, opened.content as Readable)
  const after = await measured(target.file(file.name))
  if (!same(here, after)) throw new Error(`${file.name} came out otherwise than it went in`)
  return { as: 'moved', bytes: here.bytes }
}
