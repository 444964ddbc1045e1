import type { ChildCare, ChildRecord } from '@teleward/contract/childcare/schema.ts'
import { useState } from 'react'
import { isApiError } from '../../api/errors.ts'
import { invalidateTags, useEndpointMutation } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { ReasonDialog } from '../../patterns/ReasonDialog.tsx'
import { formatDate } from '../../ui/format.ts'
import { notify } from '../../ui/notify.ts'
import { callsOf } from './calls.ts'
import { recordText, WhoseLine } from './words.tsx'

interface Props {
  patient: ChildCare['patient']
  record: ChildRecord
  onClose: () => void
}
/** A record is taken back with a reason; it is kept. Where somebody changed it meanwhile, it is shown as it stands. */
export function WithdrawDialog({ patient, record: asked, onClose }: Props) {
  const [record, setRecord] = useState(asked)
  const remove = useEndpointMutation(callsOf[asked.kind].remove, {
    onDone: () => {
      notify({ kind: 'ok', key: asked.id, title: t('childcare.takenBack') })
      onClose()
    },
    onError: (error) => {
      if (!isApiError(error, 'VERSION_STALE')) return false
      setRecord(error.data as ChildRecord)
      void invalidateTags(['childcare'])
      return true
    },
  })
  const gone = record.withdrawn !== null
  const { pid, id, version } = record
  return (
    <ReasonDialog
      title={t('childcare.takeTitle')}
      submit={t('childcare.take')}
      label={t('childcare.takeReason')}
      gone={gone}
      busy={remove.isPending}
      onSend={(reason) => remove.mutate({ body: { pid, id, version, reason } })}
      onClose={onClose}
    >
      {record !== asked && (
        <p className="alert warn" role="alert">
          {t(gone ? 'childcare.goneMeanwhile' : 'childcare.changedMeanwhile')}
        </p>
      )}
      <WhoseLine patient={patient} />
      <p>
        <span className="num">{formatDate(record.on)}</span> <b>{recordText(record)}</b>
      </p>
    </ReasonDialog>
  )
}
