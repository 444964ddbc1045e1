import { slotFilter, stateFilter } from '@teleward/contract/appointments/endpoints.ts'
import { type HistoryQuery, historySort } from '@teleward/contract/appointments/history-endpoints.ts'
import { paymentState, site } from '@teleward/contract/appointments/schema.ts'
import { addDays, daysBetween } from '@teleward/contract/core/dates.ts'
import { date, id } from '@teleward/contract/core/scalars.ts'
import { z } from 'zod'
import { csv } from '../../patterns/csv.ts'
import { listFields } from '../../patterns/listTools.ts'
import { useSearchState } from '../../patterns/useSearchState.ts'

/** What lives in the address of the history. */
export const historySearch = z.object({
  range: z.coerce
    .number()
    .pipe(z.union([z.literal(7), z.literal(30)]))
    .default(7),
  from: date.optional(),
  to: date.optional(),
  state: csv(stateFilter),
  slot: csv(slotFilter),
  site: csv(site),
  pay: csv(paymentState),
  did: id.optional(),
  pid: id.optional(),
  unit: id.optional(),
  booker: id.optional(),
  q: z.string().max(60).default(''),
  sort: historySort.default('-time'),
  ...listFields,
  open: id.optional(),
})
export type HistorySearch = z.output<typeof historySearch>
export type HistoryChange = Partial<HistorySearch>
export const useHistorySearch = () => useSearchState(historySearch)

export function toQuery(value: HistorySearch, pageSize: number): HistoryQuery {
  const { open: _open, cols: _cols, view: _view, ...rest } = value
  return { ...rest, pageSize }
}

/** What narrows the history beside its days. */
export const NO_FILTERS: HistoryChange = {
  state: [],
  slot: [],
  site: [],
  pay: [],
  did: undefined,
  pid: undefined,
  unit: undefined,
  booker: undefined,
  q: '',
}

/** The days that are shown now, both included. */
export function daysOf({ range, from, to }: Pick<HistorySearch, 'range' | 'from' | 'to'>, today: string) {
  if (from) return { from, to: to ?? today }
  return to ? { from: to, to } : { from: addDays(today, 1 - range), to: today }
}

/** The same number of days before (`-1`) or after; what would lie wholly ahead stays where it is. */
export function shifted(
  value: Pick<HistorySearch, 'range' | 'from' | 'to'>,
  today: string,
  by: 1 | -1,
): HistoryChange | null {
  const { from, to } = daysOf(value, today)
  const length = daysBetween(from, to) + 1
  const next = { from: addDays(from, by * length), to: addDays(to, by * length) }
  if (by > 0 && next.from > today) return null
  const standard = next.to === today && (length === 7 || length === 30)
  return standard ? { range: length as 7 | 30, from: undefined, to: undefined } : next
}
