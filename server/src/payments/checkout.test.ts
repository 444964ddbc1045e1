import { randomUUID } from 'node:crypto'
import type { LinkView } from '@teleward/contract/links/schema.ts'
import type { Exemption, Refund } from '@teleward/contract/fees/refunds.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createApp } from '../app.ts'
import {
  ask,
  booked,
  chen,
  clearDesk,
  clinic,
  count,
  far,
  FRIDAY,
  kao,
  messages,
  openDesk,
  signIn,
  stands,
  steps,
  TODAY,
  wish,
} from '../appointments/booking-fixture.ts'
import type { Reply, Staff } from '../consultation/calls/fixture.ts'
import { json as stored, sql } from '../platform/db/index.ts'
import { signAsDevelopment } from './development.ts'
import type { PaymentReport } from './provider.ts'

let admin: Staff
beforeAll(async () => {
  await openDesk()
  await db().tx(async (tx) => {
    await tx.run(
      sql`insert into staff (mid, account, name, mobilecode) overriding system value values (107, 'admin', '管理員', 1)`,
    )
    await tx.run(
      sql`insert into staff_credential (mid, password_hash) select 107, password_hash from staff_credential where mid = 103`,
    )
    await tx.run(sql`insert into staff_partner (mid, partner_id, staff_type, doctortype) values (107, 1, 6, 'admin')`)
    await tx.run(sql`insert into staff_unit (mid, partner_id, unit_id) values (107, 1, 2)`)
    // Those who settle elsewhere: another unit, another institution.
    await tx.run(
      sql`insert into staff (mid, account, name, mobilecode) overriding system value values (108, 'admin.away', '新店', 1), (109, 'admin.far', '遠山', 1)`,
    )
    await tx.run(
      sql`insert into staff_credential (mid, password_hash) select m, password_hash from staff_credential, unnest(array[108, 109]) m where mid = 103`,
    )
    await tx.run(
      sql`insert into staff_partner (mid, partner_id, staff_type, doctortype) values (108, 1, 6, 'admin'), (109, 32, 6, 'admin')`,
    )
    await tx.run(sql`insert into staff_unit (mid, partner_id, unit_id) values (108, 1, 3), (109, 32, 90)`)
  })
})
afterAll(() => clinic.close())
beforeEach(async () => {
  await clearDesk()
  admin = await clinic.staff('admin')
})

const db = () => clinic.data.db.system
const json = async <T>(
  path: string,
  init: RequestInit = {},
): Promise<{ status: number; code: string; data: T; headers: Headers }> => {
  const answer = await fetch(`${clinic.base}${path}`, { redirect: 'manual', ...init })
  const body = (await answer.json()) as { status: string; data: T }
  return { status: answer.status, code: body.status, data: body.data, headers: answer.headers }
}
const send = <T>(path: string, body: unknown = {}, headers: Record<string, string> = {}) =>
  json<T>(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

/** The page behind the message that the patient got. */
const pageOf = async (qid: number) => {
  const [message] = await db().read(
    sql<{
      link: string
      secret: boolean
      until: Date | null
    }>`select link, secret, not_after as until from outbox_message
      where origin_kind = 'appointment' and origin_id = ${String(qid)} and link is not null order by created_at limit 1`,
  )
  const token = message?.link.split('/link/')[1] ?? ''
  const path = `/his/api/links/${token}`
  let cookie = ''
  return {
    message,
    path,
    view: async () => (await json<LinkView>(path, { headers: { cookie } })).data,
    post: <T>(step: string, body?: unknown) => send<T>(`${path}/${step}`, body, { cookie }),
    pay: () => send<{ url: string; until: string }>(`${path}/payments`),
    identify: async (pid = 201) => {
      const [who] = await db().read(
        sql<{
          birthday: string
          last4: string
        }>`select coalesce(birthday, '1960-01-01') as birthday, right(coalesce(id_number, mobile), 4) as last4 from member where pid = ${pid}`,
      )
      const passed = await send<LinkView>(`${path}/identity`, who)
      cookie = (passed.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
      return passed.code
    },
  }
}
const checkoutOf = async (qid: number) => {
  const [row] = await db().read(
    sql<{
      id: string
    }>`select id from checkout where qid = ${qid} order by (state = 'open') desc, opened_at desc limit 1`,
  )
  return row?.id ?? ''
}
/** The provider speaks: signed, unless a test says otherwise. */
const report = async (over: Partial<PaymentReport> & { checkout: string }, signature?: string) => {
  const said = { payment: `P-${over.checkout}`, outcome: 'paid', amount: 45_000, currency: 'TWD', ...over }
  const text = JSON.stringify(said)
  return json<{ taken: boolean }>('/his/api/paymentreports/development', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-payment-signature': signature ?? (await signAsDevelopment(clinic.data.db, text)),
    },
    body: text,
  })
}
const lines = async (qid: number) =>
  (await db().read(sql<{ kind: string }>`select kind from payment where qid = ${qid} order by at, kind`))
    .map(({ kind }) => kind)
    .toSorted()
const owed = async (who = admin, state = 'open') => (await who.get<Refund[]>(`/his/api/refunds?state=${state}`)).data
const give = (one: Refund, over: object = {}, who = admin) =>
  who.post<Refund>(`/his/api/payments/${one.qid}/refunds`, {
    refund: one.id,
    version: one.version,
    method: 'checkout',
    ...over,
  })

describe('the page of what is due', () => {
  it('[APPT-09~] comes with the message, shows the sum and the clock, and opens neither visit nor record', async () => {
    const { qid } = await booked()
    const page = await pageOf(qid)
    expect(page.message).toMatchObject({ secret: true, until: new Date('2026-03-12T03:00:00Z') })
    const view = await page.view()
    expect(view).toMatchObject({
      kind: 'pay',
      step: 'pay',
      code: null,
      payment: {
        state: 'due',
        visit: 'held',
        amount: 45_000,
        currency: 'TWD',
        holdUntil: '2026-03-12T03:00:00.000Z',
        online: true,
        checkout: null,
        receipt: null,
        surplus: 0,
        freeTimes: [],
      },
    })
    expect(view.visit?.patientName).toMatch(/○/)
    for (const [step, body] of [
      ['open', {}],
      ['arrivals', { camera: 'ok', microphone: 'ok', speaker: 'ok' }],
      ['calls', {}],
      ['tokens', {}],
      ['leave', {}],
    ] as const)
      expect((await page.post(step, body)).code, step).toMatch(/LINK_INVALID|UNAUTHENTICATED/)
    expect(await page.identify()).toBe('OK')
    for (const [step, body] of [
      ['open', {}],
      ['arrivals', { camera: 'ok', microphone: 'ok', speaker: 'ok' }],
      ['calls', {}],
      ['tokens', {}],
      ['leave', {}],
    ] as const)
      expect((await page.post(step, body)).code, step).toBe('LINK_INVALID')
    // Nor does the link of a visit open the provider's page, nor one that nobody was sent.
    const visit = await clinic.patient('fresh')
    expect((await send(`/his/api/links/${visit.token}/payments`)).code).toBe('LINK_INVALID')
    expect((await send(`/his/api/links/${'x'.repeat(43)}/payments`)).code).toBe('LINK_INVALID')
    // An agent's patient gets one, too.
    const agents = await booked({ pid: 202, identifier: 'A123456789', time: '09:15' }, kao)
    expect((await (await pageOf(agents.qid)).view()).payment?.state).toBe('due')
  })

  it('[APPT-09~] pays on the provider’s own page: one page however often pressed, one payment however often told', async () => {
    const { qid } = await booked({ date: TODAY, interval: 3, time: '18:00', fee: 60_000 })
    const page = await pageOf(qid)
    const pressed = await Promise.all([page.pay(), page.pay(), page.pay()])
    expect(new Set(pressed.map(({ code }) => code))).toEqual(new Set(['OK']))
    expect(await count(sql`checkout where qid = ${qid}`)).toBe(1)
    const url = (await page.pay()).data.url
    const shown = await fetch(`${clinic.base}${url}`)
    expect([shown.status, await shown.text()]).toEqual([200, expect.stringContaining('TWD 600.00')])
    expect((await fetch(`${clinic.base}${url.slice(0, -3)}abc`)).status).toBe(404)
    const press = (act: string) =>
      fetch(`${clinic.base}/development/checkout`, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ ticket: new URL(url, clinic.base).searchParams.get('ticket') ?? '', act }),
      })
    const back = await press('pay')
    expect([back.status, back.headers.get('location')]).toEqual([303, '/link/back'])
    expect(await stands(qid)).toMatchObject({ status: 'registered', payment: 'paid', holdUntil: null })
    expect(await messages('confirmed')).toBe(2)
    await press('pay')
    const checkout = await checkoutOf(qid)
    const same = { checkout, payment: checkout, amount: 60_000 }
    const again = await Promise.all([report(same), report(same), report(same)])
    expect(again.map(({ code, data }) => `${code} ${data.taken}`)).toEqual(Array(3).fill('OK false'))
    expect(await lines(qid)).toEqual(['due', 'paid'])
    expect(await steps(qid)).toEqual(['book', 'pay'])
    expect((await page.view()).payment).toMatchObject({
      state: 'paid',
      receipt: { method: 'checkout' },
      checkout: 'paid',
      surplus: 0,
    })
    expect((await page.view()).payment?.receipt?.number).toMatch(/^[0-9A-F]{8}$/)
    expect((await page.pay()).code).toBe('PAYMENT_ILLEGAL_STEP')
  })

  it('[APPT-09~] believes nobody but the provider: no signature, another text, another sum, another’s page', async () => {
    const { qid } = await booked()
    await (await pageOf(qid)).pay()
    const checkout = await checkoutOf(qid)
    const other = await signAsDevelopment(clinic.data.db, 'another text')
    expect([(await report({ checkout }, '')).code, (await report({ checkout }, other)).code]).toEqual([
      'UNAUTHENTICATED',
      'UNAUTHENTICATED',
    ])
    const text = JSON.stringify({ payment: 'P1', checkout, outcome: 'paid', amount: 45_000, currency: 'TWD' })
    const signature = await signAsDevelopment(clinic.data.db, text)
    // To the letter: a blank more is another text.
    const headers = { 'content-type': 'application/json', 'x-payment-signature': signature }
    const loose = await json('/his/api/paymentreports/development', { method: 'POST', headers, body: `${text} ` })
    expect(loose.code).toBe('UNAUTHENTICATED')
    expect((await json('/his/api/paymentreports/bank', { method: 'POST', headers, body: text })).code).toBe('NOT_FOUND')
    expect((await report({ checkout, amount: 1 })).code).toBe('PAYMENT_MISMATCH')
    expect((await report({ checkout, currency: 'CNY' })).code).toBe('PAYMENT_MISMATCH')
    expect((await report({ checkout: randomUUID() })).code).toBe('NOT_FOUND')
    expect(await stands(qid)).toMatchObject({ status: 'held', payment: 'due' })
    // Refused, the patient tries again within the time: a page of its own.
    expect((await report({ checkout, outcome: 'refused', payment: 'R1' })).data.taken).toBe(true)
    expect((await (await pageOf(qid)).view()).payment).toMatchObject({ state: 'due', checkout: 'refused' })
    await (await pageOf(qid)).pay()
    expect(await checkoutOf(qid)).not.toBe(checkout)
    expect((await report({ checkout: await checkoutOf(qid) })).data.taken).toBe(true)
    expect(await lines(qid)).toEqual(['due', 'failed', 'paid'])
  })

  it('[APPT-09~] too late or twice, the money is kept apart and goes back; the page says so and offers other times', async () => {
    const late = await booked()
    const page = await pageOf(late.qid)
    await page.pay()
    clinic.clock.advance(30 * 60_000)
    // The hour is over, though no alarm has rung yet.
    expect((await page.pay()).code).toBe('HOLD_EXPIRED')
    expect((await report({ checkout: await checkoutOf(late.qid) })).data.taken).toBe(true)
    expect(await stands(late.qid)).toMatchObject({ status: 'released', payment: 'refundDue' })
    expect(await steps(late.qid)).toEqual(['book', 'release'])
    const view = await page.view()
    expect(view).toMatchObject({ code: null, payment: { state: 'refundDue', visit: 'released' } })
    expect(view.payment?.freeTimes[0]).toEqual({ date: TODAY, at: '2026-03-12T03:15:00.000Z' })
    await signIn()
    admin = await clinic.staff('admin')
    const twice = await booked({ pid: 301, time: '09:15' })
    const other = await pageOf(twice.qid)
    await other.pay()
    await chen.post('/his/api/payments', {
      action: 'record',
      qid: twice.qid,
      version: 1,
      method: 'cash',
      amount: 45_000,
      currency: 'TWD',
    })
    const checkout = await checkoutOf(twice.qid)
    expect((await report({ checkout })).data.taken).toBe(true)
    expect((await report({ checkout })).data.taken).toBe(false)
    expect(await stands(twice.qid)).toMatchObject({ status: 'registered', payment: 'paid' })
    expect((await other.view()).payment).toMatchObject({ state: 'paid', receipt: { method: 'cash' }, surplus: 45_000 })
    const waiting = (await owed()).toSorted((a, b) => a.qid - b.qid)
    expect(waiting.map(({ qid, why, amount, online }) => ({ qid, why, amount, online }))).toEqual([
      { qid: late.qid, why: 'late', amount: 45_000, online: true },
      { qid: twice.qid, why: 'double', amount: 45_000, online: true },
    ])
    for (const one of await owed()) expect((await give(one)).data).toMatchObject({ state: 'done', method: 'checkout' })
    expect([(await stands(late.qid))?.payment, (await stands(twice.qid))?.payment]).toEqual(['refunded', 'paid'])
  })

  it('[APPT-09~] of a place that was let go unpaid the page books another time, known by birthday and number, once', async () => {
    const { qid } = await booked()
    const page = await pageOf(qid)
    clinic.clock.advance(31 * 60_000)
    await clinic.pass(0)
    expect(await stands(qid)).toMatchObject({ status: 'released', payment: 'expired' })
    const free = (await page.view()).payment?.freeTimes.at(-1)
    expect((await page.post('change', free)).code).toBe('UNAUTHENTICATED')
    expect(await page.identify()).toBe('OK')
    expect((await page.post('change', { date: FRIDAY, at: '2026-03-13T01:31:00Z' })).code).toBe('SLOT_CLOSED')
    // Pressed twice at once: one booking.
    const answers = await Promise.all([page.post<LinkView>('change', free), page.post<LinkView>('change', free)])
    const codes = answers.map(({ code }) => code)
    expect(codes).toContain('OK')
    expect(['VERSION_STALE', 'DOUBLE_BOOKED', 'SLOT_FULL']).toContain(codes.find((code) => code !== 'OK'))
    const visits = await db().read(
      sql<{
        qid: number
        status: string
        payment: string
      }>`select qid, status, payment from appointment where qid > ${qid} and pid = 201`,
    )
    expect(visits).toMatchObject([{ status: 'held', payment: 'due' }])
    // The same page goes on with it: what is due, until when, and paying.
    const view = await page.view()
    expect(view).toMatchObject({ step: 'pay', visit: { startAt: free?.at }, payment: { state: 'due', visit: 'held' } })
    expect(Date.parse(view.payment?.holdUntil ?? '') - Date.parse(view.now)).toBe(30 * 60_000)
    expect((await page.pay()).code).toBe('OK')
    expect(await stands(qid)).toMatchObject({ status: 'released', payment: 'expired' })
  })

  it('[APPT-09~] calls off or changes the time itself, known by birthday and number, until 30 minutes before', async () => {
    const { qid } = await booked()
    const page = await pageOf(qid)
    expect((await page.post('cancel', {})).code).toBe('UNAUTHENTICATED')
    expect((await page.post('change', { date: FRIDAY, at: '2026-03-13T01:30:00Z' })).code).toBe('UNAUTHENTICATED')
    expect(await page.identify()).toBe('OK')
    const offered = (await page.view()).payment?.freeTimes ?? []
    expect(offered).toContainEqual({ date: FRIDAY, at: '2026-03-13T01:30:00.000Z' })
    await booked({ pid: 301, time: '09:15' })
    const left = (await page.view()).payment?.freeTimes.map(({ at }) => at)
    expect(left).not.toContain('2026-03-13T01:15:00.000Z')
    expect(left?.[0]).toBe('2026-03-12T02:45:00.000Z')
    expect((await page.post('change', { date: FRIDAY, at: '2026-03-13T01:15:00Z' })).code).toBe('SLOT_FULL')
    expect((await page.post('change', { date: FRIDAY, at: '2026-03-13T01:31:00Z' })).code).toBe('SLOT_CLOSED')
    const moved = await page.post<LinkView>('change', { date: FRIDAY, at: '2026-03-13T01:30:00Z' })
    expect(moved.data).toMatchObject({ visit: { startAt: '2026-03-13T01:30:00.000Z' }, payment: { state: 'due' } })
    await page.pay()
    await report({ checkout: await checkoutOf(qid) })
    expect((await page.post<LinkView>('cancel', {})).data).toMatchObject({
      code: null,
      payment: { state: 'refundDue', visit: 'cancelled' },
    })
    const soon = await booked({ date: TODAY, time: '10:45', pid: 201 })
    const near = await pageOf(soon.qid)
    await near.identify()
    expect((await near.post('cancel', {})).code).toBe('APPT_ILLEGAL_STEP')
    expect((await near.post('change', { date: FRIDAY, at: '2026-03-13T01:00:00Z' })).code).toBe('APPT_ILLEGAL_STEP')
  })
})

describe('money that goes back', () => {
  const paid = async (over: object = {}, act = 'P') => {
    const entry = await booked(over)
    await (await pageOf(entry.qid)).pay()
    const checkout = await checkoutOf(entry.qid)
    await report({ checkout, payment: `${act}-${checkout}` })
    return entry
  }
  const cancelled = async (qid: number) => ask({ action: 'cancel', qid, version: 2, reason: '病人改期' })

  it('[APPT-09~] by the provider it came through, once, whoever asks at the same time', async () => {
    const { qid } = await paid()
    await cancelled(qid)
    const [one] = await owed()
    if (!one) throw new Error('nothing is owed')
    expect(one).toMatchObject({ qid, why: 'cancelled', state: 'due', paidBy: 'checkout', online: true })
    expect((await chen.get('/his/api/refunds')).code).toBe('FORBIDDEN')
    expect((await give(one, {}, chen)).code).toBe('FORBIDDEN')
    for (const account of ['admin.away', 'admin.far']) {
      const stranger = await clinic.staff(account)
      expect([await owed(stranger, 'all'), (await give(one, { method: 'cash' }, stranger)).code]).toEqual([
        [],
        'NOT_FOUND',
      ])
    }
    expect((await give({ ...one, version: 7 })).code).toBe('VERSION_STALE')
    expect((await give({ ...one, qid: qid + 1 })).code).toBe('NOT_FOUND')
    const answers = await Promise.all([give(one), give(one), give(one), give(one)])
    expect(answers.filter(({ code }) => code === 'OK')).toHaveLength(1)
    expect(new Set(answers.filter(({ code }) => code !== 'OK').map(({ code }) => code))).toEqual(
      new Set(['PAYMENT_ILLEGAL_STEP']),
    )
    expect(await stands(qid)).toMatchObject({ status: 'cancelled', payment: 'refunded' })
    expect(await lines(qid)).toEqual(['due', 'paid', 'refundDue', 'refunded'])
    expect(await owed()).toEqual([])
    expect(await owed(admin, 'done')).toMatchObject([{ id: one.id, reference: expect.stringMatching(/^DEV-R-/) }])
    expect((await (await pageOf(qid)).view()).payment?.state).toBe('refunded')
  })

  it('[APPT-09~] is what the institution declared when the visit was booked, where the patient calls it off', async () => {
    const declare = (rule: object) =>
      db().tx((tx) =>
        tx.run(sql`update partner set settings = settings || ${stored({ refundRule: rule })} where id = 1`),
      )
    await db().tx((tx) => tx.run(sql`update member set birthday = '1960-01-01' where pid = 301`))
    await declare({ wholeUntilHours: 24, latePercent: 50 })
    try {
      // 22.5 hours before.
      const { qid } = await paid()
      const testApp = await paid({ pid: 302, time: '09:15' })
      await declare({ wholeUntilHours: 24, latePercent: 0 })
      const kept = await paid({ pid: 301, time: '09:30' })
      const page = await pageOf(qid)
      expect((await page.view()).payment).toMatchObject({
        terms: { wholeUntilHours: 24, latePercent: 50 },
        receipt: { amount: 45_000, refunds: [] },
      })
      await page.identify()
      // An hour ago the page said more than holds now.
      expect((await page.post('cancel', { refund: 45_000 })).code).toBe('VERSION_STALE')
      expect(await stands(qid)).toMatchObject({ status: 'registered', payment: 'paid' })
      expect((await page.post<LinkView>('cancel', { refund: 22_500 })).data.payment).toMatchObject({
        state: 'refundDue',
        receipt: { amount: 45_000, refunds: [{ amount: 22_500, doneAt: null }] },
      })
      expect((await admin.get(`/his/api/getQueueDetailByQid/${qid}`)).data).toMatchObject({
        receipt: { amount: 45_000, refunds: [{ amount: 22_500 }], institution: { name: expect.any(String) } },
      })
      await cancelled(testApp.qid)
      expect((await owed()).map(({ amount }) => amount).toSorted()).toEqual([22_500, 45_000])
      const [half] = (await owed()).filter((one) => one.qid === qid)
      if (!half) throw new Error('nothing is owed')
      // What stays with the house is counted in the history, before and after the rest has gone back.
      const fees = async () => {
        const span = { from: '2026-03-12', to: '2026-03-27' }
        const said = await admin.post<{ fees: unknown }>('/his/api/queuelogtotals', { ...span, pid: 201 })
        return said.data.fees
      }
      expect(await fees()).toEqual([{ currency: 'TWD', amount: 22_500 }])
      expect((await give(half)).data).toMatchObject({ state: 'done', amount: 22_500 })
      expect(await fees()).toEqual([{ currency: 'TWD', amount: 22_500 }])
      const sums = await db().read(sql<{ kind: string; amount: number }>`
        select kind, amount from payment where qid = ${qid} and kind in ('refundDue', 'refunded') order by kind`)
      expect(sums.map(({ amount }) => amount)).toEqual([22_500, 22_500])

      const last = await pageOf(kept.qid)
      expect(await last.identify(301)).toBe('OK')
      expect((await last.post<LinkView>('cancel', { refund: 0 })).data.payment).toMatchObject({
        state: 'paid',
        visit: 'cancelled',
        receipt: { refunds: [] },
      })
      expect((await owed()).map((one) => one.qid)).toEqual([testApp.qid])
    } finally {
      await db().tx((tx) => tx.run(sql`update partner set settings = settings - 'refundRule' where id = 1`))
    }
  })

  it('[APPT-09~] stays what it was once the moment is over, however the patient moves the visit then; moved by the house it begins anew', async () => {
    await db().tx((tx) =>
      tx.run(
        sql`update partner set settings = settings || ${stored({ refundRule: { wholeUntilHours: 24, latePercent: 33 } })} where id = 1`,
      ),
    )
    try {
      // 22.5 hours before.
      const { qid } = await paid()
      let page = await pageOf(qid)
      await page.identify()
      const later = (await page.view()).payment?.freeTimes.at(-1)
      if (!later) throw new Error('there is no room later')
      expect((await page.post<LinkView>('change', later)).data.payment).toMatchObject({ terms: { late: true } })
      page = await pageOf(qid)
      await page.identify()
      expect((await page.post('cancel', { refund: 45_000 })).code).toBe('VERSION_STALE')
      expect((await page.post<LinkView>('cancel', { refund: 14_900 })).data.payment).toMatchObject({
        state: 'refundDue',
      })

      await db().tx((tx) => tx.run(sql`update member set birthday = '1960-01-01' where pid = 301`))
      const moved = await paid({ pid: 301, time: '09:15' })
      const theirs = await pageOf(moved.qid)
      await theirs.identify(301)
      expect((await theirs.post('change', later)).code).toBe('OK')
      const house = await ask({ action: 'change', qid: moved.qid, version: 3, date: FRIDAY, time: '10:30' })
      expect(house.code).toBe('OK')
      expect((await (await pageOf(moved.qid)).view()).payment?.terms.late).toBe(false)
    } finally {
      await db().tx((tx) => tx.run(sql`update partner set settings = settings - 'refundRule' where id = 1`))
    }
  })

  it('[APPT-09~] refused by the provider it is due again and says why; by hand it needs its number', async () => {
    const { qid } = await paid({}, 'norefund')
    await cancelled(qid)
    const [one] = await owed()
    if (!one) throw new Error('nothing is owed')
    const refused = await give(one)
    expect([refused.status, refused.code]).toEqual([502, 'PAYMENT_FAILED'])
    const [after] = await owed()
    if (!after) throw new Error('it is gone')
    expect(after).toMatchObject({ state: 'due', failure: 'card-refused', method: null })
    expect((await give(after, { method: 'transfer' })).code).toBe('FIELD_EMPTY')
    expect((await give(after, { method: 'transfer', reference: 'T-100' })).data).toMatchObject({
      state: 'done',
      method: 'transfer',
      reference: 'T-100',
    })
    expect((await stands(qid))?.payment).toBe('refunded')
    // What came at the desk cannot go back through the provider.
    const desk = await booked({ pid: 301, time: '09:15' })
    await chen.post('/his/api/payments', {
      action: 'record',
      qid: desk.qid,
      version: 1,
      method: 'cash',
      amount: 45_000,
      currency: 'TWD',
    })
    await cancelled(desk.qid)
    const [cash] = await owed()
    if (!cash) throw new Error('nothing is owed')
    expect(cash).toMatchObject({ paidBy: 'cash', online: false })
    expect((await give(cash)).code).toBe('PAYMENT_ILLEGAL_STEP')
    expect((await give(cash, { method: 'cash' })).code).toBe('OK')
  })

  it('[APPT-09~] asked of a provider that never answered, it is asked again under its own number', async () => {
    const { qid } = await paid()
    await cancelled(qid)
    const [one] = await owed()
    if (!one) throw new Error('nothing is owed')
    await db().tx((tx) =>
      tx.run(
        sql`update refund set state = 'working', method = 'checkout', begun_at = ${clinic.clock.now()}::timestamptz where id = ${one.id}::uuid`,
      ),
    )
    expect((await give(one)).code).toBe('PAYMENT_ILLEGAL_STEP')
    clinic.clock.advance(60_000)
    expect((await give(one, { method: 'cash' })).code).toBe('PAYMENT_ILLEGAL_STEP')
    expect((await give(one)).data).toMatchObject({ state: 'done' })
  })
})

describe('whose visits are free', () => {
  it('[APPT-09~] is given with its days and its doctor, and taken back; what was booked stays free', async () => {
    const post = (over: object = {}, who = admin): Promise<Reply<Exemption>> =>
      who.post('/his/api/exemptions', { pid: 301, kind: 'free', startsOn: TODAY, ...over })
    expect((await post({}, chen)).code).toBe('FORBIDDEN')
    expect((await post({ endsOn: '2026-03-01' })).code).toBe('END_BEFORE_START')
    expect((await post({ did: 9999 })).code).toBe('DOCTOR_NOT_FOUND')
    expect((await post({ pid: 205 })).code).toBe('NOT_FOUND')
    const given = await post({ endsOn: '2026-12-31', note: '低收入戶' })
    expect(given.data).toMatchObject({ state: 'active', kind: 'free', pid: 301, note: '低收入戶', doctor: null })
    expect((await post({ startsOn: FRIDAY })).code).toBe('FIELD_RELATED')
    expect((await post({ did: 101, kind: 'contract', startsOn: '2027-02-01' })).data).toMatchObject({
      state: 'planned',
    })
    const visit = await booked({ pid: 301, time: '09:15' })
    expect(visit).toMatchObject({ status: 'registered', payment: 'waived' })
    expect(await count(sql`video_link where qid = ${visit.qid}`)).toBe(0)
    const list = async (who = admin) => (await who.get<Exemption[]>('/his/api/exemptions')).data
    expect((await list()).map(({ state }) => state).toSorted()).toEqual(['active', 'planned'])
    expect((await far.get('/his/api/exemptions')).code).toBe('FORBIDDEN')
    const drop = async (id: string, version: number) => {
      const answer = await admin.request(`/his/api/exemptions/${id}?version=${version}`, { method: 'DELETE' })
      return (await answer.json()) as { status: string; data: Exemption }
    }
    for (const account of ['admin.away', 'admin.far']) {
      const stranger = await clinic.staff(account)
      expect(await list(stranger)).toEqual([])
      expect((await post({ startsOn: '2028-01-01' }, stranger)).code).toBe('NOT_FOUND')
      const answer = await stranger.request(`/his/api/exemptions/${given.data.id}?version=1`, { method: 'DELETE' })
      expect(((await answer.json()) as { status: string }).status).toBe('NOT_FOUND')
    }
    expect((await drop(given.data.id, 3)).status).toBe('VERSION_STALE')
    expect((await drop(given.data.id, 1)).data).toMatchObject({ state: 'withdrawn', version: 2 })
    expect((await drop(given.data.id, 2)).status).toBe('ILLEGAL_STEP')
    expect((await drop(randomUUID(), 1)).status).toBe('NOT_FOUND')
    expect((await stands(visit.qid))?.payment).toBe('waived')
    expect(await booked({ pid: 301, did: 102, time: '09:00', fee: 45_000 })).toMatchObject({
      status: 'held',
      payment: 'due',
    })
  })
})

describe('the whole of it', () => {
  // With the tests above and of booking-after.test.ts: messages, waivers, refunds; and proof/races for two real processes.
  it('[APPT-09] paid within 30 minutes it stays, unpaid it is released, both sides are reminded, once, by any of several processes and after a restart', async () => {
    const unpaid = await booked({ ...wish, time: '09:00' })
    const evening = await booked({ pid: 301, date: TODAY, interval: 3, time: '18:00', fee: 60_000 })
    await (await pageOf(evening.qid)).pay()
    await report({ checkout: await checkoutOf(evening.qid), amount: 60_000 })
    // A second process on the same data; both look at once, and one of them is restarted in between.
    const second = await createApp({ config: clinic.app.deps.config, db: clinic.data.db, clock: clinic.clock })
    const both = () =>
      Promise.all([clinic.app.deps.timers.runDue(), second.deps.timers.runDue(), clinic.app.deps.timers.runDue()])
    clinic.clock.advance(29 * 60_000)
    await both()
    expect((await stands(unpaid.qid))?.status).toBe('held')
    await clinic.restart()
    clinic.clock.advance(60_000)
    await both()
    // The processes' own loops run beside: one of them may have taken the alarm and be at work still.
    await expect
      .poll(() => stands(unpaid.qid), { timeout: 20_000 })
      .toMatchObject({ status: 'released', payment: 'expired' })
    await both()
    expect(await steps(unpaid.qid)).toEqual(['book', 'release'])
    expect(await messages('released')).toBe(2)
    clinic.clock.set(new Date('2026-03-12T09:29:00Z'))
    await both()
    expect(await messages('reminder')).toBe(0)
    await clinic.restart()
    clinic.clock.advance(60_000)
    await both()
    await expect.poll(() => messages('reminder'), { timeout: 20_000 }).toBe(2)
    await both()
    expect(await messages('reminder')).toBe(2)
    expect(await steps(evening.qid)).toEqual(['book', 'pay', 'remind'])
    await second.close()
  })
})
