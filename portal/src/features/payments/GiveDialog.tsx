import { giveRefund } from '@teleward/contract/fees/refund-endpoints.ts'
import { type Refund, type RefundMethod, refund } from '@teleward/contract/fees/refunds.ts'
import { Input, Segmented } from 'antd'
import { type FormEvent, useId, useState } from 'react'
import { FormModal } from '../../patterns/FormModal.tsx'
import { invalidateTags, useEndpointMutation } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { either } from '../../patterns/Patient.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatDateTime, formatMoney } from '../../ui/format.ts'
import { notify } from '../../ui/notify.ts'
import { methodText } from './labels.ts'
import { FieldLabel } from '../../ui/FieldLabel.tsx'

const byHand = ['cash', 'card', 'transfer'] as const

/** Why there is nothing to give any more. */
const overText = ({ state, byName, method, doneAt }: Refund) =>
  state === 'done'
    ? t('payments.already', {
        name: byName ?? t('payments.unknown'),
        time: doneAt ? formatDateTime(doneAt) : '',
        how: methodText(method),
      })
    : t('payments.alreadyStopped')

/** Through the provider the money came by, or by hand and then written down. */
export function GiveDialog({ row: listed, onClose }: { row: Refund; onClose: () => void }) {
  const id = useId()
  // As the server told it with a refusal: newer than the list's.
  const [stands, setStands] = useState<Refund>()
  const row = stands && stands.version > listed.version ? stands : listed
  const over = row.state === 'done' || row.state === 'stopped'
  // What the provider has been asked for is not done by hand beside it.
  const methods: readonly RefundMethod[] =
    row.state === 'working' ? ['checkout'] : [...(row.online ? (['checkout'] as const) : []), ...byHand]
  const [wanted, setMethod] = useState<RefundMethod>(methods[0] ?? 'cash')
  const method = methods.includes(wanted) ? wanted : (methods[0] ?? 'cash')
  const [reference, setReference] = useState('')
  const [missing, setMissing] = useState(false)
  const sum = formatMoney(row.amount, row.currency)
  const act = useEndpointMutation(giveRefund, {
    onDone: () => {
      notify({ kind: 'ok', title: t('payments.given', { sum }) })
      onClose()
    },
    onError: (error) => {
      // Refused, or somebody was first: how it stands now is on the row.
      void invalidateTags(['payments'])
      const current = refund.safeParse(error.data)
      if (current.success) setStands(current.data)
      if (error.code === 'FIELD_EMPTY') setMissing(true)
      return error.code === 'FIELD_EMPTY' || (current.success && current.data.state !== 'due')
    },
  })
  const needs = method === 'card' || method === 'transfer'
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (act.isPending || over) return
    if (needs && !reference.trim()) return setMissing(true)
    act.mutate({
      params: { qid: row.qid },
      body: { refund: row.id, version: row.version, method, ...(needs ? { reference: reference.trim() } : {}) },
    })
  }
  return (
    <FormModal
      open
      title={t('payments.giveTitle', { name: either(row.patient.name, row.patient.nameEn) })}
      footer={null}
      onCancel={onClose}
      destroyOnHidden
    >
      <form className="paygive" noValidate onSubmit={send}>
        <div>
          <div className="sum num">{sum}</div>
          <div className="t2 num">
            {t(`payments.why.${row.why}`)}
            {t('common.dot')}
            {formatDateTime(row.startAt)}
          </div>
        </div>
        {over && (
          <div className="alert warn" role="alert">
            {overText(row)}
          </div>
        )}
        {row.failure && <div className="alert warn">{t('payments.failure', { reason: row.failure })}</div>}
        {row.state === 'working' && <div className="alert info">{t('payments.working')}</div>}
        <div>
          <span className="lab">{t('payments.how')}</span>
          <Segmented<RefundMethod>
            aria-label={t('payments.how')}
            value={method}
            options={methods.map((value) => ({
              value,
              label: t(value === 'checkout' ? 'payments.online' : `payments.method.${value}`),
            }))}
            onChange={setMethod}
          />
          <p className="help">{t(method === 'checkout' ? 'payments.onlineHint' : 'payments.offlineHint')}</p>
        </div>
        {needs && (
          <div>
            <FieldLabel id={`${id}-ref`} required>
              {t('payments.reference')}
            </FieldLabel>
            <Input
              id={`${id}-ref`}
              maxLength={60}
              required
              aria-invalid={missing}
              status={missing ? 'error' : ''}
              value={reference}
              onChange={(event) => {
                setReference(event.target.value)
                setMissing(false)
              }}
            />
            {missing && <p className="help err">{t('payments.referenceNeeded')}</p>}
          </div>
        )}
        <div className="row">
          <span className="grow" />
          {over ? (
            <Button kind="primary" onClick={onClose}>
              {t('common.close')}
            </Button>
          ) : (
            <Button type="submit" kind="primary" loading={act.isPending}>
              {row.state === 'working' ? t('payments.again') : t('payments.giveGo', { sum })}
            </Button>
          )}
        </div>
      </form>
    </FormModal>
  )
}
