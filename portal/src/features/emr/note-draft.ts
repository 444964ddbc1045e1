import { cleanText } from '@teleward/contract/core/clean-text.ts'
import { itemTotals } from '@teleward/contract/prescriptions/rules.ts'
import {
  type Diagnosis,
  type IcdRow,
  type Note,
  type NotePart,
  type NoteText,
  noteParts,
  type PrescriptionItem,
} from '@teleward/contract/emr/schema.ts'

/**
 * A part that is being written. `base` is the server's text the typing began from and `version` the note's version it
 * stood in (0: no note yet); `sent` is what was sent of it without an answer, the newest last.
 */
export interface PartDraft {
  text: string
  base: string
  version: number
  sent?: readonly string[]
}
/** A note's text with the version it stands in. */
export type ServerText = NoteText & { version: number }

/** A prescription line as it is written: what the drug's row says, and what the prescriber chose. */
export interface LineValues {
  code: string
  name: string
  nameZhTw: string | null
  /** Of the dose. */
  unit: string
  /** Of the total; unset: as the dose. */
  totalUnit?: string | null | undefined
  dose: number
  frequency: string
  route: string
  days: number
  total: number
  totalReason: string | null
  /** The total is a beginning that nobody has looked at. */
  totalToCheck?: boolean | undefined
  notes: string
  /** Amounts beyond the usual are meant, as the person said who writes the line. */
  confirm?: boolean
}

/** A change of a list that the server has not confirmed. `key` makes a repeat harmless and names what was added. */
export type DraftOp =
  | { kind: 'addIcd'; key: string; icd: IcdRow; remarks: string; sort?: number }
  | { kind: 'changeIcd'; key: string; id: string; version: number; code: string; remarks?: string; sort?: number }
  | { kind: 'removeIcd'; key: string; id: string; version: number }
  | { kind: 'addLine'; key: string; line: LineValues; sort?: number }
  | { kind: 'changeLine'; key: string; id: string; version: number; line: LineValues }
  | { kind: 'removeLine'; key: string; id: string; version: number }

/** Everything of one note that only this browser has. */
export interface NoteDraft {
  parts: Partial<Record<NotePart, PartDraft>>
  ops: readonly DraftOp[]
}
export const noDraft: NoteDraft = { parts: {}, ops: [] }
export const isEmpty = (draft: NoteDraft | undefined) =>
  !draft || (draft.ops.length === 0 && Object.keys(draft.parts).length === 0)

const emptyText: NoteText = { s: '', o: '', a: '', p: '', memo: '' }
export const textOf = (note: NoteText | null): NoteText =>
  note ? { s: note.s, o: note.o, a: note.a, p: note.p, memo: note.memo } : emptyText

export const dirtyParts = (draft: NoteDraft): NotePart[] => noteParts.filter((part) => draft.parts[part])

/** Takes a keystroke. Text that is again what the server has needs no keeping. */
export function typed(draft: NoteDraft, server: ServerText | null, part: NotePart, text: string): NoteDraft {
  const before = draft.parts[part]
  const base = before?.base ?? server?.[part] ?? ''
  const { [part]: _old, ...others } = draft.parts
  if (text === base && before?.sent === undefined) return { ...draft, parts: others }
  const version = before?.version ?? server?.version ?? 0
  return { ...draft, parts: { ...others, [part]: { ...before, text, base, version } } }
}

/** Both sides of a part that two people changed. */
export interface Conflict {
  part: NotePart
  mine: string
  theirs: string
}
export interface Reconciled {
  draft: NoteDraft
  conflicts: Conflict[]
}

/**
 * Lays a draft over what the server has now, part by part. Parts nobody else touched go on; what the server already
 * has, by this page or by another tab of the same author, needs no sending; the rest is a conflict, and stays as it is.
 */
export function reconcile(draft: NoteDraft, server: ServerText | null): Reconciled {
  const parts: NoteDraft['parts'] = {}
  const version = server?.version ?? 0
  const conflicts: Conflict[] = []
  for (const part of dirtyParts(draft)) {
    const mine = draft.parts[part]
    const theirs = server?.[part] ?? ''
    // The server keeps a text cleaned (`clean-text.ts`): what was sent comes back like that.
    if (!mine || (cleanText(mine.text) === theirs && version >= mine.version)) continue
    // Another tab of mine has seen a newer note than this one: its word stands until this one has seen it, too.
    if (theirs === mine.base || version < mine.version) parts[part] = mine
    // The answer to an own save was lost, or another tab of mine got it.
    else if (mine.sent?.some((sent) => cleanText(sent) === theirs))
      parts[part] = { text: mine.text, base: theirs, version }
    else {
      parts[part] = mine
      conflicts.push({ part, mine: mine.text, theirs })
    }
  }
  return { draft: { parts, ops: draft.ops }, conflicts }
}

export type Choice = 'mine' | 'theirs' | 'both'
export function resolve(draft: NoteDraft, server: ServerText, part: NotePart, choice: Choice): NoteDraft {
  const mine = draft.parts[part]
  if (!mine) return draft
  const { [part]: _old, ...others } = draft.parts
  const theirs = server[part]
  if (choice === 'theirs') return { ...draft, parts: others }
  const text = choice === 'mine' ? mine.text : joined(theirs, mine.text)
  if (text === theirs) return { ...draft, parts: others }
  return { ...draft, parts: { ...others, [part]: { text, base: theirs, version: server.version } } }
}

/** Theirs, then mine; what both began with stands once. */
export function joined(theirs: string, mine: string): string {
  if (mine.startsWith(theirs)) return mine
  if (theirs.startsWith(mine)) return theirs
  return `${theirs.trimEnd()}\n${mine}`
}

/** Longer than answers can be missing in a row before the server's note has been seen again. */
const SENT_MOST = 20

/**
 * What is about to be sent is noted down first: an answer that never comes is then recognised as one's own. Any of the
 * tries may be the one that arrived: the next one may be on its way before that is known.
 */
export function marked(draft: NoteDraft, parts: readonly NotePart[]): NoteDraft {
  const next = { ...draft.parts }
  for (const part of parts) {
    const mine = next[part]
    if (mine) next[part] = { ...mine, sent: [...(mine.sent ?? []), mine.text].slice(-SENT_MOST) }
  }
  return { ...draft, parts: next }
}

/** After an answer: what was sent is the new base of what was typed meanwhile. */
export function settled(draft: NoteDraft, answer: Note, op?: DraftOp): NoteDraft {
  const next = reconcile(draft, answer).draft
  if (!op) return next
  const ops = next.ops.filter(({ key }) => key !== op.key)
  const id = 'id' in op ? op.id : addedId(op)
  const real = 'id' in op ? op.id : realId(op, answer)
  return { ...next, ops: ops.map((later) => renamed(later, id, real, answer.version)) }
}
export const addedId = ({ key }: { key: string }) => `new:${key}`

/** The line an answer is about carries the answer's version. */
export function realId(op: DraftOp, answer: Note): string {
  const list: readonly { id: string; code: string; version: number }[] =
    op.kind === 'addIcd' ? answer.diagnoses : answer.lines
  const code = op.kind === 'addIcd' ? op.icd.code : op.kind === 'addLine' ? op.line.code : ''
  const found = list.findLast((line) => line.code === code && line.version === answer.version)
  return (found ?? list.findLast((line) => line.code === code))?.id ?? addedId(op)
}

function renamed(op: DraftOp, from: string, to: string, version: number): DraftOp {
  if (!('id' in op) || op.id !== from) return op
  return { ...op, id: to, version }
}

/** A removed row takes what was still to be done to it along. */
export function withoutRow(draft: NoteDraft, id: string): NoteDraft {
  return { ...draft, ops: draft.ops.filter((op) => !('id' in op) || op.id !== id) }
}

// ── what the screen shows ──────────────────────────────────────────────────────────────────────────────────

export type ShownDiagnosis = Diagnosis & { pending?: boolean }
/** `rowKey`: what the row was called when it came on screen, before the server gave it an id; what is typed into it stays in it. */
export type ShownLine = PrescriptionItem & Pick<LineValues, 'confirm'> & { pending?: boolean; rowKey?: string }
export interface NoteView {
  text: NoteText
  diagnoses: ShownDiagnosis[]
  lines: ShownLine[]
}

export function shownText(draft: NoteDraft, note: NoteText | null): NoteText {
  const text = { ...textOf(note) }
  for (const part of dirtyParts(draft)) text[part] = draft.parts[part]?.text ?? text[part]
  return text
}
export function view(draft: NoteDraft, note: Note | null): NoteView {
  let diagnoses: ShownDiagnosis[] = note?.diagnoses ?? []
  let lines: ShownLine[] = note?.lines ?? []
  for (const op of draft.ops) {
    diagnoses = diagnosesAfter(diagnoses, op)
    lines = linesAfter(lines, op)
  }
  return { text: shownText(draft, note), diagnoses, lines }
}

const moved = <T extends { id: string }>(rows: readonly T[], row: T, sort: number | undefined): T[] => {
  const at = rows.findIndex(({ id }) => id === row.id)
  const others = rows.filter(({ id }) => id !== row.id)
  const to = sort ?? (at < 0 ? others.length : at)
  return [...others.slice(0, to), row, ...others.slice(to)]
}

export function diagnosesAfter(rows: ShownDiagnosis[], op: DraftOp): ShownDiagnosis[] {
  if (op.kind === 'addIcd') {
    const row = { ...op.icd, id: addedId(op), remarks: op.remarks, sort: 0, version: 1, pending: true }
    return moved(rows, row, op.sort)
  }
  if (op.kind === 'removeIcd') return rows.filter(({ id }) => id !== op.id)
  if (op.kind !== 'changeIcd') return rows
  const row = rows.find(({ id }) => id === op.id)
  return row ? moved(rows, { ...row, remarks: op.remarks ?? row.remarks, pending: true }, op.sort) : rows
}

export function linesAfter(rows: ShownLine[], op: DraftOp): ShownLine[] {
  if (op.kind === 'addLine') return moved(rows, shownLine(addedId(op), op.line), op.sort)
  if (op.kind === 'removeLine') return rows.filter(({ id }) => id !== op.id)
  if (op.kind !== 'changeLine') return rows
  return rows.map((row) => (row.id === op.id ? { ...shownLine(op.id, op.line), version: row.version } : row))
}

const shownLine = (id: string, line: LineValues): ShownLine => ({
  ...line,
  id,
  dailyDose: itemTotals(line).dailyDose,
  sort: 0,
  version: 1,
  pending: true,
})
