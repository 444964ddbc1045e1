import { z } from 'zod'
import { item } from '../careevents/schema.ts'
import { items } from '../careevents/items.ts'
import { paging, sortBy } from '../core/paging.ts'
import { asked, date, id, instant, prose, reason, singleLine, uuid, version } from '../core/scalars.ts'
import { patientBrief } from '../patients/brief.ts'
import { staffBrief } from '../staff/brief.ts'
import { checkProgrammes, derivedItems, fastingAnswers, systems } from './items.ts'
import { checkStates, processSteps, stepStates } from './rules.ts'

export const checkProgramme = z.enum(checkProgrammes)
export const checkItem = z.enum([...items, ...derivedItems])
export const checkState = z.enum(checkStates)

export const processed = z.object({
  step: z.enum(processSteps),
  state: z.enum(stepStates),
  at: instant.nullable(),
  /** Why it failed. */
  reason: z.enum(['file', 'value']).nullable(),
})
export type Processed = z.output<typeof processed>

export const healthCheck = z.object({
  id: uuid,
  patient: patientBrief.nullable(),
  programme: checkProgramme,
  state: checkState,
  /** Of the items of the programme so many have a value, or a reason for none. */
  entered: z.number().int(),
  items: z.number().int(),
  startedBy: staffBrief,
  startedAt: instant,
  submittedAt: instant.nullable(),
  /** The end that is to be expected while it is processed. */
  expectedAt: instant.nullable(),
  doneAt: instant.nullable(),
  steps: z.array(processed),
  /** It has a result, and what is processed corrects it. */
  corrects: z.boolean(),
  version,
})
export type HealthCheck = z.output<typeof healthCheck>

export const checkQuery = z.object({
  ...paging,
  state: checkState.optional(),
  pid: id.optional(),
  /** Started on this day or later. */
  from: date.optional(),
  q: singleLine(60).default(''),
  sort: sortBy('startedAt', 'state').optional(),
})
export type CheckQuery = z.output<typeof checkQuery>

export const checkValue = z.object({
  id: uuid,
  item,
  /** `null`: not measured, and why. */
  value: z.number().nullable(),
  skipped: z.string().nullable(),
  by: staffBrief,
  measuredAt: instant,
  confirmed: z.boolean(),
})
export type CheckValue = z.output<typeof checkValue>

const range = z.object({ low: z.number().nullable(), high: z.number().nullable(), source: z.string() })
export const checkResultRow = z.object({
  item: checkItem,
  system: z.enum(systems),
  value: z.number(),
  unit: z.string(),
  range: range.nullable(),
  /** `null`: nothing is known to compare with. */
  flag: z.enum(['low', 'high', 'normal']).nullable(),
  critical: z.boolean(),
})
export type CheckResultRow = z.output<typeof checkResultRow>
export const shownResultRow = checkResultRow.extend({
  /** Of earlier checks, newest first. */
  earlier: z.array(z.object({ value: z.number(), on: date })),
  /** Of a critical one: who has looked at it. */
  acknowledged: z.object({ by: staffBrief, at: instant }).nullable(),
})
export type ShownResultRow = z.output<typeof shownResultRow>

export const checkDetail = healthCheck.extend({
  programmeItems: z.array(item),
  fasting: z.enum(fastingAnswers).nullable(),
  /** What was entered; `null` once it is done, where the record is closed to the caller. */
  values: z.array(checkValue).nullable(),
  files: z.array(z.object({ id: uuid, name: z.string(), state: z.enum(['stored', 'unassigned', 'withdrawn']) })),
  cancelled: z.object({ reason: z.string() }).nullable(),
  /** The result is there, and the record is closed to the caller. */
  hidden: z.boolean(),
  result: z
    .object({
      version,
      madeAt: instant,
      /** Out of range first, then by parts of the body. */
      rows: z.array(shownResultRow),
      skipped: z.array(z.object({ item, reason: z.string() })),
      comments: z.array(z.object({ text: z.string(), by: staffBrief, at: instant })),
      /** What was said before, newest first, each with why another took its place. */
      versions: z.array(z.object({ version, madeAt: instant, reason: z.string().nullable() })),
    })
    .nullable(),
  /** Earlier checks of this person that are done. */
  earlier: z.array(z.object({ id: uuid, on: date, programme: checkProgramme })),
})
export type CheckDetail = z.output<typeof checkDetail>

export const startBody = z.object({
  /** Made by the station, so that a start that is sent twice is one. */
  id: uuid,
  pid: id.optional(),
  /** A card, id or member QR, as a reader types it. */
  code: singleLine(60).optional(),
  programme: checkProgramme,
  /** Name and birthday were read back, and it is this person. */
  identityConfirmed: z.literal(true),
})
export type StartBody = z.output<typeof startBody>

const entered = z.object({
  id: uuid,
  item,
  value: z.number().min(0).max(9999).nullable(),
  /** Why it was not measured. */
  skipped: singleLine(200).optional(),
  /** Outside what a body has, and somebody said that it is so. */
  confirmed: z.boolean().default(false),
})
export const stepBody = z.discriminatedUnion('action', [
  z.object({
    action: z.literal('enter'),
    fasting: z.enum(fastingAnswers).optional(),
    entries: z.array(entered).max(40).default([]),
  }),
  z.object({ action: z.literal('attach'), file: uuid }),
  z.object({ action: z.literal('submit'), version }),
  z.object({ action: z.literal('retry'), version }),
  z.object({ action: z.literal('cancel'), version, reason: asked(reason(singleLine(300))) }),
  z.object({
    action: z.literal('correct'),
    version,
    reason: asked(reason(singleLine(300))),
    entries: z.array(entered).min(1).max(40),
  }),
  z.object({ action: z.literal('comment'), text: asked(prose(1000)) }),
  z.object({ action: z.literal('acknowledge'), item: checkItem }),
])
export type StepBody = z.output<typeof stepBody>
export type Entered = z.output<typeof entered>
