import { z } from 'zod'
import { clockTime } from './clock-time.ts'
import { addDays, instantOf, localDay, parseDay, startOfDay, weekday } from './zone.ts'

/**
 * When an institution is open in a usual week, by its own clock: FHIR HealthcareService.availableTime. Over midnight it is
 * entered as two spans; `24:00` is the end of the day.
 */
export const MOST_SPANS = 21
/** A week that is open for less would make a target of hours one of years. */
export const LEAST_SPAN_MINUTES = 60
export const businessSpan = z
  .object({ weekday: z.number().int().min(1).max(7), from: clockTime, to: clockTime })
  .refine(({ from, to }) => minutesOf(to) - minutesOf(from) >= LEAST_SPAN_MINUTES, { path: ['to'] })
  .describe('Of a day of the week, 1 Monday to 7 Sunday; an hour at least.')
export type BusinessSpan = z.output<typeof businessSpan>
export const businessHours = z
  .array(businessSpan)
  .min(1)
  .max(MOST_SPANS)
  .refine((spans) => !overlap(spans))
  .describe('Spans of one day do not overlap.')

export const minutesOf = (text: string): number => {
  const [hour = 0, minute = 0] = text.split(':').map(Number)
  return hour * 60 + minute
}
export const inOrderOfWeek = (spans: readonly BusinessSpan[]): BusinessSpan[] =>
  spans.toSorted((a, b) => a.weekday - b.weekday || minutesOf(a.from) - minutesOf(b.from))
export function overlap(spans: readonly BusinessSpan[]): boolean {
  const all = inOrderOfWeek(spans)
  return all.some((one, at) => {
    const next = all[at + 1]
    return next?.weekday === one.weekday && minutesOf(next.from) < minutesOf(one.to)
  })
}

/** What counts as time of work; no hours: every hour of every day. */
export interface BusinessCalendar {
  hours: readonly BusinessSpan[] | null
  /** Days on which nobody works, whatever the day of the week. */
  holidays: readonly string[]
  zone: string
}

/** The instant at which the wall clock of a day reads so many minutes. */
function at(day: string, minutes: number, zone: string): number {
  if (minutes === 24 * 60) return startOfDay(addDays(day, 1), zone).getTime()
  const parsed = parseDay(day)
  if (!parsed) throw new RangeError(`not a day: ${day}`)
  return instantOf({ ...parsed, hour: Math.floor(minutes / 60), minute: minutes % 60, second: 0 }, zone).getTime()
}

/** A year has fewer holidays than that: whoever has only these is never open again. */
const MOST_DAYS = 366 * 40

/**
 * The instant after so many milliseconds of work from `start`. What is counted is time that passes, not readings of the clock:
 * a span in which the clocks go forward is an hour shorter, one in which they go back an hour longer.
 */
export function addBusinessTime(start: Date, ms: number, { hours, holidays, zone }: BusinessCalendar): Date {
  if (!hours?.length) return new Date(start.getTime() + ms)
  const closed = new Set(holidays)
  const week = inOrderOfWeek(hours)
  let left = ms
  let day = localDay(start, zone)
  for (let days = 0; days < MOST_DAYS; days++, day = addDays(day, 1)) {
    if (closed.has(day)) continue
    const today = weekday(day)
    for (const span of week) {
      if (span.weekday !== today) continue
      const from = Math.max(at(day, minutesOf(span.from), zone), start.getTime())
      const open = at(day, minutesOf(span.to), zone) - from
      if (open <= 0) continue
      // What ends with the span is due at its end, not when the next one begins.
      if (left <= open) return new Date(from + left)
      left -= open
    }
  }
  throw new RangeError('no time of work within forty years')
}
