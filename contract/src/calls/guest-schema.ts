import { z } from 'zod'
import { id, instant, locale, singleLine, uuid, version } from '../core/scalars.ts'
import { participantRelation } from './signalling.ts'

/** Somebody without an account, brought into a running call by a link. */
export const guestRelation = participantRelation
export type GuestRelation = z.output<typeof guestRelation>
export const guestState = z.enum(['sent', 'opened', 'joined', 'left', 'revoked', 'expired', 'over'])
export type GuestState = z.output<typeof guestState>
export const guestChannel = z.enum(['sms', 'email'])
export type GuestChannel = z.output<typeof guestChannel>

/** How long a link waits for whoever it went to. Who has come in stays until the call ends. */
export const GUEST_MINUTES = 30
export const GUEST_TRIES = 5
/** Versions of what a guest agrees to; kept with the answer. */
export const guestTexts = { confidential: '2026-11', recording: '2026-11' } as const

export const guest = z.object({
  id: uuid,
  name: z.string(),
  relation: guestRelation,
  language: locale,
  channel: guestChannel,
  /** Masked. */
  sentTo: z.string(),
  /** Whether the message has left. */
  sending: z.enum(['waiting', 'sent', 'failed']),
  state: guestState,
  /** Guessed at too often: nobody comes in by it who is not in. */
  locked: z.boolean(),
  invitedBy: z.object({ mid: id, name: z.string(), nameEn: z.string().nullable() }),
  createdAt: instant,
  expiresAt: instant,
  joinedAt: instant.nullable(),
  leftAt: instant.nullable(),
  version,
})
export type Guest = z.output<typeof guest>
/** `code`: of an e-mail, told once, to be said to the guest; of a text message the end of its number is asked for. */
export const madeGuest = guest.extend({ code: z.string().nullable() })
export type MadeGuest = z.output<typeof madeGuest>

/** An address or a number as it is typed; the channel says which. */
export const guestBody = z.object({
  name: singleLine(60),
  relation: guestRelation,
  language: locale,
  channel: guestChannel.default('sms'),
  to: singleLine(200),
})

/** What the guest's page shows. Of the patient nothing: who sits in the room is seen there. */
export const guestView = z.object({
  step: z.enum(['identity', 'agree', 'ready', 'over']),
  /** Why nothing can be done by it any more; IDENTITY_LOCKED by this browser. */
  code: z.enum(['LINK_EXPIRED', 'LINK_DEAD', 'IDENTITY_LOCKED']).nullable(),
  state: guestState,
  asks: z.enum(['mobileLast4', 'code']),
  triesLeft: z.number().int(),
  language: locale,
  timeZone: z.string(),
  expiresAt: instant,
  institution: z.object({
    name: z.string(),
    nameEn: z.string().nullable(),
    unitName: z.string(),
    unitNameEn: z.string().nullable(),
    phone: z.string().nullable(),
    logo: z.string().nullable(),
  }),
  invitedBy: z.object({ name: z.string(), nameEn: z.string().nullable() }),
  /** Whom it was sent to, for the browser that has said the code. */
  guest: z.object({ name: z.string(), relation: guestRelation }).nullable(),
  video: z.boolean(),
  /** Whether what is said may be recorded. Colleagues among themselves never are. */
  recording: z.enum(['never', 'possible', 'running']),
  texts: z.object({ confidential: z.string(), recording: z.string() }),
  version,
})
export type GuestView = z.output<typeof guestView>
