import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { paging, sortBy } from '../core/paging.ts'
import { asked, date, id, locale, prose, reason, singleLine, uuid, version } from '../core/scalars.ts'
import { REFILLS_MAX, rxActions } from './rx-rules.ts'
import { listedPharmacy, rxSending, rxState } from './rx-schema.ts'
import { rxSheet } from './sheet.ts'
import { note, owner } from './schema.ts'

const writes = { permission: 'prescription.write', audit: 'write' } as const

export const updateContinuousPrescription = endpoint({
  method: 'POST',
  path: '/his/api/updateContinuousPrescription',
  summary: "Make a draft's prescription refillable: how often in all and until when; `null`: it is filled once",
  body: z.object({
    ...owner,
    noteId: uuid,
    version,
    refill: z.object({ times: z.number().int().min(2).max(REFILLS_MAX), until: date }).nullable(),
  }),
  response: note,
  errors: [
    'NOTE_SIGNED',
    'NOTE_NOT_AUTHOR',
    'ILLEGAL_STEP',
    'VERSION_STALE',
    'VALUE_INVALID',
    'EMR_NOT_AUTHORISED',
    'MEMBER_DISABLED',
    'NOT_FOUND',
  ],
  tags: ['notes', 'record'],
  ...writes,
})
export const pharmacyList = endpoint({
  method: 'GET',
  path: '/his/api/pharmacylist',
  summary: 'Pharmacies that take prescriptions, by place; whether they are open now, where their hours are known',
  permission: 'prescription.write',
  audit: 'none',
  query: z.object({ q: singleLine(60).optional(), city: singleLine(40).optional(), open: z.enum(['1']).optional() }),
  response: z.array(listedPharmacy),
  tags: [],
})
export const getRxString = endpoint({
  method: 'GET',
  path: '/his/api/getRxString/{qid}',
  summary:
    "A visit's signed prescription as text for the patient, and as the content of a QR code, which names no patient",
  permission: 'emr.read',
  audit: 'read',
  params: z.object({ qid: id }),
  query: z.object({ lang: locale.optional() }),
  response: z.array(z.object({ noteId: uuid, number: z.string(), text: z.string(), qr: z.string() })),
  errors: ['EMR_NOT_AUTHORISED', 'MEMBER_DISABLED', 'NOT_FOUND'],
  tags: ['record', 'prescriptions'],
})
export const sendPrescription = endpoint({
  method: 'POST',
  path: '/his/api/sendPrescription',
  summary: 'Send a signed prescription to a pharmacy; one that was returned is replaced by it',
  idempotent: true,
  body: z.object({ ...owner, noteId: uuid, pharmacyId: asked(id.optional()) }),
  response: rxSending,
  errors: [
    'PHARMACY_REQUIRED',
    'RX_ALREADY_SENT',
    'RX_EMPTY',
    'RX_ILLEGAL_STEP',
    'NOTE_NOT_AUTHOR',
    'EMR_NOT_AUTHORISED',
    'MEMBER_DISABLED',
    'NOT_FOUND',
  ],
  tags: ['prescriptions', 'record'],
  ...writes,
})
export const rxSort = sortBy('sent', 'patient', 'state')
export const getPrescriptions = endpoint({
  method: 'GET',
  path: '/his/api/prescriptions',
  summary: 'Prescriptions at pharmacies: those of the caller’s pharmacies, and those the caller sent',
  permission: 'emr.read',
  audit: 'read',
  replica: true,
  query: z.object({
    /** `open`: somebody still has to do something. */
    state: z.enum(['open', 'all', ...rxState.options]).default('open'),
    pharmacy: id.optional(),
    pid: id.optional(),
    from: date.optional(),
    to: date.optional(),
    refill: z.enum(['1']).optional(),
    /** Its number, or a part of the patient's name. */
    q: singleLine(60).optional(),
    sort: rxSort.optional(),
    ...paging,
  }),
  response: rxSending,
  list: true,
  sheet: rxSheet,
  tags: ['prescriptions'],
})
export const putPrescription = endpoint({
  method: 'PUT',
  path: '/his/api/prescriptions/{id}',
  summary: 'A step of a prescription at a pharmacy: take, return, answer, reject, dispense, cancel',
  permission: 'emr.read',
  audit: 'write',
  idempotent: true,
  params: z.object({ id: uuid }),
  body: z.object({
    action: z.enum(rxActions),
    version,
    /** Why it is returned, rejected or cancelled, or what is answered. */
    text: reason(prose(1000)).optional(),
    /** With `dispense`: what differs from the prescription, by the place of the line. */
    lines: z
      .array(
        z.object({
          line: z.number().int().min(0).max(59),
          /** No more than prescribed, unless something else is given in its place; 0: nothing of this line. */
          quantity: z.number().min(0).max(99_999_999).optional(),
          substitution: singleLine(200).default(''),
          lot: singleLine(60).default(''),
        }),
      )
      .max(60)
      .optional(),
  }),
  response: rxSending,
  errors: [
    'RX_ILLEGAL_STEP',
    'RX_DISPENSED',
    'REFILL_USED_UP',
    'REFILL_TOO_EARLY',
    'REASON_REQUIRED',
    'VALUE_INVALID',
    'VERSION_STALE',
    'NOT_FOUND',
  ],
  tags: ['prescriptions', 'record'],
})
