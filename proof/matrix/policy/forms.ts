import { collects } from '../needs.ts'
import type { Rule } from './shape.ts'

const ofNobody = (...ids: string[]) => ({ none: 'of an institution and of no patient: forms.test.ts', ids })
const asksMore = 'who neither builds nor collects: forms.test.ts'

/** Questionnaires are the institution's; what members answered is known to who collects it, of members they see. */
export const forms: Record<string, Rule> = {
  'GET /his/api/questionnaires': { none: 'a list: filled by what the caller sees', ids: [], asksMore },
  'POST /his/api/questionnaires': ofNobody('body.copyOf'),
  'GET /his/api/questionnaires/{id}': { ...ofNobody('params.id', 'query.number'), asksMore },
  'PUT /his/api/questionnaires/{id}': ofNobody('params.id'),
  'POST /his/api/questionnaires/{id}/publish': ofNobody('params.id'),
  // Each of many: whom the caller does not see is named as not found, and the others are asked.
  'POST /his/api/questionnaires/{id}/sendings': {
    none: 'of many at once: forms.test.ts',
    ids: ['params.id', 'body.pids.0'],
  },
  'POST /his/api/questionnaires/{id}/reminders': {
    none: 'of many at once: forms.test.ts',
    ids: ['params.id', 'body.forms.0'],
  },
  'GET /his/api/questionnaires/{id}/results': {
    none: 'a list: filled by what the caller sees',
    ids: ['params.id', 'query.unit'],
  },
  'GET /his/api/questionnaires/{id}/summary': {
    none: 'counts of what the caller sees',
    ids: ['params.id', 'query.unit', 'query.number'],
  },
  'GET /his/api/questionnaires/{id}/answersheet': {
    none: 'a list: filled by what the caller sees',
    ids: ['params.id', 'query.unit', 'query.number'],
  },
  'GET /his/api/forms/{cmsf_id}': [{ ids: { 'params.cmsf_id': 'form' }, needs: [collects] }],
  'PUT /his/api/forms/{cmsf_id}': [
    {
      ids: { 'params.cmsf_id': 'form' },
      unread: ['body.items.0.linkId'],
      with: { body: { version: 1, step: 'save', items: [] } },
      needs: [collects],
    },
  ],
  'GET /his/api/memberforms/{pid}': [{ ids: { 'params.pid': 'member' }, needs: [collects] }],
}
