import { right, sees, treating } from '../needs.ts'
import type { Call, Rule } from './shape.ts'

const reads = [sees, right('crm.read')]
const writes = [sees, right('crm.read'), right('crm.write')]
const step = (action: string, more: object = {}): Call => ({
  as: action,
  ids: { 'body.sn': 'case' },
  unread: ['body.to'],
  with: { body: { version: 1, action, ...more } },
  needs: writes,
})

/** Cases of members: each was opened by who treats the patient, and is nobody's. */
export const cases: Record<string, Rule> = {
  'POST /his/api/getSNs': {
    none: 'a list: filled by what the caller sees',
    with: { body: { state: 'all', pageSize: 100 } },
    ids: ['body.pid', 'body.unit', 'body.owner'],
  },
  'POST /his/api/fetchSRQuantity': { none: 'numbers of what the caller sees', ids: ['body.pid', 'body.unit'] },
  'GET /his/api/getCrmConfig': { none: 'types of cases, and the staff of the own units' },
  'POST /his/api/crmmembers': { none: 'a search: finds what the caller sees', ids: ['body.pid'] },
  'GET /his/api/cases/{sn}': [{ ids: { 'params.sn': 'case' }, needs: reads }],
  'POST /his/api/createSN': [
    {
      ids: { 'body.pid': 'member' },
      unread: ['body.unitId', 'body.owner'],
      with: { body: { title: '追蹤', type: 'followUp' } },
      needs: [sees],
    },
  ],
  'POST /his/api/updateSN': [step('cancel', { text: 'x' }), step('change', { title: 'x' })],
  'POST /his/api/createSND': [{ ids: { 'body.sn': 'case' }, with: { body: { text: 'x' } }, needs: writes }],
  'POST /his/api/casemessages': [
    {
      ids: { 'body.sn': 'case' },
      unread: ['body.clientId'],
      with: { body: { clientId: '3f0f4c1e-8a3c-4b6e-9d0c-0f6f3a7f6a03', textContent: 'x' } },
      needs: [...writes, right('chat.patient')],
      // By the right alone who has none is refused, whichever case they name.
      hides: ['NOT_FOUND', 'FORBIDDEN'],
    },
  ],
  'POST /his/api/updateMultiSN': [
    {
      ids: { 'body.cases.0.sn': 'case' },
      each: true,
      unread: ['body.to'],
      with: { body: { cases: [{ version: 1 }], action: 'cancel', text: 'x' } },
      needs: writes,
    },
  ],
  'POST /his/api/snAiSuggestion': [{ ids: { 'body.sn': 'case' }, needs: reads, answers: 'AI_UNAVAILABLE' }],
  'POST /his/api/ratingAiResponse': [
    {
      as: 'of a case',
      ids: { 'body.id': 'suggestion' },
      with: { body: { rating: 'useful' } },
      needs: [...reads, treating],
    },
    {
      as: 'of a note',
      ids: { 'body.id': 'noteSuggestion' },
      with: { body: { rating: 'useful' } },
      needs: [sees, treating],
    },
  ],
}
