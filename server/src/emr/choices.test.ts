import type { FoundDrug, FoundIcd, Note } from '@teleward/contract/emr/schema.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Clinic, openClinic, PASSWORD, people } from './fixture.ts'

let clinic: Clinic
beforeAll(async () => {
  clinic = await openClinic()
})
afterAll(() => clinic?.stop())

const { lin, wang } = people
const owner = (note: Note) => ({ pid: note.pid, qid: note.qid })
const find = async (mid: number, q: string) =>
  (await clinic.post<FoundIcd[]>(mid, 'get_icd10', { q, pageSize: 5 })).data

async function signedWith(code: string): Promise<void> {
  const note = await clinic.draft()
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
