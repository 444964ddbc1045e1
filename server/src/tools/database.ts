import type { Clock } from '../platform/clock.ts'
import { type Config, readConfig } from '../platform/config.ts'
import { databaseClock, type Db, openDatabase } from '../platform/db/index.ts'

/**
 * The database of a command, for as long as its work takes. With the embedded one the server has to be stopped first, or
 * `DATABASE_URL` set. Its clock is the one that the server goes by.
 */
export async function withDatabase<T>(work: (db: Db, config: Config, clock: Clock) => Promise<T>): Promise<T> {
  const config = readConfig()
  const clock = databaseClock()
  const opened = await openDatabase({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    clock,
    onAfterCommitError: (error) => {
      throw error
    },
  })
  try {
    await clock.set(opened.db)
    return await work(opened.db, config, clock)
  } finally {
    await opened.close()
  }
}
