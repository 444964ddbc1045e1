import { addDays, localDay } from '@teleward/contract/core/dates.ts'
import type { RxSending } from '@teleward/contract/emr/rx-schema.ts'
import type { Note, NoteVersion } from '@teleward/contract/emr/schema.ts'
import { checkPrescription } from '@teleward/contract/prescriptions/checks/check.ts'
import type { DrugIssue } from '@teleward/contract/prescriptions/checks/issue.ts'
import type { DrugCheck } from '@teleward/contract/prescriptions/checks/schema.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { reference } from '../reference/catalogue.ts'
import { sql } from '../platform/db/index.ts'
import { dropRules, importColumns, keepRules, readRules } from './import-rules.ts'
import { type Clinic, members, openClinic, PASSWORD, people, rowAt } from './fixture.ts'

let clinic: Clinic
const code = (name: string, strength?: string) => {
  const found = reference.drugs().search(strength ? `${name} ${strength}` : name, 20)
  const fits = (drug: (typeof found)[number]) =>
    ['TAB', 'CAP'].includes(drug.unit) && reference.safety().of(drug).ingredients?.join() === name
  const mg = (drug: (typeof found)[number]) => Number(reference.safety().of(drug).mg[0] === null)
  // One whose strength is known, where there is one.
  return rowAt(found.filter(fits).sort((a, b) => mg(a) - mg(b))).code
}
beforeAll(async () => {
  clinic = await openClinic({ pharmacists: [people.kao] })
})
afterAll(() => clinic.stop())
const run = (query: Parameters<Clinic['db']['system']['read']>[0]) =>
  clinic.db.system.tx((tx) => tx.run(query as never))
beforeEach(async () => {
  await run(sql`delete from member_history where pid = ${members.wu}`)
  await run(sql`update member set birthday = '1960-01-01', gender = 'female', weight = 60 where pid = ${members.wu}`)
  await run(sql`insert into member_history (pid, partner_id, unit_id, kind, note, ename, substance)
    values (${members.wu}, 1, 2, 'sensitive_matters', 'Penicillin 類', 'Penicillins', 'class:penicillins')`)
})

const line = (drug: string, over: object = {}) => ({
  code: code(drug),
  dose: 1,
  frequency: 'TID',
  route: 'PO',
  days: 3,
  ...over,
})
const check = (note: Note, lines: object[], over: object = {}) =>
  clinic.post<DrugCheck>(people.lin, 'drugchecks', { pid: note.pid, qid: note.qid, lines, ...over })
async function written(...lines: object[]): Promise<Note> {
  const draft = await clinic.draft()
  const owner = { pid: draft.pid, qid: draft.qid, noteId: draft.id }
  await clinic.save(draft, { s: '喉嚨痛' })
  let note = (await clinic.post(people.lin, 'upsertICD', { ...owner, code: 'J06.9' })).data
  for (const one of lines) {
    const added = await clinic.post(people.lin, 'upsertMedicine', { ...owner, ...one })
    if (added.status !== 200) throw new Error(added.code)
    note = added.data
  }
  return note
}
const sign = ({ pid, qid, id, version }: Note) =>
  clinic.post(people.lin, 'recordSignature', { pid, qid, id, version, password: PASSWORD })
const answerIt = (note: Note, key: string, reason: string, mid: number = people.lin) =>
  clinic.post(mid, 'drugcheckanswers', { pid: note.pid, qid: note.qid, noteId: note.id, key, reason })

describe('the check of a prescription', () => {
  it('[EMR-12~] says an allergy while it is written, with its source, and what was not checked', async () => {
    const draft = await clinic.draft()
    const { data, status } = await check(draft, [line('amoxicillin'), line('metformin')])
    expect(status).toBe(200)
    expect(data.issues).toMatchObject([
      { kind: 'allergy', severity: 'high', about: { note: 'Penicillin 類' }, source: { title: /record/ } },
    ])
    expect(data.unchecked.map(({ kind }) => kind)).toContain('kidney')
  })

  it('[EMR-12~] lets nothing be signed with a serious warning unanswered; the reason stays in the note and its versions', async () => {
    const note = await written(line('amoxicillin'))
    const refused = await sign(note)
    expect([refused.status, refused.code]).toEqual([409, 'DRUG_CHECK_OPEN'])
    const { key } = rowAt((refused.data as unknown as { n: number; issues: { key: string }[] }).issues)
    expect((await answerIt(note, key, '  ')).code).toBe('REASON_REQUIRED')
    expect((await answerIt(note, 'x', '因為')).code).toBe('VERSION_STALE')
    expect((await answerIt(note, key, '因為', people.chen)).status).toBe(403)
    const answered = await answerIt(note, key, '去敏療程中，已告知')
    expect(answered.data.drugAnswers).toMatchObject([{ key, reason: '去敏療程中，已告知', by: { mid: people.lin } }])
    const signed = await sign(answered.data)
    expect([signed.status, signed.data.state]).toEqual([200, 'signed'])
    expect(signed.data.drugAnswers).toHaveLength(1)
    const versions = await clinic.call<NoteVersion[]>(people.lin, 'GET', `noteversions/${note.id}`)
    expect(rowAt(versions.data).content.drugAnswers).toMatchObject([{ reason: '去敏療程中，已告知', kind: 'allergy' }])
    expect((await answerIt(signed.data, key, 'x')).code).toBe('NOTE_SIGNED')
  })

  it('[EMR-12] finds allergy, double ingredient, interaction and a dose too high or too low, each by a table with its source, and each passed over with a reason', async () => {
    const lines = [
      line('amoxicillin'),
      line('acetaminophen', { dose: 3, frequency: 'QID' }),
      line('acetaminophen', { dose: 3, frequency: 'QID' }),
      line('sildenafil', { frequency: 'QD' }),
      line('isosorbide mononitrate', { frequency: 'QD' }),
      line('losartan', { dose: 0.25, frequency: 'QD' }),
    ]
    const note = await written(...lines)
    const { issues } = (await check(note, lines)).data
    const said = (issue: DrugIssue) => [issue.kind, issue.severity, issue.text?.en.split(' ')[0] ?? null]
    expect(issues.map(said).sort()).toEqual([
      ['allergy', 'high', null],
      ['dose', 'high', 'More'],
      ['dose', 'moderate', 'Less'],
      ['duplicateIngredient', 'high', null],
      ['interaction', 'high', 'Contraindicated:'],
    ])
    // The allergy is the record's; whatever else is said stands in a shipped table, which names where it is from.
    const shipped = reference.safety().tables.rules.map(({ source }) => source)
    const { title, url } = rowAt(issues.filter(({ kind }) => kind === 'duplicateIngredient')).source
    const cited = [...shipped, { title, url }]
    for (const { kind, source } of issues)
      if (kind === 'allergy') expect(source).toMatchObject({ title: expect.stringContaining('record') })
      else
        expect([cited.some((one) => one.title === source.title && one.url === source.url), source.url]).toEqual([
          true,
          expect.stringMatching(/^https:/),
        ])
    let now = note
    for (const [at, { key, severity }] of issues.entries()) {
      if (severity === 'high') expect((await sign(now)).code).toBe('DRUG_CHECK_OPEN')
      now = (await answerIt(now, key, `理由 ${at}`)).data
    }
    const signed = await sign(now)
    expect([signed.status, signed.data.drugAnswers.map(({ reason }) => reason)]).toEqual([
      200,
      issues.map((_, at) => `理由 ${at}`),
    ])
    const versions = await clinic.call<NoteVersion[]>(people.lin, 'GET', `noteversions/${note.id}`)
    expect(rowAt(versions.data).content.drugAnswers).toHaveLength(issues.length)
  })

  it('[EMR-12~] asks again for another drug, and forgets a reason whose drug went', async () => {
    const note = await written(line('amoxicillin'))
    const key = rowAt((await check(note, [line('amoxicillin')])).data.issues).key
    const answered = (await answerIt(note, key, '理由')).data
    const owner = { pid: note.pid, qid: note.qid, noteId: note.id }
    const gone = await clinic.post(people.lin, 'deleteMedicine', {
      ...owner,
      id: rowAt(answered.lines).id,
      version: answered.version,
    })
    const other = await clinic.post(people.lin, 'upsertMedicine', { ...owner, ...line('ampicillin') })
    expect(gone.status).toBe(200)
    expect((await sign(other.data)).code).toBe('DRUG_CHECK_OPEN')
    const fixed = await clinic.post(people.lin, 'deleteMedicine', {
      ...owner,
      id: rowAt(other.data.lines).id,
      version: other.data.version,
    })
    const signed = await sign(fixed.data)
    expect([signed.status, signed.data.drugAnswers]).toEqual([200, []])
  })

  it('[EMR-12~] holds for an amendment of the prescription, not for one of its words', async () => {
    const signed = (await sign(await written(line('metformin')))).data
    const owner = { pid: signed.pid, qid: signed.qid, id: signed.id, reason: '更正' }
    const amend = (body: object, version = signed.version) =>
      clinic.post(people.lin, 'updatenote', { ...owner, version, ...body })
    const lines = [{ ...line('amoxicillin'), notes: '' }]
    const refused = await amend({ lines })
    expect(refused.code).toBe('DRUG_CHECK_OPEN')
    const { key } = rowAt((refused.data as unknown as { issues: { key: string }[] }).issues)
    const amended = await amend({ lines, answers: [{ key, reason: '已確認可用' }] })
    expect(amended.data.drugAnswers).toMatchObject([{ key, reason: '已確認可用' }])
    const words = await amend({ s: '喉嚨痛三天' }, amended.data.version)
    expect([words.status, words.data.drugAnswers.length]).toEqual([200, 1])
  })

  it('[EMR-12~] knows kidney, weight, pregnancy and running drugs as far as they were recorded', async () => {
    const history = (kind: string, item: string, other: string | null, days = 0) =>
      run(sql`insert into member_history (pid, partner_id, unit_id, kind, note, item, mh_other_value, recorded_at)
        values (${members.wu}, 1, 2, ${kind}, 'x', ${item}, ${other}::text, now() - make_interval(days => ${days}::int))`)
    const draft = await clinic.draft()
    const signed = await sign(await written(line('warfarin', { frequency: 'QD', days: 28 })))
    expect(signed.status).toBe(200)
    const { issues } = (await check(draft, [line('ibuprofen')])).data
    expect(issues).toMatchObject([{ kind: 'interaction', drugs: [{ running: false }, { running: true }] }])
    await history('person_sick', 'egfr', '25', 400)
    expect((await check(draft, [line('metformin')])).data.unchecked.map(({ kind }) => kind)).toContain('kidney')
    await history('person_sick', 'egfr', '25')
    expect((await check(draft, [line('metformin')])).data.issues).toMatchObject([{ kind: 'dose', severity: 'high' }])
    await run(sql`update member set birthday = '1995-01-01' where pid = ${members.wu}`)
    const isotretinoin = [line('isotretinoin')]
    expect((await check(draft, isotretinoin)).data.unchecked.map(({ kind }) => kind)).toContain('pregnancy')
    expect((await check(draft, isotretinoin, { diagnoses: ['Z34.90'] })).data.issues).toMatchObject([
      { kind: 'pregnancy' },
    ])
    await history('life_type', 'not_pregnant', null)
    expect((await check(draft, isotretinoin)).data.unchecked.map(({ kind }) => kind)).not.toContain('pregnancy')
    await history('life_type', 'pregnant', null)
    expect((await check(draft, isotretinoin)).data.issues).toMatchObject([{ kind: 'pregnancy', severity: 'high' }])
  })

  it('[EMR-12~] counts as taken what is filled again, until the last filling is used up, and what was handed out late', async () => {
    // No other test's line runs beside this one's.
    await run(sql`update note set signed_at = signed_at - interval '2 years' where signed_at is not null`)
    const day = (from: number) => addDays(localDay(clinic.clock.now(), 'Asia/Taipei'), from)
    const warfarin = async (refill: object | null) => {
      const { id, pid, qid, version } = await written(line('warfarin', { frequency: 'QD', days: 28 }))
      const body = { pid, qid, noteId: id, version, refill }
      return (await sign((await clinic.post(people.lin, 'updateContinuousPrescription', body)).data)).data
    }
    const draft = await clinic.draft()
    /** What is said of an NSAID so many days after the signature. */
    const after = async (note: Note, days: number) => {
      const at = new Date(clinic.clock.now().getTime() - days * 86_400_000)
      await run(sql`update note set signed_at = ${at}::timestamptz where id = ${note.id}::uuid`)
      return (await check(draft, [line('ibuprofen')])).data.issues.map(({ kind }) => kind)
    }
    const once = await warfarin(null)
    expect([await after(once, 27), await after(once, 40)]).toEqual([['interaction'], []])
    const thrice = await warfarin({ times: 3, until: day(90) })
    expect([await after(thrice, 40), await after(thrice, 83), await after(thrice, 85)]).toEqual([
      ['interaction'],
      ['interaction'],
      [],
    ])
    // Of twelve fillings the last is that of the refill's last day, which lasts 28 days.
    const ended = await warfarin({ times: 12, until: day(1) })
    const until = (days: number) =>
      run(
        sql`update note set refill = jsonb_set(refill, '{until}', to_jsonb(${day(-days)}::text)) where id = ${ended.id}::uuid`,
      )
    await until(27)
    expect(await after(ended, 100)).toEqual(['interaction'])
    await until(30)
    expect(await after(ended, 100)).toEqual([])
    // Handed out today, long after its signature.
    const { id: pharmacyId } = await clinic.db.system.tx((tx) =>
      tx.one(
        sql<{
          id: number
        }>`insert into pharmacy (partner_id, at_unit, name, city) values (1, 2, '安心藥局', '臺北市') returning id`,
      ),
    )
    const { pid, qid, id: noteId } = thrice
    const sent = await clinic.post<RxSending>(people.lin, 'sendPrescription', { pid, qid, noteId, pharmacyId })
    const step = (action: string, { id, version }: RxSending) =>
      clinic.call<RxSending>(people.kao, 'PUT', `prescriptions/${id}`, { action, version })
    expect((await step('dispense', (await step('take', sent.data)).data)).data.state).toBe('dispensed')
    expect(await after(thrice, 85)).toEqual(['interaction'])
  })

  it.each([
    ['ibuprofen', 1200],
    ['cetirizine', null],
    ['loratadine', null],
    ['domperidone', null],
    ['loperamide', null],
    ['ciprofloxacin', null],
    ['metformin', null],
    ['amlodipine', null],
  ])('[EMR-12~] compares %s of a child with the most of adults, and says that none is a child’s', async (drug, low) => {
    await run(
      sql`update member set birthday = ${addDays(localDay(clinic.clock.now(), 'Asia/Taipei'), -900)}::date, weight = 10.5 where pid = ${members.wu}`,
    )
    const draft = await clinic.draft()
    const said = async (over: object) => {
      const { issues, unchecked } = (await check(draft, [line(drug, over)])).data
      const lacks = unchecked.map(({ kind }) => kind).filter((kind) => /dose/i.test(kind))
      return [issues.filter(({ kind }) => kind === 'dose').map(({ severity }) => severity), lacks]
    }
    expect(await said({ dose: 12, frequency: 'QID' })).toEqual([['high'], ['childDose']])
    // 114 mg/kg is too much for this child, and no table here says so: then it says that.
    if (low) expect(await said({ dose: 1, frequency: 'TID' })).toEqual([[], ['childDose']])
  })

  const allergicTo = async (note: string, substance: string | null = null) => {
    await run(sql`delete from member_history where pid = ${members.wu}`)
    await run(sql`insert into member_history (pid, partner_id, unit_id, kind, note, substance)
      values (${members.wu}, 1, 2, 'sensitive_matters', ${note}, ${substance}::text)`)
  }
  /** The product of the list whose name begins so. */
  const product = (name: string) => {
    const found = reference.drugs().search(name, 40)
    const same = found.find(({ nameEn }) => nameEn.toUpperCase().startsWith(name.toUpperCase()))
    if (!same) throw new Error(name)
    return { code: same.code, dose: 1, frequency: 'BID', route: 'PO', days: 7 }
  }
  const kinds = async (lines: object[]) =>
    (await check(await clinic.draft(), lines)).data.issues.map(({ kind, severity }) => `${kind} ${severity}`)

  it.each([
    ['磺胺類', 'class:sulfonamides', 'BAKTAR'],
    ['Sulfonamide', null, 'BAKTAR'],
    ['Sulfa 磺胺', null, 'BAKTAR'],
    ['sulfa', null, 'BAKTAR'],
    ['Bactrim', null, 'BAKTAR'],
    ['Baktar', null, 'BAKTAR'],
    ['Penicillin 類', 'class:penicillins', 'AUGMENTIN 1G'],
    ['盤尼西林', null, 'AUGMENTIN TABLETS 375MG'],
    ['青黴素過敏', null, 'UNASYN'],
    ['penicilin', null, 'UNASYN'],
    ['Augmentin', null, 'AUGMENTIN 1G'],
    ['安滅菌', null, 'AUGMENTIN 1G'],
    ['Augmentin', null, 'UNASYN'],
    ['頭孢', null, 'CEPHALEXIN'],
    ['Voltaren', null, 'DICOREN'],
    ['普拿疼', null, 'PANADOL ACTIFAST'],
    ['paracetamol', null, 'PANADOL ACTIFAST'],
    // Of these two products nobody knows here what they are made of: it is their own names that the allergy says.
    ['Wetunlin', null, 'WETUNLIN'],
    ['胃腸寧', null, 'WETUNLIN'],
  ])('[EMR-12~] finds an allergy to %s (%s) in %s', async (note, substance, name) => {
    await allergicTo(note, substance)
    expect(await kinds([product(name)])).toContain(
      note === 'Augmentin' && name === 'UNASYN' ? 'crossAllergy high' : 'allergy high',
    )
  })

  it.each([
    ['HYZAAR', 'LOSART F.C.'],
    ['JANUMET', 'METFORMIN TABLET'],
    ['GLUCOVANCE', 'METFORMIN TABLET'],
    ['Galvus Met', 'METFORMIN TABLET'],
    ['Xigduo', 'Forxiga'],
  ])('[EMR-12~] finds in %s the ingredient of %s', async (one, other) => {
    expect(await kinds([product(one), product(other)])).toContain('duplicateIngredient high')
  })

  it('[EMR-12~] compares each ingredient of a combination with what runs beside it', async () => {
    const warfarin = line('warfarin', { frequency: 'QD' })
    expect(await kinds([product('BAKTAR'), warfarin])).toContain('interaction moderate')
    expect(await kinds([product('SULFAMETHOXAZOLE'), warfarin])).toContain('interaction moderate')
  })

  it('[EMR-12~] asks about a drug that no allergy of the patient could be compared with', async () => {
    const unknown = product('WETUNLIN')
    expect(await kinds([unknown])).toEqual(['allergyUncompared high'])
    await allergicTo('海鮮')
    expect(await kinds([unknown])).toEqual(['allergyUncompared moderate'])
    const note = await written(unknown)
    await allergicTo('Penicillin 類', 'class:penicillins')
    const refused = await sign(note)
    expect(refused.code).toBe('DRUG_CHECK_OPEN')
    const { key } = rowAt((refused.data as unknown as { issues: { key: string }[] }).issues)
    // A reason was for the allergies that were known then.
    const answered = (await answerIt(note, key, '已查仿單，不含 penicillin')).data
    expect((await check(answered, [unknown])).data.issues.map((issue) => issue.key)).toEqual([key])
    await allergicTo('磺胺類', 'class:sulfonamides')
    expect((await check(answered, [unknown])).data.issues.map((issue) => issue.key)).not.toContain(key)
    await run(sql`delete from member_history where pid = ${members.wu}`)
    expect(await kinds([unknown])).toEqual([])
  })

  it('[EMR-12~] says nothing of a record that is not open, and says that', async () => {
    const draft = await clinic.draft({ pid: members.zhang })
    await run(
      sql`insert into member_history (pid, partner_id, unit_id, kind, note, substance) values (${members.zhang}, 1, 2, 'sensitive_matters', 'x', 'class:penicillins')`,
    )
    const { data } = await check(draft, [line('amoxicillin')])
    expect([data.issues, data.unchecked[0]?.kind]).toEqual([[], 'recordClosed'])
  })

  it('[EMR-12~] says of a drug that was taken off the list that it was', async () => {
    const draft = await clinic.draft()
    const { data } = await check(draft, [{ code: '衛署藥製字第999999號', dose: 1, frequency: 'QD', route: 'PO' }])
    expect(data.issues).toMatchObject([{ kind: 'allergyUncompared' }, { kind: 'delisted' }])
    expect(data.unchecked.map(({ kind }) => kind)).toContain('ingredients')
  })

  it('[EMR-12~] takes sets of rules that were brought in beside the shipped ones', async () => {
    const draft = await clinic.draft()
    const lines = [line('metformin'), line('acetaminophen')]
    expect((await check(draft, lines)).data.issues).toEqual([])
    const csv = (row: string) => `${importColumns.join()}\n${row}\n`
    const { tables } = reference.safety()
    const row = '1,interaction,ingredient:metformin,ingredient:acetaminophen,moderate,,"x, ""y""",x,Own list,'
    expect(readRules(csv(row.replace('Own list', '')), 'own', tables).wrong).toEqual([{ line: 2, why: 'source: ' }])
    expect(readRules(csv(row.replace('metformin', 'nothing')), 'own', tables).wrong[0]?.why).toContain('a: ')
    expect(() => readRules('id,kind\n', 'own', tables)).toThrow('columns')
    const { rules } = readRules(csv(row), 'own', tables)
    await clinic.db.system.tx((tx) => keepRules(tx, { name: 'own', licence: 'CC0', rules }, new Date()))
    expect((await check(draft, lines)).data.issues).toMatchObject([
      { kind: 'interaction', text: { en: 'x, "y"' }, source: { title: 'Own list' } },
    ])
    await clinic.db.system.tx((tx) => dropRules(tx, 'own'))
    expect((await check(draft, lines)).data.issues).toEqual([])
  })
})

describe('the shipped rules', () => {
  it('[EMR-12~] name a source each, and know what the common drugs are made of', () => {
    const { tables } = reference.safety()
    expect(tables.rules.length).toBeGreaterThan(150)
    expect(tables.rules.filter(({ source }) => !source.title || !source.url)).toEqual([])
    const kinds = new Set(tables.rules.map(({ kind }) => kind))
    expect([...kinds].sort()).toEqual(['cross', 'dose', 'duplicate', 'interaction', 'pregnancy'])
    expect(
      checkPrescription([], [], { allergies: [], asked: true, age: 1, kg: 1, egfr: 1, pregnancy: 'not' }, tables)
        .issues,
    ).toEqual([])
  })
})
