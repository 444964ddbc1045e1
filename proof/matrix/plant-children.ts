import type { Tx } from '../../server/src/platform/db/types.ts'
import { type PatientFixture, trace } from './folders.ts'
import { put, seeder } from './put.ts'

/** Child care: a record of each kind, and what a schedule goes by. */
export async function seedChildCare(tx: Tx, patients: readonly PatientFixture[], now: Date): Promise<void> {
  const { at, each } = seeder(tx, patients)
  const record = (folder: PatientFixture) => ({
    ...at(folder),
    on_day: '2026-01-01',
    note: trace('v', folder.n),
    born_then: '1958-01-02',
    mid: folder.did,
    entered_at: now,
    version: 1,
    history: [],
  })
  await put(
    tx,
    'child_record',
    patients.flatMap((folder) => {
      const { vaccination, fluoride, preventive, biliary } = folder.childRecords
      const none = { vaccine: null, dose: null, visit: null, colour: null }
      return [
        { ...record(folder), ...none, id: vaccination, kind: 'vaccination', vaccine: 'BCG', dose: 1 },
        { ...record(folder), ...none, id: fluoride, kind: 'fluoride' },
        { ...record(folder), ...none, id: preventive, kind: 'preventive', visit: 1 },
        { ...record(folder), ...none, id: biliary, kind: 'biliary', colour: 8 },
      ]
    }),
  )
  await each('child_fact', (folder) => ({
    id: 70_000 + folder.n,
    ...at(folder),
    gestation_days: 280,
    fluoride_group: 'general',
    multiple: false,
    mid: folder.did,
    at: now,
  }))
}
