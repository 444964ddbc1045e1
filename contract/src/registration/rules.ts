import { type IdNumber, idNumber, normaliseId, normaliseMobile } from '../core/identity.ts'
import { type Permission, staffTypes } from '../core/permissions.gen.ts'

export const CODE_DIGITS = 6
export const CODE_MS = 5 * 60_000
export const CODE_TRIES = 5
/** Between two sends to one number. */
export const CODE_PAUSE_MS = 60_000
export const CODE_HOUR_MS = 3_600_000
export const CODES_AN_HOUR = 5
/** Sends an hour that one address may ask for: a clinic's people sit behind one. */
export const CODES_AN_ADDRESS = 30
/** Sends an hour to numbers that share all but the last three digits: whoever pumps walks through ranges. */
export const CODES_A_RANGE = 20

/** What a code is good for; it is good for nothing else. */
export const codePurposes = ['registration', 'reset', 'mobile', 'consent'] as const
export type CodePurpose = (typeof codePurposes)[number]

/** A registration whose phone was never verified is let go after this; the account is free again. */
export const REGISTRATION_MS = 24 * 3_600_000
/** Between the right code of a forgotten password and the new one. */
export const RESET_MS = 10 * 60_000
/** So long the number that was an account's can take a change of it back. */
export const PHONE_UNDO_MS = 72 * 3_600_000
export const SECOND_FACTOR_MS = 5 * 60_000
/** Wrong second codes in a row, over any number of sign-ins, until the account is locked as by wrong passwords. */
export const SECOND_FACTOR_TRIES = 10
export const HANDOVER_MS = 2 * 60_000
export const LINE_REQUEST_MS = 5 * 60_000
export const LINE_ANSWERS_AN_HOUR = 10
export const TRIALS_AN_HOUR = 20
/** The days before its licence is over on which a person is told. */
export const LICENCE_REMINDERS = [60, 14] as const

/**
 * Calls that are open to whoever has an account that somebody else made and has not taken it over yet: of the session alone.
 * Everything else waits for what is agreed to and for a password of their own.
 */
export const accountSetupCalls: ReadonlySet<string> = new Set([
  'POST /his/api/accountsetups',
  'GET /his/api/userinfo/{device_type}',
  'POST /his/api/checkDeviceToken',
  'POST /his/api/lock',
  'POST /his/api/unlock',
  'POST /his/api/logout',
])

export const reviewStates = ['registered', 'phoneVerified', 'inReview', 'returned', 'onBoard', 'cancelled'] as const
export type ReviewState = (typeof reviewStates)[number]
/** What a reviewer does; the rest is the person's own or the system's. */
export const reviewActions = ['approve', 'return', 'cancel', 'reinstate'] as const
export type ReviewAction = (typeof reviewActions)[number]

export interface ReviewTransition {
  from: readonly ReviewState[]
  to: ReviewState
  who: { self?: true; staff?: Permission; system?: true }
  reason?: true
}
/** State machine 2; `verified` there is `onBoard` here, as it is stored. */
export const reviewTransitions = {
  verifyPhone: { from: ['registered'], to: 'phoneVerified', who: { self: true } },
  submit: { from: ['phoneVerified', 'returned'], to: 'inReview', who: { self: true } },
  approve: { from: ['inReview'], to: 'onBoard', who: { staff: 'admin.review' } },
  return: { from: ['inReview'], to: 'returned', who: { staff: 'admin.review' }, reason: true },
  cancel: { from: ['onBoard'], to: 'cancelled', who: { staff: 'admin.review' }, reason: true },
  reinstate: { from: ['cancelled'], to: 'inReview', who: { staff: 'admin.review' } },
  licenceOver: { from: ['onBoard'], to: 'inReview', who: { system: true } },
} as const satisfies Record<string, ReviewTransition>
export type ReviewStep = keyof typeof reviewTransitions

/** Is the step possible; otherwise the code that says why not. */
export function canReview(
  step: ReviewStep,
  facts: { state: ReviewState; self?: boolean; reason?: string | undefined },
): true | 'REVIEW_ILLEGAL_STEP' | 'REVIEW_SELF' | 'REASON_REQUIRED' {
  const { from, who, reason }: ReviewTransition = reviewTransitions[step]
  if (who.staff && facts.self) return 'REVIEW_SELF'
  if (!from.includes(facts.state)) return 'REVIEW_ILLEGAL_STEP'
  return reason && !facts.reason?.trim() ? 'REASON_REQUIRED' : true
}

/** Who registers oneself; administrators are made by administrators. */
export const registrableTypes = staffTypes.filter((type) => type !== 'admin')

export type AccountKind = IdNumber['kind'] | 'mobile'
/** What an account was recognised as, and as it is kept; null where form or checksum is wrong (AUTH-07). */
export function accountOf(typed: string): { account: string; kind: AccountKind } | null {
  const mobile = normaliseMobile(typed)
  if (mobile) return { account: mobile, kind: 'mobile' }
  const id = normaliseId(typed)
  const known = idNumber(id)
  return known && { account: id, kind: known.kind }
}

/** A phone number as it is shown to somebody who may not know it: its last three digits. */
export const maskPhone = (phone: string) => `···· ··· ${phone.slice(-3)}`
