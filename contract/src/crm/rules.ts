import type { ErrorCode } from '../core/errors.gen.ts'

export const caseTypes = [
  'consultation',
  'appointment',
  'followUp',
  'readings',
  'complaint',
  'family',
  'other',
] as const
export type CaseType = (typeof caseTypes)[number]
export const caseOrigins = ['phone', 'counter', 'visit', 'monitoring', 'family', 'other'] as const
export type CaseOrigin = (typeof caseOrigins)[number]
export const caseStates = ['open', 'finished', 'cancelled', 'closed'] as const
export type CaseState = (typeof caseStates)[number]
/** Not closed: somebody still looks at it. */
export const runningCases = ['open', 'finished', 'cancelled'] as const satisfies CaseState[]

interface Step {
  from: readonly CaseState[]
  to: CaseState
  /** Somebody has to have it. */
  assigned?: ErrorCode
  /** What has to be said with it. */
  needs?: 'recipient' | 'content' | 'reason'
}

/**
 * Every step of a case. Assigned or not is a property of an open one. The server checks it under the row's lock, the portal
 * to offer a button. A last step of one's own can be taken back for a while (`undo`): then all is as before it.
 */
export const caseSteps = {
  change: { from: ['open'], to: 'open' },
  assign: { from: ['open'], to: 'open', needs: 'recipient' },
  giveBack: { from: ['open'], to: 'open', assigned: 'CASE_ILLEGAL_STEP' },
  note: { from: ['open'], to: 'open', needs: 'content' },
  finish: { from: ['open'], to: 'finished', assigned: 'CASE_UNASSIGNED', needs: 'content' },
  cancel: { from: ['open'], to: 'cancelled', needs: 'reason' },
  close: { from: ['finished', 'cancelled'], to: 'closed' },
  restore: { from: ['finished', 'cancelled', 'closed'], to: 'open', needs: 'reason' },
} as const satisfies Record<string, Step>
export type CaseStep = keyof typeof caseSteps
/** What `updateSN` does; a note has a call of its own. */
export const caseActions = ['change', 'assign', 'giveBack', 'finish', 'cancel', 'close', 'restore', 'undo'] as const
export type CaseAction = (typeof caseActions)[number]
/** What can be done to many at once. */
export const manyActions = ['assign', 'giveBack', 'finish', 'cancel', 'close', 'restore'] as const
export const UNDO_MS = 10 * 60_000
export const MOST_AT_ONCE = 100

export const stepNeeds = (action: CaseStep) => (caseSteps[action] as Step).needs

export interface CaseFacts {
  state: CaseState
  owner: number | null
}
/** `null`: yes. */
export function caseRefusal(step: CaseStep, { state, owner }: CaseFacts): ErrorCode | null {
  const { from, assigned }: Step = caseSteps[step]
  if (!from.includes(state)) return 'CASE_ILLEGAL_STEP'
  return assigned && owner === null ? assigned : null
}

/** The last step on a case: who took it, when, and the state it came from. */
export interface LastStep {
  by: number
  at: string
  from: CaseState
}
/** Taken back by who took it, for a while, and only along a step of the table; a note is no such step. `null`: yes. */
export function undoRefusal(state: CaseState, last: LastStep | null, mid: number, now: Date): ErrorCode | null {
  const steps: readonly Step[] = caseActions.flatMap((action) => (action === 'undo' ? [] : [caseSteps[action]]))
  const went = last !== null && steps.some(({ from, to }) => to === state && from.includes(last.from))
  return went && last.by === mid && now.getTime() - Date.parse(last.at) <= UNDO_MS ? null : 'CASE_ILLEGAL_STEP'
}

/** May this person write on a case at all: whoever may on all of the own units, or on those they own or opened. */
export const mayWriteCase = (right: string, mid: number, one: { owner: number | null; openedBy: number }) =>
  right === 'y' || (right === 'o' && (one.owner === mid || one.openedBy === mid))
