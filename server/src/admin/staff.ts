import type * as api from '@teleward/contract/admin/endpoints.ts'
import { maskAccount } from '@teleward/contract/admin/rules.ts'
import type { StaffAccount } from '@teleward/contract/admin/schema.ts'
import type { EndpointParsed, Page } from '@teleward/contract/core/endpoint.ts'
import { isNamed } from '../patients/matching.ts'
import type { StaffActor } from '../platform/actor.ts'
import { containing, inOrder, sql } from '../platform/db/index.ts'
import { institutionOf, type AdminScope, type Read, adminScopeOf } from './scope.ts'

interface Row extends Omit<StaffAccount, 'lastSeenAt' | 'toHandOver' | 'state'> {
  status: 'active' | 'disabled'
  last_seen: Date | null
  visits: number
  drafts: number
  todos: number
  cases: number
  total: number
}

/** Shares a unit with the caller, or the caller administers the whole institution. */
export const inAdminScope = (
  who: StaffActor,
  scope: AdminScope,
) => sql`(${scope !== 'units'}::boolean or exists (select 1 from staff_unit r
  where r.mid = sp.mid and r.partner_id = sp.partner_id and r.unit_id = any (${[...who.unitIds]}::int[])))`
/** All units of the account lie within the caller's; nobody administers oneself. */
export const inFull = (
  who: StaffActor,
  scope: AdminScope,
) => sql`(sp.mid <> ${who.mid} and (${scope !== 'units'}::boolean
  or (exists (select 1 from staff_unit r where r.mid = sp.mid and r.partner_id = sp.partner_id)
    and not exists (select 1 from staff_unit r where r.mid = sp.mid and r.partner_id = sp.partner_id
      and r.unit_id <> all (${[...who.unitIds]}::int[])))))`

const orders = {
  name: sql`s.name`,
  type: sql`sp.doctortype`,
  // As the screen says it: on board or not, then closed.
  state: sql`array_position(array['onBoard', 'inReview', 'phoneVerified', 'registered', 'returned', 'cancelled', 'closed'],
    case when sp.status = 'active' then sp.review else 'closed' end)`,
  // Who was never seen was seen longest ago.
  seen: sql`coalesce(st.last_seen, '-infinity')`,
  licence: sql`st.licence`,
}

type Query = Partial<EndpointParsed<typeof api.getStaffAccounts>['query']>
export async function accounts(read: Read, who: StaffActor, now: Date, q: Query): Promise<Page<StaffAccount>> {
  const institution = await institutionOf(read, who, q.partner)
  const scope = await adminScopeOf(read, who)
  const { page = 1, pageSize = 20, sort } = q
  const text = (q.q ?? '').toLowerCase()
  const like = containing(text)
  const before = q.unseen === undefined ? null : new Date(now.getTime() - q.unseen * 86_400_000)
  const rows = await read(sql<Row>`
    with st as materialized (select * from app_staff_standing(${institution},
      array(select mid from staff_partner where partner_id = ${institution}), ${now}::timestamptz))
    select sp.mid, sp.partner_id as "partnerId", s.name, s.name_en as "nameEn", s.account, sp.doctortype, sp.staff_type as "staffType",
      sp.title, sp.privileges, sp.review, sp.status, sp.version, st.sessions, st.last_seen, st.line, st.totp,
      st.licence::text as "licenceExpires", st.visits, st.drafts, st.todos, st.cases,
      (select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'name', u.name, 'nameEn', u.name_en) order by u.id), '[]')
        from staff_unit su join unit u on u.id = su.unit_id where su.mid = sp.mid and su.partner_id = sp.partner_id) as units,
      (select coalesce(jsonb_agg(jsonb_build_object('mid', n.mid, 'name', n.name, 'nameEn', n.name_en) order by n.name, n.mid), '[]')
        from nurse_binding b join staff n on n.mid = b.mid where b.did = sp.mid and b.partner_id = sp.partner_id) as nurses,
      ${inFull(who, scope)} as "mayEdit", count(*) over ()::int as total
    from staff_partner sp join staff s on s.mid = sp.mid join st on st.mid = sp.mid
    where sp.partner_id = ${institution} and ${inAdminScope(who, scope)}
      and (${q.mid ?? null}::int is null or sp.mid = ${q.mid ?? null}::int)
      and (${text} = '' or ${isNamed('s', text)} or lower(concat_ws(' ', s.account, sp.title)) like ${like})
      and (${q.unit ?? null}::int is null or exists (select 1 from staff_unit f
        where f.mid = sp.mid and f.partner_id = sp.partner_id and f.unit_id = ${q.unit ?? null}::int))
      and (${q.type ?? null}::text is null or sp.doctortype = ${q.type ?? null}::text)
      and (${q.review ?? null}::text is null or sp.review = ${q.review ?? null}::text)
      and (${q.state ?? null}::text is null or (sp.status = 'active') = (${q.state ?? null}::text = 'active'))
      and (${before}::timestamptz is null or st.last_seen is null or st.last_seen < ${before}::timestamptz)
    order by ${inOrder(sort, orders, sql`sp.mid`, sql`s.name, sp.mid`)} limit ${pageSize} offset ${(page - 1) * pageSize}`)
  return { data: rows.map(shown), page, pageSize, total: rows[0]?.total ?? 0 }
}

function shown({ status, last_seen, visits, drafts, todos, cases, total: _, ...row }: Row): StaffAccount {
  return {
    ...row,
    account: maskAccount(row.account),
    state: status === 'active' ? 'active' : 'closed',
    lastSeenAt: last_seen?.toISOString() ?? null,
    toHandOver: { visits, drafts, todos, cases },
  }
}

export async function accountOf(
  read: Read,
  who: StaffActor,
  now: Date,
  mid: number,
  partner?: number,
): Promise<StaffAccount | undefined> {
  return (await accounts(read, who, now, { mid, partner, page: 1, pageSize: 1 })).data[0]
}
