import { z } from 'zod'
import { sortBy } from '../core/paging.ts'
import { PASSWORD_MAX } from '../core/password.ts'
import { staffTypes } from '../core/permissions.gen.ts'
import {
  asked,
  date,
  id,
  instant,
  locale,
  numeric,
  partnerId,
  reason,
  singleLine,
  uuid,
  version,
} from '../core/scalars.ts'
import { registrableTypes, reviewActions, reviewStates } from './rules.ts'

export { secondFactorBody } from './second-factor.ts'

const text = (max: number) => z.string().max(max)
export const agreementKind = z.enum(['agreement', 'privacy'])
export const agreementVersion = z.string().regex(/^\d{4}-\d{2}$/)

export const agreement = z.object({
  kind: agreementKind,
  version: agreementVersion,
  lang: locale,
  /** The one that has to be accepted now. */
  newest: z.boolean(),
  publishedAt: date,
  title: z.string(),
  sections: z.array(z.object({ heading: z.string(), text: z.string() })),
  versions: z.array(agreementVersion),
})
export type Agreement = z.output<typeof agreement>
export const acceptance = z.object({ version: agreementVersion, lang: locale })

export const institution = z.object({ id: partnerId, name: z.string(), nameEn: z.string().nullable() })

// Forms of account, phone and password have codes of their own: the schema asks for no more than text.
export const registerBody = z.object({
  account: text(100).default(''),
  name: singleLine(60).min(1),
  phone: text(40).default(''),
  pwd: text(PASSWORD_MAX).default(''),
  repeatPwd: text(PASSWORD_MAX).default(''),
  doctortype: z.enum(registrableTypes as [(typeof registrableTypes)[number]]),
  partnerid: partnerId,
  agreement: agreementVersion.optional(),
  privacy: agreementVersion.optional(),
  lang: locale.default('zh-TW'),
})
/** An account that somebody else made, taken over by its person: what is agreed to, and a password nobody else has seen. */
export const accountSetup = z.object({
  agreement: agreementVersion.optional(),
  privacy: agreementVersion.optional(),
  lang: locale.default('zh-TW'),
  newPassword: text(PASSWORD_MAX).default(''),
  repeatPassword: text(PASSWORD_MAX).default(''),
})
export const sentCode = z.object({ id: uuid, expiresAt: instant, againAt: instant, phone: z.string() })
export type SentCodeAnswer = z.output<typeof sentCode>
/** `phone`: another number than the one registered with; taken once, and only while none is verified. */
export const codeBody = z.object({ phone: text(40).optional() })
/** What becomes of a text message of this installation: it leaves, is kept in the outbox to be read there, or goes nowhere. */
export const smsFates = ['sent', 'kept', 'none'] as const
export type SmsFate = (typeof smsFates)[number]
/**
 * The code under way, if there is one; `corrected`: the number was changed already. `reader`: who reads a code that is kept;
 * the operator, as long as nobody administers the institution.
 */
export const codeState = z.object({
  code: sentCode.nullable(),
  phone: z.string(),
  corrected: z.boolean(),
  sms: z.enum(smsFates),
  reader: z.enum(['administrator', 'operator']),
})
export const codeCheck = z.object({ code: asked(text(20).default('')) })
export const codeChecked = z.object({ account: z.string(), review: z.enum(reviewStates) })

/**
 * Account alone: send. `id` and `code`: check. `id`, `ticket` and the password twice: set it. `undo`: the word that a number was
 * sent when it ceased to be the account's; it takes the change back, and answers as a right code does.
 */
export const resetBody = z.object({
  undo: text(100).optional(),
  account: text(200).optional(),
  id: uuid.optional(),
  code: text(20).optional(),
  ticket: text(100).optional(),
  newPassword: text(200).optional(),
  repeatPassword: text(200).optional(),
})
/** `sent`: a code is on its way, if there is such an account; `checked`: the right one came, `ticket` sets the password; `set`: done. */
export const resetAnswer = z.object({
  state: z.enum(['sent', 'checked', 'set']),
  id: uuid,
  phone: z.string().nullable(),
  expiresAt: instant,
  againAt: instant.nullable(),
  ticket: z.string().nullable(),
  passwordMin: z.number().int(),
})

export const handoverBody = z.object({
  token: text(4096).default(''),
  device_token: text(200).optional(),
  device_type: numeric(z.number().int().min(1).max(9)).optional(),
})
/** When the institution's key was made, and by whom; null: there is none. */
export const handoverKey = z.object({ since: instant.nullable(), by: z.string().nullable() })
/** Who holds the key signs anybody in: an open session alone does not make one. */
export const handoverKeyBody = z.object({ password: text(200).default('') })
/** The key, shown this once. */
export const madeHandoverKey = z.object({ partner: partnerId, name: z.string(), secret: z.string(), since: instant })

const NOT_EMPTY = { minLength: 1 }
/**
 * By the password it begins; by the code it goes on. The one that is given is not empty, which the service says with a code
 * of its own.
 */
const byPasswordThenCode = z
  .object({ code: text(20).meta(NOT_EMPTY).optional(), password: text(200).meta(NOT_EMPTY).optional() })
  .meta({ anyOf: [{ required: ['password'] }, { required: ['code'] }] })
export const totpBody = byPasswordThenCode
export const lineBindingBody = byPasswordThenCode
export const lineBindingAnswer = z.object({
  state: z.enum(['waiting', 'bound']),
  /** What is to be sent to the institution's LINE account. */
  code: z.string().nullable(),
  expiresAt: instant.nullable(),
  /** The institution's LINE account, and the address that opens a conversation with it, the code typed already. */
  account: z.string().nullable(),
  address: z.string().nullable(),
  /** In development nobody has to have LINE: the code, sent back, is LINE's answer. */
  development: z.boolean(),
})
/** What LINE tells of, as it tells it; each event is looked at by itself. */
export const lineWebhookBody = z.object({ events: z.array(z.unknown()).max(100).default([]) })

export const totpAnswer = z.object({
  state: z.enum(['scan', 'on']),
  secret: z.string().nullable(),
  uri: z.string().nullable(),
  recovery: z.array(z.string()),
})
export const unbindBody = z.object({ password: text(200).default(''), code: text(40).optional() })

export const ownSession = z.object({
  id: uuid,
  device_type: z.number().int(),
  partner: z.string(),
  current: z.boolean(),
  since: instant,
  seenAt: instant,
  ip: z.string().nullable(),
  userAgent: z.string().nullable(),
})

const unitChoice = z.object({ id, name: z.string(), nameEn: z.string().nullable() })
const reviewPart = z.enum(['licence', 'licenceNumber', 'licenceExpires', 'photo', 'unit', 'doctortype'])
export type ReviewPart = z.output<typeof reviewPart>
export const ownReview = z.object({
  state: z.enum(reviewStates),
  doctortype: z.enum(staffTypes),
  unit: unitChoice.nullable(),
  units: z.array(unitChoice),
  licenceNumber: z.string().nullable(),
  licenceExpires: date.nullable(),
  licenceImage: z.string().nullable(),
  photo: z.string().nullable(),
  reason: z.string().nullable(),
  submittedAt: instant.nullable(),
  missing: z.array(reviewPart),
  agreements: z.array(z.object({ kind: agreementKind, version: agreementVersion, current: z.boolean() })),
  version,
})
export const ownReviewBody = z.object({
  version,
  doctortype: z.enum(registrableTypes as [(typeof registrableTypes)[number]]),
  unitId: id,
  licenceNumber: singleLine(40).nullable().default(null),
  licenceExpires: date.nullable().default(null),
})

export const staffReview = z.object({
  mid: id,
  version,
  state: z.enum(reviewStates),
  name: z.string(),
  nameEn: z.string().nullable(),
  account: z.string(),
  doctortype: z.string(),
  unit: unitChoice.nullable(),
  licenceNumber: z.string().nullable(),
  licenceExpires: date.nullable(),
  licenceImage: z.string().nullable(),
  photo: z.string().nullable(),
  submittedAt: instant.nullable(),
  reason: z.string().nullable(),
  agreement: agreementVersion.nullable(),
  privacy: agreementVersion.nullable(),
  missing: z.array(reviewPart),
  /** Appointments to come, for another to take when the membership is cancelled. */
  appointments: z.number().int(),
  self: z.boolean(),
  /** On board, and another licence waits: only what changed is looked at. */
  change: z
    .object({
      licenceImage: z.string().nullable(),
      licenceNumber: z.string().nullable(),
      licenceExpires: date.nullable(),
      submittedAt: instant,
    })
    .nullable(),
  history: z.array(
    z.object({
      action: z.string(),
      to: z.enum(reviewStates),
      by: z.string().nullable(),
      byEn: z.string().nullable(),
      reason: z.string().nullable(),
      at: instant,
    }),
  ),
})
export type StaffReview = z.output<typeof staffReview>
export const reviewSort = sortBy('name', 'type', 'licence', 'submitted', 'state')
export const staffReviewQuery = z.object({
  state: z.enum([...reviewStates, 'all']).default('inReview'),
  type: z.enum(staffTypes).optional(),
  unit: id.optional(),
  /** Unless told: who waits longest. */
  sort: reviewSort.optional(),
})
export const decideBody = z.object({
  version,
  action: z.enum(reviewActions),
  reason: reason(singleLine(500)).optional(),
})
