import { ArrowDownOutlined, ArrowUpOutlined, MinusOutlined } from '@ant-design/icons'
import type { LastReading } from '@teleward/contract/monitoring/alert-schema.ts'
import { t } from '../../i18n/i18n.ts'
import { formatNumber } from '../../ui/format.ts'

/** 128/82, 61.2 */
export const valueText = ({ value, diastolic }: Pick<LastReading, 'value' | 'diastolic'>) =>
  diastolic === null ? formatNumber(value) : `${formatNumber(value)}/${formatNumber(diastolic)}`

/** How it moved against the one before: a sign with a word. */
export function Move({ last }: { last: Pick<LastReading, 'value' | 'before'> }) {
  if (last.before === null) return null
  const way = last.value > last.before ? 'up' : last.value < last.before ? 'down' : 'same'
  const icon = way === 'up' ? <ArrowUpOutlined /> : way === 'down' ? <ArrowDownOutlined /> : <MinusOutlined />
  return (
    <span className="t3 f12" title={t(`limits.move.${way}`)}>
      {icon}
      <span className="sr">{t(`limits.move.${way}`)}</span>
    </span>
  )
}
