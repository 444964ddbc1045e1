import { CheckCircleOutlined, ClockCircleOutlined, StopOutlined } from '@ant-design/icons'
import type { StaffAccount } from '@teleward/contract/admin/schema.ts'
import { t } from '../../i18n/i18n.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'

/** An account: closed, on board, or how far its review has come. */
export const StateTag = ({ row }: { row: StaffAccount }) =>
  row.state === 'closed' ? (
    <StatusTag kind="bad" icon={<StopOutlined />}>
      {t('admin.staff.closed')}
    </StatusTag>
  ) : row.review === 'onBoard' ? (
    <StatusTag kind="ok" icon={<CheckCircleOutlined />}>
      {t('admin.staff.reviewState.onBoard')}
    </StatusTag>
  ) : (
    <StatusTag kind="warn" icon={<ClockCircleOutlined />}>
      {t(`admin.staff.reviewState.${row.review}`)}
    </StatusTag>
  )
