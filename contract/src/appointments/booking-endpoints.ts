import { endpoint } from '../core/endpoint.ts'
import { contacts, contactsAsk, reservationAnswer, reservationAsk } from './booking-schema.ts'

export const reservation = endpoint({
  method: 'POST',
  path: '/his/api/reservation',
  summary: 'Book, change or cancel; all conflicts at once',
  permission: 'appointment.book',
  audit: 'write',
  idempotent: true,
  body: reservationAsk,
  response: reservationAnswer,
  errors: [
    'BOOKING_INVALID',
    'SLOT_FULL',
    'SLOT_PASSED',
    'SLOT_CLOSED',
    'DOUBLE_BOOKED',
    'PATIENT_REQUIRED',
    'DOCTOR_REQUIRED',
    'PATIENT_NOT_FOUND',
    'DOCTOR_NOT_FOUND',
    'MEMBER_DISABLED',
    'errorMsg1',
    'errorMsg2',
    'errorMsg3',
    'errorMsg4',
    'errorMsg5',
    'errorMsg6',
    'APPT_ILLEGAL_STEP',
    'APPT_IN_CALL',
    'REASON_REQUIRED',
    'VERSION_STALE',
    'NOT_FOUND',
  ],
  tags: ['appointments', 'counts'],
})

export const contactsForReservation = endpoint({
  method: 'POST',
  path: '/his/api/ContactsForReservation',
  summary: 'Patients and doctors that can be chosen for a booking',
  permission: 'appointment.book',
  audit: 'read',
  body: contactsAsk,
  response: contacts,
  errors: ['SEARCH_INCOMPLETE', 'NOT_FOUND', 'MEMBER_DISABLED'],
  tags: ['members'],
})
