import { CompiledQuery } from 'kysely'
import { z } from 'zod'
import type { Driver, Execute } from '../platform/db/driver.ts'

const identifier = z.string().min(1)
/** What the rows are rows of, as the database has it. */
export const schemaOf = z.object({
  migrations: z.array(z.object({ name: identifier, checksum: z.string() })),
  /** `type` as `format_type` writes it. */
  tables: z.array(z.object({ name: identifier, columns: z.array(z.object({ name: identifier, type: z.string() })) })),
})
export type Schema = z.output<typeof schemaOf>
export type Table = Schema['tables'][number]

/** A piece of what a database holds: first what it is, then rows of one table after the other, at last where its counters stand. */
export const piece = z.union([
  z.object({ schema: schemaOf }),
  /** Each row is a JSON array of its columns' texts, as PostgreSQL writes and reads them; null is null. */
  z.object({ table: identifier, rows: z.array(z.string()) }),
  z.object({ sequences: z.record(identifier, z.string()) }),
])
export type Piece = z.output<typeof piece>

const FETCHED = 500
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
const ask = async <T>(execute: Execute, sql: string): Promise<T[]> =>
  (await execute(CompiledQuery.raw(sql))).rows as T[]

/** One moment of the whole database, which nothing that comes meanwhile changes; nothing is written in it. */
const snapshot = CompiledQuery.raw('set transaction isolation level repeatable read, read only')
/** Texts of values are the same whatever the server is set to; and what a policy hides is an error, not a row less. */
export const plainTexts = `select set_config('TimeZone', 'UTC', true), set_config('DateStyle', 'ISO, MDY', true), set_config('IntervalStyle', 'postgres', true),
  set_config('extra_float_digits', '1', true), set_config('bytea_output', 'hex', true), set_config('row_security', 'off', true)`

/**
 * Hands on everything a database holds, as it was at one moment, as the owner. A server goes on meanwhile with PostgreSQL; the
 * embedded database has one connection, and whoever else asks waits until this is over.
 */
export function readAll(driver: Driver, take: (piece: Piece) => Promise<void>): Promise<void> {
  return driver.tx(snapshot, async (execute) => {
    await ask(execute, plainTexts)
    const schema = await readSchema(execute)
    await take({ schema })
    for (const table of schema.tables) await readTable(execute, table, take)
    const counters = await ask<{ name: string; last: string }>(
      execute,
      `select sequencename as name, last_value::text as last from pg_sequences where schemaname = 'public' and last_value is not null order by 1`,
    )
    await take({ sequences: Object.fromEntries(counters.map(({ name, last }) => [name, last])) })
  })
}

async function readSchema(execute: Execute): Promise<Schema> {
  const migrations = await ask<Schema['migrations'][number]>(
    execute,
    'select name, checksum from schema_migration order by name',
  )
  const columns = await ask<{ table: string; name: string; type: string }>(
    execute,
    // What a table computes by itself is computed again.
    `select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by c.relname, a.attnum`,
  )
  const tables = Map.groupBy(columns, ({ table }) => table)
  return {
    migrations,
    tables: [...tables].map(([name, of]) => ({ name, columns: of.map(({ name, type }) => ({ name, type })) })),
  }
}

/** The rows of a table inside a transaction, in no order. */
export async function readTable(
  execute: Execute,
  { name, columns }: Table,
  take: (piece: { table: string; rows: string[] }) => Promise<void>,
): Promise<void> {
  const texts = columns.map((column) => `${quoted(column.name)}::text`).join(', ')
  await ask(
    execute,
    `declare backup no scroll cursor for select array_to_json(array[${texts}])::text as row from public.${quoted(name)}`,
  )
  for (;;) {
    const rows = await ask<{ row: string }>(execute, `fetch ${FETCHED} from backup`)
    if (rows.length) await take({ table: name, rows: rows.map(({ row }) => row) })
    if (rows.length < FETCHED) break
  }
  await ask(execute, 'close backup')
}
