import type { PrescriptionSet } from '@teleward/contract/emr/set-endpoints.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scopeOf } from '../platform/actor.ts'
import { sql } from '../platform/db/index.ts'
import { reference } from '../reference/catalogue.ts'
import { type Clinic, openClinic, people, rowAt } from './fixture.ts'

let clinic: Clinic
let codes: string[]
beforeAll(async () => {
  clinic = await openClinic()
  codes = ['amlodipine', 'metformin', 'cetirizine'].map((name) => rowAt(reference.drugs().search(name, 5)).code)
})
afterAll(() => clinic?.stop())

const { lin, wang, chen, kao, far } = people
const line = (at: number, more: object = {}) => ({
  code: codes[at],
  dose: 1,
  frequency: 'QD',
  route: 'PO',
  days: 28,
  ...more,
})
const keep = (body: object, mid: number = lin) =>
  clinic.post<PrescriptionSet>(mid, 'upsertMedicinePackage', { lines: [line(0)], ...body })
const list = async (mid: number = lin) => (await clinic.post<PrescriptionSet[]>(mid, 'getMedicinePackages')).data
const names = async (mid: number) => (await list(mid)).map(({ name }) => name)

describe('prescription sets', () => {
  it('[EMR-06~] keeps a name, a code and lines as they are prescribed, and answers them with what the list of drugs has', async () => {
    const { data } = await keep({
      name: '高血壓＋糖尿病',
      code: 'HTDM',
      lines: [line(0), line(1, { frequency: 'bid' })],
    })
    expect(data).toMatchObject({ name: '高血壓＋糖尿病', code: 'HTDM', own: true, shared: false, version: 1 })
    expect(data.lines).toMatchObject([
      { code: codes[0], frequency: 'QD', days: 28, total: 28, listed: true },
      { code: codes[1], frequency: 'BID', total: 56, listed: true },
    ])
    const changed = await keep({ id: data.id, version: 1, name: '高血壓＋糖尿病', code: 'HTDM2', lines: [line(1)] })
    expect(changed.data).toMatchObject({ id: data.id, code: 'HTDM2', version: 2, lines: [{ code: codes[1] }] })
  })
  it.each([
    ['no name', { name: ' ', code: 'X1' }, 'FIELD_EMPTY'],
    ['no code', { name: 'X1' }, 'FIELD_EMPTY'],
    ['a code of two words', { name: 'X1', code: 'a b' }, 'BAD_INPUT'],
    ['no line', { name: 'X1', code: 'X1', lines: [] }, 'RX_EMPTY'],
    ['61 lines', { name: 'X1', code: 'X1', lines: Array.from({ length: 61 }, () => ({ code: 'x' })) }, 'BAD_INPUT'],
    ['a drug that there is not', { name: 'X1', code: 'X1', lines: [{ code: 'nothing' }] }, 'DRUG_NOT_FOUND'],
  ])('[EMR-06~] refuses %s', async (_what, body, code) => {
    expect((await keep(body)).code).toBe(code)
  })
  it('[EMR-06~] names the line that is not whole', async () => {
    const answer = await keep({ name: 'X2', code: 'X2', lines: [line(0), line(1, { days: 'x' })] })
    expect(answer).toMatchObject({ code: 'RX_LINE_INVALID', body: { fields: [{ path: 'lines.1.days' }] } })
  })
  it('[EMR-06~] a name or a code that is there is refused, whatever its width and case, also when a set is changed to it', async () => {
    await keep({ name: 'Cold A', code: 'cold' })
    const other = await keep({ name: 'Cold B', code: 'coldb' })
    expect(await keep({ name: 'ＣＯＬＤ ａ', code: 'new' })).toMatchObject({
      status: 409,
      code: 'RX_SET_NAME_DUPLICATE',
      body: { fields: [{ path: 'name' }] },
    })
    expect(await keep({ name: 'new', code: 'ＣＯＬＤ' })).toMatchObject({
      status: 409,
      code: 'RX_SET_CODE_DUPLICATE',
      body: { fields: [{ path: 'code' }] },
    })
    const { id, version } = other.data
    expect((await keep({ id, version, name: 'Cold A', code: 'coldb' })).code).toBe('RX_SET_NAME_DUPLICATE')
    expect((await keep({ id, version, name: 'Cold B', code: 'coldb' })).code).toBe('OK')
    // Another's own is another's: both may have a set of this name.
    expect((await keep({ name: 'Cold A', code: 'cold' }, wang)).code).toBe('OK')
  })
  it('[EMR-06~] of many who make one of the same name or code at once one has made it, shared ones across people', async () => {
    const many = await Promise.all(Array.from({ length: 8 }, (_, at) => keep({ name: `race ${at}`, code: 'race' })))
    expect(many.filter(({ code }) => code === 'OK')).toHaveLength(1)
    const both = await Promise.all(
      [lin, wang, lin, wang].map((mid, at) => keep({ name: 'everybody’s', code: `all${at}`, shared: true }, mid)),
    )
    expect(both.map(({ code }) => code).sort()).toEqual(['OK', ...Array(3).fill('RX_SET_NAME_DUPLICATE')])
    // Past the service, the index says the same.
    const insert = (owner: number, name: string) =>
      clinic.db.system.tx((tx) =>
        tx.run(sql`insert into prescription_set (partner_id, owner_mid, name, code, name_key, code_key, shared, lines, updated_at)
          values (1, ${owner}, ${name}, ${name}, ${name}, ${`k${owner}`}, true, '[]', now())`),
      )
    // Of who has none of that name.
    const winner = both.find(({ code }) => code === 'OK')?.data.owner.mid
    await expect(insert(winner === lin ? wang : lin, 'everybody’s')).rejects.toMatchObject({
      constraint: 'prescription_set_shared_name',
    })
  })
  it('[EMR-06~] a shared one is there for all who prescribe here, and its owner alone changes it', async () => {
    const { data } = await keep({ name: 'shared', code: 'sh', shared: true })
    expect(await names(wang)).toContain('shared')
    expect(await names(far)).toEqual([])
    // A nurse puts in what is shared and what is the doctor's she prepares for, and makes none.
    expect(await names(chen)).toEqual(expect.arrayContaining(['shared', 'Cold B']))
    expect(await keep({ name: 'n', code: 'n' }, chen)).toMatchObject({ status: 403, code: 'FORBIDDEN' })
    expect((await clinic.post(kao, 'getMedicinePackages')).status).toBe(403)
    for (const mid of [wang, far, chen]) {
      const gone = await clinic.post(mid, 'deleteMedicinePackage', { id: data.id, version: 1 })
      expect([403, 404]).toContain(gone.status)
    }
    expect((await keep({ id: data.id, version: 1, name: 'mine', code: 'mine' }, wang)).status).toBe(404)
    const write = clinic.db.tx(scopeOf(clinic.actor(wang)), (tx) =>
      tx.many(sql`update prescription_set set name = 'x' where id = ${data.id} returning id`),
    )
    expect(await write).toEqual([])
  })
  it('[EMR-06~] is changed and removed against a version: of two tabs one goes on', async () => {
    const { data } = await keep({ name: 'tabs', code: 'tabs' })
    const both = await Promise.all(
      ['left', 'right'].map((name) => keep({ id: data.id, version: 1, name, code: 'tabs' })),
    )
    expect(both.map(({ code }) => code).sort()).toEqual(['OK', 'VERSION_STALE'])
    expect(await clinic.post(lin, 'deleteMedicinePackage', { id: data.id, version: 1 })).toMatchObject({
      status: 409,
      data: { version: 2 },
    })
    expect((await clinic.post(lin, 'deleteMedicinePackage', { id: data.id, version: 2 })).code).toBe('OK')
    expect((await clinic.post(lin, 'deleteMedicinePackage', { id: data.id, version: 2 })).status).toBe(404)
  })
  it('[EMR-06~] a line whose drug was taken off the list since says so, and is not kept anew', async () => {
    const { data } = await keep({ name: 'old', code: 'old', lines: [line(0), line(2, { unit: 'ML', total: 1 })] })
    await clinic.db.system.tx((tx) =>
      tx.run(sql`update prescription_set set lines = jsonb_set(lines, '{0,code}', '"GONE1"') where id = ${data.id}`),
    )
    const found = (await clinic.post<PrescriptionSet[]>(lin, 'getMedicinePackages', { id: data.id })).data
    expect(found).toMatchObject([
      {
        lines: [
          { code: 'GONE1', listed: false },
          { code: codes[2], listed: true },
        ],
      },
    ])
    const again = await keep({ id: data.id, version: 1, name: 'old', code: 'old', lines: rowAt(found).lines })
    expect(again).toMatchObject({ code: 'DRUG_NOT_FOUND', body: { fields: [{ path: 'lines.0.code' }] } })
  })
})
