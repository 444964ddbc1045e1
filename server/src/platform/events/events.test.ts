import { event } from '@teleward/contract/core/event.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { systemClock } from '../clock.ts'
import { type Db, type LoggedEvent, sql } from '../db/index.ts'
import { type TestDatabase, testDatabase } from '../testing/database.ts'
import { createEventBus, type EventBus } from './index.ts'

const changed = event('sample.changed', z.object({ id: z.number() }), { tags: [] })
const signal = event('sample.signal', z.object({ sdp: z.string() }), { tags: [], transient: true })

let world: TestDatabase
const buses: EventBus[] = []
const log = { error: (what: unknown) => expect(what).toBeUndefined() }
async function startProcess(db: Db): Promise<{ db: Db; heard: LoggedEvent[] }> {
  const heard: LoggedEvent[] = []
  const bus = createEventBus({ db, clock: systemClock, log, deliver: (events) => heard.push(...events), sweep: 200 })
  await bus.start()
  buses.push(bus)
  return { db, heard }
}
let one: Awaited<ReturnType<typeof startProcess>>
let two: Awaited<ReturnType<typeof startProcess>>
beforeAll(async () => {
  world = await testDatabase()
  one = await startProcess(world.db)
  two = await startProcess(world.another())
})
afterAll(async () => {
  await Promise.all(buses.map((bus) => bus.stop()))
  await world.close()
})
const emit = (db: Db, id: number) => db.system.tx((tx) => tx.emit(changed, ['unit:1'], { id }))
const ids = (heard: LoggedEvent[]) =>
  heard.filter(({ type }) => type === 'sample.changed').map(({ payload }) => (payload as { id: number }).id)

describe('the event bus', () => {
  it('hands an event to the sockets of its own process once', async () => {
    await emit(one.db, 1)
    expect(ids(one.heard)).toEqual([1])
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(ids(one.heard)).toEqual([1])
  })
  it('carries events between processes in order, once each, large signals whole', async () => {
    if (world.db.kind === 'pglite') {
      // The embedded database has one process: there is nobody to tell, and nothing is announced.
      expect(two.heard).toEqual([])
      return
    }
    const before = two.heard.length
    for (const id of [2, 3, 4]) await emit(one.db, id)
    const sdp = '甲"\\'.repeat(10_000)
    await one.db.system.tx((tx) => tx.emit(signal, ['room:1'], { sdp }))
    await expect.poll(() => two.heard.length - before).toBe(4)
    expect(ids(two.heard).slice(-3)).toEqual([2, 3, 4])
    expect(two.heard.at(-1)).toMatchObject({ id: 0, type: 'sample.signal', audience: ['room:1'], payload: { sdp } })
    expect(two.heard.at(-2)?.at).toBeInstanceOf(Date)
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(two.heard.length - before).toBe(4)
  })
  it('finds in the log what a process that died could not announce', async () => {
    if (world.db.kind === 'pglite') {
      expect(buses.length).toBe(2)
      return
    }
    const before = [one, two].map(({ heard }) => heard.length)
    await world.db.system.tx((tx) =>
      tx.run(sql`insert into event_log (type, audience, payload) values ('sample.changed', '{unit:1}', '{"id": 99}')`),
    )
    await expect.poll(() => [one, two].map(({ heard }, at) => ids(heard.slice(before[at])))).toEqual([[99], [99]])
  })
})
