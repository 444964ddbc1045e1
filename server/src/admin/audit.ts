import type * as api from '@teleward/contract/admin/endpoints.ts'
import type { AuditRow, ChainState } from '@teleward/contract/admin/schema.ts'
import type { EndpointParsed, Page } from '@teleward/contract/core/endpoint.ts'
import type { StaffActor } from '../platform/actor.ts'
import { verifyChain } from '../platform/audit/index.ts'
import { ACTED_FOR, type Db, isConflict, json, sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { exportKeyOf, fingerprint } from './audit-export.ts'
import { institutionOf, type AdminScope, type Read, adminScopeOf } from './scope.ts'

const EMERGENCY = 'emergency access'
/** The list says how many there are up to here; a log has no end that anybody pages to. */
const COUNTED = 10_000

type Query = EndpointParsed<typeof api.getAuditLogs>['query']
export type Filters = EndpointParsed<typeof api.exportAuditLogs>['query']

/** Rows that the caller answers for: of the institution, or by the staff and about the members of the own units. */
const mine = (who: StaffActor, scope: AdminScope, institution: number | undefined) => sql`(
  (${scope === 'all'}::boolean and (${institution ?? null}::int is null or l.partner_id = ${institution ?? null}::int))
  or (${scope !== 'all'}::boolean and l.partner_id = ${who.partnerId} and (${scope === 'tree'}::boolean
    or exists (select 1 from staff_unit su where su.mid = l.mid and su.partner_id = l.partner_id and su.unit_id = any (${[...who.unitIds]}::int[]))
    or exists (select 1 from member_unit mu where mu.pid = l.pid and mu.partner_id = l.partner_id and mu.unit_id = any (${[...who.unitIds]}::int[])))))`

/** Whose records it is odd to open: asked of functions that know patients whom the reader of the log may not see. */
function odd(pattern: Filters['pattern'], institution: number | undefined) {
  const here = sql`${institution ?? null}::int`
  if (pattern === undefined) return sql`true`
  if (pattern === 'acquainted') return sql`(l.mid, l.pid) in (select o.mid, o.pid from app_audit_acquainted(${here}) o)`
  // Only where a record was opened: there it is said why.
  if (pattern === 'unrelated')
    return sql`(l.mid is not null and l.detail ? 'reason' and app_audit_unrelated(l.mid, l.pid, l.partner_id, l.at))`
  return sql`(l.mid is not null and l.pid = any ((select app_audit_patients(${pattern}, ${here}))::int[]))`
}

const narrowed = (q: Filters, zone: string) => sql`
  (${q.from ?? null}::date is null or l.at >= (${q.from ?? null}::date)::timestamp at time zone ${zone})
  and (${q.to ?? null}::date is null or l.at < (${q.to ?? null}::date + 1)::timestamp at time zone ${zone})
  and (${q.who ?? null}::int is null or l.mid = ${q.who ?? null}::int)
  and (${q.pid ?? null}::int is null or l.pid = ${q.pid ?? null}::int)
  and (${q.kind ?? null}::text is null or l.kind = ${q.kind ?? null}::text)
  and (${q.why ?? null}::text is null or l.detail ->> 'reason' = ${q.why ?? null}::text)
  and (${q.result ?? null}::text is null or (l.outcome = 'OK') = (${q.result ?? null}::text = 'OK'))
  and (${q.emergency ?? null}::text is null or (l.action = ${EMERGENCY} and (${q.emergency ?? null}::text = 'all' or k.audit_id is null)))`

interface Row extends Omit<AuditRow, 'at' | 'looked' | 'change' | 'criteria' | 'rows'> {
  at: Date
  detail: { before?: unknown; after?: unknown; criteria?: Record<string, unknown>; rows?: unknown } | null
  looked: AuditRow['looked']
}
const columns = sql`l.id, l.at, l.partner_id as "partnerId", l.mid, s.name, s.name_en as "nameEn", l.link_id is not null as "byLink", l.action, l.kind,
  l.target_kind as "targetKind", l.target_id as "targetId", l.pid, m.name as "patientName", m.name_en as "patientNameEn", l.detail ->> 'reason' as why,
  case when b.mid is not null then jsonb_build_object('mid', b.mid, 'name', coalesce(b.name, ''), 'nameEn', b.name_en) end as "actedFor",
  l.action = ${EMERGENCY} as emergency, l.outcome, l.ip, l.detail,
  case when k.audit_id is not null then jsonb_build_object('mid', k.mid, 'name', coalesce(ks.name, ''), 'nameEn', ks.name_en, 'at', k.at, 'note', k.note) end as looked`
const joined = sql`audit_log l left join audit_look k on k.audit_id = l.id left join staff s on s.mid = l.mid
  left join staff b on b.mid = (l.detail ->> ${ACTED_FOR})::int
  left join member m on m.pid = l.pid left join staff ks on ks.mid = k.mid`

const shown = ({ detail, at, looked, ...row }: Row): AuditRow => ({
  ...row,
  at: at.toISOString(),
  looked: looked && { ...looked, at: new Date(looked.at).toISOString() },
  change:
    detail && ('before' in detail || 'after' in detail)
      ? { before: detail.before ?? null, after: detail.after ?? null }
      : null,
  criteria:
    detail?.criteria === undefined
      ? null
      : Object.entries(detail.criteria)
          .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
          .join('; '),
  rows: typeof detail?.rows === 'number' ? detail.rows : null,
})

/**
 * Unless asked for by time alone: newest first, and before all others the emergency accesses that nobody looked at. Those are few and have an index of
 * their own; the rest is read in the log's order without sorting it.
 */
export async function auditLog(read: Read, who: StaffActor, q: Query): Promise<Page<AuditRow>> {
  const scope = await adminScopeOf(read, who)
  const institution = q.partner === undefined ? undefined : await institutionOf(read, who, q.partner)
  const where = sql`${mine(who, scope, institution)} and ${narrowed(q, who.timeZone)}
    and ${odd(q.pattern, scope === 'all' ? institution : who.partnerId)}`
  // By time alone nothing stands before anything else. Numbers are given in the order of time.
  const urgent = q.sort ? sql`false` : sql`l.action = ${EMERGENCY} and k.audit_id is null`
  const order = q.sort === 'time' ? sql`l.id` : sql`l.id desc`
  const [counted] = await read(sql<{ urgent: number; total: number }>`
    select count(*)::int as total, count(*) filter (where urgent)::int as urgent from (
      (select true as urgent from audit_log l left join audit_look k on k.audit_id = l.id where ${urgent} and ${where} limit ${COUNTED})
      union all (select false from audit_log l left join audit_look k on k.audit_id = l.id where not (${urgent}) and ${where} limit ${COUNTED})) n`)
  const { urgent: first, total } = counted ?? { urgent: 0, total: 0 }
  const from = (q.page - 1) * q.pageSize
  const top = Math.max(0, Math.min(q.pageSize, first - from))
  const rows = [
    ...(top
      ? await read(
          sql<Row>`select ${columns} from ${joined} where ${urgent} and ${where} order by ${order} limit ${top} offset ${from}`,
        )
      : []),
    ...(top < q.pageSize
      ? await read(sql<Row>`select ${columns} from ${joined} where not (${urgent}) and ${where} order by ${order}
          limit ${q.pageSize - top} offset ${Math.max(0, from - first)}`)
      : []),
  ]
  return { data: rows.map(shown), page: q.page, pageSize: q.pageSize, total }
}

/** Once, with what was found: the first look stands. */
export async function look(tx: Tx, who: StaffActor, now: Date, id: number, note: string): Promise<AuditRow> {
  const scope = await adminScopeOf(tx.many, who)
  const where = sql`l.id = ${id} and ${mine(who, scope, undefined)}`
  const read = async () => (await tx.many(sql<Row>`select ${columns} from ${joined} where ${where}`))[0]
  const row = await read()
  if (!row) throw new AppError('NOT_FOUND')
  // Whoever opened the record is not the one to find it in order.
  if (!row.emergency || row.looked || row.mid === who.mid)
    throw new AppError('FIELD_RELATED', { fields: [{ path: 'id', code: 'FIELD_RELATED' }] })
  try {
    await tx.run(sql`insert into audit_look (audit_id, partner_id, mid, note, at)
      values (${id}, ${row.partnerId}, ${who.mid}, ${note.toWellFormed()}, ${now}::timestamptz)`)
  } catch (error) {
    if (isConflict(error)) throw new AppError('FIELD_RELATED', { fields: [{ path: 'id', code: 'FIELD_RELATED' }] })
    throw error
  }
  const after = await read()
  if (!after) throw new AppError('NOT_FOUND')
  return shown(after)
}

const KEY = 'auditVerified'
type Stored = Omit<ChainState, 'emergenciesOpen' | 'exportKey'>

/** The chain runs through all institutions: its state is one, and says nothing of any of them. */
export async function chainState(db: Db, read: Read, who: StaffActor): Promise<ChainState> {
  const exportKey = fingerprint(await exportKeyOf(db))
  const [stored] = await db.system.read(sql<{ value: Stored }>`select value from server_state where key = ${KEY}`)
  const scope = await adminScopeOf(read, who)
  const [open] = await read(sql<{ count: number }>`
    select count(*)::int as count from (select 1 from audit_log l left join audit_look k on k.audit_id = l.id
      where l.action = ${EMERGENCY} and k.audit_id is null and ${mine(who, scope, undefined)} limit ${COUNTED}) n`)
  const never: Stored = { verifiedAt: null, by: null, sealed: 0, waiting: 0, head: null, findings: [] }
  const state = stored?.value ?? never
  // Somebody of another institution is nobody here.
  const known =
    state.by &&
    (
      await read(sql<{ name: string; nameEn: string | null }>`
    select s.name, s.name_en as "nameEn" from staff s join staff_partner sp on sp.mid = s.mid
    where s.mid = ${state.by.mid} and (${scope === 'all'}::boolean or sp.partner_id = ${who.partnerId}) limit 1`)
    )[0]
  return {
    ...state,
    by: known && state.by ? { ...state.by, ...known } : null,
    emergenciesOpen: open?.count ?? 0,
    exportKey,
  }
}

let running: Promise<Stored> | undefined
/** One walk at a time in a process: whoever asks meanwhile gets the same one's result. */
export async function verify(db: Db, read: Read, who: StaffActor, now: Date): Promise<ChainState> {
  running ??= walk(db, who, now).finally(() => {
    running = undefined
  })
  await running
  return chainState(db, read, who)
}
async function walk(db: Db, who: StaffActor, now: Date): Promise<Stored> {
  const { sealed, waiting, findings, head } = await verifyChain(db, now)
  const state: Stored = {
    verifiedAt: now.toISOString(),
    by: { mid: who.mid, name: who.name, nameEn: null },
    sealed,
    waiting,
    head,
    findings,
  }
  await db.system.tx((tx) =>
    tx.run(
      sql`insert into server_state (key, value) values (${KEY}, ${json(state)}) on conflict (key) do update set value = excluded.value`,
    ),
  )
  return state
}
