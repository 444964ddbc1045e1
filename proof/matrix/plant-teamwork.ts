import { randomUUID } from 'node:crypto'
import type { Tx } from '../../server/src/platform/db/types.ts'
import { type Folder, places, trace } from './folders.ts'
import { FAR_HOST, HOST } from './people.ts'
import { planter } from './put.ts'

/** What the staff have between them about a patient: letters, to-dos, cases, conversations, files. */
export async function plantTeamwork(tx: Tx, folders: readonly Folder[], now: Date): Promise<void> {
  const { at, each } = planter(tx, folders)
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
    name: `${trace('f', folder.n)}.png`,
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
    name: `${trace('f', folder.n)}.png`,
    bytes: 100,
    received: 100,
    state: 'stored',
    file_id: folder.file,
    created_at: now,
    expires_at: now,
  }))
}
