import { addDays, daysBetween, localDay, localTime, parseDay, startOfDay, weekday } from './zone.ts'

export * from './zone.ts'

export type AgeLabel = { days: number } | { months: number } | { years: number; months: number }

/** Days under 30 days, months under 2 years, then years and months; null before the birth or for no real day. */
export function ageLabel(birthday: string, today: string): AgeLabel | null {
  const [born, now] = [parseDay(birthday), parseDay(today)]
  if (!born || !now) return null
  const days = daysBetween(birthday, today)
  if (days < 0) return null
  if (days < 30) return { days }
  const months = (now.year - born.year) * 12 + now.month - born.month - (now.day < born.day ? 1 : 0)
  // Thirty days may fall short of a calendar month; 'no months' would be read as newborn.
  if (months < 24) return { months: Math.max(months, 1) }
  return { years: Math.floor(months / 12), months: months % 12 }
}

/** Full years, for rules that ask for an age. */
export function ageYears(birthday: string, today: string): number | null {
  const [born, now] = [parseDay(birthday), parseDay(today)]
  if (!born || !now || daysBetween(birthday, today) < 0) return null
  const before = now.month < born.month || (now.month === born.month && now.day < born.day)
  return now.year - born.year - (before ? 1 : 0)
}

/** Slots of the day by code; agent and special are kinds of an entry, not intervals. */
export const intervals = {
  0: 'emergency',
  1: 'morning',
  2: 'afternoon',
  3: 'night',
  4: 'earlyMorning',
  5: 'lateAtNight',
  6: 'other',
} as const
export type Interval = keyof typeof intervals
export type IntervalName = (typeof intervals)[Interval]

export function isInterval(value: unknown): value is Interval {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 6
}

/** Night and emergency fees hold for these. */
export const nightIntervals: readonly Interval[] = [0, 3, 4, 5]

/** 1 for the hours 10 to 12, 2 for 13 to 17, 3 for 18 to 21, none at other hours. */
export function timeOfDayInterval(hour: number): 1 | 2 | 3 | null {
  if (!Number.isFinite(hour)) return null
  const whole = Math.floor(hour)
  if (whole >= 10 && whole <= 12) return 1
  if (whole >= 13 && whole <= 17) return 2
  if (whole >= 18 && whole <= 21) return 3
  return null
}

export const intervalAt = (instant: Date, zone: string) => timeOfDayInterval(localTime(instant, zone).hour)

export const periods = ['today', 'week', 'month', 'season', 'year'] as const
export type Period = (typeof periods)[number]

export interface PeriodRange {
  firstDay: string
  lastDay: string
  /** First instant of the first day. */
  from: Date
  /** First instant after the last day. */
  until: Date
}

const pad = (value: number, width = 2) => String(value).padStart(width, '0')
const monthStart = (year: number, month: number) => {
  const shifted = year * 12 + month - 1
  return `${pad(Math.floor(shifted / 12), 4)}-${pad((shifted % 12) + 1)}-01`
}

/** A month is `2026-10`: its first and last day, and the month after or before it. */
export const firstOf = (month: string): string => `${month}-01`
export const lastOf = (month: string): string => addDays(firstOf(monthAfter(month)), -1)
export function monthAfter(month: string, by = 1): string {
  const [year = 0, of = 1] = month.split('-').map(Number)
  return monthStart(year, of + by).slice(0, 7)
}

/** The period around an instant, by the calendar of a zone: weeks from Monday, seasons 1–3, 4–6, 7–9, 10–12. */
export function periodRange(period: Period, instant: Date, zone: string): PeriodRange {
  const today = localDay(instant, zone)
  const { year, month } = localTime(instant, zone)
  const season = Math.floor((month - 1) / 3) * 3 + 1
  const monday = addDays(today, 1 - weekday(today))
  const bounds: Record<Period, readonly [string, string]> = {
    today: [today, addDays(today, 1)],
    week: [monday, addDays(monday, 7)],
    month: [monthStart(year, month), monthStart(year, month + 1)],
    season: [monthStart(year, season), monthStart(year, season + 3)],
    year: [monthStart(year, 1), monthStart(year + 1, 1)],
  }
  const [firstDay, next] = bounds[period]
  return { firstDay, lastDay: addDays(next, -1), from: startOfDay(firstDay, zone), until: startOfDay(next, zone) }
}

/** A device, a station or another institution may have a clock that is a little ahead. */
export const AHEAD_MS = 10 * 60_000
/** What is said to have been at `at` has not been yet. */
export const isAhead = (at: Date, now: Date): boolean => at.getTime() > now.getTime() + AHEAD_MS
