import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { id, uuid } from '../core/scalars.ts'
import * as s from './alert-schema.ts'
import { alertSheet, memberSheet, readingSheet } from './alert-sheets.ts'

const one = z.object({ pid: id })

export const getCareGroups = endpoint({
  method: 'GET',
  path: '/his/api/caregroups',
  summary:
    "Monitoring groups of the caller's units, which of them the caller cares in, and when the caller's last shift was over",
  permission: 'monitor.read',
  audit: 'none',
  response: s.careGroups,
  tags: ['admin', 'shifts'],
})
export const monitorMembers = endpoint({
  method: 'POST',
  path: '/his/api/monitormembers',
  summary: 'Members who are monitored with their last values, those who need attention first',
  permission: 'monitor.read',
  audit: 'read',
  replica: true,
  body: s.memberQuery,
  response: s.monitorMember,
  list: true,
  sheet: memberSheet,
  tags: ['readings', 'alerts', 'admin', 'consents'],
})
export const getAlerts = endpoint({
  method: 'GET',
  path: '/his/api/alerts',
  summary: 'Alerts of members whose record is open to the caller, the worst first',
  permission: 'monitor.read',
  audit: 'read',
  query: s.alertQuery,
  response: s.alert,
  list: true,
  sheet: alertSheet,
  tags: ['alerts', 'admin', 'consents'],
})
export const putAlert = endpoint({
  method: 'PUT',
  path: '/his/api/alerts/{id}',
  summary: 'Acknowledge an alert, or resolve it with what was done',
  permission: 'monitor.acknowledge',
  audit: 'write',
  params: z.object({ id: uuid }),
  body: s.alertStep,
  response: s.alert,
  errors: ['NOT_FOUND', 'ALERT_TAKEN', 'CONTENT_REQUIRED'],
  tags: ['alerts'],
})
export const getUrgentAlerts = endpoint({
  method: 'GET',
  path: '/his/api/urgentalerts',
  summary: 'Critical alerts that nobody has taken and the caller is told of, and that one waits for an authorisation',
  permission: 'monitor.acknowledge',
  audit: 'read',
  response: s.urgentAlerts,
  tags: ['alerts', 'admin', 'consents', 'record'],
})
export const postAlertNote = endpoint({
  method: 'POST',
  path: '/his/api/alerts/{id}/notes',
  summary: 'A further note on an alert, whoever has taken or resolved it',
  permission: 'monitor.acknowledge',
  audit: 'write',
  idempotent: true,
  params: z.object({ id: uuid }),
  body: s.alertNote,
  response: s.alert,
  errors: ['NOT_FOUND', 'CONTENT_REQUIRED'],
  tags: ['alerts'],
})
export const putAlertMute = endpoint({
  method: 'PUT',
  path: '/his/api/alerts/{id}/mute',
  summary:
    'Mute an alert for at most 30 days, with a reason: a critical one once it is taken, which its carers are told',
  permission: 'monitor.acknowledge',
  audit: 'write',
  params: z.object({ id: uuid }),
  body: s.alertMute,
  response: s.alert,
  errors: ['NOT_FOUND', 'ALERT_TAKEN', 'FIELD_RELATED', 'END_TIME_REQUIRED', 'VALUE_INVALID', 'REASON_REQUIRED'],
  tags: ['alerts'],
})
export const deleteAlertMute = endpoint({
  method: 'DELETE',
  path: '/his/api/alerts/{id}/mute',
  summary: 'An alert is muted no more',
  permission: 'monitor.acknowledge',
  audit: 'write',
  params: z.object({ id: uuid }),
  response: s.alert,
  errors: ['NOT_FOUND'],
  tags: ['alerts'],
})
export const getMeasurements = endpoint({
  method: 'GET',
  path: '/his/api/measurements/{pid}',
  summary: "A member's readings by kind, thinned for plots, with the days before to compare and the limits in force",
  permission: 'monitor.read',
  audit: 'read',
  params: one,
  query: s.measurementQuery,
  response: s.measurements,
  sheet: readingSheet,
  errors: ['NOT_FOUND', 'MEMBER_DISABLED', 'EMR_NOT_AUTHORISED', 'MONITOR_OFF'],
  tags: ['readings', 'admin'],
})
export const getMemberRules = endpoint({
  method: 'GET',
  path: '/his/api/memberrules/{pid}',
  summary: "A member's own limits, beside those of the groups",
  permission: 'monitor.group',
  audit: 'read',
  params: one,
  response: s.ownRules,
  errors: ['NOT_FOUND', 'MEMBER_DISABLED'],
  tags: ['admin'],
})
export const putMemberRules = endpoint({
  method: 'PUT',
  path: '/his/api/memberrules/{pid}',
  summary:
    "A member's own limits as a whole; each stands in the place of the groups' of its measure, test and severity",
  permission: 'monitor.group',
  audit: 'write',
  params: one,
  body: s.ownRulesChange,
  response: s.ownRules,
  errors: [
    'NOT_FOUND',
    'MEMBER_DISABLED',
    'VERSION_STALE',
    'VALUE_INVALID',
    'FIELD_EMPTY',
    'END_BEFORE_START',
    'DUPLICATE',
    'FIELD_RELATED',
  ],
  tags: ['admin', 'readings'],
})
export const postRuleTrial = endpoint({
  method: 'POST',
  path: '/his/api/monitorrules/trials',
  summary: 'How many alerts these limits would have raised for a group in the last 30 days: numbers, and nobody',
  permission: 'monitor.group',
  audit: 'none',
  body: s.trial,
  response: s.trialOutcome,
  errors: ['NOT_FOUND', 'VALUE_INVALID', 'FIELD_EMPTY', 'END_BEFORE_START', 'DUPLICATE', 'FIELD_RELATED'],
  tags: [],
})
