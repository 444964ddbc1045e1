import { canSeeMember, canSeeReading, canSeeRow } from '../../server/src/access/visible.ts'
import {
  type AppointmentRow,
  appointmentColumns,
  appointmentJoins,
  toAppointment,
} from '../../server/src/appointments/rows.ts'
import { authorisationOf, patientBriefJson } from '../../server/src/patients/brief.ts'
import { byAccount } from '../../server/src/members/repo.ts'
import { twinOf, visitsOf } from '../../server/src/patients/row.ts'
import type { Read } from '../../server/src/patients/service.ts'
import { sql } from '../../server/src/platform/db/index.ts'
import { overAt } from '../../server/src/visits/current.ts'

// What the busiest screens read by functions that say themselves whom they show (`0220_busy_reads.sql`), beside the same
// asked of the tables under their policies.

/** In one form: texts of instants come with as many digits as the one or the other has. */
const plain = (value: unknown): unknown => {
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+(\+00:00|Z)$/.test(value))
    return new Date(value).toISOString()
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, plain(inner)]),
  )
}
const keyed = <T>(rows: readonly T[], key: (row: T) => number) =>
  new Map(rows.map((row) => [key(row), plain(row)] as const).sort(([a], [b]) => a - b))

type Pair = [byFunction: Map<number, unknown>, byPolicies: Map<number, unknown>]

export async function visits(read: Read, qids: number[]): Promise<Pair> {
  type Shown = Omit<AppointmentRow, 'mrid' | 'currentPid'>
  const shown = await read(sql<Shown>`
    select v.*, (select ${overAt} from appointment a where a.qid = v.qid) as "overAt", marks.link, marks."linkFailure", marks."inRoom" from app_visit_rows(${qids}::int[]) v
    left join app_visit_marks(${qids}::int[]) marks on marks.qid = v.qid`)
  const asked = await read(sql<AppointmentRow>`
    select ${appointmentColumns} from appointment a ${appointmentJoins} where a.qid = any (${qids}::int[])`)
  return [
    keyed(
      shown.map((row) => toAppointment({ ...row, mrid: row.mr_id, currentPid: row.pid })),
      ({ qid }) => qid,
    ),
    keyed(asked.map(toAppointment), ({ qid }) => qid),
  ]
}

/** Each under the first of the caller's units where its membership lives. */
const seen = sql`
  join lateral (
    select mu.unit_id from member_unit mu
    where mu.pid = m.pid and mu.status = 'active' and mu.unit_id = any ((select app_units())::int[])
    order by mu.unit_id limit 1
  ) seen on true
  join unit u on u.id = seen.unit_id`

export async function rows(read: Read, pids: number[], now: Date): Promise<Pair> {
  const asked = await read(sql<{ pid: number; unitId: number; patient: { pid: number } }>`
    select m.pid, seen.unit_id as "unitId", ${patientBriefJson} || jsonb_build_object(
      'identity', m.identity, 'mobile', m.mobile, 'mobilecode', m.mobilecode, 'account', m.account, 'nhiLast', right(m.nhi_card_number, 4),
      'height', m.height, 'weight', m.weight, 'email', m.email, 'language', m.language, 'status', 'active', 'changedAt', null,
      'createdAt', m.created_at, 'createdBy', (select s.name from staff s where s.mid = m.created_by), 'version', m.version,
      'doctor', coalesce(coming.doctor, past.doctor), 'lastVisitAt', past.start_at, 'lastQid', past.qid, 'next', coming.visit, 'twin', ${twinOf},
      'readings', case when auth.state = 'notAuthorised' then '[]'::jsonb else (
        select coalesce(jsonb_agg(jsonb_build_object('kind', x.kind, 'value', x.value, 'diastolic', x.diastolic, 'unit', x.unit, 'flagged', x.flagged)
          order by x.measured_at desc), '[]')
        from (select r.kind, r.value, r.diastolic, r.unit, r.flagged, r.measured_at from last_measurement l join reading r on r.id = l.reading_id
          where l.pid = m.pid and ${canSeeReading('l')} order by l.measured_at desc limit 3) x) end) as patient
    from member m ${seen} ${authorisationOf} ${visitsOf(now)}
    where m.pid = any (${pids}::int[]) and ${canSeeMember('m')}`)
  // Asked about everybody, under the first unit there is for those whom the policies do not show.
  const under = new Map(asked.map(({ pid, unitId }) => [pid, unitId]))
  const [own] = await read(sql<{ units: number[] | null }>`select app_units() as units`)
  const other = own?.units?.[0] ?? 2
  const shown = await read(sql<{ patient: { pid: number } }>`
    select r.patient from app_member_rows(${pids}::int[], ${pids.map((pid) => under.get(pid) ?? other)}::int[], ${now}::timestamptz) r`)
  return [
    keyed(
      shown.map(({ patient }) => patient),
      ({ pid }) => pid,
    ),
    keyed(
      asked.map(({ patient }) => patient),
      ({ pid }) => pid,
    ),
  ]
}

export async function conditions(read: Read, pids: number[]): Promise<Pair> {
  type Row = { pid: number; conditions: unknown }
  const shown = await read(sql<Row>`select * from app_member_conditions(${pids}::int[])`)
  const asked = await read(sql<Row>`
    select m.pid, case when auth.state <> 'notAuthorised' then (
      select coalesce(jsonb_agg(jsonb_build_object('note', h.note, 'ename', h.ename) order by h.id), '[]') from member_history h
      where h.pid = m.pid and h.kind = 'person_sick' and h.withdrawn_at is null and ${canSeeRow('h')}) end as conditions
    from member m ${authorisationOf} where m.pid = any (${pids}::int[]) and ${canSeeMember('m')}`)
  return [keyed(shown, ({ pid }) => pid), keyed(asked, ({ pid }) => pid)]
}

/** Of all members at once. */
export async function openConditions(read: Read): Promise<Pair> {
  type Row = { pid: number; notes: string[] }
  const notes = sql`array_agg(distinct h.note order by h.note) as notes`
  const shown = await read(sql<Row>`select h.pid, ${notes} from app_open_conditions() h group by h.pid`)
  const asked = await read(sql<Row>`
    select h.pid, ${notes} from member_history h join member m on m.pid = h.pid ${authorisationOf}
    where h.kind = 'person_sick' and h.withdrawn_at is null and ${canSeeRow('h')} and auth.state <> 'notAuthorised' group by h.pid`)
  return [keyed(shown, ({ pid }) => pid), keyed(asked, ({ pid }) => pid)]
}

export async function sheets(read: Read, accounts: string[]): Promise<Pair> {
  const shown = []
  for (const account of accounts) shown.push(await byAccount(read, account))
  const asked = await read(sql<{ member: { pid: number } }>`
    select distinct on (m.account) ${patientBriefJson} || jsonb_build_object(
      'account', m.account, 'idNumber', m.id_number, 'height', m.height, 'weight', m.weight,
      'nhiCardNumber', m.nhi_card_number, 'mobile', m.mobile, 'mobilecode', m.mobilecode, 'email', m.email,
      'language', m.language, 'avatar', m.avatar, 'version', m.version,
      'emergencyContact', case when m.emergency_contact is null then null else jsonb_build_object(
        'name', m.emergency_contact ->> 'name', 'relation', m.emergency_contact ->> 'relation',
        'phone', m.emergency_contact ->> 'phone') end,
      'histories', case when auth.state = 'notAuthorised' then null else (
        select coalesce(jsonb_agg(jsonb_build_object('id', h.id, 'kind', h.kind, 'note', h.note, 'ename', h.ename,
          'mh_other_value', h.mh_other_value, 'severity', h.severity, 'recordedAt', h.recorded_at) order by h.id), '[]')
        from member_history h where h.pid = m.pid and ${canSeeRow('h')} and h.withdrawn_at is null) end,
      'units', (
        select jsonb_agg(jsonb_build_object('unitId', n.id, 'unitName', n.name, 'unitNameEn', n.name_en, 'status', case mu.status when 'active' then 'active' else 'disabled' end) order by n.id)
        from member_unit mu join unit n on n.id = mu.unit_id where mu.pid = m.pid)) as member
    from member m ${seen} ${authorisationOf}
    where m.account = any (${accounts}::text[]) and ${canSeeMember('m')}
    order by m.account, m.pid`)
  // Of allergies the sheet says what its histories say of them: more than a brief does.
  const brief = (member: object & { allergies?: unknown }) => ({ ...member, allergies: null })
  return [
    keyed(
      shown.flatMap((member) => (member ? [brief(member) as unknown as { pid: number }] : [])),
      ({ pid }) => pid,
    ),
    keyed(
      asked.map(({ member }) => brief(member) as unknown as { pid: number }),
      ({ pid }) => pid,
    ),
  ]
}

/** The last of each kind of one patient, and what led to it; `undefined` where the record is not open to the caller at all. */
export async function lastReadings(read: Read, pid: number): Promise<[shown: unknown[] | undefined, asked: unknown[]]> {
  const [head] = await read(
    sql<{ open: boolean }>`select open from app_readings_of(${pid}::int, null, null, null, 0, 0)`,
  )
  const shown = await read(sql<{ last: { kind: string } }>`select last from app_last_readings(${pid}::int)`)
  const asked = await read(sql<{ last: { kind: string } }>`
    select distinct on (r.kind) jsonb_build_object('kind', r.kind, 'value', r.value, 'diastolic', r.diastolic, 'pulse', r.pulse,
      'unit', r.unit, 'at', r.measured_at, 'course', c.course, 'before', c.course -> -2) as last
    from last_measurement l join reading r on r.id = l.reading_id cross join lateral (
      select jsonb_agg(x.value::float8 order by x.measured_at, x.id) as course from (
        select p.* from reading p where p.pid = l.pid and p.unit_id = l.unit_id and p.kind = l.kind and ${canSeeRow('p')}
        order by p.measured_at desc, p.id desc limit 12) x) c
    where l.pid = ${pid} and ${canSeeReading('l')} order by r.kind, r.measured_at desc`)
  const plainly = (rows: readonly { last: { kind: string } }[]) => rows.map(({ last }) => plain(last))
  return [head?.open || shown.length ? plainly(shown) : undefined, plainly(asked)]
}

/** Ids of one patient's readings; `undefined` where the record is not open to the caller at all. */
export async function readings(read: Read, pid: number): Promise<[shown: number[] | undefined, asked: number[]]> {
  const shown = await read(sql<{ open: boolean | null; id: number | null }>`
    select open, id from app_readings_of(${pid}::int, null, null, null, 1000, 0)`)
  const asked = await read(sql<{ id: number }>`
    select r.id from reading r where r.pid = ${pid} and ${canSeeRow('r')} order by r.measured_at desc, r.id desc`)
  return [shown[0]?.open ? shown.flatMap(({ id }) => (id === null ? [] : [id])) : undefined, asked.map(({ id }) => id)]
}

/** Ids of those of them of which another number or unit was sent than what is stored. */
export async function originals(read: Read, pid: number): Promise<[shown: number[], asked: number[]]> {
  const shown = await read(sql<{ id: number }>`select id from app_reading_originals(${pid}::int, null) order by id`)
  const asked = await read(sql<{ id: number }>`
    select r.id from reading r where r.pid = ${pid} and r.original is not null and ${canSeeRow('r')} order by r.id`)
  return [shown.map(({ id }) => id), asked.map(({ id }) => id)]
}

/** Messages of a word that all of them hold: `newest` of them looked at one by one, or none. */
export async function messages(read: Read, newest: number): Promise<Pair> {
  const [word, likely] = ['vq', '%vq%']
  const shown = await read(sql<{ id: number }>`
    select id from chat_messages_with(${word}, ${likely}, null, 100000, ${newest}::int)`)
  const asked = await read(sql<{ id: number }>`
    select m.id from chat_message m where m.body ilike ${likely} and m.recalled_at is null`)
  return [keyed(shown, ({ id }) => id), keyed(asked, ({ id }) => id)]
}
