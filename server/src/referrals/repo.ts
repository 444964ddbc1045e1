import { canSeeReferral } from '../access/visible.ts'
import type { getReferrals } from '@teleward/contract/referrals/endpoints.ts'
import { CODE_TRIES, openReferrals } from '@teleward/contract/referrals/rules.ts'
import type { AttachedRecords, Referral, ReferralLink } from '@teleward/contract/referrals/schema.ts'
import type { RawBuilder } from 'kysely'
import type { z } from 'zod'
import { asking, type Compilable, inOrder, sql, staffBriefJson } from '../platform/db/index.ts'

export interface Who {
  mid: number
  partnerId: number
}
const sent = (who: Who) => sql`r.from_mid = ${who.mid}`
/** To oneself, or to whoever of a unit of one's own. */
const received = (who: Who) => sql`(r.from_mid <> ${who.mid} and r.to_unit = any (${asking.units}::int[])
  and (r.to_mid is null or r.to_mid = ${who.mid}))`
export const mine = (who: Who) =>
  sql`${canSeeReferral('r')} and r.partner_id = ${who.partnerId} and (${sent(who)} or ${received(who)})`
const isOpen = sql`r.state in (${sql.join([...openReferrals])})`
/** How many letters of the caller's are open: a value inside another statement. */
export const openOf = (who: Who) => sql<number>`(select count(*)::int from referral r where ${mine(who)} and ${isOpen})`

/** What went along is the sender's to see, and the receiver's until the letter is declined or taken back. */
const stillRead = (who: Who) => sql`(${sent(who)} or ${stands})`
const stands = sql`r.state not in ('declined', 'withdrawn')`
const files = sql`(select count(*)::int from referral_file w where w.referral_id = r.id)`
const recordsJson = sql`jsonb_build_object('notes', r.attached, 'reports', r.attached_reports, 'files', (
  select coalesce(jsonb_agg(jsonb_build_object('id', w.file_id, 'name', w.name, 'kind', w.kind, 'format', w.format, 'bytes', w.bytes) order by w.sort), '[]')
  from referral_file w where w.referral_id = r.id))`
/** No row: no letter of the caller's, or one whose records are not to be read any more. */
export const recordsOf = (who: Who, id: string): Compilable<{ records: AttachedRecords }> =>
  sql<{
    records: AttachedRecords
  }>`select ${recordsJson} as records from referral r where r.id = ${id}::uuid and ${mine(who)} and ${stillRead(who)}`
/** The same for an institution outside, whoever it is was found by its link. */
export const outsideRecords = (id: string): Compilable<{ records: AttachedRecords }> =>
  sql<{
    records: AttachedRecords
  }>`select ${recordsJson} as records from referral r where r.id = ${id}::uuid and r.to_outside is not null and ${stands}`

/** `side` and `reads`: whose eyes it is for, and whether they still read what went along. */
const letterJson = (
  side: RawBuilder<unknown>,
  reads: RawBuilder<unknown>,
  from: RawBuilder<unknown>,
) => sql`jsonb_build_object('id', r.id, 'qid', r.qid, 'pid', case when ${from} then r.pid end, 'state', r.state, 'urgency', r.urgency, 'reason', r.reason,
  'patient', jsonb_build_object('name', r.patient_name, 'gender', r.patient_gender, 'birthday', r.patient_birthday),
  'from', ${staffBriefJson('f')} || jsonb_build_object('unitId', fu.id, 'unitName', fu.name, 'unitNameEn', fu.name_en),
  'to', jsonb_build_object('unitId', tu.id, 'unitName', coalesce(tu.name, r.outside ->> 'name'), 'unitNameEn', tu.name_en,
    'person', case when tp.mid is null then null else ${staffBriefJson('tp')} end,
    'outside', case when r.to_outside is null then null else r.outside || jsonb_build_object('id', r.to_outside) end),
  'side', ${side}, 'visitOn', r.visit_on, 'answer', r.answer,
  'attachments', case when ${reads} then jsonb_array_length(r.attached) + jsonb_array_length(r.attached_reports) + ${files} else 0 end,
  'history', (select jsonb_agg(jsonb_build_object('to', h.one ->> 'to', 'name', s.name, 'nameEn', s.name_en, 'who', h.one ->> 'who', 'at', h.one -> 'at') order by h.at)
    from jsonb_array_elements(r.history) with ordinality h (one, at) left join staff s on s.mid = (h.one ->> 'mid')::int),
  'createdAt', r.created_at, 'dueAt', r.due_at, 'follows', case when ${from} then r.follows end,
  'followedBy', case when ${from} then (select n.id from referral n where n.follows = r.id) end, 'version', r.version)`
const letter = (who: Who) =>
  letterJson(sql`case when ${sent(who)} then 'sender' else 'receiver' end`, stillRead(who), sent(who))
const joined = sql`referral r join staff f on f.mid = r.from_mid join unit fu on fu.id = r.unit_id left join unit tu on tu.id = r.to_unit
  left join staff tp on tp.mid = r.to_mid`

export interface ListQuery {
  side: 'all' | 'sent' | 'received'
  state: string
  urgency?: 'routine' | 'urgent' | undefined
  sort?: z.output<typeof getReferrals.query>['sort']
  page: number
  pageSize: number
}
/** Urgent ones first, then who waits longest; what is over, newest first. */
const standing = sql`${isOpen} desc, case when ${isOpen} then r.urgency = 'urgent' end desc,
  case when ${isOpen} then r.created_at end, r.created_at desc, r.id`
const orders = {
  patient: sql`r.patient_name`,
  state: sql`array_position(array['sent', 'received', 'accepted', 'visited', 'reported', 'declined', 'withdrawn'], r.state)`,
  // By the days it has been waiting, which the column shows.
  since: sql`-extract(epoch from r.created_at)`,
  due: sql`r.due_at`,
  visit: sql`r.visit_on`,
}
/** `now`: for those that are late. */
export const list = (who: Who, query: ListQuery, now?: Date): Compilable<{ row: Referral | null; total: number }> => {
  const side = query.side === 'sent' ? sent(who) : query.side === 'received' ? received(who) : sql`true`
  const states: Record<string, RawBuilder<unknown>> = {
    all: sql`true`,
    open: isOpen,
    late: sql`r.due_at < ${now ?? null}::timestamptz`,
  }
  const state = states[query.state] ?? sql`r.state = ${query.state}`
  const urgency = query.urgency ? sql`r.urgency = ${query.urgency}` : sql`true`
  return sql<{ row: Referral | null; total: number }>`
    with hit as materialized (
      select r.id, row_number() over (order by ${inOrder(query.sort, orders, sql`r.id`, standing)}) as place
      from referral r where ${mine(who)} and ${side} and ${state} and ${urgency}),
    page as (select ${letter(who)} as row, hit.place from hit join ${joined} on r.id = hit.id
      where hit.place > ${(query.page - 1) * query.pageSize}::int and hit.place <= ${query.page * query.pageSize}::int)
    select (select count(*)::int from hit) as total, page.row from (select 1) one left join page on true order by page.place`
}
export const byId = (who: Who, id: string): Compilable<{ row: Referral }> =>
  sql<{ row: Referral }>`select ${letter(who)} as row from ${joined} where r.id = ${id} and ${mine(who)}`
/** For an institution outside, which was found by its link: its own side, as the system reads it. */
export const outsideById = (id: string): Compilable<{ row: Referral }> =>
  sql<{
    row: Referral
  }>`select ${letterJson(sql`'receiver'`, stands, sql`false`)} as row from ${joined} where r.id = ${id}::uuid and r.to_outside is not null`
export const outsideLock = (id: string): Compilable<{ id: string }> =>
  sql<{ id: string }>`select r.id from referral r where r.id = ${id}::uuid and r.to_outside is not null for update`
export const linkJson = sql`jsonb_build_object('id', l.id, 'madeAt', l.made_at, 'expiresAt', l.expires_at, 'endedAt', l.ended_at, 'sentTo', l.sent_to,
  'sending', case when l.message_id is null then null else 'waiting' end,
  'locked', l.tries >= ${CODE_TRIES}, 'openedAt', l.opened_at, 'lastAt', l.last_at, 'opens', l.opens)`
/** The newest link of a letter of the caller's own. */
export const linkOf = (who: Who, id: string): Compilable<{ link: ReferralLink }> => sql<{ link: ReferralLink }>`
  select ${linkJson} as link from referral_link l join referral r on r.id = l.referral_id
  where l.referral_id = ${id}::uuid and ${mine(who)} and ${sent(who)} order by l.ended_at is null desc, l.made_at desc limit 1`
export const lockForUpdate = (who: Who, id: string): Compilable<{ id: string }> =>
  sql<{ id: string }>`select r.id from referral r where r.id = ${id} and ${mine(who)} for update`

/** Units of the institution that are in use, with those on board whose profession takes referrals. */
export const targets = (who: Who, takes: readonly string[]) => sql<{
  unitId: number
  name: string
  nameEn: string | null
  people: { mid: number; name: string; nameEn: string | null; division: string | null; divisionEn: string | null }[]
}>`
  select u.id as "unitId", u.name, u.name_en as "nameEn", (
    select coalesce(jsonb_agg(${staffBriefJson('s')} || jsonb_build_object('division', sp.division, 'divisionEn', sp.division_en) order by s.name, s.mid), '[]')
    from staff_unit su join staff s on s.mid = su.mid join staff_partner sp on sp.mid = su.mid and sp.partner_id = su.partner_id
    where su.unit_id = u.id and su.partner_id = u.partner_id and s.status = 'active' and sp.status = 'active' and sp.review = 'onBoard'
      and sp.doctortype in (${sql.join([...takes])})) as people
  from unit u where u.partner_id = ${who.partnerId} and u.status = 'active' order by u.id`
