import type { EmrData } from '@teleward/contract/emr/schema.ts'
import type { MedHistory } from '@teleward/contract/members/history.ts'
import type { MemberDetail } from '@teleward/contract/members/schema.ts'
import type { DrugCheck } from '@teleward/contract/prescriptions/checks/schema.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Scope, sql } from '../platform/db/index.ts'
import { reference } from '../reference/catalogue.ts'
import { type Clinic, members, openClinic, people, rowAt } from './fixture.ts'

let clinic: Clinic
beforeAll(async () => {
  clinic = await openClinic()
})
afterAll(() => clinic.stop())
beforeEach(() => clinic.db.system.tx((tx) => tx.run(sql`delete from member_history where pid = ${members.wu}`)))

const pid = members.wu
const write = (body: object, mid: number = people.lin) =>
  clinic.post<MedHistory>(mid, 'updatePatientMedHistory', { pid, ...body })
const scope: Scope = {
  kind: 'staff',
  mid: people.lin,
  partnerId: 1,
  unitIds: [2],
  pid: null,
  qid: null,
  'emr.read': 'y',
  'appointment.read': 'y',
  'monitor.read': 'y',
}
const emr = async () => (await clinic.post<EmrData>(people.lin, 'getEmrData', { pid, qid: 0 })).data
const penicillin = {
  item: 'allergy_penicillins',
  verification: 'confirmed',
  criticality: 'high',
  severity: 'severe',
  reaction: '全身蕁麻疹、喘',
}

describe('history and allergies', () => {
  it('[EMR-09] are recorded by the form’s items and in words, in Chinese and English, with a word of their own', async () => {
    const { data: items } = await clinic.call<{ code: string; kind: string }[]>(people.lin, 'GET', 'getMedHistoryItems')
    expect(new Set(items.map(({ kind }) => kind)).size).toBe(5)
    const answer = await write({
      version: 1,
      person_sick: [
        { item: 'surgery', mh_other_value: '1998 膽囊切除' },
        { note: '偏頭痛', ename: 'Migraine' },
      ],
      parents_sick: [{ item: 'family_diabetes', mh_other_value: '母' }],
      parents_cancer: [{ item: 'cancer_other', mh_other_value: '胰臟癌（父）' }],
      sensitive_matters: [penicillin],
      life_type: [{ item: 'smoking', mh_other_value: '每日一包 20 年' }],
    })
    expect(answer.status).toBe(200)
    const kept = (await emr()).history
    const of = (kind: 'person_sick') =>
      kept?.[kind]?.map(({ note, ename, mh_other_value }) => [note, ename, mh_other_value])
    expect(of('person_sick')).toEqual([
      ['手術', 'Operation', '1998 膽囊切除'],
      ['偏頭痛', 'Migraine', null],
    ])
    expect(['parents_sick', 'parents_cancer', 'life_type'].flatMap((kind) => of(kind as 'person_sick'))).toEqual([
      ['糖尿病', 'Diabetes', '母'],
      ['其他癌症', 'Other cancer', '胰臟癌（父）'],
      ['吸菸', 'Smoking', '每日一包 20 年'],
    ])
    expect(kept?.sensitive_matters).toMatchObject([
      {
        note: 'Penicillin 類',
        verification: 'confirmed',
        criticality: 'high',
        severity: 'severe',
        reaction: '全身蕁麻疹、喘',
        substance: 'class:penicillins',
      },
    ])
    expect(kept?.sensitive_matters?.[0]?.recordedBy).toBeTruthy()
    expect((await emr()).patient.allergies).toEqual([
      { note: 'Penicillin 類', ename: 'Penicillins', severity: 'severe' },
    ])
    // One store: the member in full shows it, and the drug check goes by it.
    const member = await clinic.call<MemberDetail>(people.lin, 'GET', `members/${pid}`)
    const ofMember = (kind: string) =>
      member.data.histories
        ?.filter((one) => one.kind === kind)
        .map(({ note, mh_other_value }) => [note, mh_other_value])
    expect(ofMember('sensitive_matters')).toEqual([['Penicillin 類', null]])
    expect(ofMember('person_sick')).toEqual([
      ['手術', '1998 膽囊切除'],
      ['偏頭痛', null],
    ])
    expect(ofMember('parents_cancer')).toEqual([['其他癌症', '胰臟癌（父）']])
    const drug = rowAt(reference.drugs().search('amoxicillin', 20)).code
    const { qid } = await clinic.draft()
    const lines = [{ code: drug, dose: 1, frequency: 'TID', route: 'PO' }]
    const check = await clinic.post<DrugCheck>(people.lin, 'drugchecks', { pid, qid, lines })
    expect(check.data.issues).toMatchObject([{ kind: 'allergy', about: { note: 'Penicillin 類' } }])
  })

  it('[EMR-09~] tells asked and none from never asked, and what is there takes the place of none', async () => {
    expect((await emr()).patient.allergies).toEqual([])
    const none = await write({ version: 1, sensitive_matters: [{ none: true }], person_sick: [{ none: true }] })
    expect(none.body).toMatchObject({ status: 'OK' })
    expect(none.data.entries.map(({ kind, severity }) => [kind, severity])).toEqual([
      ['person_sick', 'none'],
      ['sensitive_matters', 'none'],
    ])
    const found = await write({ version: none.data.version, sensitive_matters: [penicillin] })
    expect(found.data.entries.filter(({ kind }) => kind === 'sensitive_matters')).toMatchObject([
      { note: 'Penicillin 類' },
    ])
    expect(found.data.withdrawn).toMatchObject([{ severity: 'none', withdrawnWhy: 'replaced' }])
    const again = await write({ version: found.data.version, sensitive_matters: [{ none: true }] })
    expect([again.status, again.body.fields]).toEqual([
      400,
      [{ path: 'sensitive_matters.0.none', code: 'VALUE_INVALID' }],
    ])
  })

  it('[EMR-09~] [MEMB-01~] is no condition where it says that there is none, or a figure of the kidneys', async () => {
    const first = await write({ version: 1, person_sick: [{ none: true }] })
    const conditions = () =>
      clinic.db.read(
        scope,
        sql<{ conditions: { note: string }[]; listed: number }>`
        select c.conditions, (select count(*)::int from app_open_conditions() o where o.pid = c.pid) as listed
        from app_member_conditions(array[${pid}::int]) c`,
      )
    expect(await conditions()).toEqual([{ conditions: [], listed: 0 }])
    const more = [{ item: 'egfr', mh_other_value: '55' }, { item: 'gout' }]
    await write({ version: first.data.version, person_sick: more })
    expect(await conditions()).toEqual([{ conditions: [{ note: '痛風', ename: 'Gout' }], listed: 1 }])
  })

  it('[EMR-09~] overwrites nothing: a change is a new entry, a mistake is marked with its reason', async () => {
    const first = await write({ version: 1, sensitive_matters: [{ ...penicillin, verification: 'unconfirmed' }] })
    const old = rowAt(first.data.entries)
    const changed = await write({ version: first.data.version, sensitive_matters: [{ ...penicillin, id: old.id }] })
    expect(changed.data.entries).toMatchObject([{ verification: 'confirmed' }])
    expect(changed.data.withdrawn).toMatchObject([
      { id: old.id, verification: 'unconfirmed', withdrawnWhy: 'replaced' },
    ])
    const { id } = rowAt(changed.data.entries)
    const mark = { id, why: 'entered-in-error' }
    expect((await write({ version: changed.data.version, withdrawn: [{ ...mark, reason: ' ' }] })).code).toBe(
      'REASON_REQUIRED',
    )
    const gone = await write(
      { version: changed.data.version, withdrawn: [{ ...mark, reason: '別的病人' }] },
      people.lin,
    )
    expect(gone.data.entries).toEqual([])
    expect(gone.data.withdrawn[0]).toMatchObject({ id, withdrawnWhy: 'entered-in-error', withdrawnReason: '別的病人' })
    const twice = await write({ version: gone.data.version, withdrawn: [{ ...mark, reason: 'x' }] })
    expect(twice.body.fields).toEqual([{ path: 'withdrawn.0.id', code: 'VALUE_INVALID' }])
  })

  it('[EMR-09~] lets of two editors the later one see what stands, and loses nothing of either', async () => {
    const answers = await Promise.all([
      write({ version: 1, sensitive_matters: [penicillin] }),
      write({ version: 1, sensitive_matters: [{ note: '蝦' }] }),
    ])
    const late = answers.find(({ status }) => status !== 200)
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(late?.code).toBe('VERSION_STALE')
    expect(late?.data.entries).toHaveLength(1)
    const [event] = await clinic.db.system.read(
      sql<{ payload: unknown }>`select payload from event_log where type = 'history.changed' order by id desc limit 1`,
    )
    expect(event?.payload).toEqual({ pid, version: 2 })
  })

  it('[EMR-09~] refuses what says nothing, and what the tables do not know', async () => {
    const wrong = await write({
      version: 1,
      person_sick: [{ note: ' ' }, { item: 'egfr', mh_other_value: '不詳' }, { item: 'allergy_latex' }],
      sensitive_matters: [{ note: 'x', substance: 'class:nothing' }],
    })
    expect(wrong.body.fields.map(({ path }) => path)).toEqual([
      'person_sick.0.note',
      'person_sick.1.mh_other_value',
      'person_sick.2.item',
      'sensitive_matters.0.substance',
    ])
    expect((await write({ version: 1 })).status).toBe(400)
  })

  it('[EMR-09~] [EMR-11~] stays shut where the record is, in the service and in the policies', async () => {
    const shut = members.zhang
    const ask = { pid: shut, version: 1, sensitive_matters: [penicillin] }
    expect((await clinic.call(people.lin, 'GET', `medhistories/${shut}`)).code).toBe('EMR_NOT_AUTHORISED')
    expect((await clinic.post(people.lin, 'updatePatientMedHistory', ask)).code).toBe('EMR_NOT_AUTHORISED')
    expect((await write({ version: 1, sensitive_matters: [penicillin] }, people.kao)).status).toBe(403)
    const plant = (of: number) =>
      clinic.db.tx(scope, (tx) =>
        tx.run(
          sql`insert into member_history (pid, partner_id, unit_id, kind, note) values (${of}, 1, 2, 'sensitive_matters', 'x')`,
        ),
      )
    await plant(pid)
    await expect(plant(shut)).rejects.toThrow(/policy|row-level/i)
    await expect(
      clinic.db.tx(scope, (tx) => tx.run(sql`update member_history set note = 'y' where pid = ${pid}`)),
    ).rejects.toThrow(/permission/i)
  })
})
