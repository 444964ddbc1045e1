import { createHash } from 'node:crypto'
import { sql } from '../../server/src/platform/db/kysely.ts'
import type { Tx } from '../../server/src/platform/db/types.ts'
import { type PatientFixture, places, trace } from './folders.ts'
import { seeder, put } from './put.ts'

const hash = (text: string) => createHash('sha256').update(text).digest('base64url')

/** Rooms, calls, recordings and the link of each visit. */
export async function seedCalls(tx: Tx, patients: readonly PatientFixture[], now: Date): Promise<void> {
  const { at, each } = seeder(tx, patients)
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
  await each('guest_link', (folder) => ({
    link_id: folder.guest,
    token_hash: hash(`guest_${folder.n}`),
    ...at(folder),
    room_id: folder.roomId,
    call_id: folder.callId,
    name: trace('v', folder.n),
    relation: 'family',
    language: 'zh-TW',
    channel: 'sms',
    sent_to: '…678',
    code_hash: hash(`code_${folder.n}`),
    message_id: folder.guest,
    state: 'sent',
    created_by: folder.did,
    created_at: now,
    expires_at: new Date(now.getTime() + 1_800_000),
    version: 1,
  }))
  const recording = (folder: PatientFixture) => ({
    ...at(folder),
    qid: folder.qid,
    room_id: folder.roomId,
    started_at: now,
    started_by: folder.did,
  })
  await put(tx, 'recording', [
    ...patients.map((folder) => ({
      recording_id: folder.recordingId,
      ...recording(folder),
      state: 'ready',
      path: 'whole.webm',
      failure: trace('v', folder.n),
    })),
    ...patients.map((folder) => ({
      recording_id: folder.runningRecordingId,
      ...recording(folder),
      state: 'recording',
      path: null,
      failure: null,
    })),
  ])
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
