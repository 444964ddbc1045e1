import { addDays } from '@teleward/contract/core/dates.ts'
import { formatLanguage } from '../lib/format-language.ts'

const MONDAY = '2026-03-02'
/** Of 1 Monday to 7 Sunday, as the language says it. */
export const weekdayName = (weekday: number, width: 'long' | 'short' = 'long'): string =>
  new Intl.DateTimeFormat(formatLanguage(), { weekday: width, timeZone: 'UTC' }).format(
    new Date(`${addDays(MONDAY, weekday - 1)}T00:00:00Z`),
  )
