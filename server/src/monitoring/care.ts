import { canSeeRow, canMonitor } from '../access/visible.ts'
import type { RawBuilder } from 'kysely'
import { sql } from '../platform/db/index.ts'

/** The groups of the caller's units, beside which `groupsOf` stands in a statement. */
export const care = sql`care as materialized (select * from app_care_groups())`

/** Who is in a group now, of those whom the caller watches. */
const living = sql`gm.removed_at is null and ${canSeeRow('gm')} and ${canMonitor('gm')}`

/** The groups of one member (`row.pid`) by name; null where the caller may not know. */
export const groupsOf = (row: string) => sql`case when ${canMonitor(row)} then (
  select coalesce(jsonb_agg(distinct care.name), '[]') from monitor_group_member gm join care on care.id = gm.group_id
  where gm.pid = ${sql.ref(`${row}.pid`)} and ${living}) end`

/** Is the member in that group? It is one of the caller's units. */
export const inCareGroup = (pid: RawBuilder<unknown>, group: string) => sql<boolean>`exists (
  select 1 from monitor_group_member gm join app_care_groups() care on care.id = gm.group_id
  where gm.pid = ${pid} and gm.group_id = ${group}::uuid and ${living})`
