import { z } from 'zod'
import { paging, sortBy } from '../core/paging.ts'
import { asked, date, id, instant, prose, singleLine, uuid, version } from '../core/scalars.ts'
import { staffBrief } from '../staff/brief.ts'
import { CONTENT_MAX, noticeChannels, noticeStates, recipientStates } from './rules.ts'

const ids = (max: number) => z.array(id).min(1).max(max)
/** One choice of recipients; several add up, and nobody gets it twice. */
export const audienceChoice = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('staff'), mids: ids(200) }),
  z.object({ kind: z.literal('unit'), unitId: id }),
  /** A group of the chat that the caller is in. */
  z.object({ kind: z.literal('group'), id }),
  z.object({ kind: z.literal('staffType'), doctortype: singleLine(40).min(1) }),
  z.object({ kind: z.literal('patients'), pids: ids(500) }),
  /** The members of a care group. */
  z.object({ kind: z.literal('careGroup'), id: uuid }),
  /** Who has a visit on that day. */
  z.object({ kind: z.literal('visits'), date, unitId: id.optional() }),
])
export type AudienceChoice = z.output<typeof audienceChoice>
const audience = z.array(audienceChoice).max(20)
export const noticeChannel = z.enum(noticeChannels)
/** `portal`: a patient's conversation alone, a colleague's bell. */
export const patientWay = z.enum(['portal', ...noticeChannels])
export type PatientWay = z.output<typeof patientWay>
/** The ways to patients, the first that reaches one is taken; colleagues get it in the portal. */
const channels = z.array(noticeChannel).max(noticeChannels.length)

/** What is missing is told at once, each by its field. */
export const noticeBody = z.object({
  content: asked(prose(CONTENT_MAX).optional()),
  audience: asked(audience.default([])),
  channels: channels.default(['sms']),
  sendAt: asked(instant.optional()),
})
export const noticeChange = noticeBody.extend({ version })
export const noticeAct = z.object({ version })

const counted = z.number().int().min(0)
export const noticeState = z.enum(noticeStates)
export const notice = z.object({
  id: uuid,
  content: z.string(),
  author: staffBrief,
  sendAt: instant,
  createdAt: instant,
  state: noticeState,
  version,
  /** Null: the caller is one of its recipients, and no sender. */
  counts: z
    .object({ staff: counted, patients: counted, sent: counted, read: counted, failed: counted, waiting: counted })
    .nullable(),
  /** The first few whom the caller may know by name. */
  names: z.array(z.string()),
  /** The caller's own entry of the bell about it. */
  entry: z.object({ id: uuid, readAt: instant.nullable() }).nullable(),
})
export type Notice = z.output<typeof notice>

export const noticeRecipient = z.object({
  /** Null: a patient whom the caller does not see. */
  name: z.string().nullable(),
  nameEn: z.string().nullable(),
  mid: id.nullable(),
  pid: id.nullable(),
  channel: patientWay.nullable(),
  state: z.enum(recipientStates),
  /** A code of the catalogue, or the provider's own word. */
  reason: z.string().nullable(),
  sentAt: instant.nullable(),
  readAt: instant.nullable(),
})
export type NoticeRecipient = z.output<typeof noticeRecipient>
export const noticeDetail = notice.extend({
  audience,
  channels,
  /** Whether the caller may change, cancel and retry it. */
  sender: z.boolean(),
  recipients: z.array(noticeRecipient),
})
export type NoticeDetail = z.output<typeof noticeDetail>

export const noticeSort = sortBy('sendAt', 'created')
/** Unless told: what goes next first, then what went last. */
export const noticeQuery = z.object({
  state: noticeState.optional(),
  /** 1: what the caller wrote alone. */
  mine: z.enum(['0', '1']).default('0'),
  from: date.optional(),
  to: date.optional(),
  /** A part of the content. */
  q: singleLine(60).default(''),
  sort: noticeSort.optional(),
  ...paging,
})

export const recipientsBody = z.object({ audience, channels: channels.default(['sms']) })
const known = z.object({ name: z.string(), nameEn: z.string().nullable() })
/** Who would get it, before anything is sent. */
export const recipientsPreview = z.object({
  staff: z.array(known.extend({ mid: id })),
  patients: z.array(known.extend({ pid: id, channel: patientWay.nullable() })),
  /** More than may be sent to at once. */
  tooMany: z.boolean(),
})
export type RecipientsPreview = z.output<typeof recipientsPreview>
/** What recipients can be chosen of: colleagues, units, groups and lists of the caller. */
const named = z.object({ name: z.string(), nameEn: z.string().nullable() })
export const recipientChoices = z.object({
  staff: z.array(staffBrief.extend({ doctortype: z.string() })),
  units: z.array(named.extend({ id })),
  groups: z.array(z.object({ id, name: z.string() })),
  careGroups: z.array(z.object({ id: uuid, name: z.string() })),
})
export type RecipientChoices = z.output<typeof recipientChoices>
