import { createDecipheriv, createECDH, createHmac, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, openTestApp, PASSWORD, type Reply, type SignedIn, until } from '../auth/fixture.ts'
import { sql } from '../platform/db/index.ts'
import { openOutside, type Outside } from './fixture.ts'
import { ownKeys, sealed, webPush } from './push.ts'
import { wechatMessages } from './wechat.ts'

/** A house whose every channel is real, with somebody at the other end who speaks as the providers do. */
const SECRET = 'channel-secret'
const VAPID = { privateKey: Buffer.alloc(32, 7).toString('base64url'), subject: 'mailto:it@hean.example' }
let outside: Outside
let testApp: TestApp
let admin: SignedIn
beforeAll(async () => {
  outside = await openOutside()
  const { url, smtp } = outside
  testApp = await openTestApp({
    env: {
      PUBLIC_URL: 'https://care.hean.example',
      SMS_URL: `${url}/sms`,
      SMTP_URL: smtp,
      SMTP_FROM: 'care@hean.example',
      LINE_API_URL: `${url}/line`,
      LINE_CHANNEL_TOKEN: 'line-token',
      LINE_CHANNEL_SECRET: SECRET,
      LINE_ACCOUNT: '@hean',
      WECHAT_API_URL: `${url}/wechat`,
      WECHAT_APP_ID: 'wx1',
      WECHAT_APP_SECRET: 'wx-secret',
      VAPID_PRIVATE_KEY: VAPID.privateKey,
      VAPID_SUBJECT: VAPID.subject,
      AI_URL: `${url}/ai/v1`,
      AI_KEY: 'ai-key',
      AI_MODEL: 'tiny',
    },
  })
  await testApp.data.db.system.tx((tx) => tx.run(sql`update staff set phone = '0911222333' where account = 'admin'`))
  admin = await testApp.signIn('admin')
})
afterAll(async () => {
  await testApp?.stop()
  await outside?.close()
})
beforeEach(() => {
  outside.asked.length = 0
})

const said = ({ status, body }: Reply) => `${status} ${body.status}`
const asks = (path: string) => outside.asked.filter((one) => one.path.startsWith(path))
const json = (body: Buffer) => JSON.parse(body.toString()) as Record<string, unknown>
const attempt = (channel: string, to?: string) =>
  testApp.post('/his/api/providertests', { channel, ...(to ? { to } : {}) }, admin.token)
interface Row {
  id: string
  state: string
  tries: number
  reason: string | null
  text: string | null
  version: number
}
const row = async (id: unknown): Promise<Row> => {
  const list = await testApp.get('/his/api/outboxmessages?pageSize=100', admin.token)
  const found = (list.body.data as unknown as Row[]).find((one) => one.id === id)
  if (!found) throw new Error('not in the outbox')
  return found
}
/** The house's own timers may be at it already. */
const settled = (id: unknown, state: string) =>
  until(async () => {
    await testApp.app.deps.timers.runDue()
    const now = await row(id)
    return now.state === state && now
  }, `a message that is ${state}`)

describe('LINE itself', () => {
  const event = (text: string, userId = 'U-lin', replyToken = 'r-1') => ({
    events: [
      { type: 'follow', source: { type: 'user', userId } },
      { type: 'message', replyToken, source: { type: 'user', userId }, message: { type: 'text', text } },
    ],
  })
  const tell = (body: object, secret = SECRET) => {
    const signature = createHmac('sha256', secret).update(JSON.stringify(body)).digest('base64')
    return testApp.post('/his/api/linewebhooks', body, undefined, { 'x-line-signature': signature })
  }
  const begin = async (token: string) =>
    (await testApp.post('/his/api/linebindings', { password: PASSWORD }, token)).body.data ?? {}
  const bound = async (token: string) => (await testApp.get('/his/api/totps', token)).body.data?.line

  it('[AUTH-18~] binds whoever sends it the code, answers them there, and brings the code of the second factor', async () => {
    const { token } = await testApp.signIn('dr.lin')
    const asked = await begin(token)
    const code = String(asked.code)
    expect(asked).toMatchObject({
      state: 'waiting',
      account: '@hean',
      address: `https://line.me/R/oaMessage/%40hean/?${code}`,
      development: false,
    })
    // Nobody stands in for LINE here.
    expect(said(await testApp.post('/his/api/linebindings', { code }, token))).toBe('400 CODE_WRONG')
    expect(said(await tell(event(code), 'guessed'))).toBe('403 FORBIDDEN')
    expect(said(await testApp.post('/his/api/linewebhooks', event(code)))).toBe('403 FORBIDDEN')
    expect(await bound(token)).toBeNull()
    expect(said(await tell(event('你好')))).toBe('200 OK')
    expect(said(await tell(event('00000000', 'U-other')))).toBe('200 OK')
    expect(String(json(asks('/line/v2/bot/message/reply')[0]?.body ?? Buffer.from('{}')).messages)).toBeTruthy()
    expect(await bound(token)).toBeNull()
    expect(said(await tell(event(` ${code} `)))).toBe('200 OK')
    expect(await bound(token)).toBe('林書妍')
    const reply = asks('/line/v2/bot/message/reply').at(-1)
    expect(reply?.headers.authorization).toBe('Bearer line-token')
    expect(reply?.body.toString()).toContain('綁定完成')

    const half = await testApp.post('/his/user/login', { id: 'dr.lin', pwd: PASSWORD })
    expect([said(half), half.body.data?.kinds]).toEqual(['401 SECOND_STEP_REQUIRED', ['line']])
    const push = await until(async () => {
      await testApp.app.deps.timers.runDue()
      return asks('/line/v2/bot/message/push')[0]
    }, 'the push')
    const sent = json(push.body) as { to: string; messages: { text: string }[] }
    expect([sent.to, push.headers.authorization]).toEqual(['U-lin', 'Bearer line-token'])
    expect(push.headers['x-line-retry-key']).toMatch(/^[0-9a-f-]{36}$/)
    const second = /\d{6}/.exec(sent.messages[0]?.text ?? '')?.[0]
    const challenge = half.body.data?.challenge
    const done = await testApp.post('/his/api/secondsteps', { challenge, kind: 'line', code: second })
    expect(said(done)).toBe('200 OK')
    // Live, the code is no longer there to be read once it is sent.
    const [kept] = await testApp.data.db.system.read(
      sql<{ body: string | null }>`select body from outbox_message where channel = 'line' and kind = 'code'`,
    )
    expect(kept?.body).toBeNull()
  })
  it('[AUTH-18~] one LINE account is one person’s; codes that are over or guessed bind nobody', async () => {
    const { token } = await testApp.signIn('dr.wang')
    const taken = String((await begin(token)).code)
    await tell(event(taken))
    expect(asks('/line/v2/bot/message/reply').at(-1)?.body.toString()).toContain('已綁定')
    expect(await bound(token)).toBeNull()
    const late = String((await begin(token)).code)
    testApp.clock.advance(300_000)
    await tell(event(late, 'U-wang'))
    expect(asks('/line/v2/bot/message/reply').at(-1)?.body.toString()).toContain('過期')
    const again = await testApp.signIn('dr.wang')
    const right = String((await begin(again.token)).code)
    const wrong = (n: number) => String((Number(right) + n) % 1e8).padStart(8, '0')
    for (let n = 1; n <= 12; n += 1) await tell(event(wrong(n), 'U-guess'))
    // Ten an hour are looked at: after them the right one is not, either.
    await tell(event(right, 'U-guess'))
    expect(await bound(again.token)).toBeNull()
    expect(asks('/line/v2/bot/message/reply').filter(({ body }) => body.includes('不正確'))).toHaveLength(10)
    await tell(event(right, 'U-wang'))
    expect(await bound(again.token)).toBe('LINE')
    admin = await testApp.signIn('admin')
  })
})

// Leaving with the transaction, one worker of many, and lost workers: outbox.test.ts. The development outbox that an
// administrator reads: the journeys `registration` and `signing-in`. The model, WeChat and web push by themselves: below.
describe('every provider, by the way messages go', () => {
  it('[SYS-07] each channel leaves by its own; what fails is tried again with back-off, shown as failed, and sent anew by hand', async () => {
    const overview = (await testApp.get('/his/api/outboxtotals', admin.token)).body.data ?? {}
    expect(overview.development).toBe(false)
    expect(overview.providers).toEqual([
      { kind: 'sms', name: 'sms-http' },
      { kind: 'line', name: 'line' },
      { kind: 'wechat', name: 'wechat' },
      { kind: 'email', name: 'smtp' },
      { kind: 'push', name: 'webpush' },
      { kind: 'ai', name: 'openai' },
    ])
    const to = { wechat: 'openid-1', email: 'it@hean.example' } as const
    for (const channel of ['sms', 'wechat', 'email'] as const) {
      const made = await attempt(channel, channel === 'sms' ? '0987654321' : to[channel])
      expect(said(made), channel).toBe('200 OK')
      expect(await settled(made.body.data?.message, 'sent'), channel).toMatchObject({ tries: 1, reason: null })
    }
    // To oneself: the number of the account, whatever is asked for.
    expect(json(asks('/sms')[0]?.body ?? Buffer.from('{}')).to).toBe('0911222333')
    expect(json(asks('/wechat/cgi-bin/message')[0]?.body ?? Buffer.from('{}'))).toMatchObject({ touser: 'openid-1' })
    expect(outside.letters.at(-1)).toContain('To: it@hean.example')
    expect(said(await attempt('line'))).toBe('409 LINE_NOT_BOUND')

    outside.says('/sms', { status: 503 })
    const made = await attempt('sms')
    const id = made.body.data?.message
    for (const seconds of [5, 30, 120, 600, 3600]) {
      await settled(id, 'retrying')
      testApp.clock.advance(seconds * 1000)
    }
    admin = await testApp.signIn('admin')
    expect(await settled(id, 'failed')).toMatchObject({ tries: 6, reason: 'HTTP 503' })
    outside.says('/sms', { body: { id: 'sms-2' } })
    // All that can be sent once more, of whichever page: not what is over-due, nor what did go out.
    const left = async () => {
      const { body } = await testApp.get('/his/api/outboxmessages?again=1&pageSize=1', admin.token)
      return [body.total, (body.data as unknown as Row[]).map((one) => one.id)]
    }
    const overAt = (at: Date | null) =>
      testApp.data.db.system.tx((tx) =>
        tx.run(sql`update outbox_message set not_after = ${at} where id = ${id as string}`),
      )
    expect(await left()).toEqual([1, [id]])
    await overAt(testApp.clock.now())
    expect(await left()).toEqual([0, []])
    await overAt(null)
    const { version } = await row(id)
    const again = await testApp.send('PUT', `/his/api/outboxmessages/${id}`, { version, action: 'again' }, admin.token)
    expect(said(again)).toBe('200 OK')
    expect(await settled(id, 'sent')).toMatchObject({ tries: 1 })
    // A push to where no browser's push service is: never asked, and shown as failed.
    const keys = { p256dh: Buffer.alloc(65, 4).toString('base64url'), auth: Buffer.alloc(16).toString('base64url') }
    const inside = await attempt('push', JSON.stringify({ endpoint: `${outside.url}/push/one`, keys }))
    expect(await settled(inside.body.data?.message, 'failed')).toMatchObject({ reason: 'NO_CHANNEL' })
    expect(asks('/push')).toHaveLength(0)
  })
  it('[SYS-07~] the model answers through whatever speaks OpenAI’s way; a refusal says so', async () => {
    const done = await attempt('ai')
    expect(done.body.data).toEqual({ message: null, answer: '我已準備好。', model: 'tiny-1' })
    const [question] = asks('/ai/v1/chat/completions')
    expect(question?.headers.authorization).toBe('Bearer ai-key')
    expect(json(question?.body ?? Buffer.from('{}'))).toMatchObject({ model: 'tiny', max_tokens: 80 })
    for (const answer of [{ status: 401 }, { status: 503 }, { body: { choices: [] } }]) {
      outside.says('/ai/v1/chat/completions', answer)
      expect(said(await attempt('ai'))).toBe('502 SEND_FAILED')
    }
  })
  it('[SYS-07~] is tried by administrators, so many times an hour, and never to nowhere', async () => {
    const doctor = await testApp.signIn('nurse.chen')
    expect(said(await testApp.post('/his/api/providertests', { channel: 'sms' }, doctor.token))).toBe('403 FORBIDDEN')
    expect(said(await attempt('email'))).toBe('400 FIELD_EMPTY')
    const all: string[] = []
    for (let n = 0; n < 22; n += 1) all.push(said(await attempt('email', 'it@hean.example')))
    expect(all.at(-1)).toBe('429 CODE_SEND_LIMIT')
    testApp.clock.advance(3_600_000)
  })
})

describe('WeChat', () => {
  const provider = () => wechatMessages({ url: `${outside.url}/wechat`, appId: 'wx1', secret: 's', token: undefined })
  const out = { id: 'm-1', to: 'openid-1', subject: null, text: '您好' }
  it('[SYS-07~] fetches a token once, and another when that is over', async () => {
    const wechat = provider()
    for (let n = 0; n < 3; n += 1) expect(await wechat.send(out)).toEqual({ ok: true, providerId: null })
    expect(asks('/wechat/cgi-bin/stable_token')).toHaveLength(1)
    outside.says('/wechat/cgi-bin/message/custom/send', { body: { errcode: 42001 } }, { body: { errcode: 0 } })
    expect(await wechat.send(out)).toEqual({ ok: false, temporary: true, reason: 'WECHAT 42001' })
    expect(await wechat.send(out)).toMatchObject({ ok: true })
    expect(asks('/wechat/cgi-bin/stable_token')).toHaveLength(2)
  })
  it.each([
    [{ body: { errcode: 45009 } }, true, 'WECHAT 45009'],
    [{ body: { errcode: 40003 } }, false, 'WECHAT 40003'],
    [{ body: { errcode: 45015 } }, false, 'WECHAT 45015'],
    [{ status: 502 }, true, 'HTTP 502'],
    [{ status: 403 }, false, 'HTTP 403'],
  ])('[SYS-07~] that answers %j is worth another try: %s', async (answer, temporary, reason) => {
    outside.says('/wechat/cgi-bin/message/custom/send', answer)
    expect(await provider().send(out)).toEqual({ ok: false, temporary, reason })
  })
})

describe('web push', () => {
  const browser = createECDH('prime256v1')
  browser.generateKeys()
  const auth = randomBytes(16)
  const to = (path: string) =>
    JSON.stringify({
      endpoint: `${outside.url}${path}`,
      keys: { p256dh: browser.getPublicKey('base64url'), auth: auth.toString('base64url') },
    })
  const now = new Date('2026-03-02T01:00:00Z')
  const push = () => webPush(VAPID, { now: () => now, allows: () => true })
  const out = { id: 'm-1', subject: '提醒', text: '30 分鐘後有約診' }
  const derive = (secret: Uint8Array, salt: Uint8Array, info: Buffer | string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, info, length))
  /** As a browser opens it. */
  function opened(body: Buffer): string {
    const [salt, point] = [body.subarray(0, 16), body.subarray(21, 86)]
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), point])
    const secret = derive(browser.computeSecret(point), auth, info, 32)
    const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
    const cipher = createDecipheriv('aes-128-gcm', key, derive(secret, salt, 'Content-Encoding: nonce\0', 12))
    cipher.setAuthTag(body.subarray(-16))
    const plain = Buffer.concat([cipher.update(body.subarray(86, -16)), cipher.final()])
    return plain.subarray(0, plain.lastIndexOf(2)).toString()
  }
  it('[SYS-07~] closes its content to the browser alone, as the example of RFC 8291 says', () => {
    const bytes = (text: string) => Buffer.from(text, 'base64url')
    const closed = sealed(
      Buffer.from('When I grow up, I want to be a watermelon'),
      'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      'BTBZMqHH6r4Tts7J_aSIgg',
      { salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'), key: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw') },
    )
    expect(closed?.toString('base64url')).toBe(
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
    )
  })
  it('[SYS-07~] reaches the push service with a signed word of who sends', async () => {
    expect(await push().send({ ...out, to: to('/push/one') })).toEqual({ ok: true, providerId: '/kept/1' })
    const [asked] = asks('/push/one')
    expect(asked?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '43200' })
    expect(JSON.parse(opened(asked?.body ?? Buffer.alloc(0)))).toEqual({ title: '提醒', body: out.text })
    const [, claim = '', proof = '', k = ''] =
      /^vapid t=([\w-]+\.[\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(asked?.headers.authorization ?? '') ?? []
    const own = ownKeys(VAPID)
    expect(k).toBe(own.publicKey)
    const point = Buffer.from(k, 'base64url')
    const part = (from: number) => point.subarray(from, from + 32).toString('base64url')
    const key = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x: part(1), y: part(33) } })
    const right = verify(
      'sha256',
      Buffer.from(claim),
      { key, dsaEncoding: 'ieee-p1363' },
      Buffer.from(proof, 'base64url'),
    )
    expect(right).toBe(true)
    expect(JSON.parse(Buffer.from(claim.split('.')[1] ?? '', 'base64url').toString())).toEqual({
      aud: outside.url,
      exp: now.getTime() / 1000 + 43_200,
      sub: VAPID.subject,
    })
  })
  it('[SYS-07~] closes each message by a salt and a key of its own, to a key on the curve alone', async () => {
    for (let n = 0; n < 3; n += 1)
      expect(await push().send({ ...out, to: to('/push/one') })).toMatchObject({ ok: true })
    const bodies = asks('/push/one').map(({ body }) => body)
    const [salts, keys] = [bodies.map((one) => one.subarray(0, 16)), bodies.map((one) => one.subarray(21, 86))]
    for (const all of [salts, keys]) expect(new Set(all.map((one) => one.toString('hex'))).size).toBe(bodies.length)
    const off = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 7)]).toString('base64url')
    const forged = JSON.stringify({
      endpoint: `${outside.url}/push/one`,
      keys: { p256dh: off, auth: auth.toString('base64url') },
    })
    expect(await push().send({ ...out, to: forged })).toEqual({ ok: false, temporary: false, reason: 'NO_CHANNEL' })
    expect(asks('/push/one')).toHaveLength(bodies.length)
  })
  it('[SYS-07~] knows who is gone from who is busy, and goes to no machine inside', async () => {
    for (const [status, temporary, reason] of [
      [410, false, 'NO_CHANNEL'],
      [429, true, 'HTTP 429'],
      [500, true, 'HTTP 500'],
    ] as const) {
      outside.says('/push/two', { status })
      expect(await push().send({ ...out, to: to('/push/two') })).toEqual({ ok: false, temporary, reason })
    }
    const strict = webPush(VAPID)
    const none = { ok: false, temporary: false, reason: 'NO_CHANNEL' }
    const keys = { p256dh: browser.getPublicKey('base64url'), auth: auth.toString('base64url') }
    for (const endpoint of [
      'https://127.0.0.1/x',
      'https://db/x',
      'https://[::1]/x',
      'http://push.example/x',
      'https://a.internal/',
    ])
      expect(await strict.send({ ...out, to: JSON.stringify({ endpoint, keys }) }), endpoint).toEqual(none)
    // [Sw15] A name on the open net that leads into this one, by one of its addresses, and one that leads nowhere.
    for (const address of [
      '10.1.2.3',
      '127.0.0.1',
      '169.254.169.254',
      '192.168.0.7',
      '172.31.0.1',
      '::1',
      'fd00::1',
      'fe80::1',
      '::ffff:10.0.0.1',
    ]) {
      const addresses = ['203.0.113.9', address].map((one) => ({ address: one, family: one.includes(':') ? 6 : 4 }))
      const led = webPush(VAPID, { resolve: () => Promise.resolve(addresses) })
      const endpoint = 'https://push.evil.example/x'
      expect(await led.send({ ...out, to: JSON.stringify({ endpoint, keys }) }), address).toEqual(none)
    }
    const lost = webPush(VAPID, { resolve: () => Promise.reject(new Error('ENOTFOUND')) })
    expect(await lost.send({ ...out, to: JSON.stringify({ endpoint: 'https://push.example/x', keys }) })).toEqual({
      ok: false,
      temporary: true,
      reason: 'UNREACHABLE',
    })
    for (const bad of ['', '{}', 'U-1']) expect(await push().send({ ...out, to: bad })).toEqual(none)
  })
})
