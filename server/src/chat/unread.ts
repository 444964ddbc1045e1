import { UNREAD_MAX } from '@teleward/contract/chat/rules.ts'
import type { RawBuilder } from 'kysely'
import { sql } from '../platform/db/index.ts'
import { myPlace, readTo, type Who, withPatients } from './reach.ts'

/**
 * Words of others that the caller has not read; of a patient's conversation the patient's own: a colleague's answer waits for
 * nobody. From the newest on, so that a long conversation is never gone through from its beginning for the few at its end.
 */
export const unread = (
  who: Who,
) => sql<number>`(case when c.last_seq <= ${readTo} then 0 else (select count(*)::int from (
  select 1 from chat_message m where m.conversation_id = c.id and m.seq > ${readTo} and m.recalled_at is null
    and case when c.kind = 'patient' then m.author_mid is null else m.author_mid <> ${who.mid} end
  order by m.seq desc limit ${UNREAD_MAX}) counted) end)`

/** The same of all conversations with one patient, where the caller writes to patients; null: the caller does not. */
export const unreadOfPatient = (who: Who, pid: RawBuilder<unknown>) =>
  who.rights['chat.patient'] === 'y'
    ? sql<number>`(select coalesce(sum(${unread(who)}), 0)::int from chat_conversation c ${myPlace(who)}
      where c.pid = ${pid} and ${withPatients(who)})`
    : sql<null>`null::int`
