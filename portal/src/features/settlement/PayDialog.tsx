import { saysSomething } from '@teleward/contract/core/text.ts'
import { postPayout } from '@teleward/contract/settlement/endpoints.ts'
import type { StatementDetail } from '@teleward/contract/settlement/schema.ts'
import { Checkbox, Input, Segmented } from 'antd'
import { useState } from 'react'
import { FormModal } from '../../patterns/FormModal.tsx'
import { invalidateTags, useEndpointMutation } from '../../api/query.ts'
import { errorText, t } from '../../i18n/i18n.ts'
import { FormColumn, Line, useRefusal } from '../../patterns/FormLines.tsx'
import { nameOf } from '../../patterns/Patient.tsx'
import { notify } from '../../ui/notify.ts'
import { formatMoney } from '../../ui/format.ts'
import { bankText } from './labels.tsx'

/** What the bank said: sent, with its reference, or refused, and why. */
export function PayDialog({ statement, onClose }: { statement: StatementDetail; onClose: () => void }) {
  const refusal = useRefusal()
  const [outcome, setOutcome] = useState<'paid' | 'refused'>('paid')
  const [text, setText] = useState('')
  const [charged, setCharged] = useState(false)
  const [key] = useState(() => crypto.randomUUID())
  const act = useEndpointMutation(postPayout, {
    onDone: () => {
      notify({ kind: 'ok', title: t(outcome === 'paid' ? 'settlement.payDone' : 'settlement.refusedDone') })
      onClose()
    },
    onError: (error) => {
      void invalidateTags(['statements'])
      return refusal.take(error)
    },
  })
  const { id, version } = statement
  const send = () => {
    const said = text.trim()
    if (outcome === 'paid' ? !said : !saysSomething(said))
      return refusal.refuse('text', outcome === 'paid' ? t('settlement.referenceNeeded') : errorText('REASON_REQUIRED'))
    refusal.clear()
    act.mutate({
      params: { id },
      body:
        outcome === 'paid'
          ? { outcome, id: key, version, reference: said }
          : { outcome, id: key, version, reason: said, charged },
    })
  }
  return (
    <FormModal
      open
      title={t('settlement.payTitle', { name: nameOf(statement.staff), month: statement.month })}
      okText={t('settlement.pay')}
      cancelText={t('common.cancel')}
      okButtonProps={{ loading: act.isPending, danger: outcome === 'refused' }}
      onOk={send}
      onCancel={onClose}
      destroyOnHidden
    >
      <FormColumn>
        <div className="settlepay">
          <b className="num">{formatMoney(statement.payout, statement.currency)}</b>
          {bankText(statement)}
        </div>
        <Segmented
          aria-label={t('settlement.pay')}
          value={outcome}
          options={(['paid', 'refused'] as const).map((value) => ({ value, label: t(`settlement.${value}`) }))}
          onChange={(next) => {
            setOutcome(next)
            refusal.clear()
          }}
        />
        <Line
          label={t(outcome === 'paid' ? 'settlement.reference' : 'settlement.reason')}
          required
          error={refusal.of('text') ?? refusal.of('reason') ?? refusal.of('reference')}
        >
          {(field, described) => (
            <Input
              id={field}
              aria-describedby={described}
              autoFocus
              maxLength={outcome === 'paid' ? 60 : 300}
              value={text}
              status={refusal.of('text') ? 'error' : ''}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Line>
        {outcome === 'refused' && (
          <Checkbox checked={charged} onChange={(event) => setCharged(event.target.checked)}>
            {t('settlement.charged')}
          </Checkbox>
        )}
        {refusal.of('charged') && <p className="help err">{refusal.of('charged')}</p>}
      </FormColumn>
    </FormModal>
  )
}
