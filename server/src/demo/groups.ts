import { randomUUID } from 'node:crypto'
import { type Rule, templates } from '@teleward/contract/monitoring/group-rules.ts'
import { sql, type Tx } from '../platform/db/index.ts'

const UNIT = 2
/** Its alerts wait for who cares as long as a group may have them wait: nobody else is told in the middle of a demonstration. */
const REACH = 240

/** A group of the unit's known faces, once: two who care, and the limits of the template. */
export async function seedGroups(
  tx: Tx,
  mids: Record<string, number>,
  known: readonly number[],
  now: Date,
): Promise<void> {
  const { there } = await tx.one(sql<{ there: boolean }>`select exists (select 1 from monitor_group) as there`)
  if (there) return
  const id = randomUUID()
  const admin = mids.admin ?? 0
  await tx.run(sql`
    insert into monitor_group (id, partner_id, at_unit, name, created_by, created_at, updated_at, reach_minutes)
    values (${id}::uuid, 1, ${UNIT}, '高血壓追蹤', ${admin}, ${now}, ${now}, ${REACH})`)
  await tx.run(sql`
    insert into monitor_group_staff (group_id, partner_id, at_unit, mid)
    select ${id}::uuid, 1, ${UNIT}::int, mid from unnest(${['nurse.chen', 'case.tsai', 'dr.lin'].map((account) => mids[account] ?? 0)}::int[]) mid`)
  await tx.run(sql`
    insert into monitor_group_member (group_id, pid, partner_id, unit_id, added_by, added_at)
    select ${id}::uuid, mu.pid, mu.partner_id, mu.unit_id, ${admin}::int, ${now}::timestamptz from member_unit mu
    where mu.unit_id = ${UNIT} and mu.status = 'active' and mu.pid = any (${known.slice(0, 8)}::int[])`)
  const rules: readonly Rule[] = templates[0].rules
  for (const [place, rule] of rules.entries())
    await tx.run(sql`
      insert into monitor_rule (id, group_id, partner_id, at_unit, place, measure, test, value, inclusive, direction, hours, severity, from_hour, to_hour)
      values (${randomUUID()}::uuid, ${id}::uuid, 1, ${UNIT}, ${place}, ${rule.measure}, ${rule.test}, ${rule.value}::numeric,
        ${rule.inclusive ?? null}::boolean, ${rule.direction ?? null}::text, ${rule.hours}::int,
        ${rule.severity}, ${rule.fromHour}, ${rule.toHour})`)
}
