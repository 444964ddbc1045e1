import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { id } from '../core/scalars.ts'
import { grant, grantBody, grantDetail, grantEndBody, grantOver, grantQuery } from './schema.ts'
import { grantSheet } from './sheet.ts'

const one = z.object({ id })

export const getAuthorizations = endpoint({
  method: 'GET',
  path: '/his/api/authorizations',
  summary: 'Grants given and received: active first, ending soonest',
  permission: 'setting.own',
  audit: 'none',
  query: grantQuery,
  response: grant,
  list: true,
  sheet: grantSheet,
  errors: ['FORBIDDEN'],
  tags: ['grants'],
})

export const getAuthorization = endpoint({
  method: 'GET',
  path: '/his/api/authorizations/{id}',
  summary: 'One grant with its life and what was done under it',
  permission: 'setting.own',
  audit: 'none',
  params: one,
  response: grantDetail,
  errors: ['NOT_FOUND'],
  tags: ['grants'],
})

/** Asked by everybody, so that who may not grant hears why (GRANT_NOT_ALLOWED) and not only 'forbidden'. */
export const postAuthorization = endpoint({
  method: 'POST',
  path: '/his/api/authorizations',
  summary: 'Let a colleague manage own shifts, or contact the patients of own appointments',
  permission: 'setting.own',
  audit: 'write',
  idempotent: true,
  body: grantBody,
  response: grantDetail,
  errors: [
    'GRANT_NOT_ALLOWED',
    'GRANT_SELF',
    'GRANT_EXISTS',
    'END_TIME_REQUIRED',
    'END_BEFORE_START',
    'VALUE_INVALID',
    'FIELD_RELATED',
    'NOT_FOUND',
  ],
  tags: ['grants'],
})

export const putAuthorization = endpoint({
  method: 'PUT',
  path: '/his/api/authorizations/{id}',
  summary: 'Change the end of a grant',
  permission: 'setting.own',
  audit: 'write',
  idempotent: true,
  params: one,
  body: grantEndBody,
  response: grantDetail,
  errors: [
    'NOT_FOUND',
    'FORBIDDEN',
    'GRANT_OVER',
    'END_TIME_REQUIRED',
    'END_BEFORE_START',
    'VALUE_INVALID',
    'VERSION_STALE',
  ],
  tags: ['grants'],
})

export const deleteAuthorization = endpoint({
  method: 'DELETE',
  path: '/his/api/authorizations/{id}',
  summary: 'Revoke a grant given, or give one back',
  permission: 'setting.own',
  audit: 'write',
  idempotent: true,
  params: one,
  query: grantOver,
  response: grantDetail,
  errors: ['NOT_FOUND', 'GRANT_OVER', 'VERSION_STALE'],
  tags: ['grants'],
})
