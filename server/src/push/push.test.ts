import { createDecipheriv, createECDH, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, openTestApp } from '../auth/fixture.ts'
import { notify } from '../notifications/service.ts'
import { type Outside, openOutside } from '../outbox/fixture.ts'
import { ownPush, pushKey, webPush } from '../outbox/push.ts'
import { sendOne } from '../outbox/worker.ts'
import { readConfig } from '../platform/config.ts'
import { json, sql } from '../platform/db/index.ts'
import { wakeForWords } from './words.ts'
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
  return { id: entry?.id, alarm: alarm?.n, came: await arrived('notification', entry?.id ?? '') }
}
/** What the push service gets of a matter now. */
async function arrived(kind: string, id: string) {
  const { db } = testApp.data
  const messages = await db.system.read(
    sql<{ id: string }>`select id from outbox_message where origin_kind = ${kind} and origin_id = ${id}`,
  )
  const before = outside.asked.length
  const push = webPush({ privateKey: LIVE.VAPID_PRIVATE_KEY, subject: LIVE.VAPID_SUBJECT }, { allows: () => true })
  const deps = { db, clock: testApp.clock, timers: testApp.app.deps.timers, providers: { push }, development: false }
  for (const message of messages) await sendOne(deps, message.id)
  return outside.asked.slice(before).map(({ body }) => opened(body))
}
/** When the alarm of a conversation is to ring, in milliseconds from now, and what the push service gets of it then. */
async function toldOfWords(id: number) {
  const { db } = testApp.data
  const now = testApp.clock.now()
  const [alarm] = await db.system.read(
    sql<{ dueAt: Date }>`select due_at as "dueAt" from timer where kind = 'chat.push' and key = ${String(id)}`,
  )
  await run(sql`delete from timer where kind = 'chat.push'`)
  await wakeForWords(testApp.app.deps, id, now)
  return {
    rings: alarm ? alarm.dueAt.getTime() - now.getTime() : null,
    came: await arrived('conversation', String(id)),
  }
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

  it('[NOTI-04~] [NOTI-01~] tells of words that wait in a conversation, by its number, to who has not read them and wants to know', async () => {
    const wang = (await testApp.signIn('dr.wang')).token
    const said = await testApp.post('/his/api/newdoctorchat', { mid: lin() }, wang)
    const id = Number(said.body.data?.id)
    const say = (by: string, textContent: string) =>
      testApp.post('/his/api/savechatmsg', { id, clientId: randomUUID(), textContent }, by)
    await subscribed()
    await prefer({})
    await say(wang, '吳秀鳳的報告出來了')
    testApp.clock.advance(2000)
    await say(wang, '請看一下')
    // The first of them set the alarm, and both are told at once.
    const body = JSON.stringify({ id: String(id), kind: 'msg', tab: 1 })
    expect(await toldOfWords(id)).toEqual({ rings: 3000, came: [{ title: null, body }] })
    expect((await toldOfWords(id)).came).toEqual([])
    await say(wang, '還在嗎？')
    await prefer({ alertKinds: { msg: { sound: true, desktop: false } } })
    expect((await toldOfWords(id)).came).toEqual([])
    // 09:00 in Taipei.
    await prefer({ quiet: { from: 8, to: 10 } })
    expect((await toldOfWords(id)).came).toEqual([])
    await prefer({})
    expect((await toldOfWords(id)).came).toHaveLength(1)
    await say(wang, '先看完再說')
    const read = await testApp.send('PUT', '/his/api/messagereads', { id, seq: 4 }, token)
    expect(read.body.status).toBe('OK')
    expect((await toldOfWords(id)).came).toEqual([])
    // One's own words wake the other alone.
    await say(token, '看到了')
    expect(await toldOfWords(id)).toEqual({ rings: 5000, came: [] })
  })

  it('[NOTI-04~] tells of a patient’s words those who may read them alone', async () => {
    await subscribed()
    await run(
      sql`insert into member (pid, member_no, name) overriding system value values (201, 'M-201', '吳秀鳳') on conflict do nothing`,
    )
    await run(sql`insert into member_partner (pid, partner_id) values (201, 1) on conflict do nothing`)
    await run(
      sql`insert into member_unit (pid, partner_id, unit_id) values (201, 1, 2), (201, 1, 3) on conflict do nothing`,
    )
    const conversationIn = async (unit: number) => {
      const { id } = await testApp.data.db.system.tx((tx) =>
        tx.one(sql<{
          id: number
        }>`insert into chat_conversation (kind, partner_id, unit_id, pid, first_pid, created_at, last_seq, last_at)
          values ('patient', 1, ${unit}, 201, 201, ${testApp.clock.now()}, 1, ${testApp.clock.now()}) returning id`),
      )
      await run(sql`insert into chat_message (conversation_id, seq, partner_id, author_mid, client_id, body, sent_at)
        values (${id}, 1, 0, null, ${randomUUID()}::uuid, '頭很痛', ${testApp.clock.now()})`)
      return id
    }
    const [own, others] = [await conversationIn(2), await conversationIn(3)]
    const body = JSON.stringify({ id: String(own), kind: 'msg', tab: 0 })
    expect((await toldOfWords(own)).came).toEqual([{ title: null, body }])
    expect((await toldOfWords(others)).came).toEqual([])
    // A session that has ended is woken by nothing.
    await testApp.data.db.system.tx((tx) => tx.run(sql`update chat_conversation set last_seq = 2 where id = ${own}`))
    await run(sql`insert into chat_message (conversation_id, seq, partner_id, author_mid, client_id, body, sent_at)
      values (${own}, 2, 0, null, ${randomUUID()}::uuid, '還是痛', ${testApp.clock.now()})`)
    await run(sql`update session set ended_at = ${testApp.clock.now()} where mid = ${lin()}`)
    expect((await toldOfWords(own)).came).toEqual([])
    token = (await testApp.signIn('dr.lin')).token
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
