import { IDENTITY_TRIES } from '@teleward/contract/links/schema.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  BIRTHDAY,
  type Clinic,
  LAST4,
  type TestSocket,
  openClinic,
  type Patient,
  type Reply,
  type Staff,
} from '../calls/fixture.ts'
import { sql } from '../../platform/db/index.ts'
import { issueLink } from '../../visit-links/links.ts'

let clinic: Clinic
let lin: Staff
let doctor: TestSocket
beforeAll(async () => {
  clinic = await openClinic()
  lin = await clinic.staff('dr.lin')
  doctor = await lin.online()
})
afterAll(() => clinic.close())

const me = { birthday: BIRTHDAY, last4: LAST4 }
const wish = (patient: Patient, body: unknown = me, cookie = '') =>
  patient.post('callbacks', body, cookie) as unknown as Promise<Reply<{ askedAt: string }>>
const entry = async (qid: number) =>
  (
    await clinic.data.db.system.read(sql<{ status: string; version: number; asked: Date | null; steps: string[] }>`
    select a.status, a.version, a.callback_at as asked,
      (select coalesce(array_agg(e.action order by e.id), '{}') from appointment_event e where e.qid = a.qid) as steps
    from appointment a where a.qid = ${qid}`)
  )[0]
const row = async (qid: number) => {
  const list = await lin.get<{ qid: number; callbackAt: string | null }[]>('/his/api/queue/1/101?pageSize=100')
  return list.data.find((one) => one.qid === qid)
}
/** A link that was sent 3 minutes ago and that nobody has opened. */
async function expired(more = {}): Promise<Patient> {
  const patient = await clinic.patient('fresh', {
    expiresAt: new Date(clinic.clock.now().getTime() + 180_000),
    ...more,
  })
  await clinic.pass(181_000)
  return patient
}

describe('whoever has a link that is over asks to be called back', () => {
  it('after birthday and last four, once; the desk hears of it live and sees it on the row', async () => {
    const patient = await expired()
    expect((await patient.view()).data).toMatchObject({ code: 'LINK_EXPIRED', canAskCallback: true, visit: null })
    const asked = await wish(patient)
    expect(asked.code).toBe('OK')
    const { version } = await doctor.waitFor(
      'queue.changed',
      ({ qid, version: at }) => qid === patient.qid && Number(at) > 2,
    )
    expect(await entry(patient.qid)).toMatchObject({
      status: 'autoCancelled',
      version,
      steps: ['linkExpired', 'askCallback'],
    })
    expect((await row(patient.qid))?.callbackAt).toBe(asked.data.askedAt)
    const detail = await lin.get<{ callbackAt: string; timeline: { action: string; actorKind: string }[] }>(
      `/his/api/getQueueDetailByQid/${patient.qid}`,
    )
    expect(detail.data.callbackAt).toBe(asked.data.askedAt)
    expect(detail.data.timeline.at(-1)).toMatchObject({ action: 'askCallback', actorKind: 'patient' })
    // Pressed again, in several pages at once: one wish.
    clinic.clock.advance(60_000)
    const again = await Promise.all([wish(patient), wish(patient), wish(patient)])
    expect(again.map(({ data }) => data.askedAt)).toEqual(Array(3).fill(asked.data.askedAt))
    expect((await entry(patient.qid))?.steps).toEqual(['linkExpired', 'askCallback'])
    // It opens nothing: neither a cookie nor the visit.
    expect(asked.headers.get('set-cookie')).toBeNull()
    expect((await patient.view()).data).toMatchObject({ visit: null, identity: { passed: false } })
  })

  it('and the wish is gone as soon as somebody calls or sends another link', async () => {
    const called = await expired()
    await wish(called)
    const version = (await entry(called.qid))?.version
    expect((await lin.post('/his/api/queue', { qid: called.qid, action: 'redial', version })).code).toBe('OK')
    expect(await entry(called.qid)).toMatchObject({ status: 'redial', asked: null })
    const sent = await expired()
    await wish(sent)
    expect((await lin.post('/his/api/sendNotifyAndVideoLink', { queueID: sent.qid, sms_room: 2 })).code).toBe('OK')
    expect(await entry(sent.qid)).toMatchObject({ status: 'redial', asked: null })
    // Missed once more, one may ask once more.
    await clinic.pass(181_000)
    expect((await wish(sent)).code).toBe('OK')
    expect((await entry(sent.qid))?.steps.filter((step) => step === 'askCallback')).toHaveLength(2)
  })

  it('with a link that another one took the place of, too', async () => {
    const patient = await clinic.patient('fresh')
    await clinic.data.db.system.tx((tx) =>
      tx.run(sql`update video_link set state = 'dead', dead_reason = 'renewed' where link_id = ${patient.linkId}`),
    )
    expect((await patient.view()).data).toMatchObject({ code: 'LINK_DEAD', canAskCallback: true })
    expect((await wish(patient)).code).toBe('OK')
    expect(await entry(patient.qid)).toMatchObject({ status: 'registered', steps: ['askCallback'] })
    // Whoever comes is there.
    const version = (await entry(patient.qid))?.version
    expect((await lin.post('/his/api/queue', { qid: patient.qid, action: 'checkIn', version })).code).toBe('OK')
    expect((await entry(patient.qid))?.asked).toBeNull()
  })

  it('never without proof: wrong tries are counted with those of the identity check, and lock both', async () => {
    const patient = await expired()
    const answers = await Promise.all(
      Array.from({ length: 9 }, (_, n) => wish(patient, { birthday: BIRTHDAY, last4: `000${n}` })),
    )
    const codes = answers.map(({ code }) => code)
    expect(codes.filter((code) => code === 'IDENTITY_MISMATCH')).toHaveLength(IDENTITY_TRIES - 1)
    expect(codes.filter((code) => code === 'IDENTITY_LOCKED')).toHaveLength(9 - IDENTITY_TRIES + 1)
    for (const { text } of answers) expect(text).not.toMatch(/吳|林書妍|autoCancelled|askedAt/)
    expect((await wish(patient)).code).toBe('IDENTITY_LOCKED')
    expect((await patient.view()).data).toMatchObject({ canAskCallback: false })
    expect((await entry(patient.qid))?.asked).toBeNull()
    expect((await clinic.post(`/his/api/links/${'x'.repeat(43)}/callbacks`, me)).code).toBe('LINK_INVALID')
    for (const body of [{}, { birthday: BIRTHDAY }, { birthday: '1958-13-45', last4: '1234' }, [], null])
      expect((await wish(await expired(), body)).code).toBe('BAD_INPUT')
  })

  it('nor of a link that lives, a visit that is over, a day that is over, or a page of a payment', async () => {
    const living = await clinic.patient('fresh')
    expect((await living.view()).data.canAskCallback).toBe(false)
    expect((await wish(living)).code).toBe('ILLEGAL_STEP')
    const off = await clinic.patient('identified', { time: '14:00' })
    expect((await off.post('cancel', {})).code).toBe('OK')
    expect((await off.view()).data.canAskCallback).toBe(false)
    expect((await wish(off)).code).toBe('APPT_ILLEGAL_STEP')
    const past = await clinic.patient('fresh', { date: '2026-03-11' })
    expect((await past.view()).data).toMatchObject({ code: 'LINK_EXPIRED', canAskCallback: false })
    expect(['APPT_REDIAL_OVER', 'APPT_ILLEGAL_STEP']).toContain((await wish(past)).code)
    const { token } = await clinic.data.db.system.tx((tx) =>
      issueLink(tx, { qid: living.qid, kind: 'pay', expiresAt: null }, clinic.clock.now()),
    )
    expect((await clinic.post(`/his/api/links/${token}/callbacks`, me)).code).toBe('LINK_INVALID')
  })
})

it('a visit that is over says when the next one is, to the browser that passed the identity check alone', async () => {
  await clinic.data.db.system.tx((tx) => tx.run(sql`update appointment set status = 'closed' where pid = 201`))
  const patient = await clinic.patient('waiting', { time: '11:10' })
  await clinic.patient('fresh', { date: '2026-03-20', time: '09:40' })
  await clinic.patient('fresh', { date: '2026-04-20', time: '09:40' })
  await clinic.patient('fresh', { pid: 202, date: '2026-03-13', time: '09:40' })
  expect((await patient.view()).data.next).toBeNull()
  lin = await clinic.staff('dr.lin')
  const version = (await entry(patient.qid))?.version
  expect((await lin.post('/his/api/queue', { qid: patient.qid, action: 'finish', version })).code).toBe('OK')
  expect((await patient.view()).data).toMatchObject({
    deadReason: 'finished',
    next: { doctorName: '林書妍', startAt: '2026-03-20T01:40:00.000Z', site: 'video' },
  })
  patient.cookie = ''
  expect((await patient.view()).data.next).toBeNull()
})
