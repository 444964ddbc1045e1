import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { consentTexts } from '@teleward/contract/links/schema.ts'
import { sql } from '../platform/db/index.ts'
import { lockDays, move } from './booking.ts'
import {
  ask,
  away,
  booked,
  chen,
  clearDesk,
  clinic,
  count,
  far,
  fieldsOf,
  FRIDAY,
  kao,
  lin,
  messages,
  openDesk,
  signIn,
  stands,
  steps,
  TODAY,
  wish,
} from './booking-fixture.ts'

beforeAll(openDesk)
afterAll(() => clinic.close())
beforeEach(clearDesk)

describe('an entry', () => {
  /**
   * Every state by the way that leads to it, through calls, links, payments and the clock. What each single step does in each
   * state stands in product/records.test.ts and, for every kind of actor, in contract/src/appointments/rules.test.ts.
   */
  it('[APPT-02] comes into each of its states by its own way; unfinished is what is neither finished nor closed', async () => {
    const step =
      (qid: number, action: string, who = lin) =>
      async () => {
        const [{ version } = { version: 0 }] = await clinic.data.db.system.read(
          sql<{ version: number }>`select version from appointment where qid = ${qid}`,
        )
        return who.post<{ state: string }>('/his/api/queue', { qid, action, version, reason: '病患來電' })
      }
    const told = async (qid: number) => {
      const { data } = await lin.get<Record<string, unknown>>(`/his/api/getQueueDetailByQid/${qid}`)
      return [data.status, data.statusBy, data.finish, data.closed]
    }
    const ms = (seconds: number) => clinic.pass(seconds * 1000)
    const socket = await lin.online()

    const missed = await clinic.patient('waiting', { queueNo: 901, time: '10:40' })
    const page = await missed.line()
    expect(await told(missed.qid)).toEqual(['checkedIn', null, false, false])
    expect((await lin.post('/his/api/callout', { queueID: missed.qid })).code).toBe('OK')
    await ms(30)
    await socket.waitFor('queue.changed', ({ qid, kind }) => qid === missed.qid && kind === 'state')
    expect(await told(missed.qid)).toEqual(['autoCancelled', 'missed', false, false])
    expect((await step(missed.qid, 'finish')()).code).toBe('APPT_ILLEGAL_STEP')
    expect((await step(missed.qid, 'redial')()).code).toBe('OK')
    expect(await told(missed.qid)).toEqual(['redial', null, false, false])
    const again = await lin.post<{ callID: string }>('/his/api/callout', { queueID: missed.qid })
    expect((await missed.post(`calls/${again.data.callID}`, { action: 'answer' })).code).toBe('OK')
    expect(await told(missed.qid)).toEqual(['checkedIn', null, false, false])
    expect((await lin.act(again.data.callID, 'end')).code).toBe('OK')
    expect((await step(missed.qid, 'finish')()).code).toBe('OK')
    expect(await told(missed.qid)).toEqual(['finished', null, true, false])
    page.close()

    const expiring = await clinic.patient('fresh', {
      queueNo: 902,
      time: '10:50',
      pid: 202,
      expiresAt: new Date(clinic.clock.now().getTime() + 180_000),
    })
    expect(await told(expiring.qid)).toEqual(['registered', null, false, false])
    await ms(180)
    expect(await told(expiring.qid)).toEqual(['autoCancelled', 'linkExpired', false, false])

    const paid = await booked({ pid: 301, date: TODAY, time: '11:15' })
    const left = await booked({ pid: 303, date: TODAY, time: '11:30' })
    expect(await told(paid.qid)).toEqual(['held', null, false, false])
    const pay = { action: 'record', qid: paid.qid, version: 1, method: 'cash', amount: 45_000, currency: 'TWD' }
    expect((await chen.post('/his/api/payments', pay)).code).toBe('OK')
    expect(await told(paid.qid)).toEqual(['registered', null, false, false])
    const byPatient = await clinic.patient('identified', { queueNo: 954, interval: 2, time: '14:00' })
    await byPatient.post('consents', { consultation: true, recording: false, record: false, texts: consentTexts })
    expect((await byPatient.post('cancel', {})).code).toBe('OK')
    expect(await told(byPatient.qid)).toEqual(['cancelled', 'patient', false, true])

    // What is wrong is said: in which state the entry is, in the caller's words.
    const refused = await step(byPatient.qid, 'checkIn')()
    expect(refused.code).toBe('APPT_ILLEGAL_STEP')
    expect(refused.text).toContain('目前為「已取消」')

    const closing = await clinic.patient('waiting', { queueNo: 955, interval: 3, time: '18:30' })
    expect((await step(closing.qid, 'close')()).code).toBe('OK')
    expect(await told(closing.qid)).toEqual(['closed', 'staff', false, true])

    const unfinished = async () => {
      const { data } = await lin.post<{ qid: number }[]>('/his/api/getQueues', { state: ['unfinished'], pageSize: 100 })
      return data.map(({ qid }) => qid).toSorted()
    }
    const all = await lin.post<{ qid: number; finish: boolean; closed: boolean }[]>('/his/api/getQueues', {
      pageSize: 100,
    })
    const open = all.data.filter(({ finish, closed }) => !finish && !closed).map(({ qid }) => qid)
    expect(await unfinished()).toEqual(open.toSorted())
    expect(open).toContain(expiring.qid)

    await ms(30 * 60)
    await signIn()
    expect(await told(left.qid)).toEqual(['released', null, false, true])
    expect(await unfinished()).not.toContain(left.qid)
    // 24:00: who never came is cancelled, who was missed and not called again is closed.
    clinic.clock.set(new Date('2026-03-12T16:00:00Z'))
    await clinic.pass(0)
    await signIn()
    expect(await told(paid.qid)).toEqual(['cancelled', 'timeout', false, true])
    expect(await told(expiring.qid)).toEqual(['closed', 'linkExpired', false, true])
    expect((await step(expiring.qid, 'redial')()).code).toBe('APPT_ILLEGAL_STEP')
    socket.close()
  })
})

describe('a held place', () => {
  it('[APPT-09~] is released after 30 minutes, once, and told to both sides', async () => {
    const { qid } = await booked()
    await clinic.pass(29 * 60_000)
    expect((await stands(qid))?.status).toBe('held')
    await clinic.pass(60_000)
    expect(await stands(qid)).toMatchObject({ status: 'released', payment: 'expired', holdUntil: null })
    await clinic.pass(60_000)
    expect(await steps(qid)).toEqual(['book', 'release'])
    expect(await messages('released')).toBe(2)
    await signIn()
    const late = await chen.post('/his/api/payments', {
      action: 'record',
      qid,
      version: 2,
      method: 'cash',
      amount: 45_000,
      currency: 'TWD',
    })
    expect(late.code).toBe('HOLD_EXPIRED')
  })

  it('[APPT-09~] of a visit about to begin is released at its start', async () => {
    const { qid } = await booked({ date: TODAY, time: '10:45' })
    expect((await stands(qid))?.holdUntil?.toISOString()).toBe('2026-03-12T02:45:00.000Z')
    await clinic.pass(15 * 60_000)
    expect((await stands(qid))?.status).toBe('released')
  })

  it('[APPT-09~] paid, it is the patient’s, and both sides are reminded 30 minutes before, once, also after a restart', async () => {
    const entry = await booked({ date: TODAY, interval: 3, time: '18:00', fee: 60_000 })
    const pay = {
      action: 'record',
      qid: entry.qid,
      version: entry.version,
      method: 'card',
      amount: 60_000,
      currency: 'TWD',
    }
    expect((await chen.post('/his/api/payments', { ...pay, amount: 59_999 })).code).toBe('PAYMENT_MISMATCH')
    expect((await chen.post('/his/api/payments', { ...pay, currency: 'CNY' })).code).toBe('PAYMENT_MISMATCH')
    expect((await chen.post('/his/api/payments', { ...pay, version: 7 })).code).toBe('VERSION_STALE')
    expect((await chen.post('/his/api/payments', pay)).code).toBe('OK')
    expect((await chen.post('/his/api/payments', pay)).code).toBe('PAYMENT_ILLEGAL_STEP')
    expect(await stands(entry.qid)).toMatchObject({ status: 'registered', payment: 'paid', fee: 60_000 })
    expect(await messages('confirmed')).toBe(2)
    await clinic.pass(60 * 60_000)
    expect((await stands(entry.qid))?.status).toBe('registered')
    await clinic.restart()
    clinic.clock.set(new Date('2026-03-12T09:29:00Z'))
    await clinic.pass(0)
    expect(await messages('reminder')).toBe(0)
    await clinic.pass(60_000)
    await clinic.pass(60_000)
    expect(await messages('reminder')).toBe(2)
    expect(await steps(entry.qid)).toEqual(['book', 'pay', 'remind'])
  })

  it('[APPT-09~] is waived with a reason, and for members whose visits are free', async () => {
    const entry = await booked()
    const waive = { action: 'waive', qid: entry.qid, version: entry.version }
    expect((await chen.post('/his/api/payments', waive)).code).toBe('REASON_REQUIRED')
    expect((await chen.post('/his/api/payments', { ...waive, reason: '低收入戶' })).code).toBe('OK')
    expect(await stands(entry.qid)).toMatchObject({ status: 'registered', payment: 'waived' })
    await clinic.data.db.system.tx((tx) =>
      tx.run(sql`insert into fee_exemption (id, partner_id, unit_id, pid, kind, starts_on, ends_on)
        values (gen_random_uuid(), 1, 2, 301, 'contract', '2026-01-01', '2026-03-13'), (gen_random_uuid(), 1, 2, 302, 'free', '2026-01-01', '2026-03-12')`),
    )
    expect(await booked({ pid: 301, time: '09:15' })).toMatchObject({
      status: 'registered',
      payment: 'waived',
      fee: 45_000,
    })
    expect(await booked({ pid: 302, time: '09:30' })).toMatchObject({ status: 'held', payment: 'due' })
    const free = (pid: number, who = chen) => who.post('/partner/checkmemberfreepay', { pid, date: FRIDAY })
    expect((await free(301)).data).toEqual({ free: true, kind: 'contract', until: FRIDAY })
    expect((await free(302)).data).toEqual({ free: false, kind: null, until: null })
    expect((await free(301, far)).code).toBe('NOT_FOUND')
    expect((await free(301, away)).code).toBe('NOT_FOUND')
  })

  it('[APPT-09~] paid and called off, the money is to be given back; called again, it stays', async () => {
    const entry = await booked({ date: TODAY, time: '11:00' })
    await chen.post('/his/api/payments', {
      action: 'record',
      qid: entry.qid,
      version: 1,
      method: 'cash',
      amount: 45_000,
      currency: 'TWD',
    })
    const cancel = { action: 'cancel', qid: entry.qid, version: 2 }
    expect((await ask(cancel)).code).toBe('REASON_REQUIRED')
    const gone = await ask({ ...cancel, reason: '病人改期' })
    expect(gone.data.entry).toMatchObject({ status: 'cancelled', payment: 'refundDue' })
    const kinds = await clinic.data.db.system.read(
      sql<{ kind: string }>`select kind from payment where qid = ${entry.qid} order by at, kind`,
    )
    expect(kinds.map(({ kind }) => kind).toSorted()).toEqual(['due', 'paid', 'refundDue'])
    expect((await ask({ ...cancel, version: 3, reason: 'x' })).code).toBe('APPT_ILLEGAL_STEP')
    // The place is free, and the alarms are silent.
    expect((await booked({ pid: 301, date: TODAY, time: '11:00' })).status).toBe('held')
    expect(await count(sql`timer where kind like 'booking%' and key = ${String(entry.qid)}`)).toBe(0)
  })
})

describe('a change', () => {
  it('[APPT-09~] takes the new place before the old is free, keeps what was agreed, renews the link', async () => {
    const entry = await booked({ pid: 201 })
    await clinic.data.db.system.tx((tx) =>
      tx.run(sql`insert into video_link (link_id, token_hash, partner_id, unit_id, pid, qid, sms_room, state, sent_at)
      values (gen_random_uuid(), 'h1', 1, 2, 201, ${entry.qid}, 2, 'sent', now())`),
    )
    await booked({ pid: 301, interval: 2, time: '14:00' })
    const change = { action: 'change', qid: entry.qid, version: entry.version, interval: 2 }
    expect((await ask({ ...change, time: '14:00' })).code).toBe('SLOT_FULL')
    expect((await ask({ ...change, version: 9, time: '14:30' })).code).toBe('VERSION_STALE')
    expect(await count(sql`appointment where qid = ${entry.qid} and "interval" = 1`)).toBe(1)
    const moved = await ask({ ...change, time: '14:30' })
    expect(moved.data.entry).toMatchObject({
      status: 'held',
      startAt: '2026-03-13T06:30:00.000Z',
      interval: 2,
      fee: 45_000,
      durationMinutes: 30,
    })
    const links = await clinic.data.db.system.read(
      sql<{
        state: string
        why: string | null
      }>`select state, dead_reason as why from video_link where qid = ${entry.qid} and kind = 'call' order by state`,
    )
    expect(links).toEqual([
      { state: 'dead', why: 'renewed' },
      { state: 'sent', why: null },
    ])
    expect(
      await count(sql`outbox_message where dedupe like 'booking:moved:%' and secret and body like '%/link/%'`),
    ).toBe(1)
    expect(await steps(entry.qid)).toEqual(['book', 'move'])
    expect((await booked({ pid: 302 })).startAt).toBe('2026-03-13T01:00:00.000Z')
    // Within its own session nothing of its own stands in its way.
    const near = await ask({ ...change, version: moved.data.entry?.version, did: 102, interval: 1, time: '09:00' })
    expect(near.data.entry).toMatchObject({ did: 102, queueNo: 1 })
  })

  it('[APPT-09~] crossing changes and a change against a booking lose nothing and wait for nobody for ever', async () => {
    const first = await booked({ pid: 301, interval: 2, time: '14:00' })
    const second = await booked({ pid: 302, did: 102 })
    const answers = await Promise.all([
      ask({ action: 'change', qid: first.qid, version: 1, did: 102, interval: 1, time: '09:15' }),
      ask({ action: 'change', qid: second.qid, version: 1, did: 101, interval: 2, time: '14:00' }, lin),
      ask({ ...wish, pid: 303, interval: 2, time: '14:00' }),
    ])
    expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
    const rows = await clinic.data.db.system.read(
      sql<{ at: Date; did: number }>`select did, start_at as at from appointment where takes_place(status)`,
    )
    expect(new Set(rows.map(({ did, at }) => `${did} ${at.toISOString()}`)).size).toBe(rows.length)
  })

  it('[APPT-09~] is one call for those who move several: all or nothing', async () => {
    const [first, second] = [await booked({ pid: 301 }), await booked({ pid: 302, time: '09:15' })]
    const deps = { clock: clinic.clock, timers: clinic.app.deps.timers }
    const all = clinic.data.db.system.tx(async (tx) => {
      await lockDays(tx, [{ did: 101, date: FRIDAY }])
      await move(tx, deps, { kind: 'system', partnerId: 1 }, first.qid, { interval: 2, time: '14:00' })
      await move(tx, deps, { kind: 'system', partnerId: 1 }, second.qid, { interval: 2, time: '14:00' })
    })
    await expect(all).rejects.toMatchObject({ code: 'SLOT_FULL' })
    expect(await count(sql`appointment where "interval" = 2`)).toBe(0)
  })
})

describe('who books for whom', () => {
  it('[APPT-08] an agent books for others, and sees what they booked and nothing more', async () => {
    // Nobody by a part of a name, nor by a number tried; by something only the patient shows, masked.
    const search = async (q: string) =>
      (await kao.post<{ patients: { pid: number; name: string }[] }>('/his/api/ContactsForReservation', { q })).data
        .patients
    expect(await search('吳秀')).toEqual([])
    expect(await search('吳秀鳳')).toEqual([])
    expect(await search('A123456789')).toMatchObject([{ pid: 202, name: '張○國', birthday: null }])
    expect((await ask({ ...wish, pid: 202 }, kao)).code).toBe('NOT_FOUND')
    expect((await ask({ ...wish, identifier: 'A123456789' }, kao)).code).toBe('NOT_FOUND')
    const one = async (who: typeof kao) =>
      (await who.post<{ patients?: { pid: number }[] }>('/his/api/ContactsForReservation', { pid: 202 })).data?.patients
        ?.length
    expect([await one(kao), await one(chen), await one(away), await one(far)]).toEqual([
      undefined,
      1,
      undefined,
      undefined,
    ])
    const entry = await booked({ pid: 202, identifier: 'ａ123456789' }, kao)
    expect(entry).toMatchObject({ kind: 'agent', proxy: true, bookedBy: 104, pid: 202 })
    const other = await booked({ pid: 301, time: '09:15' })
    const detail = (qid: number) => kao.get(`/his/api/getQueueDetailByQid/${qid}`)
    expect([(await detail(entry.qid)).code, (await detail(other.qid)).code]).toEqual(['OK', 'NOT_FOUND'])
    expect((await ask({ action: 'change', qid: other.qid, version: 1, time: '10:00' }, kao)).code).toBe('NOT_FOUND')
    expect((await ask({ action: 'cancel', qid: other.qid, version: 1, reason: 'x' }, kao)).code).toBe('NOT_FOUND')
    expect(
      (await kao.post('/his/api/payments', { action: 'waive', qid: other.qid, version: 1, reason: 'x' })).code,
    ).toBe('NOT_FOUND')
    const list = await kao.post<{ qid: number }[]>('/his/api/getQueues', { tab: 'future' })
    expect(list.data.map(({ qid }) => qid)).toEqual([entry.qid])
    expect((await ask({ action: 'change', qid: entry.qid, version: 1, interval: 1, time: '10:00' }, kao)).code).toBe(
      'OK',
    )
    expect((await ask({ action: 'book', kind: 'special' }, kao)).code).toBe('FORBIDDEN')
  })

  it('[APPT-06~] nobody books across institutions and units, and a disabled membership is told', async () => {
    expect((await ask(wish, far)).code).toBe('NOT_FOUND')
    expect(fieldsOf(await ask(wish, far))).toEqual(['pid PATIENT_NOT_FOUND', 'did DOCTOR_NOT_FOUND'])
    expect(fieldsOf(await ask(wish, away))).toEqual(['pid PATIENT_NOT_FOUND', 'did DOCTOR_NOT_FOUND'])
    expect((await ask({ ...wish, did: 106 })).code).toBe('NOT_FOUND')
    expect((await ask({ ...wish, pid: 204 })).code).toBe('NOT_FOUND')
    const entry = await booked()
    for (const who of [far, away]) {
      expect((await ask({ action: 'cancel', qid: entry.qid, version: 1, reason: 'x' }, who)).code).toBe('NOT_FOUND')
      expect((await ask({ action: 'change', qid: entry.qid, version: 1, time: '10:00' }, who)).code).toBe('NOT_FOUND')
    }
    await clinic.data.db.system.tx((tx) => tx.run(sql`update member_unit set status = 'disabled' where pid = 301`))
    expect((await ask({ ...wish, pid: 301, time: '09:15' })).code).toBe('MEMBER_DISABLED')
    await clinic.data.db.system.tx((tx) => tx.run(sql`update member_unit set status = 'active' where pid = 301`))
  })
})

describe('fees', () => {
  const fees = { twDay: 50_000, twNight: 70_000, cnDay: null, cnNight: 15_000 }
  it('[FEE-01] are four: Taiwan by day and by night or emergency in TWD, mainland the same in CNY, and set by oneself', async () => {
    const before = await chen.get<{ version: number }>('/his/api/getDoctorGeneralFee/101')
    expect(before.data).toMatchObject({ twDay: 45_000, twNight: 60_000, cnDay: 9_000, cnNight: 12_000, version: 1 })
    const inForce = async (over: object) =>
      (
        await chen.post<{ fee: number | null; currency: string; night: boolean }>('/his/api/servicefee', {
          did: 101,
          ...over,
        })
      ).data
    for (const [part, night] of [
      [0, true],
      [1, false],
      [2, false],
      [3, true],
      [4, true],
      [5, true],
      [6, false],
    ] as const) {
      expect(await inForce({ interval: part })).toMatchObject({ fee: night ? 60_000 : 45_000, currency: 'TWD', night })
      expect(await inForce({ interval: part, currency: 'CNY' })).toMatchObject({
        fee: night ? 12_000 : 9_000,
        currency: 'CNY',
        night,
      })
    }
    const old = await booked()
    expect((await lin.post('/his/api/createDoctorFee', { ...fees, version: 0 })).code).toBe('VERSION_STALE')
    expect((await lin.post('/his/api/createDoctorFee', { ...fees, version: 1 })).data).toMatchObject({
      ...fees,
      version: 2,
    })
    expect(await inForce({ interval: 1 })).toMatchObject({ fee: 50_000 })
    expect(await inForce({ interval: 1, currency: 'CNY' })).toMatchObject({ fee: null })
    // What was booked before keeps its amount, its currency, and what the doctor asked then.
    expect(await stands(old.qid)).toMatchObject({ fee: 45_000, defaultFee: 45_000, feeVersion: 1 })
    expect((await booked({ pid: 301, time: '09:15' })).fee).toBe(50_000)
    expect((await far.get('/his/api/getDoctorGeneralFee/101')).code).toBe('NOT_FOUND')
    expect((await kao.post('/his/api/createDoctorFee', { ...fees, version: 0 })).code).toBe('FORBIDDEN')
  })
  it('[Iw2] in New Taiwan dollars are whole ones, in renminbi to the fen', async () => {
    const set = async (over: object) => {
      const { version } = (await lin.get<{ version: number }>('/his/api/getDoctorGeneralFee/101')).data
      return (await lin.post('/his/api/createDoctorFee', { ...fees, version, ...over })).code
    }
    for (const cents of [45_050, 45_001, 33, -100]) {
      expect(await set({ twDay: cents }), `day ${cents}`).toBe('BAD_INPUT')
      expect(await set({ twNight: cents }), `night ${cents}`).toBe('BAD_INPUT')
    }
    expect(await set({ twDay: 45_100, cnNight: 15_033 })).toBe('OK')
    // A fee agreed on for one visit likewise.
    const special = { action: 'book', kind: 'special', pid: 301, did: 101, date: FRIDAY, time: '12:30', minutes: 20 }
    expect(fieldsOf(await ask({ ...special, fee: 90_050 }, lin))).toEqual(['fee VALUE_INVALID'])
    expect((await ask({ ...special, fee: 90_000 }, lin)).data.entry?.fee).toBe(90_000)
  })
})
