import { canSeeVisit } from '../access/visible.ts'
import { queueChanged, type QueueChangeKind } from '@teleward/contract/appointments/events.ts'
import {
  type Actor,
  type AppointmentAction,
  type AppointmentFacts,
  can,
  needsReason,
  targetOf,
} from '@teleward/contract/appointments/rules.ts'
import type { AppointmentStatus } from '@teleward/contract/appointments/schema.ts'
import { audience } from '@teleward/contract/core/event.ts'
import type { RawBuilder } from 'kysely'
import { AppError } from '../platform/errors.ts'
import { sql, type Tx } from '../platform/db/index.ts'
import { overAt, roomLive } from '../visits/current.ts'

export interface StepOptions {
  now: Date
  /** The version the caller read; steps of the system name none. */
  version?: number | undefined
  reason?: string | undefined
  memo?: string | undefined
  /** Columns that whoever asks for the step writes with it. */
  set?: readonly RawBuilder<unknown>[]
}

/** What a step did. */
export interface Step {
  qid: number
  action: AppointmentAction
  from: AppointmentStatus
  to: AppointmentStatus
  version: number
  partnerId: number
  unitId: number
  pid: number
  did: number
  /** When it was to begin, before the step. */
  startAt: Date
  by: Actor['kind']
}

type Follower = (tx: Tx, step: Step, now: Date) => Promise<void>
const followers = new Map<string, Follower>()
/**
 * What other domains have to do in the same transaction when an entry moves on: links die, rooms close. Named, so
 * that registering again replaces.
 */
export function onStep(name: string, follower: Follower): void {
  followers.set(name, follower)
}

interface Locked extends Omit<AppointmentFacts, 'startAt' | 'overAt' | 'finishedAt'> {
  version: number
  partnerId: number
  unitId: number
  startAt: Date
  overAt: Date
  finishedAt: Date | null
  today: string
}

/** The row under its lock; then what the rules look at beside it, in a statement of its own that sees the latest. */
async function lock(tx: Tx, qid: number, now: Date): Promise<Locked> {
  await tx.one(sql`select qid from appointment a where a.qid = ${qid} and ${canSeeVisit('a')} for update`)
  return tx.one(sql<Locked>`
    select a.qid, a.pid, a.did, a.booked_by as "bookedBy", a.status, a.kind, a."interval", a.date, a.start_at as "startAt",
      ${overAt} as "overAt", a.finished_at as "finishedAt",
      a.finished_by as "finishedBy", ${roomLive} as "inConsultation", app_visit_signed(a.qid) as "noteSigned",
      a.version, a.partner_id as "partnerId", a.unit_id as "unitId",
      (${now.toISOString()}::timestamptz at time zone p.time_zone)::date as today
    from appointment a join partner p on p.id = a.partner_id where a.qid = ${qid} and ${canSeeVisit('a')}`)
}

function changes(action: AppointmentAction, actor: Actor, { now, reason, memo }: StepOptions): RawBuilder<unknown>[] {
  const at = sql`${now.toISOString()}::timestamptz`
  const mid = actor.kind === 'staff' ? actor.mid : null
  switch (action) {
    case 'checkIn':
      return [sql`checked_in_at = ${at}`, sql`callback_at = null`]
    case 'undoCheckIn':
      return [sql`checked_in_at = null`]
    case 'finish':
      return [sql`finished_at = ${at}`, sql`finished_by = ${mid}::int`]
    case 'undoFinish':
      return [sql`finished_at = null`, sql`finished_by = null`]
    case 'cancel':
      return [
        sql`cancel_reason = ${reason ?? null}::text`,
        sql`status_by = ${actor.kind === 'patient' ? 'patient' : 'staff'}`,
      ]
    case 'close':
      return [sql`cancel_reason = ${reason ?? null}::text`, sql`status_by = 'staff'`]
    case 'askCallback':
      return [sql`callback_at = ${at}`]
    case 'redial':
      return [sql`status_by = null`, sql`callback_at = null`]
    case 'redialAnswered':
      return [sql`status_by = null`, sql`callback_at = null`, sql`checked_in_at = coalesce(checked_in_at, ${at})`]
    case 'missed':
    case 'linkExpired':
      return [sql`status_by = ${action}`, sql`tries = tries + 1`]
    case 'timeoutCancel':
      return [sql`status_by = 'timeout'`]
    case 'timeoutClose':
      return []
    case 'memo':
      return [sql`p_memo = nullif(${memo?.trim() ?? ''}, '')`]
    case 'pay':
    case 'waive':
    case 'release':
      return [sql`hold_until = null`]
    case 'settle':
    case 'move':
      return []
  }
}

const eventKind = (action: AppointmentAction): QueueChangeKind =>
  action === 'checkIn' || action === 'redialAnswered' ? 'checkIn' : action === 'finish' ? 'checkOut' : 'state'

/** Everybody who may have the entry on the screen; the patient's page by its links. */
async function audienceOf(tx: Tx, row: Pick<Locked, 'qid' | 'unitId' | 'did' | 'bookedBy'>): Promise<string[]> {
  const links = await tx.many(
    sql<{
      id: string
    }>`select link_id as id from video_link where qid = ${row.qid} and state not in ('dead', 'expired')`,
  )
  return [
    audience.unit(row.unitId),
    audience.staff(row.did),
    ...(row.bookedBy ? [audience.staff(row.bookedBy)] : []),
    ...links.map(({ id }) => audience.link(id)),
  ]
}

/**
 * One step of an appointment, inside the caller's transaction: checked by the contract's table under the row's lock,
 * written with its history, told after the commit. Refuses with the table's code, `VERSION_STALE`, `REASON_REQUIRED`,
 * or `NOT_FOUND` for an entry the caller's policies hide.
 */
export async function transition(
  tx: Tx,
  actor: Actor,
  qid: number,
  action: AppointmentAction,
  options: StepOptions,
): Promise<Step> {
  const row = await lock(tx, qid, options.now)
  if (options.version !== undefined && options.version !== row.version) throw new AppError('VERSION_STALE')
  const record: AppointmentFacts = {
    ...row,
    startAt: row.startAt.toISOString(),
    overAt: row.overAt.toISOString(),
    finishedAt: row.finishedAt ? row.finishedAt.toISOString() : null,
  }
  const verdict = can(action, { actor, record, at: { now: options.now, today: row.today } })
  if (!verdict.ok) throw new AppError(verdict.code, { data: { state: verdict.state } })
  if (needsReason(action) && !options.reason?.trim()) throw new AppError('REASON_REQUIRED')

  const to = targetOf(action, row.status)
  const set = [
    sql`status = ${to}`,
    sql`version = version + 1`,
    sql`updated_at = ${options.now.toISOString()}::timestamptz`,
    ...changes(action, actor, options),
    ...(options.set ?? []),
  ]
  await tx.run(sql`update appointment set ${sql.join(set)} where qid = ${qid}`)
  await tx.run(sql`
    insert into appointment_event (qid, partner_id, unit_id, pid, action, from_status, to_status, reason, actor_kind, actor_mid, at)
    values (${qid}, ${row.partnerId}, ${row.unitId}, ${row.pid}, ${action}, ${row.status}, ${to}, ${options.reason?.trim() ?? null}::text,
      ${actor.kind}, ${actor.kind === 'staff' ? actor.mid : null}::int, ${options.now.toISOString()}::timestamptz)`)
  const step: Step = {
    qid,
    action,
    from: row.status,
    to,
    version: row.version + 1,
    partnerId: row.partnerId,
    unitId: row.unitId,
    pid: row.pid,
    did: row.did,
    startAt: row.startAt,
    by: actor.kind,
  }
  await tx.emit(queueChanged, await audienceOf(tx, row), { qid, version: step.version, kind: eventKind(action) })
  for (const follow of followers.values()) await follow(tx, step, options.now)
  return step
}

/** A new entry: its history begins, and its readers fetch it. */
export async function began(
  tx: Tx,
  row: Pick<Locked, 'qid' | 'unitId' | 'did' | 'bookedBy' | 'partnerId' | 'pid' | 'status'>,
  actor: Actor,
  now: Date,
): Promise<void> {
  await tx.run(sql`
    insert into appointment_event (qid, partner_id, unit_id, pid, action, from_status, to_status, actor_kind, actor_mid, at)
    values (${row.qid}, ${row.partnerId}, ${row.unitId}, ${row.pid}, 'book', null, ${row.status}, ${actor.kind},
      ${actor.kind === 'staff' ? actor.mid : null}::int, ${now.toISOString()}::timestamptz)`)
  await tx.emit(queueChanged, await audienceOf(tx, row), { qid: row.qid, version: 1, kind: 'new' })
}

/** Lists show what is derived from calls and links: they are told here that it changed, without a step. */
export async function touched(tx: Tx, qid: number): Promise<void> {
  const row = await tx.one(sql<Locked>`
    select a.qid, a.did, a.booked_by as "bookedBy", a.unit_id as "unitId", a.version from appointment a where a.qid = ${qid}`)
  await tx.emit(queueChanged, await audienceOf(tx, row), { qid, version: row.version, kind: 'state' })
}

/** The consultation began: its first answered call. Written once. */
export async function visitStarted(tx: Tx, qid: number, now: Date): Promise<void> {
  await tx.run(
    sql`update appointment set started_at = ${now.toISOString()}::timestamptz where qid = ${qid} and started_at is null`,
  )
}
