import type { ErrorCode } from '../core/errors.gen.ts'

export const questionnaireStates = ['draft', 'published', 'retired'] as const
export type QuestionnaireState = (typeof questionnaireStates)[number]
export const responseStates = ['sent', 'opened', 'inProgress', 'completed', 'amended', 'expired'] as const
export type ResponseState = (typeof responseStates)[number]

interface Step<S> {
  from: readonly S[]
  to: S
  /** What is said where it cannot be. */
  else: ErrorCode
}
/** A draft beside what is published is a version to come: what is published stays what it is until then. */
export const questionnaireSteps = {
  edit: { from: ['draft', 'published'], to: 'draft', else: 'FORM_RETIRED' },
  publish: { from: ['draft', 'published'], to: 'published', else: 'FORM_RETIRED' },
  retire: { from: ['draft', 'published'], to: 'retired', else: 'FORM_RETIRED' },
  send: { from: ['published'], to: 'published', else: 'FORM_RETIRED' },
} as const satisfies Record<string, Step<QuestionnaireState>>
export const responseSteps = {
  open: { from: ['sent', 'opened'], to: 'opened', else: 'ILLEGAL_STEP' },
  save: { from: ['sent', 'opened', 'inProgress'], to: 'inProgress', else: 'ILLEGAL_STEP' },
  submit: { from: ['sent', 'opened', 'inProgress'], to: 'completed', else: 'ILLEGAL_STEP' },
  amend: { from: ['completed', 'amended'], to: 'amended', else: 'ILLEGAL_STEP' },
  expire: { from: ['sent', 'opened', 'inProgress'], to: 'expired', else: 'ILLEGAL_STEP' },
} as const satisfies Record<string, Step<ResponseState>>

export function canQuestionnaire(
  step: keyof typeof questionnaireSteps,
  state: QuestionnaireState,
): { ok: true } | { ok: false; code: ErrorCode } {
  const rule = questionnaireSteps[step]
  return (rule.from as readonly QuestionnaireState[]).includes(state) ? { ok: true } : { ok: false, code: rule.else }
}
/** `retired`: the questionnaire was withdrawn and open ones with it. */
export function canAnswer(
  step: keyof typeof responseSteps,
  state: ResponseState,
  retired: boolean,
): { ok: true } | { ok: false; code: ErrorCode } {
  const rule = responseSteps[step]
  if ((rule.from as readonly ResponseState[]).includes(state)) return { ok: true }
  if (state === 'expired') return { ok: false, code: retired ? 'FORM_RETIRED' : 'FORM_CLOSED' }
  return { ok: false, code: rule.else }
}
export const isOpen = (state: ResponseState): boolean => ['sent', 'opened', 'inProgress'].includes(state)
/** Results of fewer people are not broken down by question. */
export const FEWEST_SHOWN = 5
/** The most people of one sending. */
export const SENDING_MAX = 500
