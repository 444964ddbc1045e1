import { canSeeMember, canSeeVisit } from '../access/visible.ts'
import { sql } from '../platform/db/index.ts'

/** The last visit that was and the next that will be, as `visits`: beside `member m`. */
export const visitsOf = (now: Date) => sql`
  left join lateral (
    select q.qid, q.start_at, d.name as doctor from appointment q join staff d on d.mid = q.did
    where q.pid = m.pid and ${canSeeVisit('q')}
      and q.status in ('finished', 'closed') and q.start_at <= ${now}::timestamptz
    order by q.start_at desc limit 1
  ) past on true
  left join lateral (
    select jsonb_build_object('qid', q.qid, 'startAt', q.start_at, 'site', q.site, 'status', q.status) as visit, d.name as doctor
    from appointment q join staff d on d.mid = q.did
    where q.pid = m.pid and ${canSeeVisit('q')}
      and q.status in ('held', 'registered', 'checkedIn', 'redial') and q.start_at > ${now}::timestamptz - interval '3 hours'
    order by q.start_at limit 1
  ) coming on true`

/** Is somebody else of the same name and birthday among those the caller sees? */
export const twinOf = sql`(m.birthday is not null and exists (select 1 from member o where o.name_key = m.name_key and o.birthday = m.birthday and o.pid <> m.pid and ${canSeeMember('o')}))`
