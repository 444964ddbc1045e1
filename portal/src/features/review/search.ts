import { staffTypes } from '@teleward/contract/core/permissions.gen.ts'
import { id } from '@teleward/contract/core/scalars.ts'
import { reviewStates } from '@teleward/contract/registration/rules.ts'
import { reviewSort } from '@teleward/contract/registration/schema.ts'
import { z } from 'zod'
import { listFields } from '../../patterns/listTools.ts'
import { useSearchState } from '../../patterns/useSearchState.ts'

/** What lives in the address of the screen. */
const reviewSearch = z.object({
  state: z.enum([...reviewStates, 'all']).default('inReview'),
  type: z.enum(staffTypes).optional(),
  unit: id.optional(),
  sort: reviewSort.optional(),
  ...listFields,
  open: id.optional(),
})
export type ReviewSearch = z.output<typeof reviewSearch>
export const useReviewSearch = () => useSearchState(reviewSearch)
