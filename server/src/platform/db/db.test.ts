import { fileURLToPath } from 'node:url'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { event } from '@teleward/contract/core/event.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeSchema } from '../../tools/db-types.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { DbError, isConflict } from './errors.ts'
import { json, k, sql } from './kysely.ts'
import { migrate } from './migrate.ts'
import type { LoggedEvent, Scope } from './types.ts'

const asking = (mid: number, more: Partial<Scope> = {}): Scope => ({
  kind: 'staff',
  mid,
  partnerId: 1,
  unitIds: [10],
  pid: null,
  qid: null,
  'emr.read': 'y',
  'appointment.read': 'y',
  ...more,
})
const whoami = sql<{ who: string; mid: string; units: string; session: string }>`
  select current_user::text as who, app_asker('mid') as mid, app_asker('units') as units, session_user::text as session`

/** Resolves for everybody once so many are there; later ones go straight through. */
function barrier(size: number): () => Promise<void> {
  let here = 0
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return () => {
    here += 1
    if (here >= size) open()
    return opened
  }
}

let world: TestDatabase
beforeAll(async () => {
  world = await testDatabase()
  await world.driver.owner(`
    create table sample (id int primary key, big bigint, amount numeric(12,3), day date, at timestamptz, local timestamp, doc jsonb, tags text[],
      ids int[], bigs bigint[], days date[], times timestamptz[], flags boolean[], uid uuid, raw bytea, ok boolean, f float8);
    grant select, insert, update, delete on sample to teleward_app, teleward_system;
    insert into partner (id, name) values (1, 'One'), (2, 'Two');
    insert into unit (id, partner_id, name) values (10, 1, 'A'), (11, 1, 'B'), (20, 2, 'C');
    insert into member (member_no, name) values ('M1', '甲'), ('M2', '乙'), ('M3', '丙');
    insert into member_unit (pid, partner_id, unit_id) values (1, 1, 10), (2, 1, 11), (3, 2, 20);
  `)
})
afterAll(() => world.close())

describe('scope', () => {
  it('[API-02~] runs a read as the application role, not as the owner', async () => {
    const [row] = await world.db.read(asking(7), whoami)
    expect(row).toMatchObject({ who: 'teleward_app', mid: '7', units: '10' })
    expect(row?.session).not.toBe('teleward_app')
  })
  it('runs a transaction as the application role, and system work as its own', async () => {
    expect(await world.db.tx(asking(8, { unitIds: [10, 11] }), (tx) => tx.one(whoami))).toMatchObject({
      who: 'teleward_app',
      mid: '8',
      units: '10,11',
    })
    expect(await world.db.system.tx((tx) => tx.one(whoami))).toMatchObject({ who: 'teleward_system', mid: null })
    expect((await world.db.system.read(whoami))[0]?.who).toBe('teleward_system')
  })
  it('keeps 300 pipelines of different askers apart, failing ones between them', async () => {
    const answers = await Promise.all(
      Array.from({ length: 300 }, async (_, at) => {
        if (at % 7 === 3) {
          await expect(
            world.db.read(asking(at), sql`select 1 / (select count(*) from sample where id = -1)`),
          ).rejects.toMatchObject({ code: '22012' })
          return at
        }
        if (at % 11 === 5) return Number((await world.db.tx(asking(at), (tx) => tx.one(whoami))).mid)
        return Number((await world.db.read(asking(at), whoami))[0]?.mid)
      }),
    )
    expect(answers).toEqual(Array.from({ length: 300 }, (_, at) => at))
  })
  it('leaves nothing of the asker behind on any connection', async () => {
    await Promise.all(Array.from({ length: 40 }, (_, at) => world.db.read(asking(at + 1), whoami)))
    await expect(world.db.read(asking(99), sql`select nonsense`)).rejects.toThrow()
    await expect(world.db.tx(asking(99), (tx) => tx.one(sql`select nonsense`))).rejects.toThrow()
    const bare = sql`select 1`.compile(k)
    const left = await Promise.all(Array.from({ length: 40 }, () => world.driver.read(bare, whoami.compile(k))))
    for (const { rows } of left) {
      expect(rows[0]).not.toMatchObject({ who: expect.stringMatching(/^teleward_(app|system)$/) })
      expect((rows[0] as { mid: string | null }).mid || '').toBe('')
    }
  })
  it('refuses to write in a read', async () => {
    await expect(world.db.read(asking(1), sql`insert into sample (id) values (99999)`)).rejects.toMatchObject({
      code: '25006',
    })
    expect(await world.db.read(asking(1), k.selectFrom('partner').select('id'))).toEqual([{ id: 1 }])
  })
  it('second access layer: shows members of the caller’s units only, whatever the query asks', async () => {
    const names = async (scope: Scope) =>
      (await world.db.read(scope, k.selectFrom('member').select('name').orderBy('pid'))).map((row) => row.name)
    expect(await names(asking(1))).toEqual(['甲'])
    expect(await names(asking(1, { unitIds: [10, 11] }))).toEqual(['甲', '乙'])
    expect(await names(asking(1, { partnerId: 2 }))).toEqual([])
    expect(await names(asking(1, { unitIds: [] }))).toEqual([])
    expect(await names(asking(1, { kind: 'link', mid: null, pid: 3 }))).toEqual(['丙'])
    expect((await world.db.system.read(k.selectFrom('member').select('pid'))).length).toBe(3)
  })
  it('second access layer: the application reads no password hash, key or token, and changes no audit row', async () => {
    for (const table of ['staff_credential', 'signing_key', 'refresh_token', 'session'])
      await expect(world.db.read(asking(1), sql`select * from ${sql.table(table)}`)).rejects.toMatchObject({
        code: '42501',
      })
    for (const statement of [
      sql`update audit_log set mid = 1`,
      sql`delete from audit_log`,
      sql`update audit_seal set hash = ''`,
    ])
      await expect(world.db.tx(asking(1), (tx) => tx.run(statement))).rejects.toMatchObject({ code: '42501' })
    await expect(world.db.system.tx((tx) => tx.run(sql`delete from audit_log`))).rejects.toMatchObject({
      code: '42501',
    })
  })
})

describe('values', () => {
  it('come back alike from both databases', async () => {
    const at = new Date('2026-03-01T23:30:00.125Z')
    const row = {
      big: 9_007_199_254_740_991,
      amount: 12.345,
      day: '2026-03-01',
      at,
      local: at,
      doc: { a: [1, 'x', null], ü: '甲' },
      tags: ['a', 'with "quotes", comma', '甲', 'NULL'],
      ids: [1, 2],
      bigs: [9_007_199_254_740_991],
      days: ['2026-01-01', '2026-12-31'],
      times: [at],
      flags: [true, false],
      uid: '0b1c9c3e-0b0a-4b0a-8b0a-0b0a0b0a0b0a',
      raw: Buffer.from([0, 1, 255]),
      ok: false,
      f: 0.1,
    }
    const values = sql.join(Object.values(row))
    const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)))
    await world.db.tx(asking(1), (tx) => tx.run(sql`insert into sample (id, ${columns}) values (1, ${values})`))
    const [back] = await world.db.read(asking(1), sql<typeof row>`select * from sample where id = 1`)
    expect(back).toEqual({ id: 1, ...row })
    expect(back?.at).toBeInstanceOf(Date)
  })
  it('are found again by lists, empty lists, days, instants and booleans', async () => {
    const find = async (where: ReturnType<typeof sql>) =>
      (await world.db.read(asking(1), sql`select id from sample where ${where}`)).length
    expect(await find(sql`id = any(${[1, 2]})`)).toBe(1)
    expect(await find(sql`id = any(${[]})`)).toBe(0)
    expect(await find(sql`tags @> ${['甲']}`)).toBe(1)
    expect(await find(sql`day = ${'2026-03-01'}`)).toBe(1)
    expect(await find(sql`at >= ${new Date('2026-03-01T23:30:00Z')} and at < ${'2026-03-02T00:00:00+00:00'}`)).toBe(1)
    expect(await find(sql`ok = ${false}`)).toBe(1)
    expect(await find(sql`at = any(${[new Date('2026-03-01T23:30:00.125Z')]})`)).toBe(1)
    expect(await find(sql`flags = ${[true, false]}`)).toBe(1)
    expect(await find(sql`doc = ${{ a: [1, 'x', null], ü: '甲' }}`)).toBe(1)
    expect(await find(sql`big = ${9_007_199_254_740_991}`)).toBe(1)
  })
  it('keep lists, texts and null in jsonb apart', async () => {
    for (const [at, value] of [[1, 2], 'text', '"quoted"', null, 5, true, { x: null }].entries()) {
      await world.db.tx(asking(1), (tx) =>
        tx.run(sql`insert into sample (id, doc) values (${100 + at}, ${json(value)})`),
      )
      expect(
        await world.db.read(asking(1), sql<{ doc: unknown }>`select doc from sample where id = ${100 + at}`),
      ).toEqual([{ doc: value }])
    }
  })
  it('are parameters, never text of the statement', async () => {
    const evil = `'); drop table sample; --`
    expect(await world.db.read(asking(1), sql`select ${evil}::text as t`)).toEqual([{ t: evil }])
    expect(
      await world.db.read(asking(1, { partnerId: 1 }), k.selectFrom('unit').select('id').where('name', '=', evil)),
    ).toEqual([])
  })
})

describe('transactions', () => {
  it('undo everything when the work throws', async () => {
    await expect(
      world.db.tx(asking(1), async (tx) => {
        await tx.run(sql`insert into sample (id) values (500)`)
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(await world.db.read(asking(1), sql`select 1 from sample where id = 500`)).toEqual([])
  })
  it('do not pretend success where the error of a statement was swallowed', async () => {
    await expect(
      world.db.tx(asking(1), async (tx) => {
        await tx.run(sql`insert into sample (id) values (501)`)
        await tx.run(sql`insert into sample (id) values (501)`).catch(() => 0)
      }),
    ).rejects.toSatisfy((error: unknown) => isConflict(error, 'sample_pkey'))
  })
  it('refuse the outer handle inside, on both databases, and allow it afterwards', async () => {
    await expect(world.db.tx(asking(1), () => world.db.read(asking(1), whoami))).rejects.toThrow(/inside a transaction/)
    await expect(world.db.tx(asking(1), () => world.db.tx(asking(1), async () => 1))).rejects.toThrow(
      /inside a transaction/,
    )
    await expect(world.db.system.tx(() => world.db.system.read(whoami))).rejects.toThrow(/inside a transaction/)
    const seen: string[] = []
    await world.db.tx(asking(1), async (tx) => {
      tx.afterCommit(async () => {
        seen.push(...(await world.db.read(asking(1), whoami)).map((row) => row.who))
      })
    })
    expect(seen).toEqual(['teleward_app'])
  })
  it('answer NOT_FOUND for a row that is not there, and count the rows they touch', async () => {
    await expect(world.db.tx(asking(1), (tx) => tx.one(sql`select 1 from sample where id = -1`))).rejects.toMatchObject(
      { code: 'NOT_FOUND', status: 404 },
    )
    expect(await world.db.tx(asking(1), (tx) => tx.maybe(sql`select 1 from sample where id = -1`))).toBeUndefined()
    expect(await world.db.tx(asking(1), (tx) => tx.run(sql`insert into sample (id) values (601), (602)`))).toBe(2)
    expect(await world.db.tx(asking(1), (tx) => tx.run(sql`update sample set ok = true where id in (601, 602)`))).toBe(
      2,
    )
    expect(await world.db.tx(asking(1), (tx) => tx.run(sql`delete from sample where id > 600`))).toBe(2)
  })
  it('log their events with the commit, number them, and tell nobody of a rolled back one', async () => {
    const changed = event('sample.changed', z.object({ id: z.number() }), { tags: [] })
    const ringing = event('sample.ringing', z.object({ id: z.number() }), { tags: [], transient: true })
    const heard: LoggedEvent[] = []
    world.db.onEvents((events) => heard.push(...events))
    await world.db.tx(asking(1), async (tx) => {
      await tx.emit(changed, ['unit:10', 'unit:10'], { id: 1 })
      await tx.emit(ringing, ['staff:1'], { id: 2 })
      expect(heard).toEqual([])
    })
    await expect(
      world.db.tx(asking(1), async (tx) => {
        await tx.emit(changed, ['unit:10'], { id: 3 })
        throw new Error('no')
      }),
    ).rejects.toThrow()
    expect(heard).toMatchObject([
      { type: 'sample.changed', audience: ['unit:10'], payload: { id: 1 } },
      { id: 0, type: 'sample.ringing' },
    ])
    const logged = await world.db.system.read(
      sql<{ id: number; payload: unknown; audience: string[] }>`select id, payload, audience from event_log`,
    )
    expect(logged).toEqual([{ id: heard[0]?.id, payload: { id: 1 }, audience: ['unit:10'] }])
  })
  it('[API-06~] write their audit rows with the change', async () => {
    await world.db.tx(
      asking(42),
      (tx) =>
        tx.audit({
          action: 'sample.change',
          kind: 'write',
          target: { kind: 'sample', id: 1 },
          pid: 1,
          detail: { field: 'x' },
        }),
      { ip: '10.0.0.1', requestId: 'r1' },
    )
    const rows = await world.db.system.read(k.selectFrom('audit_log').selectAll().where('action', '=', 'sample.change'))
    expect(rows).toMatchObject([
      {
        mid: 42,
        partner_id: 1,
        target_kind: 'sample',
        target_id: '1',
        pid: 1,
        outcome: 'OK',
        ip: '10.0.0.1',
        request_id: 'r1',
        detail: { field: 'x' },
      },
    ])
  })
  it('that wait for each other in a circle all come to their end', async () => {
    await world.db.system.tx((tx) => tx.run(sql`insert into sample (id, big) values (9001, 0), (9002, 0)`))
    // On one connection they take turns, and there is no circle.
    const meet = world.db.kind === 'postgres' ? barrier(2) : async () => undefined
    const runs = [0, 0]
    const both = [
      [9001, 9002],
      [9002, 9001],
    ].map((ids, who) =>
      world.db.system.tx(async (tx) => {
        runs[who] = (runs[who] ?? 0) + 1
        tx.afterCommit(() => void committed.push(who))
        for (const [at, id] of ids.entries()) {
          await tx.run(sql`update sample set big = big + 1 where id = ${id}`)
          if (at === 0) await meet()
        }
      }),
    )
    const committed: number[] = []
    await Promise.all(both)
    const rows = await world.db.system.read(sql<{ big: number }>`select big from sample where id in (9001, 9002)`)
    expect(rows.map(({ big }) => big)).toEqual([2, 2])
    expect(committed.toSorted()).toEqual([0, 1])
    // Whoever is rolled back may meet the other once more before it went on.
    expect(runs[0]! + runs[1]!).toBeGreaterThan(world.db.kind === 'postgres' ? 2 : 1)
  })
})

describe('errors', () => {
  it('carry no values of rows or parameters', async () => {
    const secret = 'A123456789'
    const failures = [
      sql`select ${secret}::int`,
      sql`insert into partner (id, name) values (1, ${secret})`,
      sql`insert into member (member_no, name, gender) values (${secret}, 'x', ${secret})`,
    ]
    for (const statement of failures) {
      const error: unknown = await world.db.system.tx((tx) => tx.run(statement)).catch((e: unknown) => e)
      expect(error).toBeInstanceOf(DbError)
      expect(JSON.stringify(error, Object.getOwnPropertyNames(error)) + String(error)).not.toContain(secret)
    }
  })
})

describe('bus', () => {
  it('carries messages to every listener', async () => {
    const heard: string[] = []
    const stop = await world.db.listen('sample_bus', (payload) => heard.push(payload))
    await world.db.notify('sample_bus', 'one')
    await expect.poll(() => heard).toEqual(['one'])
    await stop()
    await world.db.notify('sample_bus', 'two')
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(heard).toEqual(['one'])
  })
})

describe('migrations', () => {
  it('are applied once, and a changed one is refused', async () => {
    expect(await migrate(world.driver)).toEqual([])
    const changed = [{ name: '0001_core.sql', sql: 'select 1', checksum: 'other' }]
    await expect(migrate(world.driver, changed)).rejects.toThrow(/changed after it had been applied/)
  })
  it('leave nothing of one that fails', async () => {
    const broken = [{ name: '9999_broken.sql', sql: 'create table half (id int); select nonsense;', checksum: 'x' }]
    await expect(migrate(world.driver, broken)).rejects.toThrow(/9999_broken/)
    expect(await world.db.system.read(sql`select 1 from pg_tables where tablename = 'half'`)).toEqual([])
  })
  it('agree with the generated types', async () => {
    await world.driver.owner('drop table sample')
    const file = fileURLToPath(new URL('./schema.gen.ts', import.meta.url))
    expect(await describeSchema(world.driver)).toBe(readFileSync(file, 'utf8'))
  })
})
