import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { id, version } from '../core/scalars.ts'
import { linkToken } from '../links/endpoints.ts'
import * as s from './schema.ts'
import { questionnaireSheet, resultSheet } from './sheet.ts'

const params = z.object({ id })
const ofMember = ['NOT_FOUND', 'MEMBER_DISABLED'] as const

export const getQuestionnaires = endpoint({
  method: 'GET',
  path: '/his/api/questionnaires',
  summary: 'Questionnaires of the institution and standard instruments, with how many were sent and answered',
  permission: 'session',
  audit: 'none',
  query: s.questionnaireQuery,
  response: s.questionnaireRow,
  list: true,
  sheet: questionnaireSheet,
  errors: ['FORBIDDEN'],
  tags: ['questionnaires', 'forms'],
})
export const postQuestionnaire = endpoint({
  method: 'POST',
  path: '/his/api/questionnaires',
  summary: 'Build or import a FHIR Questionnaire, or copy one: a draft',
  permission: 'form.build',
  audit: 'write',
  idempotent: true,
  body: s.questionnaireBody,
  response: s.questionnaireDetail,
  errors: ['FORM_INVALID', 'NOT_FOUND'],
  tags: ['questionnaires'],
})
export const getQuestionnaire = endpoint({
  method: 'GET',
  path: '/his/api/questionnaires/{id}',
  summary: 'One with its draft, its versions, and what keeps the draft from being published',
  permission: 'session',
  audit: 'none',
  params,
  query: z.object({ number: id.optional() }),
  response: s.questionnaireDetail,
  errors: ['FORBIDDEN', 'NOT_FOUND'],
  tags: ['questionnaires'],
})
export const putQuestionnaire = endpoint({
  method: 'PUT',
  path: '/his/api/questionnaires/{id}',
  summary: 'Save the draft, give it up, or retire the questionnaire; a standard instrument is copied to be changed',
  permission: 'form.build',
  audit: 'write',
  params,
  body: s.questionnaireChange,
  response: s.questionnaireDetail,
  errors: ['NOT_FOUND', 'FORM_INVALID', 'FORM_RETIRED', 'FORM_PUBLISHED', 'VERSION_STALE'],
  tags: ['questionnaires', 'forms'],
})
export const publishQuestionnaire = endpoint({
  method: 'POST',
  path: '/his/api/questionnaires/{id}/publish',
  summary: 'The draft becomes the next version; what was sent goes on with its own',
  permission: 'form.build',
  audit: 'write',
  idempotent: true,
  params,
  body: z.object({ version }),
  response: s.questionnaireDetail,
  errors: ['NOT_FOUND', 'FORM_INVALID', 'FORM_EMPTY', 'FORM_RETIRED', 'FORM_PUBLISHED', 'VERSION_STALE'],
  tags: ['questionnaires'],
})
export const sendQuestionnaire = endpoint({
  method: 'POST',
  path: '/his/api/questionnaires/{id}/sendings',
  summary: 'Ask members: by a link, by a notice, or here; each on the version that is published now',
  permission: 'form.collect',
  audit: 'write',
  idempotent: true,
  params,
  body: s.sendingBody,
  response: s.sendingAnswer,
  errors: [
    ...ofMember,
    'RECIPIENT_REQUIRED',
    'END_TIME_REQUIRED',
    'SEND_TIME_PAST',
    'NO_CHANNEL',
    'FORM_RETIRED',
    'FORM_EMPTY',
    'FORBIDDEN',
  ],
  tags: ['questionnaires', 'forms'],
})
export const remindQuestionnaire = endpoint({
  method: 'POST',
  path: '/his/api/questionnaires/{id}/reminders',
  summary: 'Remind those who have not answered, each once',
  permission: 'form.collect',
  audit: 'write',
  idempotent: true,
  params,
  body: s.reminderBody,
  response: s.reminderAnswer,
  errors: ['NOT_FOUND', 'FORBIDDEN'],
  tags: ['forms'],
})
export const getResults = endpoint({
  method: 'GET',
  path: '/his/api/questionnaires/{id}/results',
  summary: 'Who was asked, how it stands, scores with their meaning; as a file, too',
  permission: 'form.collect',
  audit: 'read',
  replica: true,
  params,
  query: s.resultQuery,
  response: s.resultRow,
  list: true,
  sheet: resultSheet,
  errors: ['NOT_FOUND'],
  tags: ['forms'],
})
export const getSummary = endpoint({
  method: 'GET',
  path: '/his/api/questionnaires/{id}/summary',
  summary: 'How the answers of a version are spread, question by question',
  permission: 'form.collect',
  audit: 'read',
  replica: true,
  params,
  query: s.summaryQuery,
  response: s.summary,
  errors: ['NOT_FOUND'],
  tags: ['forms'],
})
export const getAnswerSheet = endpoint({
  method: 'GET',
  path: '/his/api/questionnaires/{id}/answersheet',
  summary: 'The answers of a version as an Excel file, a column for each question',
  permission: 'form.collect',
  audit: 'read',
  params,
  query: s.summaryQuery,
  response: z.unknown(),
  raw: true,
  file: 'xlsx',
  errors: ['NOT_FOUND'],
  tags: [],
})
export const getForm = endpoint({
  method: 'GET',
  path: '/his/api/forms/{cmsf_id}',
  summary: 'A form to fill in or to read: its questions, what is answered, and how it came to be',
  permission: 'form.collect',
  audit: 'read',
  params: z.object({ cmsf_id: id }),
  response: s.formView,
  errors: [...ofMember],
  tags: ['forms'],
})
export const putForm = endpoint({
  method: 'PUT',
  path: '/his/api/forms/{cmsf_id}',
  summary:
    'Keep what is answered so far, submit it, amend it with a reason, or say that an answer of danger was looked after',
  permission: 'form.collect',
  audit: 'write',
  idempotent: true,
  params: z.object({ cmsf_id: id }),
  body: s.formChange,
  response: s.formView,
  errors: [
    ...ofMember,
    'ANSWER_REQUIRED',
    'ANSWER_INVALID',
    'FORM_CLOSED',
    'FORM_RETIRED',
    'ILLEGAL_STEP',
    'REASON_REQUIRED',
    'VERSION_STALE',
  ],
  tags: ['forms'],
})
export const getMemberForms = endpoint({
  method: 'GET',
  path: '/his/api/memberforms/{pid}',
  summary: 'Questionnaires of one member, the newest first',
  permission: 'form.collect',
  audit: 'read',
  params: z.object({ pid: id }),
  response: z.array(s.memberForm),
  errors: [...ofMember],
  tags: ['forms'],
})

const dead = [
  'LINK_INVALID',
  'LINK_EXPIRED',
  'LINK_DEAD',
  'RATE_LIMITED',
  'UNAUTHENTICATED',
  'IDENTITY_LOCKED',
] as const
export const getLinkForm = endpoint({
  method: 'GET',
  path: '/his/api/links/{token}/answers',
  summary: 'What the patient is asked by this link, and what is answered so far',
  permission: 'link',
  audit: 'none',
  params: z.object({ token: linkToken }),
  response: s.linkForm,
  errors: [...dead],
  tags: ['links'],
})
export const postLinkAnswers = endpoint({
  method: 'POST',
  path: '/his/api/links/{token}/answers',
  summary: 'Keep what the patient has answered, or submit it; the same submitted twice is one',
  permission: 'link',
  audit: 'write',
  params: z.object({ token: linkToken }),
  body: s.linkAnswers,
  response: s.linkForm,
  errors: [
    ...dead,
    'ANSWER_REQUIRED',
    'ANSWER_INVALID',
    'FORM_CLOSED',
    'FORM_RETIRED',
    'ILLEGAL_STEP',
    'VERSION_STALE',
  ],
  tags: ['links'],
})
