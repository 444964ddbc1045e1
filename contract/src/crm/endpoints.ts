import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { asked, id, singleLine, prose, uuid } from '../core/scalars.ts'
import { TEXT_MAX } from '../chat/rules.ts'
import * as s from './schema.ts'
import { caseSheet } from './sheet.ts'

const steps = [
  'NOT_FOUND',
  'FORBIDDEN',
  'VERSION_STALE',
  'CASE_ILLEGAL_STEP',
  'CASE_UNASSIGNED',
  'RECIPIENT_REQUIRED',
  'CONTENT_REQUIRED',
  'REASON_REQUIRED',
  'FIELD_RELATED',
] as const

export const getSNs = endpoint({
  method: 'POST',
  path: '/his/api/getSNs',
  summary: 'Cases of the own units',
  permission: 'crm.read',
  audit: 'read',
  replica: true,
  body: s.caseQuery,
  response: s.caseRow,
  list: true,
  sheet: caseSheet,
  tags: ['cases'],
})
export const getCase = endpoint({
  method: 'GET',
  path: '/his/api/cases/{sn}',
  summary: 'One case with its timeline, linked calls and the other cases of the member',
  permission: 'crm.read',
  audit: 'read',
  params: z.object({ sn: id }),
  response: s.caseDetail,
  errors: ['NOT_FOUND'],
  tags: ['cases', 'members', 'chat'],
})
export const fetchSRQuantity = endpoint({
  method: 'POST',
  path: '/his/api/fetchSRQuantity',
  summary: 'How many cases are open, closed, the own, nobody’s and about to be late',
  permission: 'crm.read',
  audit: 'none',
  body: s.countQuery,
  response: s.caseCounts,
  tags: ['cases'],
})
export const getCrmConfig = endpoint({
  method: 'GET',
  path: '/his/api/getCrmConfig',
  summary: 'Types with their targets, states, origins, and who can have a case',
  permission: 'crm.read',
  audit: 'none',
  response: s.crmConfig,
  tags: ['session', 'admin'],
})
export const crmMembers = endpoint({
  method: 'POST',
  path: '/his/api/crmmembers',
  summary: 'Members a case can be opened for, with how many they have open',
  permission: 'crm.read',
  audit: 'read',
  body: z.object({ q: singleLine(60).default(''), pid: id.optional() }),
  response: z.array(s.crmMember),
  errors: ['SEARCH_INCOMPLETE', 'NOT_FOUND', 'MEMBER_DISABLED'],
  tags: ['members', 'cases'],
})
export const createSN = endpoint({
  method: 'POST',
  path: '/his/api/createSN',
  summary: 'Open a case',
  permission: 'crm.write',
  audit: 'write',
  idempotent: true,
  body: s.newCase,
  response: s.caseRow,
  errors: ['TITLE_REQUIRED', 'CASE_TYPE_REQUIRED', 'PATIENT_REQUIRED', 'NOT_FOUND', 'FIELD_RELATED', 'MEMBER_DISABLED'],
  tags: ['cases'],
})
export const updateSN = endpoint({
  method: 'POST',
  path: '/his/api/updateSN',
  summary: 'Change, assign, give back, finish, cancel, close, restore a case; take a last step back',
  permission: 'crm.write',
  audit: 'write',
  idempotent: true,
  body: s.caseStepBody,
  response: s.caseRow,
  errors: [...steps, 'TITLE_REQUIRED'],
  tags: ['cases'],
})
export const createSND = endpoint({
  method: 'POST',
  path: '/his/api/createSND',
  summary: 'A note on a case',
  permission: 'crm.write',
  audit: 'write',
  idempotent: true,
  body: z.object({ sn: id, text: asked(prose(s.MAX_TEXT).default('')) }),
  response: s.caseRow,
  errors: ['NOT_FOUND', 'FORBIDDEN', 'CASE_ILLEGAL_STEP', 'CONTENT_REQUIRED'],
  tags: ['cases'],
})
/** The client's number makes it idempotent by itself, as in the conversation. */
export const messageFromCase = endpoint({
  method: 'POST',
  path: '/his/api/casemessages',
  summary: 'Write to the patient of a case: it is sent in their conversation and stands in the case',
  permission: 'chat.patient',
  audit: 'write',
  body: z.object({ sn: id, clientId: uuid, textContent: prose(TEXT_MAX * 4) }),
  response: z.object({ conversationId: id, seq: z.number().int() }),
  errors: ['NOT_FOUND', 'FORBIDDEN', 'CASE_ILLEGAL_STEP', 'MESSAGE_EMPTY', 'MESSAGE_TOO_LONG', 'CHAT_NOT_ALLOWED'],
  tags: ['cases', 'chat', 'counts'],
})
export const updateMultiSN = endpoint({
  method: 'POST',
  path: '/his/api/updateMultiSN',
  summary: 'One step for many cases, each answered by itself',
  permission: 'crm.write',
  audit: 'write',
  idempotent: true,
  body: s.manyBody,
  response: s.manyOutcome,
  errors: ['RECIPIENT_REQUIRED', 'CONTENT_REQUIRED', 'REASON_REQUIRED', 'NOT_FOUND'],
  tags: ['cases'],
})
export const snAiSuggestion = endpoint({
  method: 'POST',
  path: '/his/api/snAiSuggestion',
  summary: 'A suggestion of the AI provider for a case, asked without who it is about',
  permission: 'ai.suggest',
  audit: 'write',
  body: z.object({ sn: id }),
  response: s.suggestion,
  errors: ['NOT_FOUND', 'AI_UNAVAILABLE', 'AI_CONSENT', 'SEND_FAILED'],
  tags: ['cases'],
})
export const ratingAiResponse = endpoint({
  method: 'POST',
  path: '/his/api/ratingAiResponse',
  summary: 'Rate a suggestion one asked for',
  permission: 'ai.suggest',
  audit: 'write',
  body: z.object({ id: uuid, rating: z.enum(['useful', 'notUseful']) }),
  response: s.suggestion,
  errors: ['NOT_FOUND'],
  tags: ['cases'],
})
