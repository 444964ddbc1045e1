import { either, open, readsAnswer, sees, shown } from '../needs.ts'
import { HOST } from '../people.ts'
import { common, type Rule } from './shape.ts'

/** Opinions: what is asked is asked in an open record, and what is shown is shown to who is asked. */
export const opinions: Record<string, Rule> = {
  'GET /his/api/opinions': [
    {
      ids: { 'query.pid': 'member' },
      unread: ['query.id', 'query.did'],
      with: { query: { tab: 'record' } },
      needs: [sees],
    },
  ],
  'POST /his/api/opinions': [
    {
      ids: { 'body.pid': 'member', 'body.records.notes.0': 'signed', 'body.records.files.0': 'file' },
      unread: ['body.invitedMid'],
      with: { body: { question: 'x', invitedMid: HOST } },
      needs: [sees, open],
    },
  ],
  'GET /his/api/opinions/{id}': [{ ids: { 'params.id': 'opinion' }, needs: [either(shown, readsAnswer)] }],
  'PUT /his/api/opinions/{id}': [
    {
      ids: { 'params.id': 'opinion' },
      unread: ['body.records.notes.0', 'body.records.files.0'],
      with: { body: { action: 'decline', version: 1, reason: 'x' } },
      needs: [shown],
    },
  ],
  'POST /his/api/opinions/{id}/answers': [
    { ids: { 'params.id': 'opinion' }, with: { body: { version: 1, text: 'x' } }, needs: [shown] },
  ],
  'GET /his/api/opiniondoctors': common,
}
