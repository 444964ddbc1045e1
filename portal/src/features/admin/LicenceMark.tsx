import { ClockCircleOutlined, WarningOutlined } from '@ant-design/icons'
import { LICENCE_REMINDERS } from '@teleward/contract/registration/rules.ts'
import { t } from '../../i18n/i18n.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { licenceStanding } from './licence.ts'

/** The last day of a licence, and a mark from the first reminder on; one that is over is marked in red. */
export function LicenceMark({ until }: { until: string | null }) {
  if (until === null) return '–'
  const { state, days } = licenceStanding(until, LICENCE_REMINDERS[0])
  return (
    <span className="row">
      <span className="num">{until}</span>
      {state === 'over' && (
        <StatusTag kind="bad" icon={<WarningOutlined />}>
          {t('admin.staff.licenceOver')}
        </StatusTag>
      )}
      {state === 'soon' && (
        <StatusTag kind="warn" icon={<ClockCircleOutlined />}>
          {t('admin.staff.licenceSoon', { count: days })}
        </StatusTag>
      )}
    </span>
  )
}
