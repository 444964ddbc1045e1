import { randomUUID } from 'node:crypto'
import { localDay } from '@teleward/contract/core/dates.ts'
import type { Tx } from '../../server/src/platform/db/types.ts'
import { accountOf, BESIDE, besides, consentOf, type PatientFixture, places, trace, historyOf } from './folders.ts'
import { HOST, PARTNER, people } from './people.ts'
import { seedChildCare } from './plant-children.ts'
import { seedCalls } from './plant-calls.ts'
import { seedDiet } from './plant-diet.ts'
import { seedEvents, seedHealthChecks } from './plant-events.ts'
import { seedForms } from './plant-forms.ts'
import { seedMoney } from './plant-money.ts'
import { seedMonitoring } from './plant-monitoring.ts'
import { seedRecord } from './plant-record.ts'
import { seedTeamwork } from './plant-teamwork.ts'
import { seeder, put } from './put.ts'

export async function seedPatientFixtures(tx: Tx, patients: readonly PatientFixture[], now: Date): Promise<void> {
  const { at, each } = seeder(tx, patients)
  const soon = new Date(now.getTime() + 60_000)
  const day = localDay(now, 'Asia/Taipei')
  const ago = (days: number) => new Date(now.getTime() - days * 86_400_000)

  await each('member', ({ n, pid }) => ({
    pid,
    member_no: trace('i', n),
    name: `病患${trace('i', n)}`,
    id_number: trace('v', n),
    account: accountOf(n),
    email: `${trace('v', n)}@example.org`,
    birthday: '1958-01-02',
    mobile: '0912345678',
    mobilecode: 1,
    emergency_contact: { name: trace('v', n), relation: '子', phone: '0' },
    language: 'zh-TW',
    vip: false,
    version: 1,
    created_at: now,
  }))
  await each('member_unit', (folder) => ({
    ...at(folder),
    status: folder.place === 'disabled' ? 'disabled' : 'active',
    since: day,
  }))
  await put(
    tx,
    'member_unit',
    patients.flatMap(({ pid, authorisation }) => {
      const beside = besides[authorisation]
      return beside ? [{ pid, partner_id: PARTNER, unit_id: beside.unit, status: beside.status, since: day }] : []
    }),
  )
  // Something was merged into each once, and can be taken apart again.
  await each('member_merge', (folder) => ({
    id: folder.n,
    partner_id: places[folder.place].partner,
    units: [places[folder.place].unit],
    added_units: [],
    kept_pid: folder.pid,
    merged_pid: BESIDE,
    before: {},
    change: {},
    merged_by: HOST,
    merged_at: now,
  }))
  await each('member_history', (folder) => ({
    id: historyOf(folder.n),
    ...at(folder),
    kind: 'sensitive_matters',
    note: trace('h', folder.n),
    recorded_at: now,
  }))
  const visit = (folder: PatientFixture) => ({
    ...at(folder),
    did: folder.did,
    proxy: false,
    kind: 'general',
    interval: 1,
    date: day,
    duration_minutes: 15,
    site: 'video',
    consult_problem: trace('v', folder.n),
    p_memo: trace('v', folder.n),
    currency: 'TWD',
    payment: 'none',
    tries: 0,
    checked_in_at: now,
    version: 1,
    created_at: now,
    updated_at: now,
    finished_at: null as Date | null,
    finished_by: null as number | null,
  })
  await each('appointment', (folder) => ({
    ...visit(folder),
    qid: folder.qid,
    status: 'checkedIn',
    start_at: soon,
    queue_no: folder.n,
  }))
  await each('appointment', (folder) => ({
    ...visit(folder),
    qid: folder.pastQid,
    status: 'finished',
    start_at: ago(0.01),
    queue_no: 5000 + folder.n,
    finished_at: now,
    finished_by: folder.did,
  }))
  await each('appointment_event', (folder) => ({
    id: 1_000_000 + folder.n,
    qid: folder.qid,
    ...at(folder),
    action: 'checkIn',
    to_status: 'checkedIn',
    reason: trace('v', folder.n),
    actor_kind: 'system',
    at: now,
  }))
  await seedCalls(tx, patients, now)
  await seedMoney(tx, patients, now)
  await seedTeamwork(tx, patients, now)
  await seedMonitoring(tx, patients, now)
  await seedDiet(tx, patients, now)
  await seedChildCare(tx, patients, now)
  await seedRecord(tx, patients, now)
  await seedEvents(tx, patients, now)
  await seedForms(tx, patients, now)
  await seedHealthChecks(tx, patients, now)
  await each('member_messenger', (folder) => ({
    partner_id: places[folder.place].partner,
    pid: folder.pid,
    channel: 'line',
    recipient: trace('v', folder.n),
    name: '',
    offered_by: HOST,
    bound_at: now,
  }))
  const consent = (folder: PatientFixture, kind: string, more: Record<string, unknown>) => ({
    id: randomUUID(),
    ...at(folder),
    kind,
    state: 'active',
    text_version: trace('v', folder.n),
    given_by: 'patient',
    starts_at: ago(9),
    ends_at: null,
    at: now,
    qid: null as number | null,
    ...more,
  })
  await put(tx, 'consent', [
    ...patients.map((folder) => consent(folder, 'consultation', { qid: folder.qid })),
    ...patients.map((folder) => consent(folder, 'record', { id: consentOf(folder.n), state: 'requested' })),
    ...patients
      .filter(({ authorisation }) => authorisation === 'authorised' || authorisation === 'shown')
      .map((folder) => consent(folder, 'record', { ends_at: ago(-7) })),
    ...patients
      .filter(({ authorisation }) => authorisation === 'expired' || authorisation === 'second')
      .map((folder) => consent(folder, 'record', { ends_at: ago(1) })),
    ...patients.flatMap((folder) => {
      const beside = besides[folder.authorisation]
      return beside ? [consent(folder, 'record', { unit_id: beside.unit })] : []
    }),
  ])
  // In an emergency anybody may have opened the record; elsewhere only whoever treats the patient did, and it stays theirs.
  const opened = patients.flatMap((folder) =>
    (['emergency', 'suspended', 'elsewhere'].includes(folder.authorisation)
      ? people.map(({ mid }) => mid)
      : folder.place === 'own'
        ? []
        : [folder.did]
    ).map((mid) => ({
      id: randomUUID(),
      ...at(folder),
      unit_id: besides[folder.authorisation]?.unit ?? places[folder.place].unit,
      mid,
      reason: '昏迷送醫',
      // Not of this hour, which holds ten for each person.
      at: new Date(now.getTime() - 2 * 3_600_000),
      until: new Date(now.getTime() + 3_600_000),
    })),
  )
  await put(tx, 'emergency_access', opened)
  const measured = (folder: PatientFixture) => ({
    ...at(folder),
    recorded_by: folder.did,
    data_type: 'weight',
    device_name: trace('m', folder.n),
    device_type: '',
  })
  await each('reading', (folder) => ({
    id: historyOf(folder.n),
    ...measured(folder),
    kind: 'weight',
    value: 60,
    unit: 'kg',
    measured_at: now,
    received_at: now,
    source: 'device',
    flagged: false,
  }))
  // And what stood in its place before a workbook was brought.
  const batch = randomUUID()
  await put(tx, 'health_data_batch', [
    {
      id: batch,
      partner_id: PARTNER,
      mid: HOST,
      file_hash: 'x',
      total: 1,
      imported: 1,
      outcome: {},
      at: now,
    },
  ])
  await each('reading_version', (folder) => ({
    id: 1_000_000 + folder.n,
    reading_id: 1_000_000 + folder.n,
    ...at(folder),
    value: 61,
    received_at: now,
    recorded_by: folder.did,
    batch_id: batch,
    replaced_at: now,
    replaced_by: folder.did,
  }))
  await each('ecg', (folder) => ({
    id: historyOf(folder.n),
    ...at(folder),
    first_pid: folder.pid,
    measured_at: now,
    received_at: now,
    rate: 250,
    leads: [trace('m', folder.n).slice(0, 12)],
    wave: '\\x0000',
    counted: false,
    device_name: trace('m', folder.n),
    device_type: '',
    recorded_by: folder.did,
  }))
  await put(tx, 'reading_archive', [{ month: '2020-01-01', many: 1, sha256: 'x', file: 'x', out_at: now }])
  await each('reading_moved_out', (folder) => ({
    archive_id: 1,
    month: '2020-01-01',
    ...at(folder),
    was_pid: folder.pid,
    many: 1,
  }))
  await each('device_log', (folder) => ({
    id: 1_000_000 + folder.n,
    ...at(folder),
    said: {},
    at: now,
    recorded_by: folder.did,
  }))
}
