import { z } from 'zod'
import { daysBetween, parseDay } from '../core/dates.ts'
import { paging, sortBy } from '../core/paging.ts'
import { date, id, instant, singleLine, uuid } from '../core/scalars.ts'
import { staffBrief } from '../staff/brief.ts'
import { callCause, callDirection, callKind } from './schema.ts'
import { recordingState } from './signalling.ts'

/** What became of a call. `running`: it is talked; `failed`: it ended before anybody answered. */
export const callOutcome = z.enum(['ringing', 'running', 'answered', 'rejected', 'missed', 'failed'])
export type CallOutcome = z.output<typeof callOutcome>

/** One row of the log: a call, or several tries at the same patient in a row that nobody answered, told by the last. */
export const callLogEntry = z.object({
  callID: uuid,
  queueID: id.nullable(),
  pid: id.nullable(),
  kind: callKind,
  /** Whoever was talked with, or tried: the patient; of a call between colleagues the other one, or all who were rung. */
  name: z.string(),
  nameEn: z.string().nullable(),
  memberNo: z.string().nullable(),
  /** Its middle is masked; null where none is known. */
  tel: z.string().nullable(),
  /** The whole number, for who may read members. */
  telFull: z.string().nullable(),
  record_start_time: instant,
  /** Between colleagues as the reader sees it: `inbound` for whoever was rung. */
  direction: callDirection,
  videoCall: z.boolean(),
  outcome: callOutcome,
  cause: callCause.nullable(),
  /** From the answer to the end; null where nobody answered, or it is talked still. */
  lengthSeconds: z.number().int().min(0).nullable(),
  /** Who answered it, or rang; null where a patient rang and nobody answered. */
  by: staffBrief.nullable(),
  /** Who was rung, by a patient or a colleague. */
  rung: z.array(staffBrief),
  unitId: id,
  unitName: z.string(),
  unitNameEn: z.string().nullable(),
  /** How many tries this row stands for. */
  tries: z.number().int().min(1),
  /** Of a patient's call that nobody took: whether somebody has called since, or was reached. Null of all others. */
  calledBack: z.boolean().nullable(),
  /** The visit of today by which the patient can be called; null where there is none. */
  callBy: id.nullable(),
  /** The colleague to call back: the other one of a call between two; null of all others. */
  colleague: staffBrief.nullable(),
  /** Null: none, or none that the caller may play. */
  recording: z.object({ recordingId: uuid, state: recordingState, durationMs: z.number().int().nullable() }).nullable(),
})
export type CallLogEntry = z.output<typeof callLogEntry>

export const callLogRange = z.union([z.literal(7), z.literal(30)])
/** More than a year at once is no question a screen asks. */
export const LOG_DAYS = 366
const ofBoundedSpan = ({ from = '', to = '' }: { from?: string | undefined; to?: string | undefined }) =>
  !parseDay(from) || !parseDay(to) || (from <= to && daysBetween(from, to) < LOG_DAYS)
const BOUND = { error: `at most ${LOG_DAYS} days, the first before the last`, path: ['to'] }

/** Unless told: the newest first. */
export const callLogSort = sortBy('at', 'name', 'length')
export const callLogQuery = z
  .object({
    /** The last 7 or 30 days with today, where no days are named. */
    range: callLogRange.default(7),
    /** Both included. */
    from: date.optional(),
    to: date.optional(),
    outcome: callOutcome.optional(),
    direction: callDirection.optional(),
    kind: z.enum(['video', 'voice']).optional(),
    /** Who rang, was rung or answered. */
    who: id.optional(),
    pid: id.optional(),
    /** Patients' calls that nobody took, and nobody has called back since. */
    missed: z.boolean().optional(),
    /** Part of the patient's name, of the member number, or of the telephone number. */
    q: singleLine(60).default(''),
    sort: callLogSort.optional(),
    ...paging,
  })
  .refine(ofBoundedSpan, BOUND)
  .describe(BOUND.error)
export type CallLogQuery = z.output<typeof callLogQuery>
