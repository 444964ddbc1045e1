import type { AuditRow } from '@teleward/contract/admin/schema.ts'
import { canReview, reviewActions, reviewStates } from '@teleward/contract/registration/rules.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../auth/fixture.ts'
import { scopeOf } from '../platform/actor.ts'
import { sql } from '../platform/db/index.ts'
import {
  admin,
  applicant,
  asAdmin,
  codeFor,
  decide,
  enter,
  form,
  house,
  openDesk,
  papers,
  register,
  review,
  said,
  submit,
  versionOf,
  waiting,
} from './fixture.ts'

beforeAll(openDesk)
afterAll(() => house?.stop())

describe('the machine of the review', () => {
  it('[AUTH-08~] knows every step from every state', () => {
    const table = reviewStates.map((state) => [
      state,
      reviewActions.filter((action) => canReview(action, { state, reason: 'x' }) === true),
    ])
    expect(Object.fromEntries(table)).toEqual({
      registered: [],
      phoneVerified: [],
      inReview: ['approve', 'return'],
      returned: [],
      onBoard: ['cancel'],
      cancelled: ['reinstate'],
    })
    expect(canReview('approve', { state: 'inReview', self: true })).toBe('REVIEW_SELF')
    expect(canReview('return', { state: 'inReview', reason: ' ' })).toBe('REASON_REQUIRED')
  })
})

describe('from the form to on board, and off it', () => {
  // Every step from every state, races, reach, reminders and the licence that runs out have tests of their own around this
  // one; the screens on both sides are the journey `registration`.
  it('[AUTH-08] registered, phone verified, in review, on board and cancelled: on line while on board, at no other time', async () => {
    const online = async (token: string) =>
      said(await house.post('/his/api/doctorstatus', { doctorStatus: 1000 }, token))
    const stored = async (account: string) => {
      const [row] = await house.data.db.system.read(sql<{ mid: number; mobilecode: number; review: string }>`
        select s.mid, s.mobilecode, sp.review from staff s join staff_partner sp on sp.mid = s.mid where s.account = ${account}`)
      return row ?? { mid: 0, mobilecode: -1, review: '' }
    }
    const body = form()
    const made = await register(body)
    const { token } = await enter(body.account)
    expect(await stored(body.account)).toMatchObject({ mobilecode: 0, review: 'registered' })
    expect(await online(token)).toBe('403 VERIFY_FIRST')

    const id = String(made.body.data?.id)
    await house.send('PUT', `/his/api/verificationcodes/${id}`, { code: await codeFor(id) }, token)
    const { mid, ...now } = await stored(body.account)
    expect(now).toEqual({ mobilecode: 1, review: 'phoneVerified' })
    expect(await online(token)).toBe('403 STAFF_NOT_VERIFIED')

    await house.data.db.system.tx(async (tx) => {
      await tx.run(sql`update staff set avatar = gen_random_uuid()::text where mid = ${mid}`)
      await tx.run(sql`insert into staff_profile (mid, license_image) values (${mid}, gen_random_uuid()::text)`)
    })
    expect(said(await submit(token))).toBe('200 OK')
    expect((await stored(body.account)).review).toBe('inReview')
    expect(await online(token)).toBe('403 STAFF_NOT_VERIFIED')
    await asAdmin()
    expect(said(await decide(mid, 'approve'))).toBe('200 OK')
    expect((await stored(body.account)).review).toBe('onBoard')
    expect(await online(token)).toBe('200 OK')

    // Cancelled by one side, for one reason or the other: out at once, told why, and seen by nobody as on line.
    for (const reason of ['不當使用', '未持有有效證照']) {
      const session = await enter(body.account)
      const socket = await house.connect(session.token)
      expect(said(await decide(mid, 'cancel', { reason }))).toBe('200 OK')
      expect(await socket.closing).toBe('MEMBERSHIP_CANCELLED')
      expect((await online(session.token)).slice(0, 3)).toBe('401')
      expect(said(await house.post('/his/user/login', { id: body.account, pwd: 'teleward88' }))).toBe(
        '403 MEMBERSHIP_CANCELLED',
      )
      const [presence] = await house.data.db.system.read(
        sql<{ code: number }>`select code from presence where mid = ${mid}`,
      )
      expect(presence?.code).toBe(3000)
      const history = (await decide(mid, 'reinstate')).body.data?.history as { action: string; reason: string | null }[]
      expect(history.find((one) => one.action === 'cancel' && one.reason === reason)).toBeTruthy()
      const fresh = await enter(body.account)
      expect(await online(fresh.token)).toBe('403 STAFF_NOT_VERIFIED')
      expect(said(await decide(mid, 'approve'))).toBe('200 OK')
      expect(await online(fresh.token)).toBe('200 OK')
    }
  })
})

describe('the review', () => {
  it('[AUTH-08~] takes what is whole, and names what is missing', async () => {
    const one = await applicant()
    expect((await review(one.token)).missing).toEqual(['unit', 'licenceNumber', 'licenceExpires'])
    const short = await submit(one.token, { licenceNumber: null, licenceExpires: '2020-01-01' })
    expect([said(short), short.body.data]).toEqual([
      '400 REVIEW_INCOMPLETE',
      { missing: ['licenceNumber', 'licenceExpires'] },
    ])
    expect(said(await submit(one.token, { unitId: 320 }))).toBe('400 REVIEW_INCOMPLETE')
    expect(said(await submit(one.token, { version: 99 }))).toBe('409 VERSION_STALE')
    expect(said(await submit(one.token))).toBe('200 OK')
    expect(said(await submit(one.token))).toBe('409 REVIEW_ILLEGAL_STEP')
  })
  it('[AUTH-08~] is approved by an administrator: on board at once, in the open session, told by message and event', async () => {
    const one = await waiting()
    const socket = await house.connect(one.token)
    const list = await house.get('/his/api/staffreviews', admin.token)
    const shown = (list.body.data as unknown as Record<string, unknown>[]).find(({ mid }) => mid === one.mid)
    expect(shown).toMatchObject({
      name: '周以安',
      state: 'inReview',
      unit: { id: 2 },
      licenceNumber: papers.licenceNumber,
      agreement: '2026-01',
      missing: [],
      photo: expect.stringMatching(/^\/his\/api\/staffphotos\/.+ticket=/),
    })
    // The licence is the reviewer's to look at, though the person works in no unit yet, and nobody else's.
    const { db } = house.data
    await db.system.tx((tx) =>
      tx.run(sql`insert into staff_photo (id, mid, partner_id, kind, key, mime, bytes, width, height, sha256, created_at, state)
        values (gen_random_uuid(), ${one.mid}, 1, 'licenseImage', 'x.png', 'image/png', 1, 1, 1, repeat('0', 64), ${house.clock.now()}, 'inForce')`),
    )
    const licences = async (token: string) =>
      db.read(
        scopeOf(await house.app.auth.staff(token)),
        sql`select kind from staff_photo where mid = ${one.mid} and kind = 'licenseImage'`,
      )
    expect(await licences(admin.token)).toHaveLength(1)
    expect(await licences((await house.signIn('dr.lin')).token)).toEqual([])
    expect(said(await decide(one.mid, 'approve'))).toBe('200 OK')
    await until(
      () => socket.received.some(({ type, payload }) => type === 'staff.reviewed' && payload.id === one.mid),
      'the event',
    )
    expect(said(await house.post('/his/api/doctorstatus', { doctorStatus: 1000 }, one.token))).toBe('200 OK')
    expect(said(await house.post('/partner/getMemberList', {}, one.token))).toBe('200 OK')
    const [told] = await house.data.db.system.read(sql<{ body: string }>`
      select body from outbox_message where origin_kind = 'staffReview' and recipient = ${one.phone}`)
    // [Iw8] In both languages, whichever the person registered in.
    expect(told?.body).toMatch(/已通過審核.*Your registration is approved/)
    expect((await review(one.token)).state).toBe('onBoard')
  })
  it('[AUTH-08~] goes back with a reason that is shown, and comes again', async () => {
    const one = await waiting()
    expect(said(await decide(one.mid, 'return'))).toBe('400 REASON_REQUIRED')
    expect(said(await decide(one.mid, 'return', { reason: '證照照片不清楚' }))).toBe('200 OK')
    expect(await review(one.token)).toMatchObject({ state: 'returned', reason: '證照照片不清楚' })
    expect(said(await submit(one.token))).toBe('200 OK')
    const done = await decide(one.mid, 'approve')
    const actions = ((done.body.data?.history ?? []) as { action: string }[]).map(({ action }) => action)
    expect(actions).toEqual(['register', 'verifyPhone', 'submit', 'return', 'submit', 'approve'])
  })
  it('[I9] [SHELL-18~] leaves in the log what was decided, why, and where it led', async () => {
    const one = await waiting()
    const logged = async () => {
      const { body } = await house.get('/his/api/auditlogs?kind=write&pageSize=100', admin.token)
      return (body.data as unknown as AuditRow[])
        .filter(({ action, targetId }) => action === 'PUT /his/api/staffreviews/{mid}' && targetId === `${one.mid}`)
        .map(({ change }) => change)
    }
    expect(said(await decide(one.mid, 'return', { reason: '證照照片不清楚' }))).toBe('200 OK')
    expect(said(await submit(one.token))).toBe('200 OK')
    expect(said(await decide(one.mid, 'approve'))).toBe('200 OK')
    expect(said(await decide(one.mid, 'cancel', { reason: ' 未持有有效證照 ' }))).toBe('200 OK')
    const step = (from: string, action: string, to: string, reason: string | null) => ({
      before: { state: from },
      after: { action, state: to, reason },
    })
    expect(await logged()).toEqual([
      step('onBoard', 'cancel', 'cancelled', '未持有有效證照'),
      step('inReview', 'approve', 'onBoard', null),
      step('inReview', 'return', 'returned', '證照照片不清楚'),
    ])
  })
  it('[AUTH-08~] is nobody’s own, nor another’s who may not', async () => {
    const one = await waiting()
    const self = house.mids.admin ?? 0
    expect(said(await decide(self, 'cancel', { reason: 'x' }))).toBe('403 REVIEW_SELF')
    const doctor = await house.signIn('dr.lin')
    expect(said(await decide(one.mid, 'approve', {}, doctor.token))).toBe('403 FORBIDDEN')
    expect(said(await house.get('/his/api/staffreviews', doctor.token))).toBe('403 FORBIDDEN')
    expect(said(await decide(one.mid, 'approve', {}, one.token))).toBe('403 STAFF_NOT_VERIFIED')
  })
  it('[AUTH-08~] is of the own institution and units alone', async () => {
    const one = await waiting()
    const { db } = house.data
    const make = (account: string, partner: number, unit: number) =>
      db.system.tx(async (tx) => {
        const { mid } = await tx.one(
          sql<{
            mid: number
          }>`insert into staff (account, name, mobilecode) values (${account}, ${account}, 1) returning mid`,
        )
        await tx.run(
          sql`insert into staff_credential (mid, password_hash) select ${mid}, password_hash from staff_credential where mid = ${house.mids.admin ?? 0}`,
        )
        await tx.run(
          sql`insert into staff_partner (mid, partner_id, staff_type, doctortype) values (${mid}, ${partner}, 5, 'admin')`,
        )
        await tx.run(sql`insert into staff_unit (mid, partner_id, unit_id) values (${mid}, ${partner}, ${unit})`)
      })
    await make('admin.far', 32, 320)
    await make('admin.sibling', 1, 3)
    await make('admin.unit', 1, 2)
    const seen = async (account: string) => {
      const { token } = await house.signIn(account)
      const list = (await house.get('/his/api/staffreviews?state=all&pageSize=100', token)).body.data as unknown as {
        mid: number
      }[]
      return { token, sees: list.some(({ mid }) => mid === one.mid) }
    }
    for (const account of ['admin.far', 'admin.sibling']) {
      const other = await seen(account)
      expect(other.sees, account).toBe(false)
      expect(said(await decide(one.mid, 'approve', {}, other.token)), account).toBe('404 NOT_FOUND')
    }
    const own = await seen('admin.unit')
    expect(own.sees).toBe(true)
    expect(said(await decide(one.mid, 'approve', {}, own.token))).toBe('200 OK')
  })
  it('[AUTH-08~] of two decisions at once one counts, and a stale one is shown what is now', async () => {
    const one = await waiting()
    const version = await versionOf(one.mid)
    const put = (action: string) =>
      house.send('PUT', `/his/api/staffreviews/${one.mid}`, { version, action, reason: '補件' }, admin.token)
    const both = await Promise.all([put('approve'), put('return')])
    expect(both.map(said).toSorted()).toEqual(['200 OK', '409 VERSION_STALE'])
    const stale = both.find(({ status }) => status === 409)
    expect(stale?.body.data).toMatchObject({ mid: one.mid })
  })
  it('[AUTH-08~] cancelled closes sessions and sockets at once and says why; reinstated it begins anew', async () => {
    const one = await waiting()
    await decide(one.mid, 'approve')
    expect(said(await house.post('/his/api/doctorstatus', { doctorStatus: 1000 }, one.token))).toBe('200 OK')
    const socket = await house.connect(one.token)
    expect(said(await decide(one.mid, 'cancel'))).toBe('400 REASON_REQUIRED')
    expect(said(await decide(one.mid, 'cancel', { reason: '證照遭註銷' }))).toBe('200 OK')
    expect(await socket.closing).toBe('MEMBERSHIP_CANCELLED')
    expect((await house.get('/his/api/userinfo/3', one.token)).status).toBe(401)
    expect(said(await house.post('/his/user/login', { id: one.account, pwd: 'teleward88' }))).toBe(
      '403 MEMBERSHIP_CANCELLED',
    )
    expect(said(await decide(one.mid, 'approve'))).toBe('409 REVIEW_ILLEGAL_STEP')
    expect(said(await decide(one.mid, 'reinstate'))).toBe('200 OK')
    expect((await enter(one.account)).status).toBe('OK')
    expect(said(await decide(one.mid, 'approve'))).toBe('200 OK')
  })
  it('[AUTH-08~] leaves one administrator', async () => {
    const lone = await house.data.db.system.tx(async (tx) => {
      await tx.run(
        sql`update staff_partner set status = 'disabled' where partner_id = 1 and doctortype = 'admin' and mid <> ${house.mids.admin ?? 0}`,
      )
      const { mid } = await tx.one(
        sql<{
          mid: number
        }>`insert into staff (account, name, mobilecode) values ('admin.two', 'two', 1) returning mid`,
      )
      await tx.run(
        sql`insert into staff_credential (mid, password_hash) select ${mid}, password_hash from staff_credential where mid = ${house.mids.admin ?? 0}`,
      )
      await tx.run(
        sql`insert into staff_partner (mid, partner_id, staff_type, doctortype) values (${mid}, 1, 5, 'admin')`,
      )
      await tx.run(sql`insert into staff_unit (mid, partner_id, unit_id) values (${mid}, 1, 1)`)
      return mid
    })
    const two = await house.signIn('admin.two')
    const both = await Promise.all([
      decide(lone, 'cancel', { reason: 'x' }),
      decide(house.mids.admin ?? 0, 'cancel', { reason: 'x' }, two.token),
    ])
    expect(both.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
    const left = await house.data.db.system.read(sql`
      select mid from staff_partner where partner_id = 1 and doctortype = 'admin' and review = 'onBoard' and status = 'active'`)
    expect(left).toHaveLength(1)
    await house.data.db.system.tx((tx) =>
      tx.run(sql`update staff_partner set review = 'onBoard' where mid = ${house.mids.admin ?? 0}`),
    )
    await asAdmin()
  })
  it('[AUTH-08~] reminds 60 and 14 days before a licence is over, and takes the person off board the day after', async () => {
    const one = await waiting()
    await decide(one.mid, 'approve')
    const to = async (day: string) => {
      house.clock.set(day)
      await house.app.deps.timers.runDue()
    }
    const reminders = () =>
      house.data.db.system.read(sql<{ body: string }>`
        select body from outbox_message where recipient = ${one.phone} and dedupe like 'licence:%' order by created_at`)
    await to('2026-12-31T00:59:00Z')
    expect(await reminders()).toHaveLength(0)
    await to('2026-12-31T01:00:00Z')
    expect((await reminders()).map(({ body }) => /\d+ 天/.exec(body)?.[0])).toEqual(['60 天'])
    await to('2027-02-15T01:00:00Z')
    expect((await reminders()).map(({ body }) => /\d+ 天/.exec(body)?.[0])).toEqual(['60 天', '14 天'])
    await to('2027-03-01T15:59:00Z')
    expect((await review((await enter(one.account)).token)).state).toBe('onBoard')
    await to('2027-03-01T16:00:00Z')
    const fresh = await enter(one.account)
    expect((await review(fresh.token)).state).toBe('inReview')
    expect(said(await house.post('/his/api/doctorstatus', { doctorStatus: 1000 }, fresh.token))).toBe(
      '403 STAFF_NOT_VERIFIED',
    )
    await asAdmin()
    expect(said(await decide(one.mid, 'approve'))).toBe('400 REVIEW_INCOMPLETE')
  })
})
