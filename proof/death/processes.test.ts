import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from '../../server/src/platform/db/index.ts'
import { figure } from '../lib/figures.ts'
import { patientSeat, staffSeat } from '../lib/seat.ts'
import { listen } from './event-probe.ts'
import { account, BIRTHDAY, CALLED, LAST4, WRITING } from './house.ts'
import {
  at,
  atEnd,
  call,
  closeAll,
  db,
  doors,
  ears,
  happen,
  heardAfter,
  ledger,
  metric,
  middle,
  notified,
  nothingMissed,
  openAll,
  PASSWORD,
  RATE,
  canRing,
  ready,
  redis,
  SOON,
  visits,
  way,
} from './joined.ts'

/** Told, and not found in the log, which is looked through every three seconds; with others at work on the machine. */
const QUICK_MS = 1500
/** Found in the log. */
const LATE_MS = 6000
beforeAll(() => openAll())
afterAll(closeAll)

describe('three processes that Redis joins', () => {
  it('[SYS-02~] hear of each other by Redis alone, know who is connected where, and count one limit together', async () => {
    for (const n of [0, 1, 2]) {
      expect(await ready(n)).toEqual([200, true])
      await expect.poll(() => metric(n, 'teleward_processes'), SOON).toBe(3)
    }
    const took: number[] = []
    for (const n of [0, 1, 2, 0, 1, 2]) took.push(await heardAfter(n))
    figure('processes', { processes: 3, heardMs: Math.round(middle(took)) })
    // Well before the log is looked through, which happens every three seconds.
    expect(middle(took)).toBeLessThan(QUICK_MS)
    expect(notified).toBe(0)
    await nothingMissed()

    // The second and the third page's people are connected there, and there alone.
    expect(await canRing(0, WRITING[2])).toBe('OK')
    expect(await canRing(1, CALLED[0])).toBe('DOCTOR_OFFLINE')

    const tries = Array.from({ length: RATE + 30 }, (_, n) => n % 3)
    const answers = []
    for (const n of tries) answers.push(await call(n, '/his/api/words', 'dr.lin', undefined, '10.77.0.1'))
    expect(answers.filter(({ http }) => http === 200)).toHaveLength(RATE)
    expect(answers.slice(RATE).every(({ status }) => status === 'RATE_LIMITED')).toBe(true)
    expect(answers.slice(0, 3).map(({ left }) => left)).toEqual([RATE - 1, RATE - 2, RATE - 3].map(String))
  })

  it('[SYS-02~] bring together who talks on different processes; of one that is killed the pages and the call go on elsewhere with nothing missed, and within ten seconds nobody counts as connected there', async () => {
    const visit = visits.find(({ did }) => did === CALLED[1])
    if (!visit) throw new Error('no visit')
    let room = ''
    const doctor = staffSeat(await ledger.token(account(CALLED[1])), () => room)
    const patient = await patientSeat(at(2).url, visit.token, { birthday: BIRTHDAY, last4: LAST4 })
    atEnd(doctor.close)
    atEnd(patient.close)
    await doctor.line(at(0).url)
    await patient.line(at(2).url)
    await doctor.post('/his/api/doctorstatus', { doctorStatus: 1000 })
    // The doctor's process knows of the patient's page, which is on another.
    const rung = await doctor.post('/his/api/callout', { queueID: visit.qid })
    expect(rung.status).toBe('OK')
    const { callID, roomID } = rung.data as { callID: string; roomID: string }
    room = roomID
    const taken = await patient.post(`/his/api/links/${visit.token}/calls/${callID}`, { action: 'answer' })
    expect(taken.status).toBe('OK')
    // Both at once, and then again: each is told of the other, once their processes have heard of it.
    const sides = async () => (await Promise.all([doctor.enter(), patient.enter()])).map(([one]) => one)
    let [other, self] = await sides()
    const instances = async () => {
      ;[other, self] = await sides()
      return [self?.instance, other?.instance]
    }
    await expect.poll(instances, SOON).toEqual([doctor.instance, patient.instance])
    const signal = (session: string) => ({
      to: other?.id,
      toInstance: patient.instance,
      instance: doctor.instance,
      session,
      reset: true,
    })
    expect(await doctor.emit('room.signal', signal('one'))).toMatchObject({ ok: true })
    const came = (session: string) =>
      patient.heard.some(({ name, payload }) => name === 'room.signal' && payload.session === session)
    await expect.poll(() => came('one'), SOON).toBe(true)
    const live = () =>
      db.system.read(sql<{ state: string; idle: boolean }>`
        select state, exists (select 1 from timer where kind = 'room.idle' and key = room_id::text) as idle from room where room_id = ${roomID}::uuid`)
    await expect.poll(live, SOON).toEqual([{ state: 'live', idle: false }])

    // Of the others on the third process one comes back at another, and one is gone for good.
    const gone = CALLED[0]
    const lost = listen(at(2).url, () => ledger.token(account(gone)))
    atEnd(() => lost.close())
    await expect.poll(() => lost.up, SOON).toBe(true)
    await call(2, '/his/api/doctorstatus', account(gone), { doctorStatus: 1000 })
    expect(await canRing(0, gone)).toBe('OK')
    await at(2).kill('SIGKILL')
    const killed = performance.now()
    const killedAt = Date.now()
    doors[2]?.aim(at(0).url)
    await patient.line(at(1).url)
    const before = doctor.heard.length
    expect((await patient.enter()).map(({ instance }) => instance)).toEqual([doctor.instance])
    // By this the doctor's page knows that it can be spoken to again.
    await expect.poll(() => doctor.heard.slice(before).some(({ name }) => name === 'room.joined'), SOON).toBe(true)
    expect(await doctor.emit('room.signal', signal('two'))).toMatchObject({ ok: true })
    await expect.poll(() => came('two'), SOON).toBe(true)
    const muted = { mic: false, cam: true }
    expect(await patient.emit('room.media', muted)).toMatchObject({ ok: true })
    await expect.poll(() => doctor.heard.at(-1), SOON).toMatchObject({ name: 'room.media', payload: { media: muted } })
    await happen(0)
    await expect.poll(() => ears.every((ear) => ear.up), SOON).toBe(true)
    await happen(1)
    await nothingMissed()
    expect(await canRing(1, WRITING[2])).toBe('OK')
    for (const n of [0, 1]) await expect.poll(() => metric(n, 'teleward_processes'), SOON).toBe(2)
    expect(await canRing(1, gone)).toBe('DOCTOR_OFFLINE')
    const noticed = performance.now() - killed
    figure('processes', { lostAfterMs: Math.round(noticed) })
    expect(noticed).toBeLessThan(10_000)
    // Shown as away when the half minute is over that a closed tab has.
    const due = async () =>
      (
        await db.system.read(
          sql<{ at: Date }>`select due_at as at from timer where kind = 'presence.vanished' and key = ${String(gone)}`,
        )
      )[0]?.at.getTime()
    await expect.poll(due, SOON).toBeDefined()
    expect((await due()) ?? 0).toBeLessThan(killedAt + 30_000)
    // Whoever hangs up on one process is gone from the room on all.
    await doctor.post('/his/api/updatecallinfostatus', { callID, action: 'hangup' })
    await expect.poll(() => patient.heard.at(-1), SOON).toMatchObject({ name: 'room.left', payload: { id: self?.id } })
    doctor.close()
    patient.close()
    lost.close()
    await at(2).start()
    doors[2]?.aim(at(2).url)
    for (const n of [0, 1, 2]) await expect.poll(() => metric(n, 'teleward_processes'), SOON).toBe(3)
  })

  it('[SYS-02~] Redis killed and started: all goes on meanwhile, limits are counted by each process, and nothing is missed', async () => {
    await happen(0)
    await redis.kill('SIGKILL')
    await happen(1)
    const took = [await heardAfter(0), await heardAfter(1), await heardAfter(2)]
    // Over the database's notifications, and not by looking through the log.
    expect(middle(took)).toBeLessThan(QUICK_MS)
    for (const n of [0, 1, 2]) {
      await expect.poll(() => ready(n), SOON).toEqual([200, false])
      expect(await metric(n, 'teleward_redis_up')).toBe(0)
      expect(at(n).output()).toContain('Redis cannot be used')
      expect(at(n).output()).not.toContain(PASSWORD)
    }
    expect(await canRing(0, WRITING[1])).toBe('OK')
    const answers = []
    for (let n = 0; n < RATE + 5; n += 1)
      answers.push((await call(0, '/his/api/words', 'dr.lin', undefined, '10.77.0.2')).status)
    expect(answers.filter((status) => status === 'RATE_LIMITED')).toHaveLength(5)
    expect(await metric(0, 'teleward_processes')).toBe(3)
    await redis.again()
    for (const n of [0, 1, 2]) await expect.poll(() => ready(n), SOON).toEqual([200, true])
    await heardAfter(2)
    expect(await canRing(0, WRITING[1])).toBe('OK')
    await expect.poll(() => metric(0, 'teleward_processes'), SOON).toBe(3)
    await nothingMissed()
  })

  it('[SYS-02~] two cut off from Redis for ten seconds, one of them without a word: nothing missed, nothing twice', async () => {
    const before = notified
    // One that is held knows after two seconds; till then it finds in the log what it was not told.
    way(1).weather({ silent: true })
    const began = performance.now()
    const first = await heardAfter(0)
    expect(first).toBeLessThan(LATE_MS)
    await expect.poll(() => ready(1), SOON).toEqual([200, false])
    way(2).cut()
    const took: number[] = []
    while (performance.now() - began < 10_000) {
      for (const n of [0, 1, 2]) took.push(await heardAfter(n))
      await sleep(300)
    }
    expect(await ready(0)).toEqual([200, true])
    expect(await ready(1)).toEqual([200, false])
    expect(await ready(2)).toEqual([200, false])
    expect(await canRing(1, WRITING[2])).toBe('OK')
    expect(await canRing(0, WRITING[1])).toBe('OK')
    expect(notified).toBeGreaterThan(before)
    way(1).weather({})
    way(2).mend()
    for (const n of [1, 2]) await expect.poll(() => ready(n), SOON).toEqual([200, true])
    figure('processes', { heldHeardMs: Math.round(first), cutHeardMs: Math.round(middle(took)) })
    expect(middle(took)).toBeLessThan(QUICK_MS)
    // Each says that it hears again, and then all goes by Redis alone.
    const byDatabase = async () => {
      const quiet = notified
      for (const n of [0, 1, 2]) await heardAfter(n)
      return notified - quiet
    }
    await expect.poll(byDatabase, SOON).toBe(0)
    await nothingMissed()
  })
})
