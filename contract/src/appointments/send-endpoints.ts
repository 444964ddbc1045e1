import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { id, instant, prose } from '../core/scalars.ts'

/** A word to the patient is short: one text message. */
export const MAX_MESSAGE = 300
/** A 'come now' link waits this long to be opened. */
export const LINK_MINUTES = 3

/** `sms_room`: 4 a link to talk by voice, 2 by video, 0 a plain message. */
export const sendNotifyAndVideoLink = endpoint({
  method: 'POST',
  path: '/his/api/sendNotifyAndVideoLink',
  summary: 'Send the patient of a visit a link to come now, or a message',
  permission: 'call.use',
  audit: 'write',
  idempotent: true,
  body: z.object({
    queueID: id,
    sms_room: z.union([z.literal(4), z.literal(2), z.literal(0)]),
    /** Of a plain message. */
    text: prose(MAX_MESSAGE).optional(),
  }),
  response: z.object({
    /** Masked. */
    to: z.string(),
    /** Until when a link waits to be opened. */
    expiresAt: instant.nullable(),
    /** The institution's quiet hours hold a message back that can wait. */
    heldUntil: instant.nullable(),
  }),
  errors: ['NOT_FOUND', 'APPT_ILLEGAL_STEP', 'APPT_NOT_TODAY', 'APPT_REDIAL_OVER', 'CONTENT_REQUIRED', 'SEND_FAILED'],
  tags: ['appointments', 'counts', 'links'],
})
