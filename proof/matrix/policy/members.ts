import { writeXlsx } from '../../../server/src/platform/xlsx/write.ts'
import { BESIDE, BESIDE_ACCOUNT, groupOf, plan } from '../folders.ts'
import { knows, ofUnit, sees, watches, right } from '../needs.ts'
import { OWN_UNIT } from '../people.ts'
import type { Call, Rule } from './shape.ts'

/** One row of somebody who is there already: an import that goes all the way, and brings nobody. */
const sheet = await writeXlsx([
  {
    name: 'sheet1',
    titles: true,
    rows: [
      ['帳號*', '姓名*'],
      [BESIDE_ACCOUNT, '旁人'],
    ],
  },
])
const importing = (as: string, commit: boolean): Call => ({
  as,
  ids: { 'body.unitId': 'unit' },
  unread: ['body.importId'],
  with: {
    body: {
      importId: '6f0f5b0e-7f0b-4f43-8a35-1f2d3c4b5a69',
      fileName: 'x.xlsx',
      file: sheet.toString('base64'),
      commit,
    },
  },
  needs: [ofUnit],
  hides: ['ERR_0002'],
})
const membership = (as: string, body: Record<string, unknown>, more: Partial<Call> = {}): Call => ({
  as,
  ids: { 'params.pid': 'member' },
  unread: ['body.unitId', 'body.leave'],
  with: { body },
  needs: [ofUnit],
  ...more,
})
const DAY = 86_400_000
/** With somebody of the own unit. Both are looked at before what stands in the way: the visit that is running. */
const merging = (as: string, mine: 'kept' | 'merged', other: 'kept' | 'merged'): Call => ({
  as,
  ids: { [`body.${mine}`]: 'member' },
  unread: [`body.${other}`],
  with: { body: { [other]: BESIDE, keptVersion: 1, mergedVersion: 1 } },
  needs: [sees],
  answers: 'MERGE_CONFLICT',
})

/** Members and what was measured of them. */
export const members: Record<string, Rule> = {
  'POST /partner/searchmember': { none: 'a search: finds what the caller sees', with: { body: { q: '0912345678' } } },
  'POST /partner/getMemberList': {
    none: 'a list: filled by what the caller sees',
    with: { body: { pageSize: 100 } },
    ids: ['body.unit', 'body.did', 'body.group', 'body.manager'],
  },
  'POST /partner/memberlist': {
    none: 'a list: filled by what the caller sees',
    with: { body: { pageSize: 100 } },
    ids: ['body.unit', 'body.did', 'body.group', 'body.manager', 'body.createdBy'],
  },
  'POST /his/api/membermarks': {
    none: 'a list: of those asked for, whom the caller sees',
    ids: ['body.pids', 'body.pids.0'],
    with: {
      body: {
        pids: plan()
          .map(({ pid }) => pid)
          .slice(0, 100),
      },
    },
  },
  'GET /partner/getMemberFilter': { none: 'choices of the own units' },
  'GET /partner/getIdentities': { none: 'numbers of the own units' },
  'GET /his/api/recentmembers': { none: 'what the caller opened, as far as the caller sees it still' },
  'GET /his/api/members/imports/template': { none: 'an empty sheet' },
  'GET /his/api/members/{pid}': [{ ids: { 'params.pid': 'member' }, needs: [sees] }],
  'PUT /his/api/members/{pid}': [
    {
      ids: { 'params.pid': 'member' },
      unread: ['body.units.0'],
      // From a version that never was: what is refused tells apart who may and who may not, and changes nobody.
      with: { body: { version: 999, name: 'x' } },
      needs: [sees],
      answers: 'VERSION_STALE',
    },
  ],
  'POST /partner/addMember': [
    {
      ids: { 'body.unitId': 'unit' },
      with: { body: { name: '旁人', account: BESIDE_ACCOUNT } },
      needs: [ofUnit],
      answers: 'ERR_0011',
      hides: ['ERR_0002'],
    },
  ],
  'GET /his/api/members/{pid}/messengers': [{ ids: { 'params.pid': 'member' }, needs: [sees, right('call.use')] }],
  'POST /his/api/members/{pid}/messengers': [
    { ids: { 'params.pid': 'member' }, with: { body: { channel: 'line' } }, needs: [sees, right('call.use')] },
  ],
  'DELETE /his/api/members/{pid}/messengers/{channel}': [
    {
      ids: { 'params.pid': 'member' },
      with: { params: { channel: 'line' } },
      needs: [sees, right('call.use')],
    },
  ],
  'GET /his/api/members/{pid}/memberships': [{ ids: { 'params.pid': 'member' }, needs: [knows] }],
  'PUT /his/api/members/{pid}/memberships': [
    membership(
      'of a unit',
      { scope: 'unit', status: 'disabled' },
      { ids: { 'params.pid': 'member', 'body.unitId': 'unit' } },
    ),
    membership('of the own unit', { scope: 'unit', unitId: OWN_UNIT, status: 'active' }),
    membership('of the institution', { scope: 'partner', status: 'disabled' }),
  ],
  'POST /his/api/members/{pid}/memberships': [
    membership('into the own unit', { unitId: OWN_UNIT }, { needs: [sees], answers: 'ERR_0011' }),
    membership('into another unit', { unitId: 3 }, { needs: [sees], answers: 'ERR_0002' }),
  ],
  'POST /his/api/members/imports': [importing('looked at', false), importing('told to', true)],
  'POST /his/api/members/merges': [merging('kept', 'kept', 'merged'), merging('merged', 'merged', 'kept')],
  'DELETE /his/api/members/merges/{id}': [{ ids: { 'params.id': 'merge' }, needs: [ofUnit], also: [BESIDE] }],
  'POST /partner/getPatientByAccount': [{ ids: { 'body.account': 'account' }, needs: [sees] }],
  'POST /partner/monitordata': [
    { as: 'of a member', ids: { 'body.pid': 'member' }, unread: ['body.unit'], needs: [sees, watches] },
  ],
  'GET /his/api/caregroups': { none: 'groups of a unit by their names' },
  'POST /his/api/monitormembers': {
    none: 'a list: filled by what the caller sees',
    ids: ['body.group', 'body.unit', 'body.pid', 'body.did'],
    with: { body: { whose: 'all', days: 0 } },
  },
  'GET /his/api/alerts': { none: 'a list: filled by what the caller sees', ids: ['query.unit', 'query.pid'] },
  'PUT /his/api/alerts/{id}': [
    {
      as: 'acknowledge',
      ids: { 'params.id': 'alert' },
      with: { body: { action: 'acknowledge' } },
      needs: [sees, watches],
      hides: ['NOT_FOUND'],
    },
    {
      as: 'resolve',
      ids: { 'params.id': 'alert' },
      with: { body: { action: 'resolve', note: 'x' } },
      needs: [sees, watches],
      hides: ['NOT_FOUND'],
    },
  ],
  'GET /his/api/urgentalerts': { none: 'a list: filled by what the caller is told of' },
  'POST /his/api/alerts/{id}/notes': [
    { ids: { 'params.id': 'alert' }, with: { body: { note: 'x' } }, needs: [sees, watches], hides: ['NOT_FOUND'] },
  ],
  'PUT /his/api/alerts/{id}/mute': [
    {
      ids: { 'params.id': 'alert' },
      with: { body: { until: new Date(Date.now() + DAY).toISOString(), note: 'x' } },
      needs: [sees, watches],
      hides: ['NOT_FOUND'],
    },
  ],
  'DELETE /his/api/alerts/{id}/mute': [{ ids: { 'params.id': 'alert' }, needs: [sees, watches], hides: ['NOT_FOUND'] }],
  'POST /his/api/readings/{id}/withdraw': [
    { ids: { 'params.id': 'reading' }, with: { body: { reason: 'x' } }, needs: [sees, watches], hides: ['NOT_FOUND'] },
  ],
  'GET /his/api/ecgs/{pid}/{id}': [
    { ids: { 'params.pid': 'member', 'params.id': 'ecg' }, needs: [sees, watches], hides: ['NOT_FOUND'] },
  ],
  'GET /his/api/measurements/{pid}': [{ ids: { 'params.pid': 'member' }, needs: [sees, watches] }],
  'GET /his/api/memberrules/{pid}': [{ ids: { 'params.pid': 'member' }, needs: [sees] }],
  'PUT /his/api/memberrules/{pid}': [
    {
      ids: { 'params.pid': 'member' },
      unread: ['body.rules.0.id'],
      with: { body: { version: 0, rules: [] } },
      needs: [sees],
      answers: 'VERSION_STALE',
    },
  ],
  'POST /his/api/monitorrules/trials': {
    none: 'numbers of a group',
    ids: ['body.group', 'body.rules.0.id'],
    with: { body: { group: groupOf(OWN_UNIT), rules: [] } },
  },
  'PUT /his/api/monitoroffs/{pid}': [
    { as: 'off', ids: { 'params.pid': 'member' }, with: { body: { off: true, reason: 'x' } }, needs: [sees] },
    { as: 'on', ids: { 'params.pid': 'member' }, with: { body: { off: false } }, needs: [sees] },
  ],
  'POST /his/api/monitorgroups': [
    {
      ids: { 'body.members.0': 'member' },
      unread: ['body.unitId', 'body.staff.0'],
      with: { body: { unitId: OWN_UNIT, name: '體重', staff: [] } },
      needs: [sees],
    },
  ],
  'PUT /his/api/monitorgroups/{id}': [
    {
      as: 'in',
      ids: { 'body.addMembers.0': 'member' },
      unread: ['params.id', 'body.staff.0', 'body.removeMembers.0'],
      with: { params: { id: groupOf(OWN_UNIT) }, body: { version: 1 } },
      needs: [sees],
    },
    {
      as: 'out',
      ids: { 'body.removeMembers.0': 'member' },
      unread: ['params.id', 'body.staff.0', 'body.addMembers.0'],
      with: { params: { id: groupOf(OWN_UNIT) }, body: { version: 1 } },
      needs: [sees],
    },
  ],
  'GET /his/api/monitorgroups/{id}': {
    none: 'a group: filled by what the caller sees',
    ids: ['params.id'],
    with: { params: { id: groupOf(OWN_UNIT) } },
  },
  'DELETE /his/api/monitorgroups/{id}': { none: 'a group of a unit', ids: ['params.id'] },
  'GET /his/api/monitorgroups': { none: 'groups of a unit', ids: ['query.unit'] },
  'GET /his/api/monitorchoices': { none: 'units and their staff' },
  'GET /his/api/monitorrules': { none: 'the limits of a group', ids: ['query.group'] },
  'PUT /his/api/monitorrules/{id}': { none: 'the limits of a group', ids: ['params.id', 'body.rules.0.id'] },
  'GET /his/api/monitoroffs': { none: 'a list: filled by what the caller sees' },
  'POST /his/api/devicereadings': [
    {
      ids: { 'body.pid': 'member' },
      unread: ['body.unit'],
      with: {
        body: {
          dataType: 'weight',
          weight: 60,
          weight_unit: 'kg',
          value: 60,
          unit: 'kg',
          timestamp: '2026-03-12T10:00:00+08:00',
        },
      },
      needs: [sees],
    },
  ],
}
