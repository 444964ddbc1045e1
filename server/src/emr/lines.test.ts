import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DrugRow, IcdRow, Note } from '@teleward/contract/emr/schema.ts'
import { reference } from '../reference/catalogue.ts'
import { type Clinic, openClinic, people, rowAt } from './fixture.ts'

let clinic: Clinic
const tablet = reference.drugs().search('amlodipine')[0]
beforeAll(async () => {
  clinic = await openClinic()
})
afterAll(() => clinic?.stop())

const { lin, wang, chen } = people
const owner = (note: Note) => ({ pid: note.pid, qid: note.qid, noteId: note.id })
const icd = (note: Note, body: object, mid: number = lin) => clinic.post(mid, 'upsertICD', { ...owner(note), ...body })
const rx = (note: Note, body: object, mid: number = lin) =>
  clinic.post(mid, 'upsertMedicine', {
    ...owner(note),
    code: tablet?.code,
    dose: 1,
    frequency: 'QD',
    route: 'PO',
    days: 28,
    ...body,
  })
const codes = (answer: { data: Note }) => answer.data.diagnoses.map(({ code }) => code)

describe('diagnoses', () => {
  it('[EMR-04] adds several, the primary first, with remarks, in any way of writing the code', async () => {
    const note = await clinic.draft()
    await icd(note, { code: 'e785' })
    await icd(note, { code: ' I10 ', remarks: '追蹤中' })
    const third = await icd(note, { code: 'E11.65', sort: 0 })
    expect(codes(third)).toEqual(['E11.65', 'E78.5', 'I10'])
    expect(third.data.diagnoses[2]).toMatchObject({
      nameZhTw: '本態性(原發性)高血壓',
      remarks: '追蹤中',
      billable: true,
      sort: 2,
    })
    expect(third.data.version).toBe(4)
  })
  it('[EMR-04] puts them into another order, and refuses an order of other lines', async () => {
    const note = await clinic.draft()
    await icd(note, { code: 'I10' })
    const two = await icd(note, { code: 'E78.5' })
    const [first, second] = two.data.diagnoses.map(({ id }) => id)
    const turned = await clinic.post(lin, 'soap_icd10', {
      ...owner(note),
      order: [second, first],
      version: two.data.version,
    })
    expect(turned.data.diagnoses.map(({ code }) => code)).toEqual(['E78.5', 'I10'])
    for (const order of [[first], [first, first], [first, note.id]])
      expect((await clinic.post(lin, 'soap_icd10', { ...owner(note), order, version: 9 })).code).toBe('VERSION_STALE')
    expect((await clinic.post(lin, 'soap_icd10', owner(note))).data.diagnoses).toHaveLength(2)
    expect((await clinic.post(lin, 'soap_icd10', { ...owner(note), order: [second, first] })).status).toBe(400)
  })
  it('[EMR-04~] refuses unknown codes and a second line of one code; a heading is taken and marked', async () => {
    const note = await clinic.draft()
    for (const code of ['', 'ZZZ', 'I10; drop table diagnosis', '%', '_', '__proto__', 'constructor'])
      expect((await icd(note, { code })).status, code).toBeGreaterThanOrEqual(400)
    expect(await icd(note, { code: 'ZZ99' })).toMatchObject({ status: 404, code: 'ICD_NOT_FOUND' })
    expect((await icd(note, { code: 'A00' })).data.diagnoses[0]).toMatchObject({ code: 'A00', billable: false })
    expect(await icd(note, { code: 'a00' })).toMatchObject({ status: 409, code: 'ICD_DUPLICATE' })
  })
  it('[EMR-04~] changes a line against its version, and removes it', async () => {
    const note = await clinic.draft()
    const line = rowAt((await icd(note, { code: 'I10' })).data.diagnoses)
    const changed = await icd(note, { id: line.id, version: line.version, code: 'I10', remarks: '新' })
    expect(changed.data.diagnoses[0]).toMatchObject({ remarks: '新', version: 3 })
    expect(await icd(note, { id: line.id, version: line.version, code: 'I10', remarks: '舊分頁' })).toMatchObject({
      code: 'VERSION_STALE',
      data: { diagnoses: [{ remarks: '新' }] },
    })
    expect((await icd(note, { id: note.id, code: 'I10' })).code).toBe('NOT_FOUND')
    const remove = (version?: number) => clinic.post(lin, 'deleteICD', { ...owner(note), id: line.id, version })
    expect((await remove()).body.fields).toMatchObject([{ path: 'version' }])
    expect(await remove(line.version)).toMatchObject({
      status: 409,
      code: 'VERSION_STALE',
      data: { diagnoses: [{ remarks: '新' }] },
    })
    expect((await remove(3)).data.diagnoses).toEqual([])
    // Asked again because the answer was lost: gone is gone.
    expect((await remove(3)).data.diagnoses).toEqual([])
  })
  it('[EMR-04~] twenty of the same code at once are one line', async () => {
    const note = await clinic.draft()
    const all = await Promise.all(Array.from({ length: 20 }, () => icd(note, { code: 'I10' })))
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(all.filter(({ code }) => code === 'ICD_DUPLICATE')).toHaveLength(19)
  })
  it('[EMR-04] finds codes by code, English and Chinese, and pages', async () => {
    const find = async (q: string, more = {}) => (await clinic.post<IcdRow[]>(lin, 'get_icd10', { q, ...more })).body
    expect((await find('E11.9')).data[0]).toMatchObject({ code: 'E11.9' })
    expect((await find('hypertension')).data.some(({ code }) => code === 'I10')).toBe(true)
    expect((await find('本態性高血壓')).data.length + (await find('高血壓')).data.length).toBeGreaterThan(0)
    expect(await find('高血壓', { page: 2, pageSize: 5 })).toMatchObject({ page: 2, pageSize: 5 })
    for (const q of ['%', "' or 1=1 --", '\\', '_'.repeat(100)]) expect(await find(q)).toMatchObject({ status: 'OK' })
    expect((await find('x'.repeat(257))).status).toBe('BAD_INPUT')
    expect((await find('I10', { pageSize: 1000 })).status).toBe('BAD_INPUT')
  })
})

describe('prescription lines', () => {
  it('[EMR-05] computes the total from dose, frequency and days, and the daily dose', async () => {
    const note = await clinic.draft()
    const line = rowAt((await rx(note, { dose: '0.5', frequency: 'bid' })).data.lines)
    expect(line).toMatchObject({
      code: tablet?.code,
      name: tablet?.nameEn,
      unit: tablet?.unit,
      dose: 0.5,
      frequency: 'BID',
      days: 28,
      total: 28,
      dailyDose: 1,
      totalReason: null,
    })
  })
  it('[EMR-05] takes another total only with its reason', async () => {
    const note = await clinic.draft()
    expect(await rx(note, { total: 30 })).toMatchObject({ status: 400, code: 'RX_LINE_INVALID' })
    const line = rowAt((await rx(note, { total: 30, totalReason: '整盒發藥' })).data.lines)
    expect(line).toMatchObject({ total: 30, totalReason: '整盒發藥' })
    const back = await rx(note, { id: line.id, version: line.version, total: 28, totalReason: '整盒發藥' })
    expect(back.data.lines).toMatchObject([{ id: line.id, total: 28, totalReason: null }])
  })
  it.each([
    ['no dose', { dose: null }, ['dose']],
    ['a dose in words', { dose: 'one' }, ['dose']],
    ['a dose of nothing', { dose: 0 }, ['dose']],
    ['a dose below nothing', { dose: -1 }, ['dose']],
    ['no end of a dose', { dose: '1e400' }, ['dose']],
    ['half a day', { days: 1.5 }, ['days']],
    ['more than a year', { days: 366 }, ['days']],
    ['a frequency that is none', { frequency: 'SOMETIMES' }, ['frequency']],
    ['a route that is none', { route: 'XYZQ' }, ['route']],
    ['nothing', { dose: '', frequency: '', days: '' }, ['dose', 'frequency', 'days']],
  ])('[EMR-05~] refuses %s and names the fields', async (_what, body, fields) => {
    const note = await clinic.draft()
    const answer = await rx(note, body)
    expect(answer).toMatchObject({ status: 400, code: 'RX_LINE_INVALID' })
    expect(answer.body.fields.map(({ path }) => path)).toEqual(fields)
    expect((await clinic.save(note, {})).data).toMatchObject({ lines: [], version: 1 })
  })
  it.each([
    ['a thousand tablets at once', { dose: 1000, frequency: 'TID', days: 7 }, ['dose', 'total']],
    ['the longest figure', { dose: 999_999.999, days: 1 }, ['dose', 'total']],
    ['eleven tablets', { dose: 11, days: 1 }, ['dose']],
    ['ten tablets every hour', { dose: 10, frequency: 'Q1H', days: 1 }, ['dose']],
    ['more tablets than a year takes', { dose: 3, frequency: 'QD', days: 365 }, ['total']],
  ])('[EMR-05~] asks about %s, and keeps who confirmed it', async (_what, body, fields) => {
    const note = await clinic.draft()
    const refused = await rx(note, body)
    expect(refused).toMatchObject({ status: 400, code: 'RX_LINE_INVALID' })
    expect(refused.body.fields).toMatchObject(fields.map((path) => ({ path, code: 'unusual' })))
    const line = rowAt((await rx(note, { ...body, confirm: true })).data.lines)
    expect(line.confirmed).toMatchObject({ by: { mid: lin }, at: expect.any(String) })
    // The same amounts stand; others are asked about anew.
    const again = await rx(note, { ...body, id: line.id, version: line.version, notes: '飯後' })
    const kept = rowAt(again.data.lines)
    expect(kept).toMatchObject({ notes: '飯後', confirmed: line.confirmed })
    const more = { ...body, id: line.id, version: kept.version, days: body.days - 1 || 2 }
    expect(await rx(note, more)).toMatchObject({ status: 400, code: 'RX_LINE_INVALID' })
    const usual = await rx(note, { id: line.id, version: kept.version })
    expect(usual.data.lines).toMatchObject([{ dose: 1, confirmed: null }])
  })
  it('[EMR-05~] asks about nothing that is usual, though it be much', async () => {
    const note = await clinic.draft()
    const line = rowAt((await rx(note, { dose: 10, frequency: 'QID', days: 25, confirm: true })).data.lines)
    expect(line).toMatchObject({ total: 1000, confirmed: null })
  })
  it.each(['1e3', '0x10', '1-2', '1,000', '-1'])('[EMR-05~] computes nothing with %s', async (dose) => {
    expect((await rx(await clinic.draft(), { dose })).body.fields).toMatchObject([{ path: 'dose', code: 'notNumeric' }])
  })
  it.each([
    ['0,5', 0.5],
    ['０．５', 0.5],
    ['1/2', 0.5],
  ])('[EMR-05~] reads %s as people write it', async (dose, figure) => {
    expect(rowAt((await rx(await clinic.draft(), { dose })).data.lines).dose).toBe(figure)
  })
  it('[EMR-05~] knows no drug but those of the table', async () => {
    const note = await clinic.draft()
    for (const code of ['NOPE', '%', '__proto__'])
      expect(await rx(note, { code })).toMatchObject({ status: 404, code: 'DRUG_NOT_FOUND' })
    const found = (await clinic.post<DrugRow[]>(lin, 'get_medicine_info', { q: 'amlo' })).data
    expect(found[0]).toMatchObject({
      code: expect.any(String),
      name: expect.stringMatching(/amlo/i),
      unit: expect.any(String),
    })
  })
  it('[EMR-05] lists frequencies and routes, the usual first', async () => {
    const { data } = await clinic.call<{ frequencies: object[]; routes: object[] }>(lin, 'GET', 'fetchMedFreqRoute')
    expect(data.frequencies[0]).toMatchObject({ code: 'QD', timesPerDay: 1 })
    expect(data.routes[0]).toMatchObject({ code: 'PO', nameZhTw: '口服' })
  })
  it('[EMR-05~] changes, moves and removes lines; a stale tab is told', async () => {
    const note = await clinic.draft()
    await rx(note, {})
    const two = (await rx(note, { days: 7, sort: 0, notes: '飯後' })).data.lines
    const [one, other] = [rowAt(two), rowAt(two, 1)]
    expect(two.map(({ days }) => days)).toEqual([7, 28])
    const changed = await rx(note, { id: one.id, version: one.version, days: 14 })
    expect(changed.data.lines[0]).toMatchObject({ days: 14, total: 14 })
    expect((await rx(note, { id: one.id, version: one.version, days: 3 })).code).toBe('VERSION_STALE')
    const remove = (version: number) => clinic.post(lin, 'deleteMedicine', { ...owner(note), id: one.id, version })
    expect(await remove(one.version)).toMatchObject({ code: 'VERSION_STALE', data: { lines: [{ days: 14 }, {}] } })
    const left = await remove(rowAt(changed.data.lines).version)
    expect(left.data.lines).toMatchObject([{ id: other.id, sort: 0 }])
  })
  it('[EMR-05~] text typed meanwhile is not overtaken by a line, nor a line by text', async () => {
    const note = await clinic.draft()
    await rx(note, {})
    expect(await clinic.save(note, { s: '打字中' })).toMatchObject({
      status: 200,
      data: { s: '打字中', lines: [{ days: 28 }] },
    })
  })
})

describe('who may', () => {
  it('[EMR-04~] [EMR-05~] lets no nurse diagnose or prescribe in an own note, and no doctor in another’s', async () => {
    const own = await clinic.draft({ mid: chen, did: lin })
    expect(await icd(own, { code: 'I10' }, chen)).toMatchObject({ status: 403, code: 'FORBIDDEN' })
    expect(await rx(own, {}, chen)).toMatchObject({ status: 403, code: 'FORBIDDEN' })
    const note = await clinic.draft()
    expect(await icd(note, { code: 'I10' }, wang)).toMatchObject({ status: 403, code: 'NOTE_NOT_AUTHOR' })
    expect((await rx(note, {}, chen)).data).toMatchObject({ preparedBy: { mid: chen }, lines: [{ days: 28 }] })
    expect((await clinic.post(undefined, 'upsertICD', owner(note))).status).toBe(401)
  })
})

describe('doses in what is taken, totals in what is handed over', () => {
  const found = (q: string) => rowAt(reference.drugs().search(q, 5))
  const pen = { code: found('insulin glargine').code, unit: 'IU', dose: 10, frequency: 'QD', route: 'SC', days: 30 }
  it('[EMR-05~] finds a drug with both units', async () => {
    const { data } = await clinic.post<DrugRow[]>(lin, 'get_medicine_info', { q: 'insulin glargine' })
    expect(rowAt(data)).toMatchObject({ unit: 'IU', totalUnit: 'PEN' })
  })
  it('[EMR-05~] keeps 10 units a day and one pen to be checked; once somebody has looked it is no beginning any more', async () => {
    const note = await clinic.draft()
    const { data } = await rx(note, { ...pen, total: 1, totalToCheck: true })
    const line = rowAt(data.lines)
    expect(line).toMatchObject({ dose: 10, unit: 'IU', dailyDose: 10, total: 1, totalUnit: 'PEN', totalToCheck: true })
    const looked = await rx(note, { ...pen, id: line.id, version: line.version, total: 2 })
    expect(looked.data.lines).toMatchObject([{ total: 2, totalUnit: 'PEN', totalToCheck: false }])
  })
  it('[EMR-05~] counts bottles of what is measured out, whatever is to be checked', async () => {
    const note = await clinic.draft()
    const { data } = await rx(note, {
      ...{ code: found('cetirizine soln').code, unit: 'ML', dose: 5, frequency: 'TID', days: 7, totalToCheck: true },
    })
    expect(data.lines).toMatchObject([{ dose: 5, unit: 'ML', total: 2, totalUnit: 'BOT', totalToCheck: false }])
  })
  it.each([
    ['none', undefined],
    ['the container', 'PEN'],
    ['another', 'TAB'],
  ])(
    '[EMR-05~] orders nothing where %s is said as the unit of a dose that is not taken by the container',
    async (_what, unit) => {
      const note = await clinic.draft()
      expect(await rx(note, { ...pen, unit, total: 1 })).toMatchObject({
        status: 400,
        code: 'RX_LINE_INVALID',
        body: { fields: [{ path: 'unit' }] },
      })
    },
  )
  it('[EMR-05~] asks about more than a hundred units at once', async () => {
    const note = await clinic.draft()
    expect(await rx(note, { ...pen, dose: 120, total: 12 })).toMatchObject({
      code: 'RX_LINE_INVALID',
      body: { fields: [{ path: 'dose', code: 'unusual' }] },
    })
  })
})
