import type { FoundDrug, FoundIcd, Note } from '@teleward/contract/emr/schema.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { weightOf, WITH_PATIENT } from './choices.ts'
import { type Clinic, members, openClinic, PASSWORD, people } from './fixture.ts'

let clinic: Clinic
beforeAll(async () => {
  clinic = await openClinic()
})
afterAll(() => clinic?.stop())

const { lin, wang } = people
const owner = (note: Note) => ({ pid: note.pid, qid: note.qid })
const find = async (mid: number, q: string) =>
  (await clinic.post<FoundIcd[]>(mid, 'get_icd10', { q, pageSize: 5 })).data

async function signedWith(code: string, pid: number = members.wu): Promise<void> {
  clinic.clock.advance(1000)
  const note = await clinic.draft({ pid })
  await clinic.save(note, { s: '頭暈三天', a: '血壓偏高' })
  const { data } = await clinic.post<Note>(lin, 'upsertICD', { ...owner(note), noteId: note.id, code })
  const { status } = await clinic.post(lin, 'recordSignature', {
    ...owner(data),
    id: data.id,
    version: data.version,
    password: PASSWORD,
  })
  expect(status).toBe(200)
}

describe('finding a code', () => {
  it('[EMR-04~] answers abbreviations and says by which term, in both kinds of search', async () => {
    expect((await find(lin, 'htn'))[0]).toMatchObject({ code: 'I10', via: 'HTN' })
    expect((await find(lin, 'I10'))[0]).toMatchObject({ code: 'I10', via: null })
    const { data } = await clinic.post<FoundDrug[]>(lin, 'get_medicine_info', { q: 'Tylenol', pageSize: 5 })
    expect(data[0]).toMatchObject({ via: 'Tylenol' })
    const long =
      'Unspecified dementia, unspecified severity, without behavioral disturbance, psychotic disturbance, mood disturbance, and anxiety'
    expect((await find(lin, long))[0]).toMatchObject({ code: 'F03.90' })
    expect((await clinic.post(lin, 'get_icd10', { q: 'x'.repeat(257) })).status).toBe(400)
  })
  it('[EMR-04~] what one has signed comes first for oneself and for nobody else, a draft does not count', async () => {
    const before = (await find(lin, 'hypertens')).map(({ code }) => code)
    expect(before[0]).toBe('I10')
    const draft = await clinic.draft()
    await clinic.post(lin, 'upsertICD', { ...owner(draft), noteId: draft.id, code: 'I15.0' })
    expect((await find(lin, 'hypertens')).map(({ code }) => code)).toEqual(before)
    await signedWith('I15.0')
    await signedWith('I15.0')
    await signedWith('I15.9')
    expect((await find(lin, 'hypertens')).slice(0, 2)).toMatchObject([{ code: 'I15.0' }, { code: 'I15.9' }])
    expect((await find(wang, 'hypertens')).map(({ code }) => code)).toEqual(before)
    expect((await find(lin, 'i10'))[0]).toMatchObject({ code: 'I10' })
  })
})

describe('a search that knows its doctor', () => {
  const codes = async (mid: number, q: string, pid?: number) =>
    (await clinic.post<FoundIcd[]>(mid, 'get_icd10', { q, pageSize: 8, ...(pid === undefined ? {} : { pid }) })).data
  it('[EMR-15~] what one signed for this patient comes first, said so, before what one signs for others, and for nobody else', async () => {
    await signedWith('I11.9')
    for (let nth = 0; nth < 3; nth += 1) await signedWith('I12.9', members.li)
    expect((await codes(lin, 'hypertens', members.wu))[0]).toMatchObject({ code: 'I11.9', withPatient: true })
    const elsewhere = await codes(lin, 'hypertens', members.li)
    expect(elsewhere[0]).toMatchObject({ code: 'I12.9', withPatient: true })
    expect(elsewhere.find(({ code }) => code === 'I11.9')).toMatchObject({ withPatient: false })
    expect((await codes(lin, 'hypertens')).every(({ withPatient }) => !withPatient)).toBe(true)
    const theirs = await codes(wang, 'hypertens', members.wu)
    expect(theirs.every(({ withPatient }) => !withPatient)).toBe(true)
    expect(theirs.map(({ code }) => code)).toEqual((await codes(wang, 'hypertens')).map(({ code }) => code))
    // A patient one may not know of is no hint either.
    expect(await codes(lin, 'hypertens', members.foreign)).toEqual(await codes(lin, 'hypertens'))
  })
  it('[EMR-15~] hides no better match: a code typed whole and a title typed whole come before', async () => {
    await signedWith('I11.9')
    expect((await codes(lin, 'I10', members.wu))[0]).toMatchObject({ code: 'I10' })
    expect((await codes(lin, 'I15.8', members.wu))[0]).toMatchObject({ code: 'I15.8' })
    expect((await codes(lin, 'Essential (primary) hypertension', members.wu))[0]).toMatchObject({ code: 'I10' })
    expect((await codes(lin, 'Secondary hypertension, unspecified', members.wu))[0]).toMatchObject({ code: 'I15.9' })
  })
  it('[EMR-15~] before a letter is typed it offers what one signed for the patient, the last first, then what one signs', async () => {
    await signedWith('J06.9')
    const [first, second] = await codes(lin, '', members.wu)
    expect([first, second]).toMatchObject([{ code: 'J06.9', withPatient: true }, { withPatient: true }])
    expect((await codes(wang, '', members.wu))[0]).toMatchObject({ withPatient: false })
  })
  it('[EMR-15~] what one signed often a year ago counts for less than what one signs now', () => {
    const day = 86_400_000
    expect(weightOf(30, 360 * day)).toBeLessThan(weightOf(3, 0))
    expect(weightOf(3, 0)).toBeGreaterThan(weightOf(1, 0))
    expect(weightOf(1, 3000 * day)).toBe(1)
    expect(weightOf(1_000_000, 0)).toBeLessThan(WITH_PATIENT - 50)
  })
})
