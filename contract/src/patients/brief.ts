import { z } from 'zod'
import { date, id, instant } from '../core/scalars.ts'

/** FHIR administrative gender. */
export const gender = z.enum(['male', 'female', 'other', 'unknown'])
export type Gender = z.output<typeof gender>

/** Whether the caller may open the patient's record: the patient's authorisation, or the caller's own emergency access. */
export const authorisation = z.enum(['authorised', 'notAuthorised', 'emergency'])
export type Authorisation = z.output<typeof authorisation>

export const allergy = z.object({
  note: z.string(),
  ename: z.string().nullable(),
  /** `none`: the entry that says that none is known (`allergies.ts`). */
  severity: z.string().nullable(),
})
export type Allergy = z.output<typeof allergy>

/** A patient as every list, header and popup shows one. */
export const patientBrief = z.object({
  pid: id,
  memberNo: z.string(),
  name: z.string(),
  nameEn: z.string().nullable(),
  gender: gender.nullable(),
  birthday: date.nullable(),
  vip: z.boolean(),
  /** The last three characters of the id number: enough to tell two people of one name apart. */
  idLast: z.string().nullable(),
  unitId: id,
  unitName: z.string(),
  unitNameEn: z.string().nullable(),
  /** `null`: not authorised; empty: never asked. Neither is the same as none, which is an entry. */
  allergies: z.array(allergy).nullable(),
  authorised: authorisation,
  authorisedUntil: instant.nullable(),
})
export type PatientBrief = z.output<typeof patientBrief>

export const nextVisit = z.object({
  qid: id,
  startAt: instant,
  site: z.enum(['video', 'voice', 'onsite']),
  status: z.string(),
})
