import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../db/index.ts'
import { type TestDatabase, testDatabase } from './database.ts'

let data: TestDatabase
beforeAll(async () => {
  data = await testDatabase()
})
afterAll(() => data.close())

const PRINT = 'process.stdout.write(String(Date.now()))'
const clocks: Record<string, () => Promise<number>> = {
  async database() {
    const [row] = await data.db.system.read(sql<{ at: Date }>`select clock_timestamp() as at`)
    return row?.at.getTime() ?? 0
  },
  async thread() {
    const worker = new Worker('require("node:worker_threads").parentPort.postMessage(Date.now())', { eval: true })
    const [at] = (await once(worker, 'message')) as [number]
    return at
  },
  child: async () => Number(execFileSync(process.execPath, ['-e', PRINT], { encoding: 'utf8' })),
}

it.each(Object.keys(clocks))('the clock of a %s is the one of the test', async (name) => {
  const before = Date.now()
  const at = await clocks[name]?.()
  // The embedded database and JavaScript round an instant each their own way.
  expect(at).toBeGreaterThanOrEqual(before - 1)
  expect(at).toBeLessThanOrEqual(Date.now() + 1)
})
it('a shifted date is a date', () => {
  expect(new Date()).toBeInstanceOf(Date)
  expect(new Date().constructor).toBe(Date)
  expect(structuredClone(new Date())).toBeInstanceOf(Date)
  expect(Date.parse(Date())).toBeGreaterThan(Date.now() - 2000)
  expect(new Date(0).getTime()).toBe(0)
})
