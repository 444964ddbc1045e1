import type { FoundDrug, FoundIcd } from '@teleward/contract/emr/schema.ts'
import { type ClinicalSynonym, SYNONYM_TERM_MAX, SYNONYMS_MAX } from '@teleward/contract/synonyms/schema.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Office, openOffice } from '../admin/fixture.ts'
import { sql } from '../platform/db/index.ts'

let office: Office
beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office?.stop())
beforeEach(async () => {
  for (const partner of [1, 32])
    for (const { id } of (await list('op', partner, '?pageSize=200')).rows) await remove('op', id, partner)
})

type Who = keyof Office['tokens']
const add = (who: Who, body: unknown, partner: unknown = 1) =>
  office.as(who, 'POST', `clinicalsynonyms/${partner}`, body)
const remove = (who: Who, id: unknown, partner: unknown = 1) =>
  office.as(who, 'DELETE', `clinicalsynonyms/${partner}/${id}`)
async function list(who: Who, partner: unknown = 1, query = '') {
  const said = await office.as(who, 'GET', `clinicalsynonyms/${partner}${query}`)
  return { ...said, rows: (said.data ?? []) as ClinicalSynonym[] }
}
const made = async (who: Who, body: unknown, partner?: number): Promise<ClinicalSynonym> => {
  const said = await add(who, body, partner)
  expect(said.code).toBe('OK')
  return said.data
}
const icd = async (q: string, who: Who = 'dr.lin'): Promise<FoundIcd[]> =>
  (await office.as(who, 'POST', 'get_icd10', { q, pageSize: 5 })).data
const drugs = async (q: string, who: Who = 'dr.lin'): Promise<FoundDrug[]> =>
  (await office.as(who, 'POST', 'get_medicine_info', { q, pageSize: 5 })).data
/** Codes that are found by the term itself. */
const by = async (term: string, who?: Who) =>
  (await icd(term, who)).flatMap(({ via, code }) => (via === term ? [code] : []))
/** Rows behind the service, as many as asked. */
const plant = (count: number, partner: number, kind = 'drug') =>
  office.data.db.system.tx((tx) =>
    tx.run(sql`insert into clinical_synonym (partner_id, kind, term, term_key, code, added_by, added_at)
      select ${partner}, ${kind}, 'p' || n, 'p' || n, 'SEED0001', ${office.mids.op ?? 0}, now() from generate_series(1, ${count}) n`),
  )
const audited = () =>
  office.data.db.system.read(
    sql<{ action: string; detail: unknown }>`
      select action, detail from audit_log where target_kind = 'clinicalSynonym' order by id`,
  )

const bluebird = { kind: 'diagnosis', term: '藍鵲症', code: 'E119' }
const morning = { kind: 'drug', term: '晨針 一號', code: 'seed0001' }

describe('terms of an institution', () => {
  it('[EMR-04~] find a diagnosis from the moment they are added until they are removed', async () => {
    expect(await by('藍鵲症')).toEqual([])
    const row = await made('admin', bluebird)
    expect(row).toMatchObject({ kind: 'diagnosis', term: '藍鵲症', code: 'E11.9', addedBy: { name: 'admin' } })
    expect(row.nameEn).toMatch(/diabetes/i)
    // What is below the same heading comes after it.
    expect((await by('藍鵲症'))[0]).toBe('E11.9')
    // Simplified, with blanks, and its beginning.
    expect((await icd('蓝鹊 症'))[0]).toMatchObject({ code: 'E11.9', via: '藍鵲症' })
    expect((await icd('藍鵲'))[0]).toMatchObject({ code: 'E11.9', via: '藍鵲症' })
    // A heading stands for what is below it, and of two codes the one added first comes first.
    await made('admin', { ...bluebird, code: 'J45' })
    expect((await icd('藍鵲症'))[0]?.code).toBe('E11.9')
    expect((await by('藍鵲症')).some((code) => code.startsWith('J45'))).toBe(true)
    expect((await remove('admin', row.id)).code).toBe('OK')
    expect(await by('藍鵲症')).not.toContain('E11.9')
  })
  it('[EMR-05~] find a drug, and come before what the shipped terms say', async () => {
    expect((await drugs('晨針一號')).some(({ code }) => code === 'SEED0001')).toBe(false)
    await made('admin', morning)
    expect((await drugs('晨針一號'))[0]).toMatchObject({ code: 'SEED0001', via: '晨針 一號', similar: false })
    expect((await drugs('晨针'))[0]).toMatchObject({ code: 'SEED0001', via: '晨針 一號' })
    await made('admin', { kind: 'drug', term: 'Tylenol', code: 'SEED0001' })
    const found = await drugs('tylenol')
    expect(found[0]).toMatchObject({ code: 'SEED0001', via: 'Tylenol' })
    expect(found[1]?.via).toBe('Tylenol')
    await made('admin', { kind: 'diagnosis', term: 'HTN', code: 'I15.9' })
    expect((await icd('htn')).slice(0, 2)).toMatchObject([{ code: 'I15.9' }, { code: 'I10' }])
    // Six words, more than are looked up together, and in another order.
    await made('admin', { kind: 'drug', term: 'the pen of the long night shift', code: 'SEED0001' })
    expect((await drugs('the pen of the long night shift'))[0]).toMatchObject({ code: 'SEED0001' })
    expect((await drugs('night shift long pen of the the'))[0]).toMatchObject({ code: 'SEED0001' })
    // A name or a code that is typed whole is never taken by a term.
    await made('admin', { kind: 'diagnosis', term: 'I10', code: 'E11.9' })
    expect((await icd('I10'))[0]).toMatchObject({ code: 'I10', via: null })
  })
  it('[EMR-05~] a drug that is only spelt alike says so', async () => {
    const found = await drugs('clobazam')
    expect(found.length).toBeGreaterThan(0)
    expect(found.every(({ similar }) => similar)).toBe(true)
    expect((await drugs('cobamamide')).map(({ similar }) => similar)).not.toContain(true)
    expect((await drugs('SEED0001'))[0]).toMatchObject({ similar: false })
    await made('admin', { kind: 'drug', term: 'clobazam', code: 'SEED0001' })
    expect((await drugs('clobazam'))[0]).toMatchObject({ code: 'SEED0001', via: 'clobazam', similar: false })
    expect((await drugs('clobazma'))[0]).toMatchObject({ similar: true })
  })
  it('are there once, however often and by however many they are added', async () => {
    const first = await made('admin', bluebird)
    expect(await made('admin.two', { kind: 'diagnosis', term: '  蓝鹊症 ', code: 'e11.9' })).toEqual(first)
    const all = await Promise.all(
      (['admin', 'admin.two', 'op', 'admin'] as const).map((who) => add(who, { ...morning, term: 'at once' })),
    )
    expect(new Set(all.map(({ code }) => code))).toEqual(new Set(['OK']))
    expect((await list('admin')).body.total).toBe(2)
    expect((await add('admin', { ...bluebird, code: 'I10' })).code).toBe('OK')
    expect((await list('admin')).body.total).toBe(3)
  })
  it('are listed by page, by kind, by a part of them and by their code', async () => {
    for (const one of [bluebird, morning, { kind: 'diagnosis', term: 'ABC', code: 'I10' }]) await made('admin', one)
    const terms = async (query: string) => (await list('admin.two', 1, query)).rows.map(({ term }) => term)
    expect(await terms('?kind=diagnosis')).toEqual(['ABC', '藍鵲症'])
    expect(await terms('?pageSize=1&page=2')).toHaveLength(1)
    expect((await list('admin', 1, '?pageSize=1&page=9')).body).toMatchObject({ total: 3, data: [] })
    expect(await terms(`?q=${encodeURIComponent('鹊')}`)).toEqual(['藍鵲症'])
    expect(await terms('?q=e119')).toEqual(['藍鵲症'])
    expect(await terms('?q=SEED0001&kind=drug')).toEqual(['晨針 一號'])
    expect(await terms(`?q=${encodeURIComponent("' or 1=1 --")}`)).toEqual([])
    expect(await terms(`?q=${encodeURIComponent('%')}`)).toEqual([])
  })
  it.each([
    ['a diagnosis that there is not', { ...bluebird, code: 'E11.651' }, 404, 'ICD_NOT_FOUND'],
    ['a drug that there is not', { ...morning, code: 'SEED9999' }, 404, 'DRUG_NOT_FOUND'],
    ['a drug’s code for a diagnosis', { ...bluebird, code: 'SEED0001' }, 404, 'ICD_NOT_FOUND'],
    ['signs alone', { ...bluebird, term: '。、—%' }, 400, 'VALUE_INVALID'],
    ['blanks', { ...bluebird, term: '   ' }, 400, 'BAD_INPUT'],
    ['too long a term', { ...bluebird, term: '字'.repeat(SYNONYM_TERM_MAX + 1) }, 400, 'BAD_INPUT'],
    ['another kind', { ...bluebird, kind: 'word' }, 400, 'BAD_INPUT'],
    ['no code', { ...bluebird, code: '' }, 400, 'BAD_INPUT'],
    ['an object for a term', { ...bluebird, term: { $ne: 1 } }, 400, 'BAD_INPUT'],
  ])('refuse %s', async (_what, body, status, code) => {
    expect(await add('admin', body)).toMatchObject({ status, code })
    expect((await list('admin')).rows).toEqual([])
  })
  it('take what is odd but a term', async () => {
    for (const term of ['字'.repeat(SYNONYM_TERM_MAX), '😀x', "'; drop table icd10; --", '<img src=x>', 'a\ud800b'])
      expect((await add('admin', { ...bluebird, term })).code, term).toBe('OK')
    expect((await icd("'; drop table icd10; --"))[0]).toMatchObject({ code: 'E11.9' })
  })
  it('are so many and no more, and say so', async () => {
    await plant(SYNONYMS_MAX - 1, 1)
    const two = await Promise.all(['last', 'one too many'].map((term) => add('admin', { ...morning, term })))
    expect(two.map(({ code }) => code).sort()).toEqual(['OK', 'SYNONYMS_FULL'])
    const refused = await add('admin', { ...morning, term: 'another' })
    expect(refused).toMatchObject({ status: 409, code: 'SYNONYMS_FULL' })
    expect(JSON.stringify(refused.body)).toContain(String(SYNONYMS_MAX))
    // What is there already is answered still, and another institution has room.
    expect((await add('admin', { ...morning, term: 'p1' })).code).toBe('OK')
    expect((await add('admin.sea', morning, 32)).code).toBe('OK')
    expect(await drugs('p4999')).toMatchObject([{ code: 'SEED0001', via: 'p4999' }])
    await office.data.db.system.tx((tx) => tx.run(sql`delete from clinical_synonym where partner_id = 1`))
  })
  it('are of their institution alone, for who searches and who administers', async () => {
    const far = await made('admin.sea', bluebird, 32)
    const { token } = await office.signIn('dr.hua')
    const there = async (q: string): Promise<FoundIcd[]> =>
      (await office.send('POST', '/his/api/get_icd10', { q, pageSize: 5 }, token)).body.data as never
    // Each institution's search is asked first once, whatever the process knows of the other.
    expect(await by('藍鵲症')).toEqual([])
    expect((await there('藍鵲症'))[0]).toMatchObject({ code: 'E11.9', via: '藍鵲症' })
    expect(await by('藍鵲症')).toEqual([])
    const near = await made('admin', { ...bluebird, term: '白鷺症' })
    expect(await there('白鷺症')).not.toContainEqual(expect.objectContaining({ via: '白鷺症' }))
    expect((await by('白鷺症'))[0]).toBe('E11.9')
    expect(await there('白鷺症')).not.toContainEqual(expect.objectContaining({ via: '白鷺症' }))
    expect((await remove('admin.sea', near.id, 32)).code).toBe('NOT_FOUND')
    for (const said of [
      await list('admin', 32),
      await add('admin', bluebird, 32),
      await remove('admin', far.id, 32),
      await remove('admin', far.id, 1),
      await list('op', 777),
      await add('op', bluebird, 777),
    ])
      expect(said).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    // A unit's administrator is not the institution's; whoever searches administers nothing.
    for (const who of ['unit.admin', 'dr.lin', 'nurse.chen'] as const) {
      const status = who === 'unit.admin' ? 404 : 403
      expect((await list(who)).status).toBe(status)
      expect((await add(who, bluebird)).status).toBe(status)
      expect((await remove(who, far.id)).status).toBe(status)
    }
    expect((await list('admin.sea', 32)).rows).toEqual([far])
    expect((await list('op', 32)).rows).toMatchObject([{ id: far.id }])
    expect((await remove('admin.sea', far.id, 32)).code).toBe('OK')
    expect((await remove('admin.sea', far.id, 32)).code).toBe('NOT_FOUND')
  })
  it('the policies say the same without the service', async () => {
    const far = await made('admin.sea', bluebird, 32)
    const scope = {
      mid: office.mids['dr.lin'] ?? 0,
      partnerId: 1,
      unitIds: [2],
      pid: null,
      qid: null,
      'appointment.read': 'y',
    } as const
    const staff = { ...scope, kind: 'staff', 'emr.read': 'y' } as const
    const seen = (as: object) =>
      office.data.db.read({ ...staff, ...as } as never, sql<{ id: number }>`select id from clinical_synonym`)
    const mine = await made('admin', morning)
    expect(await seen({})).toEqual([{ id: mine.id }])
    expect(await seen({ 'emr.read': '-' })).toEqual([])
    expect(await seen({ partnerId: 32, unitIds: [320] })).toEqual([{ id: far.id }])
    const write = (as: object, partner: number) =>
      office.data.db.tx({ ...staff, ...as } as never, (tx) =>
        tx.run(sql`insert into clinical_synonym (partner_id, kind, term, term_key, code, added_by, added_at)
          values (${partner}, 'drug', 'x', 'x', 'SEED0001', ${scope.mid}, now())`),
      )
    await expect(write({}, 1)).rejects.toThrow()
    await expect(write({ 'admin.partner': 'y', unitIds: [2] }, 1)).rejects.toThrow()
    await expect(write({ 'admin.partner': 'y', unitIds: [1] }, 32)).rejects.toThrow()
    await expect(write({ 'admin.partner': 'y', unitIds: [1] }, 1)).resolves.toBe(1)
  })
  it('cost a search no query while nothing changes', async () => {
    await made('admin', bluebird)
    // Words of what the test did so far come back by the bus, too: they are over once this one is heard.
    let stop = async () => {}
    await new Promise<void>((heard, failed) => {
      office.data.db
        .listen('clinical_synonym', (said) => said === '999' && heard())
        .then((listening) => {
          stop = listening
          return office.data.db.notify('clinical_synonym', '999')
        })
        .catch(failed)
    })
    await stop()
    await icd('藍鵲症')
    // Behind every service and without a word to anybody: what is known is asked.
    await office.data.db.system.tx((tx) => tx.run(sql`delete from clinical_synonym where partner_id = 1`))
    expect((await by('藍鵲症'))[0]).toBe('E11.9')
    // Another process's word of a change.
    await office.data.db.notify('clinical_synonym', '1')
    await expect.poll(() => by('藍鵲症')).toEqual([])
  })
  it('each change is kept with who made it and what it was', async () => {
    const row = await made('admin', bluebird)
    await remove('admin.two', row.id)
    const kept = await audited()
    expect(kept.slice(-2)).toMatchObject([
      { detail: { added: true, after: { term: '藍鵲症', code: 'E11.9' } } },
      { detail: { before: { term: '藍鵲症', code: 'E11.9' }, after: null } },
    ])
  })
})
