import { date, id } from '@teleward/contract/core/scalars.ts'
import { nutrient, condition, type DietQuery, dietSort } from '@teleward/contract/diet/schema.ts'
import { z } from 'zod'
import { listFields } from '../../patterns/listTools.ts'
import { useSearchState } from '../../patterns/useSearchState.ts'

/** What lives in the address of the list. The word that is searched for does not: it is a name. */
const list = z.object({
  ...listFields,
  sort: dietSort.optional(),
  waiting: z.enum(['1', '0']).catch('1').default('1'),
  condition: condition.optional(),
  unit: id.optional(),
  group: z.uuid().optional().catch(undefined),
  days: z.enum(['7', '14', '30']).catch('7').default('7'),
  off: z.literal('1').optional(),
  pid: id.optional(),
  open: id.optional(),
  /** The form to begin stands open, for the member in `pid`. */
  add: z.literal('1').optional(),
})
export type DietSearch = z.output<typeof list>
export type DietChange = Partial<DietSearch>
export const useDietSearch = () => useSearchState(list)
export const NO_FILTERS = {
  waiting: '1',
  condition: undefined,
  unit: undefined,
  group: undefined,
  days: '7',
  off: undefined,
  pid: undefined,
} as const satisfies DietChange

const spans = { '7': 7, '14': 14, '30': 30 } as const
export function toQuery(
  { sort, waiting, condition: one, unit, group, days, off, pid, page }: DietSearch,
  q: string,
  pageSize: number,
): DietQuery {
  return {
    q,
    page,
    pageSize,
    sort,
    condition: one,
    unit,
    group,
    pid,
    days: spans[days],
    ended: off === '1',
    // Of one member, or of those who have ended, it does not matter whether somebody waits.
    waiting: waiting === '1' && off !== '1' && pid === undefined,
  }
}

const report = z.object({
  tab: z.enum(['day', 'charts', 'advice']).catch('day').default('day'),
  from: date.optional(),
  to: date.optional(),
  nutrient: nutrient.catch('energy').default('energy'),
  meal: z.coerce.number().int().min(1).max(6).optional(),
})
export type ReportSearch = z.output<typeof report>
export const useReportSearch = () => useSearchState(report)
