import type { Interval } from '@teleward/contract/core/dates.ts'
import { intervalOrder, usualHours } from '@teleward/contract/shifts/rules.ts'

export type { Interval } from '@teleward/contract/core/dates.ts'

const ALWAYS: readonly number[] = [1, 2, 3]
/** Morning, afternoon and evening always; the other parts of the day where there is something, or all. */
export const rowsOf = (used: readonly number[], all: boolean): Interval[] =>
  intervalOrder.filter((part) => all || ALWAYS.includes(part) || used.includes(part))
export const usualHoursOf = (part: Interval): string => `${usualHours[part].start}–${usualHours[part].end}`
