import { currency } from '@teleward/contract/core/money.ts'
import { month, statementId, statementSort, statementState } from '@teleward/contract/settlement/schema.ts'
import { monthAfter } from '@teleward/contract/core/dates.ts'
import { z } from 'zod'
import { listFields } from '../../patterns/listTools.ts'
import { useSearchState } from '../../patterns/useSearchState.ts'
import { isoDay } from '../../ui/format.ts'

/** The month that runs, and the last one that is over. */
export const running = (): string => isoDay().slice(0, 7)
export const lastOver = (): string => monthAfter(running(), -1)
const MONTHS = 36
/** What can be chosen: the running one first. */
export const months = (also?: string): string[] => {
  const all = Array.from({ length: MONTHS }, (_, back) => monthAfter(running(), -back))
  return also && !all.includes(also) ? [...all, also] : all
}

const search = z.object({
  month: month.optional().catch(undefined),
  currency: currency.optional().catch(undefined),
  state: statementState.optional().catch(undefined),
  unit: z.coerce.number().int().positive().optional().catch(undefined),
  who: z.coerce.number().int().positive().optional().catch(undefined),
  sort: statementSort.optional().catch(undefined),
  ...listFields,
  open: statementId.optional().catch(undefined),
})
export type SettlementSearch = z.output<typeof search>
export const useSettlementSearch = () => useSearchState(search)
export type Change = ReturnType<typeof useSettlementSearch>[1]
