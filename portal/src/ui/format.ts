/**
 * Dates, numbers and money in the user's language and the partner's time zone (API-09, SHELL-08). The shell sets both;
 * nothing here asks the machine for its own zone.
 */
import { localDay, localTime } from '@teleward/contract/core/dates.ts'
import { useSyncExternalStore } from 'react'
import { formatLanguage } from '../lib/format-language.ts'

/** Instants as ISO 8601, as epoch milliseconds, or as a date. */
export type Instant = string | number | Date

let timeZone = 'Asia/Taipei'
const cache = new Map<string, Intl.DateTimeFormat>()
const tag = () => (formatLanguage() === 'en' ? 'en-GB' : formatLanguage())

/** The partner's zone, from userinfo. An unknown name is refused by Intl, and the last good one stays. */
export function setTimeZone(next: string): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone: next })
    timeZone = next
    cache.clear()
  } catch (error) {
    console.error('Unknown time zone', next, error)
  }
}
export const currentTimeZone = () => timeZone

function formatter(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = tag() + JSON.stringify(options)
  let found = cache.get(key)
  if (!found) {
    found = new Intl.DateTimeFormat(tag(), { timeZone, hourCycle: 'h23', ...options })
    cache.set(key, found)
  }
  return found
}
/** A bare date of the calendar is noon in UTC for display, so that no zone moves it to its neighbour. */
const asDate = (value: Instant) =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? new Date(`${value}T12:00:00Z`) : new Date(value)
const zoneFor = (value: Instant) =>
  typeof value === 'string' && value.length === 10 ? ({ timeZone: 'UTC' } as const) : undefined

/** Nothing that came from outside throws here: what is no time, a thirtieth of February say, stands as it was written. */
function isTime(value: Instant): boolean {
  const at = asDate(value)
  if (Number.isNaN(at.getTime())) return false
  return zoneFor(value) === undefined || at.toISOString().slice(0, 10) === value
}
const written = (value: Instant, ...options: Intl.DateTimeFormatOptions[]) =>
  isTime(value)
    ? options.map((one) => formatter({ ...zoneFor(value), ...one }).format(asDate(value))).join(' ')
    : String(value)

const TIME = { hour: '2-digit', minute: '2-digit' } as const
const DATE = { year: 'numeric', month: 'numeric', day: 'numeric' } as const
const WEEKDAY = { weekday: 'short' } as const
/** 10:42 */
export const formatTime = (value: Instant) => written(value, TIME)
/** 2026/3/12, 12/03/2026 */
export const formatDate = (value: Instant) => written(value, DATE)
/** 3月12日 週四, Thu 12 Mar */
export const formatDay = (value: Instant) =>
  formatLanguage() === 'en'
    ? written(value, WEEKDAY, { month: 'short', day: 'numeric' })
    : written(value, { month: 'long', day: 'numeric' }, WEEKDAY)
/** 2026/3/12 週四, 12/03/2026 Thu */
export const formatDateOfWeek = (value: Instant) => written(value, DATE, WEEKDAY)
/** 2026/3/12 10:42 */
export const formatDateTime = (value: Instant) => written(value, DATE, TIME)
/** 3月, March; Mar where it stands under a bar. */
export const formatMonth = (value: Instant, style: 'long' | 'short' = 'long') => written(value, { month: style })
/** 2027年1月, January 2027 */
export const formatMonthOfYear = (value: Instant) => written(value, { year: 'numeric', month: 'long' })
/** 3/12 under a bar or at the head of a column, whose year stands elsewhere. */
export const formatAxisDate = (value: Instant) => written(value, { month: 'numeric', day: 'numeric' })
/** 3/12, and of another year than the one that runs 2025/3/12: a day of last year is not taken for one of this. */
export const formatShortDate = (value: Instant) =>
  isTime(value) && yearOf(value) !== yearOf(Date.now()) ? formatDate(value) : formatAxisDate(value)
const yearOf = (value: Instant) => (zoneFor(value) ? String(value) : isoDay(value)).slice(0, 4)

/** `YYYY-MM-DD` of an instant in the partner's zone: what the contract calls a date. */
export const isoDay = (value: Instant = Date.now()) => localDay(new Date(value), timeZone)
/** Hour of the day in the partner's zone, 0 to 23. */
export const hourOf = (value: Instant = Date.now()) => localTime(new Date(value), timeZone).hour

export const formatNumber = (value: number, digits?: number) =>
  new Intl.NumberFormat(
    tag(),
    digits === undefined ? {} : { minimumFractionDigits: digits, maximumFractionDigits: digits },
  ).format(value)

/** Money is integer minor units of its currency: TWD 45000 is NT$450. */
export function formatMoney(minor: number, currency: string): string {
  const whole = minor % 100 === 0
  return new Intl.NumberFormat(tag(), {
    style: 'currency',
    currency,
    // In English `$` alone would be a dollar; at home it is the country's own.
    currencyDisplay: formatLanguage() === 'zh-TW' ? 'narrowSymbol' : 'symbol',
    minimumFractionDigits: whole ? 0 : 2,
    maximumFractionDigits: whole ? 0 : 2,
    // Less nothing is nothing: it has no minus.
  }).format(minor / 100 || 0)
}

/** mm:ss, with hours only when there are any: clocks of calls and of locks. */
export function formatClock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60]
  const tail = `${String(m).padStart(2, '0')}:${String(s).padStart(2, '0')}`
  return h > 0 ? `${h}:${tail}` : tail
}

/** One clock for everything that counts: a hundred waiting times on a page share a single timer. */
const ticks = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
function subscribeToClock(listener: () => void): () => void {
  ticks.add(listener)
  timer ??= setInterval(() => {
    for (const tick of ticks) tick()
  }, 1000)
  return () => {
    ticks.delete(listener)
    if (ticks.size === 0) {
      clearInterval(timer)
      timer = undefined
    }
  }
}
/** The time in steps of `stepMs`; renders again only when a step is over. */
export function useNow(stepMs = 1000): number {
  return useSyncExternalStore(subscribeToClock, () => Math.floor(Date.now() / stepMs) * stepMs)
}
