import type { EndpointParsed, EndpointReply } from '@teleward/contract/core/endpoint.ts'
import type { loginLog, operationLogs } from '@teleward/contract/auth/endpoints.ts'
import { actLabels } from '@teleward/contract/admin/act-labels.ts'
import type { RawBuilder } from 'kysely'
import { ACTED_FOR, type Compilable, sql } from '../platform/db/index.ts'

type Read = <T>(query: Compilable<T>) => Promise<T[]>

interface LoginRow {
  id: number
  at: Date
  outcome: string
  ip: string | null
  user_agent: string | null
  total: number
}

export async function ownLogins(
  read: Read,
  mid: number,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<EndpointReply<typeof loginLog>> {
  const rows = await read(sql<LoginRow | { id: null; total: number }>`
    select l.id, l.at, l.outcome, l.ip, l.user_agent, n.total
    from (select count(*)::int as total from login_log where mid = ${mid}) n
    left join lateral (select id, at, outcome, ip, user_agent from login_log where mid = ${mid}
      order by at desc, id desc limit ${pageSize} offset ${(page - 1) * pageSize}) l on true`)
  const there = rows.filter((row): row is LoginRow => row.id !== null)
  const data = there.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    outcome: row.outcome,
    ip: row.ip,
    userAgent: row.user_agent,
  }))
  return { data, page, pageSize, total: rows[0]?.total ?? 0 }
}

interface OperationRow {
  id: number
  log: 'audit' | 'login'
  at: Date
  action: string
  kind: 'read' | 'write' | 'auth' | 'none'
  targetKind: string | null
  targetId: string | null
  actedFor: { mid: number; name: string; nameEn: string | null } | null
  outcome: string
  ip: string | null
  userAgent: string | null
  total: number
}
type Query = EndpointParsed<typeof operationLogs>['query']

/** The list says how many there are up to here; a log has no end that anybody pages to. */
const COUNTED = 10_000
const SIGN_IN = 'POST /his/user/login'

/** Acts whose words hold what is searched for, in whichever language, or whose name in the log does. */
export function actsNamed(q: string): string[] {
  const part = q.toLowerCase()
  return Object.entries(actLabels)
    .filter(([action, words]) => [action, ...Object.values(words)].some((word) => word.toLowerCase().includes(part)))
    .map(([action]) => action)
}

/**
 * Own acts, and sign-ins with the own account that failed, which the audit log has of nobody; the object by its last three
 * characters, enough to know it again. Either log is read in its own order as far as the page reaches.
 */
export async function ownOperations(
  read: Read,
  who: { mid: number; timeZone: string },
  q: Query,
): Promise<EndpointReply<typeof operationLogs>> {
  const acts = q.q ? actsNamed(q.q) : []
  const within = sql`(${q.from ?? null}::date is null or l.at >= (${q.from ?? null}::date)::timestamp at time zone ${who.timeZone})
    and (${q.to ?? null}::date is null or l.at < (${q.to ?? null}::date + 1)::timestamp at time zone ${who.timeZone})
    and (${q.outcome ?? null}::text is null or (l.outcome = 'OK') = (${q.outcome ?? null}::text = 'OK'))`
  const searched = (
    action: RawBuilder<unknown>,
  ) => sql`(${q.q ?? null}::text is null or ${action} = any (${acts}::text[])
    or position(lower(${q.q ?? ''}::text) in lower(coalesce(l.ip, ''))) > 0)`
  const done = sql`audit_log l where l.mid = ${who.mid} and ${within} and ${searched(sql`l.action`)}
    and (${q.kind ?? null}::text is null or l.kind = ${q.kind ?? null}::text)`
  const failed = sql`login_log l where l.mid = ${who.mid} and l.outcome not in ('OK', 'unfinsh_verify') and ${within}
    and ${searched(sql`${SIGN_IN}::text`)} and (${q.kind ?? null}::text is null or ${q.kind ?? null}::text = 'auth')`
  const order = q.sort === 'time' ? sql`asc` : sql`desc`
  const reach = q.page * q.pageSize
  const rows = await read(sql<OperationRow | { id: null; total: number }>`
    with found as (
      (select l.id, 'audit' as log, l.at, l.action, l.kind, l.target_kind, l.target_id, (l.detail ->> ${ACTED_FOR})::int as for_mid,
        l.outcome, l.ip, null as user_agent from ${done} order by l.id ${order} limit ${reach}::int)
      union all
      (select l.id, 'login', l.at, ${SIGN_IN}::text, 'auth', null, null, null, l.outcome, l.ip, l.user_agent
        from ${failed} order by l.at ${order}, l.id ${order} limit ${reach}::int)
    )
    select f.*, n.total from (
      select (select count(*) from (select 1 from ${done} limit ${COUNTED}) d)::int
        + (select count(*) from (select 1 from ${failed} limit ${COUNTED}) d)::int as total) n
    left join lateral (
      select f.id, f.log, f.at, f.action, f.kind, f.target_kind as "targetKind", f.target_id as "targetId", f.outcome, f.ip,
        f.user_agent as "userAgent",
        case when s.mid is not null then jsonb_build_object('mid', s.mid, 'name', s.name, 'nameEn', s.name_en) end as "actedFor"
      from found f left join staff s on s.mid = f.for_mid
      order by f.at ${order}, f.log, f.id ${order} limit ${q.pageSize}::int offset ${(q.page - 1) * q.pageSize}::int) f on true`)
  const there = rows.filter((row): row is OperationRow => row.id !== null)
  const data = there.map(({ total: _total, at, targetId, ...row }) => ({
    ...row,
    at: at.toISOString(),
    target: targetId && `…${targetId.slice(-3)}`,
  }))
  return { data, page: q.page, pageSize: q.pageSize, total: rows[0]?.total ?? 0 }
}
