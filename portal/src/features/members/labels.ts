import type { MemberRow } from '@teleward/contract/members/schema.ts'
import { t } from '../../i18n/i18n.ts'
import { unitSign } from '../../patterns/limits.ts'
import { formatDate, formatDateTime, formatNumber, formatTime, isoDay } from '../../ui/format.ts'

/** Today by its hour, other days by their date too. */
export const whenText = (at: string) =>
  isoDay(at) === isoDay() ? `${t('common.time.today')} ${formatTime(at)}` : formatDateTime(at)
/** In the room of a tag: today by its hour, other days by their date alone. */
export const sinceText = (at: string) => (isoDay(at) === isoDay() ? whenText(at) : formatDate(at))
export const dayText = (at: string | null) => (at === null ? '' : formatDate(at))

type Reading = MemberRow['readings'][number]
export const readingText = ({ value, diastolic, unit }: Reading) =>
  diastolic === null ? `${formatNumber(value)} ${unitSign(unit)}` : `${formatNumber(value)}/${formatNumber(diastolic)}`
