import { randomUUID } from 'node:crypto'
import type { ChatFound, ChatMessage, ChatPage } from '@teleward/contract/chat/schema.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Clinic, openClinic, type Staff } from '../consultation/calls/fixture.ts'
import { containing, sql } from '../platform/db/index.ts'
import { lengthen } from './fixture.ts'
import { search } from './repo.ts'
import { scopeOf } from '../platform/actor.ts'

let clinic: Clinic
let lin: Staff
let wang: Staff
let id: number
beforeAll(async () => {
  clinic = await openClinic()
  lin = await clinic.staff('dr.lin')
  wang = await clinic.staff('dr.wang')
  id = (await lin.post<ChatPage>(api('chatmsgbymid'), { pid: 201 })).data.conversation.id
})
afterAll(() => clinic.close())

const api = (path: string) => `/his/api/${path}`
const say = async (who: Staff, conversation: number, textContent: string) =>
  (await who.post<ChatMessage>(api('savechatmsg'), { id: conversation, clientId: randomUUID(), textContent })).data
const look = async (who: Staff, q: string, conversation?: number) =>
  (await who.post<ChatFound>(api('messagesearches'), { q, ...(conversation ? { id: conversation } : {}) })).data
    .messages
const texts = async (who: Staff, q: string, conversation?: number) =>
  (await look(who, q, conversation)).map(({ textContent }) => textContent)

describe('[CHAT-06~] looking for words', () => {
  it('finds two characters, any case, what stands apart, signs that mean something to a database, and one character', async () => {
    const said = [
      '早上血壓 152/88',
      'Take Norvasc 5mg, then REST',
      '50%_off\\ 折扣',
      '🙂🙃 心情',
      '２３４全形',
      'ab',
      '診',
    ]
    for (const one of said) await say(lin, id, one)
    for (const [q, which] of [
      ['血壓', 0],
      ['152/88', 0],
      ['NORVASC', 1],
      ['5mg, then', 1],
      ['%_', 2],
      ['off\\ 折', 2],
      ['🙃 心', 3],
      ['３４全', 4],
      ['AB', 5],
      ['診', 6],
      ['. ', -1],
    ] as const)
      expect(await texts(lin, q), q).toEqual(which < 0 ? [] : expect.arrayContaining([said[which]]))
    expect(await texts(lin, '血1壓')).toEqual([])
    expect(await texts(lin, '壓血')).toEqual([])
    expect(await texts(lin, 'NORVASC', id)).toEqual([said[1]])
  })

  it('finds by their pairs what it finds one by one: marks, widths, letters of other planes, and nothing that only looks alike', async () => {
    const said = [
      'cafe\u0301 noir',
      'ｶﾞｽ 檢查',
      'ＡＢＣ１２',
      '𠮷野家 🙂🙃',
      'e\u0301\u0323te',
      '第一行\n第二行',
      `長${'很'.repeat(98)}尾`,
    ]
    for (const one of said) await say(lin, id, one)
    const actor = await clinic.app.auth.staff(lin.token)
    for (const q of [
      'cafe',
      'CAFE\u0301',
      'ｶﾞｽ',
      'ＢＣ１',
      '𠮷野',
      '🙃',
      'te',
      '行\n第',
      said[6] ?? '',
      'noir ',
      '血壓 1',
    ]) {
      const by = (newest: number) => clinic.data.db.read(scopeOf(actor), search(actor, q, undefined, newest))
      const plain = await clinic.data.db.read(
        scopeOf(actor),
        sql`select seq from chat_message where body ilike ${containing(q)}`,
      )
      const pairs = await by(0)
      expect(pairs.length, q).toBe(plain.length)
      expect(await by(1000), q).toEqual(pairs)
    }
  })

  it('goes by the index of pairs however many there are, and shows the newest of what everybody says', async () => {
    await say(lin, id, '脈優錠一天一次')
    const other = (await lin.post<ChatPage>(api('chatmsgbymid'), { pid: 202 })).data.conversation.id
    await lengthen(clinic.data, { id: other, from: 1, to: 6000 })
    const actor = await clinic.app.auth.staff(lin.token)
    const found = await clinic.data.db.read(scopeOf(actor), search(actor, '優錠', undefined, 0))
    expect(found.map(({ textContent }) => textContent)).toEqual(['脈優錠一天一次'])
    const plan = await clinic.data.db.system.read(sql`explain (format json)
      select id from chat_message where message_pairs(body) @> message_pairs('優錠') and recalled_at is null`)
    expect(JSON.stringify(plan)).toContain('"Index Name":"chat_message_pairs"')
    const everywhere = await look(lin, '二三')
    expect(everywhere.length).toBe(50)
    expect(everywhere.map(({ seq }) => seq)).toEqual(everywhere.map(({ seq }) => seq).toSorted((a, b) => b - a))
    expect((await look(lin, '則')).map(({ seq }) => seq)).toEqual(Array.from({ length: 50 }, (_, n) => 6000 - n))
  })

  it('is not kept from older ones by newer ones that the caller may not read', async () => {
    const mine = (await lin.post<ChatPage>(api('chatmsgbymid'), { pid: 203 })).data.conversation.id
    await say(lin, mine, '康肯錠停了嗎')
    const theirs = (await lin.post<ChatPage>(api('chatmsgbymid'), { pid: 202 })).data.conversation.id
    for (let n = 0; n < 60; n += 1) await say(lin, theirs, `康肯錠 ${n}`)
    expect((await look(lin, '康肯錠')).length).toBe(50)
    await clinic.data.db.system.tx((tx) => tx.run(sql`update member_unit set status = 'disabled' where pid = 202`))
    expect(await texts(lin, '康肯錠')).toEqual(['康肯錠停了嗎'])
    expect((await lin.post(api('messagesearches'), { q: '康肯錠', id: theirs })).code).toBe('CHAT_NOT_ALLOWED')
  })

  it('finds one’s own words with a colleague, and nobody else’s', async () => {
    const pair = (await lin.post<{ id: number }>(api('newdoctorchat'), { mid: wang.mid })).data.id
    await say(lin, pair, '立普妥的事下班再說')
    expect(await texts(wang, '立普妥')).toEqual(['立普妥的事下班再說'])
    expect(await texts(await clinic.staff('nurse.chen'), '立普妥')).toEqual([])
  })
})
