import { date, id, uuid } from '@teleward/contract/core/scalars.ts'
import { opinionQuery, opinionSort } from '@teleward/contract/opinions/schema.ts'
import { z } from 'zod'
import { listFields } from '../../patterns/listTools.ts'
import { useSearchState } from '../../patterns/useSearchState.ts'

/** What lives in the address of the screen. The words that are searched for do not. */
export const opinionSearch = z.object({
  tab: z.enum(['invited', 'inviting']).default('invited'),
  status: opinionQuery.shape.status,
  type: opinionQuery.shape.type,
  from: date.optional(),
  to: date.optional(),
  id: uuid.optional(),
  did: id.optional(),
  sort: opinionSort.optional(),
  ...listFields,
  open: uuid.optional(),
})
export type OpinionSearch = z.output<typeof opinionSearch>
export type OpinionChange = Partial<OpinionSearch>
export const NO_FILTERS = {
  status: 'inProcess',
  type: undefined,
  from: undefined,
  to: undefined,
  id: undefined,
  did: undefined,
} as const satisfies OpinionChange
export const useOpinionSearch = () => useSearchState(opinionSearch)
