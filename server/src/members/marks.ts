import { canSeeMember } from '../access/visible.ts'
import type { MemberMarks } from '@teleward/contract/members/marks.ts'
import type { MemberRow } from '@teleward/contract/members/schema.ts'
import { unreadOfPatient } from '../chat/unread.ts'
import { managersOf } from '../cases/managers.ts'
import { care, groupsOf } from '../monitoring/care.ts'
import { alertsOf } from '../monitoring/standing.ts'
import type { StaffActor } from '../platform/actor.ts'
import { sql } from '../platform/db/index.ts'
import type { Read } from '../patients/service.ts'

const pid = sql.ref('m.pid')

/**
 * What stands beside these members, of those the caller sees, in one statement: each part by the rule of the domain it comes
 * from. It is asked for a page of a list and not with the list, which is looked through far more often than it is looked at.
 */
export function marksOf(read: Read, who: StaffActor, pids: readonly number[]): Promise<MemberMarks[]> {
  const asked = sql`${[...new Set(pids)]}::int[]`
  return read(sql<MemberMarks>`
    with ${care}
    select m.pid, c.conditions, ${groupsOf('m')} as groups, ${unreadOfPatient(who, pid)} as unread,
      ${alertsOf('m')} as alerts, ${managersOf(who, pid)} as managers
    from member m join app_member_conditions(${asked}) c on c.pid = m.pid
    where m.pid = any (${asked}) and ${canSeeMember('m')}`)
}

/** For a file: rows with who has the members' cases, for who sees all of them. */
export async function withManagers(read: Read, who: StaffActor, rows: readonly MemberRow[]): Promise<MemberRow[]> {
  if (who.rights['crm.read'] !== 'y' || !rows.length) return [...rows]
  const found = await read(sql<{ pid: number; managers: MemberRow['managers'] }>`
    select t.pid, ${managersOf(who, sql.ref('t.pid'))} as managers from unnest(${rows.map((row) => row.pid)}::int[]) t(pid)`)
  const managers = new Map(found.map((one) => [one.pid, one.managers]))
  return rows.map((row) => ({ ...row, managers: managers.get(row.pid) }))
}
