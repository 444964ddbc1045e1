import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../clock.ts'
import { type TestDatabase, testDatabase } from '../testing/database.ts'
import { createSealer, sealBatch, verifyChain } from './index.ts'

let world: TestDatabase
const write = (count: number, action = 'test.write') =>
  world.db.system.tx(async (tx) => {
    for (let n = 0; n < count; n += 1)
      await tx.audit({
        action,
        kind: 'write',
        target: { kind: 'note', id: n },
        pid: n,
        detail: { z: 1, a: [{ y: 2, b: '甲' }], f: 0.5 },
      })
  })
const later = () => new Date(Date.now() + 120_000)
beforeEach(async () => {
  await world?.close()
  world = await testDatabase()
})
afterAll(() => world.close())

describe('[AUTH-19~] the audit chain', () => {
  it('holds over untouched rows, and over an empty log', async () => {
    expect(await verifyChain(world.db)).toMatchObject({ sealed: 0, findings: [] })
    await write(20)
    expect((await verifyChain(world.db)).waiting).toBe(20)
    expect(await sealBatch(world.db, systemClock)).toBe(20)
    expect(await sealBatch(world.db, systemClock)).toBe(0)
    await write(3)
    await sealBatch(world.db, systemClock)
    expect(await verifyChain(world.db, later())).toMatchObject({ sealed: 23, waiting: 0, findings: [] })
  })
  it.each([
    ['a changed column', `update audit_log set mid = 99 where target_id = '4'`, 'changed', 5],
    ['a changed detail', `update audit_log set detail = '{"z": 2}' where target_id = '4'`, 'changed', 5],
    ['a changed time', `update audit_log set at = at + interval '1 ms' where target_id = '4'`, 'changed', 5],
    ['a deleted row', `delete from audit_log where target_id = '4'`, 'deleted', 5],
    [
      'a deleted row with its seal',
      `delete from audit_seal where audit_id = 5; delete from audit_log where id = 5`,
      'order',
      6,
    ],
    [
      'two seals that change places',
      `update audit_seal set seq = -1 where seq = 5; update audit_seal set seq = 5 where seq = 6; update audit_seal set seq = 6 where seq = -1`,
      'order',
      5,
    ],
    [
      'two rows that change places',
      `update audit_log set target_id = case target_id when '4' then '5' else '4' end where target_id in ('4', '5')`,
      'changed',
      5,
    ],
  ])('finds %s', async (_, tampering, what, seq) => {
    await write(10)
    await sealBatch(world.db, systemClock)
    await world.driver.owner(tampering)
    expect((await verifyChain(world.db, later())).findings).toContainEqual(expect.objectContaining({ what, seq }))
  })
  it('finds a row slipped in under an old number', async () => {
    await write(3)
    await sealBatch(world.db, systemClock)
    await world.driver.owner(
      `insert into audit_log (id, action, kind) overriding system value values (-5, 'slipped', 'write')`,
    )
    expect((await verifyChain(world.db, later())).findings).toEqual([{ seq: null, auditId: -5, what: 'unsealed' }])
  })
  it('finds a row that came late at the beginning of a long queue', async () => {
    const put = (ids: string) =>
      world.driver.owner(
        `insert into audit_log (id, action, kind) overriding system value select n, 'test.write', 'write' from ${ids} n`,
      )
    await put('generate_series(1, 2)')
    await put('generate_series(4, 13000)')
    expect(await sealBatch(world.db, systemClock)).toBe(500)
    await put('generate_series(3, 3)')
    while (await sealBatch(world.db, systemClock));
    expect(await verifyChain(world.db, later())).toMatchObject({ sealed: 13_000, waiting: 0, findings: [] })
  })
  it('stays one chain under several sealers', async () => {
    const sealers = [1, 2, 3].map(() =>
      createSealer({
        db: world.another(),
        clock: systemClock,
        log: { error: (what: unknown) => expect(what).toBeNull() },
      }),
    )
    for (const sealer of sealers) sealer.start()
    await Promise.all(Array.from({ length: 20 }, () => write(5)))
    await Promise.all(sealers.map((sealer) => sealer.stop()))
    await sealBatch(world.db, systemClock)
    expect(await verifyChain(world.db, later())).toMatchObject({ sealed: 100, waiting: 0, findings: [] })
  })
})
