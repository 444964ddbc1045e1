import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { paging } from '../core/paging.ts'
import { id, numeric, uuid } from '../core/scalars.ts'
import { exemption, exemptionQuery, exemptionWish, refund, refundAct, refundQuery } from './refunds.ts'
import { exemptionSheet, refundSheet } from './sheets.ts'

export const getRefunds = endpoint({
  method: 'GET',
  path: '/his/api/refunds',
  summary: 'Money to give back, and what was given back',
  permission: 'fee.partner',
  audit: 'read',
  replica: true,
  query: refundQuery.extend(paging),
  response: refund,
  list: true,
  sheet: refundSheet,
  // A visit that is called off brings one.
  tags: ['payments', 'appointments'],
})

export const giveRefund = endpoint({
  method: 'POST',
  path: '/his/api/payments/{qid}/refunds',
  summary: 'Give money back: through the provider it came by, or by hand and written down',
  permission: 'fee.partner',
  audit: 'write',
  idempotent: true,
  params: z.object({ qid: id }),
  body: refundAct,
  response: refund,
  errors: ['PAYMENT_ILLEGAL_STEP', 'PAYMENT_FAILED', 'FIELD_EMPTY', 'VERSION_STALE', 'NOT_FOUND'],
  tags: ['payments', 'appointments'],
})

export const getExemptions = endpoint({
  method: 'GET',
  path: '/his/api/exemptions',
  summary: 'Whose visits cost nothing',
  permission: 'fee.partner',
  audit: 'read',
  replica: true,
  query: exemptionQuery.extend(paging),
  response: exemption,
  list: true,
  sheet: exemptionSheet,
  tags: ['payments'],
})

export const postExemption = endpoint({
  method: 'POST',
  path: '/his/api/exemptions',
  summary: "A member's visits cost nothing from a day on",
  permission: 'fee.partner',
  audit: 'write',
  idempotent: true,
  body: exemptionWish,
  response: exemption,
  errors: ['NOT_FOUND', 'MEMBER_DISABLED', 'DOCTOR_NOT_FOUND', 'END_BEFORE_START', 'FIELD_RELATED'],
  tags: ['payments'],
})

export const deleteExemption = endpoint({
  method: 'DELETE',
  path: '/his/api/exemptions/{id}',
  summary: 'From now on the visits cost again; what was booked stays free',
  permission: 'fee.partner',
  audit: 'write',
  params: z.object({ id: uuid }),
  query: z.object({ version: numeric(z.number().int().min(1)) }),
  response: exemption,
  errors: ['NOT_FOUND', 'VERSION_STALE', 'ILLEGAL_STEP'],
  tags: ['payments'],
})

/** Who calls is a machine: the provider, by its signature over the very text it sends. */
export const providerReport = endpoint({
  method: 'POST',
  path: '/his/api/paymentreports/{provider}',
  summary: "A provider's signed report of a payment; one that comes again changes nothing",
  permission: 'public',
  audit: 'auth',
  params: z.object({ provider: z.string().regex(/^[a-z]{1,20}$/) }),
  body: z.object({
    /** The provider's number of the payment. */
    payment: z.string().regex(/^[\w-]{1,80}$/),
    checkout: uuid,
    outcome: z.enum(['paid', 'refused']),
    amount: z.number().int().min(0).max(100_000_000),
    currency: z.enum(['TWD', 'CNY']),
  }),
  response: z.object({ taken: z.boolean() }),
  errors: ['UNAUTHENTICATED', 'NOT_FOUND', 'PAYMENT_MISMATCH'],
  tags: ['payments'],
})
