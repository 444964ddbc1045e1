import { queuesQuery } from '@teleward/contract/appointments/endpoints.ts'
import { addDays } from '@teleward/contract/core/dates.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Db, sql } from '../platform/db/index.ts'
import { type TestDatabase, testDatabase } from '../platform/testing/database.ts'
import { endOfDay, nextMidnight } from './day-end.ts'
import { perDay, thisWeek, undone } from './figures.ts'
import {
  asLin,
  book,
  chen,
  clear,
  counting,
  kao,
  lin,
  members,
  minutesAgo,
  NOW,
  people,
  seed,
  scopeFor,
  TODAY,
} from './fixture.ts'
import { entryInFull, home, queues } from './service.ts'

let database: TestDatabase
let db: Db
const reads = counting(() => db)
beforeAll(async () => {
  database = await testDatabase()
  db = database.db
  await seed(db)
})
afterAll(() => database.close())
beforeEach(async () => {
  await clear(db)
})

describe('the end of a day', () => {
  it('[APPT-02~] cancels who never came and closes who was missed, once, and leaves the others as unfinished', async () => {
    const yesterday = '2026-03-11'
    const never = await book(db, { date: yesterday })
    const missed = await book(db, { date: yesterday, status: 'autoCancelled' })
    const waiting = await book(db, { date: yesterday, status: 'checkedIn', checkedInAt: minutesAgo(900) })
    const today = await book(db)
    const foreign = await book(db, {
      date: yesterday,
      partnerId: 32,
      unitId: 90,
      pid: members.foreign,
      did: people.far,
    })
    expect(await endOfDay(db, 1, NOW)).toBe(2)
    expect(await endOfDay(db, 1, NOW)).toBe(0)
    const rows = await db.system.read(
      sql<{ qid: number; status: string }>`select qid, status from appointment order by qid`,
    )
    expect(rows).toEqual([
      { qid: never, status: 'cancelled' },
      { qid: missed, status: 'closed' },
      { qid: waiting, status: 'checkedIn' },
      { qid: today, status: 'registered' },
      { qid: foreign, status: 'registered' },
    ])
    const full = await entryInFull(reads.for(asLin), lin, NOW, never)
    expect(full).toMatchObject({ statusBy: 'timeout', closed: true })
    expect(full.timeline).toMatchObject([{ action: 'timeoutCancel', actorKind: 'system', actorName: null }])
    expect(await undone(reads.for(asLin), lin, NOW, {})).toMatchObject({ earlier: { count: 1 } })
  })

  it('[API-09~] comes at midnight of the partner', () => {
    expect(nextMidnight(NOW, 'Asia/Taipei').toISOString()).toBe('2026-03-12T16:00:00.000Z')
  })
})

describe('figures', () => {
  it('[APPT-03~] counts the unfinished per slot and tab in one statement, and what earlier days left', async () => {
    await book(db)
    await book(db, { status: 'autoCancelled' })
    await book(db, { status: 'finished' })
    await book(db, { interval: 2, callTarget: 'cs' })
    await book(db, { kind: 'emergency', interval: 0 })
    await book(db, { kind: 'special', interval: 3, date: '2026-03-14' })
    await book(db, { date: '2026-03-10', status: 'checkedIn' })
    await book(db, { did: people.wang, interval: 3 })
    const counts = await undone(reads.for(asLin), lin, NOW, { did: people.lin })
    expect(reads.statements).toBe(1)
    expect(counts).toMatchObject({
      // Who was checked in two days ago and never seen is still one of today's.
      am: 3,
      pm: 1,
      night: 0,
      emergency: 1,
      special: 0,
      cs: 1,
      totals: { am: 4, pm: 1, emergency: 1, night: 0 },
      tabs: { today: 5, future: 1, agent: 0, special: 1, emergency: 1 },
      earlier: { count: 1, since: '2026-03-10' },
    })
    expect(await undone(reads.for(asLin), lin, NOW, {})).toMatchObject({ night: 1 })
  })

  it('[APPT-11~] answers a week from Monday whose figures add up', async () => {
    await book(db, { date: '2026-03-09', status: 'finished', checkedInAt: minutesAgo(9000) })
    await book(db, { date: '2026-03-09', status: 'cancelled' })
    await book(db, { date: '2026-03-15' })
    await book(db, { date: '2026-03-16' })
    const week = await perDay(reads.for(asLin), 1, NOW, thisWeek, {})
    expect(reads.statements).toBe(1)
    expect(week.map(({ date }) => date)).toEqual([
      '2026-03-09',
      '2026-03-10',
      '2026-03-11',
      '2026-03-12',
      '2026-03-13',
      '2026-03-14',
      '2026-03-15',
    ])
    expect(week[0]).toEqual({
      date: '2026-03-09',
      present: 0,
      reserved: 2,
      checkedIn: 1,
      completed: 1,
      cancelled: 1,
      open: 0,
    })
    for (const day of week) expect(day.reserved).toBe(day.completed + day.cancelled + day.open)
  })

  it('[SHELL-17~] shows the doctor who waits longest next, the last visit, the load, and what is unsigned', async () => {
    const old = await book(db, {
      date: '2026-03-10',
      status: 'finished',
      finishedAt: minutesAgo(60 * 40),
      checkedInAt: minutesAgo(60 * 41),
    })
    const signed = (mid: number, qid: number) =>
      db.system.tx((tx) =>
        tx.run(
          sql`insert into note (id, partner_id, unit_id, pid, qid, author_mid, state) values (gen_random_uuid(), 1, 2, 201, ${qid}, ${mid}, 'signed')`,
        ),
      )
    for (const author of [people.lin, people.chen])
      await signed(author, await book(db, { date: '2026-02-20', status: 'finished', finishedAt: minutesAgo(60 * 480) }))
    await book(db, { status: 'finished', finishedAt: minutesAgo(5), checkedInAt: minutesAgo(30), time: '09:10' })
    await book(db, { status: 'checkedIn', checkedInAt: minutesAgo(5), pid: members.li })
    const longest = await book(db, { status: 'checkedIn', checkedInAt: minutesAgo(23), time: '10:20' })
    await book(db, { did: people.wang, status: 'checkedIn', checkedInAt: minutesAgo(90) })
    const page = await home(reads.for(asLin), lin, NOW, {})
    expect(reads.statements).toBeLessThanOrEqual(4)
    expect(page).toMatchObject({
      today: TODAY,
      timeZone: 'Asia/Taipei',
      waitingCount: 2,
      missedCalls: 0,
      unsignedNotes: { count: 1, since: '2026-03-10' },
      periods: {
        today: { reserved: 3, checkedIn: 3, completed: 1 },
        week: { from: '2026-03-09', to: '2026-03-15', reserved: 4 },
        month: { from: '2026-03-01', to: '2026-03-31', reserved: 4 },
      },
      next: { qid: longest, lastVisit: { date: TODAY, doctorName: '林書妍' } },
      nextDay: null,
    })
    expect(page.waiting.map((row) => row.qid)[0]).toBe(longest)
    expect(page.load).toEqual([
      { time: '09:00', slot: 'am', completed: 1, waiting: 0, reserved: 0 },
      { time: '10:00', slot: 'am', completed: 0, waiting: 2, reserved: 0 },
    ])
    const emergency = await book(db, {
      status: 'checkedIn',
      checkedInAt: minutesAgo(1),
      kind: 'emergency',
      interval: 0,
    })
    expect((await home(reads.for(asLin), lin, NOW, {})).next?.qid).toBe(emergency)
    expect(old).toBeGreaterThan(0)
    expect(await home(reads.for(scopeFor(people.chen)), chen, NOW, {})).toMatchObject({
      waitingCount: 4,
      unsignedNotes: { count: 0 },
    })
    expect(
      await home(reads.for(scopeFor(people.kao, { 'emr.read': '-', 'appointment.read': 'o' })), kao, NOW, {}),
    ).toMatchObject({
      next: null,
      waitingCount: 0,
      unsignedNotes: null,
    })
  })

  it('[SHELL-17~] says how many places each part of today has, of one doctor in all units and of nobody else', async () => {
    const places = async (asked: object = {}, who = lin) =>
      (await home(reads.for(asLin), who, NOW, asked)).places?.toSorted((a, b) => a.places - b.places)
    expect(await places()).toEqual([])
    const session = (did: number, interval: number, capacity: number, more = sql`'2026-01-01'::date, null::date`) =>
      db.system.tx((tx) =>
        tx.run(sql`insert into schedule_entry (partner_id, did, weekday, "interval", start_time, end_time, capacity, valid_from, valid_until)
          select 1, ${did}, extract(isodow from ${TODAY}::date), ${interval}, '09:00', '12:00', ${capacity}, x.* from (values (${more})) x`),
      )
    await session(people.lin, 1, 12)
    await session(people.lin, 2, 20)
    await session(people.lin, 3, 9, sql`'2026-01-01'::date, '2026-03-01'::date`)
    await session(people.wang, 1, 99)
    const all = [
      { slot: 'am', places: 12 },
      { slot: 'pm', places: 20 },
    ]
    expect(await places()).toEqual(all)
    await db.system.tx((tx) =>
      tx.run(
        sql`insert into day_off (partner_id, did, date, "interval", kind) values (1, ${people.lin}, ${TODAY}, 1, 'leave')`,
      ),
    )
    expect(await places()).toEqual([all[1]])
    expect(await places({ unit: 2 })).toBeUndefined()
    expect((await home(reads.for(scopeFor(people.chen)), chen, NOW, {})).places).toBeNull()
    await db.system.tx((tx) => tx.run(sql`delete from day_off`))
    await db.system.tx((tx) => tx.run(sql`delete from schedule_entry`))
  })

  it('[SHELL-17~] the chart of each period has a bar a day, week or month, and the bars add up to the period', async () => {
    await book(db, { status: 'checkedIn', checkedInAt: minutesAgo(5) })
    await book(db, {
      date: '2026-03-09',
      status: 'finished',
      checkedInAt: minutesAgo(4000),
      finishedAt: minutesAgo(3900),
    })
    await book(db, { date: '2026-03-31' })
    await book(db, { date: '2026-01-01', status: 'cancelled' })
    await book(db, { date: '2026-04-01' })
    await book(db, { date: '2026-12-31' })
    await book(db, { date: '2025-12-31' })
    const expected = [
      ['today', '2026-03-12', '2026-03-12', 1, 1],
      ['week', '2026-03-09', '2026-03-15', 7, 2],
      ['month', '2026-03-01', '2026-03-31', 31, 3],
      ['season', '2026-01-01', '2026-03-31', 14, 4],
      ['year', '2026-01-01', '2026-12-31', 12, 6],
    ] as const
    for (const [period, from, to, bars, reserved] of expected) {
      const { chart } = await home(reads.for(asLin), lin, NOW, { period })
      expect(chart).toMatchObject({ period, from, to, reserved })
      expect(chart.bars).toHaveLength(bars)
      expect([chart.bars[0]?.from, chart.bars.at(-1)?.to]).toEqual([from, to])
      for (const [at, bar] of chart.bars.entries())
        if (at > 0) expect(addDays(chart.bars[at - 1]?.to ?? '', 1)).toBe(bar.from)
      for (const figure of ['reserved', 'checkedIn', 'completed', 'cancelled', 'open', 'present'] as const)
        expect(
          chart.bars.reduce((sum, bar) => sum + bar[figure], 0),
          `${period} ${figure}`,
        ).toBe(chart[figure])
    }
  })

  it('[SHELL-17~] every number of the page is the length of the list it opens', async () => {
    await book(db, { status: 'checkedIn', checkedInAt: minutesAgo(5), time: '10:10' })
    await book(db, { status: 'autoCancelled', checkedInAt: minutesAgo(50), time: '10:20' })
    await book(db, { status: 'autoCancelled', time: '10:20' })
    await book(db, { status: 'finished', checkedInAt: minutesAgo(80), finishedAt: minutesAgo(60), time: '10:29' })
    await book(db, { status: 'cancelled', checkedInAt: minutesAgo(80), time: '10:29' })
    await book(db, { time: '10:30' })
    await book(db, { date: '2026-03-10', status: 'redial', checkedInAt: minutesAgo(3000) })
    const { chart, load, periods } = await home(reads.for(asLin), lin, NOW, { period: 'month' })
    const count = async (body: object) =>
      (await queues(reads.for(asLin), lin, NOW, queuesQuery.parse({ did: 101, ...body }))).total
    const half = load.find(({ time }) => time === '10:00')
    expect(half).toMatchObject({ completed: 1, waiting: 3, reserved: 1 })
    expect(await count({ time: '10:00', state: ['finished'] })).toBe(half?.completed)
    expect(await count({ time: '10:00', state: ['present'] })).toBe(half?.waiting)
    expect(await count({ time: '10:00', state: ['expected'] })).toBe(half?.reserved)
    const { today, ...longer } = periods
    const days = [...chart.bars.filter(({ reserved }) => reserved > 0), ...Object.values(longer)]
    for (const span of [today, ...days]) {
      const list = (state: string[]) =>
        count(span === today ? { tab: 'today', state } : { tab: 'records', from: span.from, to: span.to, state })
      expect(await list([])).toBe(span.reserved)
      expect(await list(['arrived'])).toBe(span.checkedIn)
      expect(await list(['finished'])).toBe(span.completed)
      expect(await list(['ended'])).toBe(span.cancelled)
      expect(await list(['unfinished'])).toBe(span.open)
      expect(await list(['present'])).toBe(span.present)
      expect(await list(['expected'])).toBe(span.open - span.present)
    }
  })
})
