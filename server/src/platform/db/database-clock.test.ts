import { afterEach, expect, it, vi } from 'vitest'
import { databaseClock } from './database-clock.ts'
import type { Db } from './types.ts'

afterEach(() => void vi.useRealTimers())

it('[SYS-02~] the clock of a process is the database’s: never ahead of it, behind by a quick answer at most, and with it where it is set', async () => {
  vi.useFakeTimers()
  /** The database is so far ahead of this machine, and an answer takes so long each way, and longer on its way back. */
  let [ahead, way, longer] = [300_000, 500, 0]
  const theirs = () => Date.now() + ahead
  const passed = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  let away = false
  const read = async () => {
    await passed(way)
    if (away) throw new Error('it is away')
    const at = new Date(theirs())
    await passed(way + longer)
    return [{ at }]
  }
  const db = { kind: 'postgres', system: { read } } as unknown as Pick<Db, 'kind' | 'system'>
  const clock = databaseClock()
  const behind = () => theirs() - clock.now().getTime()
  expect(behind()).toBe(300_000)
  const set = clock.set(db)
  await vi.advanceTimersByTimeAsync(3000)
  await set
  expect(behind()).toBe(500)
  const failures: unknown[] = []
  const leave = clock.follow(db, (error) => failures.push(error))
  way = 2
  await vi.advanceTimersByTimeAsync(5100)
  expect(behind()).toBe(2)
  expect(clock.ahead()).toBe(-300_000 + 2)
  // One slow answer, and one that does not come, change nothing.
  way = 900
  await vi.advanceTimersByTimeAsync(7000)
  away = true
  await vi.advanceTimersByTimeAsync(7000)
  expect([behind(), failures.length]).toEqual([2, 1])
  // Somebody sets the clock of this machine, then that of the database.
  vi.setSystemTime(Date.now() - 3_600_000)
  ahead += 3_600_000
  expect(behind()).toBe(2)
  ;[ahead, way, away] = [ahead - 60_000, 2, false]
  await vi.advanceTimersByTimeAsync(7000)
  expect(behind()).toBe(2)
  // The two drift apart by little, and it is a slow answer that tells: no more is lost than a quick one leaves open.
  ;[ahead, way, longer] = [ahead - 5, 1, 900]
  await vi.advanceTimersByTimeAsync(7000)
  expect(behind()).toBe(3)
  // One that is set back says by how much as far as its answer does, and the time is no longer ahead of it.
  ;[ahead, way, longer] = [ahead - 60_000, 900, -899]
  await vi.advanceTimersByTimeAsync(7000)
  expect(behind()).toBe(1)
  ;[way, longer] = [2, 0]
  await vi.advanceTimersByTimeAsync(7000)
  leave()
  ahead += 60_000
  await vi.advanceTimersByTimeAsync(20_000)
  expect(behind()).toBe(60_001)

  const own = databaseClock()
  await own.set({ ...db, kind: 'pglite' })
  expect(own.ahead()).toBe(0)
})
