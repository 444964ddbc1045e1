import type { CaseDetail, CaseRow, CrmMember } from '@teleward/contract/crm/schema.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Clinic, openClinic, type Patient, type Staff } from '../consultation/calls/fixture.ts'
import { book } from '../appointments/fixture.ts'
import { sql } from '../platform/db/index.ts'

/** What goes to the patient from a case: dr.lin rings 吳秀鳳, who waits, and writes to her. */
let clinic: Clinic
let lin: Staff
let chen: Staff
let patient: Patient
beforeAll(async () => {
  clinic = await openClinic()
  ;[lin, chen] = (await Promise.all(['dr.lin', 'nurse.chen'].map((one) => clinic.staff(one)))) as [Staff, Staff]
  patient = await clinic.patient('waiting')
  await lin.online()
})
afterAll(() => clinic.close())

const open = async (who: Staff, over: object = {}) =>
  (await who.post<CaseRow>('/his/api/createSN', { pid: 201, title: '追蹤', type: 'followUp', ...over })).data
const entries = async (sn: number) => (await lin.get<CaseDetail>(`/his/api/cases/${sn}`)).data.entries
const ring = (who: Staff, sn: number, queueID = patient.qid) =>
  who.post<{ callID: string }>('/his/api/callout', { queueID, sn })

describe('a case', () => {
  it('[CRM-05] is of a member found by patient_name; a call, a message and a text message go out from it, and stand in it', async () => {
    const socket = await patient.line()
    const found = (await lin.post<CrmMember[]>('/his/api/crmmembers', { q: '秀鳳' })).data
    expect(found).toMatchObject([{ pid: 201, patient_name: '吳秀鳳' }])
    const one = await open(lin, { pid: found[0]?.pid })
    const beside = await open(lin, { pid: found[0]?.pid })
    const { next } = (await lin.get<CaseDetail>(`/his/api/cases/${one.sn}`)).data
    expect(next?.qid).toBe(patient.qid)
    const rung = await ring(lin, one.sn, next?.qid)
    expect(rung.code, rung.text).toBe('OK')
    await socket.waitFor('call.ring', ({ callID }) => callID === rung.data.callID)
    await lin.act(rung.data.callID, 'cancel')
    const written = await lin.post<{ conversationId: number }>('/his/api/casemessages', {
      sn: one.sn,
      clientId: crypto.randomUUID(),
      textContent: '藥吃完了嗎？',
    })
    expect(written.code, written.text).toBe('OK')
    const text = { queueID: next?.qid, sms_room: 0, text: '請記得量血壓', sn: one.sn }
    expect((await lin.post('/his/api/sendNotifyAndVideoLink', text)).code).toBe('OK')
    expect(await entries(one.sn)).toMatchObject([
      { kind: 'open' },
      {
        kind: 'call',
        by: { name: '林書妍' },
        call: { callID: rung.data.callID, direction: 'outbound', state: 'missed' },
      },
      { kind: 'message', message: { conversationId: written.data.conversationId, textContent: '藥吃完了嗎？' } },
      { kind: 'sms', text: '請記得量血壓' },
    ])
    // Of the same member's other case they are none.
    expect((await entries(beside.sn)).map(({ kind }) => kind)).toEqual(['open'])
    socket.close()
  })
})

describe('a call from a case', () => {
  it('[CRM-05~] stands in the case by itself, with how it ended', async () => {
    const socket = await patient.line()
    const one = await open(lin)
    const rung = await ring(lin, one.sn)
    expect(rung.code).toBe('OK')
    expect((await entries(one.sn)).at(-1)).toMatchObject({
      kind: 'call',
      by: { name: '林書妍' },
      call: { callID: rung.data.callID, state: 'ringing', direction: 'outbound' },
    })
    await lin.act(rung.data.callID, 'cancel')
    expect((await entries(one.sn)).at(-1)?.call).toMatchObject({ state: 'missed' })
    socket.close()
  })
  it('[CRM-05~] rung from two cases at once is one call, and stands in one of them', async () => {
    const socket = await patient.line()
    const both = [await open(lin), await open(lin)]
    const rung = await Promise.all(both.map(({ sn }) => ring(lin, sn)))
    expect(rung.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
    const ids = new Set(rung.flatMap(({ code, data }) => (code === 'OK' ? [data.callID] : [])))
    expect(ids.size).toBe(1)
    const linked = (await Promise.all(both.map(({ sn }) => entries(sn)))).flat().filter(({ kind }) => kind === 'call')
    expect(linked).toHaveLength(1)
    await lin.act([...ids][0] ?? '', 'cancel')
    socket.close()
  })
  it('[CRM-05~] is refused, and rings nobody, from a case of somebody else’s, of another member, or that is over', async () => {
    const socket = await patient.line()
    const foreign = await open(chen)
    expect((await ring(lin, foreign.sn)).code).toBe('FORBIDDEN')
    expect((await ring(lin, 999_999)).code).toBe('NOT_FOUND')
    const one = await open(lin)
    await lin.post('/his/api/updateSN', { sn: one.sn, version: one.version, action: 'cancel', text: 'x' })
    expect((await ring(lin, one.sn)).code).toBe('CASE_ILLEGAL_STEP')
    const other = await clinic.data.db.system.tx(async (tx) => {
      await tx.run(sql`insert into member (pid, member_no, name) overriding system value values (299, 'M-299', '他人')`)
      return tx.run(sql`insert into member_unit (pid, partner_id, unit_id) values (299, 1, 2)`)
    })
    expect(other).toBe(1)
    const theirs = await open(lin, { pid: 299 })
    expect((await ring(lin, theirs.sn)).code).toBe('NOT_FOUND')
    const [ringing] = await clinic.data.db.system.read(
      sql<{ n: number }>`select count(*)::int as n from call where state = 'ringing'`,
    )
    expect(ringing?.n).toBe(0)
    socket.close()
  })
  it('[CRM-05~] the visit by which the member can be called is told with the case', async () => {
    const one = await open(lin)
    const qid = await book(clinic.data.db, { status: 'registered' })
    const { next } = (await lin.get<CaseDetail>(`/his/api/cases/${one.sn}`)).data
    expect([qid, patient.qid]).toContain(next?.qid)
  })
})

describe('a message from a case', () => {
  const say = (who: Staff, sn: number, textContent: string, clientId: string = crypto.randomUUID()) =>
    who.post<{ conversationId: number; seq: number }>('/his/api/casemessages', { sn, clientId, textContent })
  const told = (queueID: number, sn: number, text = '請記得量血壓') =>
    lin.post('/his/api/sendNotifyAndVideoLink', { queueID, sms_room: 0, text, sn })

  it('[CRM-05~] is written in the conversation with the patient, and stands in the case with its answer; sent twice it is one', async () => {
    const one = await open(lin)
    const clientId = crypto.randomUUID()
    const [sent, again] = await Promise.all([
      say(lin, one.sn, '藥吃完了嗎？', clientId),
      say(lin, one.sn, '藥吃完了嗎？', clientId),
    ])
    expect([sent?.code, again?.code]).toEqual(['OK', 'OK'])
    expect(again?.data).toEqual(sent?.data)
    const { conversationId, seq } = sent?.data ?? { conversationId: 0, seq: 0 }
    const of = async () => (await entries(one.sn)).filter(({ kind }) => kind === 'message')
    expect(await of()).toMatchObject([
      {
        by: { name: '林書妍' },
        message: { conversationId, seq, textContent: '藥吃完了嗎？', recalled: false, answeredAt: null },
      },
    ])
    const page = await lin.get<{ messages: { id: number; textContent: string }[] }>(
      `/his/api/messages/${conversationId}`,
    )
    expect(page.data.messages.at(-1)).toMatchObject({ textContent: '藥吃完了嗎？' })
    await clinic.data.db.system.tx(async (tx) => {
      await tx.run(sql`update chat_conversation set last_seq = last_seq + 1 where id = ${conversationId}`)
      await tx.run(sql`insert into chat_message (conversation_id, seq, partner_id, client_id, body, sent_at)
        select id, last_seq, partner_id, gen_random_uuid(), '還有兩天', ${clinic.clock.now()} from chat_conversation where id = ${conversationId}`)
    })
    expect((await of())[0]?.message?.answeredAt).not.toBeNull()
    // Taken back it is told as that, and its words are gone here as there.
    await lin.post('/his/api/recycleMessage', { id: page.data.messages.at(-1)?.id })
    expect((await of())[0]?.message).toMatchObject({ textContent: '', recalled: true })
  })
  it('[CRM-05~] is refused, and nothing is written, from a case of somebody else’s, that is over, without words, or of nobody', async () => {
    const count = async () =>
      (await clinic.data.db.system.read(sql<{ n: number }>`select count(*)::int as n from chat_message`))[0]?.n
    const before = await count()
    const [foreign, over, one] = [await open(chen), await open(lin), await open(lin)]
    await lin.post('/his/api/updateSN', { sn: over.sn, version: over.version, action: 'cancel', text: 'x' })
    const codes = await Promise.all([
      say(lin, foreign.sn, 'x'),
      say(lin, over.sn, 'x'),
      say(lin, one.sn, ' \n'),
      say(lin, one.sn, '字'.repeat(5001)),
      say(lin, 999_999, 'x'),
    ])
    expect(codes.map(({ code }) => code)).toEqual([
      'FORBIDDEN',
      'CASE_ILLEGAL_STEP',
      'MESSAGE_EMPTY',
      'MESSAGE_TOO_LONG',
      'NOT_FOUND',
    ])
    expect(await count()).toBe(before)
    expect((await entries(one.sn)).map(({ kind }) => kind)).toEqual(['open'])
  })
  it('[CRM-05~] that goes as a text message stands in the case with its words; from a case that takes none, nothing is sent', async () => {
    const one = await open(lin)
    expect((await told(patient.qid, one.sn)).code).toBe('OK')
    expect((await entries(one.sn)).at(-1)).toMatchObject({ kind: 'sms', text: '請記得量血壓', message: null })
    const queued = async () =>
      (await clinic.data.db.system.read(sql<{ n: number }>`select count(*)::int as n from outbox_message`))[0]?.n
    const before = await queued()
    const foreign = await open(chen)
    expect((await told(patient.qid, foreign.sn)).code).toBe('FORBIDDEN')
    expect((await told(patient.qid, 999_999)).code).toBe('NOT_FOUND')
    const other = await open(lin, { pid: 299 })
    expect((await told(patient.qid, other.sn)).code).toBe('NOT_FOUND')
    expect(await queued()).toBe(before)
  })
})
