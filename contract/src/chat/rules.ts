import type { ErrorCode } from '../core/errors.gen.ts'

/** Of a patient with a care unit, of two members of the staff, of several. */
export const chatKinds = ['patient', 'staff', 'group'] as const
export type ChatKind = (typeof chatKinds)[number]
/** The tabs of the screen, by their numbers. */
export const chatTabs: readonly ChatKind[] = chatKinds

export const TEXT_MAX = 5000
/** Contacts of each kind that stand on top. */
export const RECENT_CONTACTS = 8
export const RECALL_HOURS = 24
/** Messages of one answer. */
export const CHAT_PAGE = 50
/** Unread messages are counted to here; beyond it the screen says 'more'. */
export const UNREAD_MAX = 100
/** Of one file. */
export const CHAT_SHEET_ROWS = 10_000
/** Whoever types is shown as typing for so long after the last word of it. */
export const TYPING_MS = 5000
/** A link to the conversation lives so long after its last use. */
export const CHAT_LINK_DAYS = 7
export const GROUP_MAX = 100
/** Service staff: reached where they began a conversation, and named in no list. */
export const SERVICE_STAFF = 4

export const messageStates = ['queued', 'sent', 'read', 'recalled', 'failed'] as const
export type MessageState = (typeof messageStates)[number]
export type MessageAction = 'commit' | 'refuse' | 'sendAgain' | 'read' | 'recall'
export type MessageRole = 'author' | 'recipient' | 'system'

/** The machine of messages (states.md 9): `queued` and `failed` are the sender's page's alone. */
export const messageSteps: Readonly<
  Record<MessageAction, { from: readonly MessageState[]; to: MessageState; who: MessageRole }>
> = {
  commit: { from: ['queued'], to: 'sent', who: 'system' },
  refuse: { from: ['queued'], to: 'failed', who: 'system' },
  sendAgain: { from: ['failed'], to: 'queued', who: 'author' },
  read: { from: ['sent'], to: 'read', who: 'recipient' },
  recall: { from: ['sent', 'read'], to: 'recalled', who: 'author' },
}

/** How a message that the server has stands. */
export const messageState = (message: { isSeen: boolean; recall: unknown }): MessageState =>
  message.recall ? 'recalled' : message.isSeen ? 'read' : 'sent'

/** `null` where it may be taken back, else the code that says why not. */
export function recallRefusal(
  message: { fromMe: boolean; isSeen: boolean; recall: unknown; time: string },
  now: Date,
): Extract<ErrorCode, 'RECALL_NOT_OWN' | 'MESSAGE_RECALLED' | 'RECALL_OVER'> | null {
  if (!message.fromMe) return 'RECALL_NOT_OWN'
  if (!messageSteps.recall.from.includes(messageState(message))) return 'MESSAGE_RECALLED'
  return now.getTime() - Date.parse(message.time) > RECALL_HOURS * 3_600_000 ? 'RECALL_OVER' : null
}

/** What is wrong with a text. What is typed is text whatever it says: `TODO send` is no command. */
export function textRefusal(text: string): Extract<ErrorCode, 'MESSAGE_EMPTY' | 'MESSAGE_TOO_LONG'> | null {
  if (text.trim() === '') return 'MESSAGE_EMPTY'
  return [...text].length > TEXT_MAX ? 'MESSAGE_TOO_LONG' : null
}
