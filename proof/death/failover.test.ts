import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { type Outcome, pressure } from '../../e2e/pressure.ts'
import { systemClock } from '../../server/src/platform/clock.ts'
import { createDb, sql } from '../../server/src/platform/db/index.ts'
import { openPostgres } from '../../server/src/platform/db/postgres.ts'
import { lineTo } from '../../server/src/platform/testing/line.ts'
import { startPostgres, startStandby } from '../../server/src/platform/testing/postgres-server.ts'
import { figure } from '../lib/figures.ts'
import { furnish, scratch, server } from './house.ts'
import { Ledger } from './ledger.ts'

const cleaning: (() => Promise<unknown> | unknown)[] = []
afterAll(async () => {
  for (const step of cleaning.reverse()) await step()
})
const BACK_MS = 30_000

describe('a database that dies', () => {
  it('[SYS-02~] has a synchronous standby that takes its place: nothing acknowledged is lost, and it goes on within 30 s', async () => {
    const primary = await startPostgres({ durable: true, own: true })
    cleaning.push(() => primary.stop())
    const owner = openPostgres(primary.url, { max: 1 })
    await owner.owner('create database house')
    const files = scratch('failover')
    cleaning.push(files.remove)
    const houseOf = (url: string) => url.replace(/\/postgres$/, '/house')
    await furnish({ databaseUrl: houseOf(primary.url), dataDir: files.path }, 1)
    const standby = await startStandby(primary, { durable: true })
    cleaning.push(() => standby.stop())
    // Only now, so that the standby itself waits for nobody once it stands alone.
    await owner.owner(`alter system set synchronous_standby_names = '*'`)
    await owner.owner('select pg_reload_conf()')
    await owner.close()

    const line = await lineTo(houseOf(primary.url))
    cleaning.push(() => line.close())
    const house = await server({ DATABASE_URL: line.url, DATA_DIR: files.path })
    cleaning.push(() => house.kill('SIGKILL'))
    await house.start()
    const token = await new Ledger(() => house.url).token('dr.lin')
    const stop = { now: false }
    const pressing = pressure(house.url, token, stop)
    await sleep(2000)

    const began = performance.now()
    await primary.kill('SIGKILL')
    const promoted = openPostgres(houseOf(standby.url), { max: 2 })
    await promoted.owner('select pg_promote()')
    line.aim(standby.url)
    const db = createDb({ driver: promoted, clock: systemClock, onAfterCommitError: (error) => void error })
    cleaning.push(() => db.close())
    // Until somebody's work is kept again.
    const before = await words(db)
    await expect
      .poll(async () => (await words(db)).size, { timeout: BACK_MS, interval: 50 })
      .toBeGreaterThan(before.size)
    const backMs = performance.now() - began
    expect((await fetch(`${house.url}/ready`)).status).toBe(200)
    await sleep(500)
    stop.now = true
    const outcomes: Outcome[] = await pressing

    const kept = await words(db)
    const acknowledged = outcomes.filter(({ end, status }) => end === 'answered' && status === 200)
    const lost = acknowledged.filter(({ canary }) => !kept.has(canary))
    figure('failover', { acknowledged: acknowledged.length, lost: lost.length, backMs: Math.round(backMs) })
    expect(acknowledged.length).toBeGreaterThan(50)
    expect(lost).toEqual([])
    expect(backMs).toBeLessThan(BACK_MS)
    // Whoever was refused meanwhile was told so, and was not cut off.
    expect(outcomes.filter(({ end }) => end === 'broken')).toEqual([])
    const strange = outcomes.filter(({ end, status }) => end === 'answered' && status !== 200 && status !== 503)
    expect([strange.map(({ status, text }) => `${status} ${text}`), strange.length ? house.errors : []]).toEqual([
      [],
      [],
    ])
  })
})

const words = async (db: ReturnType<typeof createDb>) =>
  new Set((await db.system.read(sql<{ word: string }>`select word from word`)).map(({ word }) => word))
