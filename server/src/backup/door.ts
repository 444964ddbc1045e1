import { chmodSync, existsSync, rmSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { join } from 'node:path'
import { z } from 'zod'
import type { Db } from '../platform/db/index.ts'
import type { Driver } from '../platform/db/driver.ts'
import { BackupRefused } from './key.ts'
import { type Piece, piece, readAll } from './rows.ts'

/**
 * The embedded database belongs to one process. While a server runs, `npm run backup` has it read everything: over a socket of the
 * data folder, which nobody but its owner can open, and never over the network.
 */
const pathOf = (dataDir: string): string =>
  process.platform === 'win32'
    ? `\\\\.\\pipe\\teleward-backup-${createHash('sha256').update(dataDir).digest('hex').slice(0, 24)}`
    : join(dataDir, 'backup.sock')
const isFile = process.platform !== 'win32'

const answer = z.union([piece, z.object({ end: z.literal(true) }), z.object({ failed: z.string() })])

interface Deps {
  driver: Driver
  db: Db
  dataDir: string
  onError(error: unknown): void
}
/** Opened beside an embedded database; `close` takes it away again. A folder whose name is too long for a socket has none. */
export async function openDoor({ driver, db, dataDir, onError }: Deps): Promise<() => Promise<void>> {
  const path = pathOf(dataDir)
  // Of a server that was killed: the folder is locked by this one.
  if (isFile) rmSync(path, { force: true })
  const server = createServer((socket) => {
    serve(socket, driver, db).catch((error: unknown) => {
      onError(error)
      socket.end(`${JSON.stringify({ failed: error instanceof Error ? error.message : 'unknown' })}\n`)
    })
  })
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(path, () => resolve())
    })
  } catch (error) {
    onError(error)
    return async () => undefined
  }
  if (isFile) chmodSync(path, 0o600)
  return async () => {
    server.close()
    if (isFile) rmSync(path, { force: true })
  }
}

const STALLED_MS = 30_000
async function serve(socket: Socket, driver: Driver, db: Db): Promise<void> {
  const gone = new Promise<never>((_, reject) => {
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('whoever asked for a backup went away')))
  })
  gone.catch(() => undefined)
  // The one connection of the database is held meanwhile: who takes nothing for so long is let go.
  socket.setTimeout(STALLED_MS, () => socket.destroy())
  const say = async (what: unknown) => {
    if (socket.destroyed) throw new Error('whoever asked for a backup went away')
    if (!socket.write(`${JSON.stringify(what)}\n`)) await Promise.race([once(socket, 'drain'), gone])
  }
  await readAll(driver, say)
  await wasRead(db)
  await say({ end: true })
  socket.end()
}

/** In the audit log: everything was read, by whoever has the machine. */
export const wasRead = (db: Db): Promise<void> =>
  db.audit({ action: 'backup.read', kind: 'read', target: { kind: 'backup', id: 'all' } }, {})

/** The pieces by the server that runs on this folder; `undefined`: none runs. @throws BackupRefused */
export async function byRunning(
  dataDir: string,
): Promise<((take: (one: Piece) => Promise<void>) => Promise<void>) | undefined> {
  const path = pathOf(dataDir)
  if (isFile && !existsSync(path)) return undefined
  const socket = connect(path)
  const open = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
  })
  if (!open) return undefined
  socket.on('error', () => undefined)
  return async (take) => {
    let over = false
    for await (const line of createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY })) {
      const one = answer.parse(JSON.parse(line))
      if ('failed' in one) throw new BackupRefused(`The server could not read its database: ${one.failed}`)
      if ('end' in one) over = true
      else await take(one)
    }
    if (!over) throw new BackupRefused('The server went away before everything was read; nothing was kept')
  }
}
