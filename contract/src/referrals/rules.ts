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

/** Nobody has to do anything about the others any more. */
export const openReferrals = ['sent', 'received', 'accepted', 'visited'] as const satisfies ReferralState[]

type Refusal = Extract<ErrorCode, 'FORBIDDEN' | 'REFERRAL_ILLEGAL_STEP'>
/** `null`: yes. */
export function referralRefusal(action: ReferralAction, state: ReferralState, side: ReferralSide): Refusal | null {
  const step: Step = referralSteps[action]
  if (step.who !== side) return 'FORBIDDEN'
  return step.from.includes(state) ? null : 'REFERRAL_ILLEGAL_STEP'
}
