import { z } from 'zod'
import { event } from '../core/event.ts'
import { uuid, version } from '../core/scalars.ts'

/** A letter was sent, or answered; both sides fetch it again. */
export const referralChanged = event('referral.changed', z.object({ id: uuid, version }), {
  tags: ['referrals', 'counts'],
})
