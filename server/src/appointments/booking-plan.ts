import {
  type BookingFacts,
  type BookingWish,
  type Conflict,
  conflictsOf,
  DEFAULT_MINUTES,
  firstFree,
  refusalCode,
  type Taken,
} from '@teleward/contract/appointments/booking.ts'
import type { Actor as VisitActor } from '@teleward/contract/appointments/rules.ts'
import { inWholeUnits } from '@teleward/contract/core/money.ts'
import type { Rights } from '@teleward/contract/core/access.ts'
import type { Clock } from '../platform/clock.ts'
import { isConflict, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { aimOf, type Booker, doctorDay, findDoctor, findPatient, patientBusy, placeOf } from './booking-facts.ts'

export type BookingActor =
  | { kind: 'staff'; mid: number; partnerId: number; unitIds: readonly number[]; doctortype: string; rights: Rights }
  | { kind: 'patient'; pid: number; qid: number; partnerId: number; unitId: number }
  | { kind: 'system'; partnerId: number }

export const visitActor = (actor: BookingActor): VisitActor =>
  actor.kind === 'staff'
    ? { kind: 'staff', mid: actor.mid, level: (permission) => actor.rights[permission] }
    : actor.kind === 'patient'
      ? { kind: 'patient', pid: actor.pid, qid: actor.qid }
      : { kind: 'system' }
export const bookerOf = (actor: BookingActor): Booker => ({
  partnerId: actor.partnerId,
  unitIds: actor.kind === 'staff' ? actor.unitIds : actor.kind === 'patient' ? [actor.unitId] : null,
  narrow: actor.kind === 'staff' && actor.rights['appointment.book'] === 'o',
})

/** What a wish comes to once the world is known. */
export interface Plan {
  unitId: number
  interval: number
  startAt: string
  minutes: number
  date: string
}
export interface Asked extends BookingWish {
  unit?: number | undefined
  identifier?: string | undefined
}

/**
 * Everything a wish is measured by, read under the lock of the doctor, and everything that stands against it, at
 * once: `BOOKING_INVALID` with all of them, or the one by its own code. `moving` is the entry that gives its place up.
 */
export async function planFor(
  tx: Tx,
  deps: { clock: Clock },
  actor: BookingActor,
  asked: Asked,
  moving?: { qid: number; unitId: number; taken: Taken },
): Promise<Plan> {
  const booker = bookerOf(actor)
  const now = deps.clock.now()
  const { zone, today } = await placeOf(tx, actor.partnerId, now)
  const wish: BookingWish = asked.kind === 'emergency' ? { ...asked, date: today } : asked
  const { pid, did, date } = wish
  const facts: BookingFacts = { now: now.toISOString() }
  const conflicts: Conflict[] = []

  const patient = pid === undefined ? undefined : await findPatient(tx, booker, pid, asked.identifier)
  const doctor = did === undefined ? undefined : await findDoctor(tx, booker, did)
  if (patient) facts.patient = patient.state
  if (did !== undefined) facts.doctor = doctor ? 'ok' : 'unknown'
  if (doctor) facts.offers = doctor.offers
  const units = patient?.unitIds.filter((unit) => doctor?.unitIds.includes(unit)) ?? []
  const unitId = units.find((unit) => unit === (asked.unit ?? moving?.unitId)) ?? units[0]
  if (
    patient?.state === 'ok' &&
    doctor &&
    (unitId === undefined || (asked.unit !== undefined && unitId !== asked.unit))
  )
    conflicts.push({ path: 'unit', code: 'VALUE_INVALID' })

  const aim: { startAt?: string; interval?: number } = {}
  let minutes = wish.minutes ?? DEFAULT_MINUTES
  if (doctor && did !== undefined && date !== undefined) {
    const { sessions, taken } = await doctorDay(tx, actor.partnerId, did, date)
    facts.taken = moving ? without(taken, moving.taken) : taken
    const found = aimOf(wish, sessions, zone, now)
    facts.session = found.session
    facts.startAt = wish.kind === 'emergency' ? undefined : found.startAt
    if (found.session) minutes = wish.minutes ?? found.session.slotMinutes
    if (found.session && wish.time === undefined && wish.kind !== 'emergency')
      found.startAt = firstFree(found.session, facts.taken, facts.now, wish.minutes)?.startAt
    Object.assign(aim, found.startAt ? { startAt: found.startAt } : {})
    if (found.interval !== undefined) aim.interval = found.interval
    if (pid !== undefined && patient?.state === 'ok' && aim.startAt && aim.interval !== undefined)
      facts.patientBusy = await patientBusy(tx, {
        partnerId: actor.partnerId,
        pid,
        did,
        date,
        interval: aim.interval,
        startAt: aim.startAt,
        minutes,
        except: moving?.qid ?? null,
      })
  }
  // A fee that is agreed on anew; who moves takes along what was agreed before.
  if (!moving && wish.fee !== undefined && !inWholeUnits(wish.fee, wish.currency))
    conflicts.push({ path: 'fee', code: 'VALUE_INVALID' })
  conflicts.push(...conflictsOf(wish, facts))
  refuse(conflicts)
  if (unitId === undefined || aim.startAt === undefined || aim.interval === undefined || date === undefined)
    throw new AppError('BAD_INPUT', { fields: [{ path: 'time', code: 'FIELD_EMPTY' }] })
  return { unitId, interval: aim.interval, startAt: aim.startAt, minutes, date }
}

/** The moving entry's own place does not stand in its way. */
function without(taken: readonly Taken[], own: Taken): Taken[] {
  const same = taken.filter((one) => one.startAt === own.startAt && one.minutes === own.minutes)
  // Seen from another day it has no part of the day.
  const found = same.find(({ interval }) => interval === own.interval) ?? same.find(({ interval }) => interval === null)
  const at = found ? taken.indexOf(found) : -1
  return at < 0 ? [...taken] : taken.filter((_, index) => index !== at)
}

function refuse(conflicts: readonly Conflict[]): void {
  // Whom the caller may not know of is not there, whatever else stands against it.
  const absent = conflicts.some(({ code }) => code === 'PATIENT_NOT_FOUND' || code === 'DOCTOR_NOT_FOUND')
  const code = absent ? 'NOT_FOUND' : refusalCode(conflicts)
  if (code) throw new AppError(code, { fields: [...conflicts], data: { n: conflicts.length, reasons: conflicts } })
}

/** What the database's own guard says, in the catalogue's words. */
export function guarded(error: unknown): unknown {
  const said = isConflict(error, 'appointment_places')
    ? { path: 'time', code: 'SLOT_FULL' as const }
    : isConflict(error, 'appointment_patient_once')
      ? { path: 'pid', code: 'DOUBLE_BOOKED' as const }
      : undefined
  return said ? new AppError(said.code, { fields: [said], data: { n: 1, reasons: [said] }, cause: error }) : error
}
