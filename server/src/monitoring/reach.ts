import type { StaffActor } from '../platform/actor.ts'
import { reachesRow, sql } from '../platform/db/index.ts'

export type Who = Pick<StaffActor, 'partnerId' | 'rights'>

/** That a member is watched, and in which groups, is known by the right to monitoring. */
export function watches(who: Who, row: string) {
  const right = who.rights['monitor.read']
  return right === 'y'
    ? sql<boolean>`true`
    : right === 'o'
      ? sql<boolean>`app_own_patient(${sql.ref(`${row}.pid`)})`
      : sql<boolean>`false`
}
/** What was measured of a member may be read: by the right to monitoring, while the record is open to the caller. */
export const readable = (who: Who, row: string) =>
  sql<boolean>`(${watches(who, row)} and app_record_open(${sql.ref(`${row}.pid`)}))`
/** An alert says what was measured: it is reached as readings are. */
export const reachesAlert = (who: Who, row: string) =>
  sql<boolean>`(${sql.ref(`${row}.partner_id`)} = ${who.partnerId} and ${reachesRow(row)} and ${readable(who, row)})`
