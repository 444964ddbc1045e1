import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type App, createApp } from '../../server/src/app.ts'
import { testClock } from '../../server/src/platform/clock.ts'
import { readConfig } from '../../server/src/platform/config.ts'
import { createDb } from '../../server/src/platform/db/db.ts'
import type { Db } from '../../server/src/platform/db/types.ts'
import type { PostgresTemplate } from '../../server/src/platform/testing/databases.ts'
import { clonePostgres } from '../../server/src/platform/testing/templates.ts'
import { reference } from '../../server/src/reference/catalogue.ts'
import { type Lanes, openLanes } from './lanes.ts'
import { type PatientFixture, patientFixtureOf, plan } from './folders.ts'
import { HOST, people } from './people.ts'
import { seedPatientFixtures } from './plant.ts'
import { seedBeside, seedPeople } from './plant-people.ts'

export * from './folders.ts'

export interface World {
  app: App
  db: Db
  lanes: Lanes
  folders: readonly PatientFixture[]
  tokens: ReadonlyMap<number, string>
  /** What the server logged as its own failure. */
  errors: readonly string[]
  /** Names nothing: the ids of nobody. */
  nothing: PatientFixture
  owner(script: string): Promise<void>
  close(): Promise<void>
}

/** All of it planted once: every request runs on it and leaves it as it was. */
export async function openWorld(
  template: PostgresTemplate,
  lanes = 1,
  more: (app: App) => void = () => undefined,
  settings: NodeJS.ProcessEnv = {},
): Promise<World> {
  const clock = testClock(new Date())
  const pg = await clonePostgres(template, 4)
  const laned = await openLanes(pg.driver, lanes)
  const db = createDb({ driver: laned.driver, clock, onAfterCommitError: () => undefined })
  const folders = plan()
  const dataDir = mkdtempSync(join(tmpdir(), 'teleward-matrix-'))
  mkdirSync(join(dataDir, 'recordings'))
  writeFileSync(join(dataDir, 'recordings', 'whole.webm'), Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0, 0, 0, 0]))
  const sids = new Map(people.map(({ mid }) => [mid, randomUUID()]))
  await db.system.tx(async (tx) => {
    await seedPeople(tx, sids, clock.now())
    await seedBeside(tx, clock.now())
    await seedPatientFixtures(tx, folders, clock.now())
  })
  const errors: string[] = []
  const app = await createApp({
    config: readConfig({ PORT: '0', LOG_LEVEL: 'error', DEMO: '0', DATA_DIR: dataDir, ...settings }),
    db,
    clock,
    dist: '/nowhere',
    logTo: { write: (line) => errors.push(line) },
    rate: 100_000_000,
  })
  more(app)
  await app.http.app.ready()
  reference.warm()
  const tokens = new Map<number, string>()
  for (const [mid, sid] of sids) tokens.set(mid, await app.auth.tokens.sign({ mid, sid }))
  return {
    app,
    db,
    lanes: laned,
    folders,
    tokens,
    errors,
    nothing: { ...patientFixtureOf(9999, 'partner', 'none', HOST), pid: 99_999, qid: 99_998, pastQid: 99_997 },
    owner: (script) => pg.driver.owner(script),
    close: async () => {
      await app.close()
      await laned.close()
      await pg.drop()
    },
  }
}
