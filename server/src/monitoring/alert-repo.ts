import { canSeeMember, canSeeAlert } from '../access/visible.ts'
import type { Alert, alertQuery } from '@teleward/contract/monitoring/alert-schema.ts'
import type { AlertState } from '@teleward/contract/monitoring/alert-rules.ts'
import type { z } from 'zod'
import type { Read } from '../patients/service.ts'
import { inOrder, sql, staffBriefJson } from '../platform/db/index.ts'

import { rank, standing } from './standing.ts'

export const person = sql`'pid', m.pid, 'name', m.name, 'nameEn', m.name_en, 'memberNo', m.member_no, 'gender', m.gender,
  'birthday', m.birthday, 'vip', m.vip, 'unitId', u.id, 'unitName', u.name, 'unitNameEn', u.name_en`
/** Of alerts that were over before the worst was kept, what is known of it. */
const worst = sql`coalesce(a.worst_value, case a.test when 'above' then greatest(a.value, a.last_value) when 'below' then least(a.value, a.last_value)
  else a.last_value end)`
const row = sql`jsonb_build_object('id', a.id, ${person}, 'measure', a.measure, 'test', a.test, 'severity', a.severity,
  'limit', a.limit_value, 'inclusive', coalesce(a.inclusive, a.test = 'change'), 'direction', a.direction, 'hours', a.hours,
  'source', a.source, 'groupName', a.group_name, 'value', a.value, 'measurementTime', a.measured_at,
  'worstValue', ${worst}, 'worstAt', coalesce(a.worst_at, case when ${worst} = a.value then a.measured_at else a.last_at end),
  'baseValue', a.base_value, 'baseAt', a.base_at, 'reopenedAt', a.reopened_at, 'acknowledgedBefore', (
    select coalesce(jsonb_agg(jsonb_build_object('by', ${staffBriefJson('b')}, 'at', x.ack ->> 'at', 'note', x.ack ->> 'note') order by x.place), '[]')
    from jsonb_array_elements(a.acks_before) with ordinality x(ack, place) join staff b on b.mid = (x.ack ->> 'mid')::int),
  'raisedAt', a.raised_at, 'times', a.times, 'lastValue', a.last_value, 'lastAt', a.last_at, 'state', a.state,
  'acknowledged', case when s.mid is null then null else jsonb_build_object('by', ${staffBriefJson('s')}, 'at', a.acked_at, 'note', coalesce(a.ack_note, '')) end,
  'resolved', case when e.mid is null then null else jsonb_build_object('by', ${staffBriefJson('e')}, 'at', a.resolved_at, 'note', a.resolution) end)`
const joined = sql`monitor_alert a join member m on m.pid = a.pid and ${canSeeMember('m')}
  join unit u on u.id = a.unit_id left join staff s on s.mid = a.acked_by left join staff e on e.mid = a.resolved_by
  where ${canSeeAlert('a')}`

const orders = {
  severity: rank,
  name: sql`m.name`,
  raised: sql`a.raised_at`,
  state: sql`array_position(array['open', 'acknowledged', 'resolved'], a.state)`,
}

export async function list(
  read: Read,
  { state, severity, unit, pid, since, sort, page, pageSize }: z.output<typeof alertQuery>,
): Promise<{ rows: Alert[]; total: number }> {
  const narrowed = sql.join(
    [
      state === 'all' ? sql`true` : state === 'running' ? sql`a.state <> 'resolved'` : sql`a.state = ${state}`,
      ...(severity ? [sql`a.severity = ${severity}`] : []),
      ...(unit ? [sql`a.unit_id = ${unit}::int`] : []),
      ...(pid ? [sql`a.pid = ${pid}::int`] : []),
      ...(since ? [sql`(a.raised_at >= ${since}::timestamptz or a.resolved_at >= ${since}::timestamptz)`] : []),
    ],
    sql` and `,
  )
  const rows = await read(sql<{ row: Alert | null; total: number }>`
    with hit as materialized (
      select a.id, row_number() over (order by ${inOrder(sort, orders, standing, standing)}) as place
      from ${joined} and ${narrowed}),
    page as (select ${row} as row, hit.place from hit, ${joined} and a.id = hit.id
      and hit.place > ${(page - 1) * pageSize}::int and hit.place <= ${page * pageSize}::int)
    select (select count(*)::int from hit) as total, page.row from (select 1) one left join page on true order by page.place`)
  return { rows: rows.flatMap((one) => (one.row ? [one.row] : [])), total: rows[0]?.total ?? 0 }
}

export const byId = async (read: Read, id: string): Promise<Alert | undefined> =>
  (await read(sql<{ row: Alert }>`select ${row} as row from ${joined} and a.id = ${id}::uuid`))[0]?.row

/** Locked until the transaction ends: whoever else wants the alert waits. */
export const lockForUpdate = async (read: Read, id: string): Promise<AlertState | undefined> =>
  (
    await read(sql<{ state: AlertState }>`
      select a.state from monitor_alert a where a.id = ${id}::uuid and ${canSeeAlert('a')} for update`)
  )[0]?.state
