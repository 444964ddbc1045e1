import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { paging, sortBy } from '../core/paging.ts'
import { date, id, singleLine, uuid } from '../core/scalars.ts'
import { gender, patientBrief } from '../patients/brief.ts'
import {
  identity,
  member,
  memberDetail,
  memberRow,
  memberSaid,
  memberStatus,
  memberships,
  recentMember,
} from './schema.ts'
import { memberSheet } from './sheet.ts'

/** The word travels in the body: no access log holds an id or a phone. */
const word = singleLine(60)

const found = {
  permission: 'member.read',
  audit: 'read',
  list: true,
  tags: ['members'],
} as const

export const searchMember = endpoint({
  method: 'POST',
  path: '/partner/searchmember',
  summary: 'Members of the own units by a complete id, phone, residence card, health card, name or account',
  body: z.object({ ...paging, pageSize: paging.pageSize.default(10), q: word }),
  errors: ['SEARCH_INCOMPLETE'],
  response: patientBrief,
  ...found,
})

export const memberSort = sortBy('member', 'birthday', 'created')
const age = z.number().int().min(0).max(130).optional()
const filters = {
  /** A part of a name from two characters, of a phone from four digits; nothing: everybody. */
  q: word.default(''),
  unit: id.optional(),
  vip: z.boolean().optional(),
  gender: gender.optional(),
  identity: identity.optional(),
  ageFrom: age,
  ageTo: age,
  /** A condition of the history, of members whose record is open to the caller. */
  condition: singleLine(100).optional(),
  /** Who has seen the member, or will. */
  did: id.optional(),
  /** A care group of one's units, for who watches. */
  group: uuid.optional(),
  /** Who has an open case of the member's, as far as the caller sees cases. */
  manager: id.optional(),
  /** Members whose membership was disabled show their name and number, nothing else. */
  memberStatus: memberStatus.default('active'),
  /** Unless told: the newest first; of a word, the names that begin with it. */
  sort: memberSort.optional(),
}
export const memberListQuery = z.object({ ...paging, pageSize: paging.pageSize.default(10), ...filters })
export type MemberListQuery = z.output<typeof memberListQuery>

export const getMemberList = endpoint({
  method: 'POST',
  path: '/partner/getMemberList',
  summary: 'Members of the own units, ten a page unless told; narrowed by a part of a name or phone',
  body: memberListQuery,
  errors: ['SEARCH_INCOMPLETE'],
  response: memberRow,
  sheet: memberSheet,
  replica: true,
  ...found,
})

export const registerQuery = z.object({
  ...paging,
  pageSize: paging.pageSize.default(50),
  ...filters,
  mobilecode: z.union([z.literal(0), z.literal(1)]).optional(),
  /** Somebody else has the same name and birthday. */
  duplicate: z.boolean().optional(),
  createdFrom: date.optional(),
  createdTo: date.optional(),
  createdBy: id.optional(),
})
export type RegisterQuery = z.output<typeof registerQuery>

export const memberList = endpoint({
  method: 'POST',
  path: '/partner/memberlist',
  summary: 'The register of members in the own units of an institution, newest first',
  body: registerQuery,
  errors: ['SEARCH_INCOMPLETE'],
  response: memberRow,
  sheet: memberSheet,
  replica: true,
  ...found,
  permission: 'member.write',
})

export const getMemberFilter = endpoint({
  method: 'GET',
  path: '/partner/getMemberFilter',
  summary: 'What the member lists can be narrowed by',
  permission: 'member.read',
  audit: 'none',
  response: z.object({
    units: z.array(z.object({ id, name: z.string(), nameEn: z.string().nullable() })),
    identities: z.array(identity),
    genders: z.array(gender),
    doctors: z.array(z.object({ id, name: z.string() })),
    /** Empty for who may not see them. */
    groups: z.array(z.object({ id: uuid, name: z.string() })),
    managers: z.array(z.object({ id, name: z.string() })),
    conditions: z.array(z.string()),
    statuses: z.array(memberStatus),
    creators: z.array(z.object({ id, name: z.string() })),
  }),
  tags: ['members'],
})

export const getIdentities = endpoint({
  method: 'GET',
  path: '/partner/getIdentities',
  summary: 'Identity kinds, and how many members of the own units are of each',
  permission: 'member.read',
  audit: 'none',
  response: z.array(z.object({ identity, members: z.number().int() })),
  tags: ['members'],
})

export const getPatientByAccount = endpoint({
  method: 'POST',
  path: '/partner/getPatientByAccount',
  summary: 'One member of the own units by account, in full',
  permission: 'member.read',
  audit: 'read',
  body: z.object({ account: singleLine(60).min(1) }),
  response: member,
  errors: ['NOT_FOUND', 'MEMBER_DISABLED'],
  tags: ['members'],
})

const addCodes = [
  'MEMBER_NAME_REQUIRED',
  'MEMBER_ACCOUNT_REQUIRED',
  'VALUE_INVALID',
  'PHONE_INVALID',
  'CONTACT_PHONE_INVALID',
  'FIELD_EMPTY',
  ...(['ERR_0001', 'ERR_0002', 'ERR_0003', 'ERR_0004', 'ERR_0005', 'ERR_0006', 'ERR_0007', 'ERR_0008'] as const),
  ...(['ERR_0009', 'ERR_0010', 'ERR_0011', 'ERR_0012', 'ERR_0013', 'ERR_0014', 'ERR_0015', 'ERR_0016'] as const),
  ...(['ERR_0017', 'PL_ERR', 'SYS_ERR'] as const),
] as const

/** A height and a weight that nobody of that age has were asked about, and are right. */
const confirmed = z.boolean().default(false)
export const addMember = endpoint({
  method: 'POST',
  path: '/partner/addMember',
  summary: 'Adds a member to one of the own units; answers the codes of the add-member table, each at its field',
  permission: 'member.write',
  audit: 'write',
  idempotent: true,
  body: memberSaid.extend({ unitId: id.nullish(), confirmed }),
  response: z.object({ code: z.literal('ERR_0000'), pid: id, memberNo: z.string() }),
  errors: [...addCodes, 'VALUE_IMPLAUSIBLE'],
  tags: ['members'],
})

const one = z.object({ pid: id })

export const getMember = endpoint({
  method: 'GET',
  path: '/his/api/members/{pid}',
  summary: 'One member of the own units in full, with memberships, visits and what was merged',
  permission: 'member.read',
  audit: 'read',
  params: one,
  response: memberDetail,
  errors: ['NOT_FOUND', 'MEMBER_DISABLED'],
  tags: ['members'],
})

export const changeMember = endpoint({
  method: 'PUT',
  path: '/his/api/members/{pid}',
  summary: 'Changes the fields that are named; somebody else’s change in between answers with the member as it is now',
  permission: 'member.write',
  audit: 'write',
  params: one,
  body: memberSaid.extend({ version: z.number().int().min(1), confirmed }),
  response: memberDetail,
  errors: ['NOT_FOUND', 'MEMBER_DISABLED', 'VERSION_STALE', 'VALUE_IMPLAUSIBLE', ...addCodes],
  tags: ['members'],
})

export const changeMembership = endpoint({
  method: 'PUT',
  path: '/his/api/members/{pid}/memberships',
  summary: 'Disables or restores the membership of one of the own units, or of the institution',
  permission: 'member.disable',
  audit: 'write',
  params: one,
  body: z.object({
    scope: z.enum(['unit', 'partner']),
    unitId: id.optional(),
    status: z.enum(['active', 'disabled']),
  }),
  response: z.object({ pid: id, unit: memberStatus.nullable(), partner: z.enum(['active', 'disabled']) }),
  errors: ['NOT_FOUND'],
  tags: ['members', 'appointments', 'counts'],
})

export const getMemberships = endpoint({
  method: 'GET',
  path: '/his/api/members/{pid}/memberships',
  summary: 'In which of the own units somebody is a member, and which memberships are disabled; also where all are',
  permission: 'member.read',
  audit: 'read',
  params: one,
  response: memberships,
  errors: ['NOT_FOUND'],
  tags: ['members'],
})

export const joinUnit = endpoint({
  method: 'POST',
  path: '/his/api/members/{pid}/memberships',
  summary: 'Adds a member of the own units to another of them; moves, where one of them is left',
  permission: 'member.write',
  audit: 'write',
  idempotent: true,
  params: one,
  body: z.object({
    unitId: id,
    /** The membership of this unit is disabled in the same step, by whom may disable. */
    leave: id.optional(),
  }),
  response: memberDetail,
  errors: ['NOT_FOUND', 'FORBIDDEN', 'ERR_0002', 'ERR_0010', 'ERR_0011'],
  tags: ['members'],
})

export const recentMembers = endpoint({
  method: 'GET',
  path: '/his/api/recentmembers',
  summary: 'The members one looked at last, in this institution',
  permission: 'member.read',
  audit: 'read',
  response: z.array(recentMember),
  tags: ['members'],
})
