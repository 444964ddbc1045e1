import { z } from 'zod'
import { id, instant, prose, reason, singleLine, version } from '../core/scalars.ts'
import { isNone } from './allergies.ts'
import { criticality, type HistoryFact, historyFact, reactionSeverity, verification } from './fact.ts'
import { type HistoryKind, historyKind } from './schema.ts'

/** Why an entry no longer counts: it never was true of this patient, it turned out not to be so, a later one stands for it. */
export const withdrawnWhy = z.enum(['entered-in-error', 'refuted', 'replaced'])
export type WithdrawnWhy = z.output<typeof withdrawnWhy>

export const HISTORY_NOTE_MAX = 200
/** One that no longer counts, and why. */
export const withdrawnFact = historyFact.extend({
  withdrawnAt: instant,
  withdrawnBy: z.string().nullable(),
  withdrawnWhy: withdrawnWhy.nullable(),
  withdrawnReason: z.string().nullable(),
})
export type WithdrawnFact = z.output<typeof withdrawnFact>

/** The whole form of a patient. A change is sent with the `version` it was read in. */
export const medHistory = z.object({
  pid: id,
  version,
  entries: z.array(historyFact),
  /** Newest first. */
  withdrawn: z.array(withdrawnFact),
})
export type MedHistory = z.output<typeof medHistory>

export const historyItem = z.object({
  code: z.string(),
  kind: historyKind,
  note: z.string(),
  ename: z.string(),
  /** It is said with words or a figure of its own (`mh_other_value`). */
  other: z.boolean(),
  /** The words or the figure have to be there: the item alone says nothing. */
  otherNeeded: z.boolean(),
  substance: z.string().nullable(),
})
export type HistoryItem = z.output<typeof historyItem>

export const historyInput = z.object({
  /** The entry that this one takes the place of; unset: a new one. */
  id: id.optional(),
  item: singleLine(40).nullish(),
  /** Asked, and there is none. */
  none: z.boolean().optional(),
  note: singleLine(HISTORY_NOTE_MAX).default(''),
  ename: singleLine(HISTORY_NOTE_MAX).nullish(),
  mh_other_value: singleLine(HISTORY_NOTE_MAX).nullish(),
  severity: reactionSeverity.nullish(),
  verification: verification.nullish(),
  criticality: criticality.nullish(),
  reaction: singleLine(HISTORY_NOTE_MAX).nullish(),
  substance: singleLine(80).nullish(),
})
export type HistoryInput = z.output<typeof historyInput>

const entries = z.array(historyInput).max(30).optional()
/** By kind what is new and what is changed; what is not named stays as it is. */
export const historyChange = z.object({
  pid: id,
  /** The visit it was said in; it is kept in the visit's unit. */
  qid: id.optional(),
  version,
  person_sick: entries,
  parents_sick: entries,
  parents_cancer: entries,
  sensitive_matters: entries,
  life_type: entries,
  withdrawn: z
    .array(z.object({ id, why: withdrawnWhy.exclude(['replaced']), reason: reason(prose(300)) }))
    .max(30)
    .optional(),
})
export type HistoryChange = z.output<typeof historyChange>

/** What became of asking about a kind: never asked, asked and none, or what there is. */
export function askedOf(facts: readonly HistoryFact[], kind: HistoryKind): 'notAsked' | 'none' | 'known' {
  const of = facts.filter((fact) => fact.kind === kind)
  if (of.some((fact) => !isNone(fact))) return 'known'
  return of.length ? 'none' : 'notAsked'
}

export type HistoryFault = { path: string; code: 'FIELD_EMPTY' | 'VALUE_INVALID' | 'REASON_REQUIRED' }

/** What an entry still lacks. `known`: a coded substance is one of the tables. */
export function historyFaults(
  kind: HistoryKind,
  input: HistoryInput,
  items: readonly HistoryItem[],
  known: (substance: string) => boolean,
): HistoryFault[] {
  const faults: HistoryFault[] = []
  if (input.none) return faults
  const item = input.item ? items.find(({ code }) => code === input.item) : undefined
  if (input.item && item?.kind !== kind) faults.push({ path: 'item', code: 'VALUE_INVALID' })
  if (!item && !input.note.trim()) faults.push({ path: 'note', code: 'FIELD_EMPTY' })
  if (item?.otherNeeded && !input.mh_other_value?.trim()) faults.push({ path: 'mh_other_value', code: 'FIELD_EMPTY' })
  if (item?.code === EGFR && readEgfr(input.mh_other_value) === null)
    faults.push({ path: 'mh_other_value', code: 'VALUE_INVALID' })
  if (input.substance && (kind !== 'sensitive_matters' || !known(input.substance)))
    faults.push({ path: 'substance', code: 'VALUE_INVALID' })
  return faults.filter((fault, at) => faults.findIndex(({ path }) => path === fault.path) === at)
}

// ── what the drug check reads from it ───────────────────────────────────────────────────────────────────────

export const EGFR = 'egfr'
export const PREGNANT = 'pregnant'
export const NOT_PREGNANT = 'not_pregnant'
/** A figure of the kidneys counts for a year, a pregnancy for its length, that there is none for a cycle. */
export const VALID_DAYS = { [EGFR]: 365, [PREGNANT]: 294, [NOT_PREGNANT]: 28 } as const

/** mL/min/1.73 m². */
export function readEgfr(text: string | null | undefined): number | null {
  const value = /^\s*(\d{1,3}(?:\.\d+)?)\b/.exec(text ?? '')?.[1]
  return value && Number(value) > 0 && Number(value) <= 250 ? Number(value) : null
}
