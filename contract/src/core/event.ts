import type { z } from 'zod'
import type { Tag } from './endpoint.ts'

/**
 * An event of the socket: ids and versions, no patient data (call signalling, presence and typing excepted).
 * `tags` are the query families that it makes stale in the portal.
 */
export interface EventShape<N extends string = string, P extends z.ZodType = z.ZodType> {
  name: N
  payload: P
  tags: readonly Tag[]
  /** Signalling is not replayed to somebody who was away: the state is asked for instead. */
  transient?: boolean
}
export function event<const N extends string, P extends z.ZodType>(
  name: N,
  payload: P,
  options: { tags: readonly Tag[]; transient?: boolean },
): EventShape<N, P> {
  return { name, payload, ...options }
}
export type EventPayload<E extends EventShape> = z.output<E['payload']>

/** Socket rooms an event goes to. */
export const audience = {
  staff: (mid: number) => `staff:${mid}`,
  unit: (unitId: number) => `unit:${unitId}`,
  partner: (partnerId: number) => `partner:${partnerId}`,
  room: (roomId: string) => `room:${roomId}`,
  link: (linkId: string) => `link:${linkId}`,
  session: (sid: string) => `session:${sid}`,
  /** Pages on which a note is open. */
  note: (noteId: string) => `note:${noteId}`,
} as const
/** What travels: the log's id is the stream's cursor. */
export interface EventEnvelope {
  cursor: number
  type: string
  at: string
  payload: unknown
}
