import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  ExclamationCircleOutlined,
  FieldTimeOutlined,
  RollbackOutlined,
} from '@ant-design/icons'
import { lacksBank } from '@teleward/contract/settlement/rules.ts'
import type { Statement } from '@teleward/contract/settlement/schema.ts'
import type { ReactNode } from 'react'
import { t } from '../../i18n/i18n.ts'
import { type StatusKind, StatusTag } from '../../ui/StatusTag.tsx'

const TONES: Record<Statement['state'], [StatusKind, ReactNode]> = {
  open: ['info', <FieldTimeOutlined key="open" />],
  calculated: ['warn', <ClockCircleOutlined key="calculated" />],
  confirmed: ['primary', <CheckCircleOutlined key="confirmed" />],
  paid: ['ok', <CheckCircleOutlined key="paid" />],
  payoutFailed: ['bad', <ExclamationCircleOutlined key="failed" />],
  carried: ['neutral', <RollbackOutlined key="carried" />],
}
export function stateTag({ state }: Pick<Statement, 'state'>): ReactNode {
  const [kind, icon] = TONES[state]
  return (
    <StatusTag kind={kind} icon={icon}>
      {t(`settlement.state.${state}`)}
    </StatusTag>
  )
}

/** Corrections and what came over, less what goes over: `share + this - cost` is the payout. */
export const moved = ({ adjustment, carries }: Pick<Statement, 'adjustment' | 'carries'>): number =>
  adjustment - carries

export const bankText = (row: Statement): ReactNode =>
  row.bank ? (
    <span className="num">{t('settlement.bank', row.bank)}</span>
  ) : lacksBank(row) ? (
    <StatusTag kind="bad" icon={<ExclamationCircleOutlined />}>
      {t('settlement.noBank')}
    </StatusTag>
  ) : (
    '–'
  )
