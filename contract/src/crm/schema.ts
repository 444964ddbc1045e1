import { z } from 'zod'
import { staffBrief } from '../staff/brief.ts'
import { businessHours } from '../core/business-hours.ts'
import { paging, sortBy } from '../core/paging.ts'
import { asked, date, id, instant, prose, reason, singleLine, uuid, version } from '../core/scalars.ts'
import { callCause, callDirection, callState } from '../calls/schema.ts'
import { gender, nextVisit, patientBrief } from '../patients/brief.ts'
import { caseActions, caseOrigins, caseStates, caseTypes, manyActions, MOST_AT_ONCE } from './rules.ts'

export const caseType = z.enum(caseTypes)
export const caseState = z.enum(caseStates)
export const caseOrigin = z.enum(caseOrigins)
export const MAX_TITLE = 120
export const MAX_TEXT = 4000

/** The patient a case is about, with enough fields to tell two people apart. */
const casePatient = z.object({
  pid: id,
  patient_name: z.string(),
  patientNameEn: z.string().nullable(),
  memberNo: z.string(),
  gender: gender.nullable(),
  birthday: date.nullable(),
  vip: z.boolean(),
})

/** A case as the lists show one. FHIR Task. */
export const caseRow = casePatient.extend({
  sn: id,
  title: z.string(),
  type: caseType,
  origin: caseOrigin,
  state: caseState,
  unitId: id,
  unitName: z.string(),
  unitNameEn: z.string().nullable(),
  openedBy: staffBrief,
  openedAt: instant,
  /** Who has it now. */
  owner: staffBrief.nullable(),
  /** The last hand-over, also after it was given back. */
  assigned: z.object({ from: staffBrief, to: staffBrief, at: instant }).nullable(),
  /** When it was first answered. */
  firstAt: instant.nullable(),
  /** What is due next of an open one: the first answer, or that it is done. */
  waitsFor: z.enum(['answer', 'end']).nullable(),
  dueAt: instant.nullable(),
  /** From here on it is about to be late. */
  warnAt: instant.nullable(),
  /** With what it was finished, or why it was cancelled. */
  outcome: z.string().nullable(),
  overAt: instant.nullable(),
  lastNote: z.object({ text: z.string(), by: staffBrief, at: instant }).nullable(),
  version,
})
export type CaseRow = z.output<typeof caseRow>

export const entryKind = z.enum([
  'open',
  'note',
  'change',
  'assign',
  'giveBack',
  'finish',
  'cancel',
  'close',
  'restore',
  'undo',
  'call',
  /** Written to the patient in their conversation, and as a text message. */
  'message',
  'sms',
])
export const caseEntry = z.object({
  id,
  kind: entryKind,
  text: z.string().nullable(),
  by: staffBrief,
  to: staffBrief.nullable(),
  at: instant,
  /** A call that was made from the case. */
  call: z
    .object({
      callID: uuid,
      state: callState,
      cause: callCause.nullable(),
      direction: callDirection,
      videoCall: z.boolean(),
      answeredAt: instant.nullable(),
      endedAt: instant.nullable(),
    })
    .nullable(),
  /** What was written to the patient; null as well where the conversation is not the caller's to read. */
  message: z
    .object({
      conversationId: id,
      seq: z.number().int(),
      /** Empty once it was taken back. */
      textContent: z.string(),
      recalled: z.boolean(),
      /** When the patient first wrote afterwards. */
      answeredAt: instant.nullable(),
    })
    .nullable(),
})
export type CaseEntry = z.output<typeof caseEntry>

export const suggestion = z.object({
  id: uuid,
  text: z.string(),
  model: z.string(),
  at: instant,
  rating: z.enum(['useful', 'notUseful']).nullable(),
})
export type Suggestion = z.output<typeof suggestion>

export const caseBrief = caseRow.pick({ sn: true, title: true, type: true, state: true, openedAt: true, owner: true })
export type CaseBrief = z.output<typeof caseBrief>
export const caseDetail = caseRow.extend({
  patient: patientBrief,
  entries: z.array(caseEntry),
  /** The member's other cases: open ones first, then those of the same type. */
  others: z.array(caseBrief),
  next: nextVisit.nullable(),
  /** The caller's own last one. */
  suggestion: suggestion.nullable(),
})
export type CaseDetail = z.output<typeof caseDetail>

const filters = {
  q: singleLine(60).default(''),
  type: caseType.optional(),
  origin: caseOrigin.optional(),
  unit: id.optional(),
  pid: id.optional(),
  from: date.optional(),
  to: date.optional(),
}
export const caseSort = sortBy('sn', 'title', 'type', 'patient', 'owner', 'state', 'opened', 'due')
export const caseQuery = z.object({
  ...filters,
  /** `running`: whatever is not closed. */
  state: z.enum(['running', 'all', ...caseStates]).default('running'),
  assigned: z.enum(['me', 'none']).optional(),
  owner: id.optional(),
  /** About to be late, or late. */
  late: z.boolean().optional(),
  /** Late. */
  overdue: z.boolean().optional(),
  /** Unless told: about to be late, then nobody's, then least time left. */
  sort: caseSort.optional(),
  ...paging,
})
export type CaseQuery = z.input<typeof caseQuery>
export const countQuery = z.object(filters)
/** Each the length of the list it opens. */
export const caseCounts = z.object({
  running: z.number().int(),
  closed: z.number().int(),
  mine: z.number().int(),
  unassigned: z.number().int(),
  late: z.number().int(),
  overdue: z.number().int(),
})
export type CaseCounts = z.output<typeof caseCounts>

/** What is missing is told at once, each by its field. */
export const newCase = z.object({
  pid: id.optional(),
  unitId: id.optional(),
  title: asked(singleLine(MAX_TITLE).default('')),
  type: caseType.optional(),
  origin: caseOrigin.default('phone'),
  note: prose(MAX_TEXT).optional(),
  /** Unless told: whom the institution has named for its type, if anybody. `null`: nobody. */
  owner: id.nullable().optional(),
})
export const caseStepBody = z.object({
  sn: id,
  version,
  action: z.enum(caseActions),
  /** With `assign`: to whom. */
  to: id.optional(),
  /** The result, or the reason. */
  text: reason(prose(MAX_TEXT)).optional(),
  /** With `change`. */
  title: singleLine(MAX_TITLE).optional(),
  type: caseType.optional(),
  origin: caseOrigin.optional(),
})
export const manyBody = z.object({
  cases: z
    .array(z.object({ sn: id, version }))
    .min(1)
    .max(MOST_AT_ONCE),
  action: z.enum(manyActions),
  to: id.optional(),
  text: reason(prose(MAX_TEXT)).optional(),
})
export const manyOutcome = z.object({
  results: z.array(
    z.object({
      sn: id,
      /** OK, or what refused it. */
      code: z.string(),
      message: z.string().nullable(),
      version: version.nullable(),
    }),
  ),
})
export type ManyOutcome = z.output<typeof manyOutcome>

export const crmOwner = staffBrief.extend({ doctortype: z.string(), units: z.array(id) })
export type CrmOwner = z.output<typeof crmOwner>
export const crmConfig = z.object({
  types: z.array(
    z.object({
      type: caseType,
      first: z.number().int().nullable(),
      done: z.number().int().nullable(),
      /** Whether cases of it are opened. */
      offered: z.boolean(),
      /** Who has a new one unless somebody is named. */
      owner: id.nullable(),
    }),
  ),
  origins: z.array(caseOrigin),
  states: z.array(caseState),
  owners: z.array(crmOwner),
  units: z.array(z.object({ id, name: z.string(), nameEn: z.string().nullable() })),
  /** Targets run in these hours alone, and on no holiday; null: day and night. */
  hours: businessHours.nullable(),
  /** Whether a suggestion can be asked for, and why not. */
  ai: z.enum(['ready', 'missing', 'notAllowed']),
})
export type CrmConfig = z.output<typeof crmConfig>

export const crmMember = casePatient.extend({
  unitId: id,
  unitName: z.string(),
  unitNameEn: z.string().nullable(),
  openCases: z.number().int(),
})
export type CrmMember = z.output<typeof crmMember>
