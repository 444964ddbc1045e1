import { z } from 'zod'
import { staffBrief } from '../appointments/schema.ts'
import { sortBy } from '../core/paging.ts'
import { date, id, instant, prose, uuid, version } from '../core/scalars.ts'

export const referralState = z.enum(['sent', 'received', 'accepted', 'declined', 'visited', 'reported', 'withdrawn'])
export const referralSort = sortBy('patient', 'state', 'since', 'visit')
export type ReferralState = z.output<typeof referralState>
export const referralUrgency = z.enum(['routine', 'urgent'])

/** A letter with what became of it. The patient is named as the letter does: the receiver need not have them as a member. */
export const referral = z.object({
  id: uuid,
  qid: id.nullable(),
  state: referralState,
  urgency: referralUrgency,
  reason: z.string(),
  patient: z.object({ name: z.string(), gender: z.string().nullable(), birthday: date.nullable() }),
  from: staffBrief.extend({ unitId: id, unitName: z.string(), unitNameEn: z.string().nullable() }),
  to: z.object({
    unitId: id,
    unitName: z.string(),
    unitNameEn: z.string().nullable(),
    /** `null`: whoever of the unit. */
    person: staffBrief.nullable(),
  }),
  /** The caller's side. */
  side: z.enum(['sender', 'receiver']),
  visitOn: date.nullable(),
  answer: z.string().nullable(),
  history: z.array(
    z.object({ to: referralState, name: z.string().nullable(), nameEn: z.string().nullable(), at: instant }),
  ),
  createdAt: instant,
  version,
})
export type Referral = z.output<typeof referral>

/** What is missing is told at once, each by its field. */
export const referralBody = z.object({
  qid: id,
  toUnit: id.optional(),
  toMid: id.optional(),
  urgency: referralUrgency.default('routine'),
  reason: prose(2000).optional(),
  /** The patient has agreed that this is handed on. */
  consent: z.boolean().default(false),
})
export type ReferralBody = z.output<typeof referralBody>

export const referralTarget = z.object({
  unitId: id,
  name: z.string(),
  nameEn: z.string().nullable(),
  people: z.array(staffBrief.extend({ division: z.string().nullable(), divisionEn: z.string().nullable() })),
})
