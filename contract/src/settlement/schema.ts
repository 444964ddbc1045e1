import { z } from 'zod'
import { currency } from '../core/money.ts'
import { paging, sortBy } from '../core/paging.ts'
import { date, id, instant, prose, reason, singleLine, uuid, version } from '../core/scalars.ts'
import { staffBrief } from '../staff/brief.ts'
import { statementStates } from './rules.ts'

/** `2026-10`. */
export const month = z.string().regex(/^(?:19|20)\d{2}-(?:0[1-9]|1[0-2])$/)
/** Month, person and currency: `2026-10-500-TWD`. Within the caller's institution it names one statement, also one of a month that is not over. */
export const statementId = z.string().regex(/^(?:19|20)\d{2}-(?:0[1-9]|1[0-2])-[1-9]\d{0,8}-(?:TWD|CNY)$/)
export const statementState = z.enum(statementStates)
/** Minor units; less than nothing where money went back. */
const signed = z.number().int()
const sums = {
  visits: z.number().int(),
  gross: signed,
  paymentFee: signed,
  /** What the payment fee leaves. */
  net: signed,
  platformFee: signed,
  share: signed,
  /** Corrections, and what an earlier month carried over. */
  adjustment: signed,
  /** What is not paid out, because it does not exceed what the transfer costs: it opens the next month. */
  carries: signed,
  /** What the transfer takes off. `share + adjustment - carries - cost` is the payout. */
  cost: signed,
  payout: signed,
}
export const statementBank = z.object({ kind: z.enum(['local', 'foreign']), name: z.string(), last: z.string() })

export const statement = z.object({
  id: statementId,
  month,
  staff: staffBrief,
  currency,
  state: statementState,
  ...sums,
  settleOn: date,
  /** The account that holds at this settlement; null: none does. */
  bank: statementBank.nullable(),
  confirmedBy: staffBrief.nullable(),
  confirmedAt: instant.nullable(),
  /** The payout that came through, or the last one that the bank refused. */
  paidBy: staffBrief.nullable(),
  paidAt: instant.nullable(),
  reference: z.string().nullable(),
  failure: z.string().nullable(),
  /** Who confirmed it paid it out as well. */
  oneHand: z.boolean(),
  /** Lines whose last question is not answered. */
  questions: z.number().int(),
  /** 0: the month is not over, and nothing of it is written down. */
  version: z.number().int().min(0),
})
export type Statement = z.output<typeof statement>

export const lineKinds = ['visit', 'kept', 'free', 'contract', 'waived', 'refund', 'correction', 'carried'] as const
export const statementRemark = z.object({ text: z.string(), by: staffBrief, at: instant })
export const statementLine = z.object({
  /** null: of a month that is not over. */
  id: uuid.nullable(),
  kind: z.enum(lineKinds),
  qid: id.nullable(),
  visitAt: instant.nullable(),
  /** Masked. */
  patient: z.string().nullable(),
  /** In ten-thousandths. */
  rate: z.object({ paymentFee: z.number().int(), platformFee: z.number().int() }).nullable(),
  gross: signed,
  paymentFee: signed,
  net: signed,
  platformFee: signed,
  share: signed,
  adjustment: signed,
  reason: z.string().nullable(),
  /** The month a correction is about, or an amount was carried over from. */
  about: month.nullable(),
  by: staffBrief.nullable(),
  at: instant.nullable(),
  remarks: z.array(statementRemark),
})
export type StatementLine = z.output<typeof statementLine>
export const statementPayout = z.object({
  id: uuid,
  outcome: z.enum(['paid', 'refused']),
  bank: statementBank,
  reference: z.string().nullable(),
  reason: z.string().nullable(),
  amount: signed,
  cost: signed,
  by: staffBrief,
  at: instant,
})
export const statementDetail = statement.extend({
  lines: z.array(statementLine),
  payouts: z.array(statementPayout),
})
export type StatementDetail = z.output<typeof statementDetail>

export const statementSort = sortBy('month', 'who', 'visits', 'gross', 'payout', 'state')
const filters = {
  /** One's own alone, also of who settles for the institution. */
  own: z.stringbool().default(false),
  /** Unless told: of the institution the last month that is over, of one's own every one. */
  month: month.optional(),
  currency: currency.optional(),
  state: statementState.optional(),
  unit: id.optional(),
  who: id.optional(),
}
export const statementQuery = z.object({
  ...filters,
  /** Unless told: those without an account first; of one's own the newest. */
  sort: statementSort.optional(),
  ...paging,
})
export const sumsQuery = z.object(filters)
export const statementSums = z.object({
  month: month.nullable(),
  /** The month is over and written down; otherwise this is a forecast. */
  closed: z.boolean(),
  /** The first moment after it. */
  endsAt: instant.nullable(),
  settleOn: date.nullable(),
  currencies: z.array(z.object({ currency, people: z.number().int(), ...sums, noBank: z.number().int() })),
  /** Visits of this month or earlier whose money came later: they stand in the month after. */
  late: z.array(z.object({ currency, visits: z.number().int(), gross: signed })),
})
export type StatementSums = z.output<typeof statementSums>

export const confirmation = z.object({
  action: z.literal('confirm'),
  version,
  /** As it was read: another one is refused. */
  payout: signed,
})
export const correction = z.object({
  id: uuid,
  /** Minor units; less than zero is taken off. */
  amount: z.union([z.number().int().min(-100_000_000).max(-1), z.number().int().min(1).max(100_000_000)]),
  reason: reason(prose(500)).optional(),
  /** Where the month is settled: it goes to the next one that is not. */
  next: z.boolean().default(false),
})
export const payoutAct = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('paid'), id: uuid, version, reference: singleLine(60).min(1) }),
  /** `charged`: the bank took its cost all the same. */
  z.object({
    outcome: z.literal('refused'),
    id: uuid,
    version,
    reason: reason(singleLine(300)).optional(),
    charged: z.boolean().default(false),
  }),
])
export const remarkWish = z.object({ id: uuid, line: uuid, text: prose(1000).min(1) })
export const transferQuery = z.object({ month, currency })

const part = z.number().int().min(0).max(10_000)
export const settlementRate = z.object({
  id: uuid,
  /** Of this institution alone. */
  own: z.boolean(),
  validFrom: date,
  /** In ten-thousandths: 300 is 3 %. */
  paymentFee: part,
  platformFee: part,
  by: staffBrief.nullable(),
  at: instant,
  /** Holds today. */
  inForce: z.boolean(),
})
export type SettlementRate = z.output<typeof settlementRate>
export const rateWish = z.object({ id: uuid, validFrom: date, paymentFee: part, platformFee: part })
