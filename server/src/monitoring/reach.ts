import type { StaffActor } from '../platform/actor.ts'
import { reachesRow, sql } from '../platform/db/index.ts'

/** What was measured of a member may be read: by the right to monitoring, while the record is open to the caller. */
export function readable(who: StaffActor, row: string) {
  const pid = sql.ref(`${row}.pid`)
  const right = who.rights['monitor.read']
  const allowed = right === 'y' ? sql`true` : right === 'o' ? sql`app_own_patient(${pid})` : sql`false`
  return sql<boolean>`(${allowed} and app_record_open(${pid}))`
}
/** An alert says what was measured: it is reached as readings are. */
export const reachesAlert = (who: StaffActor, row: string) =>
  sql<boolean>`(${sql.ref(`${row}.partner_id`)} = ${who.partnerId} and ${reachesRow(row)} and ${readable(who, row)})`
