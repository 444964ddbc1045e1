import type { FreeTimes } from '@teleward/contract/shifts/schema.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { boardOf } from '../boards/board.ts'
import { sql } from '../platform/db/index.ts'
import { ask, booked, chen, clearDesk, clinic, fieldsOf, lin, openDesk, signIn, stands } from './booking-fixture.ts'
import { endOfDay, nextEnd } from './day-end.ts'
import { book } from './fixture.ts'

/** Sunday 20 December 2026; 10:00 of the day before is when everything is booked. */
const NIGHT = '2026-12-20'
const NEXT = '2026-12-21'
const at = (date: string, time: string) => new Date(`${date}T${time}:00+08:00`)
const db = () => clinic.data.db

beforeAll(openDesk)
afterAll(() => clinic.close())
beforeEach(async () => {
  await clearDesk()
  await db().owner('truncate shift_change cascade')
  // The alarm stands where the day before set it, whatever hour a test before this one came to.
  await db().owner(`update timer set due_at = '2026-12-20T16:00:00Z' where kind = 'appointments.dayEnd'`)
  await clockAt('2026-12-19', '10:00')
})

async function clockAt(date: string, time: string) {
  clinic.clock.set(at(date, time))
  await signIn()
}
interface Session {
  date?: string
  interval?: number
  start: string
  end: string
  capacity?: number
  minutes: number
  partnerId?: number
  did?: number
}
const session = ({
  date = NIGHT,
  interval = 5,
  start,
  end,
  capacity = 4,
  minutes,
  partnerId = 1,
  did = 101,
}: Session) =>
  db().system.tx((tx) =>
    tx.run(sql`insert into shift_change (partner_id, did, date, "interval", closed, start_time, end_time, capacity, slot_minutes, site, created_by, created_at)
      values (${partnerId}, ${did}, ${date}::date, ${interval}, false, ${start}::time, ${end}::time, ${capacity}, ${minutes}, 'any', ${did}, '2026-12-01')`),
  )
const inSession = (pid: number, time: string, over: object = {}) => ({
  action: 'book',
  pid,
  did: 101,
  date: NIGHT,
  interval: 5,
  time,
  ...over,
})
const special = (pid: number, date: string, time: string, minutes: number, over: object = {}) => ({
  action: 'book',
  kind: 'special',
  pid,
  did: 101,
  date,
  time,
  minutes,
  fee: 60_000,
  site: 'onsite',
  payOnSite: true,
  ...over,
})
const paid = { site: 'onsite', payOnSite: true }
const free = async (from: string, to = from) =>
  (await lin.get<FreeTimes>(`/his/api/freetimes/101?from=${from}&to=${to}`)).data.days.flatMap(({ sessions }) =>
    sessions.flatMap(({ places }) => places.map(({ at, free, closed }) => `${at} ${closed ?? free}`)),
  )
const listed = async (over: object = {}) =>
  (await chen.post<{ qid: number; overAt: string }[]>('/his/api/getQueues', { tab: 'today', did: 101, ...over })).data
const today = async (over: object = {}) => (await listed(over)).map(({ qid }) => qid).toSorted((a, b) => a - b)
const step = (qid: number, action: string, version = 1) =>
  chen.post<{ status: string }>('/his/api/queue', { qid, action, version })
const versionOf = async (qid: number) =>
  (await db().system.read(sql<{ version: number }>`select version from appointment where qid = ${qid}`))[0]?.version ??
  0

describe('a night over midnight', () => {
  /** The night of 22:30 to 02:00, an emergency, and whoever comes: all as the desk sees it just before midnight. */
  async function night() {
    await session({ start: '22:30', end: '02:00', minutes: 30, capacity: 8 })
    const late = await booked(inSession(301, '23:30', paid))
    const after = await booked(inSession(302, '00:30', paid))
    const last = await booked(inSession(303, '01:30', paid))
    const waiting = await book(db(), {
      queueNo: 51,
      date: NIGHT,
      interval: 5,
      time: '23:00',
      pid: 304,
      status: 'checkedIn',
      checkedInAt: at(NIGHT, '22:50'),
    })
    const urgent = await book(db(), {
      queueNo: 52,
      date: NIGHT,
      interval: 0,
      kind: 'emergency',
      time: '23:53',
      pid: 305,
    })
    const evening = await book(db(), { queueNo: 53, date: NIGHT, interval: 3, time: '19:00', pid: 306 })
    const missed = await book(db(), {
      queueNo: 54,
      date: NIGHT,
      interval: 5,
      time: '23:15',
      pid: 307,
      status: 'autoCancelled',
    })
    return { late: late.qid, after: after.qid, last: last.qid, waiting, urgent, evening, missed }
  }
  const all = (visits: Record<string, number>) => Object.values(visits).toSorted((a, b) => a - b)

  it('[APPT-02~] [APPT-03~] keeps everybody who waits or is still to come in the list of today, and ends what is over', async () => {
    const visits = await night()
    await clockAt(NIGHT, '23:58')
    expect(await today()).toEqual(all(visits))
    await clockAt(NEXT, '00:00')
    await clinic.pass(5_000)
    const { evening, ...running } = visits
    expect(await today()).toEqual(all(running))
    expect(await stands(evening)).toMatchObject({ status: 'cancelled' })
    for (const qid of [visits.late, visits.after, visits.last])
      expect(await stands(qid)).toMatchObject({ status: 'registered' })
    expect(await stands(visits.missed)).toMatchObject({ status: 'autoCancelled' })
    expect(await today({ state: ['unfinished'] })).toEqual(all(running))
    const undone = (await chen.post<Record<string, number>>('/his/api/getQueuesUndoneQuantity', { did: 101 })).data
    expect(undone).toMatchObject({ lateNight: 5, emergency: 1, tabs: { today: 6, emergency: 1 } })
    const home = (
      await lin.get<{ waitingCount: number; periods: { today: { open: number; present: number } } }>(
        '/his/api/dashboards/home',
      )
    ).data
    expect(home).toMatchObject({ waitingCount: 1, periods: { today: { open: 6, present: 1 } } })
    expect(await today({ tab: 'emergency' })).toEqual([visits.urgent])
  })

  it('[APPT-02~] checks in at 00:10 whom the night expects at 00:30, calls them, and rings again whom it missed', async () => {
    const { after, missed } = await night()
    await clockAt(NEXT, '00:10')
    await clinic.pass(0)
    const [row] = await listed({ q: 'T-302' })
    expect(row).toMatchObject({ qid: after, overAt: '2026-12-20T18:00:00.000Z' })
    expect((await step(after, 'checkIn', await versionOf(after))).data).toMatchObject({ status: 'checkedIn' })
    expect((await step(missed, 'redial', await versionOf(missed))).code).toBe('OK')
    expect(await today({ state: ['present'] })).toContain(after)
  })

  it('[APPT-02~] lets a patient arrive by the link at 00:10', async () => {
    await session({ start: '22:30', end: '02:00', minutes: 30, capacity: 8 })
    await clockAt(NEXT, '00:10')
    const patient = await clinic.patient('waiting', { date: NIGHT, interval: 5, time: '23:45' })
    expect((await patient.view()).data).toMatchObject({
      step: 'waiting',
      code: null,
      visit: { today: true },
      waiting: { place: 1 },
    })
    await clockAt(NEXT, '02:30')
    expect((await patient.view()).data).toMatchObject({ step: 'waiting', code: null })
  })

  it('[APPT-02~] is called, and sent a link, at 00:10', async () => {
    await session({ start: '22:30', end: '02:00', minutes: 30, capacity: 8 })
    await clockAt(NEXT, '00:10')
    const patient = await clinic.patient('waiting', { date: NIGHT, interval: 5, time: '23:45' })
    const line = await patient.line()
    const later = await book(db(), { date: NIGHT, interval: 5, time: '23:15', pid: 202 })
    const evening = await book(db(), { date: NIGHT, interval: 3, time: '19:00', pid: 202 })
    const link = (queueID: number) => chen.post('/his/api/sendNotifyAndVideoLink', { queueID, sms_room: 2 })
    expect((await link(later)).code).toBe('OK')
    expect((await link(evening)).code).toBe('APPT_NOT_TODAY')
    expect((await lin.post('/his/api/callout', { queueID: evening })).code).toBe('APPT_NOT_TODAY')
    expect((await lin.post('/his/api/callout', { queueID: patient.qid })).code).toBe('OK')
    line.close()
  })

  it('[SHIFT-03~] is what is left for whoever falls ill at 00:10', async () => {
    const { after, last, waiting } = await night()
    await clockAt(NEXT, '00:10')
    const left = (await lin.get<{ affected: { qid: number }[] }>('/his/api/shiftaffected/101?today=1')).data
    expect(left.affected.map(({ qid }) => qid).toSorted((a, b) => a - b)).toEqual(
      [after, last, waiting].toSorted((a, b) => a - b),
    )
  })

  it('[APPT-02~] stands on the wall until a day has passed', async () => {
    const { waiting } = await night()
    const board = { id: 'x', partnerId: 1, unitId: 2 }
    const shown = async () => {
      const { doctors } = await boardOf((query) => db().system.read(query), board, clinic.clock.now())
      return doctors.reduce((sum, { count }) => sum + count, 0)
    }
    await clockAt(NEXT, '00:10')
    expect(await shown()).toBe(1)
    await clockAt(NEXT, '22:49')
    expect(await shown()).toBe(1)
    await clockAt(NEXT, '22:50')
    expect(await shown()).toBe(0)
    expect(await today()).toContain(waiting)
  })

  it('[APPT-02~] ends what nobody came to when the session is over, by its own alarm, and what waits never', async () => {
    const visits = await night()
    await clockAt(NEXT, '00:00')
    await clinic.pass(5_000)
    // The missed one of 23:15 lasted to 23:30: nothing ends before the session does.
    expect(await nextEnd(db(), 1, clinic.clock.now(), 'Asia/Taipei')).toEqual(at(NEXT, '02:00'))
    await clockAt(NEXT, '02:00')
    await clinic.pass(1_000)
    for (const qid of [visits.late, visits.after, visits.last])
      expect(await stands(qid)).toMatchObject({ status: 'cancelled' })
    expect(await stands(visits.missed)).toMatchObject({ status: 'closed' })
    expect(await today()).toEqual([visits.waiting, visits.urgent].toSorted((a, b) => a - b))
    expect((await step(visits.late, 'checkIn', await versionOf(visits.late))).code).toBe('APPT_ILLEGAL_STEP')
    // A week later they are still there for somebody to deal with; and nothing was touched.
    await clockAt('2026-12-28', '12:00')
    expect(await endOfDay(db(), 1, clinic.clock.now())).toBe(0)
    expect(await today()).toEqual([visits.waiting, visits.urgent].toSorted((a, b) => a - b))
  })

  it('[APPT-02~] keeps a visit that runs past midnight by itself, where no session does', async () => {
    const own = await booked(special(301, NIGHT, '23:50', 30), lin)
    await clockAt(NEXT, '00:10')
    await clinic.pass(0)
    expect(await stands(own.qid)).toMatchObject({ status: 'registered' })
    expect(await today()).toEqual([own.qid])
    await clinic.pass(11 * 60_000)
    expect(await stands(own.qid)).toMatchObject({ status: 'cancelled' })
  })
})

describe('a doctor’s time over midnight', () => {
  it('[APPT-06~] is taken by a visit of the evening before', async () => {
    await session({ start: '22:30', end: '02:00', minutes: 60 })
    await booked(inSession(301, '23:30'))
    expect(fieldsOf(await ask(special(302, NEXT, '00:00', 30), lin))).toEqual(['time SLOT_FULL'])
    await booked(special(302, NEXT, '00:30', 30), lin)
    // And the other way round: the place at 00:30 of the night is taken by the special visit of the day after.
    expect(await free(NIGHT)).toEqual([
      '2026-12-20T14:30:00.000Z 1',
      '2026-12-20T15:30:00.000Z taken',
      '2026-12-20T16:30:00.000Z taken',
    ])
    expect(fieldsOf(await ask(inSession(303, '00:30')))).toEqual(['time SLOT_FULL'])
  })

  it('[APPT-06~] is taken in the first session of the day after, also where one moves to', async () => {
    await session({ start: '22:30', end: '02:00', minutes: 60 })
    await session({ date: NEXT, interval: 4, start: '02:00', end: '04:00', minutes: 15, capacity: 8 })
    // Kept under the evening before, and lasting until half past two.
    await db().system.tx((tx) =>
      tx.run(sql`insert into appointment (partner_id, unit_id, pid, did, status, kind, "interval", date, start_at, duration_minutes, queue_no)
        values (1, 2, 301, 101, 'registered', 'general', 5, ${NIGHT}::date, ${at(NEXT, '01:30')}::timestamptz, 60, 60)`),
    )
    expect((await free(NEXT)).slice(0, 3)).toEqual([
      '2026-12-20T18:00:00.000Z taken',
      '2026-12-20T18:15:00.000Z taken',
      '2026-12-20T18:30:00.000Z 1',
    ])
    const early = { interval: 4, date: NEXT }
    expect(fieldsOf(await ask(inSession(302, '02:00', early)))).toEqual(['time SLOT_FULL'])
    const { qid, version } = await booked(inSession(302, '02:30', early))
    const moved = await ask({ action: 'change', qid, version, date: NEXT, interval: 4, time: '02:15' })
    expect(fieldsOf(moved)).toEqual(['time SLOT_FULL'])
  })

  it('[APPT-06~] is taken by a special visit of two hours before midnight', async () => {
    await booked(special(301, '2026-12-28', '23:00', 120), lin)
    expect(fieldsOf(await ask(special(302, '2026-12-29', '00:30', 20), lin))).toEqual(['time SLOT_FULL'])
    await booked(special(302, '2026-12-29', '01:00', 20), lin)
  })

  it('[APPT-06~] is taken in all institutions', async () => {
    await db().system.tx(async (tx) => {
      await tx.run(
        sql`insert into staff_partner (mid, partner_id, staff_type, doctortype) values (101, 32, 1, 'doctor') on conflict do nothing`,
      )
    })
    await session({ date: NEXT, interval: 1, start: '09:00', end: '10:00', minutes: 30 })
    await book(db(), { partnerId: 32, unitId: 90, pid: 205, did: 101, date: NEXT, time: '09:00' })
    expect(await free(NEXT)).toEqual(['2026-12-21T01:00:00.000Z taken', '2026-12-21T01:30:00.000Z 2'])
    expect(fieldsOf(await ask(inSession(301, '09:00', { date: NEXT, interval: 1 })))).toEqual(['time SLOT_FULL'])
    await booked(inSession(301, '09:30', { date: NEXT, interval: 1 }))
  })

  it('[APPT-06~] is given once to two who book at the same moment on either side of midnight', async () => {
    for (let round = 0; round < 4; round += 1) {
      const [one, other] = await Promise.all([
        ask(special(310 + round * 2, '2026-12-28', '23:00', 120), lin),
        ask(special(311 + round * 2, '2026-12-29', '00:30', 20), lin),
      ])
      expect([one.code, other.code].toSorted()).toEqual(['OK', 'SLOT_FULL'])
      await db().owner('truncate appointment cascade')
    }
  })

  it('[APPT-06~] is kept by the database, whoever writes', async () => {
    await booked(special(301, '2026-12-28', '23:00', 120), lin)
    const write = (date: string, time: string) =>
      db().system.tx((tx) =>
        tx.run(sql`insert into appointment (partner_id, unit_id, pid, did, status, kind, "interval", date, start_at, queue_no, guarded)
          values (1, 2, 302, 101, 'registered', 'general', 6, ${date}::date, ${at(date, time)}::timestamptz, 0, true)`),
      )
    await expect(write('2026-12-29', '00:30')).rejects.toMatchObject({ constraint: 'appointment_places' })
    await write('2026-12-29', '01:00')
  })
})

describe('a special visit in the small hours', () => {
  it('[APPT-05~] is at the date and time as they were typed', async () => {
    await session({ date: '2026-12-23', start: '22:30', end: '02:00', minutes: 30 })
    const entry = await booked(special(301, '2026-12-23', '01:00', 20), lin)
    expect(entry).toMatchObject({ date: '2026-12-23', startAt: '2026-12-22T17:00:00.000Z' })
    // Only a time of the session's places belongs to the evening before.
    const night = await booked(inSession(302, '01:00', { date: '2026-12-23' }))
    expect(night).toMatchObject({ date: '2026-12-23', startAt: '2026-12-23T17:00:00.000Z' })
    const { qid, version } = entry
    const moved = await ask({ action: 'change', qid, version, date: '2026-12-23', time: '00:30' }, lin)
    expect(moved.data.entry).toMatchObject({ date: '2026-12-23', startAt: '2026-12-22T16:30:00.000Z' })
  })
})

describe('the last time of a session', () => {
  it('[APPT-05~] does not run over its end', async () => {
    await session({ start: '22:30', end: '02:00', minutes: 60 })
    await session({ date: NEXT, start: '22:00', end: '23:45', minutes: 30 })
    expect(await free(NIGHT, NEXT)).toEqual([
      '2026-12-20T14:30:00.000Z 1',
      '2026-12-20T15:30:00.000Z 1',
      '2026-12-20T16:30:00.000Z 1',
      '2026-12-21T14:00:00.000Z 1',
      '2026-12-21T14:30:00.000Z 1',
      '2026-12-21T15:00:00.000Z 1',
    ])
    expect(fieldsOf(await ask(inSession(301, '01:30')))).toEqual(['time SLOT_CLOSED'])
  })
})
