import { HOST } from '../people.ts'
import { right, sees } from '../needs.ts'
import { type Call, own, type Rule } from './shape.ts'

/** Whoever is of the patient's unit and writes to patients; all others hear that they may not, whether there is one or not. */
const needs = [sees, right('chat.patient')]
const hides = ['CHAT_NOT_ALLOWED']
const of = (field: string, more: Partial<Call> = {}): readonly Call[] => [
  { ids: { [field]: 'conversation' }, needs, hides, ...more },
]
const words = { clientId: '3f0f4c1e-8a3c-4b6e-9d0c-0f6f3a7f6a02', textContent: 'x' }

export const chat: Record<string, Rule> = {
  'GET /his/api/contacts': own('contacts'),
  // By the right alone who has none is refused, whomever they name.
  'POST /his/api/contacts': [
    { ids: { 'body.pid': 'member' }, unread: ['body.mid'], needs, hides: [...hides, 'FORBIDDEN'] },
  ],
  'POST /his/api/removecontact': of('body.id'),
  'GET /his/api/chatcontact3/{page}': own('conversations', { with: { params: { page: 1 } } }),
  'GET /his/api/chatcontactdoctor': own("institution's colleagues"),
  'GET /his/api/chatgroup': own('groups'),
  'GET /his/api/messages/{id}': of('params.id'),
  'POST /his/api/chatmsgbymid': [{ ids: { 'body.pid': 'member' }, needs, hides }],
  'POST /his/api/chatdoctormsgbymid': own("institution's colleagues", {
    with: { body: { mid: HOST } },
    ids: ['body.mid'],
  }),
  // A patient's conversation is no group.
  'POST /his/api/chatmsggroup': of('body.id', { answers: 'CHAT_NOT_ALLOWED' }),
  'POST /his/api/savechatmsg': of('body.id', {
    with: { body: words },
    // An attachment of another conversation, or of another's: chat.test.ts.
    unread: ['body.clientId', 'body.attachment'],
  }),
  'POST /his/api/recycleMessage': [
    {
      ids: { 'body.id': 'message' },
      needs: [...needs, { says: 'wrote it', holds: ({ mid }, { did }) => mid === did, refusal: 'RECALL_NOT_OWN' }],
    },
  ],
  'PUT /his/api/messagereads': of('body.id', { with: { body: { seq: 1 } } }),
  'POST /his/api/newdoctorchat': own("institution's colleagues", {
    with: { body: { mid: HOST } },
    ids: ['body.mid'],
  }),
  'POST /his/api/groupmembers': own('groups', {
    with: { body: { action: 'create', name: '早會', members: [HOST] } },
    ids: ['body.id', 'body.members', 'body.members.0'],
  }),
  'POST /his/api/messagesearches': of('body.id', { with: { body: { q: 'x' } } }),
  'POST /his/api/excelchatlog': of('body.id'),
  'POST /his/api/chatlinks': of('body.id'),
  'GET /his/api/chatfiles': of('query.id'),
  'POST /his/api/chatfiles': of('body.id', {
    with: { body: { fileId: '3f0f4c1e-8a3c-4b6e-9d0c-0f6f3a7f6a03', kind: 'file', name: 'x.pdf', bytes: 9 } },
    unread: ['body.fileId'],
  }),
  'PATCH /his/api/chatfiles/{id}': own('what they send', {
    ids: ['params.id'],
    with: { body: new Uint8Array([1]) },
  }),
  'POST /his/api/chatfiles/{id}/addresses': [{ ids: { 'params.id': 'chatFile' }, needs }],
  'GET /his/api/chatfiles/{id}/content': {
    none: 'what hangs on a message: its address is a signed ticket: attachments.test.ts',
    ids: ['params.id'],
  },
}
