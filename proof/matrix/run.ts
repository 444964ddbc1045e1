import type { InjectOptions } from 'fastify'
import { CompiledQuery } from 'kysely'
import type { Execute } from '../../server/src/platform/db/driver.ts'
import { type Cell, foreignIn, nameOf } from './cells.ts'
import type { World } from './world.ts'

/** Tables that a refusal may write to: they count and keep attempts; and a secret of the house's is made when it is first needed. */
const keptOfAttempts = [
  'server_state',
  'audit_log',
  'event_log',
  'login_log',
  'address_limit',
  'idempotency_key',
  'staff_credential',
  'staff_device',
  'sign_confirmation',
]

export interface Result {
  title: string
  kind: 'leak' | 'false denial' | 'wrong code' | 'write after a refusal' | 'write into another' | 'failure'
  said: string
}
interface Standing {
  table: string
  pid: number | null
}

/** Rows this request wrote and left standing. Most requests touch no table, which the counters tell at once. */
export function standing(pidTables: ReadonlySet<string>) {
  return async (execute: Execute): Promise<Standing[]> => {
    // The view pg_stat_xact_user_tables tells the same, and takes all indexes and sizes along: ten times as long.
    const { rows } = await execute(
      CompiledQuery.raw(
        `select c.relname as name, pg_current_xact_id_if_assigned()::text as xid from pg_class c
        where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and pg_current_xact_id_if_assigned() is not null
          and pg_stat_get_xact_tuples_inserted(c.oid) + pg_stat_get_xact_tuples_updated(c.oid)
            + pg_stat_get_xact_tuples_deleted(c.oid) > 0 and c.relname <> all ($1)`,
        [keptOfAttempts],
      ),
    )
    const touched = rows as { name: string; xid: string }[]
    const found: Standing[] = []
    for (const { name, xid } of touched) {
      const pid = pidTables.has(name) ? 'pid' : 'null::int as pid'
      const after = await execute(
        CompiledQuery.raw(`select distinct ${pid} from ${name} where xmin::text::bigint >= ($1::bigint % 4294967296)`, [
          xid,
        ]),
      )
      for (const row of after.rows as { pid: number | null }[]) found.push({ table: name, pid: row.pid })
    }
    return found
  }
}

export async function patientTables(world: World): Promise<Set<string>> {
  const rows = await world.db.system.read({
    compile: () =>
      CompiledQuery.raw(`select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attname = 'pid'`) as CompiledQuery<{
        name: string
      }>,
  })
  return new Set(rows.map(({ name }) => name))
}

export interface Answer {
  status: number
  code: string
  text: string
}
const codeOf = (status: number, text: string): string => {
  if (!text.startsWith('{')) return status < 400 ? 'OK' : '-'
  const said = (JSON.parse(text) as { status?: string }).status
  return said ?? (status < 400 ? 'OK' : '-')
}
export async function ask(world: World, request: Cell['request']): Promise<Answer> {
  const reply = await world.app.http.app.inject(request as InjectOptions)
  // An answer to HEAD says in a header what it has no body for.
  const said = reply.headers['x-refusal']
  const code = typeof said === 'string' ? said : codeOf(reply.statusCode, reply.body)
  return { status: reply.statusCode, code, text: reply.body }
}

/** Where each thing is answered by itself: what was said of the first. */
function ofTheFirst(answer: Answer): Answer {
  if (answer.status !== 200) return answer
  const { data } = JSON.parse(answer.text) as { data: { results: { code: string }[] } }
  const code = data.results[0]?.code ?? '-'
  return { ...answer, code, status: code === 'OK' ? 200 : 409 }
}

export async function runCell(world: World, pidTables: ReadonlySet<string>, cell: Cell): Promise<Result[]> {
  const { value: whole, seen } = await world.lanes.cell(() => ask(world, cell.request), standing(pidTables))
  const answer = cell.call?.each ? ofTheFirst(whole) : whole
  const results: Result[] = []
  const tell = (kind: Result['kind'], said: string) => results.push({ title: cell.title, kind, said })
  const told = foreignIn(answer.text, cell.who, world.folders, nameOf(cell.definition))
  if (told.length) tell('leak', `${answer.status} ${answer.code} tells ${told.slice(0, 5).join(' ')}`)
  // What stands outside and is not there has answers of its own.
  if (answer.status >= 500 && !['ROOM_NOT_STARTED', 'AI_UNAVAILABLE'].includes(answer.code))
    tell('failure', `${answer.status} ${answer.text.slice(0, 200)}`)
  const { expected } = cell
  if ('allow' in expected) {
    const done =
      expected.allow === 'or refused' ||
      (expected.allow === '*'
        ? !['FORBIDDEN', 'VERIFY_FIRST', 'STAFF_NOT_VERIFIED'].includes(answer.code)
        : answer.code === expected.allow)
    if (!done) tell('false denial', `${answer.status} ${answer.code}, should have been ${expected.allow}`)
    for (const { table, pid } of seen)
      if (pid !== null && !cell.mayWrite.includes(pid)) tell('write into another', `${table} of ${pid}`)
    return results
  }
  const allowed = answer.status < 400
  if (allowed)
    tell(
      'leak',
      `${answer.status} ${answer.code} ${answer.text.slice(0, 160)}, should have been refused (${expected.because})`,
    )
  else if (!expected.refuse.includes('*') && !expected.refuse.includes(answer.code))
    tell(
      'wrong code',
      `${answer.status} ${answer.code}, should have been ${expected.refuse.join(' or ')} (${expected.because})`,
    )
  for (const { table, pid } of seen) tell('write after a refusal', `${table} of ${pid}`)
  return results
}

/** All of them, some at a time; `each` hears of every cell with what was wrong with it. */
export async function runCells(
  world: World,
  pidTables: ReadonlySet<string>,
  cells: Iterable<Cell>,
  atOnce: number,
  each: (cell: Cell, results: Result[]) => boolean | undefined,
): Promise<number> {
  const iterator = cells[Symbol.iterator]()
  let count = 0
  let stop = false
  const worker = async () => {
    for (let next = iterator.next(); !next.done && !stop; next = iterator.next()) {
      count += 1
      if (each(next.value, await runCell(world, pidTables, next.value)) === false) stop = true
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return count
}
