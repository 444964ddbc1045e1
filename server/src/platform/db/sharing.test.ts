import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type TestDatabase, testDatabase } from '../testing/database.ts'
import type { Driver } from './driver.ts'
import { openPostgres } from './postgres.ts'

let world: TestDatabase
let driver: Driver
beforeAll(async () => {
  world = await testDatabase({ max: 2 })
  // What is quick is not this machine's to say, which has other work.
  driver = openPostgres(world.url ?? '', { max: 6, quickMs: 250 })
})
afterAll(async () => {
  await driver?.close()
  await world.close()
})

const asker = (name: string) =>
  CompiledQuery.raw(`select set_config('role', 'teleward_system', true), set_config('app.asker', $1, true)`, [name])
const read = async <T>(name: string, sql: string, parameters: unknown[] = []) =>
  (await driver.read(asker(name), CompiledQuery.raw(sql, parameters))).rows as T[]
/** Statements are known to be quick once they have been. */
async function known(sql: string, parameters: unknown[] = []) {
  for (let times = 0; times < 150; times += 1) await read('warm', sql, parameters)
}
const PROCESS = `select pg_backend_pid() as pid, current_setting('app.asker') as asker, current_user::text as role, $1::int as n`

describe('quick reads', () => {
  it('share a connection, and each has its own answer, its own caller and its own role', async () => {
    await known(PROCESS, [0])
    // Nobody waits for what is shared to be opened: before, each has a connection of its own. One has been enough until now.
    await vi.waitFor(async () => {
      await read('warm', PROCESS, [0])
      expect(driver.use().open).toBe(3)
    })
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        read<{ pid: number; asker: string; role: string; n: number }>(`caller ${n}`, PROCESS, [n]),
      ),
    )
    expect(answers.map(([row]) => [row?.asker, row?.role, row?.n])).toEqual(
      Array.from({ length: 60 }, (_, n) => [`caller ${n}`, 'teleward_system', n]),
    )
    // Each would have one of the six for itself; one that is late by a busy machine is not waited for.
    expect(new Set(answers.map(([row]) => row?.pid)).size).toBeLessThanOrEqual(2)
  })

  it('fail alone, whether in the database or before, and leave nothing of theirs behind', async () => {
    const divide = `select 10 / $1::int as n, current_setting('app.asker') as asker`
    await known(divide, [1])
    const at = `select $1::timestamptz as at`
    await known(at, [new Date(0)])
    const all = await Promise.allSettled([
      read('a', divide, [1]),
      read('b', divide, [0]),
      read('c', divide, [2]),
      read('d', at, [new Date(Number.NaN)]),
      read('e', divide, [5]),
      read('f', `insert into server_state (key, value) values ('x', '1')`),
    ])
    expect(
      all.map((one) => (one.status === 'fulfilled' ? one.value[0] : (one.reason.code ?? one.reason.name))),
    ).toEqual([{ n: 10, asker: 'a' }, '22012', { n: 5, asker: 'c' }, 'RangeError', { n: 2, asker: 'e' }, '25006'])
    expect(await read('g', `select current_setting('app.asker') as asker`)).toEqual([{ asker: 'g' }])
  })

  it('wait for nothing slow: neither a statement that always is, nor one that was quick until now', async () => {
    const sleep = `select pg_sleep($1::float8)::text as slept`
    await known(sleep, [0])
    await known(PROCESS, [0])
    const order: string[] = []
    const slow = read('slow', sleep, [2]).then(() => order.push('slow'))
    // Until its connection owes the answer for longer than anybody joins.
    await new Promise((resolve) => setTimeout(resolve, 400))
    const quick = Array.from({ length: 20 }, (_, n) => read('quick', PROCESS, [n]))
    await Promise.all(quick)
    order.push('quick')
    await slow
    expect(order).toEqual(['quick', 'slow'])
  })

  it('are asked once more where the connection that they shared was cut', async () => {
    await known(PROCESS, [0])
    const sleep = `select pg_sleep($1::float8)::text as slept, pg_backend_pid() as pid`
    await known(sleep, [0])
    const [row] = await read<{ pid: number }>('who', sleep, [0])
    const slow = read<{ pid: number }>('slow', sleep, [0.3])
    await new Promise((resolve) => setTimeout(resolve, 50))
    await world.driver.owner(`select pg_terminate_backend(${row?.pid})`)
    const [again] = await slow
    expect([again?.pid === row?.pid, typeof again?.pid]).toEqual([false, 'number'])
    expect(await Promise.all([1, 2, 3].map((n) => read<{ n: number }>('x', PROCESS, [n])))).toHaveLength(3)
  })
})
