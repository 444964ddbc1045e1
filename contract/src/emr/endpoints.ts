import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { paging } from '../core/paging.ts'
import { id, prose, reason, singleLine, uuid, version } from '../core/scalars.ts'
import {
  amendBody,
  copyNoteBody,
  diagnosis,
  foundDrug,
  foundIcd,
  emrData,
  frequencyRow,
  leftOut,
  prescriptionItemInput,
  note,
  printableNote,
  noteVersion,
  owner,
  prescriptionItem,
  recordBrief,
  routeRow,
  saveNoteBody,
  signBody,
  visitId,
} from './schema.ts'

const reads = { permission: 'emr.read', audit: 'read' } as const
const writes = { permission: 'emr.write', audit: 'write', response: note, tags: ['notes', 'record'] } as const
const closed = ['EMR_NOT_AUTHORISED', 'MEMBER_DISABLED', 'NOT_FOUND'] as const
/** What any change of a draft may be refused with. */
const locked = [
  'NOTE_SIGNED',
  'NOTE_NOT_AUTHOR',
  'ILLEGAL_STEP',
  'VERSION_STALE',
  'EMR_NOT_AUTHORISED',
  'MEMBER_DISABLED',
  'NOT_FOUND',
] as const

export const getEmrData = endpoint({
  method: 'POST',
  path: '/his/api/getEmrData',
  summary: "A patient's record beside a visit: header, history, the visit, its notes, recent records",
  body: z.object({ pid: id, qid: visitId }),
  response: emrData,
  errors: closed,
  tags: ['record', 'notes', 'consents', 'members'],
  ...reads,
})
export const fetchMRHistory = endpoint({
  method: 'POST',
  path: '/his/api/fetchMRHistory',
  summary: "A patient's earlier records, newest first; withdrawn ones only when asked for",
  body: z.object({
    pid: id,
    /** Part of a diagnosis, drug, doctor or complaint. */
    q: singleLine(60).default(''),
    withdrawn: z.boolean().default(false),
    ...paging,
  }),
  response: recordBrief,
  list: true,
  errors: closed,
  tags: ['record', 'notes'],
  ...reads,
})
export const getNotes = endpoint({
  method: 'GET',
  path: '/his/api/notes/{pid}/{page}',
  summary: 'Notes of a patient in full, newest first',
  params: z.object({ pid: id, page: paging.page }),
  query: z.object({ pageSize: paging.pageSize }),
  response: note,
  list: true,
  errors: closed,
  tags: ['record', 'notes'],
  ...reads,
})
export const mrNoteData = endpoint({
  method: 'POST',
  path: '/his/api/mrnotedata',
  summary: 'One visit with its notes in full, for reading and printing',
  body: z.object({ qid: id, noteId: uuid.optional() }),
  response: printableNote,
  errors: closed,
  tags: ['record', 'notes'],
  ...reads,
})
export const getRXData = endpoint({
  method: 'GET',
  path: '/his/api/getRXData/{qid}',
  summary: "A visit's prescription lines, note by note",
  params: z.object({ qid: id }),
  response: z.array(
    note.pick({ id: true, pid: true, qid: true, author: true, state: true, version: true, signedAt: true }).extend({
      lines: z.array(prescriptionItem),
    }),
  ),
  errors: closed,
  tags: ['record', 'notes'],
  ...reads,
})
export const soapIcd10 = endpoint({
  method: 'POST',
  path: '/his/api/soap_icd10',
  summary: 'Diagnoses of a note, the primary one first; with `order`, put into that order',
  permission: 'emr.read',
  audit: 'read',
  body: z.object({
    ...owner,
    noteId: uuid,
    /** Ids of all lines in the new order; needs `version` and diagnosis.write. */
    order: z.array(uuid).max(60).optional(),
    version: version.optional(),
  }),
  response: z.object({ noteId: uuid, version, diagnoses: z.array(diagnosis) }),
  errors: [...locked],
  tags: ['notes'],
})
export const noteVersions = endpoint({
  method: 'GET',
  path: '/his/api/noteversions/{id}',
  summary: 'Kept versions of a note, newest first, and what changed',
  params: z.object({ id: uuid }),
  query: z.object({ ...paging }),
  response: noteVersion,
  list: true,
  errors: closed,
  tags: ['notes'],
  ...reads,
})

export const createNote = endpoint({
  method: 'POST',
  path: '/his/api/note',
  summary: "The caller's note of a visit: begun, or the one that is there already",
  body: z.object({
    ...owner,
    /** A doctor the caller prepares for: the note is theirs, the caller is named as preparer. */
    did: id.optional(),
  }),
  idempotent: true,
  errors: ['EMR_NOT_AUTHORISED', 'APPT_ILLEGAL_STEP', 'NOTE_NOT_AUTHOR', 'NOT_FOUND'],
  ...writes,
})
export const saveNote = endpoint({
  method: 'PUT',
  path: '/his/api/notes/{id}',
  summary: 'Save S, O, A, P, memo against a version; parts others changed meanwhile are left as they are',
  params: z.object({ id: uuid }),
  body: saveNoteBody,
  errors: locked,
  ...writes,
})
export const copyNote = endpoint({
  method: 'POST',
  path: '/his/api/notecopies',
  summary:
    'Take parts of an earlier note of the patient into the draft: beneath what stands there, marked with the visit they came from; what could not come along is named',
  body: copyNoteBody,
  errors: locked,
  ...writes,
  response: z.object({ note, left: z.array(leftOut) }),
})
const one = z.object({ ...owner, id: uuid, version, text: saveNoteBody.shape.s.unwrap() })
export const updateSubjective = endpoint({
  method: 'POST',
  path: '/his/api/updateSubjective',
  summary: 'S of a note',
  body: one,
  errors: locked,
  ...writes,
})
export const updateObject = endpoint({
  method: 'POST',
  path: '/his/api/updateObject',
  summary: 'O of a note',
  body: one,
  errors: locked,
  ...writes,
})

export const upsertICD = endpoint({
  method: 'POST',
  path: '/his/api/upsertICD',
  summary: 'Add a diagnosis, or change its code, remarks or place',
  body: z.object({
    ...owner,
    noteId: uuid,
    /** An existing line; with its `version`. */
    id: uuid.optional(),
    version: version.optional(),
    code: singleLine(10),
    remarks: prose(500).optional(),
    /** 0 makes it the primary one. Unset: a new line goes last, an existing one stays. */
    sort: z.number().int().min(0).max(60).optional(),
  }),
  idempotent: true,
  errors: [...locked, 'ICD_NOT_FOUND', 'ICD_DUPLICATE'],
  ...writes,
  permission: 'diagnosis.write',
})
export const deleteICD = endpoint({
  method: 'POST',
  path: '/his/api/deleteICD',
  summary: 'Remove a diagnosis from a draft; one that is gone already is no error',
  /** The line as it was read: its own version, or that of the note it was read in. */
  body: z.object({ ...owner, noteId: uuid, id: uuid, version }),
  errors: locked,
  ...writes,
  permission: 'diagnosis.write',
})
export const upsertMedicine = endpoint({
  method: 'POST',
  path: '/his/api/upsertMedicine',
  summary: 'Add or change a prescription line; the total is computed here',
  body: z.object({
    ...owner,
    noteId: uuid,
    id: uuid.optional(),
    version: version.optional(),
    ...prescriptionItemInput.shape,
    sort: z.number().int().min(0).max(60).optional(),
  }),
  idempotent: true,
  errors: [...locked, 'RX_LINE_INVALID', 'DRUG_NOT_FOUND'],
  ...writes,
  permission: 'prescription.write',
})
export const deleteMedicine = endpoint({
  method: 'POST',
  path: '/his/api/deleteMedicine',
  summary: 'Remove a prescription line from a draft; one that is gone already is no error',
  body: z.object({ ...owner, noteId: uuid, id: uuid, version }),
  errors: locked,
  ...writes,
  permission: 'prescription.write',
})

export const recordSignature = endpoint({
  method: 'POST',
  path: '/his/api/recordSignature',
  summary: 'Sign a note and, if told, finish its appointment in the same step',
  body: signBody,
  response: note,
  permission: 'emr.sign',
  audit: 'write',
  idempotent: true,
  errors: [
    ...locked,
    'NOTE_INCOMPLETE',
    'RX_TOTAL_UNCHECKED',
    'DRUG_CHECK_OPEN',
    'SIGN_FAILED',
    'STAFF_NOT_VERIFIED',
    'APPT_ILLEGAL_STEP',
    'APPT_IN_CALL',
    'LOGIN_LOCKED',
  ],
  tags: ['notes', 'record', 'appointments', 'counts'],
})
export const updateNote = endpoint({
  method: 'POST',
  path: '/his/api/updatenote',
  summary: 'Amend a signed note with a reason: a new signed version, the earlier one stays readable',
  body: amendBody,
  response: note,
  permission: 'emr.sign',
  audit: 'write',
  idempotent: true,
  errors: [
    ...locked,
    'REASON_REQUIRED',
    'NOTE_INCOMPLETE',
    'RX_TOTAL_UNCHECKED',
    'DRUG_CHECK_OPEN',
    'SIGN_FAILED',
    'LOGIN_LOCKED',
    'ICD_NOT_FOUND',
    'ICD_DUPLICATE',
    'RX_LINE_INVALID',
    'DRUG_NOT_FOUND',
  ],
  tags: ['notes', 'record'],
})
export const delNote = endpoint({
  method: 'POST',
  path: '/his/api/delnote',
  summary: 'Withdraw a note with a reason: kept, marked, out of summaries',
  body: z.object({ ...owner, id: uuid, version, reason: reason(prose(500)) }),
  errors: [...locked, 'REASON_REQUIRED'],
  ...writes,
})
/** The longest title has 228 letters. */
const SEARCHED_MAX = 256
export const getIcd10 = endpoint({
  method: 'POST',
  path: '/his/api/get_icd10',
  summary: 'Find ICD-10 codes by code, Chinese or English name, abbreviation or lay word',
  permission: 'emr.read',
  audit: 'none',
  body: z.object({
    /** Blank: what the asker uses, and then what is common. */
    q: singleLine(SEARCHED_MAX),
    /** What the asker has signed for this patient comes before what they sign for others. */
    pid: id.optional(),
    ...paging,
  }),
  response: foundIcd,
  list: true,
  tags: [],
})
export const getMedicineInfo = endpoint({
  method: 'POST',
  path: '/his/api/get_medicine_info',
  summary: 'Find drugs by code, name or ingredient',
  permission: 'emr.read',
  audit: 'none',
  body: z.object({ q: singleLine(SEARCHED_MAX), ...paging }),
  response: foundDrug,
  list: true,
  tags: [],
})
export const fetchMedFreqRoute = endpoint({
  method: 'GET',
  path: '/his/api/fetchMedFreqRoute',
  summary: 'Frequencies and routes in force',
  permission: 'emr.read',
  audit: 'none',
  response: z.object({ frequencies: z.array(frequencyRow), routes: z.array(routeRow) }),
  tags: [],
})
