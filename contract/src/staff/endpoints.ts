import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { ownPresence, presenceBody, presenceQuery, presenceRow } from './schema.ts'

export const getDoctorStatus = endpoint({
  method: 'GET',
  path: '/his/api/doctorstatus',
  summary: 'Presence of one or many colleagues',
  permission: 'setting.own',
  audit: 'none',
  query: presenceQuery,
  response: z.array(presenceRow),
  tags: ['presence'],
})

export const setDoctorStatus = endpoint({
  method: 'POST',
  path: '/his/api/doctorstatus',
  summary: 'Set own presence',
  permission: 'session',
  audit: 'write',
  body: presenceBody,
  response: ownPresence,
  errors: ['PRESENCE_IN_CALL', 'STAFF_NOT_VERIFIED'],
  tags: ['presence'],
})
