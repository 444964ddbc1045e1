import type {
  AffectedList,
  ChangeDone,
  EndingPlan,
  FreeDoctor,
  FreeTimes,
  ShiftTable,
  Way,
} from '@teleward/contract/shifts/schema.ts'
import { weekMask } from '@teleward/contract/shifts/rules.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { book, type Entry } from '../appointments/fixture.ts'
import type { Clinic, Staff } from '../consultation/calls/fixture.ts'
import { sql } from '../platform/db/index.ts'
import { cell, everyDay, openShifts, PATTERN_FROM, seedPattern } from './fixture.ts'

let clinic: Clinic
let lin: Staff
let wang: Staff
let chen: Staff
let admin: Staff
let secretary: Staff
let away: Staff
let far: Staff
beforeAll(async () => {
  clinic = await openShifts()
  lin = await clinic.staff('dr.lin')
  wang = await clinic.staff('dr.wang')
  chen = await clinic.staff('nurse.chen')
  admin = await clinic.staff('admin')
  secretary = await clinic.staff('sec.kuo')
  away = await clinic.staff('dr.away')
  far = await clinic.staff('dr.far')
  await seedPattern(lin)
  await seedPattern(wang)
})
afterAll(() => clinic?.close())

const table = async (who: Staff, body: Record<string, unknown>) =>
  (await who.post<ShiftTable>('/his/api/fetchShift', { to: body.from, ...body })).data
const on = async (date: string, did = lin.mid, interval = 1) =>
  (await table(lin, { did, from: date })).shifts.find((shift) => shift.interval === interval)
const visit = (date: string, time: string, more: Entry = {}) =>
  book(clinic.data.db, { date, time, interval: 1, did: lin.mid, pid: 201, ...more })
const stateOf = async (qid: number) =>
  (
    await clinic.data.db.system.read(sql<{ status: string; did: number; date: string; at: Date }>`
      select status, did, date, start_at as at from appointment where qid = ${qid}`)
  )[0]
const everything = () =>
  clinic.data.db.system.read(sql`select
    (select jsonb_agg(to_jsonb(e) order by e.id) from schedule_entry e) as pattern, (select jsonb_agg(to_jsonb(c) order by c.id) from shift_change c) as changes,
    (select jsonb_agg(to_jsonb(o) order by o.id) from day_off o) as off, (select jsonb_agg(to_jsonb(q) order by q.qid) from appointment q) as visits,
    (select count(*) from outbox_message) as messages`)
const free = async (who: Staff, did: number, from: string, to = from) =>
  who.get<FreeTimes>(`/his/api/freetimes/${did}?from=${from}&to=${to}`)

describe('the weekly pattern', () => {
  it('[SHIFT-01] holds from a date on, with hours and a maximum per session; what held before stays readable', async () => {
    const first = await on('2026-03-16')
    expect(first).toMatchObject({ start: '09:00', end: '12:00', capacity: 12, booked: 0, closed: null, changed: false })
    expect(await on('2026-03-12')).toBeUndefined()
    await seedPattern(
      wang,
      [cell(3, 1, { start: '10:00', end: '13:00', capacity: 5, slotMinutes: 30, site: 'onsite' })],
      '2026-04-01',
    )
    expect(await on('2026-03-25', wang.mid)).toMatchObject({ start: '09:00', end: '12:00', capacity: 12 })
    expect(await on('2026-04-01', wang.mid)).toMatchObject({
      start: '10:00',
      end: '13:00',
      capacity: 5,
      site: 'onsite',
    })
    const history = (await table(wang, { from: '2026-04-01', history: true })).pattern.filter(
      ({ weekday, interval }) => weekday === 3 && interval === 1,
    )
    expect(
      history.map(({ start, validFrom, validUntil, createdBy }) => [start, validFrom, validUntil, createdBy]),
    ).toEqual([
      ['09:00', PATTERN_FROM, '2026-04-01', '王志明'],
      ['10:00', '2026-04-01', null, '王志明'],
    ])
    // Every weekday's day half (decision 15): bits 0, 2, … 12.
    expect((await table(wang, { from: '2026-04-01' })).weekMask).toBe(weekMask(everyDay))
    expect(weekMask(everyDay)).toBe(0b01_0101_0101_0101)
    const ended = await wang.post('/his/api/delschedule', {
      cells: [{ weekday: 7, interval: 2 }],
      effectiveFrom: '2026-04-05',
    })
    expect(ended.code).toBe('OK')
    expect(await on('2026-04-05', wang.mid, 2)).toBeUndefined()
    expect(await on('2026-03-29', wang.mid, 2)).toBeDefined()
  })

  it('[I12] names the plans of later that a change would end, and ends them once that was confirmed', async () => {
    const january = cell(4, 3, { start: '18:00', end: '21:00', capacity: 12 })
    const ask = (more: object, path = 'schedule') =>
      wang.post<{ plans: EndingPlan[] }>(`/his/api/${path}`, { effectiveFrom: '2026-04-02', ...more })
    expect((await ask({ entries: [january], effectiveFrom: '2026-06-04' })).code).toBe('OK')
    const before = await everything()
    const entries = [{ ...january, start: '19:00', end: '20:00', capacity: 3 }]
    const asked = await ask({ entries })
    expect(asked.code).toBe('SHIFT_ENDS_PLANS')
    expect(asked.data.plans).toEqual([{ ...january, validFrom: '2026-06-04', validUntil: null }])
    const gone = [{ weekday: 4, interval: 3 }]
    expect((await ask({ entries: [cell(5, 3)], remove: gone })).data.plans).toEqual(asked.data.plans)
    expect((await ask({ cells: gone }, 'delschedule')).data.plans).toEqual(asked.data.plans)
    expect(await everything()).toEqual(before)
    // What begins no later, lies in another cell or only comes sooner ends nothing.
    expect((await ask({ entries: [cell(5, 3)] })).code).toBe('OK')
    expect((await ask({ entries: [january], effectiveFrom: '2026-05-28' })).code).toBe('OK')
    expect((await on('2026-05-28', wang.mid, 3))?.start).toBe('18:00')
    expect((await ask({ entries, confirmed: true })).code).toBe('OK')
    expect((await on('2026-06-04', wang.mid, 3))?.start).toBe('19:00')
    // The one that holds is changed without a question.
    expect((await ask({ cells: [...gone, { weekday: 5, interval: 3 }] }, 'delschedule')).code).toBe('OK')
  })

  it('[SHIFT-01~] refuses what cannot be: overlapping hours, over midnight too, a maximum out of 1 to 999, today', async () => {
    const post = (entries: unknown[], effectiveFrom = '2026-05-01') =>
      lin.post('/his/api/schedule', { entries, effectiveFrom })
    expect((await post([cell(1, 1, { start: '11:00', end: '14:30' })])).code).toBe('SHIFT_OVERLAP')
    expect((await post([cell(7, 5, { start: '22:00', end: '09:30' })])).code).toBe('SHIFT_OVERLAP')
    expect((await post([cell(1, 3), cell(1, 3)])).code).toBe('SHIFT_OVERLAP')
    expect((await post([cell(1, 3, { capacity: 0 })])).code).toBe('SHIFT_LIMIT')
    expect((await post([cell(1, 3, { capacity: 1000 })])).code).toBe('SHIFT_LIMIT')
    expect((await post([cell(1, 3)], '2026-03-12')).code).toBe('SHIFT_PAST')
    expect((await post([cell(1, 3, { start: '25:00' })])).code).toBe('BAD_INPUT')
    expect((await post([cell(8, 3)])).code).toBe('BAD_INPUT')
    expect(await on('2026-05-04', lin.mid, 3)).toBeUndefined()
  })

  it('[Iw9] refuses a session without time, and one shorter than its one patient, by their own words', async () => {
    const post = (more: Partial<ReturnType<typeof cell>>) =>
      lin.post('/his/api/schedule', { entries: [cell(1, 3, more)], effectiveFrom: '2026-05-01' })
    const day = (change: object) =>
      lin.post('/his/api/updateShift', { date: '2026-05-04', interval: 3, change: { capacity: 5, ...change } })
    const empty = { start: '09:00', end: '09:00' }
    const long = { start: '18:00', end: '18:30', slotMinutes: 240 }
    for (const refused of [await post(empty), await day(empty)])
      expect([refused.status, refused.code]).toEqual([400, 'SHIFT_EMPTY'])
    for (const refused of [await post({ ...long, capacity: 5 }), await day(long)]) {
      expect([refused.status, refused.code, refused.data]).toEqual([400, 'SHIFT_SLOT_LONG', { slot: 240, span: 30 }])
      expect(refused.text).toMatch(/slotMinutes.*每位 240 分鐘|每位 240 分鐘.*slotMinutes/)
    }
    expect(await on('2026-05-04', lin.mid, 3)).toBeUndefined()
  })
})

describe('days', () => {
  it('[SHIFT-02] change one by one, or are taken off, only after today', async () => {
    const shift = (date: string, change: unknown) => lin.post('/his/api/updateShift', { date, interval: 1, change })
    const hours = { start: '10:00', end: '11:00', capacity: 4 }
    expect((await shift('2026-03-12', hours)).code).toBe('SHIFT_PAST')
    expect((await lin.post('/his/api/updateLeave', { from: '2026-03-12', to: '2026-03-14' })).code).toBe('SHIFT_PAST')
    expect((await shift('2026-03-20', hours)).code).toBe('OK')
    expect(await on('2026-03-20')).toMatchObject({ ...hours, changed: true })
    expect(await on('2026-03-27')).toMatchObject({ start: '09:00', changed: false })
    expect((await shift('2026-03-20', { start: '11:00', end: '14:30', capacity: 4 })).code).toBe('SHIFT_OVERLAP')
    expect((await shift('2026-03-20', { closed: true })).code).toBe('OK')
    expect(await on('2026-03-20')).toMatchObject({ closed: 'closed' })
    expect((await shift('2026-03-20', null)).code).toBe('OK')
    expect(await on('2026-03-20')).toMatchObject({ start: '09:00', closed: null, changed: false })
    const leave = { from: '2026-03-23', to: '2026-03-24', reason: '進修' }
    expect((await lin.post('/his/api/updateLeave', leave)).code).toBe('OK')
    expect([(await on('2026-03-23'))?.closed, (await on('2026-03-24', lin.mid, 2))?.closed]).toEqual(['leave', 'leave'])
    // A part of the day only.
    expect(
      (await lin.post('/his/api/updateLeave', { from: '2026-03-25', to: '2026-03-25', intervals: [2] })).code,
    ).toBe('OK')
    expect([(await on('2026-03-25'))?.closed, (await on('2026-03-25', lin.mid, 2))?.closed]).toEqual([null, 'leave'])
    expect((await lin.post('/his/api/updateLeave', { ...leave, remove: true })).code).toBe('OK')
    expect((await on('2026-03-23'))?.closed).toBeNull()
    // What is planned is listed to its end, however far ahead.
    const far = { from: '2026-11-02', to: '2026-11-02' }
    expect((await lin.post('/his/api/updateLeave', far)).code).toBe('OK')
    const off = async (planned: boolean) =>
      (await table(lin, { did: lin.mid, from: '2026-03-12', planned })).daysOff.map(({ date }) => date)
    expect(await off(true)).toEqual(['2026-03-25', '2026-11-02'])
    expect(await off(false)).toEqual([])
    expect((await lin.post('/his/api/updateLeave', { ...far, remove: true })).code).toBe('OK')
    const limit = (date: string, capacity: number) => lin.post('/his/api/updatelimit', { date, interval: 1, capacity })
    expect((await limit('2026-03-26', 3)).code).toBe('OK')
    expect(await on('2026-03-26')).toMatchObject({ capacity: 3, start: '09:00', changed: true })
    for (const time of ['09:00', '09:15']) await visit('2026-03-26', time)
    const low = await limit('2026-03-26', 1)
    expect([low.code, low.status, low.data]).toMatchObject(['SHIFT_LIMIT', 400, { n: 2 }])
    expect((await limit('2026-03-26', 1000)).code).toBe('SHIFT_LIMIT')
    expect(await on('2026-03-26')).toMatchObject({ capacity: 3, booked: 2 })
  })

  it('[SHIFT-02~] an absence of today is the front desk’s to record, with the same dialog', async () => {
    const qid = await visit('2026-03-12', '15:00', { interval: 2, status: 'registered' })
    const checkedIn = await visit('2026-03-12', '10:15', { status: 'checkedIn', pid: 202 })
    await clinic.data.db.system.tx((tx) =>
      tx.run(sql`insert into shift_change (partner_id, did, date, "interval", start_time, end_time, capacity)
        values (1, ${lin.mid}, '2026-03-12', 1, '09:00', '12:00', 12), (1, ${lin.mid}, '2026-03-12', 2, '14:00', '17:00', 12)`),
    )
    const absent = { did: lin.mid, from: '2026-03-12', to: '2026-03-12', kind: 'absence' }
    for (const who of [lin, wang, chen]) expect((await who.post('/his/api/updateLeave', absent)).code).toBe('FORBIDDEN')
    expect((await far.post('/his/api/updateLeave', absent)).code).toBe('NOT_FOUND')
    expect((await secretary.post('/his/api/updateLeave', { ...absent, to: '2026-03-13' })).code).toBe('BAD_INPUT')
    // A leave is not the desk's.
    const leave = { did: lin.mid, from: '2026-03-30', to: '2026-03-30' }
    expect((await secretary.post('/his/api/updateLeave', leave)).code).toBe('FORBIDDEN')
    const asked = await secretary.post<AffectedList>('/his/api/updateLeave', absent)
    expect(asked.code).toBe('SHIFT_AFFECTED')
    expect(asked.data.affected.map((one) => one.qid).sort()).toEqual([qid, checkedIn].sort())
    const ways = asked.data.affected.map(({ qid: id, version }) => ({ qid: id, version, act: 'cancel', notify: true }))
    const done = await secretary.post<ChangeDone>('/his/api/updateLeave', {
      ...absent,
      confirm: { ways, reason: '醫師身體不適' },
    })
    expect([done.code, done.data]).toMatchObject(['OK', { n: 2, cancelled: 2, notified: 2 }])
    expect(await stateOf(qid)).toMatchObject({ status: 'cancelled' })
    expect((await on('2026-03-12'))?.closed).toBe('absence')
  })
})

describe('a change that touches booked appointments', () => {
  const close = (date: string, confirm?: unknown) =>
    lin.post<AffectedList & ChangeDone>('/his/api/updateShift', {
      date,
      interval: 1,
      change: { closed: true },
      ...(confirm ? { confirm } : {}),
    })

  it('[SHIFT-03] shows how many and which and changes nothing; then moves, substitutes, cancels, keeps and tells in one go', async () => {
    const date = '2026-04-06'
    const qids = [
      await visit(date, '09:00', { pid: 201 }),
      await visit(date, '09:15', { pid: 202 }),
      await visit(date, '09:30', { pid: 203 }),
      await visit(date, '09:45', { pid: 201 }),
    ]
    await visit(date, '14:00', { interval: 2 })
    const before = await everything()
    const asked = await close(date)
    expect([asked.status, asked.code, asked.data.n]).toEqual([409, 'SHIFT_AFFECTED', 4])
    expect(asked.data.affected.map(({ qid }) => qid)).toEqual(qids)
    expect(asked.data.affected[0]?.patient).toMatchObject({ name: '吳秀鳳', reachable: true })
    expect(asked.text).not.toContain('0912345305')
    expect(await everything()).toEqual(before)
    const [a, b, c, d] = asked.data.affected.map(({ qid, version }) => ({ qid, version }))
    const ways = [
      { ...a, act: 'move', date: '2026-04-07', interval: 1, time: '10:00' },
      { ...b, act: 'substitute', did: wang.mid, date, interval: 1, time: '09:15' },
      { ...c, act: 'cancel', notify: true },
      { ...d, act: 'keep', notify: true },
    ]
    const done = await close(date, { ways, reason: '臨時會議' })
    expect([done.code, done.data]).toMatchObject([
      'OK',
      // 李佩珊 has neither number nor address: somebody has to tell her.
      { n: 4, moved: 1, substituted: 1, cancelled: 1, kept: 1, notified: 3, toTell: [qids[2]] },
    ])
    const after = await Promise.all(qids.map(stateOf))
    expect(after.map((one) => [one?.status, one?.did, one?.date])).toEqual([
      ['registered', lin.mid, '2026-04-07'],
      ['registered', wang.mid, date],
      ['cancelled', lin.mid, date],
      ['registered', lin.mid, date],
    ])
    expect((await on(date))?.closed).toBe('closed')
    const messages = await clinic.data.db.system.read(sql<{ recipient: string; body: string }>`
      select recipient, body from outbox_message where origin_id = any (${qids.map(String)}::text[]) and recipient in ('0912345305', '0922345678')`)
    expect(messages.map(({ recipient }) => recipient).sort()).toEqual(['0912345305', '0912345305', '0922345678'])
    // What was kept is still listed as open, and is settled from there.
    const open = (await lin.get<AffectedList>(`/his/api/shiftaffected/${lin.mid}`)).data.affected
    const left = open.find(({ qid }) => qid === qids[3])
    expect(left).toBeDefined()
    const cancel = [{ qid: left?.qid, version: left?.version, act: 'cancel' }]
    // Another day than today is not the front desk's, nor a colleague's.
    const desk = await secretary.post('/his/api/shiftaffected', { did: lin.mid, confirm: { ways: cancel } })
    const colleague = await wang.post('/his/api/shiftaffected', { did: lin.mid, confirm: { ways: cancel } })
    expect([desk.code, colleague.code]).toEqual(['SHIFT_AFFECTED', 'FORBIDDEN'])
    const settled = await lin.post<ChangeDone>('/his/api/shiftaffected', {
      confirm: { ways: cancel },
    })
    expect(settled.data).toMatchObject({ cancelled: 1, toTell: [qids[3]] })
  })

  it('[SHIFT-03~] of one’s own day is all that is left of it, settled at once by oneself and by nobody else', async () => {
    const today = '2026-03-12'
    // In a session of that evening, which goes on.
    await clinic.data.db.system.tx((tx) =>
      tx.run(sql`insert into schedule_entry (partner_id, did, weekday, "interval", start_time, end_time, capacity, valid_from, valid_until)
        values (1, ${wang.mid}, 4, 3, '19:00', '22:00', 9, ${today}::date, '2026-03-13')`),
    )
    const qids = [
      await visit(today, '20:00', { pid: 201, interval: 3, did: wang.mid }),
      await visit(today, '20:15', { pid: 202, interval: 3, did: wang.mid }),
    ]
    const [past, later] = [
      await visit(today, '00:15', { pid: 202, did: wang.mid }),
      await visit('2026-06-10', '09:00', { pid: 201, did: wang.mid }),
    ]
    const path = `/his/api/shiftaffected/${wang.mid}?today=1`
    const { affected } = (await wang.get<AffectedList>(path)).data
    const listed = affected.map(({ qid }) => qid)
    expect(listed).toEqual(expect.arrayContaining(qids))
    for (const other of [past, later]) expect(listed).not.toContain(other)
    expect((await lin.get(path)).code).toBe('FORBIDDEN')
    const uncovered = (await wang.get<AffectedList>(`/his/api/shiftaffected/${wang.mid}`)).data.affected
    for (const qid of qids) expect(uncovered.map((one) => one.qid)).not.toContain(qid)
    const mine = affected.filter(({ qid }) => qids.includes(qid)).map(({ qid, version }) => ({ qid, version }))
    const [first, second] = mine
    const ways = [
      { ...first, act: 'move', date: '2026-06-11', interval: 1, time: '09:00' },
      { ...second, act: 'cancel' },
    ]
    expect((await lin.post('/his/api/shiftaffected', { did: wang.mid, today: true, confirm: { ways } })).code).toBe(
      'FORBIDDEN',
    )
    expect(
      (await wang.post<ChangeDone>('/his/api/shiftaffected', { today: true, confirm: { ways } })).data,
    ).toMatchObject({ moved: 1, cancelled: 1 })
    expect((await stateOf(qids[0] ?? 0))?.date).toBe('2026-06-11')
    expect((await stateOf(qids[1] ?? 0))?.status).toBe('cancelled')
  })

  it('[SHIFT-03~] is all or nothing: one row that cannot be refuses all, and says which', async () => {
    const date = '2026-04-13'
    const [one, two] = [await visit(date, '09:00', { pid: 201 }), await visit(date, '09:15', { pid: 202 })]
    const asked = await close(date)
    const [a, b] = asked.data.affected.map(({ qid, version }) => ({ qid, version }))
    const before = await everything()
    const tries: [Partial<Way> & { act: string }, string][] = [
      [{ act: 'move', date, interval: 1, time: '10:00' }, 'SLOT_CLOSED'],
      [{ act: 'move', date: '2026-04-14', interval: 3 }, 'SLOT_CLOSED'],
      [{ act: 'move', date: '2026-03-11', interval: 1, time: '10:00' }, 'SLOT_PASSED'],
      [{ act: 'substitute', did: far.mid, date: '2026-04-14', interval: 1, time: '09:00' }, 'NOT_FOUND'],
    ]
    for (const [way, code] of tries) {
      const ways = [
        { ...a, act: 'cancel', notify: true },
        { ...b, ...way },
      ]
      const refused = await close(date, { ways })
      expect([way.act, refused.code, Reflect.get(Object(refused.data), 'qid')]).toEqual([way.act, code, two])
      expect(await everything()).toEqual(before)
    }
    expect((await stateOf(one))?.status).toBe('registered')
  })

  it('[SHIFT-03~] is confirmed for exactly the list that was shown: another booking renews it', async () => {
    const date = '2026-04-20'
    const first = await visit(date, '09:00', { pid: 201 })
    const asked = await close(date)
    const ways = asked.data.affected.map(({ qid, version }) => ({ qid, version, act: 'cancel' }))
    const second = await visit(date, '09:15', { pid: 202 })
    const again = await close(date, { ways })
    expect([again.code, again.data.affected.map(({ qid }) => qid)]).toEqual(['SHIFT_AFFECTED', [first, second]])
    await clinic.data.db.system.tx((tx) =>
      tx.run(sql`update appointment set version = version + 1 where qid = ${first}`),
    )
    const stale = again.data.affected.map(({ qid, version }) => ({ qid, version, act: 'cancel' }))
    const third = await close(date, { ways: stale })
    expect(third.code).toBe('SHIFT_AFFECTED')
    expect(third.data.affected.find(({ qid }) => qid === first)?.version).toBe(2)
    expect((await on(date))?.closed).toBeNull()
  })

  it('[SHIFT-03~] counts entries of units one does not see, and leaves them as they are', async () => {
    const date = '2026-04-27'
    const elsewhere = await book(clinic.data.db, {
      date,
      time: '09:00',
      interval: 1,
      did: wang.mid,
      pid: 204,
      unitId: 3,
    })
    const here = await book(clinic.data.db, { date, time: '09:15', interval: 1, did: wang.mid, pid: 201 })
    const body = { did: wang.mid, date, interval: 1, change: { closed: true } }
    const asked = await admin.post<AffectedList>('/his/api/updateShift', body)
    expect([asked.code, asked.data.n, asked.data.hidden, asked.data.affected.map(({ qid }) => qid)]).toEqual([
      'SHIFT_AFFECTED',
      2,
      1,
      [here],
    ])
    expect(asked.text).not.toContain('新店人')
    const ways = asked.data.affected.map(({ qid, version }) => ({ qid, version, act: 'cancel' }))
    expect((await admin.post('/his/api/updateShift', { ...body, confirm: { ways } })).code).toBe('SHIFT_AFFECTED')
    expect((await admin.post('/his/api/updateShift', { ...body, confirm: { ways, hidden: 1 } })).code).toBe('OK')
    expect((await stateOf(elsewhere))?.status).toBe('registered')
  })

  it('[SHIFT-03~] shorter hours touch who lies outside them, a weekly change every week to come', async () => {
    const [early, late] = [
      await visit('2026-05-05', '09:00', { pid: 201 }),
      await visit('2026-05-12', '11:45', { pid: 202 }),
    ]
    const shorter = await lin.post<AffectedList>('/his/api/schedule', {
      entries: [cell(2, 1, { start: '09:00', end: '11:00' })],
      effectiveFrom: '2026-05-01',
    })
    expect([shorter.code, shorter.data.affected.map(({ qid }) => qid)]).toEqual(['SHIFT_AFFECTED', [late]])
    const none = await lin.post<AffectedList>('/his/api/delschedule', {
      cells: [{ weekday: 2, interval: 1 }],
      effectiveFrom: '2026-05-01',
    })
    expect([none.code, none.data.affected.map(({ qid }) => qid)]).toEqual(['SHIFT_AFFECTED', [early, late]])
    const crowded = await lin.post('/his/api/schedule', {
      entries: [cell(2, 1, { capacity: 1 })],
      effectiveFrom: '2026-05-01',
    })
    expect(crowded.code).toBe('OK')
    await visit('2026-05-19', '09:00', { pid: 203 })
    await expect(visit('2026-05-19', '09:15', { pid: 201 })).rejects.toThrow()
  })

  it('[SHIFT-03~] a lost answer asked for again with the same key does nothing twice', async () => {
    const date = '2026-06-01'
    const qid = await visit(date, '09:00')
    const [one] = (await close(date)).data.affected
    const body = JSON.stringify({
      date,
      interval: 1,
      change: { closed: true },
      confirm: { ways: [{ qid, version: one?.version, act: 'move', date: '2026-06-02', interval: 1, time: '09:00' }] },
    })
    const send = () =>
      lin.request('/his/api/updateShift', {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', 'idempotency-key': 'shift-0001-same-key' },
      })
    const [first, second] = [await send(), await send()]
    expect([first.status, second.status, second.headers.get('idempotent-replayed')]).toEqual([200, 200, 'true'])
    expect(await second.text()).toBe(await first.text())
    const moves = await clinic.data.db.system.read(
      sql`select 1 from appointment_event where qid = ${qid} and action = 'move'`,
    )
    expect(moves).toHaveLength(1)
  })
})

describe('who may', () => {
  const body = () => ({ did: lin.mid, date: '2026-07-01', interval: 1, change: { closed: true } })
  it('[SHIFT-05] changes another’s shifts: with a grant while it holds, an administrator of the unit; others cannot', async () => {
    for (const who of [wang, chen, secretary])
      expect((await who.post('/his/api/updateShift', body())).code).toBe('FORBIDDEN')
    for (const who of [away, far]) expect((await who.post('/his/api/updateShift', body())).code).toBe('NOT_FOUND')
    for (const path of [
      'schedule',
      'delschedule',
      'updateLeave',
      'updatelimit',
      'shiftaffected',
      'noticedoctorshift',
    ]) {
      const more = {
        did: lin.mid,
        entries: [cell(1, 3)],
        cells: [{ weekday: 1, interval: 1 }],
        effectiveFrom: '2026-07-01',
      }
      const every = {
        ...more,
        date: '2026-07-01',
        interval: 1,
        capacity: 5,
        from: '2026-07-01',
        to: '2026-07-01',
        confirm: { ways: [] },
      }
      expect([path, (await wang.post(`/his/api/${path}`, every)).code]).toEqual([path, 'FORBIDDEN'])
      expect([path, (await far.post(`/his/api/${path}`, every)).code]).toEqual([path, 'NOT_FOUND'])
    }
    const endsAt = new Date(clinic.clock.now().getTime() + 86_400_000).toISOString()
    const grant = await lin.post<{ id: number; version: number }>('/his/api/authorizations', {
      granteeMid: chen.mid,
      kind: 'shift.others',
      endsAt,
    })
    expect(grant.code).toBe('OK')
    expect((await table(chen, { did: lin.mid, from: '2026-07-01' })).staff[0]).toMatchObject({ editable: true })
    expect((await table(chen, { from: '2026-07-01' })).others.map(({ did }) => did)).toEqual([lin.mid])
    expect((await chen.post('/his/api/updateShift', body())).code).toBe('OK')
    expect((await chen.post('/his/api/updateShift', { ...body(), did: wang.mid })).code).toBe('FORBIDDEN')
    // The log says for whom it was done; of an act in one's own right, and of a refused one, nobody.
    const logged = async (mid: number) =>
      (
        await admin.get<{ action: string; outcome: string; actedFor: { mid: number } | null }[]>(
          `/his/api/auditlogs?who=${mid}&pageSize=200`,
        )
      ).data.flatMap(({ action, outcome, actedFor }) =>
        action === 'POST /his/api/updateShift' ? [[outcome, actedFor?.mid ?? null]] : [],
      )
    expect((await logged(chen.mid)).slice(0, 2)).toEqual([
      ['FORBIDDEN', null],
      ['OK', lin.mid],
    ])
    await lin.request(`/his/api/authorizations/${grant.data.id}?version=${grant.data.version}`, { method: 'DELETE' })
    expect((await chen.post('/his/api/updateShift', { ...body(), change: null })).code).toBe('FORBIDDEN')
    expect((await table(chen, { did: lin.mid, from: '2026-07-01' })).staff[0]).toMatchObject({ editable: false })
    expect((await admin.post('/his/api/updateShift', { ...body(), change: null })).code).toBe('OK')
    expect((await admin.post('/his/api/updateShift', { ...body(), did: away.mid })).code).toBe('NOT_FOUND')
    // A single person can be given it (decision 21).
    await clinic.data.db.system.tx((tx) =>
      tx.run(sql`update staff_partner set privileges = '{shift.others}' where mid = ${secretary.mid}`),
    )
    const entrusted = await clinic.staff('sec.kuo')
    expect((await entrusted.post('/his/api/updateShift', body())).code).toBe('OK')
    expect((await entrusted.post('/his/api/updateShift', { ...body(), change: null })).code).toBe('OK')
  })

  it('[SHIFT-04] hears of it at once: the doctor and who assists; colleagues fetch again, another house hears nothing', async () => {
    const [ofLin, ofChen, ofFar, ofWang] = await Promise.all([lin.line(), chen.line(), far.line(), wang.line()])
    const told = (payload: Record<string, unknown>) => payload.did === lin.mid && payload.from === '2026-07-06'
    await admin.post('/his/api/updateLeave', { did: lin.mid, from: '2026-07-06', to: '2026-07-07' })
    const heard = await Promise.all([ofLin, ofChen, ofWang].map((socket) => socket.waitFor('shift.changed', told)))
    expect(heard[0]).toMatchObject({ kind: 'leave', to: '2026-07-07', by: admin.mid })
    expect(heard[0]?.concerned).toEqual([lin.mid, chen.mid])
    // A colleague of the unit fetches again, and is not alerted.
    const notice = await lin.post('/his/api/noticedoctorshift', { from: '2026-07-06', to: '2026-07-07' })
    expect(notice.data).toEqual({ told: 1 })
    await ofChen.waitFor('shift.changed', (payload) => payload.kind === 'notice' && payload.by === lin.mid)
    expect(ofFar.heard.some(({ type }) => type === 'shift.changed')).toBe(false)
  })

  it('[SHIFT-06~] a team’s calendar holds the caller’s units and nobody else', async () => {
    await seedPattern(away)
    const team = await table(lin, { team: true, from: '2026-07-13', to: '2026-07-19' })
    expect(team.staff.map(({ did }) => did).sort()).toEqual([lin.mid, wang.mid])
    expect(team.shifts.length).toBe(27)
    expect((await table(lin, { unit: 3, from: '2026-07-13' })).staff).toEqual([])
    expect((await lin.post('/his/api/fetchShift', { did: away.mid, from: '2026-07-13', to: '2026-07-13' })).code).toBe(
      'NOT_FOUND',
    )
    expect((await lin.post('/his/api/fetchShift', { from: '2026-07-13', to: '2026-08-31' })).code).toBe('BAD_INPUT')
  })
})

describe('free times', () => {
  it('[APPT-05~] of a month come in one call, and each closed place says why', async () => {
    const date = '2026-08-03'
    await lin.post('/his/api/updatelimit', { date, interval: 1, capacity: 2 })
    for (const time of ['09:00', '09:30']) await visit(date, time, { pid: time === '09:00' ? 201 : 202 })
    await visit(date, '14:15', { interval: 2, pid: 203, status: 'held' })
    await lin.post('/his/api/updateLeave', { from: '2026-08-04', to: '2026-08-04' })
    await lin.post('/his/api/updateShift', { date: '2026-08-05', interval: 1, change: { closed: true } })
    const month = (await free(chen, lin.mid, '2026-08-01', '2026-08-31')).data
    expect(month.days).toHaveLength(31)
    const day = (at: string) => month.days.find((one) => one.date === at)
    const [morning, afternoon] = day(date)?.sessions ?? []
    expect([morning?.booked, morning?.capacity, new Set(morning?.places.map(({ closed }) => closed))]).toEqual([
      2,
      2,
      new Set(['full']),
    ])
    expect(afternoon).toMatchObject({ booked: 1, held: 1, closed: null })
    expect(afternoon?.places.filter(({ closed }) => closed === 'taken').map(({ at }) => at)).toEqual([
      '2026-08-03T06:15:00.000Z',
    ])
    expect(day(date)?.free).toBe(11)
    expect([day('2026-08-04')?.closed, day('2026-08-04')?.free]).toEqual(['leave', 0])
    expect(day('2026-08-05')?.sessions[0]?.closed).toBe('closed')
    const today = (await free(chen, lin.mid, '2026-03-11', '2026-03-12')).data.days
    expect(today.map(({ closed }) => closed)).toEqual(['none', 'absence'])
    await clinic.data.db.system.tx((tx) =>
      tx.run(sql`update staff_partner set status = 'disabled' where mid = ${wang.mid}`),
    )
    expect((await free(chen, wang.mid, '2026-08-10')).data.days[0]?.closed).toBe('inactive')
    await clinic.data.db.system.tx((tx) =>
      tx.run(sql`update staff_partner set status = 'active' where mid = ${wang.mid}`),
    )
  })

  it('[APPT-05~] of one day name everybody of one’s units; strangers learn nothing', async () => {
    const all = await chen.get<{ did: number; free: number }[]>('/his/api/freetimes?date=2026-08-10')
    expect(all.data.map(({ did, free: places }) => [did, places])).toEqual([
      [lin.mid, 24],
      [wang.mid, 24],
    ])
    for (const who of [away, far]) expect((await free(who, lin.mid, '2026-08-10')).code).toBe('NOT_FOUND')
    expect((await far.get<unknown[]>('/his/api/freetimes?date=2026-08-10')).data).toEqual([])
    expect((await free(chen, lin.mid, '2026-08-01', '2026-09-30')).code).toBe('BAD_INPUT')
  })

  it('[SHIFT-03~] of one day name those alone who can be booked, and with the entries say in which units', async () => {
    const of = async (who: Staff) =>
      (await who.get<FreeDoctor[]>('/his/api/freetimes?date=2026-08-10')).data.map(({ did, unitIds }) => [did, unitIds])
    expect(await of(wang)).toEqual([
      [away.mid, [3]],
      [lin.mid, [2]],
      [wang.mid, [2, 3]],
    ])
    // In the evening nobody has hours: what is booked there is still to be settled.
    const qid = await visit('2026-08-10', '19:00', { interval: 3, did: wang.mid, pid: 204, unitId: 3 })
    const open = (await wang.get<AffectedList>(`/his/api/shiftaffected/${wang.mid}`)).data.affected
    expect(open.find((one) => one.qid === qid)?.patient.unitIds).toEqual([3])
    // dr.lin is of none of these: the booking would refuse it, and all of the change with it.
    const [entry] = open.filter((one) => one.qid === qid)
    const way = { qid, version: entry?.version, act: 'substitute', did: lin.mid, date: '2026-08-10', interval: 1 }
    const refused = await wang.post('/his/api/shiftaffected', { confirm: { ways: [{ ...way, time: '09:00' }] } })
    expect(refused.text).toContain(`ways.${qid}`)

    const profession = (type: number, doctortype: string) =>
      clinic.data.db.system.tx((tx) =>
        tx.run(
          sql`update staff_partner set staff_type = ${type}::int, doctortype = ${doctortype} where mid = ${wang.mid}`,
        ),
      )
    await profession(2, 'nurse')
    expect(await of(chen)).toEqual([[lin.mid, [2]]])
    await profession(1, 'doctor')
    await clinic.data.db.system.tx((tx) => tx.run(sql`delete from appointment where qid = ${qid}`))
  })
})
