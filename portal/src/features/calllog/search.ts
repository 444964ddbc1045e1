import { type CallLogQuery, callLogQuery, callLogSort, callOutcome } from '@teleward/contract/calls/log-schema.ts'
import { callDirection } from '@teleward/contract/calls/schema.ts'
import { addDays } from '@teleward/contract/core/dates.ts'
import { date, id, uuid } from '@teleward/contract/core/scalars.ts'
import { z } from 'zod'
import { listFields } from '../../patterns/listTools.ts'
import { useSearchState } from '../../patterns/useSearchState.ts'

/** What lives in the address. The word that is searched for does not: it is a name or a number. */
const search = z.object({
  range: z.coerce.number().pipe(callLogQuery.shape.range.unwrap()).default(7),
  from: date.optional(),
  to: date.optional(),
  outcome: callOutcome.optional(),
  direction: callDirection.optional(),
  kind: z.enum(['video', 'voice']).optional(),
  who: id.optional(),
  pid: id.optional(),
  missed: z.literal('1').optional(),
  sort: callLogSort.optional(),
  ...listFields,
  open: uuid.optional(),
})
export type LogSearch = z.output<typeof search>
export type LogChange = Partial<LogSearch>
export const useLogSearch = () => useSearchState(search)

export const NO_FILTERS = {
  outcome: undefined,
  direction: undefined,
  kind: undefined,
  who: undefined,
  pid: undefined,
  missed: undefined,
} as const satisfies LogChange

export function toQuery(value: LogSearch, q: string, pageSize: number): CallLogQuery {
  const { open: _open, cols: _cols, view: _view, missed, ...rest } = value
  return { ...rest, ...(missed ? { missed: true } : {}), q, pageSize }
}

/** The days that are shown now, both included. */
export function daysOf({ range, from, to }: LogSearch, today: string): { from: string; to: string } {
  if (from) return { from, to: to ?? today }
  return to ? { from: to, to } : { from: addDays(today, 1 - range), to: today }
}
