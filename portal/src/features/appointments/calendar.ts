import type { Appointment } from '@teleward/contract/appointments/schema.ts'
import { addDays, localDay, localTime, weekday } from '@teleward/contract/core/dates.ts'

/** A day, and a time by the partner's clock (`09:30`); `24:30` is half past midnight of the night that follows. */
export interface Place {
  date: string
  time: string
}

/** What an entry is set to when it is dropped between the lines: sessions begin and go on in tens of minutes. */
export const STEP_MINUTES = 10
const DAY_MINUTES = 24 * 60

export const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
const pad = (value: number) => String(value).padStart(2, '0')
/** From 24:00 on it is a time of the next day, which a session that began on this one runs into. */
export const timeOf = (minutes: number) => `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`
/** What a time from 24:00 on is by the clock of the next day; null before. */
export const pastMidnight = (time: string): string | null =>
  minutesOf(time) < DAY_MINUTES ? null : timeOf(minutesOf(time) - DAY_MINUTES)
/** Within what the calendar shows of a day. */
export const within = (minutes: number, hours = 24): string =>
  timeOf(Math.min(Math.max(0, minutes), hours * 60 - STEP_MINUTES))

/** Where an entry stands: under the day it is kept under, past its midnight from 24:00 on. */
export function placeOf({ date, startAt }: Pick<Appointment, 'date' | 'startAt'>, timeZone: string): Place {
  const at = new Date(startAt)
  const { hour, minute } = localTime(at, timeZone)
  const next = localDay(at, timeZone) === addDays(date, 1)
  return { date, time: timeOf(hour * 60 + minute + (next ? DAY_MINUTES : 0)) }
}

/**
 * A place as it is asked for. A time after midnight is one of a session's, which belongs to the day it began on; a special
 * visit has no session, and is at the date and time that are named.
 */
export function wishOf({ kind }: Pick<Appointment, 'kind'>, { date, time }: Place): Place {
  const past = pastMidnight(time)
  if (past === null) return { date, time }
  return { date: kind === 'special' ? addDays(date, 1) : date, time: past }
}

/** Monday to Sunday around a day. */
export const weekOf = (day: string): string[] => {
  const monday = addDays(day, 1 - weekday(day))
  return Array.from({ length: 7 }, (_, at) => addDays(monday, at))
}

/** Whole hours that hold all entries, and the usual day in any case. */
export function hoursOf(places: readonly { start: number; end: number }[]): { from: number; to: number } {
  const first = Math.min(8 * 60, ...places.map(({ start }) => start))
  const last = Math.max(18 * 60, ...places.map(({ end }) => end))
  return { from: Math.floor(first / 60), to: Math.ceil(last / 60) }
}

export interface Block {
  row: Appointment
  start: number
  end: number
  /** Entries of one time stand beside each other: the how many-th, of how many. */
  lane: number
  lanes: number
}

/** What a block takes up at least, so that its line can be read: short entries need room below themselves. */
export const LEAST_MINUTES = 10

/** A day's entries as blocks: those that overlap share the width. */
export function blocksOf(rows: readonly Appointment[], placeOf: (row: Appointment) => Place): Block[] {
  const sorted = rows
    .map((row) => {
      const start = minutesOf(placeOf(row).time)
      return {
        row,
        start,
        end: start + Math.max(LEAST_MINUTES, row.durationMinutes),
        lane: 0,
        lanes: 1,
      }
    })
    .toSorted((a, b) => a.start - b.start || b.end - a.end || a.row.qid - b.row.qid)
  let group: Block[] = []
  let until = -1
  const close = () => {
    const lanes = Math.max(0, ...group.map(({ lane }) => lane)) + 1
    for (const block of group) block.lanes = lanes
    group = []
  }
  for (const block of sorted) {
    if (block.start >= until) close()
    const taken = new Set(group.filter(({ end }) => end > block.start).map(({ lane }) => lane))
    while (taken.has(block.lane)) block.lane += 1
    group.push(block)
    until = Math.max(until, block.end)
  }
  close()
  return sorted
}

/** Where a held entry goes by a key: a day to the side, a step up or down (with Shift an hour), as far as is shown. */
export function stepped(place: Place, key: string, far: boolean, hours = 24): Place | null {
  const by = far ? 60 : STEP_MINUTES
  switch (key) {
    case 'ArrowLeft':
      return { ...place, date: addDays(place.date, -1) }
    case 'ArrowRight':
      return { ...place, date: addDays(place.date, 1) }
    case 'ArrowUp':
      return { ...place, time: within(minutesOf(place.time) - by, hours) }
    case 'ArrowDown':
      return { ...place, time: within(minutesOf(place.time) + by, hours) }
    default:
      return null
  }
}
