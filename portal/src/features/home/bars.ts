import type { LoadBar, PeriodStatus } from '@teleward/contract/appointments/schema.ts'
import { slotOrder } from '@teleward/contract/appointments/rules.ts'
import type { Slot } from '@teleward/contract/appointments/schema.ts'

/** One stacked bar: done below, then waiting, then booked. */
export interface Bar {
  key: string
  label: string
  completed: number
  waiting: number
  reserved: number
}
export const sumOf = ({ completed, waiting, reserved }: Bar) => completed + waiting + reserved

const HALF_HOUR = 30
const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
const clock = (at: number) => `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`

const MIDDAY = 12 * 60
const EVENING = 18 * 60
/** An emergency has its place in the day like everybody else. */
const partOf = ({ slot, time }: LoadBar): Slot => {
  if (slot !== 'emergency') return slot
  return minutes(time) < MIDDAY ? 'am' : minutes(time) < EVENING ? 'pm' : 'night'
}
interface Half {
  at: number
  slot: Slot
  completed: number
  waiting: number
  reserved: number
}
/** One entry a half hour, in order; where two parts of the day meet in one, it belongs to the earlier. */
function halves(load: readonly LoadBar[]): Half[] {
  const all = new Map<string, Half>()
  for (const bar of load.toSorted((a, b) => slotOrder.indexOf(a.slot) - slotOrder.indexOf(b.slot)).reverse()) {
    const before = all.get(bar.time)
    all.set(bar.time, {
      at: minutes(bar.time),
      slot: bar.slot === 'emergency' && before ? before.slot : partOf(bar),
      completed: bar.completed + (before?.completed ?? 0),
      waiting: bar.waiting + (before?.waiting ?? 0),
      reserved: bar.reserved + (before?.reserved ?? 0),
    })
  }
  return [...all.values()].toSorted((a, b) => a.at - b.at)
}

/** Half hours from the first to the last of each part of the day, the empty ones in between included. */
export function dayBars(load: readonly LoadBar[]): { slot: Slot; bars: Bar[]; total: number }[] {
  const all = halves(load)
  const slots = [...new Set(all.map(({ slot }) => slot))]
  return slots.map((slot) => {
    const own = all.filter((half) => half.slot === slot)
    const times = own.map(({ at }) => at)
    const [first, last] = [Math.min(...times), Math.max(...times)]
    const bars = Array.from({ length: (last - first) / HALF_HOUR + 1 }, (_, index) => {
      const at = first + index * HALF_HOUR
      const { completed = 0, waiting = 0, reserved = 0 } = own.find((half) => half.at === at) ?? {}
      return { key: `${slot}-${at}`, label: clock(at), completed, waiting, reserved }
    })
    return { slot, bars, total: bars.reduce((sum, bar) => sum + sumOf(bar), 0) }
  })
}

/** A bar for some days each. Cancelled ones are no load. */
export const periodBars = (spans: readonly PeriodStatus[], label: (span: PeriodStatus) => string): Bar[] =>
  spans.map((span) => ({
    key: span.from,
    label: label(span),
    completed: span.completed,
    waiting: span.present,
    reserved: span.open - span.present,
  }))

/** Where the day is, in bars and parts of one; none before the first bar and after the last. */
export function placeOf(bars: readonly Bar[], now: string): number | undefined {
  const index = bars.findLastIndex(({ label }) => minutes(label) <= minutes(now))
  const bar = bars[index]
  if (!bar || minutes(now) - minutes(bar.label) >= HALF_HOUR) return undefined
  return index + (minutes(now) - minutes(bar.label)) / HALF_HOUR
}
