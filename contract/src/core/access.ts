import { type Permission, permissions, type Right, type StaffType, staffTypes } from './permissions.gen.ts'

export type Rights = Readonly<Record<Permission, Right>>

/** What an institution can never give: the law ties these to a profession (decision 21). */
export const tiedByLaw = [
  'prescription.write',
  'diagnosis.write',
  'prescription.dispense',
  'emr.sign',
] as const satisfies Permission[]

/**
 * Given to a person only where the table gives it to the profession in some way: who sees what a patient has told is bound to
 * secrecy by a profession, and who makes accounts and gives rights is invited and reviewed as an administrator.
 */
const ofProfessions = [
  'emr.read',
  'emr.write',
  'emr.emergency',
  'file.read',
  'recording.play',
  'monitor.read',
  'diet.read',
  'childcare.read',
  'admin.partner',
  'admin.review',
] as const satisfies Permission[]

/** May an institution give this right to a single person of this type? */
export const isGivable = (permission: Permission, type: StaffType): boolean =>
  !isTiedByLaw(permission) &&
  (permissions[permission][type] !== '-' || !(ofProfessions as readonly string[]).includes(permission))

/** A privilege of a person that is no row of the table: it opens `grant.give`, and only to doctors. */
export const MEDICAL_DECISION = 'medical_decision'

export interface AccessFacts {
  doctortype: string
  /** On board: reviewed and neither returned nor cancelled. */
  onBoard: boolean
  /** Single rights the institution gave to this person. */
  privileges?: readonly string[]
  /** What the institution took away, by staff type; `medical_decision` may stand there too. */
  removals?: Readonly<Record<string, readonly string[] | undefined>>
  /** Grants in force that others gave to this person. */
  grants?: readonly string[]
}

const keys = Object.keys(permissions) as Permission[]
const isStaffType = (text: string): text is StaffType => (staffTypes as readonly string[]).includes(text)
const isTiedByLaw = (permission: Permission) => (tiedByLaw as readonly string[]).includes(permission)

/** A person's rights. An unknown staff type, or one not on board, has nothing but its own settings. */
export function permissionsOf(facts: AccessFacts): Rights {
  const rights = Object.fromEntries(keys.map((key) => [key, rightOf(key, facts)])) as Record<Permission, Right>
  return Object.freeze(rights)
}

function rightOf(permission: Permission, facts: AccessFacts): Right {
  if (!isStaffType(facts.doctortype)) return '-'
  if (!facts.onBoard) return permission === 'setting.own' ? 'y' : '-'
  const removed = facts.removals?.[facts.doctortype] ?? []
  const base = permissions[permission][facts.doctortype]
  if (permission === 'grant.give') return mayDecide(facts, removed) && !removed.includes(permission) ? base : '-'
  if (facts.privileges?.includes(permission) && isGivable(permission, facts.doctortype)) return 'y'
  if (removed.includes(permission)) return '-'
  if (base === 'g') return facts.grants?.includes(permission) ? 'g' : '-'
  return base
}

// Every verified doctor decides, unless the institution took it away; then a single doctor can be given it back.
function mayDecide(facts: AccessFacts, removed: readonly string[]): boolean {
  if (facts.doctortype !== 'doctor') return false
  return !removed.includes(MEDICAL_DECISION) || (facts.privileges?.includes(MEDICAL_DECISION) ?? false)
}

/** Is anything at all open to the caller under this permission? Scope (`o`, `p`, `g`) is the service's business. */
export const allows = (rights: Rights, permission: Permission) => rights[permission] !== '-'
