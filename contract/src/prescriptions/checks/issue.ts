import { z } from 'zod'
import { instant } from '../../core/scalars.ts'

/** `high`: the note is signed only with a reason; `moderate`: said, and no more (FHIR: DetectedIssue.severity). */
export const issueSeverity = z.enum(['high', 'moderate'])
export type IssueSeverity = z.output<typeof issueSeverity>

export const issueKind = z.enum([
  'allergy',
  'crossAllergy',
  /** The ingredients are not known, so that the patient's allergies were not compared with them. */
  'allergyUncompared',
  'duplicateIngredient',
  'duplicateClass',
  'interaction',
  'dose',
  'pregnancy',
  /** The drug is not on the list of drugs any more. */
  'delisted',
])
export type IssueKind = z.output<typeof issueKind>

export const ruleSource = z.object({ title: z.string(), url: z.string().nullable() })
export type RuleSource = z.output<typeof ruleSource>

export const issueDrug = z.object({
  code: z.string(),
  name: z.string(),
  nameZhTw: z.string().nullable(),
  /** Of an earlier prescription that still runs. */
  running: z.boolean(),
})
export type IssueDrug = z.output<typeof issueDrug>

export const drugIssue = z.object({
  /** What it is answered by: the same finding about the same drugs has the same key. */
  key: z.string(),
  kind: issueKind,
  severity: issueSeverity,
  drugs: z.array(issueDrug),
  /** What it is about: the allergy, the shared ingredient or class, in the words of the record or of the tables. */
  about: z.object({ note: z.string(), ename: z.string().nullable() }).nullable(),
  text: z.object({ en: z.string(), zhTw: z.string() }).nullable(),
  source: ruleSource,
})
export type DrugIssue = z.output<typeof drugIssue>

/** A warning that was passed over, with all of it that the prescriber saw. */
export const drugAnswer = drugIssue.extend({
  reason: z.string(),
  by: z.object({ mid: z.number().int(), name: z.string(), nameEn: z.string().nullable() }),
  at: instant,
})
export type DrugAnswer = z.output<typeof drugAnswer>

/** Serious ones that nobody has given a reason for: with one of them nothing is signed. */
export const openIssues = (issues: readonly DrugIssue[], answers: readonly Pick<DrugAnswer, 'key'>[]): DrugIssue[] =>
  issues.filter(({ severity, key }) => severity === 'high' && !answers.some((answer) => answer.key === key))
