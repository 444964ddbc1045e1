import { groupOf, NOTICE, plan } from '../folders.ts'
import { right, sees } from '../needs.ts'
import { OWN_UNIT } from '../people.ts'
import { own, type Rule } from './shape.ts'

const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString()
const ids = { 'body.audience.0.pids.0': 'member' } as const
/** Whom else a notice may go to. */
const others = ['body.audience.0.mids.0', 'body.audience.0.unitId', 'body.audience.0.id']
/** All ways to choose patients, with everybody of the world among them. */
const everybody = [
  { kind: 'patients', pids: plan().map(({ pid }) => pid) },
  { kind: 'careGroup', id: groupOf(OWN_UNIT) },
  ...[0, 1].map((days) => ({
    kind: 'visits',
    date: new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10),
  })),
]
const toPatients = (more: object = {}) => ({ audience: [{ kind: 'patients' }], ...more })

/** What comes for oneself, and what one sends to many: patients among them by their numbers. */
export const notices: Record<string, Rule> = {
  'GET /his/api/notifications': own('entries of the bell', { ids: ['query.id'] }),
  'PUT /his/api/notifications/{id}': own('entries of the bell', { ids: ['params.id'] }),
  'PUT /his/api/notifications': own('entries of the bell', {
    with: { body: { read: true, until: '2020-01-01T00:00:00Z' } },
    ids: ['body.ids', 'body.ids.0'],
  }),
  'GET /his/api/pushsubscriptions': own('browser'),
  'POST /his/api/pushsubscriptions': own('browser'),
  'DELETE /his/api/pushsubscriptions': own('browser'),
  'GET /his/api/notices': { none: 'a list: filled by what the caller sees' },
  'GET /his/api/notices/{id}': own("units' notices", { with: { params: { id: NOTICE } }, ids: ['params.id'] }),
  'PUT /his/api/notices/{id}': own("units' notices", { ids: ['params.id', 'body.audience.0.pids.0', ...others] }),
  'DELETE /his/api/notices/{id}': own("units' notices", { ids: ['params.id'] }),
  'POST /his/api/notices/{id}/retry': own("units' notices", { ids: ['params.id'] }),
  'POST /his/api/notices': [
    {
      ids,
      unread: others,
      with: { body: toPatients({ content: 'x', sendAt: tomorrow() }) },
      needs: [sees, right('notice.send')],
    },
  ],
  'GET /his/api/noticerecipients': own('colleagues, units and groups'),
  'POST /his/api/noticerecipients': {
    none: 'a list: filled by what the caller sees',
    with: { body: { audience: everybody, channels: ['sms', 'email'] } },
    ids: ['body.audience.0.pids.0', ...others],
  },
}
