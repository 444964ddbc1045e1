import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { singleLine, uuid } from '../core/scalars.ts'
import {
  answerBody,
  opinion,
  opinionBody,
  opinionChange,
  opinionDetail,
  opinionDoctor,
  opinionQuery,
} from './schema.ts'
import { opinionSheet } from './sheet.ts'

const one = z.object({ id: uuid })
const write = {
  permission: 'opinion.use',
  audit: 'write',
  idempotent: true,
  response: opinionDetail,
  tags: ['opinions'],
} as const

export const getOpinions = endpoint({
  method: 'GET',
  path: '/his/api/opinions',
  summary: 'Opinions one is asked for, or asks for; answered ones of a record that is open',
  permission: 'opinion.use',
  audit: 'read',
  replica: true,
  query: opinionQuery,
  response: opinion,
  list: true,
  sheet: opinionSheet,
  errors: ['NOT_FOUND', 'MEMBER_DISABLED'],
  tags: ['opinions', 'members'],
})

export const postOpinion = endpoint({
  method: 'POST',
  path: '/his/api/opinions',
  summary: 'Ask another doctor for an opinion, and show the records it is about',
  body: opinionBody,
  errors: [
    'NOT_FOUND',
    'MEMBER_DISABLED',
    'EMR_NOT_AUTHORISED',
    'RECIPIENT_REQUIRED',
    'CONTENT_REQUIRED',
    'RECORDS_REQUIRED',
    'VALUE_INVALID',
  ],
  ...write,
})

export const getOpinion = endpoint({
  method: 'GET',
  path: '/his/api/opinions/{id}',
  summary: 'One opinion: the question, exactly the records that are shown, and the answer',
  permission: 'opinion.use',
  audit: 'read',
  params: one,
  response: opinionDetail,
  errors: ['NOT_FOUND'],
  tags: ['opinions', 'files', 'members'],
})

export const putOpinion = endpoint({
  method: 'PUT',
  path: '/his/api/opinions/{id}',
  summary: 'Decline an invitation, withdraw it, or change what is asked and shown',
  params: one,
  body: opinionChange,
  errors: [
    'NOT_FOUND',
    'FORBIDDEN',
    'OPINION_CLOSED',
    'VERSION_STALE',
    'REASON_REQUIRED',
    'CONTENT_REQUIRED',
    'RECORDS_REQUIRED',
    'EMR_NOT_AUTHORISED',
    'VALUE_INVALID',
  ],
  ...write,
})

export const postOpinionAnswer = endpoint({
  method: 'POST',
  path: '/his/api/opinions/{id}/answers',
  summary: 'Sign the answer, which ends the access; or add to one that was signed',
  params: one,
  body: answerBody,
  errors: [
    'NOT_FOUND',
    'FORBIDDEN',
    'OPINION_CLOSED',
    'VERSION_STALE',
    'CONTENT_REQUIRED',
    'SIGN_FAILED',
    'STAFF_NOT_VERIFIED',
  ],
  ...write,
})

export const opinionDoctors = endpoint({
  method: 'GET',
  path: '/his/api/opiniondoctors',
  summary: 'Whom one can ask: doctors of the institution, whichever their unit',
  permission: 'opinion.use',
  audit: 'none',
  query: z.object({ q: singleLine(60).default('') }),
  response: z.array(opinionDoctor),
  errors: [],
  tags: ['profile'],
})
