import { randomUUID } from 'node:crypto'
import type { Tx } from '../../server/src/platform/db/types.ts'
import { asksNow, NOTICE, type PatientFixture, places, trace } from './folders.ts'
import { COLLEAGUE, FAR_HOST, HOST, OWN_UNIT, PARTNER } from './people.ts'
import { put, seeder } from './put.ts'

/** What the staff have between them about a patient: letters, to-dos, cases, conversations, files. */
export async function seedTeamwork(tx: Tx, patients: readonly PatientFixture[], now: Date): Promise<void> {
  const { at, each } = seeder(tx, patients)
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
  // Asked by the host, or by who treats elsewhere; of the one that is shown, the doctor is asked.
  const asks = (folder: PatientFixture, id: string, invited: number) => ({
    id,
    ...at(folder),
    inviter_mid: places[folder.place].partner === 1 ? HOST : FAR_HOST,
    invited_mid: invited,
    kind: 'opinion',
    question: trace('n', folder.n),
    records: 3,
    filter: 1,
    state: asksNow(folder) ? 'inProcess' : 'done',
    changed: [],
    ended_at: asksNow(folder) ? null : now,
    late_told: false,
    version: 1,
    created_at: now,
    updated_at: now,
  })
  const askedOf = ({ place, authorisation }: PatientFixture) =>
    authorisation === 'shown' ? 1000 : places[place].partner === 1 ? COLLEAGUE : HOST
  await each('opinion', (folder) => asks(folder, folder.opinion, askedOf(folder)))
  // A nurse is asked as well, by whatever mistake: the right to opinions keeps it from her.
  const shown = patients.filter(({ authorisation }) => authorisation === 'shown')
  const toNurse = shown.map((folder) => ({ folder, id: randomUUID() }))
  await put(
    tx,
    'opinion',
    toNurse.map(({ folder, id }) => asks(folder, id, 1001)),
  )
  const records = [...shown.map((folder) => ({ folder, id: folder.opinion })), ...toNurse]
  const lines = (folder: PatientFixture) => [
    { kind: 'note', ref: folder.signed, day: now.toISOString().slice(0, 10) },
    { kind: 'file', ref: folder.file },
    { kind: 'readings', reading: 'weight', from_at: new Date(now.getTime() - 60_000), to_at: now },
  ]
  const nothing = { ref: null, reading: null, from_at: null, to_at: null, day: null }
  await put(
    tx,
    'opinion_record',
    records.flatMap(({ folder, id }, at) =>
      lines(folder).map((line, sort) => ({
        id: 1_000_000 + at * 10 + sort,
        opinion_id: id,
        partner_id: 1,
        filter: 1,
        sort,
        ...nothing,
        ...line,
        added_at: now,
      })),
    ),
  )
  await put(
    tx,
    'opinion_answer',
    patients
      .filter((folder) => !asksNow(folder))
      .map((folder) => ({
        opinion_id: folder.opinion,
        version: 1,
        partner_id: places[folder.place].partner,
        text: trace('n', folder.n),
        hash: 'x',
        signed_by: askedOf(folder),
        signed_at: now,
      })),
  )
  // Whoever sends notices of the unit finds it, and knows of whom it goes to those alone whom they see.
  await put(tx, 'notice', [
    {
      id: NOTICE,
      partner_id: PARTNER,
      at_unit: OWN_UNIT,
      author_mid: HOST,
      content: 'x',
      audience: [],
      channels: ['sms'],
      send_at: new Date(now.getTime() + 86_400_000),
      state: 'waiting',
      version: 1,
      created_at: now,
      updated_at: now,
    },
  ])
  await each('notice_recipient', (folder) => ({
    id: 1_000_000 + folder.n,
    notice_id: NOTICE,
    partner_id: PARTNER,
    to_pid: folder.pid,
    of_unit: places[folder.place].unit,
    channel: 'sms',
    state: 'waiting',
    tries: 0,
  }))
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
  await each('chat_attachment', (folder) => ({
    id: folder.chatFile,
    partner_id: at(folder).partner_id,
    conversation_id: folder.conversation,
    author_mid: folder.did,
    kind: 'file',
    name: `${trace('v', folder.n)}.pdf`,
    format: 'pdf',
    bytes: 100,
    received: 100,
    state: 'sent',
    created_at: now,
  }))
  await each('medical_file', (folder) => ({
    id: folder.file,
    ...at(folder),
    mid: folder.did,
    // A fundus picture: every call that names a file takes it.
    kind: 'eye',
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
  await each('external_report', (folder) => ({
    id: folder.report,
    ...at(folder),
    mid: folder.did,
    category: 'laboratory',
    title: trace('f', folder.n),
    source: 'x',
    issued_at: now,
    received_at: now,
    results: [],
    conclusion: 'x',
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
