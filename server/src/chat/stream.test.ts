import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import type { ChatHead, ChatMessage, ChatPage } from '@teleward/contract/chat/schema.ts'
import { COMPLETE } from '@teleward/contract/handoffs/rules.ts'
import type { HandoffDetail } from '@teleward/contract/handoffs/schema.ts'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type App, createApp } from '../app.ts'
import { redisOfTests } from '../platform/testing/redis-server.ts'
import { type Clinic, openClinic, type Staff, until } from '../consultation/calls/fixture.ts'
import { readConfig } from '../platform/config.ts'

/** Two processes of one system. */
let clinic: Clinic
let two: App
let bases: [string, string]
let lin: Staff
let chen: Staff
beforeAll(async () => {
  clinic = await openClinic()
  const config = readConfig({ PORT: '0', LOG_LEVEL: 'silent', DEMO: '0', DATA_DIR: clinic.dataDir, ...redisOfTests() })
  two = await createApp({ config, db: clinic.data.another(clinic.clock), clock: clinic.clock, rate: 1_000_000 })
  bases = [clinic.base, (await two.listen()).replace('[::1]', '127.0.0.1')]
  ;[lin, chen] = await Promise.all([clinic.staff('dr.lin'), clinic.staff('nurse.chen')])
})
afterAll(async () => {
  await two?.close()
  await clinic?.close()
})
const api = (path: string) => `/his/api/${path}`

/** Sent, and the line lost before the answer: whether it arrived nobody knows. */
const cutOff = (base: string, body: string, after: number) =>
  new Promise<void>((resolve) => {
    const headers = { authorization: `Bearer ${lin.token}`, 'content-type': 'application/json' }
    const asked = request(base + api('savechatmsg'), { method: 'POST', headers })
    asked.on('error', () => undefined)
    asked.on('close', () => resolve())
    asked.on('response', (answer) => answer.resume())
    asked.end(body, () => setTimeout(() => asked.destroy(), after))
  })
const deliver = async (base: string, body: string): Promise<ChatMessage> => {
  const headers = { authorization: `Bearer ${lin.token}`, 'content-type': 'application/json' }
  const answer = await fetch(base + api('savechatmsg'), { method: 'POST', headers, body })
  return ((await answer.json()) as { data: ChatMessage }).data
}

interface Heard {
  cursor: number
  seq: number
}
/** A page that hears of one conversation, loses its line, and comes back by its cursor, to the other process. */
function listener(conversation: number) {
  const heard: Heard[] = []
  const met = new Set<number>()
  let cursor: number | undefined
  let turn = 0
  const connect = () => {
    const socket = io(`${bases[turn++ % 2]}/staff`, {
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      auth: { token: chen.token, ...(cursor === undefined ? {} : { cursor }) },
    })
    // What happens while one comes back may be there before what was missed: until then it moves no cursor, as on a page.
    let resumed = false
    socket.on('resume', (message: { cursor: number }) => {
      resumed = true
      cursor = Math.max(cursor ?? 0, message.cursor)
    })
    const take = (event: { cursor: number; type: string; payload: { id: number; seq: number } }) => {
      if (resumed) cursor = Math.max(cursor ?? 0, event.cursor)
      // An event may come by the line and once more with what was missed: its cursor says that it is the same.
      if (met.has(event.cursor)) return
      met.add(event.cursor)
      const { id, seq } = event.payload
      if (event.type === 'chat.message' && id === conversation) heard.push({ cursor: event.cursor, seq })
    }
    socket.on('receive_message', take)
    return socket
  }
  let socket = connect()
  return {
    heard,
    connected: () => until(async () => cursor !== undefined),
    again: () => {
      socket.disconnect()
      socket = connect()
    },
    close: () => socket.disconnect(),
  }
}

describe('a stream of messages', () => {
  it('[CHAT-08] through 100 lost lines, each word tried again at the other of two processes: none lost, none doubled, none out of order, for who writes and for who hears', async () => {
    const { id } = (await lin.post<ChatHead>(api('newdoctorchat'), { mid: chen.mid })).data
    const page = listener(id)
    await page.connected()
    const words = Array.from({ length: 50 }, (_, n) => ({ clientId: randomUUID(), textContent: `第 ${n + 1} 句` }))
    let late = 0
    for (const [n, word] of words.entries()) {
      const body = JSON.stringify({ id, ...word })
      await cutOff(bases[n % 2] ?? '', body, n % 9)
      page.again()
      const answer = await deliver(bases[(n + 1) % 2] ?? '', body)
      expect(answer.seq).toBe(n + 1)
      // Tried once more although it was answered: as a page does whose tab was closed over the answer.
      if (n % 10 === 0) late += Number((await deliver(bases[n % 2] ?? '', body)).id !== answer.id)
    }
    expect(late).toBe(0)
    await until(async () => page.heard.length >= words.length)
    // In the order of the log, in which a page puts them.
    const inOrder = page.heard.toSorted((a, b) => a.cursor - b.cursor)
    expect(inOrder.map(({ seq }) => seq)).toEqual(words.map((_, n) => n + 1))
    page.close()
    const { data } = await chen.get<ChatPage>(`${api(`messages/${id}`)}?limit=100`)
    expect(data.messages.map(({ seq, textContent }) => [seq, textContent])).toEqual(
      words.map(({ textContent }, n) => [n + 1, textContent]),
    )
  })
})

describe('what control texts said', () => {
  it('[CHAT-09] comes as an event of its own, which its person hears, leaves its entry or alert and makes stale what shows it; no count of messages has it, and typed by a person it is a text that counts', async () => {
    const line = await chen.line()
    const counts = async () => (await chen.get<{ messages: number; todo: number }>(api('counts'))).data
    const entries = async () =>
      (await chen.get<{ what: string }[]>(api('notifications'))).data.map(({ what }) => what).toSorted()
    const before = await counts()
    const left = await entries()

    const todo = { content: '追蹤血糖', recipientMid: chen.mid }
    expect((await lin.post(api('todolist'), todo)).code).toBe('OK')
    await line.waitFor('todo.arrived', ({ what }) => what === 'new')
    const own = await chen.post<HandoffDetail>(api('todolist'), { content: '看報告', recipientMid: lin.mid })
    const done = { id: own.data.id, version: own.data.version, status: COMPLETE }
    const put = (path: string, body: object) =>
      lin.request(api(path), {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    expect((await put('todoliststatus', done)).status).toBe(200)
    await line.waitFor('todo.changed', ({ what }) => what === 'completed')
    const leave = { from: '2026-03-23', to: '2026-03-24', reason: '進修' }
    expect((await lin.post(api('updateLeave'), leave)).code).toBe('OK')
    await line.waitFor('shift.changed', ({ concerned }) => (concerned as number[]).includes(chen.mid))
    const audience = [{ kind: 'staff', mids: [chen.mid] }]
    const sendAt = new Date(clinic.clock.now().getTime() + 60_000)
    expect((await lin.post(api('notices'), { content: '停電演練', sendAt, audience })).code).toBe('OK')
    await clinic.pass(61_000)
    await line.waitFor('notice.arrived', ({ what }) => what === 'notice.arrived')

    const now = await counts()
    expect((await entries()).filter((what) => !left.includes(what))).toEqual([
      'notice.arrived',
      'shift.changed',
      'todo.completed',
      'todo.new',
    ])
    expect([now.messages, now.todo - before.todo]).toEqual([before.messages, 1])
    expect(line.heard.filter(({ type }) => type.startsWith('chat.'))).toEqual([])

    const { id } = (await lin.post<ChatHead>(api('newdoctorchat'), { mid: chen.mid })).data
    const from = line.heard.length
    for (const [n, text] of ['Notify send', 'TODO send', 'MyTODO send', 'MyShift send'].entries()) {
      const sent = await lin.post<ChatMessage>(api('savechatmsg'), { id, clientId: randomUUID(), textContent: text })
      expect(sent.data.textContent).toBe(text)
      await line.waitFor('chat.message', ({ seq }) => seq === sent.data.seq)
      expect((await counts()).messages).toBe(before.messages + n + 1)
    }
    expect(new Set(line.heard.slice(from).map(({ type }) => type))).toEqual(new Set(['chat.message']))
    line.close()
  })
})
