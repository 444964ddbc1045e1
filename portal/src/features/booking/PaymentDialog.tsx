import { ClockCircleOutlined } from '@ant-design/icons'
import { getQueueDetailByQid } from '@teleward/contract/appointments/endpoints.ts'
import { saysSomething } from '@teleward/contract/core/text.ts'
import { payments } from '@teleward/contract/fees/endpoints.ts'
import { deskMethod } from '@teleward/contract/fees/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Input, Segmented } from 'antd'
import { useState } from 'react'
import { FormModal } from '../../patterns/FormModal.tsx'
import { codeOf } from '../../api/errors.ts'
import { endpointQuery, invalidateTags, useEndpointMutation, errorMessage } from '../../api/query.ts'
import { closeBooking } from '../../shell/booking.ts'
import { t } from '../../i18n/i18n.ts'
import { stepped, versionOf } from '../../patterns/appointments/versions.ts'
import { either } from '../../patterns/Patient.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatClock, formatDateTime, formatMoney, useNow } from '../../ui/format.ts'
import { notify } from '../../ui/notify.ts'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import './booking.css'
import { FieldLabel } from '../../ui/FieldLabel.tsx'

/** What is due, how long the place waits for it, and that it was paid or let go. */
export default function PaymentDialog({ qid }: { qid: number }) {
  const query = useQuery(endpointQuery(getQueueDetailByQid, { params: { id: qid } }))
  const [method, setMethod] = useState<(typeof deskMethod.options)[number]>('cash')
  const [waiving, setWaiving] = useState(false)
  const [reason, setReason] = useState('')
  const now = useNow()
  const entry = query.data
  const { mutate, isPending } = useEndpointMutation(payments, {
    onDone: (after, { body }) => {
      stepped(after)
      notify({ kind: 'ok', title: t(body.action === 'record' ? 'booking.pay.done' : 'booking.pay.waived') })
      closeBooking()
    },
    // Somebody was first, or the time is over: the entry says how it stands.
    onError: () => {
      void invalidateTags(['appointments', 'counts'])
      return false
    },
  })
  const due = entry?.payment === 'due'
  const until = entry?.holdUntil ? Date.parse(entry.holdUntil) : null
  const over = entry?.payment === 'expired' || (due && until !== null && until <= now)
  const send = () => {
    if (!entry) return
    const base = { qid, version: versionOf(entry) }
    if (waiving) mutate({ body: { ...base, action: 'waive', reason } })
    else mutate({ body: { ...base, action: 'record', method, amount: entry.fee ?? 0, currency: entry.currency } })
  }
  return (
    <FormModal open title={t('booking.pay.title')} footer={null} onCancel={closeBooking} destroyOnHidden>
      {query.isPending && <SkeletonBlock lines={4} />}
      {query.isError && !entry && (
        <ErrorState
          title={t('booking.pay.failed')}
          text={errorMessage(query.error)}
          code={codeOf(query.error)}
          onRetry={() => void query.refetch()}
        />
      )}
      {entry && (
        <div className="bkpay">
          <div>
            <b>{either(entry.patient.name, entry.patient.nameEn)}</b>
            <span className="t2 num">
              {t('common.dot')}
              {formatDateTime(entry.startAt)}
              {t('common.dot')}
              {either(entry.doctor.name, entry.doctor.nameEn)}
            </span>
          </div>
          {over || !due ? (
            <p className="alert warn">{t(over ? 'booking.pay.over' : 'booking.pay.nothing')}</p>
          ) : (
            <>
              <div>
                <span className="lab">{t('booking.pay.due')}</span>
                <span className="sum num">{formatMoney(entry.fee ?? 0, entry.currency)}</span>
              </div>
              {until !== null && (
                <p className="t2 num">
                  <ClockCircleOutlined /> {t('booking.pay.until', { clock: formatClock((until - now) / 1000) })}
                </p>
              )}
              {waiving ? (
                <div>
                  <FieldLabel id="bk-waive" required>
                    {t('booking.pay.waiveReason')}
                  </FieldLabel>
                  <Input
                    id="bk-waive"
                    autoFocus
                    maxLength={500}
                    value={reason}
                    onChange={(event) => setReason(event.target.value)}
                  />
                </div>
              ) : (
                <div>
                  <span className="lab">{t('booking.pay.method')}</span>
                  <Segmented
                    aria-label={t('booking.pay.method')}
                    value={method}
                    options={deskMethod.options.map((value) => ({ value, label: t(`booking.pay.${value}`) }))}
                    onChange={setMethod}
                  />
                </div>
              )}
              <div className="row">
                <Button onClick={() => setWaiving(!waiving)}>
                  {t(waiving ? 'booking.pay.back' : 'booking.pay.waive')}
                </Button>
                <span className="grow" />
                <Button kind="primary" loading={isPending} disabled={waiving && !saysSomething(reason)} onClick={send}>
                  {t(waiving ? 'booking.pay.waiveSubmit' : 'booking.pay.submit')}
                </Button>
              </div>
            </>
          )}
        </div>
      )}
    </FormModal>
  )
}
