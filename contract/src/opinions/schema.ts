import { z } from 'zod'
import { paging, sortBy } from '../core/paging.ts'
import { asked, date, id, instant, prose, reason, singleLine, uuid, version } from '../core/scalars.ts'
import { versionContent } from '../emr/schema.ts'
import { medicalFile } from '../files/schema.ts'
import { readingKind } from '../monitoring/schema.ts'
import { patientBrief } from '../patients/brief.ts'
import { staffBrief } from '../staff/brief.ts'
import { ANSWER_MAX, opinionStates, opinionTypes, QUESTION_MAX, RECORDS_MAX } from './rules.ts'

export const opinionType = z.enum(opinionTypes)
export const opinionState = z.enum(opinionStates)

/** The patient as the inviter shares them: what stands here is all that the invited doctor knows of whom it is about. */
export const sharedPatient = z.object({
  name: z.string().nullable(),
  nameEn: z.string().nullable(),
  gender: z.string().nullable(),
  /** In full years, on the day of the invitation. */
  age: z.number().int().nullable(),
})
/** An opinion as it stands in a list. */
export const opinion = z.object({
  id: uuid,
  type: opinionType,
  state: opinionState,
  question: z.string(),
  inviter: staffBrief,
  invited: staffBrief,
  /** Of the invited doctor. */
  division: z.string().nullable(),
  shared: sharedPatient,
  /** For whom the patient is in reach: never for the invited doctor by the invitation alone. */
  patient: patientBrief.nullable(),
  records: z.number().int(),
  /** Which choice of records holds: the first part of the page's address. */
  filter: z.number().int(),
  dueOn: date.nullable(),
  late: z.boolean(),
  askedAt: instant,
  openedAt: instant.nullable(),
  endedAt: instant.nullable(),
  /** Of one that was declined. */
  reason: z.string().nullable(),
  /** Of the last change: what it was about, and when. */
  changed: z.array(z.enum(['question', 'records', 'due'])),
  changedAt: instant.nullable(),
  version,
  /** On which side the caller stands; null: reads the answer in the patient's record. */
  side: z.enum(['inviter', 'invited']).nullable(),
})
export type Opinion = z.output<typeof opinion>

export const opinionAnswer = z.object({
  version: z.number().int(),
  text: z.string(),
  by: staffBrief,
  at: instant,
  hash: z.string(),
})
export type OpinionAnswer = z.output<typeof opinionAnswer>

const measured = z.object({
  at: instant,
  value: z.number(),
  diastolic: z.number().nullable(),
  pulse: z.number().nullable(),
  unit: z.string(),
  flagged: z.boolean(),
})
/** One record that is shown. What was picked and is there no more says so: `gone`. */
export const shownRecord = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('note'),
    id: uuid,
    note: z
      .object({
        date,
        author: staffBrief,
        division: z.string().nullable(),
        signedAt: instant,
        amended: z.boolean(),
        content: versionContent,
      })
      .nullable(),
  }),
  z.object({ kind: z.literal('file'), id: uuid, file: medicalFile.nullable() }),
  z.object({
    kind: z.literal('readings'),
    reading: readingKind,
    from: instant,
    to: instant,
    /** The newest 500 of the span, oldest first. */
    values: z.array(measured),
  }),
])
export type ShownRecord = z.output<typeof shownRecord>

export const opinionDetail = opinion.extend({
  /**
   * Exactly what is shown. Null: nothing is shown to the caller, for it is over, or it is somebody's who reads the answer
   * alone.
   */
  shown: z.array(shownRecord).nullable(),
  /** In process, and the inviter may not read the record at the moment: nothing of it is shown until they may again. */
  asleep: z.boolean(),
  answers: z.array(opinionAnswer),
})
export type OpinionDetail = z.output<typeof opinionDetail>

export const opinionSort = sortBy('due', 'person', 'asked', 'state')
export const opinionQuery = z.object({
  /** `record`: answered ones of the patient `pid`, for whom the record is open. */
  tab: z.enum(['invited', 'inviting', 'record']).default('invited'),
  status: z.enum([...opinionStates, 'all']).default('inProcess'),
  type: opinionType.optional(),
  /** Asked on this day or later, and on this day or earlier. */
  from: date.optional(),
  to: date.optional(),
  id: uuid.optional(),
  /** The other side. */
  did: id.optional(),
  pid: id.optional(),
  /** A part of the question. */
  q: singleLine(60).default(''),
  sort: opinionSort.optional(),
  ...paging,
})

/** What is to be shown: signed notes, files, and of one kind of reading a span of time. */
export const pickedRecords = z.object({
  notes: z.array(uuid).max(RECORDS_MAX).default([]),
  files: z.array(uuid).max(RECORDS_MAX).default([]),
  readings: z
    .array(z.object({ kind: readingKind, from: date, to: date }))
    .max(30)
    .default([]),
})
export type PickedRecords = z.output<typeof pickedRecords>

/** What is missing is told at once, each by its field. */
export const opinionBody = z.object({
  pid: id,
  type: opinionType.default('opinion'),
  question: asked(prose(QUESTION_MAX).optional()),
  invitedMid: asked(id.optional()),
  records: asked(pickedRecords.optional()),
  shareName: z.boolean().default(false),
  dueOn: date.optional().describe('today or later'),
})
export const opinionChange = z.object({
  action: z.enum(['decline', 'withdraw', 'change']),
  version,
  /** Of declining. */
  reason: reason(singleLine(500)).optional(),
  /** Of a change: what is to be another; `records` are all of them, `dueOn` null: no day any more. */
  question: prose(QUESTION_MAX).optional(),
  records: pickedRecords.optional(),
  dueOn: date.nullable().optional(),
})
export const answerBody = z.object({
  version,
  text: asked(prose(ANSWER_MAX).optional()),
  /** Needed unless one was given within the last 10 minutes of this session. */
  password: z.string().max(200).optional(),
})
/** A doctor who can be asked. */
export const opinionDoctor = staffBrief.extend({ division: z.string().nullable(), title: z.string().nullable() })
export type OpinionDoctor = z.output<typeof opinionDoctor>
