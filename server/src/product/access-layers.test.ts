import { randomUUID } from 'node:crypto'
import type { Note } from '@teleward/contract/emr/schema.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Clinic, openClinic, type Staff } from '../consultation/calls/fixture.ts'
import { type Db, type Scope, sql } from '../platform/db/index.ts'

/** 吳秀鳳 of unit 2 of institution 1: a visit with everything that can be kept of one. */
const VICTIM = 201
let clinic: Clinic
let db: Db
let lin: Staff
let qid: number
beforeAll(async () => {
  clinic = await openClinic()
  db = clinic.data.db
  lin = await clinic.staff('dr.lin')
  qid = await wholeVisit()
})
afterAll(() => clinic.close())

async function wholeVisit(): Promise<number> {
  await lin.online()
  const patient = await clinic.patient('waiting')
  const owner = { pid: VICTIM, qid: patient.qid }
  const rung = await patient.post('calls', {})
  await lin.act(rung.data.call?.callID ?? '', 'answer')
  const note = (await lin.post<Note>('/his/api/note', owner)).data
  await lin.post('/his/api/updateSubjective', { ...owner, id: note.id, version: note.version, text: '頭暈三天' })
  await lin.post('/his/api/upsertICD', { ...owner, noteId: note.id, code: 'I10' })
  const drugs = await lin.post<{ code: string }[]>('/his/api/get_medicine_info', { q: 'amlodipine' })
  const line = { code: drugs.data[0]?.code, dose: 1, frequency: 'QD', route: 'PO', days: 7 }
  const prescribed = await lin.post<Note>('/his/api/upsertMedicine', { ...owner, noteId: note.id, ...line })
  const signed = await lin.post<Note>('/his/api/recordSignature', {
    ...owner,
    id: note.id,
    version: prescribed.data.version,
    password: 'demo1234',
  })
  expect(signed.code).toBe('OK')
  await lin.post(`/his/api/consents/${VICTIM}/emergency`, { reason: '病人昏迷送醫' })
  const timestamp = clinic.clock.now().toISOString()
  await lin.post('/his/api/devicereadings', {
    pid: VICTIM,
    dataType: 'weight',
    weight: 61,
    weight_unit: 'kg',
    timestamp,
  })
  await lin.post('/his/api/devicereadings', { pid: VICTIM, dataType: 'temperature', value: 37, unit: 'C', timestamp })
  await db.system.tx(async (tx) => {
    const recordingId = randomUUID()
    await tx.run(sql`insert into recording (recording_id, partner_id, unit_id, pid, qid, room_id, state)
      select ${recordingId}, partner_id, unit_id, pid, qid, room_id, 'ready' from room where qid = ${patient.qid}`)
    await tx.run(sql`insert into guest_link (link_id, token_hash, partner_id, unit_id, room_id, call_id, pid, name, relation, language, channel, sent_to,
        code_hash, message_id, created_by, created_at, expires_at)
      select ${randomUUID()}, 'x', c.partner_id, c.unit_id, c.room_id, c.call_id, c.pid, '吳美玲', 'family', 'zh-TW', 'sms', '678', 'x',
        ${randomUUID()}, 101, now(), now() from call c where c.qid = ${patient.qid} limit 1`)
    await tx.run(sql`insert into payment (id, partner_id, unit_id, pid, qid, kind, amount, currency)
      values (${randomUUID()}, 1, 2, ${VICTIM}, ${patient.qid}, 'paid', 45000, 'TWD')`)
    await tx.run(sql`insert into referral (id, partner_id, unit_id, pid, qid, from_mid, to_unit, urgency, reason, patient_name, created_at, updated_at)
      values (${randomUUID()}, 1, 2, ${VICTIM}, ${patient.qid}, 101, 2, 'routine', '請評估', '吳秀鳳', now(), now())`)
    await tx.run(sql`insert into handoff (id, partner_id, unit_id, pid, giver_mid, recipient_mid, content, created_at, updated_at)
      values (${randomUUID()}, 1, 2, ${VICTIM}, 101, 103, '追蹤血壓', now(), now())`)
    await tx.run(sql`insert into opinion (id, partner_id, unit_id, pid, inviter_mid, invited_mid, kind, question, records, state, ended_at, created_at, updated_at)
      values (${randomUUID()}, 1, 2, ${VICTIM}, 101, 102, 'opinion', '請看', 1, 'done', now(), now(), now())`)
    const [talk] = await tx.many(sql<{ id: number }>`
      insert into chat_conversation (kind, partner_id, unit_id, pid, first_pid, last_seq, created_by, created_at)
      values ('patient', 1, 2, ${VICTIM}, ${VICTIM}, 1, 101, now()) returning id`)
    await tx.run(sql`insert into chat_message (conversation_id, seq, partner_id, unit_id, pid, author_mid, client_id, body, sent_at)
      values (${talk?.id ?? 0}, 1, 1, 2, ${VICTIM}, 101, ${randomUUID()}, '請量血壓', now())`)
    await tx.run(sql`insert into member_messenger (partner_id, pid, channel, recipient, name, offered_by, bound_at)
      values (1, ${VICTIM}, 'line', 'U-1', '秀鳳', 101, now())`)
    const file = randomUUID()
    await tx.run(sql`insert into medical_file (id, partner_id, unit_id, pid, mid, kind, format, name, bytes, sha256, key, state, created_at, updated_at)
      values (${file}, 1, 2, ${VICTIM}, 101, 'photo', 'png', 'a.png', 1, ${'0'.repeat(64)}, 'medical/1/a.bin', 'stored', now(), now())`)
    const batch = randomUUID()
    await tx.run(sql`insert into health_data_batch (id, partner_id, mid, file_hash, total, imported, outcome)
      values (${batch}, 1, 101, 'x', 1, 1, '[]')`)
    const health = await tx.one(sql<{
      id: number
    }>`insert into reading (pid, partner_id, unit_id, kind, value, unit, measured_at, received_at, source,
        data_type, recorded_by, measured_on, batch_id)
      values (${VICTIM}, 1, 2, 'weight', 60, 'kg', now(), now(), 'batch', 'health_data', 101, '2026-01-01', ${batch}) returning id`)
    await tx.run(sql`insert into reading_version (reading_id, pid, partner_id, unit_id, value, received_at, recorded_by, batch_id, replaced_at, replaced_by)
      values (${health.id}, ${VICTIM}, 1, 2, 61, now(), 101, ${batch}, now(), 101)`)
    await tx.run(sql`insert into ecg (pid, first_pid, partner_id, unit_id, measured_at, received_at, rate, leads, wave, recorded_by)
      values (${VICTIM}, ${VICTIM}, 1, 2, now(), now(), 250, '{II}', '\\x0000', 101)`)
    const archive = await tx.one(sql<{ id: number }>`insert into reading_archive (month, many, sha256, file, out_at)
      values ('2020-01-01', 1, 'x', 'x', now()) returning id`)
    await tx.run(sql`insert into reading_moved_out (archive_id, month, pid, partner_id, unit_id, was_pid, many)
      values (${archive.id}, '2020-01-01', ${VICTIM}, 1, 2, ${VICTIM}, 1)`)
    await tx.run(sql`insert into external_report (id, partner_id, unit_id, pid, mid, category, title, source, issued_at, received_at, results)
      values (${randomUUID()}, 1, 2, ${VICTIM}, 101, 'laboratory', 'HbA1c', '檢驗所', now(), now(), '[]')`)
    await tx.run(sql`insert into upload (id, partner_id, unit_id, pid, mid, kind, name, bytes, received, state, file_id, created_at, expires_at)
      values (${randomUUID()}, 1, 2, ${VICTIM}, 101, 'photo', 'a.png', 1, 1, 'stored', ${file}, now(), now())`)
    const group = randomUUID()
    await tx.run(sql`insert into monitor_group (id, partner_id, at_unit, name, created_by, created_at, updated_at)
      values (${group}, 1, 2, '血壓', 101, now(), now())`)
    await tx.run(sql`insert into monitor_group_member (group_id, pid, partner_id, unit_id, added_by, added_at)
      values (${group}, ${VICTIM}, 1, 2, 101, now())`)
    await tx.run(sql`insert into monitor_off (pid, partner_id, unit_id, reason, off_by, off_at)
      values (${VICTIM}, 1, 2, '出國', 101, now())`)
    await tx.run(
      sql`insert into monitor_own (pid, partner_id, unit_id, rules, set_by, set_at) values (${VICTIM}, 1, 2, '[]', 101, now())`,
    )
    await tx.run(sql`insert into monitor_alert (id, pid, partner_id, unit_id, rule_id, source, measure, test, severity, raised_at, last_at)
      values (${randomUUID()}, ${VICTIM}, 1, 2, ${randomUUID()}, 'group', 'systolic', 'above', 'warning', now(), now())`)
    await tx.run(sql`insert into crm_case (sn, partner_id, unit_id, pid, title, type, origin, opened_by, opened_at, updated_at)
      values (900, 1, 2, ${VICTIM}, '追蹤', 'followUp', 'phone', 101, now(), now())`)
    await tx.run(sql`insert into crm_entry (sn, partner_id, unit_id, pid, kind, text, mid, at)
      values (900, 1, 2, ${VICTIM}, 'note', '已回電', 101, now())`)
    await tx.run(sql`insert into ai_suggestion (id, sn, partner_id, unit_id, pid, text, model, asked_by, asked_at)
      values (${randomUUID()}, 900, 1, 2, ${VICTIM}, '回電', 'x', 101, now())`)
    await tx.run(sql`insert into fee_exemption (id, partner_id, unit_id, pid, kind, starts_on)
      values (${randomUUID()}, 1, 2, ${VICTIM}, 'free', '2026-01-01')`)
    await tx.run(
      sql`insert into diet_course (id, partner_id, unit_id, pid, began_by, began_at) values (900, 1, 2, ${VICTIM}, 101, now())`,
    )
    await tx.run(sql`insert into diet_target (course_id, n, partner_id, unit_id, pid, from_day, gender, age, weight_kg, activity, condition, "values", mid, at)
      values (900, 1, 1, 2, ${VICTIM}, '2026-01-01', 'female', 60, 60, 'low', 'none', '{}', 101, now())`)
    const meal = randomUUID()
    await tx.run(sql`insert into diet_meal (id, course_id, partner_id, unit_id, pid, day, meal, mid, entered_at, updated_at)
      values (${meal}, 900, 1, 2, ${VICTIM}, '2026-01-01', 1, 101, now(), now())`)
    await tx.run(sql`insert into diet_food (meal_id, partner_id, unit_id, pid, place, name, per100, grams, origin, mid, at)
      values (${meal}, 1, 2, ${VICTIM}, 0, '飯', '{}', 100, 'staff', 101, now())`)
    await tx.run(sql`insert into diet_advice (id, course_id, partner_id, unit_id, pid, text, mid, at)
      values (${randomUUID()}, 900, 1, 2, ${VICTIM}, '少鹽', 101, now())`)
    await tx.run(sql`insert into child_record (id, partner_id, unit_id, pid, kind, on_day, colour, born_then, mid, entered_at)
      values (${randomUUID()}, 1, 2, ${VICTIM}, 'biliary', '2026-01-01', 8, '2025-12-01', 101, now())`)
    await tx.run(sql`insert into child_fact (partner_id, unit_id, pid, fluoride_group, multiple, mid, at)
      values (1, 2, ${VICTIM}, 'general', false, 101, now())`)
    await tx.run(sql`insert into product_sending (id, partner_id, unit_id, pid, qid, author_mid, items, created_at)
      values (${randomUUID()}, 1, 2, ${VICTIM}, ${patient.qid}, 101, '[1]', now())`)
    const [pharmacy] = await tx.many(sql<{ id: number }>`
      insert into pharmacy (partner_id, at_unit, name, city) values (1, 2, '藥局', '臺北市') returning id`)
    await tx.run(sql`insert into prescription_sending (id, partner_id, unit_id, pid, qid, note_id, author_mid, pharmacy_id, to_unit, content, sent_at, state_at)
      values (${randomUUID()}, 1, 2, ${VICTIM}, ${patient.qid}, ${note.id}, 101, ${pharmacy?.id ?? 0}, 2, '{}', now(), now())`)
    await tx.run(sql`insert into note_suggestion (id, note_id, partner_id, unit_id, pid, author_mid, sent, text, model, asked_by, asked_at)
      values (${randomUUID()}, ${note.id}, 1, 2, ${VICTIM}, 101, 'S', '追蹤', 'x', 101, now())`)
    const asked = await tx.one(sql<{
      id: number
    }>`insert into questionnaire (partner_id, title, draft, published, made_by, made_at, changed_at)
      values (1, 'x', null, 1, 101, now(), now()) returning id`)
    await tx.run(sql`insert into questionnaire_version (questionnaire_id, number, partner_id, content, published_by, published_at)
      values (${asked.id}, 1, 1, '{}', 101, now())`)
    const form = await tx.one(sql<{
      id: number
    }>`insert into form_response (partner_id, unit_id, pid, questionnaire_id, number, state, way, sent_by, sent_at)
      values (1, 2, ${VICTIM}, ${asked.id}, 1, 'completed', 'here', 101, now()) returning id`)
    await tx.run(sql`insert into form_answer (response_id, number, partner_id, unit_id, pid, items, by_kind, at)
      values (${form.id}, 1, 1, 2, ${VICTIM}, '[]', 'staff', now())`)
    const event = await tx.one(sql<{
      id: number
    }>`insert into care_event (partner_id, at_unit, kind, name, place, starts_on, ends_on, items, made_by, made_at)
      values (1, 2, 'clinic', '義診', 'x', '2026-01-01', '2026-01-01', '{weight}', 101, now()) returning id`)
    const joined = randomUUID()
    await tx.run(sql`insert into care_event_participant (id, event_id, partner_id, unit_id, pid, number, via, consented_at, joined_at, joined_by, received_at)
      values (${joined}, ${event.id}, 1, 2, ${VICTIM}, 1, 'card', now(), now(), 101, now())`)
    await tx.run(sql`insert into care_event_value (id, event_id, participant_id, partner_id, unit_id, pid, item, value, measured_at, received_at, recorded_by)
      values (${randomUUID()}, ${event.id}, ${joined}, 1, 2, ${VICTIM}, 'weight', 60, now(), now(), 101)`)
    await tx.run(sql`insert into care_event_link (id, participant_id, event_id, partner_id, unit_id, pid, qid, made_by, made_at)
      values (${randomUUID()}, ${joined}, ${event.id}, 1, 2, ${VICTIM}, ${patient.qid}, 101, now())`)
    await tx.run(sql`insert into screening_invitation (id, event_id, partner_id, unit_id, pid, programme, invited_by, invited_at)
      values (${randomUUID()}, ${event.id}, 1, 2, ${VICTIM}, 'breast', 101, now())`)
    await tx.run(sql`insert into screening_fact (id, partner_id, unit_id, pid, fact, answer, noted_by, noted_at)
      values (${randomUUID()}, 1, 2, ${VICTIM}, 'last:breast', 'never', 101, now())`)
    const finding = randomUUID()
    await tx.run(sql`insert into screening_result (id, event_id, participant_id, partner_id, unit_id, pid, programme, outcome, examined_on, recorded_by, recorded_at)
      values (${finding}, ${event.id}, ${joined}, 1, 2, ${VICTIM}, 'breast', 'positive', '2026-01-01', 101, now())`)
    await tx.run(sql`insert into screening_follow_up (id, result_id, event_id, partner_id, unit_id, pid, responsible, due_on, begun_by, begun_at)
      values (${randomUUID()}, ${finding}, ${event.id}, 1, 2, ${VICTIM}, 101, '2026-02-01', 101, now())`)
    const check = randomUUID()
    await tx.run(sql`insert into health_check (id, partner_id, unit_id, pid, programme, items, state, identity_confirmed_at, started_by, started_at, submitted_at, submitted_by)
      values (${check}, 1, 2, ${VICTIM}, 'basic', '{weight}', 'done', now(), 101, now(), now(), 101)`)
    await tx.run(sql`insert into health_check_value (id, check_id, partner_id, unit_id, pid, item, value, recorded_by, recorded_at)
      values (${randomUUID()}, ${check}, 1, 2, ${VICTIM}, 'weight', 60, 101, now())`)
    await tx.run(sql`insert into health_check_result (check_id, version, partner_id, unit_id, pid, on_day, rows, made_at)
      values (${check}, 1, 1, 2, ${VICTIM}, '2026-01-01', '[]', now())`)
    await tx.run(sql`insert into health_check_remark (check_id, partner_id, unit_id, pid, kind, text, of_version, mid, at)
      values (${check}, 1, 2, ${VICTIM}, 'comment', 'x', 1, 101, now())`)
    await tx.run(sql`insert into health_check_file (check_id, file_id, partner_id, unit_id, pid, added_by, added_at)
      select ${check}, f.id, 1, 2, ${VICTIM}, 101, now() from medical_file f where f.pid = ${VICTIM} limit 1`)
    const checkout = randomUUID()
    await tx.run(sql`insert into checkout (id, partner_id, unit_id, pid, qid, amount, currency, provider, opened_at, expires_at)
      values (${checkout}, 1, 2, ${VICTIM}, ${patient.qid}, 45000, 'TWD', 'x', now(), now())`)
    await tx.run(sql`insert into refund (id, partner_id, unit_id, pid, qid, amount, currency, why, checkout_id, due_at)
      values (${randomUUID()}, 1, 2, ${VICTIM}, ${patient.qid}, 45000, 'TWD', 'cancelled', ${checkout}, now())`)
    await tx.run(sql`insert into recording_segment (segment_id, recording_id, partner_id, unit_id, pid, seq, path)
      values (${randomUUID()}, ${recordingId}, 1, 2, ${VICTIM}, 1, 'x')`)
  })
  return patient.qid
}

const tables = () =>
  db.system.read(sql<{ name: string; walled: boolean; ofPatients: boolean; readable: boolean }>`
    select c.relname as name, c.relrowsecurity as walled,
      exists (select 1 from information_schema.columns i
        where i.table_schema = 'public' and i.table_name = c.relname and i.column_name in ('pid', 'qid', 'unit_id', 'note_id')) as "ofPatients",
      has_any_column_privilege('teleward_app', c.oid, 'select') as readable
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p', 'v', 'm') order by 1`)
const ofVictim = () => tables().then((all) => all.filter((table) => table.ofPatients && table.name !== 'staff_unit'))
const rows = async (scope: Scope | 'system', table: string): Promise<number> => {
  const query = sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)} where pid = ${VICTIM}`
  const [row] = scope === 'system' ? await db.system.read(query) : await db.read(scope, query)
  return row?.n ?? 0
}
const seen = async (scope: Scope | 'system') =>
  Object.fromEntries(
    await Promise.all((await ofVictim()).map(async ({ name }) => [name, (await rows(scope, name)) > 0] as const)),
  )
const everywhere = async (value: boolean) => Object.fromEntries((await ofVictim()).map(({ name }) => [name, value]))

const staff = (over: Partial<Scope> = {}): Scope => ({
  kind: 'staff',
  mid: 101,
  partnerId: 1,
  unitIds: [2],
  pid: null,
  qid: null,
  'emr.read': 'y',
  'appointment.read': 'y',
  'monitor.read': 'y',
  'monitor.group': 'y',
  'crm.read': 'y',
  'crm.write': 'o',
  'diet.read': 'y',
  'diet.advise': 'y',
  'childcare.read': 'y',
  'childcare.write': 'y',
  'chat.patient': 'y',
  'event.operate': 'y',
  'form.build': '-',
  'form.collect': 'y',
  ...over,
})
const record = [
  'device_log',
  'diagnosis',
  'ecg',
  'handoff',
  'last_measurement',
  'member_history',
  'monitor_alert',
  'note',
  'note_suggestion',
  'note_version',
  'opinion',
  'prescription_line',
  'prescription_sending',
  'product_sending',
  'reading',
  'reading_moved_out',
  'reading_version',
]

describe('the second access layer, whatever a service forgets to ask', () => {
  it('[MEMB-05~] stands around every table: none without policies but those of common knowledge', async () => {
    const open = (await tables()).filter(({ walled }) => !walled).map(({ name }) => name)
    expect(open).toEqual([
      'department',
      'drug',
      'drug_rule_set',
      'icd10',
      'medication_frequency',
      'medication_route',
      'schema_migration',
    ])
  })

  it('[MEMB-05~] knows of each table whether it is about patients: a new one has to be put where it belongs', async () => {
    const all = await tables()
    expect((await ofVictim()).map(({ name }) => name)).toEqual([
      'ai_suggestion',
      'appointment',
      'appointment_event',
      'audit_log',
      'call',
      'call_target',
      'care_event_link',
      'care_event_participant',
      'care_event_value',
      'chat_conversation',
      'chat_message',
      'checkout',
      'child_fact',
      'child_record',
      'consent',
      'crm_case',
      'crm_entry',
      'device_log',
      'diagnosis',
      'diet_advice',
      'diet_course',
      'diet_food',
      'diet_meal',
      'diet_target',
      'ecg',
      'emergency_access',
      'external_report',
      'fee_exemption',
      'form_answer',
      'form_response',
      'guest_link',
      'handoff',
      'health_check',
      'health_check_file',
      'health_check_remark',
      'health_check_result',
      'health_check_value',
      'last_measurement',
      'medical_file',
      'member',
      'member_history',
      'member_messenger',
      'member_partner',
      'member_token',
      'member_unit',
      'monitor_alert',
      'monitor_group_member',
      'monitor_off',
      'monitor_own',
      'note',
      'note_suggestion',
      'note_version',
      'opinion',
      'payment',
      'prescription_line',
      'prescription_sending',
      'product_sending',
      'reading',
      'reading_moved_out',
      'reading_version',
      'recording',
      'recording_segment',
      'referral',
      'refund',
      'room',
      'room_participant',
      'screening_fact',
      'screening_follow_up',
      'screening_invitation',
      'screening_result',
      'upload',
      'video_link',
    ])
    const others = all.filter(({ walled, ofPatients, readable }) => walled && readable && !ofPatients)
    expect(others.map(({ name }) => name)).toEqual([
      'audit_look',
      'care_event',
      // Through its conversation.
      'chat_attachment',
      'chat_participant',
      'clinical_synonym',
      'day_off',
      'doctor_fee',
      'doctor_fee_version',
      'drive_file',
      'feedback',
      // Through its file.
      'file_finding',
      'handoff_event',
      'health_data_batch',
      'idempotency_key',
      'line_binding',
      'login_log',
      'member_import',
      'member_merge',
      // Through its alert: monitoring/mute.test.ts.
      'monitor_alert_mute',
      'monitor_alert_note',
      'monitor_group',
      'monitor_group_staff',
      'monitor_rule',
      'note_template',
      'notice',
      'notice_recipient',
      'notification',
      'nurse_binding',
      'opinion_answer',
      'opinion_record',
      'outbox_message',
      // The directory of institutions that letters go to.
      'outside_institution',
      'partner',
      'pharmacy',
      'preference',
      'prescription_set',
      'presence',
      'printed_document',
      'privacy_acceptance',
      'privacy_statement',
      'product',
      'questionnaire',
      'questionnaire_version',
      // Through their letter.
      'referral_file',
      'referral_link',
      'schedule_entry',
      'screening_report',
      // Of staff; the patient of a line is masked, and its visit leads nowhere by it.
      'settlement_line',
      'settlement_month',
      'settlement_payout',
      'settlement_rate',
      'settlement_remark',
      'settlement_statement',
      'shift_change',
      'staff',
      'staff_bank',
      'staff_change',
      'staff_choice',
      'staff_grant',
      'staff_grant_event',
      'staff_import',
      'staff_invitation',
      'staff_partner',
      'staff_photo',
      'staff_profile',
      'timer',
      'ui_config_version',
      'unit',
      'word',
      'word_import',
    ])
  })

  it('[MEMB-05~] shows the whole visit to who treats the patient: otherwise the rest would prove nothing', async () => {
    expect(await seen('system')).toEqual(await everywhere(true))
    expect(await seen(staff())).toEqual(await everywhere(true))
  })

  it.each<[who: string, scope: Partial<Scope>]>([
    ['another unit', { mid: 106, unitIds: [3] }],
    ['another institution', { mid: 105, partnerId: 32, unitIds: [90] }],
    ['another institution that names the unit', { mid: 105, partnerId: 32, unitIds: [2, 90] }],
    ['an account without a unit', { mid: 106, unitIds: [] }],
    [
      'an agent of the unit who booked nothing',
      { mid: 104, 'appointment.read': 'o', 'emr.read': '-', 'event.operate': '-', 'form.collect': '-' },
    ],
    ['a volunteer', { mid: 104, 'appointment.read': '-', 'emr.read': '-', unitIds: [] }],
    [
      'another patient’s link',
      { kind: 'link', mid: null, unitIds: [], pid: 202, qid: 1, 'emr.read': '-', 'appointment.read': '-' },
    ],
    [
      'another institution’s link',
      {
        kind: 'link',
        mid: null,
        partnerId: 32,
        unitIds: [],
        pid: 205,
        qid: 1,
        'emr.read': '-',
        'appointment.read': '-',
      },
    ],
    [
      'a link of nobody',
      { kind: 'link', mid: null, unitIds: [], pid: null, qid: null, 'emr.read': '-', 'appointment.read': '-' },
    ],
  ])('[MEMB-05~] shows %s no row of the patient, in no table', async (_who, over) => {
    expect(await seen(staff(over))).toEqual(await everywhere(false))
  })

  it('[MEMB-05~] shows customer service the visit, and nothing of the record', async () => {
    const service = await seen(staff({ mid: 102, 'emr.read': '-', 'monitor.read': '-', 'monitor.group': '-' }))
    expect(record.filter((table) => service[table])).toEqual([])
    expect(service).toMatchObject({ appointment: true, member: true, call: true })
  })

  it('[APPT-08~] [MEMB-05~] shows an agent the patient once the agent has booked', async () => {
    const agent = staff({ mid: 104, 'appointment.read': 'o', 'emr.read': '-' })
    await db.system.tx((tx) => tx.run(sql`update appointment set booked_by = 104 where qid = ${qid}`))
    const shown = await seen(agent)
    expect([shown.appointment, shown.member, shown.call, shown.note, shown.member_history]).toEqual([
      true,
      true,
      true,
      false,
      false,
    ])
    await db.system.tx((tx) => tx.run(sql`update appointment set booked_by = null where qid = ${qid}`))
  })

  it('[MEMB-05~] lets nobody write into another unit’s rows, nor plant rows there', async () => {
    const away = staff({ mid: 106, unitIds: [3] })
    for (const { name } of await ofVictim()) {
      // The number of a member is the database's: it changes for nobody.
      const column = sql.ref(name === 'member' ? 'version' : 'pid')
      const changed = await db
        .tx(away, (tx) => tx.run(sql`update ${sql.table(name)} set ${column} = ${column} where pid = ${VICTIM}`))
        // Some may not be changed at all.
        .catch((error: unknown) => (/permission denied/.test(String(error) + String((error as Error).cause)) ? 0 : 1))
      expect(changed, name).toBe(0)
    }
    await expect(
      db.tx(away, (tx) => tx.run(sql`insert into member_unit (pid, partner_id, unit_id) values (${VICTIM}, 1, 2)`)),
    ).rejects.toThrow()
    await expect(
      db.tx(away, (tx) =>
        tx.run(sql`insert into consent (id, partner_id, unit_id, pid, kind, state, text_version)
          values (${randomUUID()}, 1, 2, ${VICTIM}, 'record', 'active', '1')`),
      ),
    ).rejects.toThrow()
  })

  it('[MEMB-05~] shows nothing of a membership that was disabled in the unit', async () => {
    await db.system.tx((tx) => tx.run(sql`update member_unit set status = 'disabled' where pid = ${VICTIM}`))
    expect(await rows(staff(), 'member')).toBe(0)
    await db.system.tx((tx) => tx.run(sql`update member_unit set status = 'active' where pid = ${VICTIM}`))
    expect(await rows(staff(), 'member')).toBe(1)
  })

  it('[MEMB-05~] shows nothing of one that was disabled in the whole institution, in whichever unit; a unit’s own stays', async () => {
    const set = (status: string) =>
      db.system.tx((tx) =>
        tx.run(sql`update member_partner set status = ${status} where pid = ${VICTIM} and partner_id = 1`),
      )
    const states = () =>
      db.system.read(sql<{ unit: number; status: string }>`
        select unit_id as unit, status from member_unit where pid = ${VICTIM} order by unit_id`)
    await db.system.tx(async (tx) => {
      await tx.run(sql`insert into member_unit (pid, partner_id, unit_id) values (${VICTIM}, 32, 90)`)
      await tx.run(sql`insert into member_unit (pid, partner_id, unit_id, status) values (${VICTIM}, 1, 1, 'disabled')`)
    })
    await set('disabled')
    const [wide, far] = [staff({ unitIds: [1, 2, 3] }), staff({ mid: 105, partnerId: 32, unitIds: [90] })]
    expect([await rows(wide, 'member'), await rows(far, 'member')]).toEqual([0, 1])
    // Neither a new unit nor a unit's own word is a way around it.
    await db.system.tx(async (tx) => {
      await tx.run(sql`insert into member_unit (pid, partner_id, unit_id) values (${VICTIM}, 1, 3)`)
      await tx.run(sql`update member_unit set status = 'active' where pid = ${VICTIM} and unit_id = 2`)
    })
    expect(await states()).toEqual([
      { unit: 1, status: 'disabled' },
      { unit: 2, status: 'partnerDisabled' },
      { unit: 3, status: 'partnerDisabled' },
      { unit: 90, status: 'active' },
    ])
    expect(await rows(wide, 'member')).toBe(0)
    await set('active')
    expect((await states()).map(({ status }) => status)).toEqual(['disabled', 'active', 'active', 'active'])
    expect(await rows(staff({ unitIds: [1] }), 'member')).toBe(0)
    expect(await rows(wide, 'member')).toBe(1)
    await db.system.tx((tx) => tx.run(sql`delete from member_unit where pid = ${VICTIM} and unit_id <> 2`))
  })
})
