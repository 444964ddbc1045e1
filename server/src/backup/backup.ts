import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock } from '../platform/clock.ts'
import { createDb } from '../platform/db/db.ts'
import type { Driver } from '../platform/db/driver.ts'
import { localBundle, storedBundle } from '../storage/bundle.ts'
import { lockDataDir } from '../platform/db/lock.ts'
import { type Written, writeArchive } from './write.ts'
import { byRunning, wasRead } from './door.ts'
import { BackupRefused, type Key, refused } from './key.ts'
import type { Place } from './place.ts'
import { type Piece, readAll } from './rows.ts'

/** The name of an archive tells when it was begun, in UTC. */
export const archiveName = (at: Date): string =>
  `teleward-${at.toISOString().slice(0, 19).replaceAll(':', '')}Z.tar.zst.age`

/**
 * Writes an archive of everything the place holds: the database as it is at one moment, and the files it names. A server goes on
 * meanwhile. Nothing is migrated, nothing is changed but the audit log. @throws BackupRefused
 */
export async function backup(
  folder: string,
  key: Key,
  place: Place,
  clock: Clock,
): Promise<Written & { path: string }> {
  const at = clock.now()
  const path = join(folder, archiveName(at))
  if (existsSync(path)) throw new BackupRefused(`There is an archive at ${path} already`)
  const stored = place.s3 && (await storedBundle(place.s3).catch(refused))
  try {
    const { rows, close } = await openSource(place, clock)
    try {
      const files = stored ? stored.list() : localBundle(place.dataDir)
      return { ...(await writeArchive(path, { rows, files }, key, at).catch(refused)), path }
    } finally {
      await close()
    }
  } finally {
    stored?.close()
  }
}

interface Source {
  rows(take: (piece: Piece) => Promise<void>): Promise<void>
  close(): Promise<void>
}
async function openSource({ databaseUrl, dataDir }: Place, clock: Clock): Promise<Source> {
  if (databaseUrl) {
    const { openPostgres } = await import('../platform/db/postgres.ts')
    return by(openPostgres(databaseUrl, { max: 2 }), clock)
  }
  const running = await byRunning(dataDir)
  if (running) return { rows: running, close: async () => undefined }
  if (!existsSync(join(dataDir, 'db'))) throw new BackupRefused(`There is no database in ${dataDir}`)
  const unlock = lockDataDir(dataDir)
  try {
    const { openPglite } = await import('../platform/db/pglite.ts')
    return by(await openPglite({ dataDir: join(dataDir, 'db') }), clock, unlock)
  } catch (error) {
    unlock()
    throw error
  }
}

function by(driver: Driver, clock: Clock, after: () => void = () => undefined): Source {
  return {
    async rows(take) {
      await readAll(driver, take)
      await wasRead(
        createDb({
          driver,
          clock,
          onAfterCommitError: (error) => {
            throw error
          },
        }),
      )
    },
    async close() {
      await driver.close()
      after()
    },
  }
}
