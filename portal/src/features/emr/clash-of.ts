import type { Diagnosis, Note, PrescriptionItem } from '@teleward/contract/emr/schema.ts'
import type { DraftOp } from './note-draft.ts'

/** A change of a line that exists at the server. */
export type LineOp = Exclude<DraftOp, { kind: 'addIcd' | 'addLine' }>
/** Both sides of a line that two people changed: what was asked for, and what stands there now (`null`: it is gone). */
export type Clash = { mine: LineOp } & (
  | { list: 'diagnoses'; before: Diagnosis | undefined; theirs: Diagnosis | null }
  | { list: 'lines'; before: PrescriptionItem | undefined; theirs: PrescriptionItem | null }
)

/** `before` is the note the change was made to, `now` the one that came with the refusal. Additions clash with nobody. */
export function clashOf(mine: DraftOp, before: Note, now: Note | null): Clash | null {
  if (mine.kind === 'addIcd' || mine.kind === 'addLine') return null
  const find = <Row extends { id: string }>(rows: readonly Row[] | undefined) => rows?.find(({ id }) => id === mine.id)
  if (mine.kind === 'changeIcd' || mine.kind === 'removeIcd')
    return { mine, list: 'diagnoses', before: find(before.diagnoses), theirs: find(now?.diagnoses) ?? null }
  return { mine, list: 'lines', before: find(before.lines), theirs: find(now?.lines) ?? null }
}
