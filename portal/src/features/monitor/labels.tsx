import { CheckCircleOutlined, ClockCircleOutlined } from '@ant-design/icons'
import type { AlertState } from '@teleward/contract/monitoring/alert-rules.ts'
import type { Alert } from '@teleward/contract/monitoring/alert-schema.ts'
import { monitorLabels } from '@teleward/contract/monitoring/labels.ts'
import type { ReactNode } from 'react'
import { language, t } from '../../i18n/i18n.ts'
import { limitText, measureText, unitOf } from '../../patterns/limits.ts'
import { formatNumber } from '../../ui/format.ts'
import { type StatusKind, StatusTag } from '../../ui/StatusTag.tsx'

export { SeverityTag } from '../../patterns/SeverityTag.tsx'

export { kindText } from '../../patterns/limits.ts'
export { Move, valueText } from '../../patterns/trends/last.tsx'

/** What struck, and against what. */
export function alertText(one: Alert): string {
  const limit = limitText({ ...one, value: one.limit })
  const last = one.lastValue ?? one.value
  if (last === null) return limit
  const value = `${formatNumber(last)} ${unitOf(one.measure)}`
  return t('monitor.alert.text', { measure: measureText(one.measure), value, limit })
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
