import { saysSomething } from '@teleward/contract/core/text.ts'
import { postCorrection } from '@teleward/contract/settlement/endpoints.ts'
import { statementSteps } from '@teleward/contract/settlement/rules.ts'
import type { StatementDetail } from '@teleward/contract/settlement/schema.ts'
import { Input } from 'antd'
import { useState } from 'react'
import { FormModal } from '../../patterns/FormModal.tsx'
import { invalidateTags, useEndpointMutation } from '../../api/query.ts'
import { errorText, t } from '../../i18n/i18n.ts'
import { FormColumn, Line, useRefusal } from '../../patterns/FormLines.tsx'
import { nameOf } from '../../patterns/Patient.tsx'
import { notify } from '../../ui/notify.ts'
import { hundredths } from './amounts.ts'

/** An amount with its reason, as a line of its own; of a settled month in the next one. */
export function CorrectDialog({ statement, onClose }: { statement: StatementDetail; onClose: () => void }) {
  const refusal = useRefusal()
  const [amount, setAmount] = useState('')
  const [reason, setReason] = useState('')
  const [key] = useState(() => crypto.randomUUID())
  const [settled, setSettled] = useState(false)
  const next = settled || !statementSteps.correct.from.includes(statement.state)
  const act = useEndpointMutation(postCorrection, {
    onDone: () => {
      notify({ kind: 'ok', title: t('settlement.corrected') })
      onClose()
    },
    onError: (error) => {
      void invalidateTags(['statements'])
      if (error.code !== 'SETTLE_CLOSED') return refusal.take(error)
      // Confirmed by somebody meanwhile: what was typed stays, and goes to the next month when it is sent again.
      setSettled(true)
      return true
    },
  })
  const send = () => {
    const minor = hundredths(amount)
    if (!minor) return refusal.refuse('amount', t('settlement.amountNeeded'))
    if (!saysSomething(reason)) return refusal.refuse('reason', errorText('REASON_REQUIRED'))
    refusal.clear()
    act.mutate({ params: { id: statement.id }, body: { id: key, amount: minor, reason: reason.trim(), next } })
  }
  return (
    <FormModal
      open
      title={t('settlement.correctTitle', { name: nameOf(statement.staff), month: statement.month })}
      okText={t('settlement.correct')}
      cancelText={t('common.cancel')}
      okButtonProps={{ loading: act.isPending }}
      onOk={send}
      onCancel={onClose}
      destroyOnHidden
    >
      <FormColumn>
        {next && (
          <div className="alert info" role="status">
            {t('settlement.correctNext')}
          </div>
        )}
        <Line
          label={t('settlement.amount', { currency: statement.currency })}
          required
          hint={t('settlement.amountHint')}
          error={refusal.of('amount')}
        >
          {(field, described) => (
            <Input
              id={field}
              aria-describedby={described}
              inputMode="decimal"
              autoFocus
              maxLength={16}
              value={amount}
              status={refusal.of('amount') ? 'error' : ''}
              onChange={(event) => setAmount(event.target.value)}
            />
          )}
        </Line>
        <Line label={t('settlement.reason')} required error={refusal.of('reason')}>
          {(field, described) => (
            <Input.TextArea
              id={field}
              aria-describedby={described}
              rows={2}
              maxLength={500}
              value={reason}
              status={refusal.of('reason') ? 'error' : ''}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Line>
      </FormColumn>
    </FormModal>
  )
}
