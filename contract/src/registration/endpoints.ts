import { z } from 'zod'
import { loginAnswer } from '../auth/schema.ts'
import { endpoint } from '../core/endpoint.ts'
import { paging } from '../core/paging.ts'
import { id, instant, locale, partnerId, singleLine, uuid } from '../core/scalars.ts'
import * as s from './schema.ts'
import { reviewSheet } from './sheet.ts'

const codeErrors = ['CODE_REQUIRED', 'CODE_WRONG', 'CODE_EXPIRED', 'CODE_USED', 'CODE_TRIES_EXCEEDED'] as const
const passwordErrors = ['PASSWORD_RULE', 'PASSWORD_MISMATCH', 'PASSWORD_COMMON'] as const

export const register = endpoint({
  method: 'POST',
  path: '/his/api/register',
  summary: 'Register as a member of staff: stores the account and sends a code to the phone',
  permission: 'public',
  audit: 'auth',
  body: s.registerBody,
  response: s.sentCode,
  errors: [
    'ACCOUNT_FORMAT',
    'ACCOUNT_EXISTS',
    'PHONE_INVALID',
    'AGREEMENT_REQUIRED',
    'CODE_SEND_LIMIT',
    'FIELD_RELATED',
    'NOT_FOUND',
    ...passwordErrors,
  ],
  tags: [],
})

/** Before the phone is verified: nothing else is open to an account that somebody else made. */
export const postAccountSetup = endpoint({
  method: 'POST',
  path: '/his/api/accountsetups',
  summary: 'Take over an account that somebody else made: accept the texts, and set a password of one’s own',
  permission: 'unverified',
  audit: 'auth',
  body: s.accountSetup,
  response: z.object({ acceptedAt: instant }),
  errors: ['AGREEMENT_REQUIRED', 'PASSWORD_SAME', 'ILLEGAL_STEP', ...passwordErrors],
  tags: ['session'],
})

export const getInstitutions = endpoint({
  method: 'GET',
  path: '/his/api/institutions',
  summary: 'Institutions that take registrations, by number or a part of the name',
  permission: 'public',
  audit: 'none',
  query: z.object({ q: singleLine(60).default('') }),
  response: z.array(s.institution),
  tags: [],
})

export const getVerificationCode = endpoint({
  method: 'GET',
  path: '/his/api/verificationcodes',
  summary: 'The code under way for the own phone',
  permission: 'unverified',
  audit: 'none',
  response: s.codeState,
  tags: ['session'],
})

/** Under the session, which exists before the phone is verified: nobody sends, or guesses at, another's code. */
export const postVerificationCode = endpoint({
  method: 'POST',
  path: '/his/api/verificationcodes',
  summary: 'Send a new code to the own phone; the one before it is dead',
  permission: 'unverified',
  audit: 'auth',
  body: s.codeBody,
  response: s.sentCode,
  errors: ['CODE_SEND_LIMIT', 'CODE_SEND_FAILED', 'PHONE_INVALID', 'ACCOUNT_EXISTS', 'ILLEGAL_STEP', 'REGISTER_AGAIN'],
  tags: [],
})

export const putVerificationCode = endpoint({
  method: 'PUT',
  path: '/his/api/verificationcodes/{id}',
  summary: 'Check the code: the phone is verified from then on',
  permission: 'unverified',
  audit: 'auth',
  params: z.object({ id: uuid }),
  body: s.codeCheck,
  response: s.codeChecked,
  errors: [...codeErrors, 'ILLEGAL_STEP'],
  tags: ['session'],
})

/** The same answer in the same time, whether there is such an account or not. */
export const changePasswordStatus = endpoint({
  method: 'POST',
  path: '/his/api/changepwstatus',
  summary: 'Forgotten password: send a code, check it, set the new password',
  permission: 'public',
  audit: 'auth',
  body: s.resetBody,
  response: s.resetAnswer,
  errors: [
    'LOGIN_EMPTY',
    'LOGIN_BAD_INPUT',
    'CODE_SEND_LIMIT',
    'REGISTER_AGAIN',
    'PHONE_TAKEN',
    ...codeErrors,
    ...passwordErrors,
  ],
  tags: [],
})

export const getAgreement = endpoint({
  method: 'GET',
  path: '/his/api/agreements/{kind}',
  summary: 'Agreement or privacy statement; an unknown version answers the newest',
  permission: 'public',
  audit: 'none',
  params: z.object({ kind: s.agreementKind }),
  query: z.object({ v: z.string().max(20).optional(), lang: locale.default('zh-TW') }),
  response: s.agreement,
  tags: [],
})

export const postAcceptance = endpoint({
  method: 'POST',
  path: '/his/api/agreements/{kind}/acceptances',
  summary: 'Accept the newest version',
  permission: 'setting.own',
  audit: 'auth',
  params: z.object({ kind: s.agreementKind }),
  body: s.acceptance,
  response: z.object({ version: s.agreementVersion, acceptedAt: instant }),
  errors: ['AGREEMENT_REQUIRED'],
  tags: ['reviews'],
})

export const theseAutoLogin = endpoint({
  method: 'POST',
  path: '/his/api/theseAutoLogin',
  summary: 'Exchange a one-time hand-over token for a session',
  permission: 'public',
  audit: 'auth',
  body: s.handoverBody,
  response: loginAnswer.extend({ to: z.string().nullable() }),
  raw: true,
  errors: [
    'HANDOVER_INVALID',
    'HANDOVER_USED',
    'HANDOVER_EXPIRED',
    'ACCOUNT_CLOSED',
    'LOGIN_LOCKED',
    'MEMBERSHIP_CANCELLED',
    'NO_INSTITUTION',
    'SECOND_STEP_REQUIRED',
    'LOGIN_RATE_LIMITED',
    'NOT_FOUND',
  ],
  tags: ['session'],
})

const institution = z.object({ partnerid: partnerId })

export const getHandoverKey = endpoint({
  method: 'GET',
  path: '/his/api/handoverkeys/{partnerid}',
  summary: 'Whether a partner system may sign people of the institution in, and since when',
  permission: 'admin.partner',
  audit: 'none',
  params: institution,
  response: s.handoverKey,
  errors: ['NOT_FOUND'],
  tags: ['admin'],
})

export const postHandoverKey = endpoint({
  method: 'POST',
  path: '/his/api/handoverkeys/{partnerid}',
  summary: 'A new key for signing people in, by the own password, shown once; the one before is over',
  permission: 'admin.partner',
  audit: 'write',
  params: institution,
  body: s.handoverKeyBody,
  response: s.madeHandoverKey,
  errors: ['NOT_FOUND', 'WRONG_PASSWORD', 'LOGIN_LOCKED'],
  tags: ['admin'],
})

export const deleteHandoverKey = endpoint({
  method: 'DELETE',
  path: '/his/api/handoverkeys/{partnerid}',
  summary: 'Revoke the key: nothing that was signed with it signs anybody in',
  permission: 'admin.partner',
  audit: 'write',
  params: institution,
  response: z.object({}),
  errors: ['NOT_FOUND'],
  tags: ['admin'],
})

export const answerSecondFactor = endpoint({
  method: 'POST',
  path: '/his/api/secondsteps',
  summary: 'Answer the second step of a sign-in',
  permission: 'public',
  audit: 'auth',
  body: s.secondFactorBody,
  response: loginAnswer,
  raw: true,
  errors: [
    'SECOND_STEP_WRONG',
    'SECOND_STEP_EXPIRED',
    'CODE_TRIES_EXCEEDED',
    'LOGIN_LOCKED',
    'ACCOUNT_CLOSED',
    'MEMBERSHIP_CANCELLED',
    'NO_INSTITUTION',
  ],
  tags: ['session'],
})

export const switchPartner = endpoint({
  method: 'PUT',
  path: '/his/api/sessions/partner',
  summary: 'Go on in another institution of the own ones, without signing in again',
  permission: 'session',
  audit: 'auth',
  body: z.object({ partnerid: partnerId }),
  response: loginAnswer,
  raw: true,
  errors: ['PARTNER_SWITCH_DENIED', 'CALL_ALREADY', 'ERROR_TOKEN'],
  tags: ['session'],
})

export const getSessions = endpoint({
  method: 'GET',
  path: '/his/api/sessions',
  summary: 'Own live sessions',
  permission: 'setting.own',
  audit: 'none',
  response: z.array(s.ownSession),
  tags: ['logs'],
})

export const deleteSession = endpoint({
  method: 'DELETE',
  path: '/his/api/sessions/{id}',
  summary: 'End one of the own sessions',
  permission: 'setting.own',
  audit: 'auth',
  params: z.object({ id: uuid }),
  response: z.object({}),
  errors: ['NOT_FOUND'],
  tags: ['logs'],
})

export const postLineBinding = endpoint({
  method: 'POST',
  path: '/his/api/linebindings',
  summary: 'Bind LINE: by the password the code that LINE answers; in development, answers it',
  permission: 'setting.own',
  audit: 'auth',
  body: s.lineBindingBody,
  response: s.lineBindingAnswer,
  errors: ['LINE_ALREADY_BOUND', 'CODE_EXPIRED', 'CODE_WRONG', 'PROVIDER_MISSING', 'WRONG_PASSWORD', 'LOGIN_LOCKED'],
  tags: ['bindings', 'session'],
})

export const deleteLineBinding = endpoint({
  method: 'DELETE',
  path: '/his/api/linebindings',
  summary: 'Unbind LINE: its second step is off',
  permission: 'setting.own',
  audit: 'auth',
  body: s.unbindBody,
  response: z.object({}),
  errors: ['LINE_NOT_BOUND', 'WRONG_PASSWORD', 'LOGIN_LOCKED'],
  tags: ['bindings', 'session'],
})

/** Signed over every byte with the channel's secret; where no LINE account is set up there is no such call. */
export const postLineWebhook = endpoint({
  method: 'POST',
  path: '/his/api/linewebhooks',
  summary: 'What LINE tells of: somebody sent the code of a binding',
  permission: 'public',
  audit: 'none',
  body: s.lineWebhookBody,
  response: z.object({}),
  errors: ['FORBIDDEN', 'NOT_FOUND'],
  tags: [],
})

export const getTotp = endpoint({
  method: 'GET',
  path: '/his/api/totps',
  summary: 'Second steps of the own account, and the recovery codes left',
  permission: 'setting.own',
  audit: 'none',
  response: z.object({ totp: z.boolean(), line: z.string().nullable(), recoveryLeft: z.number().int() }),
  tags: ['bindings'],
})

export const postTotp = endpoint({
  method: 'POST',
  path: '/his/api/totps',
  summary: 'Switch TOTP on: by the password the secret, by its first code the recovery codes',
  permission: 'setting.own',
  audit: 'auth',
  body: s.totpBody,
  response: s.totpAnswer,
  errors: ['SECOND_STEP_WRONG', 'WRONG_PASSWORD', 'LOGIN_LOCKED', 'ILLEGAL_STEP'],
  tags: ['bindings', 'session'],
})

export const deleteTotp = endpoint({
  method: 'DELETE',
  path: '/his/api/totps',
  summary: 'Switch TOTP off, by password and code',
  permission: 'setting.own',
  audit: 'auth',
  body: s.unbindBody,
  response: z.object({}),
  errors: ['SECOND_STEP_WRONG', 'WRONG_PASSWORD', 'LOGIN_LOCKED', 'ILLEGAL_STEP'],
  tags: ['bindings', 'session'],
})

export const deleteSecondSteps = endpoint({
  method: 'DELETE',
  path: '/his/api/staffaccounts/{mid}/secondsteps',
  summary: 'Take LINE and TOTP off the account of somebody who has lost them',
  permission: 'admin.partner',
  audit: 'write',
  params: z.object({ mid: id }),
  response: z.object({ removed: z.number().int() }),
  errors: ['NOT_FOUND', 'FORBIDDEN'],
  tags: ['admin'],
})

export const getOwnReview = endpoint({
  method: 'GET',
  path: '/his/api/staffreviews/own',
  summary: 'The own review: state, what was handed in, what is missing',
  permission: 'setting.own',
  audit: 'none',
  response: s.ownReview,
  errors: ['NOT_FOUND'],
  tags: ['reviews'],
})

export const postOwnReview = endpoint({
  method: 'POST',
  path: '/his/api/staffreviews',
  summary: 'Hand in licence, unit and type for review',
  permission: 'setting.own',
  audit: 'write',
  body: s.ownReviewBody,
  response: s.ownReview,
  errors: ['REVIEW_INCOMPLETE', 'REVIEW_ILLEGAL_STEP', 'VERSION_STALE', 'AGREEMENT_REQUIRED', 'NOT_FOUND'],
  tags: ['reviews', 'session'],
})

export const getStaffReviews = endpoint({
  method: 'GET',
  path: '/his/api/staffreviews',
  summary: 'Reviews of the staff one administers, the longest waiting first',
  permission: 'admin.review',
  audit: 'read',
  query: s.staffReviewQuery.extend(paging),
  response: s.staffReview,
  list: true,
  sheet: reviewSheet,
  tags: ['reviews'],
})

export const putStaffReview = endpoint({
  method: 'PUT',
  path: '/his/api/staffreviews/{mid}',
  summary: 'Approve, return, cancel or reinstate',
  permission: 'admin.review',
  audit: 'write',
  params: z.object({ mid: id }),
  body: s.decideBody,
  response: s.staffReview,
  errors: [
    'REVIEW_SELF',
    'REVIEW_ILLEGAL_STEP',
    'REASON_REQUIRED',
    'REVIEW_INCOMPLETE',
    'LAST_ADMIN',
    'VERSION_STALE',
    'NOT_FOUND',
  ],
  tags: ['reviews'],
})
