import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testClock } from '../clock.ts'
import { type Db, sql } from '../db/index.ts'
import { type TestDatabase, testDatabase } from '../testing/database.ts'
import { createTimers, type Timers } from './index.ts'

let world: TestDatabase
const started: Timers[] = []
const errors: unknown[] = []
const log = { error: (what: unknown) => void errors.push(what), warn: () => undefined }
function timers(options: Partial<Parameters<typeof createTimers>[0]> = {}): Timers {
  const made = createTimers({ db: world.db, clock: { now: () => new Date() }, log, ...options })
  started.push(made)
  return made
}
const soon = (ms: number) => new Date(Date.now() + ms)
const left = () =>
  world.db.system.read(
    sql<{ key: string; attempts: number; due_at: Date }>`select key, attempts, due_at from timer order by key`,
  )

beforeAll(async () => {
  world = await testDatabase()
})
beforeEach(async () => {
  await Promise.all(started.splice(0).map((one) => one.stop()))
  await world.db.system.tx((tx) => tx.run(sql`delete from timer`))
  errors.length = 0
})
afterAll(async () => {
  await Promise.all(started.map((one) => one.stop()))
  await world.close()
})

describe('timers', () => {
  it('fire at their time and are gone then', async () => {
    const t = timers()
    const fired: number[] = []
    t.on('ring', async ({ dueAt, payload }) => {
      expect(payload).toEqual({ call: 7 })
      fired.push(Date.now() - dueAt.getTime())
    })
    await t.start()
    await world.db.system.tx((tx) => t.set(tx, 'ring', 'a', soon(150), { call: 7 }))
    await expect.poll(() => fired.length, { timeout: 10_000 }).toBe(1)
    expect(fired[0]).toBeGreaterThanOrEqual(0)
    await expect.poll(left).toEqual([])
  })
  it('are moved by setting them again, and taken back by clearing', async () => {
    const t = timers()
    const fired: string[] = []
    t.on('hold', async ({ key, payload }) => void fired.push(`${key}${payload.n}`))
    await t.start()
    await world.db.system.tx(async (tx) => {
      await t.set(tx, 'hold', 'moved', soon(60_000), { n: 1 })
      await t.set(tx, 'hold', 'cleared', soon(50), { n: 1 })
      await t.set(tx, 'hold', 'moved', soon(60), { n: 2 })
      await t.clear(tx, 'hold', 'cleared')
    })
    await expect.poll(() => fired, { timeout: 10_000 }).toEqual(['moved2'])
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(fired).toEqual(['moved2'])
  })
  it('belong to their transaction: what is rolled back never fires', async () => {
    const t = timers()
    const fired: string[] = []
    t.on('hold', async ({ key }) => void fired.push(key))
    await t.start()
    const failed = world.db.system.tx(async (tx) => {
      await t.set(tx, 'hold', 'x', soon(0))
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    await t.runDue()
    expect(fired).toEqual([])
  })
  it('fire once however many processes look, and those of a stopped process fire in another', async () => {
    const fired: string[] = []
    const processes = Array.from({ length: 4 }, () => timers({ db: world.another(), sweep: 30 }))
    for (const one of processes)
      one.on('once', async ({ key }) => {
        fired.push(key)
        await new Promise((resolve) => setTimeout(resolve, 20))
      })
    const gone = timers()
    await world.db.system.tx(async (tx) => {
      for (let n = 0; n < 20; n += 1) await gone.set(tx, 'once', `k${String(n).padStart(2, '0')}`, soon(-1000))
    })
    await Promise.all(processes.map((one) => one.start()))
    await expect.poll(left, { timeout: 5000 }).toEqual([])
    expect(fired.sort()).toEqual(Array.from({ length: 20 }, (_, n) => `k${String(n).padStart(2, '0')}`))
  })
  it('are tried again with a growing wait when their handler fails, and outlive a process that died at it', async () => {
    const clock = testClock()
    const t = timers({ clock })
    let tries = 0
    t.on('flaky', async () => {
      tries += 1
      if (tries < 3) throw new Error('not yet')
    })
    await world.db.system.tx((tx) => t.set(tx, 'flaky', 'x', clock.now()))
    await t.runDue()
    await t.runDue()
    expect(tries).toBe(1)
    clock.advance(1000)
    await t.runDue()
    expect([tries, (await left())[0]?.attempts, errors.length]).toEqual([2, 2, 2])
    clock.advance(1500)
    await t.runDue()
    expect(tries).toBe(2)
    // As if the process had died holding the lease: after it, another takes the timer.
    await world.db.system.tx((tx) => tx.run(sql`update timer set due_at = ${new Date(clock.now().getTime() + 60_000)}`))
    clock.advance(60_001)
    await t.runDue()
    expect([tries, await left()]).toEqual([3, []])
  })
  it('can be set anew by their own handler', async () => {
    const clock = testClock()
    const t = timers({ clock })
    let ticks = 0
    t.on('tick', async ({ kind, key }) => {
      ticks += 1
      await world.db.system.tx((tx) => t.set(tx, kind, key, new Date(clock.now().getTime() + 1000)))
    })
    await world.db.system.tx((tx) => t.set(tx, 'tick', 'x', clock.now()))
    for (let n = 0; n < 3; n += 1) {
      await t.runDue()
      clock.advance(1000)
    }
    expect([ticks, (await left()).length]).toEqual([3, 1])
  })
  it('open a transaction where something is due alone, however often they look', async () => {
    const clock = testClock()
    let claims = 0
    const { system } = world.db
    const counted: Db = {
      ...world.db,
      system: {
        ...system,
        tx: (work) => {
          claims += 1
          return system.tx(work)
        },
      },
    }
    const t = timers({ db: counted, clock })
    const fired: string[] = []
    t.on('ring', async ({ key }) => void fired.push(key))
    await t.runDue()
    await system.tx((tx) => t.set(tx, 'ring', 'later', new Date(clock.now().getTime() + 1000)))
    await system.tx((tx) => t.set(tx, 'not handled here', 'x', clock.now()))
    await t.runDue()
    expect(claims).toBe(0)
    clock.advance(1000)
    await t.runDue()
    // One claims, one takes away what has fired.
    expect([fired, claims]).toEqual([['later'], 2])
  })
  it('of more than one batch fire one batch after the other, without a look of the next round', async () => {
    const t = timers({ sweep: 600_000 })
    const fired: string[] = []
    t.on('many', async ({ key }) => void fired.push(key))
    const keys = Array.from({ length: 120 }, (_, n) => `k${n}`)
    await world.db.system.tx((tx) =>
      tx.run(sql`insert into timer (kind, key, due_at, payload)
        select 'many', k, ${soon(-1000)}::timestamptz, '{}' from unnest(${keys}::text[]) k`),
    )
    await t.start()
    await expect.poll(left, { timeout: 20_000 }).toEqual([])
    expect(fired.toSorted()).toEqual(keys.toSorted())
  })
})
