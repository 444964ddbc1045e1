import { addDays } from '../core/dates.ts'
import type { ErrorCode } from '../core/errors.gen.ts'
import type { Refill, RxSending, RxState } from './rx-schema.ts'

/** How often a refillable prescription is filled at most, and how many days from now its end may lie. */
export const REFILLS_MAX = 12
export const REFILL_DAYS_MAX = 366
/** The next filling is handed out so many days before the last one is used up. */
export const REFILL_AHEAD_DAYS = 10
/** Without a sign from the pharmacy after so long it is shown as one that nobody answers. */
export const UNANSWERED_HOURS = 24

export type RxSide = 'prescriber' | 'pharmacy'
interface Step {
  from: readonly RxState[]
  to: RxState
  who: RxSide
  /** What has to be said with it. */
  says?: 'reason' | 'answer'
}
/** Every step of a prescription that was sent. The server checks it under the row's lock, the portal to offer a button. */
export const rxSteps = {
  take: { from: ['sent'], to: 'received', who: 'pharmacy' },
  return: { from: ['received'], to: 'returned', who: 'pharmacy', says: 'reason' },
  answer: { from: ['returned'], to: 'received', who: 'prescriber', says: 'answer' },
  reject: { from: ['sent', 'received'], to: 'rejected', who: 'pharmacy', says: 'reason' },
  dispense: { from: ['received', 'dispensed'], to: 'dispensed', who: 'pharmacy' },
  cancel: { from: ['sent', 'received', 'returned'], to: 'cancelled', who: 'prescriber', says: 'reason' },
} as const satisfies Record<string, Step>
export type RxAction = keyof typeof rxSteps
export const rxActions = Object.keys(rxSteps) as [RxAction, ...RxAction[]]
export const saysOf = (action: RxAction) => (rxSteps[action] as Step).says

/** In these a further one of the same note is not sent. */
export const rxLive = ['sent', 'received', 'returned', 'dispensed'] as const satisfies RxState[]
/** The lines of the note stay as they are while the pharmacy has them; returned, they are amended and sent anew. */
export const rxHolds = ['sent', 'received', 'dispensed'] as const satisfies RxState[]

type Refusal = Extract<ErrorCode, 'FORBIDDEN' | 'RX_ILLEGAL_STEP' | 'RX_DISPENSED'>
/** `null`: yes. */
export function rxRefusal(action: RxAction, state: RxState, sides: readonly RxSide[]): Refusal | null {
  const step: Step = rxSteps[action]
  if (!sides.includes(step.who)) return 'FORBIDDEN'
  if (step.from.includes(state)) return null
  return action === 'cancel' && state === 'dispensed' ? 'RX_DISPENSED' : 'RX_ILLEGAL_STEP'
}

export interface Filled {
  refill: Refill | null
  /** The days on which it was filled, the last one last. */
  days: readonly string[]
  /** So many days one filling lasts: the longest line. */
  supply: number
  /** Its note was withdrawn after something had been handed out. */
  stopped: boolean
}
/** From which day on it is filled again; `null`: never again. */
export function nextFilling({ refill, days, supply, stopped }: Filled): string | null {
  const last = days.at(-1)
  if (stopped || days.length >= (refill?.times ?? 1)) return null
  if (last === undefined) return '0001-01-01'
  const from = addDays(last, Math.max(1, supply - REFILL_AHEAD_DAYS))
  return refill && from > refill.until ? null : from
}
/** `null`: it may be filled on this day. */
export function fillingRefusal(
  filled: Filled,
  today: string,
): Extract<ErrorCode, 'RX_ILLEGAL_STEP' | 'REFILL_USED_UP' | 'REFILL_TOO_EARLY'> | null {
  const { refill, days, stopped } = filled
  if (stopped || isRefillOver(refill, today)) return 'RX_ILLEGAL_STEP'
  if (days.length >= (refill?.times ?? 1)) return 'REFILL_USED_UP'
  const from = nextFilling(filled)
  if (from === null) return 'RX_ILLEGAL_STEP'
  return today < from ? 'REFILL_TOO_EARLY' : null
}
/** Its last day has passed. */
export const isRefillOver = (refill: Refill | null, today: string) => refill !== null && today > refill.until
/** As one sees it: is it to be filled on this day? Whether one may is `rxRefusal`'s. */
export const isFillable = (
  { state, refill, nextFrom }: Pick<RxSending, 'state' | 'refill' | 'nextFrom'>,
  today: string,
) => !isRefillOver(refill, today) && (state !== 'dispensed' || (nextFrom !== null && nextFrom <= today))

/** Is it unanswered for too long? */
export const isUnanswered = (state: RxState, since: Date, now: Date) =>
  state === 'sent' && now.getTime() - since.getTime() >= UNANSWERED_HOURS * 3_600_000
