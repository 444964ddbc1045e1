import { treating, right, sees, seesVisit, type Need } from '../needs.ts'
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
  'POST /his/api/sendNotifyAndVideoLink': [
    { as: 'link', sms_room: 2 },
    { as: 'message', sms_room: 0, text: 'x' },
  ].map(({ as, ...body }) => ({
    as,
    ids: { 'body.queueID': 'visit' as const },
    with: { body },
    needs: [seesVisit, right('call.use')],
  })),
  'POST /his/api/referrals': [
    {
      ids: { 'body.qid': 'visit' },
      with: { body: { toUnit: 3, reason: '請評估', consent: true } },
      unread: ['body.toUnit', 'body.toMid'],
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
