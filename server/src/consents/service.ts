import { randomUUID } from 'node:crypto'
import { authzChanged, emergencyTaken } from '@teleward/contract/consents/events.ts'
import { EMERGENCY_MINUTES, EMERGENCY_REASON_MIN } from '@teleward/contract/consents/rules.ts'
import type { Consent, EmergencyAccess, PatientConsents } from '@teleward/contract/consents/schema.ts'
import { audience } from '@teleward/contract/core/event.ts'
import { absence, patientBrief, type Read } from '../members/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import { sql, type Tx, reachesRow, reachesVisit } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'

const accessJson = sql`jsonb_build_object('id', e.id, 'pid', e.pid, 'reason', e.reason, 'at', e.at, 'until', e.until)`

/** What the patient agreed to with the caller's units, and the caller's own emergency access if one is running. */
export async function consentsOf(read: Read, who: StaffActor, pid: number, now: Date): Promise<PatientConsents> {
  if (!(await patientBrief(read, pid))) throw await absence(read, pid)
  const consents = await read(sql<{ consent: Consent }>`
    select jsonb_build_object('id', c.id, 'kind', c.kind, 'unitId', c.unit_id, 'unitName', u.name, 'qid', c.qid,
      'state', case when c.state = 'active' and c.ends_at <= ${now.toISOString()}::timestamptz then 'expired' else c.state end,
      'textVersion', c.text_version, 'givenBy', c.given_by, 'startsAt', c.starts_at, 'endsAt', c.ends_at, 'at', c.at) as consent
    from consent c join unit u on u.id = c.unit_id where c.pid = ${pid} and ${reachesRow('c')} order by c.at desc, c.id limit 200`)
  const [running] = await read(sql<{ access: EmergencyAccess }>`
    select ${accessJson} as access from emergency_access e
    where e.pid = ${pid} and e.mid = ${who.mid} and ${reachesRow('e')} and e.until > ${now.toISOString()}::timestamptz order by e.until desc limit 1`)
  return { consents: consents.map(({ consent }) => consent), emergency: running?.access ?? null }
}

/**
 * Opens the record to this one person for an hour. Asked again while it runs, it runs on from now. Every such access
 * stands flagged in the audit log with its reason.
 */
export async function takeEmergency(
  tx: Tx,
  who: StaffActor,
  now: Date,
  ask: { pid: number; reason: string; qid?: number | undefined },
): Promise<EmergencyAccess> {
  const reason = ask.reason.trim().toWellFormed()
  if ([...reason].length < EMERGENCY_REASON_MIN)
    throw new AppError('REASON_REQUIRED', { fields: [{ path: 'reason', code: 'REASON_REQUIRED' }] })
  const unitId = await unitOf(tx, ask)
  const patient = await patientBrief(tx.many, ask.pid, unitId)
  if (!patient) throw await absence(tx.many, ask.pid)
  const id = randomUUID()
  const until = new Date(now.getTime() + EMERGENCY_MINUTES * 60_000)
  await tx.run(sql`
    insert into emergency_access (id, partner_id, unit_id, pid, mid, reason, at, until)
    values (${id}, ${who.partnerId}, ${patient.unitId}, ${ask.pid}, ${who.mid}, ${reason}, ${now.toISOString()}::timestamptz, ${until.toISOString()}::timestamptz)`)
  await tx.audit({
    action: 'emergency access',
    kind: 'read',
    target: { kind: 'record', id: ask.pid },
    pid: ask.pid,
    detail: { flag: 'emergency', reason, until: until.toISOString(), ...(ask.qid ? { qid: ask.qid } : {}) },
  })
  await tx.emit(authzChanged, [audience.staff(who.mid)], { pid: ask.pid, at: now.toISOString() })
  const watchers = await answerable(tx, patient.unitId, who.mid)
  if (watchers.length) await tx.emit(emergencyTaken, watchers, { id, at: now.toISOString() })
  return { id, pid: ask.pid, reason, at: now.toISOString(), until: until.toISOString() }
}

/** Who answers for a unit: its administrators and case managers, but for the one whose act it is. */
async function answerable(tx: Tx, unitId: number, but: number): Promise<string[]> {
  const people = await tx.many(sql<{ mid: number }>`
    select su.mid from staff_unit su join staff_partner sp on sp.mid = su.mid and sp.partner_id = su.partner_id
    where su.unit_id = ${unitId} and sp.doctortype in ('admin', 'case_manager') and sp.status = 'active' and su.mid <> ${but}`)
  return people.map(({ mid }) => audience.staff(mid))
}

async function unitOf(tx: Tx, ask: { pid: number; qid?: number | undefined }): Promise<number | undefined> {
  if (ask.qid === undefined) return undefined
  const visit = await tx.one(
    sql<{
      pid: number
      unitId: number
    }>`select a.pid, a.unit_id as "unitId" from appointment a where a.qid = ${ask.qid} and ${reachesVisit('a')}`,
  )
  if (visit.pid !== ask.pid) throw new AppError('FIELD_RELATED', { fields: [{ path: 'qid', code: 'FIELD_RELATED' }] })
  return visit.unitId
}

/** After a consent came, ended or was withdrawn: who reads the record asks anew what is allowed. */
export async function consentChanged(tx: Tx, change: { pid: number; unitId: number }, now: Date): Promise<void> {
  await tx.emit(authzChanged, [audience.unit(change.unitId)], { pid: change.pid, at: now.toISOString() })
}
