import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { lineTo, storm } from '../../e2e/proxy.ts'
import { systemClock } from '../../server/src/platform/clock.ts'
import { createDb, type Db, sql } from '../../server/src/platform/db/index.ts'
import { openPostgres } from '../../server/src/platform/db/postgres.ts'
import { startPostgres } from '../../server/src/platform/testing/postgres-server.ts'
import { figure } from '../lib/figures.ts'
import { size } from '../lib/size.ts'
import { listen } from './event-probe.ts'
import { furnish, scratch, server } from './house.ts'
import { checkLedger } from './checker.ts'
import { Ledger } from './ledger.ts'
import { load } from './writers.ts'

const cleaning: (() => Promise<unknown> | unknown)[] = []
afterAll(async () => {
  for (const step of cleaning.reverse()) await step()
})

const said = (db: Db, after: number) =>
  db.system.read(
    sql<{
      id: number
    }>`select id from event_log where id > ${after} and audience && array['unit:2', 'partner:1'] order by id`,
  )

describe('[API-07~] a poor line', () => {
  it('hangs nobody, doubles nothing, and sockets miss nothing', async () => {
    const seconds = size('PROOF_CHAOS_SECONDS', 25, 8)
    const cluster = await startPostgres({ durable: true, own: true })
    cleaning.push(() => cluster.stop())
    const admin = openPostgres(cluster.url, { max: 1 })
    await admin.owner('create database house')
    await admin.close()
    const databaseUrl = cluster.url.replace(/\/postgres$/, '/house')
    const files = scratch('chaos')
    cleaning.push(files.remove)
    const visits = await furnish({ databaseUrl, dataDir: files.path }, 60 + seconds * 6)
    const house = await server({ DATABASE_URL: databaseUrl, DATA_DIR: files.path })
    cleaning.push(() => house.kill('SIGKILL'))
    await house.start()
    const line = await lineTo(house.url)
    cleaning.push(() => line.close())

    const ledger = new Ledger(() => line.url)
    const ear = listen(line.url, () => ledger.token('dr.wang'))
    const stop = { now: false }
    const writing = load(ledger, visits, stop)
    writing.done.catch(() => undefined)
    await expect.poll(() => ear.connections, { timeout: 90_000 }).toBe(1)
    const seed = Number(process.env.PROOF_SEED ?? 11)
    const bad = storm(line, seed)
    await sleep(seconds * 1000)
    await bad.calm()
    stop.now = true
    const late = setTimeout(() => ledger.clear.abort(), 120_000)
    await writing.done
    clearTimeout(late)
    writing.close()

    const driver = openPostgres(databaseUrl, { max: 2 })
    const db = createDb({ driver, clock: systemClock, onAfterCommitError: (error) => void error })
    cleaning.push(() => db.close())
    const verdict = await checkLedger(db, ledger.entries)
    // What is under way to the ear arrives: everything the log has for it.
    const missed = async () => (await said(db, ear.first)).filter(({ id }) => !ear.heard.has(id)).map(({ id }) => id)
    await expect.poll(missed, { timeout: 90_000, interval: 250 }).toEqual([])
    const twice = [...ear.heard].filter(([, times]) => times > 1)
    ear.close()
    figure('chaos', {
      seed,
      faults: bad.struck(),
      ...line.happened,
      acknowledged: verdict.acknowledged,
      repeated: ledger.entries.filter(({ tries }) => tries > 1).length,
      slowestAnswerMs: Math.round(ledger.slowest),
      lost: verdict.lost.length,
      doubled: verdict.doubled.length,
      halfWritten: verdict.halfWritten.length,
      events: ear.heard.size,
      connections: ear.connections,
      eventsMissed: 0,
      repeatedOnTheLine: ear.repeated,
      eventsTwice: twice.length,
    })
    expect([...verdict.lost, ...verdict.doubled, ...verdict.halfWritten]).toEqual([])
    expect(ledger.timeouts, 'calls that only ended by their time-out').toBe(0)
    expect(twice).toEqual([])
    expect(ear.snapshots).toBe(0)
    expect(ear.connections).toBeGreaterThan(1)
    expect(verdict.acknowledged).toBeGreaterThan(seconds * 5)
    // Half-open connections do not keep it from going: it would wait 12 s for what runs on them.
    const began = performance.now()
    await house.kill('SIGTERM')
    expect(performance.now() - began).toBeLessThan(11_000)
  })
})
