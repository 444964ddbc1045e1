import type { Note } from '@teleward/contract/emr/schema.ts'
import type { PatientBrief } from '@teleward/contract/patients/brief.ts'
import type { MemberDetail } from '@teleward/contract/members/schema.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Clinic, openClinic, type Staff } from '../consultation/calls/fixture.ts'
import { sql } from '../platform/db/index.ts'

const KEPT = 201
const GOES = 210
let clinic: Clinic
let lin: Staff
let desk: Staff
let visit: number
let signed: Note
const run = (statement: ReturnType<typeof sql>) => clinic.data.db.system.tx((tx) => tx.run(statement))

/** Everything kept of the two, row by row, as it stands: what an undo has to come back to. */
async function snapshot(): Promise<Record<string, unknown[]>> {
  const tables = await clinic.data.db.system.read(sql<{ name: string }>`
    select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'pid'
      and table_name not in ('audit_log', 'member_token') order by 1`)
  const found: Record<string, unknown[]> = {}
  for (const { name } of tables)
    found[name] = (
      await clinic.data.db.system.read(sql<{ row: Record<string, unknown> }>`
        select to_jsonb(t) - 'version' - 'changed_at' as row from ${sql.table(name)} t where t.pid in (${KEPT}, ${GOES}) order by 1`)
    ).map(({ row }) => row)
  const tokens = await clinic.data.db.system.read(
    sql`select token, pid, unit_id, status, whole, name from member_token where pid in (${KEPT}, ${GOES}) order by 1, 2, 3, 5`,
  )
  return { ...found, tokens }
}
const detail = async (who: Staff, pid: number) => (await who.get<MemberDetail>(`/his/api/members/${pid}`)).data
const merge = async (who: Staff, more: Record<string, unknown> = {}) => {
  const [a, b] = [await detail(desk, KEPT), await detail(desk, GOES)]
  return who.post<{ id: number }>('/his/api/members/merges', {
    kept: KEPT,
    merged: GOES,
    keptVersion: a?.version ?? 1,
    mergedVersion: b?.version ?? 1,
    ...more,
  })
}
const undo = async (who: Staff, id: number) => {
  const response = await who.request(`/his/api/members/merges/${id}`, { method: 'DELETE' })
  return { status: response.status, text: await response.text() }
}
const notesOf = async (pid: number) =>
  (await lin.get<{ id: string }[]>(`/his/api/notes/${pid}/1`)).data.map(({ id }) => id)

beforeAll(async () => {
  clinic = await openClinic()
  await run(sql`update staff_partner set doctortype = 'health_secretary' where mid = 103`)
  await run(sql`insert into member (pid, member_no, name, name_en, gender, birthday, mobile, mobilecode, account, height) overriding system value
    values (210, 'M-10', '吳秀鳯', 'Wu Hsiu-Feng', 'female', '1958-01-02', '0922000210', 1, '0922000210', 158)`)
  await run(sql`insert into member_unit (pid, partner_id, unit_id) values (210, 1, 2), (210, 32, 90)`)
  await run(sql`insert into consent (id, partner_id, unit_id, pid, kind, state, text_version, starts_at) values
    (gen_random_uuid(), 1, 2, 210, 'record', 'active', '1', '2026-01-01')`)
  await run(
    sql`insert into member_history (pid, partner_id, unit_id, kind, note) values (210, 1, 2, 'person_sick', '糖尿病')`,
  )
  await run(sql`insert into reading (pid, partner_id, unit_id, kind, value, unit, measured_at, received_at, source, data_type, recorded_by) values
    (210, 1, 2, 'weight', 61, 'kg', '2026-03-01', now(), 'device', 'weight', 101), (210, 1, 2, 'weight', 60, 'kg', '2026-02-01', now(), 'device', 'weight', 101),
    (201, 1, 2, 'weight', 60, 'kg', '2026-02-01', now(), 'device', 'weight', 101), (201, 1, 2, 'pulse', 70, '/min', '2026-02-02', now(), 'device', 'weight', 101)`)
  await run(
    sql`insert into fee_exemption (id, partner_id, unit_id, pid, kind, starts_on) values (gen_random_uuid(), 1, 2, 210, 'free', '2026-01-01')`,
  )
  await run(sql`insert into referral (id, partner_id, unit_id, pid, from_mid, to_unit, urgency, reason, patient_name, created_at, updated_at)
    values (gen_random_uuid(), 1, 2, 210, 101, 3, 'routine', '請評估', '吳秀鳯', now(), now())`)
  lin = await clinic.staff('dr.lin')
  desk = await clinic.staff('nurse.chen')
  const patient = await clinic.patient('fresh', { pid: GOES, time: '08:00' })
  visit = patient.qid
  const owner = { pid: GOES, qid: visit }
  const note = (await lin.post<Note>('/his/api/note', owner)).data
  const written = await lin.post<Note>('/his/api/updateSubjective', {
    ...owner,
    id: note.id,
    version: note.version,
    text: '手麻',
  })
  const coded = await lin.post<Note>('/his/api/upsertICD', { ...owner, noteId: note.id, code: 'I10' })
  expect([written.code, coded.code]).toEqual(['OK', 'OK'])
  const sign = await lin.post<Note>('/his/api/recordSignature', {
    ...owner,
    id: note.id,
    version: coded.data.version,
    password: 'demo1234',
  })
  expect(sign.code).toBe('OK')
  signed = sign.data
  await run(sql`update appointment set status = 'finished', finished_at = now() where qid = ${visit}`)
})
afterAll(() => clinic.close())

describe('merging two entries of one person', () => {
  let before: Record<string, unknown[]>
  beforeEach(async () => {
    before = await snapshot()
  })

  // The screen of it: e2e/member-import.e2e.ts; several at once, on two processes: proof/races/members.ts.
  it('[MEMB-11] keeps both histories in one, nothing lost, and comes apart exactly as it was', async () => {
    const merged = await merge(desk, { take: ['nameEn', 'height', 'mobile'] })
    expect(merged.code).toBe('OK')
    const one = await detail(lin, KEPT)
    expect(one).toMatchObject({
      name: '吳秀鳳',
      nameEn: 'Wu Hsiu-Feng',
      height: 158,
      mobile: '0922000210',
      mobilecode: 1,
    })
    expect(one.histories?.map(({ note }) => note).toSorted()).toEqual(['Penicillin 類', '糖尿病'].toSorted())
    expect(await notesOf(KEPT)).toEqual([signed.id])
    expect((await lin.get(`/his/api/members/${GOES}`)).code).toBe('MEMBER_DISABLED')
    // Nothing is lost, and what was signed is as it was signed.
    const after = await snapshot()
    for (const [table, rows] of Object.entries(before))
      if (!['last_measurement', 'tokens', 'member_token'].includes(table))
        expect([table, after[table]?.length], table).toEqual([table, rows.length])
    const [kept] = await clinic.data.db.system.read(
      sql<{ s: string; state: string }>`select s, state from note where id = ${signed.id}`,
    )
    expect(kept).toMatchObject({ s: '手麻', state: 'signed' })
    // Whoever looks for the one by the other's account finds the one.
    for (const q of ['0922000210', '吳秀鳯', 'M'])
      expect(
        (await lin.post<PatientBrief[]>('/partner/searchmember', { q })).data?.map(({ pid }) => pid) ?? [],
      ).toEqual(q === 'M' ? [] : [KEPT])
    expect(one.merges.map(({ id }) => id)).toEqual([merged.data.id])
    expect((await undo(desk, merged.data.id)).status).toBe(200)
    expect(await snapshot()).toEqual(before)
  })

  it('[MEMB-11~] comes apart exactly also after new records: each goes where it belongs, and later edits stay', async () => {
    const { data } = await merge(desk, { take: ['nameEn', 'height'] })
    // Since: a reading and a history of the one, an amendment to the visit that came from the other, an edit of a field.
    const timestamp = clinic.clock.now().toISOString()
    expect(
      (
        await lin.post('/his/api/devicereadings', {
          pid: KEPT,
          dataType: 'weight',
          weight: 62,
          weight_unit: 'kg',
          timestamp,
        })
      ).code,
    ).toBe('OK')
    await run(
      sql`insert into member_history (pid, partner_id, unit_id, kind, note) values (201, 1, 2, 'person_sick', '氣喘')`,
    )
    const amended = await lin.post<Note>('/his/api/updatenote', {
      pid: KEPT,
      qid: visit,
      id: signed.id,
      version: signed.version,
      reason: '補述',
      password: 'demo1234',
      s: '手麻兩週',
    })
    expect(amended.code).toBe('OK')
    const now = await detail(lin, KEPT)
    const edited = await lin.request(`/his/api/members/${KEPT}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ version: now.version, height: 159 }),
    })
    expect(edited.status).toBe(200)
    expect((await undo(desk, data.id)).status).toBe(200)
    const one = await detail(lin, KEPT)
    expect(one).toMatchObject({ nameEn: null, height: 159 })
    expect(one.histories?.map(({ note }) => note).toSorted()).toEqual(['Penicillin 類', '氣喘'].toSorted())
    expect([await notesOf(KEPT), await notesOf(GOES)]).toEqual([[], [signed.id]])
    // The amendment, its version and its lines went back with the visit.
    const strays = await clinic.data.db.system.read(sql`
      select 'note_version' as t from note_version v join note n on n.id = v.note_id where v.pid <> n.pid
      union all select 'diagnosis' from diagnosis d join note n on n.id = d.note_id where d.pid <> n.pid
      union all select 'note' from note n join appointment a on a.qid = n.qid where n.pid <> a.pid
      union all select 'event' from appointment_event e join appointment a on a.qid = e.qid where e.pid <> a.pid
      union all select 'link' from video_link l join appointment a on a.qid = l.qid where l.pid <> a.pid
      union all select 'last' from last_measurement l join reading r on r.id = l.reading_id where l.pid <> r.pid`)
    expect(strays).toEqual([])
    const [weights] = await clinic.data.db.system.read(sql<{ kept: number; goes: number }>`
      select (select count(*)::int from reading where pid = ${KEPT}) as kept, (select count(*)::int from reading where pid = ${GOES}) as goes`)
    expect(weights).toEqual({ kept: 3, goes: 2 })
    signed = amended.data
  })

  it('[MEMB-11~] [CRM-02~] [TODO-01~] cases and to-dos go along, and back with whatever was added to them since', async () => {
    await run(sql`update staff_partner set doctortype = 'admin' where mid = 101`)
    const admin = await clinic.staff('dr.lin')
    const open = async () =>
      (await admin.post<{ sn: number }>('/his/api/createSN', { pid: GOES, title: '追蹤', type: 'followUp' })).data.sn
    const noted = async (sn: number) => (await admin.post('/his/api/createSND', { sn, text: '已回電' })).code
    const hand = async (more: object) => {
      const { code, data } = await admin.post<{ id: string }>('/his/api/todolist', {
        content: '追蹤',
        recipientMid: 101,
        ...more,
      })
      expect(code).toBe('OK')
      return data.id
    }
    const sn = await open()
    const about = [
      { kind: 'case', id: String(sn) },
      { kind: 'appointment', id: String(visit) },
    ]
    const early = [await hand({ pid: GOES }), ...(await Promise.all(about.map((one) => hand({ about: one }))))]
    await run(sql`insert into ai_suggestion (id, sn, partner_id, unit_id, pid, text, model, asked_by, asked_at)
      values (gen_random_uuid(), ${sn}, 1, 2, ${GOES}, 'x', 'm', 101, now())`)
    const { data, code } = await merge(desk)
    expect(code).toBe('OK')
    const whose = async () => {
      const [row] = await clinic.data.db.system.read(sql<{ pids: number[] }>`
        select array_agg(distinct pid) as pids from (select pid from crm_case where sn = ${sn} union all select pid from crm_entry where sn = ${sn}
          union all select pid from ai_suggestion where sn = ${sn} union all select pid from handoff) x`)
      return row?.pids
    }
    expect(await whose()).toEqual([KEPT])
    // Since: a note, a suggestion, a to-do of the case and of the visit that go back, and one of the member who stays.
    expect(await noted(sn)).toBe('OK')
    await run(sql`insert into ai_suggestion (id, sn, partner_id, unit_id, pid, text, model, asked_by, asked_at)
      values (gen_random_uuid(), ${sn}, 1, 2, ${KEPT}, 'y', 'm', 101, now())`)
    const since = await Promise.all(about.map((one) => hand({ about: one })))
    const stays = await hand({ pid: KEPT })
    expect((await undo(desk, data.id)).status).toBe(200)
    const of = await clinic.data.db.system.read(
      sql<{ id: string; pid: number }>`select id, pid from handoff order by created_at`,
    )
    const pidOf = (id: string) => of.find((one) => one.id === id)?.pid
    expect([...early, ...since].map(pidOf)).toEqual([...early, ...since].map(() => GOES))
    expect(pidOf(stays)).toBe(KEPT)
    await run(sql`delete from handoff_event where handoff_id = ${stays}::uuid`)
    await run(sql`delete from handoff where id = ${stays}::uuid`)
    expect(await whose()).toEqual([GOES])
    expect(await noted(sn)).toBe('OK')
    await run(sql`update staff_partner set doctortype = 'doctor' where mid = 101`)
    lin = await clinic.staff('dr.lin')
  })

  it('[MEMB-11~] [CHAT-01~] [FILE-01~] conversations and files go along, and back with what was written and uploaded since', async () => {
    const say = async (id: number, textContent: string) => {
      const { code } = await lin.post('/his/api/savechatmsg', { id, clientId: crypto.randomUUID(), textContent })
      expect(code).toBe('OK')
    }
    const of = async (pid: number) =>
      (await lin.post<{ conversation: { id: number } }>('/his/api/chatmsgbymid', { pid })).data.conversation.id
    const [theirs, kept] = [await of(GOES), await of(KEPT)]
    await say(theirs, '合併之前')
    const begun = crypto.randomUUID()
    await run(sql`insert into upload (id, partner_id, unit_id, pid, mid, kind, name, bytes, state, created_at, expires_at)
      values (${begun}, 1, 2, ${GOES}, 101, 'photo', 'a.png', 1, 'checking', now(), now() + interval '1 day')`)
    const { data, code } = await merge(desk)
    expect(code).toBe('OK')
    await say(theirs, '合併之後')
    await say(kept, '另一段對話')
    const file = crypto.randomUUID()
    await run(sql`insert into medical_file (id, partner_id, unit_id, pid, mid, kind, format, name, bytes, sha256, key, state, created_at, updated_at)
      values (${file}, 1, 2, ${KEPT}, 101, 'photo', 'png', 'a.png', 1, ${'0'.repeat(64)}, 'k', 'stored', now(), now())`)
    await run(sql`update upload set state = 'stored', file_id = ${file} where id = ${begun}`)
    const whose = () =>
      clinic.data.db.system.read(sql<{ what: string; pid: number }>`
        select * from (select 'message ' || body as what, pid from chat_message where conversation_id in (${theirs}, ${kept})
          union all select 'conversation ' || case when id = ${theirs} then 'theirs' else 'kept' end, pid from chat_conversation where id in (${theirs}, ${kept})
          union all select 'file', pid from medical_file where id = ${file} union all select 'upload', pid from upload where id = ${begun}) x order by 1`)
    expect([...new Set((await whose()).map(({ pid }) => pid))]).toEqual([KEPT])
    expect((await undo(desk, data.id)).status).toBe(200)
    expect(Object.fromEntries((await whose()).map(({ what, pid }) => [what, pid]))).toEqual({
      'conversation theirs': GOES,
      'conversation kept': KEPT,
      'message 合併之前': GOES,
      'message 合併之後': GOES,
      'message 另一段對話': KEPT,
      file: GOES,
      upload: GOES,
    })
    await run(sql`delete from upload where id = ${begun}`)
    await run(sql`delete from medical_file where id = ${file}`)
  })

  it('[MEMB-11~] policies hold: the merged entry shows nothing, another institution’s entry stays its own', async () => {
    const far = await clinic.staff('dr.far')
    expect((await far.get<MemberDetail>(`/his/api/members/${GOES}`)).code).toBe('OK')
    const { data } = await merge(desk)
    expect((await far.get<MemberDetail>(`/his/api/members/${GOES}`)).data.name).toBe('吳秀鳯')
    expect((await far.get(`/his/api/members/${KEPT}`)).code).toBe('NOT_FOUND')
    for (const path of [`/his/api/notes/${GOES}/1`, `/his/api/consents/${GOES}`])
      expect((await lin.get(path)).code, path).toMatch(/MEMBER_DISABLED|NOT_FOUND/)
    expect((await undo(far, data.id)).status).toBe(403)
    await run(sql`update staff_partner set doctortype = 'admin' where mid = 105`)
    expect((await undo(await clinic.staff('dr.far'), data.id)).status).toBe(404)
    await run(sql`update staff_partner set doctortype = 'doctor' where mid = 105`)
    expect((await undo(desk, data.id)).status).toBe(200)
    expect((await undo(desk, data.id)).status).toBe(404)
    expect(await snapshot()).toEqual(before)
  })

  it('[API-09~] [MEMB-11~] asks by the institution’s day whether a visit is of yesterday', async () => {
    const { qid } = await clinic.patient('fresh', { pid: GOES, time: '15:00' })
    await run(sql`update appointment set status = 'checkedIn', date = '2026-03-10' where qid = ${qid}`)
    // The 12th in Taipei and in Greenwich, still the 11th in New York: there the 10th is yesterday.
    expect(clinic.clock.now().toISOString()).toContain('2026-03-12T02:30')
    await run(sql`update partner set time_zone = 'America/New_York' where id = 1`)
    desk = await clinic.staff('nurse.chen')
    expect((await merge(desk)).code).toBe('MERGE_CONFLICT')
    await run(sql`update partner set time_zone = 'Asia/Taipei' where id = 1`)
    desk = await clinic.staff('nurse.chen')
    const { code, data } = await merge(desk)
    expect(code).toBe('OK')
    expect((await undo(desk, data.id)).status).toBe(200)
    await run(sql`update appointment set status = 'cancelled' where qid = ${qid}`)
  })

  it('[MEMB-11~] is refused, with the reason, where something stands in the way', async () => {
    const why = async () => {
      const { status, code, text } = await merge(desk)
      return [status, code, (JSON.parse(text) as { data?: { why?: string } }).data?.why]
    }
    await run(sql`update member set id_number = 'B187654321' where pid = 210`)
    expect(await why()).toEqual([409, 'MERGE_CONFLICT', 'ids'])
    await run(sql`update member set id_number = null where pid = 210`)
    await run(sql`update consent set state = 'withdrawn' where pid = 210`)
    expect(await why()).toEqual([409, 'MERGE_CONFLICT', 'consent'])
    await run(sql`update consent set state = 'active' where pid = 210`)
    const { qid } = await clinic.patient('fresh', { pid: GOES, time: '15:00' })
    await run(sql`update appointment set status = 'checkedIn' where qid = ${qid}`)
    expect(await why()).toEqual([409, 'MERGE_CONFLICT', 'visit'])
    await run(sql`update appointment set status = 'registered' where qid = ${qid}`)
    const other = await clinic.patient('fresh', { pid: KEPT, time: '15:05' })
    expect(await why()).toEqual([409, 'MERGE_CONFLICT', 'sameTime'])
    await run(sql`update appointment set status = 'cancelled' where qid in (${qid}, ${other.qid})`)
    const stale = await merge(desk, { keptVersion: 1, mergedVersion: 1 })
    expect([stale.status, stale.code]).toEqual([409, 'VERSION_STALE'])
    expect((await merge(lin)).code).toBe('FORBIDDEN')
    expect(
      (await desk.post('/his/api/members/merges', { kept: KEPT, merged: KEPT, keptVersion: 1, mergedVersion: 1 })).code,
    ).toBe('NOT_FOUND')
    expect(
      (await desk.post('/his/api/members/merges', { kept: KEPT, merged: 204, keptVersion: 1, mergedVersion: 1 })).code,
    ).toBe('NOT_FOUND')
    expect(
      (await desk.post('/his/api/members/merges', { kept: 205, merged: KEPT, keptVersion: 1, mergedVersion: 1 })).code,
    ).toBe('NOT_FOUND')
  })

  it('[MEMB-11~] two at once merge once, and both undo once', async () => {
    const [a, b] = await Promise.all([merge(desk), merge(desk)])
    const done = [a, b].filter(({ code }) => code === 'OK')
    expect([done.length, [a, b].map(({ status }) => status).toSorted()[1]]).toEqual([1, 409])
    const id = done[0]?.data.id ?? 0
    const both = await Promise.all([undo(desk, id), undo(desk, id)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404])
    expect(await snapshot()).toEqual(before)
  })
})
