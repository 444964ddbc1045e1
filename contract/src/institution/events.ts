import { z } from 'zod'
import { event } from '../core/event.ts'
import { id, version } from '../core/scalars.ts'

/** Something was written to the institution, or answered: told to who wrote it and to its administrators, by its number. */
export const feedbackChanged = event('feedback.changed', z.object({ id, version }), { tags: ['feedbacks'] })
/** A version of the privacy statement is in force, told to the institution; or was accepted, told to who did. */
export const privacyChanged = event('privacy.changed', z.object({ no: z.number().int() }), { tags: ['privacy'] })
