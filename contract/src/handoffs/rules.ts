import type { ErrorCode } from '../core/errors.gen.ts'
import { permissions, type StaffType, staffTypes } from '../core/permissions.gen.ts'

/** The wire's numbers: FHIR Task in-progress, completed, cancelled. */
export const UNFINISHED = 0
export const COMPLETE = 1
export const WITHDRAWN = 2
export type HandoffStatus = typeof UNFINISHED | typeof COMPLETE | typeof WITHDRAWN

/** What a to-do came from: a link back to it is kept. */
export const aboutKinds = ['note', 'appointment', 'case', 'message', 'alert'] as const
export type AboutKind = (typeof aboutKinds)[number]

/** The giver may remind once so often. */
export const REMIND_EVERY_MS = 3_600_000

/** On which side somebody stands; on both of a to-do to oneself. */
export type HandoffSide = 'giver' | 'recipient'
export type HandoffAction = 'complete' | 'reopen' | 'reassign' | 'changeDue' | 'remind' | 'withdraw' | 'comment'
interface Step {
  from: readonly HandoffStatus[]
  to: HandoffStatus | 'same'
  who: readonly HandoffSide[]
}

/** The machine of to-dos (states.md 11). The server checks it under the row's lock, the portal to offer a button. */
export const handoffSteps: Readonly<Record<HandoffAction, Step>> = {
  complete: { from: [UNFINISHED], to: COMPLETE, who: ['recipient'] },
  reopen: { from: [COMPLETE], to: UNFINISHED, who: ['recipient', 'giver'] },
  reassign: { from: [UNFINISHED], to: 'same', who: ['recipient', 'giver'] },
  changeDue: { from: [UNFINISHED], to: 'same', who: ['giver'] },
  remind: { from: [UNFINISHED], to: 'same', who: ['giver'] },
  withdraw: { from: [UNFINISHED], to: WITHDRAWN, who: ['giver'] },
  comment: { from: [UNFINISHED, COMPLETE], to: 'same', who: ['recipient', 'giver'] },
}

/** `null`: yes. */
export function handoffRefusal(
  action: HandoffAction,
  status: HandoffStatus,
  sides: readonly HandoffSide[],
): Extract<ErrorCode, 'TODO_ILLEGAL_STEP'> | null {
  const { from, who } = handoffSteps[action]
  return from.includes(status) && sides.some((side) => who.includes(side)) ? null : 'TODO_ILLEGAL_STEP'
}
export const sidesOf = (mid: number, { giver, recipient }: { giver: { mid: number }; recipient: { mid: number } }) => [
  ...(giver.mid === mid ? (['giver'] as const) : []),
  ...(recipient.mid === mid ? (['recipient'] as const) : []),
]

/** Service staff hand over and receive nothing (decision 18). */
export const SERVICE_STAFF_TYPE = 4
export const isServiceStaff = (staffType: number, doctortype: string) =>
  staffType === SERVICE_STAFF_TYPE || doctortype === 'customer_service'
/** Professions that can be given a to-do. */
export const takesHandoffs: readonly StaffType[] = staffTypes.filter(
  (kind) => permissions['todo.use'][kind] !== '-' && !isServiceStaff(0, kind),
)
