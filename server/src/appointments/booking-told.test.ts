import type { Notification } from '@teleward/contract/notifications/schema.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { sql } from '../platform/db/index.ts'
import { booked, chen, clearDesk, clinic, lin, openDesk, signIn, TODAY } from './booking-fixture.ts'

const run = (statement: ReturnType<typeof sql>) => clinic.data.db.system.tx((tx) => tx.run(statement))
beforeAll(async () => {
  await openDesk()
  // Reached by e-mail alone, as the doctor is by nothing but the bell.
  await run(sql`update member set email = 'pei@patient.example', language = 'en' where pid = 203`)
  await run(sql`update staff set phone = null where mid = 101`)
})
afterAll(() => clinic.close())
beforeEach(async () => {
  await clearDesk()
  await run(sql`delete from notification`)
})

const sent = (qid: number) =>
  clinic.data.db.system.read(sql<{ channel: string; to: string; kind: string; body: string; news: string }>`
    select channel, recipient as to, kind, body, split_part(dedupe, ':', 2) as news from outbox_message
    where origin_kind = 'appointment' and origin_id = ${String(qid)} order by created_at, dedupe`)
const bell = async () => (await lin.get<Notification[]>('/his/api/notifications')).data

it('[APPT-09~] who has no number is told by e-mail, the way to pay with it, and the doctor on the bell', async () => {
  const entry = await booked({ pid: 203, date: TODAY, interval: 3, time: '18:00', fee: 60_000 })
  expect(await sent(entry.qid)).toMatchObject([
    {
      channel: 'email',
      to: 'pei@patient.example',
      kind: 'link',
      news: 'held',
      body: expect.stringContaining('/link/'),
    },
  ])
  expect(await bell()).toMatchObject([
    {
      what: 'visit.held',
      subject: { kind: 'visit', id: String(entry.qid) },
      link: { screen: 'apptmgmt', search: { tab: 'today', open: String(entry.qid) } },
      from: { mid: chen.mid },
      gone: false,
    },
  ])
  const pay = { action: 'record', qid: entry.qid, version: entry.version, method: 'card', amount: 60_000 }
  expect((await chen.post('/his/api/payments', { ...pay, currency: 'TWD' })).code).toBe('OK')
  clinic.clock.set(new Date('2026-03-12T09:30:00Z'))
  await clinic.pass(0)
  await signIn()
  expect((await sent(entry.qid)).map(({ channel, news }) => `${channel} ${news}`).toSorted()).toEqual([
    'email confirmed',
    'email held',
    'email reminder',
  ])
  expect((await bell()).map(({ what }) => what).toSorted()).toEqual(['visit.confirmed', 'visit.held', 'visit.reminder'])
})

it('[APPT-09~] a doctor who books is not told of it, and one with a number hears by it alone', async () => {
  await booked({ pid: 203 }, lin)
  expect(await bell()).toEqual([])
  await run(sql`update staff set phone = '0955000101' where mid = 101`)
  const { qid } = await booked({ pid: 301, time: '09:15' })
  expect((await sent(qid)).map(({ channel, to }) => `${channel} ${to}`).toSorted()).toEqual([
    'sms 09110301',
    'sms 0955000101',
  ])
  expect(await bell()).toEqual([])
  await run(sql`update staff set phone = null where mid = 101`)
})
