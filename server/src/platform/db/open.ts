import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../clock.ts'
import { createDb } from './db.ts'
import type { Driver } from './driver.ts'
import { lockDataDir } from './lock.ts'
import { migrate } from './migrate.ts'
import { createReplicas, type ReplicaOptions, type Replicas } from './replicas.ts'
import type { Db } from './types.ts'

export interface OpenOptions {
  /** A PostgreSQL server; without it the embedded database in `dataDir`. */
  databaseUrl?: string | undefined
  dataDir: string
  clock: Clock
  onAfterCommitError(error: unknown): void
  poolSize?: number
  /** Standbys of that server, which answer what may be a second old. */
  readUrls?: readonly string[]
  onReplica?: ReplicaOptions['onChange']
  onReplicaError?: ReplicaOptions['onError']
}

export interface Opened {
  db: Db
  driver: Driver
  /** Names of the migrations applied now; all of them on a first start. */
  migrated: string[]
  close(): Promise<void>
}

/** Opens and migrates. The embedded engine is loaded only where it is used: it is large. */
export async function openDatabase(options: OpenOptions): Promise<Opened> {
  const { databaseUrl, dataDir } = options
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  let unlock = () => {}
  let driver: Driver
  let replicas: Replicas | undefined
  if (databaseUrl) {
    const { openPostgres } = await import('./postgres.ts')
    driver = openPostgres(databaseUrl, { max: options.poolSize ?? 10 })
  } else {
    unlock = lockDataDir(dataDir)
    const { openPglite } = await import('./pglite.ts')
    try {
      // The engine makes what is missing as open as the machine's default: a copy of the folder is to be as closed as it is.
      mkdirSync(join(dataDir, 'db'), { recursive: true, mode: 0o700 })
      driver = await openPglite({ dataDir: join(dataDir, 'db') })
    } catch (error) {
      unlock()
      throw error
    }
  }
  const close = async () => {
    await replicas?.close()
    await driver.close()
    unlock()
  }
  try {
    const migrated = await whenUp(() => migrate(driver))
    if (databaseUrl && options.readUrls?.length) {
      const { openPostgres } = await import('./postgres.ts')
      const { readUrls: urls, poolSize: max = 10, onReplica: onChange, onReplicaError: onError } = options
      replicas = createReplicas({ primary: driver, open: openPostgres, urls, max, onChange, onError })
    }
    const db = createDb({ driver, clock: options.clock, onAfterCommitError: options.onAfterCommitError, replicas })
    return { db: { ...db, close }, driver, migrated, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** What PostgreSQL says while it starts, or recovers from a crash (`cannot_connect_now`). */
const NOT_YET = '57P03'
const PATIENCE_MS = 60_000

/** After a power cut the server and its database come up beside each other: the one waits for the other. */
async function whenUp<T>(work: () => Promise<T>): Promise<T> {
  for (const until = Date.now() + PATIENCE_MS; ; await sleep(200)) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === NOT_YET) || Date.now() > until) throw error
    }
  }
}
