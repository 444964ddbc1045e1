import { type Interval, intervals } from '../core/dates.ts'

/** Why nobody can be booked: of a session, of a day, or of one place. */
export const closedReasons = ['leave', 'absence', 'closed', 'inactive', 'none', 'full', 'taken', 'passed'] as const
export type ClosedReason = (typeof closedReasons)[number]

/** Of the 14 slots (decision 15) day covers these parts of the day; the others are night. */
export const dayIntervals: readonly number[] = [1, 2, 6]
export const halfOf = (interval: number): 'day' | 'night' => (dayIntervals.includes(interval) ? 'day' : 'night')
/** Bit 0 Monday day, bit 1 Monday night, … bit 13 Sunday night. `weekday` 1 Monday to 7 Sunday. */
export const slotBit = (weekday: number, half: 'day' | 'night'): number =>
  (weekday - 1) * 2 + (half === 'night' ? 1 : 0)

export interface Cell {
  weekday: number
  interval: number
}
/** The weekday bitmask of a week's entries. */
export const weekMask = (cells: readonly Cell[]): number =>
  cells.reduce((mask, { weekday, interval }) => mask | (1 << slotBit(weekday, halfOf(interval))), 0)
/** The slots a bitmask names. */
export const slotsOf = (mask: number): { weekday: number; half: 'day' | 'night' }[] =>
  Array.from({ length: 14 }, (_, bit) => bit)
    .filter((bit) => (mask >> bit) & 1)
    .map((bit) => ({ weekday: Math.floor(bit / 2) + 1, half: bit % 2 ? 'night' : 'day' }))

export const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))
/** How long a session is by the wall clock; an end not after the start lies past midnight. */
export const spanOf = ({ start, end }: { start: string; end: string }): number =>
  ((minutesOf(end) - minutesOf(start) + 1440 - 1) % 1440) + 1

interface Slots {
  start: string
  end: string
  slotMinutes: number
}
export interface HoursFault {
  field: 'end' | 'slotMinutes'
  code: 'SHIFT_EMPTY' | 'SHIFT_SLOT_LONG'
  data: { slot: number; span: number }
}
/** Why nobody can be seen in such a session; null where somebody can. A whole day is no session: its end is its start. */
export function hoursFault({ start, end, slotMinutes }: Slots): HoursFault | null {
  const data = { slot: slotMinutes, span: spanOf({ start, end }) }
  if (start === end) return { field: 'end', code: 'SHIFT_EMPTY', data }
  return slotMinutes > data.span ? { field: 'slotMinutes', code: 'SHIFT_SLOT_LONG', data } : null
}
/** How many are asked to come for one time. */
export const patientsAtOnce = (hours: Slots & { capacity: number }): number =>
  Math.ceil(hours.capacity / Math.max(1, Math.floor(spanOf(hours) / hours.slotMinutes)))
/** More than so many for one time may be a slip, and are asked about. */
export const USUAL_AT_ONCE = 10

export interface WeekHours extends Cell {
  start: string
  end: string
}
const WEEK = 7 * 1440
/** Two sessions of a week that run at once, over midnight and over Sunday night too; null where none do. */
export function overlapOf<T extends WeekHours>(entries: readonly T[]): readonly [T, T] | null {
  const from = (entry: T) => (entry.weekday - 1) * 1440 + minutesOf(entry.start)
  for (const [index, one] of entries.entries())
    for (const other of entries.slice(index + 1)) {
      const apart = (from(other) - from(one) + WEEK) % WEEK
      if (apart < spanOf(one) || (WEEK - apart) % WEEK < spanOf(other)) return [one, other]
    }
  return null
}

/** What a new cell of the grid starts from. */
export const usualHours: Record<Interval, { start: string; end: string; capacity: number }> = {
  0: { start: '08:00', end: '20:00', capacity: 10 },
  1: { start: '09:00', end: '12:00', capacity: 12 },
  2: { start: '14:00', end: '17:00', capacity: 12 },
  3: { start: '18:30', end: '20:30', capacity: 8 },
  4: { start: '06:00', end: '08:00', capacity: 8 },
  5: { start: '22:00', end: '00:00', capacity: 8 },
  6: { start: '12:00', end: '13:00', capacity: 4 },
}
/** In the order of the day, emergency last. */
export const intervalOrder: readonly Interval[] = [4, 1, 6, 2, 3, 5, 0]
export const intervalCodes = Object.keys(intervals).map(Number) as Interval[]

/** A Monday-to-Friday week to start from. */
export const templateWeek = (): (WeekHours & { capacity: number })[] =>
  [1, 2, 3, 4, 5].flatMap((weekday) =>
    ([1, 2] as const).map((interval) => ({ weekday, interval, ...usualHours[interval] })),
  )
