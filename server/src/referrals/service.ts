import { canSeeVisit } from '../access/visible.ts'
import { audience } from '@teleward/contract/core/event.ts'
import { permissions, staffTypes } from '@teleward/contract/core/permissions.gen.ts'
import type { EndpointParsed } from '@teleward/contract/core/endpoint.ts'
import { fileChanged } from '@teleward/contract/files/events.ts'
import type { postReferral, putReferral } from '@teleward/contract/referrals/endpoints.ts'
import { referralChanged } from '@teleward/contract/referrals/events.ts'
import type { AttachedRecords, Referral, ReferralDetail } from '@teleward/contract/referrals/schema.ts'
import { randomUUID } from 'node:crypto'
import { absence, patientBrief, type Read } from '../patients/service.ts'
import { json, sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { type Alarms, enter, setClock } from './clock.ts'
import { keepFiles, picked, toRead } from './records.ts'
import * as repo from './repo.ts'
import { taken } from './steps.ts'

/** How many letters of the caller's are open: a value inside another statement. */
export const openOf = (who: repo.Who) => repo.openOf(who)

/** How many letters wait for the caller's answer: the length of the list of these. */
export async function toAnswer(read: Read, who: repo.Who): Promise<number> {
  const [row] = await read(repo.list(who, { side: 'received', state: 'open', page: 1, pageSize: 1 }))
  return row?.total ?? 0
}

/** Professions that send and take referrals. */
export const takers = staffTypes.filter((kind) => permissions['referral.write'][kind] !== '-')

export async function oneReferral(read: Read, who: repo.Who, id: string): Promise<Referral> {
  const [found] = await read(repo.byId(who, id))
  if (!found) throw new AppError('NOT_FOUND')
  return found.row
}
/** What went along with a letter, as far as the caller may still read it. */
export async function recordsOf(read: Read, who: repo.Who, id: string): Promise<AttachedRecords | null> {
  const [found] = await read(repo.recordsOf(who, id))
  return found ? toRead(found.records) : null
}
export async function detailOf(read: Read, who: repo.Who, id: string): Promise<ReferralDetail> {
  const letter = await oneReferral(read, who, id)
  const [found] = await read(repo.linkOf(who, id))
  return { ...letter, records: await recordsOf(read, who, id), link: found?.link ?? null }
}

/** The sender, and the person it goes to, or everybody of that unit. Nothing of the patient. */
export async function tell(tx: Tx, { id, version, from, to }: Referral): Promise<void> {
  const other = to.person ? [audience.staff(to.person.mid)] : to.unitId === null ? [] : [audience.unit(to.unitId)]
  await tx.emit(referralChanged, [audience.staff(from.mid), ...other], { id, version })
}

export interface Sending {
  who: repo.Who & { timeZone: string }
  timers: Alarms
  now: Date
}
type Wish = EndpointParsed<typeof postReferral>['body']

function refuseMissing(wish: Wish): string {
  const reason = wish.reason?.trim() ?? ''
  const missing = [
    ...(wish.toUnit === undefined && wish.toOutside === undefined
      ? [{ path: 'toUnit', code: 'TARGET_REQUIRED' as const }]
      : []),
    ...(reason === '' ? [{ path: 'reason', code: 'REASON_REQUIRED' as const }] : []),
    ...(wish.consent ? [] : [{ path: 'consent', code: 'CONSENT_REQUIRED' as const }]),
    ...(wish.qid === undefined && wish.pid === undefined ? [{ path: 'pid', code: 'FIELD_EMPTY' as const }] : []),
  ]
  if (missing[0]) throw new AppError(missing[0].code, { fields: missing })
  return reason
}

interface Patient {
  pid: number
  unitId: number
  name: string
  gender: string | null
  birthday: string | null
}
/** Of a visit that one sees, or a patient of one's own units. */
async function patientOf(tx: Tx, who: repo.Who, { qid, pid }: Wish): Promise<Patient> {
  if (qid !== undefined) {
    const visit = await tx.maybe(sql<Patient>`
      select a.pid, a.unit_id as "unitId", m.name, m.gender, m.birthday::text from appointment a join member m on m.pid = a.pid
      where a.qid = ${qid} and a.partner_id = ${who.partnerId} and ${canSeeVisit('a')}`)
    if (!visit || (pid !== undefined && pid !== visit.pid)) throw new AppError('NOT_FOUND')
    return visit
  }
  const found = pid === undefined ? undefined : await patientBrief(tx.many, pid)
  if (!found) throw await absence(tx.many, pid ?? 0)
  return found
}

interface Target {
  unitId: number | null
  mid: number | null
  outside: { id: string; address: object } | null
}
/** A unit, somebody in it, or an institution of the directory; of several ways the outside one. */
async function targetOf(tx: Tx, who: repo.Who, { toUnit, toMid, toOutside }: Wish): Promise<Target> {
  if (toOutside !== undefined) {
    const found = await tx.maybe(sql<{ id: string; address: object }>`
      select o.id, jsonb_build_object('name', o.name, 'code', o.code, 'phone', o.phone, 'address', o.address, 'email', o.email) as address
      from outside_institution o where o.id = ${toOutside}::uuid and o.partner_id = ${who.partnerId} and o.closed_at is null`)
    if (!found || toUnit !== undefined || toMid !== undefined) throw new AppError('NOT_FOUND')
    return { unitId: null, mid: null, outside: found }
  }
  const unit = (await tx.many(repo.targets(who, takers))).find(({ unitId }) => unitId === toUnit)
  const there = toMid === undefined || unit?.people.some(({ mid }) => mid === toMid && mid !== who.mid)
  if (!unit || !there) throw new AppError('NOT_FOUND')
  return { unitId: unit.unitId, mid: toMid ?? null, outside: null }
}

/** A letter of one's own that was declined or taken back may go elsewhere, once. NOT_FOUND, REFERRAL_ILLEGAL_STEP. */
async function refuseFollowing(tx: Tx, who: repo.Who, pid: number, follows: string | undefined): Promise<void> {
  if (follows === undefined) return
  if (!(await tx.maybe(repo.lockForUpdate(who, follows)))) throw new AppError('NOT_FOUND')
  const before = await oneReferral(tx.many, who, follows)
  const same = await tx.maybe(
    sql`select 1 from referral r where r.id = ${follows}::uuid and r.pid = ${pid} and ${repo.mine(who)}`,
  )
  if (before.side !== 'sender' || !same) throw new AppError('NOT_FOUND')
  if (!['declined', 'withdrawn'].includes(before.state) || before.followedBy !== null)
    throw new AppError('REFERRAL_ILLEGAL_STEP', { data: { state: before.state } })
}

/**
 * TARGET_REQUIRED, REASON_REQUIRED, CONSENT_REQUIRED, FIELD_EMPTY all at once by their fields; NOT_FOUND: no visit, patient, unit,
 * taker, institution or record that one may know of.
 */
export async function send(tx: Tx, { who, timers, now }: Sending, wish: Wish): Promise<Referral> {
  const reason = refuseMissing(wish)
  const patient = await patientOf(tx, who, wish)
  const target = await targetOf(tx, who, wish)
  await refuseFollowing(tx, who, patient.pid, wish.follows)
  const records = await picked(tx, patient.pid, wish)
  const id = randomUUID()
  const due = await setClock(tx, timers, now, {
    id,
    state: 'sent',
    urgency: wish.urgency,
    createdAt: now,
    visitOn: null,
    zone: who.timeZone,
  })
  await tx.run(sql`
    insert into referral (attached, attached_reports, id, partner_id, unit_id, pid, qid, from_mid, to_unit, to_mid, to_outside, outside, follows,
      urgency, reason, patient_name, patient_gender, patient_birthday, due_at, created_at, updated_at)
    values (${json(records.notes)}, ${json(records.reports)}, ${id}::uuid, ${who.partnerId}, ${patient.unitId}, ${patient.pid}, ${wish.qid ?? null}::int,
      ${who.mid}, ${target.unitId}::int, ${target.mid}::int, ${target.outside?.id ?? null}::uuid, ${target.outside ? json(target.outside.address) : null}::jsonb,
      ${wish.follows ?? null}::uuid, ${wish.urgency}, ${reason}, ${patient.name}, ${patient.gender}, ${patient.birthday}::date, ${due}::timestamptz, ${now}, ${now})`)
  await keepFiles(tx, who.partnerId, id, records.files)
  const made = await oneReferral(tx.many, who, id)
  await tell(tx, made)
  const { person } = made.to
  if (person)
    await enter(tx, {
      partnerId: who.partnerId,
      mid: person.mid,
      id,
      what: 'referral.new',
      by: who.mid,
      once: 'sent',
      at: now,
    })
  return made
}

type Answer = EndpointParsed<typeof putReferral>['body'] & { id: string; today: string }
/** NOT_FOUND, FORBIDDEN, REFERRAL_ILLEGAL_STEP, VERSION_STALE with the letter as it is, REASON_REQUIRED, CONTENT_REQUIRED, VALUE_INVALID. */
export async function step(tx: Tx, { who, timers, now }: Sending, ask: Answer): Promise<Referral> {
  if (!(await tx.maybe(repo.lockForUpdate(who, ask.id)))) throw new AppError('NOT_FOUND')
  const letter = await oneReferral(tx.many, who, ask.id)
  await taken(tx, { timers, now, zone: who.timeZone, which: repo.mine(who) }, letter, ask)
  const after = await oneReferral(tx.many, who, ask.id)
  if (ask.action === 'withdraw')
    await tx.run(
      sql`update referral_link l set ended_at = ${now}, ended_by = ${who.mid} where l.referral_id = ${ask.id}::uuid and l.ended_at is null`,
    )
  await answered(tx, after, { partnerId: who.partnerId, by: who.mid, now })
  return after
}

/** What the sender waits for rings; that it was opened, or that the patient came, stands in the list. A report is in the record. */
export async function answered(
  tx: Tx,
  after: Referral,
  { partnerId, by, now }: { partnerId: number; by: number | null; now: Date },
): Promise<void> {
  await tell(tx, after)
  if (after.state === 'reported')
    await tx.emit(fileChanged, [audience.staff(after.from.mid), audience.unit(after.from.unitId)], {
      id: after.id,
      version: after.version,
    })
  if (['accepted', 'declined', 'reported'].includes(after.state))
    await enter(tx, {
      partnerId,
      mid: after.from.mid,
      id: after.id,
      what: 'referral.answered',
      by,
      once: after.state,
      at: now,
    })
}
