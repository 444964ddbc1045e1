import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { paging } from '../core/paging.ts'
import { date, prose, reason, uuid, version } from '../core/scalars.ts'
import { referralActions } from './rules.ts'
import {
  referral,
  referralBody,
  referralDetail,
  referralSort,
  referralState,
  referralTarget,
  referralUrgency,
} from './schema.ts'
import { referralSheet } from './sheet.ts'

export const getReferrals = endpoint({
  method: 'GET',
  path: '/his/api/referrals',
  summary: "One's own referrals: those one sent, and those sent to oneself or to one's units",
  permission: 'referral.write',
  audit: 'read',
  replica: true,
  query: z.object({
    side: z.enum(['all', 'sent', 'received']).default('all'),
    /** `open`: somebody still has to do something. `late`: and should have by now. */
    state: z.enum(['open', 'late', 'all', ...referralState.options]).default('open'),
    urgency: referralUrgency.optional(),
    /** Unless told: urgent ones, then who waits longest. */
    sort: referralSort.optional(),
    ...paging,
  }),
  response: referral,
  list: true,
  sheet: referralSheet,
  tags: ['referrals'],
})

export const postReferral = endpoint({
  method: 'POST',
  path: '/his/api/referrals',
  summary: 'Refer a patient to a unit of the institution, to somebody in it, or to an institution outside',
  permission: 'referral.write',
  audit: 'write',
  idempotent: true,
  body: referralBody,
  response: referral,
  errors: [
    'TARGET_REQUIRED',
    'REASON_REQUIRED',
    'CONSENT_REQUIRED',
    'FIELD_EMPTY',
    'NOT_FOUND',
    'MEMBER_DISABLED',
    'REFERRAL_ILLEGAL_STEP',
  ],
  tags: ['referrals', 'counts'],
})

export const getReferral = endpoint({
  method: 'GET',
  path: '/his/api/referrals/{id}',
  summary: 'One letter with the records that went along, and for its sender the link of an institution outside',
  permission: 'referral.write',
  audit: 'read',
  params: z.object({ id: uuid }),
  response: referralDetail,
  errors: ['NOT_FOUND'],
  tags: ['referrals'],
})

export const putReferral = endpoint({
  method: 'PUT',
  path: '/his/api/referrals/{id}',
  summary: 'A step of a referral: receive, accept, decline, visited, report back, withdraw',
  permission: 'referral.write',
  audit: 'write',
  idempotent: true,
  params: z.object({ id: uuid }),
  body: z.object({
    action: z.enum(referralActions),
    version,
    /** With `accept`: when the patient is seen. */
    date: date.optional(),
    /** Why it is declined, or what is reported back. */
    answer: reason(prose(4000)).optional(),
  }),
  response: referral,
  errors: [
    'NOT_FOUND',
    'FORBIDDEN',
    'REFERRAL_ILLEGAL_STEP',
    'REASON_REQUIRED',
    'CONTENT_REQUIRED',
    'VALUE_INVALID',
    'VERSION_STALE',
  ],
  tags: ['referrals', 'counts'],
})

export const referralTargets = endpoint({
  method: 'GET',
  path: '/his/api/referraltargets',
  summary: 'Units of the institution and who in each takes referrals',
  permission: 'referral.write',
  audit: 'none',
  response: z.array(referralTarget),
  tags: ['session'],
})
