import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, type TestSocket, openTestApp, until } from '../auth/fixture.ts'
import type { StaffActor } from '../platform/actor.ts'
import { scopeOf } from '../platform/actor.ts'
import { sql } from '../platform/db/index.ts'
import { actsFor, grantors, useGrant } from './active.ts'

let testApp: TestApp
let lin: string
let chen: string
let socket: TestSocket
beforeAll(async () => {
  testApp = await openTestApp({ at: 'real' })
  await testApp.data.db.system.tx((tx) =>
    tx.run(
      sql`insert into staff_partner (mid, partner_id, staff_type, doctortype) values (${mid('dr.nowhere')}, 1, 3, 'volunteer')`,
    ),
  )
  await testApp.data.db.system.tx((tx) =>
    tx.run(sql`insert into staff_unit (mid, partner_id, unit_id) values (${mid('dr.nowhere')}, 1, 2)`),
  )
  lin = (await testApp.signIn('dr.lin')).token
  chen = (await testApp.signIn('nurse.chen')).token
  socket = await testApp.connect(chen)
})
afterAll(() => testApp?.stop())

const mid = (account: string) => testApp.mids[account] ?? 0
const PATH = '/his/api/authorizations'
const inMs = (ms: number) => new Date(testApp.clock.now().getTime() + ms).toISOString()
const DAY = 86_400_000
interface Told {
  id: number
  state: string
  version: number
  uses: number
  endsAt: string
  history: { action: string; mid: number | null; what: string | null }[]
}
const give = (over: Record<string, unknown> = {}, token = lin) =>
  testApp.post(PATH, { granteeMid: mid('nurse.chen'), kind: 'shift.others', endsAt: inMs(10 * DAY), ...over }, token)
const told = (reply: { body: { data?: unknown } }) => reply.body.data as Told
const over = ({ id, version }: Told, token: string) =>
  testApp.send('DELETE', `${PATH}/${id}?version=${version}`, undefined, token)
const actor = (token: string): Promise<StaffActor> => testApp.app.auth.staff(token)
const right = async (token: string, key: 'shift.others' | 'contact.others' = 'shift.others') =>
  (await actor(token)).rights[key]
const heard = (id: number, on = socket) =>
  on.received.filter(({ type, payload }) => type === 'authz.changed' && payload.grant === id).length
const changed = (id: number, times: number, on = socket) =>
  until(() => heard(id, on) >= times, `word ${times} of the grant`)

describe('a grant between staff', () => {
  it('[AUTHZ-01~] [AUTHZ-02~] works at once for an open session, both see it, and ends at once when revoked', async () => {
    expect(await right(chen)).toBe('-')
    const grant = told(await give())
    expect(grant.state).toBe('active')
    expect(await right(chen)).toBe('g')
    await changed(grant.id, 1)
    for (const [token, tab] of [
      [lin, 'given'],
      [chen, 'received'],
    ] as const) {
      const { body } = await testApp.get(`${PATH}?tab=${tab}`, token)
      expect((body.data as unknown as Told[]).map(({ id }) => id)).toContain(grant.id)
    }
    expect((await over(grant, lin)).body.data).toMatchObject({ state: 'revoked' })
    expect(await right(chen)).toBe('-')
    await changed(grant.id, 2)
    expect((await over(grant, lin)).body.status).toBe('GRANT_OVER')
    expect((await testApp.send('PUT', `${PATH}/${grant.id}`, { version: 2, endsAt: inMs(DAY) }, lin)).body.status).toBe(
      'GRANT_OVER',
    )
  })

  it('[AUTHZ-01~] starts and ends by the clock, on the open session, without anybody doing anything', async () => {
    const grant = told(await give({ startsAt: inMs(60_000), endsAt: inMs(120_000) }))
    expect([grant.state, await right(chen)]).toEqual(['planned', '-'])
    testApp.clock.advance(60_500)
    await changed(grant.id, 2)
    expect(await right(chen)).toBe('g')
    testApp.clock.advance(60_000)
    await changed(grant.id, 3)
    expect(await right(chen)).toBe('-')
    const { body } = await testApp.get(`${PATH}/${grant.id}`, lin)
    expect(told({ body }).state).toBe('ended')
    expect(told({ body }).history.map(({ action }) => action)).toEqual(['ended', 'started', 'granted'])
  })

  it('[AUTHZ-01~] is refused with its own code: privilege, self, end, twice, strangers, those who cannot hold it', async () => {
    const said = async (over: Record<string, unknown>, token = lin) => (await give(over, token)).body.status
    expect(await said({}, chen)).toBe('GRANT_NOT_ALLOWED')
    expect(await said({}, (await testApp.signIn('admin')).token)).toBe('GRANT_NOT_ALLOWED')
    expect(await said({ granteeMid: mid('dr.lin') })).toBe('GRANT_SELF')
    expect(await said({ endsAt: undefined })).toBe('END_TIME_REQUIRED')
    expect(await said({ endsAt: inMs(-1000) })).toBe('END_BEFORE_START')
    expect(await said({ startsAt: inMs(2 * DAY), endsAt: inMs(DAY) })).toBe('END_BEFORE_START')
    expect(await said({ endsAt: inMs(400 * DAY) })).toBe('VALUE_INVALID')
    // Another institution, another unit, not on board, nobody at all: none of them is there.
    for (const account of ['dr.hua', 'dr.far', 'dr.review', 'dr.cancelled', 'dr.closed'])
      expect(await said({ granteeMid: mid(account) }), account).toBe('NOT_FOUND')
    expect(await said({ granteeMid: 999_999 })).toBe('NOT_FOUND')
    expect(await said({ unitId: 3 })).toBe('NOT_FOUND')
    // A volunteer may never manage another's shifts.
    expect(await said({ granteeMid: mid('dr.nowhere') })).toBe('FIELD_RELATED')
    expect(await said({ kind: 'prescription.write' })).toBe('BAD_INPUT')
    const grant = told(await give())
    expect(await said({})).toBe('GRANT_EXISTS')
    expect((await give({ kind: 'contact.others' })).status).toBe(200)
    await over(grant, lin)
  })

  it('[AUTHZ-01~] is shown to and ended by those concerned alone: grantor, grantee, their administrator', async () => {
    const grant = told(await give())
    const wang = (await testApp.signIn('dr.wang')).token
    const hua = (await testApp.signIn('dr.hua')).token
    for (const token of [wang, hua]) {
      expect((await testApp.get(`${PATH}/${grant.id}`, token)).body.status).toBe('NOT_FOUND')
      expect((await over(grant, token)).body.status).toBe('NOT_FOUND')
      expect((await testApp.get(`${PATH}?tab=all`, token)).body.status).toBe('FORBIDDEN')
    }
    // Nobody but the grantor moves the end, not even who may revoke.
    const later = { version: grant.version, endsAt: inMs(20 * DAY) }
    const admin = (await testApp.signIn('admin')).token
    for (const token of [chen, admin])
      expect((await testApp.send('PUT', `${PATH}/${grant.id}`, later, token)).body.status).toBe('FORBIDDEN')
    expect((await testApp.send('PUT', `${PATH}/${grant.id}`, { ...later, version: 9 }, lin)).body.status).toBe(
      'VERSION_STALE',
    )
    const moved = told(await testApp.send('PUT', `${PATH}/${grant.id}`, later, lin))
    expect([moved.history[0]?.action, new Date(moved.endsAt).toISOString()]).toEqual(['endChanged', later.endsAt])
    expect((await over(grant, lin)).body.status).toBe('VERSION_STALE')
    const back = told(await over(moved, chen))
    expect([back.state, back.history[0]?.action]).toEqual(['revoked', 'returned'])
    const again = told(await give())
    const seen = (await testApp.get(`${PATH}?tab=all`, admin)).body.data as unknown as Told[]
    expect(seen.map(({ id }) => id)).toContain(again.id)
    expect(told(await over(again, admin)).history[0]).toMatchObject({ action: 'revoked', mid: mid('admin') })
  })

  it('[AUTHZ-01~] ends when the grantor loses the privilege, leaves, or is taken off board, and both are told', async () => {
    const grantor = await testApp.connect(lin)
    // Whose account is closed hears nothing more, for their line is cut; the other does.
    const losses = [
      [sql`update partner set settings = '{"removals":{"doctor":["medical_decision"]}}' where id = 1`, socket],
      [sql`update staff_partner set review = 'inReview' where mid = ${mid('dr.lin')}`, socket],
      [sql`update staff set status = 'closed' where mid = ${mid('nurse.chen')}`, grantor],
    ] as const
    await testApp.data.db.system.tx((tx) =>
      tx.run(sql`update staff_partner set privileges = '{}' where mid = ${mid('dr.lin')}`),
    )
    for (const [loss, hears] of losses) {
      const grant = told(await give())
      await testApp.data.db.system.tx((tx) => tx.run(loss))
      // The database sets the alarm by itself: the loop would find it with its next look.
      await testApp.app.deps.timers.runDue()
      await changed(grant.id, 2, hears)
      const [row] = await testApp.data.db.system.read(
        sql<{ state: string }>`select state from staff_grant where id = ${grant.id}`,
      )
      expect(row?.state).toBe('ended')
      await testApp.data.db.system.tx(async (tx) => {
        await tx.run(sql`update partner set settings = '{}' where id = 1`)
        await tx.run(sql`update staff_partner set review = 'onBoard' where mid = ${mid('dr.lin')}`)
        await tx.run(sql`update staff set status = 'active' where mid = ${mid('nurse.chen')}`)
      })
    }
    socket = await testApp.connect(chen)
  })

  it('[AUTHZ-02~] a use is kept with the grant, for the grantor to read; without one it is refused', async () => {
    const who = await actor(chen)
    const now = () => testApp.clock.now()
    const use = (kind: 'shift.others' | 'contact.others', unitId?: number) =>
      testApp.data.db.tx(scopeOf(who), (tx) =>
        useGrant(tx, now(), { kind, did: mid('dr.lin'), unitId, what: 'POST /his/api/updateShift', target: 7 }),
      )
    await expect(use('shift.others')).rejects.toMatchObject({ code: 'FORBIDDEN' })
    const grant = told(await give({ unitId: 2 }))
    const fresh = await actor(chen)
    // A grant for one unit counts only where that unit is named.
    await expect(use('shift.others')).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(use('shift.others', 3)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(await use('shift.others', 2)).toBe(grant.id)
    const detail = told(await testApp.get(`${PATH}/${grant.id}`, lin))
    expect([detail.uses, detail.history[0]]).toMatchObject([
      1,
      { action: 'used', mid: mid('nurse.chen'), what: 'POST /his/api/updateShift' },
    ])
    const from = await testApp.data.db.read(scopeOf(fresh), grantors(fresh, 'shift.others', now()))
    expect(from).toMatchObject([{ did: mid('dr.lin'), unitId: 2 }])
    const may = async (unit: number) => {
      const [row] = await testApp.data.db.read(
        scopeOf(fresh),
        sql<{ a: boolean; b: boolean }>`select ${actsFor(fresh, 'shift.others', now(), mid('dr.lin'), unit)} as a,
          app_granted('shift.others', ${mid('dr.lin')}, ${unit}::int) as b`,
      )
      return row
    }
    expect([await may(2), await may(3)]).toEqual([
      { a: true, b: true },
      { a: false, b: false },
    ])
    await over(grant, lin)
    expect(await may(2)).toEqual({ a: false, b: false })
    await expect(use('shift.others', 2)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  it('[AUTHZ-01~] the database alone lets nobody plant, prolong or revive a grant', async () => {
    const as = async (token: string) => scopeOf(await actor(token))
    const plant = (scope: Parameters<typeof testApp.data.db.tx>[0], grantor: string, grantee: string) =>
      testApp.data.db.tx(scope, (tx) =>
        tx.run(sql`insert into staff_grant (partner_id, grantor_mid, grantee_mid, kind, starts_at, ends_at)
          values (1, ${mid(grantor)}, ${mid(grantee)}, 'shift.others', now(), now() + interval '1 day')`),
      )
    await expect(plant(await as(chen), 'dr.lin', 'nurse.chen')).rejects.toThrow()
    await expect(plant(await as(chen), 'nurse.chen', 'dr.wang')).rejects.toThrow()
    await expect(plant(await as(lin), 'dr.lin', 'dr.hua')).rejects.toThrow()
    const grant = told(await give())
    const change = (scope: Parameters<typeof testApp.data.db.tx>[0], set: ReturnType<typeof sql>) =>
      testApp.data.db.tx(scope, (tx) => tx.run(sql`update staff_grant set ${set} where id = ${grant.id}`))
    await expect(change(await as(chen), sql`ends_at = ends_at + interval '9 days'`)).rejects.toThrow()
    await expect(change(await as(chen), sql`kind = 'contact.others'`)).rejects.toThrow()
    expect(await change(await as((await testApp.signIn('dr.wang')).token), sql`state = 'revoked'`)).toBe(0)
    await over(grant, lin)
    await expect(change(await as(lin), sql`state = 'active'`)).rejects.toThrow()
  })

  it('[AUTHZ-01~] three days before the end both are told, once for each end it had', async () => {
    const phones = sql`update staff set phone = '0966000' || lpad(mid::text, 3, '0') where mid in (${mid('dr.lin')}, ${mid('nurse.chen')})`
    await testApp.data.db.system.tx((tx) => tx.run(phones))
    const grant = told(await give({ endsAt: inMs(10 * DAY) }))
    const said = async () =>
      (
        await testApp.data.db.system.read(
          sql<{
            to: string
            text: string
          }>`select recipient as to, body as text from outbox_message where dedupe like ${`grant:${grant.id}:%`} order by created_at, 1`,
        )
      ).map(({ text }) => text.replace(/.*】/, ''))
    const anew = async () => {
      lin = (await testApp.signIn('dr.lin')).token
      chen = (await testApp.signIn('nurse.chen')).token
    }
    testApp.clock.advance(6.9 * DAY)
    await anew()
    await testApp.app.deps.timers.runDue()
    expect(await said()).toEqual([])
    testApp.clock.advance(0.2 * DAY)
    await anew()
    await testApp.app.deps.timers.runDue()
    // The server's own alarm may be at it already: whoever it is, it is told once.
    await expect.poll(said, { timeout: 10_000 }).toHaveLength(2)
    await testApp.app.deps.timers.runDue()
    expect((await said()).join()).toMatch(
      /您授權給 nurse\.chen.*dr\.lin 授權給您|dr\.lin 授權給您.*您授權給 nurse\.chen/,
    )
    const end = { version: grant.version, endsAt: inMs(8 * DAY) }
    const moved = told(await testApp.send('PUT', `${PATH}/${grant.id}`, end, lin))
    testApp.clock.advance(5.1 * DAY)
    await anew()
    await testApp.app.deps.timers.runDue()
    await expect.poll(said, { timeout: 10_000 }).toHaveLength(4)
    expect((await over(moved, lin)).body.status).toBe('OK')
  })

  // The rest of either line stands above and in: shifts.test.ts (every call of another's shifts), granted.test.ts (contact),
  // proof/races/grants.ts (uses against the withdrawal, on PostgreSQL), e2e/grants.e2e.ts (the screen, on both sides).
  it('[AUTHZ-01] [AUTHZ-02] both kinds: nothing before, the acts themselves at once on the open session, nothing at once after', async () => {
    const partnerDay = testApp.clock.now().toISOString().slice(0, 10)
    const { db } = testApp.data
    await db.system.tx(async (tx) => {
      await tx.run(sql`insert into schedule_entry (partner_id, did, weekday, "interval", start_time, end_time, capacity, slot_minutes, valid_from)
        select 1, ${mid('dr.lin')}, d, 1, '09:00', '12:00', 8, 15, '2026-01-01' from generate_series(1, 7) d`)
      await tx.run(sql`insert into member (member_no, name) values ('T-G', '被聯絡的人')`)
      await tx.run(
        sql`insert into member_unit (pid, partner_id, unit_id) select pid, 1, 2 from member where member_no = 'T-G'`,
      )
      await tx.run(sql`insert into appointment (partner_id, unit_id, pid, did, status, kind, "interval", date, start_at, queue_no)
        select 1, 2, pid, ${mid('dr.lin')}, 'registered', 'general', 1, (${partnerDay}::date + 2), (${partnerDay}::date + 2) + time '01:00', 1
        from member where member_no = 'T-G'`)
    })
    const onLine = await testApp.connect(chen)
    const day = new Date(Date.parse(partnerDay) + 9 * DAY).toISOString().slice(0, 10)
    const shift = async () =>
      (
        await testApp.post(
          '/his/api/updateShift',
          { did: mid('dr.lin'), date: day, interval: 1, change: { closed: true } },
          chen,
        )
      ).body.status
    const authorised = async () =>
      ((await testApp.post('/his/api/getQueues', { tab: 'authorised' }, chen)).body.data as unknown as unknown[]).length
    const state = async () => [await shift(), await authorised()]
    expect(await state()).toEqual(['FORBIDDEN', 0])
    const shifts = told(await give({ kind: 'shift.others', endsAt: inMs(DAY) }))
    expect(await state()).toEqual(['OK', 0])
    const contact = told(await give({ kind: 'contact.others', endsAt: inMs(60_000) }))
    expect(await state()).toEqual(['OK', 1])
    await until(() => heard(shifts.id, onLine) > 0 && heard(contact.id, onLine) > 0, 'both grants on the open page')
    // One by its grantor's hand, the other by the clock alone; the session is the same all along.
    expect((await over(shifts, lin)).body.status).toBe('OK')
    expect(await state()).toEqual(['FORBIDDEN', 1])
    testApp.clock.advance(60_000)
    expect(await state()).toEqual(['FORBIDDEN', 0])
    await until(() => heard(shifts.id, onLine) > 1, 'the end on the open page')
  })

  it('[API-07~] two at once give one grant; a repeat with the same key gives the first answer', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() }
    const wish = { granteeMid: mid('nurse.chen'), kind: 'shift.others', endsAt: inMs(DAY) }
    const first = await testApp.post(PATH, wish, lin, key)
    expect((await testApp.post(PATH, wish, lin, key)).body).toEqual(first.body)
    await over(told(first), lin)
    const many = await Promise.all(Array.from({ length: 12 }, () => testApp.post(PATH, wish, lin)))
    const codes = many.map(({ body }) => body.status)
    expect(codes.filter((code) => code === 'OK')).toHaveLength(1)
    expect(codes.filter((code) => code === 'GRANT_EXISTS')).toHaveLength(11)
  })
})
