import { AsyncLocalStorage } from 'node:async_hooks'
import { CompiledQuery } from 'kysely'
import type { Driver, Execute, RawResult } from '../../server/src/platform/db/driver.ts'

/**
 * One lane unless told otherwise: the server writes some rows of several requests together, and a lane that waits for a
 * row of another would wait for good.
 *
 * Many requests against one world, each as if it were the first: whatever a request does runs inside one outer
 * transaction of its lane that is rolled back after it. What the server calls transactions are savepoints there, so a
 * request that works in several of them sees its own earlier ones. Nothing has to be planted again, and what was
 * written can be looked at before it is gone.
 */
interface Lane {
  execute: Execute
  script(sql: string): Promise<void>
  turn: Promise<unknown>
  open: boolean
}
export interface Written {
  table: string
  /** Rows that stand as written when the request is over; what was rolled back is none of them. */
  pids: (number | null)[]
  gone: number
}
export interface Lanes {
  driver: Driver
  /** Runs `work` in a transaction of its own; `look` sees what it left, before it is rolled back. */
  cell<T, L>(work: () => Promise<T>, look: (execute: Execute) => Promise<L>): Promise<{ value: T; seen: L }>
  close(): Promise<void>
}

const raw = (sql: string): CompiledQuery => CompiledQuery.raw(sql)

export async function openLanes(real: Driver, count: number): Promise<Lanes> {
  const current = new AsyncLocalStorage<Lane>()
  const all: Lane[] = []
  const free: Lane[] = []
  const waiting: ((lane: Lane) => void)[] = []
  const ends: (() => void)[] = []
  const done: Promise<void>[] = []
  for (let n = 0; n < count; n += 1)
    await new Promise<void>((ready) => {
      const session = real.ownerSession(
        (execute, script) =>
          new Promise<void>((end) => {
            const lane: Lane = { execute, script, turn: Promise.resolve(), open: false }
            all.push(lane)
            free.push(lane)
            ends.push(end)
            ready()
          }),
      )
      done.push(session)
    })

  /** One at a time on a lane: two reads of a request at once would mix up who asks. */
  const inTurn = <T>(lane: Lane, work: () => Promise<T>): Promise<T> => {
    if (!lane.open) return Promise.reject(new Error('work went on after its request was over'))
    const mine = lane.turn.then(work, work)
    lane.turn = mine.catch(() => undefined)
    return mine
  }
  const savepoint = async <T>(lane: Lane, settings: CompiledQuery, fn: (execute: Execute) => Promise<T>): Promise<T> =>
    inTurn(lane, async () => {
      try {
        await Promise.all([lane.execute(raw('savepoint part')), lane.execute(settings)])
        const value = await fn(lane.execute)
        await lane.execute(raw('release savepoint part'))
        return value
      } catch (error) {
        await lane.execute(raw('rollback to savepoint part'))
        throw error
      }
    })
  // What the server gathers from several requests into one transaction may come after the one it came with first.
  const here = (): Lane | undefined => {
    const lane = current.getStore()
    return lane && !lane.open ? (all.find(({ open }) => open) ?? lane) : lane
  }
  const driver: Driver = {
    ...real,
    read(settings, query): Promise<RawResult> {
      const lane = here()
      return lane ? savepoint(lane, settings, (execute) => execute(query)) : real.read(settings, query)
    },
    tx(settings, fn) {
      const lane = here()
      return lane ? savepoint(lane, settings, fn) : real.tx(settings, fn)
    },
  }
  return {
    driver,
    async cell(work, look) {
      const lane = free.pop() ?? (await new Promise<Lane>((resolve) => waiting.push(resolve)))
      try {
        await lane.execute(raw('begin'))
        lane.open = true
        const value = await current.run(lane, work)
        await lane.turn
        lane.open = false
        await lane.execute(raw('reset role'))
        const seen = await look(lane.execute)
        return { value, seen }
      } finally {
        lane.open = false
        await lane.execute(raw('rollback'))
        const next = waiting.shift()
        if (next) next(lane)
        else free.push(lane)
      }
    },
    async close() {
      for (const end of ends) end()
      await Promise.all(done)
    },
  }
}
