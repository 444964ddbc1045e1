import type { Tx } from '../../server/src/platform/db/types.ts'
import { type PatientFixture, groupOf, places, trace } from './folders.ts'
import { HOST } from './people.ts'
import { seeder, put } from './put.ts'

/** Groups of monitoring, and who is in them. */
export async function seedMonitoring(tx: Tx, patients: readonly PatientFixture[], now: Date): Promise<void> {
  const { at, each } = seeder(tx, patients)
  const units = new Map(Object.values(places).map((place) => [place.unit, place.partner]))
  await put(
    tx,
    'monitor_group',
    [...units].map(([unit, partner]) => ({
      id: groupOf(unit),
      partner_id: partner,
      at_unit: unit,
      name: '血壓',
      version: 1,
      created_by: HOST,
      created_at: now,
      updated_at: now,
    })),
  )
  await each('monitor_group_member', (folder) => ({
    id: 1_000_000 + folder.n,
    group_id: groupOf(places[folder.place].unit),
    ...at(folder),
    added_by: HOST,
    added_at: now,
  }))
  await each('monitor_own', (folder) => ({
    id: 1_000_000 + folder.n,
    ...at(folder),
    rules: [],
    set_by: HOST,
    set_at: now,
  }))
  await each('monitor_alert', (folder) => ({
    id: folder.alert,
    ...at(folder),
    rule_id: folder.alert,
    source: 'group',
    group_name: trace('m', folder.n),
    measure: 'systolic',
    test: 'above',
    severity: 'warning',
    limit_value: 140,
    value: 151,
    measured_at: now,
    raised_at: now,
    last_value: 151,
    last_at: now,
    state: 'open',
  }))
  // Monitored again: what is off would keep the other calls from going through.
  await each('monitor_off', (folder) => ({
    id: 1_000_000 + folder.n,
    ...at(folder),
    reason: trace('v', folder.n),
    off_by: HOST,
    off_at: now,
    on_by: HOST,
    on_at: now,
  }))
}
