import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { id, singleLine, uuid } from '../core/scalars.ts'
import { historyChange, historyItem, medHistory } from '../members/history.ts'
import { drugCheck } from '../prescriptions/checks/schema.ts'
import { answerInput, prescriptionItemInput, note, owner } from './schema.ts'

/** A line as it is being written; what is not there yet is not checked yet. */
export const checkedLine = prescriptionItemInput.pick({ code: true, dose: true, frequency: true, route: true })
export const drugCheckBody = z.object({
  ...owner,
  qid: id,
  /** The note that is written on: its own earlier lines do not run beside it. */
  noteId: uuid.optional(),
  lines: z.array(checkedLine).max(60),
  diagnoses: z.array(singleLine(10)).max(30).default([]),
})
export type DrugCheckBody = z.output<typeof drugCheckBody>
export const drugAnswerBody = z.object({ ...owner, noteId: uuid, ...answerInput.shape })
export type DrugAnswerBody = z.output<typeof drugAnswerBody>

const closed = ['EMR_NOT_AUTHORISED', 'MEMBER_DISABLED', 'NOT_FOUND'] as const

export const getMedHistoryItems = endpoint({
  method: 'GET',
  path: '/his/api/getMedHistoryItems',
  summary: 'The items of the history form, by kind',
  permission: 'emr.read',
  audit: 'none',
  response: z.array(historyItem),
  tags: [],
})
export const medHistories = endpoint({
  method: 'GET',
  path: '/his/api/medhistories/{pid}',
  summary: "A patient's history as the form has it: what stands, and what was withdrawn or replaced",
  permission: 'emr.read',
  audit: 'read',
  params: z.object({ pid: id }),
  response: medHistory,
  errors: closed,
  tags: ['record', 'members'],
})
export const updatePatientMedHistory = endpoint({
  method: 'POST',
  path: '/his/api/updatePatientMedHistory',
  summary: 'Record history and allergies: what is new, what is changed, what was wrong; nothing is overwritten',
  permission: 'emr.write',
  audit: 'write',
  body: historyChange,
  response: medHistory,
  idempotent: true,
  errors: [...closed, 'VERSION_STALE', 'REASON_REQUIRED'],
  tags: ['record', 'members', 'appointments', 'calls'],
})

export const drugChecks = endpoint({
  method: 'POST',
  path: '/his/api/drugchecks',
  summary: 'What speaks against a prescription as it is being written, and what was not checked',
  permission: 'prescription.write',
  audit: 'read',
  body: drugCheckBody,
  response: drugCheck,
  errors: ['MEMBER_DISABLED', 'NOT_FOUND'],
  tags: [],
})
export const answerDrugCheck = endpoint({
  method: 'POST',
  path: '/his/api/drugcheckanswers',
  summary: 'Give the reason for which a warning about the lines of a draft is passed over; the note keeps it',
  permission: 'prescription.write',
  audit: 'write',
  body: drugAnswerBody,
  response: note,
  errors: [...closed, 'NOTE_SIGNED', 'NOTE_NOT_AUTHOR', 'ILLEGAL_STEP', 'VERSION_STALE', 'REASON_REQUIRED'],
  tags: ['notes', 'record'],
})
