import type { EndpointParsed, EndpointReply } from '@teleward/contract/core/endpoint.ts'
import type { loginLog, operationLogs } from '@teleward/contract/auth/endpoints.ts'
import { type Compilable, sql } from '../platform/db/index.ts'

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
  at: Date
  action: string
  kind: 'read' | 'write' | 'auth' | 'none'
  target_kind: string | null
  target_id: string | null
  outcome: string
  ip: string | null
  total: number
}
type Query = EndpointParsed<typeof operationLogs>['query']

/** Own acts, newest first; the object by its last three characters, enough to know it again. */
export async function ownOperations(
  read: Read,
  who: { mid: number; timeZone: string },
  q: Query,
): Promise<EndpointReply<typeof operationLogs>> {
  const where = sql`mid = ${who.mid}
    and (${q.from ?? null}::date is null or at >= (${q.from ?? null}::date)::timestamp at time zone ${who.timeZone})
    and (${q.to ?? null}::date is null or at < (${q.to ?? null}::date + 1)::timestamp at time zone ${who.timeZone})
    and (${q.kind ?? null}::text is null or kind = ${q.kind ?? null}::text)
    and (${q.outcome ?? null}::text is null or (outcome = 'OK') = (${q.outcome ?? null}::text = 'OK'))`
  const rows = await read(sql<OperationRow | { id: null; total: number }>`
    select a.id, a.at, a.action, a.kind, a.target_kind, a.target_id, a.outcome, a.ip, n.total
    from (select count(*)::int as total from audit_log where ${where}) n
    left join lateral (select * from audit_log where ${where} order by id desc limit ${q.pageSize} offset ${(q.page - 1) * q.pageSize}) a on true`)
  const there = rows.filter((row): row is OperationRow => row.id !== null)
  const data = there.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    action: row.action,
    kind: row.kind,
    targetKind: row.target_kind,
    target: row.target_id && `…${row.target_id.slice(-3)}`,
    outcome: row.outcome,
    ip: row.ip,
  }))
  return { data, page: q.page, pageSize: q.pageSize, total: rows[0]?.total ?? 0 }
}
