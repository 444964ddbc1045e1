import { z } from 'zod'
import { staffBrief } from '../staff/brief.ts'
import { paging, sortBy } from '../core/paging.ts'
import { date, id, instant, prose, reason, singleLine, uuid, version } from '../core/scalars.ts'
import { gender, patientBrief } from '../patients/brief.ts'
import { problemRules } from './evaluate.ts'
import { growthMeasures } from './growth.ts'
import { dueStates } from './plan.ts'
import { fluorideGroups, STOOL_COLOURS, vaccines } from './schedule.ts'

export const vaccine = z.enum(vaccines)
export const childKinds = ['vaccination', 'fluoride', 'preventive', 'biliary'] as const
export const childKind = z.enum(childKinds)
export type ChildKind = (typeof childKinds)[number]
export const childSort = sortBy('late', 'name', 'born', 'next')

/** What bodies of children measure; outside of it a person has mistyped. */
export const measured = {
  weightKg: z.number().min(0.3).max(200),
  lengthCm: z.number().min(20).max(220),
  headCm: z.number().min(15).max(70),
}

/** What a schedule and curves go by beside the birth date. Each may be unknown, which is not the same as no. */
export const childFacts = z.object({
  /** Weeks of gestation at birth, in days. */
  gestationDays: z.number().int().min(154).max(308).nullable(),
  /** The mother carries hepatitis B (HBsAg). */
  hbvMother: z.boolean().nullable(),
  fluorideGroup: z.enum(fluorideGroups),
  /** One of twins or more. */
  multiple: z.boolean(),
  /** Of what was said last; 0: nobody has said anything. */
  version: z.number().int().min(0),
})
export type ChildFactsOf = z.output<typeof childFacts>

const signed = z.object({ by: staffBrief.nullable(), at: instant })
export const childRecord = z.object({
  id: uuid,
  pid: id,
  kind: childKind,
  on: date,
  vaccine: vaccine.nullable(),
  dose: z.number().nullable(),
  lot: z.string().nullable(),
  /** Where it was given, or seen. */
  place: z.string().nullable(),
  reaction: z.string().nullable(),
  visit: z.number().nullable(),
  weightKg: z.number().nullable(),
  lengthCm: z.number().nullable(),
  headCm: z.number().nullable(),
  standing: z.boolean().nullable(),
  colour: z.number().nullable(),
  note: z.string(),
  /** The birth date as it was known when this was entered, where it is another now. */
  bornThen: date.nullable(),
  entered: signed,
  changed: signed.nullable(),
  /** Taken back, and kept. */
  withdrawn: signed.extend({ reason: z.string() }).nullable(),
  version,
})
export type ChildRecord = z.output<typeof childRecord>

const state = z.enum(dueStates)
const standing = {
  state,
  dueOn: date.nullable(),
  lateOn: date.nullable(),
  on: date.nullable(),
  record: uuid.nullable(),
}
const span = z.object({ months: z.number().optional(), days: z.number().optional() })
export const due = z.object({
  kind: childKind,
  vaccine: vaccine.nullable(),
  number: z.number().nullable(),
  state: z.enum(['late', 'due', 'notYet']),
  dueOn: date,
  lateDays: z.number(),
})
export const stoolSeen = z.object({
  state: z.enum(['abnormal', 'normal', 'due', 'none']),
  on: date.nullable(),
  colour: z.number().nullable(),
  record: uuid.nullable(),
})
export const plan = z.object({
  doses: z.array(z.object({ ...standing, vaccine, dose: z.number(), season: z.number().nullable() })),
  visits: z.array(z.object({ ...standing, visit: z.number(), until: date })),
  fluoride: z.object(standing),
  stool: stoolSeen,
  problems: z.array(
    z.object({
      record: uuid,
      vaccine: vaccine.nullable(),
      rule: z.enum(problemRules),
      needs: span,
      /** Days that were missing. */
      short: z.number(),
      with: vaccine.nullable(),
    }),
  ),
  due: z.array(due),
})

/** A child with what was recorded of one kind, and the schedule over all of it. */
export const childCare = z.object({
  patient: patientBrief,
  facts: childFacts,
  /** Null: no birth date is known, and so no schedule. */
  plan: plan.nullable(),
  records: z.array(childRecord),
})
export type ChildCare = z.output<typeof childCare>

export const childRow = z.object({
  pid: id,
  name: z.string(),
  nameEn: z.string().nullable(),
  memberNo: z.string(),
  gender: gender.nullable(),
  birthday: date,
  vip: z.boolean(),
  multiple: z.boolean(),
  unitId: id,
  unitName: z.string(),
  unitNameEn: z.string().nullable(),
  next: due.nullable(),
  /** How many are late, of the kinds that are asked for. */
  late: z.number(),
  /** What is late or due of each kind, the most late first. */
  open: z.array(due),
  stool: stoolSeen,
})
export type ChildRow = z.output<typeof childRow>

export const childQuery = z.object({
  tab: z.enum(['late', 'soon', 'all']).default('late'),
  q: singleLine(60).default(''),
  kind: childKind.optional(),
  unit: id.optional(),
  pid: id.optional(),
  /** In months. */
  ageFrom: z.coerce.number().int().min(0).max(240).optional(),
  ageTo: z.coerce.number().int().min(0).max(240).optional(),
  sort: childSort.optional(),
  ...paging,
})

const lines = {
  pid: id,
  on: date,
  place: singleLine(80).default(''),
  note: prose(500).default(''),
}
const vaccination = {
  ...lines,
  vaccine,
  dose: z.number().int().min(1).max(9),
  lot: singleLine(40).default(''),
  reaction: prose(300).default(''),
}
const preventive = {
  ...lines,
  visit: z.number().int().min(1).max(7),
  weightKg: measured.weightKg.nullable().default(null),
  lengthCm: measured.lengthCm.nullable().default(null),
  headCm: measured.headCm.nullable().default(null),
  /** Null: as is usual at that age. */
  standing: z.boolean().nullable().default(null),
  /** What a child of that age has not was asked about, and is right. */
  confirmed: z.boolean().default(false),
}
const biliary = { ...lines, colour: z.number().int().min(1).max(STOOL_COLOURS) }
export const bodies = {
  vaccination: z.object(vaccination),
  fluoride: z.object(lines),
  preventive: z.object(preventive),
  biliary: z.object(biliary),
}
/** A change says which version it goes by, and everything as it is to stand. */
const changed = { id: uuid, version }
export const changes = {
  vaccination: bodies.vaccination.extend(changed),
  fluoride: bodies.fluoride.extend(changed),
  preventive: bodies.preventive.extend(changed),
  biliary: bodies.biliary.extend(changed),
}
export const withdrawal = z.object({ pid: id, ...changed, reason: reason(singleLine(300)).default('') })

const score = z.object({ z: z.number(), percentile: z.number() })
export const growth = z.object({
  patient: patientBrief,
  gestationDays: z.number().nullable(),
  points: z.array(
    z.object({
      on: date,
      /** A preventive visit of the child, or what was measured at home. */
      source: z.enum(['visit', 'reading']),
      ageDays: z.number(),
      /** The age that its scores go by, where it is counted from the term; null: it is not. */
      correctedDays: z.number().nullable(),
      weightKg: z.number().nullable(),
      lengthCm: z.number().nullable(),
      headCm: z.number().nullable(),
      bmi: z.number().nullable(),
      /** None: not measured, before the term, or beyond the curve. */
      scores: z.partialRecord(z.enum(growthMeasures), score),
    }),
  ),
  /** Lines of 3, 15, 50, 85 and 97 percent by age; empty where sex or birth date are not known. */
  curves: z.partialRecord(
    z.enum(['weight', 'length', 'head', 'bmi']),
    z.array(z.object({ days: z.number(), values: z.array(z.number()) })),
  ),
})
export type Growth = z.output<typeof growth>
