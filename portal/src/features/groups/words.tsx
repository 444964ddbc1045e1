import { CheckCircleOutlined, StopOutlined } from '@ant-design/icons'
import type { MonitorGroup, MonitorRule } from '@teleward/contract/monitoring/group-schema.ts'
import { t } from '../../i18n/i18n.ts'
import { unitOf } from '../../patterns/monitoring/words.ts'
import { either } from '../../patterns/Patient.tsx'
import { formatNumber } from '../../ui/format.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'

export const StateTag = ({ state }: Pick<MonitorGroup, 'state'>) => (
  <StatusTag
    kind={state === 'active' ? 'ok' : 'neutral'}
    icon={state === 'active' ? <CheckCircleOutlined /> : <StopOutlined />}
  >
    {t(`groups.state.${state}`)}
  </StatusTag>
)
export const unitText = (row: Pick<MonitorGroup, 'unitName' | 'unitNameEn'>) => either(row.unitName, row.unitNameEn)
export const staffText = ({ staff }: Pick<MonitorGroup, 'staff'>) =>
  staff.map((one) => either(one.name, one.nameEn)).join(t('common.patient.separator'))

/** A limit in one line. */
export function ruleText(rule: MonitorRule): string {
  const value = rule.value === null ? '' : `${formatNumber(rule.value)} ${unitOf(rule.measure)}`
  const words = t(`groups.rule.says.${rule.test}`, {
    measure: t(`groups.measure.${rule.measure}`),
    value,
    count: rule.hours ?? 0,
  })
  const always = rule.fromHour === 0 && rule.toHour === 24
  return always
    ? words
    : `${words}${t('common.dot')}${t('groups.rule.between', { from: rule.fromHour, to: rule.toHour })}`
}
