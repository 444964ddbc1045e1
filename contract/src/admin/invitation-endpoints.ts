import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { id, instant, partnerId, singleLine } from '../core/scalars.ts'
import { named, person, staffTypeName } from './schema.ts'

/**
 * A person has one account, wherever they work (AUTH-15): whoever has one already is invited into an institution, and joins by
 * accepting it. The institution knows the account that it typed, and nothing of the person until then.
 */
const offered = z.object({
  id,
  doctortype: z.string(),
  title: z.string().nullable(),
  units: z.array(named.extend({ id })),
  invitedAt: instant,
})
export const staffInvitation = offered.extend({
  /** Its middle is masked. */
  account: z.string(),
  /** Null: of the operator. */
  invitedBy: person.nullable(),
})
export type StaffInvitation = z.output<typeof staffInvitation>
/** As the person sees it who is asked. */
export const ownInvitation = offered.extend({ partner: named.extend({ id: partnerId }) })
export type OwnInvitation = z.output<typeof ownInvitation>

const tags = ['admin'] as const
export const getStaffInvitations = endpoint({
  method: 'GET',
  path: '/his/api/staffinvitations',
  summary: 'People with an account who were asked to join and have not answered',
  permission: 'admin.partner',
  audit: 'none',
  query: z.object({ partner: partnerId.optional() }),
  response: z.array(staffInvitation),
  errors: ['NOT_FOUND'],
  tags,
})
export const postStaffInvitation = endpoint({
  method: 'POST',
  path: '/his/api/staffinvitations',
  summary: 'Ask a person who has an account to join: type, units',
  permission: 'admin.partner',
  audit: 'write',
  body: z.object({
    partner: partnerId.optional(),
    account: singleLine(60).min(1),
    doctortype: staffTypeName,
    title: singleLine(40).nullable().default(null),
    units: z.array(id).min(1).max(200),
  }),
  response: staffInvitation,
  errors: ['ACCOUNT_EXISTS', 'NOT_FOUND'],
  tags,
})
export const deleteStaffInvitation = endpoint({
  method: 'DELETE',
  path: '/his/api/staffinvitations/{id}',
  summary: 'Withdraw an invitation that was not answered',
  permission: 'admin.partner',
  audit: 'write',
  params: z.object({ id }),
  response: z.object({}),
  errors: ['NOT_FOUND', 'ILLEGAL_STEP'],
  tags,
})
export const getOwnInvitations = endpoint({
  method: 'GET',
  path: '/his/api/staffinvitations/own',
  summary: 'Institutions that ask the caller to join',
  permission: 'setting.own',
  audit: 'none',
  response: z.array(ownInvitation),
  tags: ['session', 'notifications'],
})
export const putStaffInvitation = endpoint({
  method: 'PUT',
  path: '/his/api/staffinvitations/{id}',
  summary: 'Join the institution that asks, or decline',
  permission: 'setting.own',
  audit: 'write',
  params: z.object({ id }),
  body: z.object({ accept: z.boolean() }),
  response: z.object({ partnerid: partnerId }),
  errors: ['NOT_FOUND', 'ILLEGAL_STEP'],
  tags: ['session', 'notifications'],
})
