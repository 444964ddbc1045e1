import { z } from 'zod'
import { currency, money } from '../core/money.ts'
import { date, id, instant, prose, reason, singleLine, version } from '../core/scalars.ts'
import { staffBrief } from '../staff/brief.ts'
import { appointment, appointmentKind, callTarget, interval, site } from './schema.ts'

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)
/** Told before something is done; it is done once they are named here. */
export const bookingWarning = z.enum(['FEE_BELOW_DEFAULT'])

/** Everything may be missing: what is, is told with the other conflicts at once. */
const wish = z.object({
  kind: appointmentKind.default('general'),
  pid: id.optional(),
  /** For whom sees only own patients: something complete that only the patient shows, instead of having met before. */
  identifier: singleLine(60).optional(),
  did: id.optional(),
  unit: id.optional(),
  date: date.optional(),
  interval: interval.optional(),
  /** `HH:MM` by the institution's clock; without it the session's first free time. */
  time: clock.optional(),
  site: site.default('video'),
  serviceItem: singleLine(60).optional(),
  consultProblem: prose(1000).optional(),
  callTarget: callTarget.optional(),
  /** Minor units; without it the doctor's own. */
  fee: money.optional(),
  currency: currency.default('TWD'),
  /** The plan in minutes. */
  minutes: z.number().int().min(5).max(240).optional(),
  /** Of an onsite visit: the patient pays when there. */
  payOnSite: z.boolean().default(false),
  confirm: z.array(bookingWarning).max(4).default([]),
})
export type Wish = z.output<typeof wish>

/** What a change may touch; what is absent stays. */
const change = z.object({
  qid: id,
  version,
  did: id.optional(),
  date: date.optional(),
  interval: interval.optional(),
  time: clock.optional(),
  site: site.optional(),
})
export type Change = Omit<z.output<typeof change>, 'qid'>

export const reservationAsk = z.discriminatedUnion('action', [
  wish.extend({ action: z.literal('book') }),
  change.extend({ action: z.literal('change') }),
  z.object({ action: z.literal('cancel'), qid: id, version, reason: reason(prose(500)).optional() }),
])
export type ReservationAsk = z.output<typeof reservationAsk>

export const reservationAnswer = z.object({
  /** `null`: nothing was booked, the warnings ask first. */
  entry: appointment.nullable(),
  warnings: z.array(z.object({ code: bookingWarning, fee: money, currency })),
  holdUntil: instant.nullable(),
})
export type ReservationAnswer = z.output<typeof reservationAnswer>

export const contactsAsk = z.object({
  /** Part of a name or phone; for whom sees only own patients something complete. Nothing: who was booked last. */
  q: singleLine(60).default(''),
  /** One patient by number, as another screen named them. */
  pid: id.optional(),
  /** Also doctors, by a part of their name or division. */
  doctors: singleLine(60).default(''),
})
export const contactPatient = z.object({
  pid: id,
  name: z.string(),
  nameEn: z.string().nullable(),
  gender: z.string().nullable(),
  birthday: date.nullable(),
  idLast: z.string().nullable(),
  vip: z.boolean(),
  unitId: id,
  unitName: z.string(),
  unitNameEn: z.string().nullable(),
  /** The doctor of the last visit, for a return visit. */
  lastDid: id.nullable(),
})
export type ContactPatient = z.output<typeof contactPatient>
export const contactDoctor = staffBrief.extend({
  title: z.string().nullable(),
  division: z.string().nullable(),
  divisionEn: z.string().nullable(),
  unitIds: z.array(id),
  video: z.boolean(),
  onsite: z.boolean(),
})
export type ContactDoctor = z.output<typeof contactDoctor>
export const contacts = z.object({ patients: z.array(contactPatient), doctors: z.array(contactDoctor) })
export type Contacts = z.output<typeof contacts>
