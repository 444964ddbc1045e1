import type { Actor as VisitActor } from '@teleward/contract/appointments/rules.ts'
import { type CallActor, type CallStepName, callSteps, can } from '@teleward/contract/calls/rules.ts'
import type { CallCause, CallState, RejectReason } from '@teleward/contract/calls/schema.ts'
import { audience } from '@teleward/contract/core/event.ts'
import { transition, visitStarted } from '../appointments/service.ts'
import { sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { killLinks } from '../links/links.ts'
import { stop as stopRecording } from '../recordings/service.ts'
import { closeRoom, idleUntil, roomTouched } from '../rooms/service.ts'
import type { CallDeps } from './deps.ts'
import * as repo from './repo.ts'
import type { CallRow } from './repo.ts'
import { alone, load, tellState } from './ringing.ts'

export type { CallDeps } from './deps.ts'
export { asCall, type CallRow } from './repo.ts'
export { ringPatient, ringStaff } from './ringing.ts'

/** The call under its lock, and the step allowed by the contract's table for whoever takes it. */
async function locked(tx: Tx, deps: CallDeps, callId: string, step: CallStepName, actor: CallActor): Promise<CallRow> {
  await tx.maybe(repo.lockVisit(callId))
  await tx.one(repo.lockCall(callId))
  const row = await load(tx, callId)
  const present = deps.hub.members(row.roomId).flatMap((member) => (member.mid === null ? [] : [member.mid]))
  const verdict = can(step, { actor, record: repo.recordOf(row, present) })
  if (verdict.ok) return row
  // Who may not know of the call at all was refused before; whoever is no party to it learns no more here.
  if (verdict.code === 'FORBIDDEN') throw new AppError('NOT_FOUND')
  const taken = verdict.code === 'CALL_TAKEN' ? { name: row.answeredByName, mid: row.answeredByMid } : undefined
  throw new AppError(verdict.code, taken ? { data: taken } : {})
}

async function move(
  tx: Tx,
  callId: string,
  to: CallState,
  now: Date,
  more: { cause?: CallCause; by?: { mid: number | null; name: string } } = {},
) {
  const ended = to === 'answered' ? null : now
  await tx.run(sql`
    update call set state = ${to}, version = version + 1, cause = ${more.cause ?? null}::text, ended_at = ${ended}::timestamptz,
      answered_at = case when ${to === 'answered'} then ${now}::timestamptz else answered_at end,
      answered_by_mid = coalesce(${more.by?.mid ?? null}::int, answered_by_mid),
      answered_by_name = coalesce(${more.by?.name ?? null}::text, answered_by_name)
    where call_id = ${callId}`)
  const others = to === 'answered' ? 'stopped' : to === 'missed' ? 'missed' : 'stopped'
  await tx.run(sql`update call_target set state = ${others} where call_id = ${callId} and state = 'ringing'`)
}

export type Answerer =
  | { kind: 'staff'; mid: number; name: string }
  | { kind: 'patient'; pid: number; qid: number; name: string }

/** One wins: the row is locked, and whoever comes later is told who it was. */
export async function answer(tx: Tx, deps: CallDeps, callId: string, who: Answerer): Promise<CallRow> {
  const now = deps.clock.now()
  if (who.kind === 'staff') await tx.run(alone(who.mid))
  const before = await locked(tx, deps, callId, 'answer', who)
  if (who.kind === 'staff') {
    const [busy] = await tx.many(sql<{ id: string | null }>`select app_running_call(${who.mid}) as id`)
    if (busy?.id) throw new AppError('CALL_ALREADY')
    await tx.run(sql`update call_target set state = 'answered' where call_id = ${callId} and mid = ${who.mid}`)
  }
  await move(tx, callId, 'answered', now, { by: { mid: who.kind === 'staff' ? who.mid : null, name: who.name } })
  await deps.alarms.clear(tx, 'call.ring', callId)
  // Nobody may ever come into the room: a call with one side is looked at again.
  await deps.alarms.set(tx, 'room.idle', before.roomId, idleUntil(now))
  if (who.kind === 'staff') await deps.presence.started(tx, who.mid, callId)
  if (before.qid !== null) await visitAnswered(tx, before, who, now)
  const row = await load(tx, callId)
  await tellState(tx, row, now)
  await roomTouched(tx, row.roomId, now)
  return row
}

/** The visit follows: whoever talks is there, and the consultation has begun. */
async function visitAnswered(tx: Tx, row: CallRow, who: Answerer, now: Date): Promise<void> {
  const { qid, pid } = row
  if (qid === null || pid === null) return
  const { status } = await tx.one(sql<{ status: string }>`select status from appointment where qid = ${qid}`)
  const patient: VisitActor = { kind: 'patient', pid, qid }
  // A patient who had missed a call and rings back is taken up again by whoever answers.
  if (status === 'autoCancelled' && who.kind === 'staff')
    await transition(tx, { kind: 'staff', mid: who.mid, level: () => 'y' }, qid, 'redial', { now })
  if (status === 'redial' || status === 'autoCancelled') await transition(tx, patient, qid, 'redialAnswered', { now })
  if (status === 'registered' && who.kind === 'patient') await transition(tx, patient, qid, 'checkIn', { now })
  await visitStarted(tx, qid, now)
}

/**
 * One of several who are rung says no: it goes on ringing for the others, and is rejected when nobody is left. What the
 * patient is to be told is kept, and told once nobody has answered.
 */
export async function reject(
  tx: Tx,
  deps: CallDeps,
  callId: string,
  who: Answerer,
  reason?: RejectReason,
): Promise<CallRow> {
  const now = deps.clock.now()
  const before = await locked(tx, deps, callId, 'reject', who)
  if (reason) await tx.run(sql`update call set reject_reason = ${reason} where call_id = ${callId}`)
  if (who.kind === 'staff') {
    await tx.run(
      sql`update call_target set state = 'rejected' where call_id = ${callId} and mid = ${who.mid} and state = 'ringing'`,
    )
    const [others] = await tx.many(sql`select 1 from call_target where call_id = ${callId} and state = 'ringing'`)
    if (others) {
      const still = await load(tx, callId)
      await tellState(tx, still, now, { audience: audience.staff(who.mid), state: 'rejected' })
      return still
    }
  }
  return over(tx, deps, before, 'rejected', now)
}

/** A ringing call that ends without an answer. */
async function over(
  tx: Tx,
  deps: CallDeps,
  before: CallRow,
  to: 'rejected' | 'missed' | 'ended',
  now: Date,
  cause?: CallCause,
): Promise<CallRow> {
  await move(tx, before.callId, to, now, cause ? { cause } : {})
  await deps.alarms.clear(tx, 'call.ring', before.callId)
  if (before.callerMid !== null) await deps.presence.ended(tx, before.callerMid, before.callId, false)
  const row = await load(tx, before.callId)
  await tellState(tx, row, now)
  await roomTouched(tx, row.roomId, now)
  return row
}

export async function cancel(tx: Tx, deps: CallDeps, callId: string, who: Answerer): Promise<CallRow> {
  const before = await locked(tx, deps, callId, 'cancel', who)
  return over(tx, deps, before, 'missed', deps.clock.now(), 'left')
}

/** 30 s are over. A patient who misses a staff member's call misses the visit; the other way round never. */
export async function ringingOver(tx: Tx, deps: CallDeps, callId: string): Promise<void> {
  const now = deps.clock.now()
  await tx.maybe(repo.lockVisit(callId))
  const held = await tx.maybe(repo.lockCall(callId))
  if (!held) return
  const before = await load(tx, callId)
  if (!can('timeout', { actor: { kind: 'system' }, record: repo.recordOf(before) }).ok) return
  await over(tx, deps, before, 'missed', now, 'timeout')
  if (before.direction === 'inbound' || before.qid === null) return
  const { status } = await tx.one(sql<{ status: string }>`select status from appointment where qid = ${before.qid}`)
  if (['registered', 'checkedIn', 'redial'].includes(status))
    await transition(tx, { kind: 'system' }, before.qid, 'missed', { now })
}

/** Whoever of the staff is in this call, by the row and by the room. */
function staffOf(deps: CallDeps, row: CallRow): number[] {
  const inRoom = deps.hub.members(row.roomId).map((member) => member.mid)
  return [...new Set([row.callerMid, row.answeredByMid, ...inRoom])].filter((mid) => mid !== null)
}

/** An answered call is over: presence, recording and room follow. The room stays open for coming back. */
async function endCall(tx: Tx, deps: CallDeps, before: CallRow, now: Date, cause: CallCause): Promise<CallRow> {
  await move(tx, before.callId, 'ended', now, { cause })
  for (const mid of staffOf(deps, before)) await deps.presence.ended(tx, mid, before.callId, true)
  await stopRecording(
    tx,
    { hub: deps.hub, now, schedule: (inner, id, at) => deps.alarms.set(inner, 'recording.join', id, at) },
    before.roomId,
  )
  const row = await load(tx, before.callId)
  await tellState(tx, row, now)
  return row
}

/**
 * Hanging up ends my part. The call goes on while a colleague and the patient are still in the room; otherwise it is
 * over, and the visit can be finished at once: the room is no longer live.
 */
export async function hangup(tx: Tx, deps: CallDeps, callId: string, who: Answerer): Promise<CallRow> {
  const now = deps.clock.now()
  const before = await locked(tx, deps, callId, 'hangup', who)
  const self = deps.hub
    .members(before.roomId)
    .find((member) => (who.kind === 'staff' ? member.mid === who.mid : member.role === 'patient'))
  const rest = deps.hub.members(before.roomId).filter((member) => member !== self)
  tx.afterCommit(() => {
    if (self) deps.hub.remove(before.roomId, self.id, 'left')
  })
  const goesOn =
    who.kind === 'staff' &&
    rest.some((member) => member.role === 'patient') &&
    rest.some((member) => member.mid !== null)
  if (goesOn) {
    await deps.presence.ended(tx, who.mid, callId, true)
    return before
  }
  const row = await endCall(tx, deps, before, now, 'hangup')
  // A room's timer before the room, as everywhere: nobody who holds the one waits for the other.
  await deps.alarms.set(tx, 'room.idle', row.roomId, idleUntil(now))
  await roomTouched(tx, row.roomId, now, { state: 'waiting', count: rest.length })
  return row
}

/** For everybody: the room closes, and with it the links of the visit. */
export async function endForAll(tx: Tx, deps: CallDeps, callId: string, who: Answerer): Promise<CallRow> {
  const before = await locked(tx, deps, callId, 'end', who)
  if (before.qid !== null) await killLinks(tx, before.qid, 'closed', deps.clock.now())
  await shutRoom(tx, deps, before.roomId, 'ended')
  return load(tx, before.callId)
}

/** Closes a room with all that hangs on it: the running call, the recording. */
export async function shutRoom(tx: Tx, deps: CallDeps, roomId: string, cause: CallCause): Promise<boolean> {
  const now = deps.clock.now()
  const [running] = await tx.many(sql<{ id: string }>`
    select call_id as id from call where room_id = ${roomId} and state in ('ringing', 'answered') for update`)
  if (running) {
    const row = await load(tx, running.id)
    if ((callSteps.end.from as readonly CallState[]).includes(row.state)) await endCall(tx, deps, row, now, cause)
    else await over(tx, deps, row, 'ended', now, cause)
  }
  await stopRecording(
    tx,
    { hub: deps.hub, now, schedule: (inner, id, at) => deps.alarms.set(inner, 'recording.join', id, at) },
    roomId,
  )
  await deps.alarms.clear(tx, 'room.idle', roomId)
  return (await closeRoom(tx, deps.hub, roomId, now)) !== undefined
}

/** Two minutes with one person or nobody: the room closes. Whoever waits in it for a first meeting may go on waiting. */
export async function roomIdle(tx: Tx, deps: CallDeps, roomId: string): Promise<void> {
  const people = deps.hub.members(roomId)
  if (people.length >= 2) return
  const room = await tx.maybe(sql<{ state: string; met: boolean; called: boolean }>`
    select state, live_at is not null as met, exists (select 1 from call c where c.room_id = r.room_id and c.state = 'answered') as called
    from room r where room_id = ${roomId}`)
  if (!room || room.state === 'closed' || (people.length === 1 && !room.met && !room.called)) return
  await shutRoom(tx, deps, roomId, 'left')
}

/** The other side left by itself, not by a lost line: the call is over. */
export async function partnerLeft(tx: Tx, deps: CallDeps, roomId: string): Promise<void> {
  const now = deps.clock.now()
  const [running] = await tx.many(
    sql<{ id: string }>`select call_id as id from call where room_id = ${roomId} and state = 'answered' for update`,
  )
  if (!running) return
  const rest = deps.hub.members(roomId)
  if (rest.some((member) => member.role === 'patient') && rest.some((member) => member.mid !== null)) return
  await endCall(tx, deps, await load(tx, running.id), now, 'left')
}
