import type { ErrorCode } from '../core/errors.gen.ts'
import type { GuestState } from './guest-schema.ts'

/** The link of a third party into a running call. Apart from the call's own rules: few pages ask for it. */
type GuestWho = 'guest' | 'staff' | 'system'
/** `open`: the code was said; `expire`: nobody came in for so long; `end`: with the call. */
export const guestSteps = {
  open: { from: ['sent'], to: 'opened', who: 'guest' },
  join: { from: ['opened', 'joined', 'left'], to: 'joined', who: 'system' },
  leave: { from: ['joined'], to: 'left', who: 'system' },
  revoke: { from: ['sent', 'opened', 'joined', 'left'], to: 'revoked', who: 'staff' },
  expire: { from: ['sent', 'opened'], to: 'expired', who: 'system' },
  end: { from: ['sent', 'opened', 'joined', 'left'], to: 'over', who: 'system' },
} as const satisfies Record<string, { from: readonly GuestState[]; to: GuestState; who: GuestWho }>
export type GuestStepName = keyof typeof guestSteps

export function canGuest(step: GuestStepName, state: GuestState): { ok: true } | { ok: false; code: ErrorCode } {
  if ((guestSteps[step].from as readonly GuestState[]).includes(state)) return { ok: true }
  if (state === 'expired') return { ok: false, code: 'LINK_EXPIRED' }
  return { ok: false, code: state === 'revoked' || state === 'over' ? 'LINK_DEAD' : 'ILLEGAL_STEP' }
}
/** Nothing opens by it any more. */
export const isGuestOver = (state: GuestState): boolean => !canGuest('end', state).ok
