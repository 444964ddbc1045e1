import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { id, uuid } from '../core/scalars.ts'
import { careEvent } from './schema.ts'
import * as s from './screening-schema.ts'
import { peopleSheet, reportSheet } from './sheets.ts'
import { eventListSheet } from './sheet.ts'

const ofMember = ['NOT_FOUND', 'MEMBER_DISABLED'] as const

export const getHpaEvents = endpoint({
  method: 'POST',
  path: '/his/api/hpa/getEvents',
  summary: 'Preventive-health events (Health Promotion Administration) of the own units',
  permission: 'event.operate',
  audit: 'none',
  body: s.hpaQuery,
  response: careEvent,
  list: true,
  sheet: eventListSheet,
  tags: ['careevents'],
})
export const getHpaReport = endpoint({
  method: 'POST',
  path: '/his/api/hpa/getReports',
  summary: 'What an event reports to the authority: numbers by programme, sex and age, and whether it was handed in',
  permission: 'event.manage',
  audit: 'read',
  replica: true,
  body: z.object({ eventid: id }),
  response: s.report,
  sheet: reportSheet,
  errors: ['NOT_FOUND'],
  tags: ['careevents'],
})
export const postHpaReport = endpoint({
  method: 'POST',
  path: '/his/api/screenings/{id}/report',
  summary: 'Note that the report was handed to the authority, once; its numbers are kept as they stand',
  permission: 'event.manage',
  audit: 'write',
  idempotent: true,
  params: z.object({ id }),
  response: s.report,
  errors: ['NOT_FOUND', 'ILLEGAL_STEP'],
  tags: ['careevents'],
})
export const getScreening = endpoint({
  method: 'GET',
  path: '/his/api/screenings/{id}',
  summary:
    'A screening event and, of each programme, how many are eligible, were invited, came, were screened, positive, followed up',
  permission: 'event.operate',
  audit: 'none',
  params: z.object({ id }),
  response: s.screening,
  errors: ['NOT_FOUND'],
  tags: ['careevents'],
})
export const getScreeningPeople = endpoint({
  method: 'POST',
  path: '/his/api/screenings/people',
  summary: 'Who stands at one stage of a programme at an event; positive ones that nobody has closed first',
  permission: 'event.operate',
  audit: 'read',
  replica: true,
  body: s.peopleQuery,
  response: s.programmePerson,
  list: true,
  sheet: peopleSheet,
  errors: ['NOT_FOUND', 'FORBIDDEN'],
  tags: ['careevents'],
})
export const getScreeningPerson = endpoint({
  method: 'GET',
  path: '/his/api/screenings/{id}/people/{pid}',
  summary:
    'One person at a screening: which programmes are for them and why, results with their follow-up, earlier ones',
  permission: 'event.operate',
  audit: 'read',
  params: z.object({ id, pid: id }),
  response: s.screeningPerson,
  errors: [...ofMember, 'FORBIDDEN'],
  tags: ['careevents'],
})
export const postInvitations = endpoint({
  method: 'POST',
  path: '/his/api/screenings/{id}/invitations',
  summary: 'Invite members to a programme of an event, and send them the notice where one is given',
  permission: 'event.operate',
  audit: 'write',
  idempotent: true,
  params: z.object({ id }),
  body: s.invitationBody,
  response: s.invited,
  errors: [
    ...ofMember,
    'FORBIDDEN',
    'EVENT_CLOSED',
    'VALUE_INVALID',
    'RECIPIENT_REQUIRED',
    'CONTENT_REQUIRED',
    'SEND_TIME_PAST',
  ],
  tags: ['careevents', 'notices'],
})
export const postScreeningFacts = endpoint({
  method: 'POST',
  path: '/his/api/screenings/{id}/facts',
  summary: 'What somebody says that decides whether a programme is for them: risk, and when it was last',
  permission: 'event.operate',
  audit: 'write',
  idempotent: true,
  params: z.object({ id }),
  body: s.factsBody,
  response: s.screeningPerson,
  errors: [...ofMember, 'FORBIDDEN', 'VALUE_INVALID'],
  tags: ['careevents'],
})
export const postScreeningResult = endpoint({
  method: 'POST',
  path: '/his/api/screenings/{id}/results',
  summary:
    'A result of who came; a positive one names who looks after it until when, and an urgent one finds that person at once',
  permission: 'event.operate',
  audit: 'write',
  idempotent: true,
  params: z.object({ id }),
  body: s.resultBody,
  response: s.screeningPerson,
  errors: [
    'SCREENING_NOT_FOR',
    ...ofMember,
    'FORBIDDEN',
    'VALUE_INVALID',
    'RECIPIENT_REQUIRED',
    'REASON_REQUIRED',
    'ILLEGAL_STEP',
    'TODO_SERVICE_STAFF',
    'CONTENT_REQUIRED',
    'FIELD_RELATED',
  ],
  tags: ['careevents', 'handoffs', 'counts'],
})
export const putFollowUp = endpoint({
  method: 'PUT',
  path: '/his/api/screeningfollowups/{id}',
  summary: 'Hand a follow-up to somebody else or to another day, or close it with what came of it',
  permission: 'event.operate',
  audit: 'write',
  idempotent: true,
  params: z.object({ id: uuid }),
  body: s.followUpBody,
  response: s.screeningPerson,
  errors: [
    ...ofMember,
    'FORBIDDEN',
    'VERSION_STALE',
    'ILLEGAL_STEP',
    'CONTENT_REQUIRED',
    'VALUE_INVALID',
    'RECIPIENT_REQUIRED',
    'TODO_SERVICE_STAFF',
    'FIELD_RELATED',
  ],
  tags: ['careevents', 'handoffs', 'counts'],
})
