import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { uuid } from '../core/scalars.ts'
import * as s from './schema.ts'
import { checkListSheet } from './sheet.ts'

const ofMember = ['NOT_FOUND', 'MEMBER_DISABLED'] as const

export const getHealthChecks = endpoint({
  method: 'GET',
  path: '/his/api/healthchecks',
  summary: 'Health checks of members of the own units: unfinished ones first, then the newest',
  permission: 'event.operate',
  audit: 'read',
  replica: true,
  query: s.checkQuery,
  response: s.healthCheck,
  list: true,
  sheet: checkListSheet,
  tags: ['healthchecks'],
})
export const postHealthCheck = endpoint({
  method: 'POST',
  path: '/his/api/healthchecks',
  summary: 'Start a health check of a member, whose identity was confirmed; HC_RUNNING names the one that runs',
  permission: 'event.operate',
  audit: 'write',
  idempotent: true,
  body: s.startBody,
  response: s.checkDetail,
  errors: [...ofMember, 'PATIENT_REQUIRED', 'CARD_UNREADABLE', 'HC_RUNNING'],
  tags: ['healthchecks'],
})
export const getHealthCheck = endpoint({
  method: 'GET',
  path: '/his/api/healthchecks/{id}',
  summary:
    'One health check: what was entered, how far its processing is, and in an open record its result with ranges and earlier ones',
  permission: 'event.operate',
  audit: 'read',
  params: z.object({ id: uuid }),
  response: s.checkDetail,
  errors: ['NOT_FOUND'],
  tags: ['healthchecks'],
})
export const putHealthCheck = endpoint({
  method: 'PUT',
  path: '/his/api/healthchecks/{id}',
  summary: 'The steps of a health check: enter, attach, submit, retry, cancel, correct, comment, acknowledge',
  permission: 'event.operate',
  audit: 'write',
  idempotent: true,
  params: z.object({ id: uuid }),
  body: s.stepBody,
  response: s.checkDetail,
  errors: [
    'NOT_FOUND',
    'VERSION_STALE',
    'HC_ILLEGAL_STEP',
    'HC_INCOMPLETE',
    'VALUE_INVALID',
    'VALUE_IMPLAUSIBLE',
    'WEIGHT_CHANGE_IMPLAUSIBLE',
    'FIELD_RELATED',
    'REASON_REQUIRED',
    'CONTENT_REQUIRED',
    'EMR_NOT_AUTHORISED',
  ],
  tags: ['healthchecks'],
})
