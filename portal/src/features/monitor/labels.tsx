import { CheckCircleOutlined, ClockCircleOutlined } from '@ant-design/icons'
import type { AlertState } from '@teleward/contract/monitoring/alert-rules.ts'
import type { Alert } from '@teleward/contract/monitoring/alert-schema.ts'
import { monitorLabels } from '@teleward/contract/monitoring/labels.ts'
import type { ReactNode } from 'react'
import { language, t } from '../../i18n/i18n.ts'
import { limitText, measureText, unitOf } from '../../patterns/limits.ts'
import { formatDateTime, formatNumber } from '../../ui/format.ts'
import { type StatusKind, StatusTag } from '../../ui/StatusTag.tsx'

export { SeverityTag } from '../../patterns/SeverityTag.tsx'

export { kindText } from '../../patterns/limits.ts'
export { Move, valueText } from '../../patterns/trends/last.tsx'

/** The worst of what struck, and against what; of a change how much, which way and from when on. */
export function alertText(one: Alert): string {
  const limit = limitText({ ...one, value: one.limit })
  const worst = one.worstValue ?? one.lastValue ?? one.value
  if (worst === null) return limit
  const unit = unitOf(one.measure)
  const [measure, value] = [measureText(one.measure), `${formatNumber(worst)} ${unit}`]
  const { baseValue, baseAt } = one
  if (one.test !== 'change' || baseValue === null || baseAt === null)
    return t('monitor.alert.text', { measure, value, limit })
  // Hundredths, as limits are held: 60 and 57.9 are 2.1 apart.
  const moved = Math.round((worst - baseValue) * 100) / 100
  const by = `${moved > 0 ? '+' : '−'}${formatNumber(Math.abs(moved))} ${unit}`
  return t('monitor.alert.change', {
    measure,
    by,
    from: formatNumber(baseValue),
    value,
    time: formatDateTime(baseAt),
    limit,
  })
}

/** Of several readings when the worst was measured, and what stood before and after it. */
export function courseText(one: Alert): string {
  const { times, worstAt, measurementTime, lastAt, value, lastValue } = one
  if (times < 2 || worstAt === null || measurementTime === null || value === null || lastValue === null) return ''
  const time = (at: string) => formatDateTime(at)
  return [
    t('monitor.alert.worst', { time: time(worstAt) }),
    ...(Date.parse(measurementTime) < Date.parse(worstAt)
      ? [t('monitor.alert.first', { value: formatNumber(value), time: time(measurementTime) })]
      : []),
    ...(Date.parse(lastAt) > Date.parse(worstAt)
      ? [t('monitor.alert.last', { value: formatNumber(lastValue), time: time(lastAt) })]
      : []),
  ].join(t('common.dot'))
}

const stateLooks: Record<AlertState, [StatusKind, ReactNode]> = {
  open: ['warn', <ClockCircleOutlined key="open" />],
  acknowledged: ['info', <CheckCircleOutlined key="acknowledged" />],
  resolved: ['ok', <CheckCircleOutlined key="resolved" />],
}
export const alertStateText = (state: AlertState) => monitorLabels.state[state][language()]
export function AlertStateTag({ state }: { state: AlertState }) {
  const [kind, icon] = stateLooks[state]
  return (
    <StatusTag kind={kind} icon={icon}>
      {alertStateText(state)}
    </StatusTag>
  )
}
