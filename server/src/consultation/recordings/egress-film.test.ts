import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sql } from '../../platform/db/index.ts'
import { until } from '../calls/fixture.ts'
import { egressSuite } from './egress-fixture.ts'

const film = await readFile(join(import.meta.dirname, '../media/fixtures/egress.mp4'))
/** As the service has it until it writes the index, last of all. */
const half = film.subarray(0, film.length - 300)

describe('what LiveKit’s egress service has written into a folder', () => {
  const { dir, drop, house, service, talk, start, counted, pass, looked, waits, settled, hangUp, over, ended } =
    egressSuite()

  it('[CALL-22~] is waited for while it may still be written, where LiveKit has lost its memory', async () => {
    const { recordingId, egress } = await over()
    await writeFile(drop(recordingId), half)
    service().egresses.delete(egress.egress_id)
    for (const _ of [1, 2, 3]) {
      await pass(31_000)
      await waits(recordingId)
    }
    await writeFile(drop(recordingId), film)
    await pass(31_000)
    expect(await settled(recordingId, 'ready')).toMatchObject({ bytes: film.length, failure: null })
    await until(async () => !existsSync(drop(recordingId)))

    // In the middle of a call: it goes on by a browser, and what is written meanwhile is not lost.
    const { page, callID, roomID } = await talk()
    const id = (await start(roomID)).recordingId ?? ''
    await writeFile(drop(id), half)
    service().egresses.delete(service().of(roomID)?.egress_id ?? '')
    await pass(61_000)
    await page.waitFor('signal:room.recording', ({ state }) => state === 'interrupted')
    await waits(id)
    await pass(31_000)
    await waits(id)
    expect((await readFile(drop(id))).length).toBe(half.length)
    await writeFile(drop(id), film)
    await pass(31_000)
    await settled(id, 'ready')
    await hangUp(callID)
    page.close()
  })

  it('[CALL-22~] is waited for where its last part comes late, cut off by the service’s own limit or not', async () => {
    for (const status of ['EGRESS_COMPLETE', 'EGRESS_LIMIT_REACHED']) {
      const { recordingId, egress } = await over()
      // A folder over a network shows a name before what is in it.
      await writeFile(drop(recordingId), '')
      await ended(egress, status)
      await pass(31_000)
      await waits(recordingId)
      await writeFile(drop(recordingId), film)
      await pass(31_000)
      await settled(recordingId, 'ready')
    }
  })

  it('[CALL-22~] leaves no part behind that a killed process had begun', async () => {
    const { recordingId, egress } = await over()
    const folder = join(house().clinic.dataDir, 'recordings', recordingId)
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, `consultation.webm.${crypto.randomUUID()}.part`), half)
    await writeFile(drop(recordingId), film)
    await ended(egress)
    await settled(recordingId, 'ready')
    expect(await readdir(folder)).toEqual(['consultation.webm'])
  })

  it('[CALL-22~] is looked for once a day where nobody looks after it any more, and nothing else is touched', async () => {
    const { clinic } = house()
    const { recordingId, egress } = await over()
    await writeFile(drop(recordingId), film)
    await ended(egress)
    await settled(recordingId, 'ready')
    await until(async () => !existsSync(drop(recordingId)))
    await looked()
    const { page, callID, roomID } = await talk()
    const running = (await start(roomID)).recordingId ?? ''
    const strange = [drop(crypto.randomUUID()), join(dir, 'notes.mp4'), drop(running)]
    for (const path of [...strange, drop(recordingId)]) await writeFile(path, film)
    await pass(60_000)
    expect(existsSync(drop(recordingId))).toBe(true)
    await clinic.data.db.system.tx((tx) =>
      tx.run(sql`update timer set due_at = ${clinic.clock.now()}::timestamptz where kind = 'recording.egress.sweep'`),
    )
    await pass(0)
    await until(async () => {
      await pass(1000)
      return !existsSync(drop(recordingId))
    })
    for (const path of strange) expect(existsSync(path)).toBe(true)
    const timer = sql<{ due: Date }>`select due_at as due from timer where kind = 'recording.egress.sweep'`
    const [next] = await clinic.data.db.system.read(timer)
    expect((next?.due.getTime() ?? 0) - clinic.clock.now().getTime()).toBeGreaterThan(86_000_000)
    await hangUp(callID)
    page.close()
  })

  it('[CALL-22~] is not given up within a day where LiveKit says that there is a file, and it is counted', async () => {
    const { recordingId, egress } = await over()
    egress.file_results = [{ filename: drop(recordingId), size: String(film.length) }]
    await ended(egress)
    await pass(31_000)
    await waits(recordingId)
    const before = await counted('egress_missing')
    expect(before).toBe(0)
    await pass(3_600_000)
    await waits(recordingId)
    expect(await counted('egress_missing')).toBe(1)
    // Somebody has mounted the folder.
    await writeFile(drop(recordingId), film)
    await pass(31_000)
    await settled(recordingId, 'ready')
  })

  // The last one: after a day nobody of this house is signed in any more.
  it('[CALL-22~] lies there for a day where it cannot be read or came too late, then no longer', async () => {
    house().lin = await house().clinic.staff('dr.lin')
    house().doctor = await house().lin.online()
    const films = await counted('egress_film')
    const unreadable = await over()
    await writeFile(drop(unreadable.recordingId), half)
    await ended(unreadable.egress)
    expect((await settled(unreadable.recordingId, 'failed')).failure).toBe('UNREADABLE')
    const endless = await over()
    const missing = await over()
    missing.egress.file_results = [{ filename: drop(missing.recordingId), size: '1000' }]
    await ended(missing.egress)
    await pass(40_000)
    await waits(endless.recordingId)
    await pass(3_600_000)
    expect((await settled(endless.recordingId, 'failed')).failure).toBe('EMPTY')
    expect(await counted('egress_film')).toBe(films + 2)
    await writeFile(drop(endless.recordingId), film)
    await ended(endless.egress)
    await pass(82_700_000)
    for (const { recordingId } of [unreadable, endless]) expect(existsSync(drop(recordingId))).toBe(true)
    await pass(200_000)
    for (const { recordingId } of [unreadable, endless]) await until(async () => !existsSync(drop(recordingId)))
    expect((await settled(missing.recordingId, 'failed')).failure).toBe('EMPTY')
  })
})
