import { z } from 'zod'
import { instant } from '../core/scalars.ts'
import { currency, money } from '../core/money.ts'

/** Of a visit that was paid: what a receipt says beside the visit itself. Amounts in minor units. */
export const receipt = z.object({
  number: z.string(),
  amount: money,
  currency,
  /** How it was paid: at the desk, or through the provider. */
  method: z.string().nullable(),
  paidAt: instant,
  /** What goes back, and what went. */
  refunds: z.array(
    z.object({ amount: money, method: z.string().nullable(), dueAt: instant, doneAt: instant.nullable() }),
  ),
  institution: z.object({ name: z.string(), nameEn: z.string().nullable(), phone: z.string().nullable() }),
})
export type Receipt = z.output<typeof receipt>
