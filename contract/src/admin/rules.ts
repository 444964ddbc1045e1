import { isGivable, MEDICAL_DECISION, permissionsOf, type Rights, tiedByLaw } from '../core/access.ts'
import { type Permission, permissions, type StaffType, staffTypes } from '../core/permissions.gen.ts'

/** `staff_type` of the wire for a column of the permission table. */
export function staffTypeOf(doctortype: StaffType): number {
  const numbers: Partial<Record<StaffType, number>> = {
    doctor: 1,
    nurse: 2,
    health_secretary: 4,
    customer_service: 4,
    admin: 5,
    partner_staff: 6,
    agent: 7,
  }
  return numbers[doctortype] ?? 3
}
const keys = Object.keys(permissions) as Permission[]
const tied = (permission: string) => (tiedByLaw as readonly string[]).includes(permission)
/** Whoever has a right that the law ties to a profession shows the licence first; for others the inviting administrator answers. */
export const needsLicence = (type: StaffType): boolean => tiedByLaw.some((key) => permissions[key][type] !== '-')
/** Everybody reaches their own settings, whatever an institution takes away. */
const kept: readonly string[] = ['setting.own']

/** What an institution may take from a staff type: what the table gives it. */
export const removableFrom = (type: StaffType): string[] => [
  ...keys.filter((key) => permissions[key][type] !== '-' && !kept.includes(key)),
  ...(type === 'doctor' ? [MEDICAL_DECISION] : []),
]
/** What may be given to a single person: nothing that goes with another profession, and nothing twice. */
export const givableTo = (type: StaffType): string[] => [
  ...keys.filter((key) => isGivable(key, type) && !kept.includes(key) && key !== 'grant.give'),
  ...(type === 'doctor' ? [MEDICAL_DECISION] : []),
]

/** Who has to have a second factor before anything else. */
export const secondFactorDemands = ['none', 'admins', 'all'] as const
export type SecondFactorDemand = (typeof secondFactorDemands)[number]
/** Rights by which somebody administers others. */
const administering = ['admin.partner', 'admin.review', 'admin.ui', 'audit.read'] as const
/** `here`: what the institution of the session demands; `platform`: what the operator's does, of administrators anywhere. */
export function secondFactorDemanded(here: unknown, platform: unknown, rights: Rights): boolean {
  if (here === 'all') return true
  const asked = here === 'admins' || platform === 'admins' || platform === 'all'
  return asked && administering.some((key) => rights[key] === 'y')
}
/** Calls that are open to whoever has yet to set one up, beside those of somebody whose phone is not verified. */
export const secondFactorCalls: ReadonlySet<string> = new Set([
  'GET /his/api/totps',
  'POST /his/api/totps',
  'POST /his/api/linebindings',
])

export type Removals = Readonly<Partial<Record<string, readonly string[]>>>
export interface RightsFacts {
  doctortype: string
  onBoard: boolean
  privileges: readonly string[]
  removals: Removals
  grants?: readonly string[]
}
export const rightsOf = (facts: RightsFacts): Rights => permissionsOf(facts)

/** Where a person's right comes from, or what keeps it away. */
export type Because = 'type' | 'privilege' | 'grant' | 'removed' | 'table' | 'law' | 'notOnBoard' | 'decision'
export function explain(permission: Permission, facts: RightsFacts): { right: string; because: Because } {
  const right = permissionsOf(facts)[permission]
  const type = staffTypes.find((one) => one === facts.doctortype)
  const removed = facts.removals[facts.doctortype]?.includes(permission) ?? false
  if (right !== '-') {
    if (right === 'g') return { right, because: 'grant' }
    const own = facts.privileges.includes(permission) && (removed || !type || permissions[permission][type] !== right)
    return { right, because: own ? 'privilege' : 'type' }
  }
  if (!facts.onBoard) return { right, because: 'notOnBoard' }
  if (removed) return { right, because: 'removed' }
  if (permission === 'grant.give' && facts.doctortype === 'doctor') return { right, because: 'decision' }
  return { right, because: tied(permission) || (type && !isGivable(permission, type)) ? 'law' : 'table' }
}

/** What a person gains and loses when what their type lacks changes. */
export function difference(before: Rights, after: Rights): { gained: Permission[]; lost: Permission[] } {
  return {
    gained: keys.filter((key) => before[key] === '-' && after[key] !== '-'),
    lost: keys.filter((key) => before[key] !== '-' && after[key] === '-'),
  }
}

/** `drlin` → `d···n`: enough to know it again. */
export function maskAccount(account: string): string {
  const signs = [...account]
  if (signs.length <= 4) return `${signs[0] ?? ''}···`
  return `${signs.slice(0, 2).join('')}···${signs.slice(-2).join('')}`
}
