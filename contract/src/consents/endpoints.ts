import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { id, prose } from '../core/scalars.ts'
import { emergencyAccess, patientConsents } from './schema.ts'

export const getConsents = endpoint({
  method: 'GET',
  path: '/his/api/consents/{pid}',
  summary: "A patient's consents and authorisations with the caller's units, newest first",
  permission: 'emr.read',
  audit: 'read',
  params: z.object({ pid: id }),
  response: patientConsents,
  errors: ['NOT_FOUND', 'MEMBER_DISABLED'],
  tags: ['consents'],
})

export const postEmergency = endpoint({
  method: 'POST',
  path: '/his/api/consents/{pid}/emergency',
  summary: 'Open a record in an emergency, with a reason, for 60 minutes',
  permission: 'emr.emergency',
  audit: 'write',
  idempotent: true,
  params: z.object({ pid: id }),
  body: z.object({ reason: prose(500), qid: id.optional() }),
  response: emergencyAccess,
  errors: ['REASON_REQUIRED', 'NOT_FOUND', 'MEMBER_DISABLED'],
  tags: ['consents', 'record', 'notes', 'appointments'],
})
