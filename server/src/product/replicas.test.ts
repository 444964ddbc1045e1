import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type App, createApp } from '../app.ts'
import { asLin, NOW, seed } from '../appointments/fixture.ts'
import { hashPassword } from '../auth/passwords.ts'
import { until } from '../consultation/calls/fixture.ts'
import { testClock } from '../platform/clock.ts'
import { readConfig } from '../platform/config.ts'
import { type Opened, openDatabase, sql } from '../platform/db/index.ts'
import { openPostgres } from '../platform/db/postgres.ts'
import { createReplicas } from '../platform/db/replicas.ts'
import { sessionSettings } from '../platform/db/scope.ts'
import { createDatabase } from '../platform/testing/databases.ts'
import { type Line, lineTo } from '../platform/testing/line.ts'
import { startPostgres, startStandby, type TestServer } from '../platform/testing/postgres-server.ts'

const PASSWORD = 'demo1234'

let primary: TestServer
let standby: TestServer
let line: Line
const processes: { app: App; opened: Opened; base: string }[] = []
const states: string[] = []
let token = ''
const bearer = () => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' })
const clock = testClock(NOW)

/** One process of the system, as `main.ts` puts it together. */
async function start(databaseUrl: string, readUrls: string[]) {
  const config = readConfig({
    PORT: '0',
    LOG_LEVEL: 'silent',
    DATA_DIR: `/tmp/teleward-replicas-${process.pid}`,
    DATABASE_URL: databaseUrl,
    DATABASE_READ_URL: readUrls.join(','),
  })
  const opened = await openDatabase({
    databaseUrl: config.databaseUrl,
    readUrls: config.databaseReadUrls,
    dataDir: config.dataDir,
    clock,
    onAfterCommitError: (error) => {
      throw error
    },
    onReplica: (_at, state) => void states.push(state),
  })
  if (processes.length === 0) {
    await seed(opened.db)
    const hash = await hashPassword(PASSWORD)
    await opened.db.system.tx(async (tx) => {
      await tx.run(sql`update staff set mobilecode = 1`)
      await tx.run(sql`insert into staff_credential (mid, password_hash) select mid, ${hash} from staff`)
    })
  }
  const app = await createApp({ config, db: opened.db, clock, rate: 1_000_000 })
  const base = (await app.listen()).replace('[::1]', '127.0.0.1')
  const made = { app, opened, base }
  processes.push(made)
  return made
}
type Process = Awaited<ReturnType<typeof start>>
let one: Process
let other: Process

const post = async (at: Process, path: string, body: unknown) => {
  const response = await fetch(at.base + path, { method: 'POST', headers: bearer(), body: JSON.stringify(body) })
  return (await response.json()) as { status: string; data: { pid: number; name: string }[]; total: number }
}
let added = 0
const add = async (at: Process, name: string) => {
  const response = await fetch(`${at.base}/partner/addMember`, {
    method: 'POST',
    headers: bearer(),
    body: JSON.stringify({ unitId: 2, name, account: `09${String(10_000_000 + added++)}` }),
  })
  expect([response.status, await response.json()]).toEqual([200, expect.objectContaining({ status: 'OK' })])
}
const register = (at: Process, q = '') => post(at, '/partner/getMemberList', { q })
const figures = async (at: Process) => {
  const text = await (await fetch(`${at.base}/metrics`)).text()
  const of = (name: string) =>
    Number(new RegExp(`^${name.replaceAll(/[{}"]/g, '\\$&')} (.+)$`, 'm').exec(text)?.[1] ?? 0)
  return {
    replica: of('teleward_replica_reads_total{by="replica"}'),
    primary: of('teleward_replica_reads_total{by="primary"}'),
    lag: of('teleward_replica_lag_seconds{replica="1"}'),
    ready: of('teleward_replica_ready{replica="1"}'),
  }
}
const ready = async (at: Process) => {
  const response = await fetch(`${at.base}/ready`)
  const { replicas } = (await response.json()) as { replicas: { state: string; lagSeconds?: number }[] }
  return { status: response.status, ...replicas[0] }
}
const stands = (state: string) => until(async () => (await ready(other)).state === state, 8000)
const onStandby = async (statement: string) => {
  const driver = openPostgres(databaseOf(standby), { max: 1 })
  try {
    return await driver.ownerSession(async (execute) => (await execute(CompiledQuery.raw(statement))).rows)
  } finally {
    await driver.close()
  }
}
let database = ''
const databaseOf = (server: TestServer) => server.url.replace(/\/postgres$/, `/${database}`)

beforeAll(async () => {
  // As it is where it matters: who is told of a commit is told of one that has left for the standby.
  primary = await startPostgres({ own: true, settings: ['synchronous_commit=on'] })
  const made = await createDatabase(primary.url)
  database = made.database
  standby = await startStandby(primary)
  line = await lineTo(databaseOf(standby))
  one = await start(made.url, [line.url])
  other = await start(made.url, [line.url])
  const signed = await fetch(`${one.base}/his/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id: 'dr.lin', pwd: PASSWORD }),
  })
  token = ((await signed.json()) as { token: string }).token
  await stands('ready')
})
afterAll(async () => {
  for (const { app, opened } of processes) {
    await app.close()
    await opened.close()
  }
  line?.close()
  await standby?.stop()
  await primary?.stop()
})

describe('a read replica', () => {
  it('[SYS-02~] answers what a definition says it may, with the same policies, and changes nothing', async () => {
    const before = await figures(other)
    const { data, total } = await register(other)
    expect([total, data.map(({ name }) => name).sort()]).toEqual([3, ['吳秀鳳', '張振國', '李佩珊'].sort()])
    expect((await figures(other)).replica).toBeGreaterThan(before.replica)
    expect((await figures(other)).primary).toBe(before.primary)
    const [{ standing, visible } = {}] = await other.opened.db.lookUp().read(
      asLin,
      sql<{ standing: boolean; visible: number }>`
        select pg_is_in_recovery() as standing, (select count(*)::int from member) as visible`,
    )
    expect([standing, visible]).toEqual([true, 3])
    const change = sql`update member set vip = true where pid = 201`
    await expect(other.opened.db.lookUp().tx(asLin, (tx) => tx.run(change))).rejects.toMatchObject({ code: '25006' })
    // What no definition says goes to the primary.
    const [{ standby: elsewhere } = {}] = await other.opened.db.read(
      asLin,
      sql<{ standby: boolean }>`select pg_is_in_recovery() as standby`,
    )
    expect(elsewhere).toBe(false)
  })

  it('[SYS-02~] is asked by calls alone that change nothing: lists, reports, figures and their files', () => {
    const definitions = one.app.http.registry.filter(({ replica }) => replica)
    expect(definitions.length).toBeGreaterThan(25)
    for (const { path, audit, idempotent } of definitions)
      expect([path, audit === 'none' || audit === 'read', idempotent ?? false]).toEqual([path, true, false])
    expect(definitions.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/his/api/auditlogs', '/his/api/hpa/getReports', '/his/api/statementsums']),
    )
  })

  it('[SYS-02~] never shows anybody less than was committed before, whichever process wrote it', async () => {
    // Each change arrives there a tenth of a second late: who did not wait would see none of them.
    await onStandby(`alter system set recovery_min_apply_delay = '100ms'`)
    await onStandby('select pg_reload_conf()')
    const before = await figures(other)
    for (let nth = 0; nth < 12; nth += 1) {
      const name = `遲到者${String.fromCodePoint(0x4e00 + nth)}`
      await add(nth % 2 ? one : other, name)
      expect((await register(other, name)).total).toBe(1)
      expect((await register(one, name)).total).toBe(1)
    }
    expect((await figures(other)).replica).toBeGreaterThan(before.replica + 5)
    await onStandby('alter system reset recovery_min_apply_delay')
    await onStandby('select pg_reload_conf()')
  })

  it('[SYS-02~] that is far behind is left alone, says so, and is asked again once it has caught up', async () => {
    await stands('ready')
    await onStandby('select pg_wal_replay_pause()')
    await add(one, '暫停後')
    expect((await register(other, '暫停後')).total).toBe(1)
    await stands('behind')
    const { status, lagSeconds } = await until(async () => {
      const now = await ready(other)
      return (now.lagSeconds ?? 0) > 0.5 && now
    })
    // The process is as ready as before: nothing of it is missing.
    expect([status, (lagSeconds ?? 0) < 60]).toEqual([200, true])
    const before = await figures(other)
    expect(before.ready).toBe(0)
    expect(before.lag).toBeGreaterThan(0.4)
    expect((await register(other, '暫停後')).total).toBe(1)
    // Nobody asks it any more, who would have waited for it.
    expect((await figures(other)).primary).toBe(before.primary + 1)
    await onStandby('select pg_wal_replay_resume()')
    await stands('ready')
    const after = await figures(other)
    expect((await register(other, '暫停後')).total).toBe(1)
    expect((await figures(other)).replica).toBeGreaterThan(after.replica)
  })

  it('[SYS-02~] whose line swallows everything, or ends in the middle of a report, costs nobody an answer', async () => {
    await stands('ready')
    const slow = other.opened.db.lookUp().read(
      asLin,
      sql<{ here: boolean; standby: boolean }>`select pg_is_in_recovery() as standby,
        pg_sleep(case when pg_is_in_recovery() then 60 else 0 end) is not null as here`,
    )
    const end = `select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'PgSleep'`
    await until(async () => (await onStandby(end)).length)
    expect(await slow).toEqual([{ here: true, standby: false }])

    line.hold()
    const reads = await Promise.all([register(other), register(other, '暫停後')])
    expect(reads.map(({ status }) => status)).toEqual(['OK', 'OK'])
    await stands('gone')
    expect((await ready(other)).status).toBe(200)
    line.letGo()
    await stands('ready')
  })

  it('[SYS-02~] that is busy sends on who waits for it too long, and nobody whom it is answering', async () => {
    const driver = openPostgres(databaseOf(primary), { max: 2 })
    const replicas = createReplicas({ primary: driver, open: openPostgres, urls: [databaseOf(standby)], max: 1 })
    try {
      await until(async () => replicas.figures()[0]?.state === 'ready')
      const read = (seconds: number) =>
        replicas.request()(sessionSettings('system'), async (execute) => {
          const statement = `select pg_sleep(${seconds}), pg_is_in_recovery() as standby`
          return ((await execute(CompiledQuery.raw(statement))).rows[0] as { standby: boolean }).standby
        })
      // The one connection is the report's for longer than anybody waits.
      expect(await Promise.all([read(2.5), read(0)])).toEqual([true, false])
      expect(replicas.figures()[0]?.state).toBe('ready')
    } finally {
      await replicas.close()
      await driver.close()
    }
  })

  it('[SYS-02~] that dies is left alone, and taken up again when it is back', async () => {
    await standby.kill('SIGKILL')
    await add(one, '失聯時')
    expect((await register(other, '失聯時')).total).toBe(1)
    await stands('gone')
    await standby.again()
    await stands('ready')
    const before = await figures(other)
    expect((await register(other, '失聯時')).total).toBe(1)
    expect((await figures(other)).replica).toBeGreaterThan(before.replica)
    expect(states).toContain('behind')
    expect(states).not.toContain('unfit')
  })

  it('[SYS-02~] is none where it is a primary itself: nothing is read from a database that goes its own way', async () => {
    await onStandby('select pg_promote()')
    await until(async () => ['unfit', 'gone'].includes((await ready(other)).state ?? ''), 8000)
    await stands('unfit')
    await add(one, '分家後')
    expect((await register(other, '分家後')).total).toBe(1)
  })
})
