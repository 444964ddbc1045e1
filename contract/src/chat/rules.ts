import type { ErrorCode } from '../core/errors.gen.ts'
import { extensionOf, extensionsOf, type FileFormat, mimeOf } from '../core/file-kinds.ts'
import type { UiConfig } from '../uiconfig/schema.ts'

/** Of a patient with a care unit, of two members of the staff, of several. */
export const chatKinds = ['patient', 'staff', 'group'] as const
export type ChatKind = (typeof chatKinds)[number]
/** The tabs of the screen, by their numbers. */
export const chatTabs: readonly ChatKind[] = chatKinds

/** Words alone, or what hangs on them. */
export const attachmentKinds = ['image', 'file', 'voice'] as const
export type AttachmentKind = (typeof attachmentKinds)[number]
export const messageTypes = ['text', ...attachmentKinds] as const
export type MessageType = (typeof messageTypes)[number]

/** Of one picture or file, of a voice message, and how long that may be. */
export const ATTACHMENT_MAX_MB: Readonly<Record<AttachmentKind, number>> = { image: 25, file: 25, voice: 6 }
export const VOICE_MAX_MS = 10 * 60_000
/** How loud a voice is, in so many steps from its beginning to its end. */
export const WAVE_STEPS = 48
/** What has come and was not sent is kept so long; of one person no more at a time. */
export const ATTACHMENT_KEPT_HOURS = 24
export const ATTACHMENTS_OPEN_MAX = 20
const formatsOfKind: Readonly<Record<AttachmentKind, readonly FileFormat[]>> = {
  image: ['jpg', 'png'],
  file: ['jpg', 'png', 'pdf', 'mp4', 'mov', 'wav'],
  voice: [],
}
/** What a voice message is recorded as: by browsers of most makers the first, by the others the second. */
export const voiceFormats = ['webm', 'm4a'] as const
export type AttachmentFormat = FileFormat | (typeof voiceFormats)[number]
export const attachmentMime = (format: AttachmentFormat): string =>
  format === 'webm' ? 'audio/webm' : format === 'm4a' ? 'audio/mp4' : mimeOf[format]

export interface AttachmentRefusal {
  code: Extract<ErrorCode, 'UPLOAD_EMPTY' | 'UPLOAD_TYPE' | 'UPLOAD_IMAGE_ONLY' | 'UPLOAD_TOO_LARGE'>
  data: { types?: string; max?: number }
}
/** The endings that a name may have: what the institution takes of what conversations take. */
export const attachmentEndings = (taken: UiConfig['uploads'], kind: AttachmentKind): readonly string[] =>
  kind === 'voice'
    ? voiceFormats
    : formatsOfKind[kind].flatMap((format) => extensionsOf[format].filter((one) => taken.extensions.includes(one)))
/** By name and size, before a byte goes; `null`: it may come. The content is looked at when it is there. */
export function attachmentRefusal(
  taken: UiConfig['uploads'],
  { kind, name, bytes }: { kind: AttachmentKind; name: string; bytes: number },
): AttachmentRefusal | null {
  const ending = extensionOf(name)
  const endings = attachmentEndings(taken, kind)
  if (!endings.includes(ending))
    return { code: kind === 'image' ? 'UPLOAD_IMAGE_ONLY' : 'UPLOAD_TYPE', data: { types: endings.join(', ') } }
  if (bytes === 0) return { code: 'UPLOAD_EMPTY', data: {} }
  const own = kind === 'voice' ? ATTACHMENT_MAX_MB.voice : (taken.perExtension[ending] ?? taken.maxMb)
  const max = Math.min(own, ATTACHMENT_MAX_MB[kind])
  return bytes > max * 1_048_576 ? { code: 'UPLOAD_TOO_LARGE', data: { max } } : null
}

export const TEXT_MAX = 5000
/** Contacts of each kind that stand on top. */
export const RECENT_CONTACTS = 8
/** Of one sender in one conversation: nobody types more, and each is an event to everybody who takes part. */
export const MESSAGES_A_MINUTE = 60
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

/** What is wrong with a text. What is typed is text whatever it says: `TODO send` is no command. With an attachment none is needed. */
export function textRefusal(
  text: string,
  attached = false,
): Extract<ErrorCode, 'MESSAGE_EMPTY' | 'MESSAGE_TOO_LONG'> | null {
  if (text.trim() === '' && !attached) return 'MESSAGE_EMPTY'
  return [...text].length > TEXT_MAX ? 'MESSAGE_TOO_LONG' : null
}
