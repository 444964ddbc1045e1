import { right, sees, seesVisit } from '../needs.ts'
import { type Call, own, type Nobodys, type Rule } from './shape.ts'

const prices: Nobodys = { none: "an institution's prices" }
/** Of staff: a line's patient is masked, and nothing of it opens a record. */
const ofStaff = (...ids: string[]): Nobodys => ({ none: 'what staff are paid: settlement.test.ts', ids })
const reserve = (as: string, more: Omit<Call, 'needs' | 'as'>): Call => ({
  as,
  ...more,
  needs: [sees, right('appointment.book')],
})
/** A visit that is made or changed is seen by who does it. */
const ofVisit = (as: string, more: Omit<Call, 'needs' | 'as'>): Call => ({
  ...reserve(as, more),
  needs: [seesVisit, right('appointment.book')],
})

/** Bookings, fees and payments. */
export const booking: Record<string, Rule> = {
  'POST /his/api/reservation': [
    ofVisit('book', {
      ids: { 'body.pid': 'member' },
      with: { body: { action: 'book', kind: 'emergency', did: 500 } },
      unread: ['body.did', 'body.unit'],
      hides: ['NOT_FOUND', 'FORBIDDEN'],
    }),
    ofVisit('change', {
      ids: { 'body.qid': 'visit' },
      with: { body: { action: 'change', version: 1, time: '09:00' } },
      unread: ['body.did'],
      answers: 'APPT_ILLEGAL_STEP',
    }),
    ofVisit('cancel', { ids: { 'body.qid': 'visit' }, with: { body: { action: 'cancel', version: 1, reason: 'x' } } }),
  ],
  'POST /his/api/payments': [
    ofVisit('waive', {
      ids: { 'body.qid': 'visit' },
      with: { body: { action: 'waive', version: 1, reason: 'x' } },
      answers: 'PAYMENT_ILLEGAL_STEP',
    }),
  ],
  'POST /his/api/paymentreports/{provider}': {
    none: 'a machine’s, by its signature; without one it is told nothing',
    ids: ['body.checkout'],
  },
  'GET /his/api/refunds': {
    none: 'a list: filled by what the caller sees',
    with: { query: { state: 'all', pageSize: 100 } },
  },
  'POST /his/api/payments/{qid}/refunds': [
    {
      as: 'in cash',
      ids: { 'params.qid': 'visit', 'body.refund': 'refund' },
      // From a version that never was: nothing is given back, and who may not hears nothing of it.
      with: { body: { version: 999, method: 'cash' } },
      needs: [sees, right('fee.partner')],
      answers: 'VERSION_STALE',
    },
  ],
  'GET /his/api/statements': ofStaff('query.unit', 'query.who'),
  'GET /his/api/statementsums': ofStaff('query.unit', 'query.who'),
  'GET /his/api/statements/{id}': ofStaff('params.id'),
  'PUT /his/api/statements/{id}': ofStaff('params.id'),
  'POST /his/api/statements/{id}/corrections': ofStaff('params.id', 'body.id'),
  'POST /his/api/statements/{id}/payouts': ofStaff('params.id', 'body.id'),
  'POST /his/api/statements/{id}/remarks': ofStaff('params.id', 'body.id', 'body.line'),
  'GET /his/api/statements/{id}/document': ofStaff('params.id'),
  'GET /his/api/transferfiles': ofStaff(),
  'GET /his/api/settlementrates': ofStaff(),
  'POST /his/api/settlementrates': ofStaff('body.id'),
  'GET /his/api/exemptions': {
    none: 'a list: filled by what the caller sees',
    with: { query: { state: 'all', pageSize: 100 } },
    ids: ['query.pid'],
  },
  'POST /his/api/exemptions': [
    {
      as: 'from long ago',
      ids: { 'body.pid': 'member' },
      with: { body: { kind: 'free', startsOn: '2026-01-01' } },
      unread: ['body.did'],
      needs: [sees, right('fee.partner')],
      answers: 'FIELD_RELATED',
    },
  ],
  'DELETE /his/api/exemptions/{id}': [
    {
      as: 'from no version',
      ids: { 'params.id': 'exemption' },
      with: { query: { version: 999 } },
      needs: [sees, right('fee.partner')],
      answers: 'VERSION_STALE',
    },
  ],
  'POST /partner/checkmemberfreepay': [
    reserve('ask', { ids: { 'body.pid': 'member' }, with: { body: {} }, unread: ['body.did'] }),
  ],
  'POST /his/api/ContactsForReservation': [reserve('one', { ids: { 'body.pid': 'member' }, with: { body: {} } })],
  'POST /his/api/createDoctorFee': own('fees', {
    with: { body: { version: 0, twDay: 100, twNight: 100, cnDay: null, cnNight: null } },
  }),
  'GET /his/api/getDoctorGeneralFee/{id}': { ...prices, with: { params: { id: 500 } }, ids: ['params.id'] },
  'POST /his/api/servicefee': { ...prices, with: { body: { did: 500, interval: 1 } }, ids: ['body.did'] },
}
