import { z } from 'zod'
import { event } from '../core/event.ts'
import { id, instant } from '../core/scalars.ts'
import { messageTypes } from './rules.ts'

/** `id` is the conversation, `seq` the number of the message. Who took part fetches it under the own rights. */
const changed = { id, seq: z.number().int(), version: z.number().int(), at: instant }

/**
 * A message, with the fields of the wire. `msg_txt` is always `null` and no patient is named: this line is heard, and kept to be
 * resumed, by more than those who may read the words, and a word that is taken back would stay in it.
 */
export const chatMessageSent = event(
  'chat.message',
  z.object({
    ...changed,
    /** Of the staff who wrote it; `null`: the patient. */
    mid: id.nullable(),
    from_mid: id.nullable(),
    /** Of the staff who wrote it; empty: the patient. */
    name: z.string(),
    msg_txt: z.null(),
    type: z.enum(messageTypes),
    /** The conversation, where it is one of a group. */
    msg_group_id: id.nullable(),
    /** The tab in which it stands: 0 patients, 1 colleagues, 2 groups. */
    to_mid_type: z.number().int().min(0).max(2),
    date_time: instant,
  }),
  { tags: ['chat', 'counts'] },
)
/** Somebody has read to `seq`; `mid` null: the patient. */
export const chatRead = event('chat.read', z.object({ ...changed, mid: id.nullable() }), { tags: ['chat', 'counts'] })
export const chatRecalled = event('chat.recalled', z.object(changed), { tags: ['chat', 'counts'] })
/** Somebody is writing: the name alone, and nothing of what. `mid` null: the patient. */
export const chatTyping = event(
  'chat.typing',
  z.object({ id, mid: id.nullable(), name: z.string(), nameEn: z.string().nullable() }),
  { tags: [], transient: true },
)
/** A group was made, renamed, or its people changed. */
export const chatGroupChanged = event('chat.group', z.object({ id, version: z.number().int(), at: instant }), {
  tags: ['chat', 'counts'],
})

/** What a page says while somebody types. `conversation` is left out by the patient's page: it has one. */
export const chatClientMessages = {
  'chat.typing': z.object({ conversation: z.number().int().min(1).max(2_147_483_647).optional() }),
} as const
