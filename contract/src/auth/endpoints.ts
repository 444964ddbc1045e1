import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { paging } from '../core/paging.ts'
import { deviceType, instant, partnerId } from '../core/scalars.ts'
import * as s from './schema.ts'
import { operationSheet } from './sheets.ts'

export const login = endpoint({
  method: 'POST',
  path: '/his/user/login',
  summary: 'Sign in by account or phone and password',
  permission: 'public',
  audit: 'auth',
  body: s.loginBody,
  response: s.loginAnswer,
  raw: true,
  errors: [
    'LOGIN_EMPTY',
    'LOGIN_BAD_INPUT',
    'USER_NOT_FOUND',
    'WRONG_PASSWORD',
    'LOGIN_LOCKED',
    'ACCOUNT_CLOSED',
    'NO_INSTITUTION',
    'KEY_PROBLEM',
    'LOGIN_TYPE_DENIED',
    'LOGIN_RATE_LIMITED',
    'LOGIN_FAILED',
    'MEMBERSHIP_CANCELLED',
  ],
  tags: ['session'],
})

export const refreshTokens = endpoint({
  method: 'POST',
  path: '/his/user/refresh',
  summary: 'Exchange a refresh token for the next pair',
  permission: 'public',
  audit: 'none',
  body: s.refreshBody,
  response: s.refreshAnswer,
  raw: true,
  errors: ['REFRESH_MISSING', 'REFRESH_EXPIRED', 'REFRESH_REUSED', 'DEVICE_MISMATCH', 'REPEAT_LOGIN', 'KEY_PROBLEM'],
  tags: [],
})

export const logout = endpoint({
  method: 'POST',
  path: '/his/api/logout',
  summary: 'End this session',
  permission: 'unverified',
  audit: 'auth',
  body: z.object({ type: deviceType.optional() }),
  response: z.object({}),
  tags: ['session'],
})

export const changePassword = endpoint({
  method: 'POST',
  path: '/his/api/changepw',
  summary: 'Change the own password; ends the other sessions',
  permission: 'session',
  audit: 'auth',
  body: s.changePasswordBody,
  response: z.object({ changedAt: instant }),
  errors: ['WRONG_PASSWORD', 'LOGIN_LOCKED', 'PASSWORD_RULE', 'PASSWORD_MISMATCH', 'PASSWORD_COMMON', 'PASSWORD_SAME'],
  tags: [],
})

export const lock = endpoint({
  method: 'POST',
  path: '/his/api/lock',
  summary: 'The untouched screen of this session is covered: until `unlock` it opens little else',
  permission: 'unverified',
  audit: 'auth',
  body: z.object({ device_token: z.string().max(200) }),
  response: z.object({ coveredAt: instant }),
  errors: ['DEVICE_MISMATCH'],
  tags: [],
})

export const unlock = endpoint({
  method: 'POST',
  path: '/his/api/unlock',
  summary: 'Lift the cover of an untouched screen by the password',
  permission: 'unverified',
  audit: 'auth',
  body: z.object({ pwd: z.string().max(200) }),
  response: z.object({ unlockedAt: instant }),
  errors: ['WRONG_PASSWORD', 'LOGIN_LOCKED'],
  tags: [],
})

export const loginLog = endpoint({
  method: 'POST',
  path: '/his/api/login_log',
  summary: 'Own sign-in history',
  permission: 'session',
  audit: 'none',
  body: z.object(paging),
  response: s.loginRecord,
  list: true,
  tags: ['logs'],
})

export const checkDeviceToken = endpoint({
  method: 'POST',
  path: '/his/api/checkDeviceToken',
  summary: 'Is this still the device that is signed in',
  permission: 'unverified',
  audit: 'none',
  /** `screen`: the one that opens, so that whoever would hide it can be told with whom it is open. */
  body: z.object({ device_token: z.string().max(200), type: deviceType, screen: z.string().max(40).optional() }),
  response: z.array(z.object({ token: z.string() })),
  errors: ['DEVICE_MISMATCH'],
  tags: ['session'],
})

export const userinfo = endpoint({
  method: 'GET',
  path: '/his/api/userinfo/{device_type}',
  summary: 'The session state',
  permission: 'unverified',
  audit: 'none',
  params: z.object({ device_type: deviceType }),
  response: s.sessionState,
  errors: ['DEVICE_MISMATCH'],
  tags: ['session', 'preferences', 'words', 'counts'],
})

export const putPreferences = endpoint({
  method: 'PUT',
  path: '/his/api/preferences',
  summary: 'Change own preferences',
  permission: 'setting.own',
  audit: 'write',
  body: s.preferencesBody,
  response: s.preferencesAnswer,
  errors: ['VERSION_STALE'],
  tags: ['preferences'],
})

export const loginConfigOf = endpoint({
  method: 'GET',
  path: '/his/api/loginconfigs/{partnerid}',
  summary: 'Looks and texts of the sign-in page of an institution',
  permission: 'public',
  audit: 'none',
  params: z.object({ partnerid: partnerId }),
  response: s.loginConfig,
  tags: [],
})

export const operationLogs = endpoint({
  method: 'GET',
  path: '/his/api/operationlogs',
  summary: 'Own operations, and failed sign-ins with the own account; newest first unless told',
  permission: 'setting.own',
  audit: 'read',
  replica: true,
  query: s.operationQuery.extend({ ...paging, pageSize: paging.pageSize.default(50) }),
  response: s.operation,
  list: true,
  sheet: operationSheet,
  tags: ['logs'],
})

export const versionFile = endpoint({
  method: 'GET',
  path: '/version.json',
  summary: 'Version of the portal that this server serves',
  permission: 'public',
  audit: 'none',
  query: z.object({ t: z.string().max(30).optional() }),
  response: z.object({ version: z.string() }),
  raw: true,
  tags: [],
})
