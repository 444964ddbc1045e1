import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { id, numeric, partnerId } from '../core/scalars.ts'
import { referenceData } from './reference.ts'
import * as s from './schema.ts'
import { auditSheet, staffSheet } from './sheets.ts'

export const getPartners = endpoint({
  method: 'GET',
  path: '/his/api/partners',
  summary: 'Institutions the caller administers',
  permission: 'admin.partner',
  audit: 'none',
  query: s.partnerQuery,
  response: s.partner,
  list: true,
  tags: ['admin'],
})
export const postPartner = endpoint({
  method: 'POST',
  path: '/his/api/partners',
  summary: 'Found an institution with its root unit (operator)',
  permission: 'admin.partner',
  audit: 'write',
  body: s.newPartner,
  response: s.partner,
  idempotent: true,
  errors: ['COLOUR_INVALID', 'FIELD_RELATED', 'NOT_FOUND', 'PARTNER_NAME_TAKEN'],
  tags: ['admin'],
})
export const putPartner = endpoint({
  method: 'PUT',
  path: '/his/api/partners/{id}',
  summary: 'Change an institution; what hangs on it is told until confirmed; disabling it is the operator’s',
  permission: 'admin.partner',
  audit: 'write',
  params: z.object({ id: partnerId }),
  body: s.partnerChange,
  response: s.partner,
  errors: ['VERSION_STALE', 'COLOUR_INVALID', 'PARTNER_AFFECTS'],
  tags: ['admin', 'session'],
})

export const getUnits = endpoint({
  method: 'GET',
  path: '/his/api/units',
  summary: 'The tree of units of an institution',
  permission: 'admin.partner',
  audit: 'none',
  query: s.unitQuery,
  response: z.array(s.unit),
  errors: ['NOT_FOUND'],
  tags: ['admin'],
})
export const postUnit = endpoint({
  method: 'POST',
  path: '/his/api/units',
  summary: 'A unit below another',
  permission: 'admin.partner',
  audit: 'write',
  body: s.newUnit,
  response: s.unit,
  idempotent: true,
  errors: ['FIELD_RELATED', 'NOT_FOUND'],
  tags: ['admin'],
})
export const putUnit = endpoint({
  method: 'PUT',
  path: '/his/api/units/{id}',
  summary: 'Rename, move, disable or restore a unit',
  permission: 'admin.partner',
  audit: 'write',
  params: z.object({ id }),
  body: s.unitChange,
  response: s.unit,
  errors: ['VERSION_STALE', 'FIELD_RELATED', 'UNIT_NOT_EMPTY'],
  tags: ['admin', 'session'],
})

/** The same in every institution: official lists that come with the product, and are loaded anew when a newer one does. */
export const getReferenceData = endpoint({
  method: 'GET',
  path: '/his/api/referencedata',
  summary: 'The official lists that are loaded: edition, rows, since when',
  permission: 'admin.partner',
  audit: 'none',
  response: z.array(referenceData),
  tags: ['admin'],
})

export const getStaffAccounts = endpoint({
  method: 'GET',
  path: '/his/api/staffaccounts',
  summary: 'Staff accounts of the units the caller administers',
  permission: 'admin.partner',
  audit: 'read',
  replica: true,
  query: s.staffQuery,
  response: s.staffAccount,
  list: true,
  sheet: staffSheet,
  errors: ['NOT_FOUND'],
  tags: ['admin', 'presence'],
})
export const postStaffAccount = endpoint({
  method: 'POST',
  path: '/his/api/staffaccounts',
  summary: 'Invite a person: account, type, units',
  permission: 'admin.partner',
  audit: 'write',
  body: s.invitation,
  response: s.invited,
  errors: ['ACCOUNT_EXISTS', 'LOGIN_NAME_FORMAT', 'PHONE_INVALID', 'FIELD_RELATED', 'NOT_FOUND'],
  tags: ['admin'],
})
export const putStaffAccount = endpoint({
  method: 'PUT',
  path: '/his/api/staffaccounts/{mid}',
  summary: 'Units, type, single rights; close, reopen, end sessions',
  permission: 'admin.partner',
  audit: 'write',
  params: z.object({ mid: id }),
  body: s.staffChange,
  response: s.staffAccount,
  errors: ['VERSION_STALE', 'LAST_ADMIN', 'FIELD_RELATED', 'TODO_SERVICE_STAFF', 'VALUE_INVALID', 'STAFF_AFFECTS'],
  tags: ['admin', 'presence'],
})

export const getNurseBindings = endpoint({
  method: 'GET',
  path: '/his/api/nursebindings',
  summary: 'Doctors and the nurses who prepare for them',
  permission: 'admin.partner',
  audit: 'none',
  query: s.bindingQuery,
  response: s.binding,
  list: true,
  errors: ['NOT_FOUND'],
  tags: ['admin'],
})
export const getOwnBindings = endpoint({
  method: 'GET',
  path: '/his/api/nursebindings/own',
  summary: 'A doctor’s bound nurses, a nurse’s doctors',
  permission: 'setting.own',
  audit: 'none',
  response: s.ownBindings,
  tags: ['grants', 'session'],
})
export const putNurseBinding = endpoint({
  method: 'PUT',
  path: '/his/api/nursebindings/{did}',
  summary: 'Who prepares for a doctor',
  permission: 'admin.partner',
  audit: 'write',
  params: z.object({ did: id }),
  body: s.bindingChange,
  response: s.binding,
  errors: ['VERSION_STALE', 'FIELD_RELATED'],
  tags: ['admin'],
})

export const getPrivileges = endpoint({
  method: 'GET',
  path: '/his/api/privileges',
  summary: 'The permission table of an institution, and why one person may do what',
  permission: 'admin.partner',
  audit: 'none',
  query: s.privilegeQuery,
  response: s.privilegeTable,
  errors: ['NOT_FOUND'],
  tags: ['admin'],
})
export const putPrivileges = endpoint({
  method: 'PUT',
  path: '/his/api/privileges/{staff_type}',
  summary: 'Take permissions from a staff type, or give them back',
  permission: 'admin.partner',
  audit: 'write',
  params: z.object({ staff_type: s.staffTypeName }),
  body: s.privilegeChange,
  response: s.privilegeOutcome,
  errors: ['VERSION_STALE', 'LAST_ADMIN', 'FIELD_RELATED'],
  tags: ['admin'],
})

export const getAuditLogs = endpoint({
  method: 'GET',
  path: '/his/api/auditlogs',
  summary: 'The audit log; emergency accesses nobody looked at come first',
  permission: 'audit.read',
  audit: 'read',
  replica: true,
  query: s.auditQuery,
  response: s.auditRow,
  list: true,
  sheet: auditSheet,
  errors: ['NOT_FOUND'],
  tags: ['logs'],
})
export const exportAuditLogs = endpoint({
  method: 'GET',
  path: '/his/api/auditlogs/exports',
  summary:
    'The filtered audit log as a signed archive: an Excel file, and a statement of its checksum, filters and origin',
  permission: 'audit.read',
  audit: 'read',
  replica: true,
  query: s.auditFilters,
  response: z.unknown(),
  raw: true,
  file: 'zip',
  errors: ['NOT_FOUND'],
  tags: ['logs'],
})
export const putAuditLog = endpoint({
  method: 'PUT',
  path: '/his/api/auditlogs/{id}',
  summary: 'Mark an emergency access as looked at, with a note',
  permission: 'audit.read',
  audit: 'write',
  params: z.object({ id: numeric(z.number().int().min(1).max(Number.MAX_SAFE_INTEGER)) }),
  body: s.lookBody,
  response: s.auditRow,
  errors: ['FIELD_RELATED'],
  tags: ['logs'],
})
export const getVerifications = endpoint({
  method: 'GET',
  path: '/his/api/auditlogs/verifications',
  summary: 'When the audit log’s chain was last verified, and what was found',
  permission: 'audit.read',
  audit: 'none',
  response: s.chainState,
  tags: ['logs'],
})
export const postVerification = endpoint({
  method: 'POST',
  path: '/his/api/auditlogs/verifications',
  summary: 'Verify the audit log’s chain from its first seal to its last',
  permission: 'audit.read',
  audit: 'write',
  body: z.object({}),
  response: s.chainState,
  tags: ['logs'],
})
