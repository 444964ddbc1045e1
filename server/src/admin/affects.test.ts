import type { Partner, PartnerAffects, StaffAccount, StaffAffects } from '@teleward/contract/admin/schema.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { book } from '../appointments/fixture.ts'
import { sql } from '../platform/db/index.ts'
import { type Office, openOffice } from './fixture.ts'

/** Monday, 2026-03-02, 09:00 in Taipei: Dr Lin has Tuesdays from nine to twelve, and three visits on the third. */
let office: Office
const mid = (account: string) => office.mids[account] ?? 0
const system = (work: Parameters<Office['data']['db']['system']['tx']>[0]) => office.data.db.system.tx(work)
beforeAll(async () => {
  office = await openOffice()
  let pid = 0
  await system(async (tx) => {
    const member = await tx.one(
      sql<{ pid: number }>`insert into member (member_no, name) values ('ahead', '病人') returning pid`,
    )
    pid = member.pid
    await tx.run(sql`insert into member_unit (pid, partner_id, unit_id) values (${pid}, 1, 2)`)
    await tx.run(sql`insert into schedule_entry (partner_id, did, weekday, "interval", start_time, end_time, capacity, valid_from)
      values (1, ${mid('dr.lin')}, 2, 1, '09:00', '12:00', 12, '2026-03-02')`)
  })
  const of = { did: mid('dr.lin'), pid, date: '2026-03-03' }
  await book(office.data.db, { ...of, time: '09:00' })
  await book(office.data.db, { ...of, time: '11:30' })
  await book(office.data.db, { ...of, time: '15:00', interval: 2, kind: 'emergency' })
  // Called off, and over: neither lies ahead.
  await book(office.data.db, { ...of, time: '10:00', status: 'cancelled' })
  await book(office.data.db, { ...of, date: '2026-03-01', time: '10:00', status: 'finished' })
})
afterAll(() => office?.stop())

const partner = async (by: keyof Office['tokens'], id: number) => {
  const found = ((await office.as(by, 'GET', 'partners')).data as Partner[]).find((one) => one.id === id)
  if (!found) throw new Error(`${by} sees no institution ${id}`)
  return found
}
const putPartner = async (by: keyof Office['tokens'], id: number, body: object, version?: number) =>
  office.as(by, 'PUT', `partners/${id}`, { version: version ?? (await partner(by, id)).version, ...body })
const account = async (name: string): Promise<StaffAccount> => {
  const [found] = (await office.as('admin', 'GET', `staffaccounts?mid=${mid(name)}`)).data as StaffAccount[]
  if (!found) throw new Error(`no ${name}`)
  return found
}
const putStaff = async (name: string, body: object) =>
  office.as('admin', 'PUT', `staffaccounts/${mid(name)}`, { version: (await account(name)).version, ...body })

describe('what hangs on a change of an institution', () => {
  it('[I5] another time zone: the visits ahead and those that lose their session are told, and nothing changes until confirmed', async () => {
    const before = await partner('admin', 1)
    const asked = await putPartner('admin', 1, { timeZone: 'Asia/Tokyo', name: '新名' })
    expect([asked.status, asked.code]).toEqual([409, 'PARTNER_AFFECTS'])
    expect(asked.data as PartnerAffects).toEqual({ timeZone: { visits: 3, uncovered: 1 }, secondStep: null })
    expect(await partner('admin', 1)).toEqual(before)
    // Half a day away none lies in a session; the emergency needs none.
    const far = await putPartner('admin', 1, { timeZone: 'America/New_York' })
    expect((far.data as PartnerAffects).timeZone).toEqual({ visits: 3, uncovered: 2 })
    // What names the zone that holds asks nothing, nor does anything beside it.
    const same = await putPartner('admin', 1, { timeZone: before.timeZone, phone: '02-2345-6789' })
    expect(same.code).toBe('OK')

    const done = await putPartner('admin', 1, { timeZone: 'Asia/Tokyo', confirmed: true })
    expect((done.data as Partner).timeZone).toBe('Asia/Tokyo')
    // Back again it is asked as well; who has no session already loses none.
    const back = await putPartner('admin', 1, { timeZone: before.timeZone })
    expect((back.data as PartnerAffects).timeZone).toEqual({ visits: 3, uncovered: 0 })
    expect((await putPartner('admin', 1, { timeZone: before.timeZone, confirmed: true })).code).toBe('OK')
  })

  it('[I5] the numbers are told to nobody who does not administer the institution; a stale form learns that first', async () => {
    const { version } = await partner('admin', 1)
    for (const by of ['unit.admin', 'admin.sea'] as const)
      expect((await putPartner(by, 1, { timeZone: 'Asia/Tokyo' }, version)).code, by).toBe('NOT_FOUND')
    expect((await putPartner('admin', 1, { timeZone: 'Asia/Tokyo' }, version - 1)).code).toBe('VERSION_STALE')
    // Where no visit lies ahead there is nothing to ask.
    expect((await putPartner('admin.sea', 32, { timeZone: 'Asia/Tokyo' })).code).toBe('OK')
  })

  it('[I14] a second step that is demanded says how many have none, are signed in and in a call', async () => {
    await system(async (tx) => {
      await tx.run(
        sql`insert into totp (mid, secret, confirmed_at, created_at) values (${mid('dr.lin')}, 'x', now(), now())`,
      )
      await tx.run(sql`insert into presence (mid, code, in_call) values (${mid('nurse.chen')}, 2000, gen_random_uuid())
        on conflict (mid) do update set code = 2000, in_call = excluded.in_call`)
    })
    const before = await partner('admin', 1)
    const all = await putPartner('admin', 1, { settings: { secondStep: 'all' } })
    expect([all.status, all.code]).toEqual([409, 'PARTNER_AFFECTS'])
    // Of nine who are neither closed nor cancelled Dr Lin has one: administrators and the nurse are signed in.
    expect(all.data as PartnerAffects).toEqual({
      timeZone: null,
      secondStep: { people: 8, signedIn: 4, inCall: 1 },
    })
    const admins = await putPartner('admin', 1, { settings: { secondStep: 'admins' } })
    expect((admins.data as PartnerAffects).secondStep).toEqual({ people: 3, signedIn: 3, inCall: 0 })
    expect(await partner('admin', 1)).toEqual(before)
    // The operator's holds for administrators of every institution.
    const everywhere = await putPartner('op', 0, { settings: { secondStep: 'admins' } })
    expect((everywhere.data as PartnerAffects).secondStep).toEqual({ people: 5, signedIn: 5, inCall: 0 })
    // Both at once are told at once; the same as it is asks nothing.
    const both = await putPartner('admin', 1, { timeZone: 'Asia/Tokyo', settings: { secondStep: 'admins' } })
    expect(both.data as PartnerAffects).toMatchObject({ timeZone: { visits: 3 }, secondStep: { people: 3 } })
    expect((await putPartner('admin', 1, { settings: { secondStep: 'none' } })).code).toBe('OK')
  })
})

describe('what hangs on a change of an account', () => {
  it('[I7] another profession: visits, notes and to-dos that lie ahead are told, and nothing changes until confirmed', async () => {
    const before = await account('dr.lin')
    const asked = await putStaff('dr.lin', { doctortype: 'nurse' })
    expect([asked.status, asked.code]).toEqual([409, 'STAFF_AFFECTS'])
    expect(asked.data as StaffAffects).toEqual({
      profession: { visits: 3, drafts: 0, todos: 0, cases: 0 },
      unitVisits: 0,
    })
    expect(await account('dr.lin')).toEqual(before)
    // A title hangs on nothing, and of whoever leaves nothing open nobody is asked.
    expect((await putStaff('dr.lin', { title: '主任' })).code).toBe('OK')
    expect((await putStaff('dr.far', { doctortype: 'volunteer' })).code).toBe('OK')
  })

  it('[I7] a unit that is taken: the visits ahead in it alone', async () => {
    const moved = await putStaff('dr.lin', { units: [3] })
    expect([moved.code, moved.data as StaffAffects]).toEqual(['STAFF_AFFECTS', { profession: null, unitVisits: 3 }])
    expect((await account('dr.lin')).units.map(({ id }) => id)).toEqual([2])
    expect((await putStaff('dr.lin', { units: [2, 3] })).code).toBe('OK')
    expect((await putStaff('dr.lin', { units: [2] })).code).toBe('OK')
    expect((await putStaff('dr.lin', { units: [3], confirmed: true })).code).toBe('OK')
    expect((await putStaff('dr.lin', { units: [2] })).code).toBe('OK')
  })

  it('[I7] changed back, the review of that profession holds where its licence was looked at and has not run out', async () => {
    const turn = async (doctortype: string) =>
      ((await putStaff('dr.lin', { doctortype, confirmed: true })).data as StaffAccount).review
    // Nobody looked at a licence: the review is passed first.
    expect([await turn('nurse'), await turn('doctor')]).toEqual(['phoneVerified', 'phoneVerified'])
    const passed = (expires: string, state: string) =>
      system(async (tx) => {
        await tx.run(sql`insert into staff_review (mid, partner_id, doctortype, licence_number, licence_expires)
          values (${mid('dr.lin')}, 1, 'doctor', '012345', ${expires}::date)
          on conflict (mid, partner_id) do update set licence_expires = excluded.licence_expires`)
        await tx.run(sql`insert into staff_review_event (mid, partner_id, from_state, to_state, action, at)
          values (${mid('dr.lin')}, 1, 'inReview', ${state}, 'approve', now())`)
      })
    await passed('2026-03-02', 'onBoard')
    expect([await turn('nurse'), await turn('doctor')]).toEqual(['phoneVerified', 'onBoard'])
    // Of one profession it is the review of no other.
    expect([await turn('pharmacist'), await turn('doctor')]).toEqual(['phoneVerified', 'onBoard'])
    // A licence that ran out, and a membership that was called off since, begin anew.
    await passed('2026-03-01', 'onBoard')
    expect([await turn('nurse'), await turn('doctor')]).toEqual(['phoneVerified', 'phoneVerified'])
    await passed('2026-12-31', 'cancelled')
    expect([await turn('nurse'), await turn('doctor')]).toEqual(['phoneVerified', 'phoneVerified'])
  })
})
