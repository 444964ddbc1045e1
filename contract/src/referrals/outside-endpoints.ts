import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { paging } from '../core/paging.ts'
import { date, instant, prose, reason, singleLine, uuid, version } from '../core/scalars.ts'
import { outsideBody, outsideChange, outsideInstitution } from './outside.ts'
import { LINK_DAYS_MAX, outsideActions } from './rules.ts'
import { attachedRecords, madeReferralLink, referralLink, referralState, referralUrgency } from './schema.ts'

const refers = { permission: 'referral.write' } as const

export const getOutsideInstitutions = endpoint({
  ...refers,
  method: 'GET',
  path: '/his/api/outsideinstitutions',
  summary: 'Institutions outside that letters go to: by name, or the beginning of a code',
  audit: 'none',
  query: z.object({ q: singleLine(100).default(''), closed: z.enum(['0', '1']).default('0'), ...paging }),
  response: outsideInstitution,
  list: true,
  tags: ['referrals'],
})
export const postOutsideInstitution = endpoint({
  ...refers,
  method: 'POST',
  path: '/his/api/outsideinstitutions',
  summary: 'Enter an institution outside in the directory',
  audit: 'write',
  idempotent: true,
  body: outsideBody,
  response: outsideInstitution,
  errors: ['NOT_FOUND', 'DUPLICATE'],
  tags: ['referrals'],
})
export const putOutsideInstitution = endpoint({
  ...refers,
  method: 'PUT',
  path: '/his/api/outsideinstitutions/{id}',
  summary: 'Change an institution of the directory, or close it; letters that were sent keep what they said',
  audit: 'write',
  idempotent: true,
  params: z.object({ id: uuid }),
  body: outsideChange,
  response: outsideInstitution,
  errors: ['NOT_FOUND', 'VERSION_STALE', 'DUPLICATE'],
  tags: ['referrals'],
})

/** Not repeated by a key: the address and the code stand in no table. */
export const postReferralLink = endpoint({
  ...refers,
  method: 'POST',
  path: '/his/api/referrals/{id}/links',
  summary:
    'A link to one letter for the institution outside, in place of the one before; address and code are told this once',
  audit: 'write',
  params: z.object({ id: uuid }),
  body: z.object({
    days: z.number().int().min(1).max(LINK_DAYS_MAX).default(30),
    /** To the address the letter is addressed to; otherwise whoever makes it tells it. The code is never sent along. */
    send: z.boolean().default(false),
  }),
  response: madeReferralLink,
  errors: ['NOT_FOUND', 'REFERRAL_ILLEGAL_STEP', 'NO_CHANNEL'],
  tags: ['referrals'],
})
export const deleteReferralLink = endpoint({
  ...refers,
  method: 'DELETE',
  path: '/his/api/referrals/{id}/links/{link}',
  summary: 'Take a link back: it opens nothing any more',
  audit: 'write',
  params: z.object({ id: uuid, link: uuid }),
  response: referralLink,
  errors: ['NOT_FOUND', 'VERSION_STALE', 'REFERRAL_ILLEGAL_STEP'],
  tags: ['referrals'],
})
export const getReferralFile = endpoint({
  ...refers,
  method: 'GET',
  path: '/his/api/referrals/{id}/files/{file}',
  summary: 'A file that went along with a letter, for both of its sides as long as the letter stands',
  audit: 'read',
  params: z.object({ id: uuid, file: uuid }),
  response: z.unknown(),
  raw: true,
  file: 'medicalFile',
  errors: ['NOT_FOUND'],
  tags: ['referrals'],
})

/** What the page of the link shows: of the patient nothing before the code. */
export const outsideReferral = z.object({
  state: z.enum(['code', 'open', 'locked', 'expired', 'revoked', 'withdrawn']),
  triesLeft: z.number().int(),
  institution: z.object({ name: z.string(), nameEn: z.string().nullable(), phone: z.string().nullable() }),
  to: z.string(),
  timeZone: z.string(),
  expiresAt: instant,
  letter: z
    .object({
      state: referralState,
      urgency: referralUrgency,
      reason: z.string(),
      patient: z.object({ name: z.string(), gender: z.string().nullable(), birthday: date.nullable() }),
      from: z.object({
        name: z.string(),
        nameEn: z.string().nullable(),
        unitName: z.string(),
        unitNameEn: z.string().nullable(),
      }),
      visitOn: date.nullable(),
      answer: z.string().nullable(),
      records: attachedRecords.nullable(),
      history: z.array(z.object({ to: referralState, who: z.string().nullable(), at: instant })),
      sentAt: instant,
      version,
    })
    .nullable(),
})
export type OutsideReferral = z.output<typeof outsideReferral>

const page = { permission: 'public', params: z.object({ token: singleLine(100) }), tags: [] } as const
export const getOutsideReferral = endpoint({
  ...page,
  method: 'GET',
  path: '/his/api/outsidereferrals/{token}',
  summary: 'A letter by the link of the institution it went to; before the code nothing of the patient',
  audit: 'read',
  response: outsideReferral,
  errors: ['LINK_INVALID', 'RATE_LIMITED'],
})
export const openOutsideReferral = endpoint({
  ...page,
  method: 'POST',
  path: '/his/api/outsidereferrals/{token}/code',
  summary: 'The code that was told beside the link: this browser reads the letter from now on',
  audit: 'auth',
  body: z.object({ code: singleLine(20) }),
  response: outsideReferral,
  errors: [
    'LINK_INVALID',
    'LINK_EXPIRED',
    'LINK_DEAD',
    'CODE_WRONG',
    'IDENTITY_MISMATCH',
    'IDENTITY_LOCKED',
    'FORBIDDEN',
    'VERSION_STALE',
    'REFERRAL_ILLEGAL_STEP',
    'RATE_LIMITED',
  ],
})
export const answerOutsideReferral = endpoint({
  ...page,
  method: 'PUT',
  path: '/his/api/outsidereferrals/{token}',
  summary: 'The institution outside accepts, declines, says that the patient was seen, or reports back',
  audit: 'write',
  body: z.object({
    action: z.enum(outsideActions),
    version,
    /** Who answers, as they call themselves. */
    who: singleLine(60).default(''),
    date: date.optional(),
    answer: reason(prose(4000)).optional(),
  }),
  response: outsideReferral,
  errors: [
    'LINK_INVALID',
    'LINK_EXPIRED',
    'LINK_DEAD',
    'IDENTITY_MISMATCH',
    'REFERRAL_ILLEGAL_STEP',
    'FIELD_EMPTY',
    'REASON_REQUIRED',
    'CONTENT_REQUIRED',
    'VALUE_INVALID',
    'VERSION_STALE',
    'RATE_LIMITED',
  ],
})
export const outsideLetter = endpoint({
  ...page,
  method: 'GET',
  path: '/his/api/outsidereferrals/{token}/letter',
  summary: 'The letter as a PDF, for the browser that gave the code',
  audit: 'read',
  response: z.unknown(),
  raw: true,
  file: 'pdf',
  errors: ['LINK_INVALID', 'LINK_EXPIRED', 'LINK_DEAD', 'IDENTITY_MISMATCH', 'VERSION_STALE', 'RATE_LIMITED'],
})
export const outsideFile = endpoint({
  ...page,
  method: 'GET',
  path: '/his/api/outsidereferrals/{token}/files/{file}',
  summary: 'A file that went along, for the browser that gave the code',
  audit: 'read',
  params: z.object({ token: singleLine(100), file: uuid }),
  response: z.unknown(),
  raw: true,
  file: 'medicalFile',
  errors: ['NOT_FOUND', 'LINK_INVALID', 'LINK_EXPIRED', 'LINK_DEAD', 'IDENTITY_MISMATCH', 'RATE_LIMITED'],
})
