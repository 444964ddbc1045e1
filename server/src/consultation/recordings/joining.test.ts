import { copyFile, mkdtemp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { MediaToken, RecordsAnswer } from '@teleward/contract/calls/schema.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../platform/db/index.ts'
import { type Clinic, enter, instance, openClinic, type Staff, type TestSocket, until } from '../calls/fixture.ts'
import { createHub } from '../rooms/hub.ts'
import { localRecordings } from './files.ts'
import { type Joining, joinSegments, takeUp } from './joining.ts'

let clinic: Clinic
let lin: Staff
let doctor: TestSocket
let first: Buffer
beforeAll(async () => {
  clinic = await openClinic()
  lin = await clinic.staff('dr.lin')
  doctor = await lin.online()
  first = await readFile(join(import.meta.dirname, '../media/fixtures/segment-1.webm'))
})
afterAll(() => clinic.close())

/** A recording that is over and not joined yet. */
async function over(): Promise<{ id: string; put(offset: number, bytes: Buffer): Promise<number> }> {
  const patient = await clinic.patient('waiting')
  const page = await patient.line()
  const { callID = '', roomID: roomId = '' } = (await patient.post('calls', {})).data.call ?? {}
  await lin.act(callID, 'answer')
  await enter(doctor, (await lin.post<MediaToken>('/comm/ds/token', { teamId: 1, roomId })).data)
  await enter(page, ((await patient.post('tokens')) as unknown as { data: MediaToken }).data)
  const { data } = await lin.post<RecordsAnswer>('/comm/room/records', {
    ...{ roomId, action: 'start', instance: instance() },
  })
  const put = async (offset: number, bytes: Buffer) => {
    const answer = await lin.request(
      `/comm/recordings/${data.recordingId}/segments/${data.segmentId}?offset=${offset}`,
      {
        method: 'PUT',
        headers: { 'content-type': 'application/octet-stream' },
        body: bytes as Buffer<ArrayBuffer>,
      },
    )
    return answer.status
  }
  expect(await put(0, first)).toBe(200)
  await lin.act(callID, 'hangup')
  await until(async () => (await stored(data.recordingId ?? '')).state === 'finalising')
  page.close()
  return { id: data.recordingId ?? '', put }
}
async function stored(id: string) {
  const [row] = await clinic.data.db.system.read(sql<{ state: string; duration: number; bytes: number }>`
    select state, duration_ms as duration, bytes::int from recording where recording_id = ${id}`)
  if (!row) throw new Error('no such recording')
  return row
}

it('[CALL-11~] is not joined again where the file is there and its row does not say so, as after a restore', async () => {
  const { id } = await over()
  await clinic.pass(9500)
  await until(async () => (await stored(id)).state === 'ready')
  const before = await stored(id)
  await clinic.data.db.system.tx((tx) =>
    tx.run(
      sql`update recording set state = 'finalising', path = null, duration_ms = null, bytes = null where recording_id = ${id}`,
    ),
  )
  await clinic.restart()
  doctor = await lin.online()
  await until(async () => (await stored(id)).state !== 'finalising')
  const after = await stored(id)
  expect(after).toMatchObject({ state: 'ready', bytes: before.bytes })
  expect(Math.abs(after.duration - before.duration)).toBeLessThan(100)
})

it('[CALL-11~] is joined by one process: no other begins while it is at work, and after its death another one does', async () => {
  const { id, put } = await over()
  const real = localRecordings(clinic.dataDir)
  const gate = Promise.withResolvers<void>()
  let at = ''
  const process = (self: string): Joining => ({
    db: clinic.data.db,
    hub: createHub({ onChange: () => undefined, max: 4 }),
    // As an object store has it: pieces are fetched, and what comes of them is put there, once the gate opens.
    files: {
      ...real,
      async join(from, _, work) {
        const own = await mkdtemp(join(clinic.dataDir, 'own-'))
        const [piece, made] = [join(own, 'piece.webm'), join(own, 'whole.webm')]
        await copyFile(join(clinic.dataDir, 'recordings', from[0] ?? ''), piece)
        at = 'fetched'
        await gate.promise
        const said = await work([piece], made)
        at = 'put'
        return said
      },
    },
    timers: clinic.app.deps.timers,
    self,
    joining: new Set(),
    now: () => clinic.clock.now(),
    failed: (_, error) => {
      throw error
    },
  })
  const one = process('one')
  expect(await takeUp(one, id)).toBe(true)
  const stalled = joinSegments(one, id)
  await until(async () => at === 'fetched')
  // Another one starts beside it, and time passes: the lease stands, and no piece comes in between by any process.
  await clinic.restart()
  doctor = await lin.online()
  await clinic.pass(14 * 60_000)
  expect((await stored(id)).state).toBe('finalising')
  expect(await put(first.length, first)).toBe(410)
  // It is dead, as far as anybody can tell.
  await clinic.pass(2 * 60_000)
  await until(async () => (await stored(id)).state === 'ready')
  const whole = await readFile(join(clinic.dataDir, 'recordings', real.wholePath(id)))
  expect((await stored(id)).bytes).toBe(whole.length)
  // It was not: what it has is not stored any more.
  gate.resolve()
  await stalled
  expect(at).toBe('fetched')
})
