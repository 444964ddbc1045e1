import {
  answersWarnings,
  keepsMembers,
  dispenses,
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
import { common, own, type Rule } from './shape.ts'

const note = { 'body.pid': 'member', 'body.qid': 'visit' } as const
const signedNote = { 'body.pid': 'member', 'body.qid': 'pastVisit' } as const
/** Beside the allergy that is planted. */
const history = { version: 2, life_type: [{ note: 'x' }] }
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
  'GET /his/api/documents/{kind}/{id}': [
    { ids: { 'params.id': 'signed' }, with: { params: { kind: 'record' } }, needs: [seesVisit, readsSigned] },
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
  'POST /his/api/notecopies': [
    {
      ids: { ...note, 'body.id': 'draft', 'body.from': 'signed' },
      with: { body: { parts: ['s'] } },
      needs: [sees, writes('emr.write'), readsSigned],
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
      unread: ['body.unit'],
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
  // What is known of the patient goes into it where the record is open; a closed one is said to be closed.
  'POST /his/api/drugchecks': [
    { as: 'a draft', ids: note, with: { body: { lines: [medicine] } }, needs: [seesVisit] },
    {
      as: 'a note that stands',
      ids: { ...note, 'body.noteId': 'draft' },
      idle: ['body.noteId'],
      with: { body: { lines: [medicine] } },
      needs: [seesVisit],
    },
  ],
  'POST /his/api/drugcheckanswers': [
    {
      ids: { ...note, 'body.noteId': 'draft' },
      with: { body: { key: 'x', reason: 'x' } },
      needs: [sees, answersWarnings],
      answers: 'VERSION_STALE',
    },
  ],
  // No provider is set up here: the panel is told so, by who may write on the note alone.
  'POST /his/api/aiSuggestion': [{ ids: { ...note, 'body.noteId': 'draft' }, needs: [sees, writes('emr.write')] }],
  'POST /his/api/updateContinuousPrescription': [
    {
      ids: { ...note, 'body.noteId': 'draft' },
      with: { body: { version: 1, refill: null } },
      needs: [sees, writes('prescription.write')],
    },
  ],
  'GET /his/api/pharmacylist': common,
  'GET /his/api/getRxString/{qid}': [{ ids: { 'params.qid': 'pastVisit' }, needs: [seesVisit, readsSigned] }],
  'POST /his/api/sendPrescription': [
    {
      ids: { ...signedNote, 'body.noteId': 'signed' },
      unread: ['body.pharmacyId'],
      with: { body: { pharmacyId: 2 } },
      needs: [sees, answersWarnings],
      answers: 'RX_ALREADY_SENT',
    },
  ],
  'GET /his/api/prescriptions': own('prescriptions, and those at the own pharmacies', {
    ids: ['query.pid', 'query.pharmacy'],
    with: { query: { state: 'all', pageSize: 100 } },
  }),
  'PUT /his/api/prescriptions/{id}': [
    { ids: { 'params.id': 'prescription' }, with: { body: { action: 'take', version: 1 } }, needs: [dispenses] },
  ],
  // Who recommends needs products of their own and an institution that sells: the choice is taken back, which needs neither.
  'POST /his/api/productsendings': [
    {
      as: 'taken back',
      ids: note,
      unread: ['body.id', 'body.items.0.productId'],
      with: { body: { items: [] } },
      needs: [seesVisit],
    },
  ],
  'GET /his/api/medhistories/{pid}': [{ ids: { 'params.pid': 'member' }, needs: [sees, open] }],
  'POST /his/api/updatePatientMedHistory': [
    { as: 'without a visit', ids: { 'body.pid': 'member' }, with: { body: history }, needs: [sees, open] },
    { as: 'in a visit', ids: note, with: { body: history }, needs: [seesVisit, open] },
    {
      as: 'a change of an entry',
      ids: { 'body.pid': 'member', 'body.sensitive_matters.0.id': 'history' },
      // Of the other parts alike: one rule over the five.
      unread: ['person_sick', 'parents_sick', 'parents_cancer', 'life_type'].map((kind) => `body.${kind}.0.id`),
      with: { body: { version: 2, sensitive_matters: [{ note: 'x' }] } },
      needs: [sees, open],
      hides: ['NOT_FOUND', 'BAD_INPUT'],
    },
    {
      as: 'an entry marked as wrong',
      ids: { 'body.pid': 'member', 'body.withdrawn.0.id': 'history' },
      with: { body: { version: 2, withdrawn: [{ why: 'entered-in-error', reason: 'x' }] } },
      needs: [sees, open],
      hides: ['NOT_FOUND', 'BAD_INPUT'],
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
      unread: ['body.lines.0.unit'],
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
  // Whose patient is named ranks what the asker has signed for them, and nothing else.
  'POST /his/api/get_icd10': { none: 'common knowledge', ids: ['body.pid'] },
  'GET /his/api/getMedHistoryItems': common,
  'POST /his/api/get_medicine_info': common,
  'GET /his/api/fetchMedFreqRoute': common,
  'GET /his/api/consents/{pid}': [
    { as: 'a patient', ids: { 'params.pid': 'member' }, needs: [sees] },
    { as: 'beside a visit', ids: { 'params.pid': 'member', 'query.qid': 'visit' }, needs: [sees, seesVisit] },
  ],
  'POST /his/api/consents': [
    { as: 'a patient', ids: { 'body.pid': 'member' }, with: { body: { channel: 'sms' } }, needs: [sees] },
    {
      as: 'beside a visit',
      ids: { 'body.pid': 'member', 'body.qid': 'visit' },
      with: { body: { channel: 'email' } },
      needs: [sees, seesVisit],
    },
  ],
  'PUT /his/api/consents/{id}': [
    {
      ids: { 'params.id': 'consent' },
      unread: ['body.pid', 'body.qid', 'body.fileId', 'body.witness'],
      with: { body: { action: 'withdraw', version: 1 } },
      needs: [sees, keepsMembers],
    },
  ],
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
