import { alertSteps } from '@teleward/contract/monitoring/alert-rules.ts'
import { MAX_ALERT_NOTE } from '@teleward/contract/monitoring/alert-schema.ts'
import { Input, Modal } from 'antd'
import { useId, useState } from 'react'
import { useDraft } from '../../api/useDraft.ts'
import { errorText, t } from '../../i18n/i18n.ts'
import { either } from '../../patterns/Patient.tsx'
import { FieldLabel } from '../../ui/FieldLabel.tsx'
import type { AlertSteps } from './useAlertSteps.ts'
import { alertText, SeverityTag } from './labels.tsx'

/** The note that goes with a step: wished for when an alert is taken, needed when it is resolved. */
export function AlertDialog({ steps }: { steps: AlertSteps }) {
  const { asking } = steps
  return asking && <Asked key={`${asking.one.id}-${asking.step}`} steps={steps} asking={asking} />
}

function Asked({ steps, asking }: { steps: AlertSteps; asking: NonNullable<AlertSteps['asking']> }) {
  const { one, step } = asking
  const id = useId()
  const { draft, value, loaded } = useDraft<string>({ screen: `alert:${step}`, subject: `${one.pid}/${one.id}` })
  const [wrong, setWrong] = useState(false)
  const text = value ?? ''
  const needed = 'needs' in alertSteps[step]
  const bad = wrong && needed && !text.trim()
  const send = () => {
    if (needed && !text.trim()) return setWrong(true)
    steps.answer(text.trim(), () => void draft?.clear())
  }
  return (
    <Modal
      open
      title={t(`monitor.step.${step}.title`, { name: either(one.name, one.nameEn) })}
      okText={t(`monitor.step.${step}.ok`)}
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
        <div>
          <FieldLabel id={id} required={needed}>
            {t(`monitor.step.${step}.note`)}
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
    </Modal>
  )
}
