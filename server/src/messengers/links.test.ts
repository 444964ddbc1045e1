import { createHash, createHmac } from 'node:crypto'
import type { MemberMessengers, MessengerOffer } from '@teleward/contract/messengers/schema.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { book } from '../appointments/fixture.ts'
import { consentTexts } from '@teleward/contract/links/schema.ts'
import { BIRTHDAY, type Clinic, devices, LAST4, openClinic, type Staff, until } from '../consultation/calls/fixture.ts'
import { type Outside, openOutside } from '../outbox/fixture.ts'
import { hashOf } from '../visit-links/links.ts'
import { sql } from '../platform/db/index.ts'

/** Everything that leaves the house goes to providers of the test's own. */
let outside: Outside
let clinic: Clinic
let chen: Staff
let away: Staff
beforeAll(async () => {
  outside = await openOutside()
  clinic = await openClinic({
    OUTBOX: 'live',
    PUBLIC_URL: 'https://care.example',
    SMS_URL: `${outside.url}/sms`,
    SMTP_URL: outside.smtp,
    SMTP_FROM: 'care@example.org',
    LINE_API_URL: `${outside.url}/line`,
    LINE_CHANNEL_TOKEN: 't',
    LINE_CHANNEL_SECRET: 'line-secret',
    LINE_ACCOUNT: '@hean',
    WECHAT_API_URL: `${outside.url}/wechat`,
    WECHAT_APP_ID: 'wx1',
    WECHAT_APP_SECRET: 's',
    WECHAT_TOKEN: 'wechat-token',
  })
  chen = await clinic.staff('nurse.chen')
  away = await clinic.staff('dr.away')
  outside.says('/line/v2/bot/profile/U-wu', { body: { displayName: '秀鳳' } })
  await clinic.data.db.system.tx((tx) =>
    tx.run(sql`update member set email = 'wu@example.org', language = 'zh-TW' where pid = 201`),
  )
})
afterAll(async () => {
  await clinic?.close()
  await outside?.close()
})

const MESSENGERS = '/his/api/members/201/messengers'
const accounts = async () => (await chen.get<MemberMessengers>(MESSENGERS)).data
const codeFor = async (channel: 'line' | 'wechat') => (await chen.post<MessengerOffer>(MESSENGERS, { channel })).data
async function toLine(events: object[], secret = 'line-secret') {
  const body = JSON.stringify({ events })
  const signature = createHmac('sha256', secret).update(body).digest('base64')
  const headers = { 'content-type': 'application/json', 'x-line-signature': signature }
  return (await fetch(`${clinic.base}/his/api/linewebhooks`, { method: 'POST', headers, body })).status
}
const lineText = (text: string) => ({
  type: 'message',
  replyToken: 'r',
  source: { type: 'user', userId: 'U-wu' },
  message: { type: 'text', text },
})
async function toWechat(content: string, token = 'wechat-token', kind = 'text') {
  const signature = createHash('sha1').update(['1', '2', token].sort().join('')).digest('hex')
  const inside = kind === 'text' ? `<Content><![CDATA[${content}]]></Content>` : `<Event><![CDATA[${content}]]></Event>`
  const body = `<xml><ToUserName><![CDATA[gh_hean]]></ToUserName><FromUserName><![CDATA[o-wu]]></FromUserName><MsgType><![CDATA[${kind}]]></MsgType>${inside}</xml>`
  const address = `${clinic.base}/his/wechatwebhooks?signature=${signature}&timestamp=1&nonce=2&echostr=hello`
  const reply = await fetch(address, { method: 'POST', headers: { 'content-type': 'text/xml' }, body })
  return { status: reply.status, text: await reply.text(), echo: await (await fetch(address)).text() }
}
const messages = (qid: number) =>
  clinic.data.db.system.read(sql<{ channel: string; recipient: string; state: string; kind: string }>`
    select channel, recipient, state, kind from outbox_message where origin_kind = 'appointment' and origin_id = ${String(qid)}
    order by created_at, channel`)
/** What reached the provider of a way, as text. */
const arrived = (path: string) =>
  until(async () => {
    await clinic.app.deps.timers.runDue()
    const found = outside.asked.filter((one) => one.path.startsWith(path)).at(-1)
    return found && (JSON.parse(found.body.toString()) as Record<string, unknown>)
  })

describe('an account at LINE or WeChat', () => {
  it('[CALL-14~] is bound by a code that its owner sends there, and is gone when they leave', async () => {
    expect(await accounts()).toEqual({
      line: { offered: true, bound: null },
      wechat: { offered: true, bound: null },
    })
    expect((await away.post(MESSENGERS, { channel: 'line' })).code).toBe('NOT_FOUND')
    const asked = await codeFor('line')
    expect(asked).toMatchObject({ state: 'waiting', account: '@hean', development: false })
    expect(asked.address).toContain(`?${asked.code}`)
    // Nobody answers for the provider, and no other channel takes the code.
    expect((await chen.post(MESSENGERS, { channel: 'line', code: asked.code })).code).toBe('CODE_WRONG')
    expect(await toLine([lineText(asked.code ?? '')], 'guessed')).toBe(403)
    expect((await toWechat(asked.code ?? '')).text).toContain('代碼不正確')
    expect((await accounts()).line.bound).toBeNull()
    expect(await toLine([lineText('你好'), lineText(` ${asked.code} `)])).toBe(200)
    expect((await accounts()).line.bound).toMatchObject({ name: '秀○' })
    // A code is used once, and not after its time.
    const again = await codeFor('wechat')
    clinic.clock.advance(601_000)
    expect((await toWechat(again.code ?? '')).text).toContain('已過期')
    const fresh = await codeFor('wechat')
    expect((await toWechat(fresh.code ?? '', 'guessed')).status).toBe(403)
    const taken = await toWechat(fresh.code ?? '')
    expect([taken.status, taken.echo]).toEqual([200, 'hello'])
    expect(taken.text).toContain('綁定完成')
    expect((await toWechat(fresh.code ?? '')).text).toContain('代碼不正確')
    expect((await accounts()).wechat.bound).not.toBeNull()
    expect(await toLine([{ type: 'unfollow', source: { type: 'user', userId: 'U-wu' } }])).toBe(200)
    await toWechat('unsubscribe', 'wechat-token', 'event')
    expect(await accounts()).toMatchObject({ line: { bound: null }, wechat: { bound: null } })
    const unbind = (channel: string) => chen.request(`${MESSENGERS}/${channel}`, { method: 'DELETE' })
    expect((await unbind('line')).status).toBe(404)
  })
})

describe('the link of a video visit', () => {
  it('[CALL-14] is sent by SMS, LINE, WeChat or e-mail, voice for sms_room 4, video for 2, else the room is named; unopened for 3 minutes it expires and the appointment says so; it is unguessable, of one patient and one room, and dies with the room', async () => {
    const qid = await book(clinic.data.db, { time: '11:00', queueNo: 9 })
    const by = (way: string, sms_room: number) => {
      clinic.clock.advance(1000)
      return chen.post<{ to: string }>(`/his/api/${way}`, { queueID: qid, sms_room })
    }
    for (const way of ['sendlinemsg', 'sendwechat']) expect((await by(way, 2)).code).toBe('NO_CHANNEL')
    await toLine([lineText((await codeFor('line')).code ?? '')])
    await toWechat((await codeFor('wechat')).code ?? '')
    const sent = [await by('sendroombysms', 2), await by('sendlinemsg', 4), await by('sendwechat', 7)]
    clinic.clock.advance(1000)
    const mail = await chen.post<{ to: string }>('/his/api/sendNotifyAndVideoLink', {
      queueID: qid,
      sms_room: 2,
      way: 'email',
    })
    expect([...sent, mail].map(({ code, data }) => [code, data.to])).toEqual([
      ['OK', '•••••••305'],
      ['OK', '吳○鳳'],
      ['OK', '吳○鳳'],
      ['OK', 'w…@example.org'],
    ])
    const line = await arrived('/line/v2/bot/message/push')
    expect(line).toMatchObject({
      to: 'U-wu',
      messages: [{ text: expect.stringContaining('https://care.example/link/') }],
    })
    const wechat = await arrived('/wechat/cgi-bin/message/custom/send')
    expect(wechat).toMatchObject({
      touser: 'o-wu',
      text: { content: '【禾安】林書妍醫師看診室，診號 9，2026-03-12 11:00，請準備看診。' },
    })
    expect(JSON.stringify(await arrived('/sms'))).toContain('https://care.example/link/')
    const letter = await until(async () => {
      await clinic.app.deps.timers.runDue()
      return outside.letters.find((one) => one.includes('wu@example.org'))
    })
    expect(letter).toBeTruthy()
    expect((await messages(qid)).map(({ channel }) => channel).toSorted()).toEqual(['email', 'line', 'sms', 'wechat'])
    const detail = async () =>
      (
        await chen.get<{
          status: string
          link: string | null
          links: { channel: string; sms_room: number; to: string; state: string }[]
        }>(`/his/api/getQueueDetailByQid/${qid}`)
      ).data
    expect((await detail()).links.map(({ channel, sms_room, to }) => [channel, sms_room, to])).toEqual([
      ['sms', 2, '•••••••305'],
      ['line', 4, '吳○鳳'],
      ['email', 2, 'w…@example.org'],
    ])

    // Unopened, the last one takes the visit along.
    await clinic.pass(181_000)
    expect((await detail()).links.at(-1)?.state).toBe('expired')
    expect(await detail()).toMatchObject({ status: 'autoCancelled', link: 'expired' })

    // Sent again by LINE it is taken up; whoever holds it is one patient, of one visit.
    expect((await by('sendlinemsg', 2)).code).toBe('OK')
    const latest = await until(async () => {
      const body = JSON.stringify(await arrived('/line/v2/bot/message/push'))
      const token = /link\/([\w-]+)/.exec(body)?.[1] ?? ''
      return token !== /link\/([\w-]+)/.exec(JSON.stringify(line))?.[1] && token
    })
    // 256 bits, of which the house keeps a hash alone.
    expect(Buffer.from(latest, 'base64url').length).toBeGreaterThanOrEqual(32)
    const [kept] = await clinic.data.db.system.read(sql<{ n: number; pid: number; visit: number }>`
      select count(*)::int as n, min(l.pid) as pid, min(l.qid) as visit from video_link l
      where l.token_hash = ${hashOf(latest)}`)
    expect(kept).toEqual({ n: 1, pid: 201, visit: qid })
    const at = `/his/api/links/${latest}`
    const look = async (path: string, cookie = '') => {
      const reply = await fetch(`${clinic.base}${path}`, { headers: { cookie } })
      return { status: reply.status, ...((await reply.json()) as { data?: { state: string; visit: object | null } }) }
    }
    const guessed = `${latest.slice(0, -2)}${latest.endsWith('AA') ? 'BB' : 'AA'}`
    expect((await look(`/his/api/links/${guessed}`)).status).not.toBe(200)
    expect((await look(at)).data).toMatchObject({ state: 'sent' })
    const open = await clinic.post(`${at}/open`, {})
    expect(open.status).toBe(200)
    const passed = await clinic.post(`${at}/identity`, { birthday: BIRTHDAY, last4: LAST4 })
    const cookie = (passed.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
    expect((await look(at, cookie)).data).toMatchObject({ state: 'opened' })

    // The patient is in the room; with it the link is over.
    const lin = await clinic.staff('dr.lin')
    await lin.online()
    const act = (step: string, body: object) => clinic.post(`${at}/${step}`, body, { cookie })
    await act('consents', { consultation: true, recording: true, record: true, texts: consentTexts })
    expect((await act('arrivals', devices)).status).toBe(200)
    const ring = JSON.parse((await act('calls', {})).text) as { data: { call: { callID: string } } }
    expect((await lin.act(ring.data.call.callID, 'answer')).code).toBe('OK')
    expect((await look(at, cookie)).data).toMatchObject({ state: 'joined' })
    expect((await lin.act(ring.data.call.callID, 'end')).code).toBe('OK')
    expect((await look(at, cookie)).data).toMatchObject({ state: 'dead', code: 'LINK_DEAD', deadReason: 'closed' })
    expect(JSON.stringify(await act('tokens', {}))).toContain('LINK_DEAD')
  })
})
