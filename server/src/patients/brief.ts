import { canSeeRow } from '../access/visible.ts'
import { sql } from '../platform/db/index.ts'

/**
 * The caller's leave to open the record of `m.pid`: by the patient's authorisation in one of the caller's units, or by
 * the caller's own emergency access. Said by the database alone, for whoever asks. Join as `auth`.
 */
export const authorisationOf = sql`join lateral app_record_state(m.pid) auth on true`

/**
 * `patientBrief` of the contract as one JSON value, from `member m`, `unit u` and `auth` above: as text that is only
 * passed on (`json`), or to be joined with more (`jsonb`), which costs twice as much.
 */
export const patientBriefOf = (kind: 'json' | 'jsonb') => sql`
  ${sql.raw(kind)}_build_object(
    'pid', m.pid, 'memberNo', m.member_no, 'name', m.name, 'nameEn', m.name_en, 'gender', m.gender,
    'birthday', m.birthday, 'vip', m.vip, 'idLast', right(m.id_number, 3), 'unitId', u.id, 'unitName', u.name, 'unitNameEn', u.name_en,
    'authorised', auth.state, 'authorisedUntil', auth.until,
    'allergies', case when auth.state = 'notAuthorised' then null else (
      select coalesce(${sql.raw(kind)}_agg(${sql.raw(kind)}_build_object('note', h.note, 'ename', h.ename, 'severity', h.severity) order by h.id), '[]')
      from member_history h
      where h.pid = m.pid and ${canSeeRow('h')} and h.kind = 'sensitive_matters' and h.withdrawn_at is null
    ) end
  )`
export const patientBriefJson = patientBriefOf('jsonb')
