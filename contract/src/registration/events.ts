import { z } from 'zod'
import { event } from '../core/event.ts'
import { id, instant } from '../core/scalars.ts'

/** To the person, and to those who review: where a review stands has changed. */
export const staffReviewed = event('staff.reviewed', z.object({ id, version: z.number().int(), at: instant }), {
  tags: ['reviews', 'session', 'profile'],
})
