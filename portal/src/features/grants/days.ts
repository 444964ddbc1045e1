import { addDays, startOfDay } from '@teleward/contract/core/dates.ts'
import { GRANT_DEFAULT_DAYS } from '@teleward/contract/grants/rules.ts'
import { currentTimeZone, isoDay } from '../../ui/format.ts'

/** Grants are given by days of the institution's calendar; a day ends when the next one begins. */
export const endOf = (day: string) => startOfDay(addDays(day, 1), currentTimeZone()).toISOString()
/** Undefined: today, from now on. */
export const beginOf = (day: string) => (day <= isoDay() ? undefined : startOfDay(day, currentTimeZone()).toISOString())
export const standardEnd = (from: string) => addDays(from, GRANT_DEFAULT_DAYS)
