import { daysText } from './DayPicker.tsx'
import type { Chip } from './list.ts'

interface Days {
  from: string | undefined
  to: string | undefined
}
/** The days a list is narrowed to, as its chip. */
export function daysChips({ from, to }: Days, change: (none: { from: undefined; to: undefined }) => void): Chip[] {
  const label = daysText(from, to)
  return label === undefined ? [] : [{ key: 'days', label, onRemove: () => change({ from: undefined, to: undefined }) }]
}
