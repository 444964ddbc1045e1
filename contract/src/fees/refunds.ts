import { z } from 'zod'
import { sortBy } from '../core/paging.ts'
import { date, id, instant, singleLine, prose, uuid, version } from '../core/scalars.ts'
import { currency, money } from '../core/money.ts'
import { exemptionKind } from './schema.ts'

/** Why money goes back: the visit does not come about; it came when the place was gone; it came twice. */
export const refundWhy = z.enum(['cancelled', 'late', 'double'])
/** `working`: the provider has been asked and has not answered. */
export const refundState = z.enum(['due', 'working', 'done', 'stopped'])
export type RefundState = z.output<typeof refundState>
/** `checkout`: by the provider the money came through. The others are done by hand and only written down here. */
export const refundMethod = z.enum(['checkout', 'cash', 'card', 'transfer'])
export type RefundMethod = z.output<typeof refundMethod>

const person = z.object({ name: z.string(), nameEn: z.string().nullable() })

export const refund = z.object({
  id: uuid,
  qid: id,
  pid: id,
  patient: person,
  doctor: person,
  startAt: instant,
  amount: money,
  currency,
  why: refundWhy,
  state: refundState,
  /** How the money came. */
  paidBy: z.string().nullable(),
  /** The provider it came through can give it back. */
  online: z.boolean(),
  method: refundMethod.nullable(),
  reference: z.string().nullable(),
  /** What the provider said the last time it did not. */
  failure: z.string().nullable(),
  dueAt: instant,
  doneAt: instant.nullable(),
  byName: z.string().nullable(),
  byNameEn: z.string().nullable(),
  version,
})
export type Refund = z.output<typeof refund>

export const refundSort = sortBy('patient', 'visit', 'amount', 'due', 'state')
export const refundQuery = z.object({
  /** `open`: due, or asked of the provider. */
  state: z.enum(['open', 'done', 'stopped', 'all']).default('open'),
  why: refundWhy.optional(),
  currency: currency.optional(),
  /** Unless told: what waits longest; what is done, the last first. */
  sort: refundSort.optional(),
})

export const refundAct = z.object({
  refund: uuid,
  version,
  method: refundMethod,
  /** Number of the transfer or slip; of these it has to be there. */
  reference: singleLine(60).optional(),
})

export const exemption = z.object({
  id: uuid,
  pid: id,
  patient: person,
  unitName: z.string(),
  unitNameEn: z.string().nullable(),
  kind: exemptionKind,
  /** `null`: with every doctor. */
  doctor: person.nullable(),
  startsOn: date,
  endsOn: date.nullable(),
  note: z.string().nullable(),
  state: z.enum(['planned', 'active', 'ended', 'withdrawn']),
  byName: z.string().nullable(),
  byNameEn: z.string().nullable(),
  createdAt: instant,
  version,
})
export type Exemption = z.output<typeof exemption>

export const exemptionSort = sortBy('patient', 'kind', 'doctor', 'days')
export const exemptionQuery = z.object({
  state: z.enum(['inForce', 'over', 'all']).default('inForce'),
  kind: exemptionKind.optional(),
  pid: id.optional(),
  /** Unless told: the newest. */
  sort: exemptionSort.optional(),
})

export const exemptionWish = z.object({
  pid: id,
  kind: exemptionKind,
  did: id.optional(),
  startsOn: date,
  endsOn: date.optional(),
  note: prose(500).optional(),
})
