import { groupSort, offSort } from '@teleward/contract/monitoring/group-schema.ts'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { listFields } from '../../patterns/listTools.ts'
import { useSearchState } from '../../patterns/useSearchState.ts'

const search = z.object({
  tab: z.enum(['groups', 'off']).catch('groups').default('groups'),
  ...listFields,
  /** Of the list that is open. */
  sort: z.union([groupSort, offSort]).optional(),
  q: z.string().max(60).default(''),
  unit: z.coerce.number().int().optional().catch(undefined),
  state: z.enum(['active', 'ended', 'all']).catch('active').default('active'),
  open: z.string().max(40).default(''),
})
export const useGroupSearch = () => useSearchState(search)
export type GroupSearch = z.output<typeof search>

/** What each tab of the screen takes. */
export interface TabProps {
  value: GroupSearch
  change: (next: Partial<GroupSearch>) => void
  tabs: ReactNode
}
