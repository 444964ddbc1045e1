import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { CompiledQuery } from 'kysely'
import { type ReferenceData, type ReferenceName, referenceNames } from '@teleward/contract/admin/reference.ts'
import type { Driver, Execute } from '../platform/db/driver.ts'
import { type Compilable, sql } from '../platform/db/index.ts'
import { editions } from './editions.ts'
import {
  departmentColumns,
  drugColumns,
  frequencyColumns,
  icdColumns,
  routeColumns,
  seedPath,
  seedRows,
  seedText,
} from './seeds.ts'

type Read = <T>(query: Compilable<T>) => Promise<T[]>
interface Source {
  file: string
  table: ReferenceName
  columns: readonly string[]
  /** How each column of the table is read from the line's cells, which arrive as the text array `c`. */
  into: Readonly<Record<string, string>>
}

const cell = (columns: readonly string[], name: string) => `c[${columns.indexOf(name) + 1}]`
const text = (columns: readonly string[], ...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, cell(columns, name)]))
const optional = (columns: readonly string[], ...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, `nullif(${cell(columns, name)}, '')`]))
const cast = (columns: readonly string[], type: string, ...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, `nullif(${cell(columns, name)}, '')::${type}`]))

const sources: readonly Source[] = [
  {
    file: 'icd10.tsv.gz',
    table: 'icd10',
    columns: icdColumns,
    into: {
      ...text(icdColumns, 'code', 'name_en', 'name_zh_tw'),
      ...cast(icdColumns, 'int::boolean', 'billable', 'common'),
    },
  },
  {
    file: 'drugs.tsv.gz',
    table: 'drug',
    columns: drugColumns,
    into: {
      ...text(drugColumns, 'code', 'name_en', 'name_zh_tw', 'unit', 'origin'),
      ...optional(drugColumns, 'generic', 'strength', 'form', 'form_zh_tw', 'route', 'atc'),
    },
  },
  {
    file: 'frequencies.tsv',
    table: 'medication_frequency',
    columns: frequencyColumns,
    into: {
      ...text(frequencyColumns, 'code', 'name_zh_tw', 'name_en'),
      ...cast(frequencyColumns, 'numeric', 'times_per_day'),
      ...cast(frequencyColumns, 'int::boolean', 'common'),
      ...cast(frequencyColumns, 'int', 'sort'),
    },
  },
  {
    file: 'routes.tsv',
    table: 'medication_route',
    columns: routeColumns,
    into: {
      ...text(routeColumns, 'code', 'name_zh_tw', 'name_en'),
      ...cast(routeColumns, 'int::boolean', 'common'),
      ...cast(routeColumns, 'int', 'sort'),
    },
  },
  {
    file: 'departments.tsv',
    table: 'department',
    columns: departmentColumns,
    into: { ...text(departmentColumns, 'code', 'name_zh_tw'), ...cast(departmentColumns, 'int::boolean', 'common') },
  },
]

const BATCH = 10_000

async function fill(execute: Execute, { file, table, columns, into }: Source): Promise<number> {
  const rows = seedRows(file, columns)
  // One text parameter per batch, taken apart by the server: quicker than JSON and than arrays of parameters.
  const insert = `insert into ${table} (${Object.keys(into).join(', ')})
    select ${Object.values(into).join(', ')}
    from (select string_to_array(line, E'\\t') as c from string_to_table($1::text, E'\\n') as line) as lines`
  await execute(CompiledQuery.raw(`delete from ${table}`))
  for (let at = 0; at < rows.length; at += BATCH) {
    const lines = rows.slice(at, at + BATCH).map((cells) => cells.join('\t'))
    await execute(CompiledQuery.raw(insert, [lines.join('\n')]))
  }
  return rows.length
}

/** Files that are looked things up in as they are, without a table. */
const files: readonly { name: ReferenceName; file: string }[] = [
  { name: 'food', file: 'foods.tsv.gz' },
  { name: 'bank', file: 'banks.tsv' },
  { name: 'bank_branch', file: 'bank_branches.tsv' },
  { name: 'synonym', file: 'synonyms.tsv' },
]
/** Lines below the header. */
const linesOf = (file: string) => seedText(file).replace(/\n$/, '').split('\n').length - 1

const KEY = 'reference'

function checksum(): string {
  const hash = createHash('sha256').update(JSON.stringify([sources, files]))
  for (const { file } of [...sources, ...files]) hash.update(readFileSync(seedPath(file)))
  return hash.digest('hex')
}

/** What is loaded: of which edition, how many rows, since when. */
export async function loadedReference(read: Read): Promise<ReferenceData[]> {
  const [state] = await read(sql<{ rows: Record<string, number> | null; at: string | null }>`
    select value -> 'rows' as rows, value ->> 'at' as at from server_state where key = ${KEY}`)
  return referenceNames.map((name) => ({
    name,
    ...editions[name],
    rows: state?.rows?.[name] ?? null,
    loadedAt: state?.at ? new Date(state.at).toISOString() : null,
  }))
}

/**
 * Brings the reference tables to the state of the seed files, as the owner, in one transaction; nothing where they
 * already are. Answers the number of rows by table, or null when nothing was to do.
 */
export async function loadReference(driver: Pick<Driver, 'ownerSession'>): Promise<Record<string, number> | null> {
  const wanted = checksum()
  return driver.ownerSession(async (execute, script) => {
    await script('begin')
    try {
      await execute(CompiledQuery.raw('select pg_advisory_xact_lock($1)', [726_375]))
      const { rows } = await execute(
        CompiledQuery.raw(`select value ->> 'checksum' as checksum from server_state where key = $1`, [KEY]),
      )
      const current = (rows as { checksum: string }[])[0]?.checksum === wanted
      const counts: Record<string, number> = {}
      if (!current) {
        for (const source of sources) counts[source.table] = await fill(execute, source)
        for (const { name, file } of files) counts[name] = linesOf(file)
        await execute(
          CompiledQuery.raw(
            `insert into server_state (key, value)
             values ($1, jsonb_build_object('checksum', $2::text, 'rows', $3::text::jsonb, 'at', now()))
             on conflict (key) do update set value = excluded.value`,
            [KEY, wanted, JSON.stringify(counts)],
          ),
        )
      }
      await script('commit')
      return current ? null : counts
    } catch (error) {
      await script('rollback')
      throw error
    }
  })
}
