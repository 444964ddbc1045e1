import { inject } from 'vitest'
import { type Clock, systemClock } from '../clock.ts'
import { createDb } from '../db/db.ts'
import type { Driver } from '../db/driver.ts'
import type { Db } from '../db/types.ts'
import type {} from './setup-pglite.ts'
import { clonePostgres, loadPglite } from './templates.ts'

export interface TestDatabase {
  db: Db
  driver: Driver
  /** Only on PostgreSQL: a second process would connect here. */
  url: string | undefined
  /** A second `Db` on the same data, as another process of the same system would have. */
  another(clock?: Clock): Db
  close(): Promise<void>
}

/** A fresh, migrated database of the kind this project tests. */
export async function testDatabase(options: { clock?: Clock; max?: number } = {}): Promise<TestDatabase> {
  const provided = inject('database')
  const clock = options.clock ?? systemClock
  const raise = (error: unknown) => {
    throw error
  }
  const over = (driver: Driver, at: Clock = clock) => createDb({ driver, clock: at, onAfterCommitError: raise })
  if (provided.kind === 'pglite') {
    const driver = await loadPglite(provided.template)
    const db = over(driver)
    return { db, driver, url: undefined, another: (at) => over(driver, at), close: () => db.close() }
  }
  const { driver, url, drop } = await clonePostgres(provided.template, options.max)
  return { db: over(driver), driver, url, another: (at) => over(driver, at), close: drop }
}
