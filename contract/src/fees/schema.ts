import { z } from 'zod'
import { date, id, instant, prose, reason, version } from '../core/scalars.ts'
import { currency, money } from '../core/money.ts'

/** Taiwan by day, Taiwan by night and in an emergency (TWD); mainland the same (CNY). `null`: not offered. */
export const feeTable = z.object({
  twDay: money.nullable(),
  twNight: money.nullable(),
  cnDay: money.nullable(),
  cnNight: money.nullable(),
})
export const doctorFees = feeTable.extend({
  mid: id,
  /** 0: never set. */
  version: z.number().int().min(0),
  updatedAt: instant.nullable(),
})
export type DoctorFees = z.output<typeof doctorFees>

/** What a visit costs with a doctor then. */
export const serviceFee = z.object({
  /** `null`: the doctor has set none in that currency. */
  fee: money.nullable(),
  currency,
  night: z.boolean(),
  /** Nothing is asked: the doctor's visits of that kind are free. */
  freeOfCharge: z.boolean(),
  version: z.number().int().min(0),
})
export type ServiceFee = z.output<typeof serviceFee>

export const exemptionKind = z.enum(['free', 'contract'])
export const freePay = z.object({
  free: z.boolean(),
  kind: exemptionKind.nullable(),
  until: date.nullable(),
})
export type FreePay = z.output<typeof freePay>

/** How a payment was taken at the desk. */
export const deskMethod = z.enum(['cash', 'card', 'transfer'])

export const paymentLine = z.object({
  id: z.uuid(),
  kind: z.enum(['due', 'paid', 'waived', 'failed', 'expired', 'surplus', 'refundDue', 'refundStopped', 'refunded']),
  amount: money,
  currency,
  method: z.string().nullable(),
  reason: z.string().nullable(),
  by: z.string().nullable(),
  at: instant,
})
export type PaymentLine = z.output<typeof paymentLine>

export const paymentAct = z.discriminatedUnion('action', [
  z.object({
    action: z.literal('record'),
    qid: id,
    version,
    method: deskMethod,
    amount: money,
    currency,
  }),
  z.object({
    action: z.literal('waive'),
    qid: id,
    version,
    reason: reason(prose(500).trim()).optional(),
  }),
])
export type PaymentAct = z.output<typeof paymentAct>
