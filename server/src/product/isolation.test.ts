import { randomUUID } from 'node:crypto'
import type { Note } from '@teleward/contract/emr/schema.ts'
import { type Permission, permissions } from '@teleward/contract/core/permissions.gen.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Clinic, type TestSocket, openClinic, type Patient, type Staff } from '../consultation/calls/fixture.ts'
import { createApp } from '../app.ts'
import { readConfig } from '../platform/config.ts'
import { sql } from '../platform/db/index.ts'
import { nameOf } from './contract.ts'

/** 吳秀鳳: everything below is hers, in unit 2 of institution 1. */
const PID = 201
const traces = ['吳秀鳳', 'A223456527', '0912345305', '1958-01-02', '頭暈三天', 'Penicillin', 'M-1"']
let clinic: Clinic
let lin: Staff
let patient: Patient
let note: Note
let callID: string
let roomID: string
let recordingId: string
let segmentId: string
let sending: string
let media: { token: string; roomID: string }
const strangers = new Map<string, Staff>()

beforeAll(async () => {
  clinic = await openClinic()
  const { db } = clinic.data
  await db.system.tx(async (tx) => {
    await tx.run(sql`update member set account = id_number where pid = ${PID}`)
    // A nurse of unit 2 whose profession sees everything there, but of the other institution.
    await tx.run(
      sql`insert into staff (mid, account, name, mobilecode) overriding system value values (107, 'nurse.far', '遠山護理師', 1)`,
    )
    await tx.run(
      sql`insert into staff_credential (mid, password_hash) select 107, password_hash from staff_credential where mid = 101`,
    )
    await tx.run(sql`insert into staff_partner (mid, partner_id, staff_type, doctortype) values (107, 32, 2, 'nurse')`)
    await tx.run(sql`insert into staff_unit (mid, partner_id, unit_id) values (107, 32, 90)`)
  })
  lin = await clinic.staff('dr.lin')
  await lin.online()
  patient = await clinic.patient('waiting')
  const owner = { pid: PID, qid: patient.qid }
  const rung = await patient.post('calls', {})
  callID = rung.data.call?.callID ?? ''
  roomID = String((await lin.act(callID, 'answer')).data.roomID)
  media = (await lin.post<typeof media>('/comm/ds/token', { teamId: 1, roomId: roomID })).data
  note = (await lin.post<Note>('/his/api/note', owner)).data
  const written = await lin.post<Note>('/his/api/updateSubjective', {
    ...owner,
    id: note.id,
    version: note.version,
    text: '頭暈三天',
  })
  const coded = await lin.post<Note>('/his/api/upsertICD', { ...owner, noteId: note.id, code: 'I10' })
  expect([written.code, coded.code]).toEqual(['OK', 'OK'])
  note = coded.data
  recordingId = randomUUID()
  segmentId = randomUUID()
  sending = randomUUID()
  await db.system.tx(async (tx) => {
    await tx.run(sql`insert into recording (recording_id, partner_id, unit_id, pid, qid, room_id, state, path)
      values (${recordingId}, 1, 2, ${PID}, ${patient.qid}, ${roomID}, 'ready', 'x.webm')`)
    await tx.run(sql`insert into recording_segment (segment_id, recording_id, partner_id, unit_id, pid, seq, path, mid)
      values (${segmentId}, ${recordingId}, 1, 2, ${PID}, 1, 'x', 101)`)
    const [pharmacy] = await tx.many(sql<{ id: number }>`
      insert into pharmacy (partner_id, at_unit, name, city) values (1, 2, '藥局', '臺北市') returning id`)
    await tx.run(sql`insert into prescription_sending (id, partner_id, unit_id, pid, qid, note_id, author_mid, pharmacy_id, to_unit, content, sent_at, state_at)
      values (${sending}, 1, 2, ${PID}, ${patient.qid}, ${note.id}, 101, ${pharmacy?.id ?? 0}, 2, '{"institution":"x","signedAt":"2026-01-01T00:00:00Z","patient":{"name":"吳秀鳳","nameEn":null,"gender":null,"birthday":null,"memberNo":"M-1","weight":null,"kidney":null},"allergies":{"status":"closed","names":[]},"diagnoses":[],"lines":[],"answers":[]}', now(), now())`)
  })
  for (const account of ['dr.away', 'dr.far', 'nurse.far']) strangers.set(account, await clinic.staff(account))
}, 120_000)
afterAll(() => clinic.close())

/** Every call that names a patient or something of one, as it would be rightly made. */
function calls(unitId = 2): [name: string, path: string, body?: unknown][] {
  const owner = { pid: PID, qid: patient.qid }
  const { id, version } = note
  const line = { code: 'A000024100', dose: 1, frequency: 'QD', route: 'PO', days: 7 }
  const diagnosis = note.diagnoses[0]?.id ?? ''
  return [
    ['GET /his/api/getQueueDetailByQid/{id}', `/his/api/getQueueDetailByQid/${patient.qid}`],
    ['POST /his/api/queue', '/his/api/queue', { qid: patient.qid, action: 'memo', memo: 'x', version: 1 }],
    [
      'POST /his/api/reservation',
      '/his/api/reservation',
      { action: 'change', qid: patient.qid, version: 1, time: '09:00' },
    ],
    [
      'POST /his/api/reservation',
      '/his/api/reservation',
      { action: 'cancel', qid: patient.qid, version: 1, reason: 'x' },
    ],
    ['POST /his/api/payments', '/his/api/payments', { action: 'waive', qid: patient.qid, version: 1, reason: 'x' }],
    ['POST /his/api/ContactsForReservation', '/his/api/ContactsForReservation', { pid: PID }],
    ['POST /partner/checkmemberfreepay', '/partner/checkmemberfreepay', { pid: PID }],
    ['POST /his/api/sendlinemsg', '/his/api/sendlinemsg', { queueID: patient.qid, sms_room: 2 }],
    ['POST /his/api/sendwechat', '/his/api/sendwechat', { queueID: patient.qid, sms_room: 2 }],
    ['GET /his/api/members/{pid}/messengers', `/his/api/members/${PID}/messengers`],
    ['POST /his/api/members/{pid}/messengers', `/his/api/members/${PID}/messengers`, { channel: 'line' }],
    ['DELETE /his/api/members/{pid}/messengers/{channel}', `/his/api/members/${PID}/messengers/line`],
    ['POST /his/api/sendroombysms', '/his/api/sendroombysms', { queueID: patient.qid, sms_room: 2 }],
    ['DELETE /his/api/visitlinks/{id}', `/his/api/visitlinks/${patient.linkId}`],
    ['POST /his/api/sendNotifyAndVideoLink', '/his/api/sendNotifyAndVideoLink', { queueID: patient.qid, sms_room: 2 }],
    ['POST /his/api/uploads', '/his/api/uploads', { kind: 'photo', name: 'a.png', bytes: 100, pid: PID }],
    ['POST /his/api/syncMedicalFile', '/his/api/syncMedicalFile', { pid: PID }],
    ['GET /his/api/externalreports/{pid}', `/his/api/externalreports/${PID}`],
    [
      'POST /his/api/externalreports',
      '/his/api/externalreports',
      {
        pid: PID,
        category: 'laboratory',
        title: 'x',
        source: 'x',
        issuedAt: '2020-01-01T00:00:00.000Z',
        conclusion: 'x',
      },
    ],
    ['POST /his/api/referrals', '/his/api/referrals', { qid: patient.qid, toUnit: 2, reason: 'x', consent: true }],
    ['POST /his/api/todolist', '/his/api/todolist', { pid: PID, content: 'x', recipientMid: 101 }],
    ['GET /his/api/membercalls/{pid}', `/his/api/membercalls/${PID}`],
    ['GET /his/api/membertodos/{pid}', `/his/api/membertodos/${PID}`],
    ['GET /his/api/todorecipients', `/his/api/todorecipients?pid=${PID}`],
    ['PUT /his/api/monitoroffs/{pid}', `/his/api/monitoroffs/${PID}`, { off: true, reason: 'x' }],
    ['GET /his/api/getQueueHistory/{pid}/{partnerid}/{page}', `/his/api/getQueueHistory/${PID}/1/1`],
    ['GET /his/api/getQueueHistory/{pid}/{partnerid}/{page}', `/his/api/getQueueHistory/${PID}/32/1`],
    ['POST /comm/ds/token', '/comm/ds/token', { teamId: 1, roomId: roomID, userId: '1_101', role: 'moderator' }],
    ['GET /comm/room/dsRoomId/{roomId}', `/comm/room/dsRoomId/${roomID}`],
    ['GET /comm/room/objectData/{roomId}', `/comm/room/objectData/${roomID}`],
    ['POST /comm/room/records', '/comm/room/records', { action: 'list', roomId: roomID }],
    ['POST /comm/room/records', '/comm/room/records', { action: 'start', roomId: roomID, instance: randomUUID() }],
    ['POST /comm/room/records', '/comm/room/records', { action: 'stop', roomId: roomID }],
    ['POST /comm/room/create', '/comm/room/create', { queueID: patient.qid }],
    ['POST /comm/call', '/comm/call', { roomId: roomID }],
    ['POST /his/api/call', '/his/api/call', { queueID: patient.qid, roomID }],
    ['POST /his/api/callout', '/his/api/callout', { queueID: patient.qid }],
    ['POST /his/api/callout', '/his/api/callout', { pid: PID }],
    ['POST /his/api/invite', '/his/api/invite', { callID, mid: 102 }],
    ['GET /his/api/calls/{callID}/guests', `/his/api/calls/${callID}/guests`],
    [
      'POST /his/api/calls/{callID}/guests',
      `/his/api/calls/${callID}/guests`,
      { name: 'x', relation: 'family', language: 'en', to: '0912345678' },
    ],
    [
      'DELETE /his/api/calls/{callID}/guests/{guest}',
      `/his/api/calls/${callID}/guests/3f0f4c1e-8a3c-4b6e-9d0c-0f6f3a7f6a02`,
    ],
    ['POST /his/api/transfer', '/his/api/transfer', { callID, mid: 102 }],
    ['GET /his/api/rooms/{roomId}', `/his/api/rooms/${roomID}`],
    ['POST /his/api/callinfo', '/his/api/callinfo', { callID }],
    ...['answer', 'reject', 'cancel', 'hangup', 'end'].map((action): [string, string, unknown] => [
      'POST /his/api/updatecallinfostatus',
      '/his/api/updatecallinfostatus',
      { callID, action },
    ]),
    ['GET /his/api/getPatientInfoByQid/{queueID}', `/his/api/getPatientInfoByQid/${patient.qid}`],
    ['GET /his/api/getPatientInfoByMid/{mid}', `/his/api/getPatientInfoByMid/${PID}`],
    ['GET /his/api/recordings', `/his/api/recordings?queueID=${patient.qid}`],
    ['POST /his/api/recordings/{recordingId}/addresses', `/his/api/recordings/${recordingId}/addresses`, {}],
    ['POST /his/api/getEmrData', '/his/api/getEmrData', owner],
    ['POST /his/api/fetchMRHistory', '/his/api/fetchMRHistory', { pid: PID }],
    ['GET /his/api/notes/{pid}/{page}', `/his/api/notes/${PID}/1`],
    ['POST /his/api/mrnotedata', '/his/api/mrnotedata', { qid: patient.qid }],
    ['GET /his/api/getRXData/{qid}', `/his/api/getRXData/${patient.qid}`],
    ['POST /his/api/soap_icd10', '/his/api/soap_icd10', { ...owner, noteId: id }],
    ['POST /his/api/soap_icd10', '/his/api/soap_icd10', { ...owner, noteId: id, order: [diagnosis], version }],
    ['GET /his/api/noteversions/{id}', `/his/api/noteversions/${id}`],
    ['GET /his/api/documents/{kind}/{id}', `/his/api/documents/record/${id}`],
    ['POST /his/api/note', '/his/api/note', owner],
    ['PUT /his/api/notes/{id}', `/his/api/notes/${id}`, { ...owner, version, s: 'x' }],
    ['POST /his/api/notecopies', '/his/api/notecopies', { ...owner, id, from: id, parts: ['s'] }],
    ['POST /his/api/updateSubjective', '/his/api/updateSubjective', { ...owner, id, version, text: 'x' }],
    ['POST /his/api/updateObject', '/his/api/updateObject', { ...owner, id, version, text: 'x' }],
    ['POST /his/api/upsertICD', '/his/api/upsertICD', { ...owner, noteId: id, code: 'I10' }],
    ['POST /his/api/deleteICD', '/his/api/deleteICD', { ...owner, noteId: id, id: diagnosis, version }],
    ['POST /his/api/upsertMedicine', '/his/api/upsertMedicine', { ...owner, noteId: id, ...line }],
    ['POST /his/api/deleteMedicine', '/his/api/deleteMedicine', { ...owner, noteId: id, id: diagnosis, version }],
    ['POST /his/api/productsendings', '/his/api/productsendings', { ...owner, items: [] }],
    [
      'POST /his/api/updateContinuousPrescription',
      '/his/api/updateContinuousPrescription',
      { ...owner, noteId: id, version, refill: null },
    ],
    ['GET /his/api/getRxString/{qid}', `/his/api/getRxString/${patient.qid}`],
    ['POST /his/api/sendPrescription', '/his/api/sendPrescription', { ...owner, noteId: id, pharmacyId: 1 }],
    ['PUT /his/api/prescriptions/{id}', `/his/api/prescriptions/${sending}`, { action: 'take', version: 1 }],
    ['GET /his/api/medhistories/{pid}', `/his/api/medhistories/${PID}`],
    [
      'POST /his/api/updatePatientMedHistory',
      '/his/api/updatePatientMedHistory',
      { pid: PID, version: 1, life_type: [{ note: 'x' }] },
    ],
    ['POST /his/api/drugchecks', '/his/api/drugchecks', { ...owner, lines: [line] }],
    ['POST /his/api/aiSuggestion', '/his/api/aiSuggestion', { ...owner, noteId: id }],
    ['POST /his/api/drugcheckanswers', '/his/api/drugcheckanswers', { ...owner, noteId: id, key: 'x', reason: 'x' }],
    ['POST /his/api/recordSignature', '/his/api/recordSignature', { ...owner, id, version, password: 'demo1234' }],
    [
      'POST /his/api/updatenote',
      '/his/api/updatenote',
      { ...owner, id, version, reason: 'reason', password: 'demo1234' },
    ],
    ['POST /his/api/delnote', '/his/api/delnote', { ...owner, id, version, reason: 'reason' }],
    ['GET /his/api/consents/{pid}', `/his/api/consents/${PID}`],
    ['POST /his/api/consents', '/his/api/consents', { pid: PID, channel: 'sms' }],
    [
      'PUT /his/api/consents/{id}',
      '/his/api/consents/3f0f4c1e-8a3c-4b6e-9d0c-0f6f3a7f6a01',
      { action: 'paper', pid: PID, witness: 101 },
    ],
    ['POST /his/api/consents/{pid}/emergency', `/his/api/consents/${PID}/emergency`, { reason: '病人昏迷送醫' }],
    ['POST /partner/getPatientByAccount', '/partner/getPatientByAccount', { account: 'A223456527' }],
    ['GET /his/api/members/{pid}', `/his/api/members/${PID}`],
    ['PUT /his/api/members/{pid}', `/his/api/members/${PID}`, { version: 1, name: 'x' }],
    [
      'PUT /his/api/members/{pid}/memberships',
      `/his/api/members/${PID}/memberships`,
      { scope: 'partner', status: 'disabled' },
    ],
    ['GET /his/api/members/{pid}/memberships', `/his/api/members/${PID}/memberships`],
    ['POST /his/api/members/{pid}/memberships', `/his/api/members/${PID}/memberships`, { unitId }],
    [
      'POST /his/api/members/merges',
      '/his/api/members/merges',
      { kept: PID, merged: 202, keptVersion: 1, mergedVersion: 1 },
    ],
    ['DELETE /his/api/members/merges/{id}', '/his/api/members/merges/1'],
    ['POST /partner/monitordata', '/partner/monitordata', { pid: PID, days: 0 }],
    ['GET /his/api/ecgs/{pid}/{id}', `/his/api/ecgs/${PID}/1`],
    ['GET /his/api/measurements/{pid}', `/his/api/measurements/${PID}`],
    ['GET /his/api/memberrules/{pid}', `/his/api/memberrules/${PID}`],
    ['PUT /his/api/memberrules/{pid}', `/his/api/memberrules/${PID}`, { version: 0, rules: [] }],
    ...[
      ['weight', 'kg'],
      ['temperature', 'C'],
    ].map(([dataType, unit]): [string, string, unknown] => [
      'POST /his/api/devicereadings',
      '/his/api/devicereadings',
      { pid: PID, dataType, value: 37, unit, timestamp: clinic.clock.now().toISOString() },
    ]),
  ]
}
/** What names nobody: lists and searches (asked below), one's own things, common knowledge. */
const aboutNobody = [
  'POST /his/api/callout2',
  'GET /his/api/queue/{partnerid}/{sdid}',
  'GET /his/api/queueagent/{partnerid}/{sdid}',
  'GET /his/api/queueotherday/{partnerid}/{sdid}',
  'GET /his/api/queueuia/{partnerid}/{sdid}',
  'GET /his/api/queuespec/{partnerid}/{sdid}',
  'GET /his/api/reservation/{partnerid}/{sdid}',
  'POST /his/api/getQueues',
  'POST /his/api/getQueuesUndoneQuantity',
  'POST /his/api/searchQueueLog',
  'POST /his/api/queuelogtotals',
  'GET /his/api/queuebookers',
  'GET /his/api/queueselsewhere',
  'POST /his/api/fetchApptUndoneQuantity',
  'GET /his/api/weekqueuestatus',
  'GET /his/api/monthqueuestatus/{year}/{month}',
  'GET /his/api/dashboards/home',
  'GET /his/api/queuefilters',
  'POST /his/api/createDoctorFee',
  // Of who settles: checkout.test.ts sends those of other units and institutions.
  'GET /his/api/refunds',
  'POST /his/api/payments/{qid}/refunds',
  'GET /his/api/exemptions',
  'POST /his/api/exemptions',
  'DELETE /his/api/exemptions/{id}',
  // Of staff, not of patients: settlement.test.ts asks as others.
  'GET /his/api/statements',
  'GET /his/api/statementsums',
  'GET /his/api/statements/{id}',
  'PUT /his/api/statements/{id}',
  'POST /his/api/statements/{id}/corrections',
  'POST /his/api/statements/{id}/payouts',
  'POST /his/api/statements/{id}/remarks',
  'GET /his/api/statements/{id}/document',
  'GET /his/api/transferfiles',
  'GET /his/api/settlementrates',
  'POST /his/api/settlementrates',
  'GET /his/api/getDoctorGeneralFee/{id}',
  'POST /his/api/servicefee',
  'POST /his/api/getCallList',
  'POST /his/api/getRoomList',
  'POST /his/api/get_icd10',
  'POST /his/api/get_medicine_info',
  'GET /his/api/fetchMedFreqRoute',
  'GET /his/api/getMedHistoryItems',
  'PUT /comm/recordings/{recordingId}/segments/{segmentId}',
  'GET /his/api/doctorstatus',
  'GET /his/api/opiniondoctors',
  'PUT /his/api/preferences',
  'GET /his/api/operationlogs',
  'GET /his/api/words',
  'POST /his/api/words',
  'POST /his/api/words/imports',
  'GET /his/api/words/imports/template',
  'PUT /his/api/words',
  'POST /his/api/delword',
  'GET /his/api/notetemplates',
  'POST /his/api/notetemplates',
  'POST /his/api/delnotetemplate',
  'POST /his/api/getMedicinePackages',
  'POST /his/api/upsertMedicinePackage',
  'POST /his/api/deleteMedicinePackage',
  'GET /his/api/pharmacylist',
  'POST /his/api/getDoctorProducts',
  'POST /his/api/setProduct',
  'POST /his/api/deleteProduct',
  'GET /his/api/authorizations',
  'GET /his/api/authorizations/{id}',
  'POST /his/api/authorizations',
  'PUT /his/api/authorizations/{id}',
  'DELETE /his/api/authorizations/{id}',
  // One's own, and files of open records: uploads.test.ts, files.test.ts and eyes.test.ts send those of other units and institutions.
  'GET /his/api/uploads',
  'HEAD /his/api/uploads/{id}',
  'PATCH /his/api/uploads/{id}',
  'DELETE /his/api/uploads/{id}',
  'GET /his/api/files/{id}',
  'GET /his/api/files/{id}/suggestions',
  'PUT /his/api/externalreports/{id}',
  'GET /his/api/drivefiles',
  'POST /his/api/drivefiles',
  'DELETE /his/api/drivefiles/{id}',
  'POST /his/api/healthdatabatches',
  'GET /his/api/healthdatabatches/template',
  'PUT /his/api/files/{id}',
  'POST /his/api/files/{id}/addresses',
  'POST /his/api/files/{id}/findings',
  'GET /his/api/eyes/{eyeid}',
  'PUT /his/api/eyes/{eyeid}',
  // dicom.test.ts sends those of another unit and of a closed record.
  'GET /his/api/dicoms/{dicomid}',
  'GET /his/api/dicoms/{dicomid}/contents',
  // One's own and those to one's units: referrals.test.ts.
  'GET /his/api/referrals',
  'GET /his/api/prescriptions',
  'PUT /his/api/referrals/{id}',
  'GET /his/api/referrals/{id}',
  // A letter of one's own alone, and the directory of the institution: outside.test.ts.
  'GET /his/api/referrals/{id}/files/{file}',
  'POST /his/api/referrals/{id}/links',
  'DELETE /his/api/referrals/{id}/links/{link}',
  'GET /his/api/outsideinstitutions',
  'POST /his/api/outsideinstitutions',
  'PUT /his/api/outsideinstitutions/{id}',
  'GET /his/api/referraltargets',
  // Between doctors, and of a patient whom the inviter reads: opinions.test.ts sends those of other units and institutions.
  'GET /his/api/opinions',
  'POST /his/api/opinions',
  'GET /his/api/opinions/{id}',
  'PUT /his/api/opinions/{id}',
  'POST /his/api/opinions/{id}/answers',
  // Between staff, their patient hidden from who does not see them: handoffs.test.ts.
  'GET /his/api/tometodolist/{id}',
  'GET /his/api/mytodolist/{id}',
  'PUT /his/api/todoliststatus',
  'GET /his/api/todos/{id}',
  'PUT /his/api/todos/{id}',
  'POST /his/api/todos/{id}/comments',
  'POST /his/api/todos/{id}/reminders',
  // One's own entries, and notices of one's units: notices.test.ts sends those of other units and institutions.
  'GET /his/api/notifications',
  'PUT /his/api/notifications/{id}',
  'PUT /his/api/notifications',
  'GET /his/api/notices',
  'POST /his/api/notices',
  'GET /his/api/notices/{id}',
  'PUT /his/api/notices/{id}',
  'DELETE /his/api/notices/{id}',
  'POST /his/api/notices/{id}/retry',
  'POST /his/api/noticerecipients',
  'GET /his/api/noticerecipients',
  'GET /his/api/pushsubscriptions',
  'POST /his/api/pushsubscriptions',
  'DELETE /his/api/pushsubscriptions',
  // Of the units one is in, or one's own: cases.test.ts sends those of other units and institutions.
  'POST /his/api/getSNs',
  'POST /his/api/fetchSRQuantity',
  'GET /his/api/getCrmConfig',
  'POST /his/api/crmmembers',
  'GET /his/api/cases/{sn}',
  'POST /his/api/createSN',
  'POST /his/api/updateSN',
  'POST /his/api/createSND',
  'POST /his/api/casemessages',
  'POST /his/api/updateMultiSN',
  'POST /his/api/snAiSuggestion',
  'POST /his/api/ratingAiResponse',
  // Of the units one is in, what is eaten in open records alone: diet.test.ts sends those of other units and institutions.
  'POST /his/api/fetchDietMember',
  'POST /his/api/fetchDietMemberDetail',
  'POST /his/api/fetchDietInfo',
  'POST /his/api/fetchDietChartData',
  'POST /his/api/getDietStandard',
  'POST /his/api/insertDietStandard',
  'POST /his/api/fetchdietnutrients',
  'POST /his/api/insertDietDoctor',
  'PUT /his/api/dietadvices/{id}',
  'POST /his/api/dietmeals',
  'POST /his/api/dietcourses',
  'POST /his/api/dietcourses/{id}/end',
  'POST /his/api/dietcourses/{id}/withdrawals',
  // Of the units one is in: careevents.test.ts sends those of other units and institutions.
  'POST /his/api/getEvents',
  'POST /his/api/events',
  'PUT /his/api/events/{id}',
  'POST /his/api/scanCard',
  'POST /his/api/joinEvent',
  'POST /his/api/getEventItemList',
  'POST /his/api/getEventMeasureData',
  'POST /his/api/upsertMeasureData',
  'POST /his/api/uploadEventReport',
  'POST /his/api/makeEventAppt',
  'POST /his/api/getEventResult',
  // Of the institution, and of members of one's units: forms.test.ts sends those of others.
  'POST /his/api/questionnaires',
  'PUT /his/api/questionnaires/{id}',
  'POST /his/api/questionnaires/{id}/publish',
  'POST /his/api/questionnaires/{id}/sendings',
  'POST /his/api/questionnaires/{id}/reminders',
  'GET /his/api/questionnaires/{id}/results',
  'GET /his/api/questionnaires/{id}/summary',
  'GET /his/api/questionnaires/{id}/answersheet',
  'GET /his/api/forms/{cmsf_id}',
  'PUT /his/api/forms/{cmsf_id}',
  'GET /his/api/memberforms/{pid}',
  // screening.test.ts and healthchecks.test.ts send those of other units and institutions.
  'POST /his/api/hpa/getEvents',
  'POST /his/api/hpa/getReports',
  'GET /his/api/screenings/{id}',
  'POST /his/api/screenings/people',
  'GET /his/api/screenings/{id}/people/{pid}',
  'POST /his/api/screenings/{id}/invitations',
  'POST /his/api/screenings/{id}/facts',
  'POST /his/api/screenings/{id}/results',
  'POST /his/api/screenings/{id}/report',
  'PUT /his/api/screeningfollowups/{id}',
  'GET /his/api/healthchecks',
  'POST /his/api/healthchecks',
  'GET /his/api/healthchecks/{id}',
  'PUT /his/api/healthchecks/{id}',
  // Of the units that have the child: childcare.test.ts sends those of other units and institutions.
  'GET /his/api/children',
  'PUT /his/api/children/{pid}',
  'GET /his/api/growths/{pid}',
  'POST /his/api/getVaccination',
  'POST /his/api/addVaccination',
  'POST /his/api/updateVaccination',
  'POST /his/api/deleteVaccination',
  'POST /his/api/getFluoride',
  'POST /his/api/addFluoride',
  'POST /his/api/updateFluoride',
  'POST /his/api/deleteFluoride',
  'POST /his/api/getPreventive',
  'POST /his/api/addPreventive',
  'POST /his/api/updatePreventive',
  'POST /his/api/deletePreventive',
  'POST /his/api/getBiliary',
  'POST /his/api/addBiliary',
  'POST /his/api/updateBiliary',
  'POST /his/api/deleteBiliary',
  // Of whom takes part: chat.test.ts sends those of other units and institutions.
  'GET /his/api/contacts',
  'POST /his/api/contacts',
  'POST /his/api/removecontact',
  'GET /his/api/chatcontact3/{page}',
  'GET /his/api/chatcontactdoctor',
  'GET /his/api/chatgroup',
  'GET /his/api/messages/{id}',
  'POST /his/api/chatmsgbymid',
  'POST /his/api/chatdoctormsgbymid',
  'POST /his/api/chatmsggroup',
  'POST /his/api/savechatmsg',
  'POST /his/api/recycleMessage',
  'PUT /his/api/messagereads',
  'POST /his/api/newdoctorchat',
  'POST /his/api/groupmembers',
  'POST /his/api/messagesearches',
  'POST /his/api/excelchatlog',
  'POST /his/api/chatlinks',
  'GET /his/api/chatfiles',
  'POST /his/api/chatfiles',
  'PATCH /his/api/chatfiles/{id}',
  'POST /his/api/chatfiles/{id}/addresses',
  // Of the units one makes groups of: groups.test.ts sends those of other units and institutions.
  'GET /his/api/monitorgroups',
  'POST /his/api/monitorgroups',
  'GET /his/api/monitorgroups/{id}',
  'PUT /his/api/monitorgroups/{id}',
  'DELETE /his/api/monitorgroups/{id}',
  'GET /his/api/monitorchoices',
  'GET /his/api/monitorrules',
  'PUT /his/api/monitorrules/{id}',
  'GET /his/api/monitoroffs',
  'POST /his/api/monitorrules/trials',
  // Lists of what the caller sees, and an alert by its own id: alerts.test.ts asks as people of elsewhere.
  'GET /his/api/caregroups',
  'POST /his/api/monitormembers',
  'GET /his/api/alerts',
  'PUT /his/api/alerts/{id}',
  'GET /his/api/urgentalerts',
  'POST /his/api/alerts/{id}/notes',
  'PUT /his/api/alerts/{id}/mute',
  'DELETE /his/api/alerts/{id}/mute',
  // By its own id as well: withdrawal.test.ts.
  'POST /his/api/readings/{id}/withdraw',
  'GET /his/api/dashboards/todos',
  'GET /his/api/partners',
  'POST /his/api/partners',
  'PUT /his/api/partners/{id}',
  'GET /his/api/units',
  'POST /his/api/units',
  'PUT /his/api/units/{id}',
  'GET /his/api/staffaccounts',
  'POST /his/api/staffaccounts',
  'POST /his/api/staffaccounts/imports',
  'GET /his/api/staffaccounts/imports/template',
  'PUT /his/api/staffaccounts/{mid}',
  'GET /his/api/nursebindings',
  'GET /his/api/nursebindings/own',
  'PUT /his/api/nursebindings/{did}',
  'GET /his/api/privileges',
  'PUT /his/api/privileges/{staff_type}',
  // What the staff write to their institution and read of it: institution.test.ts sends those of others.
  'GET /his/api/institutioncontact',
  'GET /his/api/feedbacks',
  'POST /his/api/feedbacks',
  'PUT /his/api/feedbacks/{id}',
  'GET /his/api/privacystatements',
  'GET /his/api/privacystatements/{no}',
  'POST /his/api/privacystatements',
  'POST /his/api/privacystatements/{no}/acceptances',
  // Of the institution one administers: synonyms.test.ts sends those of others.
  'GET /his/api/clinicalsynonyms/{partnerid}',
  'POST /his/api/clinicalsynonyms/{partnerid}',
  'DELETE /his/api/clinicalsynonyms/{partnerid}/{id}',
  'GET /his/api/uiconfigs/{partnerid}',
  'PUT /his/api/uiconfigs/{partnerid}',
  'POST /his/api/uiconfigs/{partnerid}/publish',
  'POST /his/api/uiconfigs/{partnerid}/rollback',
  'GET /his/api/referencedata',
  'GET /his/api/auditlogs',
  'GET /his/api/auditlogs/exports',
  'PUT /his/api/auditlogs/{id}',
  'GET /his/api/auditlogs/verifications',
  'POST /his/api/auditlogs/verifications',
  'GET /his/api/profile',
  'POST /his/api/profile',
  'POST /his/api/experience',
  'POST /his/api/myservice',
  'POST /his/api/myservicelang',
  'POST /his/api/editdoctorphone',
  'POST /his/api/photopath',
  'POST /his/api/uploadphoto/2',
  'GET /his/api/banks',
  'GET /his/api/banks/{code}',
  'POST /his/api/employees',
  'POST /his/api/alldoctor',
  'POST /his/api/querydoctor',
  'POST /his/api/scheduletype',
  'POST /his/api/fetchShift',
  'POST /his/api/schedule',
  'POST /his/api/delschedule',
  'POST /his/api/updateShift',
  'POST /his/api/updateLeave',
  'POST /his/api/updatelimit',
  'POST /his/api/shiftaffected',
  'GET /his/api/shiftaffected/{did}',
  'POST /his/api/noticedoctorshift',
  'GET /his/api/freetimes/{did}',
  'GET /his/api/freetimes',
  'POST /partner/searchmember',
  'POST /partner/getMemberList',
  'POST /partner/memberlist',
  // Of those asked for, whom the caller sees: marks.test.ts asks for people of elsewhere.
  'POST /his/api/membermarks',
  'GET /partner/getMemberFilter',
  'GET /partner/getIdentities',
  'POST /partner/addMember',
  'GET /his/api/recentmembers',
  'POST /his/api/members/imports',
  'GET /his/api/members/imports/template',
  'GET /his/api/sessions',
  'DELETE /his/api/sessions/{id}',
  'POST /his/api/linebindings',
  'DELETE /his/api/linebindings',
  'GET /his/api/totps',
  'POST /his/api/totps',
  'DELETE /his/api/totps',
  'GET /his/api/staffinvitations',
  'POST /his/api/staffinvitations',
  'DELETE /his/api/staffinvitations/{id}',
  'GET /his/api/staffinvitations/own',
  'PUT /his/api/staffinvitations/{id}',
  'GET /his/api/staffreviews/own',
  'POST /his/api/staffreviews',
  'POST /his/api/agreements/{kind}/acceptances',
  'GET /his/api/staffreviews',
  'PUT /his/api/staffreviews/{mid}',
  'GET /his/api/outboxmessages',
  'GET /his/api/outboxtotals',
  'PUT /his/api/outboxmessages/{id}',
  'POST /his/api/providertests',
  'DELETE /his/api/staffaccounts/{mid}/secondsteps',
  'GET /his/api/handoverkeys/{partnerid}',
  'POST /his/api/handoverkeys/{partnerid}',
  'DELETE /his/api/handoverkeys/{partnerid}',
  'POST /his/api/fetchCallLog',
  'GET /his/api/boardaddresses/{partnerid}',
  'POST /his/api/boardaddresses/{partnerid}',
  'DELETE /his/api/boardaddresses/{partnerid}/{id}',
]
const made = async (who: Staff, name: string, path: string, body?: unknown) => {
  const method = name.split(' ')[0] ?? 'GET'
  const answer = await who.request(path, {
    method,
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { said: `${answer.status} ${(JSON.parse(text) as { status: string }).status}`, text }
}
const quiet = (text: string) => traces.filter((trace) => text.includes(trace))

describe('a patient of another unit or institution', () => {
  it('[MEMB-05~] every call of the product is either tried here or names no patient', () => {
    const open = ['public', 'session', 'unverified', 'link', 'linkToken']
    const known = new Set([...calls().map(([name]) => name), ...aboutNobody])
    const all = clinic.app.http.registry.filter(({ permission }) => !open.includes(permission)).map(nameOf)
    expect(all.filter((name) => !known.has(name))).toEqual([])
    expect([...known].filter((name) => !all.includes(name))).toEqual([])
  })

  it('[MEMB-05~] does not exist by id, whatever is asked: record, visit, call, room, recording, note', async () => {
    for (const [account, stranger] of strangers) {
      // A profession that may not at all is told so, whoever is named.
      const kind = account === 'nurse.far' ? 'nurse' : 'doctor'
      const barred = new Set(
        clinic.app.http.registry
          .filter(({ permission }) => ['-', 'g', 'p'].includes(permissions[permission as Permission]?.[kind] ?? 'y'))
          .map(nameOf),
      )
      const told: string[] = []
      for (const [name, path, body] of calls(stranger.mid === 106 ? 3 : 90)) {
        const { said, text } = await made(stranger, name, path, body)
        const refused = barred.has(name) || kind === 'nurse' ? /^(404 NOT_FOUND|403 FORBIDDEN)$/ : /^404 NOT_FOUND$/
        if (!refused.test(said) || quiet(text).length) told.push(`${name} ${JSON.stringify(body)}: ${text}`)
      }
      expect(told, account).toEqual([])
    }
  })

  it('[S6] every attempt at it leaves a row in the log, alike for what is there and for what never was', async () => {
    const audit = new Map(clinic.app.http.registry.map((definition) => [nameOf(definition), definition.audit]))
    const stranger = strangers.get('dr.away')
    if (!stranger) throw new Error('nobody to try it')
    type Kept = { action: string; outcome: string; kind: string | null; pid: number | null }
    const attempt = async (name: string, path: string, body: unknown) => {
      const [before] = await clinic.data.db.system.read(
        sql<{ id: string }>`select coalesce(max(id), 0)::text as id from audit_log`,
      )
      const { said } = await made(stranger, name, path, body)
      const rows = await clinic.data.db.system.read(sql<Kept>`
        select action, outcome, target_kind as kind, pid from audit_log where id > ${before?.id ?? '0'}::bigint and mid = ${stranger.mid} order by id`)
      return { said: said.split(' ')[1], rows }
    }
    const silent: string[] = []
    let tried = 0
    for (const [name, path, body] of calls(stranger.mid === 106 ? 3 : 90)) {
      if (audit.get(name) === 'none') continue
      tried += 1
      const { said, rows } = await attempt(name, path, body)
      const [row] = rows
      const right = rows.length === 1 && row?.action === name && row.outcome === said
      if (!right || (said !== 'FORBIDDEN' && !row.kind)) silent.push(`${name} ${said}: ${JSON.stringify(rows)}`)
    }
    expect(silent).toEqual([])
    expect(tried).toBeGreaterThan(60)
    const there = await attempt('GET /his/api/membercalls/{pid}', '/his/api/membercalls/201', undefined)
    const never = await attempt('GET /his/api/membercalls/{pid}', '/his/api/membercalls/987654', undefined)
    expect(never).toEqual({ ...there, rows: there.rows.map((row) => ({ ...row, pid: 987_654 })) })
    expect(there.rows).toMatchObject([{ outcome: 'NOT_FOUND', kind: 'member', pid: 201 }])
  })

  it('[MEMB-05~] does exist for the doctor, by the same calls: the refusals above say something', async () => {
    const reads = calls().filter(([name]) =>
      /getPatientByAccount|monitordata|getQueueDetail|getQueueHistory|dsRoomId|objectData|rooms\/|callinfo$|PatientInfo|recordings$|addresses|getEmrData|fetchMR|notes\/\{pid|mrnote|getRX|noteversions|consents\/\{pid\}$/.test(
        name,
      ),
    )
    expect(reads.length).toBeGreaterThan(14)
    for (const [name, path, body] of reads) {
      const expected = path.includes('/32/') ? '404 NOT_FOUND' : '200 OK'
      const { said, text } = await made(lin, name, path, body)
      expect(said, `${name} ${text}`).toBe(expected)
    }
  })

  it('[MEMB-05~] is in no list, no search and no figure', async () => {
    for (const stranger of strangers.values()) {
      const far = stranger.mid !== 106
      for (const q of ['吳秀鳳', '秀鳳', 'A223456527', '0912345305', 'M-1', '527'])
        for (const tab of ['today', 'future', 'records', 'emergency']) {
          const { said, text } = await made(stranger, 'POST', '/his/api/getQueues', { tab, q })
          expect([said, (JSON.parse(text) as { total: number }).total], `${tab} ${q}`).toEqual(['200 OK', 0])
        }
      for (const q of ['吳秀鳳', '秀鳳', '0912345305', '5305']) {
        const { said, text } = await made(stranger, 'POST', '/partner/getMemberList', { q })
        expect([said, (JSON.parse(text) as { total: number }).total], q).toEqual(['200 OK', 0])
      }
      for (const [path, body] of [
        ['/partner/searchmember', { q: '吳秀鳳' }],
        ['/partner/searchmember', { q: '0912345305' }],
        ['/partner/monitordata', { days: 0 }],
        ['/partner/getMemberList', {}],
      ] as const) {
        const { said, text } = await made(stranger, 'POST', path, body)
        expect([said, quiet(text)], path).toEqual(['200 OK', []])
      }
      for (const path of [
        `/his/api/queue/1/101`,
        `/his/api/queue/32/101`,
        `/his/api/queueotherday/1/101?date=2026-03-12`,
      ]) {
        const { said, text } = await made(stranger, 'GET', path)
        // A doctor of one's own institution is known by name, and has no patient there that one could see.
        expect(said, path).toBe(!far && path.includes('/1/') ? '200 OK' : '404 NOT_FOUND')
        expect(quiet(text)).toEqual([])
      }
      for (const [method, path] of [
        ['GET', '/his/api/dashboards/home'],
        ['POST', '/his/api/getCallList'],
        ['POST', '/his/api/getRoomList'],
        ['GET', '/his/api/operationlogs'],
        ['GET', '/his/api/counts'],
        ['POST', '/his/api/getQueuesUndoneQuantity'],
        ['GET', '/his/api/weekqueuestatus'],
      ] as const) {
        const { said, text } = await made(stranger, method, path, method === 'POST' ? {} : undefined)
        expect(said, path).toBe('200 OK')
        expect(quiet(text), path).toEqual([])
        if (/week|Undone|counts/.test(path))
          expect(
            [...text.matchAll(/"(reserved|checkedIn|am|today|waiting|appointments)":(\d+)/g)]
              .map(([, , n]) => n)
              .filter((n) => n !== '0'),
            path,
          ).toEqual([])
      }
    }
  })

  it('[MEMB-05~] has no file for them: no segment to write to, no address that was not signed for them', async () => {
    const { url } = (await lin.post<{ url: string }>(`/his/api/recordings/${recordingId}/addresses`)).data
    const ticket = new URL(url, clinic.base).searchParams.get('ticket') ?? ''
    expect(ticket.length).toBeGreaterThan(20)
    for (const forged of [`${ticket.slice(0, -4)}AAAA`, 'x', ticket.split('.')[0] ?? 'x'])
      expect((await fetch(`${clinic.base}/his/api/recordings/${recordingId}/file?ticket=${forged}`)).status).not.toBe(
        200,
      )
    for (const stranger of strangers.values()) {
      const put = await stranger.request(`/comm/recordings/${recordingId}/segments/${segmentId}?offset=0`, {
        method: 'PUT',
        headers: { 'content-type': 'application/octet-stream' },
        body: new Uint8Array(8),
      })
      expect([put.status, ((await put.json()) as { status: string }).status]).toEqual([404, 'NOT_FOUND'])
    }
  })

  it('[MEMB-05~] is not heard of on their sockets, nor by a room whose number or token was found', async () => {
    for (const stranger of strangers.values()) {
      const line: TestSocket = await stranger.line()
      for (const room of ['unit:2', 'staff:101', `room:${roomID}`, `patient:${PID}`, `link:${patient.linkId}`, roomID])
        expect((await line.emit('join_room', { room })).ok, room).toBe(false)
      const joined = await line.emit('room.join', {
        roomId: roomID,
        token: media.token,
        instance: randomUUID(),
        media: { mic: true, cam: true },
      })
      expect(joined.ok).toBe(false)
      await lin.post('/his/api/queue', { qid: patient.qid, action: 'memo', memo: 'said', version: await version() })
      await patient.post('leave', {})
      // Long enough that what is delivered at all would have come.
      await new Promise((resolve) => setTimeout(resolve, 300))
      const heard = JSON.stringify([line.heard, line.messages])
      for (const secret of [String(patient.linkId), roomID, callID, note.id, `"qid":${patient.qid}`, ...traces])
        expect(heard, secret).not.toContain(secret)
      line.close()
    }
  })
  const version = async () =>
    (
      await clinic.data.db.system.read(
        sql<{ version: number }>`select version from appointment where qid = ${patient.qid}`,
      )
    )[0]?.version

  it('[MEMB-05~] is not told to another patient: a link opens its own visit and nothing beside it', async () => {
    const other = await clinic.patient('waiting', { pid: 201, time: '12:30' })
    const stranger = await clinic.patient('fresh', { pid: 202 })
    for (const step of ['consents', 'arrivals', 'calls', `calls/${callID}`, 'tokens', 'leave', 'cancel'])
      expect((await stranger.post(step, {}, patient.cookie)).status, step).toBe(401)
    // The same patient's other visit is another link.
    expect((await other.post(`calls/${callID}`, { action: 'hangup' })).code).toBe('NOT_FOUND')
    const { text } = await stranger.view()
    expect(quiet(text)).toEqual([])
  })

  it('[MEMB-05~] is in no line of the log, however the calls above went', async () => {
    const lines: string[] = []
    const { db } = clinic.data
    const config = readConfig({ LOG_LEVEL: 'trace', DEMO: '0', DATA_DIR: clinic.dataDir })
    const loud = await createApp({
      config,
      db,
      clock: clinic.clock,
      dist: '/nowhere',
      logTo: { write: (line) => lines.push(line) },
    })
    const token = strangers.get('dr.away')?.token
    for (const [name, url, payload] of [
      ...calls(),
      ['POST', '/his/api/getQueues', { q: '吳秀鳳' }],
      ['POST', '/his/api/getEmrData', { pid: PID, qid: 1, name: '吳秀鳳' }],
      ['GET', '/his/api/getQueueDetailByQid/x?name=A223456527'],
    ] as ReturnType<typeof calls>)
      await loud.http.app.inject({
        method: (name.split(' ')[0] ?? 'GET') as 'GET',
        url,
        headers: { authorization: `Bearer ${token}` },
        ...(payload ? { payload } : {}),
      })
    await loud.close()
    expect(lines.length).toBeGreaterThan(40)
    expect(quiet(lines.join('\n'))).toEqual([])
  })
})

describe('a membership that was disabled', () => {
  it.each([
    ['unit', sql`update member_unit set status = 'disabled' where pid = 203`],
    ['partner', sql`update member_partner set status = 'disabled' where pid = 203 and partner_id = 1`],
  ])('[MEMB-05~] of a %s is told apart from none, to those only whose unit it is', async (membership, disable) => {
    const { db } = clinic.data
    await db.system.tx((tx) => tx.run(disable))
    const asked: [name: string, path: string, body?: object][] = [
      ['GET', '/his/api/getPatientInfoByMid/203'],
      ['POST', '/his/api/callout', { pid: 203 }],
      ['POST', '/his/api/fetchMRHistory', { pid: 203 }],
      ['GET', '/his/api/notes/203/1'],
      ['GET', '/his/api/consents/203'],
      ['POST', '/his/api/consents/203/emergency', { reason: '病人昏迷送醫' }],
    ]
    for (const [name, path, body] of asked) {
      const { said, text } = await made(lin, name, path, body)
      expect([said, JSON.parse(text).data], path).toEqual(['409 MEMBER_DISABLED', { membership }])
      for (const account of ['dr.away', 'dr.far'])
        expect((await made(strangers.get(account) ?? lin, name, path, body)).said, path).toBe('404 NOT_FOUND')
      const nobody = body && 'pid' in body ? { ...body, pid: 999 } : body
      expect((await made(lin, name, path.replace('203', '999'), nobody)).said, path).toBe('404 NOT_FOUND')
    }
    await db.system.tx(async (tx) => {
      await tx.run(sql`update member_partner set status = 'active' where pid = 203`)
      await tx.run(sql`update member_unit set status = 'active' where pid = 203`)
    })
    expect((await made(lin, 'GET', '/his/api/getPatientInfoByMid/203')).said).toBe('200 OK')
  })
})

describe('an agent', () => {
  it('[MEMB-05~] [APPT-08~] sees the own bookings only, and of a patient what a booking needs', async () => {
    const kao = await clinic.staff('agent.kao')
    for (const [name, path, body] of calls()) {
      const { said, text } = await made(kao, name, path, body)
      expect(said, name).toMatch(/^(404 NOT_FOUND|403 FORBIDDEN)$/)
      expect(quiet(text), name).toEqual([])
    }
    const mine = await clinic.patient('fresh', { pid: 202, bookedBy: kao.mid, proxy: true, time: '15:00' } as never)
    const { text } = await made(kao, 'POST', '/his/api/getQueues', { tab: 'today' })
    const { data, total } = JSON.parse(text) as {
      data: { qid: number; patient: { allergies: unknown } }[]
      total: number
    }
    expect([total, data[0]?.qid, data[0]?.patient.allergies]).toEqual([1, mine.qid, null])
  })
})
