import { putOpinion } from '@teleward/contract/opinions/endpoints.ts'
import { QUESTION_MAX } from '@teleward/contract/opinions/rules.ts'
import type { Opinion } from '@teleward/contract/opinions/schema.ts'
import { useState } from 'react'
import { useEndpointMutation } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { FormDrawer } from '../../patterns/FormDrawer.tsx'
import { FormColumn, Line, useRefusal } from '../../patterns/FormLines.tsx'
import { GrowingArea } from '../../ui/GrowingArea.tsx'
import { notify } from '../../ui/notify.ts'
import { saidStale } from './steps.ts'

interface Props {
  row: Opinion
  action: 'decline' | 'change'
  onClose: () => void
}
const REASON_MAX = 500

/** Declining with its reason, and the question in other words. */
export function StepForm({ row, action, onClose }: Props) {
  const t = useT()
  const refusal = useRefusal()
  const before = action === 'change' ? row.question : ''
  const [text, setText] = useState(before)
  const act = useEndpointMutation(putOpinion, {
    onDone: () => {
      notify({ kind: 'ok', title: t(`opinions.${action}.done`) })
      onClose()
    },
    onError: (error) => {
      if (saidStale(error)) return true
      return refusal.take(error)
    },
  })
  const submit = () => {
    const said = text.trim()
    if (said === '') return refusal.refuse('text', t('common.required'))
    act.mutate({
      params: { id: row.id },
      body: { action, version: row.version, ...(action === 'decline' ? { reason: said } : { question: said }) },
    })
  }
  const error = refusal.of('text') ?? refusal.of('reason') ?? refusal.of('question')
  return (
    <FormDrawer
      open
      title={t(`opinions.${action}.title`)}
      dirty={text !== before}
      busy={act.isPending}
      submit={t(`opinions.${action}.submit`)}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormColumn>
        <Line
          label={t(action === 'decline' ? 'opinions.decline.reason' : 'opinions.form.question')}
          required
          error={error}
        >
          {(field, described) => (
            <GrowingArea
              id={field}
              aria-describedby={described}
              lines={action === 'decline' ? 2 : 5}
              most={14}
              maxLength={action === 'decline' ? REASON_MAX : QUESTION_MAX}
              status={error ? 'error' : ''}
              value={text}
              onChange={(event) => {
                // A reason is one line of the log.
                setText(action === 'decline' ? event.target.value.replace(/[\r\n]+/g, ' ') : event.target.value)
                refusal.clear()
              }}
            />
          )}
        </Line>
      </FormColumn>
    </FormDrawer>
  )
}
