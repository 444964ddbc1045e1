import { date, id, uuid } from '@teleward/contract/core/scalars.ts'
import { handoffQuery, handoffSort } from '@teleward/contract/handoffs/schema.ts'
import { z } from 'zod'
import { listFields } from '../../patterns/listTools.ts'
import { useSearchState } from '../../patterns/useSearchState.ts'

/** What lives in the address of the screen. The word that is searched for does not: it may be a name. */
export const handoffSearch = z.object({
  tab: z.enum(['tome', 'byme']).default('tome'),
  status: handoffQuery.shape.status,
  due: handoffQuery.shape.due,
  who: id.optional(),
  pid: id.optional(),
  from: date.optional(),
  to: date.optional(),
  sort: handoffSort.optional(),
  ...listFields,
  open: uuid.optional(),
})
export type HandoffSearch = z.output<typeof handoffSearch>
export type HandoffChange = Partial<HandoffSearch>
export const NO_FILTERS = {
  status: '0',
  due: undefined,
  who: undefined,
  pid: undefined,
  from: undefined,
  to: undefined,
} as const satisfies HandoffChange
export const useHandoffSearch = () => useSearchState(handoffSearch)
