import type {
  CheckQuery,
  CheckResultRow,
  CheckValue,
  HealthCheck,
  Processed,
} from '@teleward/contract/healthchecks/schema.ts'
import type { CheckProgramme, Fasting } from '@teleward/contract/healthchecks/items.ts'
import type { CheckState } from '@teleward/contract/healthchecks/rules.ts'
import type { Item } from '@teleward/contract/careevents/items.ts'
import type { StaffBrief } from '@teleward/contract/staff/brief.ts'
import { canSeeFile, canSeeHealthCheck, canSeeHealthResult, canSeeMembership } from '../access/visible.ts'
import { isMember } from '../patients/matching.ts'
import type { Read } from '../patients/service.ts'
import { type Compilable, inOrder, sql, staffBriefJson } from '../platform/db/index.ts'

const rowsOf = async <T>(read: Read, query: Compilable<{ row: T }>): Promise<T[]> =>
  (await read(query)).map(({ row }) => row)

/** As it lies there: `patient` and the expected end are put in by who answers. */
export type CheckRow = Omit<HealthCheck, 'patient' | 'expectedAt'> & {
  pid: number
  unitId: number
  programmeItems: Item[]
  fasting: Fasting | null
  cancelReason: string | null
  submittedBy: number | null
}
const json = sql`jsonb_build_object('id', h.id, 'pid', h.pid, 'unitId', h.unit_id, 'programme', h.programme, 'state', h.state, 'items', cardinality(h.items),
  'programmeItems', h.items, 'entered', (select count(distinct v.item)::int from health_check_value v where v.check_id = h.id and v.item = any (h.items) and ${canSeeHealthCheck('v')}),
  'startedBy', ${staffBriefJson('s')}, 'startedAt', h.started_at, 'submittedAt', h.submitted_at, 'submittedBy', h.submitted_by, 'doneAt', h.done_at,
  'steps', h.steps, 'corrects', h.correction is not null, 'fasting', h.fasting, 'cancelReason', h.cancel_reason, 'version', h.version)`

/** What failed, then what is unfinished, then the newest. */
const standing = sql`case h.state when 'failed' then 0 when 'processing' then 1 when 'collecting' then 2 else 3 end, h.started_at desc, h.id`
export async function list(
  read: Read,
  { state, pid, q, sort, page, pageSize }: Omit<CheckQuery, 'from'>,
  from: Date | null,
): Promise<{ rows: CheckRow[]; total: number }> {
  const found = await read(sql<{ row: CheckRow | null; total: number }>`
    with hit as materialized (
      select h.id, row_number() over (order by ${inOrder(sort, { startedAt: sql`h.started_at`, state: sql`h.state` }, standing, standing)}) as place
      from health_check h join member m on m.pid = h.pid
      where ${canSeeHealthCheck('h')} and (${state ?? null}::text is null or h.state = ${state ?? null}::text) and (${pid ?? null}::int is null or h.pid = ${pid ?? null}::int)
        and (${from}::timestamptz is null or h.started_at >= ${from}::timestamptz)
        ${q.trim() === '' ? sql`` : sql`and ${isMember('m', q)}`}),
    page as (select ${json} as row, hit.place from hit join health_check h on h.id = hit.id and ${canSeeHealthCheck('h')} join staff s on s.mid = h.started_by
      where hit.place > ${(page - 1) * pageSize}::int and hit.place <= ${page * pageSize}::int)
    select (select count(*)::int from hit) as total, page.row from (select 1) one left join page on true order by page.place`)
  return { rows: found.flatMap(({ row }) => (row ? [row] : [])), total: found[0]?.total ?? 0 }
}
export const byId = async (read: Read, id: string): Promise<CheckRow | undefined> =>
  (
    await rowsOf(
      read,
      sql<{
        row: CheckRow
      }>`select ${json} as row from health_check h join staff s on s.mid = h.started_by where h.id = ${id}::uuid and ${canSeeHealthCheck('h')}`,
    )
  )[0]
/** Of a person the one that is not over, in any of the caller's units. */
export const runningOf = async (read: Read, pid: number): Promise<string | undefined> =>
  (
    await read(sql<{
      id: string
    }>`select h.id from health_check h where h.pid = ${pid}::int and h.state in ('collecting', 'processing', 'failed')
      and ${canSeeHealthCheck('h')} order by h.started_at desc limit 1`)
  )[0]?.id

/** Where somebody is a member: by number, or by what a card says. */
export const membershipOf = async (
  read: Read,
  { pid = null, card = null }: { pid?: number | null; card?: string | null },
): Promise<{ pid: number; unitId: number } | undefined> =>
  (
    await read(sql<{ pid: number; unitId: number }>`
      select mu.pid, mu.unit_id as "unitId" from member_unit mu join member m on m.pid = mu.pid
      where mu.status = 'active' and ${canSeeMembership('mu')} and (${pid}::int is null or mu.pid = ${pid}::int)
        and (${card}::text is null or m.id_number = ${card}::text or m.nhi_card_number = ${card}::text or m.member_no = ${card}::text)
      order by mu.unit_id limit 1`)
  )[0]

/** The newest of each item. */
export const values = (read: Read, id: string): Promise<CheckValue[]> =>
  rowsOf(
    read,
    sql<{ row: CheckValue }>`
    select jsonb_build_object('id', x.id, 'item', x.item, 'value', x.value, 'skipped', x.skipped, 'by', ${staffBriefJson('s')}, 'measuredAt', x.recorded_at, 'confirmed', x.confirmed) as row
    from (select distinct on (v.item) v.* from health_check_value v where v.check_id = ${id}::uuid and ${canSeeHealthCheck('v')} order by v.item, v.seq desc) x
      join staff s on s.mid = x.recorded_by order by x.item`,
  )
export interface AttachedFile {
  id: string
  name: string
  state: 'stored' | 'unassigned' | 'withdrawn'
}
export const files = (read: Read, id: string): Promise<AttachedFile[]> =>
  rowsOf(
    read,
    sql<{ row: AttachedFile }>`
    select jsonb_build_object('id', f.id, 'name', f.name, 'state', f.state) as row from health_check_file a join medical_file f on f.id = a.file_id
    where a.check_id = ${id}::uuid and ${canSeeHealthCheck('a')} and ${canSeeFile('f')} order by a.added_at, f.id`,
  )

export interface ResultRow {
  version: number
  madeAt: string
  onDay: string
  reason: string | null
  rows: CheckResultRow[]
  skipped: { item: Item; reason: string }[]
}
const resultJson = sql`jsonb_build_object('version', r.version, 'madeAt', r.made_at, 'onDay', r.on_day, 'reason', r.reason, 'rows', r.rows, 'skipped', r.skipped)`
/** The newest first. */
export const results = (read: Read, id: string): Promise<ResultRow[]> =>
  rowsOf(
    read,
    sql<{
      row: ResultRow
    }>`select ${resultJson} as row from health_check_result r where r.check_id = ${id}::uuid and ${canSeeHealthResult('r')} order by r.version desc`,
  )
export interface EarlierCheck {
  id: string
  on: string
  programme: CheckProgramme
  rows: CheckResultRow[]
}
/** Of this person the checks before: each as it was said last, the newest first. */
export const earlier = (read: Read, { id, pid, startedAt }: CheckRow): Promise<EarlierCheck[]> =>
  rowsOf(
    read,
    sql<{ row: EarlierCheck }>`
    select jsonb_build_object('id', x.id, 'on', x.on_day, 'programme', x.programme, 'rows', x.rows) as row from (
      select distinct on (h.id) h.id, h.started_at, h.programme, r.on_day, r.rows from health_check h
        join health_check_result r on r.check_id = h.id and ${canSeeHealthResult('r')}
      where h.pid = ${pid}::int and h.id <> ${id}::uuid and h.state = 'done' and h.started_at < ${startedAt}::timestamptz and ${canSeeHealthCheck('h')}
      order by h.id, r.version desc) x order by x.started_at desc limit 10`,
  )
export interface Remark {
  kind: 'comment' | 'acknowledged'
  item: string | null
  /** The version of the result that lay before whoever said it. */
  version: number
  text: string | null
  by: StaffBrief
  at: string
}
export const remarks = (read: Read, id: string): Promise<Remark[]> =>
  rowsOf(
    read,
    sql<{ row: Remark }>`
    select jsonb_build_object('kind', m.kind, 'item', m.item, 'version', m.of_version, 'text', m.text, 'by', ${staffBriefJson('s')}, 'at', m.at) as row
    from health_check_remark m join staff s on s.mid = m.mid where m.check_id = ${id}::uuid and ${canSeeHealthResult('m')} order by m.at, m.id`,
  )

export interface Locked {
  state: CheckState
  version: number
  steps: Processed[]
}
export const lock = (id: string) =>
  sql<Locked>`select h.state, h.version, h.steps from health_check h where h.id = ${id}::uuid and ${canSeeHealthCheck('h')} for update`
