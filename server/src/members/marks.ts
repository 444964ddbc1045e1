import type { MemberMarks } from '@teleward/contract/members/marks.ts'
import type { MemberRow } from '@teleward/contract/members/schema.ts'
import { unreadOfPatient } from '../chat/unread.ts'
import { managersOf } from '../crm/managers.ts'
import { care, groupsOf } from '../monitoring/care.ts'
import { alertsOf } from '../monitoring/standing.ts'
import type { StaffActor } from '../platform/actor.ts'
import { reachesMember, reachesRow, sql } from '../platform/db/index.ts'
import { authorisationOf } from './brief.ts'
import type { Read } from './service.ts'

const pid = sql.ref('m.pid')

/**
 * What stands beside these members, of those the caller sees, in one statement: each part by the rule of the domain it comes
 * from. It is asked for a page of a list and not with the list, which is looked through far more often than it is looked at.
 */
export const marksOf = (read: Read, who: StaffActor, pids: readonly number[]): Promise<MemberMarks[]> =>
  read(sql<MemberMarks>`
    with ${care}
    select m.pid, ${unreadOfPatient(who, pid)} as unread, ${alertsOf(who, 'm')} as alerts, ${groupsOf(who, 'm')} as groups,
      ${managersOf(who, pid)} as managers,
      case when auth.state = 'notAuthorised' then null else (
        select coalesce(jsonb_agg(jsonb_build_object('note', h.note, 'ename', h.ename) order by h.id), '[]')
        from member_history h
        where h.pid = m.pid and h.kind = 'person_sick' and h.withdrawn_at is null and ${reachesRow('h')}) end as conditions
    from member m ${authorisationOf}
    where m.pid = any (${[...new Set(pids)]}::int[]) and ${reachesMember('m')}`)

/** For a file: rows with who has the members' cases, for who sees all of them. */
export async function withManagers(read: Read, who: StaffActor, rows: readonly MemberRow[]): Promise<MemberRow[]> {
  if (who.rights['crm.read'] !== 'y' || !rows.length) return [...rows]
  const found = await read(sql<{ pid: number; managers: MemberRow['managers'] }>`
    select t.pid, ${managersOf(who, sql.ref('t.pid'))} as managers from unnest(${rows.map((row) => row.pid)}::int[]) t(pid)`)
  const managers = new Map(found.map((one) => [one.pid, one.managers]))
  return rows.map((row) => ({ ...row, managers: managers.get(row.pid) }))
}
