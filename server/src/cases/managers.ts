import { canSeeCase } from '../access/visible.ts'
import type { RawBuilder } from 'kysely'
import { sql, staffBriefJson } from '../platform/db/index.ts'
import type { StaffActor } from '../platform/actor.ts'

/** An open case that somebody has. */
const had = sql`c.state = 'open' and c.owner_mid is not null`

type Who = Pick<StaffActor, 'rights'>

/**
 * Who has the open cases of one member (`pid`), the last hand-over first. Who sees some of the cases alone does not know that
 * there is no other: none is null for them, as for who sees no cases.
 */
export function managersOf(who: Who, pid: RawBuilder<unknown>) {
  const right = who.rights['crm.read']
  if (right !== 'y' && right !== 'o') return sql`null::jsonb`
  const found = sql`jsonb_agg(${staffBriefJson('o')} order by h.at desc, o.mid)`
  return sql`(select ${right === 'y' ? sql`coalesce(${found}, '[]')` : found}
    from (select c.owner_mid, max(c.assigned_at) as at from crm_case c where c.pid = ${pid} and ${had} and ${canSeeCase('c')} group by 1) h
    join staff o on o.mid = h.owner_mid)`
}

/** Has that person an open case of the member's? */
export const hasCaseOf = (pid: RawBuilder<unknown>, manager: number) => sql<boolean>`exists (
  select 1 from crm_case c where c.pid = ${pid} and ${had} and c.owner_mid = ${manager}::int and ${canSeeCase('c')})`

/** Everybody who has an open case that the caller sees. */
export const allManagers = sql`(
  select coalesce(jsonb_agg(distinct jsonb_build_object('id', o.mid, 'name', o.name)), '[]')
  from crm_case c join staff o on o.mid = c.owner_mid where ${had} and ${canSeeCase('c')})`
