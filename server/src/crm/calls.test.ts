import type { CaseDetail, CaseRow } from '@teleward/contract/crm/schema.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Clinic, openClinic, type Patient, type Staff } from '../calls/fixture.ts'
import { book } from '../appointments/fixture.ts'
import { sql } from '../platform/db/index.ts'

/** A call that is made from a case: dr.lin rings 吳秀鳳, who waits. */
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

describe('a call from a case', () => {
  it('[CRM-05~] stands in the case by itself, with how it ended', async () => {
    const line = await patient.line()
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
    line.close()
  })
  it('[CRM-05~] rung from two cases at once is one call, and stands in one of them', async () => {
    const line = await patient.line()
    const both = [await open(lin), await open(lin)]
    const rung = await Promise.all(both.map(({ sn }) => ring(lin, sn)))
    expect(rung.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
    const ids = new Set(rung.flatMap(({ code, data }) => (code === 'OK' ? [data.callID] : [])))
    expect(ids.size).toBe(1)
    const linked = (await Promise.all(both.map(({ sn }) => entries(sn)))).flat().filter(({ kind }) => kind === 'call')
    expect(linked).toHaveLength(1)
    await lin.act([...ids][0] ?? '', 'cancel')
    line.close()
  })
  it('[CRM-05~] is refused, and rings nobody, from a case of somebody else’s, of another member, or that is over', async () => {
    const line = await patient.line()
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
    line.close()
  })
  it('[CRM-05~] the visit by which the member can be called is told with the case', async () => {
    const one = await open(lin)
    const qid = await book(clinic.data.db, { status: 'registered' })
    const { next } = (await lin.get<CaseDetail>(`/his/api/cases/${one.sn}`)).data
    expect([qid, patient.qid]).toContain(next?.qid)
  })
})
