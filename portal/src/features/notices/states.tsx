import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  CloseCircleOutlined,
  EyeOutlined,
  StopOutlined,
  SyncOutlined,
} from '@ant-design/icons'
import type { NoticeState, RecipientState } from '@teleward/contract/notices/rules.ts'
import type { Notice } from '@teleward/contract/notices/schema.ts'
import type { ReactNode } from 'react'
import { t } from '../../i18n/i18n.ts'
import { type StatusKind, StatusTag } from '../../ui/StatusTag.tsx'

const LOOKS: Readonly<Record<NoticeState, readonly [StatusKind, ReactNode]>> = {
  waiting: ['info', <ClockCircleOutlined key="i" />],
  sending: ['info', <SyncOutlined key="i" />],
  sent: ['ok', <CheckCircleOutlined key="i" />],
  read: ['ok', <EyeOutlined key="i" />],
  failed: ['bad', <CloseCircleOutlined key="i" />],
  cancelled: ['neutral', <StopOutlined key="i" />],
}
export const stateText = (state: NoticeState) => t(`notices.state.${state}`)

/** With how many read it, or how many it did not reach. */
export function stateTag({ state, counts }: Pick<Notice, 'state' | 'counts'>): ReactNode {
  const [kind, icon] = LOOKS[state]
  const said =
    counts && state === 'failed'
      ? t('notices.failedCount', { count: counts.failed })
      : counts && state === 'sent' && counts.read > 0
        ? t('notices.readCount', { read: counts.read, of: counts.staff + counts.patients })
        : stateText(state)
  return (
    <StatusTag kind={kind} icon={icon}>
      {said}
    </StatusTag>
  )
}
export function recipientTag(state: RecipientState): ReactNode {
  const [kind, icon] = LOOKS[state]
  return (
    <StatusTag kind={kind} icon={icon}>
      {stateText(state)}
    </StatusTag>
  )
}

const REASONS = [
  'NO_CHANNEL',
  'ACCOUNT_CLOSED',
  'MEMBER_DISABLED',
  'OVER',
  'UNREACHABLE',
  'TIMEOUT',
  'PROVIDER_MISSING',
  'SEND_FAILED',
] as const
/** A code in words; what a provider said, as it said it. */
export function reasonText(reason: string): string {
  const known = REASONS.find((one) => one === reason)
  return known ? t(`notices.reason.${known}`) : t('notices.reason.provider', { said: reason })
}
