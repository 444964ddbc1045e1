import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import type { Driver } from '../db/driver.ts'
import { migrate, policiesFile, readMigrations } from '../db/migrate.ts'
import { openPglite } from '../db/pglite.ts'
import { openPostgres } from '../db/postgres.ts'
import { copyDatabase, createDatabase, type PostgresTemplate } from './databases.ts'

/** An empty, migrated database on disk: made once per state of the migrations, loaded by every test file. */
export async function pgliteTemplate(): Promise<string> {
  const engine = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  const state = createHash('sha256').update(readFileSync(join(dirname(engine), '../package.json')))
  for (const { name, checksum } of readMigrations()) state.update(name).update(checksum)
  state.update(readFileSync(policiesFile))
  const folder = join(tmpdir(), `teleward-templates-${userInfo().username}`)
  const path = join(folder, `${state.digest('hex').slice(0, 24)}.tar`)
  if (existsSync(path)) return path
  const driver = await openPglite({})
  await migrate(driver)
  await driver.pg.exec('checkpoint')
  const dump = await driver.pg.dumpDataDir('none')
  await driver.close()
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const part = `${path}.${randomBytes(4).toString('hex')}`
  writeFileSync(part, Buffer.from(await dump.arrayBuffer()))
  renameSync(part, path)
  return path
}

export const loadPglite = (template: string) => openPglite({ loadDataDir: new Blob([readFileSync(template)]) })

export async function postgresTemplate(serverUrl: string): Promise<PostgresTemplate> {
  const { database, url } = await createDatabase(serverUrl)
  const driver = openPostgres(url, { max: 1 })
  await migrate(driver)
  await driver.close()
  return { serverUrl, database }
}

export async function clonePostgres(
  template: PostgresTemplate,
  max = 10,
): Promise<{ driver: Driver; url: string; drop(): Promise<void> }> {
  const { url, drop } = await copyDatabase(template)
  const driver = openPostgres(url, { max })
  return {
    driver,
    url,
    drop: async () => {
      await driver.close()
      await drop()
    },
  }
}
