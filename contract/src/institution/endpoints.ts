import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { id, instant, locale, numeric } from '../core/scalars.ts'
import * as s from './schema.ts'

const no = numeric(z.number().int().min(0).max(100_000))

export const getContact = endpoint({
  method: 'GET',
  path: '/his/api/institutioncontact',
  summary: 'How the own institution is reached, and when',
  permission: 'setting.own',
  audit: 'none',
  response: s.institutionContact,
  tags: ['admin'],
})
export const getFeedbacks = endpoint({
  method: 'GET',
  path: '/his/api/feedbacks',
  summary: 'What one wrote to the institution with its answers; for its administrators what everybody wrote',
  permission: 'setting.own',
  audit: 'read',
  query: s.feedbackQuery,
  response: s.feedback,
  list: true,
  errors: ['NOT_FOUND'],
  tags: ['feedbacks'],
})
export const postFeedback = endpoint({
  method: 'POST',
  path: '/his/api/feedbacks',
  summary: 'Write to the institution; it goes to its address as well, where it has set one',
  permission: 'setting.own',
  audit: 'write',
  idempotent: true,
  body: s.newFeedback,
  response: s.feedback,
  errors: ['TITLE_REQUIRED', 'REMARKS_REQUIRED', 'SUGGESTION_REQUIRED', 'NOT_FOUND'],
  tags: ['feedbacks'],
})
export const putFeedback = endpoint({
  method: 'PUT',
  path: '/his/api/feedbacks/{id}',
  summary: 'Answer what was written to the institution',
  permission: 'admin.partner',
  audit: 'write',
  params: z.object({ id }),
  body: s.feedbackAnswer,
  response: s.feedback,
  errors: ['NOT_FOUND', 'VERSION_STALE', 'CONTENT_REQUIRED'],
  tags: ['feedbacks'],
})
export const getPrivacyStatement = endpoint({
  method: 'GET',
  path: '/his/api/privacystatements',
  summary: 'The privacy statement of the own institution: the newest, or one of before',
  permission: 'setting.own',
  audit: 'none',
  query: z.object({ v: no.optional(), lang: locale.default('zh-TW') }),
  response: s.privacyStatement,
  errors: ['NOT_FOUND'],
  tags: ['privacy'],
})
export const getStatementTexts = endpoint({
  method: 'GET',
  path: '/his/api/privacystatements/{no}',
  summary: 'A statement in all its languages, to write the next one from',
  permission: 'admin.partner',
  audit: 'none',
  params: z.object({ no }),
  response: s.statementTexts,
  errors: ['NOT_FOUND'],
  tags: ['privacy'],
})
export const postPrivacyStatement = endpoint({
  method: 'POST',
  path: '/his/api/privacystatements',
  summary: 'Publish a new version of the privacy statement; those of before stay readable',
  permission: 'admin.partner',
  audit: 'write',
  idempotent: true,
  body: s.newStatement,
  response: z.object({ no: z.number().int() }),
  errors: ['NOT_FOUND', 'VERSION_STALE'],
  tags: ['privacy'],
})
export const acceptPrivacyStatement = endpoint({
  method: 'POST',
  path: '/his/api/privacystatements/{no}/acceptances',
  summary: 'Accept the newest version of the privacy statement; twice is once',
  permission: 'setting.own',
  audit: 'write',
  params: z.object({ no }),
  idempotent: true,
  body: z.object({ lang: locale }),
  response: z.object({ no: z.number().int(), acceptedAt: instant }),
  errors: ['AGREEMENT_REQUIRED'],
  tags: ['privacy'],
})
