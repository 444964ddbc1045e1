import { saysSomething } from '@teleward/contract/core/text.ts'
import { isNone } from '@teleward/contract/members/allergies.ts'
import {
  type HistoryChange,
  type HistoryInput,
  type HistoryItem,
  historyFaults,
  type MedHistory,
} from '@teleward/contract/members/history.ts'
import type { HistoryFact } from '@teleward/contract/members/fact.ts'
import { type HistoryKind, historyKind } from '@teleward/contract/members/schema.ts'

/** Allergies first: what must not be overlooked. */
export const kinds: readonly HistoryKind[] = [
  'sensitive_matters',
  ...historyKind.options.filter((kind) => kind !== 'sensitive_matters'),
]

/** An entry while it is written; `key` names it here, `id` the one that stands and is changed. */
export interface EntryDraft extends HistoryInput {
  key: string
  kind: HistoryKind
}
export interface Gone {
  why: 'entered-in-error' | 'refuted'
  reason: string
}
/** What somebody has written in the form, over whatever stands. */
export interface FormDraft {
  drafts: readonly EntryDraft[]
  none: readonly HistoryKind[]
  gone: Readonly<Record<number, Gone>>
}
export const nothing: FormDraft = { drafts: [], none: [], gone: {} }
export const isDirty = ({ drafts, none, gone }: FormDraft) => drafts.length + none.length + Object.keys(gone).length > 0

const sure = { verification: 'unconfirmed' } as const
export const fresh = (kind: HistoryKind, key: string): EntryDraft => ({ key, kind, note: '', ...sure })
export const changing = (fact: HistoryFact, key: string): EntryDraft => ({
  key,
  kind: fact.kind,
  id: fact.id,
  item: fact.item,
  note: fact.item ? '' : fact.note,
  ename: fact.item ? null : fact.ename,
  mh_other_value: fact.mh_other_value,
  severity: severityOf(fact.severity),
  verification: fact.verification ?? 'unconfirmed',
  criticality: fact.criticality,
  reaction: fact.reaction,
  substance: fact.substance,
})
const severityOf = (text: string | null) => (text === 'mild' || text === 'moderate' || text === 'severe' ? text : null)

/** What was typed or picked in the first field: an item of the list, or words of one's own. */
export function named(draft: EntryDraft, text: string, items: readonly HistoryItem[]): EntryDraft {
  const item = items.find(({ kind, note, ename }) => kind === draft.kind && (note === text || ename === text))
  // Words of one's own are no longer what the item was coded as.
  return item
    ? { ...draft, item: item.code, note: '', ename: null, substance: item.substance }
    : { ...draft, item: null, note: text, ename: null, substance: null }
}

/** By the field's name, what is still wrong; the codes it may name the server knows. */
export const faultsOf = (draft: EntryDraft, items: readonly HistoryItem[]): Set<string> =>
  new Set(historyFaults(draft.kind, draft, items, () => true).map(({ path }) => path))

export const reasonsMissing = ({ gone }: FormDraft): number[] =>
  Object.entries(gone).flatMap(([id, { reason }]) => (saysSomething(reason) ? [] : [Number(id)]))

/** What stands of a kind beside what is being written. */
export const standing = (form: MedHistory, kind: HistoryKind) => form.entries.filter((entry) => entry.kind === kind)
/** 'None' can be said where nothing is there and nothing is being written. */
export const mayBeNone = (form: MedHistory, draft: FormDraft, kind: HistoryKind) =>
  !standing(form, kind).some((entry) => isNone(entry) || !draft.gone[entry.id]) &&
  !draft.drafts.some((one) => one.kind === kind)

export function changeOf(pid: number, qid: number | undefined, version: number, draft: FormDraft): HistoryChange {
  const inputs = (kind: HistoryKind): HistoryInput[] => [
    ...draft.drafts.filter((one) => one.kind === kind).map(({ key: _key, kind: _kind, ...input }) => input),
    ...(draft.none.includes(kind) ? [{ none: true, note: '' }] : []),
  ]
  const said = kinds.flatMap((kind) => (inputs(kind).length ? [[kind, inputs(kind)] as const] : []))
  const withdrawn = Object.entries(draft.gone).map(([id, gone]) => ({ id: Number(id), ...gone }))
  return {
    pid,
    ...(qid ? { qid } : {}),
    version,
    ...Object.fromEntries(said),
    ...(withdrawn.length ? { withdrawn } : {}),
  }
}
