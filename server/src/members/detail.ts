import { canSeeMember, canSeeRow, canSeeVisit } from '../access/visible.ts'
import type { MemberDetail } from '@teleward/contract/members/schema.ts'
import { asking, sql } from '../platform/db/index.ts'
import { authorisationOf, patientBriefJson } from '../patients/brief.ts'
import { twinOf, visitsOf } from '../patients/row.ts'
import { absence, type Read } from '../patients/service.ts'

export const membershipStatus = sql`case mu.status when 'active' then 'active' when 'partnerDisabled' then 'partnerDisabled' else 'unitDisabled' end`

/** Of the visits to come so many are named; their number is told beside. */
const COMING = 20

/** A member of the caller's units in full; histories only where the record is open. Refuses as every call does. */
export async function memberInFull(read: Read, pid: number, now: Date): Promise<MemberDetail> {
  const [row] = await read(sql<{ member: MemberDetail }>`
    select ${patientBriefJson} || jsonb_build_object(
      'account', m.account, 'idNumber', m.id_number, 'height', m.height, 'weight', m.weight, 'identity', m.identity,
      'nhiCardNumber', m.nhi_card_number, 'mobile', m.mobile, 'mobilecode', m.mobilecode, 'email', m.email,
      'language', m.language, 'avatar', m.avatar, 'version', m.version, 'createdAt', m.created_at,
      'createdBy', (select s.name from staff s where s.mid = m.created_by),
      'emergencyContact', case when m.emergency_contact is null then null else jsonb_build_object(
        'name', m.emergency_contact ->> 'name', 'relation', m.emergency_contact ->> 'relation',
        'phone', m.emergency_contact ->> 'phone') end,
      'histories', case when auth.state = 'notAuthorised' then null else (
        select coalesce(jsonb_agg(jsonb_build_object('id', h.id, 'kind', h.kind, 'note', h.note, 'ename', h.ename,
          'mh_other_value', h.mh_other_value, 'severity', h.severity, 'recordedAt', h.recorded_at,
          'recordedBy', (select s.name from staff s where s.mid = h.recorded_by)) order by h.id), '[]')
        from member_history h where h.pid = m.pid and h.withdrawn_at is null and ${canSeeRow('h')}) end) || jsonb_build_object(
      'units', (
        select jsonb_agg(jsonb_build_object('unitId', n.id, 'unitName', n.name, 'unitNameEn', n.name_en, 'status', ${membershipStatus}, 'since', mu.since, 'changedAt', mu.changed_at) order by n.id)
        from member_unit mu join unit n on n.id = mu.unit_id
        where mu.pid = m.pid and mu.status <> 'merged' and mu.partner_id = ${asking.partner}::int and mu.unit_id = any (${asking.units}::int[])),
      'partnerStatus', coalesce((select mp.status from member_partner mp where mp.pid = m.pid and mp.partner_id = ${asking.partner}::int), 'active'),
      'futureVisits', (select count(*)::int from appointment q where q.pid = m.pid and ${canSeeVisit('q')} and q.status in ('held', 'registered', 'checkedIn', 'redial') and q.start_at > ${now}::timestamptz),
      'comingVisits', (select coalesce(jsonb_agg(v.visit order by v.at), '[]') from (
        select q.start_at as at, jsonb_build_object('qid', q.qid, 'startAt', q.start_at, 'site', q.site, 'status', q.status, 'doctor', d.name, 'unitId', q.unit_id) as visit
        from appointment q join staff d on d.mid = q.did
        where q.pid = m.pid and ${canSeeVisit('q')} and q.status in ('held', 'registered', 'checkedIn', 'redial') and q.start_at > ${now}::timestamptz
        order by q.start_at limit ${COMING}::int) v),
      'lastVisitAt', past.start_at, 'lastQid', past.qid, 'next', coming.visit, 'twin', ${twinOf},
      'merges', (select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'mergedAt', g.merged_at, 'mergedBy', s.name) order by g.id desc), '[]')
        from member_merge g join staff s on s.mid = g.merged_by where g.kept_pid = m.pid and g.undone_at is null
          and g.partner_id = ${asking.partner}::int and g.units <@ (${asking.units}::int[]))) as member
    from member m
    join lateral (
      select mu.unit_id from member_unit mu
      where mu.pid = m.pid and mu.status = 'active' and mu.partner_id = ${asking.partner}::int and mu.unit_id = any (${asking.units}::int[])
      order by mu.unit_id limit 1
    ) seen on true
    join unit u on u.id = seen.unit_id
    ${authorisationOf} ${visitsOf(now)}
    where m.pid = ${pid} and ${canSeeMember('m')}`)
  if (!row) throw await absence(read, pid)
  return row.member
}
