import type { ErrorCode } from '../core/errors.gen.ts'
import type { Permission, Right } from '../core/permissions.gen.ts'
import type { AppointmentStatus } from '../appointments/schema.ts'
import type { NotePart, NoteState } from './schema.ts'

/** A signature is asked for within this long after the visit; later ones are marked. */
export const SIGN_WITHIN_HOURS = 24
/** A password given for a signature counts for further ones of the session this long. */
export const SIGN_CONFIRMED_MINUTES = 10
/** While somebody types, a version is kept at most this often. */
export const AUTOSAVE_VERSION_SECONDS = 30
export const PRESENCE_EVERY_MS = 10_000
export const PRESENCE_GONE_MS = 25_000

export const noteStates = ['draft', 'prepared', 'signed', 'amended', 'withdrawn'] as const satisfies NoteState[]
const open = ['draft', 'prepared'] as const
const locked = ['signed', 'amended'] as const

export interface NoteTransition {
  /** `none`: there is no note yet. */
  from: readonly (NoteState | 'none')[]
  to: NoteState | 'same'
  /** The author needs this right (`y`, `o`). */
  who: Permission
  /** Who is bound to the author may do it too, with the right `y`, `o` or `p`. */
  preparer?: 'also' | 'only'
  reason?: true
}

/** Every step of a note that this version knows. The server checks it under a row lock. */
export const noteTransitions = {
  create: { from: ['none'], to: 'draft', who: 'emr.write', preparer: 'also' },
  write: { from: open, to: 'same', who: 'emr.write', preparer: 'also' },
  diagnose: { from: open, to: 'same', who: 'diagnosis.write', preparer: 'also' },
  prescribe: { from: open, to: 'same', who: 'prescription.write', preparer: 'also' },
  handOver: { from: ['draft'], to: 'prepared', who: 'emr.write', preparer: 'only' },
  sign: { from: open, to: 'signed', who: 'emr.sign' },
  amend: { from: locked, to: 'amended', who: 'emr.sign', reason: true },
  withdraw: { from: [...open, ...locked], to: 'withdrawn', who: 'emr.write', reason: true },
} as const satisfies Record<string, NoteTransition>
export type NoteAction = keyof typeof noteTransitions
export const noteActions = Object.keys(noteTransitions) as NoteAction[]

export interface NoteActor {
  mid: number
  level: (permission: Permission) => Right
  /** Doctors whose notes this person prepares. */
  preparesFor: readonly number[]
}
/** For `create`: `state` `none`, and the author it is to have. */
export interface NoteFacts {
  state: NoteState | 'none'
  authorMid: number
}
export type NoteRefusal = Extract<ErrorCode, 'FORBIDDEN' | 'NOTE_SIGNED' | 'NOTE_NOT_AUTHOR' | 'ILLEGAL_STEP'>
export type NoteVerdict = { ok: true; to: NoteState } | { ok: false; code: NoteRefusal }

/** May this person take this step with this note? Reasons, passwords and completeness are asked for apart. */
export function canNote(action: NoteAction, actor: NoteActor, note: NoteFacts): NoteVerdict {
  const rule: NoteTransition = noteTransitions[action]
  const code = refusal(action, rule, actor, note)
  if (code) return { ok: false, code }
  return { ok: true, to: rule.to !== 'same' ? rule.to : note.state === 'none' ? 'draft' : note.state }
}

function refusal(action: NoteAction, rule: NoteTransition, actor: NoteActor, note: NoteFacts): NoteRefusal | undefined {
  const level = actor.level(rule.who)
  if (level === '-' || level === 'g') return 'FORBIDDEN'
  const author = actor.mid === note.authorMid
  const preparer = !author && rule.preparer !== undefined && actor.preparesFor.includes(note.authorMid)
  if (!author && !preparer) return 'NOTE_NOT_AUTHOR'
  // Who may only prepare has no note, diagnosis or line of their own.
  if (author && level === 'p') return 'FORBIDDEN'
  if (!rule.from.includes(note.state)) return wrongState(action, note.state)
  if (author && rule.preparer === 'only') return 'ILLEGAL_STEP'
  return undefined
}

function wrongState(action: NoteAction, state: NoteFacts['state']): NoteRefusal {
  const direct = action !== 'amend' && action !== 'withdraw'
  return direct && (state === 'signed' || state === 'amended') ? 'NOTE_SIGNED' : 'ILLEGAL_STEP'
}

/** A visit that never was, or is no more, gets no note. */
const withoutNote: readonly AppointmentStatus[] = ['held', 'cancelled', 'released']
export const visitTakesNote = (status: AppointmentStatus) => !withoutNote.includes(status)

export interface Completeness {
  s: string
  o: string
  a: string
  p: string
  memo: string
  diagnoses: readonly unknown[]
}
export type MissingField = NotePart | 'diagnoses'

/**
 * What a signature still needs. Everybody: what the patient says (S). Who diagnoses: a diagnosis, which is the
 * assessment's core. The other professions: their assessment (A).
 */
export function missingForSigning(note: Completeness, diagnoses: boolean): MissingField[] {
  const missing: MissingField[] = []
  if (!note.s.trim()) missing.push('s')
  if (diagnoses ? note.diagnoses.length === 0 : !note.a.trim()) missing.push(diagnoses ? 'diagnoses' : 'a')
  return missing
}

/** Was it signed late? Counted from the visit's end, or its time if it has none. */
export const isLate = (visitEnd: Date, signedAt: Date) =>
  signedAt.getTime() - visitEnd.getTime() > SIGN_WITHIN_HOURS * 3_600_000
