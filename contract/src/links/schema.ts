import { z } from 'zod'
import { appointmentStatus, deviceCheckResult, paymentState, site } from '../appointments/schema.ts'
import { callCause, callDirection, callState, rejectReason, roomState } from '../calls/schema.ts'
import { recordingState } from '../calls/signalling.ts'
import { receipt } from '../appointments/receipt.ts'
import { consentState, giver } from '../consents/schema.ts'
import { refundTerms } from '../fees/refund-rule.ts'
import { currency, money } from '../core/money.ts'
import { date, instant, singleLine, locale, uuid } from '../core/scalars.ts'
import { linkState, linkStep } from './states.ts'

export { type LinkState, type LinkStep, linkState, linkStep } from './states.ts'

/** `pay`: what the visit costs and how it stands; opens no room and no record. `chat`: the conversation with the unit, of no visit; `form`: a questionnaire. */
export const linkKind = z.enum(['call', 'authorise', 'pay', 'chat', 'form'])

/** Wrong identity checks before the link is locked. */
export const IDENTITY_TRIES = 5

/** Version of the texts that the page shows beside each question; kept with the answer. */
export const consentTexts = { consultation: '2026-01', recording: '2026-01', record: '2026-01' } as const
/** How long an authorisation to open the record holds. */
export const RECORD_CONSENT_DAYS = 365
/** A patient may call a visit off until this long before its start. */
export const CANCEL_UNTIL_MINUTES = 30

export const deadReason = z.enum(['finished', 'cancelled', 'closed', 'renewed', 'withdrawn'])
export type DeadReason = z.output<typeof deadReason>

export const linkCall = z.object({
  callID: uuid,
  roomID: uuid,
  /** `outbound`: the doctor rings this patient. */
  direction: callDirection,
  state: callState,
  /** Why it is over: given up by whoever rang, or talked and hung up. */
  cause: callCause.nullable(),
  videoCall: z.boolean(),
  ringUntil: instant,
  /** Whoever rings or has answered. */
  staffName: z.string().nullable(),
  /** Of a call of the patient that nobody answered: what the page tells them, where somebody said it. */
  reason: rejectReason.nullable(),
})
export type LinkCall = z.output<typeof linkCall>

const answer = z.enum(['agreed', 'declined']).nullable()

/** What a visit costs and how that stands: the page of a `pay` link. Amounts in minor units. */
export const linkPayment = z.object({
  state: paymentState,
  visit: appointmentStatus,
  site: z.enum(['video', 'voice', 'onsite']),
  amount: money,
  currency,
  /** Until then the place waits; `null`: it waits for nothing. */
  holdUntil: instant.nullable(),
  receipt: receipt.nullable(),
  /** There is a provider to pay through from home. */
  online: z.boolean(),
  /** How the last try at the provider's page stands. */
  checkout: z.enum(['open', 'paid', 'refused']).nullable(),
  /** What came beside what was due, and goes back. */
  surplus: money,
  /** What the patient was told of money that goes back. */
  terms: refundTerms,
  /** Of a place that was let go, and for who may choose another time: when the same doctor has room. */
  freeTimes: z.array(z.object({ date, at: instant })),
})
export type LinkPayment = z.output<typeof linkPayment>

/** What a link asks that opens the record to a unit: the page of an `authorise` link. */
export const linkAuthorisation = z.object({
  state: consentState,
  /** Whoever asks; `null` where the person is not known any more. */
  askedBy: z.string().nullable(),
  askedByEn: z.string().nullable(),
  days: z.number().int(),
  text: z.string(),
  /** Until when the question waits. */
  answerUntil: instant.nullable(),
  startsAt: instant,
  endsAt: instant.nullable(),
  givenBy: z.string(),
  giver: giver.nullable(),
})
export type LinkAuthorisation = z.output<typeof linkAuthorisation>

export const linkView = z.object({
  kind: linkKind,
  state: linkState,
  step: linkStep,
  /** Why nothing can be done any more; the page says it in words. */
  code: z.enum(['LINK_EXPIRED', 'LINK_DEAD', 'IDENTITY_LOCKED']).nullable(),
  deadReason: deadReason.nullable(),
  language: locale,
  now: instant,
  /** When the link expires unless somebody acts on it: the end of the 3 minutes, while they run. */
  expiresAt: instant.nullable(),
  timeZone: z.string(),
  institution: z.object({
    name: z.string(),
    nameEn: z.string().nullable(),
    unitName: z.string().nullable(),
    unitNameEn: z.string().nullable(),
    phone: z.string().nullable(),
    logo: z.string().nullable(),
  }),
  /** `null` on a link that is over, unless this browser has passed the identity check. */
  visit: z
    .object({
      doctorName: z.string(),
      doctorNameEn: z.string().nullable(),
      division: z.string().nullable(),
      divisionEn: z.string().nullable(),
      date,
      startAt: instant,
      durationMinutes: z.number().int(),
      /** Voice only: the camera is neither asked for nor sent. */
      video: z.boolean(),
      /** Masked, such as 王○明, until this browser has passed the identity check. */
      patientName: z.string(),
      today: z.boolean(),
      cancellableUntil: instant.nullable(),
      endedAt: instant.nullable(),
    })
    .nullable(),
  identity: z.object({
    /** This browser has passed the check. */
    passed: z.boolean(),
    /** What is asked beside the birthday. */
    asks: z.enum(['idLast4', 'mobileLast4']),
    triesLeft: z.number().int(),
  }),
  /** All below is `null` until the identity check. */
  consents: z.object({ consultation: answer, recording: answer, record: answer }).nullable(),
  texts: z.object({ consultation: z.string(), recording: z.string(), record: z.string() }),
  waiting: z
    .object({ place: z.number().int(), ahead: z.number().int(), expectedAt: instant, doctorOnline: z.boolean() })
    .nullable(),
  call: linkCall.nullable(),
  room: z.object({ roomID: uuid, state: roomState, recording: recordingState, staffPresent: z.boolean() }).nullable(),
  /** Whether the patient may ring now. */
  canCall: z.boolean(),
  /** The link is over and its visit is not: the patient may ask to be called back. */
  canAskCallback: z.boolean(),
  /** Of a `pay` link alone. */
  payment: linkPayment.nullable(),
  /** Of an `authorise` link alone, after the identity check. */
  authorisation: linkAuthorisation.nullable(),
  /** Once the visit is over, for the browser that passed the identity check: when one comes next. */
  next: z.object({ doctorName: z.string(), doctorNameEn: z.string().nullable(), startAt: instant, site }).nullable(),
})
export type LinkView = z.output<typeof linkView>

export const identityCheck = z.object({ birthday: date, last4: singleLine(4).min(4) })
export type IdentityProof = z.output<typeof identityCheck>
/** `askedAt`: of the wish that stands, which may be an earlier one. */
export const callbackAsked = z.object({ askedAt: instant })
export const linkConsents = z.object({
  consultation: z.boolean(),
  recording: z.boolean(),
  record: z.boolean(),
  /** The texts the page showed; another version than the one in force is refused. */
  texts: z.object({ consultation: z.string(), recording: z.string(), record: z.string() }),
})
/** What the patient, or somebody for them, says to the question of an `authorise` link; `text`: the version it showed. */
export const authorisationAnswer = z.object({
  answer: z.enum(['agree', 'decline', 'withdraw']),
  text: singleLine(32),
  giver: giver.optional(),
})
export const arrival = z.object({
  camera: deviceCheckResult,
  microphone: deviceCheckResult,
  speaker: deviceCheckResult,
})
export const linkCallAction = z.enum(['answer', 'reject', 'cancel', 'hangup'])
