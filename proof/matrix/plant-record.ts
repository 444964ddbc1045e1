import { randomUUID } from 'node:crypto'
import type { Tx } from '../../server/src/platform/db/types.ts'
import { type PatientFixture, places, trace } from './folders.ts'
import { seeder, put } from './put.ts'

/** Notes, drafts and signed, with their diagnoses, prescriptions and versions. */
export async function seedRecord(tx: Tx, patients: readonly PatientFixture[], now: Date): Promise<void> {
  const { at } = seeder(tx, patients)
  const text = (folder: PatientFixture) => ({
    s: trace('n', folder.n),
    o: trace('n', folder.n),
    a: trace('n', folder.n),
    p: '',
    memo: '',
  })
  const note = (folder: PatientFixture) => ({
    ...at(folder),
    author_mid: folder.did,
    saved_by: folder.did,
    ...text(folder),
    version: 1,
    late: false,
    part_versions: {},
    created_at: now,
    updated_at: now,
  })
  const signed = (folder: PatientFixture) => ({ signed_at: now, signed_by: folder.did, hash: 'x' })
  await put(tx, 'note', [
    ...patients.map((folder) => ({
      id: folder.draft,
      qid: folder.qid,
      state: 'draft',
      ...note(folder),
      signed_at: null,
      signed_by: null,
      hash: null,
    })),
    ...patients.map((folder) => ({
      id: folder.signed,
      qid: folder.pastQid,
      state: 'signed',
      ...note(folder),
      ...signed(folder),
    })),
  ])
  const lineOf = (folder: PatientFixture) => ({ ...at(folder), author_mid: folder.did, sort: 0, version: 1 })
  const diagnosis = (folder: PatientFixture) => ({
    code: 'I10',
    name_en: 'Hypertension',
    name_zh_tw: '高血壓',
    remarks: trace('n', folder.n),
    billable: true,
  })
  const drug = (folder: PatientFixture) => ({
    code: 'A000024100',
    name: 'drug',
    unit: 'TAB',
    dose: 1,
    frequency: 'QD',
    route: 'PO',
    days: 7,
    total: 7,
    notes: trace('n', folder.n),
  })
  await put(tx, 'diagnosis', [
    ...patients.map((folder) => ({
      id: folder.diagnosis,
      note_id: folder.draft,
      ...lineOf(folder),
      ...diagnosis(folder),
    })),
    ...patients.map((folder) => ({
      id: randomUUID(),
      note_id: folder.signed,
      ...lineOf(folder),
      ...diagnosis(folder),
    })),
  ])
  await put(tx, 'prescription_line', [
    ...patients.map((folder) => ({ id: folder.line, note_id: folder.draft, ...lineOf(folder), ...drug(folder) })),
    ...patients.map((folder) => ({ id: randomUUID(), note_id: folder.signed, ...lineOf(folder), ...drug(folder) })),
  ])
  await put(
    tx,
    'product_sending',
    patients.map((folder) => ({
      id: folder.product,
      ...at(folder),
      qid: folder.pastQid,
      author_mid: folder.did,
      state: 'sent',
      items: [
        {
          productId: 1,
          name: trace('n', folder.n),
          quantity: 1,
          price: 1,
          currency: 'TWD',
          description: '',
          manufacturer: '',
        },
      ],
      version: 1,
      created_at: now,
      sent_at: now,
    })),
  )
  await put(
    tx,
    'pharmacy',
    [...new Set(patients.map(({ place }) => place))]
      .filter((place) => place !== 'disabled')
      .map((place) => ({
        id: places[place].unit,
        partner_id: places[place].partner,
        at_unit: places[place].unit,
        name: `pharmacy ${places[place].unit}`,
        city: 'x',
        address: '',
        status: 'active',
      })),
  )
  await put(
    tx,
    'note_suggestion',
    patients.map((folder) => ({
      id: folder.noteSuggestion,
      note_id: folder.draft,
      ...at(folder),
      author_mid: folder.did,
      sent: trace('n', folder.n),
      text: trace('n', folder.n),
      model: 'x',
      asked_by: folder.did,
      asked_at: now,
    })),
  )
  await put(
    tx,
    'prescription_sending',
    patients.map((folder) => ({
      id: folder.prescription,
      ...at(folder),
      qid: folder.pastQid,
      note_id: folder.signed,
      author_mid: folder.did,
      pharmacy_id: places[folder.place].unit,
      to_unit: places[folder.place].unit,
      state: 'sent',
      content: {
        institution: 'x',
        signedAt: now,
        patient: {
          name: trace('v', folder.n),
          nameEn: null,
          gender: null,
          birthday: null,
          memberNo: 'x',
          weight: null,
          kidney: null,
        },
        allergies: { status: 'closed', names: [] },
        diagnoses: [],
        lines: [],
        answers: [],
      },
      dispensings: [],
      steps: [],
      version: 1,
      sent_at: now,
      state_at: now,
    })),
  )
  await put(
    tx,
    'note_version',
    patients.map((folder) => ({
      note_id: folder.signed,
      version: 1,
      ...at(folder),
      author_mid: folder.did,
      kind: 'sign',
      content: { ...text(folder), diagnoses: [], prescription: [] },
      saved_by: folder.did,
      at: now,
    })),
  )
}
