import type { Notification, notificationQuery } from '@teleward/contract/notifications/schema.ts'
import type { z } from 'zod'
import {
  canSeeAlert,
  canSeeCase,
  canSeeForm,
  canSeeHandoff,
  canSeeHealthCheck,
  canSeeMember,
  canSeeOpinion,
  canSeeReferral,
  canSeeStatement,
  canSeeVisit,
} from '../access/visible.ts'
import { type Compilable, inOrder, sql, staffBriefJson } from '../platform/db/index.ts'

export interface Who {
  mid: number
  partnerId: number
}
export const mine = (who: Who) => sql`(n.mid = ${who.mid} and n.partner_id = ${who.partnerId})`

export interface Span {
  from: Date | null
  /** The end of the last day. */
  to: Date | null
}
export type Filter = Pick<z.output<typeof notificationQuery>, 'kind'> & Span
export const within = ({
  kind,
  from,
  to,
}: Filter) => sql`(${kind ?? null}::text is null or n.kind = ${kind ?? null}::text)
  and (${from}::timestamptz is null or n.at >= ${from}::timestamptz) and (${to}::timestamptz is null or n.at < ${to}::timestamptz)`

/** A column of numbers or of UUIDs is asked only for subjects of its kind. */
const uuidOf = (kind: string) => sql`case when n.subject_kind = ${kind} then n.subject_id::uuid end`
const numberOf = (kind: string) =>
  sql`case when n.subject_kind = ${kind} and n.subject_id ~ '^[0-9]{1,9}$' then n.subject_id::int end`
/** The matters themselves, as far as the caller may look at them. */
const matters = (who: Who) => sql`
  left join handoff h on h.id = ${uuidOf('todo')} and ${canSeeHandoff('h')}
  left join notice w on w.id = ${uuidOf('notice')} and w.partner_id = ${who.partnerId} and (w.author_mid = ${who.mid}
    or exists (select 1 from notice_recipient r where r.notice_id = w.id and r.mid = ${who.mid} and r.state in ('sent', 'read')))
  left join crm_case k on k.sn = ${numberOf('case')} and ${canSeeCase('k')}
  left join staff f on f.mid = n.from_mid
  left join member m on m.pid = n.about_pid and ${canSeeMember('m')}`
const gone = (who: Who) => sql`case n.subject_kind
    when 'todo' then h.id is null
    when 'notice' then w.id is null
    when 'call' then n.subject_id ~ '^[0-9]{1,9}$' and not exists (select 1 from appointment a where a.qid = ${numberOf('call')} and ${canSeeVisit('a')})
    when 'visit' then not exists (select 1 from appointment a where a.qid = ${numberOf('visit')} and ${canSeeVisit('a')})
    when 'alert' then not exists (select 1 from monitor_alert l where l.id = ${uuidOf('alert')} and ${canSeeAlert('l')})
      and n.subject_id::uuid not in (select s.id from alerts_shut() s union select s.id from alerts_told('infinity') s)
    when 'case' then k.sn is null
    when 'form' then not exists (select 1 from form_response fr where fr.id = ${numberOf('form')} and ${canSeeForm('fr')})
    when 'referral' then not exists (select 1 from referral r where r.id = ${uuidOf('referral')} and ${canSeeReferral('r')})
    when 'check' then not exists (select 1 from health_check c where c.id = ${uuidOf('check')} and ${canSeeHealthCheck('c')})
    when 'invitation' then not exists (select 1 from staff_invitation i where i.id = ${numberOf('invitation')} and i.mid = ${who.mid} and i.state = 'open')
    when 'statement' then not exists (select 1 from settlement_statement ss where ss.id = ${uuidOf('statement')} and ${canSeeStatement('ss')})
    when 'opinion' then not exists (select 1 from opinion o where o.id = ${uuidOf('opinion')} and ${canSeeOpinion('o')})
    when 'grant' then not exists (select 1 from staff_grant g where g.id = ${numberOf('grant')} and g.partner_id = n.partner_id
      and ${who.mid} in (g.grantor_mid, g.grantee_mid))
    else false end`

/** The patient's name is masked by who answers. */
export type Row = Omit<Notification, 'patient'> & { patient: string | null }
const row = (
  who: Who,
) => sql`jsonb_build_object('id', n.id, 'kind', n.kind, 'what', n.what, 'subject', jsonb_build_object('kind', n.subject_kind, 'id', n.subject_id),
  'link', n.link, 'from', case when f.mid is null then null else ${staffBriefJson('f')} end, 'patient', m.name,
  'text', left(coalesce(h.content, k.title, replace(w.content, '{name}', (select s.name from staff s where s.mid = n.mid))), 200),
  'gone', ${gone(who)}, 'at', n.at, 'readAt', n.read_at)`

/** The newest first unless told; several of one moment by their id, so that no page repeats one. */
export function list(
  who: Who,
  filter: Filter & Pick<z.output<typeof notificationQuery>, 'id' | 'unread' | 'sort' | 'page' | 'pageSize'>,
): Compilable<{ row: Row | null; total: number }> {
  const { id, unread, sort, page, pageSize } = filter
  const newest = sql`n.at desc, n.id`
  const order = inOrder(sort, { at: sql`n.at`, read: sql`n.read_at is not null` }, newest, newest)
  return sql<{ row: Row | null; total: number }>`
    with hit as materialized (
      select n.id, row_number() over (order by ${order}) as place from notification n
      where ${mine(who)} and ${within(filter)} and (${unread === '0'} or n.read_at is null)
        ${id ? sql`and n.id = ${id}::uuid` : sql``}),
    page as (select ${row(who)} as row, hit.place from hit join notification n on n.id = hit.id and ${mine(who)} ${matters(who)}
      where hit.place > ${(page - 1) * pageSize}::int and hit.place <= ${page * pageSize}::int)
    select (select count(*)::int from hit) as total, page.row from (select 1) one left join page on true order by page.place`
}

export const byId = (who: Who, id: string): Compilable<{ row: Row }> => sql<{ row: Row }>`
  select ${row(who)} as row from notification n ${matters(who)} where n.id = ${id}::uuid and ${mine(who)}`

/** How many are unread, and of them those of scheduled notices: values inside another statement. */
export const unreadOf = (who: Who) =>
  sql<number>`(select count(*)::int from notification n where ${mine(who)} and n.read_at is null)`
export const unreadOfKind = (who: Who, kind: string) =>
  sql<number>`(select count(*)::int from notification n where ${mine(who)} and n.read_at is null and n.kind = ${kind})`
