// Days and instants in an IANA time zone, by Intl alone. A day is `YYYY-MM-DD`.

const MINUTE = 60_000
const DAY = 86_400_000

const formats = new Map<string, Intl.DateTimeFormat>()
function format(zone: string): Intl.DateTimeFormat {
  let found = formats.get(zone)
  if (!found) {
    found = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
    formats.set(zone, found)
  }
  return found
}

export function isTimeZone(zone: string): boolean {
  try {
    format(zone)
    return true
  } catch {
    return false
  }
}

export interface LocalTime {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  second: number
}

/** The reading of a wall clock in that zone. */
export function localTime(instant: Date, zone: string): LocalTime {
  const parts = new Map(
    format(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  )
  const number = (type: Intl.DateTimeFormatPartTypes) => Number(parts.get(type))
  const year = parts.get('era') === 'BC' ? 1 - number('year') : number('year')
  return {
    year,
    month: number('month'),
    day: number('day'),
    hour: number('hour'),
    minute: number('minute'),
    second: number('second'),
  }
}

// Date.UTC takes years below 100 for those of the last century.
function utc(time: LocalTime): number {
  const date = new Date(0)
  date.setUTCFullYear(time.year, time.month - 1, time.day)
  return date.setUTCHours(time.hour, time.minute, time.second, 0)
}

/** Milliseconds the wall clock is ahead of UTC. */
export function zoneOffset(instant: Date, zone: string): number {
  const whole = Math.floor(instant.getTime() / 1000) * 1000
  return utc(localTime(new Date(whole), zone)) - whole
}

/** The instant of a wall clock's reading: of two the earlier; one that is skipped moves on by the gap. */
export function instantOf(time: LocalTime, zone: string): Date {
  const reading = utc(time)
  const before = zoneOffset(new Date(reading - DAY), zone)
  const after = zoneOffset(new Date(reading + DAY), zone)
  const candidates = [reading - before, reading - after].filter((at) => utc(localTime(new Date(at), zone)) === reading)
  return new Date(candidates.length ? Math.min(...candidates) : reading - before)
}

/** Of the moments between two, which are not the second time that the clock says their reading, as in the night when it goes back. */
export const saidOnce = (from: Date, to: Date, zone: string): ((at: string) => boolean) =>
  zoneOffset(from, zone) <= zoneOffset(to, zone)
    ? () => true
    : (at) => instantOf(localTime(new Date(at), zone), zone).getTime() === Date.parse(at)

const pad = (value: number, width = 2) => String(value).padStart(width, '0')
const dayOf = (time: LocalTime) => `${pad(time.year, 4)}-${pad(time.month)}-${pad(time.day)}`

export function localDay(instant: Date, zone: string): string {
  return dayOf(localTime(instant, zone))
}

/** `2026-11-21T12:34:56+08:00`. */
export function formatInZone(instant: Date, zone: string): string {
  // An offset is written in minutes; the odd seconds of the zones before 1970 go into the reading.
  const offset = Math.round(zoneOffset(instant, zone) / MINUTE)
  const shown = new Date(instant.getTime() + offset * MINUTE).toISOString().slice(0, 19)
  const size = Math.abs(offset)
  return `${shown}${offset < 0 ? '-' : '+'}${pad(Math.floor(size / 60))}:${pad(size % 60)}`
}

export interface Day {
  year: number
  month: number
  day: number
}

/** Null for what is no day of the calendar. */
export function parseDay(text: string): Day | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (!match) return null
  const [year = 0, month = 0, day = 0] = match.slice(1).map(Number)
  const date = new Date(utc({ year, month, day, hour: 0, minute: 0, second: 0 }))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? { year, month, day } : null
}

function dayNumber(text: string): number {
  const day = parseDay(text)
  if (!day) throw new RangeError(`not a day: ${text}`)
  return utc({ ...day, hour: 0, minute: 0, second: 0 }) / DAY
}

export const addDays = (day: string, days: number): string =>
  new Date((dayNumber(day) + days) * DAY).toISOString().slice(0, 10)
export const daysBetween = (from: string, to: string): number => dayNumber(to) - dayNumber(from)
/** 1 Monday to 7 Sunday. */
export const weekday = (day: string): number => ((((dayNumber(day) + 3) % 7) + 7) % 7) + 1

/** The first instant of a day, also where midnight is skipped or comes twice. */
export function startOfDay(day: string, zone: string): Date {
  const parsed = parseDay(day)
  if (!parsed) throw new RangeError(`not a day: ${day}`)
  return instantOf({ ...parsed, hour: 0, minute: 0, second: 0 }, zone)
}
