import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { permissions, type StaffType, staffTypes } from '../core/permissions.gen.ts'
import {
  type Actor,
  type AppointmentAction,
  type AppointmentFacts,
  appointmentActions,
  can,
  finalStatuses,
  isUnfinished,
  needsReason,
  slotOf,
  staffActions,
  targetOf,
  transitions,
  unfinishedStatuses,
} from './rules.ts'
import { appointmentStatus } from './schema.ts'

const at = { now: new Date('2026-03-12T10:30:00+08:00'), today: '2026-03-12' }
const staff = (type: StaffType, mid = 7): Actor => ({ kind: 'staff', mid, level: (key) => permissions[key][type] })
const doctor = staff('doctor')
const patient: Actor = { kind: 'patient', pid: 50, qid: 1 }
const system: Actor = { kind: 'system' }
const facts = (over: Partial<AppointmentFacts> = {}): AppointmentFacts => ({
  qid: 1,
  pid: 50,
  did: 7,
  bookedBy: 3,
  status: 'registered',
  date: '2026-03-12',
  kind: 'general',
  interval: 1,
  startAt: '2026-03-12T11:00:00+08:00',
  overAt: `${over.date ?? '2026-03-12'}T11:15:00+08:00`,
  finishedAt: null,
  finishedBy: null,
  inConsultation: false,
  noteSigned: false,
  ...over,
})
const code = (action: AppointmentAction, actor: Actor, over: Partial<AppointmentFacts> = {}, moment = at) => {
  const verdict = can(action, { actor, record: facts(over), at: moment })
  return verdict.ok ? 'OK' : verdict.code
}
const anyFacts = fc.record({
  status: fc.constantFrom(...appointmentStatus.options),
  date: fc.constantFrom('2026-03-11', '2026-03-12', '2026-03-13'),
  inConsultation: fc.boolean(),
  noteSigned: fc.boolean(),
  did: fc.constantFrom(7, 8),
  bookedBy: fc.constantFrom(7, 8, null),
  finishedBy: fc.constantFrom(7, 8, null),
  finishedAt: fc.constantFrom(null, '2026-03-12T10:25:00+08:00', '2026-03-12T09:00:00+08:00'),
})
const anyActor = fc.oneof(
  fc.constantFrom(...staffTypes).map((type) => staff(type)),
  fc.constant(patient),
  fc.constant(system),
)

describe('the table of an appointment', () => {
  it('[APPT-02~] answers every action on every state by every actor, with yes or a code', () => {
    fc.assert(
      fc.property(fc.constantFrom(...appointmentActions), anyFacts, anyActor, (action, over, actor) => {
        const record = facts(over)
        const verdict = can(action, { actor, record, at })
        if (!verdict.ok) return verdict.code.length > 0 && verdict.state === record.status
        const rule = transitions[action]
        return (
          (rule.from as readonly string[]).includes(record.status) &&
          appointmentStatus.options.includes(targetOf(action, record.status))
        )
      }),
      { numRuns: 3000 },
    )
  })

  it('[APPT-02~] lets nobody take a step out of a final state, undoing a finish apart', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(
          ...appointmentActions.filter((action) => action !== 'memo' && action !== 'undoFinish' && action !== 'settle'),
        ),
        fc.constantFrom(...finalStatuses),
        anyFacts,
        anyActor,
        (action, status, over, actor) => !can(action, { actor, record: facts({ ...over, status }), at }).ok,
      ),
      { numRuns: 2000 },
    )
    for (const status of ['cancelled', 'released', 'closed'] as const)
      expect(code('undoFinish', doctor, { status, finishedBy: 7, finishedAt: at.now.toISOString() })).toBe(
        'APPT_ILLEGAL_STEP',
      )
  })

  it('[APPT-02~] counts as unfinished what is neither finished nor closed, the auto-cancelled included', () => {
    expect(isUnfinished('autoCancelled')).toBe(true)
    expect([...unfinishedStatuses, ...finalStatuses].toSorted()).toEqual(appointmentStatus.options.toSorted())
  })

  it.each([
    ['checkIn', doctor, {}, 'OK'],
    ['checkIn', patient, {}, 'OK'],
    ['checkIn', doctor, { date: '2026-03-13' }, 'APPT_NOT_TODAY'],
    ['checkIn', doctor, { date: '2026-03-11' }, 'APPT_NOT_TODAY'],
    ['checkIn', doctor, { date: '2026-03-11', overAt: '2026-03-12T11:00:00+08:00' }, 'OK'],
    ['checkIn', doctor, { status: 'checkedIn' }, 'APPT_ILLEGAL_STEP'],
    ['undoCheckIn', doctor, { status: 'checkedIn', inConsultation: true }, 'APPT_IN_CALL'],
    ['finish', doctor, { status: 'checkedIn' }, 'OK'],
    ['finish', doctor, { status: 'checkedIn', inConsultation: true }, 'APPT_IN_CALL'],
    ['finish', doctor, { status: 'registered' }, 'APPT_ILLEGAL_STEP'],
    ['finish', patient, { status: 'checkedIn' }, 'FORBIDDEN'],
    ['undoFinish', doctor, { status: 'finished', finishedBy: 7, finishedAt: '2026-03-12T10:25:00+08:00' }, 'OK'],
    ['undoFinish', doctor, { status: 'finished', finishedBy: 7, finishedAt: '2026-03-12T10:20:00+08:00' }, 'OK'],
    [
      'undoFinish',
      doctor,
      { status: 'finished', finishedBy: 7, finishedAt: '2026-03-12T10:19:59+08:00' },
      'APPT_UNDO_OVER',
    ],
    ['undoFinish', doctor, { status: 'finished', finishedBy: 8, finishedAt: '2026-03-12T10:25:00+08:00' }, 'FORBIDDEN'],
    [
      'undoFinish',
      doctor,
      { status: 'finished', finishedBy: 7, finishedAt: '2026-03-12T10:25:00+08:00', noteSigned: true },
      'NOTE_SIGNED',
    ],
    ['cancel', doctor, { status: 'held' }, 'OK'],
    ['cancel', doctor, { status: 'checkedIn', inConsultation: true }, 'APPT_IN_CALL'],
    ['cancel', patient, { startAt: '2026-03-12T11:00:00+08:00' }, 'OK'],
    ['cancel', patient, { startAt: '2026-03-12T10:59:00+08:00' }, 'APPT_ILLEGAL_STEP'],
    ['close', doctor, { status: 'autoCancelled' }, 'OK'],
    ['close', doctor, { status: 'registered' }, 'APPT_ILLEGAL_STEP'],
    ['redial', doctor, { status: 'autoCancelled' }, 'OK'],
    ['redial', doctor, { status: 'autoCancelled', date: '2026-03-11' }, 'APPT_REDIAL_OVER'],
    ['askCallback', patient, { status: 'autoCancelled' }, 'OK'],
    ['askCallback', patient, { status: 'checkedIn' }, 'OK'],
    ['askCallback', patient, { status: 'finished' }, 'APPT_ILLEGAL_STEP'],
    ['askCallback', patient, { status: 'autoCancelled', date: '2026-03-11' }, 'APPT_REDIAL_OVER'],
    ['askCallback', doctor, { status: 'autoCancelled' }, 'FORBIDDEN'],
    ['missed', system, {}, 'OK'],
    ['missed', doctor, {}, 'FORBIDDEN'],
    ['missed', system, { status: 'checkedIn', inConsultation: true }, 'APPT_IN_CALL'],
    ['linkExpired', system, { status: 'redial' }, 'OK'],
    ['redialAnswered', patient, { status: 'redial' }, 'OK'],
    ['timeoutCancel', system, {}, 'APPT_ILLEGAL_STEP'],
    ['timeoutCancel', system, { date: '2026-03-11' }, 'OK'],
    ['timeoutCancel', system, { date: '2026-03-11', overAt: '2026-03-12T11:00:00+08:00' }, 'APPT_ILLEGAL_STEP'],
    ['timeoutCancel', system, { date: '2026-03-11', kind: 'emergency', interval: 0 }, 'APPT_ILLEGAL_STEP'],
    ['timeoutCancel', system, { status: 'checkedIn', date: '2026-03-11' }, 'APPT_ILLEGAL_STEP'],
    ['timeoutClose', system, { status: 'autoCancelled', date: '2026-03-11' }, 'OK'],
    ['memo', doctor, { status: 'closed' }, 'OK'],
  ] as const)('[APPT-02~] %s by %o on %o answers %s', (action, actor, over, expected) => {
    expect(code(action, actor, over)).toBe(expected)
  })

  it('[APPT-04~] keeps each step to the staff types of the permission table, and `o` to own entries', () => {
    const others = { did: 8, bookedBy: 9 }
    expect(code('checkIn', staff('caregiver'), others)).toBe('FORBIDDEN')
    expect(code('checkIn', staff('caregiver'), { did: 7, bookedBy: 9 })).toBe('OK')
    expect(code('checkIn', staff('agent'), { did: 8, bookedBy: 7 })).toBe('FORBIDDEN')
    expect(code('cancel', staff('agent'), others)).toBe('FORBIDDEN')
    expect(code('cancel', staff('agent'), { did: 8, bookedBy: 7 })).toBe('OK')
    expect(code('finish', staff('pharmacist'), { ...others, status: 'checkedIn' })).toBe('FORBIDDEN')
    expect(code('finish', staff('health_secretary'), { status: 'checkedIn' })).toBe('FORBIDDEN')
    expect(code('redial', staff('volunteer'), { status: 'autoCancelled' })).toBe('FORBIDDEN')
  })

  it('[APPT-02~] gives the patient of another visit nothing', () => {
    for (const action of appointmentActions)
      expect(code(action, { kind: 'patient', pid: 51, qid: 1 })).toBe('FORBIDDEN')
    for (const action of appointmentActions)
      expect(code(action, { kind: 'patient', pid: 50, qid: 2 })).toBe('FORBIDDEN')
  })

  it('[APPT-04~] asks a reason for cancelling, closing and waiving only, and offers staff no step of the system', () => {
    expect(appointmentActions.filter(needsReason)).toEqual(['cancel', 'close', 'waive'])
    for (const action of staffActions) expect(transitions[action].who).toHaveProperty('staff')
  })

  it('[APPT-01~] names the part of the day of each interval code, an emergency whatever the hour', () => {
    expect([0, 1, 2, 3, 4, 5, 6].map((interval) => slotOf(interval, 'general'))).toEqual([
      'emergency',
      'am',
      'pm',
      'night',
      'earlyMorning',
      'lateNight',
      'other',
    ])
    expect(slotOf(2, 'emergency')).toBe('emergency')
  })
})
