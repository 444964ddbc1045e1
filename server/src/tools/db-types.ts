// Writes platform/db/schema.gen.ts from a freshly migrated database: `npx node server/src/tools/db-types.ts`.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { CompiledQuery } from 'kysely'
import type { Driver } from '../platform/db/driver.ts'
import { migrate } from '../platform/db/migrate.ts'
import { openPglite } from '../platform/db/pglite.ts'

export const schemaFile = fileURLToPath(new URL('../platform/db/schema.gen.ts', import.meta.url))

interface Column {
  table: string
  column: string
  type: string
  nullable: boolean
  defaulted: boolean
  always: boolean
}
const scalars: Record<string, string> = {
  int2: 'number',
  int4: 'number',
  int8: 'number',
  numeric: 'number',
  float4: 'number',
  float8: 'number',
  text: 'string',
  varchar: 'string',
  uuid: 'string',
  bpchar: 'string',
  date: 'string',
  time: 'string',
  name: 'string',
  inet: 'string',
  bool: 'boolean',
  bytea: 'Uint8Array',
  json: 'unknown',
  jsonb: 'unknown',
  timestamptz: 'Date',
  timestamp: 'Date',
  tstzrange: 'string',
  daterange: 'string',
  interval: 'string',
}

const columns = `
  select c.table_name as "table", c.column_name as "column", c.udt_name as type, c.is_nullable = 'YES' as nullable,
    c.column_default is not null or c.is_identity = 'YES' as defaulted,
    coalesce(c.identity_generation = 'ALWAYS', false) or c.is_generated = 'ALWAYS' as always
  from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
  where c.table_schema = 'public' and t.table_type = 'BASE TABLE' order by c.table_name, c.ordinal_position`
const checks = `
  select r.relname as "table", a.attname as "column", pg_get_constraintdef(k.oid) as definition
  from pg_constraint k join pg_class r on r.oid = k.conrelid join pg_attribute a on a.attrelid = r.oid and a.attnum = k.conkey[1]
  where k.contype = 'c' and array_length(k.conkey, 1) = 1 and r.relnamespace = 'public'::regnamespace`

/** `check (status in ('a', 'b'))` gives the type `'a' | 'b'`. */
function unions(rows: { table: string; column: string; definition: string }[]): Map<string, string> {
  const found = new Map<string, string>()
  for (const { table, column, definition } of rows) {
    const listed = /^CHECK \(\(\(?"?\w+"?\)? = ANY \(ARRAY\[((?:'[^']+'::text(?:, )?)+)\]\)\)\)$/.exec(definition)?.[1]
    if (listed)
      found.set(`${table}.${column}`, [...listed.matchAll(/'([^']+)'/g)].map(([, value]) => `'${value}'`).join(' | '))
  }
  return found
}

function typeOf(column: Column, union: string | undefined): string {
  const list = column.type.startsWith('_')
  const base = union ?? scalars[list ? column.type.slice(1) : column.type]
  if (!base) throw new Error(`${column.table}.${column.column}: no type for ${column.type}`)
  const whole = `${list ? `${base}[]` : base}${column.nullable && base !== 'unknown' ? ' | null' : ''}`
  if (column.always) return `GeneratedAlways<${whole}>`
  const optional = column.defaulted ? ' | undefined' : ''
  if (base === 'Date') return `ColumnType<${whole}, ${whole} | string${optional}, ${whole} | string>`
  return column.defaulted ? `Generated<${whole}>` : whole
}
const pascal = (name: string) => name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())

export async function describeSchema(driver: Driver): Promise<string> {
  return driver.ownerSession(async (execute) => {
    const all = (await execute(CompiledQuery.raw(columns))).rows as Column[]
    const union = unions(
      (await execute(CompiledQuery.raw(checks))).rows as { table: string; column: string; definition: string }[],
    )
    const tables = [...new Set(all.map((column) => column.table))]
    const bodies = tables.map((table) => {
      const own = all.filter((column) => column.table === table)
      const lines = own.map((column) => `  ${column.column}: ${typeOf(column, union.get(`${table}.${column.column}`))}`)
      return `export interface ${pascal(table)}Table {\n${lines.join('\n')}\n}`
    })
    return [
      '// Made from the migrations by `npx node server/src/tools/db-types.ts`. Edit a migration, not this file.',
      "import type { ColumnType, Generated, GeneratedAlways } from 'kysely'",
      '',
      ...bodies,
      `export interface Schema {\n${tables.map((table) => `  ${table}: ${pascal(table)}Table`).join('\n')}\n}`,
      '',
    ].join('\n')
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const driver = await openPglite({})
  await migrate(driver)
  writeFileSync(schemaFile, await describeSchema(driver))
  await driver.close()
}
