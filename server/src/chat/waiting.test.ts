import { randomUUID } from 'node:crypto'
import type { ChatHead, ChatMessage, ChatPage, Contacts } from '@teleward/contract/chat/schema.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Clinic, openClinic, type Staff } from '../consultation/calls/fixture.ts'
import { sql } from '../platform/db/index.ts'

let clinic: Clinic
let lin: Staff
beforeAll(async () => {
  clinic = await openClinic()
  lin = await clinic.staff('dr.lin')
})
afterAll(() => clinic.close())

const api = (path: string) => `/his/api/${path}`
const contacts = async (who: Staff) => (await who.get<Contacts>(api('contacts'))).data
const conversation = async (who: Staff, pid: number) =>
  (await who.post<ChatPage>(api('chatmsgbymid'), { pid })).data.conversation.id
const answer = (id: number) =>
  lin.post<ChatMessage>(api('savechatmsg'), { id, clientId: randomUUID(), textContent: '看到了' })
/** The patient's own word, at a minute of the day. */
const patientSays = (id: number, minute: number) =>
  clinic.data.db.system.tx(async (tx) => {
    const at = new Date(clinic.clock.now().getTime() - 86_400_000 + minute * 60_000)
    await tx.run(
      sql`update chat_conversation set last_seq = last_seq + 1, last_at = ${at}::timestamptz where id = ${id}`,
    )
    await tx.run(sql`insert into chat_message (conversation_id, seq, partner_id, author_mid, client_id, body, sent_at)
      select id, last_seq, partner_id, null, ${randomUUID()}::uuid, '請問', ${at}::timestamptz from chat_conversation where id = ${id}`)
  })
const member = (unit: number, n: number) =>
  clinic.data.db.system.tx(async (tx) => {
    const { pid } = await tx.one(sql<{ pid: number }>`
      insert into member (member_no, name, gender, birthday) values (${`W${unit}-${n}`}, ${`候${n}`}, 'female', '1960-01-01') returning pid`)
    await tx.run(sql`insert into member_unit (pid, partner_id, unit_id) values (${pid}, 1, ${unit})`)
    return pid
  })

describe('who waits longest for an answer', () => {
  it('is looked for among all conversations, by the first word that nobody answered, also off one’s own list', async () => {
    const ids: number[] = []
    for (let n = 0; n < 12; n++) ids.push(await conversation(lin, await member(2, n)))
    // The first ones wait since morning; the last eight are the recent ones. The very first says something again at noon.
    for (const [n, id] of ids.entries()) await patientSays(id, n)
    await patientSays(ids[0] ?? 0, 300)
    await answer(ids[1] ?? 0)
    await lin.post(api('removecontact'), { id: ids[2] })
    const { waiting, patients } = await contacts(lin)
    expect(patients).toHaveLength(8)
    expect(waiting.map(({ conversationId }) => conversationId)).toEqual([ids[0], ids[2], ids[3]])
    expect(waiting.map(({ pname, waits }) => [pname, waits])).toEqual([
      ['候0', true],
      ['候2', true],
      ['候3', true],
    ])
    const since = waiting.map(({ waitingSince }) => Date.parse(waitingSince))
    expect(since).toEqual([0, 2, 3].map((n) => clinic.clock.now().getTime() - 86_400_000 + n * 60_000))
    expect(patients.map(({ conversationId }) => conversationId)).not.toContain(ids[3])
    await answer(ids[0] ?? 0)
    expect((await contacts(lin)).waiting.map(({ conversationId }) => conversationId)).toEqual([ids[2], ids[3], ids[4]])
  })

  it('[CHAT-03~] where unread words stand is told of all of the own list, also behind the recent eight, the newest first', async () => {
    const chen = await clinic.staff('nurse.chen')
    const wang = await clinic.staff('dr.wang')
    const pair = (await wang.post<ChatHead>(api('newdoctorchat'), { mid: chen.mid })).data.id
    await wang.post<ChatMessage>(api('savechatmsg'), { id: pair, clientId: randomUUID(), textContent: '在嗎' })
    const ids: number[] = []
    for (let n = 40; n < 52; n++) ids.push(await conversation(lin, await member(2, n)))
    for (const [n, id] of ids.entries()) await patientSays(id, 400 + n)
    // Of these twelve she has read all but the oldest; that one lies behind the eight of the screen.
    for (const id of ids.slice(1))
      await chen.request(api('messagereads'), {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ id, seq: 1 }),
      })
    const told = await contacts(chen)
    expect(told.patients.map(({ conversationId }) => conversationId)).not.toContain(ids[0])
    expect(told.unreadFirst).toEqual([
      { kind: 'staff', id: wang.mid, conversationId: pair },
      { kind: 'patient', id: expect.any(Number), conversationId: ids[0] },
    ])
    await chen.post(api('removecontact'), { id: pair })
    expect((await contacts(chen)).unreadFirst.map(({ conversationId }) => conversationId)).not.toContain(pair)
    // One's own words are unread for nobody of oneself.
    expect((await contacts(wang)).unreadFirst.map(({ kind }) => kind)).not.toContain('staff')
  })

  it('names nobody of another unit, nobody whose membership is disabled, and nothing to who writes to no patients', async () => {
    const away = await clinic.staff('dr.away')
    const far = await conversation(away, await member(3, 20))
    await patientSays(far, -60)
    expect((await contacts(away)).waiting.map(({ conversationId }) => conversationId)).toEqual([far])
    expect((await contacts(lin)).waiting.map(({ conversationId }) => conversationId)).not.toContain(far)
    const [oldest] = (await contacts(lin)).waiting
    await clinic.data.db.system.tx((tx) =>
      tx.run(sql`update member_unit set status = 'disabled' where pid = ${oldest?.pid ?? 0}`),
    )
    expect((await contacts(lin)).waiting.map(({ pid }) => pid)).not.toContain(oldest?.pid)
    const kao = await clinic.staff('agent.kao')
    expect((await contacts(kao)).waiting ?? []).toEqual([])
  })
})
