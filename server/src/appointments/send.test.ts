import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Clinic, openClinic, type Staff } from '../consultation/calls/fixture.ts'
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
  it('[Sw11~] a message in the institution’s name holds no web address, however it is written; whatever else is said goes out', async () => {
    const qid = await book(clinic.data.db, { time: '10:40', queueNo: 881 })
    for (const text of [
      'http://evil.example/x',
      '請開 HTTPS://evil.example',
      '繳費：www.evil.example',
      '請至 evil.com/pay 完成',
      'ｈｔｔｐ：／／ｅｖｉｌ．ｃｏｍ',
      'bit.ly/3abc',
    ]) {
      const said = await send(qid, { sms_room: 0, text })
      expect([said.status, said.code], text).toEqual([400, 'TEXT_LINK'])
    }
    expect(await texts(qid)).toEqual([])
    for (const text of ['請提早 10 分鐘報到。', 'Dr.Lin is 2.5 h late, e.g. until 3 p.m.', '體重 65.5kg，BP 120/80'])
      expect((await send(qid, { sms_room: 0, text })).code, text).toBe('OK')
  })

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

  it('[CALL-14~] a link goes by e-mail, too; the way of each stands on the visit, and who has no address is not written to', async () => {
    const { db } = clinic.data
    const qid = await book(db, { time: '13:00', queueNo: 821, pid: 202 })
    expect(await send(qid, { sms_room: 2, way: 'email' })).toMatchObject({ status: 409, code: 'NO_CHANNEL' })
    await db.system.tx((tx) =>
      tx.run(sql`update member set email = 'chang@example.org', language = 'en' where pid = 202`),
    )
    expect((await send(qid, { sms_room: 2, way: 'email' })).data.to).toBe('c…@example.org')
    clinic.clock.advance(30_000)
    expect((await send(qid, { sms_room: 4 })).code).toBe('OK')
    const [mail] = await db.system.read(sql<{ channel: string; recipient: string; subject: string; body: string }>`
      select channel, recipient, subject, body from outbox_message where origin_id = ${String(qid)} and channel = 'email'`)
    expect(mail).toMatchObject({
      channel: 'email',
      recipient: 'chang@example.org',
      subject: '禾安｜Your visit: the link',
    })
    expect(mail?.body).toMatch(/^禾安: the doctor is ready for you.*https:\/\/care\.example\/link\//)
    const { data } = await chen.get<{ links: object[] }>(`/his/api/getQueueDetailByQid/${qid}`)
    expect(data.links).toMatchObject([
      { channel: 'email', to: 'c…@example.org', sms_room: 2, state: 'dead' },
      { channel: 'sms', to: '•••••••678', sms_room: 4 },
    ])
    expect(JSON.stringify(data.links)).not.toMatch(/chang@|0922345678|token/)
    // A failure stands beside its own link, whichever is the newest.
    await db.system.tx((tx) =>
      tx.run(sql`update outbox_message set state = 'failed', reason = 'UNREACHABLE'
      where origin_id = ${String(qid)} and channel = 'sms' and kind = 'link'`),
    )
    const again = await chen.get<{ links: object[] }>(`/his/api/getQueueDetailByQid/${qid}`)
    expect(again.data.links).toMatchObject([{ failure: null }, { state: 'sendFailed', failure: 'UNREACHABLE' }])
  })

  it('[CALL-14~] sms_room 4 is a voice link, 2 a video link, any other a message that names the room', async () => {
    const qid = await book(clinic.data.db, { time: '13:20', queueNo: 12 })
    const bySms = (sms_room: number, who = chen) => who.post('/his/api/sendroombysms', { queueID: qid, sms_room })
    expect((await bySms(4)).code).toBe('OK')
    clinic.clock.advance(1000)
    expect((await bySms(2)).code).toBe('OK')
    clinic.clock.advance(1000)
    expect((await bySms(7)).code).toBe('OK')
    const rows = await texts(qid)
    expect(rows.map(({ kind, link }) => [kind, link !== null])).toEqual([
      ['link', true],
      ['link', true],
      ['message', false],
    ])
    expect(rows[2]?.body).toBe('【禾安】林書妍醫師看診室，診號 12，2026-03-12 13:20，請準備看診。')
    expect((await bySms(-1)).status).toBe(400)
    expect((await bySms(2, away)).status).toBe(404)
  })

  it('[CALL-14~] a link is revoked: its page says so, its minutes end nothing, and it is not revoked twice', async () => {
    const { db } = clinic.data
    const qid = await book(db, { time: '13:40', queueNo: 823 })
    await send(qid, { sms_room: 2 })
    const link = async () =>
      (await chen.get<{ links: { id: string; state: string }[] }>(`/his/api/getQueueDetailByQid/${qid}`)).data.links.at(
        -1,
      )
    const id = (await link())?.id ?? ''
    const revoke = async (who: Staff, of = id) =>
      (await who.request(`/his/api/visitlinks/${of}`, { method: 'DELETE' })).status
    expect(await revoke(away)).toBe(404)
    expect(await revoke(chen, '00000000-0000-4000-8000-000000000000')).toBe(404)
    expect(await revoke(chen)).toBe(200)
    expect((await link())?.state).toBe('dead')
    const [text] = await texts(qid)
    const view = (await (await fetch(`${clinic.base}/his/api/links/${text?.link?.split('/link/')[1]}`)).json()) as {
      data: object
    }
    expect(view.data).toMatchObject({ state: 'dead', deadReason: 'withdrawn' })
    expect(await revoke(chen)).toBe(410)
    await clinic.pass(200_000)
    expect(await status(qid)).toEqual(['registered', null])
  })

  it('[CALL-14~] the link by which the patient is in the call is not taken away under their hands', async () => {
    const lin = await clinic.staff('dr.lin')
    await lin.online()
    const patient = await clinic.patient('waiting', { time: '14:00' })
    await patient.line()
    expect((await patient.post('calls', {})).code).toBe('OK')
    const answer = await lin.request(`/his/api/visitlinks/${patient.linkId}`, { method: 'DELETE' })
    expect([answer.status, ((await answer.json()) as { status: string }).status]).toEqual([409, 'APPT_IN_CALL'])
  })
})
