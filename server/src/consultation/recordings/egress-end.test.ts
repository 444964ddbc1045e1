import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { consentTexts } from '@teleward/contract/links/schema.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { sql } from '../../platform/db/index.ts'
import { until } from '../calls/fixture.ts'
import { egressSuite } from './egress-fixture.ts'

const film = await readFile(join(import.meta.dirname, '../media/fixtures/egress.mp4'))

describe('a recording by LiveKit’s egress service that does not end as it should', () => {
  const { drop, house, service, talk, start, counted, stored, pass, looked, settled, hangUp, over, ended } =
    egressSuite()
  afterEach(() => {
    service().so.holdFind = undefined
  })
  async function recorded() {
    const call = await talk()
    const { recordingId } = await start(call.roomID)
    const egress = service().of(call.roomID)
    if (!egress || !recordingId) throw new Error('nothing was recorded')
    return { ...call, recordingId, egress }
  }

  it('[CALL-22~] [CALL-11~] is gone on with by a browser where the worker was killed, which nobody tells LiveKit', async () => {
    const { page, callID, roomID, recordingId, egress } = await recorded()
    egress.status = 'EGRESS_ACTIVE'
    const before = await counted('egress_lost')
    for (const _ of [1, 2, 3]) await pass(15_000)
    expect((await stored(recordingId))?.state).toBe('recording')
    service().so.dead.add(egress.egress_id)
    await pass(15_000)
    // A line may have been away for a moment.
    service().so.dead.delete(egress.egress_id)
    await pass(15_000)
    service().so.dead.add(egress.egress_id)
    await pass(15_000)
    expect((await stored(recordingId))?.state).toBe('recording')
    await pass(15_000)
    expect(await stored(recordingId)).toMatchObject({ state: 'finalising', failure: 'EGRESS' })
    await page.waitFor('signal:room.recording', ({ state }) => state === 'interrupted')
    expect(await start(roomID)).toMatchObject({ state: 'recording', segmentId: expect.any(String) })
    expect(await counted('egress_lost')).toBe(before + 1)
    await hangUp(callID)
    page.close()

    // One that was killed before it had begun to record.
    const other = await recorded()
    service().so.dead.add(other.egress.egress_id)
    for (const _ of [1, 2, 3, 4]) await pass(15_000)
    expect((await stored(other.recordingId))?.state).toBe('recording')
    await pass(15_000)
    await pass(15_000)
    await other.page.waitFor('signal:room.recording', ({ state }) => state === 'interrupted')
    await hangUp(other.callID)
    other.page.close()
  })

  it('[CALL-22~] [CALL-04~] keeps no other timer waiting while LiveKit does not answer', async () => {
    const { page, callID, recordingId, egress } = await recorded()
    const gate = Promise.withResolvers<void>()
    service().so.holdFind = { egressId: egress.egress_id, until: gate.promise }
    await house().clinic.pass(15_000)
    await until(async () => service().held() === 1)
    // All that is due has been done, but for this one, which is still being asked about.
    await house().clinic.pass(0)
    expect(service().held()).toBe(1)
    // It is asked about once at a time.
    const { db } = house().clinic.data
    await db.system.tx((tx) =>
      tx.run(sql`update timer set due_at = ${house().clinic.clock.now()}::timestamptz where key = ${recordingId}`),
    )
    await house().clinic.pass(0)
    expect(service().held()).toBe(1)
    service().so.holdFind = undefined
    gate.resolve()
    await pass(1000)
    await looked()
    expect((await stored(recordingId))?.state).toBe('recording')
    await hangUp(callID)
    page.close()
  })

  it('[CALL-22~] is told again after the consent is taken back, and put out of the room where no word reaches it', async () => {
    const { patient, page, callID, roomID, recordingId, egress } = await recorded()
    service().so.deaf.add(egress.egress_id)
    await patient.post('recording-consent', { agree: false, text: consentTexts.recording })
    await until(async () =>
      service()
        .calls('Egress/StopEgress')
        .some(({ body }) => body.egressId === egress.egress_id),
    )
    const putOut = () =>
      service()
        .calls('RoomService/RemoveParticipant')
        .map(({ body }) => body)
        .filter(({ room }) => room === roomID)
    for (const ms of [1000, 1000, 2000]) await pass(ms)
    expect([egress.status, putOut()]).toEqual(['EGRESS_STARTING', []])
    await pass(4000)
    expect(putOut()).toEqual([{ room: roomID, identity: egress.egress_id }])
    expect(egress.status).toBe('EGRESS_ENDING')
    await writeFile(drop(recordingId), film)
    await ended(egress)
    await pass(31_000)
    await settled(recordingId, 'ready')
    await hangUp(callID)
    page.close()
  })

  it('[CALL-22~] is told to end though whoever took it up to take it in has died', async () => {
    const { page, callID, recordingId, egress } = await recorded()
    const { clinic } = house()
    // As another process that is killed with the lease in its hand.
    await clinic.data.db.system.tx(async (tx) => {
      await tx.run(sql`update recording set state = 'finalising', ended_at = ${clinic.clock.now()}::timestamptz
        where recording_id = ${recordingId}`)
      await tx.run(sql`insert into timer (kind, key, due_at, payload) values ('recording.join', ${recordingId},
        ${new Date(clinic.clock.now().getTime() + 900_000)}::timestamptz, '{"joining": "another"}')`)
    })
    await pass(15_000)
    expect(egress.status).toBe('EGRESS_ENDING')
    await hangUp(callID)
    page.close()
  })

  it('[CALL-22~] is counted where what it wrote is longer than it was to be', async () => {
    const before = await counted('egress_overlong')
    const take = async (ms: number) => {
      const { recordingId, egress } = await over()
      await house().clinic.data.db.system.tx((tx) =>
        tx.run(
          sql`update recording set started_at = ended_at - ${ms} * interval '1 millisecond' where recording_id = ${recordingId}`,
        ),
      )
      await writeFile(drop(recordingId), long)
      await ended(egress)
      await settled(recordingId, 'ready')
    }
    // The same film, and its header says that it lasts 165 s.
    const long = Buffer.from(film)
    long.fill(1, film.indexOf('mdhd') + 4, film.indexOf('mdhd') + 20)
    await take(160_000)
    expect(await counted('egress_overlong')).toBe(before)
    await take(150_000)
    expect(await counted('egress_overlong')).toBe(before + 1)
  })

  // The last one: the house is another one afterwards.
  it('[CALL-22~] leaves what is to be looked after to a process that has the setting', async () => {
    const { recordingId, egress } = await recorded()
    const { clinic } = house()
    await clinic.restart({ LIVEKIT_EGRESS: '0' })
    await clinic.pass(16_000)
    const timers = () =>
      clinic.data.db.system.read(sql`select 1 from timer where kind = 'recording.egress' and key = ${recordingId}`)
    expect(await timers()).toHaveLength(1)
    // Nobody is woken for what no process does.
    await clinic.pass(100_000)
    const figures = await (await fetch(`${clinic.base}/metrics`)).text()
    expect(Number(/^teleward_timers_overdue_seconds (\S+)$/m.exec(figures)?.[1])).toBeLessThan(60)
    await clinic.restart({ LIVEKIT_EGRESS: '1' })
    egress.status = 'EGRESS_ABORTED'
    await clinic.pass(16_000)
    await looked()
    expect((await stored(recordingId))?.state).toBe('finalising')
  })
})
