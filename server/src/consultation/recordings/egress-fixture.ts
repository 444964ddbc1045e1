import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MediaToken, RecordsAnswer } from '@teleward/contract/calls/schema.ts'
import { afterAll, beforeAll, expect } from 'vitest'
import { sql } from '../../platform/db/index.ts'
import { type EgressService, startEgressService } from '../../platform/testing/egress-service.ts'
import { type Clinic, enter, instance, openClinic, type Staff, type TestSocket, until } from '../calls/fixture.ts'

export interface House {
  clinic: Clinic
  lin: Staff
  doctor: TestSocket
}
export async function openEgressClinic(env: Record<string, string>): Promise<House> {
  const clinic = await openClinic(env)
  const lin = await clinic.staff('dr.lin')
  return { clinic, lin, doctor: await lin.online() }
}
/** What is done in a house and heard of its egress service, both of which the suite opens itself. */
export const helpers = (house: () => House, service: () => EgressService) => {
  async function talk({ recording = true } = {}) {
    const { clinic, lin, doctor } = house()
    const patient = await clinic.patient('waiting', { recording })
    const page = await patient.line()
    // Time has passed since they said so.
    await lin.post('/his/api/doctorstatus', { doctorStatus: 1000 })
    const rung = await patient.post('calls', {})
    expect(rung.code).toBe('OK')
    const { callID = '', roomID = '' } = rung.data.call ?? {}
    expect((await lin.act(callID, 'answer')).code).toBe('OK')
    await enter(doctor, (await lin.post<MediaToken>('/comm/ds/token', { teamId: 1, roomId: roomID })).data)
    await enter(page, ((await patient.post('tokens')) as unknown as { data: MediaToken }).data)
    return { patient, page, callID, roomID }
  }
  const start = async (roomId: string, able = true) =>
    (
      await house().lin.post<RecordsAnswer>('/comm/room/records', {
        ...{ roomId, action: 'start' },
        ...(able ? { instance: instance() } : {}),
      })
    ).data
  const stored = async (id: string | null) =>
    (
      await house().clinic.data.db.system.read(sql<{
        state: string
        duration: number | null
        bytes: number | null
        failure: string | null
        recorder: string
        egress: string | null
      }>`select state, duration_ms as duration, bytes::int, failure, recorder, egress_id as egress
        from recording where recording_id = ${id}`)
    )[0]
  const joinTimer = async (id: string | null) =>
    (
      await house().clinic.data.db.system.read(sql<{ due: Date; joining: string | null }>`
        select due_at as due, payload ->> 'joining' as joining from timer where kind = 'recording.join' and key = ${id}::text`)
    )[0]
  /** Time passes, and what LiveKit and the folder are asked for then is answered. */
  async function pass(ms: number) {
    await house().clinic.pass(ms)
    await looked()
  }
  const looked = () =>
    until(async () => {
      const [row] = await house().clinic.data.db.system.read(sql<{ n: number }>`
        select count(*)::int as n from timer where kind = 'recording.egress' and payload ->> 'by' is not null`)
      return row?.n === 0
    })
  /** What it did not do, as the server's figures say from its start. */
  const counted = async (what: string) => {
    const figures = await (await fetch(`${house().clinic.base}/metrics`)).text()
    return Number(new RegExp(`teleward_media_server_failures_total\\{what="${what}"\\} (\\d+)`).exec(figures)?.[1])
  }
  /** It was looked for, was not there, and will be looked for again. */
  const waits = (id: string | null) =>
    until(async () => {
      const timer = await joinTimer(id)
      expect((await stored(id))?.state).toBe('finalising')
      return timer?.joining === null && timer.due > house().clinic.clock.now()
    })
  const settled = (id: string | null, state: string) =>
    until(async () => {
      const row = await stored(id)
      return row?.state === state ? row : undefined
    })
  const upload = (of: RecordsAnswer, bytes: Buffer) =>
    house().lin.request(`/comm/recordings/${of.recordingId}/segments/${of.segmentId}?offset=0`, {
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream' },
      body: bytes as Buffer<ArrayBuffer>,
    })
  /** Whoever has hung up can be rung again a little later. */
  async function hangUp(callID: string) {
    expect((await house().lin.act(callID, 'hangup')).code).toBe('OK')
    await house().clinic.pass(3000)
  }
  /** A call that the service records, hung up; it has not written anything yet. */
  async function over() {
    const { page, callID, roomID } = await talk()
    const { recordingId } = await start(roomID)
    await hangUp(callID)
    await until(async () => (await stored(recordingId))?.state === 'finalising')
    await until(async () => service().of(roomID)?.status === 'EGRESS_ENDING')
    await waits(recordingId)
    page.close()
    const egress = service().of(roomID)
    if (!egress || !recordingId) throw new Error('nothing was recorded')
    return { recordingId, roomID, egress }
  }
  const ended = async (
    egress: { status: string; egress_id: string; room_name: string },
    status = 'EGRESS_COMPLETE',
  ) => {
    egress.status = status
    return service().tell(house().clinic.base, egress)
  }
  return { talk, start, counted, stored, pass, looked, joinTimer, waits, settled, upload, hangUp, over, ended }
}

/** For a suite of its own: a house whose LiveKit has an egress service, which writes into a folder that both have. */
export function egressSuite(more: Record<string, string> = {}) {
  let opened: { service: EgressService; house: House } | undefined
  const dir = mkdtempSync(join(tmpdir(), 'teleward-egress-'))
  const now = () => {
    if (!opened) throw new Error('the house is not open yet')
    return opened
  }
  beforeAll(async () => {
    const service = await startEgressService()
    opened = { service, house: await openEgressClinic({ ...service.env, LIVEKIT_EGRESS_DIR: dir, ...more }) }
  })
  afterAll(async () => {
    await opened?.house.clinic.close()
    await opened?.service.close()
    rmSync(dir, { recursive: true })
  })
  const [house, service] = [() => now().house, () => now().service]
  return { dir, drop: (id: string) => join(dir, `${id}.mp4`), house, service, ...helpers(house, service) }
}
