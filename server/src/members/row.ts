import { reachesMember, reachesRow, reachesVisit, sql } from '../platform/db/index.ts'
import { patientBriefJson } from './brief.ts'

/** The last visit that was and the next that will be, as `visits`: beside `member m`. */
export const visitsOf = (now: Date) => sql`
  left join lateral (
    select q.qid, q.start_at, d.name as doctor from appointment q join staff d on d.mid = q.did
    where q.pid = m.pid and ${reachesVisit('q')}
      and q.status in ('finished', 'closed') and q.start_at <= ${now}::timestamptz
    order by q.start_at desc limit 1
  ) past on true
  left join lateral (
    select jsonb_build_object('qid', q.qid, 'startAt', q.start_at, 'site', q.site, 'status', q.status) as visit, d.name as doctor
    from appointment q join staff d on d.mid = q.did
    where q.pid = m.pid and ${reachesVisit('q')}
      and q.status in ('held', 'registered', 'checkedIn', 'redial') and q.start_at > ${now}::timestamptz - interval '3 hours'
    order by q.start_at limit 1
  ) coming on true`

/** Is somebody else of the same name and birthday among those the caller sees? */
export const twinOf = sql`(m.birthday is not null and exists (select 1 from member o where o.name = m.name and o.birthday = m.birthday and o.pid <> m.pid and ${reachesMember('o')}))`

/** `memberRow` of the contract, from `member m`, `unit u`, `auth` and the visits above. */
export const memberRowJson = sql`${patientBriefJson} || jsonb_build_object(
  'identity', m.identity, 'mobile', m.mobile, 'mobilecode', m.mobilecode, 'account', m.account, 'nhiLast', right(m.nhi_card_number, 4),
  'height', m.height, 'weight', m.weight, 'email', m.email, 'language', m.language, 'status', 'active', 'changedAt', null,
  'createdAt', m.created_at, 'createdBy', (select s.name from staff s where s.mid = m.created_by), 'version', m.version,
  'doctor', coalesce(coming.doctor, past.doctor), 'lastVisitAt', past.start_at, 'lastQid', past.qid, 'next', coming.visit, 'twin', ${twinOf},
  'readings', case when auth.state = 'notAuthorised' then '[]'::jsonb else (
    select coalesce(jsonb_agg(jsonb_build_object('kind', x.kind, 'value', x.value, 'diastolic', x.diastolic, 'unit', x.unit, 'flagged', x.flagged)
      order by x.measured_at desc), '[]')
    from (select r.kind, r.value, r.diastolic, r.unit, r.flagged, r.measured_at from last_measurement l join reading r on r.id = l.reading_id
      where l.pid = m.pid and ${reachesRow('l')}
      order by l.measured_at desc limit 3) x) end)`
