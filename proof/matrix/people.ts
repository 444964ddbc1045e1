import { gate } from '../../scripts/lib/scope.mjs'
import { permissionsOf, type Rights } from '@teleward/contract/core/access.ts'
import { permissions, type Permission, staffTypes } from '@teleward/contract/core/permissions.gen.ts'

/** Everybody works in units 2 and 5 of institution 1; where the record lies is what changes. */
export const OWN_UNIT = 2
/** Another own one, which has no records of its own: memberships, consents and emergency accesses. */
export const SECOND_UNIT = 5
export const OWN_UNITS: readonly number[] = [OWN_UNIT, SECOND_UNIT]
export const PARTNER = 1
/** Treats all patients that are nobody's of the people below. */
export const HOST = 500
export const FAR_HOST = 590
/** Of the institution, in no unit: whom the host asks for opinions. */
export const COLLEAGUE = 501

export interface Person {
  /** Its name in a report: a staff type, and what is special about it. */
  name: string
  mid: number
  doctortype: string
  review: 'onBoard' | 'inReview'
  verified: boolean
  /** Bound to the host: prepares the host's notes. */
  bound: boolean
  grants: readonly string[]
  /** Single rights the institution gave to this person. */
  privileges: readonly string[]
  rights: Rights
  /** Asked about the records of the own unit alone: of others the same is asked of somebody with the same column. */
  ownOnly: boolean
  /** Asked about every constellation of memberships, consents and emergency accesses besides. */
  constellations: boolean
}
/**
 * What the institution has taken away, by type. Each is given back to the one person who stands for the type's column,
 * and somebody beside them lacks it.
 */
export const removals = {
  occupational_therapist: ['appointment.read'],
  counselling_psychologist: ['monitor.read'],
} as const
const givenBack: Readonly<Record<string, readonly string[]>> = removals
/** Their columns are those of the type before them: the physical therapist's, the medical technologist's. */
const likeAnother = [
  'occupational_therapist',
  'clinical_psychologist',
  'counselling_psychologist',
  'radiologic_technologist',
]
/** Whose reading of records, readings, files and patients differs. */
const apart = ['doctor', 'caregiver', 'partner_staff']

const grantable = (Object.keys(permissions) as Permission[]).filter((key) =>
  staffTypes.some((type) => permissions[key][type] === 'g'),
)
const person = (mid: number, doctortype: string, more: Partial<Person> = {}): Person => {
  const { review = 'onBoard', grants = [], privileges = [] } = more
  return {
    name: doctortype,
    mid,
    doctortype,
    review,
    verified: true,
    bound: false,
    grants,
    privileges,
    ownOnly: likeAnother.includes(doctortype),
    constellations: apart.includes(doctortype),
    rights: permissionsOf({ doctortype, onBoard: review === 'onBoard', grants, privileges, removals }),
    ...more,
  }
}

/** The nineteen columns of the permission table, and those whom something beside their column decides. */
export const people: readonly Person[] = [
  ...staffTypes.map((type, at) => person(1000 + at, type, { privileges: givenBack[type] ?? [] })),
  person(1100, 'nurse', { name: 'nurse bound to the doctor', bound: true, constellations: true }),
  person(1101, 'nurse', { name: 'nurse with every grant', grants: grantable }),
  person(1102, 'doctor', { name: 'doctor in review', review: 'inReview' }),
  person(1103, 'doctor', { name: 'doctor unverified', verified: false }),
  person(1104, 'occupational_therapist', {
    name: 'therapist from whom visits were taken, with cases',
    privileges: ['crm.read', 'crm.write'],
    constellations: true,
  }),
  person(1105, 'counselling_psychologist', {
    name: 'psychologist from whom monitoring was taken',
    constellations: true,
  }),
  person(1106, 'caregiver', {
    name: 'caregiver who was given records and files',
    privileges: ['emr.read', 'file.read'],
    ownOnly: true,
  }),
]

/** In the gate each column once: four types have another's, and are asked the same. */
export const asking: readonly Person[] = gate
  ? people.filter(({ doctortype, name }) => name !== doctortype || !likeAnother.includes(name))
  : people
