import { randomUUID } from 'node:crypto'
import type { Tx } from '../../server/src/platform/db/types.ts'
import { type Folder, trace } from './folders.ts'
import { planter, put } from './put.ts'

/** Notes, drafts and signed, with their diagnoses, prescriptions and versions. */
export async function plantRecord(tx: Tx, folders: readonly Folder[], now: Date): Promise<void> {
  const { at } = planter(tx, folders)
  const text = (folder: Folder) => ({
    s: trace('n', folder.n),
    o: trace('n', folder.n),
    a: trace('n', folder.n),
    p: '',
    memo: '',
  })
  const note = (folder: Folder) => ({
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
  const signed = (folder: Folder) => ({ signed_at: now, signed_by: folder.did, hash: 'x' })
  await put(tx, 'note', [
    ...folders.map((folder) => ({
      id: folder.draft,
      qid: folder.qid,
      state: 'draft',
      ...note(folder),
      signed_at: null,
      signed_by: null,
      hash: null,
    })),
    ...folders.map((folder) => ({
      id: folder.signed,
      qid: folder.pastQid,
      state: 'signed',
      ...note(folder),
      ...signed(folder),
    })),
  ])
  const lineOf = (folder: Folder) => ({ ...at(folder), author_mid: folder.did, sort: 0, version: 1 })
  const diagnosis = (folder: Folder) => ({
    code: 'I10',
    name_en: 'Hypertension',
    name_zh_tw: '高血壓',
    remarks: trace('n', folder.n),
    billable: true,
  })
  const drug = (folder: Folder) => ({
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
    ...folders.map((folder) => ({
      id: folder.diagnosis,
      note_id: folder.draft,
      ...lineOf(folder),
      ...diagnosis(folder),
    })),
    ...folders.map((folder) => ({ id: randomUUID(), note_id: folder.signed, ...lineOf(folder), ...diagnosis(folder) })),
  ])
  await put(tx, 'prescription_line', [
    ...folders.map((folder) => ({ id: folder.line, note_id: folder.draft, ...lineOf(folder), ...drug(folder) })),
    ...folders.map((folder) => ({ id: randomUUID(), note_id: folder.signed, ...lineOf(folder), ...drug(folder) })),
  ])
  await put(
    tx,
    'note_version',
    folders.map((folder) => ({
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
