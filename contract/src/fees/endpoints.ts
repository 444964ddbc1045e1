import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { date, id } from '../core/scalars.ts'
import { appointment, interval, site } from '../appointments/schema.ts'
import { currency, wholeDollars } from '../core/money.ts'
import { doctorFees, feeTable, freePay, paymentAct, serviceFee } from './schema.ts'

export const createDoctorFee = endpoint({
  method: 'POST',
  path: '/his/api/createDoctorFee',
  summary: 'Set own fees; they hold for new bookings',
  permission: 'fee.own',
  audit: 'write',
  /** `version`: of the fees as they were read; 0 where none were set. */
  body: feeTable.extend({
    twDay: wholeDollars.nullable(),
    twNight: wholeDollars.nullable(),
    version: z.number().int().min(0),
  }),
  response: doctorFees,
  errors: ['VERSION_STALE'],
  tags: ['appointments'],
})

export const getDoctorGeneralFee = endpoint({
  method: 'GET',
  path: '/his/api/getDoctorGeneralFee/{id}',
  summary: "A doctor's default fees",
  permission: 'appointment.read',
  audit: 'none',
  params: z.object({ id }),
  response: doctorFees,
  errors: ['NOT_FOUND'],
  tags: ['appointments'],
})

export const servicefee = endpoint({
  method: 'POST',
  path: '/his/api/servicefee',
  summary: 'The fee in force for a doctor and a part of the day',
  permission: 'appointment.read',
  audit: 'none',
  body: z.object({ did: id, interval, currency: currency.default('TWD'), site: site.default('video') }),
  response: serviceFee,
  errors: ['NOT_FOUND'],
  tags: ['appointments'],
})

export const checkmemberfreepay = endpoint({
  method: 'POST',
  path: '/partner/checkmemberfreepay',
  summary: "Whether a member's visit is free of charge",
  permission: 'appointment.book',
  audit: 'read',
  body: z.object({ pid: id, did: id.optional(), date: date.optional() }),
  response: freePay,
  errors: ['NOT_FOUND', 'MEMBER_DISABLED'],
  tags: ['members'],
})

export const payments = endpoint({
  method: 'POST',
  path: '/his/api/payments',
  summary: 'Record a payment at the desk, or waive it with a reason',
  permission: 'appointment.book',
  audit: 'write',
  idempotent: true,
  body: paymentAct,
  response: appointment,
  errors: ['PAYMENT_MISMATCH', 'PAYMENT_ILLEGAL_STEP', 'HOLD_EXPIRED', 'REASON_REQUIRED', 'VERSION_STALE', 'NOT_FOUND'],
  tags: ['appointments', 'counts'],
})
