import { z } from 'zod'
import { mediaToken } from '../calls/schema.ts'
import { endpoint } from '../core/endpoint.ts'
import { date, instant, reason, singleLine, uuid } from '../core/scalars.ts'
import { money } from '../core/money.ts'
import {
  arrival,
  authorisationAnswer,
  callbackAsked,
  identityCheck,
  linkCallAction,
  linkConsents,
  linkView,
} from './schema.ts'

/** The token is the secret of the link: 43 characters, never logged. */
export const linkToken = z.string().regex(/^[\w-]{20,64}$/)
const params = z.object({ token: linkToken })
const dead = ['LINK_INVALID', 'LINK_EXPIRED', 'LINK_DEAD', 'RATE_LIMITED'] as const
/** Beyond the identity check: the browser's cookie must be the one that passed it. */
const beyond = [...dead, 'UNAUTHENTICATED', 'IDENTITY_LOCKED', 'CONSENT_REQUIRED'] as const

export const getLink = endpoint({
  method: 'GET',
  path: '/his/api/links/{token}',
  summary: 'What the link is and what to ask next; looking uses nothing up',
  permission: 'linkToken',
  audit: 'none',
  params,
  response: linkView,
  errors: ['LINK_INVALID', 'RATE_LIMITED'],
  tags: ['links'],
})
export const openLink = endpoint({
  method: 'POST',
  path: '/his/api/links/{token}/open',
  summary: 'A person acts: the 3-minute clock stops',
  permission: 'linkToken',
  audit: 'write',
  params,
  response: linkView,
  errors: [...dead, 'ILLEGAL_STEP'],
  tags: ['links'],
})
export const checkIdentity = endpoint({
  method: 'POST',
  path: '/his/api/links/{token}/identity',
  summary: 'Birthday and last four; binds this browser',
  permission: 'linkToken',
  audit: 'auth',
  params,
  body: identityCheck,
  response: linkView,
  errors: [...dead, 'IDENTITY_MISMATCH', 'IDENTITY_LOCKED'],
  tags: ['links'],
})
/** Of a link that opens nothing any more: the desk is told, and nothing is said of the visit. */
export const askCallback = endpoint({
  method: 'POST',
  path: '/his/api/links/{token}/callbacks',
  summary: 'The link is over: whoever proves to be the patient asks to be called back; asked again it is the same wish',
  permission: 'linkToken',
  audit: 'write',
  params,
  body: identityCheck,
  response: callbackAsked,
  errors: [
    'LINK_INVALID',
    'RATE_LIMITED',
    'ILLEGAL_STEP',
    'IDENTITY_MISMATCH',
    'IDENTITY_LOCKED',
    'APPT_ILLEGAL_STEP',
    'APPT_REDIAL_OVER',
  ],
  tags: ['links'],
})
export const giveConsents = endpoint({
  method: 'POST',
  path: '/his/api/links/{token}/consents',
  summary: 'Consents to consultation, recording, record: each apart',
  permission: 'link',
  audit: 'write',
  idempotent: true,
  params,
  body: linkConsents,
  response: linkView,
  errors: [...beyond, 'VERSION_STALE'],
  tags: ['links'],
})
export const answerAuthorisation = endpoint({
  method: 'POST',
  path: '/his/api/links/{token}/authorisation',
  summary: 'The patient opens the record to a unit, declines, or takes back what was given',
  permission: 'link',
  audit: 'write',
  params,
  body: authorisationAnswer,
  response: linkView,
  errors: [...dead, 'UNAUTHENTICATED', 'IDENTITY_LOCKED', 'ILLEGAL_STEP', 'VERSION_STALE'],
  tags: ['links'],
})
export const arrive = endpoint({
  method: 'POST',
  path: '/his/api/links/{token}/arrivals',
  summary: 'Devices checked: into the waiting room, checked in',
  permission: 'link',
  audit: 'write',
  idempotent: true,
  params,
  body: arrival,
  response: linkView,
  errors: [...beyond, 'APPT_NOT_TODAY', 'APPT_ILLEGAL_STEP'],
  tags: ['links'],
})
export const patientCall = endpoint({
  method: 'POST',
  path: '/his/api/links/{token}/calls',
  summary: 'The patient rings the doctor and the bound nurse',
  permission: 'link',
  audit: 'write',
  idempotent: true,
  params,
  body: z.object({ videoCall: z.boolean().default(true) }),
  response: linkView,
  errors: [...beyond, 'APPT_NOT_TODAY', 'APPT_ILLEGAL_STEP', 'CALL_ALREADY', 'CALLEE_BUSY', 'DOCTOR_OFFLINE'],
  tags: ['links'],
})
export const patientCallAction = endpoint({
  method: 'POST',
  path: '/his/api/links/{token}/calls/{callID}',
  summary: 'Answer, reject, give up, hang up',
  permission: 'link',
  audit: 'write',
  params: params.extend({ callID: uuid }),
  body: z.object({ action: linkCallAction }),
  response: linkView,
  errors: [...beyond, 'NOT_FOUND', 'CALL_TAKEN', 'CALL_OVER'],
  tags: ['links'],
})
export const patientToken = endpoint({
  method: 'POST',
  path: '/his/api/links/{token}/tokens',
  summary: "Media token of the visit's room for the patient",
  permission: 'link',
  audit: 'none',
  params,
  response: mediaToken,
  errors: [...beyond, 'ROOM_NOT_STARTED', 'ROOM_DENIED', 'ROOM_CLOSED'],
  tags: [],
})
export const recordingConsent = endpoint({
  method: 'POST',
  path: '/his/api/links/{token}/recording-consent',
  summary: 'Agree to the recording, or withdraw, also in the call',
  permission: 'link',
  audit: 'write',
  params,
  body: z.object({ agree: z.boolean(), text: singleLine(32) }),
  response: linkView,
  errors: [...beyond, 'VERSION_STALE'],
  tags: ['links'],
})
export const leaveVisit = endpoint({
  method: 'POST',
  path: '/his/api/links/{token}/leave',
  summary: 'Leave the waiting room or the call; one may come back',
  permission: 'link',
  audit: 'write',
  params,
  response: linkView,
  errors: [...beyond, 'CALL_TAKEN', 'ILLEGAL_STEP'],
  tags: ['links'],
})
export const cancelVisit = endpoint({
  method: 'POST',
  path: '/his/api/links/{token}/cancel',
  summary: 'Call the visit off, until 30 minutes before it',
  permission: 'link',
  audit: 'write',
  params,
  /** `refund`: what the page said goes back; another sum by now is refused. */
  body: z.object({ reason: reason(singleLine(200)).optional(), refund: money.optional() }),
  response: linkView,
  errors: [...beyond, 'APPT_ILLEGAL_STEP', 'APPT_IN_CALL', 'VERSION_STALE'],
  tags: ['links'],
})
/** Whoever holds the message may pay for the patient: no identity is asked for it. */
export const payByLink = endpoint({
  method: 'POST',
  path: '/his/api/links/{token}/payments',
  summary: "Where to pay: the provider's own page; asked again it is the same one",
  permission: 'linkToken',
  audit: 'write',
  params,
  response: z.object({ url: z.string(), until: instant }),
  errors: [...dead, 'HOLD_EXPIRED', 'PAYMENT_ILLEGAL_STEP', 'PAYMENT_FAILED', 'PROVIDER_MISSING'],
  tags: ['links'],
})

export const changeVisit = endpoint({
  method: 'POST',
  path: '/his/api/links/{token}/change',
  summary: 'Another time with the same doctor, until 30 minutes before the visit; what was paid stays paid',
  permission: 'link',
  audit: 'write',
  params,
  /** `date`: of the session; a time after midnight belongs to the evening before. */
  body: z.object({ date, at: instant }),
  response: linkView,
  errors: [
    ...beyond,
    'SLOT_FULL',
    'SLOT_PASSED',
    'SLOT_CLOSED',
    'DOUBLE_BOOKED',
    'BOOKING_INVALID',
    'APPT_ILLEGAL_STEP',
    'VERSION_STALE',
    'NOT_FOUND',
  ],
  tags: ['links'],
})
