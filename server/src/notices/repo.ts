import type { Notice, NoticeDetail, noticeQuery } from '@teleward/contract/notices/schema.ts'
import type { z } from 'zod'
import { canSeeMember, canSendNotice } from '../access/visible.ts'
import type { StaffActor } from '../platform/actor.ts'
import { type Compilable, containing, inOrder, sql, staffBriefJson } from '../platform/db/index.ts'

/** It came to the caller. */
const toMe = (who: StaffActor) =>
  sql`exists (select 1 from notice_recipient me where me.notice_id = n.id and me.mid = ${who.mid} and me.state in ('sent', 'read'))`
export const seen = (who: StaffActor) =>
  sql`(n.partner_id = ${who.partnerId} and (${canSendNotice('n')} or ${toMe(who)}))`

/**
 * How it stands: as its recipients do once the sender has taken it. Of one who is no sender the rows are the own one alone.
 */
export const stateOf = sql`(case when n.state in ('waiting', 'cancelled') then n.state when c.failed > 0 then 'failed'
  when c.pending > 0 or n.state = 'sending' then 'sending' when c.read > 0 and c.read = c.total then 'read' else 'sent' end)`
const counted = (who: StaffActor) => sql`join lateral (
  select count(*)::int as total, count(*) filter (where r.mid is not null)::int as staff, count(*) filter (where r.to_pid is not null)::int as patients,
    count(*) filter (where r.state in ('waiting', 'sending'))::int as pending, count(*) filter (where r.state = 'failed')::int as failed,
    count(*) filter (where r.state in ('sent', 'read'))::int as sent, count(*) filter (where r.state = 'read')::int as read
  from notice_recipient r where r.notice_id = n.id and (r.mid = ${who.mid} or ${canSendNotice('n')})) c on true`

const row = (who: StaffActor) => sql`jsonb_build_object('id', n.id,
  'content', case when ${canSendNotice('n')} then n.content else replace(n.content, '{name}', ${who.name}) end,
  'author', ${staffBriefJson('a')}, 'sendAt', n.send_at,
  'createdAt', n.created_at, 'state', ${stateOf}, 'version', n.version,
  'counts', case when ${canSendNotice('n')} then jsonb_build_object('staff', c.staff, 'patients', c.patients, 'sent', c.sent, 'read', c.read,
    'failed', c.failed, 'waiting', c.pending) end,
  'names', case when ${canSendNotice('n')} then (select coalesce(jsonb_agg(x.name), '[]') from (
      select coalesce(s.name, m.name) as name from notice_recipient r left join staff s on s.mid = r.mid
        left join member m on m.pid = r.to_pid and ${canSeeMember('m')}
      where r.notice_id = n.id and (s.mid is not null or m.pid is not null) order by r.id limit 3) x) else '[]' end,
  'entry', (select jsonb_build_object('id', e.id, 'readAt', e.read_at) from notification e
    where e.mid = ${who.mid} and e.partner_id = n.partner_id and e.what = 'notice.arrived' and e.subject_kind = 'notice'
      and e.subject_id = n.id::text limit 1))`

/** What goes next first, then what went last. */
const standing = sql`(n.state <> 'waiting'), case when n.state = 'waiting' then n.send_at end, n.send_at desc, n.id`

export function list(
  who: StaffActor,
  query: z.output<typeof noticeQuery>,
  span: { from: Date | null; to: Date | null },
): Compilable<{ row: Notice | null; total: number }> {
  const { state, mine, q, page, pageSize } = query
  return sql<{ row: Notice | null; total: number }>`
    with hit as materialized (
      select n.id, row_number() over (order by ${inOrder(query.sort, { sendAt: sql`n.send_at`, created: sql`n.created_at` }, standing, standing)}) as place from notice n ${counted(who)}
      where ${seen(who)} and (${state ?? null}::text is null or ${stateOf} = ${state ?? null}::text)
        and (${mine === '0'} or n.author_mid = ${who.mid}) and lower(n.content) like ${containing(q.toLowerCase())}
        and (${span.from}::timestamptz is null or n.send_at >= ${span.from}::timestamptz)
        and (${span.to}::timestamptz is null or n.send_at < ${span.to}::timestamptz)),
    page as (select ${row(who)} as row, hit.place from hit join notice n on n.id = hit.id and ${seen(who)} join staff a on a.mid = n.author_mid
      ${counted(who)} where hit.place > ${(page - 1) * pageSize}::int and hit.place <= ${page * pageSize}::int)
    select (select count(*)::int from hit) as total, page.row from (select 1) one left join page on true order by page.place`
}

const recipients = sql`(select coalesce(jsonb_agg(jsonb_build_object('name', coalesce(s.name, m.name), 'nameEn', coalesce(s.name_en, m.name_en),
    'mid', r.mid, 'pid', case when m.pid is null then null else r.to_pid end, 'channel', r.channel, 'state', r.state, 'reason', r.reason, 'sentAt', r.sent_at, 'readAt', r.read_at)
    order by (r.state <> 'failed'), r.to_pid is not null, r.id), '[]')
  from notice_recipient r left join staff s on s.mid = r.mid left join member m on m.pid = r.to_pid and ${canSeeMember('m')} where r.notice_id = n.id)`

export const byId = (who: StaffActor, id: string): Compilable<{ row: NoticeDetail }> => sql<{ row: NoticeDetail }>`
  select ${row(who)} || jsonb_build_object('audience', case when ${canSendNotice('n')} then n.audience else '[]' end,
    'channels', n.channels, 'sender', ${canSendNotice('n')} and ${who.rights['notice.send'] === 'y'},
    'recipients', case when ${canSendNotice('n')} then ${recipients} else '[]' end) as row
  from notice n join staff a on a.mid = n.author_mid ${counted(who)} where n.id = ${id}::uuid and ${seen(who)}`

/** For a step: the lock first, and how it stands then. */
export const locked = (who: StaffActor, id: string): Compilable<{ state: string; version: number }> =>
  sql<{
    state: string
    version: number
  }>`select n.state, n.version from notice n where n.id = ${id}::uuid and n.partner_id = ${who.partnerId} and ${canSendNotice('n')} for update`
