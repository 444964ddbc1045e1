import type { HistoryEntry, HistoryTotals } from '@teleward/contract/appointments/history-endpoints.ts'
import { XLSX_TYPE } from '@teleward/contract/core/export.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomUUID } from 'node:crypto'
import { sql } from '../platform/db/index.ts'
import { readXlsx } from '../platform/xlsx/read.ts'
import { type Desk, openDesk } from './routes-fixture.ts'
import { book, members, minutesAgo, people, room } from './fixture.ts'

/** Every kind of past visit of unit 2, one of unit 3 and one of another institution. NOW is Thursday 2026-03-12, 10:30. */
let desk: Desk
const qids: Record<string, number> = {}
beforeAll(async () => {
  desk = await openDesk({ [people.chen]: { doctortype: 'nurse' }, 107: { doctortype: 'volunteer' } })
  const { db } = desk
  const plan = async (name: string, entry: Parameters<typeof book>[1]) => {
    qids[name] = await book(db, entry)
  }
  await plan('today', { status: 'checkedIn', checkedInAt: minutesAgo(12) })
  await plan('done', {
    date: '2026-03-11',
    status: 'finished',
    checkedInAt: minutesAgo(1500),
    finishedAt: minutesAgo(1450),
    bookedBy: people.kao,
    kind: 'agent',
  })
  await plan('cancelled', { date: '2026-03-10', status: 'cancelled', pid: members.zhang, interval: 3, time: '19:00' })
  await plan('missed', { date: '2026-03-09', status: 'autoCancelled', did: people.wang })
  await plan('weekAgo', { date: '2026-03-06', status: 'finished', finishedAt: minutesAgo(9000) })
  await plan('tooOld', { date: '2026-03-05', status: 'finished' })
  await plan('monthAgo', { date: '2026-02-11', status: 'finished' })
  await plan('older', { date: '2026-02-10', status: 'finished' })
  await plan('tomorrow', { date: '2026-03-13' })
  await plan('sibling', { date: '2026-03-11', unitId: 3, pid: members.other, did: people.away, status: 'finished' })
  await plan('foreign', {
    date: '2026-03-11',
    partnerId: 32,
    unitId: 90,
    pid: members.foreign,
    did: people.far,
    status: 'finished',
  })
  await room(db, qids.done ?? 0, 'closed')
  await db.system.tx(async (tx) => {
    await tx.run(
      sql`update appointment set fee = 450, payment = 'paid', started_at = checked_in_at + interval '20 minutes' where qid = ${qids.done}`,
    )
    await tx.run(sql`update appointment set fee = 600, payment = 'due', site = 'onsite' where qid = ${qids.weekAgo}`)
    await tx.run(sql`insert into recording (recording_id, partner_id, unit_id, pid, qid, room_id, state)
      select ${randomUUID()}, partner_id, unit_id, pid, qid, room_id, 'ready' from room where qid = ${qids.done}`)
  })
})
afterAll(() => desk.close())

const asked = async (mid: number, body: object = {}) => {
  const { http, data, total, status } = await desk.post(mid, 'searchQueueLog', body)
  return { http, status, total, rows: data as unknown as HistoryEntry[] }
}
const names = async (mid: number, body: object = {}) => {
  const { rows } = await asked(mid, body)
  return rows.map(({ qid }) => Object.entries(qids).find(([, id]) => id === qid)?.[0])
}
const WEEK = ['today', 'done', 'cancelled', 'missed', 'weekAgo']

describe('what was and what is', () => {
  it('[APPT-11] a patient’s entries in pages, one in full, and what each day of a week and of a month comes to', async () => {
    const entries = (mid: number, pid: number, rest: string) => desk.get(mid, `getQueueHistory/${pid}/1/${rest}`)
    const called = (rows: readonly Record<string, unknown>[]) =>
      rows.map(({ qid }) => Object.entries(qids).find(([, id]) => id === qid)?.[0])
    const first = await entries(people.chen, members.wu, '1?pageSize=5')
    const second = await entries(people.chen, members.wu, '2?pageSize=5')
    expect([first.total, called(first.data), called(second.data)]).toEqual([
      8,
      ['tomorrow', 'today', 'done', 'missed', 'weekAgo'],
      ['tooOld', 'monthAgo', 'older'],
    ])
    expect((await entries(people.chen, members.other, '1')).status).toBe('NOT_FOUND')
    expect((await entries(people.far, members.wu, '1')).status).toBe('NOT_FOUND')

    const full = await desk.get(people.lin, `getQueueDetailByQid/${qids.done}`)
    expect(full.data).toMatchObject({
      qid: qids.done,
      status: 'finished',
      date: '2026-03-11',
      doctor: { name: '林書妍' },
      patient: { name: '吳秀鳳' },
      bookedByName: '高代理',
      fee: 450,
      payment: 'paid',
      mobile: '•••••••305',
      timeline: [],
      links: [],
    })
    expect((await desk.get(people.far, `getQueueDetailByQid/${qids.done}`)).status).toBe('NOT_FOUND')

    const none = { reserved: 0, checkedIn: 0, completed: 0, cancelled: 0, open: 0, present: 0 }
    const one = { ...none, reserved: 1 }
    const expected: Record<string, object> = {
      '2026-03-05': { ...one, completed: 1 },
      '2026-03-06': { ...one, completed: 1 },
      '2026-03-09': { ...one, open: 1 },
      '2026-03-10': { ...one, cancelled: 1 },
      '2026-03-11': { ...one, checkedIn: 1, completed: 1 },
      '2026-03-12': { ...one, checkedIn: 1, open: 1, present: 1 },
      '2026-03-13': { ...one, open: 1 },
    }
    const day = (date: string) => ({ date, ...(expected[date] ?? none) })
    const days = (month: string, from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, at) => `${month}-${String(from + at).padStart(2, '0')}`)
    expect((await desk.get(people.chen, 'weekqueuestatus')).data).toEqual(days('2026-03', 9, 15).map(day))
    expect((await desk.get(people.chen, 'monthqueuestatus/2026/3')).data).toEqual(days('2026-03', 1, 31).map(day))
    expect((await desk.get(people.chen, 'monthqueuestatus/2026/2')).data).toHaveLength(28)
    // A doctor's own calendar unless another's is asked for; nobody's of another unit or institution.
    const reserved = async (mid: number, query = '') =>
      (await desk.get(mid, `weekqueuestatus${query}`)).data.reduce((sum, row) => sum + Number(row.reserved), 0)
    expect(await reserved(people.lin)).toBe(4)
    expect([await reserved(people.lin, `?did=${people.wang}`), await reserved(people.wang)]).toEqual([1, 1])
    expect([await reserved(people.chen, '?unit=3'), await reserved(people.chen, `?did=${people.far}`)]).toEqual([0, 0])
    expect(await reserved(people.far)).toBe(1)
  })
})

describe('the history', () => {
  it('[APPT-10~] is the last seven days, today included, newest first; thirty, or the days asked for', async () => {
    expect(await names(people.chen)).toEqual(WEEK)
    expect(await names(people.chen, { range: 30 })).toEqual([...WEEK, 'tooOld', 'monthAgo'])
    expect(await names(people.chen, { from: '2026-03-05', to: '2026-03-06' })).toEqual(['weekAgo', 'tooOld'])
    expect(await names(people.chen, { from: '2026-03-11' })).toEqual(['today', 'done'])
    expect(await names(people.chen, { to: '2026-03-10' })).toEqual(['cancelled'])
    expect(await names(people.chen, { from: '2026-03-13', to: '2026-03-13' })).toEqual(['tomorrow'])
  })

  it('[APPT-10~] narrows by state, slot, site, staff, patient, unit, payment and who booked', async () => {
    const by = (body: object) => names(people.chen, body)
    expect(await by({ state: ['finished'] })).toEqual(['done', 'weekAgo'])
    expect(await by({ state: ['ended', 'autoCancelled'] })).toEqual(['cancelled', 'missed'])
    expect(await by({ slot: ['night'] })).toEqual(['cancelled'])
    expect(await by({ site: ['onsite'] })).toEqual(['weekAgo'])
    expect(await by({ did: people.wang })).toEqual(['missed'])
    expect(await by({ pid: members.zhang })).toEqual(['cancelled'])
    expect(await by({ unit: 2 })).toEqual(WEEK)
    expect(await by({ pay: ['paid'] })).toEqual(['done'])
    expect(await by({ booker: people.kao })).toEqual(['done'])
    expect(await by({ q: '振國' })).toEqual(['cancelled'])
    expect(await by({ sort: '-fee' })).toEqual(['weekAgo', 'done', 'today', 'cancelled', 'missed'])
    const { rows, total } = await asked(people.chen, { page: 2, pageSize: 2 })
    expect([rows.length, total]).toEqual([2, 5])
  })

  it('[APPT-10~] says how long one waited and was seen, who booked, what was paid, and whether it can be played', async () => {
    const { rows } = await asked(people.lin, { state: ['finished'], booker: people.kao })
    expect(rows).toMatchObject([
      { waitedMinutes: 20, lengthMinutes: 30, bookedByName: '高代理', fee: 450, payment: 'paid', recording: true },
    ])
    const unknown = await asked(people.chen, { state: ['cancelled', 'checkedIn'] })
    for (const row of unknown.rows) expect(row).toMatchObject({ waitedMinutes: null, lengthMinutes: null })
    // A nurse who took no part plays nothing of it; whoever plays nothing at all is told nothing.
    expect((await asked(people.chen, { pay: ['paid'] })).rows).toMatchObject([{ recording: false, fee: 450 }])
    const totals = (await desk.post(people.lin, 'queuelogtotals', {})).data as unknown as HistoryTotals
    expect(totals).toEqual({
      from: '2026-03-06',
      to: '2026-03-12',
      visits: 5,
      finished: 2,
      cancelled: 1,
      autoCancelled: 1,
      others: [{ state: 'checkedIn', count: 1 }],
      minutes: 30,
      fees: [{ currency: 'TWD', amount: 450 }],
    })
  })

  it('[Mw11] the numbers of all states make up that of all visits, each of them the list that it opens', async () => {
    const ahead = { from: '2026-03-06', to: '2026-03-20' }
    const totals = (await desk.post(people.lin, 'queuelogtotals', ahead)).data as unknown as HistoryTotals
    const { visits, finished, cancelled, autoCancelled, others } = totals
    expect(others.map(({ state }) => state)).toEqual(['registered', 'checkedIn'])
    expect(others.reduce((sum, { count }) => sum + count, finished + cancelled + autoCancelled)).toBe(visits)
    for (const { state, count } of others)
      expect((await asked(people.lin, { ...ahead, state: [state] })).rows, state).toHaveLength(count)
    // What is not there is not named.
    expect((await desk.post(people.lin, 'queuelogtotals', { ...ahead, state: ['finished'] })).data).toMatchObject({
      others: [],
    })
  })

  it('[APPT-10~] shows nobody another unit, another institution, or what somebody else booked', async () => {
    expect(await names(people.away, { range: 30 })).toEqual(['sibling'])
    expect(await names(people.far, { range: 30 })).toEqual(['foreign'])
    expect(await names(people.kao, { range: 30 })).toEqual(['done'])
    for (const body of [{ unit: 3 }, { did: people.away }, { pid: members.other }, { unit: 90 }, { q: '新店' }])
      expect(await names(people.chen, { range: 30, ...body })).toEqual([])
    for (const [mid, visits] of [
      [people.away, 1],
      [people.far, 1],
      [people.kao, 1],
    ] as const)
      expect((await desk.post(mid, 'queuelogtotals', { range: 30 })).data).toMatchObject({ visits })
  })

  it('[APPT-10~] keeps fees and recordings from those who have nothing to do with them, also as a filter or an order', async () => {
    await desk.db.system.tx(async (tx) => {
      await tx.run(sql`update appointment set did = 107 where qid = ${qids.done}`)
      await tx.run(sql`insert into payment (id, partner_id, unit_id, pid, qid, kind, amount, currency, method)
        select gen_random_uuid(), partner_id, unit_id, pid, qid, 'paid', fee, currency, 'cash' from appointment where qid = ${qids.done}`)
    })
    try {
      const { rows } = await asked(107, { range: 30 })
      expect(rows).toMatchObject([{ qid: qids.done, fee: null, payment: 'none', recording: null }])
      expect(await names(107, { range: 30, pay: ['paid'] })).toEqual([])
      expect((await desk.post(107, 'queuelogtotals', {})).data).toMatchObject({ visits: 1, fees: null })
      const inFull = async (mid: number) => (await desk.get(mid, `getQueueDetailByQid/${qids.done}`)).data
      expect(await inFull(107)).toMatchObject({ fee: null, payment: 'none', receipt: null })
      expect(await inFull(people.chen)).toMatchObject({
        fee: 450,
        payment: 'paid',
        receipt: { amount: 450, method: 'cash' },
      })
      // The lists of the day, and of the patient, say no more than the entry.
      const listed = async (mid: number, body: object) =>
        (await desk.post(mid, 'getQueues', { tab: 'records', from: '2026-03-11', to: '2026-03-11', ...body })).data
          .filter(({ qid }) => qid === qids.done)
          .map(({ fee, payment }) => [fee, payment])
      expect([await listed(107, {}), await listed(people.chen, {})]).toEqual([[[null, 'none']], [[450, 'paid']]])
      expect([await listed(107, { pay: ['paid'] }), await listed(people.chen, { pay: ['paid'] })]).toEqual([
        [],
        [[450, 'paid']],
      ])
      const ofPatient = await desk.get(107, `getQueueHistory/${rows[0]?.pid as number}/1/1`)
      expect(ofPatient.data.find(({ qid }) => qid === qids.done)).toMatchObject({ fee: null, payment: 'none' })
    } finally {
      await desk.db.system.tx((tx) => tx.run(sql`update appointment set did = ${people.lin} where qid = ${qids.done}`))
    }
  })

  it('[APPT-10~] [SHELL-14~] leaves as an Excel file: the same rows, all pages, fees in whole units, nobody else’s', async () => {
    const cells = async (mid: number, path: string, body: object) => {
      const { http, type, bytes } = await desk.file(mid, path, body)
      expect([http, type]).toEqual([200, XLSX_TYPE])
      return (await readXlsx(bytes)).map(({ cells }) => cells.map((cell) => cell?.text ?? ''))
    }
    const [titles = [], ...rows] = await cells(people.chen, 'searchQueueLog', { range: 30, pageSize: 2 })
    expect(rows).toHaveLength(7)
    const of = (row: string[] | undefined, title: string) => row?.[titles.indexOf(title)]
    const done = rows.find((row) => of(row, '預約者') === '高代理')
    expect([of(done, '日期'), of(done, '會員'), of(done, '狀態'), of(done, '費用'), of(done, '付款')]).toEqual([
      '2026-03-11',
      '吳秀鳳',
      '已完成',
      '4.5',
      '已付款',
    ])
    expect(await cells(people.away, 'searchQueueLog', { range: 30 })).toHaveLength(2)
    expect((await cells(people.chen, 'getQueues', { tab: 'today' })).map((row) => row[5])).toEqual(['會員', '吳秀鳳'])
    const [kept] = await desk.db.system.read(
      sql<{
        detail: Record<string, unknown>
      }>`select detail from audit_log where action = 'POST /his/api/searchQueueLog' and mid = ${people.chen} order by id desc limit 1`,
    )
    expect(kept?.detail).toMatchObject({ format: 'xlsx', rows: 7 })
  })

  it('[APPT-10~] refuses more than a year, days in the wrong order, and what is no filter', async () => {
    for (const body of [
      { from: '2025-03-12', to: '2026-03-12', range: 7, extra: 1 },
      { from: '2025-03-12', to: '2026-03-11' },
    ])
      expect((await asked(people.chen, body)).http).toBe(200)
    for (const body of [
      { from: '2025-03-11', to: '2026-03-12' },
      { from: '2024-01-01' },
      { from: '2026-03-12', to: '2026-03-11' },
      { range: 8 },
      { sort: 'name; drop table appointment' },
      { from: '2026-02-30' },
      { pageSize: 201 },
    ])
      expect((await asked(people.chen, body)).http, JSON.stringify(body)).toBe(400)
  })
})

it('[APPT-08~] an agent counts and lists the own bookings, others all that agents booked', async () => {
  const counts = async (mid: number) => (await desk.post(mid, 'fetchApptUndoneQuantity', {})).data
  const mine = await book(desk.db, { bookedBy: people.kao, kind: 'agent', time: '11:00' })
  await book(desk.db, { bookedBy: people.kao, date: '2026-03-20', proxy: true })
  const other = await book(desk.db, {
    bookedBy: people.chen,
    kind: 'agent',
    interval: 2,
    time: '14:00',
    callTarget: 'cs',
  })
  const none = {
    ...{ emergency: 0, special: 0, cs: 0, night: 0, earlyMorning: 0, lateNight: 0, other: 0 },
    earlier: { count: 0, since: null },
  }
  expect(await counts(people.kao)).toEqual({ ...none, am: 1, pm: 0, today: 1, future: 1 })
  expect(await counts(people.chen)).toEqual({ ...none, am: 1, pm: 1, cs: 1, today: 2, future: 1 })
  expect(await counts(people.away)).toEqual({ ...none, am: 0, pm: 0, today: 0, future: 0 })
  const list = async (mid: number) => (await desk.post(mid, 'getQueues', { agent: true })).data.map(({ qid }) => qid)
  expect(await list(people.kao)).toEqual([mine])
  expect(await list(people.chen)).toEqual([mine, other])
})
