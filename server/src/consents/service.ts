import { canSeeRow } from '../access/visible.ts'
import { randomUUID } from 'node:crypto'
import { authzChanged, emergencyTaken } from '@teleward/contract/consents/events.ts'
import { EMERGENCIES_AN_HOUR, EMERGENCY_MINUTES, EMERGENCY_REASON_MIN } from '@teleward/contract/consents/rules.ts'
import type { Consent, EmergencyAccess, PatientConsents } from '@teleward/contract/consents/schema.ts'
import { audience } from '@teleward/contract/core/event.ts'
import { visible } from '@teleward/contract/core/text.ts'
import { type OutboxState, sendingOf } from '@teleward/contract/outbox/rules.ts'
import { notify } from '../notifications/notify.ts'
import { absence, patientBrief, type Read } from '../patients/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import { type Db, sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { unitOfVisit, waysOf } from './ask.ts'
import { consentJson } from './rows.ts'

const accessJson = sql`jsonb_build_object('id', e.id, 'pid', e.pid, 'reason', e.reason, 'at', e.at, 'until', e.until)`

/** What the patient agreed to with the caller's units, by what they can be asked, and the caller's own emergency access. */
export async function consentsOf(
  db: Db,
  read: Read,
  who: StaffActor,
  about: { pid: number; qid: number | undefined },
  now: Date,
): Promise<PatientConsents> {
  const { pid } = about
  const ways = await waysOf(read, about, now)
  const rows = await read(sql<{ consent: Consent }>`
    select ${consentJson(now)} as consent from consent c where c.pid = ${pid} and ${canSeeRow('c')} order by c.at desc, c.id limit 200`)
  const consents = rows.map(({ consent }) => consent)
  const [running] = await read(sql<{ access: EmergencyAccess }>`
    select ${accessJson} as access from emergency_access e
    where e.pid = ${pid} and e.mid = ${who.mid} and ${canSeeRow('e')} and e.until > ${now.toISOString()}::timestamptz order by e.until desc limit 1`)
  return { consents: await withSending(db, consents), emergency: running?.access ?? null, ways }
}

/** Whether a request's message has left: of the rows that the caller was shown, for only who reads the outbox sees it there. */
async function withSending(db: Db, consents: Consent[]): Promise<Consent[]> {
  const open = consents.filter(({ state, channel }) => state === 'requested' && channel !== 'paper').map(({ id }) => id)
  if (!open.length) return consents
  const sent = await db.system.read(sql<{ id: string; state: OutboxState }>`
    select c.id, o.state from consent c left join video_link l on l.consent_id = c.id
      join outbox_message o on o.id = l.message_id or (o.origin_kind = 'code' and o.origin_id = c.code_id::text)
    where c.id = any (${open}::uuid[])`)
  return consents.map((one) => {
    const state = sent.find(({ id }) => id === one.id)?.state
    return state ? { ...one, sending: sendingOf(state) } : one
  })
}

/**
 * Opens the record to this one person for an hour. Asked again while it runs, it runs on from now. Every such access
 * stands flagged in the audit log with its reason. EMERGENCY_LIMIT where it is one patient more within an hour than goes
 * without the own password, and that was not given (`proved`).
 */
export async function takeEmergency(
  tx: Tx,
  who: StaffActor,
  now: Date,
  ask: { pid: number; reason: string; qid?: number | undefined; proved: boolean },
): Promise<EmergencyAccess> {
  const reason = ask.reason.trim().toWellFormed()
  if ([...visible(reason)].length < EMERGENCY_REASON_MIN)
    throw new AppError('REASON_REQUIRED', { fields: [{ path: 'reason', code: 'REASON_REQUIRED' }] })
  const unitId = ask.qid === undefined ? undefined : await unitOfVisit(tx.many, ask.pid, ask.qid)
  const patient = await patientBrief(tx.many, ask.pid, unitId)
  if (!patient) throw await absence(tx.many, ask.pid)
  const many = await oneOfMany(tx, who.mid, ask.pid, now)
  if (many && !ask.proved) throw new AppError('EMERGENCY_LIMIT', { data: { n: EMERGENCIES_AN_HOUR } })
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
    detail: {
      flag: 'emergency',
      reason,
      until: until.toISOString(),
      ...(ask.qid ? { qid: ask.qid } : {}),
      ...(many ? { beyond: EMERGENCIES_AN_HOUR } : {}),
    },
  })
  await tx.emit(authzChanged, [audience.staff(who.mid)], { pid: ask.pid, at: now.toISOString() })
  if (many) await tellOfMany(tx, who, now)
  const watchers = await answerable(tx, patient.unitId, who.mid)
  if (watchers.length)
    await tx.emit(
      emergencyTaken,
      watchers.map(({ mid }) => audience.staff(mid)),
      { id, at: now.toISOString() },
    )
  for (const { mid, audits } of watchers)
    await notify(tx, {
      partnerId: who.partnerId,
      mid,
      kind: 'alert',
      what: 'emergency.taken',
      subject: { kind: 'emergency', id },
      // The log says who and why; who does not read it is led to the member.
      link: audits
        ? { screen: 'adminAudit', search: { emergency: 'open' } }
        : { screen: 'members', search: { open: String(ask.pid) } },
      from: who.mid,
      pid: ask.pid,
      once: 'taken',
      at: now,
    })
  return { id, pid: ask.pid, reason, at: now.toISOString(), until: until.toISOString() }
}

const HOUR_MS = 3_600_000
/** Whether it is one of more than go unasked. One after the other for one person: many at once are counted, too. */
async function oneOfMany(tx: Tx, mid: number, pid: number, now: Date): Promise<boolean> {
  await tx.run(sql`select pg_advisory_xact_lock(7303, ${mid})`)
  const { others } = await tx.one(sql<{ others: number }>`
    select count(distinct e.pid)::int as others from emergency_access e
    where e.mid = ${mid} and e.pid <> ${pid} and e.at > ${new Date(now.getTime() - HOUR_MS)}::timestamptz`)
  return others >= EMERGENCIES_AN_HOUR
}

/** Those who answer for the units are told once an hour that somebody has come to the number; the log has each attempt. */
export async function tellOfMany(tx: Tx, who: StaffActor, now: Date): Promise<void> {
  const watchers = await tx.many(sql<{ mid: number }>`
    select distinct su.mid from staff_unit su join staff_partner sp on sp.mid = su.mid and sp.partner_id = su.partner_id
    where su.partner_id = ${who.partnerId} and su.unit_id = any (${[...who.unitIds]}::int[]) and sp.doctortype = 'admin'
      and sp.status = 'active' and su.mid <> ${who.mid}`)
  for (const { mid } of watchers)
    await notify(tx, {
      partnerId: who.partnerId,
      mid,
      kind: 'alert',
      what: 'emergency.many',
      // Of the person: none of the accesses is more the one it is about than another.
      subject: { kind: 'emergency', id: who.mid },
      link: { screen: 'adminAudit', search: { emergency: 'open' } },
      from: who.mid,
      once: now.toISOString().slice(0, 13),
      at: now,
    })
}

/** Who answers for a unit: its administrators and case managers, but for the one whose act it is. */
async function answerable(tx: Tx, unitId: number, but: number): Promise<{ mid: number; audits: boolean }[]> {
  return tx.many(sql<{ mid: number; audits: boolean }>`
    select su.mid, sp.doctortype = 'admin' as audits from staff_unit su join staff_partner sp on sp.mid = su.mid and sp.partner_id = su.partner_id
    where su.unit_id = ${unitId} and sp.doctortype in ('admin', 'case_manager') and sp.status = 'active' and su.mid <> ${but}`)
}
