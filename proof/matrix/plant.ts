import { createHash, randomUUID } from 'node:crypto'
import { localDay } from '@teleward/contract/core/dates.ts'
import { sql } from '../../server/src/platform/db/kysely.ts'
import type { Tx } from '../../server/src/platform/db/types.ts'
import { each as perNutrient } from '@teleward/contract/diet/nutrients.ts'
import { targetsOf } from '@teleward/contract/diet/targets.ts'
import { accountOf, BESIDE, type Folder, groupOf, places, trace } from './folders.ts'
import { FAR_HOST, HOST, people } from './people.ts'
import { plantRecord } from './plant-record.ts'
import { put } from './put.ts'

const blank = perNutrient(() => null)
const hash = (text: string) => createHash('sha256').update(text).digest('base64url')

export async function plantFolders(tx: Tx, folders: readonly Folder[], now: Date): Promise<void> {
  const at = (folder: Folder) => ({
    partner_id: places[folder.place].partner,
    unit_id: places[folder.place].unit,
    pid: folder.pid,
  })
  const soon = new Date(now.getTime() + 60_000)
  const day = localDay(now, 'Asia/Taipei')
  const ago = (days: number) => new Date(now.getTime() - days * 86_400_000)
  const each = (table: string, row: (folder: Folder) => Record<string, unknown>) => put(tx, table, folders.map(row))

  await each('member', ({ n, pid }) => ({
    pid,
    member_no: `${trace('v', n)}`,
    name: `病患${trace('v', n)}`,
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
      .filter(({ authorisation }) => authorisation === 'expired')
      .map((folder) => consent(folder, 'record', { ends_at: ago(1) })),
  ])
  // In an emergency anybody may have opened the record; elsewhere only whoever treats the patient did, and it stays theirs.
  const opened = folders.flatMap((folder) =>
    (folder.authorisation === 'emergency'
      ? people.map(({ mid }) => mid)
      : folder.place === 'own'
        ? []
        : [folder.did]
    ).map((mid) => ({
      id: randomUUID(),
      ...at(folder),
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

async function plantCalls(tx: Tx, folders: readonly Folder[], now: Date): Promise<void> {
  const at = (folder: Folder) => ({
    partner_id: places[folder.place].partner,
    unit_id: places[folder.place].unit,
    pid: folder.pid,
  })
  const each = (table: string, row: (folder: Folder) => Record<string, unknown>) => put(tx, table, folders.map(row))
  await each('room', (folder) => ({
    room_id: folder.roomId,
    ...at(folder),
    qid: folder.qid,
    state: 'waiting',
    engine: 'embedded',
    ds_room_id: folder.roomId,
    recording_consent: 'agreed',
    created_at: now,
    version: 1,
  }))
  await tx.run(sql`update appointment a set room_id = r.room_id from room r where r.qid = a.qid`)
  await each('room_participant', (folder) => ({
    room_id: folder.roomId,
    user_id: `${places[folder.place].partner}_${folder.did}`,
    ...at(folder),
    mid: folder.did,
    name: `d${folder.did}`,
    role: 'moderator',
    joined_at: now,
  }))
  await each('call', (folder) => ({
    call_id: folder.callId,
    ...at(folder),
    room_id: folder.roomId,
    qid: folder.qid,
    direction: 'inbound',
    video: true,
    caller_name: trace('v', folder.n),
    state: 'ringing',
    ring_until: new Date(now.getTime() + 30_000),
    record_start_time: now,
    version: 1,
  }))
  await each('call_target', (folder) => ({ call_id: folder.callId, mid: folder.did, ...at(folder), state: 'ringing' }))
  const recording = (folder: Folder) => ({
    ...at(folder),
    qid: folder.qid,
    room_id: folder.roomId,
    started_at: now,
    started_by: folder.did,
  })
  await put(tx, 'recording', [
    ...folders.map((folder) => ({
      recording_id: folder.recordingId,
      ...recording(folder),
      state: 'ready',
      path: 'whole.webm',
      failure: trace('v', folder.n),
    })),
    ...folders.map((folder) => ({
      recording_id: folder.runningRecordingId,
      ...recording(folder),
      state: 'recording',
      path: null,
      failure: null,
    })),
  ])
  await each('payment', (folder) => ({
    id: randomUUID(),
    ...at(folder),
    qid: folder.qid,
    kind: 'due',
    amount: 100,
    currency: 'TWD',
    at: now,
  }))
  // Within the unit, so that whoever of it may take it.
  await each('referral', (folder) => ({
    id: folder.referral,
    ...at(folder),
    qid: folder.qid,
    from_mid: HOST,
    to_unit: places[folder.place].unit,
    urgency: 'routine',
    reason: trace('v', folder.n),
    patient_name: trace('v', folder.n),
    state: 'sent',
    version: 1,
    created_at: now,
    updated_at: now,
  }))
  // Between those who treat elsewhere: whoever reads the record knows of it by that alone.
  await each('handoff', (folder) => {
    const host = places[folder.place].partner === 1 ? HOST : FAR_HOST
    return {
      id: folder.handoff,
      ...at(folder),
      giver_mid: host,
      recipient_mid: host,
      content: trace('h', folder.n),
      status: 0,
      through: '{}',
      late_told: false,
      version: 1,
      created_at: now,
      updated_at: now,
    }
  })
  await each('crm_case', (folder) => ({
    sn: folder.caseSn,
    ...at(folder),
    title: trace('v', folder.n),
    type: 'followUp',
    origin: 'phone',
    state: 'open',
    opened_by: folder.did,
    opened_at: now,
    version: 1,
    updated_at: now,
  }))
  await each('crm_entry', (folder) => ({
    id: 1_000_000 + folder.n,
    sn: folder.caseSn,
    ...at(folder),
    kind: 'note',
    text: trace('v', folder.n),
    mid: folder.did,
    at: now,
  }))
  await each('ai_suggestion', (folder) => ({
    id: folder.suggestion,
    sn: folder.caseSn,
    ...at(folder),
    text: trace('v', folder.n),
    model: 'x',
    asked_by: folder.did,
    asked_at: now,
  }))
  await each('diet_course', (folder) => ({
    id: folder.dietCourse,
    ...at(folder),
    began_by: folder.did,
    began_at: now,
    version: 1,
  }))
  const course = (folder: Folder) => ({ course_id: folder.dietCourse, ...at(folder), mid: folder.did })
  await each('diet_target', (folder) => ({
    ...course(folder),
    n: 1,
    from_day: '2026-01-01',
    gender: 'female',
    age: 60,
    weight_kg: 60,
    activity: 'low',
    condition: 'none',
    values: targetsOf({ gender: 'female', age: 60, weightKg: 60, heightCm: null, activity: 'low', condition: 'none' }),
    at: now,
  }))
  await each('diet_meal', (folder) => ({
    id: folder.dietMeal,
    ...course(folder),
    day: '2026-01-01',
    meal: 1,
    note: trace('d', folder.n),
    pictures: '{}',
    entered_at: now,
    updated_at: now,
    version: 1,
  }))
  await each('diet_food', (folder) => ({
    id: 1_000_000 + folder.n,
    meal_id: folder.dietMeal,
    ...at(folder),
    mid: folder.did,
    place: 0,
    name: trace('d', folder.n),
    per100: blank,
    grams: 100,
    origin: 'staff',
    at: now,
  }))
  await each('diet_advice', (folder) => ({
    id: folder.dietAdvice,
    ...course(folder),
    text: trace('d', folder.n),
    at: now,
    version: 1,
    history: [],
  }))
  await each('chat_conversation', (folder) => ({
    id: folder.conversation,
    kind: 'patient',
    ...at(folder),
    first_pid: folder.pid,
    last_seq: 1,
    last_at: now,
    answered_seq: 1,
    version: 1,
    created_at: now,
  }))
  await each('chat_message', (folder) => ({
    id: folder.message,
    ...at(folder),
    conversation_id: folder.conversation,
    seq: 1,
    author_mid: folder.did,
    client_id: randomUUID(),
    body: trace('v', folder.n),
    sent_at: now,
  }))
  await each('medical_file', (folder) => ({
    id: folder.file,
    ...at(folder),
    mid: folder.did,
    kind: 'photo',
    format: 'png',
    name: `${trace('m', folder.n)}.png`,
    bytes: 100,
    sha256: '0'.repeat(64),
    key: `medical/1/${folder.file}.bin`,
    state: 'stored',
    version: 1,
    created_at: now,
    updated_at: now,
  }))
  await each('upload', (folder) => ({
    id: randomUUID(),
    ...at(folder),
    mid: folder.did,
    kind: 'photo',
    name: `${trace('m', folder.n)}.png`,
    bytes: 100,
    received: 100,
    state: 'stored',
    file_id: folder.file,
    created_at: now,
    expires_at: now,
  }))
  await each('checkout', (folder) => ({
    id: randomUUID(),
    ...at(folder),
    qid: folder.qid,
    amount: 100,
    currency: 'TWD',
    provider: 'development',
    state: 'open',
    opened_at: now,
    expires_at: now,
  }))
  await each('refund', (folder) => ({
    id: folder.refundId,
    ...at(folder),
    qid: folder.qid,
    amount: 100,
    currency: 'TWD',
    why: 'cancelled',
    state: 'due',
    reference: trace('v', folder.n),
    due_at: now,
    version: 1,
  }))
  await each('fee_exemption', (folder) => ({
    id: folder.exemptionId,
    note: trace('v', folder.n),
    version: 1,
    ...at(folder),
    kind: 'free',
    starts_on: '2026-01-01',
  }))
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
  await each('recording_segment', (folder) => ({
    segment_id: folder.segmentId,
    recording_id: folder.runningRecordingId,
    ...at(folder),
    seq: 1,
    bytes: 0,
    path: `${folder.segmentId}.webm`,
    mid: folder.did,
    started_at: now,
  }))
  await each('video_link', (folder) => ({
    link_id: folder.linkId,
    token_hash: hash(folder.linkToken),
    ...at(folder),
    qid: folder.qid,
    kind: 'call',
    sms_room: 2,
    state: 'joined',
    step: 'waiting',
    sent_at: now,
    identity_tries: 0,
    identity_at: now,
    browser_hash: hash(folder.linkCookie),
    source_ip: trace('v', folder.n),
    version: 1,
  }))
}
