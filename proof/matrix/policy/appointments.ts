import { either, open, treating, right, sees, seesVisit, type Need } from '../needs.ts'
import { own, type Call, type Nobodys, type Rule } from './shape.ts'

const place = { with: { params: { partnerid: 1, sdid: 500 } }, ids: ['params.partnerid', 'params.sdid'] }
const ofDoctor: Nobodys = { none: 'a list by doctor: filled by what the caller sees', ...place }
const figures: Nobodys = {
  none: 'numbers of what the caller sees',
  ids: ['query.did', 'query.unit', 'body.did', 'body.unit'],
}
const step = (action: string, needs: readonly Need[], answers = 'OK', more: object = {}): Call => ({
  as: action,
  ids: { 'body.qid': action === 'undoFinish' ? 'pastVisit' : 'visit' },
  with: { body: { action, version: 1, reason: '病患來電', memo: 'x', ...more } },
  needs: [sees, ...needs],
  answers,
})
const sends = [seesVisit, right('call.use')]

/** Lists, steps and figures of visits. */
export const appointments: Record<string, Rule> = {
  'GET /his/api/queue/{partnerid}/{sdid}': ofDoctor,
  'GET /his/api/queueagent/{partnerid}/{sdid}': ofDoctor,
  'GET /his/api/queueotherday/{partnerid}/{sdid}': {
    ...ofDoctor,
    with: { ...place.with, query: { date: '2026-03-12' } },
  },
  'GET /his/api/queueuia/{partnerid}/{sdid}': ofDoctor,
  'GET /his/api/queuespec/{partnerid}/{sdid}': ofDoctor,
  'GET /his/api/reservation/{partnerid}/{sdid}': ofDoctor,
  'POST /his/api/getQueues': { ...figures, with: { body: { tab: 'today', pageSize: 100 } } },
  'POST /his/api/getQueuesUndoneQuantity': figures,
  'POST /his/api/searchQueueLog': {
    none: 'a list: filled by what the caller sees, whoever is asked for',
    with: { body: { range: 30, pageSize: 100 } },
    ids: ['body.did', 'body.pid', 'body.unit', 'body.booker'],
  },
  'POST /his/api/queuelogtotals': { ...figures, ids: ['body.did', 'body.pid', 'body.unit', 'body.booker'] },
  'GET /his/api/queueselsewhere': own('grants of other institutions', { ids: ['query.partner'] }),
  'GET /his/api/queuebookers': own("units' staff"),
  'POST /his/api/fetchApptUndoneQuantity': figures,
  'GET /his/api/weekqueuestatus': figures,
  'GET /his/api/monthqueuestatus/{year}/{month}': { ...figures, with: { params: { year: 2026, month: 3 } } },
  'GET /his/api/dashboards/home': figures,
  'GET /his/api/dashboards/todos': figures,
  'GET /his/api/counts': figures,
  'GET /his/api/queuefilters': own("institution's doctors and units"),
  'GET /his/api/getQueueDetailByQid/{id}': [{ ids: { 'params.id': 'visit' }, needs: [sees] }],
  'POST /his/api/queue': [
    step('undoCheckIn', [right('appointment.checkin')]),
    step('checkIn', [right('appointment.checkin')], 'APPT_ILLEGAL_STEP'),
    step('finish', [right('appointment.finish')]),
    step('close', [right('appointment.finish')]),
    step('cancel', [right('appointment.book')]),
    step('redial', [right('call.use')], 'APPT_ILLEGAL_STEP'),
    step('memo', [right('appointment.checkin')]),
    step('undoFinish', [right('appointment.finish'), treating], 'NOTE_SIGNED'),
  ],
  'GET /his/api/referrals': own('referrals, and those to the own units', {
    with: { query: { state: 'all', pageSize: 100 } },
  }),
  'GET /his/api/referraltargets': own("institution's units"),
  'GET /his/api/referrals/{id}': [{ ids: { 'params.id': 'referral' }, needs: [sees] }],
  // None of these letters has a file, and none goes outside.
  'GET /his/api/referrals/{id}/files/{file}': {
    none: 'a file that went along, to both sides of its letter: outside.test.ts',
    ids: ['params.id', 'params.file'],
  },
  'POST /his/api/referrals/{id}/links': {
    none: 'a link to a letter that went outside, of its sender: outside.test.ts',
    ids: ['params.id'],
  },
  'DELETE /his/api/referrals/{id}/links/{link}': {
    none: 'a link to a letter that went outside, of its sender: outside.test.ts',
    ids: ['params.id', 'params.link'],
  },
  'GET /his/api/outsideinstitutions': own("institution's directory"),
  'POST /his/api/outsideinstitutions': own("institution's directory"),
  'PUT /his/api/outsideinstitutions/{id}': own("institution's directory", { ids: ['params.id'] }),
  // Nobody there has bound an account.
  'POST /his/api/sendlinemsg': [
    {
      ids: { 'body.queueID': 'visit' },
      with: { body: { sms_room: 7 } },
      needs: [seesVisit, right('call.use')],
    },
  ],
  'POST /his/api/sendwechat': [
    {
      ids: { 'body.queueID': 'visit' },
      with: { body: { sms_room: 7 } },
      needs: [seesVisit, right('call.use')],
      answers: 'NO_CHANNEL',
    },
  ],
  'POST /his/api/sendroombysms': [
    {
      ids: { 'body.queueID': 'visit' },
      with: { body: { sms_room: 7 } },
      needs: [seesVisit, right('call.use')],
    },
  ],
  // Its patient rings: a link by which somebody is on the way in is not taken away under their hands.
  'DELETE /his/api/visitlinks/{id}': [
    { ids: { 'params.id': 'link' }, needs: [seesVisit, right('call.use')], answers: 'APPT_IN_CALL' },
  ],
  'POST /his/api/sendNotifyAndVideoLink': [
    { as: 'link', ids: { 'body.queueID': 'visit' }, with: { body: { sms_room: 2 } }, needs: sends },
    { as: 'message', ids: { 'body.queueID': 'visit' }, with: { body: { sms_room: 0, text: 'x' } }, needs: sends },
    {
      as: 'message from a case',
      ids: { 'body.queueID': 'visit', 'body.sn': 'case' },
      with: { body: { sms_room: 0, text: 'x' } },
      needs: [...sends, right('crm.read'), right('crm.write')],
    },
  ],
  'POST /his/api/referrals': [
    {
      ids: { 'body.qid': 'visit' },
      with: { body: { toUnit: 3, reason: '請評估', consent: true } },
      unread: [
        ...['body.toUnit', 'body.toMid', 'body.toOutside', 'body.follows', 'body.pid'],
        ...['body.notes.0', 'body.reports.0', 'body.files.0'],
      ],
      needs: [sees],
    },
    {
      as: 'with a record',
      ids: { 'body.qid': 'visit', 'body.notes.0': 'signed' },
      with: { body: { toUnit: 3, reason: '請評估', consent: true } },
      unread: [
        ...['body.toUnit', 'body.toMid', 'body.toOutside', 'body.follows', 'body.pid'],
        ...['body.reports.0', 'body.files.0'],
      ],
      needs: [sees, either(open, treating)],
    },
    {
      as: 'without a visit',
      ids: { 'body.pid': 'member' },
      with: { body: { toUnit: 3, reason: '請評估', consent: true } },
      unread: [
        ...['body.toUnit', 'body.toMid', 'body.toOutside', 'body.follows', 'body.qid'],
        ...['body.notes.0', 'body.reports.0', 'body.files.0'],
      ],
      needs: [sees],
    },
  ],
  'PUT /his/api/referrals/{id}': [
    { ids: { 'params.id': 'referral' }, with: { body: { action: 'receive', version: 1 } }, needs: [sees] },
  ],
  'GET /his/api/getQueueHistory/{pid}/{partnerid}/{page}': [
    { ids: { 'params.pid': 'member', 'params.partnerid': 'partner' }, with: { params: { page: 1 } }, needs: [sees] },
  ],
}
