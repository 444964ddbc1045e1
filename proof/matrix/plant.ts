import { randomUUID } from 'node:crypto'
import { localDay } from '@teleward/contract/core/dates.ts'
import type { Tx } from '../../server/src/platform/db/types.ts'
import { accountOf, BESIDE, besides, type Folder, places, trace } from './folders.ts'
import { HOST, PARTNER, people } from './people.ts'
import { plantCalls } from './plant-calls.ts'
import { plantDiet } from './plant-diet.ts'
import { plantMoney } from './plant-money.ts'
import { plantMonitoring } from './plant-monitoring.ts'
import { plantRecord } from './plant-record.ts'
import { plantTeamwork } from './plant-teamwork.ts'
import { planter, put } from './put.ts'

export async function plantFolders(tx: Tx, folders: readonly Folder[], now: Date): Promise<void> {
  const { at, each } = planter(tx, folders)
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
    folders.flatMap(({ pid, authorisation }) => {
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
    id: folder.n,
    ...at(folder),
    kind: 'sensitive_matters',
    note: trace('h', folder.n),
    recorded_at: now,
  }))
  const visit = (folder: Folder) => ({
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
  await plantCalls(tx, folders, now)
  await plantMoney(tx, folders, now)
  await plantTeamwork(tx, folders, now)
  await plantMonitoring(tx, folders, now)
  await plantDiet(tx, folders, now)
  await plantRecord(tx, folders, now)
  const consent = (folder: Folder, kind: string, more: Record<string, unknown>) => ({
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
    ...folders.map((folder) => consent(folder, 'consultation', { qid: folder.qid })),
    ...folders
      .filter(({ authorisation }) => authorisation === 'authorised')
      .map((folder) => consent(folder, 'record', {})),
    ...folders
      .filter(({ authorisation }) => authorisation === 'expired' || authorisation === 'second')
      .map((folder) => consent(folder, 'record', { ends_at: ago(1) })),
    ...folders.flatMap((folder) => {
      const beside = besides[folder.authorisation]
      return beside ? [consent(folder, 'record', { unit_id: beside.unit })] : []
    }),
  ])
  // In an emergency anybody may have opened the record; elsewhere only whoever treats the patient did, and it stays theirs.
  const opened = folders.flatMap((folder) =>
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
      at: now,
      until: new Date(now.getTime() + 3_600_000),
    })),
  )
  await put(tx, 'emergency_access', opened)
  const measured = (folder: Folder) => ({
    ...at(folder),
    recorded_by: folder.did,
    data_type: 'weight',
    device_name: trace('m', folder.n),
    device_type: '',
  })
  await each('reading', (folder) => ({
    id: 1_000_000 + folder.n,
    ...measured(folder),
    kind: 'weight',
    value: 60,
    unit: 'kg',
    measured_at: now,
    received_at: now,
    source: 'device',
    flagged: false,
  }))
  await each('device_log', (folder) => ({
    id: 1_000_000 + folder.n,
    ...at(folder),
    said: {},
    at: now,
    recorded_by: folder.did,
  }))
}
