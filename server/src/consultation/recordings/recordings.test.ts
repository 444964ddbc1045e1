import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  MAX_CHUNK_BYTES,
  type MediaToken,
  type RecordingAddress,
  type RecordsAnswer,
} from '@teleward/contract/calls/schema.ts'
import { consentTexts } from '@teleward/contract/links/schema.ts'
import {
  type Clinic,
  enter,
  instance,
  type TestSocket,
  openClinic,
  type Patient,
  type Staff,
  until,
} from '../calls/fixture.ts'
import { sql } from '../../platform/db/index.ts'

let clinic: Clinic
let lin: Staff
let chen: Staff
let doctor: TestSocket
let first: Buffer
let second: Buffer
beforeAll(async () => {
  clinic = await openClinic()
  lin = await clinic.staff('dr.lin')
  chen = await clinic.staff('nurse.chen')
  doctor = await lin.online()
  const fixtures = join(import.meta.dirname, '../media/fixtures')
  first = await readFile(join(fixtures, 'segment-1.webm'))
  second = await readFile(join(fixtures, 'segment-2.webm'))
})
afterAll(() => clinic.close())

interface Talk {
  patient: Patient
  page: TestSocket
  callID: string
  roomID: string
}
async function talk(entry: { recording?: boolean } = {}): Promise<Talk> {
  const patient = await clinic.patient('waiting', entry)
  const page = await patient.line()
  const { callID = '', roomID = '' } = (await patient.post('calls', {})).data.call ?? {}
  expect((await lin.act(callID, 'answer')).code).toBe('OK')
  await enter(doctor, await tokenOf(lin, roomID))
  const theirs = (await patient.post('tokens')) as unknown as { data: MediaToken }
  await enter(page, theirs.data)
  return { patient, page, callID, roomID }
}
const tokenOf = async (who: Staff, roomId: string) =>
  (await who.post<MediaToken>('/comm/ds/token', { teamId: 1, roomId })).data
const records = (who: Staff, roomId: string, action: string, more: object = {}) =>
  who.post<RecordsAnswer>('/comm/room/records', { roomId, action, ...more })
const upload = async (
  who: Staff,
  { recordingId, segmentId }: { recordingId: string | null; segmentId: string | null },
  offset: number,
  bytes: Uint8Array,
) => {
  const response = await who.request(`/comm/recordings/${recordingId}/segments/${segmentId}?offset=${offset}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/octet-stream' },
    body: bytes,
  })
  const body = (await response.json()) as { status: string; data?: { offset: number } }
  return {
    status: response.status,
    code: body.status,
    offset: body.data?.offset,
    header: response.headers.get('upload-offset'),
  }
}
const stored = async (recordingId: string | null) =>
  (
    await clinic.data.db.system.read(sql<{ state: string; duration: number; bytes: number; failure: string | null }>`
    select state, duration_ms as duration, bytes, failure from recording where recording_id = ${recordingId}`)
  )[0]
const settled = (recordingId: string | null, state: string) =>
  until(async () => {
    const row = await stored(recordingId)
    return row?.state === state ? row : undefined
  })
const hangUp = async (callID: string) => {
  await lin.act(callID, 'hangup')
  await clinic.pass(3000)
}

describe('recording a consultation', () => {
  it('[CALL-11~] starts once however often it is asked, is announced, and ends as one file on the visit', async () => {
    const { patient, page, callID, roomID } = await talk()
    const pageId = instance()
    const asked = await Promise.all(
      Array.from({ length: 5 }, () => records(lin, roomID, 'start', { instance: pageId })),
    )
    expect(
      new Set(asked.map((answer) => `${answer.code} ${answer.data.recordingId} ${answer.data.segmentId}`)).size,
    ).toBe(1)
    const own = asked[0]?.data as RecordsAnswer
    expect(own).toMatchObject({ state: 'recording', offset: 0 })
    expect(own.records).toHaveLength(1)
    await page.waitFor('signal:room.recording', (payload) => payload.state === 'recording')
    await page.waitFor('room.changed', (payload) => payload.roomID === roomID && payload.recording === 'recording')

    const half = Math.floor(first.byteLength / 2)
    expect(await upload(lin, own, 0, first.subarray(0, half))).toMatchObject({ status: 200, offset: half })
    // The answer was lost and the page sends again: it is told where to go on.
    expect(await upload(lin, own, 0, first.subarray(0, half))).toMatchObject({
      status: 409,
      code: 'UPLOAD_OFFSET',
      offset: half,
      header: String(half),
    })
    expect(await upload(lin, own, half, first.subarray(half))).toMatchObject({ status: 200, offset: first.byteLength })

    // The doctor's page is loaded anew: another segment of the same recording.
    const reloaded = await records(lin, roomID, 'start', { instance: instance() })
    expect(reloaded.data.recordingId).toBe(own.recordingId)
    expect(reloaded.data.segmentId).not.toBe(own.segmentId)
    await upload(lin, reloaded.data, 0, second.subarray(0, 1000))
    await hangUp(callID)
    expect((await stored(own.recordingId))?.state).toBe('finalising')
    // The last piece was still on its way.
    expect(await upload(lin, reloaded.data, 1000, second.subarray(1000))).toMatchObject({ status: 200 })
    await clinic.pass(6000)
    const whole = await settled(own.recordingId, 'ready')
    expect(whole.duration).toBeGreaterThan(8500)
    expect(whole.duration).toBeLessThan(9500)
    expect(await upload(lin, reloaded.data, second.byteLength, first)).toMatchObject({
      status: 410,
      code: 'UPLOAD_GONE',
    })
    const ofVisit = await lin.get<{ recordings: object[] }>(`/his/api/recordings?queueID=${patient.qid}`)
    expect(ofVisit.data.recordings).toMatchObject([
      { recordingId: own.recordingId, state: 'ready', segments: 2, queueID: patient.qid },
    ])
  })

  it('[CALL-11~] never starts without the patient’s consent, and asks for it in the patient’s page', async () => {
    const { patient, page, callID, roomID } = await talk({ recording: false })
    const refused = await records(lin, roomID, 'start', { instance: instance() })
    expect([refused.status, refused.code]).toEqual([409, 'RECORDING_CONSENT'])
    expect((await clinic.data.db.system.read(sql`select 1 from recording where room_id = ${roomID}`)).length).toBe(0)
    // Declined is not asked about again; not answered is.
    expect((await patient.view()).data.room?.recording).toBe('off')
    await clinic.data.db.system.tx(async (tx) => {
      await tx.run(sql`update room set recording_consent = null where room_id = ${roomID}`)
      await tx.run(sql`delete from consent where qid = ${patient.qid} and kind = 'recording'`)
    })
    expect((await records(lin, roomID, 'start', { instance: instance() })).code).toBe('RECORDING_CONSENT')
    await page.waitFor('consent.asked', (payload) => payload.roomID === roomID)
    await page.waitFor('signal:room.recording', (payload) => payload.state === 'needsConsent')
    expect((await patient.view()).data.room?.recording).toBe('needsConsent')
    expect((await patient.post('recording-consent', { agree: true, text: 'an older text' })).code).toBe('VERSION_STALE')
    await patient.post('recording-consent', { agree: true, text: consentTexts.recording })
    await doctor.waitFor('signal:room.recording', (payload) => payload.state === 'off')
    const started = await records(lin, roomID, 'start', { instance: instance() })
    expect(started.data.state).toBe('recording')
    await upload(lin, started.data, 0, first)
    // Taken back in the call: it stops, and cannot be started again.
    await patient.post('recording-consent', { agree: false, text: consentTexts.recording })
    expect((await stored(started.data.recordingId))?.state).toBe('finalising')
    expect((await records(lin, roomID, 'start', { instance: instance() })).code).toBe('RECORDING_CONSENT')
    await clinic.pass(9500)
    await settled(started.data.recordingId, 'ready')
    await hangUp(callID)
  })

  it('lets one page record at a time: a colleague in the room takes over only when the recorder is gone', async () => {
    const { callID, roomID } = await talk()
    const nurse = await chen.online()
    await enter(nurse, await tokenOf(chen, roomID))
    const mine = await records(lin, roomID, 'start', { instance: instance() })
    expect((await records(chen, roomID, 'start', { instance: instance() })).data).toMatchObject({
      state: 'recording',
      segmentId: null,
    })
    await upload(lin, mine.data, 0, first)
    await doctor.emit('room.leave', {})
    await until(async () => (await stored(mine.data.recordingId))?.state === 'interrupted')
    await nurse.waitFor('signal:room.recording', (payload) => payload.state === 'interrupted')
    const taken = await records(chen, roomID, 'start', { instance: instance() })
    expect(taken.data).toMatchObject({ state: 'recording', recordingId: mine.data.recordingId })
    expect(taken.data.segmentId).not.toBeNull()
    await records(chen, roomID, 'stop')
    await chen.act(callID, 'hangup')
    nurse.close()
    await clinic.pass(9500)
    await settled(mine.data.recordingId, 'ready')
  })

  it('[CALL-11~] goes on through a restart of the server, and joins what a crash left unjoined', async () => {
    const { callID, roomID } = await talk()
    const own = (await records(lin, roomID, 'start', { instance: instance() })).data
    await upload(lin, own, 0, first.subarray(0, 2000))
    await clinic.restart()
    expect(await upload(lin, own, 2000, first.subarray(2000))).toMatchObject({ status: 200, offset: first.byteLength })
    doctor = await lin.line()
    await hangUp(callID)
    // The process dies between taking the timer and writing the file.
    await clinic.data.db.system.tx((tx) => tx.run(sql`delete from timer where kind = 'recording.join'`))
    expect((await stored(own.recordingId))?.state).toBe('finalising')
    await clinic.restart()
    doctor = await lin.line()
    expect((await settled(own.recordingId, 'ready')).duration).toBeGreaterThan(5000)
  })

  it('says failed where nothing readable ever came, and keeps what there is', async () => {
    const { callID, roomID } = await talk()
    const own = (await records(lin, roomID, 'start', { instance: instance() })).data
    await hangUp(callID)
    await clinic.pass(6500)
    expect((await settled(own.recordingId, 'failed')).failure).toBe('EMPTY')
    expect((await lin.post(`/his/api/recordings/${own.recordingId}/addresses`)).code).toBe('RECORDING_FAILED')
  })
})

describe('uploads', () => {
  it('[Vw5] a first piece of one byte is taken as what it is the beginning of, and nothing else is', async () => {
    const { callID, roomID } = await talk()
    const own = (await records(lin, roomID, 'start', { instance: instance() })).data
    expect(await upload(lin, own, 0, Buffer.from('<'))).toMatchObject({ status: 415, code: 'UPLOAD_CONTENT' })
    expect(await upload(lin, own, 0, first.subarray(0, 1))).toMatchObject({ status: 200, offset: 1 })
    // What follows is held against the rest of the four.
    expect(await upload(lin, own, 1, Buffer.from('html'))).toMatchObject({ status: 415, code: 'UPLOAD_CONTENT' })
    expect(await upload(lin, own, 1, first.subarray(1, 3))).toMatchObject({ status: 200, offset: 3 })
    expect(await upload(lin, own, 3, first.subarray(0, 9))).toMatchObject({ status: 415, code: 'UPLOAD_CONTENT' })
    expect(await upload(lin, own, 3, first.subarray(3))).toMatchObject({ status: 200, offset: first.byteLength })
    await hangUp(callID)
    await clinic.pass(6500)
    await settled(own.recordingId, 'ready')
  })

  it('refuses wrong offsets, too much, nothing, other content, and other people’s segments', async () => {
    const { callID, roomID } = await talk()
    const own = (await records(lin, roomID, 'start', { instance: instance() })).data
    expect(await upload(lin, own, 5, first)).toMatchObject({ status: 409, offset: 0 })
    expect(await upload(lin, own, 0, new Uint8Array())).toMatchObject({ status: 400 })
    expect(await upload(lin, own, 0, Buffer.from('<html><script>alert(1)</script></html>'))).toMatchObject({
      status: 415,
      code: 'UPLOAD_CONTENT',
    })
    expect(await upload(lin, own, 0, new Uint8Array(MAX_CHUNK_BYTES + 2000))).toMatchObject({ status: 413 })
    expect(await upload(lin, own, 0, new Uint8Array(MAX_CHUNK_BYTES + 10))).toMatchObject({
      status: 413,
      code: 'UPLOAD_TOO_LARGE',
    })
    expect(await upload(lin, own, -1, first)).toMatchObject({ status: 400 })
    for (const stranger of [
      chen,
      await clinic.staff('dr.wang'),
      await clinic.staff('dr.away'),
      await clinic.staff('dr.far'),
    ])
      expect(await upload(stranger, own, 0, first)).toMatchObject({ status: 404 })
    expect(await upload(lin, { ...own, recordingId: crypto.randomUUID() }, 0, first)).toMatchObject({ status: 404 })
    expect(await upload(lin, { ...own, segmentId: crypto.randomUUID() }, 0, first)).toMatchObject({ status: 404 })
    const json = await lin.request(`/comm/recordings/${own.recordingId}/segments/${own.segmentId}?offset=0`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    expect(json.status).toBe(400)
    // Two uploads of one place at once: one is taken, the other is told where to go on.
    const race = await Promise.all([upload(lin, own, 0, first), upload(lin, own, 0, first), upload(lin, own, 0, first)])
    expect(race.map((answer) => answer.status).sort()).toEqual([200, 409, 409])
    expect(race.every((answer) => answer.offset === first.byteLength)).toBe(true)
    await hangUp(callID)
    await clinic.pass(6500)
    await settled(own.recordingId, 'ready')
  })

  it('records only from inside the room, by a participant', async () => {
    const { callID, roomID } = await talk()
    expect((await records(chen, roomID, 'start', { instance: instance() })).code).toBe('ROOM_DENIED')
    expect((await records(await clinic.staff('dr.wang'), roomID, 'start', { instance: instance() })).code).toBe(
      'ROOM_DENIED',
    )
    expect((await records(await clinic.staff('dr.far'), roomID, 'list')).code).toBe('NOT_FOUND')
    await hangUp(callID)
  })
})

describe('playback', () => {
  it('[CALL-11~] plays by a short-lived address, in ranges, to those who took part, and keeps who did', async () => {
    const { callID, roomID } = await talk()
    const own = (await records(lin, roomID, 'start', { instance: instance() })).data
    await upload(lin, own, 0, first)
    const path = `/his/api/recordings/${own.recordingId}/addresses`
    expect((await lin.post(path)).code).toBe('ILLEGAL_STEP')
    await hangUp(callID)
    await clinic.pass(6500)
    await settled(own.recordingId, 'ready')
    const given = await lin.post<RecordingAddress>(path)
    expect(given.data).toMatchObject({ mime: 'video/webm' })
    const { url } = given.data
    const whole = await fetch(clinic.base + url)
    expect(whole.status).toBe(200)
    expect(whole.headers.get('content-type')).toBe('video/webm')
    expect(whole.headers.get('content-disposition')).toContain('inline')
    expect(whole.headers.get('x-content-type-options')).toBe('nosniff')
    expect(whole.headers.get('content-security-policy')).toContain('sandbox')
    const bytes = new Uint8Array(await whole.arrayBuffer())
    expect(bytes.byteLength).toBe(given.data.bytes)
    // An address that is begun by its end was opened as well.
    const plays = async () =>
      (
        await clinic.data.db.system.read(
          sql`select 1 from audit_log where target_id = ${own.recordingId} and action = 'recording.play'`,
        )
      ).length
    const played = await plays()
    await clinic.pass(61_000)
    const other = clinic.base + (await lin.post<RecordingAddress>(path)).data.url
    for (const range of ['bytes=-5', 'bytes=10-19'])
      expect((await fetch(other, { headers: { range } })).status).toBe(206)
    expect(await plays()).toBe(played + 1)
    const part = await fetch(clinic.base + url, { headers: { range: 'bytes=100-199' } })
    expect(part.status).toBe(206)
    expect(part.headers.get('content-range')).toBe(`bytes 100-199/${bytes.byteLength}`)
    expect(new Uint8Array(await part.arrayBuffer())).toEqual(bytes.slice(100, 200))
    expect((await fetch(clinic.base + url, { headers: { range: `bytes=${bytes.byteLength}-` } })).status).toBe(416)
    expect((await fetch(clinic.base + url, { headers: { range: 'bytes=-5' } })).headers.get('content-length')).toBe('5')

    for (const stranger of ['dr.wang', 'dr.away', 'dr.far'])
      expect((await (await clinic.staff(stranger)).post(path)).code).toBe('NOT_FOUND')
    expect((await (await clinic.staff('agent.kao')).post(path)).code).toBe('FORBIDDEN')
    expect(
      (await fetch(`${clinic.base}/his/api/recordings/${crypto.randomUUID()}/file?ticket=${url.split('ticket=')[1]}`))
        .status,
    ).toBe(403)
    expect((await fetch(`${clinic.base}${url.slice(0, -3)}xyz`)).status).toBe(403)
    expect((await fetch(`${clinic.base}/his/api/recordings/${own.recordingId}/file`)).status).toBe(403)
    const audit = await clinic.data.db.system.read(sql<{ action: string; mid: number }>`
      select action, mid from audit_log where target_id = ${own.recordingId} and target_kind = 'recording' order by id`)
    expect(audit.map((row) => row.mid)).toContain(lin.mid)
    expect(audit.map((row) => row.action)).toContain('recording.play')
    // One session a person and kind of device: the one that the address was made for is over, and the address with it.
    const again = await clinic.staff('dr.lin')
    expect((await fetch(clinic.base + url)).status).toBe(403)
    const later = clinic.base + (await again.post<RecordingAddress>(path)).data.url
    expect((await fetch(later)).status).toBe(200)
    // Whoever is of another unit meanwhile plays nothing any more.
    const units = (unit: number) =>
      clinic.data.db.system.tx((tx) => tx.run(sql`update staff_unit set unit_id = ${unit} where mid = ${lin.mid}`))
    await units(3)
    await clinic.pass(31_000)
    expect((await fetch(later)).status).toBe(404)
    await units(2)
    await clinic.pass(31_000)
    expect((await fetch(later)).status).toBe(200)
    clinic.clock.advance(11 * 60_000)
    expect((await fetch(later)).status).toBe(403)
  })
})

it('keeps recordings where the data lie, under names nobody can choose', async () => {
  // A path in the place of an id never reaches the disk.
  const outside = join(clinic.dataDir, 'outside.webm')
  await writeFile(outside, 'x')
  const lin2 = await clinic.staff('dr.lin')
  const response = await lin2.request(
    `/comm/recordings/${encodeURIComponent('../outside')}/segments/${encodeURIComponent('../../x')}?offset=0`,
    {
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream' },
      body: new Uint8Array([1]),
    },
  )
  expect(response.status).toBe(400)
})
