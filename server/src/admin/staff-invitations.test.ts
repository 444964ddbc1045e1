import type { OwnInvitation, StaffInvitation } from '@teleward/contract/admin/invitation-endpoints.ts'
import type { StaffAccount } from '@teleward/contract/admin/schema.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../platform/db/index.ts'
import { type Office, openOffice } from './fixture.ts'

let office: Office
beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office?.stop())

const as: Office['as'] = (...call) => office.as(...call)
const ask = (who: keyof Office['tokens'], more: object = {}) =>
  as(who, 'POST', 'staffinvitations', { account: 'dr.lin', doctortype: 'doctor', units: [320], ...more })
const own = async (who: keyof Office['tokens'] = 'dr.lin') =>
  (await as(who, 'GET', 'staffinvitations/own')).data as OwnInvitation[]
const open = async (who: keyof Office['tokens'], partner = '') =>
  (await as(who, 'GET', `staffinvitations${partner}`)).data as StaffInvitation[]
const answer = (who: keyof Office['tokens'], id: number, accept: boolean) =>
  as(who, 'PUT', `staffinvitations/${id}`, { accept })
const places = async (account: string) => {
  const rows = await office.data.db.system.read(sql<{ partner_id: number }>`
    select partner_id from staff_partner where mid = ${office.mids[account] ?? 0} order by 1`)
  return rows.map(({ partner_id }) => partner_id)
}
const people = async (who: keyof Office['tokens']) =>
  ((await as(who, 'GET', 'staffaccounts?pageSize=100')).data as StaffAccount[]).map(({ name }) => name)

describe('a person who has an account already', () => {
  it('[AUTH-15~] is no new account, is asked by the one they have, and belongs to the institution once they accept', async () => {
    const known = { account: 'dr.lin', name: '林醫師', mobile: '0955000111', doctortype: 'doctor', units: [320] }
    expect((await as('admin.sea', 'POST', 'staffaccounts', known)).code).toBe('ACCOUNT_EXISTS')
    const before = await people('admin.sea')
    const made = await ask('admin.sea', { title: '特約醫師' })
    expect(made).toMatchObject({ code: 'OK', data: { doctortype: 'doctor', title: '特約醫師', units: [{ id: 320 }] } })
    // Of whom it is the institution knows what it typed itself.
    expect(JSON.stringify(made.data)).not.toMatch(/dr\.lin|林書妍/)
    expect(await people('admin.sea')).toEqual(before)
    expect(await places('dr.lin')).toEqual([1])

    await office.app.deps.timers.runDue()
    const [asked] = await own()
    expect(asked).toMatchObject({ partner: { id: 32 }, doctortype: 'doctor', units: [{ id: 320 }] })
    const bell = (await as('dr.lin', 'GET', 'notifications')).data as { what: string; gone: boolean; link: object }[]
    expect(bell[0]).toMatchObject({ what: 'staff.invited', gone: false, link: { screen: 'profile' } })

    const id = asked?.id ?? 0
    // Nobody answers for another, and twice at once is once.
    expect((await answer('nurse.chen', id, true)).code).toBe('NOT_FOUND')
    const both = await Promise.all([answer('dr.lin', id, true), answer('dr.lin', id, true)])
    expect(both.map(({ code }) => code).toSorted()).toEqual(['ILLEGAL_STEP', 'OK'])
    expect(await places('dr.lin')).toEqual([1, 32])
    expect(await own()).toEqual([])
    expect(await open('admin.sea')).toEqual([])
    expect(((await as('dr.lin', 'GET', 'notifications')).data as { gone: boolean }[])[0]).toMatchObject({ gone: true })

    // A licensed profession passes the review of this institution, whatever another one found.
    const [row] = await office.data.db.system.read(sql<{ review: string; privileges: string[]; units: number[] }>`
      select review, privileges, array(select unit_id from staff_unit u where u.mid = sp.mid and u.partner_id = 32) as units
      from staff_partner sp where mid = ${office.mids['dr.lin'] ?? 0} and partner_id = 32`)
    expect(row).toEqual({ review: 'phoneVerified', privileges: ['medical_decision'], units: [320] })
    const here = (await office.get('/his/api/userinfo/3', office.tokens['dr.lin'])).body.data
    expect(here).toMatchObject({ partner_list: [{ id: 1 }, { id: 32 }] })
    const there = await office.send('PUT', '/his/api/sessions/partner', { partnerid: 32 }, office.tokens['dr.lin'])
    expect(there.status).toBe(200)
    office.tokens['dr.lin'] = (await office.signIn('dr.lin')).token

    // The log of the institution that was joined has the answer, and the other one's has nothing of it.
    const logged = await office.data.db.system.read(sql<{ partner_id: number; detail: unknown }>`
      select partner_id, detail from audit_log where action = 'PUT /his/api/staffinvitations/{id}' and outcome = 'OK'`)
    expect(logged).toEqual([{ partner_id: 32, detail: { accept: true } }])
    expect((await ask('admin.sea')).code).toBe('ACCOUNT_EXISTS')
  })

  it('[AUTH-15~] declines, is asked anew, and what was withdrawn cannot be accepted', async () => {
    const nurse = { account: 'nurse.chen', doctortype: 'customer_service' }
    await ask('admin.sea', nurse)
    const first = (await own('nurse.chen'))[0]?.id ?? 0
    expect((await answer('nurse.chen', first, false)).code).toBe('OK')
    expect(await places('nurse.chen')).toEqual([1])

    await ask('admin.sea', nurse)
    // Asked again before the answer: one invitation, as it was said last.
    await ask('admin.sea', { ...nurse, doctortype: 'volunteer' })
    const [second, ...more] = await own('nurse.chen')
    expect([second?.doctortype, more]).toEqual(['volunteer', []])
    expect((await as('admin.sea', 'DELETE', `staffinvitations/${second?.id}`)).code).toBe('OK')
    expect((await answer('nurse.chen', second?.id ?? 0, true)).code).toBe('ILLEGAL_STEP')
    expect(await own('nurse.chen')).toEqual([])
    expect(await places('nurse.chen')).toEqual([1])

    // Without a licence to look at nothing is in between.
    await ask('admin.sea', nurse)
    const third = (await own('nurse.chen'))[0]?.id ?? 0
    expect((await answer('nurse.chen', third, true)).code).toBe('OK')
    const [row] = await office.data.db.system.read(sql<{ review: string; doctortype: string }>`
      select review, doctortype from staff_partner where mid = ${office.mids['nurse.chen'] ?? 0} and partner_id = 32`)
    expect(row).toEqual({ review: 'onBoard', doctortype: 'customer_service' })
  })

  it('[SHELL-18~] is invited by who administers the units, and seen by no other institution', async () => {
    expect((await ask('admin.sea', { account: 'nobody.here' })).code).toBe('NOT_FOUND')
    expect((await ask('admin.sea', { account: 'admin.two', units: [2] })).code).toBe('NOT_FOUND')
    expect((await ask('nurse.chen', { account: 'admin.sea', units: [2] })).code).toBe('FORBIDDEN')
    expect((await ask('unit.admin', { account: 'admin.sea', units: [2, 3] })).code).toBe('NOT_FOUND')
    expect((await ask('admin', { account: 'admin.sea', doctortype: 'volunteer', units: [2] })).code).toBe('OK')
    const [id] = (await open('admin')).map((one) => one.id)
    // An administrator of a unit sees what they asked themselves.
    expect(await open('unit.admin')).toEqual([])
    expect((await as('unit.admin', 'DELETE', `staffinvitations/${id}`)).code).toBe('NOT_FOUND')
    expect(await open('admin.sea')).toEqual([])
    expect((await as('admin.sea', 'GET', 'staffinvitations?partner=1')).code).toBe('NOT_FOUND')
    expect((await as('admin.sea', 'DELETE', `staffinvitations/${id}`)).code).toBe('NOT_FOUND')
    expect((await open('op', '?partner=1')).map((one) => one.id)).toEqual([id])
    expect(await open('admin.two')).toMatchObject([{ id, account: 'ad···ea', invitedBy: { mid: office.mids.admin } }])

    // An institution that closed its unit meanwhile has nothing to join.
    await office.data.db.system.tx((tx) => tx.run(sql`update unit set status = 'disabled' where id = 2`))
    expect((await answer('admin.sea', id ?? 0, true)).code).toBe('ILLEGAL_STEP')
    await office.data.db.system.tx((tx) => tx.run(sql`update unit set status = 'active' where id = 2`))
    expect((await answer('admin.sea', id ?? 0, true)).code).toBe('OK')
  })
})
