import { z } from 'zod'
import { reservation } from '../appointments/booking-endpoints.ts'
import { endpoint } from '../core/endpoint.ts'
import { id, singleLine } from '../core/scalars.ts'
import { addMember } from '../members/endpoints.ts'
import * as s from './schema.ts'
import { eventListSheet } from './sheet.ts'

const ofMember = ['NOT_FOUND', 'MEMBER_DISABLED'] as const

export const getEvents = endpoint({
  method: 'POST',
  path: '/his/api/getEvents',
  summary: 'Free-clinic and screening events of the own units, with how many joined, were measured and are done',
  permission: 'event.operate',
  audit: 'none',
  body: s.eventQuery,
  response: s.careEvent,
  list: true,
  sheet: eventListSheet,
  tags: ['careevents'],
})
export const postEvent = endpoint({
  method: 'POST',
  path: '/his/api/events',
  summary: 'Make an event with its days, place and items',
  permission: 'event.manage',
  audit: 'write',
  idempotent: true,
  body: s.eventBody,
  response: s.careEvent,
  errors: ['NOT_FOUND', 'VALUE_INVALID'],
  tags: ['careevents'],
})
export const putEvent = endpoint({
  method: 'PUT',
  path: '/his/api/events/{id}',
  summary: 'Change an event, or cancel it with a reason; what was measured stays',
  permission: 'event.manage',
  audit: 'write',
  idempotent: true,
  params: z.object({ id }),
  body: s.eventChange,
  response: s.careEvent,
  errors: ['NOT_FOUND', 'VERSION_STALE', 'VALUE_INVALID', 'REASON_REQUIRED', 'ILLEGAL_STEP'],
  tags: ['careevents'],
})
export const scanCard = endpoint({
  method: 'POST',
  path: '/his/api/scanCard',
  summary:
    'Health card, id or member QR as a reader types it → the member of the event’s unit, and whether they joined',
  permission: 'event.operate',
  audit: 'read',
  body: z.object({ eventid: id, code: singleLine(60) }),
  response: s.scanned,
  errors: ['CARD_UNREADABLE', ...ofMember],
  tags: ['careevents'],
})
export const joinEvent = endpoint({
  method: 'POST',
  path: '/his/api/joinEvent',
  summary: 'Register a member at an event, with their consent; also somebody new',
  permission: 'event.operate',
  audit: 'write',
  idempotent: true,
  body: s.joinBody,
  response: s.participant,
  errors: ['EVENT_CLOSED', 'EVENT_JOINED', 'CARD_UNREADABLE', 'PATIENT_REQUIRED', ...addMember.errors, ...ofMember],
  tags: ['careevents'],
})
export const getEventItemList = endpoint({
  method: 'POST',
  path: '/his/api/getEventItemList',
  summary: 'What an event measures: unit, station and what a body can have of each item',
  permission: 'event.operate',
  audit: 'none',
  body: z.object({ eventid: id }),
  response: z.array(s.itemRule),
  errors: ['NOT_FOUND'],
  tags: ['careevents'],
})
export const getEventMeasureData = endpoint({
  method: 'POST',
  path: '/his/api/getEventMeasureData',
  summary: 'Who joined an event and what was measured; of one person, or for one station',
  permission: 'event.operate',
  audit: 'read',
  body: s.measureQuery,
  response: s.measureData,
  errors: [...ofMember, 'FIELD_RELATED'],
  tags: ['careevents'],
})
export const upsertMeasureData = endpoint({
  method: 'POST',
  path: '/his/api/upsertMeasureData',
  summary: 'Store what a station measured; what another station wrote meanwhile is kept beside it',
  permission: 'event.operate',
  audit: 'write',
  idempotent: true,
  body: s.measureBody,
  response: s.measured,
  errors: [...ofMember, 'EVENT_CLOSED', 'VALUE_INVALID', 'VALUE_IMPLAUSIBLE', 'WEIGHT_CHANGE_IMPLAUSIBLE'],
  tags: ['careevents'],
})
export const uploadEventReport = endpoint({
  method: 'POST',
  path: '/his/api/uploadEventReport',
  summary: 'Hand in a report of a participant: a file of theirs that has been uploaded',
  permission: 'event.operate',
  audit: 'write',
  idempotent: true,
  body: s.reportBody,
  response: s.participant,
  errors: [...ofMember, 'EVENT_CLOSED'],
  tags: ['careevents'],
})
export const makeEventAppt = endpoint({
  method: 'POST',
  path: '/his/api/makeEventAppt',
  summary: 'Book a consultation for a participant',
  permission: 'appointment.book',
  audit: 'write',
  idempotent: true,
  body: s.eventBooking,
  response: s.eventBooked,
  errors: [...reservation.errors, 'EVENT_CLOSED'],
  tags: ['careevents', 'appointments', 'counts'],
})
export const getEventResult = endpoint({
  method: 'POST',
  path: '/his/api/getEventResult',
  summary: 'Result of a member at an event, with ranges, earlier events and the address of the sheet to print',
  permission: 'event.operate',
  audit: 'read',
  body: z.object({ eventid: id, pid: id }),
  response: s.eventResult,
  errors: [...ofMember],
  tags: ['careevents', 'appointments'],
})
export const getEventSheet = endpoint({
  method: 'GET',
  path: '/his/api/eventsheets/{eventid}/{pid}',
  summary: 'The result sheet by its signed address: without a session, and of this person at this event alone',
  permission: 'public',
  audit: 'read',
  params: z.object({ eventid: id, pid: id }),
  query: z.object({ token: singleLine(400).default('') }),
  response: s.eventSheet,
  errors: ['LINK_INVALID', 'LINK_EXPIRED'],
  tags: [],
})
