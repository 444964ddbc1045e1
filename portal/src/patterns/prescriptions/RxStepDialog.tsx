import { saysSomething } from '@teleward/contract/core/text.ts'
import { putPrescription } from '@teleward/contract/emr/rx-endpoints.ts'
import type { RxAction } from '@teleward/contract/emr/rx-rules.ts'
import type { RxSending } from '@teleward/contract/emr/rx-schema.ts'
import { Input } from 'antd'
import { useId, useState } from 'react'
import { FormModal } from '../FormModal.tsx'
import { errorMessage, invalidateTags, useEndpointMutation } from '../../api/query.ts'
import { errorText, t } from '../../i18n/i18n.ts'
import { FieldLabel } from '../../ui/FieldLabel.tsx'
import { notify } from '../../ui/notify.ts'

/** A step of a prescription. Whoever was overtaken sees how it stands now. */
export function useRxStep(onDone?: (after: RxSending) => void) {
  return useEndpointMutation(putPrescription, {
    onDone: (after, { body }) => {
      notify({ kind: 'ok', title: t(`rx.done.${body.action}`, { number: after.number }) })
      onDone?.(after)
    },
    onError: (error) => {
      void invalidateTags(['prescriptions', 'record'])
      if (error.code !== 'VERSION_STALE' && error.code !== 'RX_ILLEGAL_STEP') return false
      notify({ kind: 'warn', title: t('rx.overtaken') })
      return true
    },
  })
}

export type SayingAction = Extract<RxAction, 'return' | 'answer' | 'reject' | 'cancel'>
interface Props {
  row: RxSending
  action: SayingAction
  onClose: () => void
}
/** A step that has to be given a reason, or that is an answer. */
export function RxStepDialog({ row, action, onClose }: Props) {
  const id = useId()
  const [text, setText] = useState('')
  const [error, setError] = useState('')
  const step = useRxStep(onClose)
  const send = () => {
    if (!saysSomething(text)) return setError(errorText(action === 'answer' ? 'FIELD_EMPTY' : 'REASON_REQUIRED'))
    step.mutate({ params: { id: row.id }, body: { action, version: row.version, text: text.trim() } })
  }
  const asked = action === 'answer' ? row.steps.findLast((one) => one.action === 'return')?.text : undefined
  return (
    <FormModal
      open
      title={t(`rx.ask.${action}`, { number: row.number })}
      okText={t(`rx.act.${action}`)}
      cancelText={t('common.back')}
      okButtonProps={{ loading: step.isPending, danger: action === 'reject' || action === 'cancel' }}
      onOk={send}
      onCancel={onClose}
    >
      {asked && <p className="alert warn">{asked}</p>}
      <FieldLabel id={id} required>
        {t(action === 'answer' ? 'rx.answer' : 'rx.reason')}
      </FieldLabel>
      <Input.TextArea
        id={id}
        autoFocus
        rows={3}
        maxLength={1000}
        value={text}
        status={error ? 'error' : ''}
        onChange={(event) => {
          setText(event.target.value)
          setError('')
        }}
      />
      {(error || step.error) && (
        <p className="help err" role="alert">
          {error || errorMessage(step.error)}
        </p>
      )}
    </FormModal>
  )
}
