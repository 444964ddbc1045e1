import type { ErrorCode } from '../core/errors.gen.ts'
import type { ReferralState } from './schema.ts'

/** On which side of a referral somebody stands. */
export type ReferralSide = 'sender' | 'receiver'
interface Step {
  from: readonly ReferralState[]
  to: ReferralState
  who: ReferralSide
  /** What has to be said with it. */
  needs?: 'date' | 'reason' | 'report'
}

/** Every step of a referral that was sent. The server checks it under the row's lock, the portal to offer a button. */
export const referralSteps = {
  receive: { from: ['sent'], to: 'received', who: 'receiver' },
  accept: { from: ['sent', 'received'], to: 'accepted', who: 'receiver', needs: 'date' },
  decline: { from: ['sent', 'received'], to: 'declined', who: 'receiver', needs: 'reason' },
  visited: { from: ['accepted'], to: 'visited', who: 'receiver' },
  report: { from: ['accepted', 'visited'], to: 'reported', who: 'receiver', needs: 'report' },
  withdraw: { from: ['sent', 'received'], to: 'withdrawn', who: 'sender' },
} as const satisfies Record<string, Step>
export type ReferralAction = keyof typeof referralSteps
export const referralActions = Object.keys(referralSteps) as [ReferralAction, ...ReferralAction[]]
export const needsOf = (action: ReferralAction) => (referralSteps[action] as Step).needs

/** What an institution outside does by its link; that it took the letter in is known by its being opened. */
export const outsideActions = ['accept', 'decline', 'visited', 'report'] as const satisfies ReferralAction[]
export const LINK_DAYS_MAX = 60
/** So often a code may be wrong. */
export const CODE_TRIES = 5

const DAY_MS = 86_400_000
/** An answer is awaited so long after the letter was sent, in days. */
export const ANSWER_DAYS = { routine: 7, urgent: 1 } as const
/** And a report so long after the patient was seen. */
export const REPORT_DAYS = 14
/**
 * Until when the next step is awaited: the answer, from the sending on; that the patient was seen, until the end of the day
 * after the one agreed on (`visitEnds`: the end of that day); the report. `null`: nobody has to do anything.
 */
export function dueOf(
  state: ReferralState,
  {
    urgency,
    sentAt,
    now,
    visitEnds,
  }: { urgency: 'routine' | 'urgent'; sentAt: Date; now: Date; visitEnds: Date | null },
): Date | null {
  if (state === 'sent' || state === 'received') return new Date(sentAt.getTime() + ANSWER_DAYS[urgency] * DAY_MS)
  if (state === 'accepted') return visitEnds && new Date(visitEnds.getTime() + DAY_MS)
  return state === 'visited' ? new Date(now.getTime() + REPORT_DAYS * DAY_MS) : null
}

/** A referral in any other state needs no further action. */
export const openReferrals = ['sent', 'received', 'accepted', 'visited'] as const satisfies ReferralState[]

type Refusal = Extract<ErrorCode, 'FORBIDDEN' | 'REFERRAL_ILLEGAL_STEP'>
/** `null`: yes. */
export function referralRefusal(action: ReferralAction, state: ReferralState, side: ReferralSide): Refusal | null {
  const step: Step = referralSteps[action]
  if (step.who !== side) return 'FORBIDDEN'
  return step.from.includes(state) ? null : 'REFERRAL_ILLEGAL_STEP'
}
