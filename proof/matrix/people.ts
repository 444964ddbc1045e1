import { permissionsOf, type Rights } from '@teleward/contract/core/access.ts'
import { permissions, type Permission, staffTypes } from '@teleward/contract/core/permissions.gen.ts'

/** Everybody works in unit 2 of institution 1; where the record lies is what changes. */
export const OWN_UNIT = 2
export const PARTNER = 1
/** Treats all patients that are nobody's of the people below. */
export const HOST = 500
export const FAR_HOST = 590

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
  rights: Rights
}

const grantable = (Object.keys(permissions) as Permission[]).filter((key) =>
  staffTypes.some((type) => permissions[key][type] === 'g'),
)
const person = (mid: number, doctortype: string, more: Partial<Person> = {}): Person => {
  const { review = 'onBoard', grants = [] } = more
  return {
    name: doctortype,
    mid,
    doctortype,
    review,
    verified: true,
    bound: false,
    grants,
    rights: permissionsOf({ doctortype, onBoard: review === 'onBoard', grants }),
    ...more,
  }
}

/** The nineteen columns of the permission table, and those whom something beside their column decides. */
export const people: readonly Person[] = [
  ...staffTypes.map((type, at) => person(1000 + at, type)),
  person(1100, 'nurse', { name: 'nurse bound to the doctor', bound: true }),
  person(1101, 'nurse', { name: 'nurse with every grant', grants: grantable }),
  person(1102, 'doctor', { name: 'doctor in review', review: 'inReview' }),
  person(1103, 'doctor', { name: 'doctor unverified', verified: false }),
]
