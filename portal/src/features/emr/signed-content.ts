import { cleanText } from '@teleward/contract/core/clean-text.ts'
import { type ChangedPart, noteParts } from '@teleward/contract/emr/schema.ts'
import type { NoteView } from './note-draft.ts'

/** What a signature is put under, part by part, in a form in which the page and the server say the same. */
export type SignedContent = Readonly<Record<ChangedPart, string>>

type Diagnosis = Pick<NoteView['diagnoses'][number], 'code' | 'remarks'>
type Line = Pick<
  NoteView['lines'][number],
  'code' | 'dose' | 'unit' | 'frequency' | 'route' | 'days' | 'total' | 'totalUnit' | 'notes'
>

/** The first diagnosis is the primary one: their order counts, that of the lines does not. */
export function contentOf({
  text,
  diagnoses,
  lines,
}: Pick<NoteView, 'text'> & {
  diagnoses: readonly Diagnosis[]
  lines: readonly Line[]
}): SignedContent {
  const parts = Object.fromEntries(noteParts.map((part) => [part, cleanText(text[part]).trim()]))
  return {
    ...(parts as Record<(typeof noteParts)[number], string>),
    diagnoses: JSON.stringify(diagnoses.map(({ code, remarks }) => [code, cleanText(remarks).trim()])),
    prescription: JSON.stringify(
      lines
        .map(({ code, dose, unit, frequency, route, days, total, totalUnit, notes }) =>
          JSON.stringify([code, dose, unit, frequency, route, days, total, totalUnit ?? unit, cleanText(notes).trim()]),
        )
        .toSorted(),
    ),
  }
}

/** What is no longer what was read. */
export const changedParts = (read: SignedContent, now: SignedContent): ChangedPart[] =>
  ([...noteParts, 'diagnoses', 'prescription'] as const).filter((part) => read[part] !== now[part])
