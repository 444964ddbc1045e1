import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  ExclamationCircleOutlined,
  InboxOutlined,
  SendOutlined,
  StopOutlined,
} from '@ant-design/icons'
import { daysBetween } from '@teleward/contract/core/dates.ts'
import { type ReferralAction, referralActions, referralRefusal } from '@teleward/contract/referrals/rules.ts'
import type { Referral, ReferralState } from '@teleward/contract/referrals/schema.ts'
import type { ReactNode } from 'react'
import { t } from '../../i18n/i18n.ts'
import { formatDateTime, isoDay } from '../../ui/format.ts'
import { ageAndSex, type Sex } from '../../ui/person.ts'
import { StatusTag, type StatusKind } from '../../ui/StatusTag.tsx'
import { either } from '../Patient.tsx'

const looks: Record<ReferralState, { kind: StatusKind; icon: ReactNode }> = {
  sent: { kind: 'info', icon: <SendOutlined /> },
  received: { kind: 'info', icon: <InboxOutlined /> },
  accepted: { kind: 'primary', icon: <ClockCircleOutlined /> },
  visited: { kind: 'primary', icon: <CheckCircleOutlined /> },
  reported: { kind: 'ok', icon: <CheckCircleOutlined /> },
  declined: { kind: 'warn', icon: <StopOutlined /> },
  withdrawn: { kind: 'neutral', icon: <StopOutlined /> },
}
export const StateTag = ({ state }: { state: ReferralState }) => (
  <StatusTag {...looks[state]}>{t(`referrals.state.${state}`)}</StatusTag>
)
export const Urgent = ({ urgency }: Pick<Referral, 'urgency'>) =>
  urgency === 'urgent' ? (
    <StatusTag kind="bad" icon={<ExclamationCircleOutlined />}>
      {t('referrals.urgency.urgent')}
    </StatusTag>
  ) : null

/** How long is left until the next step is awaited, or by how much it is late. */
export function Due({ dueAt }: Pick<Referral, 'dueAt'>) {
  if (dueAt === null) return null
  const days = daysBetween(isoDay(), isoDay(dueAt))
  const late = Date.parse(dueAt) <= Date.now()
  const title = t('referrals.due.until', { time: formatDateTime(dueAt) })
  if (!late)
    return (
      <span className="t3 num" title={title}>
        {days === 0 ? t('referrals.due.today') : t('referrals.due.left', { count: days })}
      </span>
    )
  return (
    <span title={title}>
      <StatusTag kind="bad" icon={<ClockCircleOutlined />}>
        {days === 0 ? t('referrals.due.late') : t('referrals.due.lateDays', { count: -days })}
      </StatusTag>
    </span>
  )
}

const sexes: readonly Sex[] = ['male', 'female', 'other', 'unknown']
export const personOf = ({ birthday, gender }: Referral['patient']) =>
  ageAndSex(birthday, sexes.find((one) => one === gender) ?? 'unknown')
export const fromOf = ({
  from,
}: {
  from: { name: string; nameEn: string | null; unitName: string; unitNameEn: string | null }
}) => [either(from.unitName, from.unitNameEn), either(from.name, from.nameEn)].join(' ')
export const toOf = ({ to }: Referral) =>
  to.outside
    ? to.unitName
    : to.person
      ? [either(to.unitName, to.unitNameEn), either(to.person.name, to.person.nameEn)].join(' ')
      : t('referrals.anybody', { unit: either(to.unitName, to.unitNameEn) })
export const daysOf = (row: Referral) => t('referrals.days', { count: daysBetween(isoDay(row.createdAt), isoDay()) })
export const stepsOf = (row: Referral): ReferralAction[] =>
  referralActions.filter((action) => referralRefusal(action, row.state, row.side) === null)

/** Who took which step, and when. */
export function History({
  steps,
}: {
  steps: readonly { to: ReferralState; at: string; name?: string | null; nameEn?: string | null; who: string | null }[]
}) {
  return (
    <ol className="refhistory f13 num">
      {steps.map((one) => (
        <li key={one.at + one.to}>
          {formatDateTime(one.at)} {t(`referrals.state.${one.to}`)}{' '}
          <span className="t3">{one.who ?? (one.name && either(one.name, one.nameEn ?? null))}</span>
        </li>
      ))}
    </ol>
  )
}
