import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CompiledQuery } from 'kysely'
import type { Driver } from './driver.ts'

export const migrationsFolder = fileURLToPath(new URL('../../../migrations', import.meta.url))

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

const LOCK = 726_374

/** Applies what is missing, each file in its own transaction, as the owner. Two servers starting at once wait in turn. */
export async function migrate(driver: Driver, migrations: Migration[] = readMigrations()): Promise<string[]> {
  return driver.ownerSession(async (execute, script) => {
    await execute(CompiledQuery.raw('select pg_advisory_lock($1)', [LOCK]))
    try {
      await script(
        'create table if not exists schema_migration (name text primary key, checksum text not null, at timestamptz not null default now())',
      )
      const { rows } = await execute(CompiledQuery.raw('select name, checksum from schema_migration'))
      const applied = new Map((rows as { name: string; checksum: string }[]).map((row) => [row.name, row.checksum]))
      const done: string[] = []
      for (const { name, sql, checksum } of migrations) {
        const before = applied.get(name)
        if (before === checksum) continue
        if (before) throw new Error(`Migration ${name} was changed after it had been applied: add a new one instead`)
        await script('begin')
        try {
          await script(sql)
          await execute(
            CompiledQuery.raw('insert into schema_migration (name, checksum) values ($1, $2)', [name, checksum]),
          )
          await script('commit')
        } catch (error) {
          await script('rollback')
          throw new Error(`Migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
            cause: error,
          })
        }
        done.push(name)
      }
      return done
    } finally {
      await execute(CompiledQuery.raw('select pg_advisory_unlock($1)', [LOCK]))
    }
  })
}
