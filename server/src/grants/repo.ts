import type { Grant, GrantEvent, grantQuery } from '@teleward/contract/grants/schema.ts'
import type { z } from 'zod'
import { isNamed } from '../patients/matching.ts'
import type { StaffActor } from '../platform/actor.ts'
import { type Compilable, inOrder, sql } from '../platform/db/index.ts'

const personJson = (
  s: string,
  sp: string,
) => sql`jsonb_build_object('mid', ${sql.ref(`${s}.mid`)}, 'name', ${sql.ref(`${s}.name`)},
  'nameEn', ${sql.ref(`${s}.name_en`)}, 'title', ${sql.ref(`${sp}.title`)}, 'doctortype', ${sql.ref(`${sp}.doctortype`)})`

const grantJson = sql`jsonb_build_object('id', g.id, 'kind', g.kind, 'state', g.state, 'grantor', ${personJson('a', 'ap')},
  'grantee', ${personJson('b', 'bp')}, 'unitId', g.scope_unit, 'unitName', u.name, 'unitNameEn', u.name_en, 'startsAt', g.starts_at,
  'endsAt', g.ends_at, 'overAt', g.over_at, 'uses', used.n, 'lastUsedAt', used.last, 'version', g.version)`

/** Both people with their place in this institution. */
const joined = sql`staff_grant g
  join staff a on a.mid = g.grantor_mid join staff_partner ap on ap.mid = a.mid and ap.partner_id = g.partner_id
  join staff b on b.mid = g.grantee_mid join staff_partner bp on bp.mid = b.mid and bp.partner_id = g.partner_id
  left join unit u on u.id = g.scope_unit
  left join lateral (select count(*)::int as n, max(e.at) as last from staff_grant_event e where e.grant_id = g.id and e.action = 'used') used on true`

/** The caller is one of both sides, or administers the grantor: named here, whatever the policies say. */
const concerned = (
  who: StaffActor,
) => sql`g.partner_id = ${who.partnerId} and (${who.mid} in (g.grantor_mid, g.grantee_mid)
  ${who.rights['admin.partner'] === 'y' ? sql`or ${administered(who)}` : sql``})`
const administered = (who: StaffActor) => sql`exists (select 1 from staff_unit su where su.mid = g.grantor_mid
  and su.partner_id = ${who.partnerId} and su.unit_id = any (${[...who.unitIds]}::int[]))`

/** In force first, ending soonest; then what was over last. */
const standing = sql`array_position(array['active', 'planned', 'ended', 'revoked'], g.state),
  case when g.state in ('active', 'planned') then g.ends_at end, g.over_at desc nulls last, g.id desc`
const orders = { kind: sql`g.kind`, time: sql`g.ends_at`, used: sql`used.last` }

type Query = z.output<typeof grantQuery>
export const list = (who: StaffActor, query: Query): Compilable<{ row: Grant | null; total: number }> => {
  const side =
    query.tab === 'given'
      ? sql`g.grantor_mid = ${who.mid}`
      : query.tab === 'received'
        ? sql`g.grantee_mid = ${who.mid}`
        : administered(who)
  const other = query.tab === 'received' ? 'a' : 'b'
  const where = sql`${concerned(who)} and ${side}
    ${query.kind ? sql`and g.kind = ${query.kind}` : sql``} ${query.state ? sql`and g.state = ${query.state}` : sql``}
    ${query.q ? sql`and (${isNamed(other, query.q)}${query.tab === 'all' ? sql` or ${isNamed('a', query.q)}` : sql``})` : sql``}`
  return sql<{ row: Grant | null; total: number }>`
    with found as (select ${grantJson} as row, count(*) over ()::int as total
      from ${joined} where ${where}
      order by ${inOrder(query.sort, { ...orders, person: sql`${query.tab === 'received' ? sql`a` : sql`b`}.name` }, sql`g.id desc`, standing)}
      limit ${query.pageSize} offset ${(query.page - 1) * query.pageSize})
    select row, total from found`
}

export const byId = (who: StaffActor, id: number): Compilable<{ grant: Grant }> =>
  sql<{ grant: Grant }>`select ${grantJson} as grant from ${joined} where g.id = ${id} and ${concerned(who)}`

export const historyOf = (who: StaffActor, id: number): Compilable<{ event: GrantEvent }> => sql<{ event: GrantEvent }>`
  select jsonb_build_object('id', e.id, 'at', e.at, 'action', e.action, 'mid', e.mid, 'name', s.name, 'nameEn', s.name_en,
    'what', e.detail ->> 'what', 'from', e.detail -> 'from', 'to', coalesce(e.detail -> 'to', e.detail -> 'endsAt')) as event
  from staff_grant_event e join staff_grant g on g.id = e.grant_id left join staff s on s.mid = e.mid
  where e.grant_id = ${id} and ${concerned(who)} order by e.id desc limit 200`

export interface LockedGrant {
  id: number
  partner_id: number
  grantor_mid: number
  grantee_mid: number
  state: Grant['state']
  starts_at: Date
  ends_at: Date
  version: number
}
export const lockForUpdate = (who: StaffActor, id: number): Compilable<LockedGrant> => sql<LockedGrant>`
  select g.id, g.partner_id, g.grantor_mid, g.grantee_mid, g.state, g.starts_at, g.ends_at, g.version from staff_grant g
  where g.id = ${id} and ${concerned(who)} for update`
