import { id } from '@teleward/contract/core/scalars.ts'
import { grantKind, grantSort, grantState, grantTab } from '@teleward/contract/grants/schema.ts'
import { z } from 'zod'
import { listFields } from '../../patterns/listTools.ts'
import { useSearchState } from '../../patterns/useSearchState.ts'

/** What lives in the address of the screen. */
export const grantSearch = z.object({
  tab: z.enum([...grantTab.options, 'bound']).default('given'),
  kind: grantKind.optional(),
  state: grantState.optional(),
  q: z.string().max(50).default(''),
  sort: grantSort.optional(),
  ...listFields,
  open: id.optional(),
})
export type GrantSearch = z.output<typeof grantSearch>
export const useGrantSearch = () => useSearchState(grantSearch)
