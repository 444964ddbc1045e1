import type { Appointment } from '@teleward/contract/appointments/schema.ts'
import { addDays, weekday } from '@teleward/contract/core/dates.ts'
import type { Place } from './useReschedule.ts'

/** What an entry is set to when it is dropped between the lines: sessions begin and go on in tens of minutes. */
export const STEP_MINUTES = 10
const DAY_MINUTES = 24 * 60

export const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
export const timeOf = (minutes: number) => {
  const at = Math.min(Math.max(0, minutes), DAY_MINUTES - STEP_MINUTES)
  return `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`
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
  return { from: Math.floor(first / 60), to: Math.min(24, Math.ceil(last / 60)) }
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
        end: Math.min(DAY_MINUTES, start + Math.max(LEAST_MINUTES, row.durationMinutes)),
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

/** Where a held entry goes by a key: a day to the side, a step up or down (with Shift an hour). */
export function stepped(place: Place, key: string, far: boolean): Place | null {
  const by = far ? 60 : STEP_MINUTES
  switch (key) {
    case 'ArrowLeft':
      return { ...place, date: addDays(place.date, -1) }
    case 'ArrowRight':
      return { ...place, date: addDays(place.date, 1) }
    case 'ArrowUp':
      return { ...place, time: timeOf(minutesOf(place.time) - by) }
    case 'ArrowDown':
      return { ...place, time: timeOf(minutesOf(place.time) + by) }
    default:
      return null
  }
}
