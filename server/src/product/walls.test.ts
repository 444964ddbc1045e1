import { randomUUID } from 'node:crypto'
import type { Note } from '@teleward/contract/emr/schema.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Clinic, openClinic, type Staff } from '../calls/fixture.ts'
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
  await lin.post('/his/api/devicereadings', { pid: VICTIM, dataType: 'weight', weight: 61, timestamp })
  await lin.post('/his/api/devicereadings', { pid: VICTIM, dataType: 'temperature', value: 37, timestamp })
  await db.system.tx(async (tx) => {
    const recordingId = randomUUID()
    await tx.run(sql`insert into recording (recording_id, partner_id, unit_id, pid, qid, room_id, state)
      select ${recordingId}, partner_id, unit_id, pid, qid, room_id, 'ready' from room where qid = ${patient.qid}`)
    await tx.run(sql`insert into payment (id, partner_id, unit_id, pid, qid, kind, amount, currency)
      values (${randomUUID()}, 1, 2, ${VICTIM}, ${patient.qid}, 'paid', 45000, 'TWD')`)
    await tx.run(sql`insert into referral (id, partner_id, unit_id, pid, qid, from_mid, to_unit, urgency, reason, patient_name, created_at, updated_at)
      values (${randomUUID()}, 1, 2, ${VICTIM}, ${patient.qid}, 101, 2, 'routine', '請評估', '吳秀鳳', now(), now())`)
    await tx.run(sql`insert into handoff (id, partner_id, unit_id, pid, giver_mid, recipient_mid, content, created_at, updated_at)
      values (${randomUUID()}, 1, 2, ${VICTIM}, 101, 103, '追蹤血壓', now(), now())`)
    const [talk] = await tx.many(sql<{ id: number }>`
      insert into chat_conversation (kind, partner_id, unit_id, pid, first_pid, last_seq, created_by, created_at)
      values ('patient', 1, 2, ${VICTIM}, ${VICTIM}, 1, 101, now()) returning id`)
    await tx.run(sql`insert into chat_message (conversation_id, seq, partner_id, unit_id, pid, author_mid, client_id, body, sent_at)
      values (${talk?.id ?? 0}, 1, 1, 2, ${VICTIM}, 101, ${randomUUID()}, '請量血壓', now())`)
    const file = randomUUID()
    await tx.run(sql`insert into medical_file (id, partner_id, unit_id, pid, mid, kind, format, name, bytes, sha256, key, state, created_at, updated_at)
      values (${file}, 1, 2, ${VICTIM}, 101, 'photo', 'png', 'a.png', 1, ${'0'.repeat(64)}, 'medical/1/a.bin', 'stored', now(), now())`)
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
  emr: 'y',
  appt: 'y',
  monitor: 'y',
  admin: 'monitor',
  crm: 'yo',
  diet: 'yy',
  chat: 'y',
  ...over,
})
const record = [
  'device_log',
  'diagnosis',
  'handoff',
  'last_measurement',
  'member_history',
  'monitor_alert',
  'note',
  'note_version',
  'prescription_line',
  'reading',
]

describe('the second wall, whatever a service forgets to ask', () => {
  it('[MEMB-05~] stands around every table: none without policies but those of common knowledge', async () => {
    const open = (await tables()).filter(({ walled }) => !walled).map(({ name }) => name)
    expect(open).toEqual([
      'department',
      'drug',
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
      'chat_conversation',
      'chat_message',
      'checkout',
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
      'emergency_access',
      'fee_exemption',
      'handoff',
      'last_measurement',
      'medical_file',
      'member',
      'member_history',
      'member_partner',
      'member_token',
      'member_unit',
      'monitor_alert',
      'monitor_group_member',
      'monitor_off',
      'monitor_own',
      'note',
      'note_version',
      'payment',
      'prescription_line',
      'reading',
      'recording',
      'recording_segment',
      'referral',
      'refund',
      'room',
      'room_participant',
      'upload',
      'video_link',
    ])
    const others = all.filter(({ walled, ofPatients, readable }) => walled && readable && !ofPatients)
    expect(others.map(({ name }) => name)).toEqual([
      'audit_look',
      'chat_participant',
      'clinical_synonym',
      'day_off',
      'doctor_fee',
      'doctor_fee_version',
      'handoff_event',
      'idempotency_key',
      'line_binding',
      'login_log',
      'member_import',
      'member_merge',
      'monitor_group',
      'monitor_group_staff',
      'monitor_rule',
      'nurse_binding',
      'outbox_message',
      'partner',
      'preference',
      'presence',
      'schedule_entry',
      'shift_change',
      'staff',
      'staff_bank',
      'staff_change',
      'staff_choice',
      'staff_grant',
      'staff_grant_event',
      'staff_import',
      'staff_partner',
      'staff_photo',
      'staff_profile',
      'timer',
      'ui_config_version',
      'unit',
      'word',
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
    ['an agent of the unit who booked nothing', { mid: 104, appt: 'o', emr: '-' }],
    ['a volunteer', { mid: 104, appt: '-', emr: '-', unitIds: [] }],
    ['another patient’s link', { kind: 'link', mid: null, unitIds: [], pid: 202, qid: 1, emr: '-', appt: '-' }],
    [
      'another institution’s link',
      { kind: 'link', mid: null, partnerId: 32, unitIds: [], pid: 205, qid: 1, emr: '-', appt: '-' },
    ],
    ['a link of nobody', { kind: 'link', mid: null, unitIds: [], pid: null, qid: null, emr: '-', appt: '-' }],
  ])('[MEMB-05~] shows %s no row of the patient, in no table', async (_who, over) => {
    expect(await seen(staff(over))).toEqual(await everywhere(false))
  })

  it('[MEMB-05~] shows customer service the visit, and nothing of the record', async () => {
    const service = await seen(staff({ mid: 102, emr: '-', monitor: '-', admin: '' }))
    expect(record.filter((table) => service[table])).toEqual([])
    expect(service).toMatchObject({ appointment: true, member: true, call: true })
  })

  it('[APPT-08~] [MEMB-05~] shows an agent the patient once the agent has booked', async () => {
    const agent = staff({ mid: 104, appt: 'o', emr: '-' })
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
