import { AlertOutlined } from '@ant-design/icons'
import { actLabels } from '@teleward/contract/admin/act-labels.ts'
import type { AuditRow } from '@teleward/contract/admin/schema.ts'
import { errorText, language, t } from '../../i18n/i18n.ts'
import { either } from '../../patterns/Patient.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'

export const REASONS = ['authorised', 'own', 'emergency', 'prepares', 'none'] as const
export const whyText = (why: string | null) => {
  const known = REASONS.find((one) => one === why)
  return known ? t(`admin.audit.whyText.${known}`) : (why ?? '')
}
export const whoText = (row: AuditRow) =>
  (row.name && either(row.name, row.nameEn)) ?? (row.byLink ? t('admin.audit.byLink') : t('admin.audit.system'))
/** The same, and for whom: 'Chen for Dr Lin'. */
export const behalfText = (row: AuditRow) =>
  row.actedFor
    ? t('admin.audit.actedFor', { name: whoText(row), for: either(row.actedFor.name, row.actedFor.nameEn) })
    : whoText(row)
/** What was done, in words; one that has none yet is named as the log names it. */
export const actText = ({ action }: Pick<AuditRow, 'action'>) => actLabels[action]?.[language()] ?? action
/** How it ended, in words; `coded` has the code of a refusal behind them, as whoever asks for help names it. */
export const outcomeText = ({ outcome }: Pick<AuditRow, 'outcome'>, coded = false) => {
  if (outcome === 'OK') return t('admin.audit.resultOk')
  const words = errorText(outcome)
  return coded && words !== outcome ? `${words} (${outcome})` : words
}
export const patientText = (row: AuditRow) =>
  row.pid === null ? '' : `${row.patientName ? either(row.patientName, row.patientNameEn) : ''} #${row.pid}`.trim()
export const Mark = ({ row }: { row: AuditRow }) =>
  row.emergency ? (
    <StatusTag kind={row.looked ? 'neutral' : 'badSolid'} icon={<AlertOutlined />}>
      {t('admin.audit.emergency')}
    </StatusTag>
  ) : null
