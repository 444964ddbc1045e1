import { randomUUID } from 'node:crypto'
import { AUTHORISE_TEXT } from '@teleward/contract/consents/rules.ts'
import type { PatientConsents } from '@teleward/contract/consents/schema.ts'
import type { EmrData } from '@teleward/contract/emr/schema.ts'
import { describe, expect, it } from 'vitest'
import { book } from '../appointments/fixture.ts'
import { sql } from '../platform/db/index.ts'
import { CLOSED, closed, OPEN, written } from './closed.fixture.ts'
import {
  asked,
  ask,
  clinic,
  codeOf,
  DAY,
  holder,
  lasting,
  lin,
  message,
  nurse,
  put,
  record,
  run,
  seen,
  signIn,
  tokenOf,
  ZHANG,
  useDesk,
} from './fixture.ts'

useDesk()

describe('asking the patient', () => {
  it('[AUTHZ-03] a closed record says so wherever it is read; the patient is sent a link, both answers are kept, an emergency needs its reason and is flagged', async () => {
    const wang = await clinic.staff('dr.wang')
    const kept = await written()
    expect(await closed(wang, kept)).toEqual(CLOSED)
    const line = await nurse.line()
    const made = await ask({ days: 90 })
    expect([made.code, made.data.state, made.data.channel]).toEqual(['OK', 'requested', 'sms'])
    const sent = await message(made.data)
    expect([sent.channel, sent.recipient]).toEqual(['sms', '0922345678'])
    expect(sent.body).not.toMatch(/張振國|病歷|林書妍/)
    // The token is the patient's alone.
    expect(JSON.stringify(made.data)).not.toContain(await tokenOf(made.data))

    const declining = holder(await tokenOf(made.data))
    await declining.open()
    await declining.identify()
    expect((await declining.say('decline')).data.authorisation?.state).toBe('declined')
    expect((await declining.say('agree')).code).toBe('ILLEGAL_STEP')
    expect((await seen()).consents).toMatchObject([{ state: 'declined', channel: 'sms', endsAt: expect.any(String) }])
    expect(await closed(wang, kept)).toEqual(CLOSED)

    const emergency = `/his/api/consents/${ZHANG}/emergency`
    const nothing = [
      '\u200b'.repeat(40),
      '\u3164',
      '\u2800'.repeat(9),
      '\u00ad'.repeat(20),
      '\u115f',
      '......',
      '急\u200b\u200b\u200b',
    ]
    for (const reason of [' 急 ', ...nothing])
      expect((await wang.post(emergency, { reason })).code, JSON.stringify(reason)).toBe('REASON_REQUIRED')
    expect((await wang.post(emergency, { reason: '昏迷送醫急救' })).code).toBe('OK')
    await lasting()
    expect([await record(wang), await record(nurse)]).toEqual(['emergency', 'none'])
    const [flag] = await clinic.data.db.system.read(sql<{ flag: string; reason: string; mid: number; pid: number }>`
      select detail ->> 'flag' as flag, detail ->> 'reason' as reason, mid, pid from audit_log where action = 'emergency access' order by at desc limit 1`)
    expect(flag).toEqual({ flag: 'emergency', reason: '昏迷送醫急救', mid: 102, pid: ZHANG })
    await run(sql`delete from emergency_access`)
    expect(await closed(wang, kept)).toEqual(CLOSED)

    const again = await ask({ days: 90 })
    const patient = holder(await tokenOf(again.data))
    const before = await patient.look()
    expect(before.data).toMatchObject({ kind: 'authorise', step: 'start', authorisation: null, visit: null })
    expect((await patient.say('agree')).status).toBe(401)
    await patient.open()
    const inside = await patient.identify()
    expect(inside.data).toMatchObject({
      step: 'authorise',
      institution: { name: '禾安', unitName: '內湖分站' },
      authorisation: { state: 'requested', askedBy: '林書妍', days: 90 },
    })
    const after = await patient.say('agree')
    expect(after.data.authorisation).toMatchObject({ state: 'active', givenBy: 'patient' })
    await line.waitFor('authz.changed', ({ pid }) => pid === ZHANG)
    const given = (await seen()).consents.find(({ id }) => id === again.data.id)
    expect(given).toMatchObject({
      state: 'active',
      givenBy: 'patient',
      giver: null,
      channel: 'sms',
      textVersion: AUTHORISE_TEXT,
      days: 90,
      askedBy: { mid: 101 },
      recordedBy: null,
    })
    expect(Date.parse(given?.endsAt ?? '') - Date.parse(given?.startsAt ?? '')).toBe(90 * DAY)
    await lasting()
    expect(await record(wang)).toBe('authorised')
    expect(await closed(wang, kept)).toEqual(OPEN)
  })

  it('[AUTHZ-03~] what was never answered opens nothing', async () => {
    const late = await asked()
    await clinic.pass(72 * 3_600_000 + 1000)
    expect((await late.patient.look()).data).toMatchObject({ code: 'LINK_EXPIRED', authorisation: null })
    expect((await late.patient.say('agree')).code).toBe('LINK_EXPIRED')
    await signIn()
    expect((await seen()).consents.map(({ state }) => state)).toEqual(['expired'])
    expect(await record()).toBe('none')
  })

  it('asks by e-mail where there is one, and says who cannot be reached', async () => {
    await run(sql`update member set email = 'chang@example.com' where pid = ${ZHANG}`)
    expect((await seen()).ways).toMatchObject({ sms: '•••••••678', email: 'c…@example.com', left: 3, mayAsk: true })
    const mailed = await ask({ channel: 'email' })
    expect(mailed.code).toBe('OK')
    expect(await message(mailed.data)).toMatchObject({ channel: 'email', recipient: 'chang@example.com' })
    expect((await ask({ pid: 203 })).code).toBe('NO_CHANNEL')
    expect((await ask({ pid: 204 })).code).toBe('NOT_FOUND')
    const other = await book(clinic.data.db, { pid: 201 })
    expect((await ask({ pid: ZHANG, qid: other })).code).toBe('FIELD_RELATED')
    expect((await lin.get(`/his/api/consents/${ZHANG}?qid=${other}`)).code).toBe('FIELD_RELATED')
    const own = await book(clinic.data.db, { pid: ZHANG })
    expect((await lin.get<PatientConsents>(`/his/api/consents/${ZHANG}?qid=${own}`)).data.ways.unitId).toBe(2)
  })

  it('three times a day and no more, however many at once; the request before is over', async () => {
    const first = await asked()
    const said = await Promise.all(Array.from({ length: 6 }, () => ask()))
    expect(said.map(({ code }) => code).sort()).toEqual([...Array(4).fill('AUTH_REQUEST_LIMIT'), 'OK', 'OK'])
    expect((await seen()).ways.left).toBe(0)
    expect((await first.patient.say('agree')).code).toBe('LINK_DEAD')
    expect((await seen()).consents.filter(({ state }) => state === 'requested')).toHaveLength(1)
  })

  it('one in force is not asked for again before its last fortnight', async () => {
    const { patient } = await asked({ days: 30 })
    await patient.say('agree')
    expect((await ask()).code).toBe('ILLEGAL_STEP')
    await run(
      sql`update consent set ends_at = ${new Date(clinic.clock.now().getTime() + 10 * DAY)} where pid = ${ZHANG} and state = 'active'`,
    )
    expect((await ask()).code).toBe('OK')
    // Until the next one is given, the one in force stays.
    await lasting()
    expect(await record()).toBe('authorised')
  })
})

describe('the link', () => {
  it('guessed, of another patient, or sent with another text it gives nothing', async () => {
    const { patient, made } = await asked()
    expect((await holder('x'.repeat(43)).say('agree')).code).toBe('LINK_INVALID')
    expect((await patient.say('agree', { text: '2020-01' })).code).toBe('VERSION_STALE')
    const stranger = holder(await tokenOf(made))
    for (const left of [4, 3, 2, 1]) {
      const wrong = await stranger.identify('0000')
      expect([wrong.code, (wrong.data as unknown as { triesLeft: number }).triesLeft]).toEqual([
        'IDENTITY_MISMATCH',
        left,
      ])
    }
    expect((await stranger.identify('0000')).code).toBe('IDENTITY_LOCKED')
    expect((await stranger.identify()).code).toBe('IDENTITY_LOCKED')
    expect(await record()).toBe('none')
    // A visit's link answers no request, and this one opens no visit.
    const visit = await clinic.patient('identified', { date: clinic.clock.now().toISOString().slice(0, 10) })
    expect((await visit.post('authorisation', { answer: 'agree', text: AUTHORISE_TEXT })).code).toBe('LINK_INVALID')
  })

  it('a guardian gives it with name and relation; taken back on the same page it closes live', async () => {
    const { patient, id } = await asked()
    await patient.say('agree', { giver: { name: '張小明', relation: '兒子' } })
    expect((await seen()).consents[0]).toMatchObject({
      givenBy: 'guardian',
      giver: { name: '張小明', relation: '兒子' },
    })
    const line = await lin.line()
    expect((await patient.say('withdraw')).data.authorisation?.state).toBe('withdrawn')
    await line.waitFor('authz.changed', ({ pid }) => pid === ZHANG)
    expect(await record()).toBe('none')
    expect((await seen()).consents[0]).toMatchObject({ id, state: 'withdrawn', endedBy: null })
    expect((await patient.say('withdraw')).code).toBe('ILLEGAL_STEP')
  })

  it('two who answer at once: one of them is heard', async () => {
    const { patient } = await asked()
    const said = await Promise.all([patient.say('agree'), patient.say('decline'), patient.say('agree')])
    expect(said.filter(({ code }) => code === 'OK')).toHaveLength(1)
    expect(said.filter(({ code }) => code === 'ILLEGAL_STEP')).toHaveLength(2)
  })

  it('an end that is reached closes the record, and whoever has it open is told', async () => {
    const { patient } = await asked({ days: 30 })
    await patient.say('agree')
    await clinic.pass(29 * DAY)
    await signIn()
    expect((await seen()).consents[0]?.state).toBe('active')
    const line = await lin.line()
    await clinic.pass(DAY + 1000)
    await line.waitFor('authz.changed', ({ pid }) => pid === ZHANG)
    await signIn()
    expect((await seen()).consents[0]?.state).toBe('expired')
  })
})

describe('read out at the desk', () => {
  it('the code opens it once; wrong ones are counted, and the message says what reading it out means', async () => {
    const made = await ask({ channel: 'code', days: 30 })
    expect(made.code).toBe('OK')
    const { body } = await message(made.data)
    expect(body).toMatch(/林書妍.*病歷.*30 天.*念出授權碼 \d{6}/)
    const code = await codeOf(made.data)
    const wrong = code === '000000' ? '000001' : '000000'
    const tried = await put(made.data.id, { action: 'code', code: wrong })
    expect([tried.code, (tried.data as unknown as { triesLeft: number }).triesLeft]).toEqual(['CODE_WRONG', 4])
    const both = await Promise.all([1, 2].map(() => put(made.data.id, { action: 'code', code })))
    expect(both.map((one) => one.code).sort()).toEqual(['CODE_USED', 'OK'])
    await lasting()
    expect(await record()).toBe('authorised')
    expect((await put(made.data.id, { action: 'code', code })).code).toBe('CODE_USED')
    expect((await seen()).consents[0]).toMatchObject({ channel: 'code', givenBy: 'patient', recordedBy: { mid: 101 } })
  })
  it('guessed five times, too late, of another request, or sent too often it is worth nothing', async () => {
    const made = await ask({ channel: 'code' })
    const code = await codeOf(made.data)
    expect((await ask({ channel: 'code' })).code).toBe('CODE_SEND_LIMIT')
    const wrong = code === '000000' ? '000001' : '000000'
    const codes = []
    for (let n = 0; n < 6; n++) codes.push((await put(made.data.id, { action: 'code', code: wrong })).code)
    expect(codes).toEqual([...Array(5).fill('CODE_WRONG'), 'CODE_TRIES_EXCEEDED'])
    expect((await put(made.data.id, { action: 'code', code })).code).toBe('CODE_TRIES_EXCEEDED')
    await clinic.pass(61_000)
    const next = await ask({ channel: 'code' })
    expect((await put(made.data.id, { action: 'code', code: await codeOf(next.data) })).code).toBe('CODE_EXPIRED')
    await clinic.pass(5 * 60_000)
    expect((await put(next.data.id, { action: 'code', code: await codeOf(next.data) })).code).toBe('CODE_EXPIRED')
    // The code of a link there is none.
    const linked = await ask()
    expect((await put(linked.data.id, { action: 'code', code: '123456' })).code).toBe('ILLEGAL_STEP')
    expect((await put(randomUUID(), { action: 'code', code: '123456' })).code).toBe('NOT_FOUND')
    expect(await record()).toBe('none')
  })
})

describe('taken back', () => {
  it('on the word of the patient, in one step; what was read goes on being refused to everybody at once', async () => {
    const { patient } = await asked()
    await patient.say('agree')
    await lasting()
    expect(await record(nurse)).toBe('authorised')
    const [given] = (await seen()).consents
    const stale = await put(given?.id ?? '', { action: 'withdraw', version: 1 })
    expect([stale.code, stale.data.id]).toEqual(['VERSION_STALE', given?.id])
    const away = await clinic.staff('dr.away')
    expect((await put(given?.id ?? '', { action: 'withdraw', version: given?.version }, away)).code).toBe('NOT_FOUND')
    const line = await nurse.line()
    const after = await put(given?.id ?? '', { action: 'withdraw', version: given?.version })
    expect(after.data).toMatchObject({ state: 'withdrawn', endedBy: { mid: 101 } })
    await line.waitFor('authz.changed', ({ pid }) => pid === ZHANG)
    expect(await record(nurse)).toBe('none')
    expect((await patient.look()).data.authorisation?.state).toBe('withdrawn')
    expect((await put(given?.id ?? '', { action: 'withdraw', version: after.data.version })).code).toBe('ILLEGAL_STEP')
  })
  it('while somebody writes, their own note of the visit is saved and the rest is closed', async () => {
    const { patient } = await asked()
    await patient.say('agree')
    await lasting()
    const qid = await book(clinic.data.db, { pid: ZHANG, did: 101, status: 'checkedIn' })
    const note = await lin.post<{ id: string; version: number }>('/his/api/note', { pid: ZHANG, qid })
    await patient.say('withdraw')
    const saved = await lin.request(`/his/api/notes/${note.data.id}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ pid: ZHANG, qid, version: note.data.version, s: '頭痛三天' }),
    })
    expect(((await saved.json()) as { status: string }).status).toBe('OK')
    const beside = (await lin.post<EmrData>('/his/api/getEmrData', { pid: ZHANG, qid })).data
    expect(beside).toMatchObject({
      access: 'own',
      history: null,
      records: null,
      details: null,
      note: { s: '頭痛三天' },
    })
  })
})
