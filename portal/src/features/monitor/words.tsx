import {
  ArrowDownOutlined,
  ArrowUpOutlined,
  CheckCircleOutlined,
  ClockCircleOutlined,
  MinusOutlined,
} from '@ant-design/icons'
import type { AlertState } from '@teleward/contract/monitoring/alert-rules.ts'
import type { Alert, LastReading } from '@teleward/contract/monitoring/alert-schema.ts'
import type { ReadingKind } from '@teleward/contract/monitoring/rules.ts'
import { monitorWords } from '@teleward/contract/monitoring/words.ts'
import type { ReactNode } from 'react'
import { language, t } from '../../i18n/i18n.ts'
import { limitText, measureText, unitOf } from '../../patterns/limits.ts'
import { formatNumber } from '../../ui/format.ts'
import { type StatusKind, StatusTag } from '../../ui/StatusTag.tsx'

export { SeverityTag } from '../../patterns/SeverityTag.tsx'

export const kindText = (kind: ReadingKind) => monitorWords.kind[kind][language()]

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
export const alertStateText = (state: AlertState) => monitorWords.state[state][language()]
export function AlertStateTag({ state }: { state: AlertState }) {
  const [kind, icon] = stateLooks[state]
  return (
    <StatusTag kind={kind} icon={icon}>
      {alertStateText(state)}
    </StatusTag>
  )
}

/** 128/82, 61.2 */
export const valueText = ({ value, diastolic }: Pick<LastReading, 'value' | 'diastolic'>) =>
  diastolic === null ? formatNumber(value) : `${formatNumber(value)}/${formatNumber(diastolic)}`

/** How it moved against the one before: a sign with a word. */
export function Move({ last }: { last: LastReading }) {
  if (last.before === null) return null
  const way = last.value > last.before ? 'up' : last.value < last.before ? 'down' : 'same'
  const icon = way === 'up' ? <ArrowUpOutlined /> : way === 'down' ? <ArrowDownOutlined /> : <MinusOutlined />
  return (
    <span className="t3 f12" title={t(`monitor.move.${way}`)}>
      {icon}
      <span className="sr">{t(`monitor.move.${way}`)}</span>
    </span>
  )
}
