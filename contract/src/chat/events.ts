import { z } from 'zod'
import { event } from '../core/event.ts'
import { id, instant } from '../core/scalars.ts'

/** `id` is the conversation, `seq` the number of the message. Who took part fetches it under the own rights. */
const changed = { id, seq: z.number().int(), version: z.number().int(), at: instant }

export const chatMessageSent = event('chat.message', z.object({ ...changed, mid: id.nullable() }), {
  tags: ['chat', 'counts'],
})
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
