import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { CompiledQuery } from 'kysely'
import type { Driver, Execute } from './driver.ts'

export const migrationsFolder = fileURLToPath(new URL('../../../migrations', import.meta.url))

/** The policies as they hold now, made of the declarations of access (`server/src/access`). */
export const policiesFile = fileURLToPath(new URL('../../../access/policies.sql', import.meta.url))
export interface Migration {
  name: string
  sql: string
  checksum: string
}

export function readMigrations(folder: string = migrationsFolder): Migration[] {
  return readdirSync(folder)
    .filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name))
    .sort()
    .map((name) => {
      const sql = readFileSync(join(folder, name), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    })
}

/** The policies, which are made anew whenever they, or any migration, have changed. */
export function policiesMigration(): Migration {
  const sql = readFileSync(policiesFile, 'utf8')
  return { name: POLICIES, sql, checksum: createHash('sha256').update(sql).digest('hex') }
}

/** The name under which it is kept that they were applied. */
export const POLICIES = 'policies.sql'
/** A table that stands as long as rows of a backup come in: what it stands beside is no database yet. */
export const UNFINISHED = 'restore_unfinished'

/** Applies what is missing, each file in its own transaction, as the owner. Two servers starting at once wait in turn. */
export function migrate(driver: Driver, migrations: Migration[] = readMigrations()): Promise<string[]> {
  return underLock(driver, async (execute, script) => {
    const { rows } = await execute(CompiledQuery.raw('select to_regclass($1) as found', [`public.${UNFINISHED}`]))
    if ((rows as { found: unknown }[])[0]?.found)
      throw new Error('A restore into this database did not finish: run it again, it begins anew')
    const { done, applied } = await applyEach(execute, script, migrations)
    // What a newer version says holds: this one stands beside it, or was started again, while it takes over.
    if (isNewer(applied.keys(), migrations)) return done
    // A migration may have made a table anew, and its policies with it: what holds is said once more after any of them.
    const policies = policiesMigration()
    if (done.length || applied.get(POLICIES) !== policies.checksum) await apply(execute, script, policies)
    return done
  })
}

/** A newer version has been at this database: it has migrations that this one does not know. */
export function isNewer(applied: Iterable<string>, migrations: readonly Migration[]): boolean {
  const known = new Set([POLICIES, ...migrations.map(({ name }) => name)])
  return [...applied].some((name) => !known.has(name))
}

/** The tables as these migrations make them, without policies: rows of a backup come in first. */
export function applyMigrations(driver: Driver, migrations: readonly Migration[]): Promise<string[]> {
  return underLock(driver, async (execute, script) => (await applyEach(execute, script, migrations)).done)
}

const LOCK = 726_374
type Script = (sql: string) => Promise<void>

function underLock<T>(driver: Driver, work: (execute: Execute, script: Script) => Promise<T>): Promise<T> {
  return driver.ownerSession(async (execute, script) => {
    await execute(CompiledQuery.raw('select pg_advisory_lock($1)', [LOCK]))
    try {
      return await work(execute, script)
    } finally {
      await execute(CompiledQuery.raw('select pg_advisory_unlock($1)', [LOCK]))
    }
  })
}

async function applyEach(execute: Execute, script: Script, migrations: readonly Migration[]) {
  await script(
    'create table if not exists schema_migration (name text primary key, checksum text not null, at timestamptz not null default now())',
  )
  const { rows } = await execute(CompiledQuery.raw('select name, checksum from schema_migration'))
  const applied = new Map((rows as { name: string; checksum: string }[]).map((row) => [row.name, row.checksum]))
  const done: string[] = []
  for (const migration of migrations) {
    const { name, checksum } = migration
    const before = applied.get(name)
    if (before === checksum) continue
    if (before) throw new Error(`Migration ${name} was changed after it had been applied: add a new one instead`)
    await apply(execute, script, migration)
    done.push(name)
  }
  return { done, applied }
}

/** Others are served meanwhile. Less than PostgreSQL's `deadlock_timeout`: where both wait for each other, the migration gives way. */
const LOCK_MS = 500
const PATIENCE_MS = 120_000
const GAVE_WAY = /^(55P03|40P01)$/

/** Whoever waits for a table that is in use keeps all others waiting behind it: so it is asked for briefly, and again. */
async function apply(execute: Execute, script: Script, migration: Migration): Promise<void> {
  for (const until = Date.now() + PATIENCE_MS; ; await sleep(100 + Math.random() * 200)) {
    try {
      return await once(execute, script, migration)
    } catch (error) {
      const { cause } = error as Error
      const inUse = cause instanceof Error && 'code' in cause && GAVE_WAY.test(String(cause.code))
      if (!inUse || Date.now() > until) throw error
    }
  }
}

async function once(execute: Execute, script: Script, { name, sql, checksum }: Migration): Promise<void> {
  await script(`begin; set local lock_timeout = ${LOCK_MS}`)
  try {
    await script(sql)
    await execute(
      CompiledQuery.raw(
        'insert into schema_migration (name, checksum) values ($1, $2) on conflict (name) do update set checksum = excluded.checksum, at = now()',
        [name, checksum],
      ),
    )
    await script('commit')
  } catch (error) {
    await script('rollback')
    throw new Error(`Migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}
