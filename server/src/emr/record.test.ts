import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EmrData, Note, PrintableNote, NoteVersion, RecordBrief } from '@teleward/contract/emr/schema.ts'
import type { EmergencyAccess, PatientConsents } from '@teleward/contract/consents/schema.ts'
import { scopeOf } from '../platform/actor.ts'
import { sql } from '../platform/db/index.ts'
import { book, type Clinic, members, openClinic, people } from './fixture.ts'

let clinic: Clinic
let signed: Note
beforeAll(async () => {
  clinic = await openClinic()
  signed = await clinic.signed()
})
afterAll(() => clinic?.stop())

const { lin, wang, chen, kao, far, away } = people
const { wu, zhang } = members
const open = (mid: number | undefined, pid: number, qid: number) =>
  clinic.post<EmrData>(mid, 'getEmrData', { pid, qid })
interface Audit {
  action: string
  outcome: string
  mid: number
  detail: { reason?: string; flag?: string } | null
}
const audits = (mid: number, pid: number) =>
  clinic.db.system.read(
    sql<Audit>`select action, outcome, mid, detail from audit_log where mid = ${mid} and pid = ${pid} order by id`,
  )
const last = async (mid: number, pid: number) => (await audits(mid, pid)).at(-1)
const agreed = (pid: number, over = {}) =>
  clinic.db.system.tx((tx) => {
    const {
      state = 'active',
      unit = 2,
      until = '2099-01-01',
    } = over as { state?: string; unit?: number; until?: string }
    return tx.run(sql`insert into consent (id, partner_id, unit_id, pid, kind, state, text_version, starts_at, ends_at)
      values (gen_random_uuid(), 1, ${unit}, ${pid}, 'record', ${state}, '1', '2026-01-01', ${until}::timestamptz)`)
  })
const revoke = (pid: number) =>
  clinic.db.system.tx((tx) =>
    tx.run(sql`update consent set state = 'withdrawn' where pid = ${pid} and kind = 'record'`),
  )

describe('opening a record', () => {
  it('[EMR-11~] with the authorisation shows history, the visit, the notes and earlier records, and audits why', async () => {
    const qid = await book(clinic.db, { status: 'checkedIn' })
    const { status, data } = await open(lin, wu, qid)
    expect(status).toBe(200)
    expect(data).toMatchObject({
      access: 'authorised',
      patient: { pid: wu, name: '吳秀鳳', authorised: 'authorised', allergies: [{ ename: 'Penicillins' }] },
      details: { idNumber: 'A223456527', mobile: '0912345305' },
      history: { sensitive_matters: [{ note: 'Penicillin 類', severity: 'moderate' }], person_sick: [] },
      visit: { qid, telemedicine: true, site: 'video', doctor: { mid: lin }, identityAt: null, startedAt: null },
      note: null,
      mayWrite: true,
      mayEmergency: false,
      preparesFor: [],
      records: [{ noteId: signed.id, diagnoses: [{ code: 'I10' }], author: { mid: lin } }],
    })
    expect(await last(lin, wu)).toMatchObject({
      action: 'POST /his/api/getEmrData',
      outcome: 'OK',
      detail: { reason: 'authorised', qid },
    })
    expect((await open(chen, wu, qid)).data.preparesFor).toEqual([lin])
  })
  it('[EMR-11~] reads without a visit under qid 0, and no note can be begun there', async () => {
    const { data } = await open(lin, wu, 0)
    expect(data).toMatchObject({
      visit: null,
      note: null,
      others: [],
      mayWrite: false,
      records: [{ noteId: signed.id }],
    })
  })
  it('the visit stands in the record by itself: identity check, consents, begin and end', async () => {
    const qid = await book(clinic.db, { status: 'checkedIn' })
    await clinic.db.system.tx(async (tx) => {
      await tx.run(
        sql`insert into video_link (link_id, token_hash, partner_id, unit_id, pid, qid, identity_at) values (gen_random_uuid(), ${`h${qid}`}, 1, 2, ${wu}, ${qid}, '2026-03-12T02:00:00Z')`,
      )
      await tx.run(
        sql`insert into consent (id, partner_id, unit_id, pid, qid, kind, state, text_version) values (gen_random_uuid(), 1, 2, ${wu}, ${qid}, 'recording', 'declined', '1')`,
      )
      await tx.run(sql`insert into room (room_id, partner_id, unit_id, qid, pid, state, ds_room_id, live_at, closed_at)
        values (gen_random_uuid(), 1, 2, ${qid}, ${wu}, 'closed', 'x', '2026-03-12T02:05:00Z', '2026-03-12T02:20:00Z')`)
    })
    const { visit } = (await open(lin, wu, qid)).data
    expect(visit?.consents).toMatchObject([{ kind: 'recording', state: 'declined' }])
    for (const [name, at] of [
      ['identityAt', '02:00'],
      ['startedAt', '02:05'],
      ['endedAt', '02:20'],
    ] as const)
      expect(new Date(visit?.[name] ?? 0).toISOString()).toBe(`2026-03-12T${at}:00.000Z`)
  })
  it.each([
    ['nobody', undefined, 401, 'UNAUTHENTICATED'],
    ['an agent', kao, 403, 'FORBIDDEN'],
    ['a doctor of another unit', away, 404, 'NOT_FOUND'],
    ['a doctor of another institution', far, 404, 'NOT_FOUND'],
  ] as const)('[EMR-11~] refuses %s', async (_who, mid, status, code) => {
    expect(await open(mid, wu, signed.qid)).toMatchObject({ status, code })
    expect(await open(mid, wu, 0)).toMatchObject({ status, code })
    expect((await clinic.post<PrintableNote>(mid, 'mrnotedata', { qid: signed.qid })).status).toBe(status)
    expect((await clinic.call<Note[]>(mid, 'GET', `notes/${wu}/1`)).status).toBe(status)
    expect((await clinic.call<NoteVersion[]>(mid, 'GET', `noteversions/${signed.id}`)).status).toBe(status)
    expect((await clinic.call<Note[]>(mid, 'GET', `getRXData/${signed.qid}`)).status).toBe(status)
    expect((await clinic.post<RecordBrief[]>(mid, 'fetchMRHistory', { pid: wu })).status).toBe(status)
  })
  it('refuses a visit of somebody else, and ids that are none', async () => {
    expect(await open(lin, zhang, signed.qid)).toMatchObject({ status: 400, code: 'FIELD_RELATED' })
    for (const body of [
      {},
      { pid: 'x', qid: 1 },
      { pid: wu, qid: -1 },
      { pid: wu, qid: 1e12 },
      { pid: { $ne: 1 }, qid: 0 },
    ])
      expect((await clinic.post<EmrData>(lin, 'getEmrData', body)).status).toBe(400)
    expect((await open(lin, 999, 0)).status).toBe(404)
  })
})

describe('without the patient’s authorisation', () => {
  it('[EMR-11~] answers EMR_NOT_AUTHORISED with the header and nothing of the record, and keeps the attempt', async () => {
    const qid = await book(clinic.db, { pid: zhang, did: lin, status: 'checkedIn' })
    const { status, code, data } = await open(wang, zhang, qid)
    expect({ status, code }).toEqual({ status: 403, code: 'EMR_NOT_AUTHORISED' })
    expect(data).toMatchObject({
      access: 'none',
      patient: { name: '張振國', allergies: null },
      details: null,
      history: null,
      records: null,
      others: [],
      mayWrite: false,
      mayEmergency: true,
    })
    expect(await last(wang, zhang)).toMatchObject({ outcome: 'EMR_NOT_AUTHORISED', detail: { qid } })
    for (const answer of [
      await clinic.post<PrintableNote>(wang, 'mrnotedata', { qid }),
      await clinic.call<Note[]>(wang, 'GET', `getRXData/${qid}`),
      await clinic.call<Note[]>(wang, 'GET', `notes/${zhang}/1`),
      await clinic.post<RecordBrief[]>(wang, 'fetchMRHistory', { pid: zhang }),
    ])
      expect(answer).toMatchObject({ status: 403, code: 'EMR_NOT_AUTHORISED' })
  })
  it('[EMR-11] the answered call goes on: name header and the own note of this visit, written and read', async () => {
    const qid = await book(clinic.db, { pid: zhang, did: lin, status: 'checkedIn' })
    expect((await open(lin, zhang, qid)).data).toMatchObject({
      access: 'own',
      history: null,
      records: null,
      patient: { allergies: null },
      note: null,
      mayWrite: true,
    })
    const note = await clinic.draft({ pid: zhang, qid })
    await clinic.save(note, { s: '未授權也要記' })
    expect((await open(lin, zhang, qid)).data).toMatchObject({
      access: 'own',
      note: { s: '未授權也要記' },
      others: [],
      mayWrite: false,
    })
    expect(await last(lin, zhang)).toMatchObject({ detail: { reason: 'own' } })
  })
  it('[EMR-11] an author always reads the own notes, audited, and only those', async () => {
    await agreed(zhang)
    const mine = await clinic.signed({ pid: zhang })
    const theirs = await clinic.signed({ pid: zhang, mid: wang })
    expect((await clinic.call<Note[]>(lin, 'GET', `notes/${zhang}/1`)).data.map(({ id }) => id)).toContain(theirs.id)
    await revoke(zhang)
    const { data, body } = await clinic.call<Note[]>(lin, 'GET', `notes/${zhang}/1`)
    expect(data.every(({ author }) => author.mid === lin)).toBe(true)
    expect(data.map(({ id }) => id)).toContain(mine.id)
    expect(body.total).toBe(data.length)
    expect(await last(lin, zhang)).toMatchObject({
      action: 'GET /his/api/notes/{pid}/{page}',
      detail: { reason: 'own' },
    })
    expect(
      (await clinic.post<RecordBrief[]>(lin, 'fetchMRHistory', { pid: zhang })).data.map(({ noteId }) => noteId),
    ).toEqual([mine.id])
    expect((await clinic.call<NoteVersion[]>(lin, 'GET', `noteversions/${theirs.id}`)).status).toBe(404)
    expect((await clinic.post<PrintableNote>(lin, 'mrnotedata', { qid: theirs.qid })).code).toBe('EMR_NOT_AUTHORISED')
    // Amending one's own stays possible; looking into the other's does not.
    const amended = await clinic.post(lin, 'updatenote', {
      pid: zhang,
      qid: mine.qid,
      id: mine.id,
      version: mine.version,
      reason: '補充',
      p: '回診',
    })
    expect(amended.data.state).toBe('amended')
  })
  it.each([
    ['ended', { until: '2026-02-01' }],
    ['was withdrawn', { state: 'withdrawn' }],
    ['was only asked for', { state: 'requested' }],
    ['holds for another unit', { unit: 3 }],
  ])('[EMR-11~] opens nothing by an authorisation that %s', async (_how, over) => {
    await revoke(zhang)
    await agreed(zhang, over)
    const qid = await book(clinic.db, { pid: zhang, did: lin })
    expect(await open(wang, zhang, qid)).toMatchObject({ status: 403, code: 'EMR_NOT_AUTHORISED' })
    await revoke(zhang)
  })
})

describe('emergency access', () => {
  it('[EMR-11~] opens the record for one person and 60 minutes, flagged with its reason', async () => {
    const qid = await book(clinic.db, { pid: zhang, did: lin })
    const take = (mid: number, body: object) => clinic.post<EmergencyAccess>(mid, `consents/${zhang}/emergency`, body)
    for (const reason of ['', '   ', 'abc', '急診'])
      expect(await take(wang, { reason })).toMatchObject({ status: 400, code: 'REASON_REQUIRED' })
    expect((await take(wang, { reason: 'x'.repeat(501) })).status).toBe(400)
    const { data } = await take(wang, { reason: '病人昏迷送醫', qid })
    expect(new Date(data.until).getTime() - new Date(data.at).getTime()).toBe(3_600_000)
    expect((await open(wang, zhang, qid)).data).toMatchObject({
      access: 'emergency',
      patient: { authorised: 'emergency', allergies: [{ ename: 'Seafood' }] },
    })
    expect(await last(wang, zhang)).toMatchObject({ detail: { reason: 'emergency' } })
    expect((await audits(wang, zhang)).find(({ action }) => action === 'emergency access')).toMatchObject({
      detail: { flag: 'emergency', reason: '病人昏迷送醫' },
    })
    expect((await clinic.call<PatientConsents>(wang, 'GET', `consents/${zhang}`)).data.emergency).toMatchObject({
      reason: '病人昏迷送醫',
    })
    expect((await clinic.call<PatientConsents>(chen, 'GET', `consents/${zhang}`)).data.emergency).toBeNull()
    expect((await open(chen, zhang, qid)).data).toMatchObject({ access: 'own' })
    await clinic.db.system.tx((tx) => tx.run(sql`update emergency_access set until = now() - interval '1 second'`))
    expect(await open(wang, zhang, qid)).toMatchObject({ code: 'EMR_NOT_AUTHORISED' })
    const told = () =>
      clinic.db.system.read(
        sql<{ audience: string[] }>`select audience from event_log where type = 'authz.changed' order by id`,
      )
    expect(await told()).toMatchObject([{ audience: [`staff:${wang}`] }])
    clinic.clock.advance(3_600_001)
    await clinic.timers.runDue()
    expect(await told()).toHaveLength(2)
  })
  it.each([
    ['nobody', undefined, 401],
    ['an agent', kao, 403],
    ['a doctor of another unit', away, 404],
    ['a doctor of another institution', far, 404],
  ] as const)('[EMR-11~] is refused to %s', async (_who, mid, status) => {
    expect(
      (await clinic.post<EmergencyAccess>(mid, `consents/${zhang}/emergency`, { reason: '病人昏迷送醫' })).status,
    ).toBe(status)
    expect((await clinic.call<PatientConsents>(mid, 'GET', `consents/${zhang}`)).status).toBe(status)
  })
})

describe('earlier records', () => {
  it('are found by diagnosis, drug, doctor or complaint, without wildcards, paged', async () => {
    const ask = async (q: string, more = {}) =>
      (await clinic.post<RecordBrief[]>(lin, 'fetchMRHistory', { pid: wu, q, ...more })).body
    for (const q of ['i10', '高血壓', 'hypertension', '林書妍']) expect((await ask(q)).total, q).toBe(1)
    for (const q of ['%', '_', "' or 1=1 --", '\\', '100%', 'x']) expect((await ask(q)).total, q).toBe(0)
    expect(await ask('', { page: 2, pageSize: 1 })).toMatchObject({ data: [], total: 1, page: 2 })
    expect((await ask('', { sort: 'pid; drop table note' })).status).toBe('OK')
    expect((await ask('', { pageSize: 201 })).status).toBe('BAD_INPUT')
  })
  it('[EMR-02~] gives one visit in full, and its prescription', async () => {
    const { data } = await clinic.post<PrintableNote>(wang, 'mrnotedata', { qid: signed.qid })
    expect(data).toMatchObject({
      access: 'authorised',
      institution: { name: '禾安', unitName: '內湖分站' },
      visit: { qid: signed.qid },
      notes: [{ id: signed.id, state: 'signed' }],
    })
    expect(
      (
        await clinic.post<PrintableNote>(wang, 'mrnotedata', {
          qid: signed.qid,
          noteId: '00000000-0000-4000-8000-000000000000',
        })
      ).status,
    ).toBe(404)
    expect((await clinic.call<Note[]>(wang, 'GET', `getRXData/${signed.qid}`)).data).toMatchObject([
      { id: signed.id, lines: [] },
    ])
  })
})

describe('the second access layer', () => {
  const all = async (mid: number, over = {}) => {
    const scope = { ...scopeOf(clinic.actor(mid)), ...over }
    const counts = []
    for (const table of [
      'note',
      'note_version',
      'diagnosis',
      'prescription_line',
      'member_history',
      'consent',
      'emergency_access',
    ])
      counts.push(
        (await clinic.db.read(scope, sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`))[0]?.n,
      )
    return counts
  }
  it('[EMR-11~] shows nothing to another unit or institution, whatever is asked', async () => {
    expect(await all(away)).toEqual([0, 0, 0, 0, 0, 1, 0])
    expect(await all(far)).toEqual([0, 0, 0, 0, 0, 0, 0])
  })
  it('[EMR-11~] shows the author only own notes once the authorisation is gone, and everything while it stands', async () => {
    const authors = async (mid: number, pid: number, emr: 'y' | 'o' | '-' = 'y') =>
      (
        await clinic.db.read(
          { ...scopeOf(clinic.actor(mid)), 'emr.read': emr },
          sql<{ mid: number }>`select distinct author_mid as mid from note where pid = ${pid} order by 1`,
        )
      ).map(({ mid: author }) => author)
    await agreed(zhang)
    expect(await authors(lin, zhang)).toEqual([lin, wang])
    expect(await authors(kao, zhang, '-')).toEqual([])
    // Who reads only own patients' records gets none by the unit's authorisation.
    expect(await authors(kao, zhang, 'o')).toEqual([])
    await revoke(zhang)
    expect(await authors(lin, zhang)).toEqual([lin])
    expect(await authors(wang, zhang)).toEqual([wang])
    expect(await authors(chen, zhang)).toEqual([])
  })
})
