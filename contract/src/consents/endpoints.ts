import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { id, prose, reason, uuid } from '../core/scalars.ts'
import { askBody, consent, consentAction, emergencyAccess, patientConsents } from './schema.ts'

export const getConsents = endpoint({
  method: 'GET',
  path: '/his/api/consents/{pid}',
  summary: "A patient's consents and authorisations with the caller's units, newest first",
  permission: 'emr.read',
  audit: 'read',
  params: z.object({ pid: id }),
  /** The visit beside which one would ask: by what and how often is then its unit's. */
  query: z.object({ qid: id.optional() }),
  response: patientConsents,
  errors: ['NOT_FOUND', 'MEMBER_DISABLED', 'FIELD_RELATED'],
  tags: ['consents'],
})

/** Asked again, the request before is over: its link opens nothing and its code is dead. */
export const postConsent = endpoint({
  method: 'POST',
  path: '/his/api/consents',
  summary: 'Ask the patient to authorise the record: by a link, or by a code that is read out at the desk',
  permission: 'emr.read',
  audit: 'write',
  idempotent: true,
  body: askBody,
  response: consent,
  errors: [
    'NOT_FOUND',
    'MEMBER_DISABLED',
    'FIELD_RELATED',
    'NO_CHANNEL',
    'AUTH_REQUEST_LIMIT',
    'CODE_SEND_LIMIT',
    'ILLEGAL_STEP',
  ],
  tags: ['consents'],
})

/** Recorded by staff for the patient: the code they read out, the paper they signed, the withdrawal on their word. */
export const putConsent = endpoint({
  method: 'PUT',
  path: '/his/api/consents/{id}',
  summary: 'The authorisation read out or signed on site, or its withdrawal on the word of the patient',
  permission: 'emr.read',
  audit: 'write',
  params: z.object({ id: uuid }),
  body: consentAction,
  response: consent,
  errors: [
    'NOT_FOUND',
    'MEMBER_DISABLED',
    'FIELD_RELATED',
    'FILE_REQUIRED',
    'FORBIDDEN',
    'ILLEGAL_STEP',
    'VERSION_STALE',
    'CODE_REQUIRED',
    'CODE_WRONG',
    'CODE_EXPIRED',
    'CODE_USED',
    'CODE_TRIES_EXCEEDED',
  ],
  tags: ['consents', 'record', 'notes', 'appointments', 'members'],
})

export const postEmergency = endpoint({
  method: 'POST',
  path: '/his/api/consents/{pid}/emergency',
  summary: 'Open a record in an emergency, with a reason, for 60 minutes',
  permission: 'emr.emergency',
  audit: 'write',
  idempotent: true,
  params: z.object({ pid: id }),
  body: z.object({ reason: reason(prose(500)), qid: id.optional(), password: z.string().max(200).optional() }).meta({
    description: 'password: the own one, wanted from the eleventh patient within an hour on (EMERGENCY_LIMIT)',
  }),
  response: emergencyAccess,
  errors: ['REASON_REQUIRED', 'NOT_FOUND', 'MEMBER_DISABLED', 'EMERGENCY_LIMIT', 'WRONG_PASSWORD', 'LOGIN_LOCKED'],
  tags: ['consents', 'record', 'notes', 'appointments'],
})
