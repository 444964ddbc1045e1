import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, it, type TestContext } from 'vitest'
import { systemClock } from '../../server/src/platform/clock.ts'
import { createDb } from '../../server/src/platform/db/index.ts'
import { openPostgres } from '../../server/src/platform/db/postgres.ts'
import { startPostgres } from '../../server/src/platform/testing/postgres-server.ts'
import { figure } from '../lib/figures.ts'
import { makeDisk, noDisk } from './disk.ts'
import { furnish, scratch, server } from './house.ts'
import { checkLedger, type Verdict } from './checker.ts'
import { Ledger } from './ledger.ts'
import { load } from './writers.ts'

let missing: string | undefined
beforeAll(() => {
  missing = noDisk()
})
/** A machine that cannot do it says so; the test then counts as one that did not run. */
function needsDisk({ skip }: TestContext): void {
  if (missing === undefined) return
  figure('power cut', { 'not possible on this machine': missing })
  skip(`not possible on this machine: ${missing}`)
}

/** A process and its children: PostgreSQL's are each other's siblings. */
function family(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        return [
          {
            pid: Number(name),
            parent: Number(readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').pop()?.split(' ')[1]),
          },
        ]
      } catch {
        // It ended meanwhile.
        return []
      }
    })
  return [pid, ...parents.filter(({ parent }) => parent === pid).map((one) => one.pid)]
}

interface Cut {
  verdict: Verdict
  /** A file that nobody flushed, as it is on the platter. */
  unflushed: 'gone' | 'empty' | 'there'
}

/** Writes under load, pulls the plug, and looks at what is on the platter. */
async function cut(settings: readonly string[]): Promise<Cut> {
  const disk = makeDisk()
  const files = scratch('power')
  const dir = join(disk.mounted, 'pg')
  mkdirSync(dir)
  const cluster = await startPostgres({ durable: true, own: true, dir, settings })
  try {
    const admin = openPostgres(cluster.url, { max: 1 })
    await admin.owner('create database house')
    await admin.close()
    const databaseUrl = cluster.url.replace(/\/postgres$/, '/house')
    const visits = await furnish({ databaseUrl, dataDir: files.path }, 60)
    const house = await server({ DATABASE_URL: databaseUrl, DATA_DIR: files.path })
    await house.start()
    const ledger = new Ledger(() => house.url)
    const writing = load(ledger, visits, { now: false })
    writing.done.catch(() => undefined)
    try {
      while (ledger.answered < 300) await sleep(5)
      writeFileSync(join(disk.mounted, 'unflushed'), 'x'.repeat(4096))
      for (const pid of family(cluster.pid())) process.kill(pid, 'SIGSTOP')
      disk.pull()
      // Answers that were on their way when everything stood still were given: they count.
      await sleep(150)
    } finally {
      await house.kill('SIGKILL')
      ledger.clear.abort()
      writing.close()
    }
    const told = ledger.entries.map((entry) => ({ ...entry }))
    const elsewhere = disk.elsewhere()
    const path = join(elsewhere, 'unflushed')
    const unflushed = !existsSync(path) ? 'gone' : readFileSync(path).length === 0 ? 'empty' : 'there'
    spawnSync('rm', ['-f', join(elsewhere, 'pg/data/postmaster.pid')])
    const survivor = await startPostgres({ durable: true, own: true, dir: join(elsewhere, 'pg') })
    try {
      const driver = openPostgres(survivor.url.replace(/\/postgres$/, '/house'), { max: 1 })
      const db = createDb({ driver, clock: systemClock, onAfterCommitError: (error) => void error })
      const verdict = await checkLedger(db, told)
      await db.close()
      return { verdict, unflushed }
    } finally {
      await survivor.stop()
    }
  } finally {
    for (const pid of family(cluster.pid()).reverse()) process.kill(pid, 'SIGKILL')
    await cluster.kill('SIGKILL')
    files.remove()
    disk.remove()
  }
}

describe('a power cut', () => {
  it('takes nothing that was acknowledged', async (context) => {
    needsDisk(context)
    const { verdict, unflushed } = await cut([])
    figure('power cut', {
      acknowledged: verdict.acknowledged,
      lost: verdict.lost.length,
      doubled: verdict.doubled.length,
      halfWritten: verdict.halfWritten.length,
      unflushed,
    })
    // The plug was a real one: what nobody flushed is not there.
    expect(unflushed).not.toBe('there')
    expect(verdict.acknowledged).toBeGreaterThan(150)
    expect([...verdict.lost, ...verdict.doubled, ...verdict.halfWritten]).toEqual([])
  })
  it('takes the last of what was acknowledged before it was on disk: the control', async (context) => {
    needsDisk(context)
    const { verdict } = await cut(['synchronous_commit=off', 'wal_writer_delay=10s'])
    figure('power cut, control', { acknowledged: verdict.acknowledged, lost: verdict.lost.length })
    expect(verdict.lost.length).toBeGreaterThan(0)
    // Lost, but whole: a transaction goes as one.
    expect(verdict.halfWritten).toEqual([])
  })
})
