import { common, own, type Rule } from './shape.ts'

/** From registration to on board, what stands between password and session, and messages out. */
export const entry: Record<string, Rule> = {
  'POST /his/api/register': own('registration', { ids: ['body.partnerid'] }),
  'GET /his/api/institutions': common,
  'GET /his/api/verificationcodes': own('code'),
  'POST /his/api/verificationcodes': own('code', { with: { body: {} } }),
  'PUT /his/api/verificationcodes/{id}': own('code', { ids: ['params.id'] }),
  'POST /his/api/changepwstatus': own('password', { with: { body: { account: 'nobody.here' } }, ids: ['body.id'] }),
  'GET /his/api/agreements/{kind}': { none: 'common knowledge', with: { params: { kind: 'privacy' } } },
  'GET /his/api/documentchecks/{code}': { none: 'nothing of anybody', with: { params: { code: '0000-0000-0000' } } },
  'POST /his/api/agreements/{kind}/acceptances': own('agreements'),
  'POST /his/api/theseAutoLogin': own('session'),
  'POST /his/api/secondsteps': own('session'),
  'PUT /his/api/sessions/partner': own('session', { ids: ['body.partnerid'] }),
  'GET /his/api/sessions': own('sessions'),
  'DELETE /his/api/sessions/{id}': own('sessions', { ids: ['params.id'] }),
  'POST /his/api/linebindings': own('binding'),
  'DELETE /his/api/linebindings': own('binding'),
  'POST /his/api/linewebhooks': { none: 'what LINE signs' },
  'GET /his/api/totps': own('second step'),
  'POST /his/api/totps': own('second step'),
  'DELETE /his/api/totps': own('second step'),
  'GET /his/api/staffreviews/own': own('review'),
  'POST /his/api/staffreviews': own('review', { ids: ['body.unitId'] }),
  'GET /his/api/staffreviews': { none: 'people of the staff', ids: ['query.unit'] },
  'PUT /his/api/staffreviews/{mid}': { none: 'people of the staff', ids: ['params.mid'] },
  'GET /his/api/outboxmessages': { none: 'messages of the own units' },
  'GET /his/api/outboxtotals': { none: 'messages of the own units' },
  'DELETE /his/api/staffaccounts/{mid}/secondsteps': { none: 'people of the staff', ids: ['params.mid'] },
  'POST /his/api/providertests': { none: 'a message to oneself' },
  'GET /his/api/waitingboards/{token}': {
    none: 'a token of a display: nothing of anybody without it',
    with: { params: { token: 'x'.repeat(43) } },
  },
  'GET /his/api/outsidereferrals/{token}': {
    none: 'the token of one letter: nothing of anybody without it',
    with: { params: { token: 'x'.repeat(43) } },
  },
  'POST /his/api/outsidereferrals/{token}/code': {
    none: 'the token of one letter: nothing of anybody without it',
    with: { params: { token: 'x'.repeat(43) } },
  },
  'PUT /his/api/outsidereferrals/{token}': {
    none: 'the token of one letter: nothing of anybody without it',
    with: { params: { token: 'x'.repeat(43) } },
  },
  'GET /his/api/outsidereferrals/{token}/letter': {
    none: 'the token of one letter: nothing of anybody without it',
    with: { params: { token: 'x'.repeat(43) } },
  },
  'GET /his/api/outsidereferrals/{token}/files/{file}': {
    none: 'the token of one letter: nothing of anybody without it',
    ids: ['params.file'],
    with: { params: { token: 'x'.repeat(43) } },
  },
  'GET /his/api/guests/{token}': {
    none: 'the token of one call: nothing of anybody without it',
    with: { params: { token: 'x'.repeat(43) } },
  },
  'POST /his/api/guests/{token}/identity': {
    none: 'the token of one call: nothing of anybody without it',
    with: { params: { token: 'x'.repeat(43) } },
  },
  'POST /his/api/guests/{token}/agreements': {
    none: 'the token of one call: nothing of anybody without it',
    with: { params: { token: 'x'.repeat(43) } },
  },
  'POST /his/api/guests/{token}/tokens': {
    none: 'the token of one call: nothing of anybody without it',
    with: { params: { token: 'x'.repeat(43) } },
  },
  'GET /his/api/boardaddresses/{partnerid}': { none: 'addresses of displays', ids: ['params.partnerid'] },
  'POST /his/api/boardaddresses/{partnerid}': {
    none: 'addresses of displays',
    ids: ['params.partnerid', 'body.unitId'],
  },
  'DELETE /his/api/boardaddresses/{partnerid}/{id}': {
    none: 'addresses of displays',
    ids: ['params.partnerid', 'params.id'],
  },
  'GET /his/api/handoverkeys/{partnerid}': { none: 'the key of an institution', ids: ['params.partnerid'] },
  'POST /his/api/handoverkeys/{partnerid}': { none: 'the key of an institution', ids: ['params.partnerid'] },
  'DELETE /his/api/handoverkeys/{partnerid}': { none: 'the key of an institution', ids: ['params.partnerid'] },
  'PUT /his/api/outboxmessages/{id}': { none: 'messages of the own units', ids: ['params.id'] },
}
