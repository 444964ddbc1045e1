import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../server/src/platform/db/index.ts'
import { openPostgres } from '../../server/src/platform/db/postgres.ts'
import { patientSeat } from '../lib/seat.ts'
import { listen } from './event-probe.ts'
import { account, BIRTHDAY, CALLED, LAST4, PASSWORD, WRITING } from './house.ts'
import {
  at,
  atEnd,
  call,
  closeAll,
  databaseUrl,
  db,
  ears,
  heardAfter,
  ledger,
  metric,
  nothingMissed,
  notified,
  openAll,
  RATE,
  canRing,
  ready,
  redis,
  SOON,
  visits,
} from './joined.ts'

/** Told, and not found in the log, which is looked through every three seconds; with others at work on the machine. */
const QUICK_MS = 1500
const AHEAD_MS = 5 * 60_000
const TOKEN_MS = 15 * 60_000
const HOUR_MS = 3_600_000

const skewed = (ms: number) => ({
  SKEW_MS: String(ms),
  NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${fileURLToPath(new URL('../lib/skew.mjs', import.meta.url))}`,
})
// The first one's clock is right, the second one's ahead, the third one's behind.
beforeAll(() => openAll([{}, skewed(AHEAD_MS), skewed(-AHEAD_MS)]))
afterAll(closeAll)

async function signIn(n: number, who: string): Promise<{ token: string; endsIn: number }> {
  const answer = await fetch(`${at(n).url}/his/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id: who, pwd: PASSWORD }),
  })
  const { token } = (await answer.json()) as { token: string }
  const { exp } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { exp: number }
  return { token, endsIn: exp * 1000 - Date.now() }
}
const save = (n: number, token: string, key: string, word: string) =>
  fetch(`${at(n).url}/his/api/words`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key, authorization: `Bearer ${token}` },
    body: JSON.stringify({ type: 's', word }),
  })
/** Seconds until what rings is missed, by the database. */
const ringsFor = async (callId: unknown) => {
  const [timer] = await db.system.read(sql<{ seconds: number }>`
    select extract(epoch from due_at - clock_timestamp())::float8 as seconds from timer where kind = 'call.ring' and key = ${String(callId)}`)
  return timer?.seconds
}

describe('three processes, of whose machines one has a clock five minutes ahead and one five minutes behind', () => {
  it('[SYS-02~] go by one time: tokens, rings, keys, closed lines, the log of events and that of the audit are early or late for none', async () => {
    const off = [0, AHEAD_MS, -AHEAD_MS]
    for (const [n, ms] of off.entries()) {
      expect(Math.abs((await metric(n, 'teleward_clock_ahead_seconds')) - ms / 1000)).toBeLessThan(3)
      expect(at(n).output().includes('the clock of this machine is not the database’s')).toBe(ms !== 0)
    }

    // What one signs ends for all when it says, and is nothing of the future for anybody.
    const tokens: string[] = []
    for (const [n, who] of [account(WRITING[0]), account(CALLED[0]), account(CALLED[1])].entries()) {
      const { token, endsIn } = await signIn(n, who)
      tokens.push(token)
      expect(Math.abs(endsIn - TOKEN_MS)).toBeLessThan(30_000)
      for (const other of [0, 1, 2]) {
        const answer = await fetch(`${at(other).url}/his/api/words`, { headers: { authorization: `Bearer ${token}` } })
        expect(answer.status).toBe(200)
      }
    }

    // It rings for half a minute, whoever began it, and none of the three takes it for over.
    for (const n of [0, 1, 2]) {
      const rung = await call(n, '/his/api/callout2', 'dr.lin', { mid: WRITING[1] })
      expect(rung.status).toBe('OK')
      // Each process looks for what is due once a second.
      await sleep(2500)
      expect(await ringsFor(rung.data.callID)).toSatisfy((left: number) => left > 15 && left < 30)
      const over = { callID: rung.data.callID, action: 'cancel' }
      expect((await call(n, '/his/api/updatecallinfostatus', 'dr.lin', over)).status).toBe('OK')
    }

    // Who asks again elsewhere while the first is at work waits for it, and takes nothing over.
    const owner = openPostgres(databaseUrl, { max: 1 })
    atEnd(() => owner.close())
    for (const [first, second] of [
      [2, 1],
      [1, 0],
    ] as const) {
      const key = randomUUID()
      let asked: Promise<Response>[] = []
      await owner.ownerSession(async (execute) => {
        const run = (text: string) => execute({ sql: text, parameters: [] } as never)
        await run('begin')
        await run('lock table word in exclusive mode')
        const begun = async () =>
          (await db.system.read(sql<{ key: string }>`select key from idempotency_key where key = ${key}`)).length
        asked = [save(first, tokens[0] ?? '', key, key)]
        await expect.poll(begun, SOON).toBe(1)
        asked.push(save(second, tokens[0] ?? '', key, key))
        await sleep(1000)
        await run('commit')
      })
      const answers = await Promise.all(asked)
      expect(answers.map(({ status, headers }) => [status, headers.get('idempotent-replayed')])).toEqual([
        [200, null],
        [200, 'true'],
      ])
    }

    // An older line of a link ends when the link is opened elsewhere, on whichever process it is.
    const visit = visits.find(({ did }) => did === CALLED[0])
    if (!visit) throw new Error('no visit')
    const page = await patientSeat(at(0).url, visit.token, { birthday: BIRTHDAY, last4: LAST4 })
    atEnd(page.close)
    await page.line(at(0).url)
    const other = await patientSeat(at(2).url, visit.token, { birthday: BIRTHDAY, last4: LAST4 })
    atEnd(other.close)
    await expect.poll(() => page.up, SOON).toBe(false)
    await other.line(at(1).url)

    // What nobody announced (its process died after the commit) is found by each.
    await db.system.tx((tx) =>
      tx.run(sql`insert into event_log (type, audience, payload) values ('sample.changed', '{unit:2}', '{}')`),
    )
    for (const n of [0, 1, 2]) await heardAfter(n)
    await nothingMissed()
    const log = await db.system.read(
      sql<{ at: Date; heard: Date }>`select at, clock_timestamp() as heard from audit_log order by id`,
    )
    expect(log.length).toBeGreaterThan(10)
    expect(Math.max(...log.map((row) => row.at.getTime() - row.heard.getTime()))).toBeLessThan(1000)
    const disorder = log.map((row, n) => (log[n - 1]?.at.getTime() ?? 0) - row.at.getTime())
    expect(Math.max(...disorder)).toBeLessThan(1000)
    expect(other.up).toBe(true)
  })

  it('[SYS-02~] of which Redis was gone for an hour and comes back empty, behind what was read of it: all goes on by it, nothing is missed, nobody is let past a limit twice', async () => {
    // What is read of it stands an hour ahead of what another machine’s Redis, or this one’s with its clock set, gives out.
    const [stream = ''] = redis.ask('--scan', '--pattern', '*:stream').split('\n')
    redis.ask('xadd', stream, `${Date.now() + HOUR_MS}-0`, 'of', 'nobody')
    await heardAfter(0)
    await redis.kill('SIGKILL')
    for (const n of [0, 1, 2]) await expect.poll(() => ready(n), SOON).toEqual([200, false])
    // One is started anew meanwhile, and somebody comes in.
    await at(2).kill('SIGKILL')
    await at(2).start()
    const late = listen(at(1).url, () => ledger.token(account(CALLED[1])))
    atEnd(() => late.close())
    await expect.poll(() => late.up && ears.every((ear) => ear.up), SOON).toBe(true)
    await call(1, '/his/api/doctorstatus', account(CALLED[1]), { doctorStatus: 1000 })
    for (const n of [0, 1, 2]) expect(await heardAfter(n)).toBeLessThan(2 * QUICK_MS)
    await expect.poll(() => canRing(2, CALLED[1]), SOON).toBe('OK')

    await redis.again()
    for (const n of [0, 1, 2]) await expect.poll(() => ready(n), SOON).toEqual([200, true])
    const byDatabase = async () => {
      const quiet = notified
      for (const n of [0, 1, 2]) await heardAfter(n)
      return notified - quiet
    }
    await expect.poll(byDatabase, { timeout: 20_000 }).toBe(0)
    // Heard by Redis alone, and at once.
    for (const n of [0, 1, 2]) expect(await heardAfter(n)).toBeLessThan(QUICK_MS)
    for (const n of [0, 1, 2]) await expect.poll(() => metric(n, 'teleward_processes'), SOON).toBe(3)
    expect(await canRing(2, CALLED[1])).toBe('OK')
    expect(await canRing(0, WRITING[1])).toBe('OK')

    // Emptied while all are connected to it.
    const tries = []
    for (let n = 0; n < RATE; n += 1) tries.push(await call(0, '/his/api/words', 'dr.lin', undefined, '10.78.0.1'))
    expect(tries.every(({ http }) => http === 200)).toBe(true)
    redis.ask('flushall')
    expect((await call(0, '/his/api/words', 'dr.lin', undefined, '10.78.0.1')).status).toBe('RATE_LIMITED')
    const noted = () => redis.ask('--scan', '--pattern', '*:connected:*').split('\n').length
    await expect.poll(noted, SOON).toBe(3)
    for (const n of [0, 1, 2]) expect(await heardAfter(n)).toBeLessThan(QUICK_MS)
    expect(await canRing(0, CALLED[1])).toBe('OK')
    await nothingMissed()
  })
})
