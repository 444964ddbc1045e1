import { randomUUID } from 'node:crypto'
import type { CareEvent, EventResult, Participant, Scanned } from '@teleward/contract/careevents/schema.ts'
import type {
  Funnel,
  ProgrammePerson,
  Report,
  Screening,
  ScreeningPerson,
} from '@teleward/contract/careevents/screening-schema.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { away, chen, clinic, far, fieldsOf, lin, signIn, TODAY } from '../appointments/booking-fixture.ts'
import type { Reply, Staff } from '../consultation/calls/fixture.ts'
import { sql } from '../platform/db/index.ts'
import {
  clinicEvent,
  joinAs,
  makeEvent,
  manager,
  measureAs,
  openVenue,
  signVenue,
  storedReport,
  volunteer,
} from './fixture.ts'

beforeAll(async () => {
  await openVenue()
  await run(
    sql`update member set gender = 'female', birthday = '1970-05-05', nhi_card_number = '000012345678', mobile = '0911000301' where pid = 301`,
  )
  await run(sql`update member set gender = 'female', birthday = '1975-05-05' where pid = 302`)
  await run(sql`update member set gender = 'male', birthday = '1975-05-05' where pid = 303`)
  await run(sql`update member set gender = 'female', birthday = '1999-05-05' where pid = 304`)
})
afterAll(() => clinic.close())

const run = (statement: ReturnType<typeof sql>) => clinic.data.db.system.tx((tx) => tx.run(statement))
const screeningEvent = { kind: 'hpa', name: '社區篩檢', items: ['systolic'], programmes: ['breast', 'colorectal'] }
const at = (event: CareEvent, rest = '') => `/his/api/screenings/${event.id}${rest}`
const funnel = async (who: Staff, event: CareEvent, programme: string): Promise<Funnel> => {
  const { data, text } = await who.get<Screening>(at(event))
  const found = data.funnel.find((one) => one.programme === programme)
  if (!found) throw new Error(text)
  return found
}
const stage = async (who: Staff, event: CareEvent, programme: string, of: string) =>
  (
    await who.post<ProgrammePerson[]>('/his/api/screenings/people', {
      eventid: event.id,
      programme,
      stage: of,
      pageSize: 100,
    })
  ).data
const person = (who: Staff, event: CareEvent, pid: number) => who.get<ScreeningPerson>(at(event, `/people/${pid}`))
const says = (who: Staff, event: CareEvent, body: object) => who.post<ScreeningPerson>(at(event, '/facts'), body)
const found = (who: Staff, event: CareEvent, body: object): Promise<Reply<ScreeningPerson>> =>
  who.post<ScreeningPerson>(at(event, '/results'), {
    id: randomUUID(),
    programme: 'breast',
    examinedOn: TODAY,
    ...body,
  })
const put = async <T>(who: Staff, path: string, body: object) => {
  const response = await who.request(path, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return (await response.json()) as { status: string; data: T }
}
const bell = async (mid: number) =>
  clinic.data.db.system.read(sql<{ what: string }>`select what from notification where mid = ${mid} order by at, what`)
const follow = { responsible: 101, dueOn: '2026-03-20', todo: '追蹤篩檢陽性結果' }
const programmeOf = ({ data }: Reply<ScreeningPerson>, name: string) => {
  const one = data.programmes.find(({ programme }) => programme === name)
  if (!one) throw new Error(name)
  return one
}

describe('a screening', () => {
  it('[EVNT-03] goes as a free clinic does, from an empty list to the result; knows who is eligible and who is not known, follows who is positive, and reports numbers to the authority once', async () => {
    // Lists may be empty; what the authority pays for has its own.
    expect((await chen.post<CareEvent[]>('/his/api/hpa/getEvents', {})).data).toEqual([])
    for (const [more, path] of [
      [{ kind: 'hpa', programmes: [] }, 'programmes VALUE_INVALID'],
      [{ kind: 'clinic', programmes: ['breast'] }, 'programmes VALUE_INVALID'],
      [{ kind: 'screening', items: [], programmes: [] }, 'items VALUE_INVALID'],
    ] as const)
      expect(fieldsOf(await manager.post('/his/api/events', { ...clinicEvent, ...more }))).toEqual([path])
    const own = await makeEvent({ kind: 'screening', name: '自辦', items: [], programmes: ['oral'] })
    const event = await makeEvent(screeningEvent)
    expect(event).toMatchObject({ kind: 'hpa', programmes: ['colorectal', 'breast'].toSorted(byOrder), joined: 0 })
    expect((await chen.post<CareEvent[]>('/his/api/hpa/getEvents', {})).data.map(({ id }) => id)).toEqual([event.id])
    expect(
      (await chen.post<CareEvent[]>('/his/api/getEvents', { kind: 'screening' })).data.map(({ id }) => id),
    ).toEqual([own.id])

    // Nobody is eligible of whom it is not known; who says so is.
    expect(await funnel(chen, event, 'breast')).toMatchObject({ eligible: 0, invited: 0, came: 0 })
    expect(programmeOf(await person(chen, event, 301), 'breast')).toMatchObject({
      verdict: { is: 'unknown', missing: ['last'] },
      last: null,
    })
    expect(programmeOf(await person(chen, event, 305), 'breast').verdict).toMatchObject({
      is: 'unknown',
      missing: ['sex', 'birthday', 'last'],
    })
    expect(programmeOf(await person(chen, event, 303), 'breast').verdict).toEqual({ is: 'no', reason: 'sex' })
    expect(programmeOf(await person(chen, event, 304), 'breast').verdict).toEqual({ is: 'no', reason: 'age' })
    expect((await says(chen, event, { pid: 301, last: [{ programme: 'breast', on: '2030-01-01' }] })).code).toBe(
      'VALUE_INVALID',
    )
    const told = await says(chen, event, { pid: 301, last: [{ programme: 'breast', on: 'never' }] })
    expect(programmeOf(told, 'breast').verdict, told.text).toMatchObject({
      is: 'eligible',
      why: { from: 40, to: 74, every: 2 },
    })
    await says(chen, event, { pid: 302, last: [{ programme: 'breast', on: '2025-06-01' }] })
    expect(programmeOf(await person(chen, event, 302), 'breast').verdict).toEqual({ is: 'later', from: '2027-06-01' })
    expect((await stage(chen, event, 'breast', 'eligible')).map(({ person: { pid } }) => pid)).toEqual([301])

    // Invited, with a notice to their phone; once.
    const invite = (who: Staff, pids: number[], more: object = {}) =>
      who.post<{ invited: number; already: number }>(at(event, '/invitations'), { programme: 'breast', pids, ...more })
    expect((await invite(chen, [301], { programme: 'oral' })).code).toBe('VALUE_INVALID')
    expect((await invite(chen, [999_999])).code).toBe('NOT_FOUND')
    const asked = await invite(manager, [301, 302], { notice: '請來篩檢' })
    expect(asked.data, asked.text).toEqual({ invited: 2, already: 0 })
    expect((await invite(chen, [301])).data).toEqual({ invited: 0, already: 1 })
    const sent = await clinic.data.db.system.read(
      sql`select 1 from notice n join notice_recipient r on r.notice_id = n.id where n.content = '請來篩檢' and r.to_pid in (301, 302)`,
    )
    expect(sent).toHaveLength(2)

    // The stations are those of a free clinic: a card joins, values are kept, a visit is booked, the result is told.
    const came = await joinAs(volunteer, event, { code: '000012345678', via: 'card', number: 7 })
    expect(came.data, came.text).toMatchObject({ number: 7, person: { pid: 301 } })
    await joinAs(chen, event, { pid: 303, via: 'search' })
    for (const [code, via, pid] of [
      ['TELEWARD:M-3', 'qr', 203],
      ['A123456789', 'id', 202],
    ] as const) {
      const read = await volunteer.post<Scanned>('/his/api/scanCard', { eventid: own.id, code })
      expect(read.data, read.text).toMatchObject({ via, person: { pid }, participant: null })
      expect((await joinAs(volunteer, own, { code, via })).data.person.pid).toBe(pid)
    }
    const measures = await chen.post<{ item: string }[]>('/his/api/getEventItemList', { eventid: event.id })
    expect(measures.data.map(({ item }) => item)).toEqual(['systolic'])
    expect((await measureAs(chen, event, 301, { item: 'systolic', value: 121 })).code).toBe('OK')
    const paper = { eventid: event.id, pid: 301, file: await storedReport(301) }
    expect((await chen.post<Participant>('/his/api/uploadEventReport', paper)).data).toMatchObject({ reports: 1 })
    const booked = await chen.post('/his/api/makeEventAppt', {
      eventid: event.id,
      pid: 301,
      did: 101,
      date: TODAY,
      interval: 3,
      time: '18:00',
    })
    expect(booked.code, booked.text).toBe('OK')
    const result = await chen.post<EventResult>('/his/api/getEventResult', { eventid: event.id, pid: 301 })
    expect(result.data.values.map(({ item }) => item)).toEqual(['systolic'])
    expect(result.data).toMatchObject({ reports: [{ name: '報告.pdf' }], visits: [{ doctor: '林書妍' }] })
    expect(await funnel(chen, event, 'breast')).toMatchObject({ eligible: 1, invited: 2, came: 1, screened: 0 })

    // A positive result has somebody who looks after it, and an urgent one finds them.
    expect((await found(chen, event, { pid: 302, outcome: 'negative' })).code).toBe('NOT_FOUND')
    expect(fieldsOf(await found(chen, event, { pid: 301, outcome: 'positive' }))).toEqual([
      'followUp RECIPIENT_REQUIRED',
    ])
    expect(fieldsOf(await found(chen, event, { pid: 301, outcome: 'negative', urgent: true }))).toEqual([
      'urgent VALUE_INVALID',
    ])
    expect(fieldsOf(await found(chen, event, { pid: 301, outcome: 'negative', examinedOn: '2026-03-13' }))).toEqual([
      'examinedOn VALUE_INVALID',
    ])
    const said = {
      id: randomUUID(),
      pid: 301,
      outcome: 'positive',
      urgent: true,
      finding: 'BI-RADS 4',
      followUp: follow,
    }
    for (let time = 0; time < 2; time++) {
      const kept = await found(chen, event, said)
      expect(programmeOf(kept, 'breast').results, kept.text).toMatchObject([
        { outcome: 'positive', urgent: true, finding: 'BI-RADS 4', followUp: { state: 'open', late: false } },
      ])
    }
    expect((await bell(101)).map(({ what }) => what)).toEqual(['screening.urgent', 'todo.new'])
    const todos =
      await lin.get<{ content: string; dueOn: string; patient: { pid: number } | null }[]>('/his/api/tometodolist/101')
    expect(todos.data, todos.text).toMatchObject([{ content: follow.todo, dueOn: '2026-03-20', patient: { pid: 301 } }])
    expect(await funnel(chen, event, 'breast')).toMatchObject({
      screened: 1,
      positive: 1,
      followedUp: 0,
      open: 1,
      late: 0,
    })

    // Another result says which it replaces, and why.
    expect((await found(chen, event, { pid: 301, outcome: 'negative' })).code).toBe('ILLEGAL_STEP')
    expect(fieldsOf(await found(chen, event, { pid: 301, outcome: 'negative', replaces: said.id }))).toEqual([
      'reason REASON_REQUIRED',
    ])
    const again = await found(chen, event, {
      pid: 301,
      outcome: 'positive',
      finding: 'BI-RADS 5',
      replaces: said.id,
      reason: '複判',
      followUp: { ...follow, dueOn: '2026-03-15' },
    })
    expect(
      programmeOf(again, 'breast').results.map(({ finding, replaced, reason }) => [finding, replaced, reason]),
    ).toEqual([
      ['BI-RADS 5', false, '複判'],
      ['BI-RADS 4', true, null],
    ])

    // Nobody closed it by its day: it stands on top, and is handed on, then closed with what came of it.
    clinic.clock.advance(5 * 86_400_000)
    await signIn()
    await signVenue()
    const [top] = await stage(chen, event, 'breast', 'positive')
    expect(top).toMatchObject({ person: { pid: 301 }, openDays: 5, followUp: { late: true } })
    const names = await chen.request('/his/api/screenings/people?format=xlsx', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ eventid: event.id, programme: 'breast', stage: 'positive' }),
    })
    expect([names.status, names.headers.get('content-type')]).toEqual([200, expect.stringContaining('spreadsheet')])
    const follows = top?.followUp
    if (!follows) throw new Error('no follow-up')
    const step = (body: object) => put<ScreeningPerson>(chen, `/his/api/screeningfollowups/${follows.id}`, body)
    expect((await step({ version: 1, dueOn: '2026-01-01' })).status).toBe('VALUE_INVALID')
    expect((await step({ version: 1, responsible: 103, dueOn: '2026-03-30', todo: '請追蹤' })).status).toBe('OK')
    expect((await step({ version: 1, done: { note: 'x' } })).status).toBe('VERSION_STALE')
    for (const note of [' ', '.', '\u3164'])
      expect((await step({ version: 2, done: { note } })).status).toBe('CONTENT_REQUIRED')
    const closed = await step({ version: 2, done: { note: '切片為良性' } })
    expect(closed.data.programmes.find(({ programme }) => programme === 'breast')?.results[0]?.followUp).toMatchObject({
      state: 'done',
      note: '切片為良性',
      responsible: { mid: 103 },
    })
    expect((await step({ version: 3, done: { note: 'x' } })).status).toBe('ILLEGAL_STEP')
    expect(await funnel(chen, event, 'breast')).toMatchObject({ positive: 1, followedUp: 1, open: 0 })

    // Numbers alone to the authority, once, and what was handed in stays as it was.
    const report = async (who: Staff) => who.post<Report>('/his/api/hpa/getReports', { eventid: event.id })
    expect((await report(chen)).code).toBe('FORBIDDEN')
    const counted = await report(manager)
    expect(counted.data.rows, counted.text).toMatchObject([
      { programme: 'colorectal', sex: 'female', ages: '50-59', came: 1, screened: 0 },
      { programme: 'colorectal', sex: 'male', ages: '50-59', came: 1 },
      {
        programme: 'breast',
        sex: 'female',
        ages: '50-59',
        invited: 2,
        came: 1,
        screened: 1,
        positive: 1,
        followedUp: 1,
        open: 0,
      },
    ])
    expect(counted.text).not.toMatch(/BI-RADS|病人30|000012345678/)
    const sheet = await manager.request('/his/api/hpa/getReports?format=xlsx', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ eventid: event.id }),
    })
    expect([sheet.status, sheet.headers.get('content-type')]).toEqual([200, expect.stringContaining('spreadsheet')])
    expect((await chen.post(at(event, '/report'), {})).code).toBe('FORBIDDEN')
    const handed = await manager.post<Report>(at(event, '/report'), {})
    expect(handed.data, handed.text).toMatchObject({ reported: { by: { mid: 120 } }, changedSince: false })
    expect((await manager.post(at(event, '/report'), {})).code).toBe('ILLEGAL_STEP')
    await found(chen, event, { pid: 303, programme: 'colorectal', outcome: 'negative' })
    const later = await report(manager)
    expect(later.data.changedSince).toBe(true)
    expect(later.data.rows).toEqual(handed.data.rows)

    // At the next event the last time is known, and an inadequate specimen is none.
    const next = await makeEvent({ ...screeningEvent, startsOn: '2026-03-17', endsOn: '2026-03-17' })
    const before = programmeOf(await person(chen, next, 301), 'breast')
    expect(before).toMatchObject({ verdict: { is: 'later', from: '2028-03-12' }, last: TODAY })
    expect(before.earlier.map(({ finding }) => finding)).toEqual(['BI-RADS 5'])
  })

  it('[EVNT-03~] ages and intervals are the institution’s to confirm: an event has its own, and the others stay as they are', async () => {
    const made = { ...clinicEvent, ...screeningEvent, name: '自訂年齡', startsOn: '2026-03-17', endsOn: '2026-03-17' }
    const limits = (breast: object[]) => ({ ...made, limits: { breast } })
    for (const wrong of [
      [],
      [{ from: 70, to: 69, every: 2 }],
      [
        { from: 40, to: 74, every: 2 },
        { from: 1, to: 2, every: 1 },
      ],
    ])
      expect(fieldsOf(await manager.post('/his/api/events', limits(wrong)))).toEqual(['limits VALUE_INVALID'])
    const none = await manager.post('/his/api/events', limits([{ from: -1, to: null, every: 0 }]))
    expect(none.code).toBe('BAD_INPUT')
    const { unit: _, ...body } = made
    const event = await makeEvent(made)
    expect(event.limits).toEqual({})
    // Of 50, screened before; and of 26, never.
    await says(chen, event, { pid: 304, last: [{ programme: 'breast', on: 'never' }] })
    const of = async (pid: number) => programmeOf(await person(chen, event, pid), 'breast').verdict
    expect([await of(302), await of(304)]).toEqual([
      { is: 'later', from: '2027-06-01' },
      { is: 'no', reason: 'age' },
    ])
    const changed = await put<CareEvent>(manager, `/his/api/events/${event.id}`, {
      ...body,
      limits: { breast: [{ from: 20, to: null, every: 'once' }], oral: [] },
      version: event.version,
    })
    // What it does not screen for has no ages.
    expect(changed.data.limits).toEqual({ breast: [{ from: 20, to: null, every: 'once' }] })
    expect([await of(302), await of(304)]).toEqual([
      { is: 'no', reason: 'done' },
      { is: 'eligible', why: { from: 20, to: null, every: 'once', last: 'never' } },
    ])
    expect((await stage(chen, event, 'breast', 'eligible')).map(({ person: { pid } }) => pid)).toEqual([304])
    const other = await makeEvent(made)
    expect(programmeOf(await person(chen, other, 304), 'breast').verdict).toEqual({ is: 'no', reason: 'age' })
  })

  it('[EVNT-03~] is its unit’s; whoever keeps a table as a volunteer is told of no result and no risk', async () => {
    const event = await makeEvent({ ...screeningEvent, name: '他人', startsOn: '2026-03-17', endsOn: '2026-03-17' })
    for (const who of [away, far]) {
      expect((await who.get(at(event))).code).toBe('NOT_FOUND')
      expect((await person(who, event, 301)).code).toBe('NOT_FOUND')
      expect((await found(who, event, { pid: 301, outcome: 'negative' })).code).toBe('NOT_FOUND')
      expect((await says(who, event, { pid: 301 })).code).toBe('NOT_FOUND')
      expect((await who.post(at(event, '/invitations'), { programme: 'breast', pids: [301] })).code).toBe('NOT_FOUND')
    }
    await joinAs(chen, event, { pid: 301, via: 'search' })
    expect((await volunteer.get(at(event))).code).toBe('FORBIDDEN')
    expect((await person(volunteer, event, 301)).code).toBe('FORBIDDEN')
    expect((await found(volunteer, event, { pid: 301, outcome: 'negative' })).code).toBe('FORBIDDEN')
    expect((await says(volunteer, event, { pid: 301 })).code).toBe('FORBIDDEN')
    expect((await volunteer.post('/his/api/screenings/people', { eventid: event.id, programme: 'breast' })).code).toBe(
      'FORBIDDEN',
    )
    // A member of another unit is none here.
    expect((await person(chen, event, 204)).code).toBe('NOT_FOUND')
    // A specimen that was no good says nothing of the last time.
    await found(chen, event, { pid: 301, programme: 'colorectal', outcome: 'inadequate', examinedOn: '2026-03-17' })
    const next = await makeEvent({ ...screeningEvent, startsOn: '2026-03-18', endsOn: '2026-03-18' })
    expect(programmeOf(await person(chen, next, 301), 'colorectal').last).toBe(null)
  })

  it('[EVNT-03~] two who record one result at a time leave one', async () => {
    const event = await makeEvent({ ...screeningEvent, name: '同時', startsOn: '2026-03-17', endsOn: '2026-03-17' })
    await joinAs(chen, event, { pid: 302, via: 'search' })
    const both = await Promise.all(
      [chen, manager].map((who) => found(who, event, { pid: 302, outcome: 'negative', examinedOn: '2026-03-17' })),
    )
    expect(both.map(({ code }) => code).toSorted()).toEqual(['ILLEGAL_STEP', 'OK'])
    expect(programmeOf(await person(chen, event, 302), 'breast').results).toHaveLength(1)
  })
})
const ORDER = ['colorectal', 'breast']
const byOrder = (a: string, b: string) => ORDER.indexOf(a) - ORDER.indexOf(b)
