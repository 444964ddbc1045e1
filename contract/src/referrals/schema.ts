import { z } from 'zod'
import { reportCategory, reportResult } from '../files/external-report-endpoints.ts'
import { staffBrief } from '../staff/brief.ts'
import { outsideAddress } from './outside.ts'
import { referralStates, referralUrgencies } from './states.ts'
import { sortBy } from '../core/paging.ts'
import { date, id, instant, prose, reason, uuid, version } from '../core/scalars.ts'

export const referralState = z.enum(referralStates)
export const referralSort = sortBy('patient', 'state', 'since', 'due', 'visit')
/** So many of each kind of records go along at most. */
export const ATTACHED_MAX = 10
export type ReferralState = z.output<typeof referralState>
export const referralUrgency = z.enum(referralUrgencies)

/** A letter with what became of it. The patient is named as the letter does: the receiver need not have them as a member. */
export const referral = z.object({
  id: uuid,
  qid: id.nullable(),
  /** The sender's alone. */
  pid: id.nullable(),
  state: referralState,
  urgency: referralUrgency,
  reason: z.string(),
  patient: z.object({ name: z.string(), gender: z.string().nullable(), birthday: date.nullable() }),
  from: staffBrief.extend({ unitId: id, unitName: z.string(), unitNameEn: z.string().nullable() }),
  to: z.object({
    /** `null`: an institution outside, whose name stands in the unit's place. */
    unitId: id.nullable(),
    unitName: z.string(),
    unitNameEn: z.string().nullable(),
    /** `null`: whoever of the unit. */
    person: staffBrief.nullable(),
    outside: outsideAddress.nullable(),
  }),
  /** The caller's side. */
  side: z.enum(['sender', 'receiver']),
  visitOn: date.nullable(),
  answer: z.string().nullable(),
  /** How many records go along, as far as the caller may still read them. */
  attachments: z.number(),
  /** `who`: of an institution outside, as they called themselves. */
  history: z.array(
    z.object({
      to: referralState,
      name: z.string().nullable(),
      nameEn: z.string().nullable(),
      who: z.string().nullable(),
      at: instant,
    }),
  ),
  /** Until when the next step is awaited; `null`: nobody has to do anything. */
  dueAt: instant.nullable(),
  /** The caller's own letter in whose place this one went elsewhere, and the one that went in place of this. */
  follows: uuid.nullable(),
  followedBy: uuid.nullable(),
  createdAt: instant,
  version,
})
export type Referral = z.output<typeof referral>

/** A note as it stood when the letter was sent. */
export const attachedNote = z.object({
  id: uuid.optional(),
  at: instant,
  author: z.object({ name: z.string(), nameEn: z.string().nullable() }),
  s: z.string(),
  o: z.string(),
  a: z.string(),
  p: z.string(),
  diagnoses: z.array(z.object({ code: z.string(), nameEn: z.string(), nameZhTw: z.string() })),
  lines: z.array(
    z.object({
      name: z.string(),
      dose: z.number(),
      unit: z.string(),
      frequency: z.string(),
      route: z.string(),
      days: z.number(),
    }),
  ),
})
export type AttachedNote = z.output<typeof attachedNote>
/** A report of others as it stood when the letter was sent. */
export const attachedReport = z.object({
  id: uuid,
  category: reportCategory,
  title: z.string(),
  source: z.string(),
  issuedAt: instant,
  results: z.array(reportResult),
  conclusion: z.string(),
})
export type AttachedReport = z.output<typeof attachedReport>
export const attachedFile = z.object({
  id: uuid,
  name: z.string(),
  kind: z.string(),
  format: z.string(),
  bytes: z.number(),
})
export type AttachedFile = z.output<typeof attachedFile>
export const attachedRecords = z.object({
  notes: z.array(attachedNote),
  reports: z.array(attachedReport),
  files: z.array(attachedFile),
})
export type AttachedRecords = z.output<typeof attachedRecords>

/** The link by which an institution outside reads its letter, as the sender sees it: never what opens it. */
export const referralLink = z.object({
  id: uuid,
  madeAt: instant,
  expiresAt: instant,
  endedAt: instant.nullable(),
  /** Where it was sent, masked; `null`: whoever made it told it. */
  sentTo: z.string().nullable(),
  /** Whether its mail has left; `null`: none was sent. */
  sending: z.enum(['waiting', 'sent', 'failed']).nullable(),
  /** The code was tried too often: another link is needed. */
  locked: z.boolean(),
  /** When it was opened with the code the first and the last time, and how often. */
  openedAt: instant.nullable(),
  lastAt: instant.nullable(),
  opens: z.number().int(),
})
export type ReferralLink = z.output<typeof referralLink>
/** The address and the code, told this once. */
export const madeReferralLink = referralLink.extend({ address: z.string(), code: z.string() })

export const referralDetail = referral.extend({
  /** `null`: not to be read any more, or never was. */
  records: attachedRecords.nullable(),
  /** The newest; the sender's alone. */
  link: referralLink.nullable(),
})
export type ReferralDetail = z.output<typeof referralDetail>

/** What is missing is told at once, each by its field. Of a visit, or of a patient of one's own units. */
export const referralBody = z.object({
  qid: id.optional(),
  pid: id.optional(),
  toUnit: id.optional(),
  toMid: id.optional(),
  /** An institution of the directory, in place of a unit. */
  toOutside: uuid.optional(),
  urgency: referralUrgency.default('routine'),
  reason: reason(prose(2000)).optional(),
  /** Signed notes, reports of others and files of the patient that go along as they stand now. */
  notes: z.array(uuid).max(ATTACHED_MAX).default([]),
  reports: z.array(uuid).max(ATTACHED_MAX).default([]),
  files: z.array(uuid).max(ATTACHED_MAX).default([]),
  /** A letter of one's own that was declined or taken back, about the same patient. */
  follows: uuid.optional(),
  /** The patient has agreed that this is handed on. */
  consent: z.boolean().default(false),
})
export type ReferralBody = z.output<typeof referralBody>

export const referralTarget = z.object({
  unitId: id,
  name: z.string(),
  nameEn: z.string().nullable(),
  people: z.array(staffBrief.extend({ division: z.string().nullable(), divisionEn: z.string().nullable() })),
})
