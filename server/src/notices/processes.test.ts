import { randomUUID } from 'node:crypto'
import type { NoticeDetail } from '@teleward/contract/notices/schema.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type App, createApp } from '../app.ts'
import { openTestApp, type TestApp } from '../auth/fixture.ts'
import { readConfig } from '../platform/config.ts'
import { sql } from '../platform/db/index.ts'
import { redisOfTests } from '../platform/testing/redis-server.ts'
import { LEASE_MS } from './sending.ts'

/** Two processes of one system, by the real clock. */
let one: TestApp
let two: App
const system = () => one.data.db.system
async function another(): Promise<App> {
  const { dataDir } = one.app.deps.config
  const config = readConfig({ PORT: '0', LOG_LEVEL: 'silent', DEMO: '0', DATA_DIR: dataDir, ...redisOfTests() })
  const app = await createApp({ config, db: one.data.another(one.clock), clock: one.clock, rate: 100_000 })
  await app.listen()
  return app
}
beforeAll(async () => {
  one = await openTestApp({ at: 'real' })
  two = await another()
})
afterAll(async () => {
  await two?.close()
  await one?.stop()
})

/** So many notices for that moment, each to two colleagues, as their authors' transactions leave them. */
async function due(count: number, at: Date): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID())
  const [lin, wang, chen] = ['dr.lin', 'dr.wang', 'nurse.chen'].map((account) => one.mids[account])
  await system().tx(async (tx) => {
    await tx.run(sql`insert into notice (id, partner_id, at_unit, author_mid, content, audience, channels, send_at, created_at, updated_at)
      select x, 1, 2, ${lin}, '會議', '[]', '{}', ${at}, now(), now() from unnest(${ids}::uuid[]) x`)
    await tx.run(sql`insert into notice_recipient (notice_id, partner_id, mid, channel)
      select x, 1, m, 'portal' from unnest(${ids}::uuid[]) x, unnest(${[wang, chen]}::int[]) m`)
    await tx.run(
      sql`insert into timer (kind, key, due_at) select 'notice.send', x::text, ${at} from unnest(${ids}::uuid[]) x`,
    )
  })
  return ids
}
interface Sent {
  id: string
  late: number
  entries: number
}
/** Once all of them have been handed over. */
const sent = async (ids: string[]): Promise<Sent[]> =>
  expect
    .poll(
      async () => {
        const rows = await system().read(sql<Sent>`
        select n.id, extract(epoch from n.taken_at - n.send_at)::float8 as late,
          (select count(*)::int from notification e where e.subject_id = n.id::text and e.what = 'notice.arrived') as entries
        from notice n where n.id = any (${ids}::uuid[]) and n.state = 'sent'`)
        return rows.length === ids.length ? rows : null
      },
      { timeout: 20_000, interval: 100 },
    )
    .not.toBeNull()
    .then(() =>
      system().read(sql<Sent>`
        select n.id, extract(epoch from n.taken_at - n.send_at)::float8 as late,
          (select count(*)::int from notification e where e.subject_id = n.id::text and e.what = 'notice.arrived') as entries
        from notice n where n.id = any (${ids}::uuid[])`),
    )

/** As a process leaves it that dies between its claim and its transaction: the alarm stands at the end of its lease. */
const claim = (id: string | undefined, until: Date) =>
  system().tx((tx) => tx.run(sql`update timer set due_at = ${until} where kind = 'notice.send' and key = ${id ?? ''}`))

describe('notices of two processes', () => {
  it('[NOTI-03] are sent once and at most five seconds late, also one that a process had claimed when it was killed, and after a restart what was due while none ran; who was not reached says why, and is tried again', async () => {
    const now = Date.now()
    const [claimed = ''] = await due(1, new Date(now))
    await claim(claimed, new Date(now + LEASE_MS))
    const many = await due(60, new Date(now + 1500))
    for (const { entries, late } of await sent([claimed, ...many])) {
      expect(entries).toBe(2)
      expect(late).toBeGreaterThanOrEqual(0)
      expect(late).toBeLessThan(5)
    }

    await Promise.all([one.app.deps.timers.stop(), two.close()])
    const stopped = Date.now()
    const past = await due(3, new Date(stopped - 3_600_000))
    const soon = await due(3, new Date(stopped + 1500))
    const states = await system().read(sql`select distinct state from notice where id = any (${past}::uuid[])`)
    expect(states).toEqual([{ state: 'waiting' }])
    two = await another()
    const up = (Date.now() - stopped) / 1000
    for (const { entries, late } of await sent(past)) {
      expect(entries).toBe(2)
      expect(late - 3600).toBeLessThan(up + 5)
    }
    for (const { entries, late } of await sent(soon)) expect([entries, late < 5]).toEqual([2, true])
    await one.app.deps.timers.start()

    const { token } = await one.signIn('dr.lin')
    const path = '/his/api/notices'
    await system().tx(async (tx) => {
      await tx.run(
        sql`insert into member (pid, member_no, name) overriding system value values (203, 'M-203', '無聯絡')`,
      )
      await tx.run(sql`insert into member_unit (pid, partner_id, unit_id) values (203, 1, 2)`)
    })
    const audience = [
      { kind: 'staff', mids: [one.mids['dr.wang']] },
      { kind: 'patients', pids: [203] },
    ]
    const sendAt = new Date(Date.now() + 1500)
    const made = await one.post(path, { content: '請空腹', sendAt, audience, channels: ['sms'] }, token)
    const { id } = made.body.data as unknown as NoticeDetail
    const notice = async () => (await one.get(`${path}/${id}`, token)).body.data as unknown as NoticeDetail
    const tried = async () => (await notice()).recipients.map(({ name, state, reason }) => [name, state, reason])
    await expect.poll(tried, { timeout: 10_000 }).toEqual([
      ['無聯絡', 'failed', 'NO_CHANNEL'],
      ['dr.wang', 'sent', null],
    ])
    await system().tx((tx) => tx.run(sql`update member set mobile = '0912000203' where pid = 203`))
    const { version } = await notice()
    expect((await one.post(`${path}/${id}/retry`, { version }, token)).body.status).toBe('OK')
    await expect.poll(tried, { timeout: 10_000 }).toEqual([
      ['dr.wang', 'sent', null],
      ['無聯絡', 'sent', null],
    ])
    expect(
      await system().read(sql`select (select count(*)::int from outbox_message where origin_id = ${id}) as messages,
        (select count(*)::int from notification where subject_id = ${id} and what = 'notice.arrived') as entries`),
    ).toEqual([{ messages: 1, entries: 1 }])
  })
})
