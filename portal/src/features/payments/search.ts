import { exemptionSort, refundSort, refundWhy } from '@teleward/contract/fees/refunds.ts'
import { currency } from '@teleward/contract/core/money.ts'
import { exemptionKind } from '@teleward/contract/fees/schema.ts'
import { z } from 'zod'
import { listFields } from '../../patterns/listTools.ts'
import { useSearchState } from '../../patterns/useSearchState.ts'

export const paymentTabs = ['refunds', 'exemptions'] as const
export const refundShows = ['open', 'done', 'stopped', 'all'] as const
export const exemptionShows = ['inForce', 'over', 'all'] as const

const search = z.object({
  tab: z.enum(paymentTabs).default('refunds'),
  state: z.enum(refundShows).default('open'),
  why: refundWhy.optional(),
  currency: currency.optional(),
  show: z.enum(exemptionShows).default('inForce'),
  kind: exemptionKind.optional(),
  /** Of the list that is open. */
  sort: z.union([refundSort, exemptionSort]).optional(),
  ...listFields,
  open: z.uuid().optional(),
})
export type PaymentSearch = z.output<typeof search>
export const usePaymentSearch = () => useSearchState(search)
export type Change = (next: Partial<PaymentSearch>) => void
