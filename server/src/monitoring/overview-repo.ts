import { canSeeMember, canSeeRow, canSeeVisit, canSeeAlert, canReadMeasurementsOfMany } from '../access/visible.ts'
import { severities } from '@teleward/contract/monitoring/group-rules.ts'
import type { CareGroups, MemberQuery, MonitorMember } from '@teleward/contract/monitoring/alert-schema.ts'
import { isMember } from '../patients/matching.ts'
import { visitsOf } from '../patients/row.ts'
import type { Read } from '../patients/service.ts'
import { inOrder, sql } from '../platform/db/index.ts'
import { person } from './alert-repo.ts'
import { ecgBrief } from './ecgs.ts'

import { muted, rank } from './standing.ts'

/** How many values lead to the last one in the small plot of a row. */
const COURSE = 8

export const careGroups = (read: Read): Promise<CareGroups['groups']> =>
  read(sql<CareGroups['groups'][number]>`select id, name, unit_id as "unitId", mine from app_care_groups()`)

const orders = {
  name: sql`m.name`,
  unit: sql`u.name`,
  last: sql`l.at`,
  severity: sql`s.worst`,
}
const inGroup = (
  of: ReturnType<typeof sql>,
) => sql`exists (select 1 from monitor_group_member gm join care on care.id = gm.group_id
  where gm.pid = mu.pid and gm.unit_id = mu.unit_id and gm.removed_at is null and ${canSeeRow('gm')} and ${of})`
/** Looked up once for all, so that nobody else of the unit is gone through. */
const mine = sql`mine as materialized (select distinct gm.pid, gm.unit_id from care join monitor_group_member gm on gm.group_id = care.id
  where care.mine and gm.removed_at is null and ${canSeeRow('gm')}),`

/**
 * Members who are monitored: those of one's groups, or of one's units whoever is in a group or has measured something
 * that is open to one. Of the others a row says that nothing is authorised, and nothing else.
 */
export async function members(
  read: Read,
  now: Date,
  query: MemberQuery,
): Promise<{ rows: MonitorMember[]; total: number }> {
  const { q, whose, group, unit, pid, did, kind, alert, status, days, off, sort, page, pageSize } = query
  const since = new Date(now.getTime() - days * 86_400_000)
  const narrowed = sql.join(
    [
      whose === 'groups' ? sql`true` : sql`(l.at is not null or ${inGroup(sql`true`)})`,
      ...(group ? [inGroup(sql`care.id = ${group}::uuid`)] : []),
      ...(unit ? [sql`mu.unit_id = ${unit}::int`] : []),
      ...(pid ? [sql`mu.pid = ${pid}::int`] : []),
      ...(did
        ? [sql`exists (select 1 from appointment q where q.pid = mu.pid and q.did = ${did} and ${canSeeVisit('q')})`]
        : []),
      ...(kind ? [sql`l.at is not null`] : []),
      ...(alert === 'any' ? [sql`(s.alerts > 0 or w.alerts > 0)`] : []),
      ...(alert && alert !== 'any' ? [sql`s.worst = ${severities.indexOf(alert) + 1}`] : []),
      ...(status ? [status === 'open' ? sql`s.waiting` : sql`s.taken`] : []),
      ...(q ? [isMember('m', q)] : []),
    ],
    sql` and `,
  )
  const standing = sql`s.worst nulls last, s.waiting desc nulls last, s.muted is null, w.alerts is null, l.at nulls first, m.name, mu.pid, mu.unit_id`
  const offOf = sql`(select jsonb_build_object('reason', o.reason, 'name', w.name, 'nameEn', w.name_en, 'at', o.off_at)
    from monitor_off o join staff w on w.mid = o.off_by where o.pid = mu.pid and o.unit_id = mu.unit_id and o.on_at is null and ${canSeeRow('o')}
    order by o.off_at desc, o.id desc limit 1)`
  const rows = await read(sql<{ row: MonitorMember | null; total: number }>`
    with care as materialized (select * from app_care_groups()),
    ${whose === 'groups' ? mine : sql``}
    struck as materialized (
      select a.pid, a.unit_id, count(*) filter (where not quiet.holds)::int as alerts, count(*) filter (where quiet.holds)::int as muted,
        min(${rank}) filter (where not quiet.holds) as worst, bool_or(a.state = 'open' and not quiet.holds) as waiting,
        bool_or(a.state = 'acknowledged' and not quiet.holds) as taken
      from monitor_alert a cross join lateral (select ${muted('a')} as holds offset 0) quiet
      where a.state <> 'resolved' and ${canSeeAlert('a')} group by 1, 2),
    shut as materialized (select s.pid, s.unit_id, count(*)::int as alerts from alerts_shut() s group by 1, 2),
    hit as materialized (
      select mu.pid, mu.unit_id, auth.open, coalesce(s.alerts, 0) as alerts, coalesce(s.muted, 0) as muted, coalesce(w.alerts, 0) as shut_alerts, s.worst, l.at as last_at, stands.off,
        row_number() over (order by ${inOrder(sort, orders, sql`mu.pid, mu.unit_id`, standing)}) as place
      from ${whose === 'groups' ? sql`mine join member_unit mu on mu.pid = mine.pid and mu.unit_id = mine.unit_id` : sql`member_unit mu`}
        join member m on m.pid = mu.pid and ${canSeeMember('m')} join unit u on u.id = mu.unit_id
        cross join lateral (select ${canReadMeasurementsOfMany('mu')} as open offset 0) auth
        cross join lateral (select ${offOf} as off offset 0) stands
        left join struck s on s.pid = mu.pid and s.unit_id = mu.unit_id
        left join shut w on w.pid = mu.pid and w.unit_id = mu.unit_id
        left join lateral (select greatest(max(x.measured_at)${
          kind
            ? sql``
            : sql`, (
            select e.measured_at from ecg e where e.pid = mu.pid and e.unit_id = mu.unit_id order by e.measured_at desc limit 1)`
        }) as at
          from last_measurement x
          where auth.open and x.pid = mu.pid and x.unit_id = mu.unit_id ${kind ? sql`and x.kind = ${kind}` : sql``}) l on auth.open
      where mu.status = 'active' and ${canSeeRow('mu')} and (stands.off is not null) = ${off}::boolean and ${narrowed}),
    page_of as materialized (select * from hit where hit.place > ${(page - 1) * pageSize}::int and hit.place <= ${page * pageSize}::int),
    last_of as materialized (select f.* from (select array_agg(p.pid) as pids, array_agg(p.unit_id) as units from page_of p where p.open and p.off is null) asked
      cross join lateral app_last_of(asked.pids, asked.units, ${days ? since : null}::timestamptz, ${COURSE}) f)
    select (select count(*)::int from hit) as total, page.row from (select 1) one left join (
      select hit.place, jsonb_build_object(${person}, 'open', hit.open, 'off', hit.off, 'alerts', hit.alerts, 'shutAlerts', hit.shut_alerts, 'mutedAlerts', hit.muted,
        'lastQid', past.qid, 'next', coming.visit,
        'worst', (array[${sql.join([...severities])}]::text[])[hit.worst], 'lastAt', hit.last_at,
        'groups', (select coalesce(jsonb_agg(distinct care.name), '[]') from monitor_group_member gm join care on care.id = gm.group_id
          where hit.open and gm.pid = hit.pid and gm.unit_id = hit.unit_id and gm.removed_at is null and ${canSeeRow('gm')}),
        'last', case when hit.open and hit.off is null then coalesce(f.last, '[]') else '[]' end,
        'ecg', (select ${ecgBrief('e')} from ecg e where hit.open and hit.off is null and e.pid = hit.pid and e.unit_id = hit.unit_id
          ${days ? sql`and e.measured_at > ${since}::timestamptz` : sql``} order by e.measured_at desc, e.id desc limit 1)) as row
      from page_of hit join member m on m.pid = hit.pid and ${canSeeMember('m')} join unit u on u.id = hit.unit_id ${visitsOf(now)}
        left join last_of f on f.pid = hit.pid and f.unit_id = hit.unit_id) page on true order by page.place`)
  return { rows: rows.flatMap((one) => (one.row ? [one.row] : [])), total: rows[0]?.total ?? 0 }
}
