import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { id, instant, singleLine, numeric, prose, uuid } from '../core/scalars.ts'
import { linkToken } from '../links/endpoints.ts'
import { TEXT_MAX } from './rules.ts'
import * as s from './schema.ts'

/** In code points the rule says how long; a little more is let through so that it is the rule that answers. */
const text = prose(TEXT_MAX * 4)
const noSuch = ['CHAT_NOT_ALLOWED', 'CHAT_REMOVED', 'NOT_FOUND'] as const
/** `attachment`: one that has come whole, by its number; NOT_FOUND for any other. */
const words = { clientId: uuid, textContent: text, reply: s.seq.optional(), attachment: uuid.optional() }

export const getContacts = endpoint({
  method: 'GET',
  path: '/his/api/contacts',
  summary: 'Recent contacts of the three kinds, eight each, what is unread, and who waits longest',
  permission: 'chat.staff',
  audit: 'read',
  response: s.contacts,
  tags: ['chat', 'presence'],
})
export const postContact = endpoint({
  method: 'POST',
  path: '/his/api/contacts',
  summary: 'Take a patient or a colleague among the contacts; the conversation is opened',
  permission: 'chat.staff',
  audit: 'write',
  idempotent: true,
  body: z
    .object({ pid: id.optional(), mid: id.optional() })
    .refine(({ pid, mid }) => (pid === undefined) !== (mid === undefined))
    .meta({ oneOf: [{ required: ['pid'] }, { required: ['mid'] }] }),
  response: s.chatHead,
  errors: noSuch,
  tags: ['chat'],
})
export const removeContact = endpoint({
  method: 'POST',
  path: '/his/api/removecontact',
  summary: 'Off the own list, until the next message',
  permission: 'chat.staff',
  audit: 'write',
  body: z.object({ id }),
  response: z.object({ id }),
  errors: noSuch,
  tags: ['chat', 'counts'],
})
const page = z.number().int()
const contactPage = <T extends z.ZodType>(row: T) =>
  z.object({ contacts: z.array(row), page, more: z.boolean(), total: z.number().int() })

export const chatPatients = endpoint({
  method: 'GET',
  path: '/his/api/chatcontact3/{page}',
  summary: 'Conversations with patients of the own units, newest first, twenty a page',
  permission: 'chat.patient',
  audit: 'read',
  params: z.object({ page: numeric(z.number().int().min(1).max(100_000)) }),
  response: contactPage(s.patientContact),
  tags: ['chat'],
})
export const chatDoctors = endpoint({
  method: 'GET',
  path: '/his/api/chatcontactdoctor',
  summary: 'Colleagues of the institution, last words first; service staff only where they began a conversation',
  permission: 'chat.staff',
  audit: 'none',
  query: z.object({ page: numeric(z.number().int().min(1).max(100_000)).default(1) }),
  response: contactPage(s.staffContact),
  tags: ['chat', 'presence'],
})
export const chatGroups = endpoint({
  method: 'GET',
  path: '/his/api/chatgroup',
  summary: 'The groups one is in',
  permission: 'chat.staff',
  audit: 'none',
  response: z.array(s.groupContact),
  tags: ['chat'],
})

export const getMessages = endpoint({
  method: 'GET',
  path: '/his/api/messages/{id}',
  summary: 'A window of a conversation: the newest, before or after a number, around one, from a day on',
  permission: 'chat.staff',
  audit: 'read',
  params: z.object({ id }),
  query: z.object(s.chatWindow),
  response: s.chatPage,
  errors: noSuch,
  tags: ['chat'],
})
export const messagesOfPatient = endpoint({
  method: 'POST',
  path: '/his/api/chatmsgbymid',
  summary: 'The conversation with a patient, opened where there is none yet',
  permission: 'chat.patient',
  audit: 'read',
  body: z.object({ pid: id, ...s.chatWindow }),
  response: s.chatPage,
  errors: noSuch,
  tags: ['chat'],
})
export const messagesOfDoctor = endpoint({
  method: 'POST',
  path: '/his/api/chatdoctormsgbymid',
  summary: 'The conversation with a colleague, opened where there is none yet',
  permission: 'chat.staff',
  audit: 'read',
  body: z.object({ mid: id, ...s.chatWindow }),
  response: s.chatPage,
  errors: noSuch,
  tags: ['chat'],
})
export const messagesOfGroup = endpoint({
  method: 'POST',
  path: '/his/api/chatmsggroup',
  summary: 'The conversation of a group',
  permission: 'chat.staff',
  audit: 'read',
  body: z.object({ id, ...s.chatWindow }),
  response: s.chatPage,
  errors: noSuch,
  tags: ['chat'],
})

/** The client's number makes it idempotent by itself: the same one answers the first message, whenever it comes. */
export const sendMessage = endpoint({
  method: 'POST',
  path: '/his/api/savechatmsg',
  summary: 'Send a message; answered once it is kept, with its number',
  permission: 'chat.staff',
  audit: 'write',
  body: z.object({ id, ...words }),
  response: s.chatMessage,
  errors: ['MESSAGE_EMPTY', 'MESSAGE_TOO_LONG', ...noSuch],
  tags: ['chat', 'counts'],
})
export const recallMessage = endpoint({
  method: 'POST',
  path: '/his/api/recycleMessage',
  summary: 'Take a message back for everybody; its text is gone for good',
  permission: 'chat.staff',
  audit: 'write',
  body: z.object({ id }),
  response: s.chatMessage,
  errors: ['MESSAGE_RECALLED', 'RECALL_NOT_OWN', 'RECALL_OVER', ...noSuch],
  tags: ['chat', 'counts'],
})
export const readMessages = endpoint({
  method: 'PUT',
  path: '/his/api/messagereads',
  summary: 'Read to this number; never back',
  permission: 'chat.staff',
  audit: 'none',
  body: z.object({ id, seq: s.seq }),
  response: z.object({ id, readSeq: s.seq }),
  errors: noSuch,
  tags: ['chat', 'counts'],
})
export const newDoctorChat = endpoint({
  method: 'POST',
  path: '/his/api/newdoctorchat',
  summary: 'A conversation with a colleague; asked again it is the same one',
  permission: 'chat.staff',
  audit: 'write',
  idempotent: true,
  body: z.object({ mid: id }),
  response: s.chatHead,
  errors: noSuch,
  tags: ['chat'],
})
export const changeGroup = endpoint({
  method: 'POST',
  path: '/his/api/groupmembers',
  summary: 'Make a group, rename it, add and remove people, leave it',
  permission: 'chat.staff',
  audit: 'write',
  idempotent: true,
  body: s.groupChange,
  response: s.groupContact.nullable(),
  errors: ['GROUP_NAME_REQUIRED', 'GROUP_MEMBERS_REQUIRED', ...noSuch],
  tags: ['chat', 'counts'],
})
/** By the body: what is looked for stays out of every address and log. */
export const searchMessages = endpoint({
  method: 'POST',
  path: '/his/api/messagesearches',
  summary: 'Look for people, groups and messages in the conversations one may read',
  permission: 'chat.staff',
  audit: 'read',
  body: z.object({ q: singleLine(100).min(1), id: id.optional() }),
  response: s.chatFound,
  errors: noSuch,
  tags: ['chat'],
})
export const exportChat = endpoint({
  method: 'POST',
  path: '/his/api/excelchatlog',
  summary: 'A conversation as an Excel file, recalled messages as a mark alone',
  permission: 'chat.staff',
  audit: 'read',
  body: z.object({ id }),
  response: z.unknown(),
  raw: true,
  file: 'xlsx',
  errors: noSuch,
  tags: [],
})
export const sendChatLink = endpoint({
  method: 'POST',
  path: '/his/api/chatlinks',
  summary: 'Send the patient a link to the conversation, as a text message',
  permission: 'chat.patient',
  audit: 'write',
  idempotent: true,
  body: z.object({ id }),
  /** `heldUntil`: the institution's quiet hours hold it back. */
  response: z.object({ to: z.string(), expiresAt: instant, heldUntil: instant.nullable() }),
  errors: ['NO_CHANNEL', ...noSuch],
  tags: ['links'],
})

// ── pictures, files and voice messages ──────────────────────────────────────────────────────────────────────────
const oneFile = z.object({ id: uuid })
const bytes = { body: z.custom<Uint8Array>((value) => value instanceof Uint8Array), binary: true } as const
const beginErrors = [
  'UPLOAD_EMPTY',
  'UPLOAD_TYPE',
  'UPLOAD_IMAGE_ONLY',
  'UPLOAD_TOO_LARGE',
  'UPLOAD_COUNT',
  'UPLOAD_CONTENT',
] as const
const pieceErrors = [
  'UPLOAD_CONTENT',
  'NOT_FOUND',
  'UPLOAD_OFFSET',
  'UPLOAD_EMPTY',
  'UPLOAD_TOO_LARGE',
  'UPLOAD_FAILED',
] as const

export const getChatFiles = endpoint({
  method: 'GET',
  path: '/his/api/chatfiles',
  summary: 'Pictures, files and voice messages of a conversation, newest first',
  permission: 'chat.staff',
  audit: 'read',
  query: z.object({ id: numeric(id), before: s.seq.optional() }),
  response: s.chatFiles,
  errors: noSuch,
  tags: ['chat'],
})
export const postChatFile = endpoint({
  method: 'POST',
  path: '/his/api/chatfiles',
  summary: 'Begin to send a picture, a file or a voice message to a conversation, or ask how far one has come',
  permission: 'chat.staff',
  audit: 'write',
  body: s.attachmentBody.extend({ id }),
  response: s.attachmentCome,
  errors: [...beginErrors, ...noSuch],
  tags: [],
})
/** The body is the piece, and the header `Upload-Offset` says where it belongs; a wrong one is refused with the right one. */
export const patchChatFile = endpoint({
  method: 'PATCH',
  path: '/his/api/chatfiles/{id}',
  summary: 'The next piece of it; after the last one its content is looked at',
  permission: 'chat.staff',
  audit: 'none',
  params: oneFile,
  ...bytes,
  response: s.attachmentCome,
  errors: [...pieceErrors, 'CHAT_NOT_ALLOWED', 'CHAT_REMOVED'],
  tags: [],
})
export const chatFileAddresses = endpoint({
  method: 'POST',
  path: '/his/api/chatfiles/{id}/addresses',
  summary: 'Short-lived addresses to look at what hangs on a message, to hear it and to save it',
  permission: 'chat.staff',
  audit: 'read',
  params: oneFile,
  response: s.attachmentAddresses,
  errors: ['NOT_FOUND'],
  tags: [],
})
/** Streams it, whole or by `Range`; `ticket` is what `chatFileAddresses` or a message gave. */
export const chatFileContent = endpoint({
  method: 'GET',
  path: '/his/api/chatfiles/{id}/content',
  summary: 'The content of a picture, file or voice message, by a signed address',
  permission: 'public',
  audit: 'read',
  params: oneFile,
  query: z.object({ ticket: singleLine(512) }),
  response: z.unknown(),
  raw: true,
  file: 'medicalFile',
  errors: ['FILE_LINK_EXPIRED', 'NOT_FOUND'],
  tags: [],
})

// ── the patient's page ──────────────────────────────────────────────────────────────────────────────────────────
const params = z.object({ token: linkToken })
const dead = ['LINK_INVALID', 'LINK_EXPIRED', 'LINK_DEAD', 'RATE_LIMITED', 'UNAUTHENTICATED'] as const

export const linkMessages = endpoint({
  method: 'GET',
  path: '/his/api/links/{token}/messages',
  summary: "The patient's conversation with the unit, the newest unless told",
  permission: 'link',
  audit: 'none',
  params,
  query: z.object({ before: s.seq.optional(), after: s.seq.optional() }),
  response: s.linkChat,
  errors: dead,
  tags: ['links'],
})
export const linkSend = endpoint({
  method: 'POST',
  path: '/his/api/links/{token}/messages',
  summary: 'The patient writes',
  permission: 'link',
  audit: 'write',
  params,
  body: z.object(words),
  response: s.linkMessage,
  errors: ['MESSAGE_EMPTY', 'MESSAGE_TOO_LONG', ...dead],
  tags: ['links'],
})
export const linkRead = endpoint({
  method: 'PUT',
  path: '/his/api/links/{token}/messagereads',
  summary: 'The patient has read to this number',
  permission: 'link',
  audit: 'none',
  params,
  body: z.object({ seq: s.seq }),
  response: z.object({ readSeq: s.seq }),
  errors: dead,
  tags: ['links'],
})
export const linkFileBegin = endpoint({
  method: 'POST',
  path: '/his/api/links/{token}/messagefiles',
  summary: 'The patient begins to send a picture, a file or a voice message, or asks how far one has come',
  permission: 'link',
  audit: 'write',
  params,
  body: s.attachmentBody,
  response: s.attachmentCome,
  errors: [...beginErrors, 'NOT_FOUND', ...dead],
  tags: [],
})
const linkFile = z.object({ token: linkToken, id: uuid })
export const linkFilePiece = endpoint({
  method: 'PATCH',
  path: '/his/api/links/{token}/messagefiles/{id}',
  summary: 'The next piece of it',
  permission: 'link',
  audit: 'none',
  params: linkFile,
  ...bytes,
  response: s.attachmentCome,
  errors: [...pieceErrors, ...dead],
  tags: [],
})
export const linkFileContent = endpoint({
  method: 'GET',
  path: '/his/api/links/{token}/messagefiles/{id}',
  summary: 'What hangs on a message of the patient’s conversation, whole or by `Range`',
  permission: 'link',
  audit: 'none',
  params: linkFile,
  query: z.object({ as: z.enum(['thumb', 'view', 'original']).default('view') }),
  response: z.unknown(),
  raw: true,
  file: 'medicalFile',
  errors: ['NOT_FOUND', ...dead],
  tags: [],
})
