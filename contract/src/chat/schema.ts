import { z } from 'zod'
import { asked, date, id, instant, singleLine, numeric, uuid } from '../core/scalars.ts'
import { attachmentKinds, CHAT_PAGE, chatKinds, WAVE_STEPS } from './rules.ts'

export const chatKind = z.enum(chatKinds)
/** Number of a message within its conversation, from 1 without gaps. */
export const seq = numeric(z.number().int().min(0).max(2_147_483_647))

export const chatPerson = z.object({ mid: id, name: z.string(), nameEn: z.string().nullable() })
export type ChatPerson = z.output<typeof chatPerson>

export const attachmentKind = z.enum(attachmentKinds)
/** What hangs on a message: seen by whoever reads it, in full by an address of its own (`chatFileAddresses`). */
const attachment = z.object({
  id: uuid,
  kind: attachmentKind,
  name: z.string(),
  mime: z.string(),
  bytes: z.number().int(),
  /** Of a picture. */
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  /** Of a voice: how long, and how loud from its beginning to its end, 0 to 100. */
  durationMs: z.number().int().nullable(),
  wave: z.array(z.number().int()),
})
export const chatAttachment = attachment.extend({
  /** The small picture, for a while. */
  thumb: z.object({ url: z.string(), expiresAt: instant }).nullable(),
})
export type ChatAttachment = z.output<typeof chatAttachment>
export const linkAttachment = attachment.extend({ hasThumb: z.boolean() })
export type LinkAttachment = z.output<typeof linkAttachment>

/** One that is to come. Its number is the sender's page's: asked for again it is the same one, as far as it has come. */
export const attachmentBody = z.object({
  fileId: uuid,
  kind: attachmentKind,
  name: singleLine(200).min(1),
  bytes: z.number().int().min(0).max(2_147_483_647),
  /** A small JPEG or PNG, base64. */
  thumb: z.string().max(200_000).optional(),
  wave: z.array(z.number().int().min(0).max(100)).max(WAVE_STEPS).default([]),
})
/** How far it has come, and once it is whole whether it may be sent, or why not. */
export const attachmentCome = z.object({
  id: uuid,
  bytes: z.number().int(),
  received: z.number().int(),
  state: z.enum(['coming', 'ready', 'rejected', 'sent']),
  reason: z.string().nullable(),
  reasonData: z.record(z.string(), z.unknown()),
})
export type AttachmentCome = z.output<typeof attachmentCome>
export const attachmentAddresses = z.object({
  url: z.string(),
  download: z.string(),
  thumb: z.string().nullable(),
  expiresAt: instant,
})
/** The files of a conversation, newest first. */
export const chatFiles = z.object({
  files: z.array(z.object({ seq, time: instant, from: chatPerson.nullable(), attachment: chatAttachment })),
  more: z.boolean(),
})
export type ChatFiles = z.output<typeof chatFiles>

/** The last message, as a list shows it. */
const lastWord = z.object({
  seq,
  /** `null`: recalled. */
  textContent: z.string().nullable(),
  /** What hangs on it. */
  attached: attachmentKind.nullable(),
  time: instant,
  fromMe: z.boolean(),
  /** Of the staff; `null`: the patient. */
  from: chatPerson.nullable(),
})
const contact = {
  /** `null`: nobody has opened it yet. */
  conversationId: id.nullable(),
  last: lastWord.nullable(),
  unread: z.number().int().min(0),
}
export const patientContact = z.object({
  ...contact,
  pid: id,
  pname: z.string(),
  pnameEn: z.string().nullable(),
  gender: z.string().nullable(),
  birthday: date.nullable(),
  vip: z.boolean(),
  unitId: id,
  unitName: z.string(),
  unitNameEn: z.string().nullable(),
  /** When the patient last had the conversation open. */
  seenAt: instant.nullable(),
  /** The patient's last word waits for an answer. */
  waits: z.boolean(),
})
export type PatientContact = z.output<typeof patientContact>
export const staffContact = z.object({
  ...contact,
  mid: id,
  dname: z.string(),
  dnameEn: z.string().nullable(),
  title: z.string().nullable(),
  doctortype: z.string(),
  staff_type: z.number().int(),
  presence: z.number().int(),
  online: z.boolean(),
})
export type StaffContact = z.output<typeof staffContact>
export const groupContact = z.object({ ...contact, id, name: z.string(), members: z.array(chatPerson) })
export type GroupContact = z.output<typeof groupContact>

const unreadOfKinds = z.object({ patients: z.number().int(), doctors: z.number().int(), groups: z.number().int() })
/** Somebody whose last words nobody of the unit has answered, since the first of them. */
export const waitingContact = patientContact.extend({ waitingSince: instant })
export type WaitingContact = z.output<typeof waitingContact>
/** One conversation, by the patient, the colleague or the group it is with. */
export const conversationOf = z.object({ kind: chatKind, id, conversationId: id })
export type ConversationOf = z.output<typeof conversationOf>
/** The recent ones of each kind, how much of each is unread, and who of all patients waits longest for an answer. */
export const contacts = z.object({
  patients: z.array(patientContact),
  doctors: z.array(staffContact),
  groups: z.array(groupContact),
  unread: unreadOfKinds,
  /** The newest with unread words, of all on the own list and not of the recent ones alone: two, since one may be open. */
  unreadFirst: z.array(conversationOf),
  waiting: z.array(waitingContact),
})
export type Contacts = z.output<typeof contacts>

/** What is answered: the message as it stands now, so that a recalled one takes its text out of each answer to it. */
const quote = z.object({
  seq,
  textContent: z.string().nullable(),
  attached: attachmentKind.nullable(),
  from: chatPerson.nullable(),
})
export const chatMessage = z.object({
  id,
  conversationId: id,
  seq,
  /** As the sender's page made it. */
  clientId: uuid,
  /** `null`: the patient. */
  from_mid: id.nullable(),
  from: chatPerson.nullable(),
  fromMe: z.boolean(),
  /** `null`: recalled. */
  textContent: z.string().nullable(),
  time: instant,
  isSent: z.boolean(),
  /** Somebody on the other side has read it. */
  isSeen: z.boolean(),
  /** How many beside the sender have. */
  readBy: z.number().int(),
  recall: z.object({ time: instant, by: chatPerson.nullable() }).nullable(),
  reply: quote.nullable(),
  attachment: chatAttachment.nullable(),
})
export type ChatMessage = z.output<typeof chatMessage>

/** A window of a conversation, oldest first: the newest page unless something else is named. */
export const chatWindow = {
  /** Those before this number. */
  before: seq.optional(),
  /** Those after it: there is one more number. */
  after: numeric(z.number().int().min(0).max(2_147_483_646)).optional(),
  /** Those around it. */
  around: seq.optional(),
  /** From the first of this day on. */
  date: date.optional(),
  limit: numeric(z.number().int().min(1).max(100)).default(CHAT_PAGE),
}
export const chatHead = z.object({
  id,
  kind: chatKind,
  patient: patientContact.nullable(),
  colleague: staffContact.nullable(),
  group: groupContact.nullable(),
  lastSeq: seq,
  /** How far the caller has read. */
  readSeq: seq,
})
export type ChatHead = z.output<typeof chatHead>
export const chatPage = z.object({
  conversation: chatHead,
  messages: z.array(chatMessage),
  older: z.boolean(),
  newer: z.boolean(),
})
export type ChatPage = z.output<typeof chatPage>

export const chatFound = z.object({
  /** People and groups whose name has it. */
  patients: z.array(patientContact),
  doctors: z.array(staffContact),
  groups: z.array(groupContact),
  /** Newest first. */
  messages: z.array(
    z.object({
      conversationId: id,
      kind: chatKind,
      title: z.string(),
      titleEn: z.string().nullable(),
      seq,
      textContent: z.string(),
      time: instant,
    }),
  ),
})
export type ChatFound = z.output<typeof chatFound>

export const groupChange = z.discriminatedUnion('action', [
  z.object({
    action: z.literal('create'),
    name: asked(singleLine(60).default('')),
    members: z.array(id).max(100).default([]),
  }),
  z.object({ action: z.literal('rename'), id, name: asked(singleLine(60).default('')) }),
  z.object({ action: z.literal('add'), id, members: z.array(id).max(100) }),
  z.object({ action: z.literal('remove'), id, members: z.array(id).max(100) }),
  z.object({ action: z.literal('leave'), id }),
])

/** The patient's page: whose words they are it knows by the person's name alone. */
export const linkMessage = z.object({
  seq,
  clientId: uuid,
  fromMe: z.boolean(),
  name: z.string().nullable(),
  nameEn: z.string().nullable(),
  textContent: z.string().nullable(),
  time: instant,
  isSeen: z.boolean(),
  recalled: z.boolean(),
  reply: z
    .object({
      textContent: z.string().nullable(),
      attached: attachmentKind.nullable(),
      fromMe: z.boolean(),
      name: z.string().nullable(),
    })
    .nullable(),
  attachment: linkAttachment.nullable(),
})
export type LinkMessage = z.output<typeof linkMessage>
export const linkChat = z.object({
  messages: z.array(linkMessage),
  older: z.boolean(),
  newer: z.boolean(),
  lastSeq: seq,
  readSeq: seq,
})
export type LinkChat = z.output<typeof linkChat>
