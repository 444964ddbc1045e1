import type { StaffActor } from '../platform/actor.ts'
import { actsFor, useGrant } from '../grants/active.ts'
import { sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import type { Read } from '../patients/service.ts'

/** Front desks that may record that a doctor of their units fell ill today (decision 30). */
const RECORDS_ABSENCE: readonly string[] = ['admin', 'health_secretary']
export const recordsAbsence = (who: Pick<StaffActor, 'doctortype' | 'rights'>): boolean =>
  RECORDS_ABSENCE.includes(who.doctortype) && who.rights['appointment.book'] === 'y'

/** Does the person work in one of the caller's units, in the caller's institution? */
export const sharesUnit = (who: StaffActor, did: unknown) => sql<boolean>`exists (select 1 from staff_unit su
  where su.mid = ${did} and su.partner_id = ${who.partnerId} and su.unit_id = any (${[...who.unitIds]}::int[]))`
/** The unit of somebody who works in one only: a grant for that unit covers all of their shifts. */
const onlyUnit = (who: StaffActor, did: unknown) => sql<number>`(select min(ou.unit_id) from staff_unit ou
  where ou.mid = ${did} and ou.partner_id = ${who.partnerId} having count(*) = 1)`

/** A condition inside a statement: may the caller change this person's shifts now? */
export const mayShift = (who: StaffActor, now: Date, did: ReturnType<typeof sql.ref>) => sql<boolean>`(
  (${did} = ${who.mid} and ${who.rights['shift.own'] === 'y'}::boolean)
  or (${who.rights['shift.others'] === 'y'}::boolean and ${did} <> ${who.mid} and ${sharesUnit(who, did)})
  or (${who.rights['shift.others'] === 'g'}::boolean and ${actsFor(who, 'shift.others', now, did, onlyUnit(who, did))}))`

export interface Standing {
  /** Works in the caller's units, or is one whose shifts the caller keeps. */
  known: boolean
  own: boolean
  shares: boolean
  granted: boolean
  unitId: number | null
}

export async function standing(read: Read, who: StaffActor, now: Date, did: number): Promise<Standing> {
  const [row] = await read(sql<{ shares: boolean; granted: boolean; unitId: number | null }>`
    select ${sharesUnit(who, sql`sp.mid`)} as shares, ${onlyUnit(who, sql`sp.mid`)} as "unitId",
      ${actsFor(who, 'shift.others', now, sql`sp.mid`, onlyUnit(who, sql`sp.mid`))} as granted
    from staff_partner sp where sp.mid = ${did} and sp.partner_id = ${who.partnerId}`)
  const own = did === who.mid
  if (!row) return { known: false, own, shares: false, granted: false, unitId: null }
  const granted = row.granted && who.rights['shift.others'] === 'g'
  return { known: own || row.shares || granted, own, shares: row.shares, granted, unitId: row.unitId }
}

/** Refuses those who may not even look. Who is not there, and who must not be known, is the same answer. */
export async function requireKnown(read: Read, who: StaffActor, now: Date, did: number): Promise<Standing> {
  const found = await standing(read, who, now, did)
  if (!found.known) throw new AppError('NOT_FOUND')
  return found
}

/**
 * The right to change somebody's shifts, held until the transaction ends: one's own (`shift.own`), an administrator's in
 * the own units, or a grant in force (SHIFT-05). An absence of today is also the front desk's.
 */
export async function requireShift(
  tx: Tx,
  who: StaffActor,
  now: Date,
  ask: { did: number; what: string; absence?: boolean },
): Promise<void> {
  const { did, what } = ask
  const found = await requireKnown(tx.many, who, now, did)
  if (ask.absence) {
    if (recordsAbsence(who) && found.shares) return
    throw new AppError('FORBIDDEN')
  }
  if (found.own && who.rights['shift.own'] === 'y') return
  if (!found.own && who.rights['shift.others'] === 'y' && found.shares) return
  if (!found.granted) throw new AppError('FORBIDDEN')
  await useGrant(tx, now, { kind: 'shift.others', did, unitId: found.unitId ?? undefined, what, target: did })
}
