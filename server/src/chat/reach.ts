import { canSeeRow } from '../access/visible.ts'
import type { StaffActor } from '../platform/actor.ts'
import { sql } from '../platform/db/index.ts'

export type Who = Pick<StaffActor, 'mid' | 'partnerId' | 'rights'>

/** Those with patients of the caller's units, where the caller writes to patients at all. */
export const withPatients = (who: Who) => sql<boolean>`(c.kind = 'patient' and ${who.rights['chat.patient'] === 'y'}
  and c.partner_id = ${who.partnerId} and ${canSeeRow('c')})`
export const withColleagues = (who: Who) => sql<boolean>`(c.kind = 'staff' and c.partner_id = ${who.partnerId}
  and ${who.mid} in (c.low_mid, c.high_mid))`
export const inGroup = (who: Who) => sql<boolean>`(c.kind = 'group' and c.partner_id = ${who.partnerId}
  and exists (select 1 from chat_participant g where g.conversation_id = c.id and g.mid = ${who.mid} and g.left_at is null))`
/** The conversations somebody takes part in, asked by the statement itself: the policies say the same once more. */
export const takesPart = (who: Who) => sql<boolean>`(${withPatients(who)} or ${withColleagues(who)} or ${inGroup(who)})`

/**
 * How far the caller has read; whoever has never opened a patient's conversation begins behind the last answer. By `case`:
 * PostgreSQL takes `coalesce` for something that may leak, and then asks the policies of every message before it.
 */
export const readTo = sql<number>`case when me.id is not null then me.last_read_seq when c.kind = 'patient' then c.answered_seq else 0 end`
export const myPlace = (who: Who) =>
  sql`left join chat_participant me on me.conversation_id = c.id and me.mid = ${who.mid}`
