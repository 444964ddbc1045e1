import { answerDrugCheck } from '@teleward/contract/emr/safety-endpoints.ts'
import type { Note } from '@teleward/contract/emr/schema.ts'
import { type DrugAnswer, type DrugIssue, openIssues } from '@teleward/contract/prescriptions/checks/issue.ts'
import { type ReactNode, useRef, useState } from 'react'
import { useEndpointMutation } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { notify } from '../../ui/notify.ts'
import { Answered, DrugWarnings, type Typed } from './DrugWarnings.tsx'
import type { NoteWork, NoteEditor } from './note-editor.ts'
import type { AmendmentWork } from './useAmendment.ts'
import { useDrugCheck } from './useDrugCheck.ts'

interface Options {
  pid: number
  qid: number
  note: Note | null
  pen: NoteEditor
  amending: AmendmentWork | null
  work: NoteWork
  /** The reader is the author: a reason is theirs to give. */
  own: boolean
  seen: (note: Note) => void
}
export interface Safety {
  shown: ReactNode
  /** Serious warnings without a reason. */
  open: number
  answered: readonly (DrugIssue & Pick<DrugAnswer, 'reason'>)[]
}

/** The check of what is prescribed here, its reasons, and whether it stands in the way of a signature. */
export function useSafety({ pid, qid, note, pen, amending, work, own, seen }: Options): Safety {
  const checking = useDrugCheck(pid, qid, note?.id ?? null, pen.view, pen.may.prescribe)
  // Here and not beside each warning: these go while they are asked for again, and what is being typed stays.
  const [typed, setTyped] = useState<Typed>({})
  const type = (key: string, text: string | null) => setTyped((all) => ({ ...all, [key]: text }))
  const keeping = useEndpointMutation(answerDrugCheck, {
    onDone: (after, { body }) => {
      seen(after)
      type(body.key, null)
      notify({ kind: 'ok', title: t('safety.check.saved') })
    },
    onError: (error) => {
      // The lines are others by now: the warnings that stand are asked about again.
      if (error.code !== 'VERSION_STALE') return false
      checking.again()
      notify({ kind: 'warn', title: t('safety.check.changed') })
      return true
    },
  })
  const latest = useRef(note)
  latest.current = note
  const keep = async (key: string, reason: string) => {
    // What is still on its way belongs to what is answered.
    const sent = await work.flush()
    const now = latest.current
    if (!sent || !now) notify({ kind: 'warn', title: t('safety.check.notYet') })
    else keeping.mutate({ body: { pid, qid, noteId: now.id, key, reason } })
  }
  const said = [...(note?.drugAnswers ?? []), ...(amending?.amendment.answers ?? [])]
  const answers = said.filter(({ key }, at) => said.findLastIndex((one) => one.key === key) === at)
  const issues = checking.check?.issues ?? []
  const answered = issues.flatMap((issue) =>
    answers.filter(({ key }) => key === issue.key).map(({ reason }) => ({ ...issue, reason })),
  )
  const onAnswer =
    own && pen.may.prescribe
      ? ({ key }: DrugIssue, reason: string) => {
          if (!amending) return void keep(key, reason)
          amending.answer(key, reason)
          type(key, null)
        }
      : undefined
  const shown = pen.may.prescribe && pen.view.lines.length > 0
  return {
    shown: shown ? (
      <DrugWarnings
        checking={checking}
        answers={answers}
        typed={typed}
        onType={type}
        onAnswer={onAnswer}
        busy={keeping.isPending}
      />
    ) : (
      !pen.may.prescribe &&
      note !== null &&
      note.drugAnswers.length > 0 && (
        <div className="dw sheet-note">
          <Answered answers={note.drugAnswers} />
        </div>
      )
    ),
    open: openIssues(issues, answers).length,
    answered,
  }
}
