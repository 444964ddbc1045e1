import { endpoint } from '../core/endpoint.ts'
import { callLogEntry, callLogQuery } from './log-schema.ts'
import { callLogSheet } from './log-sheet.ts'

export const fetchCallLog = endpoint({
  method: 'POST',
  path: '/his/api/fetchCallLog',
  summary: 'Calls of the own units by week or by days, newest first; where the right says so, own ones alone',
  permission: 'call.log',
  audit: 'read',
  replica: true,
  body: callLogQuery,
  response: callLogEntry,
  list: true,
  sheet: callLogSheet,
  tags: ['calllog', 'recordings'],
})
