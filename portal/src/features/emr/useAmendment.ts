import type { Note, NoteText } from '@teleward/contract/emr/schema.ts'
import { useMemo } from 'react'
import type { DraftWriter } from '../../api/drafts.ts'
import { newKey } from '../../api/http.ts'
import { useDraft } from '../../api/useDraft.ts'
import { useUnsavedGuard } from '../../ui/guards.ts'
import {
  diagnosesAfter,
  dirtyParts,
  type DraftOp,
  linesAfter,
  type NoteDraft,
  type ShownDiagnosis,
  type ShownLine,
  textOf,
} from './note-draft.ts'
import type { NoteEditor } from './note-editor.ts'

/** An amendment while it is written: the whole note as it shall stand. Kept like any draft. */
export interface Amendment {
  noteId: string
  version: number
  text: NoteText
  diagnoses: ShownDiagnosis[]
  lines: ShownLine[]
  /** Reasons for warnings of the drug check. */
  answers?: readonly { key: string; reason: string }[]
}
export interface AmendmentWork extends NoteEditor {
  amendment: Amendment
  answer(key: string, reason: string): void
  cancel(): void
}

interface Options {
  pid: number
  qid: number
  note: Note | null
  may: NoteEditor['may']
}

/**
 * `begin` takes over what could not be saved any more. Not before it is `ready`: an amendment that somebody began earlier is
 * still on its way from the draft store, and its buttons would come to stand where the press falls.
 */
export function useAmendment({ pid, qid, note, may }: Options) {
  const { draft, value, settled } = useDraft<Amendment>({ screen: 'amendment', subject: `${pid}/${qid}` })
  const amendment = note && value?.noteId === note.id ? value : null
  useUnsavedGuard('draft', amendment !== null)
  const begin = (unsent?: NoteDraft) => {
    if (!note) return
    const text = textOf(note)
    for (const part of unsent ? dirtyParts(unsent) : []) text[part] = unsent?.parts[part]?.text ?? text[part]
    draft?.write({ noteId: note.id, version: note.version, text, diagnoses: note.diagnoses, lines: note.lines })
  }
  const work = useMemo(() => (amendment && draft ? workOn(draft, amendment, may) : null), [amendment, draft, may])
  return { work, begin, ready: settled }
}

/**
 * What one can do to an amendment. Each act starts from what stands by then and not from what was shown: the lines of a set
 * come all at once, and an undo comes long after. What was given up in between is not brought back.
 */
export function workOn(
  draft: Pick<DraftWriter<Amendment>, 'get' | 'write' | 'clear'>,
  amendment: Amendment,
  may: NoteEditor['may'],
): AmendmentWork {
  const put = (change: (now: Amendment) => Partial<Amendment>) => {
    const now = draft.get().value
    if (now) draft.write({ ...now, ...change(now) })
  }
  const icd = (op: DraftOp) => put(({ diagnoses }) => ({ diagnoses: diagnosesAfter(diagnoses, op) }))
  const rx = (op: DraftOp) => put(({ lines }) => ({ lines: linesAfter(lines, op) }))
  const change = (id: string, more: { remarks?: string; sort?: number }) =>
    icd({ kind: 'changeIcd', key: newKey(), id, version: 1, code: '', ...more })
  return {
    amendment,
    view: { text: amendment.text, diagnoses: amendment.diagnoses, lines: amendment.lines },
    may,
    setText: (part, written) => put(({ text }) => ({ text: { ...text, [part]: written } })),
    addIcd: (row) => icd({ kind: 'addIcd', key: newKey(), icd: row, remarks: '' }),
    removeIcd: (id) => icd({ kind: 'removeIcd', key: newKey(), id, version: 1 }),
    makePrimary: (id) => change(id, { sort: 0 }),
    remarkIcd: (id, remarks) => change(id, { remarks }),
    addLine: (line, sort) => rx({ kind: 'addLine', key: newKey(), line, ...(sort === undefined ? {} : { sort }) }),
    changeLine: (id, line) => rx({ kind: 'changeLine', key: newKey(), id, version: 1, line }),
    removeLine: (id) => rx({ kind: 'removeLine', key: newKey(), id, version: 1 }),
    answer: (key, reason) =>
      put(({ answers = [] }) => ({ answers: [...answers.filter((one) => one.key !== key), { key, reason }] })),
    cancel: () => void draft.clear(),
  }
}
