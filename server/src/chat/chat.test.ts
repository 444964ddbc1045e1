import { randomUUID } from 'node:crypto'
import type { ChatHead, ChatMessage, ChatPage, Contacts, PatientContact } from '@teleward/contract/chat/schema.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Clinic, openClinic, type Reply, type Staff } from '../consultation/calls/fixture.ts'
import { scopeOf } from '../platform/actor.ts'
import { sql } from '../platform/db/index.ts'
import { readXlsx } from '../platform/xlsx/read.ts'
import { lengthen } from './fixture.ts'

/** dr.lin, dr.wang and nurse.chen of unit 2; dr.away of unit 3; dr.far of another institution; 吳秀鳳 (201) of unit 2 alone. */
let clinic: Clinic
let lin: Staff
let wang: Staff
let chen: Staff
let kao: Staff
let away: Staff
let far: Staff
beforeAll(async () => {
  clinic = await openClinic()
  ;[lin, wang, chen, kao, away, far] = (await Promise.all(
    ['dr.lin', 'dr.wang', 'nurse.chen', 'agent.kao', 'dr.away', 'dr.far'].map((account) => clinic.staff(account)),
  )) as [Staff, Staff, Staff, Staff, Staff, Staff]
})
afterAll(() => clinic.close())

const api = (path: string) => `/his/api/${path}`
const ofPatient = (who: Staff, pid = 201, over: object = {}) =>
  who.post<ChatPage>(api('chatmsgbymid'), { pid, ...over })
const say = (who: Staff, id: number, textContent: string, over: object = {}) =>
  who.post<ChatMessage>(api('savechatmsg'), { id, clientId: randomUUID(), textContent, ...over })
const put = async <T>(who: Staff, path: string, body: object): Promise<Reply<T>> => {
  const response = await who.request(api(path), {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  const { status, data } = JSON.parse(text) as { status: string; data: T }
  return { status: response.status, code: status, data, headers: response.headers, text }
}
const readTo = (who: Staff, id: number, seq: number) => put<{ readSeq: number }>(who, 'messagereads', { id, seq })
const contacts = async (who: Staff) => (await who.get<Contacts>(api('contacts'))).data
const unread = async (who: Staff) => (await contacts(who)).unread
const texts = ({ data }: { data: ChatPage }) => data.messages.map(({ textContent }) => textContent)
const group = async (who: Staff, members: number[], name = '早會') =>
  (await who.post<{ id: number }>(api('groupmembers'), { action: 'create', name, members })).data.id

/** As if these had been sent 25 hours before. */
const back = (which: string) =>
  clinic.data.db.owner(`alter table chat_message disable trigger guard_chat_message;
    update chat_message set sent_at = sent_at - interval '25 hours' where ${which};
    alter table chat_message enable trigger guard_chat_message;`)

describe('a conversation with a patient', () => {
  it('[CHAT-01~] [CHAT-02~] [CHAT-03~] [CHAT-12~] is of the unit: each of its people writes and reads in it, live, and who read is known', async () => {
    const socket = await chen.line()
    const { id } = (await ofPatient(lin)).data.conversation
    expect((await ofPatient(chen)).data.conversation.id).toBe(id)
    const sent = await say(lin, id, '藥吃了嗎？')
    expect(sent.data).toMatchObject({
      seq: 1,
      from_mid: 101,
      fromMe: true,
      textContent: '藥吃了嗎？',
      isSent: true,
      isSeen: false,
      recall: null,
    })
    const heard = await socket.waitFor('chat.message', (payload) => payload.id === id)
    expect(heard).toMatchObject({ seq: 1, mid: 101 })
    expect(JSON.stringify(socket.heard)).not.toMatch(/藥|吳秀鳳/)
    const page = await ofPatient(chen)
    expect(page.data.conversation.patient).toMatchObject({ pid: 201, pname: '吳秀鳳', unitId: 2, waits: false })
    expect(page.data.messages).toMatchObject([{ from: { name: '林書妍' }, fromMe: false }])
    const rows = await clinic.data.db.system.read(sql<{ mid: number; pid: number; action: string }>`
      select mid, pid, action from audit_log where target_kind = 'conversation' and target_id = ${String(id)} order by id`)
    expect(rows).toContainEqual({ mid: 103, pid: 201, action: 'POST /his/api/chatmsgbymid' })
    expect(rows).toContainEqual({ mid: 101, pid: 201, action: 'POST /his/api/savechatmsg' })
    socket.close()
  })

  it('[CHAT-11~] is closed to whoever has not the patient in a unit, has no right to write to patients, or is of another institution', async () => {
    const { id } = (await ofPatient(lin)).data.conversation
    for (const who of [away, far]) {
      expect((await ofPatient(who)).code).toBe('CHAT_NOT_ALLOWED')
      expect((await say(who, id, '你好')).code).toBe('CHAT_NOT_ALLOWED')
      const read = await who.get(api(`messages/${id}`))
      expect([read.code, read.text.includes('藥')]).toEqual(['CHAT_NOT_ALLOWED', false])
      expect((await who.post(api('excelchatlog'), { id })).code).toBe('CHAT_NOT_ALLOWED')
      expect((await readTo(who, id, 1)).code).toBe('CHAT_NOT_ALLOWED')
      expect((await who.post<{ messages: unknown[] }>(api('messagesearches'), { q: '藥' })).data.messages).toEqual([])
    }
    // An agent of the very unit: writes to staff, and to no patient.
    expect((await ofPatient(kao)).status).toBe(403)
    expect((await say(kao, id, '你好')).code).toBe('CHAT_NOT_ALLOWED')
    expect((await contacts(kao)).patients).toEqual([])
    // Unknown answers as foreign does.
    expect((await say(lin, 999_999, '你好')).code).toBe('CHAT_NOT_ALLOWED')
    expect((await ofPatient(lin, 204)).code).toBe('CHAT_NOT_ALLOWED')
  })

  it('[CHAT-11~] a conversation that is not one’s own answers as one that there is not, in every call', async () => {
    const { id } = (await ofPatient(lin)).data.conversation
    const team = await group(lin, [chen.mid], '夜間')
    const said = (await say(lin, team, '只給我們')).data
    const none = 999_999
    const plain = ({ status, text }: Reply<unknown>) => [status, text.replace(/"requestId":"[^"]+"/, '')]
    const calls: [name: string, ask: (who: Staff, one: number) => Promise<Reply<unknown>>][] = [
      ['messages', (who, one) => who.get(api(`messages/${one}`))],
      ['chatmsggroup', (who, one) => who.post(api('chatmsggroup'), { id: one })],
      ['savechatmsg', (who, one) => say(who, one, '你好')],
      ['removecontact', (who, one) => who.post(api('removecontact'), { id: one })],
      ['messagesearches', (who, one) => who.post(api('messagesearches'), { q: '只', id: one })],
      ['excelchatlog', (who, one) => who.post(api('excelchatlog'), { id: one })],
      ['messagereads', (who, one) => readTo(who, one, 1)],
      ['groupmembers', (who, one) => who.post(api('groupmembers'), { action: 'rename', id: one, name: 'x' })],
      ['chatlinks', (who, one) => who.post(api('chatlinks'), { id: one })],
    ]
    for (const [name, ask] of calls)
      for (const who of [away, far, wang]) {
        const answer = plain(await ask(who, none))
        expect([name, answer[0]]).toEqual([name, 403])
        // dr.wang is of the patient's unit and not of the group.
        for (const one of who === wang ? [team] : [id, team]) expect(plain(await ask(who, one)), name).toEqual(answer)
      }
    await readTo(chen, team, said.seq)
    const recall = (who: Staff, one: number) => who.post(api('recycleMessage'), { id: one })
    expect(plain(await recall(wang, said.id))).toEqual(plain(await recall(wang, none)))
    for (const who of [away, far]) expect(plain(await ofPatient(who, 201))).toEqual(plain(await ofPatient(who, none)))
  })

  it('[CHAT-11~] closes with the membership, for whoever had it open', async () => {
    const { id } = (await ofPatient(lin, 202)).data.conversation
    expect((await say(lin, id, '您好')).status).toBe(200)
    await clinic.data.db.system.tx((tx) => tx.run(sql`update member_unit set status = 'disabled' where pid = 202`))
    expect((await say(lin, id, '還在嗎')).code).toBe('CHAT_NOT_ALLOWED')
    expect((await lin.get(api(`messages/${id}`))).code).toBe('CHAT_NOT_ALLOWED')
    await clinic.data.db.system.tx((tx) => tx.run(sql`update member_unit set status = 'active' where pid = 202`))
    expect(texts(await ofPatient(lin, 202))).toEqual(['您好'])
  })

  it('[CHAT-02] has its text, its time, whether it was sent, seen, by how many read and taken back; its event has the fields of the wire in each kind of conversation', async () => {
    const lines = { chen: await chen.line(), wang: await wang.line() }
    const team = await group(lin, [chen.mid, wang.mid], '欄位')
    const pair = (await lin.post<ChatHead>(api('newdoctorchat'), { mid: wang.mid })).data.id
    const patient = (await ofPatient(lin)).data.conversation.id
    const at = clinic.clock.now().toISOString()
    const kinds = [
      { id: patient, to_mid_type: 0, msg_group_id: null },
      { id: pair, to_mid_type: 1, msg_group_id: null, other: true },
      { id: team, to_mid_type: 2, msg_group_id: team },
    ]
    for (const { id, other, ...wire } of kinds) {
      const [reader, line] = other ? [wang, lines.wang] : [chen, lines.chen]
      const { data: sent } = await say(lin, id, '今天的事')
      const stood = async () =>
        (await reader.get<ChatPage>(api(`messages/${id}`))).data.messages.find(({ seq }) => seq === sent.seq)
      const said = { from_mid: lin.mid, textContent: '今天的事', time: sent.time, isSent: true, recall: null }
      expect(new Date(sent.time).toISOString()).toBe(at)
      expect(sent).toMatchObject({ ...said, fromMe: true, isSeen: false, readBy: 0 })
      expect(await stood()).toMatchObject({ ...said, fromMe: false, isSeen: false, readBy: 0 })
      expect(await line.waitFor('chat.message', (event) => event.id === id && event.seq === sent.seq)).toMatchObject({
        ...{ from_mid: lin.mid, name: '林書妍', type: 'text', date_time: at, msg_txt: null },
        ...wire,
      })
      await readTo(reader, id, sent.seq)
      // The patient has not seen what a colleague has.
      expect(await stood()).toMatchObject({ isSeen: wire.to_mid_type !== 0, readBy: 1 })
      await lin.post(api('recycleMessage'), { id: sent.id })
      const recall = { time: sent.time, by: { mid: lin.mid, name: '林書妍' } }
      expect(await stood()).toMatchObject({ textContent: null, isSent: true, readBy: 1, recall })
    }
    for (const line of Object.values(lines)) {
      expect(JSON.stringify(line.heard)).not.toContain('今天的事')
      line.close()
    }
  })

  it('[CHAT-02~] refuses what is empty and what is too long, and takes a command for the text it is', async () => {
    const { id } = (await ofPatient(lin)).data.conversation
    expect((await say(lin, id, ' \n ')).code).toBe('MESSAGE_EMPTY')
    expect((await say(lin, id, '字'.repeat(5001))).code).toBe('MESSAGE_TOO_LONG')
    expect((await say(lin, id, '😀'.repeat(5000))).status).toBe(200)
    expect((await say(lin, id, 'x', { reply: 99 })).code).toBe('NOT_FOUND')
    expect((await say(lin, id, 'x', { clientId: 'no' })).code).toBe('BAD_INPUT')
  })

  it('[CHAT-09~] takes what a control message would say for a text: it counts as any, and rings no bell', async () => {
    const socket = await wang.line()
    const made = await lin.post<ChatHead>(api('newdoctorchat'), { mid: wang.mid })
    for (const text of ['Notify send', 'TODO send', 'MyTODO send', 'MyShift send', 'refresh']) {
      const before = (await unread(wang)).doctors
      expect((await say(lin, made.data.id, text)).data.textContent).toBe(text)
      expect((await unread(wang)).doctors).toBe(before + 1)
    }
    await socket.waitFor('chat.message', ({ seq }) => seq === 5)
    expect(new Set(socket.heard.map(({ type }) => type))).toEqual(new Set(['chat.message']))
    await readTo(wang, made.data.id, 5)
    socket.close()
  })
})

describe('order', () => {
  it('[CHAT-08~] a message that is sent again is the first one, and many at once have each their own number', async () => {
    const { id } = (await lin.post<ChatHead>(api('newdoctorchat'), { mid: chen.mid })).data
    const clientId = randomUUID()
    const [one, two] = await Promise.all([say(lin, id, '一次', { clientId }), say(lin, id, '一次', { clientId })])
    expect(one.data.id).toBe(two.data.id)
    // Another's page may have made the same number: it is no retry of it.
    expect((await say(chen, id, '另一個', { clientId })).data.seq).toBe(2)
    const many = Array.from({ length: 24 }, (_, n) => ({ who: n % 2 ? lin : chen, text: `第${n}` }))
    const sent = await Promise.all(many.map(({ who, text }) => say(who, id, text)))
    expect(sent.map(({ data }) => data.seq).toSorted((a, b) => a - b)).toEqual(many.map((_, n) => n + 3))
    const page = await lin.post<ChatPage>(api('chatdoctormsgbymid'), { mid: chen.mid })
    expect(page.data.messages.map(({ seq }) => seq)).toEqual(many.map((_, n) => n + 1).concat(25, 26))
  })

  it('[CHAT-10~] is asked for by pages before, after, around and from a day on', async () => {
    const { id } = (await lin.post<ChatHead>(api('newdoctorchat'), { mid: away.mid })).data
    for (let n = 1; n <= 12; n += 1) await say(lin, id, `${n}`)
    await back(`conversation_id = ${id} and seq <= 6`)
    const window = async (query: string) => {
      const { data } = await away.get<ChatPage>(api(`messages/${id}?limit=4&${query}`))
      return [data.messages.map(({ seq }) => seq), data.older, data.newer]
    }
    expect(await window('')).toEqual([[9, 10, 11, 12], true, false])
    expect(await window('before=9')).toEqual([[5, 6, 7, 8], true, true])
    expect(await window('before=3')).toEqual([[1, 2], false, true])
    expect(await window('after=10')).toEqual([[11, 12], true, false])
    expect(await window('around=6')).toEqual([[5, 6, 7, 8], true, true])
    expect(await window('date=2026-03-12')).toEqual([[7, 8, 9, 10], true, true])
    expect((await far.get(api(`messages/${id}`))).code).toBe('CHAT_NOT_ALLOWED')
    expect((await wang.get(api(`messages/${id}`))).code).toBe('CHAT_NOT_ALLOWED')
  })
})

describe('read and unread', () => {
  it('[CHAT-03~] [SHELL-17~] counts the words of others, in each kind and in all, down to nought when read, and tells the author', async () => {
    const id = await group(chen, [lin.mid, wang.mid], '夜班')
    const start = (await unread(wang)).groups
    const author = await chen.line()
    await say(chen, id, '交班')
    await say(chen, id, '三床發燒')
    expect((await unread(wang)).groups).toBe(start + 2)
    expect((await unread(chen)).groups).toBe(0)
    const all = async () => (await wang.get<{ messages: number }>(api('counts'))).data.messages
    const todo = async () =>
      (await wang.get<{ kind: string; count: number }[]>(api('dashboards/todos'))).data.find(
        ({ kind }) => kind === 'chats',
      )?.count
    const before = await all()
    expect(await todo()).toBe(before)
    // Further than the last nobody has read, and never back.
    expect((await readTo(wang, id, 99)).data.readSeq).toBe(2)
    expect((await readTo(wang, id, 1)).data.readSeq).toBe(2)
    expect((await unread(wang)).groups).toBe(start)
    expect([await all(), await todo()]).toEqual([before - 2, before - 2])
    expect(await author.waitFor('chat.read', (payload) => payload.id === id)).toMatchObject({ seq: 2, mid: wang.mid })
    const page = await chen.post<ChatPage>(api('chatmsggroup'), { id })
    expect(page.data.messages.map(({ isSeen, readBy }) => [isSeen, readBy])).toEqual([
      [true, 1],
      [true, 1],
    ])
    await readTo(lin, id, 2)
    author.close()
  })
})

describe('recall', () => {
  it('[CHAT-04] takes the text from everywhere at once and for good, and leaves the mark, also in the answers to it', async () => {
    const { id } = (await ofPatient(lin)).data.conversation
    const socket = await wang.line()
    const secret = `誤送 ${randomUUID()}`
    const sent = (await say(lin, id, secret)).data
    await say(wang, id, '收到', { reply: sent.seq })
    const late = (await say(lin, id, '再一句')).data
    expect((await wang.post(api('recycleMessage'), { id: sent.id })).code).toBe('RECALL_NOT_OWN')
    expect((await away.post(api('recycleMessage'), { id: sent.id })).code).toBe('NOT_FOUND')
    // What a key answers again is kept for a day: it must not keep the words.
    const team = await group(lin, [wang.mid], '收回')
    const other = (await say(lin, team, secret)).data
    const keys = ['contacts', 'groupmembers'].map((path) => [path, randomUUID()] as const)
    const keyed = (path: string, key: string) =>
      lin.request(api(path), {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify(path === 'contacts' ? { pid: 201 } : { action: 'rename', id: team, name: '收回二' }),
      })
    await say(lin, id, secret).then(({ data }) => lin.post(api('recycleMessage'), { id: data.id }))
    const lastOne = (await say(lin, id, secret)).data
    for (const [path, key] of keys) expect((await keyed(path, key)).status).toBe(200)
    for (const one of [lastOne, other]) await lin.post(api('recycleMessage'), { id: one.id })
    for (const [path, key] of keys) {
      const again = await keyed(path, key)
      expect([again.headers.get('idempotent-replayed'), (await again.text()).includes(secret)]).toEqual(['true', false])
    }
    const gone = await lin.post<ChatMessage>(api('recycleMessage'), { id: sent.id })
    expect(gone.data).toMatchObject({ textContent: null, recall: { by: { mid: 101 } } })
    await socket.waitFor('chat.recalled', (payload) => payload.id === id && payload.seq === sent.seq)
    expect((await lin.post(api('recycleMessage'), { id: sent.id })).code).toBe('MESSAGE_RECALLED')

    const page = await ofPatient(wang)
    expect(page.text).not.toContain(secret)
    expect(page.data.messages.find(({ seq }) => seq === sent.seq)).toMatchObject({
      textContent: null,
      recall: { by: { mid: 101 } },
    })
    expect(page.data.messages.find(({ reply }) => reply)?.reply).toMatchObject({ seq: sent.seq, textContent: null })
    const found = await wang.post<{ messages: unknown[] }>(api('messagesearches'), { q: secret })
    expect(found.data.messages).toEqual([])
    const file = await wang.request(api('excelchatlog'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id }),
    })
    const rows = await readXlsx(Buffer.from(await file.arrayBuffer()))
    expect(JSON.stringify(rows)).not.toContain(secret)
    expect(JSON.stringify(rows)).toContain('已收回')
    // Nor in the database, nor in its log of acts, which keeps who, when and a hash.
    const kept = await clinic.data.db.system.read(sql<{
      text: string
    }>`select body as text from chat_message where body = ${secret}
      union all select detail::text from audit_log where detail::text like ${`%${secret}%`} union all select payload::text from event_log where payload::text like ${`%${secret}%`}
      union all select body::text from idempotency_key where body::text like ${`%${secret}%`}`)
    expect(kept).toEqual([])
    const [act] = await clinic.data.db.system.read(sql<{ pid: number; detail: { hash: string } }>`
      select pid, detail from audit_log where action = 'POST /his/api/recycleMessage' and outcome = 'OK' and pid = 201`)
    expect(act).toMatchObject({ pid: 201, detail: { hash: expect.stringMatching(/^[0-9a-f]{64}$/) } })

    // And nobody takes it back again: neither the mark nor the words return, whoever writes.
    for (const change of ['recalled_at = null', 'recalled_at = now()', `body = 'x', recalled_at = null`, `body = 'x'`])
      await expect(
        clinic.data.db.system.tx((tx) => tx.run(sql.raw(`update chat_message set ${change} where id = ${sent.id}`))),
        change,
      ).rejects.toThrow()

    await back(`id = ${late.id}`)
    expect((await lin.post(api('recycleMessage'), { id: late.id })).code).toBe('RECALL_OVER')
    socket.close()
  })

  it('[CHAT-04~] [CHAT-08~] a message is not rewritten, by nobody', async () => {
    const { id } = (await ofPatient(lin)).data.conversation
    const { data } = await say(lin, id, '原文')
    const as = (statement: string) => clinic.data.db.system.tx((tx) => tx.run(sql.raw(statement)))
    await expect(as(`update chat_message set body = '改過' where id = ${data.id}`)).rejects.toThrow()
    await expect(as(`update chat_message set seq = 900 where id = ${data.id}`)).rejects.toThrow()
    await expect(as(`update chat_conversation set last_seq = 0 where id = ${id}`)).rejects.toThrow()
  })
})

describe('groups', () => {
  it('[CHAT-05] has a name and people, is renamed, joined and left; who left reads and writes no more', async () => {
    const make = (body: object) => lin.post<{ id: number }>(api('groupmembers'), { action: 'create', ...body })
    expect((await make({ name: ' ', members: [chen.mid] })).code).toBe('GROUP_NAME_REQUIRED')
    expect((await make({ name: '值班', members: [] })).code).toBe('GROUP_MEMBERS_REQUIRED')
    expect((await make({ name: '值班', members: [lin.mid] })).code).toBe('GROUP_MEMBERS_REQUIRED')
    expect((await make({ name: '值班', members: [far.mid] })).code).toBe('NOT_FOUND')
    const socket = await wang.line()
    const { id } = (await make({ name: '值班', members: [chen.mid, wang.mid] })).data
    await socket.waitFor('chat.group', (payload) => payload.id === id)
    await say(lin, id, '誰值班？')
    expect((await say(away, id, '我')).code).toBe('CHAT_NOT_ALLOWED')
    const act = (who: Staff, action: string, more: object = {}) =>
      who.post<{ name: string; members: { mid: number }[] } | null>(api('groupmembers'), { action, id, ...more })
    expect((await act(away, 'add', { members: [away.mid] })).code).toBe('CHAT_NOT_ALLOWED')
    expect((await act(chen, 'rename', { name: '週末值班' })).data?.name).toBe('週末值班')
    expect((await act(chen, 'rename', { name: '' })).code).toBe('GROUP_NAME_REQUIRED')
    expect((await act(wang, 'add', { members: [away.mid] })).data?.members.map(({ mid }) => mid).toSorted()).toEqual([
      101, 102, 103, 106,
    ])
    // What was said before is there, and counts as read.
    expect((await unread(away)).groups).toBe(0)
    expect(texts(await away.post<ChatPage>(api('chatmsggroup'), { id }))).toEqual(['誰值班？'])
    expect((await act(wang, 'leave')).data).toBeNull()
    expect((await say(wang, id, '再見')).code).toBe('CHAT_REMOVED')
    expect((await wang.post(api('chatmsggroup'), { id })).code).toBe('CHAT_REMOVED')
    expect((await contacts(wang)).groups.some((one) => one.id === id)).toBe(false)
    expect((await act(lin, 'remove', { members: [chen.mid] })).data?.members.map(({ mid }) => mid).toSorted()).toEqual([
      101, 106,
    ])
    expect((await say(chen, id, '？')).code).toBe('CHAT_REMOVED')
    expect((await act(lin, 'remove', { members: [away.mid] })).code).toBe('GROUP_MEMBERS_REQUIRED')
    expect((await act(lin, 'add', { members: [chen.mid] })).status).toBe(200)
    expect((await say(chen, id, '回來了')).data.seq).toBe(2)
    socket.close()
  })

  it('[CHAT-05~] tells each change as a version, and whoever is out of it nothing of what is said from then on', async () => {
    const id = await group(lin, [wang.mid, chen.mid], '排班')
    const [out, rest] = [await wang.line(), await chen.line()]
    const act = (action: string, more: object) => lin.post(api('groupmembers'), { action, id, ...more })
    await act('add', { members: [away.mid] })
    await act('remove', { members: [wang.mid] })
    const mine = (socket: typeof out, type: string) =>
      socket.heard.filter((one) => one.type === type && one.payload.id === id).map(({ payload }) => payload)
    await out.waitFor('chat.group', (payload) => payload.id === id && Number(payload.version) > 2)
    await say(lin, id, '下週的班')
    await rest.waitFor('chat.message', (payload) => payload.id === id)
    // A second word through the same pipe: what was meant for the other would have come by now.
    const other = await group(lin, [wang.mid], '另一組')
    await say(lin, other, '在嗎')
    await out.waitFor('chat.message', (payload) => payload.id === other)
    expect(mine(out, 'chat.message')).toEqual([])
    const versions = mine(rest, 'chat.group').map(({ version }) => Number(version))
    expect(versions).toEqual([...new Set(versions)].toSorted((a, b) => a - b))
    for (const socket of [out, rest]) socket.close()
  })

  it('[CHAT-03~] whoever is added that is in it already has read no more than before', async () => {
    const id = await group(lin, [wang.mid, chen.mid], '晨會')
    await say(lin, id, '八點開會')
    const before = (await unread(wang)).groups
    expect(before).toBeGreaterThan(0)
    expect((await chen.post(api('groupmembers'), { action: 'add', id, members: [wang.mid] })).status).toBe(200)
    expect((await unread(wang)).groups).toBe(before)
  })

  it('[CHAT-05~] the tables say the same: whoever is out, the one who made it too, neither reads it nor comes back', async () => {
    const id = await group(lin, [wang.mid, chen.mid], '三人')
    for (const who of [lin, wang]) await who.post(api('groupmembers'), { action: 'leave', id })
    for (const who of [lin, wang, away]) {
      const scope = scopeOf(await clinic.app.auth.staff(who.token))
      const { db } = clinic.data
      expect(await db.read(scope, sql`select 1 from chat_conversation where id = ${id}`)).toEqual([])
      const back = (statement: ReturnType<typeof sql>) =>
        db.tx(scope, (tx) => tx.run(statement)).catch(() => 'refused' as const)
      expect(await back(sql`update chat_participant set left_at = null where conversation_id = ${id}`)).toBe(0)
      expect(await back(sql`update chat_conversation set name = 'x' where id = ${id}`)).toBe(0)
      expect(await back(sql`insert into chat_participant (conversation_id, mid) values (${id}, ${kao.mid})`)).toBe(
        'refused',
      )
      expect(
        await back(sql`insert into chat_message (conversation_id, seq, partner_id, author_mid, client_id, body, sent_at)
          values (${id}, 1, 1, ${who.mid}, gen_random_uuid(), 'x', now())`),
      ).toBe('refused')
    }
  })
})

describe('contacts', () => {
  it('[CHAT-01~] leave service staff out of the colleagues, but for those who began a conversation', async () => {
    await clinic.data.db.system.tx((tx) => tx.run(sql`update staff_partner set staff_type = 4 where mid = 104`))
    const named = async () =>
      (await lin.get<{ contacts: { mid: number; staff_type: number; dname: string }[] }>(api('chatcontactdoctor'))).data
        .contacts
    expect((await named()).map(({ mid }) => mid)).not.toContain(104)
    expect((await named()).map(({ mid }) => mid)).toContain(106)
    expect((await named()).map(({ mid }) => mid)).not.toContain(105)
    const { id } = (await kao.post<ChatHead>(api('newdoctorchat'), { mid: lin.mid })).data
    expect((await named()).map(({ mid }) => mid)).not.toContain(104)
    await say(kao, id, '有人來電')
    expect(await named()).toContainEqual(expect.objectContaining({ mid: 104, staff_type: 4, dname: '高代理' }))
    expect((await unread(lin)).doctors).toBeGreaterThan(0)
    await clinic.data.db.system.tx((tx) => tx.run(sql`update staff_partner set staff_type = 7 where mid = 104`))
  })

  it('[CHAT-01] are patients, colleagues and groups with all that names them; eight recent ones, pages the rest, and takes one off until the next word', async () => {
    await clinic.data.db.system.tx(async (tx) => {
      await tx.run(sql`insert into member (pid, member_no, name, gender) overriding system value
        select 400 + n, 'C-' || n, '病友' || n, 'male' from generate_series(1, 30) n`)
      await tx.run(
        sql`insert into member_unit (pid, partner_id, unit_id) select 400 + n, 1, 2 from generate_series(1, 30) n`,
      )
    })
    for (let n = 1; n <= 21; n += 1) {
      clinic.clock.advance(1000)
      const { id } = (await ofPatient(chen, 400 + n)).data.conversation
      await say(chen, id, `給${n}`)
    }
    expect((await contacts(chen)).patients.map(({ pid }) => pid)).toEqual([421, 420, 419, 418, 417, 416, 415, 414])
    // What each of the three kinds is named by, with its last message and what is unread.
    await group(lin, [chen.mid], '三床')
    const last = { textContent: '看一下', fromMe: false, from: { mid: lin.mid, name: '林書妍' } }
    const { id: pair } = (await lin.post<ChatHead>(api('newdoctorchat'), { mid: chen.mid })).data
    const { id: team } = (await contacts(chen)).groups.find(({ name }) => name === '三床') ?? { id: 0 }
    const was = (await contacts(chen)).doctors.find(({ mid }) => mid === lin.mid)?.unread ?? 0
    for (const id of [pair, team]) await say(lin, id, '看一下')
    const three = await contacts(chen)
    const to421 = { textContent: '給21', fromMe: true }
    expect(three.patients[0]).toMatchObject({ pid: 421, pname: '病友21', unread: 0, last: to421, seenAt: null })
    expect(three.doctors.find(({ mid }) => mid === lin.mid)).toMatchObject({
      ...{ mid: lin.mid, dname: '林書妍', staff_type: 1, unread: was + 1, last },
      online: expect.any(Boolean),
    })
    expect(three.groups[0]).toMatchObject({ id: team, name: '三床', unread: 1, last })
    expect(three.groups[0]?.members.map(({ mid }) => mid).toSorted()).toEqual([lin.mid, chen.mid].toSorted())
    // Colleagues that are named are no service staff.
    await clinic.data.db.system.tx((tx) => tx.run(sql`update staff_partner set staff_type = 4 where mid = ${kao.mid}`))
    const people = await wang.get<{ contacts: { mid: number; staff_type: number }[] }>(api('chatcontactdoctor'))
    expect(people.data.contacts.map(({ mid }) => mid)).not.toContain(kao.mid)
    expect(people.data.contacts.map(({ staff_type }) => staff_type)).not.toContain(4)
    await clinic.data.db.system.tx((tx) => tx.run(sql`update staff_partner set staff_type = 7 where mid = ${kao.mid}`))
    const page = async (n: number) =>
      (await chen.get<{ contacts: PatientContact[]; more: boolean; total: number }>(api(`chatcontact3/${n}`))).data
    const [first, second] = [await page(1), await page(2)]
    expect([first.contacts.length, first.more, second.more]).toEqual([20, true, false])
    const pids = [...first.contacts, ...second.contacts].map(({ pid }) => pid)
    expect(new Set(pids).size).toBe(first.total)
    const top = first.contacts[0]
    await chen.post(api('removecontact'), { id: top?.conversationId })
    expect((await contacts(chen)).patients[0]?.pid).toBe(420)
    // For the colleagues it stays.
    expect((await contacts(lin)).patients[0]?.pid).toBe(421)
    await say(lin, top?.conversationId ?? 0, '還有一件事')
    expect((await contacts(chen)).patients[0]?.pid).toBe(421)
    // Taken among the contacts before anything was said.
    const added = await chen.post<ChatHead>(api('contacts'), { pid: 430 })
    expect(added.data.patient?.pid).toBe(430)
    expect((await page(2)).contacts.map(({ pid }) => pid)).toContain(430)
    expect((await chen.post(api('contacts'), { pid: 204 })).code).toBe('CHAT_NOT_ALLOWED')
    expect((await chen.post(api('contacts'), {})).code).toBe('BAD_INPUT')
  })

  it('[CHAT-01~] [CHAT-03~] taken off one’s list it is counted no more, with nothing said to be read; its next word brings all of it back', async () => {
    const { id } = (await lin.post<ChatHead>(api('newdoctorchat'), { mid: chen.mid })).data
    const team = await group(lin, [chen.mid], '換班')
    for (const one of [id, team]) await say(lin, one, '沒有看的話')
    const bar = async () => (await chen.get<{ messages: number }>(api('counts'))).data.messages
    const row = async () => (await contacts(chen)).doctors.find(({ mid }) => mid === lin.mid)
    const [before, all, own] = [await unread(chen), await bar(), (await row())?.unread ?? 0]
    expect(own).toBeGreaterThan(0)
    for (const one of [id, team]) expect((await chen.post(api('removecontact'), { id: one })).code).toBe('OK')
    expect(await row()).toBeUndefined()
    expect(await unread(chen)).toEqual({
      ...before,
      doctors: before.doctors - own,
      groups: before.groups - 1,
    })
    expect(await bar()).toBe(all - own - 1)
    // Nobody is told that it was read, for it was not.
    const page = await lin.get<ChatPage>(api(`messages/${id}`))
    expect(page.data.messages.at(-1)?.isSeen).toBe(false)
    await say(lin, id, '還在嗎')
    expect((await row())?.unread).toBe(own + 1)
    expect(await bar()).toBe(all)
  })
})

describe('a file', () => {
  it('[CHAT-07] holds the conversation; what a sheet would compute stands as text', async () => {
    const { id } = (await ofPatient(lin, 203)).data.conversation
    for (const text of ['=HYPERLINK("http://x","y")', '+1', '-2', '@SUM(A1)', '一般的話']) await say(lin, id, text)
    const file = await lin.request(api('excelchatlog'), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': 'en' },
      body: JSON.stringify({ id }),
    })
    expect(file.headers.get('content-type')).toContain('spreadsheetml')
    const bytes = new Uint8Array(await file.arrayBuffer())
    const { strFromU8, unzipSync } = await import('fflate')
    const sheet = strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
    expect(sheet).not.toContain('<f>')
    expect(sheet).toContain('=HYPERLINK(&quot;http://x&quot;,&quot;y&quot;)')
    expect([...sheet.matchAll(/<c r="C\d+" s="5" t="inlineStr">/g)]).toHaveLength(4)
    const [row] = await clinic.data.db.system.read(sql<{ pid: number; detail: object }>`
      select pid, detail from audit_log where action = 'POST /his/api/excelchatlog' and pid = 203`)
    expect(row).toMatchObject({ detail: { format: 'xlsx', rows: 5 } })
  })

  it('[CHAT-07~] of a conversation longer than a file says so in a last row, in the sheet’s language; of a shorter one it does not', async () => {
    const { id } = (await ofPatient(lin, 203)).data.conversation
    const lastRow = async (lang: string) => {
      const file = await lin.request(api('excelchatlog'), {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'accept-language': lang },
        body: JSON.stringify({ id }),
      })
      const rows = await readXlsx(Buffer.from(await file.arrayBuffer()), { rows: 20_000 })
      return { rows: rows.length, cells: JSON.stringify(rows.at(-1)?.cells) }
    }
    const short = await lastRow('zh-TW')
    expect(short.cells).not.toContain('本檔')
    const { lastSeq } = (await ofPatient(lin, 203)).data.conversation
    await lengthen(clinic.data, { id, from: lastSeq + 1, to: 10_002 })
    for (const [lang, words] of [
      ['zh-TW', '本檔只有最新的 10,000 則，對話共有 10,002 則'],
      ['zh-CN', '本文件只有最新的 10,000 条，对话共有 10,002 条'],
      ['en', 'The newest 10,000 messages of 10,002 alone'],
    ] as const) {
      const long = await lastRow(lang)
      expect(long.cells).toContain(words)
      expect(long.rows).toBe(10_002)
    }
    const [row] = await clinic.data.db.system.read(sql<{ detail: object }>`
      select detail from audit_log where action = 'POST /his/api/excelchatlog' and pid = 203 order by id desc limit 1`)
    expect(row).toMatchObject({ detail: { rows: 10_000, total: 10_002 } })
  })
})

describe('typing', () => {
  it('[CHAT-10~] is told to whoever takes part, by name alone, and by nobody who does not', async () => {
    const id = await group(lin, [chen.mid])
    const [mine, hers, theirs] = [await lin.line(), await chen.line(), await wang.line()]
    expect(await mine.emit('chat.typing', { conversation: id })).toMatchObject({ ok: true })
    expect(await hers.waitFor('chat.typing')).toEqual({ id, mid: lin.mid, name: '林書妍', nameEn: null })
    expect(await theirs.emit('chat.typing', { conversation: id })).toEqual({ ok: false, code: 'CHAT_NOT_ALLOWED' })
    expect(theirs.heard.filter(({ type }) => type === 'chat.typing')).toEqual([])
    for (const socket of [mine, hers, theirs]) socket.close()
  })
})
