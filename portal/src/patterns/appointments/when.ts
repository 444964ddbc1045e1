import { addDays } from '@teleward/contract/core/dates.ts'
import { t } from '../../i18n/i18n.ts'
import { formatShortDate, formatTime, isoDay } from '../../ui/format.ts'

/**
 * A time as it reads under a day: after the midnight of that day it is said to be the next day's, and any other day stands
 * with it. A session belongs to the day it begins on, and so do those of its times that lie after midnight.
 */
export function timeUnder(day: string, at: string): string {
  const own = isoDay(at)
  if (own === day) return formatTime(at)
  return own === addDays(day, 1)
    ? t('common.nextDay', { time: formatTime(at) })
    : `${formatShortDate(at)} ${formatTime(at)}`
}
