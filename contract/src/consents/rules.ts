import type { ErrorCode } from '../core/errors.gen.ts'

export const EMERGENCY_MINUTES = 60
/** Patients whose records one person opens so in any hour unasked. More are rarely an emergency, so each takes the own password; none is refused to who is there. */
export const EMERGENCIES_AN_HOUR = 10
/** Letters of an emergency's reason at least. */
export const EMERGENCY_REASON_MIN = 4

/** The link of a request opens for so long. */
export const REQUEST_HOURS = 72
/** Requests to one patient of one unit on one day of the institution. */
export const REQUESTS_A_DAY = 3
/** For how long an authorisation is asked: a year at most. */
export const AUTHORISATION_DAYS = [30, 90, 180, 365] as const
/** So long before its end one may ask for the next. */
export const RENEW_DAYS = 14
/** Version of the text that the page, the text message with a code and the paper show; kept with the answer. */
export const AUTHORISE_TEXT = '2026-11'

/** By what one may ask: a link in a text message or an e-mail, or a code that the patient reads out at the desk. */
export const askChannels = ['sms', 'email', 'code'] as const
export type AskChannel = (typeof askChannels)[number]

/** FHIR Consent: proposed, active, rejected, inactive, inactive. */
export const consentStates = ['requested', 'active', 'declined', 'expired', 'withdrawn'] as const
export type ConsentState = (typeof consentStates)[number]

interface Step {
  from: readonly ConsentState[]
  to: ConsentState
  who: { staff?: true; patient?: true; system?: true }
}
/** State machine 14, of one row: asking anew makes another row, and `supersede` is what becomes of the one before. */
export const consentSteps = {
  agree: { from: ['requested'], to: 'active', who: { patient: true, staff: true } },
  decline: { from: ['requested'], to: 'declined', who: { patient: true } },
  supersede: { from: ['requested', 'active'], to: 'expired', who: { staff: true, patient: true } },
  /** Unanswered, or its end reached. */
  expire: { from: ['requested', 'active'], to: 'expired', who: { system: true } },
  withdraw: { from: ['requested', 'active'], to: 'withdrawn', who: { patient: true, staff: true } },
} as const satisfies Record<string, Step>
export type ConsentStep = keyof typeof consentSteps

/** Is the step possible from here; otherwise the code that says why not. */
export function canConsent(step: ConsentStep, state: ConsentState): { ok: true } | { ok: false; code: ErrorCode } {
  const from: readonly ConsentState[] = consentSteps[step].from
  return from.includes(state) ? { ok: true } : { ok: false, code: 'ILLEGAL_STEP' }
}

/** May one ask, with this authorisation in force until then (`undefined`: none is; `null`: without an end)? */
export const mayAskBeside = (until: Date | null | undefined, now: Date): boolean =>
  until === undefined || (until !== null && until.getTime() - now.getTime() <= RENEW_DAYS * 86_400_000)
