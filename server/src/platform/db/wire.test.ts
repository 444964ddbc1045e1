import { describe, expect, it } from 'vitest'
import { testDatabase } from '../testing/database.ts'
import { createGroup } from './group.ts'
import { sql } from './kysely.ts'
import { encoderOf, listOf } from './wire-types.ts'
import { Writer } from './wire-writer.ts'

describe('values on the wire', () => {
  it.each<[string, unknown[]]>([
    ['{}', []],
    ['{a,NULL,"NULL",""}', ['a', null, 'NULL', '']],
    [
      '{"a \\"quoted\\" one","back\\\\slash","com,ma","{brace}"}',
      ['a "quoted" one', 'back\\slash', 'com,ma', '{brace}'],
    ],
    [
      '{{1,2},{3,4}}',
      [
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    ['[0:1]={x,y}', ['x', 'y']],
  ])('reads the list %s', (text, list) => expect(listOf(text, (one) => one)).toEqual(list))
  it('writes lists that the server reads back word for word, on both databases', async () => {
    const world = await testDatabase({ max: 1 })
    const words = ['', 'NULL', '"', '\\', '{}', ',', '中 文', "'", '\n']
    const [row] = await world.db.system.read(
      sql<{ words: string[]; numbers: number[]; none: null; yes: boolean; day: string; at: Date; json: unknown }>`
        select ${words}::text[] as words, ${[1, -2]}::int[] as numbers, ${null}::text as none, ${true}::boolean as yes,
          ${'2026-03-12'}::date as day, ${new Date(0)}::timestamptz as at, ${'{"a":[1,null]}'}::jsonb as json`,
    )
    expect(row).toEqual({
      words,
      numbers: [1, -2],
      none: null,
      yes: true,
      day: '2026-03-12',
      at: new Date(0),
      json: { a: [1, null] },
    })
    await world.close()
  })
  it('knows lists of whatever the catalogue of the database is asked by', async () => {
    const world = await testDatabase({ max: 1 })
    const one = 'a "b", c'
    const [row] = await world.db.system.read(
      sql<Record<string, string[]>>`
        select ${[one]}::name[] as names, ${['x']}::"char"[] as letters, ${['12:30:00']}::time[] as times,
          ${['127.0.0.1']}::inet[] as addresses, ${[one]}::bpchar[] as padded, ${[1259]}::oid[] as oids`,
    )
    expect(row).toEqual({
      names: [one],
      letters: ['x'],
      times: ['12:30:00'],
      addresses: ['127.0.0.1'],
      padded: [one],
      oids: [1259],
    })
    await world.close()
  })
  it('reads instants to the millisecond, whatever they look like', async () => {
    const world = await testDatabase({ max: 1 })
    const texts = [
      '2026-11-22T20:03:51.347896Z',
      '2024-02-29T23:59:59.9Z',
      '1999-12-31T00:00:00Z',
      '2026-01-01T00:00:00.001Z',
    ]
    const rows = await world.db.system.read(
      sql<{ at: Date; asked: number }>`select t as at, floor(extract(epoch from t) * 1000)::int8 as asked
        from unnest(${texts}::timestamptz[]) with ordinality u(t, n) order by n`,
    )
    expect(rows.map(({ at }) => at.getTime())).toEqual(rows.map(({ asked }) => asked))
    expect(rows.map(({ at }) => at)).toEqual(texts.map((text) => new Date(text)))
    const [odd] = await world.db.system.read(sql<{ constructor: number; __proto__: number }>`
      select 1 as constructor, 2 as "__proto__"`)
    expect(Object.entries(odd ?? {})).toEqual([
      ['constructor', 1],
      ['__proto__', 2],
    ])
    await world.close()
  })
  it('writes a value larger than its buffer, and many behind it', () => {
    const writer = new Writer()
    writer.begin('B').value('字'.repeat(50_000)).value(null).end()
    writer.begin('S').end()
    const bytes = writer.take()
    expect([bytes.readInt32BE(1), bytes.readInt32BE(5), bytes.length]).toEqual([150_012, 150_000, 150_018])
    expect(writer.take()).toHaveLength(0)
    expect(encoderOf(1009)(['a', null])).toBe('{"a",NULL}')
  })
})

describe('what travels together', () => {
  it('a large answer in many packets arrives whole', async () => {
    const world = await testDatabase({ max: 1 })
    const rows = await world.db.system.read(
      sql<{ n: number; text: string }>`select n, repeat('字', 3000) as text from generate_series(1, 400) n`,
    )
    expect([rows.length, rows.every(({ text }) => text.length === 3000), rows.at(-1)?.n]).toEqual([400, true, 400])
    await world.close()
  })
  it('a statement that fails takes those behind it along, and leaves the connection clean', async () => {
    const world = await testDatabase({ max: 1 })
    const failed = world.db.system.tx(async (tx) => {
      const all = await Promise.allSettled([
        tx.run(sql`insert into server_state (key, value) values ('one', '1')`),
        tx.run(sql`select 1 / (select count(*) from server_state where key = 'nothing')`),
        tx.run(sql`insert into server_state (key, value) values ('two', '2')`),
      ])
      expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
    })
    await expect(failed).rejects.toMatchObject({ code: '22012' })
    expect(await world.db.system.read(sql`select key from server_state where key in ('one', 'two')`)).toEqual([])
    await world.close()
  })
  it('a value that cannot be written fails alone: nothing of it goes out with the next statement', async () => {
    const world = await testDatabase({ max: 1 })
    const wrong = sql`select ${'kept'}::text as a, ${new Date(Number.NaN)}::timestamptz as b`
    await expect(world.db.system.read(wrong)).rejects.toThrow(/Invalid time value/)
    expect(await world.db.system.read(sql`select 1 as n`)).toEqual([{ n: 1 }])
    const half = world.db.system.tx(async (tx) => {
      await tx.run(sql`insert into server_state (key, value) values ('half', '1')`)
      await tx.run(wrong)
    })
    await expect(half).rejects.toThrow(/Invalid time value/)
    expect(await world.db.system.read(sql`select key from server_state where key = 'half'`)).toEqual([])
    await world.close()
  })
  it('a read can change nothing, whatever it runs', async () => {
    const world = await testDatabase({ max: 1 })
    const write = sql`insert into server_state (key, value) values ('x', '1')`
    await expect(world.db.system.read(write)).rejects.toMatchObject({ code: '25006' })
    // And the next transaction of that connection can.
    expect(await world.db.system.tx((tx) => tx.run(write))).toBe(1)
    await world.close()
  })
})

describe('a group that shares its commit', () => {
  it('tells nobody before the row is written, and writes those that came meanwhile as one', async () => {
    const written: number[][] = []
    const gates: (() => void)[] = []
    const group = createGroup<number>(async (items) => {
      await new Promise<void>((resolve) => gates.push(resolve))
      written.push(items)
    })
    let told = 0
    const all = [1, 2, 3].map((item) => group.add(item).then(() => (told += 1)))
    await Promise.resolve()
    expect([told, gates.length]).toEqual([0, 1])
    gates[0]?.()
    await all[0]
    gates[1]?.()
    await Promise.all(all)
    expect(written).toEqual([[1], [2, 3]])
  })
  it('one that cannot be written fails alone', async () => {
    const group = createGroup<number>(async (items) => {
      if (items.includes(2)) throw new Error('two')
    })
    const all = await Promise.allSettled([1, 2, 3].map((item) => group.add(item)))
    expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  })
})
