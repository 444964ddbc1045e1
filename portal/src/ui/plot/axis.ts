import { type ScaleLinear, scaleLinear } from 'd3-scale'

export const LEFT = 40
export const RIGHT = 8
export const BOTTOM = 24
/** So many lines, more or less, stand behind a plot: at round numbers. */
const LINES = 4

export interface Axis {
  y: ScaleLinear<number, number>
  ticks: number[]
}
interface Room {
  top: number
  bottom: number
  /** Counts have no halves. */
  whole?: boolean | undefined
}

/** From a round number at or below the lowest value to one at or above the highest. */
export function roundAxis(values: readonly number[], { top, bottom, whole }: Room): Axis {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const room = low === high ? Math.max(1, Math.abs(low) * 0.02) : 0
  const y = scaleLinear([low - (low === 0 ? 0 : room), high + room], [bottom, top]).nice(LINES)
  return { y, ticks: y.ticks(LINES).filter((tick) => !whole || Number.isInteger(tick)) }
}

/** Exactly between the two; the lines at the round numbers within. */
export function axisBetween([low, high]: readonly [number, number], { top, bottom }: Room): Axis {
  const y = scaleLinear([low, high], [bottom, top])
  return { y, ticks: y.ticks(LINES) }
}

/** How many labels are passed over for one that is written, where each needs some 44 pixels. */
export const everyNth = (step: number, needs = 44): number => Math.max(1, Math.ceil(needs / step))
