import { needsOf, type ReferralAction } from '@teleward/contract/referrals/rules.ts'
import { Input } from 'antd'
import { useId, useState } from 'react'
import { FormModal } from '../FormModal.tsx'
import { t } from '../../i18n/i18n.ts'
import { ChangedNote } from '../ChangedNote.tsx'
import { isoDay } from '../../ui/format.ts'
import { FieldLabel } from '../../ui/FieldLabel.tsx'

const MAX = 4000
interface Props {
  action: ReferralAction
  busy: boolean
  /** What the letter has become since the question was put: what was written stays, and is sent once more by hand. */
  changed: string | undefined
  onAnswer: (answer: { date?: string; answer?: string }) => void
  onClose: () => void
}

/** What has to be said with a step: the day of the visit, why it is declined, what came of it. */
export function ReferralAnswer({ action, busy, changed, onAnswer, onClose }: Props) {
  const [typed, setTyped] = useState('')
  const [missing, setMissing] = useState(false)
  const id = useId()
  const dated = needsOf(action) === 'date'
  const label = dated
    ? 'referrals.visitOn'
    : action === 'decline'
      ? 'referrals.reply.decline'
      : 'referrals.reply.report'
  const wrong = typed.trim() === '' || (dated && typed < isoDay())
  const send = () => {
    if (wrong) setMissing(true)
    else onAnswer(dated ? { date: typed } : { answer: typed.trim() })
  }
  const field = {
    id,
    autoFocus: true,
    value: typed,
    status: missing && wrong ? ('error' as const) : ('' as const),
    'aria-required': true,
    'aria-invalid': missing && wrong,
    'aria-describedby': `${id}-help`,
  }
  return (
    <FormModal
      open
      title={dated ? t('referrals.acceptTitle') : t(`referrals.act.${action}`)}
      okText={t(`referrals.act.${action}`)}
      cancelText={t('common.cancel')}
      confirmLoading={busy}
      okButtonProps={{ danger: action === 'decline' }}
      onOk={send}
      onCancel={onClose}
    >
      <div className="reasonbox">
        {changed && <ChangedNote state={changed} />}
        <FieldLabel id={id} required>
          {t(label)}
        </FieldLabel>
        {dated ? (
          <Input {...field} type="date" min={isoDay()} onChange={(event) => setTyped(event.target.value)} />
        ) : (
          <Input.TextArea {...field} rows={4} maxLength={MAX} onChange={(event) => setTyped(event.target.value)} />
        )}
        <p id={`${id}-help`} className={`help ${missing && wrong ? 'err' : ''}`}>
          {missing && wrong ? t('referrals.required') : ''}
        </p>
      </div>
    </FormModal>
  )
}
