import { randomUUID } from 'node:crypto'
import { copyMarks } from '@teleward/contract/emr/copied.ts'
import type { LeftOut, Note, NoteVersion, PrintableNote } from '@teleward/contract/emr/schema.ts'
import type { DrugCheck } from '@teleward/contract/prescriptions/checks/schema.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../platform/db/index.ts'
import { reference } from '../reference/catalogue.ts'
import { type Clinic, members, openClinic, PASSWORD, people } from './fixture.ts'

let clinic: Clinic
let drug: string
let other: string
beforeAll(async () => {
  clinic = await openClinic()
  const code = (q: string) => reference.drugs().search(q, 1)[0]?.code ?? ''
  drug = code('amlodipine 5mg')
  other = code('amoxicillin 500mg')
  await clinic.db.system.tx((tx) =>
    tx.run(sql`update member_history set substance = 'class:penicillins' where pid = ${members.wu}`),
  )
})
afterAll(() => clinic?.stop())

const { lin, wang, chen } = people
const owner = (note: Note) => ({ pid: note.pid, qid: note.qid })
const line = (code: string) => ({ code, dose: 1, frequency: 'QD', route: 'PO', days: 28 })
const last = { s: '頭暈三天', o: 'BP 158/94', a: '血壓控制不佳', p: '續用藥，低鹽', memo: '每日量血壓' }

async function earlier(more: { mid?: number; pid?: number; drugs?: string[]; gone?: boolean } = {}): Promise<Note> {
  const mid = more.mid ?? lin
  const draft = await clinic.draft({ mid, pid: more.pid ?? members.wu })
  await clinic.save(draft, last)
  for (const code of ['I10', 'E11.9'])
    await clinic.post(mid, 'upsertICD', {
      ...owner(draft),
      noteId: draft.id,
      code,
      remarks: code === 'I10' ? '穩定' : '',
    })
  for (const code of more.drugs ?? [drug, other])
    expect(
      (await clinic.post(mid, 'upsertMedicine', { ...owner(draft), noteId: draft.id, ...line(code) })).status,
    ).toBe(200)
  const { data } = await clinic.save(draft, {})
  for (const { key } of (await check(data, mid)).issues.filter(({ severity }) => severity === 'high'))
    await clinic.post(mid, 'drugcheckanswers', { ...owner(draft), noteId: draft.id, key, reason: '已告知' })
  const now = (await clinic.save(draft, {})).data
  const signed = await clinic.post(mid, 'recordSignature', {
    ...owner(draft),
    id: draft.id,
    version: now.version,
    password: PASSWORD,
  })
  expect(signed.status, signed.code).toBe(200)
  // Taken off the list since.
  if (more.gone)
    await clinic.db.system.tx((tx) =>
      tx.run(
        sql`update prescription_line set code = 'GONE1', name = '下架錠' where note_id = ${draft.id} and code = ${other}`,
      ),
    )
  return signed.data
}
const check = async (note: Note, mid: number) =>
  (
    await clinic.post<DrugCheck>(mid, 'drugchecks', {
      ...owner(note),
      noteId: note.id,
      lines: note.lines.map(({ code, dose, frequency, route }) => ({ code, dose, frequency, route })),
      diagnoses: note.diagnoses.map(({ code }) => code),
    })
  ).data
const copy = (note: Note, from: string, parts: string[], mid: number = lin) =>
  clinic.post<{ note: Note; left: LeftOut[] }>(mid, 'notecopies', { ...owner(note), id: note.id, from, parts })
const states = (note: Note) => copyMarks(note, note.copied).map(({ part, state }) => `${part} ${state}`)

describe('copy forward', () => {
  it('[EMR-15~] puts beneath what stands there, marks each part with its visit, and says what was changed since', async () => {
    const from = await earlier()
    const draft = (await clinic.save(await clinic.draft(), { p: '今天先看' })).data
    const { data } = await copy(draft, from.id, ['a', 'p', 'memo', 'diagnoses'])
    expect(data.left).toEqual([])
    expect(data.note).toMatchObject({ s: '', o: '', a: last.a, p: `今天先看\n${last.p}`, memo: last.memo, lines: [] })
    expect(data.note.diagnoses.map(({ code, remarks }) => [code, remarks])).toEqual([
      ['I10', '穩定'],
      ['E11.9', ''],
    ])
    expect(data.note.copied).toContainEqual({
      part: 'a',
      noteId: from.id,
      qid: from.qid,
      date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      author: from.author,
      text: last.a,
    })
    expect(states(data.note)).toEqual(['a unchanged', 'p within', 'memo unchanged', 'diagnoses unchanged'])
    // The same once more is no change.
    const again = (await copy(data.note, from.id, ['a', 'p', 'memo', 'diagnoses'])).data
    expect(again.note).toMatchObject({ version: data.note.version, p: data.note.p })
    expect(again.left.map(({ code, reason }) => [code, reason])).toEqual([
      ['I10', 'present'],
      ['E11.9', 'present'],
    ])
    const edited = (await clinic.save(data.note, { a: `${last.a}，今天較好`, p: '換藥', memo: '' })).data
    expect(states(edited)).toEqual(['a within', 'p changed', 'diagnoses unchanged'])
    await clinic.post(lin, 'deleteICD', {
      ...owner(edited),
      noteId: edited.id,
      id: edited.diagnoses[1]?.id,
      version: edited.version,
    })
    const fewer = (await clinic.save(edited, { s: '頭暈好轉' })).data
    expect(states(fewer)).toEqual(['a within', 'p changed', 'diagnoses changed'])

    // It is signed with the note, kept in its versions, and printed.
    const signed = await clinic.post(lin, 'recordSignature', {
      ...owner(fewer),
      id: fewer.id,
      version: fewer.version,
      password: PASSWORD,
    })
    expect(signed.data.copied).toEqual(fewer.copied)
    const [kept] = (await clinic.call<NoteVersion[]>(lin, 'GET', `noteversions/${fewer.id}`)).data
    expect(kept?.content.copied).toEqual(fewer.copied)
    const sheet = (await clinic.post<PrintableNote>(lin, 'mrnotedata', { qid: fewer.qid })).data
    expect(sheet.notes[0]?.copied).toEqual(fewer.copied)
  })

  it('[EMR-15~] takes from signed notes of the same patient alone that the caller may read, and into nothing that is signed', async () => {
    const from = await earlier()
    const draft = await clinic.draft()
    const unsigned = await clinic.draft()
    expect((await copy(draft, unsigned.id, ['a'])).code).toBe('NOT_FOUND')
    expect((await copy(draft, randomUUID(), ['a'])).code).toBe('NOT_FOUND')
    await clinic.db.system.tx((tx) =>
      tx.run(sql`insert into consent (id, partner_id, unit_id, pid, kind, state, text_version, starts_at, ends_at)
        values (gen_random_uuid(), 1, 2, ${members.zhang}, 'record', 'active', '1', '2026-01-01', '2099-01-01')`),
    )
    const foreign = await earlier({ pid: members.zhang })
    const theirs = await earlier({ mid: wang, pid: members.zhang, drugs: [drug] })
    expect(await copy(draft, foreign.id, ['a'])).toMatchObject({ code: 'FIELD_RELATED' })
    const zhang = await clinic.draft({ pid: members.zhang })
    expect((await copy(zhang, theirs.id, ['a'])).data.note.a).toBe(last.a)
    await clinic.db.system.tx((tx) =>
      tx.run(sql`update consent set ends_at = '2026-01-02' where pid = ${members.zhang}`),
    )
    // Closed: another's is not to be had, one's own is.
    expect((await copy(zhang, theirs.id, ['p'])).code).toBe('NOT_FOUND')
    expect((await copy(zhang, foreign.id, ['p'])).data.note.p).toBe(last.p)
    expect((await copy(draft, from.id, ['a'], wang)).code).toBe('NOTE_NOT_AUTHOR')
    expect((await copy(from, from.id, ['a'])).code).toBe('NOTE_SIGNED')
    expect((await copy(draft, from.id, [])).status).toBe(400)
    // Who prepares for the doctor copies as far as they write.
    expect((await copy(draft, from.id, ['a'], chen)).data.note).toMatchObject({ a: last.a, preparedBy: { mid: chen } })
  })

  it('[EMR-15~] what another writes meanwhile is not lost, and two copies at once come in once', async () => {
    const from = await earlier()
    const draft = await clinic.draft()
    const [first, second] = await Promise.all([
      copy(draft, from.id, ['a', 'prescription']),
      copy(draft, from.id, ['a', 'prescription']),
      clinic.save(draft, { s: '同時寫的' }, chen),
    ])
    expect([first.status, second.status]).toEqual([200, 200])
    const now = (await clinic.save(draft, {})).data
    expect(now).toMatchObject({ s: '同時寫的', a: last.a })
    expect(now.lines).toHaveLength(2)
    const stale = await clinic.save(draft, { a: '以為還是空的' })
    expect(stale).toMatchObject({ code: 'VERSION_STALE', data: { a: last.a } })
  })
})

describe('the last prescription again', () => {
  it('[EMR-15~] writes each line anew; a drug that is off the list is named and not put in', async () => {
    const from = await earlier({ gone: true })
    const draft = await clinic.draft()
    const { data } = await copy(draft, from.id, ['prescription'])
    expect(data.note.lines.map(({ code, days, frequency, total }) => [code, days, frequency, total])).toEqual([
      [drug, 28, 'QD', from.lines[0]?.total],
    ])
    expect(data.left).toEqual([{ part: 'prescription', code: 'GONE1', name: '下架錠', reason: 'delisted' }])
    expect(states(data.note)).toEqual(['prescription changed'])
  })

  it('[EMR-15~] the check looks at it anew: an allergy known since holds it back, whatever was said of it then', async () => {
    const from = await earlier({ drugs: [other] })
    expect(from.drugAnswers.length).toBeGreaterThan(0)
    const draft = await clinic.draft()
    const { data } = await copy(draft, from.id, ['prescription', 'diagnoses'])
    expect(data.note.drugAnswers).toEqual([])
    const { issues } = await check(data.note, lin)
    expect(issues.some(({ kind, severity }) => kind === 'allergy' && severity === 'high')).toBe(true)
    const now = (await clinic.save(data.note, { s: '回診' })).data
    const signing = await clinic.post(lin, 'recordSignature', {
      ...owner(now),
      id: now.id,
      version: now.version,
      password: PASSWORD,
    })
    expect(signing.code).toBe('DRUG_CHECK_OPEN')
  })
})
