import type { Call, CallList, MediaToken, StaffCall } from '@teleward/contract/calls/schema.ts'
import type { CallLogEntry } from '@teleward/contract/calls/log-schema.ts'
import type { Notification } from '@teleward/contract/notifications/schema.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../platform/db/index.ts'
import {
  type Clinic,
  enter,
  openClinic,
  type Patient,
  type Reply,
  type Staff,
  type TestSocket,
  until,
} from './fixture.ts'

let clinic: Clinic
let lin: Staff
let wang: Staff
let chen: Staff
let wu: Staff
const lines: TestSocket[] = []
beforeAll(async () => {
  clinic = await openClinic()
  await clinic.data.db.system.tx(async (tx) => {
    await tx.run(
      sql`insert into staff (mid, account, name, mobilecode) overriding system value values (111, 'nurse.wu', '吳護理師', 1)`,
    )
    await tx.run(sql`insert into staff_partner (mid, partner_id, staff_type, doctortype) values (111, 1, 2, 'nurse')`)
    await tx.run(sql`insert into staff_unit (mid, partner_id, unit_id) values (111, 1, 2)`)
    await tx.run(
      sql`insert into staff_credential (mid, password_hash) select 111, password_hash from staff_credential where mid = 101`,
    )
  })
  ;[lin, wang, chen, wu] = (await Promise.all(
    ['dr.lin', 'dr.wang', 'nurse.chen', 'nurse.wu'].map((account) => clinic.staff(account)),
  )) as [Staff, Staff, Staff, Staff]
})
afterAll(() => clinic.close())
afterEach(async () => {
  for (const line of lines.splice(0)) line.close()
  await clinic.data.db.system.tx(async (tx) => {
    await tx.run(sql`update call set state = 'ended', ended_at = now() where state in ('ringing', 'answered')`)
    await tx.run(sql`update room set state = 'closed' where state <> 'closed'`)
    await tx.run(sql`update presence set code = 3000, in_call = null, before_code = null`)
  })
})
const there = async (who: Staff) => {
  const line = await who.online()
  lines.push(line)
  return line
}
const out = (who: Staff, body: object) => who.post<StaffCall>('/his/api/callout2', body)
const listOf = async (who: Staff) => (await who.post<CallList>('/his/api/getCallList')).data
const logOf = async (who: Staff, more: object = {}) =>
  (await who.post<CallLogEntry[]>('/his/api/fetchCallLog', { range: 7, pageSize: 100, ...more })).data
const rowOf = async (who: Staff, callID: string) => (await logOf(who)).find((row) => row.callID === callID)
const inside = (call: string, more: object = {}) => ({ callID: call, ...more })
const presence = async (who: Staff) =>
  (await clinic.data.db.system.read(sql<{ code: number }>`select code from presence where mid = ${who.mid}`))[0]?.code
const comesIn = async (who: Staff, line: TestSocket, roomId: string) =>
  enter(line, (await who.post<MediaToken>('/comm/ds/token', { teamId: 1, roomId })).data)
const state = (line: TestSocket, callID: string, state: string) =>
  line.waitFor('call.state', (payload) => payload.callID === callID && payload.state === state)
const people = (roomId: string) =>
  clinic.data.db.system.read(sql<{ mid: number | null }>`
  select mid from room_participant where room_id = ${roomId} and joined_at is not null and left_at is null order by mid nulls last`)

/** The doctor talks with a patient, both in the room. */
async function consultation(): Promise<{ patient: Patient; page: TestSocket; doctor: TestSocket; call: Call }> {
  const patient = await clinic.patient()
  const page = await patient.line()
  lines.push(page)
  const doctor = await there(lin)
  const { data: call } = await lin.post<Call>('/his/api/callout', { queueID: patient.qid })
  await patient.post(`calls/${call.callID}`, { action: 'answer' })
  await comesIn(lin, doctor, call.roomID)
  const token = (await patient.post('tokens')) as unknown as Reply<MediaToken>
  await enter(page, token.data)
  await until(async () => (await people(call.roomID)).length === 2)
  return { patient, page, doctor, call }
}
const codes = (replies: readonly Reply<unknown>[]) => replies.map(({ code }) => code)

describe('colleagues call each other', () => {
  it('[CALL-13~] voice or video, answered, hung up, and called back from the log', async () => {
    const [, nurse] = [await there(lin), await there(chen)]
    const call = await out(lin, { mid: chen.mid, videoCall: false })
    expect(call.code).toBe('OK')
    expect(call.data).toMatchObject({ kind: 'staff', videoCall: false, queueID: null, pid: null, waiting: false })
    expect(await presence(lin)).toBe(2000)
    const { callID, roomID } = call.data
    expect(await nurse.waitFor('call.ring', ({ callID: id }) => id === callID)).toMatchObject({
      caller: '林書妍',
      videoCall: false,
      queueID: null,
    })
    expect((await listOf(chen)).ringing).toMatchObject([{ callID, kind: 'staff', caller: '林書妍' }])
    expect((await listOf(lin)).calling).toMatchObject([{ callID, targets: [{ mid: chen.mid, state: 'ringing' }] }])
    // The caller cannot answer, whoever is rung cannot give up, and nobody else has a part in it.
    expect(
      codes([await lin.act(callID, 'answer'), await chen.act(callID, 'cancel'), await wang.act(callID, 'answer')]),
    ).toEqual(['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND'])
    expect((await wang.post('/his/api/callinfo', { callID })).code).toBe('NOT_FOUND')
    expect((await wang.post('/comm/ds/token', { teamId: 1, roomId: roomID })).code).toBe('NOT_FOUND')
    expect((await chen.act(callID, 'answer')).data.takenBy?.mid).toBe(chen.mid)
    expect((await listOf(lin)).current?.callID).toBe(callID)
    // Nothing of what colleagues say is recorded.
    await comesIn(lin, lines[0] as TestSocket, roomID)
    await comesIn(chen, nurse, roomID)
    const recorded = await lin.post('/comm/room/records', {
      action: 'start',
      roomId: roomID,
      instance: crypto.randomUUID(),
    })
    expect(recorded.code).toBe('RECORDING_CONSENT')
    clinic.clock.advance(65_000)
    expect((await chen.act(callID, 'hangup')).data.state).toBe('ended')
    await state(lines[0] as TestSocket, callID, 'ended')
    await clinic.pass(2500)
    expect(await presence(lin)).toBe(1000)
    // A room of colleagues is over with its call.
    expect((await chen.post('/comm/ds/token', { teamId: 1, roomId: roomID })).code).toBe('ROOM_CLOSED')
    expect((await chen.post<{ rooms: unknown[] }>('/his/api/getRoomList')).data.rooms).toEqual([])
    expect(await rowOf(lin, callID)).toMatchObject({
      kind: 'staff',
      direction: 'outbound',
      outcome: 'answered',
      name: '陳護理師',
      lengthSeconds: 65,
      colleague: { mid: chen.mid },
      pid: null,
    })
    const theirs = await rowOf(chen, callID)
    expect(theirs).toMatchObject({
      direction: 'inbound',
      name: '林書妍',
      colleague: { mid: lin.mid },
      videoCall: false,
    })
    expect((await logOf(chen, { direction: 'inbound', q: '林書妍' })).map((row) => row.callID)).toEqual([callID])
    const back = await out(chen, { mid: theirs?.colleague?.mid, videoCall: true })
    expect(back.data).toMatchObject({ state: 'ringing', targets: [{ mid: lin.mid }] })
  })

  it('[CALL-13~] is not for oneself, strangers, who takes no calls, and whoever has no page open; a second call of one’s own is none', async () => {
    await there(lin)
    const far = await clinic.staff('dr.far')
    const away = await clinic.staff('dr.away')
    for (const mid of [far.mid, away.mid, 999_999]) expect((await out(lin, { mid })).code).toBe('NOT_FOUND')
    expect((await out(lin, { mid: lin.mid })).code).toBe('RECIPIENT_REQUIRED')
    expect((await out(lin, { mids: [] })).code).toBe('BAD_INPUT')
    expect((await out(lin, { mids: [chen.mid, 999_999] })).code).toBe('NOT_FOUND')
    expect((await out(lin, { mid: wang.mid })).code).toBe('DOCTOR_OFFLINE')
    // The try is kept, and told to whom it was made.
    expect((await logOf(wang))[0]).toMatchObject({
      kind: 'staff',
      outcome: 'missed',
      cause: 'doctorOffline',
      direction: 'inbound',
    })
    const entries = await wang.get<Notification[]>('/his/api/notifications?unread=1')
    expect(entries.data[0]).toMatchObject({ kind: 'call', what: 'call.missed', from: { mid: lin.mid }, gone: false })
    await there(wang)
    await there(chen)
    const both = await Promise.all([out(lin, { mid: wang.mid }), out(lin, { mid: chen.mid })])
    expect(codes(both).sort()).toEqual(['CALL_ALREADY', 'OK'])
    const [rung] = (await listOf(lin)).calling
    await lin.act(rung?.callID ?? '', 'cancel')
    // Whoever calls back has read it.
    await out(wang, { mid: lin.mid })
    expect(
      (await wang.get<Notification[]>('/his/api/notifications?unread=1')).data.filter(
        ({ from }) => from?.mid === lin.mid,
      ),
    ).toEqual([])
  })

  it('[CALL-13~] a call to somebody in a call rings as a line above it, and the running one is kept', async () => {
    const [, nurse] = [await there(lin), await there(chen), await there(wang)]
    const first = (await out(lin, { mid: chen.mid })).data
    await chen.act(first.callID, 'answer')
    const second = await out(wang, { mid: chen.mid })
    expect(second.data).toMatchObject({ state: 'ringing', waiting: true })
    await nurse.waitFor('call.ring', ({ callID }) => callID === second.data.callID)
    const list = await listOf(chen)
    expect([list.current?.callID, list.ringing[0]?.callID]).toEqual([first.callID, second.data.callID])
    expect((await chen.act(second.data.callID, 'answer')).code).toBe('CALL_ALREADY')
    expect((await listOf(chen)).current?.state).toBe('answered')
    // What is said instead reaches the caller.
    await chen.post('/his/api/updatecallinfostatus', { callID: second.data.callID, action: 'reject', reason: 'soon' })
    expect(await state(lines[2] as TestSocket, second.data.callID, 'rejected')).toMatchObject({ reason: 'soon' })
    expect((await listOf(lin)).current?.callID).toBe(first.callID)
  })

  it('[CALL-13~] a group: all who wait are rung, the first answer of many wins, the others stop and read who took it', async () => {
    await there(lin)
    const [doctor, nurse, other] = [await there(wang), await there(chen), await there(wu)]
    const mids = [wang.mid, chen.mid, wu.mid]
    const { callID } = (await out(lin, { mids })).data
    for (const line of [doctor, nurse, other]) await line.waitFor('call.ring', (payload) => payload.callID === callID)
    const answers = await Promise.all(
      [wang, chen, wu].flatMap((who) => Array.from({ length: 5 }, () => who.act(callID, 'answer'))),
    )
    const won = answers.filter(({ code }) => code === 'OK')
    expect(won).toHaveLength(1)
    const winner = won[0]?.data.takenBy
    for (const lost of answers.filter(({ code }) => code !== 'OK')) {
      expect(lost.code).toBe('CALL_TAKEN')
      expect(lost.data).toMatchObject({ mid: winner?.mid })
    }
    for (const line of [doctor, nurse, other]) expect((await state(line, callID, 'answered')).takenBy).toEqual(winner)
    for (const who of [wang, chen, wu].filter(({ mid }) => mid !== winner?.mid))
      expect((await listOf(who)).ringing).toEqual([])
    expect(await rowOf(lin, callID)).toMatchObject({
      name: winner?.name,
      outcome: 'running',
      rung: mids.map((mid) => ({ mid })),
    })
    await lin.act(callID, 'hangup')
    // Who is in a call, away or has no page is not rung with a group; nobody left is said as what it is.
    await clinic.pass(2500)
    await chen.post('/his/api/doctorstatus', { doctorStatus: 3000 })
    const some = (await out(lin, { mids: [wang.mid, chen.mid] })).data
    expect(some.targets.map((one) => [one.mid, one.state])).toEqual([[wang.mid, 'ringing']])
    await lin.act(some.callID, 'cancel')
    await clinic.pass(2500)
    // Rung by name, whoever is away is rung all the same.
    expect((await out(lin, { mid: chen.mid })).code).toBe('OK')
  })
})

describe('a running call', () => {
  it('[CALL-13~] takes in a third and a fourth, goes on without whoever brought them, and has no room for a fifth', async () => {
    const { call, page } = await consultation()
    const [doctor, nurse] = [await there(wang), await there(chen)]
    await there(wu)
    const stranger = await chen.post('/his/api/invite', inside(call.callID, { mid: wang.mid }))
    expect(stranger.code).toBe('NOT_FOUND')
    const asked = await lin.post<Call>('/his/api/invite', inside(call.callID, { mid: wang.mid }))
    expect(asked.data).toMatchObject({ kind: 'invite', state: 'ringing', queueID: call.queueID, patientName: '吳秀鳳' })
    const { callID } = asked.data
    expect((await listOf(wang)).ringing).toMatchObject([
      { callID, kind: 'invite', patientName: '吳秀鳳', caller: '林書妍' },
    ])
    expect((await lin.post('/his/api/invite', inside(call.callID, { mid: wang.mid }))).code).toBe('INVITE_FAILED')
    expect((await lin.post('/his/api/invite', inside(call.callID, { mid: lin.mid }))).code).toBe('INVITE_FAILED')
    // The patient's page hears nothing of what staff ring among themselves.
    expect(page.heard.filter(({ payload }) => payload.callID === callID)).toEqual([])
    expect((await wang.act(callID, 'answer')).code).toBe('OK')
    expect((await comesIn(wang, doctor, call.roomID)).data?.participants).toHaveLength(2)
    const fourth = (await lin.post<Call>('/his/api/invite', inside(call.callID, { mid: chen.mid }))).data
    expect((await lin.post('/his/api/invite', inside(call.callID, { mid: wu.mid }))).code).toBe('ROOM_FULL')
    await chen.act(fourth.callID, 'answer')
    expect((await comesIn(chen, nurse, call.roomID)).data?.participants).toHaveLength(3)
    clinic.clock.advance(30_000)
    // Each goes by themselves: the call of the others goes on.
    expect((await wang.act(callID, 'hangup')).data).toMatchObject({ state: 'ended', cause: 'hangup' })
    expect((await lin.act(call.callID, 'hangup')).data.state).toBe('answered')
    await clinic.pass(2500)
    expect(await presence(lin)).toBe(1000)
    expect((await listOf(lin)).current).toBeNull()
    expect((await lin.act(call.callID, 'end')).code).toBe('CALL_OVER')
    expect((await listOf(chen)).current?.callID).toBe(fourth.callID)
    expect((await out(lin, { mid: wang.mid })).code).toBe('OK')
    // The last of the staff: over for the patient, too.
    expect((await chen.act(fourth.callID, 'hangup')).data.state).toBe('ended')
    await state(page, call.callID, 'ended')
    expect(await rowOf(wang, callID)).toMatchObject({
      kind: 'invite',
      direction: 'inbound',
      outcome: 'answered',
      name: '林書妍',
      lengthSeconds: 30,
    })
    expect((await rowOf(lin, call.callID))?.outcome).toBe('answered')
  })

  it('[CALL-13~] is handed over: out only when the other is in; who declines, misses it or hangs up first leaves all as it was', async () => {
    const { call, doctor, page } = await consultation()
    const colleague = await there(wang)
    const hand = async (more: object = {}) =>
      (await lin.post<Call>('/his/api/transfer', inside(call.callID, { mid: wang.mid, ...more }))).data
    const stands = async () => {
      expect((await listOf(lin)).current).toMatchObject({ callID: call.callID, state: 'answered' })
      expect((await people(call.roomID)).map(({ mid }) => mid)).toEqual([lin.mid, null])
    }
    const declined = await hand()
    await wang.act(declined.callID, 'reject')
    expect(await state(doctor, declined.callID, 'rejected')).toMatchObject({ kind: 'transfer' })
    await stands()
    const missed = await hand()
    await clinic.pass(30_500)
    await state(doctor, missed.callID, 'missed')
    await stands()
    // Answered, and hung up before the media stood.
    const hungUp = await hand()
    await wang.act(hungUp.callID, 'answer')
    await stands()
    expect((await wang.act(hungUp.callID, 'hangup')).data.state).toBe('ended')
    await stands()
    await clinic.pass(2500)
    const blind = await hand()
    await wang.act(blind.callID, 'answer')
    await stands()
    await comesIn(wang, colleague, call.roomID)
    expect(await state(doctor, call.callID, 'ended')).toMatchObject({
      cause: 'transferred',
      takenBy: { mid: wang.mid },
    })
    await until(async () => (await people(call.roomID)).every(({ mid }) => mid !== lin.mid))
    expect((await people(call.roomID)).map(({ mid }) => mid)).toEqual([wang.mid, null])
    expect((await listOf(lin)).current).toBeNull()
    expect((await listOf(wang)).current?.callID).toBe(blind.callID)
    // The patient's call is the same one all along.
    expect(
      page.heard.filter(
        ({ type, payload }) => type === 'call.state' && payload.callID === call.callID && payload.state === 'ended',
      ),
    ).toEqual([])
    await clinic.pass(2500)
    expect(await presence(lin)).toBe(1000)
    // Attended, and back: both are in until one hangs up.
    const back = (await wang.post<Call>('/his/api/transfer', inside(blind.callID, { mid: lin.mid, attended: true })))
      .data
    await lin.act(back.callID, 'answer')
    await comesIn(lin, doctor, call.roomID)
    await until(async () => (await people(call.roomID)).length === 3)
    expect((await wang.act(blind.callID, 'hangup')).data.state).toBe('ended')
    expect((await listOf(lin)).current?.callID).toBe(back.callID)
    await lin.act(back.callID, 'hangup')
    await state(page, call.callID, 'ended')
    expect((await rowOf(wang, blind.callID))?.kind).toBe('transfer')
    // Of the visit nothing was missed, and no patient's call is counted as one to call back.
    expect(await logOf(lin, { missed: true })).toEqual([])
  })

  it('[CALL-13~] ends for whoever was to come when it ends, and is no place for who is busy or absent', async () => {
    const { call } = await consultation()
    expect((await lin.post('/his/api/transfer', inside(call.callID, { mid: wang.mid }))).code).toBe('DOCTOR_OFFLINE')
    const [colleague] = [await there(wang), await there(chen), await there(wu)]
    await chen.act((await out(wu, { mid: chen.mid })).data.callID, 'answer')
    expect((await lin.post('/his/api/invite', inside(call.callID, { mid: chen.mid }))).code).toBe('CALLEE_BUSY')
    const asked = (await lin.post<Call>('/his/api/invite', inside(call.callID, { mid: wang.mid }))).data
    await lin.act(call.callID, 'hangup')
    expect(await state(colleague, asked.callID, 'missed')).toMatchObject({ cause: 'left' })
    expect((await wang.act(asked.callID, 'answer')).code).toBe('CALL_OVER')
    expect((await lin.post('/his/api/invite', inside(call.callID, { mid: wang.mid }))).code).toMatch(
      /NOT_FOUND|CALL_OVER/,
    )
  })
})
