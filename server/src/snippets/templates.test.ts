import type { NoteTemplate } from '@teleward/contract/snippets/template-endpoints.ts'
import { TEMPLATES_MAX } from '@teleward/contract/snippets/template-endpoints.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Clinic, openClinic, people } from '../emr/fixture.ts'
import { sql } from '../platform/db/index.ts'

let clinic: Clinic
beforeAll(async () => {
  clinic = await openClinic()
  // dr.lin and dr.wang are of one division, dr.away of another, and so is, by name, dr.far of the other institution.
  await clinic.db.system.tx(async (tx) => {
    await tx.run(
      sql`update staff_partner set division = '家醫科', division_en = 'Family medicine' where mid in (101, 102, 105)`,
    )
    await tx.run(sql`update staff_partner set division = '皮膚科' where mid = 106`)
  })
})
afterAll(() => clinic?.stop())

const { lin, wang, chen, far, away } = people
const text = { s: '{主訴}', o: 'BP __/__', a: '', p: '', memo: '' }
const keep = (mid: number, body: object) => clinic.post<NoteTemplate>(mid, 'notetemplates', { ...text, ...body })
const list = async (mid: number) =>
  (await clinic.call<{ division: string | null; templates: NoteTemplate[] }>(mid, 'GET', 'notetemplates')).data
const names = async (mid: number) => (await list(mid)).templates.map(({ name }) => name)

describe('templates of notes', () => {
  it('[EMR-15~] are of their maker alone, or of everybody of the maker’s division in the institution', async () => {
    const own = await keep(lin, { name: '自己的', code: 'me' })
    expect(own).toMatchObject({ status: 200, data: { own: true, division: null, owner: '林書妍', ...text } })
    const given = await keep(lin, { name: '高血壓回診', code: 'htn', shared: true })
    expect(given.data).toMatchObject({ division: '家醫科', divisionEn: 'Family medicine' })
    expect(await names(lin)).toEqual(['自己的', '高血壓回診'].sort())
    expect((await list(wang)).templates).toMatchObject([{ name: '高血壓回診', own: false, owner: '林書妍' }])
    for (const mid of [away, far, chen]) expect(await names(mid)).toEqual([])
    expect((await list(chen)).division).toBeNull()
    // Who is of no division has nobody to give it to.
    expect(await keep(chen, { name: '護理', shared: true })).toMatchObject({ status: 400, code: 'VALUE_INVALID' })
    // Whoever only sees it changes nothing.
    const { id, version } = given.data
    expect((await keep(wang, { id, version, name: '改' })).code).toBe('NOT_FOUND')
    expect((await clinic.post(wang, 'delnotetemplate', { id, version })).code).toBe('NOT_FOUND')
    // Taken back, it is its maker's alone.
    const back = await keep(lin, { id, version, name: '高血壓回診', code: 'htn' })
    expect(back.data).toMatchObject({ division: null, version: version + 1 })
    expect(await names(wang)).toEqual([])
    expect((await keep(lin, { id, version, name: '舊分頁' })).code).toBe('VERSION_STALE')
    expect((await clinic.post(lin, 'delnotetemplate', { id, version })).code).toBe('VERSION_STALE')
    expect((await clinic.post(lin, 'delnotetemplate', { id, version: version + 1 })).status).toBe(200)
    expect(await names(lin)).toEqual(['自己的'])
  })

  it('[EMR-15~] goes with the division: who changes theirs sees the new one’s, by both layers of access', async () => {
    await keep(away, { name: '皮膚科用', shared: true })
    const raw = (mid: number) =>
      clinic.db.tx({ kind: 'staff', mid, partnerId: 1, unitIds: [2, 3], pid: null, qid: null }, (tx) =>
        tx.many(sql<{ name: string }>`select name from note_template where name = '皮膚科用'`),
      )
    expect(await raw(wang)).toEqual([])
    await clinic.db.system.tx((tx) => tx.run(sql`update staff_partner set division = '皮膚科' where mid = ${wang}`))
    expect(await names(wang)).toEqual(['皮膚科用'])
    expect(await raw(wang)).toHaveLength(1)
    await clinic.db.system.tx((tx) => tx.run(sql`update staff_partner set division = '家醫科' where mid = ${wang}`))
    expect(await names(wang)).toEqual([])
  })

  it.each([
    ['no name', { name: ' ' }, 'FIELD_EMPTY', 'name'],
    ['nothing in it', { name: 'x', ...{ s: ' ', o: '' } }, 'FIELD_EMPTY', 's'],
    ['a name twice, wide letters and all', { name: 'ＡＢ' }, 'PHRASE_DUPLICATE', 'name'],
    ['a code twice', { name: 'other', code: 'AB' }, 'PHRASE_DUPLICATE', 'code'],
    ['a code that cannot be typed', { name: 'x', code: 'a b' }, 'VALUE_INVALID', 'code'],
    ['a text without end', { name: 'x', s: 'x'.repeat(2001) }, 'BAD_INPUT', 's'],
  ])('[EMR-15~] refuses %s', async (_why, body, code, path) => {
    await keep(lin, { name: 'ab', code: 'ab' })
    const answer = await keep(lin, body)
    expect([answer.code, answer.body.fields?.[0]?.path]).toEqual([code, path])
  })

  it('[EMR-15~] two at once under one name are one, and there is an end to how many', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => keep(wang, { name: '同名' })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    await clinic.db.system.tx((tx) =>
      tx.run(sql`insert into note_template (partner_id, owner_mid, name, name_key, parts, updated_at)
        select 1, ${wang}, 'n' || n, 'n' || n, '{"s": "x", "o": "", "a": "", "p": "", "memo": ""}', now()
        from generate_series(1, ${TEMPLATES_MAX - 1}) n`),
    )
    expect(await keep(wang, { name: '太多' })).toMatchObject({ status: 400, code: 'VALUE_INVALID' })
  })
})
