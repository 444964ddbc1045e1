import { can, type StaffAction } from '@teleward/contract/appointments/rules.ts'
import type { Appointment } from '@teleward/contract/appointments/schema.ts'
import type { AppointmentContext } from '../../patterns/appointments/available-actions.tsx'

/** Columns of the board, in the order of a visit. */
export const LANES = ['booked', 'waiting', 'inConsultation', 'missed', 'finished', 'ended'] as const
export type Lane = (typeof LANES)[number]

export function laneOf(row: Appointment): Lane {
  switch (row.status) {
    case 'held':
    case 'registered':
      return 'booked'
    case 'checkedIn':
      return row.inConsultation ? 'inConsultation' : 'waiting'
    case 'redial':
    case 'autoCancelled':
      return 'missed'
    case 'finished':
      return 'finished'
    default:
      return 'ended'
  }
}

const steps: Partial<Record<Lane, Partial<Record<Lane, readonly StaffAction[]>>>> = {
  booked: { waiting: ['checkIn'], ended: ['cancel'] },
  waiting: { booked: ['undoCheckIn'], finished: ['finish'], ended: ['cancel'] },
  missed: { waiting: ['redial'], ended: ['close'] },
  finished: { waiting: ['undoFinish'] },
}

/** The step that carries an entry into another column, where its state and the person's rights allow one. */
export function stepInto(row: Appointment, lane: Lane, { actor, at }: AppointmentContext): StaffAction | null {
  const offered = steps[laneOf(row)]?.[lane] ?? []
  return offered.find((action) => can(action, { actor, record: row, at }).ok) ?? null
}
