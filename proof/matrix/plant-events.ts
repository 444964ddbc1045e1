import { randomUUID } from 'node:crypto'
import { localDay } from '@teleward/contract/core/dates.ts'
import type { Tx } from '../../server/src/platform/db/types.ts'
import { type PatientFixture, places } from './folders.ts'
import { HOST } from './people.ts'
import { seeder } from './put.ts'

/** An event of today in the patient's unit, which the patient has joined, was measured at, and has a visit from. */
export async function seedEvents(tx: Tx, patients: readonly PatientFixture[], now: Date): Promise<void> {
  const { at, each } = seeder(tx, patients)
  const today = localDay(now, 'Asia/Taipei')
  await each('care_event', (folder) => ({
    id: folder.careEvent,
    partner_id: places[folder.place].partner,
    at_unit: places[folder.place].unit,
    kind: 'screening',
    name: 'x',
    place: 'x',
    starts_on: today,
    ends_on: today,
    items: ['weight', 'systolic'],
    programmes: ['breast'],
    note: '',
    made_by: HOST,
    made_at: now,
    version: 1,
  }))
  await each('care_event_participant', (folder) => ({
    id: folder.careParticipant,
    event_id: folder.careEvent,
    ...at(folder),
    number: 1,
    via: 'card',
    consented_at: now,
    joined_at: now,
    joined_by: HOST,
    received_at: now,
  }))
  const beside = (folder: PatientFixture) => ({
    event_id: folder.careEvent,
    participant_id: folder.careParticipant,
    ...at(folder),
  })
  await each('care_event_value', (folder) => ({
    id: folder.careValue,
    ...beside(folder),
    item: 'weight',
    value: 60,
    confirmed: false,
    measured_at: now,
    received_at: now,
    recorded_by: HOST,
  }))
  await each('care_event_link', (folder) => ({
    id: folder.careLink,
    ...beside(folder),
    qid: folder.qid,
    made_by: HOST,
    made_at: now,
  }))
  const of = (folder: PatientFixture) => ({ event_id: folder.careEvent, ...at(folder) })
  await each('screening_invitation', (folder) => ({
    id: randomUUID(),
    ...of(folder),
    programme: 'breast',
    invited_by: HOST,
    invited_at: now,
  }))
  await each('screening_fact', (folder) => ({
    id: randomUUID(),
    ...at(folder),
    fact: 'last:breast',
    answer: 'never',
    noted_by: HOST,
    noted_at: now,
  }))
  await each('screening_result', (folder) => ({
    id: folder.screeningResult,
    ...beside(folder),
    programme: 'breast',
    outcome: 'positive',
    urgent: false,
    finding: 'x',
    examined_on: today,
    recorded_by: HOST,
    recorded_at: now,
  }))
  await each('screening_follow_up', (folder) => ({
    id: folder.followUp,
    result_id: folder.screeningResult,
    ...of(folder),
    responsible: HOST,
    due_on: today,
    note: '',
    begun_by: HOST,
    begun_at: now,
    version: 1,
  }))
}

/** A health check that is done: a value, its result, a remark, a file. */
export async function seedHealthChecks(tx: Tx, patients: readonly PatientFixture[], now: Date): Promise<void> {
  const { at, each } = seeder(tx, patients)
  const today = localDay(now, 'Asia/Taipei')
  await each('health_check', (folder) => ({
    id: folder.healthCheck,
    ...at(folder),
    programme: 'basic',
    items: ['weight'],
    state: 'done',
    steps: [],
    identity_confirmed_at: now,
    started_by: HOST,
    started_at: now,
    submitted_by: HOST,
    submitted_at: now,
    version: 1,
  }))
  const of = (folder: PatientFixture) => ({ check_id: folder.healthCheck, ...at(folder) })
  await each('health_check_value', (folder) => ({
    id: randomUUID(),
    ...of(folder),
    item: 'weight',
    value: 60,
    confirmed: false,
    recorded_by: HOST,
    recorded_at: now,
  }))
  await each('health_check_result', (folder) => ({
    ...of(folder),
    version: 1,
    on_day: today,
    rows: [],
    skipped: [],
    made_at: now,
  }))
  await each('health_check_remark', (folder) => ({
    id: randomUUID(),
    ...of(folder),
    kind: 'comment',
    text: 'x',
    of_version: 1,
    mid: HOST,
    at: now,
  }))
  await each('health_check_file', (folder) => ({
    ...of(folder),
    file_id: folder.file,
    added_by: HOST,
    added_at: now,
  }))
}
