import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, statSync, utimesSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { MediaToken, RecordingAddress, RecordsAnswer } from '@teleward/contract/calls/schema.ts'
import type { Upload } from '@teleward/contract/files/schema.ts'
import type { Photo, Profile } from '@teleward/contract/profile/schema.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createApp } from '../app.ts'
import { type Clinic, enter, instance, openClinic, type Staff, until } from '../consultation/calls/fixture.ts'
import { film } from '../files/fixture.ts'
import { readConfig } from '../platform/config.ts'
import { sql } from '../platform/db/index.ts'
import { startObjectStore, type TestObjectStore, withObjectStore } from '../platform/testing/object-store.ts'
import { openBucket } from '../storage/s3/bucket.ts'
import { objectStorage } from '../storage/s3/storage.ts'
import { pngOf } from '../profile/fixture.ts'

withObjectStore('a house whose files lie in an object store', () => {
  let store: TestObjectStore
  let clinic: Clinic
  let lin: Staff
  let pid: number
  beforeAll(async () => {
    store = await startObjectStore()
    clinic = await openClinic({ ...store.env, METRICS_TOKEN: 'a token of sixteen' })
    lin = await clinic.staff('dr.lin')
    const [row] = await clinic.data.db.system.read(sql<{ pid: number }>`
      select mu.pid from member_unit mu join staff_unit su on su.unit_id = mu.unit_id and su.mid = ${lin.mid} limit 1`)
    pid = row?.pid ?? 0
  })
  afterAll(async () => {
    await clinic.close()
    await store.stop()
  })
  const ready = async () => {
    const answer = await fetch(`${clinic.base}/ready`)
    const { files } = (await answer.json()) as { files: boolean }
    return { status: answer.status, files }
  }
  beforeEach(async () => {
    store.faults.none()
    expect(await ready()).toMatchObject({ status: 200, files: true })
  })

  const whole = Buffer.concat([film('isom', 9_000_000 - 72), Buffer.alloc(0)])
  const begin = (name: string, bytes: number) =>
    lin.post<Upload>('/his/api/uploads', { kind: 'video', pid, name, bytes })
  const patch = async (id: string, offset: number, bytes: Uint8Array) => {
    const answer = await lin.request(`/his/api/uploads/${id}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
      body: bytes as Uint8Array<ArrayBuffer>,
    })
    const said = (await answer.json()) as { status: string; message?: string; data: Upload }
    return { status: answer.status, code: said.status, message: said.message, data: said.data }
  }
  const shown = (url: string, range?: string) =>
    fetch(clinic.base + url, { headers: { 'accept-language': 'en', ...(range ? { range } : {}) } })
  const MB4 = 4 * 1024 * 1024

  it('[SYS-02~] a file comes in pieces through a restart and a busy store, is read in part, and of another’s bytes none is shown', async () => {
    const { data } = await begin('walk.mp4', whole.length)
    expect((await patch(data.id, 0, whole.subarray(0, MB4))).code).toBe('OK')
    store.faults.fault = () => 'busy'
    expect(await patch(data.id, MB4, whole.subarray(MB4, 2 * MB4))).toMatchObject({
      status: 503,
      code: 'FILES_UNAVAILABLE',
    })
    store.faults.none()
    // What came is there, for another process as well.
    await clinic.restart()
    const head = await lin.request(`/his/api/uploads/${data.id}`, { method: 'HEAD' })
    expect(head.headers.get('upload-offset')).toBe(String(MB4))
    expect((await patch(data.id, MB4, whole.subarray(MB4, 2 * MB4))).code).toBe('OK')
    const last = await patch(data.id, 2 * MB4, whole.subarray(2 * MB4))
    expect(last.data).toMatchObject({ state: 'stored' })
    const { data: at } = await lin.post<{ url: string }>(`/his/api/files/${last.data.file?.id}/addresses`)
    const part = await shown(at.url, `bytes=${MB4 - 5}-${MB4 + 4}`)
    expect([part.status, part.headers.get('content-range')]).toEqual([
      206,
      `bytes ${MB4 - 5}-${MB4 + 4}/${whole.length}`,
    ])
    expect(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(MB4 - 5, MB4 + 5))).toBe(true)
    const all = Buffer.from(await (await shown(at.url)).arrayBuffer())
    expect(createHash('sha256').update(all).digest('hex')).toBe(createHash('sha256').update(whole).digest('hex'))
    expect(existsSync(join(clinic.dataDir, 'files'))).toBe(false)

    store.faults.fault = ({ path }) => (path.includes('/files/medical/') ? { instead: 'of somebody else' } : 'none')
    for (const range of [undefined, 'bytes=0-9', `bytes=${2 * MB4}-`]) {
      const refused = await shown(at.url, range)
      const text = await refused.text()
      expect([refused.status, JSON.parse(text)]).toEqual([
        500,
        expect.objectContaining({
          status: 'FILE_DAMAGED',
          message: expect.stringContaining('not the file that was stored'),
        }),
      ])
      expect(text).not.toContain('somebody else')
    }
    const metrics = await (
      await fetch(`${clinic.base}/metrics`, { headers: { authorization: 'Bearer a token of sixteen' } })
    ).text()
    expect(metrics).toMatch(/teleward_storage_damaged_total [1-9]/)
  })

  it('[SYS-02~] while the store is away the rest goes on, readiness says which part is missing, and nothing is half there', async () => {
    const portrait = pngOf(12, 12)
    const send = async () =>
      lin.post<Record<string, Photo>>('/his/api/uploadphoto/2', {
        kind: 'avatar',
        name: 'me.png',
        version: (await lin.get<Profile>('/his/api/profile')).data.versions.photos,
        data: portrait.toString('base64'),
      })
    await store.kill('SIGKILL')
    const refused = await send()
    expect([refused.status, refused.code]).toEqual([503, 'FILES_UNAVAILABLE'])
    expect((await lin.get<Profile>('/his/api/profile')).data.photos.avatar).toBeNull()
    expect(await ready()).toMatchObject({ status: 200, files: false })
    expect((await begin('later.mp4', 5000)).code).toBe('OK')
    await store.again()
    expect(await ready()).toMatchObject({ status: 200, files: true })
    const { data } = await send()
    const face = await shown(data.avatar?.url ?? '')
    expect(Buffer.from(await face.arrayBuffer()).equals(portrait)).toBe(true)
  })

  it('[SYS-02~] a recording comes by the second, is joined when the store is back, and is played in part', async () => {
    const [first, second] = await Promise.all(
      [1, 2].map((n) => readFile(join(import.meta.dirname, `../consultation/media/fixtures/segment-${n}.webm`))),
    )
    if (!first || !second) throw new Error('no fixtures')
    const doctor = await lin.online()
    const patient = await clinic.patient()
    const page = await patient.line()
    const { callID = '', roomID: roomId = '' } = (await patient.post('calls', {})).data.call ?? {}
    expect((await lin.act(callID, 'answer')).code).toBe('OK')
    await enter(doctor, (await lin.post<MediaToken>('/comm/ds/token', { teamId: 1, roomId })).data)
    await enter(page, ((await patient.post('tokens')) as unknown as { data: MediaToken }).data)
    const start = async () =>
      (await lin.post<RecordsAnswer>('/comm/room/records', { roomId, action: 'start', instance: instance() })).data
    const own = await start()
    const put = (of: RecordsAnswer, offset: number, bytes: Buffer) =>
      lin.request(`/comm/recordings/${of.recordingId}/segments/${of.segmentId}?offset=${offset}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/octet-stream' },
        body: bytes as Buffer<ArrayBuffer>,
      })
    const step = Math.ceil(first.length / 5)
    for (let at = 0; at < first.length; at += step)
      expect((await put(own, at, first.subarray(at, at + step))).status).toBe(200)
    // Sent again, and in the wrong place: told where to go on.
    const again = await put(own, 0, first.subarray(0, step))
    expect([again.status, again.headers.get('upload-offset')]).toEqual([409, String(first.length)])
    const more = await start()
    expect((await put(more, 0, second)).status).toBe(200)
    await lin.act(callID, 'hangup')
    await clinic.pass(3000)
    const state = async () =>
      (
        await clinic.data.db.system.read(
          sql<{ state: string }>`select state from recording where recording_id = ${own.recordingId}`,
        )
      )[0]?.state
    // One that was being joined as its process was killed, days ago, and one that is joined now.
    const [left, now] = ['recording-left', 'recording-now'].map((name) => join(clinic.dataDir, 'joining', name))
    for (const folder of [left, now]) mkdirSync(folder ?? '', { recursive: true })
    const daysAgo = statSync(left ?? '').mtimeMs / 1000 - 2 * 86_400
    utimesSync(left ?? '', daysAgo, daysAgo)
    store.faults.fault = ({ method }) => (method === 'PUT' ? 'busy' : 'none')
    await clinic.pass(9500)
    await until(async () => {
      const [timer] = await clinic.data.db.system.read(
        sql`select 1 from timer where kind = 'recording.join' and key = ${own.recordingId}::text and due_at > ${clinic.clock.now()}`,
      )
      return timer
    })
    expect(await state()).toBe('finalising')
    store.faults.none()
    expect(await ready()).toMatchObject({ files: true })
    await clinic.pass(31_000)
    await until(async () => (await state()) === 'ready')
    expect(existsSync(join(clinic.dataDir, 'recordings'))).toBe(false)
    expect(readdirSync(join(clinic.dataDir, 'joining'))).toEqual(['recording-now'])
    const { data: at } = await lin.post<RecordingAddress>(`/his/api/recordings/${own.recordingId}/addresses`)
    const all = Buffer.from(await (await shown(at.url)).arrayBuffer())
    expect([all.length, all.subarray(0, 4).toString('hex')]).toEqual([at.bytes, '1a45dfa3'])
    const part = await shown(at.url, 'bytes=100-199')
    expect([part.status, Buffer.from(await part.arrayBuffer()).equals(all.subarray(100, 200))]).toEqual([206, true])
    doctor.close()
    page.close()
  })

  it('[SYS-02~] what nobody names goes after days, what a row names stays, and a bucket is of one house', async () => {
    const { storage } = clinic.app.deps
    const orphan = `medical/1/${crypto.randomUUID()}.bin`
    await storage.files.put(orphan, randomBytes(10))
    const gone = await begin('given-up.mp4', 5000)
    await patch(gone.data.id, 0, film('isom', 1000))
    expect((await lin.request(`/his/api/uploads/${gone.data.id}`, { method: 'DELETE' })).status).toBe(200)
    const names = async () => {
      const rows = await clinic.data.db.system.read(sql<{ key: string }>`
        select key from medical_file union select key from staff_photo union
        select 'recordings/' || path from recording where state = 'ready'`)
      return rows.map(({ key }) => key)
    }
    const named = await names()
    expect(named.length).toBeGreaterThanOrEqual(3)
    const bucket = await openBucket(store.place, () => undefined)
    /** As a process sees them that has never seen them: what the house remembers is no proof. */
    const seen = (key: string) => objectStorage(bucket, () => undefined).stat(key)
    expect(await seen(orphan)).toEqual({ size: 10 })
    // The store's objects are as old as its disk says.
    let newest = 0
    for await (const { at } of bucket.list('')) newest = Math.max(newest, at.getTime())
    await clinic.pass(newest - clinic.clock.now().getTime() + 5 * 86_400_000)
    await until(async () => (await seen(orphan)) === undefined)
    for (const key of named) expect(await seen(key), key).toBeDefined()
    bucket.close()

    const other = await openClinic()
    try {
      const config = readConfig({ PORT: '0', LOG_LEVEL: 'silent', DATA_DIR: other.dataDir, DEMO: '1', ...store.env })
      const app = await createApp({ config, db: other.data.db, clock: other.clock })
      await expect(app.listen()).rejects.toThrow(/belongs to another installation/)
      await app.close()
      const nowhere = { ...config, s3: { ...store.place, bucket: 'nowhere' } }
      await expect(createApp({ config: nowhere, db: other.data.db, clock: other.clock })).rejects.toThrow(
        /S3_BUCKET: there is no bucket "nowhere"/,
      )
    } finally {
      await other.close()
    }
  })
})
