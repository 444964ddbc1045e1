import { CheckCircleOutlined, StopOutlined } from '@ant-design/icons'
import { measureRange } from '@teleward/contract/monitoring/group-rules.ts'
import type { MonitorGroup, MonitorRule } from '@teleward/contract/monitoring/group-schema.ts'
import { isApiError } from '../../api/errors.ts'
import { invalidateTags, wordsOf } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { either } from '../../patterns/Patient.tsx'
import { formatNumber } from '../../ui/format.ts'
import { notify } from '../../ui/notify.ts'
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

const unitSigns: Readonly<Record<string, string>> = { Cel: '°C', '/min': 'bpm' }
/** The unit as people write it. */
export const unitOf = (measure: MonitorRule['measure']) => {
  const { unit } = measureRange(measure)
  return unitSigns[unit] ?? unit
}
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

/** What somebody else changed meanwhile is fetched; the form says why it did not go through. */
export function onStale(error: unknown): boolean {
  if (!isApiError(error, 'VERSION_STALE')) return false
  void invalidateTags(['admin'])
  notify({ kind: 'warn', title: wordsOf(error), text: t('groups.staleText') })
  return true
}
