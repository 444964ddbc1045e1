import { randomUUID } from 'node:crypto'
import type {
  CareEvent,
  EventResult,
  EventSheet,
  MeasureData,
  Participant,
  Scanned,
} from '@teleward/contract/careevents/schema.ts'
import type { ReservationAnswer } from '@teleward/contract/appointments/booking-schema.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { away, chen, clinic, far, kao, TODAY } from '../appointments/booking-fixture.ts'
import type { Staff } from '../consultation/calls/fixture.ts'
import { sql } from '../platform/db/index.ts'
import { joinAs, makeEvent, manager, measureAs, now, openVenue, storedReport, valuesOf, volunteer } from './fixture.ts'

beforeAll(openVenue)
afterAll(() => clinic.close())

const list = (who: Staff, body: object = {}) => who.post<CareEvent[]>('/his/api/getEvents', body)
const data = (who: Staff, event: CareEvent, more: object = {}) =>
  who.post<MeasureData>('/his/api/getEventMeasureData', { eventid: event.id, ...more })
const scan = (who: Staff, event: CareEvent, code: string) =>
  who.post<Scanned>('/his/api/scanCard', { eventid: event.id, code })
const run = (statement: ReturnType<typeof sql>) => clinic.data.db.system.tx((tx) => tx.run(statement))
const fields = (text: string) => (JSON.parse(text) as { fields?: { path: string }[] }).fields?.map(({ path }) => path)

describe('an event', () => {
  it('is made and changed by who manages events, for a unit of theirs, and seen by who keeps stations of it', async () => {
    expect((await list(manager)).data).toEqual([])
    const event = await makeEvent()
    expect(event).toMatchObject({ state: 'running', joined: 0, measured: 0, done: 0, version: 1, unit: { id: 2 } })
    expect((await chen.post('/his/api/events', { ...event, unit: 2 })).code).toBe('FORBIDDEN')
    expect((await manager.post('/his/api/events', { ...event, unit: 3 })).code).toBe('NOT_FOUND')
    for (const [path, value] of [
      ['name', ''],
      ['place', ' '],
      ['endsOn', '2026-03-11'],
      ['endsOn', '2026-06-01'],
    ])
      expect(
        fields((await manager.post('/his/api/events', { ...event, unit: 2, [path as string]: value })).text),
      ).toEqual([path])
    for (const who of [chen, volunteer, manager]) expect((await list(who)).data.map(({ id }) => id)).toEqual([event.id])
    for (const who of [away, far]) {
      expect((await list(who)).data).toEqual([])
      expect((await data(who, event)).code).toBe('NOT_FOUND')
      expect((await joinAs(who, event)).code).toBe('NOT_FOUND')
    }
    expect((await list(kao)).code).toBe('FORBIDDEN')

    const put = async (body: object) => {
      const response = await manager.request(`/his/api/events/${event.id}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...event, ...body }),
      })
      return (await response.json()) as { status: string; data: CareEvent }
    }
    expect((await put({ place: '活動中心' })).data).toMatchObject({ place: '活動中心', version: 2 })
    expect((await put({ place: '操場' })).status).toBe('VERSION_STALE')
    expect((await put({ version: 2, cancel: { reason: '' } })).status).toBe('REASON_REQUIRED')
    expect((await put({ version: 2, cancel: { reason: '颱風' } })).data).toMatchObject({
      state: 'cancelled',
      reason: '颱風',
    })
    expect((await put({ version: 3 })).status).toBe('ILLEGAL_STEP')
    expect((await joinAs(chen, event)).code).toBe('EVENT_CLOSED')
    expect((await list(chen, { state: 'coming' })).data).toEqual([])
  })
})

describe('a free clinic', () => {
  it('[EVNT-01~] joins by health card, id, code or as somebody new, once; measures item by item; books, takes a report and tells the result', async () => {
    const event = await makeEvent({ name: '上午場' })
    const items = await chen.post<{ item: string; station: string }[]>('/his/api/getEventItemList', {
      eventid: event.id,
    })
    expect(items.data.map(({ item, station }) => `${item} ${station}`)).toEqual([
      'height body',
      'weight body',
      'systolic pressure',
      'diastolic pressure',
      'pulse pressure',
      'glucose_fasting glucose',
    ])

    // By card, id and code; what is none, whom nobody knows, and who belongs to another unit.
    await run(sql`update member set nhi_card_number = '000012345678' where pid = 202`)
    for (const [code, via, pid] of [
      ['0000 1234 5678', 'card', 202],
      ['a123456789', 'id', 202],
      ['TELEWARD:M-3', 'qr', 203],
    ] as const)
      expect((await scan(volunteer, event, code)).data).toMatchObject({
        via,
        person: { pid },
        participant: null,
        known: null,
      })
    expect((await scan(chen, event, '12345')).code).toBe('CARD_UNREADABLE')
    expect((await scan(chen, event, 'A223456528')).code).toBe('CARD_UNREADABLE')
    expect((await scan(chen, event, 'TELEWARD:M-4')).data).toMatchObject({ person: null })
    expect((await scan(chen, event, '000099999999')).data).toMatchObject({
      person: null,
      known: { idNumber: null, nhiCardNumber: '000099999999' },
    })

    // A volunteer, who sees no members elsewhere, joins whom a card names and nobody by number; the same again is the same.
    expect((await joinAs(volunteer, event, { pid: 202, via: 'search' })).code).toBe('NOT_FOUND')
    const first = await joinAs(volunteer, event, {
      id: 'b1a7c5f0-0000-4000-8000-000000000001',
      pid: 202,
      code: '000012345678',
      via: 'card',
      number: 7,
    })
    expect(first.data, first.text).toMatchObject({ number: 7, person: { pid: 202, name: '張振國' }, values: [] })
    const again = await joinAs(volunteer, event, {
      id: 'b1a7c5f0-0000-4000-8000-000000000001',
      code: '000012345678',
      via: 'card',
      number: 7,
    })
    expect(again.data).toEqual(first.data)
    const second = await joinAs(chen, event, { pid: 202, via: 'search' })
    expect(second.code).toBe('EVENT_JOINED')
    expect((second.data as unknown as Participant).number).toBe(7)
    expect((await joinAs(chen, event, { pid: 201, via: 'search', number: 7 })).data.number).toBe(1)
    expect((await joinAs(chen, event, { pid: 204, via: 'search' })).code).toBe('NOT_FOUND')
    expect((await joinAs(chen, event, { via: 'search' })).code).toBe('PATIENT_REQUIRED')
    const person = { account: '0911222333', name: '林新人', birthday: '1950-05-05', gender: 'male' }
    const fresh = await joinAs(volunteer, event, { via: 'new', person })
    expect(fresh.data, fresh.text).toMatchObject({ number: 2, person: { name: '林新人' } })
    const closed = await joinAs(chen, event, { pid: 301, via: 'search', consent: false })
    expect(closed.status).toBe(400)

    // Station by station; what no body has is asked about, what is no number or no item of the event is refused.
    expect(
      (await measureAs(volunteer, event, 202, { item: 'systolic', value: 168 }, { item: 'diastolic', value: 99 })).code,
    ).toBe('OK')
    expect(await measureAs(chen, event, 202, { item: 'weight', value: 4000 })).toMatchObject({
      code: 'VALUE_IMPLAUSIBLE',
      data: { value: '4000 kg' },
    })
    expect(
      (await measureAs(chen, event, 202, { item: 'weight', value: 405, confirmed: true })).data.participant.values,
    ).toEqual(expect.arrayContaining([expect.objectContaining({ item: 'weight', value: 405, confirmed: true })]))
    expect((await measureAs(chen, event, 202, { item: 'waist', value: 80 })).code).toBe('VALUE_INVALID')
    expect((await measureAs(chen, event, 203, { item: 'weight', value: 60 })).code).toBe('NOT_FOUND')
    const ahead = new Date(clinic.clock.now().getTime() + 3_600_000).toISOString()
    expect((await measureAs(chen, event, 202, { item: 'weight', value: 60, measuredAt: ahead })).code).toBe(
      'VALUE_INVALID',
    )

    // A volunteer sees the items of their table alone, and says which.
    expect((await data(volunteer, event)).code).toBe('FIELD_RELATED')
    const table = await data(volunteer, event, { station: 'pressure' })
    expect(table.data.participants.map(({ number }) => number)).toEqual([1, 2, 7])
    expect(valuesOf(table.data.participants[2] as Participant)).toEqual(['diastolic 99', 'systolic 168'])
    expect((await data(volunteer, event, { station: 'body' })).data.participants.flatMap(valuesOf)).toEqual([
      'weight 405',
    ])

    // A consultation is booked from it, and stands beside the person; a report is handed in.
    const visit = { eventid: event.id, pid: 202, did: 101, date: TODAY, interval: 3, time: '18:00' }
    const booked = await chen.post<ReservationAnswer>('/his/api/makeEventAppt', visit)
    expect(booked.data.entry?.pid, booked.text).toBe(202)
    expect((await chen.post('/his/api/makeEventAppt', { ...visit, pid: 203 })).code).toBe('NOT_FOUND')
    const report = { eventid: event.id, pid: 202, file: await storedReport(202) }
    expect((await chen.post<Participant>('/his/api/uploadEventReport', report)).data).toMatchObject({
      visits: 1,
      reports: 1,
    })
    expect((await chen.post<Participant>('/his/api/uploadEventReport', report)).data).toMatchObject({ reports: 1 })
    expect((await chen.post('/his/api/uploadEventReport', { ...report, pid: 201 })).code).toBe('NOT_FOUND')
    const withdrawn = await storedReport(202)
    await run(
      sql`update medical_file set state = 'withdrawn', withdrawn_at = now(), withdrawn_by = 103, withdrawn_reason = 'x' where id = ${withdrawn}::uuid`,
    )
    expect((await chen.post('/his/api/uploadEventReport', { ...report, file: withdrawn })).code).toBe('NOT_FOUND')

    const result = await chen.post<EventResult>('/his/api/getEventResult', { eventid: event.id, pid: 202 })
    expect(result.data).toMatchObject({
      number: 7,
      missing: ['height', 'pulse', 'glucose_fasting'],
      reports: [{ name: '報告.pdf' }],
    })
    expect(result.data.visits.map(({ doctor }) => doctor)).toEqual(['林書妍'])
    expect(result.data.values.map(({ item, value, flag }) => `${item} ${value} ${flag}`)).toEqual([
      'systolic 168 high',
      'diastolic 99 high',
      'weight 405 null',
    ])
    expect((await volunteer.post('/his/api/getEventResult', { eventid: event.id, pid: 202 })).code).toBe('FORBIDDEN')
    expect((await list(chen, { id: event.id })).data[0]).toMatchObject({ joined: 3, measured: 1, done: 0 })
  })

  it('[EVNT-05~] entries of two stations on one person merge, those that came twice are one, and a correction says what it replaces', async () => {
    const event = await makeEvent({ name: '合併' })
    await joinAs(chen, event)
    const entry = { id: randomUUID(), item: 'systolic', value: 150, measuredAt: now() }
    for (let time = 0; time < 3; time++) expect((await measureAs(chen, event, 201, entry)).data.merged).toBe(false)
    const other = await measureAs(volunteer, event, 201, { item: 'systolic', value: 141 })
    expect(other.data.merged).toBe(true)
    expect(valuesOf(other.data.participant)).toEqual(['systolic 141', 'systolic 150'])
    const result = await chen.post<EventResult>('/his/api/getEventResult', { eventid: event.id, pid: 201 })
    expect(result.data.values.map(({ value, others }) => [value, ...others].toSorted())).toEqual([[141, 150]])

    // Whoever has seen both decides; what a replaced value said is not replaced once more by who did not see that.
    const [a, b] = other.data.participant.values as [Participant['values'][number], Participant['values'][number]]
    const decided = await measureAs(chen, event, 201, { item: 'systolic', value: 141, replaces: [a.id, b.id] })
    expect(decided.data).toMatchObject({ merged: false })
    expect(valuesOf(decided.data.participant)).toEqual(['systolic 141'])
    const late = await measureAs(volunteer, event, 201, { item: 'systolic', value: 139, replaces: [a.id] })
    expect(late.data.merged).toBe(true)
    expect(valuesOf(late.data.participant)).toEqual(['systolic 139', 'systolic 141'])
    // Taken back: it was no measurement of this person.
    const ids = late.data.participant.values.map(({ id }) => id)
    expect((await measureAs(chen, event, 201, { item: 'systolic', value: null })).code).toBe('VALUE_INVALID')
    const none = await measureAs(chen, event, 201, { item: 'systolic', value: null, replaces: ids })
    expect(valuesOf(none.data.participant)).toEqual([])
    // An id that is somebody else's changes nothing.
    await joinAs(chen, event, { pid: 203, via: 'search' })
    const stolen = await measureAs(chen, event, 203, { ...entry, value: 99 })
    expect(valuesOf(stolen.data.participant)).toEqual([])
    await expect(
      clinic.data.db.system.read(
        sql`select 1 from care_event_value where id = ${entry.id}::uuid and pid = 201 and value = 150`,
      ),
    ).resolves.toHaveLength(1)
  })

  it('[EVNT-05~] what was done without a line arrives after the event, for a week; what was not measured on its days does not', async () => {
    const event = await makeEvent({ name: '斷線', startsOn: '2026-03-10', endsOn: '2026-03-10' })
    const then = '2026-03-10T03:00:00.000Z'
    expect(event.state).toBe('over')
    expect((await joinAs(chen, event)).code).toBe('EVENT_CLOSED')
    expect((await joinAs(chen, event, { pid: 201, via: 'search', at: then })).code).toBe('OK')
    expect((await measureAs(chen, event, 201, { item: 'pulse', value: 70 })).code).toBe('EVENT_CLOSED')
    expect((await measureAs(chen, event, 201, { item: 'pulse', value: 70, measuredAt: then })).code).toBe('OK')
    const old = await makeEvent({ name: '很久以前', startsOn: '2026-03-01', endsOn: '2026-03-01' })
    expect((await joinAs(chen, old, { pid: 201, via: 'search', at: '2026-03-01T03:00:00.000Z' })).code).toBe(
      'EVENT_CLOSED',
    )
  })
})

describe('what an event leads to', () => {
  it('[EVNT-01~] [EVNT-03~] is added for weeks after its last day: a report of the laboratory, a consultation; then no more', async () => {
    const event = await makeEvent({ name: '抽血', startsOn: '2026-03-10', endsOn: '2026-03-10' })
    expect(event.state).toBe('over')
    expect((await joinAs(chen, event, { pid: 201, via: 'search', at: '2026-03-10T03:00:00.000Z' })).code).toBe('OK')
    const visit = { eventid: event.id, pid: 201, did: 101, date: TODAY, interval: 3, time: '18:30' }
    const report = { eventid: event.id, pid: 201, file: await storedReport(201) }
    const codes = async (time = visit.time) => [
      (await chen.post('/his/api/uploadEventReport', report)).code,
      (await chen.post('/his/api/makeEventAppt', { ...visit, time })).code,
    ]
    expect(await codes()).toEqual(['OK', 'OK'])
    const lasts = (on: string) =>
      run(sql`update care_event set starts_on = ${on}::date, ends_on = ${on}::date where id = ${event.id}`)
    // Today is the 12th of March: 90 days after the 12th of December.
    await lasts('2025-12-12')
    expect((await chen.post('/his/api/uploadEventReport', report)).code).toBe('OK')
    await lasts('2025-12-11')
    expect(await codes('19:00')).toEqual(['EVENT_CLOSED', 'EVENT_CLOSED'])
    await lasts('2026-03-13')
    expect(await codes('19:00')).toEqual(['EVENT_CLOSED', 'EVENT_CLOSED'])
    await lasts('2026-03-10')
    await run(sql`update care_event set cancelled_at = now(), cancelled_by = 103, reason = 'x' where id = ${event.id}`)
    expect(await codes('19:00')).toEqual(['EVENT_CLOSED', 'EVENT_CLOSED'])
  })
})

describe('a result sheet', () => {
  const open = async (eventid: number, pid: number, token: string) => {
    const reply = await clinic.app.http.app.inject({
      method: 'GET',
      url: `/his/api/eventsheets/${eventid}/${pid}?token=${token}`,
    })
    return {
      code: reply.json<{ status: string }>().status,
      sheet: reply.json<{ data: EventSheet }>().data,
      headers: reply.headers,
      text: reply.body,
    }
  }
  it('[EVNT-02~] opens by its signed address without a session, for a day, and of this person at this event alone; the opening is audited', async () => {
    const before = await makeEvent({ name: '上次', startsOn: '2026-03-08', endsOn: '2026-03-08' })
    const then = '2026-03-08T03:00:00.000Z'
    await joinAs(chen, before, { pid: 201, via: 'search', at: then })
    await measureAs(chen, before, 201, { item: 'weight', value: 61, measuredAt: then })
    const event = await makeEvent({ name: '列印' })
    await joinAs(chen, event)
    await joinAs(chen, event, { pid: 202, via: 'search' })
    await measureAs(
      chen,
      event,
      201,
      { item: 'height', value: 158 },
      { item: 'weight', value: 64.5 },
      { item: 'systolic', value: 128 },
    )
    const { data } = await chen.post<EventResult>('/his/api/getEventResult', { eventid: event.id, pid: 201 })
    const { token } = data.sheet

    const { code, sheet, text } = await open(event.id, 201, token)
    expect(code).toBe('OK')
    expect(sheet).toMatchObject({
      event: { name: '列印', place: '碧湖國小' },
      person: { name: '吳秀鳳', birthday: '1958-01-02' },
      number: 1,
      missing: ['diastolic', 'pulse', 'glucose_fasting'],
    })
    expect(sheet.values.map(({ item, value, flag }) => `${item} ${value} ${flag}`)).toEqual([
      'systolic 128 high',
      'bmi 25.8 high',
      'height 158 null',
      'weight 64.5 null',
    ])
    expect(sheet.values.find(({ item }) => item === 'weight')?.earlier).toEqual([
      { value: 61, on: '2026-03-08', event: '上次' },
    ])
    // Neither an id nor anybody else's name leaves with it.
    expect(text).not.toMatch(/A223456527|張振國|0912345305/)

    // Another person, another event, no signature, one of the own making: one answer, whether there is such a person or not.
    const forged = `${Buffer.from(JSON.stringify({ e: event.id, p: 202, exp: 4_000_000_000 })).toString('base64url')}.${token.split('.')[1]}`
    for (const [e, p, signed] of [
      [event.id, 202, token],
      [before.id, 201, token],
      [event.id, 999_999, token],
      [event.id, 201, ''],
      [event.id, 201, token.slice(0, -2)],
      [event.id, 202, forged],
    ] as const)
      expect((await open(e, p, signed)).code, `${e} ${p}`).toBe('LINK_INVALID')
    const audited = await clinic.data.db.system.read(
      sql`select 1 from audit_log where action = 'careEvent.sheet' and pid = 201 and mid is null and kind = 'read'`,
    )
    expect(audited).toHaveLength(1)
    await run(sql`update member_unit set status = 'disabled' where pid = 201 and unit_id = 2`)
    expect((await open(event.id, 201, token)).code).toBe('LINK_INVALID')
    await run(sql`update member_unit set status = 'active' where pid = 201 and unit_id = 2`)
    clinic.clock.advance(25 * 3_600_000)
    expect((await open(event.id, 201, token)).code).toBe('LINK_EXPIRED')
  })
})
