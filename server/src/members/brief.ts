import { sql, reachesRow } from '../platform/db/index.ts'

/**
 * The caller's leave to open the record of `m.pid`: the patient's authorisation for one of the caller's units, or the
 * caller's own emergency access. Rows of other units are hidden by the policies. Join as `auth`.
 */
export const authorisationOf = sql`
  left join lateral (
    select
      case
        when app_emr() not in ('y', 'o') then 'notAuthorised'
        when c.found then 'authorised'
        when e.until is not null then 'emergency'
        else 'notAuthorised'
      end as state,
      case when app_emr() not in ('y', 'o') then null when c.found then c.until else e.until end as until
    from (
      select count(*) > 0 as found, case when bool_or(g.ends_at is null) then null else max(g.ends_at) end as until
      from consent g
      where g.pid = m.pid and g.kind = 'record' and g.state = 'active' and g.partner_id = app_partner()
        and g.unit_id = any (app_units()) and ${reachesRow('g')} and g.starts_at <= now() and (g.ends_at is null or g.ends_at > now())
    ) c
    cross join (
      select max(x.until) as until from emergency_access x
      where x.pid = m.pid and x.mid = app_mid() and x.partner_id = app_partner() and x.until > now()
    ) e
  ) auth on true`

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
      where h.pid = m.pid and ${reachesRow('h')} and h.kind = 'sensitive_matters' and h.withdrawn_at is null
    ) end
  )`
export const patientBriefJson = patientBriefOf('jsonb')
