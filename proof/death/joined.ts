import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { type Line, lineTo } from '../../e2e/proxy.ts'
import { systemClock } from '../../server/src/platform/clock.ts'
import { createDb, type Db, sql } from '../../server/src/platform/db/index.ts'
import { openPostgres } from '../../server/src/platform/db/postgres.ts'
import { startPostgres } from '../../server/src/platform/testing/postgres-server.ts'
import { startRedis, type TestRedis } from '../../server/src/platform/testing/redis-server.ts'
import { type Line as Door, lineTo as doorTo } from '../../server/src/platform/testing/line.ts'
import { type EventProbe, listen } from './event-probe.ts'
import { account, furnish, scratch, type Server, server, type Visit, WRITING } from './house.ts'
import { Ledger } from './ledger.ts'

/** Three processes over one database, joined by a Redis, and a page on each: of one test file, which opens and closes them. */
const cleaning: (() => Promise<unknown> | unknown)[] = []
/** Done at the end, the last one first. */
export const atEnd = (step: () => Promise<unknown> | unknown): void => void cleaning.push(step)
export async function closeAll(): Promise<void> {
  for (const step of cleaning.reverse()) await step()
}

export const PASSWORD = 'sesame-of-redis'
/** Calls from one address in a minute. */
export const RATE = 120
/** Patience, not a measure. */
export const SOON = { timeout: 10_000 }
const EVENTS = 'teleward_events'
const ALL = [0, 1, 2] as const
export let databaseUrl = ''
export let db: Db
export let redis: TestRedis
export let ledger: Ledger
export let visits: Visit[] = []
const houses: Server[] = []
/** Each process's own way to Redis. */
const ways: Line[] = []
/** A page each, which comes to its process until that is gone. */
export const doors: Door[] = []
export const ears: EventProbe[] = []
/** What processes told each other by the database. */
export let notified = 0

export const at = (n: number): Server => houses[n] as Server
export const way = (n: number): Line => ways[n] as Line
let address = 0
/** Each call from an address of its own, but where the limit is the subject. */
export const call = async (n: number, path: string, who: string, body?: unknown, from?: string) => {
  address += 1
  const answer = await fetch(at(n).url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${await ledger.token(who)}`,
      'x-forwarded-for': from ?? `10.1.${address >> 8}.${address & 255}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const { status, data } = (await answer.json()) as { status: string; data: Record<string, unknown> }
  return { http: answer.status, status, data, left: answer.headers.get('x-ratelimit-remaining') }
}
export const ready = async (n: number) => {
  const answer = await fetch(`${at(n).url}/ready`)
  return [answer.status, ((await answer.json()) as { redis: boolean }).redis]
}
export const metric = async (n: number, name: string) => {
  const text = await (await fetch(`${at(n).url}/metrics`)).text()
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
}

let state = 3000
/** Something happens on that process of which all colleagues hear. */
export async function happen(n: number): Promise<void> {
  state = state === 3000 ? 1000 : 3000
  const { http, status } = await call(n, '/his/api/doctorstatus', account(WRITING[0]), { doctorStatus: state })
  expect([http, status]).toEqual([200, 'OK'])
}
export const log = () =>
  db.system.read(
    sql<{ id: number }>`select id from event_log where audience && array['unit:2', 'partner:1'] order by id`,
  )
/** Nobody has missed anything, and nobody acted twice on the same; waits for what is on its way. */
export async function nothingMissed(): Promise<void> {
  const all = await log()
  for (const ear of ears) {
    const own = all.filter(({ id }) => id > ear.first)
    await expect.poll(() => own.filter(({ id }) => !ear.heard.has(id)), { timeout: 20_000 }).toEqual([])
    expect([...ear.heard].filter(([, times]) => times > 1)).toEqual([])
    expect(ear.snapshots).toBe(0)
  }
}
export const middle = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0
/** Milliseconds until every page has heard of what happens now on that process. */
export async function heardAfter(n: number): Promise<number> {
  const began = performance.now()
  await happen(n)
  const [last] = (await log()).slice(-1)
  await expect
    .poll(() => ears.every((ear) => ear.heard.has(last?.id ?? 0)), { timeout: 20_000, interval: 5 })
    .toBe(true)
  return performance.now() - began
}
/** Can this one be rung from there? It is answered at once, and taken back. */
export async function canRing(n: number, mid: number): Promise<string> {
  const { status, data } = await call(n, '/his/api/callout2', 'dr.lin', { mid })
  if (status === 'OK')
    await call(n, '/his/api/updatecallinfostatus', 'dr.lin', { callID: data.callID, action: 'cancel' })
  return status
}

/** `env`: what one of them has of its own. */
export async function openAll(env: readonly Record<string, string>[] = []): Promise<void> {
  const cluster = await startPostgres({ own: true })
  atEnd(() => cluster.stop())
  const admin = openPostgres(cluster.url, { max: 1 })
  await admin.owner('create database house')
  await admin.close()
  databaseUrl = cluster.url.replace(/\/postgres$/, '/house')
  const files = scratch('processes')
  atEnd(files.remove)
  visits = await furnish({ databaseUrl, dataDir: files.path }, 1)
  redis = await startRedis(PASSWORD)
  atEnd(() => redis.stop())
  for (const n of ALL) {
    const line = await lineTo(redis.url.replace(/^redis/, 'http'))
    ways.push(line)
    atEnd(() => line.close())
    const house = await server({
      DATABASE_URL: databaseUrl,
      DATA_DIR: files.path,
      DATABASE_POOL: '5',
      CALLS_PER_MINUTE: String(RATE),
      LOG_LEVEL: 'warn',
      REDIS_URL: redis.url.replace(/:\d+$/, `:${new URL(line.url).port}`),
      ...env[n],
    })
    houses.push(house)
    atEnd(() => house.kill('SIGKILL'))
  }
  await at(0).start()
  await Promise.all([at(1).start(), at(2).start()])
  const driver = openPostgres(databaseUrl, { max: 2 })
  db = createDb({ driver, clock: systemClock, onAfterCommitError: (error) => void error })
  atEnd(() => db.close())
  await db.listen(EVENTS, () => {
    notified += 1
  })
  ledger = new Ledger(() => at(1).url)
  const people = ['nurse.chen', account(WRITING[1]), account(WRITING[2])]
  for (const [n, who] of people.entries()) {
    const door = await doorTo(at(n).url)
    doors.push(door)
    atEnd(() => door.close())
    const ear = listen(door.url.replace(/\/$/, ''), () => ledger.token(who))
    ears.push(ear)
    atEnd(() => ear.close())
  }
  while (!ears.every((ear) => ear.up)) await sleep(20)
}
