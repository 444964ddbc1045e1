import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { createApp } from '../server/src/app.ts'
import { readConfig } from '../server/src/platform/config.ts'
import { type Db, openDatabase } from '../server/src/platform/db/index.ts'
import { loadReference } from '../server/src/reference/load.ts'
import { copyDatabase, type PostgresTemplate } from '../server/src/platform/testing/databases.ts'
import { freePort } from './server.ts'
import { timezoneId } from './zone.ts'

export interface MovedServer {
  url: string
  db: Db
  /** It is so late from now on, for the server and for these pages, and what is due by then has happened. */
  moveTo(at: Date, ...pages: Page[]): Promise<void>
  remove(): Promise<void>
}

/** How far the pages of a context are ahead of the run's clock: as much as the server, through reloads as well. */
export async function followClock(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const { now } = Date
    const Own = globalThis.Date
    const ahead = () => Number(sessionStorage.getItem('ahead') ?? 0)
    const moved = () => now() + ahead()
    globalThis.Date = new Proxy(Own, {
      construct: (_, args, target) => Reflect.construct(Own, args.length ? args : [moved()], target),
      apply: () => new Own(moved()).toString(),
      get: (of, name) => (name === 'now' ? moved : Reflect.get(of, name)),
    })
  })
}

/**
 * The server within the journey's own process, on a copy of the demo: its clock goes on as the run's does, and can be moved, as
 * that of a server of its own cannot, whose time is the database's. `at`: when it is at the start.
 */
export async function startMovedServer(at: Date): Promise<MovedServer> {
  const made = process.env.E2E_TEMPLATE
  if (!made) throw new Error('a clock is moved on a copy of the demo alone')
  const template = JSON.parse(made) as PostgresTemplate & { dataDir: string }
  const dataDir = mkdtempSync(join(tmpdir(), 'teleward-e2e-'))
  cpSync(template.dataDir, dataDir, { recursive: true })
  const database = await copyDatabase(template)
  let ahead = at.getTime() - Date.now()
  const clock = { now: () => new Date(Date.now() + ahead) }
  const port = await freePort()
  const config = readConfig({
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    LOG_LEVEL: 'warn',
    DEMO: '1',
    DEMO_TIME_ZONE: timezoneId,
    OUTBOX: 'development',
  })
  const onAfterCommitError = (error: unknown) => console.error('a step after a commit failed', error)
  const opened = await openDatabase({ databaseUrl: database.url, dataDir, clock, onAfterCommitError })
  await loadReference(opened.driver)
  const app = await createApp({ config, db: opened.db, clock })
  await app.listen()
  return {
    url: `http://localhost:${port}`,
    db: opened.db,
    moveTo: async (to, ...pages) => {
      ahead = to.getTime() - Date.now()
      for (const page of pages) await page.evaluate((ms) => sessionStorage.setItem('ahead', String(ms)), ahead)
      await app.deps.timers.runDue()
    },
    remove: async () => {
      await app.close()
      await opened.close()
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
