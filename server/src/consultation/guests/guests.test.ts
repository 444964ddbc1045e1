import type { Guest } from '@teleward/contract/calls/guest-schema.ts'
import { guestTexts } from '@teleward/contract/calls/guest-schema.ts'
import type { CallLogEntry } from '@teleward/contract/calls/log-schema.ts'
import type { Call, CallList, MediaToken, Room, StaffCall } from '@teleward/contract/calls/schema.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  type Clinic,
  devices,
  enter,
  openClinic,
  type Patient,
  type Reply,
  type Staff,
  type TestSocket,
  until,
} from '../calls/fixture.ts'
import { locked, step } from '../../outbox/steps.ts'
import { sql } from '../../platform/db/index.ts'
import { agreed, browser, type GuestPage, guestsOf, invite, messageOf, pageOf, revoke } from './fixture.ts'

let clinic: Clinic
let lin: Staff
let wang: Staff
let chen: Staff
const lines: TestSocket[] = []
beforeAll(async () => {
  clinic = await openClinic({ OUTBOX: 'development', PUBLIC_URL: 'https://care.example' })
  ;[lin, wang, chen] = (await Promise.all(
    ['dr.lin', 'dr.wang', 'nurse.chen'].map((account) => clinic.staff(account)),
  )) as [Staff, Staff, Staff]
})
afterAll(() => clinic.close())
afterEach(async () => {
  for (const line of lines.splice(0)) line.close()
  await clinic.data.db.system.tx(async (tx) => {
    await tx.run(sql`update call set state = 'ended', ended_at = now() where state in ('ringing', 'answered')`)
    await tx.run(sql`update room set state = 'closed' where state <> 'closed'`)
    await tx.run(sql`update presence set code = 3000, in_call = null, before_code = null`)
    await tx.run(sql`delete from address_limit`)
  })
})
const kept = (line: TestSocket) => {
  lines.push(line)
  return line
}
const there = async (who: Staff) => kept(await who.online())
const comesIn = async (who: Staff, line: TestSocket, roomId: string) =>
  enter(line, (await who.post<MediaToken>('/comm/ds/token', { teamId: 1, roomId })).data)
const signal = (line: TestSocket, name: string, fits?: (payload: Record<string, unknown>) => boolean) =>
  line.waitFor(`signal:room.${name}`, fits)
const stateOf = async (callID: string) => (await guestsOf(lin, callID)).data.guests.map(({ state }) => state)
const roomOf = async (roomID: string) => (await lin.get<Room>(`/his/api/rooms/${roomID}`)).data
/** The half hour is over, and its timer with it; sessions of the staff are as they were. */
async function late(): Promise<void> {
  const before = new Date(clinic.clock.now().getTime() - 1000)
  await clinic.data.db.system.tx(async (tx) => {
    await tx.run(sql`update guest_link set expires_at = ${before}::timestamptz`)
    await tx.run(sql`update timer set due_at = ${before}::timestamptz where kind = 'guest.expire'`)
  })
  await clinic.pass(0)
}
const inRoom = async (roomID: string, count: number) =>
  until(async () => (await roomOf(roomID)).participants.filter(({ present }) => present).length === count)

interface Consultation {
  patient: Patient
  page: TestSocket
  doctor: TestSocket
  call: Call
}
/** The doctor talks with a patient, both in the room. */
async function consultation(video = true): Promise<Consultation> {
  const patient = await clinic.patient()
  const page = kept(await patient.line())
  const doctor = await there(lin)
  const { data: call } = await lin.post<Call>('/his/api/callout', { queueID: patient.qid, videoCall: video })
  await patient.post(`calls/${call.callID}`, { action: 'answer' })
  await comesIn(lin, doctor, call.roomID)
  await enter(page, ((await patient.post('tokens')) as unknown as Reply<MediaToken>).data)
  await inRoom(call.roomID, 2)
  return { patient, page, doctor, call }
}
/** Asked in, and in the room. */
async function joined(callID: string, body: object = {}): Promise<{ page: GuestPage; line: TestSocket; id: string }> {
  // Listed in the order in which they were asked.
  clinic.clock.advance(1000)
  const made = await invite(lin, callID, body)
  const page = await pageOf(clinic, made)
  const token = await page.arrive()
  const line = kept(await page.line())
  expect(await enter(line, token)).toMatchObject({ ok: true })
  await until(async () =>
    (await guestsOf(lin, callID)).data.guests.some((one) => one.id === made.data.id && one.state === 'joined'),
  )
  return { page, line, id: made.data.id }
}

describe('calls of staff', () => {
  it('[CALL-13] staff call patients and each other, by voice or video, bring third parties into a running room, hand it over, and redial', async () => {
    // A patient who misses the call is called again, by video and then by voice.
    const patient = await clinic.patient()
    const page = kept(await patient.line())
    const doctor = await there(lin)
    const missed = (await lin.post<Call>('/his/api/callout', { queueID: patient.qid, videoCall: true })).data
    expect(await page.waitFor('call.ring')).toMatchObject({ videoCall: true, caller: '林書妍' })
    await clinic.pass(30_500)
    await page.waitFor('call.state', ({ callID, state }) => callID === missed.callID && state === 'missed')
    await clinic.pass(2500)
    const call = (await lin.post<Call>('/his/api/callout', { queueID: patient.qid, videoCall: false })).data
    expect(await page.waitFor('call.ring', ({ callID }) => callID === call.callID)).toMatchObject({ videoCall: false })
    expect((await patient.post(`calls/${call.callID}`, { action: 'answer' })).data.call?.state).toBe('answered')
    await comesIn(lin, doctor, call.roomID)
    await enter(page, ((await patient.post('tokens')) as unknown as Reply<MediaToken>).data)
    // A colleague is rung into it, and somebody without an account comes by a link: four, and no fifth.
    const colleague = await there(wang)
    const brought = (await lin.post<Call>('/his/api/invite', { callID: call.callID, mid: wang.mid })).data
    expect((await wang.act(brought.callID, 'answer')).code).toBe('OK')
    await comesIn(wang, colleague, call.roomID)
    const guest = await joined(call.callID)
    await signal(
      page,
      'joined',
      ({ role, name, relation }) => role === 'guest' && name === '吳美玲' && relation === 'family',
    )
    expect(
      (await roomOf(call.roomID)).participants
        .filter(({ present }) => present)
        .map(({ role }) => role)
        .sort(),
    ).toEqual(['guest', 'moderator', 'moderator', 'patient'])
    await there(chen)
    expect((await lin.post('/his/api/invite', { callID: call.callID, mid: chen.mid })).code).toBe('ROOM_FULL')
    expect((await invite(lin, call.callID)).code).toBe('ROOM_FULL')
    // Handed over: whoever hands over is out when the other is in; with the call its guest is out.
    await wang.act(brought.callID, 'hangup')
    await until(async () =>
      (await roomOf(call.roomID)).participants.every(({ mid, present }) => mid !== wang.mid || !present),
    )
    await clinic.pass(2500)
    const handed = (await lin.post<Call>('/his/api/transfer', { callID: call.callID, mid: wang.mid })).data
    await wang.act(handed.callID, 'answer')
    await comesIn(wang, colleague, call.roomID)
    await doctor.waitFor('call.state', ({ callID, cause }) => callID === call.callID && cause === 'transferred')
    expect((await guestsOf(wang, handed.callID)).data.guests).toMatchObject([
      { state: 'joined', invitedBy: { mid: lin.mid } },
    ])
    expect((await wang.act(handed.callID, 'hangup')).data.state).toBe('ended')
    await signal(guest.line, 'ended', ({ reason }) => reason === 'removed')
    expect((await guest.page.view()).data).toMatchObject({ step: 'over', code: 'LINK_DEAD', state: 'over' })
    // Colleagues among themselves, by voice; and back from the log, by video.
    await clinic.pass(2500)
    const between = (await lin.post<StaffCall>('/his/api/callout2', { mid: chen.mid, videoCall: false })).data
    expect((await chen.post<CallList>('/his/api/getCallList')).data.ringing).toMatchObject([
      { videoCall: false, kind: 'staff' },
    ])
    await chen.act(between.callID, 'answer')
    expect((await chen.act(between.callID, 'hangup')).data.state).toBe('ended')
    await clinic.pass(2500)
    const log = (await chen.post<CallLogEntry[]>('/his/api/fetchCallLog', { range: 7, pageSize: 100 })).data
    const back = log.find(({ callID }) => callID === between.callID)?.colleague
    expect((await chen.post<StaffCall>('/his/api/callout2', { mid: back?.mid, videoCall: true })).data).toMatchObject({
      state: 'ringing',
      videoCall: true,
      targets: [{ mid: lin.mid }],
    })
  })
})

describe('a third party by a link', () => {
  it('[CALL-13~] is told who invites and nothing of the patient, proves the number, agrees, comes in, goes and comes back', async () => {
    const { call, page, doctor } = await consultation()
    const made = await invite(lin, call.callID, { language: 'en', name: 'Mei', relation: 'interpreter' })
    expect(made.data).toMatchObject({
      ...{ name: 'Mei', relation: 'interpreter', state: 'sent', sentTo: '…678', code: null, channel: 'sms' },
      invitedBy: { mid: lin.mid, name: '林書妍' },
    })
    const mail = await messageOf(clinic, made.data.id)
    expect(mail).toMatchObject({
      to: '0912345678',
      link: expect.stringMatching(/^https:\/\/care\.example\/link\/guest\.[\w-]{43}$/),
    })
    expect(mail.body).toMatch(/^禾安: 林書妍 invites you.*last 4 digits/s)
    expect(mail.body).not.toContain('吳秀鳳')
    const guest = browser(clinic, mail.link)
    const before = (await guest.view()).data
    expect(before).toMatchObject({
      ...{ step: 'identity', code: null, asks: 'mobileLast4', triesLeft: 5, guest: null, language: 'en', video: true },
      invitedBy: { name: '林書妍' },
      institution: { name: '禾安' },
    })
    expect(JSON.stringify(before)).not.toMatch(/吳秀鳳|Mei|0912|678/)
    // Nothing before the number, nothing before the agreement; where a recording is possible, not without that either.
    expect((await guest.post('tokens')).code).toBe('IDENTITY_MISMATCH')
    expect((await guest.post('agreements', agreed)).code).toBe('IDENTITY_MISMATCH')
    expect((await guest.code('５６ 78')).data).toMatchObject({
      step: 'agree',
      recording: 'possible',
      guest: { name: 'Mei' },
    })
    expect(await stateOf(call.callID)).toEqual(['opened'])
    expect((await roomOf(call.roomID)).guestsToCome).toBe(1)
    expect((await guest.post('tokens')).code).toBe('CONSENT_REQUIRED')
    for (const refused of [{ confidential: false }, { recording: false }])
      expect((await guest.post('agreements', { ...agreed, ...refused })).code).toBe('CONSENT_REQUIRED')
    const stale = { ...agreed, texts: { ...guestTexts, recording: '2020-01' } }
    expect((await guest.post('agreements', stale)).code).toBe('VERSION_STALE')
    expect((await guest.post('agreements', agreed)).data.step).toBe('ready')
    const token = (await guest.post<MediaToken>('tokens')).data
    expect(token).toMatchObject({ role: 'guest', roomID: call.roomID, recordingPolicy: { record: false } })
    const line = kept(await guest.line())
    const inside = await enter(line, token)
    expect(inside.data?.participants).toHaveLength(2)
    // Patient and staff see the guest come and go; the room is what it was.
    for (const one of [page, doctor])
      await signal(one, 'joined', ({ name, relation }) => name === 'Mei' && relation === 'interpreter')
    await until(async () => (await stateOf(call.callID))[0] === 'joined')
    expect(await roomOf(call.roomID)).toMatchObject({ shows: 'live', guestsToCome: 0 })
    await line.emit('room.leave', {})
    for (const one of [page, doctor]) await signal(one, 'left', ({ id }) => String(id).startsWith('guest_'))
    await until(async () => (await stateOf(call.callID))[0] === 'left')
    // The half hour is for coming in: whoever was there comes back until the call ends.
    await late()
    expect((await guest.view()).data.step).toBe('ready')
    expect(await enter(line, (await guest.post<MediaToken>('tokens')).data)).toMatchObject({ ok: true })
    await until(async () => (await stateOf(call.callID))[0] === 'joined')
    // The patient hangs up: the call is over, and the guest out.
    const last = (await guestsOf(lin, call.callID)).data.guests.at(-1)?.version ?? 0
    const [ended] = await Promise.all([
      line.waitFor('guest.changed', ({ version }) => Number(version) > last),
      lin.act(call.callID, 'hangup'),
    ])
    expect(ended).toEqual({ id: made.data.id, version: last + 1, at: expect.any(String) })
    expect((await guest.view()).data.state).toBe('over')
    expect((await guest.post('tokens')).code).toBe('LINK_DEAD')
    expect(await enter(line, token)).toMatchObject({ ok: false, code: 'ROOM_DENIED' })
    const acts = await clinic.data.db.system.read(sql<{ action: string }>`
      select action from audit_log where detail->>'guest' = ${made.data.id} and outcome = 'OK' order by id`)
    expect(acts.map(({ action }) => action)).toEqual([
      'POST /his/api/calls/{callID}/guests',
      'POST /his/api/guests/{token}/identity',
      'POST /his/api/guests/{token}/agreements',
    ])
  })

  it('[CALL-13~] by e-mail is asked for a code that is told once; a number or an address that is none is refused', async () => {
    const { call } = await consultation()
    for (const [body, code] of [
      [{ to: '12' }, 'PHONE_INVALID'],
      [{ to: '' }, 'PHONE_INVALID'],
      [{ channel: 'email', to: 'nobody' }, 'VALUE_INVALID'],
      [{ name: '  ' }, 'FIELD_EMPTY'],
      [{ relation: 'doctor' }, 'BAD_INPUT'],
      [{ name: 'x'.repeat(61) }, 'BAD_INPUT'],
    ] as const)
      expect([body, (await invite(lin, call.callID, body)).code]).toEqual([body, code])
    const made = await invite(lin, call.callID, { channel: 'email', to: 'mei@example.org', language: 'zh-CN' })
    expect(made.data).toMatchObject({ sentTo: 'm…@example.org', code: expect.stringMatching(/^\d{6}$/) })
    const mail = await messageOf(clinic, made.data.id)
    expect(mail.subject).toBe('禾安｜通话邀请')
    expect(mail.body).not.toContain(made.data.code)
    const guest = browser(clinic, mail.link)
    expect((await guest.view()).data.asks).toBe('code')
    expect((await guest.code(made.data.code ?? '')).data.step).toBe('agree')
    expect(JSON.stringify((await guestsOf(lin, call.callID)).data)).not.toContain(made.data.code)
  })

  it('[CALL-13~] who is in the call sees whether the message left, and why one has not come', async () => {
    const { call, doctor } = await consultation()
    const made = (await invite(lin, call.callID)).data
    const [message] = await clinic.data.db.system.read(
      sql<{ id: string }>`select message_id as id from guest_link where link_id = ${made.id}::uuid`,
    )
    const id = message?.id ?? ''
    const sending = async () => (await guestsOf(lin, call.callID)).data.guests.at(-1)?.sending
    // The server's own worker may have come by or not: from here on another has it, and is sending.
    await clinic.data.db.system.tx((tx) =>
      tx.run(
        sql`update outbox_message set state = 'sending', sending_since = ${clinic.clock.now()}, version = version + 10 where id = ${id}`,
      ),
    )
    expect(await sending()).toBe('waiting')
    const heard = doctor.heard.filter(({ type }) => type === 'guest.changed').length
    await clinic.data.db.system.tx(async (tx) =>
      step(tx, await tx.one(locked(id)), { action: 'permanent', at: clinic.clock.now(), reason: 'PROVIDER_MISSING' }),
    )
    expect(await sending()).toBe('failed')
    await until(async () => doctor.heard.filter(({ type }) => type === 'guest.changed').length > heard)
    // Half an hour unopened.
    await late()
    expect(await stateOf(call.callID)).toEqual(['expired'])
    const guest = await pageOf(clinic, { data: made } as Reply<typeof made & { code: null }>)
    expect((await guest.view()).data).toMatchObject({ step: 'over', code: 'LINK_EXPIRED', state: 'expired' })
    expect((await guest.code('5678')).code).toBe('LINK_EXPIRED')
  })

  it('[CALL-13~] is out at once when it is taken back, and comes in by nothing it holds', async () => {
    const { call, page } = await consultation()
    const { page: guest, line, id } = await joined(call.callID)
    const token = (await guest.post<MediaToken>('tokens')).data
    expect((await revoke(wang, call.callID, id)).code).toBe('NOT_FOUND')
    expect(await revoke(lin, call.callID, id)).toMatchObject({ code: 'OK', data: { state: 'revoked' } })
    await signal(line, 'ended', ({ reason }) => reason === 'removed')
    await signal(page, 'left', ({ id: who, reason }) => who === `guest_${id}` && reason === 'removed')
    expect(await enter(line, token)).toMatchObject({ ok: false, code: 'ROOM_DENIED' })
    expect((await guest.post('tokens')).code).toBe('LINK_DEAD')
    expect((await guest.code('5678')).code).toBe('LINK_DEAD')
    await expect(guest.line()).rejects.toThrow('LINK_DEAD')
    expect(await revoke(lin, call.callID, id)).toMatchObject({ code: 'OK', data: { state: 'revoked' } })
    // Its place is free, and nobody else’s link is touched by its id.
    const other = await joined(call.callID)
    const elsewhere = await lin.request(`/his/api/calls/${crypto.randomUUID()}/guests/${other.id}`, {
      method: 'DELETE',
    })
    expect(elsewhere.status).toBe(404)
    expect(await stateOf(call.callID)).toEqual(['revoked', 'joined'])
  })

  it('[CALL-13~] many who come in and one who takes it back: nobody is left inside', async () => {
    const { call } = await consultation()
    const made = await invite(lin, call.callID)
    const guest = await pageOf(clinic, made)
    const token = await guest.arrive()
    const sockets = await Promise.all(Array.from({ length: 6 }, async () => kept(await guest.line())))
    await Promise.all([
      ...sockets.map((line) => enter(line, token)),
      revoke(lin, call.callID, made.data.id),
      ...sockets.map((line) => enter(line, token)),
    ])
    expect(clinic.app.deps.sockets.connections(`link:${made.data.id}`).length).toBe(6)
    await inRoom(call.roomID, 2)
    expect(await stateOf(call.callID)).toEqual(['revoked'])
  })

  it('[CALL-13~] opens one room in one browser: guessed, stolen and foreign tokens open nothing, and no call of a patient’s link', async () => {
    const { call, patient, doctor } = await consultation()
    const made = await invite(lin, call.callID)
    const guest = await pageOf(clinic, made)
    // Five wrong ones, however many at once.
    const wrong = await Promise.all(Array.from({ length: 12 }, () => guest.code('0000')))
    expect(wrong.map(({ code }) => code).filter((code) => code === 'IDENTITY_MISMATCH')).toHaveLength(4)
    expect((await guest.code('5678')).code).toBe('IDENTITY_LOCKED')
    expect((await guest.view()).data).toMatchObject({ step: 'identity', code: 'IDENTITY_LOCKED', triesLeft: 0 })
    await doctor.waitFor(
      'guest.changed',
      ({ id, version }) => id === made.data.id && Number(version) > made.data.version,
    )
    expect((await guestsOf(lin, call.callID)).data.guests).toMatchObject([{ state: 'sent', locked: true }])
    await revoke(lin, call.callID, made.data.id)

    const { page, line, id } = await joined(call.callID)
    const token = (await page.post<MediaToken>('tokens')).data
    // No call of a patient's link knows the token; and what a guest may call knows no patient's link.
    const path = `/his/api/links/${page.token}`
    for (const [step, body] of Object.entries({
      open: {},
      identity: { birthday: '1958-01-02', last4: '6527' },
      consents: { consultation: true, recording: true, record: true, texts: guestTexts },
      arrivals: devices,
      recording: { agree: true, text: '2026-01' },
      calls: { videoCall: true },
      [`calls/${call.callID}`]: { action: 'hangup' },
      tokens: {},
      cancellation: {},
      messages: { id: crypto.randomUUID(), text: 'x' },
      authorisation: { answer: 'agree' },
      answers: {},
    }))
      expect([404, 400]).toContain((await clinic.post(`${path}/${step}`, body, { cookie: page.cookie })).status)
    for (const part of ['', '/messages', '/answers']) {
      const answer = await fetch(`${clinic.base}${path}${part}`, { headers: { cookie: page.cookie } })
      expect([part, answer.status === 404 || answer.status === 400]).toEqual([part, true])
    }
    await clinic.data.db.system.tx((tx) => tx.run(sql`delete from address_limit`))
    for (const foreign of [patient.token, 'x'.repeat(43)])
      expect((await browser(clinic, `/link/guest.${foreign}`).view()).code).toBe('LINK_INVALID')
    // Another room's token, somebody else's token, somebody else's audience.
    const theirs = (await lin.post<MediaToken>('/comm/ds/token', { teamId: 1, roomId: call.roomID })).data
    expect(await enter(line, theirs)).toMatchObject({ ok: false, code: 'ROOM_DENIED' })
    expect(await enter(line, { ...token, roomID: crypto.randomUUID() })).toMatchObject({
      ok: false,
      code: 'ROOM_DENIED',
    })
    expect(await enter(lines[0] as TestSocket, token)).toMatchObject({ ok: false, code: 'ROOM_DENIED' })
    for (const room of [`unit:2`, `staff:${lin.mid}`, `link:${patient.linkId}`, `room:${call.roomID}`])
      expect(await line.emit('join_room', { room })).toMatchObject({ ok: false, code: 'FORBIDDEN' })
    expect(line.heard.map(({ type }) => type).filter((type) => !/^signal:|^guest\./.test(type))).toEqual([])
    // A second browser puts the first one out.
    const second = browser(clinic, `/link/guest.${page.token}`)
    expect((await second.post('tokens')).code).toBe('IDENTITY_MISMATCH')
    await expect(second.line()).rejects.toThrow('UNAUTHENTICATED')
    expect((await second.code('5678')).data.step).toBe('ready')
    await until(async () => !line.socket.connected)
    expect((await page.post('tokens')).code).toBe('IDENTITY_MISMATCH')
    await expect(page.line()).rejects.toThrow('UNAUTHENTICATED')
    expect(await enter(kept(await second.line()), (await second.post<MediaToken>('tokens')).data)).toMatchObject({
      ok: true,
    })
    await until(async () => (await stateOf(call.callID)).at(-1) === 'joined')
    expect((await guestsOf(lin, call.callID)).data.guests.at(-1)?.id).toBe(id)
  })

  it('[CALL-13~] is asked in by who is in the running call alone, and takes a place of the four', async () => {
    const { call } = await consultation()
    for (const stranger of [chen, wang]) {
      expect((await invite(stranger, call.callID)).code).toBe('NOT_FOUND')
      expect((await guestsOf(stranger, call.callID)).code).toBe('NOT_FOUND')
    }
    expect((await invite(lin, crypto.randomUUID())).code).toBe('NOT_FOUND')
    const both = await Promise.all(Array.from({ length: 5 }, () => invite(lin, call.callID)))
    expect(both.map(({ code }) => code).sort()).toEqual(['OK', 'OK', 'ROOM_FULL', 'ROOM_FULL', 'ROOM_FULL'])
    await there(wang)
    expect((await lin.post('/his/api/invite', { callID: call.callID, mid: wang.mid })).code).toBe('ROOM_FULL')
    // Too late, their places are free, whether the timer has come by or not.
    expect((await roomOf(call.roomID)).guestsToCome).toBe(2)
    await clinic.data.db.system.tx((tx) =>
      tx.run(sql`update guest_link set expires_at = ${clinic.clock.now()} where room_id = ${call.roomID}`),
    )
    expect((await roomOf(call.roomID)).guestsToCome).toBe(0)
    await late()
    expect((await invite(lin, call.callID)).code).toBe('OK')
    await lin.act(call.callID, 'hangup')
    expect((await invite(lin, call.callID)).code).toMatch(/CALL_OVER|NOT_FOUND/)
  })

  it('[CALL-13~] is no side of the call: it holds none up, ends none and keeps no room alive', async () => {
    // The patient has answered and is not in yet: the doctor is alone with a guest, who goes again.
    const patient = await clinic.patient()
    const page = kept(await patient.line())
    const doctor = await there(lin)
    const call = (await lin.post<Call>('/his/api/callout', { queueID: patient.qid })).data
    await patient.post(`calls/${call.callID}`, { action: 'answer' })
    await comesIn(lin, doctor, call.roomID)
    const [one, other] = [await there(wang), await there(chen)]
    const beside = (await wang.post<StaffCall>('/his/api/callout2', { mid: chen.mid })).data
    await chen.act(beside.callID, 'answer')
    await comesIn(wang, one, beside.roomID)
    await comesIn(chen, other, beside.roomID)
    const { line } = await joined(call.callID)
    expect(await roomOf(call.roomID)).toMatchObject({ state: 'waiting', shows: 'waiting' })
    await line.emit('room.leave', {})
    // Of another call somebody goes after that: it is over, and with it the time in which the guest's going would have told.
    await other.emit('room.leave', {})
    await one.waitFor('call.state', ({ callID, state }) => callID === beside.callID && state === 'ended')
    expect((await lin.post<CallList>('/his/api/getCallList')).data.current?.callID).toBe(call.callID)
    expect(await stateOf(call.callID)).toEqual(['left'])
    await enter(page, ((await patient.post('tokens')) as unknown as Reply<MediaToken>).data)
    await until(async () => (await roomOf(call.roomID)).shows === 'live')
    const again = await joined(call.callID)
    await patient.post(`calls/${call.callID}`, { action: 'hangup' })
    await page.waitFor('call.state', ({ callID, state }) => callID === call.callID && state === 'ended')
    await signal(again.line, 'ended')
    const room = await roomOf(call.roomID)
    expect([room.state, room.participants.filter(({ present }) => present).map(({ mid }) => mid)]).toEqual([
      'waiting',
      [lin.mid],
    ])
    // Colleagues among themselves: with a guest left there is nobody to talk with.
    await clinic.pass(2500)
    const nurse = await there(chen)
    const between = (await lin.post<StaffCall>('/his/api/callout2', { mid: chen.mid })).data
    await chen.act(between.callID, 'answer')
    await comesIn(lin, await there(lin), between.roomID)
    await comesIn(chen, nurse, between.roomID)
    const made = await invite(lin, between.callID)
    const guest = await pageOf(clinic, made)
    await guest.code('5678')
    // Nothing of it is ever recorded: it is not asked for.
    expect((await guest.view()).data.recording).toBe('never')
    expect((await guest.post('agreements', { ...agreed, recording: false })).data.step).toBe('ready')
    const seat = kept(await guest.line())
    await enter(seat, (await guest.post<MediaToken>('tokens')).data)
    expect((await chen.act(between.callID, 'hangup')).data.state).toBe('ended')
    await signal(seat, 'ended')
    const [link] = await clinic.data.db.system.read(
      sql<{ state: Guest['state'] }>`select state from guest_link where link_id = ${made.data.id}::uuid`,
    )
    expect(link?.state).toBe('over')
  })
})
