import type { QueuesQuery } from '@teleward/contract/appointments/endpoints.ts'
import type { StaffAction } from '@teleward/contract/appointments/rules.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Db, type LoggedEvent, type Scope, sql } from '../platform/db/index.ts'
import { type TestDatabase, testDatabase } from '../platform/testing/database.ts'
import { undone } from './figures.ts'
import {
  asLin,
  book,
  clear,
  counting,
  kao,
  lin,
  members,
  minutesAgo,
  NOW,
  people,
  seed,
  room,
  scopeFor,
  TODAY,
  viewer,
} from './fixture.ts'
import { entry, entryInFull, patientHistory, queues, requireDoctorRef, step, transition } from './service.ts'

let database: TestDatabase
let db: Db
let events: LoggedEvent[] = []
const reads = counting(() => db)
beforeAll(async () => {
  database = await testDatabase()
  db = database.db
  await seed(db)
  db.onEvents((batch) => events.push(...batch))
})
afterAll(() => database.close())
beforeEach(async () => {
  events = []
  await clear(db)
})

const query = (over: Partial<QueuesQuery> = {}): QueuesQuery => ({
  tab: 'today',
  slot: [],
  state: [],
  site: [],
  pay: [],
  agent: false,
  q: '',
  sort: 'default',
  page: 1,
  pageSize: 20,
  ...over,
})
const listed = async (over: Partial<QueuesQuery> = {}, scope = asLin, who = lin) =>
  (await queues(reads.for(scope), who, NOW, query(over))).rows
const ask = (qid: number, action: StaffAction, version = 1, over: { reason?: string; memo?: string } = {}) =>
  db.tx(asLin, (tx) => step(tx, lin, NOW, { qid, action, version, ...over }))

describe('the lists', () => {
  it('[APPT-01~] [APPT-03~] answers every field of an entry, its patient and its doctor, by one statement', async () => {
    const qid = await book(db, { status: 'checkedIn', checkedInAt: minutesAgo(23) })
    await room(db, qid, 'live')
    // Of those in the room the colleagues who are there: not the patient, and not who has left or never came.
    await db.system.tx((tx) =>
      tx.run(sql`insert into room_participant (room_id, user_id, partner_id, unit_id, pid, mid, name, role, joined_at, left_at)
        select r.room_id, x.who, r.partner_id, r.unit_id, null, x.mid, x.who, x.role, x.joined, x.gone from room r,
          (values ('w', ${people.wang}::int, 'moderator', now(), null::timestamptz), ('l', ${people.lin}::int, 'guest', now(), now()),
            ('c', ${people.chen}::int, 'guest', null, null), ('p', null, 'patient', now(), null)) x (who, mid, role, joined, gone)
        where r.qid = ${qid}`),
    )
    const { rows, total } = await queues(reads.for(asLin), lin, NOW, query())
    expect(reads.statements).toBe(1)
    expect(total).toBe(1)
    expect(rows[0]).toMatchObject({
      qid,
      pid: members.wu,
      did: people.lin,
      status: 'checkedIn',
      finish: false,
      closed: false,
      inConsultation: true,
      inRoom: [{ mid: people.wang, name: expect.any(String), nameEn: null }],
      slot: 'am',
      date: TODAY,
      startAt: '2026-03-12T02:00:00.000Z',
      checkedInAt: '2026-03-12T02:07:00.000Z',
      unitName: '內湖分站',
      unitNameEn: null,
      noteSigned: false,
      doctor: { mid: people.lin, name: '林書妍' },
      patient: {
        name: '吳秀鳳',
        memberNo: 'M-1',
        idLast: '527',
        birthday: '1958-01-02',
        authorised: 'authorised',
        allergies: [{ note: 'Penicillin 類' }],
      },
    })
    await db.system.tx((tx) => tx.run(sql`delete from room_participant`))
  })

  it('[MEMB-05~] tells allergies only where the patient authorised the caller’s unit', async () => {
    await book(db, { pid: members.zhang })
    expect((await listed())[0]?.patient).toMatchObject({ authorised: 'notAuthorised', allergies: null })
    await book(db, { pid: members.wu })
    const noRecord = await listed({}, scopeFor(people.kao, { 'emr.read': '-' }))
    expect(noRecord.map((row) => row.patient.allergies)).toEqual([null, null])
  })

  it('[APPT-03~] puts emergencies first, then who is in consultation, who waits longest, who comes, the missed, the finished', async () => {
    const finished = await book(db, { status: 'finished', time: '09:00', finishedAt: minutesAgo(60) })
    const missed = await book(db, { status: 'autoCancelled', time: '09:10' })
    const coming = await book(db, { time: '11:00' })
    const shortly = await book(db, { status: 'checkedIn', checkedInAt: minutesAgo(5), time: '09:40' })
    const longest = await book(db, { status: 'checkedIn', checkedInAt: minutesAgo(30), time: '10:20' })
    const talking = await book(db, { status: 'checkedIn', checkedInAt: minutesAgo(1), time: '10:40' })
    await room(db, talking, 'live')
    const afternoon = await book(db, { interval: 2, time: '14:00' })
    const emergency = await book(db, { kind: 'emergency', interval: 0, time: '10:26' })
    expect((await listed()).map((row) => row.qid)).toEqual([
      emergency,
      talking,
      longest,
      shortly,
      coming,
      missed,
      finished,
      afternoon,
    ])
    expect((await listed({ sort: '-waiting' })).map((row) => row.qid).slice(0, 2)).toEqual([longest, shortly])
  })

  it('[APPT-03~] [SHELL-14~] filters by tab, slot, state, doctor and part of a name, and pages with the right total', async () => {
    const am = await book(db)
    const pm = await book(db, { interval: 2, time: '14:00', pid: members.zhang, status: 'cancelled' })
    const wang = await book(db, { did: people.wang, pid: members.li })
    const tomorrow = await book(db, { date: '2026-03-13' })
    const yesterday = await book(db, { date: '2026-03-11', status: 'checkedIn' })
    const special = await book(db, { kind: 'special', interval: 3, callTarget: 'cs', date: '2026-03-14' })
    const proxy = await book(db, { proxy: true, date: '2026-03-15' })
    const ids = async (over: Partial<QueuesQuery>) =>
      (await listed(over)).map((row) => row.qid).toSorted((a, b) => a - b)
    // Who was checked in yesterday and never seen is still one of today's.
    expect(await ids({})).toEqual([am, pm, wang, yesterday])
    expect(await ids({ did: people.lin })).toEqual([am, pm, yesterday])
    expect(await ids({ slot: ['pm'] })).toEqual([pm])
    expect(await ids({ state: ['unfinished'] })).toEqual([am, wang, yesterday])
    expect(await ids({ state: ['ended'] })).toEqual([pm])
    expect(await ids({ tab: 'future' })).toEqual([tomorrow, special, proxy])
    expect(await ids({ tab: 'special', slot: ['cs'] })).toEqual([special])
    expect(await ids({ tab: 'agent' })).toEqual([proxy])
    expect(await ids({ tab: 'records', state: ['unfinished'], to: '2026-03-11' })).toEqual([yesterday])
    expect(await ids({ date: '2026-03-13' })).toEqual([tomorrow])
    for (const q of ['振', 'chen-k', 'm-2', '2345678', 'a123456789']) expect(await ids({ q })).toEqual([pm])
    for (const q of ['%', '_', 'A12345678', '678', "'"]) expect(await ids({ q })).toEqual([])
    const beyond = await queues(reads.for(asLin), lin, NOW, query({ page: 9, pageSize: 2 }))
    expect(beyond).toEqual({ rows: [], total: 4 })
    expect((await queues(reads.for(asLin), lin, NOW, query({ page: 2, pageSize: 2 }))).rows).toHaveLength(2)
  })

  it('[API-09~] takes the partner’s day, not the server’s', async () => {
    const early = await book(db, { date: '2026-03-13', interval: 4, time: '00:30' })
    const at = new Date('2026-03-12T16:10:00Z')
    expect((await queues(reads.for(asLin), lin, at, query())).rows.map((row) => row.qid)).toEqual([early])
  })

  it('[APPT-03~] finds a patient’s call that nobody took until somebody calls back', async () => {
    const qid = await book(db, { status: 'checkedIn' })
    const call = (direction: string, state: string, at: string) =>
      db.system.tx((tx) =>
        tx.run(sql`
        with r as (insert into room (room_id, partner_id, unit_id, qid, pid, state, ds_room_id) values (gen_random_uuid(), 1, 2, ${qid}, 201, 'closed', 'x') returning room_id)
        insert into call (call_id, partner_id, unit_id, room_id, qid, pid, direction, caller_name, state, ring_until, record_start_time)
        select gen_random_uuid(), 1, 2, room_id, ${qid}, 201, ${direction}, 'x', ${state}, now(), ${at}::timestamptz from r`),
      )
    await call('inbound', 'missed', '2026-03-12T02:00:00Z')
    expect(await listed({ state: ['missedCall'] })).toHaveLength(1)
    await call('outbound', 'missed', '2026-03-12T02:05:00Z')
    expect(await listed({ state: ['missedCall'] })).toHaveLength(0)
  })
})

describe('who sees what', () => {
  it('[MEMB-05~] [APPT-03~] shows units of the account only, and of the partner only', async () => {
    const away = await book(db, { unitId: 3, pid: members.other, did: people.away })
    const foreign = await book(db, { partnerId: 32, unitId: 90, pid: members.foreign, did: people.far })
    expect(await listed()).toEqual([])
    for (const qid of [away, foreign]) {
      await expect(entry(reads.for(asLin), lin, qid)).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await expect(entryInFull(reads.for(asLin), lin, NOW, qid)).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await expect(ask(qid, 'checkIn')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    }
    expect(
      await listed({}, scopeFor(people.far, { partnerId: 32, unitIds: [90] }), viewer(people.far, 'doctor', 32)),
    ).toHaveLength(1)
    // The first access layer alone: a scope that names another partner's unit is still asked for the caller's own partner.
    expect(await listed({}, scopeFor(people.far, { partnerId: 32, unitIds: [90] }), lin)).toEqual([])
  })

  it('[MEMB-05~] [APPT-08~] shows an agent what the agent booked, and nothing else', async () => {
    const mine = await book(db, { bookedBy: people.kao, proxy: true })
    const others = await book(db, { bookedBy: people.chen, proxy: true, pid: members.zhang })
    const scope = scopeFor(people.kao, { 'emr.read': '-', 'appointment.read': 'o' })
    expect((await listed({}, scope, kao)).map((row) => row.qid)).toEqual([mine])
    await expect(entryInFull(reads.for(scope), kao, NOW, others)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(
      patientHistory(reads.for(scope), kao, NOW, { pid: members.zhang, partnerid: 1, page: 1, pageSize: 20 }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await undone(reads.for(scope), lin, NOW, {})).am).toBe(1)
  })

  it('[MEMB-05~] refuses another partner or nobody’s doctor in a path', async () => {
    await requireDoctorRef(reads.for(asLin), lin, { partnerid: 1, sdid: people.wang })
    for (const place of [
      { partnerid: 32, sdid: people.far },
      { partnerid: 1, sdid: people.far },
      { partnerid: 1, sdid: people.kao },
    ])
      await expect(requireDoctorRef(reads.for(asLin), lin, place)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('steps', () => {
  it('[APPT-02~] [APPT-04~] writes the step, its history and its event', async () => {
    const qid = await book(db)
    const after = await ask(qid, 'checkIn')
    expect(after).toMatchObject({ status: 'checkedIn', version: 2, checkedInAt: NOW.toISOString() })
    const full = await entryInFull(reads.for(asLin), lin, NOW, qid)
    expect(reads.statements).toBe(1)
    expect(full).toMatchObject({ mobile: '•••••••305' })
    expect(full.timeline).toMatchObject([
      { action: 'checkIn', fromStatus: 'registered', toStatus: 'checkedIn', actorKind: 'staff', actorName: '林書妍' },
    ])
    expect(events).toMatchObject([
      { type: 'queue.changed', payload: { qid, version: 2, kind: 'checkIn' }, audience: ['unit:2', 'staff:101'] },
    ])
    expect(JSON.stringify(events)).not.toContain('吳')
  })

  it('[APPT-02~] refuses an illegal step and says what the state is; nothing is written', async () => {
    const qid = await book(db, { status: 'closed' })
    await expect(ask(qid, 'checkIn')).rejects.toMatchObject({ code: 'APPT_ILLEGAL_STEP', data: { state: 'closed' } })
    expect((await entryInFull(reads.for(asLin), lin, NOW, qid)).timeline).toEqual([])
    expect(events).toEqual([])
  })

  it('[APPT-02~] refuses a check-in on another day, an end during the call, a cancellation without a reason', async () => {
    await expect(ask(await book(db, { date: '2026-03-13' }), 'checkIn')).rejects.toMatchObject({
      code: 'APPT_NOT_TODAY',
    })
    const talking = await book(db, { status: 'checkedIn', checkedInAt: NOW })
    await room(db, talking, 'live')
    for (const action of ['finish', 'cancel', 'close', 'undoCheckIn'] as const)
      await expect(ask(talking, action, 1, { reason: 'x' })).rejects.toMatchObject({ code: 'APPT_IN_CALL' })
    const qid = await book(db)
    for (const reason of [undefined, '', '   '])
      await expect(ask(qid, 'cancel', 1, { reason })).rejects.toMatchObject({ code: 'REASON_REQUIRED' })
    expect(await ask(qid, 'cancel', 1, { reason: '病患來電取消' })).toMatchObject({
      status: 'cancelled',
      statusBy: 'staff',
      closed: true,
      cancelReason: '病患來電取消',
    })
  })

  it('[APPT-02~] finishes after the call, and undoes it within ten minutes as long as the note is unsigned', async () => {
    const qid = await book(db, { status: 'checkedIn', checkedInAt: NOW })
    await room(db, qid, 'closed')
    expect(await ask(qid, 'finish')).toMatchObject({ status: 'finished', finish: true, finishedBy: people.lin })
    expect(await ask(qid, 'undoFinish', 2)).toMatchObject({ status: 'checkedIn', finishedAt: null })
    await ask(qid, 'finish', 3)
    await db.system.tx((tx) =>
      tx.run(
        sql`insert into note (id, partner_id, unit_id, pid, qid, author_mid, state) values (gen_random_uuid(), 1, 2, 201, ${qid}, 101, 'signed')`,
      ),
    )
    await expect(ask(qid, 'undoFinish', 4)).rejects.toMatchObject({ code: 'NOTE_SIGNED' })
    const old = await book(db, { status: 'finished', finishedAt: minutesAgo(11), finishedBy: people.lin })
    await expect(ask(old, 'undoFinish')).rejects.toMatchObject({ code: 'APPT_UNDO_OVER' })
    const hers = await book(db, { status: 'finished', finishedAt: minutesAgo(1), finishedBy: people.chen })
    await expect(ask(hers, 'undoFinish')).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  it('[API-08~] refuses a stale version with the current entry', async () => {
    const qid = await book(db)
    await ask(qid, 'checkIn')
    await expect(ask(qid, 'memo', 1, { memo: 'x' })).rejects.toMatchObject({
      code: 'VERSION_STALE',
      data: { qid, version: 2, status: 'checkedIn' },
    })
  })

  it('[APPT-04~] keeps a note on an entry whatever its state, and empties it', async () => {
    const qid = await book(db, { status: 'closed' })
    expect(await ask(qid, 'memo', 1, { memo: ' 聽力較弱 ' })).toMatchObject({ p_memo: '聽力較弱', status: 'closed' })
    expect(await ask(qid, 'memo', 2, { memo: ' ' })).toMatchObject({ p_memo: null })
  })

  it('[APPT-02~] lets calls and links take their steps, and the patient the own ones', async () => {
    const qid = await book(db)
    const link: Scope = {
      kind: 'link',
      mid: null,
      partnerId: 1,
      unitIds: [2],
      pid: members.wu,
      qid,
      'emr.read': '-',
      'appointment.read': '-',
    }
    const patient = { kind: 'patient', pid: members.wu, qid } as const
    expect(await db.tx(link, (tx) => transition(tx, patient, qid, 'checkIn', { now: NOW }))).toMatchObject({
      to: 'checkedIn',
    })
    await db.system.tx((tx) => transition(tx, { kind: 'system' }, qid, 'missed', { now: NOW }))
    expect(await entry(reads.for(asLin), lin, qid)).toMatchObject({
      status: 'autoCancelled',
      statusBy: 'missed',
      tries: 1,
    })
    expect(await ask(qid, 'redial', 3)).toMatchObject({ status: 'redial' })
    await db.tx(link, (tx) => transition(tx, patient, qid, 'redialAnswered', { now: NOW }))
    expect(await entry(reads.for(asLin), lin, qid)).toMatchObject({ status: 'checkedIn', statusBy: null })
    const other = await book(db, { pid: members.zhang })
    await expect(db.tx(link, (tx) => transition(tx, patient, other, 'checkIn', { now: NOW }))).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  it('[APPT-02~] lets one of two racing steps win', async () => {
    const qid = await book(db)
    const results = await Promise.allSettled([
      ask(qid, 'checkIn'),
      ask(qid, 'checkIn'),
      ask(qid, 'cancel', 1, { reason: 'x' }),
    ])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await entry(reads.for(asLin), lin, qid)).version).toBe(2)
  })
})
