import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EmrData, Note, PrintableNote, NoteVersion, RecordBrief } from '@teleward/contract/emr/schema.ts'
import { room } from '../appointments/fixture.ts'
import { scopeOf } from '../platform/actor.ts'
import { sql } from '../platform/db/index.ts'
import { reference } from '../reference/catalogue.ts'
import { signatureHash } from './canonical.ts'
import { book, type Clinic, members, openClinic, PASSWORD, people, rowAt } from './fixture.ts'

let clinic: Clinic
beforeAll(async () => {
  clinic = await openClinic()
})
afterAll(() => clinic?.stop())

const { lin, wang, chen } = people
const owner = (note: Note) => ({ pid: note.pid, qid: note.qid })
const sign = (note: Note, more: object = {}, mid: number = note.author.mid) =>
  clinic.post(mid, 'recordSignature', {
    ...owner(note),
    id: note.id,
    version: note.version,
    password: PASSWORD,
    ...more,
  })
const amend = (note: Note, more: object, mid: number = note.author.mid) =>
  clinic.post(mid, 'updatenote', { ...owner(note), id: note.id, version: note.version, password: PASSWORD, ...more })

/** Complete and not signed yet. */
async function ready(visit: Parameters<Clinic['draft']>[0] = {}): Promise<Note> {
  const note = await clinic.draft(visit)
  await clinic.save(note, { s: '頭暈三天', a: '血壓偏高' })
  const { data } = await clinic.post(note.author.mid, 'upsertICD', { ...owner(note), noteId: note.id, code: 'I10' })
  return data
}
const forget = () => clinic.db.system.tx((tx) => tx.run(sql`delete from sign_confirmation`))

describe('signing', () => {
  it('[EMR-10] signs, locks and keeps what was signed with a hash that can be computed again', async () => {
    const note = await ready()
    const { data: signed } = await sign(note)
    expect(signed).toMatchObject({
      state: 'signed',
      signedBy: { mid: lin },
      version: note.version + 1,
      late: false,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    const { data: versions } = await clinic.call<NoteVersion[]>(lin, 'GET', `noteversions/${note.id}`)
    expect(versions[0]).toMatchObject({
      kind: 'sign',
      version: signed.version,
      hash: signed.hash,
      content: { s: '頭暈三天', diagnoses: [{ code: 'I10' }] },
    })
    const facts = {
      noteId: note.id,
      ...owner(note),
      authorMid: lin,
      version: signed.version,
      signedBy: lin,
      reason: null,
    }
    const signedAt = new Date(signed.signedAt ?? 0).toISOString()
    expect(signatureHash({ ...facts, signedAt, content: rowAt(versions).content })).toBe(signed.hash)
    expect(signatureHash({ ...facts, signedAt, content: { ...rowAt(versions).content, p: '!' } })).not.toBe(signed.hash)
  })
  it('[EMR-10] refuses every direct change of a signed note', async () => {
    const note = await clinic.signed()
    const at = { ...owner(note), noteId: note.id }
    const line = note.diagnoses[0]
    const tries = [
      clinic.save(note, { s: '改' }),
      clinic.post(lin, 'updateSubjective', { ...owner(note), id: note.id, version: note.version, text: '改' }),
      clinic.post(lin, 'upsertICD', { ...at, code: 'E78.5' }),
      clinic.post(lin, 'deleteICD', { ...at, id: line?.id, version: note.version }),
      clinic.post(lin, 'upsertMedicine', { ...at, code: 'X', dose: 1 }),
      clinic.post(lin, 'deleteMedicine', { ...at, id: line?.id, version: note.version }),
      clinic.post(lin, 'soap_icd10', { ...at, order: [line?.id], version: note.version }),
      clinic.save(note, { s: '改' }, chen),
      sign(note),
    ]
    for (const answer of await Promise.all(tries)) expect(answer).toMatchObject({ status: 409, code: 'NOTE_SIGNED' })
    expect((await clinic.post(lin, 'note', owner(note))).data).toMatchObject({
      id: note.id,
      state: 'signed',
      s: note.s,
    })
  })
  it('[EMR-10] fifty signatures at once are one', async () => {
    const note = await ready()
    await sign(await ready())
    const all = await Promise.all(Array.from({ length: 50 }, () => sign(note, { password: undefined })))
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(all.filter(({ code }) => code === 'NOTE_SIGNED')).toHaveLength(49)
    const rows = await clinic.db.system.read(
      sql`select 1 from note_version where note_id = ${note.id} and kind = 'sign'`,
    )
    expect(rows).toHaveLength(1)
  })
  it('[EMR-10] nobody signs or amends for another', async () => {
    const note = await ready()
    for (const mid of [wang, chen]) expect(await sign(note, {}, mid)).toMatchObject({ status: 403 })
    const done = await clinic.signed()
    expect(await amend(done, { reason: '不是我的', p: 'x' }, wang)).toMatchObject({
      status: 403,
      code: 'NOTE_NOT_AUTHOR',
    })
  })
  it('[EMR-10~] signs what was seen: text saved meanwhile makes the signature stale', async () => {
    const note = await ready()
    await clinic.save(note, { p: '另一個分頁' })
    expect(await sign(note)).toMatchObject({
      status: 409,
      code: 'VERSION_STALE',
      data: { p: '另一個分頁', state: 'draft' },
    })
  })
  it('[EMR-10~] names what is missing: the complaint and, of a doctor, a diagnosis; of others the assessment', async () => {
    const note = await clinic.draft()
    const answer = await sign(note)
    expect(answer).toMatchObject({ status: 400, code: 'NOTE_INCOMPLETE' })
    expect(answer.body.fields.map(({ path }) => path)).toEqual(['s', 'diagnoses'])
    const nurses = await clinic.draft({ mid: chen, did: lin })
    const saved = (await clinic.save(nurses, { s: '   ' })).data
    expect((await sign(saved)).body.fields.map(({ path }) => path)).toEqual(['s', 'a'])
    const full = (await clinic.save(saved, { s: '自述頭暈', a: '血壓偏高，衛教' })).data
    expect((await sign(full)).data).toMatchObject({ state: 'signed', signedBy: { mid: chen } })
  })
  it('[EMR-10~] marks a signature more than 24 hours after the visit as late', async () => {
    const qid = await book(clinic.db, {
      status: 'finished',
      finishedAt: new Date(clinic.clock.now().getTime() - 25 * 3_600_000),
    })
    const note = await ready({ qid })
    expect((await sign(note)).data).toMatchObject({ state: 'signed', late: true })
  })
})

describe('the password', () => {
  it('[EMR-10] is asked for, counts ten minutes for this session, and a wrong one signs nothing', async () => {
    await forget()
    const note = await ready()
    expect(await sign(note, { password: undefined })).toMatchObject({
      status: 401,
      code: 'SIGN_FAILED',
      data: { passwordRequired: true },
    })
    expect(await sign(note, { password: 'wrong1234' })).toMatchObject({ status: 401, code: 'SIGN_FAILED' })
    expect((await clinic.save(note, {})).data.state).toBe('draft')
    expect((await sign(note)).status).toBe(200)
    expect((await sign(await ready(), { password: undefined })).status).toBe(200)
    const data = (await clinic.post<EmrData>(lin, 'getEmrData', owner(note))).data
    expect(new Date(data.signConfirmedUntil ?? 0).getTime() - clinic.clock.now().getTime()).toBe(600_000)
    clinic.clock.advance(600_001)
    expect(await sign(await ready(), { password: undefined })).toMatchObject({ code: 'SIGN_FAILED' })
  })
  it('[EMR-10~] cannot be guessed at the signature: wrong ones lock the session; those of a stranger do not', async () => {
    await forget()
    const strangers = new Date(clinic.clock.now().getTime() + 900_000)
    await clinic.db.system.tx((tx) =>
      tx.run(sql`update staff_credential set failed_attempts = 5, locked_until = ${strangers}`),
    )
    expect(await sign(await ready())).toMatchObject({ status: 200 })
    const note = await ready({ mid: wang })
    const codes: string[] = []
    for (let at = 0; at < 6; at += 1) codes.push((await sign(note, { password: `wrong${at}234` })).code)
    expect(codes.slice(-1)).toEqual(['LOGIN_LOCKED'])
    expect(await sign(note)).toMatchObject({ status: 429, code: 'LOGIN_LOCKED' })
    await clinic.db.system.tx(async (tx) => {
      for (const table of ['staff_credential', 'staff_device'])
        await tx.run(sql`update ${sql.table(table)} set failed_attempts = 0, locked_until = null`)
    })
  })
})

describe('sign and finish', () => {
  const status = async (qid: number) =>
    (await clinic.db.system.read(sql<{ status: string }>`select status from appointment where qid = ${qid}`))[0]?.status

  it('[EMR-10~] finishes the visit in the same step', async () => {
    const note = await ready()
    expect((await sign(note, { finish: true })).data.state).toBe('signed')
    expect(await status(note.qid)).toBe('finished')
  })
  it('[EMR-10~] does neither where one is refused: the patient is still in the room', async () => {
    const note = await ready()
    await room(clinic.db, note.qid, 'live')
    expect(await sign(note, { finish: true })).toMatchObject({ status: 409, code: 'APPT_IN_CALL' })
    expect((await clinic.save(note, {})).data).toMatchObject({ state: 'draft', version: note.version })
    expect(await status(note.qid)).toBe('checkedIn')
    expect((await sign(note)).data.state).toBe('signed')
  })
  it('says in words why a visit that nobody checked in cannot be finished', async () => {
    const note = await ready({ qid: await book(clinic.db) })
    const answer = await sign(note, { finish: true })
    expect(answer).toMatchObject({ status: 409, code: 'APPT_ILLEGAL_STEP', data: { status: 'registered' } })
    expect(await status(note.qid)).toBe('registered')
  })
  it('signs after the visit was finished by somebody else', async () => {
    const note = await ready({ qid: await book(clinic.db, { status: 'finished', finishedAt: clinic.clock.now() }) })
    expect((await sign(note, { finish: true })).status).toBe(200)
  })
})

describe('amending and withdrawing', () => {
  it('[EMR-10] an amendment is a new version with its reason; the earlier text stays readable', async () => {
    const note = await clinic.signed()
    const { data: after } = await amend(note, {
      reason: '補充',
      p: '兩週後回診',
      diagnoses: [{ code: 'E78.5' }, { code: 'I10', remarks: '控制中' }],
    })
    expect(after).toMatchObject({
      state: 'amended',
      version: note.version + 1,
      p: '兩週後回診',
      signedAt: note.signedAt,
      diagnoses: [{ code: 'E78.5' }, { code: 'I10' }],
    })
    expect([note.amendedReason, after.amendedReason]).toEqual([null, '補充'])
    const again = (await amend(after, { reason: '再補充', memo: '少鹽' })).data
    // What stands at the foot of the note is of the last one.
    expect(again).toMatchObject({ amendedReason: '再補充', signedAt: note.signedAt })
    const { data: versions } = await clinic.call<NoteVersion[]>(lin, 'GET', `noteversions/${note.id}`)
    expect(versions.slice(0, 3)).toMatchObject([
      { kind: 'amend', version: again.version, reason: '再補充', changed: ['memo'], savedBy: { mid: lin } },
      { kind: 'amend', version: after.version, reason: '補充', changed: ['p', 'diagnoses'] },
      { kind: 'sign', version: note.version, content: { p: '', diagnoses: [{ code: 'I10' }] } },
    ])
    expect(new Set(versions.slice(0, 3).map(({ hash }) => hash)).size).toBe(3)
  })
  it.each([
    ['no reason', { reason: '  ', p: 'x' }, 'REASON_REQUIRED'],
    ['nothing new', { reason: '沒有改' }, 'BAD_INPUT'],
    ['an empty complaint', { reason: '清空', s: ' ' }, 'NOTE_INCOMPLETE'],
    ['no diagnosis left', { reason: '清空', diagnoses: [] }, 'NOTE_INCOMPLETE'],
    ['an unknown code', { reason: '改碼', diagnoses: [{ code: 'ZZZ9' }] }, 'ICD_NOT_FOUND'],
    ['one code twice', { reason: '改碼', diagnoses: [{ code: 'I10' }, { code: 'i10' }] }, 'ICD_DUPLICATE'],
    ['a broken line', { reason: '改藥', lines: [{ code: 'NOPE' }] }, 'DRUG_NOT_FOUND'],
    ['an old version', { reason: '舊', p: 'x', version: 1 }, 'VERSION_STALE'],
    ['a wrong password', { reason: '改', p: 'x', password: 'wrong1234' }, 'SIGN_FAILED'],
  ])('[EMR-10] refuses %s and leaves the note as it was signed', async (_what, more, code) => {
    const note = await clinic.signed()
    expect((await amend(note, more)).code).toBe(code)
    const { updatedAt: _, ...before } = note
    expect((await clinic.post(lin, 'note', owner(note))).data).toMatchObject(before)
    await clinic.db.system.tx((tx) => tx.run(sql`update staff_device set failed_attempts = 0`))
  })
  it('[EMR-05~] [EMR-10~] amounts that were confirmed stay confirmed in an amendment; others are asked about, and none goes along to another note', async () => {
    const draft = await ready()
    const line = {
      code: reference.drugs().search('folic acid 5mg')[0]?.code,
      ...{ dose: 12, frequency: 'QD', route: 'PO', days: 3 },
    }
    const { data } = await clinic.post(lin, 'upsertMedicine', {
      ...owner(draft),
      noteId: draft.id,
      ...line,
      confirm: true,
    })
    const answer = await sign(data)
    expect(answer.status, answer.code).toBe(200)
    const signed = answer.data
    const by = rowAt(signed.lines).confirmed
    expect(by).toMatchObject({ by: { mid: lin } })
    const { data: versions } = await clinic.call<NoteVersion[]>(lin, 'GET', `noteversions/${signed.id}`)
    expect(versions[0]?.content.prescription).toMatchObject([{ dose: 12, confirmed: by }])
    expect(await amend(signed, { reason: '改量', lines: [{ ...line, dose: 13 }] })).toMatchObject({
      code: 'RX_LINE_INVALID',
    })
    const amended = await amend(signed, { reason: '補充用法', lines: [{ ...line, notes: '飯後' }] })
    expect(amended.data.lines).toMatchObject([{ notes: '飯後', confirmed: by }])
    const next = await clinic.draft({ pid: signed.pid })
    const copied = await clinic.post<{ note: Note; left: unknown[] }>(lin, 'notecopies', {
      ...owner(next),
      id: next.id,
      from: signed.id,
      parts: ['prescription'],
    })
    expect(copied.data).toMatchObject({ note: { lines: [] }, left: [{ code: line.code, reason: 'unfit' }] })
  })
  it('[EMR-05~] [EMR-10~] a total that nothing computes is neither signed nor amended before somebody has looked', async () => {
    const draft = await ready()
    const line = {
      ...{ code: reference.drugs().search('latanoprost')[0]?.code, unit: 'GTT', dose: 1, frequency: 'HS' },
      ...{ route: 'OU', days: 30, total: 1 },
    }
    const put = (more: object) =>
      clinic.post(lin, 'upsertMedicine', { ...owner(draft), noteId: draft.id, ...line, ...more })
    const { data } = await put({ totalToCheck: true })
    expect(await sign(data)).toMatchObject({ status: 400, code: 'RX_TOTAL_UNCHECKED' })
    const { id, version } = rowAt(data.lines)
    const looked = (await put({ id, version })).data
    const answer = await sign(looked)
    expect(answer.status, answer.code).toBe(200)
    expect(
      await amend(answer.data, { reason: '改', lines: [{ ...line, days: 60, totalToCheck: true }] }),
    ).toMatchObject({
      code: 'RX_TOTAL_UNCHECKED',
    })
    const { data: versions } = await clinic.call<NoteVersion[]>(lin, 'GET', `noteversions/${draft.id}`)
    expect(versions[0]?.content.prescription).toMatchObject([{ dose: 1, unit: 'GTT', total: 1, totalUnit: 'BOT' }])
  })
  it('[EMR-05~] [EMR-10~] a line from before, whose dose is in pens, stays as it was written and is not copied', async () => {
    const draft = await ready()
    const code = reference.drugs().search('insulin glargine')[0]?.code
    const { data } = await clinic.post(lin, 'upsertMedicine', {
      ...{
        ...owner(draft),
        noteId: draft.id,
        code,
        unit: 'IU',
        dose: 1,
        frequency: 'QD',
        route: 'SC',
        days: 30,
        total: 30,
      },
    })
    await clinic.db.system.tx((tx) =>
      tx.run(sql`update prescription_line set unit = 'PEN', total_unit = null where note_id = ${data.id}`),
    )
    const signed = (await sign(data)).data
    const before = { code, unit: 'PEN', dose: 1, frequency: 'QD', route: 'SC', days: 30, total: 30 }
    const amended = await amend(signed, { reason: '補充用法', lines: [{ ...before, notes: '睡前' }] })
    expect(amended.data.lines).toMatchObject([{ unit: 'PEN', totalUnit: null, dose: 1, total: 30, notes: '睡前' }])
    const next = await clinic.draft({ pid: signed.pid })
    const copied = await clinic.post<{ note: Note; left: unknown[] }>(lin, 'notecopies', {
      ...owner(next),
      ...{ id: next.id, from: signed.id, parts: ['prescription'] },
    })
    expect(copied.data).toMatchObject({ note: { lines: [] }, left: [{ code, reason: 'unfit' }] })
  })
  it('[EMR-10] amends nothing that is not signed', async () => {
    expect(await amend(await ready(), { reason: '早了', p: 'x' })).toMatchObject({ status: 409, code: 'ILLEGAL_STEP' })
  })
  it('[EMR-10] a withdrawn note is kept, marked and out of summaries; the visit may be written about anew', async () => {
    const note = await clinic.signed()
    const gone = (more: object) =>
      clinic.post(lin, 'delnote', { ...owner(note), id: note.id, version: note.version, ...more })
    expect(await gone({ reason: ' ' })).toMatchObject({ code: 'REASON_REQUIRED' })
    const { data } = await gone({ reason: '寫錯病人' })
    expect(data).toMatchObject({
      state: 'withdrawn',
      withdrawnReason: '寫錯病人',
      s: note.s,
      diagnoses: [{ code: 'I10' }],
    })
    for (const answer of [
      await gone({ reason: '再一次', version: data.version }),
      await clinic.save(data, { s: 'x' }),
      await amend(data, { reason: 'x', p: 'x' }),
    ])
      expect(answer).toMatchObject({ status: 409, code: 'ILLEGAL_STEP' })
    const listed = (await clinic.post<RecordBrief[]>(lin, 'fetchMRHistory', { pid: note.pid, pageSize: 100 })).data
    expect(listed.some(({ noteId }) => noteId === note.id)).toBe(false)
    const all = (
      await clinic.post<RecordBrief[]>(lin, 'fetchMRHistory', { pid: note.pid, withdrawn: true, pageSize: 100 })
    ).data
    expect(all.some(({ noteId }) => noteId === note.id)).toBe(true)
    const fresh = await clinic.post(lin, 'note', owner(note))
    expect(fresh.data).toMatchObject({ state: 'draft', s: '' })
    expect(
      (await clinic.post<PrintableNote>(lin, 'mrnotedata', { qid: note.qid })).data.notes.map(({ state }) => state),
    ).toEqual(['draft', 'withdrawn'])
  })
})

describe('the database itself', () => {
  /** Past the service, as the application's role and the author. */
  const direct = (statement: ReturnType<typeof sql>) =>
    clinic.db.tx(scopeOf(clinic.actor(lin)), (tx) => tx.run(statement))

  it('[EMR-10] holds a signed note against a service that forgot to ask', async () => {
    const note = await clinic.signed()
    const id = note.id
    for (const statement of [
      sql`update note set s = 'x' where id = ${id}`,
      sql`update note set s = 'x', state = 'draft', version = version + 1 where id = ${id}`,
      sql`update note set pid = ${members.zhang} where id = ${id}`,
      sql`update note set state = 'withdrawn', s = 'x', version = version + 1 where id = ${id}`,
      sql`update diagnosis set remarks = 'x' where note_id = ${id}`,
      sql`delete from diagnosis where note_id = ${id}`,
    ])
      await expect(direct(statement)).rejects.toMatchObject({ code: '23514' })
    for (const statement of [
      sql`update note_version set content = '{}' where note_id = ${id}`,
      sql`delete from note_version where note_id = ${id}`,
      sql`delete from note where id = ${id}`,
    ])
      await expect(direct(statement)).rejects.toMatchObject({ code: '42501' })
  })
  it('[EMR-10] lets nobody write in another’s name', async () => {
    const note = await clinic.draft()
    const as = (mid: number, statement: ReturnType<typeof sql>) =>
      clinic.db.tx(scopeOf(clinic.actor(mid)), (tx) => tx.run(statement))
    expect(await as(wang, sql`update note set s = 'x' where id = ${note.id}`)).toBe(0)
    await expect(
      as(
        wang,
        sql`insert into diagnosis (id, note_id, partner_id, unit_id, pid, author_mid, code, name_en, name_zh_tw, sort)
        values (gen_random_uuid(), ${note.id}, 1, 2, ${note.pid}, ${lin}, 'I10', 'x', 'x', 0)`,
      ),
    ).rejects.toMatchObject({ code: '42501' })
    expect((await clinic.save(note, {})).data).toMatchObject({ s: '', diagnoses: [] })
  })
})
