import { CheckOutlined, CheckSquareOutlined, UserOutlined } from '@ant-design/icons'
import type { Alert } from '@teleward/contract/monitoring/alert-schema.ts'
import type { ReactNode } from 'react'
import { openHandoff, useHandoffs } from '../../shell/handoffs.ts'
import { t } from '../../i18n/i18n.ts'
import { either, nameOf } from '../../patterns/Patient.tsx'
import { Elapsed } from '../../ui/Ago.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatDateTime } from '../../ui/format.ts'
import type { AlertSteps } from './useAlertSteps.ts'
import { MutedLine, MuteButton } from './Mute.tsx'
import { AlertStateTag, alertText, courseText, SeverityTag } from './labels.tsx'

interface Props {
  alerts: readonly Alert[]
  steps: AlertSteps
  /** Whose it is, with a way to them; of one member's own it is known. */
  onOpen?: (one: Alert) => void
  label: string
  /** The one that the reader came for. */
  mark?: string | undefined
}

/** Comes into view once, where it is the one that the reader came for. */
const intoView = (line: HTMLElement | null) => line?.scrollIntoView({ block: 'nearest' })

/** Alerts as lines: how bad, of whom, what, since when, who has it, and what can be done. */
export function AlertLines({ alerts, steps, onOpen, label, mark }: Props) {
  return (
    <ul className="monalerts" aria-label={label}>
      {alerts.map((one) => (
        <li key={one.id} {...(one.id === mark ? { ref: intoView, className: 'marked', 'aria-current': true } : {})}>
          <SeverityTag severity={one.severity} />
          <span className="grow">
            {onOpen && (
              <button type="button" className="monlink b" onClick={() => onOpen(one)}>
                {either(one.name, one.nameEn)}
              </button>
            )}
            <span className="blk">{alertText(one)}</span>
            <span className="blk t3 f12">
              {one.source === 'own' ? t('monitor.alert.own') : one.groupName}
              {t('common.dot')}
              {one.state === 'resolved' ? (
                formatDateTime(one.raisedAt)
              ) : (
                <Elapsed since={one.measurementTime ?? one.raisedAt} />
              )}
              {one.times > 1 && `${t('common.dot')}${t('monitor.alert.times', { count: one.times })}`}
            </span>
            {one.lateFrom && (
              <span className="blk c-warn f12">
                {t('monitor.alert.late', {
                  measured: formatDateTime(one.lateFrom),
                  arrived: formatDateTime(one.raisedAt),
                })}
              </span>
            )}
            {one.withdrawnReading && <span className="blk c-warn f12">{t('monitor.alert.withdrawn')}</span>}
            {courseText(one) && <span className="blk t3 f12">{courseText(one)}</span>}
            {!one.limitHolds && <span className="blk t2 f12">{t('monitor.alert.limitGone')}</span>}
            {one.reopenedAt && one.state === 'open' && (
              <span className="blk c-warn f12">
                {t('monitor.alert.reopened', { time: formatDateTime(one.reopenedAt) })}
              </span>
            )}
            <MutedLine one={one} />
            <Said one={one} />
          </span>
          {one.state !== 'open' && <AlertStateTag state={one.state} />}
          <AlertButtons one={one} steps={steps} mutable={onOpen === undefined} />
        </li>
      ))}
    </ul>
  )
}

/** Who took it, each time that somebody did, who resolved it, and what others did besides. */
function Said({ one: { acknowledgedBefore, acknowledged, resolved, notes } }: { one: Alert }): ReactNode {
  const said = [
    ...[...acknowledgedBefore, ...(acknowledged ? [acknowledged] : [])].map((act) => ['acknowledged', act] as const),
    ...(resolved ? [['resolved', resolved] as const] : []),
    ...notes.map((act) => ['noted', act] as const),
  ]
  return said.map(([what, act]) => (
    <span key={`${what} ${act.at} ${act.by.mid}`} className="blk f12 t2">
      {t(`monitor.alert.${what}`, { name: nameOf(act.by), time: formatDateTime(act.at) })}
      {act.note && `${t('common.dot')}${act.note}`}
    </span>
  ))
}

/** The step that an alert waits for; nothing where there is none, or it is not the reader's to take. */
export function NextAlertStep({ one, steps }: { one: Alert | undefined; steps: AlertSteps }) {
  const step = one && (['acknowledge', 'resolve'] as const).find((next) => steps.may(next, one))
  return (
    step && (
      <Button size="sm" onClick={() => steps.ask(step, one)}>
        {t(`monitor.act.${step}`)}
      </Button>
    )
  )
}

function AlertButtons({ one, steps, mutable }: { one: Alert; steps: AlertSteps; mutable: boolean }) {
  const handoffs = useHandoffs()
  return (
    <span className="row">
      {handoffs && one.state !== 'resolved' && (
        <Button
          size="sm"
          icon={<CheckSquareOutlined />}
          onClick={() => openHandoff({ pid: one.pid, about: { kind: 'alert', id: one.id } })}
        >
          {t('monitor.act.todo')}
        </Button>
      )}
      {mutable && steps.may('resolve', one) && <MuteButton one={one} />}
      {steps.may('acknowledge', one) && (
        <Button size="sm" icon={<UserOutlined />} onClick={() => steps.ask('acknowledge', one)}>
          {t('monitor.act.acknowledge')}
        </Button>
      )}
      {steps.may('resolve', one) && (
        <Button size="sm" icon={<CheckOutlined />} onClick={() => steps.ask('resolve', one)}>
          {t('monitor.act.resolve')}
        </Button>
      )}
    </span>
  )
}
