import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RecordsAnswer } from '@teleward/contract/calls/schema.ts'
import { consentTexts } from '@teleward/contract/links/schema.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { sql, type Tx } from '../../platform/db/index.ts'
import { instance, until } from '../calls/fixture.ts'
import { egressSuite } from './egress-fixture.ts'

describe('a recording that LiveKit’s egress service is asked for', () => {
  const { dir, house, service, talk, start, stored, pass, joinTimer, counted, hangUp } = egressSuite()
  afterEach(() => {
    service().so.behaviour = 'works'
    service().so.hold = undefined
  })
  const asks = (roomId: string) => service().calls('Egress/StartRoomCompositeEgress', roomId).length
  const ofRoom = (roomId: string) =>
    house().clinic.data.db.system.read(sql<{ state: string; recorder: string; segments: number }>`
      select state, recorder, (select count(*)::int from recording_segment s where s.recording_id = g.recording_id) as segments
      from recording g where room_id = ${roomId}`)
  const finalising = () =>
    house().clinic.data.db.system.read(
      sql<{ recordingId: string }>`select recording_id as "recordingId" from recording where state = 'finalising'`,
    )
  /** Somebody waits for what this transaction has locked. */
  const waitsFor = async (tx: Tx) =>
    (
      await tx.one(sql<{ waits: boolean }>`
        select exists (select 1 from pg_locks l where not l.granted and pg_backend_pid() = any (pg_blocking_pids(l.pid))) as waits`)
    ).waits
  /** The moderator's page is waiting to hear whether it begins. */
  async function asking() {
    const gate = Promise.withResolvers<void>()
    Object.assign(service().so, { behaviour: 'refuses', hold: gate.promise })
    const call = await talk()
    const answer = start(call.roomID)
    await until(async () => asks(call.roomID) === 1)
    return { ...call, answer, fails: gate.resolve }
  }

  it('[CALL-22~] [CALL-11~] is made by nobody where it fails once it was stopped, taken back or hung up', async () => {
    const ends: Record<string, (call: Awaited<ReturnType<typeof asking>>) => Promise<unknown>> = {
      'taken back': ({ patient }) => patient.post('recording-consent', { agree: false, text: consentTexts.recording }),
      stopped: ({ roomID }) => house().lin.post('/comm/room/records', { roomId: roomID, action: 'stop' }),
      'hung up': ({ callID }) => house().lin.act(callID, 'hangup'),
      'ended for all': ({ callID }) => house().lin.act(callID, 'end'),
    }
    for (const [how, end] of Object.entries(ends)) {
      const call = await asking()
      expect(await end(call)).toMatchObject({ code: 'OK' })
      call.fails()
      expect([how, await call.answer]).toEqual([how, expect.objectContaining({ recordingId: null, segmentId: null })])
      expect([how, await ofRoom(call.roomID)]).toEqual([
        how,
        [{ state: 'finalising', recorder: 'egress', segments: 0 }],
      ])
      await house().lin.act(call.callID, 'end')
      await house().clinic.pass(3000)
      call.page.close()
    }
    // Nothing was recorded that could be missing. However often the file is looked for until then: whenever it waits, time passes.
    for (const { recordingId } of await finalising())
      await until(async () => {
        if ((await stored(recordingId))?.state === 'failed') return true
        const timer = await joinTimer(recordingId)
        const left = timer?.joining === null ? timer.due.getTime() - house().clinic.clock.now().getTime() : 0
        if (left > 0) await pass(left)
        return false
      })
    expect(await counted('egress_film')).toBe(0)
  })

  it('[CALL-22~] [CALL-11~] is left to whichever page comes first where it fails, the one that asked or another', async () => {
    const { roomID, callID, page, answer, fails } = await asking()
    // A page that was reloaded meanwhile has another instance, and was told that it is recorded.
    expect(await start(roomID)).toMatchObject({ state: 'recording', segmentId: null })
    fails()
    expect(await answer).toMatchObject({ state: 'interrupted', recordingId: null, segmentId: null })
    expect(await ofRoom(roomID)).toEqual([{ state: 'interrupted', recorder: 'browser', segments: 0 }])
    await page.waitFor('signal:room.recording', ({ state }) => state === 'interrupted')
    await house().doctor.waitFor('room.changed', (one) => one.roomID === roomID && one.recording === 'interrupted')
    const mine = await start(roomID)
    expect(mine).toMatchObject({ state: 'recording', segmentId: expect.any(String) })
    expect(await ofRoom(roomID)).toEqual([{ state: 'recording', recorder: 'browser', segments: 1 }])
    // In one room it is asked for once.
    expect(asks(roomID)).toBe(1)
    await hangUp(callID)
    page.close()
  })

  it('[CALL-22~] [CALL-11~] is not begun by who read the patient’s consent a moment before it was taken back, or the room before it closed', async () => {
    const { clinic, lin } = house()
    const { db, url } = clinic.data
    // The embedded database has one connection: there one of the two has ended before the other begins.
    if (!url) return
    const changes = [
      [sql`recording_consent = 'declined'`, 'RECORDING_CONSENT'],
      [sql`state = 'closed'`, 'ROOM_CLOSED'],
    ] as const
    for (const [change, code] of changes) {
      const { roomID, callID, page } = await talk()
      const answer = await db.system.tx(async (tx) => {
        await tx.run(sql`update room set ${change} where room_id = ${roomID}`)
        const pending = lin.post<RecordsAnswer>('/comm/room/records', {
          ...{ roomId: roomID, action: 'start', instance: instance() },
        })
        await until(async () => {
          return (await waitsFor(tx)) || asks(roomID) > 0
        })
        // Not awaited here: it waits for this transaction.
        return { pending }
      })
      expect((await answer.pending).code).toBe(code)
      expect(asks(roomID)).toBe(0)
      expect(await ofRoom(roomID)).toEqual([])
      if (code !== 'ROOM_CLOSED') await hangUp(callID)
      else await lin.act(callID, 'end')
      await clinic.pass(3000)
      page.close()
    }
  })

  it('[CALL-22~] [CALL-11~] is stopped where it was made a moment before the consent was taken back, or the room closed', async () => {
    const { clinic, lin } = house()
    const { db, url } = clinic.data
    if (!url) return
    const ends = [
      ({ patient }: Awaited<ReturnType<typeof talk>>) =>
        patient.post('recording-consent', { agree: false, text: consentTexts.recording }),
      ({ callID }: Awaited<ReturnType<typeof talk>>) => lin.act(callID, 'end'),
    ]
    for (const end of ends) {
      const call = await talk()
      const { pending } = await db.system.tx(async (tx) => {
        // As who starts one does: the row, then the room's lock.
        await tx.run(sql`
          insert into recording (recording_id, recorder, partner_id, unit_id, pid, qid, room_id, started_by, started_at)
          select gen_random_uuid(), 'egress', partner_id, unit_id, pid, qid, room_id, ${lin.mid}, ${clinic.clock.now()}::timestamptz
          from room where room_id = ${call.roomID}`)
        await tx.run(sql`select 1 from room where room_id = ${call.roomID} for no key update`)
        const ending = end(call)
        await until(async () => waitsFor(tx))
        return { pending: ending }
      })
      expect((await pending).code).toBe('OK')
      expect((await ofRoom(call.roomID)).map(({ state }) => state)).toEqual(['finalising'])
      await lin.act(call.callID, 'end')
      await clinic.pass(3000)
      call.page.close()
    }
  })

  it('[CALL-22~] is not even asked for while its folder is not there, which is said', async () => {
    const { clinic } = house()
    const part = async () => ((await (await fetch(`${clinic.base}/ready`)).json()) as { egress?: boolean }).egress
    expect(await part()).toBe(true)
    await rename(dir, `${dir}-away`)
    // Another file of that name is no folder.
    await writeFile(dir, '')
    expect(await part()).toBe(false)
    const { roomID, callID, page } = await talk()
    expect(await start(roomID)).toMatchObject({ state: 'interrupted', segmentId: null })
    expect(asks(roomID)).toBe(0)
    expect((await start(roomID)).segmentId).toEqual(expect.any(String))
    await hangUp(callID)
    page.close()
    await rm(dir)
    await rename(`${dir}-away`, dir)
    expect(await part()).toBe(true)
  })

  it('[CALL-22~] is told of once it is found where whoever asked for it died', async () => {
    const gate = Promise.withResolvers<void>()
    service().so.hold = gate.promise
    const { page, callID, roomID } = await talk()
    const pending = start(roomID)
    await until(async () => asks(roomID) === 1)
    // LiveKit has it, and the answer is on its way.
    const [row] = await house().clinic.data.db.system.read(
      sql<{ id: string }>`select recording_id as id from recording where room_id = ${roomID}`,
    )
    service().begins(roomID, join(dir, `${row?.id}.mp4`))
    await house().clinic.pass(15_000)
    await page.waitFor('signal:room.recording', ({ state }) => state === 'recording')
    await house().doctor.waitFor('room.changed', (one) => one.roomID === roomID && one.recording === 'recording')
    expect((await stored(row?.id ?? ''))?.egress).toBe(service().of(roomID)?.egress_id)
    service().so.behaviour = 'refuses'
    gate.resolve()
    await pending
    expect(await ofRoom(roomID)).toEqual([{ state: 'recording', recorder: 'egress', segments: 0 }])
    await hangUp(callID)
    page.close()
  })
})
