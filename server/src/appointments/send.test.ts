import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Clinic, openClinic, type Staff } from '../calls/fixture.ts'
import { locked, type Step, step as outboxStep } from '../outbox/steps.ts'
import { sql } from '../platform/db/index.ts'
import { book } from './fixture.ts'

/** Thursday, half past ten: to the patients of dr.lin by text message. */
let clinic: Clinic
let chen: Staff
let kao: Staff
let away: Staff
beforeAll(async () => {
  clinic = await openClinic({ PUBLIC_URL: 'https://care.example' })
  ;[chen, kao, away] = (await Promise.all(
    ['nurse.chen', 'agent.kao', 'dr.away'].map((account) => clinic.staff(account)),
  )) as [Staff, Staff, Staff]
})
afterAll(() => clinic.close())

const send = (queueID: number, body: object, who = chen) =>
  who.post<{ to: string; expiresAt: string | null }>('/his/api/sendNotifyAndVideoLink', { queueID, ...body })
const texts = (qid: number) =>
  clinic.data.db.system.read(sql<{ kind: string; recipient: string; body: string; link: string | null }>`
    select kind, recipient, body, link from outbox_message where origin_kind = 'appointment' and origin_id = ${String(qid)}
      and dedupe like 'visit:%' order by created_at, kind`)
const status = async (qid: number) => {
  const [row] = await clinic.data.db.system.read(
    sql<{ status: string; by: string | null }>`select status, status_by as by from appointment where qid = ${qid}`,
  )
  return [row?.status, row?.by]
}

describe('what is sent to a patient', () => {
  it('[APPT-04~] [CALL-14~] a link to come now opens the visit, waits three minutes, and takes a missed visit up again', async () => {
    const qid = await book(clinic.data.db, { time: '11:00', queueNo: 801 })
    const first = await send(qid, { sms_room: 4 })
    expect(first.data).toEqual({ to: '•••••••305', expiresAt: '2026-03-12T02:33:00.000Z', heldUntil: null })
    const [text] = await texts(qid)
    expect(text).toMatchObject({ kind: 'link', recipient: '0912345305' })
    expect(text?.body).toContain(text?.link)
    const token = /^https:\/\/care\.example\/link\/([\w-]{43,})$/.exec(text?.link ?? '')?.[1] ?? ''
    const view = async (of: string) =>
      (await (await fetch(`${clinic.base}/his/api/links/${of}`)).json()) as { data: object }
    expect((await view(token)).data).toMatchObject({ state: 'sent', visit: { video: false } })
    // Another in its place: the first, unopened, ends nothing any more.
    clinic.clock.advance(60_000)
    expect((await send(qid, { sms_room: 2 })).code).toBe('OK')
    expect((await view(token)).data).toMatchObject({ state: 'dead' })
    await clinic.pass(125_000)
    expect(await status(qid)).toEqual(['registered', null])
    await clinic.pass(60_000)
    expect(await status(qid)).toEqual(['autoCancelled', 'linkExpired'])
    expect((await send(qid, { sms_room: 2 })).code).toBe('OK')
    expect(await status(qid)).toEqual(['redial', null])
    expect(await texts(qid)).toHaveLength(3)
  })

  it('[APPT-04~] [NOTI-01~] the row says whether the link left, and why it did not, and is told of it', async () => {
    const { db } = clinic.data
    const qid = await book(db, { time: '11:20', queueNo: 806, pid: 202 })
    const row = async () => {
      const { data } = await chen.post<{ qid: number; link: string | null; linkFailure: string | null }[]>(
        '/his/api/getQueues',
        { tab: 'today', pageSize: 100 },
      )
      const { data: whole } = await chen.get<{ link: string | null; linkFailure: string | null }>(
        `/his/api/getQueueDetailByQid/${qid}`,
      )
      const listed = data?.find((one) => one.qid === qid)
      expect([whole?.link, whole?.linkFailure]).toEqual([listed?.link, listed?.linkFailure])
      return [listed?.link, listed?.linkFailure]
    }
    const message = async () => {
      const [last] = await db.system.read(sql<{ id: string }>`select id from outbox_message
        where origin_id = ${String(qid)} and kind = 'link' order by created_at desc limit 1`)
      return last?.id ?? ''
    }
    const told = async () => {
      const [sum] = await db.system.read(sql<{ n: number }>`
        select count(*)::int as n from event_log where type = 'link.changed' and payload->>'queueID' = ${String(qid)}`)
      return sum?.n ?? 0
    }
    const act = (id: string, given: Omit<Step, 'at'>) =>
      db.system.tx(async (tx) => outboxStep(tx, await tx.one(locked(id)), { at: clinic.clock.now(), ...given }))
    /** The server's own worker may have come by or not: from here on another has it, and is sending. */
    const hold = (id: string) =>
      db.system.tx((tx) =>
        tx.run(sql`update outbox_message set state = 'sending', sending_since = ${clinic.clock.now()}, version = version + 10
          where id = ${id}`),
      )
    expect(await row()).toEqual([null, null])
    await send(qid, { sms_room: 2 })
    const first = await message()
    await hold(first)
    expect(await row()).toEqual(['created', null])
    const before = await told()
    await act(first, { action: 'permanent', reason: 'PROVIDER_MISSING' })
    expect(await row()).toEqual(['sendFailed', 'PROVIDER_MISSING'])
    expect(await told()).toBeGreaterThan(before)
    // The next one leaves, and the patient opens it: what failed before is over.
    clinic.clock.advance(1000)
    await send(qid, { sms_room: 2 })
    const second = await message()
    expect(second).not.toBe(first)
    await hold(second)
    await act(second, { action: 'accepted' })
    expect(await row()).toEqual(['sent', null])
  })

  it('[APPT-04~] a message says what was written, and nothing of it is kept in the audit log', async () => {
    const qid = await book(clinic.data.db, { date: '2026-03-13', queueNo: 802 })
    const empty = await send(qid, { sms_room: 0, text: '  ' })
    expect([empty.status, empty.code]).toEqual([400, 'CONTENT_REQUIRED'])
    expect((await send(qid, { sms_room: 0, text: '字'.repeat(301) })).status).toBe(400)
    const said = await send(qid, { sms_room: 0, text: '請備妥健保卡' })
    expect(said.data).toEqual({ to: '•••••••305', expiresAt: null, heldUntil: null })
    expect(await texts(qid)).toMatchObject([{ kind: 'message', body: '【禾安】請備妥健保卡', link: null }])
    const [kept] = await clinic.data.db.system.read(sql<{ n: number }>`
      select count(*)::int as n from audit_log where detail::text like '%健保卡%' or action like '%健保卡%'`)
    expect(kept?.n).toBe(0)
  })

  it('[APPT-04~] [CALL-14~] goes nowhere for a visit that is over, of another day, at the desk, of others, or without a mobile', async () => {
    const { db } = clinic.data
    const code = async (entry: Parameters<typeof book>[1], body: object = { sms_room: 2 }, who = chen) =>
      (await send(await book(db, { pid: 202, ...entry }), body, who)).code
    expect(await code({ queueNo: 811, status: 'finished' })).toBe('APPT_ILLEGAL_STEP')
    expect(await code({ queueNo: 812, status: 'cancelled' }, { sms_room: 0, text: 'x' })).toBe('APPT_ILLEGAL_STEP')
    expect(await code({ queueNo: 813, status: 'held', interval: 2 })).toBe('APPT_ILLEGAL_STEP')
    expect(await code({ queueNo: 814, date: '2026-03-14' })).toBe('APPT_NOT_TODAY')
    expect(await code({ queueNo: 815, date: '2026-03-15', pid: 203 }, { sms_room: 0, text: 'x' })).toBe('SEND_FAILED')
    const onsite = await book(db, { queueNo: 816, interval: 3, time: '19:00' })
    await db.system.tx((tx) => tx.run(sql`update appointment set site = 'onsite' where qid = ${onsite}`))
    expect((await send(onsite, { sms_room: 2 })).code).toBe('APPT_ILLEGAL_STEP')
    expect((await send(onsite, { sms_room: 2 }, away)).code).toBe('NOT_FOUND')
    expect((await send(onsite, { sms_room: 0, text: 'x' }, kao)).code).toBe('FORBIDDEN')
    expect((await send(onsite, { sms_room: 3 })).status).toBe(400)
    expect(await texts(onsite)).toEqual([])
  })
})
