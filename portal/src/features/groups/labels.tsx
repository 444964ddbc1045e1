import { AlertOutlined, CheckCircleOutlined, StopOutlined } from '@ant-design/icons'
import type { MonitorGroup } from '@teleward/contract/monitoring/group-schema.ts'
import { isApiError } from '../../api/errors.ts'
import { invalidateTags, errorMessage } from '../../api/query.ts'
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

/** What somebody else changed meanwhile is fetched; the form says why it did not go through. */
export function onStale(error: unknown): boolean {
  if (!isApiError(error, 'VERSION_STALE')) return false
  void invalidateTags(['admin'])
  notify({ kind: 'warn', title: errorMessage(error), text: t('groups.staleText') })
  return true
}

/** How many alerts its members raised in 7 days, and how many of all are not resolved. */
export const AlertCounts = ({ row: { alerts } }: { row: Pick<MonitorGroup, 'alerts'> }) => (
  <span className="row">
    <span className="num">{formatNumber(alerts.raised)}</span>
    {alerts.running > 0 && (
      <StatusTag kind="warn" icon={<AlertOutlined />}>
        {t('groups.running', { count: alerts.running })}
      </StatusTag>
    )}
  </span>
)
