import type { ConversationOf } from '@teleward/contract/chat/schema.ts'

/** Which conversation: by the tab's own kind of id, by its own number, or by both. */
export interface Which {
  tab: 0 | 1 | 2
  /** A patient's, a colleague's or a group's; without it the conversation is named. */
  id?: number | undefined
  /** By its number; of several with one patient which. */
  conversation?: number | undefined
}

/** A row stands for the conversation that is open. */
export const isOn = (
  { which, conversation }: { which: Which; conversation: number | null },
  open: Which | null,
): boolean =>
  open !== null &&
  which.tab === open.tab &&
  (open.conversation === undefined ? which.id === open.id : conversation === open.conversation)

const TAB = { patient: 0, staff: 1, group: 2 } as const
/** As the row of it in its list: with a patient there may be several, a colleague and a group have one. */
export const rowOf = ({ kind, id, conversationId }: ConversationOf): { which: Which; conversation: number } => ({
  which: { tab: TAB[kind], id, ...(kind === 'patient' ? { conversation: conversationId } : {}) },
  conversation: conversationId,
})
