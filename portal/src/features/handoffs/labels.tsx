import { CheckCircleOutlined, ClockCircleOutlined, StopOutlined } from '@ant-design/icons'
import type { HandoffStatus } from '@teleward/contract/handoffs/rules.ts'
import type { Handoff, HandoffEvent } from '@teleward/contract/handoffs/schema.ts'
import type { ReactNode } from 'react'
import { t } from '../../i18n/i18n.ts'
import { nameOf } from '../../patterns/Patient.tsx'
import { formatDate, formatShortDate } from '../../ui/format.ts'
import { type StatusKind, StatusTag } from '../../ui/StatusTag.tsx'

const looks: Record<HandoffStatus, { kind: StatusKind; icon: ReactNode }> = {
  0: { kind: 'info', icon: <ClockCircleOutlined /> },
  1: { kind: 'ok', icon: <CheckCircleOutlined /> },
  2: { kind: 'neutral', icon: <StopOutlined /> },
}
const NAMES = { '0': 'unfinished', '1': 'complete', '2': 'withdrawn', all: 'all' } as const
export const statusText = (status: `${HandoffStatus}` | 'all') => t(`handoffs.status.${NAMES[status]}`)
export const StatusOf = ({ status }: { status: HandoffStatus }) => (
  <StatusTag {...looks[status]}>{statusText(`${status}`)}</StatusTag>
)

export const aboutText = ({ kind, at }: NonNullable<Handoff['about']>) =>
  t('handoffs.aboutOf', { kind: t(`handoffs.about.${kind}`), date: formatShortDate(at) })

export function eventText(event: HandoffEvent): string {
  if (event.action === 'comment') return event.text ?? ''
  if (event.action === 'dueChanged')
    return event.dueOn ? t('handoffs.event.dueChanged', { date: formatDate(event.dueOn) }) : t('handoffs.event.dueGone')
  return t(`handoffs.event.${event.action}`, { name: event.to ? nameOf(event.to) : '' })
}
