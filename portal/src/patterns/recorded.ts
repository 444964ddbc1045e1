import { t } from '../i18n/i18n.ts'
import { formatDate } from '../ui/format.ts'

/** When something was recorded and by whom, where that is known. */
export const recordedText = ({ recordedAt, recordedBy }: { recordedAt: string; recordedBy: string | null }) =>
  t('common.patient.recorded', { date: formatDate(recordedAt), name: recordedBy ?? '' }).trim()
