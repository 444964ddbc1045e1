import { date, id } from '@teleward/contract/core/scalars.ts'
import { type CaseQuery, caseOrigin, caseSort, caseState, caseType } from '@teleward/contract/crm/schema.ts'
import { z } from 'zod'
import { listFields } from '../../patterns/listTools.ts'
import { useSearchState } from '../../patterns/useSearchState.ts'

const states = z.enum(['running', 'all', ...caseState.options])
/** What lives in the address. The word that is searched for does not: it is a name or a number as often as a title. */
const search = z.object({
  ...listFields,
  sort: caseSort.optional(),
  state: states.catch('running').default('running'),
  type: caseType.optional(),
  origin: caseOrigin.optional(),
  assigned: z.enum(['me', 'none']).optional(),
  owner: id.optional(),
  unit: id.optional(),
  /** About to be late or late; late. */
  late: z.enum(['1', 'over']).optional().catch(undefined),
  pid: id.optional(),
  from: date.optional(),
  to: date.optional(),
  open: id.optional(),
  /** The form of a new case stands open, for the member in `pid`. */
  add: z.literal('1').optional(),
})
export type CaseSearch = z.output<typeof search>
export type CaseChange = Partial<CaseSearch>
export const useCaseSearch = () => useSearchState(search)
export const STATES = states.options

export const NO_FILTERS = {
  state: 'running',
  type: undefined,
  origin: undefined,
  assigned: undefined,
  owner: undefined,
  unit: undefined,
  late: undefined,
  pid: undefined,
  from: undefined,
  to: undefined,
} as const satisfies CaseChange

export function toQuery(value: CaseSearch, q: string, pageSize: number): CaseQuery {
  const { cols: _cols, view: _view, open: _open, add: _add, late, ...rest } = value
  return { ...rest, q, pageSize, ...(late === '1' ? { late: true } : late === 'over' ? { overdue: true } : {}) }
}
/** What the totals are counted under: everything that says no state and no owner. */
export const toCount = ({ type, origin, unit, pid, from, to }: CaseSearch, q: string) => ({
  q,
  type,
  origin,
  unit,
  pid,
  from,
  to,
})
