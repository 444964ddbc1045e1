import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Call, CallDetail, CallList, MemberCall } from '@teleward/contract/calls/schema.ts'
import type { RawBuilder } from 'kysely'
import { sql } from '../../platform/db/index.ts'
import { type Clinic, type TestSocket, openClinic, type Patient, type Staff, until } from './fixture.ts'

let clinic: Clinic
let lin: Staff
let chen: Staff
let wang: Staff
let doctor: TestSocket
let nurse: TestSocket
beforeAll(async () => {
  clinic = await openClinic()
  lin = await clinic.staff('dr.lin')
  chen = await clinic.staff('nurse.chen')
  wang = await clinic.staff('dr.wang')
})
beforeEach(async () => {
  doctor = await lin.online()
  nurse = await chen.online()
})
afterAll(() => clinic.close())

const status = async (qid: number) =>
  (await clinic.data.db.system.read(sql<{ status: string }>`select status from appointment where qid = ${qid}`))[0]
    ?.status
const presence = async (mid: number) =>
  (await clinic.data.db.system.read(sql<{ code: number }>`select code from presence where mid = ${mid}`))[0]?.code
/** A patient who waits and has just rung. */
async function rung(): Promise<{ patient: Patient; callID: string; page: TestSocket }> {
  const patient = await clinic.patient()
  const page = await patient.line()
  const ring = await patient.post('calls', {})
  expect(ring.code).toBe('OK')
  const callID = ring.data.call?.callID ?? ''
  expect(callID).not.toBe('')
  return { patient, callID, page }
}
const quiet = async (callID: string, who: Staff = lin) => {
  await who.act(callID, 'hangup')
  await clinic.pass(3000)
}

describe('a patient rings', () => {
  it('[CALL-01~] reaches doctor and bound nurse with the wire’s two messages, on every tab', async () => {
    const tabs = await Promise.all([lin.line(), lin.line(), lin.line()])
    const { patient, callID } = await rung()
    for (const socket of [doctor, ...tabs, nurse]) {
      const ring = await socket.waitFor('call.ring', (payload) => payload.callID === callID)
      expect(ring).toMatchObject({
        entityType: 'phonecall',
        mrid: null,
        queueID: patient.qid,
        videoCall: true,
        caller: '吳秀鳳',
        partner_name: '禾安',
        enterprise_name: '內湖分站',
        scheme_time: '2026-03-12T03:30:00.000Z',
      })
      expect(ring.roomNumber).not.toBe('')
      const stream = await socket.waitFor('open_stream', (payload) => payload.callID === callID)
      expect(stream).toMatchObject({
        ring: true,
        queueID: patient.qid,
        roomID: stream.dsRoomID,
        remoteID: `link_${patient.linkId}`,
      })
    }
    const own = await doctor.waitFor('open_stream', (payload) => payload.callID === callID)
    expect(own.localID).toBe(`1_${lin.mid}`)
    await lin.act(callID, 'reject')
    await chen.act(callID, 'reject')
  })

  it('[CALL-18] has one winner of 50 answers at once; the others are told who, and all stop at once', async () => {
    const tabs = await Promise.all([lin.line(), lin.line(), lin.line()])
    const { callID, page } = await rung()
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => (n % 2 ? lin : chen).act(callID, 'answer')))
    const won = answers.filter((answer) => answer.status === 200)
    expect(won).toHaveLength(1)
    const winner = won[0]?.data.takenBy
    expect([lin.mid, chen.mid]).toContain(winner?.mid)
    for (const lost of answers.filter((answer) => answer.status !== 200)) {
      expect(lost.code).toBe('CALL_TAKEN')
      expect(lost.data).toMatchObject({ mid: winner?.mid, name: winner?.name })
    }
    for (const socket of [doctor, ...tabs, nurse, page]) {
      const told = await socket.waitFor(
        'call.state',
        (payload) => payload.callID === callID && payload.state === 'answered',
      )
      expect(told.takenBy).toEqual(winner)
    }
    const again = await (winner?.mid === lin.mid ? chen : lin).post<CallList>('/his/api/getCallList')
    expect(again.data.ringing).toEqual([])
    const rows = await clinic.data.db.system.read(
      sql<{ n: number }>`select count(*)::int as n from call_target where call_id = ${callID} and state = 'answered'`,
    )
    expect(rows[0]?.n).toBe(1)
    await quiet(callID, winner?.mid === lin.mid ? lin : chen)
  })

  it('[CALL-05~] goes on ringing for the others when one rejects, and is rejected when nobody is left', async () => {
    const { callID, page } = await rung()
    expect((await chen.act(callID, 'reject')).data.state).toBe('ringing')
    await nurse.waitFor('call.state', (payload) => payload.callID === callID && payload.state === 'rejected')
    expect((await chen.post<CallList>('/his/api/getCallList')).data.ringing).toEqual([])
    expect((await lin.post<CallList>('/his/api/getCallList')).data.ringing.map((call) => call.callID)).toEqual([callID])
    expect((await lin.act(callID, 'reject')).data.state).toBe('rejected')
    await page.waitFor('call.state', (payload) => payload.callID === callID && payload.state === 'rejected')
    expect((await lin.act(callID, 'answer')).code).toBe('CALL_OVER')
  })

  it('[CALL-05~] tells the patient what was said with the rejection, in place of a bare no', async () => {
    const { callID, page, patient } = await rung()
    const shown = async () => (await patient.view()).data.call
    const answered = (who: typeof lin, action: string, reason: string) =>
      who.post<Call>('/his/api/updatecallinfostatus', { callID, action, reason })
    // Neither with another step, nor anything but what there is a sentence for.
    expect((await answered(lin, 'answer', 'soon')).code).toBe('BAD_INPUT')
    expect((await answered(lin, 'reject', '我在忙')).code).toBe('BAD_INPUT')
    expect((await answered(chen, 'reject', 'soon')).data.state).toBe('ringing')
    expect(await shown()).toMatchObject({ state: 'ringing', reason: null })
    expect((await lin.act(callID, 'reject')).data.state).toBe('rejected')
    await page.waitFor('call.state', (payload) => payload.callID === callID && payload.state === 'rejected')
    expect(await shown()).toMatchObject({ state: 'rejected', reason: 'soon' })
  })

  it('[CALL-03] is missed after 30 s, logged, and never cancels the visit', async () => {
    const { patient, callID } = await rung()
    await clinic.pass(29_000)
    expect((await lin.post<CallList>('/his/api/getCallList')).data.ringing).toHaveLength(1)
    await clinic.pass(1500)
    await doctor.waitFor('call.state', (payload) => payload.callID === callID && payload.state === 'missed')
    expect((await lin.post<CallList>('/his/api/getCallList')).data.ringing).toEqual([])
    const [row] = await clinic.data.db.system.read(
      sql<{ state: string; cause: string }>`select state, cause from call where call_id = ${callID}`,
    )
    expect(row).toEqual({ state: 'missed', cause: 'timeout' })
    expect(await status(patient.qid)).toBe('checkedIn')
    expect((await lin.act(callID, 'answer')).code).toBe('CALL_OVER')
  })

  it('[CALL-12~] says busy and offline, and keeps the try for the staff to see', async () => {
    const first = await rung()
    expect((await lin.act(first.callID, 'answer')).status).toBe(200)
    expect(await presence(lin.mid)).toBe(2000)
    await chen.post('/his/api/doctorstatus', { doctorStatus: 3000 })
    const second = await clinic.patient()
    const busy = await second.post('calls', {})
    expect([busy.status, busy.code]).toEqual([409, 'CALLEE_BUSY'])
    await doctor.waitFor('call.state', (payload) => payload.queueID === second.qid && payload.cause === 'busy')
    await quiet(first.callID)
    expect(await presence(lin.mid)).toBe(1000)
    await lin.post('/his/api/doctorstatus', { doctorStatus: 3000 })
    const offline = await second.post('calls', {})
    expect([offline.status, offline.code]).toEqual([409, 'DOCTOR_OFFLINE'])
    const kept = await clinic.data.db.system.read(
      sql<{ cause: string }>`select cause from call where qid = ${second.qid} order by record_start_time, cause`,
    )
    expect(kept.map((row) => row.cause).sort()).toEqual(['busy', 'doctorOffline'])
    await lin.post('/his/api/doctorstatus', { doctorStatus: 1000 })
    await chen.post('/his/api/doctorstatus', { doctorStatus: 1000 })
  })

  it('rings once: a second ring of the same visit is refused', async () => {
    const { patient, callID } = await rung()
    const both = await Promise.all([patient.post('calls', {}), patient.post('calls', {})])
    expect(both.map((ring) => ring.code)).toEqual(['CALL_ALREADY', 'CALL_ALREADY'])
    await patient.post(`calls/${callID}`, { action: 'cancel' })
    await doctor.waitFor('call.state', (payload) => payload.callID === callID && payload.cause === 'left')
  })

  it('[CALL-19] tells a page that comes back what rings, what it rings, and the call it is in', async () => {
    const { patient, callID } = await rung()
    doctor.close()
    const back = await lin.line()
    const list = await lin.post<CallList>('/his/api/getCallList')
    expect(list.data.ringing.map((call) => call.callID)).toEqual([callID])
    expect(list.data.ringing[0]?.targets.map((target) => target.mid)).toEqual([lin.mid, chen.mid])
    await lin.act(callID, 'answer')
    await back.waitFor('call.state', (payload) => payload.callID === callID && payload.state === 'answered')
    expect((await lin.post<CallList>('/his/api/getCallList')).data.current?.callID).toBe(callID)
    expect((await patient.view()).data).toMatchObject({
      step: 'call',
      call: { callID, state: 'answered', staffName: '林書妍' },
    })
    expect((await lin.act(callID, 'answer')).code).toBe('CALL_TAKEN')
    expect((await lin.act(callID, 'reject')).code).toBe('CALL_TAKEN')
    await quiet(callID)
    expect((await lin.post<CallList>('/his/api/getCallList')).data.current).toBeNull()
    expect((await lin.act(callID, 'hangup')).code).toBe('CALL_OVER')
  })

  it('gives up for a patient whose page is gone', { timeout: 20_000 }, async () => {
    const { callID, page } = await rung()
    page.close()
    await until(async () => {
      const [row] = await clinic.data.db.system.read(
        sql<{ cause: string }>`select cause from call where call_id = ${callID} and state = 'missed'`,
      )
      return row?.cause === 'left'
    }, 14_000)
  })

  it('[Vw10] given up by the patient is not a call that nobody answered: the page knows which', async () => {
    const { patient, callID } = await rung()
    expect((await patient.view()).data.call).toMatchObject({ state: 'ringing', cause: null })
    const { data } = await patient.post(`calls/${callID}`, { action: 'cancel' })
    expect(data.call).toMatchObject({ callID, state: 'missed', direction: 'inbound', cause: 'left' })
    await clinic.pass(1000)
    const again = await patient.post('calls', { videoCall: true })
    await clinic.pass(30_500)
    expect((await patient.view()).data.call).toMatchObject({
      callID: again.data.call?.callID,
      state: 'missed',
      cause: 'timeout',
    })
  })
})

describe('staff call a patient', () => {
  it('[CALL-13~] rings the patient’s page, is answered there, and hanging up ends the call', async () => {
    const patient = await clinic.patient()
    const page = await patient.line()
    const out = await lin.post<{ callID: string; roomID: string }>('/his/api/callout', { queueID: patient.qid })
    expect(out.code).toBe('OK')
    expect(await presence(lin.mid)).toBe(2000)
    const ring = await page.waitFor('call.ring')
    expect(ring).toMatchObject({ entityType: 'phonecall', caller: '林書妍', queueID: patient.qid })
    expect((await patient.view()).data).toMatchObject({
      step: 'call',
      call: { direction: 'outbound', state: 'ringing' },
    })
    expect((await lin.post<CallList>('/his/api/getCallList')).data.calling).toHaveLength(1)
    const answered = await patient.post(`calls/${out.data.callID}`, { action: 'answer' })
    expect(answered.data.call?.state).toBe('answered')
    await doctor.waitFor('call.state', (payload) => payload.callID === out.data.callID && payload.state === 'answered')
    await patient.post(`calls/${out.data.callID}`, { action: 'hangup' })
    await doctor.waitFor('call.state', (payload) => payload.callID === out.data.callID && payload.state === 'ended')
    // The page says that they talked, and shows no place in the queue for it.
    expect((await patient.view()).data.call).toMatchObject({ state: 'ended', cause: 'hangup' })
    expect(await presence(lin.mid)).toBe(2000)
    await clinic.pass(2500)
    expect(await presence(lin.mid)).toBe(1000)
    expect(await status(patient.qid)).toBe('checkedIn')
  })

  it('[CALL-12~] refuses an offline patient, a second call of one’s own, and a visit of another day', async () => {
    const absent = await clinic.patient()
    expect((await lin.post('/his/api/callout', { queueID: absent.qid })).code).toBe('PATIENT_OFFLINE')
    // Nobody of the doctor's units: not even whether there is such a person.
    expect((await lin.post('/his/api/callout', { pid: 204 })).code).toBe('NOT_FOUND')
    const [one, other] = [await clinic.patient(), await clinic.patient()]
    const lines = [await one.line(), await other.line()]
    const both = await Promise.all([
      lin.post('/his/api/callout', { queueID: one.qid }),
      lin.post('/his/api/callout', { queueID: other.qid }),
    ])
    expect(both.map((call) => call.code).sort()).toEqual(['CALL_ALREADY', 'OK'])
    const ringing = (await lin.post<CallList>('/his/api/getCallList')).data.calling[0]
    expect((await chen.post('/his/api/callout', { queueID: ringing?.queueID })).code).toBe('CALLEE_BUSY')
    await lin.act(ringing?.callID ?? '', 'cancel')
    await clinic.pass(1500)
    expect(await presence(lin.mid)).toBe(1000)
    for (const socket of lines) socket.close()
    const tomorrow = await clinic.patient('identified', { date: '2026-03-13' })
    expect((await lin.post('/his/api/callout', { queueID: tomorrow.qid })).code).toBe('APPT_NOT_TODAY')
  })

  it('[CALL-13~] auto-cancels the visit that the patient misses, and calling again takes it up', async () => {
    const patient = await clinic.patient()
    const page = await patient.line()
    const out = await lin.post<{ callID: string }>('/his/api/callout', { queueID: patient.qid })
    await clinic.pass(30_500)
    await page.waitFor('call.state', (payload) => payload.callID === out.data.callID && payload.state === 'missed')
    expect(await status(patient.qid)).toBe('autoCancelled')
    await clinic.pass(2000)
    const redial = await lin.post<{ callID: string }>('/his/api/callout', { queueID: patient.qid })
    expect(redial.code).toBe('OK')
    expect(await status(patient.qid)).toBe('redial')
    await patient.post(`calls/${redial.data.callID}`, { action: 'answer' })
    expect(await status(patient.qid)).toBe('checkedIn')
    await quiet(redial.data.callID)
  })

  it('takes up a missed visit when the patient rings back and is answered', async () => {
    const patient = await clinic.patient()
    await patient.line()
    const out = await lin.post('/his/api/callout', { queueID: patient.qid })
    expect(out.code).toBe('OK')
    await clinic.pass(33_000)
    expect(await status(patient.qid)).toBe('autoCancelled')
    const ring = await patient.post('calls', {})
    expect(ring.code).toBe('OK')
    const callID = ring.data.call?.callID ?? ''
    expect((await lin.act(callID, 'answer')).code).toBe('OK')
    expect(await status(patient.qid)).toBe('checkedIn')
    await quiet(callID)
  })
})

describe('who may', () => {
  it('hides calls, rooms and patients of other units and institutions', async () => {
    const { patient, callID } = await rung()
    const away = await clinic.staff('dr.away')
    const far = await clinic.staff('dr.far')
    for (const stranger of [away, far]) {
      expect((await stranger.act(callID, 'answer')).code).toBe('NOT_FOUND')
      expect((await stranger.post('/his/api/callinfo', { callID })).code).toBe('NOT_FOUND')
      expect((await stranger.post('/his/api/callout', { queueID: patient.qid })).code).toBe('NOT_FOUND')
      expect((await stranger.get(`/his/api/getPatientInfoByQid/${patient.qid}`)).code).toBe('NOT_FOUND')
      expect((await stranger.get('/his/api/getPatientInfoByMid/201')).code).toBe('NOT_FOUND')
      expect((await stranger.post<CallList>('/his/api/getCallList')).data.ringing).toEqual([])
    }
    // A colleague of the unit who was not rung sees the call and has no part in it.
    expect((await wang.act(callID, 'answer')).code).toBe('NOT_FOUND')
    expect((await wang.act(callID, 'cancel')).code).toBe('NOT_FOUND')
    expect((await clinic.post('/his/api/updatecallinfostatus', { callID, action: 'answer' })).status).toBe(401)
    expect((await lin.act(callID, 'explode')).code).toBe('BAD_INPUT')
    expect((await lin.act('nonsense', 'answer')).code).toBe('BAD_INPUT')
    expect((await lin.act('3d6f0a52-7a5e-4c5e-9d7c-1f7b9f7f0a11', 'answer')).code).toBe('NOT_FOUND')
    await lin.act(callID, 'reject')
    await chen.act(callID, 'reject')
  })

  it('refuses an agent, who has no calls at all', async () => {
    const kao = await clinic.staff('agent.kao')
    expect((await kao.post('/his/api/getCallList')).code).toBe('FORBIDDEN')
  })

  it('[CALL-02~] shows allergies in the popup only with the patient’s authorisation', async () => {
    // No other call of the patient began at this moment.
    clinic.clock.advance(1000)
    const { patient, callID } = await rung()
    const open = await lin.post<CallDetail>('/his/api/callinfo', { callID })
    const last = () => lin.get<MemberCall[]>('/his/api/membercalls/201')
    expect((await last()).data[0]).toMatchObject({ callID, direction: 'inbound', state: 'ringing', by: null })
    expect((await last()).data.length).toBeLessThanOrEqual(5)
    expect(open.data.patient).toMatchObject({ pid: 201, authorised: 'authorised' })
    expect(open.data.patient?.allergies).toHaveLength(1)
    const said = async (entry: RawBuilder<unknown>) => {
      await clinic.data.db.system.tx((tx) => tx.run(entry))
      return (await lin.post<CallDetail>('/his/api/callinfo', { callID })).data.patient?.allergies
    }
    // Asked and none is an entry; nobody asked is no entry; not authorised is nothing at all.
    const all = sql`pid = 201 and kind = 'sensitive_matters'`
    expect(await said(sql`update member_history set severity = 'none', recorded_by = 103 where ${all}`)).toMatchObject([
      { severity: 'none' },
    ])
    expect(await said(sql`update member_history set withdrawn_at = now() where ${all}`)).toEqual([])
    await said(sql`update member_history set withdrawn_at = null, severity = 'moderate' where ${all}`)
    await clinic.data.db.system.tx((tx) =>
      tx.run(sql`update consent set state = 'withdrawn' where pid = 201 and kind = 'record'`),
    )
    const shut = await lin.post<CallDetail>('/his/api/callinfo', { callID })
    expect(shut.data.patient).toMatchObject({ authorised: 'notAuthorised', allergies: null })
    expect(shut.data.lastVisit).toBeNull()
    expect((await last()).code).toBe('EMR_NOT_AUTHORISED')
    await patient.post(`calls/${callID}`, { action: 'cancel' })
  })

  it('[CALL-09~] answers the jump to the record with pid, name, cn_mcu and source_ip, and keeps who looked', async () => {
    const patient = await clinic.patient()
    const info = await lin.get(`/his/api/getPatientInfoByQid/${patient.qid}`)
    expect(info.data).toEqual({ pid: 201, name: '吳秀鳳', cn_mcu: false, source_ip: '127.0.0.1' })
    expect((await lin.get('/his/api/getPatientInfoByMid/201')).data).toEqual(info.data)
    const [row] = await clinic.data.db.system.read(sql<{ mid: number; pid: number }>`
      select mid, pid from audit_log where action like '%getPatientInfoByQid%' and target_id = ${String(patient.qid)} order by id desc limit 1`)
    expect(row).toEqual({ mid: lin.mid, pid: 201 })
  })
})
