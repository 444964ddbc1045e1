import type { StaffActor } from '../platform/actor.ts'
import { reachesMembership, sql } from '../platform/db/index.ts'

export type Who = Pick<StaffActor, 'mid' | 'partnerId' | 'rights'>

/** Of one's units, of one's own patients alone for who sees no others; where the right is for one's own alone, those one owns, opened or handed on. */
export const reachesCase = (who: Who, row: string) => {
  const of = (column: string) => sql.ref(`${row}.${column}`)
  const right = who.rights['crm.read']
  const mine = sql`${who.mid} in (${of('owner_mid')}, ${of('opened_by')}, ${of('assigned_from')}, ${of('assigned_to')})`
  return sql<boolean>`(${reachesMembership(row)} and ${of('partner_id')} = ${who.partnerId} and ${right === 'y' ? sql`true` : right === 'o' ? mine : sql`false`})`
}
