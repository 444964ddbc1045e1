import { AlertOutlined } from '@ant-design/icons'
import type { AuditRow } from '@teleward/contract/admin/schema.ts'
import { t } from '../../i18n/i18n.ts'
import { either } from '../../patterns/Patient.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'

export const REASONS = ['authorised', 'own', 'emergency', 'prepares', 'none'] as const
export const whyText = (why: string | null) => {
  const known = REASONS.find((one) => one === why)
  return known ? t(`admin.audit.whyText.${known}`) : (why ?? '')
}
export const whoText = (row: AuditRow) =>
  (row.name && either(row.name, row.nameEn)) ?? (row.byLink ? t('admin.audit.byLink') : t('admin.audit.system'))
export const patientText = (row: AuditRow) =>
  row.pid === null ? '' : `${row.patientName ? either(row.patientName, row.patientNameEn) : ''} #${row.pid}`.trim()
export const Mark = ({ row }: { row: AuditRow }) =>
  row.emergency ? (
    <StatusTag kind={row.looked ? 'neutral' : 'badSolid'} icon={<AlertOutlined />}>
      {t('admin.audit.emergency')}
    </StatusTag>
  ) : null
