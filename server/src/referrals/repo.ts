import type { getReferrals } from '@teleward/contract/referrals/endpoints.ts'
import { openReferrals } from '@teleward/contract/referrals/rules.ts'
import type { Referral } from '@teleward/contract/referrals/schema.ts'
import type { z } from 'zod'
import { type Compilable, inOrder, sql, staffBriefJson } from '../platform/db/index.ts'

export interface Who {
  mid: number
  partnerId: number
}
/** Of the caller's institution, sent from or to a unit of theirs, and of no membership that is held back on either side. */
const reached = sql`r.partner_id = (select app_partner())
  and (r.unit_id = any ((select app_units())::int[]) or r.to_unit = any ((select app_units())::int[]))
  and ((r.unit_id::bigint << 32) | r.pid) <> all ((select app_held_back())::bigint[])
  and ((r.to_unit::bigint << 32) | r.pid) <> all ((select app_held_back())::bigint[])
  and ((select app_sees_all()) or app_takes_part(r.pid))`

const sent = (who: Who) => sql`r.from_mid = ${who.mid}`
/** To oneself, or to whoever of a unit of one's own. */
const received = (who: Who) => sql`(r.from_mid <> ${who.mid} and r.to_unit = any ((select app_units())::int[])
  and (r.to_mid is null or r.to_mid = ${who.mid}))`
export const mine = (who: Who) =>
  sql`${reached} and r.partner_id = ${who.partnerId} and (${sent(who)} or ${received(who)})`
const isOpen = sql`r.state in (${sql.join([...openReferrals])})`
/** How many letters of the caller's are open: a value inside another statement. */
export const openOf = (who: Who) => sql<number>`(select count(*)::int from referral r where ${mine(who)} and ${isOpen})`

const letter = (
  who: Who,
) => sql`jsonb_build_object('id', r.id, 'qid', r.qid, 'state', r.state, 'urgency', r.urgency, 'reason', r.reason,
  'patient', jsonb_build_object('name', r.patient_name, 'gender', r.patient_gender, 'birthday', r.patient_birthday),
  'from', ${staffBriefJson('f')} || jsonb_build_object('unitId', fu.id, 'unitName', fu.name, 'unitNameEn', fu.name_en),
  'to', jsonb_build_object('unitId', tu.id, 'unitName', tu.name, 'unitNameEn', tu.name_en,
    'person', case when tp.mid is null then null else ${staffBriefJson('tp')} end),
  'side', case when ${sent(who)} then 'sender' else 'receiver' end, 'visitOn', r.visit_on, 'answer', r.answer,
  'history', (select jsonb_agg(jsonb_build_object('to', h.one ->> 'to', 'name', s.name, 'nameEn', s.name_en, 'at', h.one -> 'at') order by h.at)
    from jsonb_array_elements(r.history) with ordinality h (one, at) left join staff s on s.mid = (h.one ->> 'mid')::int),
  'createdAt', r.created_at, 'version', r.version)`
const joined = sql`referral r join staff f on f.mid = r.from_mid join unit fu on fu.id = r.unit_id join unit tu on tu.id = r.to_unit
  left join staff tp on tp.mid = r.to_mid`

export interface ListQuery {
  side: 'all' | 'sent' | 'received'
  state: string
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
  visit: sql`r.visit_on`,
}
export const list = (who: Who, query: ListQuery): Compilable<{ row: Referral | null; total: number }> => {
  const side = query.side === 'sent' ? sent(who) : query.side === 'received' ? received(who) : sql`true`
  const state = query.state === 'all' ? sql`true` : query.state === 'open' ? isOpen : sql`r.state = ${query.state}`
  return sql<{ row: Referral | null; total: number }>`
    with hit as materialized (
      select r.id, row_number() over (order by ${inOrder(query.sort, orders, sql`r.id`, standing)}) as place
      from referral r where ${mine(who)} and ${side} and ${state}),
    page as (select ${letter(who)} as row, hit.place from hit join ${joined} on r.id = hit.id
      where hit.place > ${(query.page - 1) * query.pageSize}::int and hit.place <= ${query.page * query.pageSize}::int)
    select (select count(*)::int from hit) as total, page.row from (select 1) one left join page on true order by page.place`
}
export const byId = (who: Who, id: string): Compilable<{ row: Referral }> =>
  sql<{ row: Referral }>`select ${letter(who)} as row from ${joined} where r.id = ${id} and ${mine(who)}`
export const hold = (who: Who, id: string): Compilable<{ id: string }> =>
  sql<{ id: string }>`select r.id from referral r where r.id = ${id} and ${mine(who)} for update`

/** Units of the institution, with those on board whose profession takes referrals. */
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
  from unit u where u.partner_id = ${who.partnerId} order by u.id`
