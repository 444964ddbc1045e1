import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { id, uuid } from '../core/scalars.ts'
import * as s from './group-schema.ts'
import { groupSheet, offSheet } from './group-sheets.ts'

const one = z.object({ id: uuid })

export const getMonitorGroups = endpoint({
  method: 'GET',
  path: '/his/api/monitorgroups',
  summary: 'Monitoring groups of the units the caller administers',
  permission: 'monitor.group',
  audit: 'none',
  query: s.groupQuery,
  response: s.monitorGroup,
  list: true,
  sheet: groupSheet,
  tags: ['admin', 'alerts'],
})
export const getMonitorGroup = endpoint({
  method: 'GET',
  path: '/his/api/monitorgroups/{id}',
  summary: 'A monitoring group with its members, as far as the caller sees them',
  permission: 'monitor.group',
  audit: 'read',
  params: one,
  response: s.monitorGroupDetail,
  errors: ['NOT_FOUND'],
  tags: ['admin', 'members', 'alerts'],
})
export const getMonitorChoices = endpoint({
  method: 'GET',
  path: '/his/api/monitorchoices',
  summary: 'Units that the caller makes groups of, with the staff who can care in them',
  permission: 'monitor.group',
  audit: 'none',
  response: s.groupChoices,
  tags: ['admin'],
})
export const postMonitorGroup = endpoint({
  method: 'POST',
  path: '/his/api/monitorgroups',
  summary: 'A monitoring group of a unit, with its staff and members',
  permission: 'monitor.group',
  audit: 'write',
  idempotent: true,
  body: s.newGroup,
  response: s.monitorGroupDetail,
  errors: ['NOT_FOUND', 'GROUP_NAME_REQUIRED', 'DUPLICATE', 'FIELD_RELATED', 'MONITOR_OFF'],
  tags: ['admin'],
})
export const putMonitorGroup = endpoint({
  method: 'PUT',
  path: '/his/api/monitorgroups/{id}',
  summary: 'Rename a group; its staff; members in and out',
  permission: 'monitor.group',
  audit: 'write',
  params: one,
  body: s.groupChange,
  response: s.monitorGroupDetail,
  errors: ['NOT_FOUND', 'VERSION_STALE', 'GROUP_NAME_REQUIRED', 'DUPLICATE', 'FIELD_RELATED', 'MONITOR_OFF'],
  tags: ['admin'],
})
export const deleteMonitorGroup = endpoint({
  method: 'DELETE',
  path: '/his/api/monitorgroups/{id}',
  summary: 'End a group: it is kept, with nobody in it',
  permission: 'monitor.group',
  audit: 'write',
  idempotent: true,
  params: one,
  query: s.groupEnd,
  response: s.monitorGroupDetail,
  errors: ['NOT_FOUND', 'VERSION_STALE'],
  tags: ['admin'],
})
export const getMonitorRules = endpoint({
  method: 'GET',
  path: '/his/api/monitorrules',
  summary: 'The limits of a group',
  permission: 'monitor.group',
  audit: 'none',
  query: z.object({ group: uuid }),
  response: s.groupRules,
  errors: ['NOT_FOUND'],
  tags: ['admin'],
})
export const putMonitorRules = endpoint({
  method: 'PUT',
  path: '/his/api/monitorrules/{id}',
  summary: 'The limits of a group as a whole',
  permission: 'monitor.group',
  audit: 'write',
  params: one,
  body: s.rulesChange,
  response: s.groupRules,
  errors: [
    'NOT_FOUND',
    'VERSION_STALE',
    'VALUE_INVALID',
    'FIELD_EMPTY',
    'END_BEFORE_START',
    'DUPLICATE',
    'FIELD_RELATED',
  ],
  tags: ['admin'],
})
export const getMonitorOffs = endpoint({
  method: 'GET',
  path: '/his/api/monitoroffs',
  summary: 'Members of the own units whose monitoring is switched off, with the reason',
  permission: 'monitor.group',
  audit: 'read',
  query: s.offQuery,
  response: s.offMember,
  list: true,
  sheet: offSheet,
  tags: ['admin', 'members'],
})
export const putMonitorOff = endpoint({
  method: 'PUT',
  path: '/his/api/monitoroffs/{pid}',
  summary: 'Switch remote monitoring of a member off with a reason, or on again',
  permission: 'monitor.group',
  audit: 'write',
  params: z.object({ pid: id }),
  body: s.offChange,
  response: s.offOutcome,
  errors: ['NOT_FOUND', 'MEMBER_DISABLED', 'REASON_REQUIRED'],
  tags: ['admin', 'readings'],
})
