import {
  right,
  signs,
  prepares,
  both,
  withdraws,
  begins,
  either,
  entersRoom,
  open,
  readsDraft,
  readsSigned,
  sees,
  seesVisit,
  writes,
} from '../needs.ts'
import { HOST } from '../people.ts'
import { common, type Rule } from './shape.ts'

const note = { 'body.pid': 'member', 'body.qid': 'visit' } as const
const signedNote = { 'body.pid': 'member', 'body.qid': 'pastVisit' } as const
const medicine = { code: '衛署藥製字第057114號', dose: 1, frequency: 'QD', route: 'PO', days: 7 }

/** The record. */
export const record: Record<string, Rule> = {
  'POST /his/api/getEmrData': [
    { as: 'beside a visit', ids: note, needs: [seesVisit, either(open, entersRoom)] },
    { as: 'without a visit', ids: { 'body.pid': 'member' }, with: { body: { qid: 0 } }, needs: [sees, open] },
  ],
  'POST /his/api/fetchMRHistory': [{ ids: { 'body.pid': 'member' }, needs: [sees, readsSigned] }],
  'GET /his/api/notes/{pid}/{page}': [
    { ids: { 'params.pid': 'member' }, with: { params: { page: 1 } }, needs: [sees, readsSigned] },
  ],
  'POST /his/api/mrnotedata': [
    { as: 'a visit', ids: { 'body.qid': 'pastVisit' }, needs: [seesVisit, readsSigned] },
    { as: 'a note', ids: { 'body.qid': 'pastVisit', 'body.noteId': 'signed' }, needs: [seesVisit, readsSigned] },
  ],
  'GET /his/api/getRXData/{qid}': [{ ids: { 'params.qid': 'pastVisit' }, needs: [seesVisit, readsSigned] }],
  'POST /his/api/soap_icd10': [
    { as: 'a draft', ids: { ...note, 'body.noteId': 'draft' }, needs: [sees, readsDraft] },
    { as: 'a signed note', ids: { ...signedNote, 'body.noteId': 'signed' }, needs: [sees, readsSigned] },
    {
      as: 'a new order',
      ids: { ...note, 'body.noteId': 'draft', 'body.order.0': 'diagnosis' },
      with: { body: { version: 1 } },
      needs: [sees, writes('diagnosis.write')],
    },
  ],
  'GET /his/api/noteversions/{id}': [{ ids: { 'params.id': 'signed' }, needs: [sees, readsSigned] }],
  'POST /his/api/note': [
    { as: 'own', ids: note, needs: [seesVisit, begins] },
    {
      as: "the doctor's",
      ids: { ...note, 'body.did': 'doctor' },
      needs: [seesVisit, either(withdraws, both(prepares, open))],
    },
  ],
  'PUT /his/api/notes/{id}': [
    {
      ids: { ...note, 'params.id': 'draft' },
      with: { body: { version: 1, s: 'x' } },
      needs: [sees, writes('emr.write')],
    },
  ],
  'POST /his/api/updateSubjective': [
    {
      ids: { ...note, 'body.id': 'draft' },
      with: { body: { version: 1, text: 'x' } },
      needs: [sees, writes('emr.write')],
    },
  ],
  'POST /his/api/updateObject': [
    {
      ids: { ...note, 'body.id': 'draft' },
      with: { body: { version: 1, text: 'x' } },
      needs: [sees, writes('emr.write')],
    },
  ],
  'POST /his/api/upsertICD': [
    {
      as: 'a new one',
      ids: { ...note, 'body.noteId': 'draft' },
      with: { body: { code: 'E11.9' } },
      needs: [sees, writes('diagnosis.write')],
    },
    {
      as: 'one that is there',
      ids: { ...note, 'body.noteId': 'draft', 'body.id': 'diagnosis' },
      with: { body: { code: 'E11.9', version: 1 } },
      needs: [sees, writes('diagnosis.write')],
    },
  ],
  'POST /his/api/deleteICD': [
    {
      ids: { ...note, 'body.noteId': 'draft', 'body.id': 'diagnosis' },
      idle: ['body.id'],
      with: { body: { version: 1 } },
      needs: [sees, writes('diagnosis.write')],
    },
  ],
  'POST /his/api/upsertMedicine': [
    {
      as: 'a new one',
      ids: { ...note, 'body.noteId': 'draft' },
      with: { body: medicine },
      needs: [sees, writes('prescription.write')],
    },
    {
      as: 'one that is there',
      ids: { ...note, 'body.noteId': 'draft', 'body.id': 'line' },
      with: { body: { ...medicine, version: 1 } },
      needs: [sees, writes('prescription.write')],
    },
  ],
  'POST /his/api/deleteMedicine': [
    {
      ids: { ...note, 'body.noteId': 'draft', 'body.id': 'line' },
      idle: ['body.id'],
      with: { body: { version: 1 } },
      needs: [sees, writes('prescription.write')],
    },
  ],
  'POST /his/api/recordSignature': [
    { as: 'alone', ids: { ...note, 'body.id': 'draft' }, with: { body: { version: 1 } }, needs: [seesVisit, signs] },
    {
      as: 'and finish',
      ids: { ...note, 'body.id': 'draft' },
      with: { body: { version: 1, finish: true } },
      needs: [seesVisit, signs, right('appointment.finish')],
    },
  ],
  'POST /his/api/updatenote': [
    {
      ids: { ...signedNote, 'body.id': 'signed' },
      with: { body: { version: 1, reason: '補充', s: 'x' } },
      needs: [sees, signs],
    },
  ],
  'POST /his/api/delnote': [
    {
      as: 'a draft',
      ids: { ...note, 'body.id': 'draft' },
      with: { body: { version: 1, reason: '寫錯病人' } },
      needs: [seesVisit, withdraws],
    },
    {
      as: 'a signed note',
      ids: { ...signedNote, 'body.id': 'signed' },
      with: { body: { version: 1, reason: '寫錯病人' } },
      needs: [seesVisit, withdraws],
    },
  ],
  'POST /his/api/notepresences': [
    { ids: { 'body.noteId': 'draft' }, with: { body: { part: 's' } }, needs: [sees, readsDraft] },
  ],
  'GET /his/api/membertodos/{pid}': [{ ids: { 'params.pid': 'member' }, needs: [sees] }],
  'GET /his/api/todorecipients': [{ ids: { 'query.pid': 'member' }, needs: [sees] }],
  'POST /his/api/todolist': [
    {
      as: 'about a patient',
      ids: { 'body.pid': 'member' },
      unread: ['body.recipientMid', 'body.about.id'],
      with: { body: { content: 'x', recipientMid: HOST } },
      needs: [sees],
    },
    {
      as: 'from a note',
      ids: { 'body.about.id': 'signed' },
      unread: ['body.recipientMid', 'body.pid'],
      with: { body: { content: 'x', recipientMid: HOST, about: { kind: 'note' } } },
      needs: [sees, readsSigned],
    },
  ],
  'POST /his/api/get_icd10': common,
  'POST /his/api/get_medicine_info': common,
  'GET /his/api/fetchMedFreqRoute': common,
  'GET /his/api/consents/{pid}': [{ ids: { 'params.pid': 'member' }, needs: [sees] }],
  'POST /his/api/consents/{pid}/emergency': [
    { as: 'a patient', ids: { 'params.pid': 'member' }, with: { body: { reason: '病人昏迷送醫' } }, needs: [sees] },
    {
      as: 'beside a visit',
      ids: { 'params.pid': 'member', 'body.qid': 'visit' },
      with: { body: { reason: '病人昏迷送醫' } },
      needs: [sees],
    },
  ],
}
