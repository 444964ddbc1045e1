import { canSeeMember } from '../access/visible.ts'
import type { PatientBrief } from '@teleward/contract/patients/brief.ts'
import { asking, type Compilable, sql } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { authorisationOf, patientBriefJson } from './brief.ts'

export { authorisationOf, patientBriefJson, patientBriefOf } from './brief.ts'

/** One statement under the caller's policies: `db.read` with a scope, or a transaction's `many`. */
export type Read = <T>(query: Compilable<T>) => Promise<T[]>

/**
 * Patients in brief, in one statement, only those the caller may see. A patient in several of the caller's units is
 * shown under the first; `unitId` asks for a certain one, as the unit of a visit.
 */
export async function patientBriefs(
  read: Read,
  pids: readonly number[],
  unitId?: number,
): Promise<Map<number, PatientBrief>> {
  if (!pids.length) return new Map()
  const rows = await read(sql<{ patient: PatientBrief }>`
    select ${patientBriefJson} as patient
    from member m
    join lateral (
      select mu.unit_id from member_unit mu
      where mu.pid = m.pid and mu.status = 'active' and mu.partner_id = ${asking.partner}::int and mu.unit_id = any (${asking.units}::int[])
      order by (mu.unit_id = ${unitId ?? null}::int) desc nulls last, mu.unit_id limit 1
    ) seen on true
    join unit u on u.id = seen.unit_id
    ${authorisationOf}
    where m.pid = any (${pids}::int[]) and ${canSeeMember('m')}`)
  return new Map(rows.map(({ patient }) => [patient.pid, patient]))
}

/** `undefined`: no such patient, or none the caller may know of. */
export async function patientBrief(read: Read, pid: number, unitId?: number): Promise<PatientBrief | undefined> {
  return (await patientBriefs(read, [pid], unitId)).get(pid)
}

/**
 * Why a patient is not shown: the membership in the caller's own units, or the one of the whole institution, was
 * disabled, which they may know; or there is nobody they may know of.
 */
export async function absence(read: Read, pid: number): Promise<AppError> {
  const [held] = await read(sql<{ membership: 'partner' | 'unit' }>`
    select case mp.status when 'disabled' then 'partner' else 'unit' end as membership
    from member_unit mu join member_partner mp on mp.pid = mu.pid and mp.partner_id = mu.partner_id
    where mu.pid = ${pid} and mu.partner_id = ${asking.partner}::int and mu.unit_id = any (${asking.units}::int[]) and mu.status <> 'active' limit 1`)
  return held ? new AppError('MEMBER_DISABLED', { data: held }) : new AppError('NOT_FOUND')
}
