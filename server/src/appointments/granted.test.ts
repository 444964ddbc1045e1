import type { EntryElsewhere, UndoneQuantity } from '@teleward/contract/appointments/schema.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../platform/db/index.ts'
import { type Desk, openDesk } from './routes-fixture.ts'
import { book, clear, members, NOW, people, scopeFor } from './fixture.ts'

/** 陳護理師 works in institution 1, unit 2, and in institution 32, unit 90; she is signed in to the first. */
/** Sees own appointments alone, and may hold a grant. */
const caregiver = 108
let desk: Desk
beforeAll(async () => {
  desk = await openDesk({ [caregiver]: { doctortype: 'caregiver' } })
  await desk.db.system.tx(async (tx) => {
    await tx.run(
      sql`insert into staff_partner (mid, partner_id, staff_type, doctortype) values (103, 32, 2, 'nurse'), (101, 32, 1, 'doctor')`,
    )
    await tx.run(sql`insert into staff_unit (mid, partner_id, unit_id) values (103, 32, 90)`)
    await tx.run(sql`insert into unit (id, main_id, partner_id, name) values (91, 90, 32, '遠山分院')`)
    await tx.run(sql`insert into member_unit (pid, partner_id, unit_id) values (205, 32, 91)`)
  })
})
afterAll(() => desk.close())
beforeEach(async () => {
  await clear(desk.db)
  await desk.db.system.tx(async (tx) => {
    await tx.run(sql`update staff_grant set state = 'revoked', over_at = now() where state in ('planned', 'active')`)
  })
})

interface Grant {
  from?: number
  to?: number
  partner?: number
  kind?: string
  unit?: number | null
  starts?: string
  ends?: string
  state?: string
}
/** From an hour before to a day after, unless told. */
const hours = (count: number) => new Date(NOW.getTime() + count * 3_600_000).toISOString()
const grant = ({ from = people.lin, to = people.chen, partner = 1, ...more }: Grant = {}) =>
  desk.db.system.tx((tx) =>
    tx.run(sql`insert into staff_grant (partner_id, grantor_mid, grantee_mid, kind, state, scope_unit, starts_at, ends_at)
      values (${partner}, ${from}, ${to}, ${more.kind ?? 'contact.others'}, ${more.state ?? 'active'}, ${more.unit ?? null}::int,
        ${more.starts ?? hours(-1)}::timestamptz, ${more.ends ?? hours(24)}::timestamptz)`),
  )
const listed = async (mid: number) =>
  (await desk.post(mid, 'getQueues', { tab: 'authorised' })).data.map(({ qid }) => qid)
const counts = async (mid: number) =>
  ((await desk.post(mid, 'getQueuesUndoneQuantity', {})).data as unknown as UndoneQuantity).tabs
const elsewhere = async (mid: number) => (await desk.get(mid, 'queueselsewhere')).data as unknown as EntryElsewhere[]
const far = (more: object = {}) =>
  book(desk.db, { partnerId: 32, unitId: 90, pid: members.foreign, did: people.far, ...more })

describe('authorised staff', () => {
  it('[APPT-12~] is what those who granted contact have from today on, and nobody else', async () => {
    const mine = await book(desk.db)
    const tomorrow = await book(desk.db, { date: '2026-03-13' })
    await book(desk.db, { date: '2026-03-11' })
    await book(desk.db, { did: people.wang })
    expect(await listed(people.chen)).toEqual([])
    await grant()
    expect(await listed(people.chen)).toEqual([mine, tomorrow])
    expect((await counts(people.chen)).authorised).toBe(2)
    // The grant is hers alone; a list of another doctor takes nothing from the tab's number.
    expect(await listed(people.wang)).toEqual([])
    const said = await desk.post(people.chen, 'getQueuesUndoneQuantity', { did: people.wang })
    expect(said.data).toMatchObject({ tabs: { authorised: 2, today: 1 } })
  })

  it.each<[string, Grant]>([
    ['of another kind', { kind: 'shift.others' }],
    ['that has not begun', { starts: hours(1), state: 'planned' }],
    ['that is marked active but begins later', { starts: hours(1) }],
    [
      'that ran out a minute ago, before the timer marks it',
      { starts: hours(-2), ends: new Date(NOW.getTime() - 60_000).toISOString() },
    ],
    ['that was withdrawn', { state: 'revoked' }],
    ['for another unit', { unit: 3 }],
    ['of the same people in another institution', { partner: 32 }],
  ])('[APPT-12~] shows nothing by a grant %s', async (_name, how) => {
    await book(desk.db)
    await desk.db.system
      .tx((tx) => tx.run(sql`alter table staff_grant disable trigger guard_grant`))
      .catch(() => undefined)
    await grant(how)
    expect(await listed(people.chen)).toEqual([])
    expect((await counts(people.chen)).authorised).toBe(0)
  })

  it('[APPT-12~] never reaches a unit the person does not belong to', async () => {
    await book(desk.db, { unitId: 3, pid: members.other, did: people.lin })
    await grant()
    expect(await listed(people.chen)).toEqual([])
    expect((await counts(people.chen)).authorised).toBe(0)
  })
})

describe('authorised staff of who sees only own patients', () => {
  it('[APPT-12] are the open visits of the grantor, to look at, and nothing more of the patient or of others', async () => {
    const { db } = desk
    const mine = await book(db, { did: caregiver, pid: members.li })
    const granted = await book(db, { time: '11:00' })
    const tomorrow = await book(db, { date: '2026-03-13' })
    const [past, over, others, sibling] = [
      await book(db, { date: '2026-03-11' }),
      await book(db, { status: 'finished' }),
      await book(db, { did: people.wang, pid: members.zhang }),
      await book(db, { unitId: 3, pid: members.other }),
    ]
    const lists = async (tab: string) => (await desk.post(caregiver, 'getQueues', { tab })).data.map(({ qid }) => qid)
    const detail = async (qid: number) => (await desk.get(caregiver, `getQueueDetailByQid/${qid}`)).status
    expect(await listed(caregiver)).toEqual([])
    expect(await detail(granted)).toBe('NOT_FOUND')
    await grant({ to: caregiver })

    expect(await listed(caregiver)).toEqual([granted, tomorrow])
    expect(await counts(caregiver)).toMatchObject({ authorised: 2, today: 1, future: 0 })
    // The other lists stay those of own appointments.
    expect([await lists('today'), await lists('future'), await lists('records')]).toEqual([[mine], [], [mine]])
    expect((await desk.post(caregiver, 'searchQueueLog', { range: 30 })).data.map(({ qid }) => qid)).toEqual([mine])
    // The name, so that one can speak to them; nothing of the record.
    const { data, status } = await desk.get(caregiver, `getQueueDetailByQid/${granted}`)
    expect(status).toBe('OK')
    expect(data).toMatchObject({
      patient: { name: '吳秀鳳', authorised: 'notAuthorised', allergies: null },
      fee: null,
      timeline: [],
      links: [],
      mobile: expect.stringContaining('•'),
    })
    for (const qid of [past, over, others, sibling]) expect(await detail(qid), String(qid)).toBe('NOT_FOUND')
    expect((await desk.get(caregiver, `getQueueHistory/${members.wu}/1/1`)).status).toBe('NOT_FOUND')
    // To look at only.
    for (const action of ['checkIn', 'cancel', 'memo']) {
      const step = await desk.post(caregiver, 'queue', { qid: granted, action, version: 1, reason: 'x', memo: 'x' })
      expect(step.status, action).toMatch(/NOT_FOUND|FORBIDDEN/)
    }
    // The policies alone say the same, whatever a statement asks for.
    const scope = scopeFor(caregiver, { 'appointment.read': 'o', 'emr.read': 'o' })
    const bare = async (query: ReturnType<typeof sql<{ id: number }>>) =>
      (await db.read(scope, query)).map(({ id }) => id).toSorted()
    expect(await bare(sql`select qid as id from appointment`)).toEqual([mine, granted, past, tomorrow].toSorted())
    expect(await bare(sql`select pid as id from member`)).toEqual([members.wu, members.li])
    for (const table of ['appointment_event', 'consent', 'member_history', 'note'])
      expect(await db.read(scope, sql`select 1 from ${sql.table(table)} where pid = ${members.wu}`), table).toEqual([])
    await expect(
      db.tx(scope, (tx) => tx.one(sql`update appointment set p_memo = 'x' where qid = ${granted} returning qid`)),
    ).rejects.toThrow()

    await desk.db.system.tx((tx) => tx.run(sql`update staff_grant set state = 'revoked' where state = 'active'`))
    expect([await listed(caregiver), await lists('today')]).toEqual([[], [mine]])
    expect(await bare(sql`select pid as id from member`)).toEqual([members.li])
  })

  it('[APPT-12~] reach one unit by a grant for it, and end with the patient’s membership', async () => {
    await book(desk.db)
    await grant({ to: caregiver, unit: 3 })
    expect(await listed(caregiver)).toEqual([])
    await desk.db.system.tx((tx) => tx.run(sql`update staff_grant set state = 'revoked' where state = 'active'`))
    await grant({ to: caregiver, unit: 2 })
    expect(await listed(caregiver)).toHaveLength(1)
    const set = (status: string) =>
      desk.db.system.tx((tx) => tx.run(sql`update member_unit set status = ${status} where pid = 201 and unit_id = 2`))
    await set('disabled')
    expect(await listed(caregiver)).toEqual([])
    await set('active')
  })
})

describe('other institutions', () => {
  it('[APPT-12~] show when, where and with whom by a grant there, the patient masked, nothing to act upon', async () => {
    await far({ time: '14:00' })
    expect(await elsewhere(people.chen)).toEqual([])
    await grant({ from: people.far, partner: 32 })
    const rows = await elsewhere(people.chen)
    expect(rows).toEqual([
      {
        partnerId: 32,
        partnerName: '遠山',
        partnerNameEn: null,
        unitName: '遠山院',
        unitNameEn: null,
        doctorName: '遠山醫師',
        doctorNameEn: null,
        patientName: '遠○人',
        date: '2026-03-12',
        startAt: '2026-03-12T06:00:00.000Z',
        slot: 'am',
        site: 'video',
        status: 'registered',
        statusBy: null,
      },
    ])
    expect((await counts(people.chen)).others).toBe(1)
    // Of one institution alone, or of another: nothing.
    const of = async (partner: string) => (await desk.get(people.chen, `queueselsewhere?partner=${partner}`)).total
    expect([await of('32'), await of('1'), await of('33')]).toEqual([1, 0, 0])
    // Behind the last page as well.
    expect([await of('32&page=9'), await of('1&page=9')]).toEqual([1, 0])
    expect((await desk.get(people.chen, 'queueselsewhere?partner=x')).http).toBe(400)
    // Not in any other list, and not by its id.
    for (const tab of ['today', 'future', 'authorised', 'records'])
      expect((await desk.post(people.chen, 'getQueues', { tab })).total, tab).toBe(0)
  })

  it('[APPT-12~] show nothing of the past, of what is over, of a unit that is not theirs, nor by a grant here', async () => {
    await grant({ from: people.far, partner: 32 })
    await far({ date: '2026-03-11' })
    await far({ status: 'finished' })
    await far({ status: 'cancelled' })
    await far({ unitId: 91 })
    await book(desk.db)
    expect(await elsewhere(people.chen)).toEqual([])
    await far()
    expect(await elsewhere(people.chen)).toHaveLength(1)
    expect(await elsewhere(people.lin)).toEqual([])
    expect(await elsewhere(people.wang)).toEqual([])
  })

  it('[APPT-12~] end with the grant, with the membership of the person there, and with the patient’s', async () => {
    await far()
    await grant({ from: people.far, partner: 32 })
    const set = (statement: ReturnType<typeof sql>) => desk.db.system.tx((tx) => tx.run(statement))
    const seen = async () => (await elsewhere(people.chen)).length
    expect(await seen()).toBe(1)
    await set(sql`update member_unit set status = 'disabled' where pid = 205 and unit_id = 90`)
    expect(await seen()).toBe(0)
    await set(sql`update member_unit set status = 'active' where pid = 205 and unit_id = 90`)
    expect(await seen()).toBe(1)
    await set(sql`delete from staff_unit where mid = 103 and unit_id = 90`)
    expect(await seen()).toBe(0)
    await set(sql`insert into staff_unit (mid, partner_id, unit_id) values (103, 32, 90)`)
    expect(await seen()).toBe(1)
    desk.clock.advance(25 * 3_600_000)
    await far({ date: '2026-03-14' })
    expect(await seen()).toBe(0)
    desk.clock.advance(-25 * 3_600_000)
    await set(sql`update staff_partner set status = 'disabled' where mid = 103 and partner_id = 32`)
    expect(await seen()).toBe(0)
    await set(sql`update staff_partner set status = 'active' where mid = 103 and partner_id = 32`)
    expect(await seen()).toBe(0)
  })
})
