import type { ListedPharmacy, RxSending } from '@teleward/contract/emr/rx-schema.ts'
import type { EmrData, Note } from '@teleward/contract/emr/schema.ts'
import { addDays, localDay } from '@teleward/contract/core/dates.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scopeOf } from '../platform/actor.ts'
import { type Compilable, sql } from '../platform/db/index.ts'
import { reference } from '../reference/catalogue.ts'
import { type Clinic, members, openClinic, PASSWORD, people, rowAt } from './fixture.ts'
import { openNow } from './pharmacies.ts'
import { keepPharmacies, readPharmacies } from './pharmacy-list.ts'

let clinic: Clinic
let here: number
let elsewhere: number
let drug: string
/** Two pharmacists of unit 2, and one of unit 3. */
const [pharm, colleague, other] = [people.kao, 107, people.away]
const { lin, wang, chen, far } = people
beforeAll(async () => {
  clinic = await openClinic({ pharmacists: [pharm, colleague, other] })
  drug = rowAt(reference.drugs().search('amlodipine', 1)).code
  const add = (name: string, unit: number, hours: string | null, city = '臺北市') =>
    clinic.db.system.tx((tx) =>
      tx.one(sql<{ id: number }>`insert into pharmacy (partner_id, at_unit, name, city, address, phone, hours)
        values (1, ${unit}, ${name}, ${city}, '成功路一段 1 號', '02-2700-1111', ${hours}::jsonb) returning id`),
    )
  await clinic.db.system.tx(async (tx) => {
    await tx.run(
      sql`insert into staff (mid, account, name) overriding system value values (${colleague}, 'pharm.su', '蘇藥師')`,
    )
    await tx.run(
      sql`insert into staff_partner (mid, partner_id, staff_type, doctortype) values (${colleague}, 1, 2, 'pharmacist')`,
    )
    await tx.run(sql`insert into staff_unit (mid, partner_id, unit_id) values (${colleague}, 1, 2)`)
  })
  here = (await add('安心藥局', 2, '[{"days":[1,2,3,4,5,6,7],"from":"00:00","to":"24:00"}]')).id
  elsewhere = (await add('遠方藥局', 3, null, '花蓮縣')).id
})
afterAll(() => clinic?.stop())

const today = () => localDay(clinic.clock.now(), 'Asia/Taipei')
type Draft = Pick<Note, 'id' | 'pid' | 'qid' | 'version'>
async function draft(days = 28): Promise<Note> {
  const note = await clinic.draft()
  const owner = { pid: note.pid, qid: note.qid }
  await clinic.save(note, { s: '頭暈三天', o: 'BP 158/94' })
  await clinic.post(lin, 'upsertICD', { ...owner, noteId: note.id, code: 'I10' })
  const line = { code: drug, dose: 1, frequency: 'QD', route: 'PO', days }
  return (await clinic.post(lin, 'upsertMedicine', { ...owner, noteId: note.id, ...line })).data
}
const refill = ({ id: noteId, pid, qid, version }: Draft, value: unknown, over: object = {}, mid: number = lin) =>
  clinic.post<Note>(mid, 'updateContinuousPrescription', { pid, qid, noteId, version, refill: value, ...over })
async function sign({ id, pid, qid, version }: Draft): Promise<Note> {
  const answer = await clinic.post(lin, 'recordSignature', { pid, qid, id, version, password: PASSWORD })
  expect(answer.code).toBe('OK')
  return answer.data
}
const refillable = async (until: string) => sign((await refill(await draft(28), { times: 2, until })).data)
const signed = async (days?: number) => sign(await draft(days))
const send = ({ id: noteId, pid, qid }: Draft, pharmacyId: number | undefined = here, mid: number = lin) =>
  clinic.post<RxSending>(mid, 'sendPrescription', { pid, qid, noteId, ...(pharmacyId ? { pharmacyId } : {}) })
const sent = async (note?: Note) => (await send(note ?? (await signed()))).data
const step = ({ id, version }: RxSending, action: string, more: object = {}, mid: number = pharm) =>
  clinic.call<RxSending>(mid, 'PUT', `prescriptions/${id}`, { action, version, ...more })
const list = (mid: number, query = '') => clinic.call<RxSending[]>(mid, 'GET', `prescriptions?pageSize=200${query}`)

describe('a refillable prescription', () => {
  it('[EMR-07~] says how often and until when, is signed with the note, and is fixed by it', async () => {
    const begun = await draft()
    const until = addDays(today(), 90)
    const made = await refill(begun, { times: 3, until })
    expect(made.data).toMatchObject({ refill: { times: 3, until }, version: begun.version + 1 })
    expect((await refill(begun, null)).code).toBe('VERSION_STALE')
    const note = await sign(made.data)
    expect(note.refill).toEqual({ times: 3, until })
    expect((await refill(note, null)).code).toBe('NOTE_SIGNED')
    const [version] = await clinic.db.system.read(
      sql<{
        refill: unknown
      }>`select content -> 'refill' as refill from note_version where note_id = ${note.id} and kind = 'sign'`,
    )
    expect(version?.refill).toEqual({ times: 3, until })
    const write = clinic.db.tx(scopeOf(clinic.actor(lin)), (tx) =>
      tx.run(sql`update note set refill = null where id = ${note.id}`),
    )
    await expect(write).rejects.toMatchObject({ constraint: 'note_signed' })
  })
  it.each([
    ['an end that has passed', { times: 2, until: '2020-01-01' }, 'VALUE_INVALID'],
    ['an end in two years', { times: 2, until: '2099-01-01' }, 'VALUE_INVALID'],
    ['one filling', { times: 1, until: '2099-01-01' }, 'BAD_INPUT'],
    ['thirteen fillings', { times: 13, until: '2099-01-01' }, 'BAD_INPUT'],
    ['no day', { times: 2, until: 'soon' }, 'BAD_INPUT'],
  ])('[EMR-07~] refuses %s', async (_what, value, code) => {
    expect((await refill(await clinic.draft(), value)).code).toBe(code)
  })
  it('[EMR-07~] is its author’s, or of who prepares for them', async () => {
    const begun = await draft()
    const value = { times: 2, until: addDays(today(), 60) }
    expect((await refill(begun, value, {}, wang)).code).not.toBe('OK')
    expect((await refill(begun, value, {}, far)).code).toBe('NOT_FOUND')
    expect((await refill(begun, value, { pid: members.zhang })).code).toBe('FIELD_RELATED')
  })
})

describe('pharmacies', () => {
  it('[EMR-07~] are found by place and name, and say whether they are open, as far as that is known', async () => {
    const found = async (query: string) =>
      (await clinic.call<ListedPharmacy[]>(lin, 'GET', `pharmacylist${query}`)).data.map(({ name, open }) => [
        name,
        open,
      ])
    const all = [
      ['安心藥局', 'open'],
      ['遠方藥局', 'unknown'],
    ]
    expect(await found('')).toEqual(all)
    expect(await found(`?city=${encodeURIComponent('花蓮縣')}`)).toEqual([['遠方藥局', 'unknown']])
    expect(await found(`?q=${encodeURIComponent('安心')}`)).toEqual([['安心藥局', 'open']])
    expect(await found('?open=1')).toEqual(all)
    expect((await clinic.call<unknown[]>(far, 'GET', 'pharmacylist')).data).toEqual([])
  })
  it.each([
    [null, 1, '10:00', 'unknown'],
    [[], 1, '10:00', 'closed'],
    [[{ days: [1], from: '09:00', to: '12:00' }], 1, '11:59', 'open'],
    [[{ days: [1], from: '09:00', to: '12:00' }], 1, '12:00', 'closed'],
    [[{ days: [1], from: '09:00', to: '12:00' }], 2, '10:00', 'closed'],
    [[{ days: [7], from: '22:00', to: '02:00' }], 1, '01:00', 'open'],
    [[{ days: [1], from: '22:00', to: '02:00' }], 1, '01:00', 'closed'],
  ] as const)('[EMR-07~] hours %j on day %i at %s: %s', (hours, day, at, said) => {
    expect(openNow(hours as never, day, at)).toBe(said)
  })
})

describe('the list of pharmacies', () => {
  it('[EMR-07~] is taken in as a whole or not at all; one that it does not name is closed', async () => {
    expect(readPharmacies('{').wrong).toHaveLength(1)
    expect(readPharmacies('[{"unit":2,"name":"","city":"x"}]').wrong).toEqual([expect.stringContaining('0.name')])
    expect(
      readPharmacies('[{"unit":2,"name":"x","city":"x","hours":[{"days":[8],"from":"9","to":"1"}]}]').wrong,
    ).toHaveLength(3)
    const { entries } = readPharmacies('[{"unit":90,"name":"遠地藥局","city":"花蓮縣"}]')
    const keep = (list: typeof entries) => clinic.db.system.tx((tx) => keepPharmacies(tx, 32, list))
    const names = async () =>
      (await clinic.call<ListedPharmacy[]>(far, 'GET', 'pharmacylist')).data.map(({ name, city, open }) => [
        name,
        city,
        open,
      ])
    await keep(entries)
    expect(await names()).toEqual([['遠地藥局', '花蓮縣', 'unknown']])
    await keep(entries.map((one) => ({ ...one, city: '臺東縣', hours: [] })))
    expect(await names()).toEqual([['遠地藥局', '臺東縣', 'closed']])
    await expect(keep(entries.map((one) => ({ ...one, unit: 2 })))).rejects.toThrow('no unit 2')
    await keep([])
    expect(await names()).toEqual([])
  })
})

describe('text and code of a prescription', () => {
  it('[EMR-07~] the text is for the patient; the code names drugs and a number, no person and no address', async () => {
    const begun = await draft()
    const note = await sign((await refill(begun, { times: 2, until: addDays(today(), 60) })).data)
    const path = `getRxString/${note.qid}`
    const [rx] = (await clinic.call<{ text: string; qr: string; number: string }[]>(lin, 'GET', path)).data
    expect(rx?.text).toContain('吳秀鳳')
    expect(rx?.text).toMatch(/Amlodipine.* {2}1 TAB {2}每日一次 \(QD\) {2}口服 \(PO\) {2}× 28 天 {2}總量 28 TAB/i)
    // The pharmacy knows it by the number on the paper.
    expect((await sent(note)).number).toBe(rx?.number)
    expect(rx?.qr).toMatch(new RegExp(`^RX\\|1\\|${rx?.number}\\|${today()}\\|R2\\|`))
    expect(rx?.qr.split('\n')[1]).toBe(`${drug}|1 TAB|QD|PO|28d|28`)
    for (const secret of ['吳秀鳳', 'A223456527', 'P201', '1958', '://', String(note.pid)])
      expect(rx?.qr.replaceAll(drug, '')).not.toContain(secret)
    expect((await clinic.call(other, 'GET', path)).code).toBe('NOT_FOUND')
    expect((await clinic.call(far, 'GET', path)).code).toBe('NOT_FOUND')
    const unsigned = await draft()
    expect((await clinic.call<unknown[]>(lin, 'GET', `getRxString/${unsigned.qid}`)).data).toEqual([])
  })
})

describe('a prescription that is sent', () => {
  it('[EMR-07~] has to be signed, to have a drug, a pharmacy and its author, and is sent once', async () => {
    expect((await send(await draft())).code).toBe('RX_ILLEGAL_STEP')
    expect((await send(await clinic.signed())).code).toBe('RX_EMPTY')
    const note = await signed()
    expect(await send(note, 0)).toMatchObject({ status: 400, code: 'PHARMACY_REQUIRED' })
    expect((await send(note, 999_999)).code).toBe('NOT_FOUND')
    expect((await send(note, here, far)).code).toBe('NOT_FOUND')
    expect(['NOTE_NOT_AUTHOR', 'EMR_NOT_AUTHORISED']).toContain((await send(note, here, wang)).code)
    expect((await send({ ...note, pid: members.zhang })).code).toBe('FIELD_RELATED')
    const many = await Promise.all(Array.from({ length: 5 }, () => send(note)))
    expect(many.map(({ code }) => code).sort()).toEqual(['OK', ...Array(4).fill('RX_ALREADY_SENT')])
    // By the policy, too: an author who prescribes no more changes nothing of it, though they read it.
    const scope = scopeOf(clinic.actor(lin))
    const touch = (who: typeof scope) =>
      clinic.db.tx(who, (tx) =>
        tx.run(sql`update prescription_sending set version = version where note_id = ${note.id}::uuid`),
      )
    expect(await touch({ ...scope, 'prescription.write': '-' })).toBe(0)
    // Whoever may comes to the row, whose trigger wants the next step of it.
    await expect(touch(scope)).rejects.toMatchObject({ code: '23514' })
  })
  it('[EMR-07~] is on the worklist of that pharmacy’s people alone, with drugs and patient, and not the note', async () => {
    const row = await sent()
    const [seen] = (await list(pharm, `&q=${row.number}`)).data
    expect(seen).toMatchObject({
      id: row.id,
      state: 'sent',
      sides: ['pharmacy'],
      patient: { name: '吳秀鳳' },
      content: { lines: [{ code: drug, total: 28 }], diagnoses: [{ code: 'I10' }] },
    })
    expect(JSON.stringify(seen)).not.toContain('頭暈三天')
    expect((await list(other)).data).toEqual([])
    expect((await list(lin)).data.map(({ id }) => id)).toContain(row.id)
    expect((await list(wang)).data).toEqual([])
    expect((await list(far)).data).toEqual([])
    // Who prepares for its author follows it, and has no part in it.
    const followed = (await list(chen)).data.find(({ id }) => id === row.id)
    expect(followed).toMatchObject({ state: 'sent', sides: [] })
    expect((await step(row, 'cancel', { text: 'x' }, chen)).code).toBe('NOT_FOUND')
    expect((await step(row, 'take', {}, other)).code).toBe('NOT_FOUND')
    expect((await step(row, 'take', {}, lin)).code).toBe('FORBIDDEN')
    const write = clinic.db.tx(scopeOf(clinic.actor(other)), (tx) =>
      tx.many(
        sql`update prescription_sending set state = 'received', steps = steps || '[1]' where id = ${row.id}::uuid returning id`,
      ),
    )
    expect(await write).toEqual([])
  })
  it('[EMR-07~] is taken by one, questioned, answered and handed out; each step stands with who said what', async () => {
    const row = await sent()
    // Two pharmacists at once: one has it, and the other is shown who.
    const both = await Promise.all([step(row, 'take'), step(row, 'take', {}, colleague)])
    expect(both.map(({ code }) => code).sort()).toEqual(['OK', 'VERSION_STALE'])
    const [first, late] = both[0].code === 'OK' ? [pharm, both[1]] : [colleague, both[0]]
    expect(late.data).toMatchObject({ state: 'received', steps: [{}, { action: 'take', by: { mid: first } }] })
    const taken = { ...row, version: 2 }
    expect((await step(taken, 'take')).code).toBe('RX_ILLEGAL_STEP')
    expect((await step(taken, 'return', { text: ' ' })).code).toBe('REASON_REQUIRED')
    const asked = (await step(taken, 'return', { text: '劑量是否正確？' })).data
    expect(asked.state).toBe('returned')
    expect((await step(asked, 'dispense')).code).toBe('RX_ILLEGAL_STEP')
    expect((await step(asked, 'answer', { text: '正確' })).code).toBe('FORBIDDEN')
    const told = (await step(asked, 'answer', { text: '正確，維持' }, lin)).data
    const given = await step(told, 'dispense', {
      lines: [{ line: 0, quantity: 27, substitution: '同成分', lot: 'L1' }],
    })
    expect(given.data).toMatchObject({
      state: 'dispensed',
      dispensings: [{ lines: [{ code: drug, quantity: 27, substitution: '同成分', lot: 'L1' }] }],
    })
    expect(given.data.steps.map(({ action, by, text }) => [action, by.mid, text])).toEqual([
      ['send', lin, ''],
      ['take', first, ''],
      ['return', pharm, '劑量是否正確？'],
      ['answer', lin, '正確，維持'],
      ['dispense', pharm, ''],
    ])
    expect((await step(given.data, 'dispense')).code).toBe('REFILL_USED_UP')
    expect((await step(given.data, 'cancel', { text: 'x' }, lin)).code).toBe('RX_DISPENSED')
    const record = (await clinic.post<EmrData>(lin, 'getEmrData', { pid: row.pid, qid: row.qid })).data
    expect(record.sendings).toMatchObject([{ id: row.id, state: 'dispensed' }])
  })
  it('[EMR-07~] is filled again no sooner than ten days before the last one is used up, and no more often than it says', async () => {
    const note = await refillable(addDays(today(), 90))
    const first = (await step((await step(await sent(note), 'take')).data, 'dispense')).data
    expect(first.nextFrom).toBe(addDays(today(), 18))
    const early = await step(first, 'dispense')
    expect(early).toMatchObject({ status: 409, code: 'REFILL_TOO_EARLY', data: { date: addDays(today(), 18) } })
    const back = clinic.clock.now()
    clinic.clock.advance(18 * 86_400_000)
    const second = await step(first, 'dispense')
    expect(second.data).toMatchObject({ nextFrom: null, dispensings: [{}, {}] })
    expect((await step(second.data, 'dispense')).code).toBe('REFILL_USED_UP')
    clinic.clock.advance(back.getTime() - clinic.clock.now().getTime())
  })
  it('[EMR-07~] is filled no more once its last day has passed, begun or not', async () => {
    const until = addDays(today(), 30)
    const [begun, fresh] = [await refillable(until), await refillable(until)]
    const first = (await step((await step(await sent(begun), 'take')).data, 'dispense')).data
    const taken = (await step(await sent(fresh), 'take')).data
    const back = clinic.clock.now()
    clinic.clock.advance(31 * 86_400_000)
    for (const row of [first, taken])
      expect(await step(row, 'dispense')).toMatchObject({ status: 409, code: 'RX_ILLEGAL_STEP' })
    clinic.clock.advance(back.getTime() - clinic.clock.now().getTime())
    // On its last day it still is.
    clinic.clock.advance(30 * 86_400_000)
    expect((await step(first, 'dispense')).code).toBe('OK')
    clinic.clock.advance(back.getTime() - clinic.clock.now().getTime())
  })
  it('[EMR-07~] is handed out in part, or a line of it not at all; more than prescribed only where something else is given', async () => {
    const taken = (await step(await sent(), 'take')).data
    const give = (line: object) => step(taken, 'dispense', { lines: [{ line: 0, ...line }] })
    for (const quantity of [29, 0]) expect((await give({ quantity })).code).toBe('VALUE_INVALID')
    expect((await give({ quantity: -1 })).code).toBe('BAD_INPUT')
    expect((await step(taken, 'dispense', { lines: [{ line: 9 }] })).code).toBe('VALUE_INVALID')
    const given = await give({ quantity: 56, substitution: '2.5 mg' })
    expect(given.data.dispensings).toMatchObject([{ lines: [{ code: drug, quantity: 56, substitution: '2.5 mg' }] }])
  })
  it('[EMR-07~] says of the patient’s allergies whether they are known, were asked for, and could be seen', async () => {
    const set = (...statements: Compilable<object>[]) =>
      clinic.db.system.tx(async (tx) => {
        for (const one of statements) await tx.run(one)
      })
    const none = sql`delete from member_history where pid = ${members.wu}`
    const add = (note: string, severity: string) =>
      sql`insert into member_history (pid, partner_id, unit_id, kind, note, severity, recorded_by) values (${members.wu}, 1, 2, 'sensitive_matters', ${note}, ${severity}, ${lin})`
    const record = (state: string) =>
      sql`update consent set state = ${state} where pid = ${members.wu} and kind = 'record'`
    const weight = sql`update member set weight = 61 where pid = ${members.wu}`
    const goes = async () => {
      const { content, patient } = await sent()
      return [content.allergies, patient.weight]
    }
    await set(none, weight)
    expect(await goes()).toEqual([{ status: 'notAsked', names: [] }, 61])
    await set(add('無已知過敏', 'none'))
    expect(await goes()).toEqual([{ status: 'noneKnown', names: [] }, 61])
    await set(add('Penicillin', 'high'))
    expect(await goes()).toEqual([{ status: 'known', names: ['Penicillin'] }, 61])
    // Not open to the prescriber any more: unknown, which is not none.
    const note = await signed()
    await set(record('withdrawn'))
    const { data } = await send(note)
    expect([data.content.allergies, data.patient]).toMatchObject([
      { status: 'closed', names: [] },
      { weight: null, kidney: null },
    ])
    await set(record('active'))
  })
  it('[EMR-07~] that nobody answers is withdrawn with a reason and sent elsewhere; a refused one is, too', async () => {
    const note = await signed()
    const row = await sent(note)
    expect((await step(row, 'cancel', {}, lin)).code).toBe('REASON_REQUIRED')
    expect((await step(row, 'cancel', { text: 'x' })).code).toBe('FORBIDDEN')
    expect((await step(row, 'cancel', { text: '藥局未回應' }, lin)).data.state).toBe('cancelled')
    const again = await send(note, elsewhere)
    expect(again.data).toMatchObject({ state: 'sent', pharmacy: { id: elsewhere }, replaces: null })
    expect((await step(again.data, 'reject', { text: '缺藥' }, other)).data.state).toBe('rejected')
    expect((await send(note)).data.state).toBe('sent')
    const write = clinic.db.tx(scopeOf(clinic.actor(lin)), (tx) =>
      tx.run(sql`update prescription_sending set state = 'sent', steps = steps || '[1]' where id = ${row.id}::uuid`),
    )
    await expect(write).rejects.toMatchObject({ constraint: 'prescription_step' })
  })
  it('[EMR-07~] keeps its lines while the pharmacy has them; returned, it is amended and replaced', async () => {
    const note = await signed()
    const row = await sent(note)
    const amend = (version: number) =>
      clinic.post<Note>(lin, 'updatenote', {
        pid: note.pid,
        qid: note.qid,
        id: note.id,
        version,
        reason: '改劑量',
        lines: [{ code: drug, dose: 2, frequency: 'QD', route: 'PO', days: 28 }],
      })
    expect(await amend(note.version)).toMatchObject({ status: 409, code: 'RX_LOCKED' })
    const asked = (await step((await step(row, 'take')).data, 'return', { text: '劑量？' })).data
    expect((await amend(note.version)).code).toBe('OK')
    const after = await send(note)
    expect(after.data).toMatchObject({ state: 'sent', replaces: asked.id, content: { lines: [{ dose: 2 }] } })
    // One number, as the paper has it, for both.
    const both = (await list(pharm, `&state=all&q=${asked.number}`)).data
    expect(both).toHaveLength(2)
    expect(both.find(({ id }) => id === asked.id)).toMatchObject({
      state: 'cancelled',
      content: { lines: [{ dose: 1 }] },
    })
    expect(both.find(({ id }) => id === after.data.id)).toMatchObject({ number: asked.number, state: 'sent' })
  })
  it('[EMR-07~] is called back with its note, where nothing was handed out', async () => {
    const note = await signed()
    const row = await sent(note)
    const { id, pid, qid, version } = note
    await clinic.post(lin, 'delnote', { pid, qid, id, version, reason: '寫錯病人' })
    expect((await list(pharm, `&state=all&q=${row.number}`)).data).toMatchObject([
      { state: 'cancelled', steps: [{ action: 'send' }, { action: 'cancel', text: '寫錯病人' }] },
    ])
  })
  it('[EMR-07~] stops with its note where a part was handed out: nothing more is', async () => {
    const note = await refillable(addDays(today(), 90))
    const first = (await step((await step(await sent(note), 'take')).data, 'dispense')).data
    const { id, pid, qid, version } = note
    expect((await clinic.post(lin, 'delnote', { pid, qid, id, version, reason: '寫錯病人' })).code).toBe('OK')
    const [row] = (await list(pharm, `&state=all&q=${first.number}`)).data
    if (!row) throw new Error('not on the list')
    expect(row).toMatchObject({ state: 'dispensed', nextFrom: null })
    expect(row.steps.at(-1)).toMatchObject({ action: 'stop', text: '寫錯病人', by: { mid: lin } })
    const back = clinic.clock.now()
    clinic.clock.advance(20 * 86_400_000)
    expect((await step(row, 'dispense')).code).toBe('RX_ILLEGAL_STEP')
    clinic.clock.advance(back.getTime() - clinic.clock.now().getTime())
  })
})
