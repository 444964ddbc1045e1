import { request as httpRequest } from 'node:http'
import { refresh as refreshEvent } from '@teleward/contract/core/sockets.ts'
import { audience, event } from '@teleward/contract/core/event.ts'
import { SOCKET_MAX_BYTES } from '@teleward/contract/core/sockets.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { sql } from '../platform/db/index.ts'
import { createApp } from '../app.ts'
import { readConfig } from '../platform/config.ts'
import { type TestApp, type TestSocket, testSocketOf, openTestApp, PASSWORD, until } from '../auth/fixture.ts'
import { io } from 'socket.io-client'

const changed = event('queue.changed', z.object({ id: z.number(), version: z.number() }), { tags: ['appointments'] })
const blink = event('test.blink', z.object({ id: z.number() }), { tags: [], transient: true })

let testApp: TestApp
const echoed: unknown[] = []
beforeAll(async () => {
  testApp = await openTestApp()
  testApp.app.sockets.onStaff((connection) => {
    connection.on('test.echo', {
      schema: z.object({ n: z.number() }),
      handle: (payload) => {
        echoed.push(payload)
        return payload
      },
    })
    connection.on('test.fails', {
      schema: z.unknown(),
      handle: () => {
        throw new Error('inner words that nobody outside may read')
      },
    })
  })
  testApp.app.sockets.mayJoin((room) => room === 'room:open')
})
afterAll(() => testApp?.stop())

const emit = (to: string[], id: number) => testApp.data.db.system.tx((tx) => tx.emit(changed, to, { id, version: 1 }))
const ids = (socket: TestSocket) => socket.received.filter((e) => e.type === 'queue.changed').map((e) => e.payload.id)
const say = (socket: TestSocket, name: string, payload: unknown) =>
  socket.socket.timeout(3000).emitWithAck(name, payload) as Promise<{ ok: boolean; code?: string }>
const refused = (promise: Promise<TestSocket>) =>
  promise.then(
    () => 'connected',
    (error: { data?: { code?: string }; message: string }) => error.data?.code ?? error.message,
  )

describe('the staff socket', () => {
  it('[API-12] lets in by token, says its id, and hands committed events to those they are for', async () => {
    const lin = await testApp.connect((await testApp.signIn('dr.lin')).token)
    const far = await testApp.connect((await testApp.signIn('dr.far')).token)
    const hua = await testApp.connect((await testApp.signIn('dr.hua')).token)
    expect(lin.id).toBe(lin.socket.id)
    await emit([audience.unit(2)], 1)
    await emit([audience.unit(3), audience.staff(testApp.mids['dr.far'] ?? 0)], 2)
    await emit([audience.partner(32)], 3)
    await emit([audience.partner(1)], 4)
    await until(() => ids(lin).includes(4) && ids(far).includes(4) && ids(hua).includes(3), 'the events')
    expect([ids(lin), ids(far), ids(hua)]).toEqual([[1, 4], [2, 4], [3]])
    expect(lin.received[0]).toMatchObject({ cursor: expect.any(Number), type: 'queue.changed', at: expect.any(String) })
  })
  it('[API-12] tells nobody of a transaction that was rolled back', async () => {
    const lin = await testApp.connect((await testApp.signIn('dr.lin')).token)
    await testApp.data.db.system
      .tx(async (tx) => {
        await tx.emit(changed, [audience.unit(2)], { id: 10, version: 1 })
        throw new Error('no')
      })
      .catch(() => undefined)
    await emit([audience.unit(2)], 11)
    await until(() => ids(lin).includes(11), 'the event')
    expect(ids(lin)).toEqual([11])
  })
  it('[API-12] is closed to no token, a forged one, an expired one, and on the main namespace', async () => {
    expect(await refused(testApp.connect(''))).toBe('UNAUTHENTICATED')
    expect(await refused(testApp.connect('eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.'))).toBe('UNAUTHENTICATED')
    const { token } = await testApp.signIn('dr.wang')
    expect(await refused(testApp.connect(token, { namespace: '/' }))).toBe('FORBIDDEN')
    expect(await refused(testApp.connect(token, { namespace: '/patient' }))).toMatch(/LINK/)
    testApp.clock.advance(16 * 60_000)
    expect(await refused(testApp.connect(token))).toBe('TOKEN_EXPIRED')
  })
  it('[API-12] is closed to a page of another origin', async () => {
    const { token } = await testApp.signIn('dr.wang')
    expect(await refused(testApp.connect(token, { headers: { origin: 'https://evil.example' } }))).toMatch(
      /websocket error|forbidden/,
    )
    expect(await refused(testApp.connect(token, { headers: { origin: 'null' } }))).toMatch(/websocket error|forbidden/)
    expect(await refused(testApp.connect(token, { headers: { origin: testApp.base } }))).toBe('connected')
  })
  it('[API-12] takes user_login for a request: a forged one is refused and kept', async () => {
    const mine = await testApp.signIn('dr.lin')
    const other = await testApp.signIn('dr.hua')
    const socket = await testApp.connect(mine.token)
    const claim = (userId: unknown, token: string, socketId: unknown = socket.socket.id) =>
      say(socket, 'user_login', { userId, socketId, token })
    expect(await claim(String(testApp.mids['dr.lin']), mine.token)).toEqual({ ok: true, data: {} })
    expect(await claim(String(testApp.mids['dr.hua']), mine.token)).toEqual({ ok: false, code: 'FORBIDDEN' })
    expect(await claim(String(testApp.mids['dr.hua']), other.token)).toEqual({ ok: false, code: 'FORBIDDEN' })
    expect(await claim({ $ne: 1 }, mine.token)).toEqual({ ok: false, code: 'BAD_INPUT' })
    const [kept] = await testApp.data.db.system.read(sql<{ n: number }>`
      select count(*)::int as n from audit_log where action = 'socket user_login' and outcome = 'FORBIDDEN' and mid = ${testApp.mids['dr.lin']}`)
    expect(kept?.n).toBe(2)
    await emit([audience.staff(testApp.mids['dr.hua'] ?? 0)], 20)
    await emit([audience.staff(testApp.mids['dr.lin'] ?? 0)], 21)
    await until(() => ids(socket).includes(21), 'the own event')
    expect(ids(socket)).not.toContain(20)
  })
  it('[API-12] takes join_room for a request: rooms the server does not know the caller in stay shut', async () => {
    const socket = await testApp.connect((await testApp.signIn('dr.lin')).token)
    for (const room of [
      'staff:999',
      `staff:${testApp.mids['dr.hua']}`,
      'unit:3',
      'partner:32',
      'session:x',
      'room:other',
    ])
      expect(await say(socket, 'join_room', { room }), room).toEqual({ ok: false, code: 'FORBIDDEN' })
    for (const room of ['unit:2', 'room:open'])
      expect(await say(socket, 'join_room', { room }), room).toEqual({ ok: true, data: {} })
    for (const bad of [{}, { room: ['unit:3'] }, { room: '' }, null, 'unit:3'])
      expect(await say(socket, 'join_room', bad)).toEqual({ ok: false, code: 'BAD_INPUT' })
    await emit(['room:other'], 30)
    await emit(['room:open'], 31)
    await until(() => ids(socket).includes(31), 'the room’s event')
    expect(ids(socket)).toEqual([31])
  })
  it('[API-11~] checks payloads, hides what failed inside, and answers always', async () => {
    const socket = await testApp.connect((await testApp.signIn('dr.lin')).token)
    expect(await say(socket, 'test.echo', { n: 1, more: 2 })).toEqual({ ok: true, data: { n: 1 } })
    expect(await say(socket, 'test.echo', { n: 'x' })).toEqual({ ok: false, code: 'BAD_INPUT' })
    expect(await say(socket, 'test.fails', {})).toEqual({ ok: false, code: 'INTERNAL' })
    expect(echoed).toEqual([{ n: 1 }])
  })
  it('[API-12~] limits messages, and cuts who does not stop', async () => {
    const socket = await testApp.connect((await testApp.signIn('dr.lin')).token)
    const answers = await Promise.all(Array.from({ length: 420 }, () => say(socket, 'test.echo', { n: 0 })))
    expect(answers.filter((answer) => answer.ok)).toHaveLength(400)
    expect(answers.at(-1)).toEqual({ ok: false, code: 'RATE_LIMITED' })
    for (let n = 0; n < 900; n += 1) socket.socket.emit('test.echo', { n: 0 })
    await until(() => !socket.socket.connected, 'the cut')
  })
  it('[API-12~] takes no message beyond its size', async () => {
    const socket = await testApp.connect((await testApp.signIn('dr.lin')).token)
    socket.socket.emit('test.echo', { n: 1, text: 'x'.repeat(SOCKET_MAX_BYTES + 1) })
    await until(() => !socket.socket.connected, 'the end')
  })
})

describe('coming back', () => {
  it('[API-12] gets what was missed, by cursor, and only what is one’s own', async () => {
    const { token } = await testApp.signIn('dr.lin')
    const first = await testApp.connect(token)
    await emit([audience.unit(2)], 40)
    await until(() => ids(first).includes(40), 'the first event')
    const cursor = Math.max(...first.received.map((e) => e.cursor))
    first.socket.disconnect()
    await emit([audience.unit(2)], 41)
    await emit([audience.unit(3)], 42)
    await testApp.data.db.system.tx((tx) => tx.emit(blink, [audience.unit(2)], { id: 43 }))
    const second = await testApp.connect(token, { cursor })
    expect(second.resume).toMatchObject({ mode: 'delta' })
    await until(() => ids(second).includes(41), 'what was missed')
    expect(ids(second).filter((id) => Number(id) > 40)).toEqual([41])
    expect(second.received.some((e) => e.type === 'test.blink')).toBe(false)
    expect(second.resume.cursor).toBeGreaterThan(cursor)
  })
  it('[API-12] gets what was numbered before the last it heard of and committed after it', async () => {
    const { db } = testApp.data
    const { token } = await testApp.signIn('dr.lin')
    const first = await testApp.connect(token)
    // One transaction takes its number, another one takes the next and is quicker.
    const slow = await db.system.tx((tx) => tx.one(sql<{ id: number }>`select nextval('event_log_id_seq')::int as id`))
    await emit([audience.unit(2)], 45)
    await until(() => ids(first).includes(45), 'the quicker one')
    const cursor = Math.max(...first.received.map((e) => e.cursor))
    first.socket.disconnect()
    await db.system.tx((tx) =>
      tx.run(sql`insert into event_log (id, type, audience, payload, at) overriding system value
        values (${slow.id}, 'queue.changed', ${[audience.unit(2)]}::text[], '{"id":44,"version":1}', ${testApp.clock.now()})`),
    )
    const second = await testApp.connect(token, { cursor })
    await until(() => ids(second).includes(44), 'the slower one')
  })
  it('[API-12~] tells a page with its first line what happened since it began, to it and not before', async () => {
    const { token } = await testApp.signIn('dr.lin', { device_type: 1 })
    await emit([audience.unit(2)], 301)
    testApp.clock.advance(1_000)
    await emit([audience.unit(2)], 302)
    await emit([audience.partner(32)], 303)
    testApp.clock.advance(2_000)
    const socket = await testApp.connect(token, { sinceMs: 2_500 })
    expect(socket.resume.mode).toBe('fresh')
    expect(ids(socket).filter((id) => Number(id) > 300)).toEqual([302])
    // Too long ago, or too much: everything is to be asked for again. Nonsense is no handshake.
    expect((await testApp.connect(token, { sinceMs: 11 * 60_000 })).resume.mode).toBe('snapshot')
    await testApp.data.db.system.tx(async (tx) => {
      for (let n = 0; n < 501; n += 1) await tx.emit(changed, [audience.unit(2)], { id: 2000 + n, version: 1 })
    })
    expect((await testApp.connect(token, { sinceMs: 1_000 })).resume.mode).toBe('snapshot')
    for (const sinceMs of [-5, 1.5, 2 ** 60]) await expect(testApp.connect(token, { sinceMs })).rejects.toThrow()
  })
  it('[API-12] is told to take a snapshot after too long, too much, or with a cursor of nowhere', async () => {
    const { token } = await testApp.signIn('dr.lin', { device_type: 1 })
    await emit([audience.unit(2)], 50)
    const socket = await testApp.connect(token)
    const { cursor } = socket.resume
    expect(socket.resume.mode).toBe('fresh')
    expect((await testApp.connect(token, { cursor: cursor + 1_000_000 })).resume.mode).toBe('snapshot')
    expect((await testApp.connect(token, { cursor: 0 })).resume.mode).toBe('snapshot')
    await testApp.data.db.system.tx(async (tx) => {
      for (let n = 0; n < 501; n += 1) await tx.emit(changed, [audience.unit(2)], { id: 1000 + n, version: 1 })
    })
    expect((await testApp.connect(token, { cursor })).resume.mode).toBe('snapshot')
    const now = (await testApp.connect(token)).resume.cursor
    testApp.clock.advance(11 * 60_000)
    await emit([audience.unit(2)], 60)
    const later = await testApp.signIn('dr.lin', { device_type: 1 })
    expect((await testApp.connect(later.token, { cursor: now })).resume.mode).toBe('snapshot')
  })
})

describe('revocation', () => {
  it('[SHELL-12~] a refresh message reaches every session of the institution, and no other', async () => {
    const [lin, hua] = [
      await testApp.connect((await testApp.signIn('dr.lin')).token),
      await testApp.connect((await testApp.signIn('dr.hua')).token),
    ]
    await testApp.data.db.system.tx((tx) =>
      tx.emit(refreshEvent, [audience.partner(1)], { id: 'build', version: 1, at: testApp.clock.now().toISOString() }),
    )
    await emit([audience.partner(32)], 90)
    await until(() => lin.received.some((e) => e.type === 'refresh') && ids(hua).includes(90), 'the messages')
    expect(hua.received.some((e) => e.type === 'refresh')).toBe(false)
  })
  it('[AUTH-12] a sign-in elsewhere tells the older session why and closes its socket at once', async () => {
    const first = await testApp.signIn('dr.wang')
    const [tab, other] = [await testApp.connect(first.token), await testApp.connect(first.token)]
    await testApp.signIn('dr.wang')
    expect(await tab.closing).toBe('REPEAT_LOGIN')
    expect(await other.closing).toBe('REPEAT_LOGIN')
    expect(tab.received.at(-1)).toMatchObject({
      type: 'session.forcedOut',
      payload: { reason: 'otherDevice', deviceType: 3 },
    })
    await until(() => !tab.socket.connected && !other.socket.connected, 'the end')
    expect(await refused(testApp.connect(first.token))).toBe('ERROR_TOKEN')
  })
  it('[AUTH-12~] a new sign-in of the same browser asks its tabs to come back with the new token', async () => {
    const first = await testApp.signIn('dr.wang')
    const tab = await testApp.connect(first.token)
    await testApp.signIn('dr.wang', { device_token: first.device_token })
    expect(await tab.closing).toBe('TOKEN_EXPIRED')
    expect(tab.received.some((e) => e.type === 'session.forcedOut')).toBe(false)
  })
  it('[AUTH-10] a stolen refresh token that comes again closes the sockets of its family', async () => {
    const mine = await testApp.signIn('nurse.chen')
    const tab = await testApp.connect(mine.token)
    const pair = { refresh_token: mine.refresh_token, device_token: mine.device_token }
    await testApp.post('/his/user/refresh', pair)
    testApp.clock.advance(11_000)
    await testApp.post('/his/user/refresh', pair)
    expect(await tab.closing).toBe('REFRESH_REUSED')
  })
  it('[AUTH-17~] a socket outlives its access token, and ends with the session', async () => {
    const mine = await testApp.signIn('nurse.chen')
    const tab = await testApp.connect(mine.token)
    testApp.clock.advance(20 * 60_000)
    await testApp.app.sockets.revalidate(audience.session(sidOf(mine.token)))
    expect(tab.socket.connected).toBe(true)
    testApp.clock.advance(12 * 3_600_000)
    await testApp.app.sockets.revalidate(audience.session(sidOf(mine.token)))
    expect(await tab.closing).toBe('ERROR_TOKEN')
  })
  it('a changed unit moves the socket with it, without a new sign-in', async () => {
    const socket = await testApp.connect((await testApp.signIn('dr.wang')).token)
    await testApp.data.db.system.tx(async (tx) => {
      await tx.run(sql`delete from staff_unit where mid = ${testApp.mids['dr.wang']} and unit_id = 2`)
      testApp.app.auth.changed(tx, testApp.mids['dr.wang'] ?? 0)
    })
    await until(
      () =>
        !testApp.app.sockets
          .connections('unit:2')
          .some((c) => c.actor.kind === 'staff' && c.actor.mid === testApp.mids['dr.wang']),
      'the move',
    )
    await emit([audience.unit(2)], 70)
    await emit([audience.unit(3)], 71)
    await until(() => ids(socket).includes(71), 'the other unit’s event')
    expect(ids(socket)).not.toContain(70)
  })
  it('who is in review hears of the own session only', async () => {
    const socket = await testApp.connect((await testApp.signIn('dr.review')).token)
    await emit([audience.unit(2)], 80)
    await emit([audience.staff(testApp.mids['dr.review'] ?? 0)], 81)
    await until(() => ids(socket).includes(81), 'the own event')
    expect(ids(socket)).toEqual([81])
  })
})

const sidOf = (token: string) => String(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sid)

describe('a second process on the same data', () => {
  it('[AUTH-12~] [AUTH-04~] hears of a sign-in at the first one, and knows its locks', async () => {
    const config = readConfig({ PORT: '0', LOG_LEVEL: 'silent', DEMO: '0', DATA_DIR: testApp.app.deps.config.dataDir })
    const other = await createApp({
      config,
      db: testApp.data.another(testApp.clock),
      clock: testApp.clock,
      rate: 100_000,
    })
    const base = await other.listen()
    try {
      const mine = await testApp.signIn('nurse.chen')
      const socket = await testSocketOf(
        io(`${base}/staff`, {
          transports: ['websocket'],
          forceNew: true,
          reconnection: false,
          auth: { token: mine.token },
        }),
      )
      await testApp.signIn('nurse.chen')
      expect(await socket.closing).toBe('REPEAT_LOGIN')
      const at = (url: string, pwd: string) =>
        fetch(`${url}/his/user/login`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ id: 'dr.far', pwd }),
        })
      for (let n = 0; n < 5; n += 1) await at(n % 2 ? base : testApp.base, 'wrong1234')
      for (const url of [base, testApp.base]) expect((await at(url, PASSWORD)).status).toBe(429)
    } finally {
      await other.close()
    }
  })
})

describe('the wire beneath', () => {
  it('[API-11~] broken frames and polls end the connection, not the server', async () => {
    const status = (path: string, method = 'GET', body = '') =>
      new Promise<number>((resolve, reject) => {
        const call = httpRequest(
          testApp.base + path,
          { method, headers: { 'content-type': 'text/plain' } },
          (answer) => {
            answer.resume()
            resolve(answer.statusCode ?? 0)
          },
        )
        call.on('error', reject)
        call.end(body)
      })
    expect(await status('/socket.io/?EIO=4&transport=polling&sid=guess')).toBe(400)
    expect(await status('/socket.io/?EIO=4&transport=smoke')).toBe(400)
    expect(await status('/socket.io/?EIO=4&transport=polling', 'POST', '4'.repeat(10))).toBe(400)
    expect((await testApp.get('/his/api/loginconfigs/0')).status).toBe(200)
  })
})
