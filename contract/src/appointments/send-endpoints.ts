import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { toHalfWidth } from '../core/text.ts'
import { id, instant, prose, uuid } from '../core/scalars.ts'
import { sendingWay } from './schema.ts'

/** A word to the patient is short: one text message. */
export const MAX_MESSAGE = 300
const ADDRESS =
  /[a-z]{2,}:\/\/|\bwww\.|[a-z\d]\.(?:com|net|org|edu|gov|info|biz|app|dev|link|shop|site|top|xyz|online|example|tw|cn|hk|jp|io|me|cc|ly|gl|gg|to)(?![a-z\d])/i
/**
 * A text message comes by the institution's name, and who gets one follows what it says: an address in it would be believed.
 * Links to the institution's own pages are sent as what they are.
 */
export const holdsAddress = (text: string): boolean => ADDRESS.test(toHalfWidth(text))

/** A 'come now' link waits this long to be opened. */
export const LINK_MINUTES = 3

const sent = z.object({
  /** Masked. */
  to: z.string(),
  /** Until when a link waits to be opened. */
  expiresAt: instant.nullable(),
  /** The institution's quiet hours hold a message back that can wait. */
  heldUntil: instant.nullable(),
})
const sendErrors = [
  'NOT_FOUND',
  'APPT_ILLEGAL_STEP',
  'APPT_NOT_TODAY',
  'APPT_REDIAL_OVER',
  'NO_CHANNEL',
  'SEND_FAILED',
] as const

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
    /** The case from which it is sent: it stands in it. */
    sn: id.optional(),
    way: sendingWay.default('sms'),
  }),
  response: sent,
  errors: [...sendErrors, 'CONTENT_REQUIRED', 'TEXT_LINK', 'CASE_ILLEGAL_STEP'],
  tags: ['appointments', 'counts', 'links'],
})

/** 4 a link to talk by voice, 2 by video; any other is a message that names doctor, number and time. */
const roomBody = z.object({ queueID: id, sms_room: z.number().int().min(0).max(99) })
const room = {
  permission: 'call.use',
  audit: 'write',
  idempotent: true,
  body: roomBody,
  response: sent,
  errors: sendErrors,
  tags: ['appointments', 'counts', 'links'],
} as const

export const sendRoomBySms = endpoint({
  method: 'POST',
  path: '/his/api/sendroombysms',
  summary:
    'Send the patient of a visit its room by SMS: a voice link (4), a video link (2), or else a message that names it',
  ...room,
})
export const sendLineMsg = endpoint({
  method: 'POST',
  path: '/his/api/sendlinemsg',
  summary: 'Send the patient of a visit its room by LINE, to the account that is bound: link or message as by SMS',
  ...room,
})
export const sendWechat = endpoint({
  method: 'POST',
  path: '/his/api/sendwechat',
  summary: 'Send the patient of a visit its room by WeChat, to the account that is bound: link or message as by SMS',
  ...room,
})

export const deleteVisitLink = endpoint({
  method: 'DELETE',
  path: '/his/api/visitlinks/{id}',
  summary: 'Revoke a link to a visit: it opens nothing any more, and its page says whom to ask',
  permission: 'call.use',
  audit: 'write',
  params: z.object({ id: uuid }),
  response: z.object({}),
  errors: ['NOT_FOUND', 'LINK_DEAD', 'APPT_IN_CALL'],
  tags: ['appointments', 'links'],
})
