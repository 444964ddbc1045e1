import type { ErrorCode } from '../core/errors.gen.ts'
import type { CallDirection, CallKind, CallState, RoomState } from './schema.ts'
import type { RecordingState } from './signalling.ts'

export type Verdict = { ok: true } | { ok: false; code: ErrorCode }
const yes: Verdict = { ok: true }
const no = (code: ErrorCode): Verdict => ({ ok: false, code })

// ── call ────────────────────────────────────────────────────────────────────────────────────────────────────────
type CallWho = 'callee' | 'caller' | 'party' | 'system'
interface CallStep {
  from: readonly CallState[]
  to: CallState
  who: CallWho
}
/** `party`: whoever is in the call, once it is answered. */
export const callSteps = {
  ring: { from: ['idle'], to: 'ringing', who: 'caller' },
  answer: { from: ['ringing'], to: 'answered', who: 'callee' },
  reject: { from: ['ringing'], to: 'rejected', who: 'callee' },
  cancel: { from: ['ringing'], to: 'missed', who: 'caller' },
  timeout: { from: ['ringing'], to: 'missed', who: 'system' },
  hangup: { from: ['answered'], to: 'ended', who: 'party' },
  end: { from: ['answered'], to: 'ended', who: 'party' },
  fail: { from: ['ringing', 'answered'], to: 'ended', who: 'system' },
  clear: { from: ['rejected', 'missed', 'ended'], to: 'idle', who: 'system' },
} as const satisfies Record<string, CallStep>
export type CallStepName = keyof typeof callSteps

export type CallActor = { kind: 'staff'; mid: number } | { kind: 'patient' } | { kind: 'system' }
export interface CallRecord {
  state: CallState
  /** Unless told, with a patient. */
  kind?: CallKind
  direction: CallDirection
  callerMid: number | null
  /** Staff who were rung. */
  targets: readonly number[]
  answeredByMid: number | null
  /** Who has hung up while the others talk on. */
  left?: readonly number[]
  /** Staff in the room. */
  present?: readonly number[]
}

/** Rung into a room in which another call is talked. */
export const isBeside = (kind: CallKind): boolean => kind === 'invite' || kind === 'transfer'

function plays(who: CallWho, actor: CallActor, record: CallRecord): boolean {
  if (who === 'system') return actor.kind === 'system'
  if (actor.kind === 'system') return false
  const kind = record.kind ?? 'patient'
  const between = kind !== 'patient'
  const patientCalls = !between && record.direction === 'inbound'
  if (actor.kind === 'patient') return !between && (who === 'party' || (who === 'caller') === patientCalls)
  if (who === 'caller') return !patientCalls && record.callerMid === actor.mid
  if (who === 'callee') return (patientCalls || between) && record.targets.includes(actor.mid)
  // Brought into another call: a part of it for oneself alone.
  if (isBeside(kind)) return record.answeredByMid === actor.mid
  return [record.callerMid, record.answeredByMid, ...(record.present ?? [])].includes(actor.mid)
}

/** Whether the step may be taken; the code is what the server answers and the button says. */
export function can(step: CallStepName, { actor, record }: { actor: CallActor; record: CallRecord }): Verdict {
  const { from, who } = callSteps[step]
  if (!plays(who, actor, record)) return no('FORBIDDEN')
  if (who === 'party' && actor.kind === 'staff' && record.left?.includes(actor.mid)) return no('CALL_OVER')
  if ((from as readonly CallState[]).includes(record.state)) return yes
  return no(record.state === 'answered' && who === 'callee' ? 'CALL_TAKEN' : 'CALL_OVER')
}

// ── room ────────────────────────────────────────────────────────────────────────────────────────────────────────
/** `occupy`, `meet`: the first and the second participant in; `thin`: all but one gone. */
export const roomSteps = {
  occupy: { from: ['created'], to: 'waiting' },
  meet: { from: ['created', 'waiting'], to: 'live' },
  thin: { from: ['live'], to: 'waiting' },
  close: { from: ['created', 'waiting', 'live'], to: 'closed' },
} as const satisfies Record<string, { from: readonly RoomState[]; to: RoomState }>
export type RoomStepName = keyof typeof roomSteps

export const canRoom = (step: RoomStepName, state: RoomState): Verdict =>
  (roomSteps[step].from as readonly RoomState[]).includes(state) ? yes : no('ROOM_CLOSED')

/** The state a room is in with so many people; a closed one stays closed. */
export function roomStateFor(state: RoomState, present: number): RoomState {
  if (state === 'closed') return 'closed'
  if (present >= 2) return 'live'
  return present === 1 || state !== 'created' ? 'waiting' : 'created'
}

// ── recording ───────────────────────────────────────────────────────────────────────────────────────────────────
export const recordingSteps = {
  start: { from: ['off', 'needsConsent', 'interrupted', 'recording'], to: 'recording' },
  ask: { from: ['off'], to: 'needsConsent' },
  lose: { from: ['recording'], to: 'interrupted' },
  stop: { from: ['recording', 'interrupted'], to: 'finalising' },
  finish: { from: ['finalising'], to: 'ready' },
  fail: { from: ['finalising'], to: 'failed' },
  retry: { from: ['failed'], to: 'finalising' },
} as const satisfies Record<string, { from: readonly RecordingState[]; to: RecordingState }>
export type RecordingStepName = keyof typeof recordingSteps

export const canRecord = (step: RecordingStepName, state: RecordingState): Verdict =>
  (recordingSteps[step].from as readonly RecordingState[]).includes(state) ? yes : no('ILLEGAL_STEP')
