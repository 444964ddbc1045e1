import { monthAfter } from '../core/dates.ts'
import type { ErrorCode } from '../core/errors.gen.ts'

/** Of a statement of one person, month and currency. */
export const statementStates = ['open', 'calculated', 'confirmed', 'paid', 'payoutFailed', 'carried'] as const
export type StatementState = (typeof statementStates)[number]
export const statementActions = ['close', 'carry', 'correct', 'confirm', 'pay', 'refuse'] as const
export type StatementAction = (typeof statementActions)[number]

/**
 * The machine of statements (states.md 24). The server checks it under the row's lock, the portal to offer a button. `carry`:
 * in place of a confirmation where the sum does not exceed what the transfer costs.
 */
export const statementSteps: Readonly<
  Record<
    StatementAction,
    { from: readonly StatementState[]; to: StatementState | 'same'; who: 'system' | 'fee.partner'; over: ErrorCode }
  >
> = {
  close: { from: ['open'], to: 'calculated', who: 'system', over: 'SETTLE_ILLEGAL_STEP' },
  carry: { from: ['open', 'calculated'], to: 'carried', who: 'system', over: 'SETTLE_ILLEGAL_STEP' },
  correct: { from: ['open', 'calculated'], to: 'same', who: 'fee.partner', over: 'SETTLE_CLOSED' },
  confirm: { from: ['calculated'], to: 'confirmed', who: 'fee.partner', over: 'SETTLE_CLOSED' },
  pay: { from: ['confirmed', 'payoutFailed'], to: 'paid', who: 'fee.partner', over: 'SETTLE_ILLEGAL_STEP' },
  refuse: { from: ['confirmed', 'payoutFailed'], to: 'payoutFailed', who: 'fee.partner', over: 'SETTLE_ILLEGAL_STEP' },
}

/** `null` where the step may be done. Nobody settles what is their own (`SETTLE_OWN`). */
export function settleRefusal(
  action: StatementAction,
  { state, mid }: { state: StatementState; mid: number },
  by: number,
): Extract<ErrorCode, 'SETTLE_OWN' | 'SETTLE_CLOSED' | 'SETTLE_ILLEGAL_STEP'> | null {
  const { from, over } = statementSteps[action]
  if (mid === by) return 'SETTLE_OWN'
  if (from.includes(state)) return null
  // A month that is not over has nothing to confirm yet.
  if (over === 'SETTLE_CLOSED' && state !== 'open') return over
  return 'SETTLE_ILLEGAL_STEP'
}

/** In ten-thousandths. */
export interface Rate {
  paymentFee: number
  platformFee: number
}
/** A part of a rate as it is read: 300 is `3`, of a hundred. */
export const percentOf = (part: number): string => String(part / 100)
export interface Parts {
  gross: number
  paymentFee: number
  platformFee: number
  share: number
}

const WHOLE = 10_000
/** Half up, in whole minor units; `amount * rate` is far below 2^53 for every amount that a visit may cost. */
const partOf = (amount: number, rate: number): number => Math.floor((amount * rate + WHOLE / 2) / WHOLE)

/**
 * What a visit's fee comes to (decision 10), in minor units: the payment fee first, then the platform's of what is left; the
 * share is the rest, so that the parts always add up. `gross` is whole and not negative.
 */
export function split(gross: number, { paymentFee, platformFee }: Rate): Parts {
  if (!Number.isSafeInteger(gross) || gross < 0) throw new RangeError(`not an amount: ${gross}`)
  const payment = partOf(gross, paymentFee)
  const platform = partOf(gross - payment, platformFee)
  return { gross, paymentFee: payment, platformFee: platform, share: gross - payment - platform }
}

/** What takes a visit from the parts that stand to those that should. */
export const partsBetween = (before: Parts, after: Parts): Parts => ({
  gross: after.gross - before.gross,
  paymentFee: after.paymentFee - before.paymentFee,
  platformFee: after.platformFee - before.platformFee,
  share: after.share - before.share,
})

/** The day on which a month is settled. */
export const settleOn = (month: string, day: 10 | 15): string => `${monthAfter(month)}-${day}`

/** Money to send, and no account to send it to. */
export const lacksBank = ({ bank, payout, state }: { bank: unknown; payout: number; state: StatementState }): boolean =>
  bank === null && payout > 0 && state !== 'paid'
