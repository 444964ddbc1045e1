import { checkState } from '@teleward/contract/healthchecks/schema.ts'
import { uuid } from '@teleward/contract/core/scalars.ts'
import { z } from 'zod'
import { listFields } from '../../patterns/listTools.ts'
import { useSearchState } from '../../patterns/useSearchState.ts'

/** Which check is open, and which are listed. Ids alone. */
const search = z.object({
  ...listFields,
  state: checkState.optional(),
  sort: z.enum(['startedAt', '-startedAt', 'state', '-state']).optional(),
  id: uuid.optional(),
})
export const useCheckSearch = () => useSearchState(search)
