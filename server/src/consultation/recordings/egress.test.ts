import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { MediaToken, RecordingAddress } from '@teleward/contract/calls/schema.ts'
import { consentTexts } from '@teleward/contract/links/schema.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../platform/db/index.ts'
import { type EgressService, startEgressService } from '../../platform/testing/egress-service.ts'
import { startObjectStore, type TestObjectStore, withObjectStore } from '../../platform/testing/object-store.ts'
import { incomingFiles } from '../../storage/incoming.ts'
import { openBucket } from '../../storage/s3/bucket.ts'
import { enter, instance, until } from '../calls/fixture.ts'
import { liveKitEgress } from '../rooms/egress.ts'
import { createHub } from '../rooms/hub.ts'
import { egressRecorder } from './egress.ts'
import { egressSuite, helpers, type House, openEgressClinic } from './egress-fixture.ts'
import { localRecordings } from './files.ts'
import { type Joining, joinSegments, takeUp } from './joining.ts'

const fixtures = join(import.meta.dirname, '../media/fixtures')
const film = await readFile(join(fixtures, 'egress.mp4'))
const webm = await readFile(join(fixtures, 'segment-1.webm'))
const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describe('recorded by LiveKit’s egress service', () => {
  const {
    dir,
    drop,
    house,
    service,
    talk,
    start,
    stored,
    pass,
    joinTimer,
    waits,
    settled,
    upload,
    hangUp,
    over,
    ended,
  } = egressSuite({ PUBLIC_URL: 'https://care.example.org' })
  afterEach(() => {
    service().so.behaviour = 'works'
    service().so.others = []
  })

  it('[CALL-22~] [CALL-11~] begins by the same call and consent, ends with the call, and is one file on the visit that plays in parts', async () => {
    const { clinic, lin, doctor } = house()
    const { patient, page, callID, roomID } = await talk()
    const answers = await Promise.all([start(roomID), start(roomID), start(roomID, false)])
    const own = answers[0]
    // No page is to record beside it, however often it is asked.
    expect(answers.map(({ recordingId, segmentId }) => [recordingId, segmentId])).toEqual(
      answers.map(() => [own?.recordingId, null]),
    )
    const id = own?.recordingId ?? ''
    const [asked, ...more] = service().calls('Egress/StartRoomCompositeEgress', roomID)
    expect(more).toEqual([])
    expect(asked).toMatchObject({
      grants: { roomRecord: true },
      body: { roomName: roomID, layout: 'grid', fileOutputs: [{}] },
    })
    const webhook = { url: 'https://care.example.org/his/livekitwebhooks', signingKey: 'egress-key' }
    expect(asked?.body.webhooks).toEqual([webhook])
    // No key of ours leaves the house.
    expect(asked?.body.fileOutputs).toEqual([{ fileType: 'MP4', filepath: drop(id), disableManifest: true }])
    await page.waitFor('signal:room.recording', ({ state }) => state === 'recording')
    await doctor.waitFor('room.changed', (one) => one.roomID === roomID && one.recording === 'recording')
    expect((await patient.view()).data.room?.recording).toBe('recording')
    const { data: token } = await lin.post<MediaToken>('/comm/ds/token', { teamId: 1, roomId: roomID })
    expect(token.recordingPolicy).toMatchObject({ record: false, state: 'recording' })
    // Who leaves the room for a moment interrupts nothing.
    await doctor.emit('room.leave', {})
    await enter(doctor, token)
    await pass(15_000)
    expect(await stored(id)).toMatchObject({ state: 'recording', recorder: 'egress' })

    await hangUp(callID)
    const egress = service().of(roomID)
    await until(async () => egress?.status === 'EGRESS_ENDING')
    await pass(31_000)
    await waits(id)
    await writeFile(drop(id), film)
    if (egress) expect(await ended(egress)).toBe(200)
    const row = await settled(id, 'ready')
    expect(row).toMatchObject({ bytes: film.length, failure: null })
    expect(Math.abs((row.duration ?? 0) - 3000)).toBeLessThan(300)
    // Nothing of it lies outside any more.
    await until(async () => !existsSync(drop(id)))

    const ofVisit = await lin.get<{ recordings: object[] }>(`/his/api/recordings?queueID=${patient.qid}`)
    expect(ofVisit.data.recordings).toMatchObject([{ recordingId: id, state: 'ready', queueID: patient.qid }])
    const { data: at } = await lin.post<RecordingAddress>(`/his/api/recordings/${id}/addresses`)
    expect(at).toMatchObject({ mime: 'video/mp4', bytes: film.length })
    const whole = await fetch(clinic.base + at.url)
    expect([whole.headers.get('content-type'), whole.headers.get('content-disposition')]).toEqual([
      'video/mp4',
      'inline; filename="consultation.mp4"',
    ])
    expect(sha(new Uint8Array(await whole.arrayBuffer()))).toBe(sha(film))
    // As a player asks that looks for the index at the end.
    const part = await fetch(clinic.base + at.url, { headers: { range: `bytes=${film.length - 1000}-` } })
    expect([part.status, part.headers.get('content-range')]).toEqual([
      206,
      `bytes ${film.length - 1000}-${film.length - 1}/${film.length}`,
    ])
    expect(Buffer.from(await part.arrayBuffer()).equals(film.subarray(-1000))).toBe(true)
  })

  it('[CALL-22~] is not even asked for without the patient’s consent, and is told to end when it is taken back', async () => {
    const { patient, page, callID, roomID } = await talk({ recording: false })
    const refused = await house().lin.post('/comm/room/records', {
      ...{ roomId: roomID, action: 'start', instance: instance() },
    })
    expect(refused.code).toBe('RECORDING_CONSENT')
    expect(service().calls('Egress/StartRoomCompositeEgress', roomID)).toEqual([])
    await patient.post('recording-consent', { agree: true, text: consentTexts.recording })
    const { recordingId } = await start(roomID)
    expect(service().of(roomID)?.status).toBe('EGRESS_STARTING')
    await patient.post('recording-consent', { agree: false, text: consentTexts.recording })
    await until(async () => service().of(roomID)?.status === 'EGRESS_ENDING')
    expect((await stored(recordingId))?.state).toBe('finalising')
    await hangUp(callID)
    page.close()

    // Taken back while it is just being asked for.
    const quick = await talk()
    const gate = Promise.withResolvers<void>()
    service().so.hold = gate.promise
    const begun = start(quick.roomID)
    await until(async () => service().calls('Egress/StartRoomCompositeEgress', quick.roomID).length === 1)
    await quick.patient.post('recording-consent', { agree: false, text: consentTexts.recording })
    gate.resolve()
    expect((await begun).state).toBe('finalising')
    expect(service().of(quick.roomID)?.status).toBe('EGRESS_ENDING')
    service().so.hold = undefined
    await hangUp(quick.callID)
    quick.page.close()
  })

  it('[CALL-22~] falls back to the moderator’s browser where it cannot begin, and says so to one that cannot record either', async () => {
    for (const behaviour of ['refuses', 'dies'] as const) {
      service().so.behaviour = behaviour
      const { page, callID, roomID } = await talk()
      const asked = await start(roomID)
      expect(asked).toMatchObject({ state: 'interrupted', segmentId: null })
      // Every page hears it, and whichever comes first records.
      await page.waitFor('signal:room.recording', ({ state }) => state === 'interrupted')
      const own = await start(roomID)
      expect(own).toMatchObject({ state: 'recording', segmentId: expect.any(String) })
      await page.waitFor('signal:room.recording', ({ state }) => state === 'recording')
      expect((await upload(own, webm)).status).toBe(200)
      await hangUp(callID)
      await pass(9500)
      await settled(own.recordingId, 'ready')
      const { data: at } = await house().lin.post<RecordingAddress>(`/his/api/recordings/${own.recordingId}/addresses`)
      expect(at.mime).toBe('video/webm')
      page.close()
    }
    service().so.behaviour = 'refuses'
    const { page, callID, roomID } = await talk()
    for (const _ of [1, 2]) expect(await start(roomID, false)).toMatchObject({ recordingId: null, segmentId: null })
    await page.waitFor('signal:room.recording', ({ state }) => state === 'interrupted')
    // A page that can is not kept from it.
    expect((await start(roomID)).segmentId).toEqual(expect.any(String))
    await page.waitFor('signal:room.recording', ({ state }) => state === 'recording')
    const states = page.heard.filter(({ type }) => type === 'signal:room.recording').map((one) => one.payload.state)
    expect(states).toEqual(['interrupted', 'recording'])
    await hangUp(callID)
    page.close()
    const figures = await (await fetch(`${house().clinic.base}/metrics`)).text()
    expect(figures).toMatch(/teleward_media_server_failures_total\{what="egress"\} [1-9]/)
  })

  it('[CALL-22~] is ended and cleared away where it began and nobody heard of it, also a little later', async () => {
    service().so.behaviour = 'silent'
    const { page, callID, roomID } = await talk()
    await start(roomID)
    const own = await start(roomID)
    expect(own.segmentId).toEqual(expect.any(String))
    const stray = service().of(roomID)
    if (stray) service().egresses.delete(stray.egress_id)
    await pass(15_000)
    if (stray) service().egresses.set(stray.egress_id, stray)
    await pass(15_000)
    await until(async () => stray?.status === 'EGRESS_ENDING')
    await writeFile(drop(own.recordingId ?? ''), film)
    if (stray) stray.status = 'EGRESS_COMPLETE'
    await pass(15_000)
    await until(async () => !existsSync(drop(own.recordingId ?? '')))
    expect(await stored(own.recordingId)).toMatchObject({ state: 'recording', recorder: 'browser' })
    await hangUp(callID)
    page.close()
  })

  it('[CALL-22~] of one that ends in the middle is kept what there is, and the moderator’s browser goes on', async () => {
    for (const status of ['EGRESS_LIMIT_REACHED', 'EGRESS_ABORTED'] as const) {
      const { page, callID, roomID } = await talk()
      const own = await start(roomID)
      const id = own.recordingId ?? ''
      const egress = service().of(roomID)
      if (!egress) throw new Error('nothing began')
      const kept = status === 'EGRESS_LIMIT_REACHED'
      if (kept) await writeFile(drop(id), film)
      // Of the one a message comes, of the other none.
      if (kept) await ended(egress, status)
      else egress.status = status
      await pass(15_000)
      await page.waitFor('signal:room.recording', ({ state }) => state === 'interrupted')
      // Nobody has stopped it: a page that comes in now is to record.
      const { data: token } = await house().lin.post<MediaToken>('/comm/ds/token', { teamId: 1, roomId: roomID })
      expect(token.recordingPolicy.record).toBe(true)
      const mine = await start(roomID)
      expect(mine).toMatchObject({ state: 'recording', segmentId: expect.any(String) })
      expect(mine.recordingId).not.toBe(id)
      expect((await upload(mine, webm)).status).toBe(200)
      if (!kept) await pass(61_000)
      await settled(id, kept ? 'ready' : 'failed')
      await hangUp(callID)
      await page.waitFor('signal:room.recording', ({ state }) => state === 'finalising')
      // Nothing told the browser that was recording to stop before.
      const states = page.heard.filter(({ type }) => type === 'signal:room.recording').map((one) => one.payload.state)
      // The first one's file is ready whenever it is.
      const ofBoth = states.filter((state) => state !== 'ready' && state !== 'failed')
      expect(ofBoth.slice(0, 4)).toEqual(['recording', 'interrupted', 'recording', 'finalising'])
      await pass(9500)
      await settled(mine.recordingId, 'ready')
      page.close()
    }
  })

  it('[CALL-22~] LiveKit’s message is believed by its signature alone, and moves nothing but what it is about', async () => {
    const { clinic } = house()
    const one = await over()
    const other = await over()
    await writeFile(drop(one.recordingId), film)
    await writeFile(drop(other.recordingId), film)
    one.egress.status = 'EGRESS_COMPLETE'
    const before = await joinTimer(one.recordingId)
    const forged = { egressInfo: { egressId: one.egress.egress_id, roomName: one.roomID, status: 'EGRESS_COMPLETE' } }
    expect([
      await service().tell(clinic.base, one.egress, { secret: 'another-secret-that-nobody-signed-32b' }),
      await service().tell(clinic.base, { ...one.egress, room_name: 'x' }, { body: JSON.stringify(forged) }),
      (
        await fetch(`${clinic.base}/his/livekitwebhooks`, {
          method: 'POST',
          headers: { 'content-type': 'application/webhook+json' },
          body: JSON.stringify(forged),
        })
      ).status,
    ]).toEqual([403, 403, 403])
    // Signed, and about a room that this one is not of, or about none.
    expect(await service().tell(clinic.base, { ...one.egress, room_name: other.roomID })).toBe(200)
    expect(await service().tell(clinic.base, { ...one.egress, egress_id: 'EG_none' })).toBe(200)
    expect(await joinTimer(one.recordingId)).toEqual(before)
    // Twice the same is once.
    expect([await ended(one.egress), await ended(one.egress)]).toEqual([200, 200])
    await pass(1000)
    await settled(one.recordingId, 'ready')
    // Of the other nothing was taken, though it lies there: by LiveKit's word it is not written to its end.
    service().so.others = [{ ...other.egress, room_name: one.roomID, status: 'EGRESS_COMPLETE' }]
    await pass(31_000)
    await waits(other.recordingId)
    expect(existsSync(drop(other.recordingId))).toBe(true)
    service().so.others = []
    await ended(other.egress)
    await settled(other.recordingId, 'ready')
  })

  it('[CALL-22~] what is no film makes no recording, what leads elsewhere is not followed, and what never ends is given up', async () => {
    const secret = join(dir, 'of-somebody-else.txt')
    await writeFile(secret, film)
    const cut = film.subarray(0, film.length - 300)
    const kinds: [Buffer, string][] = [
      [Buffer.from('<html><script>alert(1)</script></html>'), 'UNREADABLE'],
      [cut, 'UNREADABLE'],
    ]
    for (const [bytes, failure] of kinds) {
      const { recordingId, egress } = await over()
      await writeFile(drop(recordingId), bytes)
      await ended(egress)
      expect((await settled(recordingId, 'failed')).failure).toBe(failure)
      // The only one that there is.
      expect(existsSync(drop(recordingId))).toBe(true)
    }
    // A film whose length nobody can tell is one.
    const timelessFilm = Buffer.from(film)
    timelessFilm.fill(0, film.indexOf('mvhd') + 4, film.indexOf('mvhd') + 20)
    const timeless = await over()
    await writeFile(drop(timeless.recordingId), timelessFilm)
    await ended(timeless.egress)
    expect(await settled(timeless.recordingId, 'ready')).toMatchObject({ duration: null, bytes: film.length })

    const linked = await over()
    await symlink(secret, drop(linked.recordingId))
    await ended(linked.egress)
    const empty = await over()
    await writeFile(drop(empty.recordingId), '')
    await ended(empty.egress)
    const endless = await over()
    await pass(40_000)
    await waits(linked.recordingId)
    await waits(empty.recordingId)
    await waits(endless.recordingId)
    await pass(3_600_000)
    expect((await settled(empty.recordingId, 'failed')).failure).toBe('EMPTY')
    expect((await settled(linked.recordingId, 'failed')).failure).toBe('EMPTY')
    expect((await settled(endless.recordingId, 'failed')).failure).toBe('EMPTY')
    expect(existsSync(secret)).toBe(true)
    // Their session is over by then.
    house().lin = await house().clinic.staff('dr.lin')
    house().doctor = await house().lin.online()
  })

  it('[CALL-22~] [CALL-11~] is found again by a server that died: before it heard the id, and between end and taking in', async () => {
    const { clinic, lin } = house()
    const { page, callID, roomID } = await talk()
    const own = await start(roomID)
    const id = own.recordingId ?? ''
    const egress = service().of(roomID)
    await clinic.data.db.system.tx(async (tx) => {
      await tx.run(sql`update recording set egress_id = null where recording_id = ${id}`)
      await tx.run(sql`delete from timer where kind = 'recording.egress'`)
    })
    // The room has another one, of somebody else's making.
    const files = [{ filepath: drop(crypto.randomUUID()), file_type: 'MP4' }]
    if (egress)
      service().so.others = [
        { ...egress, egress_id: 'EG_other', room_composite: { ...egress.room_composite, file_outputs: files } },
      ]
    await clinic.restart()
    house().doctor = await lin.online()
    await until(async () => (await stored(id))?.egress)
    expect((await stored(id))?.egress).toBe(egress?.egress_id)
    service().so.others = []
    expect((await stored(id))?.state).toBe('recording')
    await hangUp(callID)
    await until(async () => egress?.status === 'EGRESS_ENDING')
    await writeFile(drop(id), film)
    if (egress) egress.status = 'EGRESS_COMPLETE'
    await clinic.data.db.system.tx((tx) => tx.run(sql`delete from timer where kind = 'recording.join'`))
    await clinic.restart()
    house().doctor = await lin.online()
    expect(await settled(id, 'ready')).toMatchObject({ bytes: film.length })
    await until(async () => !existsSync(drop(id)))
    page.close()

    // One that was written down and never asked for: the pages are told, and a browser records.
    const second = await talk()
    const lost = await start(second.roomID)
    service().egresses.delete(service().of(second.roomID)?.egress_id ?? '')
    await clinic.data.db.system.tx((tx) =>
      tx.run(sql`update recording set egress_id = null where recording_id = ${lost.recordingId}`),
    )
    await pass(61_000)
    await second.page.waitFor('signal:room.recording', ({ state }) => state === 'interrupted')
    expect((await start(second.roomID)).segmentId).toEqual(expect.any(String))
    await pass(61_000)
    expect((await settled(lost.recordingId, 'failed')).failure).toBe('EMPTY')
    await hangUp(second.callID)
    second.page.close()

    // LiveKit has lost its memory, and the worker writes it to its end.
    const forgotten = await over()
    service().egresses.delete(forgotten.egress.egress_id)
    await pass(120_000)
    await waits(forgotten.recordingId)
    await writeFile(drop(forgotten.recordingId), film)
    await pass(31_000)
    await settled(forgotten.recordingId, 'ready')
    await until(async () => !existsSync(drop(forgotten.recordingId)))
  })

  it('[CALL-22~] is taken in by one of two processes, and once where the first was dead only as far as anybody could tell', async () => {
    const { clinic } = house()
    const { recordingId, egress } = await over()
    // By the other one: nobody here takes it in meanwhile.
    const gate = Promise.withResolvers<void>()
    let at = ''
    const incoming = incomingFiles(dir)
    const db = clinic.data.db
    const hub = createHub({ onChange: () => undefined, max: 4 })
    const { timers } = clinic.app.deps
    const now = () => clinic.clock.now()
    const thrown: unknown[] = []
    const failed = (_: string, error: unknown) => void thrown.push(error)
    const one: Joining = {
      ...{ db, hub, timers, now, failed, self: 'one', joining: new Set() },
      files: localRecordings(clinic.dataDir),
      egress: egressRecorder({
        ...{ db, hub, timers, now, failed },
        api: liveKitEgress({
          url: service().env.LIVEKIT_URL,
          key: service().env.LIVEKIT_API_KEY,
          secret: service().env.LIVEKIT_API_SECRET,
        }),
        incoming: {
          ...incoming,
          async fetch(name, to) {
            await incoming.fetch(name, to)
            at = 'fetched'
            await gate.promise
          },
        },
        pathOf: (name) => join(dir, name),
      }),
    }
    expect(await takeUp(one, recordingId)).toBe(true)
    await writeFile(drop(recordingId), film)
    egress.status = 'EGRESS_COMPLETE'
    const stalled = joinSegments(one, recordingId)
    await until(async () => at === 'fetched')
    // The message comes to the other process, which leaves it to the one that is at work.
    expect(await service().tell(clinic.base, egress)).toBe(200)
    await pass(14 * 60_000)
    expect((await stored(recordingId))?.state).toBe('finalising')
    await pass(2 * 60_000)
    expect(await settled(recordingId, 'ready')).toMatchObject({ bytes: film.length })
    const whole = join(clinic.dataDir, 'recordings', one.files.wholePath(recordingId))
    const { ino } = await stat(whole)
    gate.resolve()
    await stalled
    expect(thrown).toEqual([])
    expect((await stat(whole)).ino).toBe(ino)
    const again = await clinic.staff('dr.lin')
    const { data: found } = await again.post<RecordingAddress>(`/his/api/recordings/${recordingId}/addresses`)
    expect(sha(new Uint8Array(await (await fetch(clinic.base + found.url)).arrayBuffer()))).toBe(sha(film))
  })
})

withObjectStore('recorded by LiveKit’s egress service into the bucket', () => {
  let service: EgressService
  let store: TestObjectStore
  let house: House
  beforeAll(async () => {
    ;[service, store] = await Promise.all([startEgressService(), startObjectStore()])
    house = await openEgressClinic({ ...service.env, ...store.env })
  })
  afterAll(async () => {
    await house?.clinic.close()
    await service?.close()
    await store?.stop()
  })
  const { stored, pass, settled, over, ended } = helpers(
    () => house,
    () => service,
  )

  it('[CALL-22~] [SYS-02~] is taken in from beside the files, waits while the store is away, and leaves nothing there', async () => {
    const { clinic, lin } = house
    const { recordingId, egress } = await over()
    const key = `egress/${recordingId}.mp4`
    expect(egress.room_composite.file_outputs).toEqual([{ filepath: key, file_type: 'MP4' }])
    const bucket = await openBucket(store.place, () => undefined)
    try {
      await bucket.put(key, film)
      await store.kill('SIGKILL')
      await ended(egress)
      await pass(1000)
      await store.again()
      expect((await stored(recordingId))?.state).toBe('finalising')
      await until(async () => {
        await pass(31_000)
        return (await stored(recordingId))?.state === 'ready'
      }, 20_000)
      await settled(recordingId, 'ready')
      await until(async () => !(await bucket.get(key)))
    } finally {
      bucket.close()
    }
    expect(existsSync(join(clinic.dataDir, 'recordings'))).toBe(false)
    const { data: at } = await lin.post<RecordingAddress>(`/his/api/recordings/${recordingId}/addresses`)
    expect(sha(new Uint8Array(await (await fetch(clinic.base + at.url)).arrayBuffer()))).toBe(sha(film))
  })
})
