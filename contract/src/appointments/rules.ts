import type { ErrorCode } from '../core/errors.gen.ts'
import type { Permission, Right } from '../core/permissions.gen.ts'
import { type CurrentFacts, isCurrent } from './current.ts'
import type { AppointmentStatus, Slot, StatusBy } from './schema.ts'

export const UNDO_FINISH_MINUTES = 10
/** A patient cancels by link until this long before the start. */
export const PATIENT_CANCEL_MINUTES = 30
/** Waiting time that a list points out: a word in yellow, then in red. */
export const WAIT_LONG_MINUTES = 15
export const WAIT_TOO_LONG_MINUTES = 30

export const finalStatuses = ['finished', 'cancelled', 'released', 'closed'] as const satisfies AppointmentStatus[]
/** Unfinished: neither finished nor closed. An auto-cancelled entry counts until it is called again or closed. */
export const unfinishedStatuses = [
  'held',
  'registered',
  'checkedIn',
  'redial',
  'autoCancelled',
] as const satisfies AppointmentStatus[]

export interface Transition {
  from: readonly AppointmentStatus[]
  /** `same`: the entry is written on, and stays where it is. */
  to: AppointmentStatus | 'same'
  who: { staff?: Permission; patient?: true; system?: true }
  /** A reason has to be given. */
  reason?: true
  /** Not while the patient is in the room. */
  notInCall?: true
  /** Only by the hand that did the step before. */
  sameHand?: true
  statusBy?: StatusBy
}

const everyStatus = [...unfinishedStatuses, ...finalStatuses] as const

/** Every step of an appointment that this version knows. The server checks it under a row lock. */
export const transitions = {
  checkIn: { from: ['registered'], to: 'checkedIn', who: { staff: 'appointment.checkin', patient: true } },
  undoCheckIn: { from: ['checkedIn'], to: 'registered', who: { staff: 'appointment.checkin' }, notInCall: true },
  finish: { from: ['checkedIn'], to: 'finished', who: { staff: 'appointment.finish' }, notInCall: true },
  undoFinish: { from: ['finished'], to: 'checkedIn', who: { staff: 'appointment.finish' }, sameHand: true },
  cancel: {
    from: ['held', 'registered', 'checkedIn', 'redial'],
    to: 'cancelled',
    who: { staff: 'appointment.book', patient: true },
    reason: true,
    notInCall: true,
  },
  close: {
    from: ['checkedIn', 'redial', 'autoCancelled'],
    to: 'closed',
    who: { staff: 'appointment.finish' },
    reason: true,
    notInCall: true,
    statusBy: 'staff',
  },
  redial: { from: ['autoCancelled'], to: 'redial', who: { staff: 'call.use' } },
  /** The patient asks to be called back, from a link that opens nothing any more. */
  askCallback: { from: ['registered', 'checkedIn', 'redial', 'autoCancelled'], to: 'same', who: { patient: true } },
  redialAnswered: { from: ['redial'], to: 'checkedIn', who: { patient: true, system: true } },
  missed: {
    from: ['registered', 'checkedIn', 'redial'],
    to: 'autoCancelled',
    who: { system: true },
    notInCall: true,
    statusBy: 'missed',
  },
  linkExpired: {
    from: ['registered', 'checkedIn', 'redial'],
    to: 'autoCancelled',
    who: { system: true },
    notInCall: true,
    statusBy: 'linkExpired',
  },
  /** The day, or the session that ran past it, is over: nobody came. */
  timeoutCancel: { from: ['registered'], to: 'cancelled', who: { system: true }, statusBy: 'timeout' },
  /** The same: nobody called again. What had brought it there stays written. */
  timeoutClose: { from: ['autoCancelled'], to: 'closed', who: { system: true } },
  memo: { from: everyStatus, to: 'same', who: { staff: 'appointment.checkin' } },
  /** The place that waited for its payment is the patient's. */
  pay: { from: ['held'], to: 'registered', who: { staff: 'appointment.book', system: true } },
  waive: { from: ['held'], to: 'registered', who: { staff: 'appointment.book' }, reason: true },
  /** What was to be paid on site is paid, or let go. */
  settle: {
    from: ['registered', 'checkedIn', 'redial', 'autoCancelled', 'finished'],
    to: 'same',
    who: { staff: 'appointment.book', system: true },
  },
  /** Not paid in time, or its start reached. */
  release: { from: ['held'], to: 'released', who: { system: true } },
  /** Another doctor, day, time or site. */
  move: { from: ['held', 'registered'], to: 'same', who: { staff: 'appointment.book', patient: true, system: true } },
} as const satisfies Record<string, Transition>

export type AppointmentAction = keyof typeof transitions
export const appointmentActions = Object.keys(transitions) as AppointmentAction[]
/** The steps a member of staff may ask for; the others come from patients, calls, links and the clock. */
export const staffActions = [
  'checkIn',
  'undoCheckIn',
  'finish',
  'undoFinish',
  'cancel',
  'close',
  'redial',
  'memo',
] as const satisfies AppointmentAction[]
export type StaffAction = (typeof staffActions)[number]

export type Actor =
  | { kind: 'staff'; mid: number; level: (permission: Permission) => Right }
  | { kind: 'patient'; pid: number; qid: number }
  | { kind: 'system' }

/** What the rules look at. A row of a list carries all of it. */
export interface AppointmentFacts extends CurrentFacts {
  qid: number
  pid: number
  did: number
  bookedBy: number | null
  startAt: string
  finishedAt: string | null
  finishedBy: number | null
  noteSigned: boolean
}

/** The clock of whoever asks, and the partner's day by it. */
export interface Moment {
  now: Date
  today: string
}

export type Refusal = Extract<
  ErrorCode,
  | 'FORBIDDEN'
  | 'APPT_ILLEGAL_STEP'
  | 'APPT_NOT_TODAY'
  | 'APPT_IN_CALL'
  | 'APPT_UNDO_OVER'
  | 'APPT_REDIAL_OVER'
  | 'NOTE_SIGNED'
>
export type Verdict = { ok: true } | { ok: false; code: Refusal; state: AppointmentStatus }

const minutesBetween = (from: string, to: Date) => (to.getTime() - new Date(from).getTime()) / 60_000

function allowed(rule: Transition, actor: Actor, record: AppointmentFacts): boolean {
  if (actor.kind === 'system') return rule.who.system === true
  if (actor.kind === 'patient') return rule.who.patient === true && actor.pid === record.pid && actor.qid === record.qid
  if (!rule.who.staff) return false
  const level = actor.level(rule.who.staff)
  const own = record.did === actor.mid || record.bookedBy === actor.mid
  return level === 'y' || (level === 'o' && own)
}

/** Rules of single steps, beyond the table. */
function refusedBy(action: AppointmentAction, actor: Actor, record: AppointmentFacts, at: Moment): Refusal | undefined {
  switch (action) {
    case 'checkIn':
      return isCurrent(record, at) ? undefined : 'APPT_NOT_TODAY'
    case 'redial':
    case 'askCallback':
      return isCurrent(record, at) ? undefined : 'APPT_REDIAL_OVER'
    case 'undoFinish':
      if (record.noteSigned) return 'NOTE_SIGNED'
      return record.finishedAt && minutesBetween(record.finishedAt, at.now) <= UNDO_FINISH_MINUTES
        ? undefined
        : 'APPT_UNDO_OVER'
    case 'cancel':
    case 'move':
      return actor.kind === 'patient' && minutesBetween(record.startAt, at.now) > -PATIENT_CANCEL_MINUTES
        ? 'APPT_ILLEGAL_STEP'
        : undefined
    case 'timeoutCancel':
    case 'timeoutClose':
      return record.date < at.today && !isCurrent(record, at) ? undefined : 'APPT_ILLEGAL_STEP'
    default:
      return undefined
  }
}

/** Yes, or the code that says why not. The server asks it under the row's lock, the portal to disable a button. */
export function can(action: AppointmentAction, ask: { actor: Actor; record: AppointmentFacts; at: Moment }): Verdict {
  const rule: Transition = transitions[action]
  const { actor, record, at } = ask
  const refuse = (code: Refusal): Verdict => ({ ok: false, code, state: record.status })
  if (!allowed(rule, actor, record)) return refuse('FORBIDDEN')
  if (!rule.from.includes(record.status)) return refuse('APPT_ILLEGAL_STEP')
  if (rule.notInCall && record.inConsultation) return refuse('APPT_IN_CALL')
  if (rule.sameHand && !(actor.kind === 'staff' && record.finishedBy === actor.mid)) return refuse('FORBIDDEN')
  const code = refusedBy(action, actor, record, at)
  return code ? refuse(code) : { ok: true }
}

export const targetOf = (action: AppointmentAction, from: AppointmentStatus): AppointmentStatus => {
  const { to }: Transition = transitions[action]
  return to === 'same' ? from : to
}
export const needsReason = (action: AppointmentAction): boolean => (transitions[action] as Transition).reason === true
export const isUnfinished = (status: AppointmentStatus): boolean =>
  (unfinishedStatuses as readonly AppointmentStatus[]).includes(status)

const slots: readonly Slot[] = ['emergency', 'am', 'pm', 'night', 'earlyMorning', 'lateNight', 'other']
/** The part of the day of an interval code; an emergency is one whatever the hour. */
export const slotOf = (interval: number, kind: string): Slot =>
  kind === 'emergency' ? 'emergency' : (slots[interval] ?? 'other')
/** In the order a list shows them. */
export const slotOrder: readonly Slot[] = ['emergency', 'earlyMorning', 'am', 'pm', 'night', 'lateNight', 'other']
