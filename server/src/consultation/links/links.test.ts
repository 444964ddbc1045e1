import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { consentTexts, IDENTITY_TRIES, type LinkView } from '@teleward/contract/links/schema.ts'
import {
  BIRTHDAY,
  type Clinic,
  devices,
  LAST4,
  type TestSocket,
  openClinic,
  type Patient,
  type Staff,
  until,
} from '../calls/fixture.ts'
import { sql } from '../../platform/db/index.ts'
import { demoFile } from './demo.ts'
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

const row = async (patient: Patient) =>
  (
    await clinic.data.db.system.read(sql<{
      state: string
      step: string
      version: number
      tries: number
      token_hash: string
    }>`
    select state, step, version, identity_tries as tries, token_hash from video_link where link_id = ${patient.linkId}`)
  )[0]
const status = async (qid: number) =>
  (
    await clinic.data.db.system.read(
      sql<{ status: string; by: string | null }>`select status, status_by as by from appointment where qid = ${qid}`,
    )
  )[0]
const all = { consultation: true, recording: true, record: true, texts: consentTexts }

describe('the way of a patient', () => {
  it('[Sw13] says no division before the identity check: its name can be what somebody is treated for', async () => {
    await clinic.data.db.system.tx((tx) =>
      tx.run(
        sql`update staff_partner set division = '臨床心理科', division_en = 'Clinical psychology' where mid = 101`,
      ),
    )
    const patient = await clinic.patient('fresh', { time: '11:30' })
    const before = await patient.view()
    expect(before.data.visit).toMatchObject({ doctorName: '林書妍', division: null, divisionEn: null })
    expect(before.text).not.toMatch(/臨床心理|psychology/i)
    await patient.post('open')
    await patient.identify()
    expect((await patient.view()).data.visit).toMatchObject({
      division: '臨床心理科',
      divisionEn: 'Clinical psychology',
    })
  })
  it('[CALL-15~] leads from the link to the waiting room, each consent apart, and checks in', async () => {
    const patient = await clinic.patient('fresh', { time: '11:00' })
    const start = await patient.view()
    expect(start.data).toMatchObject({
      step: 'start',
      state: 'sent',
      code: null,
      institution: { name: '禾安', unitName: '內湖分站' },
      visit: { doctorName: '林書妍', patientName: '吳○鳳', today: true, video: true },
      identity: { passed: false, asks: 'idLast4', triesLeft: 5 },
      consents: null,
      waiting: null,
      call: null,
      room: null,
      canCall: false,
    })
    expect(start.text).not.toContain('吳秀鳳')
    expect((await patient.post('open')).data.step).toBe('identity')
    await doctor.waitFor('link.changed', (payload) => payload.id === patient.linkId && payload.state === 'opened')
    const cookie = await patient.identify()
    expect(cookie).not.toBe('')
    expect((await patient.view()).data).toMatchObject({
      step: 'consents',
      identity: { passed: true },
      visit: { patientName: '吳秀鳳' },
    })

    expect((await patient.post('arrivals', devices)).code).toBe('CONSENT_REQUIRED')
    expect((await patient.post('consents', { ...all, consultation: false })).code).toBe('CONSENT_REQUIRED')
    expect((await patient.post('consents', { ...all, texts: { ...consentTexts, record: 'old' } })).code).toBe(
      'VERSION_STALE',
    )
    const agreed = await patient.post('consents', { ...all, recording: false })
    expect(agreed.data).toMatchObject({
      step: 'devices',
      consents: { consultation: 'agreed', recording: 'declined', record: 'agreed' },
    })
    await doctor.waitFor('authz.changed', (payload) => payload.pid === 201)
    const kept = await clinic.data.db.system.read(sql<{
      kind: string
      state: string
      text_version: string
      ends: Date | null
      unit_id: number
    }>`
      select kind, state, text_version, ends_at as ends, unit_id from consent where qid = ${patient.qid} order by kind`)
    expect(kept.map(({ kind, state, text_version, unit_id }) => [kind, state, text_version, unit_id])).toEqual([
      ['consultation', 'active', '2026-01', 2],
      ['record', 'active', '2026-01', 2],
      ['recording', 'declined', '2026-01', 2],
    ])
    expect(kept[1]?.ends?.toISOString().slice(0, 10)).toBe('2027-03-12')

    const arrived = await patient.post('arrivals', { ...devices, speaker: 'failed' })
    expect(arrived.data).toMatchObject({
      step: 'waiting',
      state: 'joined',
      waiting: { place: 1, ahead: 0, doctorOnline: true },
      canCall: true,
    })
    await doctor.waitFor('queue.changed', (payload) => payload.qid === patient.qid && payload.kind === 'checkIn')
    expect((await status(patient.qid))?.status).toBe('checkedIn')
    const [check] = await clinic.data.db.system.read(
      sql<{ check: object }>`select device_check as "check" from appointment where qid = ${patient.qid}`,
    )
    expect(check?.check).toMatchObject({ camera: 'ok', speaker: 'failed' })
  })

  it('[CALL-15~] tells who waits that the queue moved, and the new place', async () => {
    const before = await clinic.patient('waiting', { time: '11:05', pid: 201 })
    const waiting = await clinic.patient('waiting', { time: '11:20' })
    const page = await waiting.line()
    const place = (await waiting.view()).data.waiting?.place ?? 0
    await clinic.patient('waiting', { time: '10:40' })
    await page.waitFor('board.changed')
    expect((await waiting.view()).data.waiting?.place).toBe(place + 1)
    const later = page.heard.filter((event) => event.type === 'board.changed').length
    expect((await before.post('cancel', { reason: '改天' })).code).toBe('OK')
    await page.waitFor(
      'board.changed',
      () => page.heard.filter((event) => event.type === 'board.changed').length > later,
    )
    expect((await waiting.view()).data.waiting?.place).toBe(place)
    for (const event of page.heard)
      if (event.type === 'board.changed') expect(Object.keys(event.payload)).toEqual(['at'])
  })

  it('[CALL-15~] comes back after a reload and on another device, which puts the first one out', async () => {
    const patient = await clinic.patient()
    const [first, page] = [patient.cookie, await patient.line()]
    expect((await patient.view()).data.step).toBe('waiting')
    const closing = new Promise((resolve) => page.socket.once('closing', resolve))
    await patient.identify()
    expect(await closing).toEqual({ code: 'REPEAT_LOGIN' })
    expect((await patient.view()).data.step).toBe('waiting')
    // The replayed cookie of the browser before.
    patient.cookie = first
    expect((await patient.view()).data).toMatchObject({
      step: 'identity',
      identity: { passed: false },
      consents: null,
      waiting: null,
    })
    expect((await patient.post('calls', {})).code).toBe('UNAUTHENTICATED')
    await expect(patient.line()).rejects.toThrow('UNAUTHENTICATED')
  })

  it('[CALL-15~] cancels until 30 minutes before, and says when it is too late', async () => {
    const early = await clinic.patient('identified', { time: '14:00' })
    await early.post('consents', all)
    expect((await early.view()).data.visit?.cancellableUntil).toBe('2026-03-12T05:30:00.000Z')
    const cancelled = await early.post('cancel', {})
    expect(cancelled.data).toMatchObject({ state: 'dead', code: 'LINK_DEAD', deadReason: 'cancelled', step: 'ended' })
    expect(await status(early.qid)).toEqual({ status: 'cancelled', by: 'patient' })
    const late = await clinic.patient('identified', { time: '10:55' })
    expect((await late.view()).data.visit?.cancellableUntil).toBeNull()
    expect((await late.post('cancel', {})).code).toBe('APPT_ILLEGAL_STEP')
  })

  it('leaves the waiting room and is no longer rung there', async () => {
    const patient = await clinic.patient()
    await patient.line()
    expect((await patient.post('leave')).data).toMatchObject({ step: 'devices', canCall: false })
    expect((await patient.post('calls', {})).code).toBe('APPT_ILLEGAL_STEP')
    expect((await lin.post('/his/api/callout', { queueID: patient.qid })).code).toBe('PATIENT_OFFLINE')
    expect((await patient.post('arrivals', devices)).data.step).toBe('waiting')
  })

  it('lets nobody into the waiting room of another day', async () => {
    const patient = await clinic.patient('identified', { date: '2026-03-13' })
    await patient.post('consents', all)
    expect((await patient.post('arrivals', devices)).code).toBe('APPT_NOT_TODAY')
    expect((await patient.post('calls', {})).code).not.toBe('OK')
  })
})

describe('a link', () => {
  it('is not used up by a preview', async () => {
    const patient = await clinic.patient('fresh')
    const before = await row(patient)
    for (const agent of ['facebookexternalhit/1.1', 'Line/13', 'Twitterbot/1.0'])
      expect(
        (await fetch(`${clinic.base}/his/api/links/${patient.token}`, { headers: { 'user-agent': agent } })).status,
      ).toBe(200)
    expect(await row(patient)).toEqual(before)
    expect((await row(patient))?.state).toBe('sent')
  })

  it('lies in the database as a hash alone', async () => {
    const patient = await clinic.patient('fresh')
    expect(patient.token.length).toBeGreaterThanOrEqual(43)
    expect((await row(patient))?.token_hash).not.toContain(patient.token)
    const [found] = await clinic.data.db.system.read(sql<{ n: number }>`
      select count(*)::int as n from audit_log where action like ${`%${patient.token}%`} or detail::text like ${`%${patient.token}%`}`)
    expect(found?.n).toBe(0)
  })

  it('[CALL-15~] expires after 3 minutes unopened and takes the visit along, live; without a clock it does not', async () => {
    const ends = new Date(clinic.clock.now().getTime() + 180_000)
    const demo = await clinic.patient('fresh')
    const timed = await clinic.patient('fresh', { expiresAt: ends })
    const opened = await clinic.patient('fresh', { expiresAt: ends })
    expect((await timed.view()).data.expiresAt).toBe(ends.toISOString())
    await opened.post('open')
    expect((await opened.view()).data.expiresAt).toBeNull()
    await clinic.pass(179_000)
    expect((await row(timed))?.state).toBe('sent')
    await clinic.pass(1500)
    await doctor.waitFor('link.changed', ({ id, state }) => id === timed.linkId && state === 'expired')
    await doctor.waitFor('queue.changed', ({ qid }) => qid === timed.qid)
    expect((await row(timed))?.state).toBe('expired')
    expect((await timed.view()).data).toMatchObject({
      code: 'LINK_EXPIRED',
      step: 'ended',
      visit: null,
      expiresAt: null,
    })
    expect(await status(timed.qid)).toEqual({ status: 'autoCancelled', by: 'linkExpired' })
    for (const step of ['open', 'identity', 'consents', 'arrivals', 'calls', 'tokens'])
      expect(['LINK_EXPIRED', 'UNAUTHENTICATED', 'BAD_INPUT']).toContain(
        (await timed.post(step, step === 'identity' ? { birthday: BIRTHDAY, last4: LAST4 } : {})).code,
      )
    expect((await timed.post('open')).code).toBe('LINK_EXPIRED')
    expect((await opened.view()).data.code).toBeNull()
    expect((await demo.view()).data.code).toBeNull()
    expect((await status(demo.qid))?.status).toBe('registered')
  })

  it('[CALL-15~] expires by looking where nobody rang: its timer survives a restart, and is late if the server was off', async () => {
    const timed = await clinic.patient('fresh', { expiresAt: new Date(clinic.clock.now().getTime() + 180_000) })
    clinic.clock.advance(200_000)
    expect((await timed.view()).data).toMatchObject({ code: 'LINK_EXPIRED', state: 'expired' })
    expect((await timed.post('open')).code).toBe('LINK_EXPIRED')
    await clinic.restart()
    lin = await clinic.staff('dr.lin')
    doctor = await lin.online()
    await until(async () => (await status(timed.qid))?.by === 'linkExpired')
  })

  it('is unguessable: unknown tokens are all alike, and many of them are slowed down', async () => {
    const patient = await clinic.patient()
    const guesses = Array.from({ length: 40 }, (_, n) => `${'x'.repeat(40)}${String(n).padStart(3, '0')}`)
    const codes: string[] = []
    for (const guess of guesses)
      codes.push(((await (await fetch(`${clinic.base}/his/api/links/${guess}`)).json()) as { status: string }).status)
    expect(codes.slice(0, 30)).toEqual(Array(30).fill('LINK_INVALID'))
    expect(codes.slice(30)).toEqual(Array(10).fill('RATE_LIMITED'))
    // A whole nursing home may be behind that address: nobody who has a link waits for who guesses, known here or not.
    expect((await patient.view()).code).toBe('OK')
    patient.cookie = ''
    expect((await patient.view()).code).toBe('OK')
    expect((await patient.post('identity', { birthday: BIRTHDAY, last4: '0000' })).code).toBe('IDENTITY_MISMATCH')
    clinic.clock.advance(11 * 60_000)
    expect((await clinic.post('/his/api/links/x/open')).code).toBe('LINK_INVALID')
  })

  it('locks after 5 wrong identity checks, however many come at once', async () => {
    const patient = await clinic.patient('fresh')
    const wrong = { birthday: BIRTHDAY, last4: '0000' }
    const tries = await Promise.all(Array.from({ length: 12 }, () => patient.post('identity', wrong)))
    const codes = tries.map((answer) => answer.code)
    expect(codes.filter((code) => code === 'IDENTITY_MISMATCH')).toHaveLength(IDENTITY_TRIES - 1)
    expect(codes.filter((code) => code === 'IDENTITY_LOCKED')).toHaveLength(12 - IDENTITY_TRIES + 1)
    expect((await patient.post('identity', { birthday: BIRTHDAY, last4: LAST4 })).code).toBe('IDENTITY_LOCKED')
    expect((await patient.view()).data).toMatchObject({ code: 'IDENTITY_LOCKED', identity: { triesLeft: 0 } })
    const audit = await clinic.data.db.system.read(sql<{ outcome: string }>`
      select outcome from audit_log where link_id = ${patient.linkId} and kind = 'auth' and outcome like 'IDENTITY%'`)
    expect(audit.length).toBeGreaterThanOrEqual(12)
  })

  it('opens with its own cookie only, which no script can read and no other site can send', async () => {
    const [one, other] = [await clinic.patient('identified'), await clinic.patient('fresh')]
    const passed = await other.post('identity', { birthday: BIRTHDAY, last4: LAST4 })
    const header = passed.headers.get('set-cookie') ?? ''
    expect(header).toContain('HttpOnly')
    expect(header).toContain('SameSite=Strict')
    const stranger = await clinic.patient('fresh')
    const secret = one.cookie.split('=')[1]
    const forged = `tw_link_${stranger.linkId.slice(0, 8)}=${secret}`
    for (const cookie of [one.cookie, forged, `${one.cookie}; ${forged}`])
      expect((await stranger.post('consents', all, cookie)).code).toBe('UNAUTHENTICATED')
    await expect(stranger.line(forged)).rejects.toThrow('UNAUTHENTICATED')
    const cross = await fetch(`${clinic.base}/his/api/links/${one.token}/consents`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: one.cookie, 'sec-fetch-site': 'cross-site' },
      body: JSON.stringify(all),
    })
    expect(cross.status).toBe(403)
  })

  it('holds its cookie to this very host where the address is https', async () => {
    const behind = await openClinic({ PUBLIC_URL: 'https://care.example.org' })
    try {
      const patient = await behind.patient('fresh')
      const passed = await patient.post('identity', { birthday: BIRTHDAY, last4: LAST4 })
      const header = passed.headers.get('set-cookie') ?? ''
      const [pair, ...attributes] = header.split('; ')
      expect(pair).toMatch(/^__Host-tw_link_[0-9a-f]{8}=[\w-]{43}$/)
      expect(attributes.toSorted()).toEqual(['HttpOnly', 'Max-Age=86400', 'Path=/', 'SameSite=Strict', 'Secure'])
      expect((await patient.post('consents', all, header.split(';')[0])).code).toBe('OK')
    } finally {
      await behind.close()
    }
  })

  it('reaches only its own patient, visit and calls', async () => {
    const [one, other] = [await clinic.patient(), await clinic.patient('waiting', { time: '11:45' })]
    await one.line()
    const ring = await other.post('calls', {})
    const callID = ring.data.call?.callID ?? ''
    for (const action of ['answer', 'reject', 'cancel', 'hangup'])
      expect((await one.post(`calls/${callID}`, { action })).code).toBe('NOT_FOUND')
    expect((await other.post(`calls/${callID}`, { action: 'answer' })).code).toBe('NOT_FOUND')
    expect((await one.post('tokens')).code).toBe('ROOM_NOT_STARTED')
    expect((await other.post('tokens')).code).toBe('ROOM_NOT_STARTED')
    const page = await one.line()
    expect((await page.emit('join_room', { room: `link:${other.linkId}` })).code).toBe('FORBIDDEN')
    expect((await page.emit('join_room', { room: 'unit:2' })).code).toBe('FORBIDDEN')
    const asStaff = await fetch(`${clinic.base}/his/api/getCallList`, {
      method: 'POST',
      headers: { authorization: `Bearer ${one.token}`, cookie: one.cookie, 'content-type': 'application/json' },
      body: '{}',
    })
    expect(asStaff.status).toBe(401)
    await other.post(`calls/${callID}`, { action: 'cancel' })
  })

  it('dies with end for all, and says so to the page', async () => {
    const patient = await clinic.patient()
    const page = await patient.line()
    const callID = (await patient.post('calls', {})).data.call?.callID ?? ''
    await lin.act(callID, 'answer')
    expect((await lin.act(callID, 'end')).data).toMatchObject({ state: 'ended', cause: 'ended' })
    await page.waitFor('link.changed', (payload) => payload.state === 'dead')
    const view = await patient.view()
    expect(view.data).toMatchObject({
      code: 'LINK_DEAD',
      deadReason: 'closed',
      step: 'ended',
    } satisfies Partial<LinkView>)
    patient.cookie = ''
    expect((await patient.view()).data.visit).toBeNull()
    expect((await patient.post('open')).code).toBe('LINK_DEAD')
    await clinic.pass(3000)
  })

  it('takes hostile input as what it is', async () => {
    const patient = await clinic.patient('identified')
    for (const body of [
      {},
      { birthday: '1958-13-45', last4: '1234' },
      { birthday: BIRTHDAY, last4: "';--" },
      { birthday: BIRTHDAY, last4: 12 },
      [],
      null,
    ])
      expect(['BAD_INPUT', 'IDENTITY_MISMATCH']).toContain((await patient.post('identity', body)).code)
    expect((await patient.post('consents', { ...all, recording: 'yes' })).code).toBe('BAD_INPUT')
    expect((await patient.post('arrivals', { camera: '<b>' })).code).toBe('BAD_INPUT')
    expect((await patient.post('calls/nonsense', { action: 'answer' })).code).toBe('BAD_INPUT')
    expect((await patient.post('cancel', { reason: 'x'.repeat(5000) })).code).toBe('BAD_INPUT')
  })
})

describe('demo links', () => {
  it('gives a fresh link, without a clock, to who can read the secret of the running server', async () => {
    const qid = (await clinic.patient('fresh', { time: '16:00' })).qid
    const { url, secret } = JSON.parse(await readFile(demoFile(clinic.dataDir), 'utf8')) as {
      url: string
      secret: string
    }
    const ask = (headers: Record<string, string>) =>
      fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ qid }),
      })
    const wrong: Record<string, string>[] = [{}, { authorization: 'Bearer x' }, { authorization: `Bearer ${secret}x` }]
    for (const headers of wrong) expect((await ask(headers)).status).toBe(404)
    const given = (await (await ask({ authorization: `Bearer ${secret}` })).json()) as {
      data: { url: string; qid: number; last4: string }
    }
    expect(given.data).toMatchObject({ qid, last4: LAST4 })
    const token = given.data.url.split('/link/')[1]
    const view = (await (await fetch(`${clinic.base}/his/api/links/${token}`)).json()) as { data: LinkView }
    expect(view.data.step).toBe('start')
    const [link] = await clinic.data.db.system.read(sql<{ expires_at: Date | null }>`
      select expires_at from video_link where qid = ${qid} order by sent_at desc, expires_at nulls first limit 1`)
    expect(link?.expires_at).toBeNull()
  })

  it('exists on a demo only', async () => {
    const sober = await openClinic({ DEMO: '0' })
    expect((await sober.post('/his/api/demolinks', {})).status).toBe(404)
    await expect(readFile(demoFile(sober.dataDir))).rejects.toThrow('ENOENT')
    await sober.close()
  })
})

it('second access layer: a link sees its own patient’s rows, whatever is asked of the database', async () => {
  const [one, other] = [await clinic.patient('waiting', { pid: 201 }), await clinic.patient('fresh', { pid: 202 })]
  await clinic.data.db.system.tx((tx) => issueLink(tx, { qid: other.qid, expiresAt: null }, clinic.clock.now()))
  const scope = {
    kind: 'link' as const,
    mid: null,
    partnerId: 1,
    unitIds: [2],
    pid: 201,
    qid: one.qid,
    'emr.read': '-' as const,
    'appointment.read': '-' as const,
  }
  for (const table of ['video_link', 'appointment', 'member', 'room', 'call', 'recording', 'consent'])
    expect(await clinic.data.db.read(scope, sql`select 1 from ${sql.table(table)} where pid = 202`)).toEqual([])
  expect((await clinic.data.db.read(scope, sql`select 1 from video_link where pid = 201`)).length).toBeGreaterThan(0)
})
