import { randomUUID } from 'node:crypto'
import type { ChatMessage, ChatPage } from '@teleward/contract/chat/schema.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Clinic, openClinic, type Staff } from '../consultation/calls/fixture.ts'
import { sql } from '../platform/db/index.ts'

let clinic: Clinic
beforeAll(async () => {
  clinic = await openClinic()
})
afterAll(() => clinic.close())

const api = (path: string) => `/his/api/${path}`
const open = (who: Staff) => who.post<ChatPage>(api('chatmsgbymid'), { pid: 201 })
const say = (who: Staff, id: number, textContent: string) =>
  who.post<ChatMessage>(api('savechatmsg'), { id, clientId: randomUUID(), textContent })

it('[CHAT-12] which patient’s conversation: opened, gone through, found by a word, or taken out as a file, each is kept with who', async () => {
  // Of unit 2, but for dr.away; 吳秀鳳 (201) is of unit 2.
  const who = (account: string) => clinic.staff(account)
  const [lin, wang, chen, away] = [
    await who('dr.lin'),
    await who('dr.wang'),
    await who('nurse.chen'),
    await who('dr.away'),
  ]
  const { id } = (await open(lin)).data.conversation
  const { seq } = (await say(lin, id, '請記得量體溫')).data
  const since = (await clinic.data.db.system.read(sql<{ id: string }>`select max(id) as id from audit_log`))[0]?.id
  const ways: [action: string, read: () => Promise<{ status: number }>][] = [
    ['POST /his/api/chatmsgbymid', () => open(chen)],
    ['GET /his/api/messages/{id}', () => chen.get(api(`messages/${id}?around=${seq}`))],
    ['POST /his/api/messagesearches', () => chen.post(api('messagesearches'), { q: '量體溫' })],
    ['POST /his/api/messagesearches', () => chen.post(api('messagesearches'), { q: '量體溫', id })],
    [
      'POST /his/api/excelchatlog',
      () =>
        chen.request(api('excelchatlog'), {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ id }),
        }),
    ],
  ]
  for (const [action, read] of ways) expect((await read()).status, action).toBe(200)
  // Whose search finds nothing of it, and who is refused, has not read.
  expect((await wang.post(api('messagesearches'), { q: '沒有這句話' })).status).toBe(200)
  expect((await open(away)).code).toBe('CHAT_NOT_ALLOWED')
  const rows = await clinic.data.db.system.read(sql<{ mid: number; pid: number; action: string; target: string }>`
    select mid, pid, action, target_id as target from audit_log
    where id > ${since ?? 0}::bigint and pid = 201 and outcome = 'OK' and target_kind = 'conversation' order by id`)
  expect(rows).toEqual(ways.map(([action]) => ({ mid: chen.mid, pid: 201, action, target: String(id) })))
})

it('[CHAT-12~] a list that shows how a patient’s last words begin is kept with whose they are: the recent ones, a page of all, people found by name', async () => {
  const chen = await clinic.staff('nurse.chen')
  const lin = await clinic.staff('dr.lin')
  const { id } = (await open(lin)).data.conversation
  await say(lin, id, '請記得量體溫')
  // 203 has a conversation in which nothing was said: nothing of it is shown.
  await lin.post(api('chatmsgbymid'), { pid: 203 })
  const since = (await clinic.data.db.system.read(sql<{ id: string }>`select max(id) as id from audit_log`))[0]?.id
  expect((await chen.get(api('contacts'))).text).toContain('請記得量體溫')
  expect((await chen.get(api('chatcontact3/1'))).text).toContain('請記得量體溫')
  expect((await chen.post(api('messagesearches'), { q: '吳秀鳳' })).text).toContain('請記得量體溫')
  const rows = await clinic.data.db.system.read(sql<{ action: string; kind: string; target: string; detail: object }>`
    select action, target_kind as kind, target_id as target, detail from audit_log
    where id > ${since ?? 0}::bigint and mid = ${chen.mid} and outcome = 'OK' order by id`)
  const detail = expect.objectContaining({ pids: [201] })
  expect(rows).toEqual([
    { action: 'GET /his/api/contacts', kind: 'conversations', target: 'recent', detail },
    { action: 'GET /his/api/chatcontact3/{page}', kind: 'conversations', target: 'page 1', detail },
    { action: 'POST /his/api/messagesearches', kind: 'search', target: 'all', detail },
  ])
  // The words themselves are in no row.
  expect(JSON.stringify(rows)).not.toContain('體溫')
})
