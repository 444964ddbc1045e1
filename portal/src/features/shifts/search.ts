import { date, id } from '@teleward/contract/core/scalars.ts'
import { z } from 'zod'
import { useSearchState } from '../../patterns/useSearchState.ts'

export const TABS = ['week', 'pattern', 'team', 'affected'] as const
export type Tab = (typeof TABS)[number]
export const SPANS = ['day', 'week', 'month'] as const
export type Span = (typeof SPANS)[number]

/** What lives in the address of the shifts' screen. */
export const shiftSearch = z.object({
  tab: z.enum(TABS).default('week'),
  /** Whose shifts; one's own unless told. */
  did: id.optional(),
  date: date.optional(),
  span: z.enum(SPANS).default('week'),
  unit: id.optional(),
})
export type ShiftSearch = z.output<typeof shiftSearch>
export const useShiftSearch = () => useSearchState(shiftSearch)
