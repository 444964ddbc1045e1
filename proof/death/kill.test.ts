import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { lineTo } from '../../e2e/proxy.ts'
import { systemClock } from '../../server/src/platform/clock.ts'
import { createDb, type Db, openDatabase, sql } from '../../server/src/platform/db/index.ts'
import { openPostgres } from '../../server/src/platform/db/postgres.ts'
import { startPostgres, type TestServer } from '../../server/src/platform/testing/postgres-server.ts'
import { figure } from '../lib/figures.ts'
import { size } from '../lib/size.ts'
import { furnish, scratch, type Server, server } from './house.ts'
import { checkLedger, type Verdict } from './checker.ts'
import { type Entry, Ledger } from './ledger.ts'
import { verifyAudit } from './tools.ts'
import { load } from './writers.ts'

const cleaning: (() => Promise<void> | void)[] = []
afterAll(async () => {
  for (const step of cleaning.reverse()) await step()
})

type Victim = 'server' | 'postmaster' | 'backend' | 'both'
/** Seeded: a run can be repeated, though not what the machine does meanwhile. */
function dice(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff
    return state % below
  }
}
const SEED = Number(process.env.PROOF_SEED ?? 7)
// A server's start is the longest part of its death, and there are three of them in ten: the others kill PostgreSQL, of
// which each process that dies takes all the others with it.
const victims: readonly Victim[] = [
  'server',
  'backend',
  'postmaster',
  'backend',
  'both',
  'postmaster',
  'backend',
  'server',
  'postmaster',
  'backend',
]

/** Patience, not a measure: a busy machine takes its time to come up again. */
const AGAIN_MS = 120_000

/** Answers flow again and requests are on their way: whatever dies now dies in the middle of writes. */
async function inTheMiddle(
  ledger: Ledger,
  roll: (below: number) => number,
  house: Server,
  databaseUrl?: string,
): Promise<void> {
  const before = ledger.answered
  const until = Date.now() + AGAIN_MS
  while (ledger.answered < before + 15 || ledger.flying === 0) {
    if (Date.now() > until)
      throw new Error(`no write was answered after a restart: ${await standstill(ledger, house, databaseUrl)}`)
    await sleep(5)
  }
  await sleep(roll(250))
}

/** Who it is that stands still: the load, the server, or the database. */
async function standstill(ledger: Ledger, house: Server, databaseUrl?: string): Promise<string> {
  const health = await fetch(`${house.url}/health`, { signal: AbortSignal.timeout(5_000) }).then(
    async (answer) => `${answer.status} ${await answer.text()}`,
    (error: unknown) => String(error),
  )
  const sessions = async (url: string) => {
    const driver = openPostgres(url, { max: 1 })
    const db = createDb({ driver, clock: systemClock, onAfterCommitError: (error) => void error })
    return db.system
      .read(sql`select pid, state, wait_event, left(query, 200) as query, now() - xact_start as since
        from pg_stat_activity where backend_type = 'client backend'`)
      .catch((error: unknown) => String(error))
      .finally(() => db.close())
  }
  return JSON.stringify(
    {
      answered: ledger.answered,
      flying: ledger.flying,
      silence: [...ledger.silence],
      running: house.running(),
      exit: house.exit(),
      health,
      sessions: databaseUrl && (await sessions(databaseUrl)),
      output: house.output().slice(-4000),
    },
    null,
    1,
  )
}

/** A dead postmaster's children go a moment later, and until then a new one is refused. */
async function again(cluster: TestServer): Promise<void> {
  for (const until = Date.now() + AGAIN_MS; ; await sleep(50)) {
    try {
      return await cluster.again()
    } catch (error) {
      if (Date.now() > until) throw error
    }
  }
}

/** Everybody is answered, every timer that is due has fired: then what lies there is what was told. */
async function settle(writing: { done: Promise<void>; close(): void }, ledger: Ledger): Promise<void> {
  const late = setTimeout(() => ledger.clear.abort(), AGAIN_MS)
  await writing.done
  clearTimeout(late)
  writing.close()
}
async function timersFired(db: Db): Promise<void> {
  const due = () =>
    db.system.read(sql<{ n: number }>`
      select (select count(*) from timer where due_at < now() - interval '5 seconds')::int
        + (select count(*) from call where state = 'ringing' and ring_until < now() - interval '5 seconds')::int as n`)
  await expect.poll(async () => (await due())[0]?.n, { timeout: AGAIN_MS, interval: 500 }).toBe(0)
}

function told(verdict: Verdict): string {
  return [...verdict.lost.slice(0, 8), ...verdict.doubled.slice(0, 8), ...verdict.halfWritten.slice(0, 8)].join('\n')
}
/** Refusals that a repeat or another's step makes possible; any other is a mistake of the load or of the server. */
const expected: Record<string, readonly string[]> = {
  identity: ['IDENTITY_LOCKED'],
  calls: ['CALLEE_BUSY', 'DOCTOR_OFFLINE', 'CALL_ALREADY'],
  answer: ['CALL_OVER', 'CALL_TAKEN'],
  hangup: ['CALL_OVER'],
}
function unexpected(ledger: Ledger): string[] {
  // Of two tries at the identity check, the one given up may be the last that the server finishes: the patient's cookie is
  // the other one's then, and they are asked again.
  const shownTwice = new Set(
    ledger.entries.filter(({ kind, tries }) => kind === 'identity' && tries > 1).map(({ about }) => about.qid),
  )
  const asksAgain = ({ kind, code, about }: Entry) =>
    code === 'UNAUTHENTICATED' && ['consents', 'arrivals', 'calls'].includes(kind) && shownTwice.has(about.qid)
  return ledger.entries
    .filter((entry) => entry.told === 'refused' && !expected[entry.kind]?.includes(entry.code) && !asksAgain(entry))
    .map(({ kind, code, tries }) => `${kind}: ${code} after ${tries} tries`)
}

describe('[API-07~] what was acknowledged is there once, and nothing is half written', () => {
  it('after kill -9 of the server, of PostgreSQL and of one of its connections, in the middle of writes', async () => {
    const kills = size('PROOF_KILLS', 50, 5)
    const roll = dice(SEED)
    const cluster = await startPostgres({ durable: true, own: true })
    cleaning.push(() => cluster.stop())
    const admin = openPostgres(cluster.url, { max: 1 })
    await admin.owner('create database house')
    await admin.close()
    const databaseUrl = cluster.url.replace(/\/postgres$/, '/house')
    const files = scratch('death')
    cleaning.push(files.remove)
    const visits = await furnish({ databaseUrl, dataDir: files.path }, 40 + kills * 6)
    const house = await server({ DATABASE_URL: databaseUrl, DATA_DIR: files.path })
    cleaning.push(() => house.kill('SIGKILL'))
    await house.start()

    const line = await lineTo(house.url)
    cleaning.push(() => line.close())
    const ledger = new Ledger(() => line.url)
    const stop = { now: false }
    const writing = load(ledger, visits, stop)
    writing.done.catch(() => undefined)
    const starts: number[] = []
    const began = performance.now()
    for (let n = 0; n < kills; n += 1) {
      await Promise.race([inTheMiddle(ledger, roll, house, databaseUrl), writing.done])
      // Every other time what is done in the last moment is done, and nobody is told.
      if (n % 2 === 0) line.weather({ mute: true })
      await sleep(n % 2 === 0 ? 60 + roll(60) : 0)
      await strike(victims[n % victims.length] ?? 'server', house, cluster, databaseUrl, starts)
      line.cut()
      line.mend()
      line.weather({})
    }
    await inTheMiddle(ledger, roll, house, databaseUrl)
    stop.now = true
    await settle(writing, ledger)
    const took = performance.now() - began

    const driver = openPostgres(databaseUrl, { max: 2 })
    const db = createDb({ driver, clock: systemClock, onAfterCommitError: (error) => void error })
    cleaning.push(() => db.close())
    await timersFired(db)
    const verdict = await checkLedger(db, ledger.entries)
    const [rung] = await db.system.read(
      sql<{ n: number }>`select count(*)::int as n from call where state = 'missed' and cause = 'timeout'`,
    )
    figure('death', {
      kills,
      seed: SEED,
      acknowledged: verdict.acknowledged,
      replayed: verdict.replayed,
      lost: verdict.lost.length,
      doubled: verdict.doubled.length,
      halfWritten: verdict.halfWritten.length,
      timersFired: rung?.n ?? 0,
      seconds: Math.round(took / 1000),
      restartMedianMs: median(starts),
    })
    expect(unexpected(ledger)).toEqual([])
    expect(told(verdict)).toBe('')
    expect(verdict.acknowledged).toBeGreaterThan(kills * 8)
    await house.kill('SIGTERM')
    expect(await verifyAudit({ DATABASE_URL: databaseUrl, DATA_DIR: files.path })).toContain(' 0 findings')
  })

  it('after kill -9 of the server with the embedded database', async () => {
    const kills = Math.max(2, Math.round(size('PROOF_KILLS', 50, 5) / 25))
    const roll = dice(SEED + 1)
    const files = scratch('death-embedded')
    cleaning.push(files.remove)
    const visits = await furnish({ dataDir: files.path }, 20 + kills * 4)
    const house = await server({ DATA_DIR: files.path, DATABASE_URL: '' })
    cleaning.push(() => house.kill('SIGKILL'))
    await house.start()
    const ledger = new Ledger(() => house.url)
    const stop = { now: false }
    const writing = load(ledger, visits, stop)
    writing.done.catch(() => undefined)
    const starts: number[] = []
    for (let n = 0; n < kills; n += 1) {
      await Promise.race([inTheMiddle(ledger, roll, house), writing.done])
      await house.kill('SIGKILL')
      await house.start()
      starts.push(house.startedIn())
    }
    await inTheMiddle(ledger, roll, house)
    stop.now = true
    await settle(writing, ledger)
    await house.kill('SIGKILL')
    const opened = await openDatabase({
      dataDir: files.path,
      clock: systemClock,
      onAfterCommitError: (error) => void error,
    })
    const verdict = await checkLedger(opened.db, ledger.entries).finally(() => opened.close())
    figure('death, embedded', {
      kills: kills + 1,
      acknowledged: verdict.acknowledged,
      replayed: verdict.replayed,
      lost: verdict.lost.length,
      doubled: verdict.doubled.length,
      halfWritten: verdict.halfWritten.length,
      restartMedianMs: median(starts),
    })
    expect(unexpected(ledger)).toEqual([])
    expect(told(verdict)).toBe('')
    expect(verdict.acknowledged).toBeGreaterThan(kills * 8)
    expect(await verifyAudit({ DATA_DIR: files.path, DATABASE_URL: '' })).toContain(' 0 findings')
  })
})

async function strike(
  victim: Victim,
  house: Server,
  cluster: TestServer,
  databaseUrl: string,
  starts: number[],
): Promise<void> {
  if (victim === 'backend') {
    const driver = openPostgres(databaseUrl, { max: 1 })
    const db = createDb({ driver, clock: systemClock, onAfterCommitError: (error) => void error })
    const [one] = await db.system
      .read(sql<{ pid: number }>`
        select pid from pg_stat_activity where application_name = 'teleward' and pid <> pg_backend_pid()
        order by state = 'active' desc, xact_start nulls last limit 1`)
      .catch(() => [])
    if (one) process.kill(one.pid, 'SIGKILL')
    await db.close()
    // PostgreSQL throws everybody out and recovers by itself.
    return
  }
  if (victim === 'postmaster' || victim === 'both') await cluster.kill('SIGKILL')
  if (victim === 'server' || victim === 'both') await house.kill('SIGKILL')
  if (victim === 'postmaster' || victim === 'both') await again(cluster)
  if (victim === 'server' || victim === 'both') {
    await house.start()
    starts.push(house.startedIn())
  }
}

const median = (all: number[]) => Math.round(all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0)
