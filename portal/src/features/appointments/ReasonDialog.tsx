import { saysSomething } from '@teleward/contract/core/text.ts'
import { Input } from 'antd'
import { useEffect, useId, useState } from 'react'
import { FormModal } from '../../patterns/FormModal.tsx'
import { t, type TextKey } from '../../i18n/i18n.ts'
import type { Steps } from '../../patterns/appointments/useSteps.ts'
import { named, statusText } from '../../patterns/appointments/labels.tsx'
import { ChangedNote } from '../../patterns/ChangedNote.tsx'
import { FieldLabel } from '../../ui/FieldLabel.tsx'

const MAX_REASON = 500
const common: Record<'cancel' | 'close', readonly TextKey[]> = {
  cancel: [
    'appointments.cancel.common.patientAsked',
    'appointments.cancel.common.doctorAway',
    'appointments.cancel.common.duplicate',
  ],
  close: [
    'appointments.cancel.common.noShow',
    'appointments.cancel.common.noAnswer',
    'appointments.cancel.common.elsewhere',
  ],
}

/** Says what cancelling or closing does and asks why; the usual reasons are one click. */
export function ReasonDialog({ steps: { asking, answer, busy } }: { steps: Steps }) {
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const id = useId()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question starts with an empty answer, the same one again does not.
  useEffect(() => {
    setReason('')
    setMissing(false)
  }, [asking?.row.qid, asking?.action])
  const cancels = asking?.action === 'cancel'
  const send = () => {
    if (saysSomething(reason)) answer(reason.trim())
    else setMissing(true)
  }
  return (
    <FormModal
      open={asking !== null}
      title={asking && t(cancels ? 'appointments.cancel.title' : 'appointments.cancel.closeTitle', named(asking.row))}
      okText={t(cancels ? 'appointments.cancel.submitCancel' : 'appointments.cancel.submitClose')}
      cancelText={t(cancels ? 'appointments.cancel.back' : 'appointments.cancel.backClose')}
      okButtonProps={{ danger: true }}
      confirmLoading={busy}
      onOk={send}
      onCancel={() => answer(null)}
      destroyOnHidden
    >
      {asking && (
        <div className="reasonbox">
          {asking.changed && <ChangedNote state={statusText(asking.row)} />}
          <p>{t(cancels ? 'appointments.cancel.text' : 'appointments.cancel.closeText')}</p>
          {cancels && asking.row.payment === 'paid' && <p className="c-warn">{t('appointments.cancel.refund')}</p>}
          <FieldLabel id={id} required>
            {t('appointments.cancel.reason')}
          </FieldLabel>
          <div className="quick">
            {common[asking.action].map((key) => (
              <button
                key={key}
                type="button"
                className={`chip ${reason === t(key) ? '' : 'o'}`}
                onClick={() => setReason(t(key))}
              >
                {t(key)}
              </button>
            ))}
          </div>
          <Input.TextArea
            id={id}
            autoFocus
            value={reason}
            maxLength={MAX_REASON}
            rows={3}
            status={missing && !saysSomething(reason) ? 'error' : ''}
            aria-required
            aria-invalid={missing && !saysSomething(reason)}
            aria-describedby={`${id}-help`}
            onBlur={() => setMissing(true)}
            onChange={(event) => setReason(event.target.value)}
          />
          <p id={`${id}-help`} className={`help ${missing && !saysSomething(reason) ? 'err' : ''}`}>
            {t(missing && !saysSomething(reason) ? 'appointments.cancel.required' : 'appointments.cancel.reasonHint')}
          </p>
        </div>
      )}
    </FormModal>
  )
}
