export const ONLINE = 1000
export const BUSY = 2000
export const AWAY = 3000
export type PresenceCode = typeof ONLINE | typeof BUSY | typeof AWAY

/** A browser that vanished counts as away after this long. */
export const VANISHED_MS = 30_000
/** After an end or a rejection the code returns after this long; after an answered call a second later. */
export const AFTER_END_MS = 1000
export const AFTER_ANSWER_MS = 2000

export interface PresenceState {
  code: PresenceCode
  /** What to return to after a call or a lost connection. */
  before: PresenceCode | null
  inCall: string | null
}
export type PresenceStep =
  | { kind: 'set'; code: typeof ONLINE | typeof AWAY }
  | { kind: 'callStarted'; callId: string }
  | { kind: 'callEnded'; callId?: string }
  | { kind: 'vanished' }
  | { kind: 'back' }
  | { kind: 'signedIn' }
  | { kind: 'signedOut' }

export const initialPresence: PresenceState = { code: AWAY, before: null, inCall: null }

/**
 * The machine of presence. Answers the next state, the same object when nothing changes, or the refusal.
 * `before` holds the value to return to: of a call while `inCall`, of a lost connection while away without one.
 */
export function nextPresence(now: PresenceState, step: PresenceStep): PresenceState | 'PRESENCE_IN_CALL' {
  if (step.kind === 'signedOut') return now.code === AWAY && now.before === null && !now.inCall ? now : initialPresence
  // What a lost connection left to return to belongs to the session that lost it.
  if (step.kind === 'signedIn') return now.code === AWAY && now.before !== null && !now.inCall ? initialPresence : now
  if (step.kind === 'callStarted') {
    if (now.inCall) return now.inCall === step.callId ? now : { ...now, inCall: step.callId }
    return { code: BUSY, before: now.before ?? now.code, inCall: step.callId }
  }
  if (step.kind === 'callEnded') {
    if (!now.inCall || (step.callId && step.callId !== now.inCall)) return now
    return { code: now.before ?? AWAY, before: null, inCall: null }
  }
  if (now.inCall) return step.kind === 'set' ? 'PRESENCE_IN_CALL' : now
  if (step.kind === 'set')
    return now.code === step.code && now.before === null ? now : { code: step.code, before: null, inCall: null }
  if (step.kind === 'vanished') return now.code === ONLINE ? { code: AWAY, before: ONLINE, inCall: null } : now
  return now.code === AWAY && now.before !== null ? { code: now.before, before: null, inCall: null } : now
}
