import { ExclamationCircleOutlined, InfoCircleOutlined, WarningOutlined } from '@ant-design/icons'
import type { Severity } from '@teleward/contract/monitoring/group-rules.ts'
import type { ReactNode } from 'react'
import { type StatusKind, StatusTag } from '../ui/StatusTag.tsx'
import { severityText } from './limits.ts'

const severityLooks: Record<Severity, [StatusKind, ReactNode]> = {
  critical: ['bad', <WarningOutlined key="critical" />],
  warning: ['warn', <ExclamationCircleOutlined key="warning" />],
  notice: ['info', <InfoCircleOutlined key="notice" />],
}
/** How bad an alert is, and of how many it is the worst. */
export function SeverityTag({ severity, count }: { severity: Severity; count?: number }) {
  const [kind, icon] = severityLooks[severity]
  return (
    <StatusTag kind={kind} icon={icon}>
      {severityText(severity)}
      {count !== undefined && count > 1 ? ` ${count}` : ''}
    </StatusTag>
  )
}
