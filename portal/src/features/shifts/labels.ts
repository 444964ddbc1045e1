import { addDays, type Interval, intervals, weekday } from '@teleward/contract/core/dates.ts'
import { minutesOf } from '@teleward/contract/shifts/rules.ts'
import type { Shift } from '@teleward/contract/shifts/schema.ts'
import { t } from '../../i18n/i18n.ts'
import { formatDay, formatShortDate } from '../../ui/format.ts'

const isPart = (interval: number): interval is Interval => interval in intervals
export const partName = (interval: number): string =>
  isPart(interval) ? t(`shifts.interval.${intervals[interval]}`) : String(interval)
type Day = 1 | 2 | 3 | 4 | 5 | 6 | 7
export const weekdayName = (day: number): string => t(`shifts.weekday.d${day as Day}`)
/** One mark for each part, for columns of a month. */
export const partMark = (interval: number): string =>
  isPart(interval) ? t(`shifts.intervalMark.${intervals[interval]}`) : String(interval)
export const siteName = (site: Shift['site']): string => t(`shifts.site.${site}`)

/** 22:00–02:00 is told as what it is: over midnight. */
export const endText = ({ start, end }: { start: string; end: string }): string =>
  minutesOf(end) <= minutesOf(start) && end !== '00:00'
    ? t('common.nextDay', { time: end })
    : end === '00:00'
      ? '24:00'
      : end
export const hoursText = (hours: { start: string; end: string }): string => `${hours.start}–${endText(hours)}`
export const dayText = (day: string): string => formatDay(day)
export const shortDay = (day: string): string => `${formatShortDate(day)} ${weekdayName(weekday(day))}`

export const mondayOf = (day: string): string => addDays(day, 1 - weekday(day))
export const daysFrom = (day: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => addDays(day, index))
export const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`
export const lastOfMonth = (day: string): string => addDays(firstOfMonth(addDays(firstOfMonth(day), 32)), -1)
