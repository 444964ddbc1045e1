import { getAlerts } from '@teleward/contract/monitoring/alert-endpoints.ts'
import { saysSomething } from '@teleward/contract/core/text.ts'
import { type AlertStep, alertSteps } from '@teleward/contract/monitoring/alert-rules.ts'
import { type Alert, MAX_ALERT_NOTE } from '@teleward/contract/monitoring/alert-schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { useId, useState } from 'react'
import { FormModal } from '../../patterns/FormModal.tsx'
import { endpointQuery } from '../../api/query.ts'
import { useDraft } from '../../api/useDraft.ts'
import { errorText, t } from '../../i18n/i18n.ts'
import { either, nameOf } from '../../patterns/Patient.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { FieldLabel } from '../../ui/FieldLabel.tsx'
import type { AlertSteps } from './useAlertSteps.ts'
import { alertText, SeverityTag } from './labels.tsx'

/** How many of a member's alerts are looked at for the one in hand: what runs stands first. */
const LOOKED_AT = 20

/** Who was quicker with this step, and when; null as long as it can be taken. */
export function takenBy(step: AlertStep, one: Alert): Alert['resolved'] {
  if ((alertSteps[step].from as readonly string[]).includes(one.state)) return null
  return one.resolved ?? one.acknowledged
}
/** Of two, the one that is further: what was fetched may be older than what a refused step has told. */
const later = (one: Alert, other: Alert | undefined): Alert =>
  other && (other.resolved || (other.acknowledged && !one.resolved) || other.reopenedAt !== one.reopenedAt)
    ? other
    : one

/**
 * The note that goes with a step: wished for when an alert is taken, needed when it is resolved. Where somebody else is quicker it
 * says so at once, and what was written is added to the alert instead.
 */
export function AlertDialog({ steps }: { steps: AlertSteps }) {
  const { asking } = steps
  return asking && <Asked key={`${asking.one.id}-${asking.step}`} steps={steps} asking={asking} />
}

function Asked({ steps, asking }: { steps: AlertSteps; asking: NonNullable<AlertSteps['asking']> }) {
  const { step } = asking
  const { pid } = asking.one
  const id = useId()
  const seen = useQuery(endpointQuery(getAlerts, { query: { state: 'all', pid, pageSize: LOOKED_AT } }))
  const one = later(
    asking.one,
    seen.data?.data.find((other) => other.id === asking.one.id),
  )
  const first = takenBy(step, one)
  const { draft, value, loaded } = useDraft<string>({ screen: `alert:${step}`, subject: `${pid}/${one.id}` })
  const [wrong, setWrong] = useState(false)
  const text = value ?? ''
  const needed = first !== null || 'needs' in alertSteps[step]
  const bad = wrong && needed && !saysSomething(text)
  const send = () => {
    if (needed && !saysSomething(text)) return setWrong(true)
    const done = () => void draft?.clear()
    if (first) steps.remark(text.trim(), done)
    else steps.answer(text.trim(), done)
  }
  return (
    <FormModal
      open
      title={t(`monitor.step.${step}.title`, { name: either(one.name, one.nameEn) })}
      okText={t(first ? 'monitor.step.add' : `monitor.step.${step}.ok`)}
      cancelText={t('common.cancel')}
      confirmLoading={steps.busy}
      onOk={send}
      onCancel={() => steps.answer(null)}
      destroyOnHidden
    >
      <div className="monform">
        <p className="row wrap">
          <SeverityTag severity={one.severity} />
          <span>{alertText(one)}</span>
        </p>
        <Meanwhile one={one} began={asking.one} first={first} />
        <div>
          <FieldLabel id={id} required={needed}>
            {t(first ? 'monitor.step.further' : `monitor.step.${step}.note`)}
          </FieldLabel>
          <Input.TextArea
            id={id}
            autoFocus
            rows={3}
            maxLength={MAX_ALERT_NOTE}
            disabled={!loaded}
            value={text}
            status={bad ? 'error' : ''}
            aria-describedby={`${id}-help`}
            onChange={(event) => draft?.write(event.target.value)}
          />
          <p id={`${id}-help`} className={`help ${bad ? 'err' : ''}`} role={bad ? 'alert' : undefined}>
            {bad ? errorText('CONTENT_REQUIRED') : ''}
          </p>
        </div>
      </div>
    </FormModal>
  )
}

/** Somebody was quicker, or has taken what is being resolved here: told at once, while the text stays. */
function Meanwhile({ one, began, first }: { one: Alert; began: Alert; first: Alert['resolved'] }) {
  const took = first ?? (began.state === 'open' ? one.acknowledged : null)
  if (!took) return null
  const what = one.resolved ? 'resolved' : 'acknowledged'
  return (
    <p className="c-warn" role="alert">
      {t(`monitor.alert.${what}`, { name: nameOf(took.by), time: formatDateTime(took.at) })}
      {took.note && `${t('common.dot')}${took.note}`}
      {first && <span className="blk">{t('monitor.step.taken')}</span>}
    </p>
  )
}
