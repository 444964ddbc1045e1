import type { ErrorCode } from '../core/errors.gen.ts'
import { type Permission, permissions, type StaffType, staffTypes } from '../core/permissions.gen.ts'

/** What one member of staff lets another do: work on the own shifts, contact the own appointments' patients. */
export const grantKinds = ['shift.others', 'contact.others'] as const satisfies Permission[]
export type GrantKind = (typeof grantKinds)[number]
export const grantStates = ['planned', 'active', 'ended', 'revoked'] as const
export type GrantState = (typeof grantStates)[number]

/** No endless grants: an end is always there, this far away unless told, and never further than a year. */
export const GRANT_DEFAULT_DAYS = 30
export const GRANT_MAX_DAYS = 366
/** Both are told so long before the end. */
export const GRANT_REMIND_DAYS = 3
const DAY_MS = 86_400_000

/** Who acts on a grant. */
export type GrantRole = 'grantor' | 'grantee' | 'admin' | 'system'
export type GrantAction = 'start' | 'end' | 'revoke' | 'giveBack' | 'changeEnd' | 'loseGround'

/** The machine of grants (states.md 13). */
export const grantSteps: Readonly<
  Record<GrantAction, { from: readonly GrantState[]; to: GrantState | 'same'; who: readonly GrantRole[] }>
> = {
  start: { from: ['planned'], to: 'active', who: ['system'] },
  end: { from: ['active'], to: 'ended', who: ['system'] },
  revoke: { from: ['planned', 'active'], to: 'revoked', who: ['grantor', 'admin'] },
  giveBack: { from: ['planned', 'active'], to: 'revoked', who: ['grantee'] },
  changeEnd: { from: ['planned', 'active'], to: 'same', who: ['grantor'] },
  loseGround: { from: ['planned', 'active'], to: 'ended', who: ['system'] },
}

/** `null` where the step may be done, else the code that says why not. */
export function mayStep(action: GrantAction, state: GrantState, role: GrantRole): ErrorCode | null {
  const { from, who } = grantSteps[action]
  if (!who.includes(role)) return 'FORBIDDEN'
  return from.includes(state) ? null : 'GRANT_OVER'
}

/** What is wrong with the time of a grant; the end of a running one has to lie ahead. */
export function endProblem(
  startsAt: Date,
  endsAt: Date | undefined,
  now: Date,
): Extract<ErrorCode, 'END_TIME_REQUIRED' | 'END_BEFORE_START' | 'VALUE_INVALID'> | null {
  if (!endsAt) return 'END_TIME_REQUIRED'
  if (endsAt <= startsAt || endsAt <= now) return 'END_BEFORE_START'
  const from = Math.max(startsAt.getTime(), now.getTime())
  return endsAt.getTime() - from > GRANT_MAX_DAYS * DAY_MS ? 'VALUE_INVALID' : null
}

const isStaffType = (text: string): text is StaffType => (staffTypes as readonly string[]).includes(text)
/** Can a person of this staff type be given it at all? Who has it anyhow, or never may, cannot. */
export const canHold = (kind: GrantKind, doctortype: string) =>
  isStaffType(doctortype) && permissions[kind][doctortype] === 'g'
