import { postTodolist, todoRecipients } from '@teleward/contract/handoffs/endpoints.ts'
import { type AboutRef, HANDOFF_MAX } from '@teleward/contract/handoffs/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { codeOf } from '../../api/errors.ts'
import { useRight } from '../../api/me.ts'
import { endpointQuery, useEndpointMutation, errorMessage } from '../../api/query.ts'
import { closeHandoff } from '../../shell/handoffs.ts'
import { useT } from '../../i18n/i18n.ts'
import { FormDrawer } from '../../patterns/FormDrawer.tsx'
import { FormColumn, Line, useRefusal } from '../../patterns/FormLines.tsx'
import { useKeptForm } from '../../patterns/keptForm.ts'
import { nameOf, PatientHead } from '../../patterns/Patient.tsx'
import { Button } from '../../ui/Button.tsx'
import { GrowingArea } from '../../ui/GrowingArea.tsx'
import { notify } from '../../ui/notify.ts'
import { ErrorState } from '../../ui/states.tsx'
import { DueField } from './DueField.tsx'
import { PatientField } from './PatientField.tsx'
import { RecipientField } from './RecipientField.tsx'
import './handoffs.css'

interface Typed {
  content: string
  /** Of whom, where the page is nobody's. */
  pid?: number | undefined
  recipientMid?: number | undefined
  dueOn?: string | undefined
}
const NOTHING: Typed = { content: '' }

interface Props {
  pid: number | undefined
  about: AboutRef | undefined
}
/** What is to be done, by whom, until when and for which patient. What is typed is kept until it is sent or discarded. */
export default function HandoffForm({ pid: ofPage, about }: Props) {
  const t = useT()
  const refusal = useRefusal()
  const findsMembers = useRight('member.read') !== '-'
  const subject = ofPage === undefined ? '' : String(ofPage)
  const form = useKeptForm<Typed>({ screen: 'handoff', subject }, NOTHING)
  const { typed } = form
  const pid = ofPage ?? typed.pid
  const around = useQuery(endpointQuery(todoRecipients, { query: { pid } }))
  const { people, patient } = around.data ?? {}
  const change = (more: Partial<Typed>) => {
    form.change(more)
    refusal.clear()
  }
  const act = useEndpointMutation(postTodolist, {
    onDone: ({ recipient }) => {
      notify({ kind: 'ok', title: t('handoffs.done.handedOver', { name: nameOf(recipient) }) })
      form.clear()
      closeHandoff()
    },
    onError: (error) => refusal.take(error, error.fields[0]?.path),
  })
  const submit = () => {
    const { content, recipientMid, dueOn } = typed
    if (people?.every(({ mid }) => mid !== recipientMid)) return refusal.refuse('recipientMid', t('common.required'))
    if (content.trim() === '') return refusal.refuse('content', t('common.required'))
    refusal.clear()
    act.mutate({
      body: {
        content: content.trim(),
        ...(recipientMid ? { recipientMid } : {}),
        ...(dueOn ? { dueOn } : {}),
        ...(pid ? { pid } : {}),
        ...(about ? { about } : {}),
      },
    })
  }
  return (
    <FormDrawer
      open
      title={t('handoffs.form.title')}
      dirty={typed.content.trim() !== ''}
      kept={form.kept}
      busy={act.isPending}
      submit={t('handoffs.form.submit')}
      onSubmit={submit}
      onClose={closeHandoff}
      footnote={pid && <span className="t3 f12">{t('handoffs.form.footnote')}</span>}
    >
      {around.isError && !around.data && (
        <ErrorState
          title={t('handoffs.form.failed')}
          text={errorMessage(around.error)}
          code={codeOf(around.error)}
          onRetry={() => void around.refetch()}
        />
      )}
      <FormColumn>
        {pid && patient && (
          <div className="handpatient">
            <PatientHead
              patient={patient}
              brief
              actions={
                ofPage === undefined && (
                  <Button size="sm" onClick={() => change({ pid: undefined })}>
                    {t('common.remove')}
                  </Button>
                )
              }
            />
            {about && <p className="t3 f13">{t(`handoffs.about.${about.kind}`)}</p>}
          </div>
        )}
        {!pid && findsMembers && <PatientField error={refusal.of('pid')} onChange={(next) => change({ pid: next })} />}
        <RecipientField
          people={people}
          value={typed.recipientMid}
          dueOn={typed.dueOn}
          error={refusal.of('recipientMid')}
          onChange={(recipientMid) => change({ recipientMid })}
        />
        <Line label={t('handoffs.form.content')} required error={refusal.of('content')}>
          {(field, described) => (
            <GrowingArea
              id={field}
              aria-describedby={described}
              lines={4}
              most={12}
              maxLength={HANDOFF_MAX}
              status={refusal.of('content') ? 'error' : ''}
              value={typed.content}
              onChange={(event) => change({ content: event.target.value })}
            />
          )}
        </Line>
        <DueField value={typed.dueOn} error={refusal.of('dueOn')} onChange={(dueOn) => change({ dueOn })} />
      </FormColumn>
    </FormDrawer>
  )
}
