import { z } from 'zod'
import { staffBrief } from '../staff/brief.ts'
import { paging, sortBy } from '../core/paging.ts'
import { asked, date, id, instant, singleLine, prose, uuid, version } from '../core/scalars.ts'
import { patientBrief } from '../patients/brief.ts'
import { presenceCode } from '../staff/schema.ts'
import { aboutKinds, COMPLETE, UNFINISHED, WITHDRAWN } from './rules.ts'

export const HANDOFF_MAX = 2000
export const COMMENT_MAX = 1000

export const handoffStatus = z.union([z.literal(UNFINISHED), z.literal(COMPLETE), z.literal(WITHDRAWN)])
export const aboutKind = z.enum(aboutKinds)
/** `id` is a number of the wire or a UUID, as its kind has it. */
export const aboutRef = z.object({ kind: aboutKind, id: singleLine(40).min(1) })
export type AboutRef = z.output<typeof aboutRef>
/** Where it leads: the visit it belongs to, none of a case. Null for whom that is closed. */
/** `unitId`: of an alert, by which it is found again. */
export const about = aboutRef.extend({ pid: id, qid: id.nullable(), unitId: id.nullable(), at: instant })

const common = {
  id: uuid,
  content: z.string(),
  status: handoffStatus,
  dueOn: date.nullable(),
  /** Unfinished after its day. */
  late: z.boolean(),
  giver: staffBrief,
  recipient: staffBrief,
  createdAt: instant,
  version,
}
/** A to-do as both sides have it in their lists. */
export const handoff = z.object({
  ...common,
  patient: patientBrief.nullable(),
  /** It is about a patient whom the caller does not see. */
  patientHidden: z.boolean(),
  about: about.nullable(),
  lastComment: z.object({ text: z.string(), name: z.string(), nameEn: z.string().nullable(), at: instant }).nullable(),
  remindedAt: instant.nullable(),
  completedAt: instant.nullable(),
})
export type Handoff = z.output<typeof handoff>

/** What happened to it, comments among the rest, oldest first. */
export const handoffEvent = z.object({
  id,
  at: instant,
  action: z.enum([
    'handedOver',
    'completed',
    'reopened',
    'reassigned',
    'dueChanged',
    'reminded',
    'withdrawn',
    'late',
    'comment',
  ]),
  /** Null: by the system. */
  mid: id.nullable(),
  name: z.string().nullable(),
  nameEn: z.string().nullable(),
  /** Of a comment. */
  text: z.string().nullable(),
  /** Of a reassignment: whose it is now. */
  to: staffBrief.nullable(),
  /** Of another due date; null: none any more. */
  dueOn: date.nullable(),
})
export type HandoffEvent = z.output<typeof handoffEvent>
/** At most the last 200 entries of its history. */
export const handoffDetail = handoff.extend({ history: z.array(handoffEvent) })
export type HandoffDetail = z.output<typeof handoffDetail>

/** An open to-do about a patient, as it stands in the record: between whom, until when, and nothing of what was said on it. */
export const memberHandoff = z.object({
  ...common,
  /** The caller's own: it opens in their list. */
  own: z.boolean(),
})
export type MemberHandoff = z.output<typeof memberHandoff>

/** Unless told: late ones first, then by the due date, then the newest; what is over last. */
export const handoffSort = sortBy('due', 'person', 'created', 'status')
export const handoffQuery = z.object({
  status: z.enum(['0', '1', '2', 'all']).default('0'),
  due: z.enum(['late', 'today', 'week', 'none']).optional(),
  /** The other side. */
  who: id.optional(),
  /** About this patient. */
  pid: id.optional(),
  /** A part of the text, of the patient's name or member number, or of the other side's name. */
  q: singleLine(60).default(''),
  /** Due on this day or later, and on this day or earlier. */
  from: date.optional(),
  to: date.optional(),
  sort: handoffSort.optional(),
  ...paging,
})

/** What is missing is told at once, each by its field. */
export const handoffBody = z.object({
  content: asked(prose(HANDOFF_MAX).optional()),
  recipientMid: asked(id.optional()),
  dueOn: date.optional().describe('today or later'),
  pid: id.optional(),
  about: aboutRef.optional(),
})
export const handoffStatusBody = z.object({
  id: uuid,
  status: z.union([z.literal(UNFINISHED), z.literal(COMPLETE)]),
  version,
})
/** One of these at a time; `dueOn` null: no day any more. */
export const handoffChange = z.object({
  version,
  recipientMid: id.optional(),
  dueOn: date.nullable().optional(),
  withdraw: z.literal(true).optional(),
})
export const commentBody = z.object({ text: prose(COMMENT_MAX).optional() })

/** Somebody a to-do can be handed to. */
export const handoffRecipient = staffBrief.extend({
  doctortype: z.string(),
  title: z.string().nullable(),
  code: presenceCode,
  /** Whole days off among the next sixty. */
  daysOff: z.array(date),
})
export type HandoffRecipient = z.output<typeof handoffRecipient>
export const handoffRecipients = z.object({
  people: z.array(handoffRecipient),
  /** Whom it is going to be about. */
  patient: patientBrief.nullable(),
})
