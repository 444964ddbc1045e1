import { createReadStream } from 'node:fs'
import { Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { Decrypter } from 'age-encryption'
import { extract } from 'tar-stream'
import { z } from 'zod'
import { type Manifest, manifestOf, type Sums, sumsOf } from './archive.ts'
import { BackupRefused } from './key.ts'
import { measure } from './measured.ts'
import { RowSum, sameSum, type TableSum } from './sum.ts'

/** Who takes what an archive holds, while it is read. Each call is over before the next one comes. */
export interface Taker {
  rows?(table: string, rows: string[]): Promise<void>
  sequences?(sequences: Record<string, string>): Promise<void>
  file?(path: string, content: Readable): Promise<void>
}

const damaged = 'The archive is damaged or not whole; nothing was touched'
const sequencesOf = z.record(z.string(), z.string())
/** No name leads out of its folder. */
const inside = (path: string) => !path.startsWith('/') && !path.split('/').includes('..')

/** Reads an archive from its first byte to its last, and compares what it holds with what it says. @throws BackupRefused */
export async function readArchive(
  path: string,
  identity: string,
  taker: Taker = {},
): Promise<{ manifest: Manifest; sums: Sums }> {
  const tar = extract()
  const stream = await opened(path, identity)
  const state: { manifest?: Manifest; said?: Sums; sequences?: boolean; notTaken?: { error: unknown } } = {}
  const tables = new Map<string, RowSum>()
  const files: Sums['files'] = {}
  /** What whoever takes could not do is not the archive's fault, and is told as it is. */
  const given = async (work: Promise<unknown> | undefined) => {
    await work?.catch((error: unknown) => {
      state.notTaken = { error }
      throw error
    })
  }
  const rows = async (table: string, text: string) => {
    const lines = text.split('\n').slice(0, -1)
    const sum = tables.get(table) ?? new RowSum()
    tables.set(table, sum)
    for (const line of lines) sum.add(line)
    await given(taker.rows?.(table, lines))
  }
  const file = async (name: string, content: Readable) => {
    const { through, said } = measure()
    if (taker.file) await Promise.all([pipeline(content, through), given(taker.file(name, through))])
    else await pipeline(content, through.resume())
    files[name] = said()
  }
  const take = async () => {
    for await (const entry of tar) {
      const { name } = entry.header
      const [folder, ...rest] = name.split('/')
      if (state.said || !inside(name) || (!state.manifest && name !== 'manifest.json')) throw new BackupRefused(damaged)
      if (folder === 'files') await file(rest.join('/'), entry as unknown as Readable)
      else {
        const text = await textOf(entry as unknown as Readable)
        if (folder === 'rows' && rest[0]) await rows(rest[0], text)
        else if (name === 'manifest.json') {
          state.manifest = manifestOf.parse(JSON.parse(text))
        } else if (name === 'sequences.json') {
          state.sequences = true
          await given(taker.sequences?.(sequencesOf.parse(JSON.parse(text))))
        } else if (name === 'sums.json') state.said = sumsOf.parse(JSON.parse(text))
        else throw new BackupRefused(damaged)
      }
    }
  }
  try {
    await Promise.all([pipeline(stream, createZstdDecompress(), tar as unknown as Transform), take()])
  } catch (error) {
    if (state.notTaken) throw state.notTaken.error
    if (error instanceof BackupRefused) throw error
    throw new BackupRefused(damaged, { cause: error })
  }
  const { manifest, said, sequences } = state
  if (!manifest || !said || !sequences || !agree(said, tables, files)) throw new BackupRefused(damaged)
  return { manifest, sums: said }
}

function agree(said: Sums, tables: ReadonlyMap<string, RowSum>, files: Sums['files']): boolean {
  const none: TableSum = new RowSum().said
  const known = Object.entries(said.tables)
  if (known.some(([name, sum]) => !sameSum(sum, tables.get(name)?.said ?? none))) return false
  if ([...tables.keys()].some((name) => !(name in said.tables))) return false
  const names = Object.keys(said.files)
  return (
    names.length === Object.keys(files).length &&
    names.every(
      (name) => files[name]?.sha256 === said.files[name]?.sha256 && files[name]?.bytes === said.files[name]?.bytes,
    )
  )
}

async function opened(path: string, identity: string): Promise<Readable> {
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  const source = createReadStream(path)
  await new Promise<void>((resolve, reject) => {
    source.once('open', () => resolve())
    source.once('error', reject)
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new BackupRefused(`There is no archive at ${path}`)
    throw new BackupRefused(`The archive at ${path} cannot be read: ${error.message}`, { cause: error })
  })
  try {
    return Readable.fromWeb((await decrypter.decrypt(Readable.toWeb(source) as ReadableStream<Uint8Array>)) as never)
  } catch (error) {
    source.destroy()
    const foreign = error instanceof Error && /no identity matched/i.test(error.message)
    throw new BackupRefused(
      foreign
        ? 'BACKUP_KEY does not open this archive: it was written with another key, of another institution perhaps'
        : damaged,
      { cause: error },
    )
  }
}

async function textOf(stream: Readable): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}
