import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MediaToken, Room } from '@teleward/contract/calls/schema.ts'
import { type Clinic, enter, type TestSocket, openClinic, type Patient, type Staff, until } from '../calls/fixture.ts'
import { sql } from '../../platform/db/index.ts'

let clinic: Clinic
let lin: Staff
let doctor: TestSocket
beforeAll(async () => {
  clinic = await openClinic({ STUN_URLS: 'stun:127.0.0.1:3478', TURN_URLS: 'turn:127.0.0.1:3478', TURN_SECRET: 'x' })
  lin = await clinic.staff('dr.lin')
  doctor = await lin.online()
})
afterAll(() => clinic.close())

const ask = (who: Staff, roomId: string, more: object = {}) =>
  who.post<MediaToken>('/comm/ds/token', { teamId: 1, roomId, ...more })
const patientToken = async (patient: Patient) =>
  (await patient.post('tokens')) as unknown as { code: string; data: MediaToken }
interface Talk {
  patient: Patient
  page: TestSocket
  callID: string
  roomID: string
  token: MediaToken
  theirs: MediaToken
}
/** A call that both have answered and entered. */
async function talk(entry = {}): Promise<Talk> {
  const patient = await clinic.patient('waiting', entry)
  const page = await patient.line()
  const ring = await patient.post('calls', {})
  const { callID = '', roomID = '' } = ring.data.call ?? {}
  expect((await lin.act(callID, 'answer')).code).toBe('OK')
  const token = (await ask(lin, roomID)).data
  const theirs = (await patientToken(patient)).data
  expect((await enter(doctor, token)).ok).toBe(true)
  expect((await enter(page, theirs)).ok).toBe(true)
  return { patient, page, callID, roomID, token, theirs }
}
const roomRow = async (roomID: string) =>
  (
    await clinic.data.db.system.read(
      sql<{ state: string; version: number }>`select state, version from room where room_id = ${roomID}`,
    )
  )[0]
const over = async (callID: string) => {
  await lin.act(callID, 'end')
  await clinic.pass(3000)
}

describe('media token', () => {
  it('[CALL-09~] decides role and person itself, whatever the body says', async () => {
    const { callID, token, theirs, roomID } = await talk()
    const forged = await ask(lin, roomID, { role: 'patient', userId: '1_999', username: 'Somebody' })
    expect(forged.data).toMatchObject({ role: 'moderator', userId: `1_${lin.mid}`, url: '/staff', roomID })
    expect(theirs).toMatchObject({ role: 'patient', url: '/patient' })
    expect(theirs.userId).toMatch(/^link_/)
    expect(theirs.recordingPolicy.record).toBe(false)
    expect(token.recordingPolicy).toMatchObject({ record: true, consent: 'agreed' })
    expect(token.iceServers).toHaveLength(2)
    expect(token.iceServers[1]?.username).toMatch(/^\d+:1_/)
    await over(callID)
  })

  it('[CALL-09~] refuses the room of somebody else, an unknown and a closed one', async () => {
    const { callID, roomID } = await talk()
    const [wang, away, far, chen] = [
      await clinic.staff('dr.wang'),
      await clinic.staff('dr.away'),
      await clinic.staff('dr.far'),
      await clinic.staff('nurse.chen'),
    ]
    expect((await ask(wang, roomID)).code).toBe('ROOM_DENIED')
    expect((await ask(away, roomID)).code).toBe('NOT_FOUND')
    expect((await far.post('/comm/ds/token', { teamId: 32, roomId: roomID })).code).toBe('NOT_FOUND')
    expect((await ask(lin, roomID, { teamId: 32 })).code).toBe('NOT_FOUND')
    expect((await ask(lin, 'nonsense')).code).toBe('NOT_FOUND')
    expect((await ask(chen, roomID)).code).toBe('OK')
    for (const path of ['dsRoomId', 'objectData']) {
      expect((await away.get(`/comm/room/${path}/${roomID}`)).code).toBe('NOT_FOUND')
      expect((await far.get(`/comm/room/${path}/${roomID}`)).code).toBe('NOT_FOUND')
    }
    await over(callID)
    expect((await ask(lin, roomID)).code).toBe('ROOM_CLOSED')
  })

  it('[CALL-09~] names the visit of a room, and the room id of the engine', async () => {
    const { patient, callID, roomID } = await talk()
    expect((await lin.get(`/comm/room/objectData/${roomID}`)).data).toEqual({ metadata: { queueID: patient.qid } })
    expect((await lin.get(`/comm/room/dsRoomId/${roomID}`)).data).toEqual({ dsRoomId: roomID })
    await over(callID)
  })

  it('opens nothing on another’s socket, for another room, or forged', async () => {
    const { callID, token, theirs, page } = await talk()
    const chen = await clinic.staff('nurse.chen')
    const nurse = await chen.online()
    for (const stolen of [token, theirs]) expect((await enter(nurse, stolen)).code).toBe('ROOM_DENIED')
    expect((await enter(page, token)).code).toBe('ROOM_DENIED')
    expect((await enter(doctor, { ...token, roomID: crypto.randomUUID() })).code).toBe('ROOM_DENIED')
    const [body = '', signature = ''] = token.token.split('.')
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as object
    const forged = Buffer.from(JSON.stringify({ ...claims, mid: chen.mid })).toString('base64url')
    expect((await enter(nurse, { ...token, token: `${forged}.${signature}` })).code).toBe('ROOM_DENIED')
    expect((await nurse.emit('room.join', { roomId: 'x' })).code).toBe('BAD_REQUEST')
    nurse.close()
    await over(callID)
  })
})

describe('room', () => {
  it('[CALL-22~] carries signals between its members and to nobody else', async () => {
    const patient = await clinic.patient()
    const page = await patient.line()
    const ring = await patient.post('calls', {})
    const { callID = '', roomID = '' } = ring.data.call ?? {}
    await lin.act(callID, 'answer')
    const mine = await enter(doctor, (await ask(lin, roomID)).data)
    const theirs = await enter(page, (await patientToken(patient)).data)
    const stranger = await (await clinic.staff('dr.wang')).line()
    const signal = {
      to: `link_${patient.linkId}`,
      toInstance: theirs.instance,
      instance: mine.instance,
      session: 's1',
      reset: true,
    }
    expect(await doctor.emit('room.signal', signal)).toEqual({ ok: true, data: {} })
    expect(await page.waitFor('signal:room.signal')).toMatchObject({ from: `1_${lin.mid}`, session: 's1' })
    expect((await stranger.emit('room.signal', signal)).code).toBe('ROOM_NOT_JOINED')
    expect(
      (await doctor.emit('room.signal', { ...signal, description: { type: 'offer', sdp: 'x'.repeat(70_000) } })).code,
    ).toBe('BAD_REQUEST')
    expect(stranger.heard.filter((event) => event.type === 'signal:room.signal')).toEqual([])
    await over(callID)
  })

  it('[CALL-24~] follows its people live: waiting, live, and who is in it', async () => {
    const patient = await clinic.patient()
    const page = await patient.line()
    const watcher = await (await clinic.staff('nurse.chen')).line()
    const created = await lin.post<Room>('/comm/room/create', { queueID: patient.qid })
    expect(created.data).toMatchObject({ state: 'created', shows: 'waiting', participants: [] })
    expect((await lin.post<Room>('/comm/room/create', { queueID: patient.qid })).data.roomID).toBe(created.data.roomID)
    const { callID = '', roomID = '' } = (await patient.post('calls', {})).data.call ?? {}
    expect(roomID).toBe(created.data.roomID)
    await lin.act(callID, 'answer')
    await enter(doctor, (await ask(lin, roomID)).data)
    await watcher.waitFor('room.changed', (payload) => payload.roomID === roomID && payload.state === 'waiting')
    await enter(page, (await patientToken(patient)).data)
    await watcher.waitFor(
      'room.changed',
      (payload) => payload.roomID === roomID && payload.state === 'live' && payload.count === 2,
    )
    const { rooms } = (await lin.post<{ rooms: Room[] }>('/his/api/getRoomList')).data
    const shown = rooms.find((room) => room.roomID === roomID)
    expect(shown).toMatchObject({ state: 'live', shows: 'live', patientName: '吳秀鳳', callID })
    expect(shown?.participants.map((person) => [person.role, person.present])).toEqual([
      ['moderator', true],
      ['patient', true],
    ])
    const outsider = await clinic.staff('dr.wang')
    expect((await outsider.post<{ rooms: Room[] }>('/his/api/getRoomList')).data.rooms).toEqual([])
    await over(callID)
    await watcher.waitFor('room.changed', (payload) => payload.roomID === roomID && payload.state === 'closed')
    expect(
      (await lin.post<{ rooms: Room[] }>('/his/api/getRoomList')).data.rooms.filter((room) => room.roomID === roomID),
    ).toEqual([])
    watcher.close()
  })

  it('[CALL-24~] tells who watches that the patient’s page is there, and that it stays away; a reload is no leaving', {
    timeout: 30_000,
  }, async () => {
    const patient = await clinic.patient()
    const watcher = await (await clinic.staff('nurse.chen')).line()
    const { roomID } = (await lin.post<Room>('/comm/room/create', { queueID: patient.qid })).data
    const shows = async () =>
      (await lin.post<{ rooms: Room[] }>('/his/api/getRoomList')).data.rooms.find((room) => room.roomID === roomID)
        ?.shows
    const told = () => watcher.heard.filter(({ type, payload }) => type === 'room.changed' && payload.roomID === roomID)
    await watcher.waitFor('room.changed', (payload) => payload.roomID === roomID)
    expect(await shows()).toBe('patientAbsent')
    const before = told().length
    const page = await patient.line()
    await until(async () => told().length === before + 1)
    expect(await shows()).toBe('waiting')
    // Loaded anew: it comes, and nobody is told that it was away.
    page.close()
    const again = await patient.line()
    await until(async () => told().length === before + 2)
    await new Promise((resolve) => setTimeout(resolve, 4500))
    expect(told()).toHaveLength(before + 2)
    expect(await shows()).toBe('waiting')
    again.close()
    await until(async () => told().length === before + 3)
    expect(await shows()).toBe('patientAbsent')
    watcher.close()
  })

  it('[CALL-06~] stays open after hanging up, is no longer live, and closes after 2 minutes', async () => {
    const { patient, callID, roomID } = await talk()
    await until(async () => (await roomRow(roomID))?.state === 'live')
    expect((await lin.act(callID, 'hangup')).data).toMatchObject({ state: 'ended', cause: 'hangup' })
    expect((await roomRow(roomID))?.state).toBe('waiting')
    await until(async () =>
      (await lin.get<Room>(`/his/api/rooms/${roomID}`)).data.participants.every(
        (person) => person.mid === null || !person.present,
      ),
    )
    await clinic.pass(119_000)
    expect((await roomRow(roomID))?.state).toBe('waiting')
    await clinic.pass(2000)
    expect((await roomRow(roomID))?.state).toBe('closed')
    expect((await patient.view()).data).toMatchObject({ state: 'joined', step: 'waiting', canCall: true })
  })

  it('ends the call when the other side leaves by itself, and not when a line drops', { timeout: 15_000 }, async () => {
    const { callID, page, patient, theirs } = await talk()
    page.close()
    await new Promise((resolve) => setTimeout(resolve, 2500))
    const [row] = await clinic.data.db.system.read(
      sql<{ state: string }>`select state from call where call_id = ${callID}`,
    )
    expect(row?.state).toBe('answered')
    const back = await patient.line()
    expect((await enter(back, theirs)).ok).toBe(true)
    await back.emit('room.leave', {})
    await doctor.waitFor(
      'call.state',
      (payload) => payload.callID === callID && payload.state === 'ended' && payload.cause === 'left',
    )
    await clinic.pass(3000)
  })

  it('[CALL-06~] closes with the visit, and its links with it', async () => {
    const { patient, callID, roomID, page } = await talk()
    await lin.act(callID, 'hangup')
    await clinic.pass(3000)
    const [entry] = await clinic.data.db.system.read(
      sql<{ version: number }>`select version from appointment where qid = ${patient.qid}`,
    )
    await clinic.data.db.tx(
      {
        kind: 'staff',
        mid: lin.mid,
        partnerId: 1,
        unitIds: [2],
        pid: null,
        qid: null,
        'emr.read': 'y',
        'appointment.read': 'y',
      },
      async (tx) => {
        const { transition } = await import('../../appointments/service.ts')
        await transition(tx, { kind: 'staff', mid: lin.mid, level: () => 'y' }, patient.qid, 'finish', {
          now: clinic.clock.now(),
          version: entry?.version,
        })
      },
    )
    expect((await roomRow(roomID))?.state).toBe('closed')
    await page.waitFor('link.changed', (payload) => payload.state === 'dead')
    await page.waitFor('signal:room.ended', (payload) => payload.reason === 'closed')
    expect((await patient.view()).data).toMatchObject({
      state: 'dead',
      code: 'LINK_DEAD',
      deadReason: 'finished',
      step: 'ended',
    })
    expect((await patient.post('calls', {})).code).toBe('LINK_DEAD')
    expect((await patient.post('tokens')).code).toBe('LINK_DEAD')
  })

  it('lets a page come back into its room after the server was started anew', async () => {
    const { patient, roomID } = await talk()
    await until(async () => (await roomRow(roomID))?.state === 'live')
    await clinic.restart()
    doctor = await lin.line()
    const page = await patient.line()
    expect((await enter(doctor, (await ask(lin, roomID)).data)).ok).toBe(true)
    expect((await enter(page, (await patientToken(patient)).data)).data?.participants).toHaveLength(1)
    // The row follows the people: both are in it.
    await doctor.waitFor('room.changed', (payload) => payload.roomID === roomID && payload.count === 2)
    // That the patient's page is there is told as well, perhaps before they are in the room.
    await until(async () => (await roomRow(roomID))?.state === 'live')
    await clinic.pass(121_000)
    expect((await roomRow(roomID))?.state).toBe('live')
  })
})
