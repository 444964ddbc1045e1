import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { outboxTransitions } from '@teleward/contract/outbox/rules.ts'
import { CompiledQuery } from 'kysely'
import { locked, step } from '../outbox/steps.ts'
import type { Clock } from '../platform/clock.ts'
import { createDb } from '../platform/db/db.ts'
import type { Driver, Execute } from '../platform/db/driver.ts'
import { lockDataDir } from '../platform/db/lock.ts'
import { type Db, sql } from '../platform/db/index.ts'
import { applyMigrations, migrate, POLICIES, readMigrations, UNFINISHED } from '../platform/db/migrate.ts'
import { syncFolder } from '../platform/sync-folder.ts'
import type { Manifest, Sums } from './archive.ts'
import type { Place } from './place.ts'
import { emptyFiles, type Files, holdsAnything } from './restored-files.ts'
import { readArchive } from './read.ts'
import { BackupRefused, refused } from './key.ts'
import { plainTexts, quoted, readTable, type Schema } from './rows.ts'
import { RowSum, sameSum } from './sum.ts'

export interface Restored {
  manifest: Manifest
  sums: Sums
  /** Migrations of this version that the archive's had not. */
  migrated: string[]
  /** Messages to people that waited to be sent when the archive was written, and are held now. */
  held: number
}

const select = async <T>(execute: Execute, text: string, parameters: unknown[] = []): Promise<T[]> =>
  (await execute(CompiledQuery.raw(text, parameters))).rows as T[]

/**
 * Restores an archive into an empty place, or one whose restore did not finish. The archive is read to its end and compared before
 * anything is touched; rows come in one transaction and are read back and compared in it; files and, where it is embedded, the
 * database have their names only when everything is in. @throws BackupRefused
 */
export async function restore(path: string, identity: string | null, place: Place, clock: Clock): Promise<Restored> {
  if (identity === null)
    throw new BackupRefused('BACKUP_KEY is the public key: an archive is opened by the secret one, AGE-SECRET-KEY-1…')
  const { manifest, sums } = await readArchive(path, identity)
  const known = knownMigrations(manifest)
  await mkdir(place.dataDir, { recursive: true, mode: 0o700 })
  const unlock = lockDataDir(place.dataDir)
  try {
    // Files after the database: one that is refused leaves theirs as it is.
    const target = await openEmpty(place)
    let files: Files | undefined
    try {
      files = await emptyFiles(place).catch(refused)
      await fill(target.driver, path, identity, files, { manifest, sums, known }).catch(refused)
      const migrated = await migrate(target.driver)
      const db = createDb({ driver: target.driver, clock, onAfterCommitError: raise })
      const held = await hold(db, clock.now(), manifest)
      await target.close()
      await files.settle()
      await target.settle()
      await syncFolder(place.dataDir)
      return { manifest, sums, migrated, held }
    } catch (error) {
      await target.close()
      throw error
    } finally {
      files?.close()
    }
  } finally {
    unlock()
  }
}
const raise = (error: unknown) => {
  throw error
}

/** The archive's migrations, each of which this version has to know as it was. */
function knownMigrations({ schema }: Manifest) {
  const own = new Map(readMigrations().map((migration) => [migration.name, migration]))
  return schema.migrations
    .filter(({ name }) => name !== POLICIES)
    .map(({ name, checksum }) => {
      const migration = own.get(name)
      if (!migration)
        throw new BackupRefused(
          `The archive is of a newer version of Teleward, which has ${name}: restore it by that one`,
        )
      if (migration.checksum !== checksum)
        throw new BackupRefused(`${name} is not what it was when the archive was written; nothing was touched`)
      return migration
    })
}

interface Target {
  driver: Driver
  close(): Promise<void>
  /** Gives it its name, once it is closed. */
  settle(): Promise<void>
}
async function openEmpty({ databaseUrl, dataDir }: Place): Promise<Target> {
  if (databaseUrl) {
    const { openPostgres } = await import('../platform/db/postgres.ts')
    const driver = openPostgres(databaseUrl, { max: 2 })
    try {
      await refuseFull(driver)
    } catch (error) {
      await driver.close()
      throw error
    }
    return { driver, close: () => driver.close(), settle: async () => undefined }
  }
  const [final, own] = [join(dataDir, 'db'), join(dataDir, 'db.restoring')]
  if (await holdsAnything(final))
    throw new BackupRefused(`There is a database in ${final}: a restore needs an empty place`)
  await rm(own, { recursive: true, force: true })
  const { openPglite } = await import('../platform/db/pglite.ts')
  const driver = await openPglite({ dataDir: own })
  return {
    driver,
    close: () => driver.close(),
    settle: async () => {
      await rm(final, { recursive: true, force: true })
      await rename(own, final)
    },
  }
}

/** Tables of anything but a restore that did not finish are not touched. */
async function refuseFull(driver: Driver): Promise<void> {
  await driver.ownerSession(async (execute) => {
    const [found] = await select<{ tables: number; unfinished: boolean }>(
      execute,
      `select count(*)::int as tables, to_regclass('public.${UNFINISHED}') is not null as unfinished
       from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')`,
    )
    if (found?.tables && !found.unfinished)
      throw new BackupRefused('The database at DATABASE_URL is not empty: a restore needs an empty one')
  })
}

interface Held {
  manifest: Manifest
  sums: Sums
  known: ReturnType<typeof knownMigrations>
}
async function fill(
  driver: Driver,
  path: string,
  identity: string,
  files: Files,
  { manifest, sums, known }: Held,
): Promise<void> {
  await driver.owner(`create table if not exists public.${UNFINISHED} ()`)
  await applyMigrations(driver, known)
  await driver.ownerSession(async (execute, script) => {
    await script('begin')
    try {
      await select(execute, plainTexts)
      const back = await letGo(execute, script)
      const tables = new Map(manifest.schema.tables.map((table) => [table.name, table]))
      await readArchive(path, identity, {
        rows: (name, rows) => put(execute, tables, name, rows),
        sequences: async (sequences) => {
          for (const [name, last] of Object.entries(sequences))
            await select(execute, 'select setval($1::regclass, $2::bigint, true)', [`public.${quoted(name)}`, last])
        },
        file: (name, content) => files.put(name, content),
      })
      await compare(execute, manifest.schema, sums)
      await script(back)
      // Policies are said once more by what this version declares.
      await select(execute, 'delete from schema_migration where name = $1', [POLICIES])
      await script(`drop table public.${UNFINISHED}; commit`)
    } catch (error) {
      await script('rollback')
      throw error
    }
  })
}

/**
 * Rows come in the order of the archive and are as they were: nothing points to a row that is still to come, and nothing acts on
 * them. What migrations brought goes. Returned: the script that puts keys and triggers back, by which all of them are checked.
 */
async function letGo(execute: Execute, script: (text: string) => Promise<void>): Promise<string> {
  const keys = await select<{ table: string; name: string; is: string }>(
    execute,
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as is from pg_constraint
     where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace`,
  )
  const tables = await select<{ name: string }>(
    execute,
    `select oid::regclass::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> '${UNFINISHED}'`,
  )
  const every = (text: (name: string) => string) => tables.map(({ name }) => text(name)).join('\n')
  await script(keys.map(({ table, name }) => `alter table ${table} drop constraint ${name};`).join('\n'))
  await script(every((name) => `alter table ${name} disable trigger user;`))
  await script(`truncate ${tables.map(({ name }) => name).join(', ')}`)
  return [
    ...keys.map(({ table, name, is }) => `alter table ${table} add constraint ${name} ${is};`),
    every((name) => `alter table ${name} enable trigger user;`),
  ].join('\n')
}

async function put(
  execute: Execute,
  tables: ReadonlyMap<string, Schema['tables'][number]>,
  name: string,
  rows: readonly string[],
): Promise<void> {
  const table = tables.get(name)
  if (!table) throw new BackupRefused(`The archive holds rows of ${name}, which it does not name; nothing was kept`)
  const columns = table.columns.map((column) => quoted(column.name)).join(', ')
  const values = table.columns.map(({ type }, at) => `(r.row ->> ${at})::${type}`).join(', ')
  await select(
    execute,
    `insert into public.${quoted(name)} (${columns}) overriding system value
     select ${values} from jsonb_array_elements($1::text::jsonb) as r(row)`,
    [`[${rows.join(',')}]`],
  )
}

/** What lies in the tables now is what was read from those of the archive. */
async function compare(execute: Execute, schema: Schema, sums: Sums): Promise<void> {
  for (const table of schema.tables) {
    const sum = new RowSum()
    await readTable(execute, table, async ({ rows }) => {
      for (const row of rows) sum.add(row)
    })
    if (!sameSum(sum.said, sums.tables[table.name]))
      throw new BackupRefused(`${table.name} came out otherwise than it went in; nothing was kept`)
  }
}

/**
 * Messages that waited when the archive was written may have gone since: they are held, for whoever reads the outbox to send or
 * leave. That a place was restored is in its log.
 */
function hold(db: Db, now: Date, manifest: Manifest): Promise<number> {
  return db.system.tx(async (tx) => {
    const waiting = await tx.many(
      sql<{
        id: string
      }>`select id from outbox_message where state = any (${[...outboxTransitions.hold.from]}::text[]) order by created_at`,
    )
    for (const { id } of waiting)
      await step(tx, await tx.one(locked(id)), { action: 'hold', at: now, reason: 'RESTORED' })
    await tx.audit({
      action: 'backup.restored',
      kind: 'write',
      target: { kind: 'backup', id: manifest.at },
      detail: { at: manifest.at, held: waiting.length },
    })
    return waiting.length
  })
}
