import type { ErrorCode } from '../core/errors.gen.ts'

/** FHIR Task in-progress, completed, rejected, cancelled. */
export const opinionStates = ['inProcess', 'done', 'declined', 'withdrawn'] as const
export type OpinionState = (typeof opinionStates)[number]
export const opinionTypes = ['opinion', 'imageReading', 'secondOpinion'] as const
export type OpinionType = (typeof opinionTypes)[number]
export type OpinionSide = 'inviter' | 'invited'
export type OpinionAction = 'open' | 'answer' | 'decline' | 'withdraw' | 'change' | 'supplement'

interface Step {
  from: OpinionState
  to: OpinionState
  who: OpinionSide
}
/** The machine of opinions (states.md 12). The server checks it under the row's lock, the portal to offer a button. */
export const opinionSteps: Readonly<Record<OpinionAction, Step>> = {
  open: { from: 'inProcess', to: 'inProcess', who: 'invited' },
  answer: { from: 'inProcess', to: 'done', who: 'invited' },
  decline: { from: 'inProcess', to: 'declined', who: 'invited' },
  withdraw: { from: 'inProcess', to: 'withdrawn', who: 'inviter' },
  change: { from: 'inProcess', to: 'inProcess', who: 'inviter' },
  supplement: { from: 'done', to: 'done', who: 'invited' },
}

/** `null`: yes. FORBIDDEN: a step of the other side, or of neither. */
export function opinionRefusal(
  action: OpinionAction,
  state: OpinionState,
  side: OpinionSide | null,
): Extract<ErrorCode, 'OPINION_CLOSED' | 'FORBIDDEN'> | null {
  const { from, who } = opinionSteps[action]
  if (side !== who) return 'FORBIDDEN'
  return from === state ? null : 'OPINION_CLOSED'
}

/** So many records of one invitation: more is a record, and no question. */
export const RECORDS_MAX = 100
export const QUESTION_MAX = 4000
export const ANSWER_MAX = 20_000
/** At most so many readings of one kind are shown, the newest. */
export const READINGS_MAX = 500
