import { createDecipheriv, createECDH, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, openTestApp } from '../auth/fixture.ts'
import { notify } from '../notifications/service.ts'
import { type Outside, openOutside } from '../outbox/fixture.ts'
import { ownPush, pushKey, webPush } from '../outbox/push.ts'
import { sendOne } from '../outbox/worker.ts'
import { readConfig } from '../platform/config.ts'
import { json, sql } from '../platform/db/index.ts'
import { wake } from './worker.ts'

const browser = createECDH('prime256v1')
browser.generateKeys()
const auth = randomBytes(16)
const keys = { p256dh: browser.getPublicKey('base64url'), auth: auth.toString('base64url') }
const LIVE = {
  OUTBOX: 'live',
  VAPID_PRIVATE_KEY: randomBytes(32).toString('base64url'),
  VAPID_SUBJECT: 'mailto:it@example.org',
}

let outside: Outside
let testApp: TestApp
let token: string
const lin = () => testApp.mids['dr.lin'] ?? 0
const run = (statement: ReturnType<typeof sql>) => testApp.data.db.system.tx((tx) => tx.run(statement))
beforeAll(async () => {
  outside = await openOutside()
  testApp = await openTestApp({ env: LIVE })
  token = (await testApp.signIn('dr.lin')).token
})
afterAll(async () => {
  await testApp?.stop()
  await outside?.close()
})

/** As a browser opens what came. */
function opened(body: Buffer): unknown {
  const derive = (secret: Uint8Array, salt: Uint8Array, info: Buffer | string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, info, length))
  const [salt, point] = [body.subarray(0, 16), body.subarray(21, 86)]
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), point])
  const secret = derive(browser.computeSecret(point), auth, info, 32)
  const cipher = createDecipheriv(
    'aes-128-gcm',
    derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16),
    derive(secret, salt, 'Content-Encoding: nonce\0', 12),
  )
  cipher.setAuthTag(body.subarray(-16))
  const plain = Buffer.concat([cipher.update(body.subarray(86, -16)), cipher.final()])
  return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString())
}
/** The browser's push service of this test stands on this machine, where the product itself sends nothing. */
const subscribed = async (path = '/push/one') => {
  await run(sql`delete from push_subscription`)
  const said = await testApp.post(
    '/his/api/pushsubscriptions',
    { endpoint: `https://push.example.org${path}`, keys },
    token,
  )
  expect(said.body.status).toBe('OK')
  await run(sql`update push_subscription set endpoint = ${outside.url + path} where mid = ${lin()}`)
}
/** An entry, and what of it reached the push service. */
async function told(what: 'alert.critical' | 'todo.new' = 'todo.new') {
  const { db } = testApp.data
  const kind = what === 'todo.new' ? 'todo' : 'alert'
  const now = testApp.clock.now()
  const subject = { kind: 'todo' as const, id: randomUUID() }
  const link = { screen: 'todolist' as const, search: { open: subject.id } }
  await run(
    sql`insert into member (pid, member_no, name) overriding system value values (201, 'M-201', '吳秀鳳') on conflict do nothing`,
  )
  await db.system.tx((tx) => notify(tx, { partnerId: 1, mid: lin(), kind, what, subject, link, pid: 201, at: now }))
  const [entry] = await db.system.read(
    sql<{ id: string }>`select id from notification where subject_id = ${subject.id}`,
  )
  const [alarm] = await db.system.read(
    sql<{
      n: number
    }>`select count(*)::int as n from timer where kind = 'notification.push' and key = ${entry?.id ?? ''}`,
  )
  await run(sql`delete from timer where kind = 'notification.push'`)
  await db.system.tx((tx) => wake(tx, entry?.id ?? '', now))
  const messages = await db.system.read(
    sql<{ id: string }>`select id from outbox_message where origin_id = ${entry?.id ?? ''}`,
  )
  const before = outside.asked.length
  const push = webPush({ privateKey: LIVE.VAPID_PRIVATE_KEY, subject: LIVE.VAPID_SUBJECT }, { allows: () => true })
  const deps = { db, clock: testApp.clock, timers: testApp.app.deps.timers, providers: { push }, development: false }
  for (const { id } of messages) await sendOne(deps, id)
  return { id: entry?.id, alarm: alarm?.n, came: outside.asked.slice(before).map(({ body }) => opened(body)) }
}
const prefer = (data: object) =>
  run(
    sql`insert into preference (mid, data) values (${lin()}, ${json(data)}) on conflict (mid) do update set data = excluded.data`,
  )

describe('web push', () => {
  it('[NOTI-04~] reaches the browser that asked, closed to it, with a kind and a number and nothing of a patient', async () => {
    expect(await told()).toMatchObject({ alarm: 0, came: [] })
    await subscribed()
    const { id, alarm, came } = await told()
    expect(alarm).toBe(1)
    expect(came).toEqual([{ title: null, body: JSON.stringify({ id, kind: 'todo', what: 'todo.new' }) }])
  })

  it('[NOTI-04~] keeps quiet in a person’s hours but for a critical alert, and of kinds that are not to come to the desktop', async () => {
    await subscribed()
    // 09:00 in Taipei.
    await prefer({ quiet: { from: 8, to: 10 } })
    expect((await told()).came).toEqual([])
    expect((await told('alert.critical')).came).toHaveLength(1)
    await prefer({ quiet: { from: 22, to: 7 } })
    expect((await told()).came).toHaveLength(1)
    await prefer({ alertKinds: { todo: { sound: true, desktop: false } } })
    expect((await told()).came).toEqual([])
    expect((await told('alert.critical')).came).toHaveLength(1)
    await prefer({})
  })

  it('[NOTI-04~] ends with the session, with the browser’s leave, and with the word of its push service', async () => {
    await subscribed('/push/gone')
    outside.says('/push/gone', { status: 410 })
    await told().catch(() => undefined)
    expect(await testApp.data.db.system.read(sql`select 1 from push_subscription`)).toEqual([])
    await subscribed()
    await run(sql`update session set ended_at = ${testApp.clock.now()} where mid = ${lin()}`)
    expect((await told()).came).toEqual([])
    token = (await testApp.signIn('dr.lin')).token
    await subscribed()
    expect((await told()).came).toHaveLength(1)
    expect((await testApp.send('DELETE', '/his/api/pushsubscriptions', undefined, token)).body.data).toMatchObject({
      here: null,
    })
    expect((await told()).came).toEqual([])
  })

  it('[NOTI-04~] goes to a push service on the open net alone, by a key that is made once and kept', async () => {
    for (const endpoint of [
      'http://push.example.org/x',
      'https://127.0.0.1/x',
      'https://localhost/x',
      'https://inside.local/x',
    ])
      expect((await testApp.post('/his/api/pushsubscriptions', { endpoint, keys }, token)).body.status).toBe(
        'VALUE_INVALID',
      )
    const forged = { endpoint: 'https://push.example.org/x', keys: { ...keys, auth: 'x' } }
    expect((await testApp.post('/his/api/pushsubscriptions', forged, token)).status).toBe(400)
    const { db } = testApp.data
    const bare = readConfig({ OUTBOX: 'live', DATA_DIR: '/nowhere' })
    const key = await pushKey(db, bare)
    expect(key).toMatch(/^[\w-]{87}$/)
    expect(await pushKey(testApp.data.another(), bare)).toBe(key)
    expect(await pushKey(db, readConfig({ OUTBOX: 'development', DATA_DIR: '/nowhere' }))).toBeNull()
    expect(ownPush(db, bare).name).toBe('webpush')
  })
})
