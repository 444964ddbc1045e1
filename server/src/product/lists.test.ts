import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { type Office, openOffice } from '../admin/fixture.ts'
import { targetsOf } from '@teleward/contract/diet/targets.ts'
import { json, sql } from '../platform/db/index.ts'
import { readXlsx } from '../platform/xlsx/read.ts'
import { contractEndpoints, nameOf } from './contract.ts'

/** What every list behind a list screen can: stand in each of its orders, page by page without a row twice, and leave as a file. */
let office: Office
const mid = (account: string) => office.mids[account] ?? 0

const MEMBERS = 12
beforeAll(async () => {
  office = await openOffice()
  await office.data.db.system.tx(async (tx) => {
    await tx.run(sql`update unit set name_en = 'Neihu' where id = 2`)
    await tx.run(sql`update partner set name_en = 'Hean' where id = 1`)
    // People come in pairs of one name: only a second key tells them apart.
    await tx.run(sql`update staff set name = '人' || (mid / 2), name_en = 'Person ' || mid`)
    await tx.run(sql`insert into member (pid, member_no, name, name_en, gender, birthday) overriding system value
      select 300 + n, 'L-' || n, '病患' || (n / 2), case when n < 9 then 'Patient ' || n end, 'female', date '1990-01-01' + (n / 3)
      from generate_series(1, ${MEMBERS}::int) n`)
    await tx.run(
      sql`insert into member_unit (pid, partner_id, unit_id) select 300 + n, 1, 2 from generate_series(1, ${MEMBERS}::int) n`,
    )
    await tx.run(sql`insert into appointment (qid, partner_id, unit_id, pid, did, status, kind, "interval", date, start_at, queue_no, fee, currency)
      overriding system value select 900 + n, 1, 2, 300 + n, ${mid('dr.lin')}, 'cancelled', 'general', 1, date '2026-02-20' + n / 2,
        timestamptz '2026-02-20T01:00:00Z' + n / 2 * interval '1 day', n, 100, 'TWD' from generate_series(1, ${MEMBERS}::int) n`)
    await tx.run(sql`insert into refund (id, partner_id, unit_id, pid, qid, amount, currency, why, state, due_at, done_at, by_mid)
      select gen_random_uuid(), 1, 2, 300 + n, 900 + n, 100 * (1 + n % 3), case when n > 9 then 'CNY' else 'TWD' end, 'cancelled',
        case n % 4 when 0 then 'done' when 1 then 'stopped' else 'due' end, timestamptz '2026-02-25T01:00:00Z' + n / 3 * interval '1 hour',
        case when n % 4 < 2 then timestamptz '2026-02-26T01:00:00Z' end, ${mid('admin')} from generate_series(1, ${MEMBERS}::int) n`)
    await tx.run(sql`insert into fee_exemption (id, partner_id, unit_id, pid, kind, did, starts_on, created_by, created_at)
      select gen_random_uuid(), 1, 2, 300 + n, case when n % 2 = 0 then 'free' else 'contract' end, case when n > 6 then ${mid('dr.lin')}::int end,
        date '2026-02-01' + n / 4, ${mid('admin')}, timestamptz '2026-02-01T00:00:00Z' from generate_series(1, ${MEMBERS}::int) n`)
    await tx.run(sql`insert into settlement_statement (id, partner_id, mid, month, currency, state, settle_on, calculated_at)
      select gen_random_uuid(), 1, sp.mid, '2026-02-01', c, 'calculated', '2026-03-10', now()
      from (select mid from staff_partner where partner_id = 1 order by mid limit 6) sp, unnest(array['TWD', 'CNY']) c`)
    await tx.run(sql`insert into settlement_line (id, statement_id, partner_id, mid, kind, adjustment, reason, by_mid, at)
      select gen_random_uuid(), s.id, 1, s.mid, 'correction', 100000 * (1 + s.mid % 2), 'x', ${mid('admin')}, now() from settlement_statement s`)
    await tx.run(sql`insert into settlement_month (partner_id, month, closed_at) values (1, '2026-02-01', now())`)
    await tx.run(sql`insert into outbox_message (id, partner_id, for_unit, channel, recipient, kind, secret, dedupe, state, tries, created_at, updated_at)
      select gen_random_uuid(), 1, 2, (array['sms', 'email', 'line'])[1 + n % 3], 'a' || n || '@example.org', 'notice', false, 'list-' || n,
        (array['failed', 'sent', 'queued', 'delivered'])[1 + n % 4], n % 3, timestamptz '2026-03-01T00:00:00Z' + n / 2 * interval '1 hour',
        now() from generate_series(1, ${MEMBERS}::int) n`)
    await tx.run(sql`insert into referral (id, partner_id, unit_id, pid, qid, from_mid, to_unit, urgency, reason, patient_name, state, visit_on, created_at, updated_at)
      select gen_random_uuid(), 1, 2, 300 + n, null, ${mid('dr.lin')}, 3, case when n % 2 = 0 then 'urgent' else 'routine' end, '祕密 ' || n, '病患' || (n / 2),
        'sent', null, timestamptz '2026-02-20T01:00:00Z' + n / 3 * interval '1 day', now() from generate_series(1, ${MEMBERS}::int) n`)
    const { pharmacy } = await tx.one(sql<{ pharmacy: number }>`
      insert into pharmacy (partner_id, at_unit, name, city) values (1, 2, 'Pharmacy', 'x') returning id as pharmacy`)
    await tx.run(sql`
      with made as (insert into note (id, partner_id, unit_id, pid, qid, author_mid, created_at, updated_at)
        select gen_random_uuid(), 1, 2, 300 + n, 900 + n, ${mid('dr.lin')}, now(), now() from generate_series(1, ${MEMBERS}::int) n
        returning id, pid, qid)
      insert into prescription_sending (id, partner_id, unit_id, pid, qid, note_id, author_mid, pharmacy_id, to_unit, state, content, refill, sent_at, state_at)
      select gen_random_uuid(), 1, 2, pid, qid, id, ${mid('dr.lin')}, ${pharmacy}, 2,
        (array['sent', 'received', 'dispensed', 'cancelled'])[1 + pid % 4],
        jsonb_build_object('institution', 'x', 'signedAt', '2026-02-20T01:00:00Z', 'patient', jsonb_build_object('name', '病患' || ((pid - 300) / 2),
            'nameEn', null, 'gender', null, 'birthday', null, 'memberNo', 'x', 'weight', null, 'kidney', null),
          'allergies', jsonb_build_object('status', 'closed', 'names', '[]'::jsonb), 'diagnoses', '[]'::jsonb, 'lines', '[]'::jsonb, 'answers', '[]'::jsonb),
        case when pid % 2 = 0 then jsonb_build_object('times', 3, 'until', '2026-06-01') end,
        timestamptz '2026-02-20T01:00:00Z' + (pid - 300) / 3 * interval '1 day', now() from made`)
    await tx.run(sql`insert into handoff (id, partner_id, unit_id, pid, giver_mid, recipient_mid, content, due_on, status, completed_at, created_at, updated_at)
      select gen_random_uuid(), 1, 2, 300 + n, case when n % 2 = 0 then ${mid('dr.lin')}::int else ${mid('admin')}::int end, p.mid, '做 ' || n,
        case when n % 3 > 0 then date '2026-02-20' + n / 2 end, case when n % 4 = 0 then 1 else 0 end, case when n % 4 = 0 then now() end,
        timestamptz '2026-02-20T01:00:00Z' + n / 3 * interval '1 day', now()
      from generate_series(1, ${MEMBERS}::int) n, unnest(${[mid('dr.wang'), mid('nurse.chen')]}::int[]) p(mid)`)
    await tx.run(sql`insert into notification (id, partner_id, mid, kind, what, subject_kind, subject_id, link, from_mid, about_pid, key, at, read_at)
      select gen_random_uuid(), 1, ${mid('dr.lin')}, 'todo', 'todo.new', 'shift', n::text, '{"screen": "todolist"}', ${mid('dr.wang')}, 300 + n,
        'list-' || n, timestamptz '2026-02-20T01:00:00Z' + n / 3 * interval '1 day', case when n % 3 = 0 then now() end
      from generate_series(1, ${MEMBERS}::int) n`)
    await tx.run(sql`insert into notice (id, partner_id, at_unit, author_mid, content, audience, channels, send_at, state, created_at, updated_at)
      select gen_random_uuid(), 1, 2, ${mid('dr.lin')}, 'N ' || n, '[]', '{}', timestamptz '2026-12-20T01:00:00Z' + n / 3 * interval '1 day',
        case when n % 4 = 0 then 'cancelled' else 'waiting' end, timestamptz '2026-02-20T01:00:00Z' + n / 2 * interval '1 hour', now()
      from generate_series(1, ${MEMBERS}::int) n`)
    await tx.run(sql`insert into crm_case (partner_id, unit_id, pid, title, type, origin, opened_by, opened_at, owner_mid, assigned_from, assigned_to,
        assigned_at, first_due, first_warn, updated_at)
      select 1, 2, 300 + n, '個案' || n / 2, case when n % 3 = 0 then 'complaint' else 'other' end, 'phone', o.mid, o.at, o.owner, o.owner, o.owner,
        case when o.owner is not null then o.at end, o.at + n / 3 * interval '1 hour', o.at, now()
      from generate_series(1, ${MEMBERS}::int) n cross join lateral (select ${mid('admin')}::int as mid,
        case n % 3 when 1 then ${mid('dr.lin')}::int when 2 then ${mid('nurse.chen')}::int end as owner,
        timestamptz '2026-02-20T01:00:00Z' + n / 2 * interval '1 day' as at) o`)
    await tx.run(sql`insert into consent (id, partner_id, unit_id, pid, kind, state, text_version, starts_at)
      select gen_random_uuid(), 1, 2, 300 + n, 'record', 'active', '1', '2020-01-01' from generate_series(1, ${MEMBERS}::int) n`)
    await tx.run(sql`insert into diet_course (id, partner_id, unit_id, pid, began_by, began_at) overriding system value
      select 700 + n, 1, 2, 300 + n, ${mid('admin')}, timestamptz '2026-02-01T00:00:00Z' + n / 3 * interval '1 day' from generate_series(1, ${MEMBERS}::int) n`)
    await tx.run(sql`insert into diet_target (course_id, n, partner_id, unit_id, pid, from_day, gender, age, weight_kg, activity, condition, "values", mid, at)
      select 700 + n, 1, 1, 2, 300 + n, date '2026-02-01', 'female', 36, 60, 'low', case when n % 2 = 0 then 'ckd' else 'diabetes' end,
        ${json(targetsOf({ gender: 'female', age: 36, weightKg: 60, heightCm: null, activity: 'low', condition: 'none' }))}, ${mid('admin')}, now()
      from generate_series(1, ${MEMBERS}::int) n`)
    await tx.run(sql`insert into diet_meal (id, course_id, partner_id, unit_id, pid, day, meal, entered_at, updated_at)
      select gen_random_uuid(), 700 + n, 1, 2, 300 + n, date '2026-02-20' + n / 3, 1, timestamptz '2026-02-20T01:00:00Z' + n / 3 * interval '1 day', now()
      from generate_series(1, ${MEMBERS}::int) n where n % 4 > 0`)
    await tx.run(sql`insert into questionnaire (id, partner_id, title, title_en, draft, published, made_by, made_at, changed_at) overriding system value
      select 800 + n, 1, '問卷' || (n / 2), 'Form ' || n, null, 1, ${mid('admin')}, now(), timestamptz '2026-02-20T01:00:00Z' + n / 3 * interval '1 day' from generate_series(1, ${MEMBERS}::int) n`)
    await tx.run(sql`insert into questionnaire_version (questionnaire_id, number, partner_id, content, published_by, published_at)
      select 800 + n, 1, 1, '{"resourceType": "Questionnaire"}', ${mid('admin')}, now() from generate_series(1, ${MEMBERS}::int) n`)
    await tx.run(sql`insert into form_response (partner_id, unit_id, pid, questionnaire_id, number, state, way, sent_by, sent_at, completed_at, score)
      select 1, 2, 300 + m, 800 + n, 1, 'completed', 'here', ${mid('admin')}, timestamptz '2026-02-20T01:00:00Z' + m / 3 * interval '1 day',
        timestamptz '2026-02-20T01:00:00Z' + m / 3 * interval '1 day', m / 2 from generate_series(1, ${MEMBERS}::int) n, generate_series(1, ${MEMBERS}::int) m where n = 1 or m <= n % 4`)
    await tx.run(sql`insert into care_event (id, partner_id, at_unit, kind, name, place, starts_on, ends_on, items, made_by, made_at)
      overriding system value select 600 + n, 1, 2, case when n % 3 = 0 then 'screening' else 'clinic' end, 'Event ' || (n / 2), 'Neihu', date '2026-02-20' + n / 3,
        date '2026-02-20' + n / 3, '{weight}', ${mid('admin')}, now() from generate_series(1, ${MEMBERS}::int) n`)
    await tx.run(sql`insert into care_event_participant (id, event_id, partner_id, unit_id, pid, number, via, consented_at, joined_at, joined_by, received_at)
      select gen_random_uuid(), 600 + n, 1, 2, 300 + m, m, 'card', now(), now(), ${mid('admin')}, now()
      from generate_series(1, ${MEMBERS}::int) n, generate_series(1, 3) m where n % 4 >= m`)
    await tx.run(sql`insert into care_event (id, partner_id, at_unit, kind, name, place, starts_on, ends_on, items, programmes, made_by, made_at)
      overriding system value select 660 + n, 1, 2, 'hpa', 'Event ' || (n / 2), 'Neihu', date '2026-02-20' + n / 3,
        date '2026-02-20' + n / 3, '{}', '{breast}', ${mid('admin')}, now() from generate_series(1, ${MEMBERS}::int) n`)
    await tx.run(sql`insert into health_check (id, partner_id, unit_id, pid, programme, items, state, identity_confirmed_at, started_by, started_at, submitted_at, submitted_by)
      select gen_random_uuid(), 1, 2, 300 + n, 'basic', '{weight}', case when n % 3 = 0 then 'done' else 'collecting' end, now(), ${mid('admin')},
        timestamptz '2026-02-20T01:00:00Z' + n / 3 * interval '1 day', case when n % 3 = 0 then now() end, case when n % 3 = 0 then ${mid('admin')}::int end
      from generate_series(1, ${MEMBERS}::int) n`)
    await tx.run(sql`insert into member (pid, member_no, name, name_en, gender, birthday) overriding system value
      select 380 + n, 'K-' || n, '孩子' || (n / 2), 'Child ' || n, 'male', date '2024-01-01' + 40 * (n / 2) from generate_series(1, 8) n`)
    await tx.run(
      sql`insert into member_unit (pid, partner_id, unit_id) select 380 + n, 1, 2 from generate_series(1, 8) n`,
    )
    await tx.run(sql`insert into upload (id, partner_id, unit_id, pid, mid, kind, name, bytes, received, state, created_at, expires_at)
      select gen_random_uuid(), 1, 2, 300 + n, ${mid('dr.lin')}, case when n % 2 = 0 then 'skin' else 'photo' end, 'picture ' || n % 5 || '.png',
        1000 * (1 + n % 4), 0, 'queued', timestamptz '2026-02-20T01:00:00Z' + n / 3 * interval '1 day', now() from generate_series(1, ${MEMBERS}::int) n`)
    await tx.run(sql`insert into drive_file (id, partner_id, at_unit, mid, name, format, bytes, sha256, key, created_at)
      select gen_random_uuid(), 1, 2, ${mid('dr.lin')}, 'form ' || n % 5 || '.pdf', 'pdf', 1000 * (1 + n % 4), 'x', 'drive/1/x.bin',
        timestamptz '2026-02-20T01:00:00Z' + n / 3 * interval '1 day' from generate_series(1, ${MEMBERS}::int) n`)
    await tx.run(sql`insert into monitor_group (id, partner_id, at_unit, name, created_by, created_at, updated_at)
      select gen_random_uuid(), 1, 2, '群組' || n, ${mid('admin')}, now(), timestamptz '2026-02-01T00:00:00Z' + n / 3 * interval '1 day'
      from generate_series(1, ${MEMBERS}::int) n`)
    await tx.run(sql`insert into monitor_group_member (group_id, pid, partner_id, unit_id, added_by, added_at)
      select g.id, 300 + n, 1, 2, ${mid('admin')}, now() from monitor_group g, generate_series(1, 3) n where substr(g.name, 3)::int % 4 >= n`)
    await tx.run(sql`insert into monitor_off (pid, partner_id, unit_id, reason, off_by, off_at)
      select 300 + n, 1, 2, '住院', ${mid('admin')}, timestamptz '2026-02-01T00:00:00Z' + n / 3 * interval '1 day' from generate_series(1, ${MEMBERS}::int) n`)
    await tx.run(sql`insert into consent (id, partner_id, unit_id, pid, kind, state, text_version, starts_at)
      select gen_random_uuid(), 1, 2, 300 + n, 'record', 'active', '1', '2026-01-01' from generate_series(1, ${MEMBERS}::int) n`)
    await tx.run(sql`insert into monitor_alert (id, pid, partner_id, unit_id, rule_id, source, group_name, measure, test, severity, limit_value, value,
        measured_at, raised_at, last_value, last_at)
      select gen_random_uuid(), 300 + n, 1, 2, gen_random_uuid(), 'group', '群組', 'systolic', 'above', (array['critical', 'warning', 'notice'])[1 + n % 3], 140,
        150 + n, at, at, 150 + n, at from generate_series(1, ${MEMBERS}::int) n
        cross join lateral (select timestamptz '2026-02-01T00:00:00Z' + n / 3 * interval '1 day' as at) x`)
    await tx.run(sql`insert into reading (pid, partner_id, unit_id, kind, value, unit, measured_at, received_at, source, data_type, recorded_by)
      select 300 + n, 1, 2, 'weight', 60 + n, 'kg', timestamptz '2026-02-01T00:00:00Z' + n / 3 * interval '1 day', now(), 'device', 'weight', ${mid('admin')}
      from generate_series(1, ${MEMBERS}::int) n`)
    await tx.run(sql`with made as (insert into room (room_id, partner_id, unit_id, pid, ds_room_id, state)
        select gen_random_uuid(), 1, 2, 300 + n, 'list-' || n, 'closed' from generate_series(1, ${MEMBERS}::int) n returning room_id, pid)
      insert into call (call_id, partner_id, unit_id, room_id, pid, direction, caller_mid, caller_name, state, ring_until, record_start_time, answered_at, ended_at)
      select gen_random_uuid(), 1, 2, room_id, pid, 'outbound', ${mid('dr.lin')}, '祕密', case when pid % 2 = 0 then 'ended' else 'missed' end, at, at,
        case when pid % 2 = 0 then at end, at + pid % 3 * interval '1 minute'
      from made cross join lateral (select timestamptz '2026-02-20T01:00:00Z' + (pid - 300) / 3 * interval '1 day' as at) x`)
    await tx.run(sql`insert into staff_grant (partner_id, grantor_mid, grantee_mid, kind, starts_at, ends_at, state, over_at, created_at)
      select 1, ${mid('dr.lin')}, g.mid, k.kind, timestamptz '2026-01-01T00:00:00Z', timestamptz '2026-02-01T00:00:00Z' + n / 2 * interval '1 day',
        'ended', timestamptz '2026-02-10T00:00:00Z', timestamptz '2026-01-01T00:00:00Z'
      from unnest(${[mid('nurse.chen'), mid('dr.wang')]}::int[]) g(mid), (values ('shift.others'), ('contact.others')) k(kind), generate_series(1, 4) n`)
  })
}, 120_000)
afterAll(() => office?.stop())

type Row = Record<string, unknown>
type Key = (row: Row) => string | number | null
const field =
  (path: string): Key =>
  (row) =>
    path.split('.').reduce<unknown>((held, key) => (held as Row | null)?.[key], row) as string | number | null
/** Where a value stands among its fellows, as the screen has them. */
const among =
  (path: string, ...values: string[]): Key =>
  (row) =>
    values.indexOf(String(field(path)(row)))

interface Asked {
  as: keyof Office['tokens']
  path: string
  body?: object
  /** Tells a row. */
  id: string
  /** Each of its orders, by what the rows say. */
  by: Record<string, Key>
  /** Of the file's first sheet in English, and of its second with this narrowing. */
  english: RegExp
  narrowed: [string, RegExp]
}
const review = ['inReview', 'returned', 'phoneVerified', 'registered', 'onBoard', 'cancelled'] as const
const LISTS: Record<string, Asked> = {
  'GET /his/api/staffaccounts': {
    as: 'admin',
    path: '/his/api/staffaccounts',
    id: 'mid',
    by: {
      name: field('name'),
      type: field('doctortype'),
      state: (row) =>
        row.state === 'closed'
          ? 9
          : ['onBoard', 'inReview', 'phoneVerified', 'registered', 'returned', 'cancelled'].indexOf(String(row.review)),
      seen: (row) => String(row.lastSeenAt ?? ''),
    },
    english: /Person \d+.*Nurse.*Neihu/,
    narrowed: ['unit=2&type=nurse', /Unit Neihu.*Staff type Nurse/],
  },
  'GET /his/api/auditlogs': {
    as: 'admin',
    path: '/his/api/auditlogs',
    id: 'id',
    by: { time: field('id') },
    english: /Person \d+.*Sign-in/,
    narrowed: ['kind=auth', /Kind Sign-in/],
  },
  'GET /his/api/operationlogs': {
    as: 'admin',
    path: '/his/api/operationlogs',
    id: 'id',
    by: { time: field('id') },
    english: /Read the audit log|Sign-in/,
    narrowed: ['kind=read', /Kind Read/],
  },
  'GET /his/api/authorizations': {
    as: 'dr.lin',
    path: '/his/api/authorizations?tab=given',
    id: 'id',
    by: {
      person: field('grantee.name'),
      kind: field('kind'),
      time: field('endsAt'),
      used: field('lastUsedAt'),
    },
    english: /Person \d+ Person \d+.*Shift management.*Ended/,
    narrowed: ['state=ended', /List Given.*State Ended/],
  },
  'GET /his/api/staffreviews': {
    as: 'admin',
    path: '/his/api/staffreviews?state=all',
    id: 'mid',
    by: {
      name: field('name'),
      type: field('doctortype'),
      licence: field('licenceExpires'),
      submitted: field('submittedAt'),
      state: among('state', ...review),
    },
    english: /Person \d+.*Neihu.*On board/,
    narrowed: ['unit=2', /State All.*Unit Neihu/],
  },
  'GET /his/api/outboxmessages': {
    as: 'admin',
    path: '/his/api/outboxmessages',
    id: 'id',
    by: {
      channel: field('channel'),
      state: among('state', 'failed', 'retrying', 'sending', 'queued', 'sent', 'delivered', 'cancelled'),
      tries: field('tries'),
      at: field('createdAt'),
    },
    english: /E-mail a…@example\.org Notice (Sent|Failed)/,
    narrowed: ['channel=email', /Channel E-mail/],
  },
  'GET /his/api/monitorgroups': {
    as: 'admin',
    path: '/his/api/monitorgroups',
    id: 'id',
    by: {
      name: field('name'),
      unit: field('unitName'),
      members: field('members'),
      rules: field('rules'),
      updated: field('updatedAt'),
    },
    english: /群組1 Neihu.*Active/,
    narrowed: ['unit=2', /Unit Neihu.*State Active/],
  },
  'GET /his/api/alerts': {
    as: 'dr.lin',
    path: '/his/api/alerts',
    id: 'id',
    by: {
      severity: among('severity', 'critical', 'warning', 'notice'),
      name: field('name'),
      raised: field('raisedAt'),
      state: among('state', 'open', 'acknowledged', 'resolved'),
    },
    english: /(Critical|Warning|Notice) Patient \d+ L-\d+ Neihu Systolic Above/,
    narrowed: ['severity=warning', /State Not resolved.*Severity Warning/],
  },
  'POST /his/api/monitormembers': {
    as: 'dr.lin',
    path: '/his/api/monitormembers',
    body: { whose: 'all', off: true },
    id: 'pid',
    by: {
      name: field('name'),
      unit: field('unitName'),
      last: field('lastAt'),
      severity: among('worst', 'critical', 'warning', 'notice'),
    },
    english: /Patient \d+ L-\d+ Neihu/,
    narrowed: ['unit=2', /Unit Neihu/],
  },
  'GET /his/api/monitoroffs': {
    as: 'admin',
    path: '/his/api/monitoroffs',
    id: 'pid',
    by: { name: field('name'), unit: field('unitName'), at: field('off.at') },
    english: /Patient 1 L-1 Neihu.*Person \d+/,
    narrowed: ['sort=at', /Filters None/],
  },
  'GET /his/api/refunds': {
    as: 'admin',
    path: '/his/api/refunds?state=all',
    id: 'id',
    by: {
      patient: field('patient.name'),
      visit: field('startAt'),
      // Those of one currency: two are not compared.
      amount: (row) => (row.currency === 'TWD' ? Number(row.amount) : null),
      due: field('dueAt'),
      state: among('state', 'due', 'working', 'done', 'stopped'),
    },
    english: /Patient 1 Person \d+.*TWD Visit cancelled/,
    narrowed: ['why=cancelled', /State All.*Reason Visit cancelled/],
  },
  'GET /his/api/statements': {
    as: 'admin',
    path: '/his/api/statements?month=2026-02',
    id: 'id',
    by: {
      month: field('month'),
      who: field('staff.name'),
      visits: field('visits'),
      // Those of one currency: two are not compared.
      gross: (row) => (row.currency === 'TWD' ? Number(row.gross) : null),
      payout: (row) => (row.currency === 'TWD' ? Number(row.payout) : null),
      state: among('state', 'open', 'calculated', 'confirmed', 'paid', 'payoutFailed', 'carried'),
    },
    english: /2026-02.*Person \d+.*TWD.*To confirm|Calculated/,
    narrowed: ['currency=CNY', /Currency CNY/],
  },
  'GET /his/api/exemptions': {
    as: 'admin',
    path: '/his/api/exemptions?state=all',
    id: 'id',
    by: {
      patient: field('patient.name'),
      kind: field('kind'),
      doctor: field('doctor.name'),
      days: field('startsOn'),
    },
    english: /Patient 4 Free of charge.*Neihu.*Person \d+/,
    narrowed: ['kind=free', /Kind Free of charge/],
  },
  'POST /his/api/getSNs': {
    as: 'dr.lin',
    path: '/his/api/getSNs',
    body: {},
    id: 'sn',
    by: {
      sn: field('sn'),
      title: field('title'),
      type: field('type'),
      patient: field('patient_name'),
      owner: field('owner.name'),
      state: among('state', 'open', 'finished', 'cancelled', 'closed'),
      opened: field('openedAt'),
      due: field('dueAt'),
    },
    english: /個案1 Complaint Patient 3 L-3 Neihu Telephone Unassigned.*Person \d+/,
    narrowed: ['type=complaint', /Type Complaint.*State Not closed/],
  },
  'POST /his/api/fetchCallLog': {
    as: 'dr.lin',
    path: '/his/api/fetchCallLog',
    body: { from: '2026-02-01', to: '2026-03-31' },
    id: 'callID',
    by: { at: field('record_start_time'), name: field('name'), length: field('lengthSeconds') },
    english: /Patient 3 L-3.*Outbound.*Missed.*Person \d+ Neihu/,
    narrowed: ['outcome=missed', /From 2026-02-01.*Outcome Missed/],
  },
  'POST /his/api/fetchDietMember': {
    as: 'dr.lin',
    path: '/his/api/fetchDietMember',
    body: {},
    id: 'id',
    by: {
      patient: field('patient_name'),
      unit: field('unitName'),
      began: field('beganAt'),
      waiting: field('waitingSince'),
      lastMeal: field('lastMeal.at'),
    },
    english: /Patient 2 L-2 Neihu CKD 3–5, no dialysis/,
    narrowed: ['condition=ckd', /Condition CKD 3–5, no dialysis/],
  },
  'POST /his/api/getEvents': {
    as: 'dr.lin',
    path: '/his/api/getEvents',
    body: {},
    id: 'id',
    by: { startsOn: field('startsOn'), name: field('name'), joined: field('joined') },
    english: /Event \d+ (Free clinic|Screening) Neihu.*Over/,
    narrowed: ['kind=screening', /Kind Screening/],
  },
  'GET /his/api/questionnaires': {
    as: 'dr.lin',
    path: '/his/api/questionnaires',
    id: 'id',
    by: {
      lastUsed: field('lastUsedAt'),
      title: field('title'),
      sent: field('sent'),
      answered: field('answered'),
      lastAnswer: field('lastAnswerAt'),
    },
    english: /Form \d+ Own Published/,
    narrowed: ['kind=own', /Kind Own/],
  },
  'GET /his/api/questionnaires/{id}/results': {
    as: 'dr.lin',
    path: '/his/api/questionnaires/801/results',
    id: 'id',
    by: {
      sent: field('sentAt'),
      name: field('name'),
      completed: field('completedAt'),
      score: field('score.value'),
    },
    english: /Completed.*1/,
    narrowed: ['state=answered', /State Answered/],
  },
  'POST /his/api/hpa/getEvents': {
    as: 'dr.lin',
    path: '/his/api/hpa/getEvents',
    body: {},
    id: 'id',
    by: { startsOn: field('startsOn'), name: field('name'), joined: field('joined') },
    english: /Event \d+ Preventive health Neihu.*Over/,
    narrowed: ['state=over', /State Over/],
  },
  'GET /his/api/healthchecks': {
    as: 'dr.lin',
    path: '/his/api/healthchecks',
    id: 'id',
    by: { startedAt: field('startedAt'), state: field('state') },
    english: /Patient \d+ L-\d+ Basic (Collecting|Done)/,
    narrowed: ['state=done', /State Done/],
  },
  'GET /his/api/children': {
    as: 'dr.lin',
    path: '/his/api/children?tab=all',
    id: 'pid',
    by: { name: field('name'), born: field('birthday'), late: field('next.lateDays'), next: field('next.dueOn') },
    english: /Child 3 K-3 Male 2024-.*Neihu Vaccination Hepatitis B/,
    narrowed: ['kind=vaccination', /List All Care Vaccination/],
  },
  'GET /his/api/prescriptions': {
    as: 'dr.lin',
    path: '/his/api/prescriptions?state=all',
    id: 'id',
    by: {
      sent: field('sentAt'),
      patient: field('patient.name'),
      state: among('state', 'returned', 'sent', 'received', 'rejected', 'dispensed', 'cancelled'),
    },
    english: /病患\d.*Person \d+ Pharmacy (Sent|Received|Dispensed|Cancelled)/,
    narrowed: ['refill=1', /State All.*Refillable/],
  },
  'GET /his/api/referrals': {
    as: 'dr.lin',
    path: '/his/api/referrals?state=all',
    id: 'id',
    by: {
      patient: field('patient.name'),
      state: among('state', 'sent', 'received', 'accepted', 'visited', 'reported', 'declined', 'withdrawn'),
      since: (row) => -Date.parse(String(row.createdAt)),
      visit: field('visitOn'),
    },
    english: /病患\d.*Person \d+ Neihu.*Urgent Sent/,
    narrowed: ['side=sent', /Direction Sent by me.*State All/],
  },
  'GET /his/api/notifications': {
    as: 'dr.lin',
    path: '/his/api/notifications',
    id: 'id',
    by: { at: field('at'), read: (row) => (row.readAt === null ? 0 : 1) },
    english: /To-do todo\.new Person \d+/,
    narrowed: ['unread=1', /Unread alone Yes/],
  },
  'GET /his/api/notices': {
    as: 'dr.lin',
    path: '/his/api/notices',
    id: 'id',
    by: { sendAt: field('sendAt'), created: field('createdAt') },
    english: /N \d+ Person \d+.*(Waiting|Cancelled)/,
    narrowed: ['state=waiting', /State Waiting/],
  },
  'GET /his/api/tometodolist/{id}': {
    as: 'nurse.chen',
    get path() {
      return `/his/api/tometodolist/${mid('nurse.chen')}?status=all`
    },
    id: 'id',
    by: { due: field('dueOn'), person: field('giver.name'), created: field('createdAt'), status: field('status') },
    english: /做 \d+ Patient \d+ Person \d+ Person \d+.*(Unfinished|Complete)/,
    narrowed: ['due=none', /State All.*Due None/],
  },
  'GET /his/api/mytodolist/{id}': {
    as: 'dr.lin',
    get path() {
      return `/his/api/mytodolist/${mid('dr.lin')}?status=all`
    },
    id: 'id',
    by: { due: field('dueOn'), person: field('recipient.name'), created: field('createdAt'), status: field('status') },
    english: /做 \d+.*Person \d+ Person \d+/,
    narrowed: ['due=late', /Due Late/],
  },
  'GET /his/api/uploads': {
    as: 'dr.lin',
    path: '/his/api/uploads?state=open',
    id: 'id',
    by: { name: field('name'), size: field('bytes'), time: field('createdAt') },
    english: /picture \d\.png (Skin|Photo) Patient/,
    narrowed: ['kind=skin', /Kind Skin/],
  },
  'GET /his/api/drivefiles': {
    as: 'dr.lin',
    path: '/his/api/drivefiles',
    id: 'id',
    by: { name: field('name'), size: field('bytes'), time: field('createdAt') },
    english: /form \d\.pdf .*Neihu/,
    narrowed: ['q=form', /Search form/],
  },
  'POST /partner/getMemberList': {
    as: 'dr.lin',
    path: '/partner/getMemberList',
    body: {},
    id: 'pid',
    by: { member: field('name'), birthday: field('birthday'), created: field('pid') },
    english: /L-1 病患0 Patient 1 Female.*Neihu/,
    narrowed: ['unit=2', /Unit Neihu/],
  },
  'POST /partner/memberlist': {
    as: 'admin',
    path: '/partner/memberlist',
    body: {},
    id: 'pid',
    by: { member: field('name'), birthday: field('birthday'), created: field('pid') },
    english: /L-1 病患0 Patient 1 Female.*Neihu/,
    narrowed: ['gender=female', /Sex Female/],
  },
}
/** Those whose orders and files are asked for with the rest of what they can. */
const ELSEWHERE = [
  'POST /his/api/getQueues',
  'POST /his/api/searchQueueLog',
  'GET /his/api/queueselsewhere',
  // In what order, and as a file: opinions.test.ts.
  'GET /his/api/opinions',
  // By stage, who waits longest first, and as a file: screening.test.ts.
  'POST /his/api/screenings/people',
]

const send = (list: Asked, query: string, language = 'zh-TW') => {
  const given = Object.fromEntries(new URLSearchParams(query))
  const { format, ...rest } = given
  const number = (value: string) => (/^\d+$/.test(value) ? Number(value) : value)
  const body = list.body && {
    ...list.body,
    ...Object.fromEntries(Object.entries(rest).map(([k, v]) => [k, number(v)])),
  }
  const search = list.body ? (format ? `format=${format}` : '') : query
  return fetch(`${office.base}${list.path}${list.path.includes('?') ? '&' : '?'}${search}`, {
    method: list.body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${office.tokens[list.as]}`,
      'accept-language': language,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
}
const page = async (list: Asked, query: string) => {
  const answer = await send(list, query)
  const said = (await answer.json()) as { data: Row[]; total: number }
  expect(answer.status, `${list.path} ${query} ${JSON.stringify(said)}`).toBe(200)
  return said
}
const sortsOf = (shape: Record<string, z.ZodType>): string[] =>
  JSON.stringify(shape.sort?.toJSONSchema() ?? null)
    .match(/"-?\w+"/g)
    ?.map((one) => one.slice(1, -1)) ?? []

/** Asking is an act that a log keeps. */
const grows = (name: string) => /(audit|operation)logs/.test(name)

describe('a list', () => {
  it('[SHELL-14~] is named here, whichever domain brings it', async () => {
    const files = (await contractEndpoints()).filter(({ definition: { list, sheet } }) => list && sheet)
    expect(files.map(({ definition }) => nameOf(definition)).sort()).toEqual(
      [...Object.keys(LISTS), ...ELSEWHERE].sort(),
    )
    for (const { definition } of files) {
      const { body, query } = definition
      const shape = { ...query?.shape, ...(body && 'shape' in body ? (body.shape as Record<string, z.ZodType>) : {}) }
      const orders = new Set(
        sortsOf(shape).filter((one) => Object.keys(LISTS[nameOf(definition)]?.by ?? {}).includes(one.replace('-', ''))),
      )
      const named = Object.keys(LISTS[nameOf(definition)]?.by ?? {}).flatMap((one) => [one, `-${one}`])
      expect(Object.keys(shape), nameOf(definition)).toContain('sort')
      expect([...orders].sort(), nameOf(definition)).toEqual(named.sort())
    }
  })

  it.each(Object.keys(LISTS))(
    '[SHELL-14~] %s stands in each of its orders, page by page, no row twice',
    async (name) => {
      const list = LISTS[name]
      if (!list) throw new Error(name)
      for (const [order, key] of Object.entries(list.by))
        for (const sort of [order, `-${order}`]) {
          // What came since is not of this list.
          const upTo = grows(name) ? Number((await page(list, 'pageSize=1&sort=-time')).data[0]?.id) : Infinity
          const kept = (rows: Row[]) => rows.filter((row) => Number(row.id) <= upTo || upTo === Infinity)
          const all = kept((await page(list, `pageSize=100&sort=${sort}`)).data)
          expect(all.length, `${name} ${sort}`).toBeGreaterThan(5)
          const values = all.map(key).filter((value) => value !== null && value !== undefined)
          const steps = values.slice(1).map((value, at) => [values[at] ?? '', value ?? ''] as const)
          for (const [a, b] of steps)
            expect(sort.startsWith('-') ? a >= b : a <= b, `${name} ${sort}: ${a}, ${b}`).toBe(true)
          if (grows(name) && sort.startsWith('-')) continue
          const seen: unknown[] = []
          for (let at = 1; seen.length < all.length; at += 1) {
            const part = kept((await page(list, `pageSize=5&page=${at}&sort=${sort}`)).data)
            if (part.length === 0) break
            seen.push(...part.map((row) => row[list.id]))
          }
          expect(seen, `${name} ${sort}`).toEqual(all.map((row) => row[list.id]))
        }
      for (const bad of ['nothing', "name'; drop table staff; --", '--name', 'default'])
        expect((await send(list, `sort=${encodeURIComponent(bad)}`)).status, `${name} ${bad}`).toBe(400)
    },
  )

  it.each(Object.keys(LISTS))(
    '[SHELL-14~] %s leaves as a file in the reader’s language, and the log keeps that it did',
    async (name) => {
      const list = LISTS[name]
      if (!list) throw new Error(name)
      const [narrowing, second] = list.narrowed
      const answer = await send(list, `${narrowing}&format=xlsx&pageSize=1&page=3`, 'en')
      expect(answer.status, name).toBe(200)
      const bytes = Buffer.from(await answer.arrayBuffer())
      const [titles, ...rows] = (await readXlsx(bytes)).map(({ cells }) =>
        Array.from(cells, (cell) => cell?.text ?? ''),
      )
      const { total } = await page(list, narrowing)
      // The log has grown by the asking itself.
      expect(rows.length, name).toBeGreaterThan(0)
      if (!grows(name)) expect(rows.length, name).toBe(total)
      expect(titles?.join(), name).not.toMatch(/\p{Script=Han}/u)
      expect(rows.map((row) => row.join(' ')).join('\n'), name).toMatch(list.english)
      expect(rows.flat().join(), name).not.toMatch(/祕密|\[object/)
      const sheet = strFromU8(unzipSync(bytes)['xl/worksheets/sheet2.xml'] ?? new Uint8Array())
      expect(sheet.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' '), name).toMatch(second)
      const [kept] = await office.data.db.system.read(sql<{ detail: { rows: number }; kind: string; mid: number }>`
      select kind, detail, mid from audit_log where target_kind = 'export' order by id desc limit 1`)
      expect([kept?.kind, kept?.mid, kept?.detail.rows], name).toEqual(['read', mid(list.as), rows.length])
    },
  )

  it('[SHELL-14~] is nobody’s file whose list it is not, and names nobody of elsewhere among its filters', async () => {
    for (const [name, list] of Object.entries(LISTS).filter(([, { as }]) => as === 'admin'))
      expect((await send({ ...list, as: 'nurse.chen' }, 'format=xlsx')).status, name).toBe(
        /\/partner\/|operationlogs|statements/.test(name) ? 200 : 403,
      )
    const log = LISTS['GET /his/api/auditlogs']
    if (!log) throw new Error('no log')
    const answer = await send(log, `who=${mid('dr.hua')}&format=xlsx`, 'en')
    const sheet = strFromU8(
      unzipSync(Buffer.from(await answer.arrayBuffer()))['xl/worksheets/sheet2.xml'] ?? new Uint8Array(),
    )
    expect(sheet).not.toContain(`Person ${mid('dr.hua')}`)
    expect(sheet).toContain(`<v>${mid('dr.hua')}</v>`)
  })
})
