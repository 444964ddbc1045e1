import { type CopyMark, copyMarks } from '@teleward/contract/emr/copied.ts'
import type { ChangedPart, Note, RecordBrief } from '@teleward/contract/emr/schema.ts'
import type { NoteView } from './note-draft.ts'

export type CopyOf = 'note' | 'prescription'

/** The earlier record that is offered first: the author's own last one, else the last of all. */
export function sourceOf(
  records: readonly RecordBrief[] | null,
  authorMid: number,
  of: CopyOf,
): RecordBrief | undefined {
  const fit = (records ?? []).filter(
    ({ state, drugs }) => (state === 'signed' || state === 'amended') && (of === 'note' || drugs.length > 0),
  )
  return fit.find(({ author }) => author.mid === authorMid) ?? fit[0]
}

/** What is ticked beforehand. What the patient says and what is found today is not last time's. */
export const usual = (of: CopyOf): readonly ChangedPart[] =>
  of === 'prescription' ? ['prescription'] : ['a', 'p', 'memo', 'diagnoses']

/** What of the note came from an earlier one, as the note stands while it is written. */
export const marksOf = ({ text, diagnoses, lines }: NoteView, note: Note | null): CopyMark[] =>
  note ? copyMarks({ ...text, diagnoses, lines }, note.copied) : []
