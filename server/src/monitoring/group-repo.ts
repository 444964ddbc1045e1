import { canSeeMember, canSeeRow } from '../access/visible.ts'
import { takers } from './carers.ts'
import type {
  GroupMember,
  groupQuery,
  MonitorGroup,
  MonitorRule,
  OffMember,
  offQuery,
} from '@teleward/contract/monitoring/group-schema.ts'
import type { z } from 'zod'
import type { Read } from '../patients/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import { containing, inOrder, sql } from '../platform/db/index.ts'

/** A group of the institution, of a unit of one's own, or of any for who administers the whole institution. */
export const canSeeGroup = (who: StaffActor, row: string) => sql<boolean>`(
  ${sql.ref(`${row}.partner_id`)} = ${who.partnerId} and (${sql.ref(`${row}.at_unit`)} = any (${[...who.unitIds]}::int[]) or ${holdsRoot(who)}))`
const holdsRoot = (
  who: StaffActor,
) => sql`exists (select 1 from unit root where root.id = any (${[...who.unitIds]}::int[])
  and root.partner_id = ${who.partnerId} and root.main_id is null and root.status = 'active')`

const carer = sql`jsonb_build_object('mid', s.mid, 'name', s.name, 'nameEn', s.name_en, 'doctortype', sp.doctortype)`
/** Those of the staff who work: an account that was closed cares for nobody, and is back with its account. */
const working = sql`s.status = 'active' and sp.status = 'active'`
const columns = (
  who: StaffActor,
) => sql`g.id, g.at_unit as "unitId", u.name as "unitName", u.name_en as "unitNameEn", g.name, g.version, g.reach_minutes as "reachMinutes",
  case when g.ended_at is null then 'active' else 'ended' end as state, g.updated_at as "updatedAt",
  (select coalesce(jsonb_agg(${carer} order by s.name, s.mid), '[]') from monitor_group_staff gs join staff s on s.mid = gs.mid
    join staff_partner sp on sp.mid = gs.mid and sp.partner_id = gs.partner_id where gs.group_id = g.id and ${working}) as staff,
  coalesce(size.members, 0) as members, (select count(*)::int from monitor_rule r where r.group_id = g.id) as rules,
  jsonb_build_object('raised', coalesce(heard.raised, 0), 'running', coalesce(heard.running, 0)) as alerts,
  (g.at_unit = any (${[...who.unitIds]}::int[])) as "mayMembers"`
const joined = sql`monitor_group g join unit u on u.id = g.at_unit left join app_group_sizes() size on size.group_id = g.id
  left join app_group_alerts(now() - interval '7 days') heard on heard.group_id = g.id`

type Row = Omit<MonitorGroup, 'updatedAt'> & { updatedAt: Date; total: number }
const shown = ({ total: _, updatedAt, ...row }: Row): MonitorGroup => ({ ...row, updatedAt: updatedAt.toISOString() })

export type GroupQuery = z.output<typeof groupQuery>
const orders = {
  name: sql`lower(g.name)`,
  unit: sql`u.name`,
  // The columns of the answer, counted as it shows them.
  members: sql`members`,
  rules: sql`rules`,
  alerts: sql`coalesce(heard.raised, 0)`,
  updated: sql`g.updated_at`,
}

export async function list(
  read: Read,
  who: StaffActor,
  query: GroupQuery,
): Promise<{ rows: MonitorGroup[]; total: number }> {
  const { page, pageSize, unit, state, sort } = query
  const like = containing(query.q.toLowerCase())
  const rows = await read(sql<Row>`
    select ${columns(who)}, count(*) over ()::int as total from ${joined}
    where ${canSeeGroup(who, 'g')} and lower(g.name) like ${like} and (${unit ?? null}::int is null or g.at_unit = ${unit ?? null}::int)
      and (${state} = 'all' or (g.ended_at is null) = (${state} = 'active'))
    order by ${inOrder(sort, orders, sql`g.id`, sql`g.ended_at is not null, lower(g.name), g.id`)} limit ${pageSize} offset ${(page - 1) * pageSize}`)
  return { rows: rows.map(shown), total: rows[0]?.total ?? 0 }
}

export async function byId(read: Read, who: StaffActor, id: string): Promise<MonitorGroup | undefined> {
  const [row] = await read(
    sql<Row>`select ${columns(who)}, 1 as total from ${joined} where g.id = ${id}::uuid and ${canSeeGroup(who, 'g')}`,
  )
  return row && shown(row)
}
/** Locked until the transaction ends: whoever else changes the group waits. */
export const lockForUpdate = (read: Read, who: StaffActor, id: string) =>
  read(
    sql<{
      id: string
    }>`select g.id from monitor_group g where g.id = ${id}::uuid and ${canSeeGroup(who, 'g')} for update`,
  )

const person = sql`'pid', m.pid, 'name', m.name, 'nameEn', m.name_en, 'memberNo', m.member_no, 'gender', m.gender, 'birthday', m.birthday, 'vip', m.vip`
const offOf = sql`jsonb_build_object('reason', o.reason, 'name', s.name, 'nameEn', s.name_en, 'at', o.off_at)`
/** The last of the open ones: a merge of two members can leave two. */
const standingOff = sql`left join lateral (select ${offOf} as off from monitor_off o join staff s on s.mid = o.off_by
  where o.pid = m.pid and o.unit_id = mu.unit_id and o.on_at is null and ${canSeeRow('o')} order by o.off_at desc, o.id desc limit 1) stands on true`

export async function people(read: Read, id: string): Promise<GroupMember[]> {
  const rows = await read(sql<{ row: GroupMember }>`
    select jsonb_build_object(${person}, 'since', gm.since, 'off', stands.off, 'running', coalesce(heard.running, 0), 'shut', coalesce(waits.shut, 0)) as row
    from (select x.pid, x.unit_id, min(x.added_at) as since from monitor_group_member x
        where x.group_id = ${id}::uuid and x.removed_at is null and ${canSeeRow('x')} group by 1, 2) gm
      join member m on m.pid = gm.pid and ${canSeeMember('m')}
      join member_unit mu on mu.pid = gm.pid and mu.unit_id = gm.unit_id and mu.status = 'active' and ${canSeeRow('mu')}
      left join group_member_alerts(${id}::uuid) heard on heard.pid = gm.pid
      left join group_alerts_shut(${id}::uuid) waits on waits.pid = gm.pid ${standingOff}
    order by m.name, m.pid`)
  return rows.map(({ row }) => row)
}

export interface Choice {
  id: number
  name: string
  nameEn: string | null
  own: boolean
  staff: { mid: number; name: string; nameEn: string | null; doctortype: string }[]
}
/** Units the caller makes groups of, with those on board whose profession looks at what was measured. */
export const choices = (read: Read, who: StaffActor): Promise<Choice[]> =>
  read(sql<Choice>`
    select u.id, u.name, u.name_en as "nameEn", (u.id = any (${[...who.unitIds]}::int[])) as own, (
      select coalesce(jsonb_agg(${carer} order by s.name, s.mid), '[]') from staff_unit su join staff s on s.mid = su.mid
        join staff_partner sp on sp.mid = su.mid and sp.partner_id = su.partner_id
      where su.unit_id = u.id and ${working} and sp.review = 'onBoard' and sp.doctortype in (${sql.join([...takers])})) as staff
    from unit u where u.partner_id = ${who.partnerId} and u.status = 'active'
      and (u.id = any (${[...who.unitIds]}::int[]) or ${holdsRoot(who)}) order by u.id`)

/** How each of these stands to a unit of the caller: only those whom the caller sees there. */
export const standing = (read: Read, unitId: number, pids: readonly number[]) =>
  read(sql<{ pid: number; off: boolean }>`
    select m.pid, exists (select 1 from monitor_off o where o.pid = m.pid and o.unit_id = mu.unit_id and o.on_at is null and ${canSeeRow('o')}) as off
    from member m join member_unit mu on mu.pid = m.pid
    where m.pid = any (${[...pids]}::int[]) and mu.unit_id = ${unitId} and mu.status = 'active' and ${canSeeMember('m')} and ${canSeeRow('mu')}`)

export const rules = (read: Read, who: StaffActor, id: string): Promise<MonitorRule[]> =>
  read(sql<MonitorRule>`
    select r.id, r.measure, r.test, r.value::float8 as value, coalesce(r.inclusive, r.test = 'change') as inclusive, r.direction,
      r.hours, r.severity, r.from_hour as "fromHour", r.to_hour as "toHour"
    from monitor_rule r where r.group_id = ${id}::uuid and ${canSeeGroup(who, 'r')} order by r.place`)

const offOrders = { name: sql`m.name`, unit: sql`u.name`, at: sql`stands.off ->> 'at'` }

export async function offs(
  read: Read,
  { page, pageSize, sort }: z.output<typeof offQuery>,
): Promise<{ rows: OffMember[]; total: number }> {
  const rows = await read(sql<{ row: OffMember; total: number }>`
    select jsonb_build_object(${person}, 'unitId', u.id, 'unitName', u.name, 'unitNameEn', u.name_en, 'off', stands.off) as row,
      count(*) over ()::int as total
    from member_unit mu join member m on m.pid = mu.pid and ${canSeeMember('m')} join unit u on u.id = mu.unit_id ${standingOff}
    where mu.status = 'active' and ${canSeeRow('mu')} and stands.off is not null
    order by ${inOrder(sort, offOrders, sql`m.pid, u.id`, sql`stands.off ->> 'at' desc, m.pid, u.id`)} limit ${pageSize} offset ${(page - 1) * pageSize}`)
  return { rows: rows.map(({ row }) => row), total: rows[0]?.total ?? 0 }
}
