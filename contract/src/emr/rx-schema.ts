import { z } from 'zod'
import { date, id, instant, uuid, version } from '../core/scalars.ts'
import { gender } from '../patients/brief.ts'
import { drugAnswer } from '../prescriptions/checks/issue.ts'

/** A refillable prescription: how often it is filled in all, and until when. */
export const refill = z.object({ times: z.number().int(), until: date })
export type Refill = z.output<typeof refill>

export const rxState = z.enum(['sent', 'received', 'returned', 'dispensed', 'rejected', 'cancelled'])
export type RxState = z.output<typeof rxState>

const who = z.object({ mid: id, name: z.string(), nameEn: z.string().nullable() })

/** Opening hours by day of the week: 1 is Monday. */
export const openingHours = z.object({
  days: z.array(z.number().int().min(1).max(7)),
  from: z.string(),
  to: z.string(),
})
export type OpeningHours = z.output<typeof openingHours>
export const pharmacy = z.object({
  id,
  name: z.string(),
  city: z.string(),
  address: z.string(),
  phone: z.string().nullable(),
  /** `null`: nobody has said. */
  hours: z.array(openingHours).nullable(),
})
export type Pharmacy = z.output<typeof pharmacy>
export const listedPharmacy = pharmacy.extend({ open: z.enum(['open', 'closed', 'unknown']) })
export type ListedPharmacy = z.output<typeof listedPharmacy>

export const rxLine = z.object({
  code: z.string(),
  name: z.string(),
  unit: z.string(),
  /** In what the total is; unset: as the dose. */
  totalUnit: z.string().nullish(),
  dose: z.number(),
  frequency: z.string(),
  route: z.string(),
  days: z.number().int(),
  total: z.number(),
  totalReason: z.string().nullish(),
  notes: z.string().optional(),
})
export type RxLine = z.output<typeof rxLine>

/** What a pharmacy is shown of patient and note, as it was when it was sent: not the note. */
export const rxContent = z.object({
  institution: z.string(),
  signedAt: instant,
  patient: z.object({
    name: z.string(),
    nameEn: z.string().nullable(),
    gender: gender.nullable(),
    birthday: date.nullable(),
    memberNo: z.string(),
    /** Kilograms. */
    weight: z.number().nullable(),
    /** eGFR as it was recorded last, with its day. */
    kidney: z.object({ value: z.string(), on: instant }).nullable(),
  }),
  allergies: z.object({ status: z.enum(['closed', 'notAsked', 'noneKnown', 'known']), names: z.array(z.string()) }),
  diagnoses: z.array(z.object({ code: z.string(), nameEn: z.string(), nameZhTw: z.string() })),
  lines: z.array(rxLine),
  /** Why warnings were passed over. */
  answers: z.array(drugAnswer),
})
export type RxContent = z.output<typeof rxContent>

export const dispensedLine = z.object({
  code: z.string(),
  quantity: z.number(),
  /** What was given in its place; empty: as prescribed. */
  substitution: z.string(),
  lot: z.string(),
})
export const dispensing = z.object({ at: instant, by: who, lines: z.array(dispensedLine) })
export type Dispensing = z.output<typeof dispensing>
export const rxStep = z.object({ at: instant, action: z.string(), by: who, text: z.string() })
export type RxStep = z.output<typeof rxStep>

/** A prescription at a pharmacy. */
export const rxSending = z.object({
  id: uuid,
  /** By which people speak of it: it says nothing of the patient. */
  number: z.string(),
  pid: id,
  qid: id,
  noteId: uuid,
  state: rxState,
  version,
  prescriber: who,
  pharmacy: pharmacy.pick({ id: true, name: true, city: true, address: true, phone: true }),
  patient: rxContent.shape.patient,
  content: rxContent.omit({ patient: true }),
  refill: refill.nullable(),
  dispensings: z.array(dispensing),
  steps: z.array(rxStep),
  /** The one whose place it took. */
  replaces: uuid.nullable(),
  sentAt: instant,
  stateAt: instant,
  /** From which day on it is filled again; `null`: it is not, or not yet known. */
  nextFrom: date.nullable(),
  /** On which sides the caller stands. */
  sides: z.array(z.enum(['prescriber', 'pharmacy'])),
})
export type RxSending = z.output<typeof rxSending>
