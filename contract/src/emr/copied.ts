import type { ChangedPart, Copied, Diagnosis, NoteText, PrescriptionItem } from './schema.ts'

type Line = Pick<PrescriptionItem, 'code' | 'dose' | 'frequency' | 'route' | 'days' | 'total'>
export const codesText = (rows: readonly Pick<Diagnosis, 'code'>[]) => rows.map(({ code }) => code).join('\n')
export const linesText = (rows: readonly Line[]) =>
  rows
    .map(({ code, dose, frequency, route, days, total }) => [code, dose, frequency, route, days, total].join(' '))
    .join('\n')

export interface Copyable extends NoteText {
  diagnoses: readonly Pick<Diagnosis, 'code'>[]
  lines: readonly Line[]
}
/** A part as it is compared: its words, or a line for each entry of its list. */
export const partText = (note: Copyable, part: ChangedPart): string =>
  part === 'diagnoses' ? codesText(note.diagnoses) : part === 'prescription' ? linesText(note.lines) : note[part].trim()

/** `unchanged`: the part is what was taken over. `within`: that stands in it, word for word, with more. `changed`: not so any more. */
export type CopyState = 'unchanged' | 'within' | 'changed'
export type CopyMark = Copied & { state: CopyState }

function stateOf(part: ChangedPart, now: string, then: string): CopyState {
  if (now === then) return 'unchanged'
  if (part !== 'diagnoses' && part !== 'prescription') return now.includes(then) ? 'within' : 'changed'
  const lines = new Set(now.split('\n'))
  const all = then.split('\n')
  if (!all.every((line) => lines.has(line))) return 'changed'
  return lines.size === all.length ? 'unchanged' : 'within'
}

/** What was taken over and what became of it. A part in which nothing stands any more has no mark. */
export const copyMarks = (note: Copyable, copied: readonly Copied[]): CopyMark[] =>
  copied.flatMap((one) => {
    const now = partText(note, one.part)
    return now ? [{ ...one, state: stateOf(one.part, now, one.text) }] : []
  })
