import type { ErrorCode } from '../core/errors.gen.ts'

/** FHIR DiagnosticReport: registered, partial, final, cancelled; a failed one is partial. */
export const checkStates = ['collecting', 'processing', 'done', 'failed', 'cancelled'] as const
export type CheckState = (typeof checkStates)[number]
export const checkActions = [
  'enter',
  'attach',
  'submit',
  'retry',
  'cancel',
  'correct',
  'comment',
  'acknowledge',
] as const
export type CheckAction = (typeof checkActions)[number]

/** The machine of health checks (states.md 21). The server checks it under the row's lock, the portal to offer a button. */
export const checkSteps: Readonly<Record<CheckAction, { from: readonly CheckState[]; to: CheckState | 'same' }>> = {
  enter: { from: ['collecting'], to: 'same' },
  attach: { from: ['collecting'], to: 'same' },
  submit: { from: ['collecting'], to: 'processing' },
  retry: { from: ['failed'], to: 'processing' },
  cancel: { from: ['collecting', 'failed'], to: 'cancelled' },
  correct: { from: ['done'], to: 'processing' },
  comment: { from: ['done'], to: 'same' },
  acknowledge: { from: ['done'], to: 'same' },
}
/** `null`: yes. */
export const checkRefusal = (
  action: CheckAction,
  { state, corrects }: { state: CheckState; corrects: boolean },
): Extract<ErrorCode, 'HC_ILLEGAL_STEP'> | null =>
  // What has a result is not cancelled with it where its correction fails.
  checkSteps[action].from.includes(state) && !(action === 'cancel' && corrects) ? null : 'HC_ILLEGAL_STEP'

/** What is done with a check that was handed in, one after the other. */
export const processSteps = ['received', 'computed', 'images', 'report'] as const
export type ProcessStep = (typeof processSteps)[number]
export const stepStates = ['waiting', 'running', 'done', 'failed'] as const
export type StepState = (typeof stepStates)[number]
/** So long the whole takes at most; beyond it the screen says since when nothing moved. */
export const EXPECTED_MS = 60_000
