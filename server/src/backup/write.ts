import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import { Encrypter } from 'age-encryption'
import { pack, type Pack } from 'tar-stream'
import { syncFolder } from '../platform/sync-folder.ts'
import type { BundleFile } from '../storage/bundle.ts'
import type { Manifest, Sums } from './archive.ts'
import { BackupRefused, type Key } from './key.ts'
import { type Measured, measure } from './measured.ts'
import { readArchive } from './read.ts'
import type { Piece } from './rows.ts'
import { RowSum } from './sum.ts'

const PIECE_BYTES = 4 * 1024 * 1024

type Packing = ReturnType<typeof packing>
/** Entries of a tar, one after the other; each is in before the next one begins. */
function packing(into: Pack) {
  const put = (name: string, text: string) =>
    new Promise<void>((resolve, reject) => {
      into.entry({ name }, text, (error) => (error ? reject(error) : resolve()))
    })
  const putFile = async (name: string, { bytes, content }: { bytes: number; content: Readable }) => {
    const entry = into.entry({ name, size: bytes })
    const { through, said } = measure()
    await pipeline(content, through, entry)
    return said()
  }
  return { put, putFile, end: () => into.finalize() }
}

async function putFiles(into: Packing, source: AsyncIterable<BundleFile>): Promise<Sums['files']> {
  const files: Sums['files'] = {}
  for await (const { name, open } of source) {
    const file = await open()
    if (file) files[name] = await into.putFile(`files/${name}`, file)
  }
  return files
}

interface Source {
  /** Hands on the pieces of one moment of the database. */
  rows(take: (piece: Piece) => Promise<void>): Promise<void>
  /** They are read after that moment, so that each file that a row names is there. */
  files: AsyncIterable<BundleFile>
}

async function putAll(into: Packing, { rows, files }: Source, at: Date): Promise<Sums> {
  const sums = new Map<string, RowSum>()
  let [table, lines, bytes, number] = ['', [] as string[], 0, 0]
  const flush = async () => {
    if (lines.length) await into.put(`rows/${table}/${String(number).padStart(6, '0')}.ndjson`, `${lines.join('\n')}\n`)
    ;[lines, bytes, number] = [[], 0, number + 1]
  }
  await rows(async (piece) => {
    if ('schema' in piece) {
      const manifest: Manifest = { format: 1, at: at.toISOString(), schema: piece.schema }
      for (const { name } of piece.schema.tables) sums.set(name, new RowSum())
      return into.put('manifest.json', JSON.stringify(manifest))
    }
    if ('sequences' in piece) {
      await flush()
      return into.put('sequences.json', JSON.stringify(piece.sequences))
    }
    if (piece.table !== table) {
      await flush()
      ;[table, number] = [piece.table, 0]
    }
    for (const row of piece.rows) {
      sums.get(table)?.add(row)
      lines.push(row)
      bytes += row.length
      if (bytes > PIECE_BYTES) await flush()
    }
  })
  const said: Sums = {
    tables: Object.fromEntries([...sums].map(([name, sum]) => [name, sum.said])),
    files: await putFiles(into, files),
  }
  await into.put('sums.json', JSON.stringify(said))
  into.end()
  return said
}

/** `sha256` and `bytes` are the archive's own. */
export interface Written extends Measured {
  sums: Sums
}

/**
 * Writes an archive under its name or not at all: it is on the disk, and was read again, before it has it. Where the disk is full
 * or the reading breaks off, everybody else who has a part in it is let go. @throws BackupRefused
 */
export async function writeArchive(path: string, source: Source, key: Key, at: Date): Promise<Written> {
  const part = `${path}.${randomUUID()}.part`
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  try {
    const written = await writePart(part, source, key, at)
    await readAgain(part, written, key)
    await rename(part, path)
    await syncFolder(dirname(path))
    return written
  } finally {
    await rm(part, { force: true })
  }
}

async function writePart(part: string, source: Source, key: Key, at: Date): Promise<Written> {
  const tar = pack()
  const packed = createZstdCompress()
  const encrypter = new Encrypter()
  encrypter.addRecipient(key.recipient)
  const { through, said } = measure()
  const failures: unknown[] = []
  const failed = (error: unknown) => {
    failures.push(error)
    // The streams behind it end by that, and those before them by their own pipelines.
    tar.destroy()
  }
  const encrypted = async () => {
    const stream = await encrypter.encrypt(Readable.toWeb(packed) as ReadableStream<Uint8Array>)
    const file = createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true })
    await pipeline(Readable.fromWeb(stream as never), through, file)
  }
  // To the end of each, so that the moment of the database is let go before anybody is told.
  const [sums] = await Promise.all([
    putAll(packing(tar), source, at).catch(failed),
    pipeline(tar, packed).catch(failed),
    encrypted().catch(failed),
  ])
  if (failures.length || !sums) throw noRoom(failures) ?? failures[0]
  return { sums, ...said() }
}

/** The disk is full, or takes no more of this person, or no file of this size. */
const FULL = new Set<unknown>(['ENOSPC', 'EDQUOT', 'EFBIG'])
function noRoom(failures: readonly unknown[]): BackupRefused | undefined {
  const cause = failures.find((one) => one instanceof Error && 'code' in one && FULL.has(one.code))
  return cause
    ? new BackupRefused('There is no room for the archive where it should go; nothing was kept', { cause })
    : undefined
}

/** With the secret key everything is opened and compared; with the public one alone the bytes are. */
async function readAgain(path: string, written: Written, key: Key): Promise<void> {
  const { through, said } = measure()
  await pipeline(createReadStream(path), through.resume())
  if (said().sha256 !== written.sha256)
    throw new BackupRefused('The archive on the disk is not what was written; nothing was kept')
  if (key.identity === null) return
  const { sums } = await readArchive(path, key.identity)
  if (JSON.stringify(sums) !== JSON.stringify(written.sums))
    throw new BackupRefused('The archive does not hold what was written into it; nothing was kept')
}
