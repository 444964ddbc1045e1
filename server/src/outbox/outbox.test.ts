import { createServer, type IncomingMessage, type Server } from 'node:http'
import { createServer as createTcp, type AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Db, type Scope, sql } from '../platform/db/index.ts'
import { testClock } from '../platform/clock.ts'
import { createTimers, type Timers } from '../platform/timers/index.ts'
import { testDatabase, type TestDatabase } from '../platform/testing/database.ts'
import type { Outgoing, Provider, Sent } from './provider.ts'
import { developmentProvider } from './providers.ts'
import { type OutgoingMessage, queueMessage } from './queue.ts'
import { smsOverHttp } from './sms.ts'
import { mailOverSmtp } from './smtp.ts'
import { runOutbox, sendOne, type WorkerDeps } from './worker.ts'

const clock = testClock('2026-03-02T01:00:00Z')
let data: TestDatabase
let db: Db
let timers: Timers
let got: Outgoing[] = []
let answers: Sent[] = []
const provider: Provider = {
  name: 'test',
  send: async (message) => {
    got.push(message)
    return answers.shift() ?? { ok: true, providerId: `p${got.length}` }
  },
}
let deps: WorkerDeps
beforeAll(async () => {
  data = await testDatabase({ clock })
  db = data.db
  await db.system.tx(async (tx) => {
    await tx.run(sql`insert into partner (id, name) values (1, '禾安'), (32, '海岸')`)
    await tx.run(sql`insert into unit (id, partner_id, name) values (2, 1, '內湖'), (3, 1, '新店'), (320, 32, '花蓮')`)
  })
  const log = { error: (what: unknown) => expect(what).toBeUndefined(), warn: () => {} }
  timers = createTimers({ db, clock, log })
  deps = { db, clock, timers, providers: { sms: provider }, development: false }
  runOutbox(deps)
})
afterAll(() => data.close())
beforeEach(() => {
  got = []
  answers = []
})

let n = 0
const message = (more: Partial<OutgoingMessage> = {}): OutgoingMessage => {
  n += 1
  const texts = { text: `您的預約已確認 ${n}` }
  return {
    partnerId: 1,
    channel: 'sms',
    to: '0912345678',
    kind: 'confirmation',
    texts,
    key: `k${n}`,
    at: clock.now(),
    ...more,
  }
}
const leave = (given: OutgoingMessage) => db.system.tx((tx) => queueMessage(tx, given))
interface Kept {
  id: string
  state: string
  tries: number
  reason: string | null
  body: string | null
  next_at: Date | null
}
const kept = async ({ key }: Pick<OutgoingMessage, 'key'>): Promise<Kept> => {
  const rows = await db.system.read(
    sql<Kept>`select id, state, tries, reason, body, next_at from outbox_message where dedupe = ${key}`,
  )
  expect(rows).toHaveLength(1)
  return rows[0] as Kept
}
const no = (temporary: boolean, reason = 'HTTP 503'): Sent => ({ ok: false, temporary, reason })
const seconds = (s: number) => s * 1000

describe('a message of the outbox', () => {
  it('[SYS-07~] leaves with its transaction, and not without', async () => {
    const lost = message()
    await expect(
      db.system.tx(async (tx) => {
        await queueMessage(tx, lost)
        throw new Error('booked by somebody else')
      }),
    ).rejects.toThrow()
    const told = message()
    await leave(told)
    await leave(told)
    await timers.runDue()
    expect(got.map(({ text }) => text)).toEqual([told.texts.text])
    expect(await kept(told)).toMatchObject({ state: 'sent', tries: 1, body: told.texts.text })
  })
  it('[SYS-07~] is tried again after 5 s, 30 s, 2 min, 10 min and 1 h, and then kept as failed', async () => {
    const told = message()
    await leave(told)
    answers = Array.from({ length: 6 }, () => no(true))
    for (const wait of [5, 30, 120, 600, 3600]) {
      await timers.runDue()
      const { state, next_at } = await kept(told)
      expect([state, ((next_at?.getTime() ?? 0) - clock.now().getTime()) / 1000]).toEqual(['retrying', wait])
      clock.advance(seconds(wait) - 1)
      await timers.runDue()
      expect((await kept(told)).state).toBe('retrying')
      clock.advance(1)
    }
    await timers.runDue()
    expect(await kept(told)).toMatchObject({ state: 'failed', tries: 6, reason: 'HTTP 503', body: told.texts.text })
    const { id } = await kept(told)
    const history = await db.system.read(
      sql<{ to_state: string }>`select to_state from outbox_event where message_id = ${id} order by id`,
    )
    expect(history.map(({ to_state }) => to_state)).toEqual([
      ...Array.from({ length: 5 }, () => ['sending', 'retrying']).flat(),
      'sending',
      'failed',
    ])
  })
  it('[SYS-07~] that can never arrive fails at once; a channel that is not set up says so', async () => {
    const refused = message()
    const nowhere = message({ channel: 'wechat' })
    await leave(refused)
    await leave(nowhere)
    answers = [no(false, 'HTTP 400')]
    await timers.runDue()
    expect(await kept(refused)).toMatchObject({ state: 'failed', tries: 1, reason: 'HTTP 400' })
    expect(await kept(nowhere)).toMatchObject({ state: 'failed', reason: 'PROVIDER_MISSING' })
  })
  it('[SYS-07~] with a code or a link is not sent late, and its text is gone with its time', async () => {
    const notAfter = new Date(clock.now().getTime() + seconds(20))
    const late = message({ kind: 'code', notAfter })
    const soon = message({ kind: 'code', notAfter })
    await leave(late)
    answers = [no(true)]
    await timers.runDue()
    expect((await kept(late)).state).toBe('retrying')
    clock.advance(seconds(6))
    answers = [no(true)]
    await timers.runDue()
    // The next try would be in 30 s, and the code is over in 14.
    expect(await kept(late)).toMatchObject({ state: 'failed', tries: 2 })
    clock.advance(seconds(15))
    await leave(soon)
    await timers.runDue()
    expect(got).toHaveLength(2)
    expect(await kept(soon)).toMatchObject({ state: 'cancelled', reason: 'OVER', body: null })
    expect((await kept(late)).body).toBeNull()
  })
  it('[SYS-07~] that can wait is held back by quiet hours to their end, its further tries too; what is urgent, or over by then, goes at once', async () => {
    await db.system.tx((tx) =>
      tx.run(
        sql`update partner set settings = '{"quietHours": {"from": 22, "to": 7}}', time_zone = 'Asia/Taipei' where id = 1`,
      ),
    )
    // 21:59:58 in Taipei.
    clock.set(new Date('2026-03-03T13:59:58Z'))
    const before = message({ waits: true })
    await leave(before)
    answers = [no(true)]
    await timers.runDue()
    expect(await kept(before)).toMatchObject({ state: 'retrying', tries: 1 })
    clock.set(new Date('2026-03-03T14:30:00Z'))
    const [held, urgent, soon, other] = [
      message({ waits: true }),
      message(),
      message({ waits: true, notAfter: new Date('2026-03-03T22:30:00Z') }),
      message({ waits: true, partnerId: 32 }),
    ]
    for (const one of [held, urgent, soon, other]) await leave(one)
    await timers.runDue()
    expect(got.map(({ text }) => text).toSorted()).toEqual(
      [before, urgent, soon, other].map(({ texts }) => texts.text).toSorted(),
    )
    const end = new Date('2026-03-03T23:00:00Z')
    expect(await kept(held)).toMatchObject({ state: 'queued', tries: 0, next_at: end })
    expect(await kept(before)).toMatchObject({ state: 'retrying', tries: 1, next_at: end })
    clock.set(new Date('2026-03-03T22:59:59Z'))
    await timers.runDue()
    expect(got).toHaveLength(4)
    clock.set(end)
    await timers.runDue()
    expect((await kept(held)).state).toBe('sent')
    expect((await kept(before)).state).toBe('sent')
    await db.system.tx((tx) => tx.run(sql`update partner set settings = '{}' where id = 1`))
  })
  it('[SYS-07~] with a code keeps its text no longer than it takes to send, but in development', async () => {
    const code = message({ kind: 'code' })
    await leave(code)
    await timers.runDue()
    expect(await kept(code)).toMatchObject({ state: 'sent', body: null })
    const tried = message({ kind: 'code' })
    await leave(tried)
    const { id } = await kept(tried)
    await sendOne({ ...deps, development: true, providers: { sms: developmentProvider } }, id)
    expect(await kept(tried)).toMatchObject({ state: 'sent', body: tried.texts.text })
  })
  it('[SYS-07~] is sent by one of many workers', async () => {
    const told = message()
    await leave(told)
    const { id } = await kept(told)
    const other = { ...deps, db: data.another() }
    await Promise.all(Array.from({ length: 8 }, (_, at) => sendOne(at % 2 ? deps : other, id)))
    expect(got).toHaveLength(1)
    expect(await kept(told)).toMatchObject({ state: 'sent', tries: 1 })
  })
  it('[SYS-07~] whose worker died is taken up by the next, not sooner than its lease is over, with the same id', async () => {
    const told = message()
    await leave(told)
    const { id } = await kept(told)
    await db.system.tx((tx) =>
      tx.run(
        sql`update outbox_message set state = 'sending', tries = 1, sending_since = ${clock.now()} where id = ${id}`,
      ),
    )
    await timers.runDue()
    expect(got).toEqual([])
    clock.advance(seconds(45))
    await timers.runDue()
    expect(got.map((sent) => sent.id)).toEqual([id])
    expect(await kept(told)).toMatchObject({ state: 'sent', tries: 2 })
  })
})

describe('whoever may leave a message, and read one', () => {
  const staff = (over: Partial<Scope> = {}): Scope => ({
    kind: 'staff',
    mid: 1,
    partnerId: 1,
    unitIds: [2],
    pid: null,
    qid: null,
    'emr.read': 'y',
    'appointment.read': 'y',
    ...over,
  })
  const link: Scope = { ...staff(), kind: 'link', mid: null, pid: 1, qid: 1 }
  it('[SYS-07~] leaves it for the own institution alone, in the own transaction', async () => {
    for (const scope of [staff(), link]) {
      const told = message()
      await db.tx(scope, (tx) => queueMessage(tx, told))
      await timers.runDue()
      expect((await kept(told)).state).toBe('sent')
    }
    await expect(db.tx(staff(), (tx) => queueMessage(tx, message({ partnerId: 32 })))).rejects.toThrow()
  })
  it('[SYS-07~] sees none without the right, those of the own units with it, and no text by the application’s role', async () => {
    const mine = message({ unitId: 2, kind: 'mine' })
    const sibling = message({ unitId: 3, kind: 'sibling' })
    const foreign = message({ partnerId: 32, kind: 'foreign' })
    const testApp = message({ kind: 'house' })
    for (const told of [mine, sibling, foreign, testApp]) await leave(told)
    const seen = (scope: Scope) =>
      db
        .read(
          scope,
          sql<{
            kind: string
          }>`select kind from outbox_message where kind in ('mine', 'sibling', 'foreign', 'house') order by kind`,
        )
        .then((rows) => rows.map(({ kind }) => kind))
    expect(await seen(staff())).toEqual([])
    expect(await seen({ ...link, 'outbox.read': 'y' })).toEqual([])
    expect(await seen(staff({ 'outbox.read': 'y' }))).toEqual(['house', 'mine'])
    expect(await seen(staff({ 'outbox.read': 'y', partnerId: 32, unitIds: [2, 3, 320] }))).toEqual(['foreign'])
    await expect(db.read(staff({ 'outbox.read': 'y' }), sql`select body from outbox_message`)).rejects.toThrow()
    await expect(
      db.tx(staff({ 'outbox.read': 'y' }), (tx) => tx.run(sql`update outbox_message set state = 'sent'`)),
    ).rejects.toThrow()
  })
})

describe('the gateway for text messages', () => {
  let server: Server
  const asked: { headers: IncomingMessage['headers']; body: string }[] = []
  let status = 200
  let sms: Provider
  beforeAll(async () => {
    server = createServer(async (request, response) => {
      let body = ''
      for await (const part of request) body += part
      asked.push({ headers: request.headers, body })
      response.writeHead(status).end(status === 200 ? '{"id":"g-1"}' : 'no')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    sms = smsOverHttp({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/send`, token: 'geheim' })
  })
  afterAll(() => server.close())
  const out: Outgoing = { id: 'm-1', to: '0912345678', subject: null, text: '您好' }

  it('[SYS-07~] gets the message with its id, by which it knows a repeat', async () => {
    expect(await sms.send(out)).toEqual({ ok: true, providerId: 'g-1' })
    expect(asked[0]?.headers).toMatchObject({ 'idempotency-key': 'm-1', authorization: 'Bearer geheim' })
    expect(JSON.parse(asked[0]?.body ?? '')).toEqual({ id: 'm-1', to: '0912345678', text: '您好' })
  })
  it.each([
    [400, false],
    [401, false],
    [429, true],
    [503, true],
  ])('[SYS-07~] that answers %d is worth another try: %s', async (said, temporary) => {
    status = said
    expect(await sms.send(out)).toEqual({ ok: false, temporary, reason: `HTTP ${said}` })
  })
  it('[SYS-07~] that is not there is worth another try, and names nobody', async () => {
    const away = smsOverHttp({ url: 'http://127.0.0.1:9/send?to=0912345678', token: undefined })
    expect(await away.send(out)).toEqual({ ok: false, temporary: true, reason: 'UNREACHABLE' })
  })
})

describe('mail over SMTP', () => {
  const heard: string[] = []
  let refuse = ''
  let offers = ''
  const server = createTcp((socket) => {
    let data = false
    let text = ''
    socket.on('error', () => {})
    socket.write('220 here\r\n')
    socket.on('data', (piece) => {
      text += piece.toString()
      for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n')) {
        const line = text.slice(0, end)
        text = text.slice(end + 2)
        heard.push(line)
        if (data && line !== '.') continue
        if (line === '.') data = false
        if (line === 'DATA') data = true
        if (refuse && line.startsWith('RCPT')) socket.write(`${refuse} no\r\n`)
        else if (line.startsWith('EHLO')) socket.write(`250-here\r\n${offers}250 8BITMIME\r\n`)
        else if (line === 'STARTTLS') {
          socket.write(offers ? '220 go on\r\n' : '502 no\r\n')
          if (offers) socket.once('data', () => socket.end('no TLS at all\r\n'))
        } else if (line === 'QUIT') socket.end('221 bye\r\n')
        else socket.write(line === 'DATA' ? '354 go on\r\n' : '250 ok\r\n')
      }
    })
  })
  let mail: Provider
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    mail = mailOverSmtp({
      host: '127.0.0.1',
      port,
      secure: false,
      user: undefined,
      password: undefined,
      from: 'care@hean.example',
    })
  })
  afterAll(() => server.close())
  afterEach(() => {
    refuse = ''
    offers = ''
    heard.length = 0
  })
  const out: Outgoing = {
    id: 'm-2',
    to: 'lin@hean.example',
    subject: '通知\r\nBcc: all@x',
    text: '.\r\n.\r\n您好'.repeat(40),
  }

  it('[SYS-07~] carries a letter whose text and subject can say anything', async () => {
    expect(await mail.send(out)).toEqual({ ok: true, providerId: null })
    expect(heard.filter((socket) => /^(MAIL|RCPT|DATA|Bcc)/.test(socket))).toEqual([
      'MAIL FROM:<care@hean.example>',
      'RCPT TO:<lin@hean.example>',
      'DATA',
    ])
    const sent = heard.slice(heard.indexOf('DATA') + 1, heard.indexOf('.'))
    const [head, body] = [sent.slice(0, sent.indexOf('')), sent.slice(sent.indexOf('') + 1)]
    expect(Buffer.from(body.join(''), 'base64').toString().replaceAll('\r\n', '\n')).toBe(
      out.text.replaceAll('\r\n', '\n'),
    )
    expect(Math.max(...body.map((socket) => socket.length))).toBeLessThanOrEqual(76)
    const subject = [...head.join('').matchAll(/=\?UTF-8\?B\?(.*?)\?=/g)].map(([, part = '']) =>
      Buffer.from(part, 'base64'),
    )
    expect(Buffer.concat(subject).toString()).toBe('通知 Bcc: all@x')
    expect(head).toContain('Message-ID: <m-2@hean.example>')
  })
  it.each([
    ['550', false],
    ['451', true],
  ])('[SYS-07~] refused with %s is worth another try: %s', async (said, temporary) => {
    refuse = said
    expect(await mail.send(out)).toEqual({ ok: false, temporary, reason: `SMTP ${said}` })
  })
  it('[SYS-07~] goes to an address and not to a command; a password never over an open line', async () => {
    expect(await mail.send({ ...out, to: 'a@b>\r\nRCPT TO:<c@d' })).toMatchObject({ ok: false, temporary: false })
    const { port } = server.address() as AddressInfo
    const open = mailOverSmtp({ host: '127.0.0.1', port, secure: false, user: 'u', password: 'p', from: 'a@b.example' })
    const unreachable = { ok: false, temporary: true, reason: 'UNREACHABLE' }
    expect(await open.send(out)).toEqual(unreachable)
    // Where TLS was offered and fails, nothing follows in the clear, whether or not a password would.
    offers = '250-STARTTLS\r\n'
    for (const one of [open, mail]) expect(await one.send(out)).toEqual(unreachable)
    expect(heard.filter((socket) => /^(AUTH|MAIL)/.test(socket))).toEqual([])
  })
})
