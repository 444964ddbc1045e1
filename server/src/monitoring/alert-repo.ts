import { canSeeMember, canSeeAlert, canSeeVisit } from '../access/visible.ts'
import {
  type Alert,
  type alertQuery,
  MOST_URGENT,
  type UrgentAlerts,
} from '@teleward/contract/monitoring/alert-schema.ts'
import type { AlertState } from '@teleward/contract/monitoring/alert-rules.ts'
import type { z } from 'zod'
import type { Read } from '../patients/service.ts'
import { inOrder, sql, staffBriefJson, type Tx } from '../platform/db/index.ts'

import { takers } from './carers.ts'
import { muted, rank, standing } from './standing.ts'

export const person = sql`'pid', m.pid, 'name', m.name, 'nameEn', m.name_en, 'memberNo', m.member_no, 'gender', m.gender,
  'birthday', m.birthday, 'vip', m.vip, 'unitId', u.id, 'unitName', u.name, 'unitNameEn', u.name_en`
/** Of alerts that were over before the worst was kept, what is known of it. */
const worst = sql`coalesce(a.worst_value, case a.test when 'above' then greatest(a.value, a.last_value) when 'below' then least(a.value, a.last_value)
  else a.last_value end)`
/** The limit stands as it was, and no own one has taken its place in all of its hours. */
const holds = sql`(a.state = 'resolved' or alert_limit_holds(a.pid, a.unit_id, a.rule_id, a.measure, a.test, a.severity, a.limit_value, a.hours))`
const row = sql`jsonb_build_object('id', a.id, ${person}, 'measure', a.measure, 'test', a.test, 'severity', a.severity,
  'limit', a.limit_value, 'inclusive', coalesce(a.inclusive, a.test = 'change'), 'direction', a.direction, 'hours', a.hours, 'limitHolds', ${holds},
  'source', a.source, 'groupName', a.group_name, 'value', a.value, 'measurementTime', a.measured_at,
  'worstValue', ${worst}, 'worstAt', coalesce(a.worst_at, case when ${worst} = a.value then a.measured_at else a.last_at end),
  'baseValue', a.base_value, 'baseAt', a.base_at, 'reopenedAt', a.reopened_at, 'acknowledgedBefore', (
    select coalesce(jsonb_agg(jsonb_build_object('by', ${staffBriefJson('b')}, 'at', x.ack ->> 'at', 'note', x.ack ->> 'note') order by x.place), '[]')
    from jsonb_array_elements(a.acks_before) with ordinality x(ack, place) join staff b on b.mid = (x.ack ->> 'mid')::int),
  'lateFrom', a.late_from, 'withdrawnReading', exists (
    select 1 from reading w where w.pid = a.pid and w.unit_id = a.unit_id and w.withdrawn_at is not null
      and w.kind = case when a.measure in ('systolic', 'diastolic', 'bp_pulse') then 'blood_pressure' else a.measure end
      and w.measured_at in (a.measured_at, a.worst_at, a.last_at, a.base_at)),
  'raisedAt', a.raised_at, 'times', a.times, 'lastValue', a.last_value, 'lastAt', a.last_at, 'state', a.state,
  'acknowledged', case when s.mid is null then null else jsonb_build_object('by', ${staffBriefJson('s')}, 'at', a.acked_at, 'note', coalesce(a.ack_note, '')) end,
  'resolved', case when e.mid is null then null else jsonb_build_object('by', ${staffBriefJson('e')}, 'at', a.resolved_at, 'note', a.resolution) end,
  'muted', (select jsonb_build_object('by', ${staffBriefJson('y')}, 'at', x.at, 'note', x.note, 'until', x.until)
    from monitor_alert_mute x join staff y on y.mid = x.mid
    where x.alert_id = a.id and ${muted('a')} and x.ended_at is null and x.until > now() order by x.id desc limit 1),
  'notes', (select coalesce(jsonb_agg(jsonb_build_object('by', ${staffBriefJson('w')}, 'at', x.at, 'note', x.note) order by x.id), '[]')
    from monitor_alert_note x join staff w on w.mid = x.mid where x.alert_id = a.id))`
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
      state === 'all'
        ? sql`true`
        : state === 'running'
          ? sql`a.state <> 'resolved'`
          : sql`a.state = ${state} and not ${muted('a')}`,
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

/** The critical alerts that nobody has taken, of whom the caller is told. */
const toldOf = (now: Date) => sql`alerts_told(${now}::timestamptz, ${[...takers]}::text[])`

/** Of these the caller is told now: who waits longest first. */
export async function urgent(read: Read, now: Date): Promise<UrgentAlerts['alerts']> {
  const rows = await read(sql<{ row: UrgentAlerts['alerts'][number] }>`
    with told as materialized (select * from ${toldOf(now)})
    select ${row} || jsonb_build_object('wide', told.wide) as row from told, ${joined} and a.id = told.id
    order by told.since, a.id limit ${MOST_URGENT}`)
  return rows.map((one) => one.row)
}
/** And of whom one waits that the caller may not read. */
export async function urgentShut(read: Read, now: Date): Promise<UrgentAlerts['shut']> {
  const rows = await read(sql<{ row: UrgentAlerts['shut'][number] }>`
    with told as materialized (select t.pid, t.unit_id, min(t.since) as since, bool_or(t.wide) as wide
      from ${toldOf(now)} t where t.shut group by 1, 2)
    select jsonb_build_object(${person}, 'since', told.since, 'wide', told.wide, 'lastQid', (
      select q.qid from appointment q where q.pid = m.pid and q.unit_id = told.unit_id and ${canSeeVisit('q')} and q.start_at <= ${now}::timestamptz
      order by q.start_at desc, q.qid desc limit 1)) as row
    from told join member m on m.pid = told.pid and ${canSeeMember('m')} join unit u on u.id = told.unit_id
    order by told.since, m.pid limit ${MOST_URGENT}`)
  return rows.map((one) => one.row)
}
/** What waits is taken at its lists' word: critical and open of whom one may read, and of the others whom one is told of. */
export const urgentCount = (now: Date) => sql<{ many: number }>`
  select ((select count(*) from monitor_alert a where a.severity = 'critical' and a.state = 'open' and ${canSeeAlert('a')})
    + (select count(*) from (select distinct t.pid, t.unit_id from ${toldOf(now)} t where t.shut) s))::int as many`

/** A further word on an alert, in one's own name. */
export const addNote = (tx: Tx, id: string, mid: number, at: Date, note: string) =>
  tx.run(
    sql`insert into monitor_alert_note (alert_id, mid, at, note) values (${id}::uuid, ${mid}, ${at}::timestamptz, ${note})`,
  )
