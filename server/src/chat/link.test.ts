import { randomUUID } from 'node:crypto'
import type {
  ChatHead,
  ChatMessage,
  ChatPage,
  Contacts,
  LinkChat,
  LinkMessage,
} from '@teleward/contract/chat/schema.ts'
import type { LinkView } from '@teleward/contract/links/schema.ts'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  BIRTHDAY,
  type Clinic,
  LAST4,
  openClinic,
  type Reply,
  type Staff,
  until,
} from '../consultation/calls/fixture.ts'
import { scopeOf } from '../platform/actor.ts'
import { sql } from '../platform/db/index.ts'
import { lengthen, rowsRead } from './fixture.ts'
import * as repo from './repo.ts'

let clinic: Clinic
let lin: Staff
beforeAll(async () => {
  clinic = await openClinic()
  lin = await clinic.staff('dr.lin')
})
afterAll(() => clinic.close())

const api = (path: string) => `/his/api/${path}`
const opened = async (pid = 201) => (await lin.post<ChatHead>(api('contacts'), { pid })).data.id
const say = (id: number, textContent: string) =>
  lin.post<ChatMessage>(api('savechatmsg'), { id, clientId: randomUUID(), textContent })

/** Whoever holds the message that was sent to the patient. */
async function holder(id: number) {
  await lin.post(api('chatlinks'), { id })
  const [row] = await clinic.data.db.system.read(sql<{ link: string }>`
    select link from outbox_message where kind = 'link' order by created_at desc, dedupe limit 1`)
  const token = row?.link.split('/link/')[1] ?? ''
  const path = `/his/api/links/${token}`
  let kept = ''
  const one = {
    token,
    get cookie() {
      return kept
    },
    async call<T>(method: string, part: string, body?: unknown, cookie: string = kept): Promise<Reply<T>> {
      const response = await fetch(`${clinic.base}${path}${part}`, {
        method,
        headers: { cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      const { status, data } = JSON.parse(text) as { status: string; data: T }
      return { status: response.status, code: status, data, headers: response.headers, text }
    },
    async identify(): Promise<Reply<LinkView>> {
      const passed = await one.call<LinkView>('POST', '/identity', { birthday: BIRTHDAY, last4: LAST4 }, '')
      kept = (passed.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
      return passed
    },
    write: (textContent: string, clientId: string = randomUUID()) =>
      one.call<LinkMessage>('POST', '/messages', { textContent, clientId }),
    page: (query = '') => one.call<LinkChat>('GET', `/messages${query}`),
  }
  return one
}

describe("the patient's side", () => {
  it('[CHAT-11] answers from the link, once the identity is known; both sides see it at once, and who read', async () => {
    const id = await opened()
    await say(id, '今天血壓多少？')
    const patient = await holder(id)
    const before = await patient.call<LinkView>('GET', '')
    expect(before.data).toMatchObject({ kind: 'chat', step: 'start', visit: null })
    expect(before.text).not.toMatch(/血壓|吳/)
    // Whoever was handed the link on reads nothing and writes nothing.
    expect((await patient.page()).code).toBe('UNAUTHENTICATED')
    expect((await patient.write('是我')).code).toBe('UNAUTHENTICATED')
    expect((await patient.call('POST', '/identity', { birthday: BIRTHDAY, last4: '0000' })).code).toBe(
      'IDENTITY_MISMATCH',
    )
    expect((await patient.identify()).data).toMatchObject({ kind: 'chat', step: 'chat' })
    expect((await patient.page()).data).toMatchObject({
      messages: [{ seq: 1, fromMe: false, name: '林書妍', textContent: '今天血壓多少？' }],
      lastSeq: 1,
      readSeq: 0,
    })
    const socket = await lin.line()
    const own = io(`${clinic.base}/patient`, {
      transports: ['websocket'],
      auth: { token: patient.token },
      extraHeaders: { cookie: patient.cookie },
      reconnection: false,
    })
    const heard: { type: string; payload: Record<string, unknown> }[] = []
    own.on('receive_message', (event: (typeof heard)[number]) => heard.push(event))
    await until(async () => own.connected)

    expect((await patient.call('PUT', '/messagereads', { seq: 1 })).data).toEqual({ readSeq: 1 })
    await socket.waitFor('chat.read', (payload) => payload.id === id && payload.mid === null)
    const clientId = randomUUID()
    const [first, again] = await Promise.all([patient.write('130/80', clientId), patient.write('130/80', clientId)])
    expect([first.data.seq, again.data.seq]).toEqual([2, 2])
    await socket.waitFor('chat.message', (payload) => payload.id === id && payload.mid === null)
    const contacts = (await lin.get<Contacts>(api('contacts'))).data
    expect(contacts.patients[0]).toMatchObject({
      pid: 201,
      unread: 1,
      waits: true,
      last: { textContent: '130/80', from: null },
    })
    expect(contacts.unread.patients).toBe(1)
    const page = (await lin.get<ChatPage>(api(`messages/${id}`))).data
    expect(page.messages.map(({ from_mid, isSeen }) => [from_mid, isSeen])).toEqual([
      [101, true],
      [null, false],
    ])
    const answer = (await say(id, '很好')).data
    await until(async () => heard.some(({ type, payload }) => type === 'chat.message' && payload.seq === 3))
    expect(JSON.stringify(heard)).not.toContain('很好')
    await lin.post(api('recycleMessage'), { id: answer.id })
    await until(async () => heard.some(({ type, payload }) => type === 'chat.recalled' && payload.seq === 3))
    const now = await patient.page()
    expect(now.data.messages.at(-1)).toMatchObject({ seq: 3, textContent: null, recalled: true })
    expect(now.text).not.toContain('很好')
    own.disconnect()
    socket.close()
  })

  it('[CHAT-11~] the link opens nothing else, and no other conversation', async () => {
    const other = await opened(202)
    await say(other, '別人的話')
    const patient = await holder(await opened())
    await patient.identify()
    expect((await patient.page()).text).not.toContain('別人的話')
    for (const part of ['/consents', '/arrivals', '/calls', '/tokens', '/leave', '/payments', '/cancel'])
      expect([part, (await patient.call('POST', part, {})).status]).not.toEqual([part, 200])
    const visit = await clinic.patient('identified')
    const asked = await fetch(`${clinic.base}/his/api/links/${visit.token}/messages`, {
      headers: { cookie: visit.cookie },
    })
    expect(((await asked.json()) as { status: string }).status).toBe('LINK_INVALID')
    expect((await patient.write('  ')).code).toBe('MESSAGE_EMPTY')
    expect((await patient.write('字'.repeat(5001))).code).toBe('MESSAGE_TOO_LONG')
  })

  it('[CHAT-11~] lives a week from its last use, and no longer than the membership', async () => {
    const patient = await holder(await opened())
    await patient.identify()
    const days = (n: number) => clinic.clock.advance(n * 24 * 3_600_000)
    days(6)
    expect((await patient.call('PUT', '/messagereads', { seq: 1 })).status).toBe(200)
    days(6)
    expect((await patient.page()).status).toBe(200)
    days(2)
    expect((await patient.page()).code).toBe('LINK_EXPIRED')
    expect((await patient.write('還在嗎')).code).toBe('LINK_EXPIRED')
    days(-14)
    await clinic.data.db.system.tx((tx) => tx.run(sql`update member_unit set status = 'disabled' where pid = 201`))
    expect((await patient.page()).code).toBe('LINK_DEAD')
    expect((await patient.call<LinkView>('GET', '')).data).toMatchObject({ step: 'ended', code: 'LINK_DEAD' })
    await clinic.data.db.system.tx((tx) => tx.run(sql`update member_unit set status = 'active' where pid = 201`))
  })

  it('[CHAT-11~] goes to nobody without a mobile', async () => {
    expect((await lin.post(api('chatlinks'), { id: await opened(203) })).code).toBe('NO_CHANNEL')
  })
})

describe('a long conversation', () => {
  it('[CHAT-10~] of 100,000 messages is opened and paged by its index: no more is read than is shown', async () => {
    const id = await opened(202)
    const { lastSeq } = (await lin.get<ChatPage>(api(`messages/${id}`))).data.conversation
    await lengthen(clinic.data, { id, from: lastSeq + 1, to: 100_000 })
    const page = async (query: string) => {
      const { data } = await lin.get<ChatPage>(api(`messages/${id}?${query}`))
      return [data.messages.at(0)?.seq, data.messages.at(-1)?.seq]
    }
    expect(await page('')).toEqual([99_951, 100_000])
    expect(await page('before=50000')).toEqual([49_950, 49_999])
    expect(await page('around=1234')).toEqual([1210, 1259])

    // What the server asks, as the server asks it: by the plan, not by the clock.
    const actor = await clinic.app.auth.staff(lin.token)
    const asked = {
      newest: repo.messages(actor, id, { newestFirst: true, limit: 50 }),
      before: repo.messages(actor, id, { to: 49_999, newestFirst: true, limit: 50 }),
      after: repo.messages(actor, id, { from: 50_000, newestFirst: false, limit: 50 }),
      'a day': repo.firstOfDay(id, new Date('2025-01-01')),
      contacts: repo.patients(actor, { limit: 8 }),
      unread: repo.unreadOf(actor),
    }
    // Nothing of it read yet, and all but the last.
    for (const seq of [0, 99_995]) {
      if (seq) {
        const read = {
          method: 'PUT',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ id, seq }),
        }
        expect((await lin.request(api('messagereads'), read)).status).toBe(200)
      }
      for (const [what, statement] of Object.entries(asked)) {
        const read = await rowsRead(clinic.data.db, scopeOf(actor), statement, 'chat_message')
        expect(read.whole, `${what}, read to ${seq}`).toBe(false)
        expect(read.rows, `${what}, read to ${seq}`).toBeLessThan(500)
      }
    }
  }, 60_000)
})

describe('a flood', () => {
  it('[Sw5] takes 60 messages a minute of one sender, however many come at once; the others are taken a minute later, and one sent again is the same', async () => {
    const id = await opened()
    await say(id, '您好')
    const [patient, sender] = [await holder(id), lin]
    expect((await patient.identify()).code).toBe('OK')
    await clinic.pass(61_000)
    await say(id, '請說')
    const first = randomUUID()
    const codes = async (one: (n: number) => Promise<Reply<unknown>>) =>
      Object.entries(
        Object.groupBy(await Promise.all(Array.from({ length: 80 }, (_, n) => one(n))), ({ code }) => code),
      )
        .map(([code, all]) => [code, all?.length])
        .sort()
    const told = [
      ['OK', 60],
      ['RATE_LIMITED', 20],
    ]
    expect(await codes((n) => patient.write(`第${n}句`, n === 0 ? first : randomUUID()))).toEqual(told)
    // The patient's words are none of the doctor's, who has said one.
    const more = ({ textContent }: { textContent: string }) =>
      sender.post<ChatMessage>(api('savechatmsg'), { id, clientId: randomUUID(), textContent })
    expect(await codes((n) => more({ textContent: `${n}` }))).toEqual([
      ['OK', 59],
      ['RATE_LIMITED', 21],
    ])
    const again = await patient.write('第0句', first)
    expect([again.code, again.data.textContent]).toEqual(['OK', '第0句'])
    const refused = await patient.write('太多')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
    await clinic.pass(61_000)
    expect((await patient.write('一分鐘後')).code).toBe('OK')
  })
})

describe('an alarm for words that wait', () => {
  it('[NOTI-04~] is set by the patient’s words, and by no answer to them', async () => {
    const id = await opened()
    const patient = await holder(id)
    await patient.identify()
    const alarms = async () =>
      (
        await clinic.data.db.system.read(
          sql<{ n: number }>`select count(*)::int as n from timer where kind = 'chat.push' and key = ${String(id)}`,
        )
      )[0]?.n
    await clinic.data.db.system.tx((tx) => tx.run(sql`delete from timer where kind = 'chat.push'`))
    expect((await say(id, '請說')).code).toBe('OK')
    expect(await alarms()).toBe(0)
    expect((await patient.write('頭暈')).code).toBe('OK')
    expect(await alarms()).toBe(1)
  })
})
