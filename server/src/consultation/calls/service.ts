import type { Actor as VisitActor } from '@teleward/contract/appointments/rules.ts'
import { type CallActor, type CallStepName, callSteps, can, isBeside } from '@teleward/contract/calls/rules.ts'
import type { CallCause, CallState, RejectReason, TakenBy } from '@teleward/contract/calls/schema.ts'
import { audience } from '@teleward/contract/core/event.ts'
import { transition, visitStarted } from '../../appointments/service.ts'
import { sql, type Tx } from '../../platform/db/index.ts'
import { AppError } from '../../platform/errors.ts'
import { colleagueReached } from '../../notifications/service.ts'
import { killLinks } from '../../visit-links/links.ts'
import { stop as stopRecording } from '../recordings/service.ts'
import { closeRoom, guestsOut, idleUntil, roomTouched, staffUserId } from '../rooms/service.ts'
import { type Member, sidesOf } from '../rooms/hub.ts'
import type { CallDeps } from './deps.ts'
import * as repo from './repo.ts'
import type { CallRow } from './repo.ts'
import { lockCallsOf, load, tellMissed, tellState } from './ringing.ts'

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
  if (who.kind === 'staff') await tx.run(lockCallsOf(who.mid))
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
  if (before.kind === 'patient' && before.qid !== null) await visitAnswered(tx, before, who, now)
  if (before.kind !== 'patient' && who.kind === 'staff' && before.callerMid !== null)
    await colleagueReached(tx, who.mid, before.callerMid, now)
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
  if (before.callerMid !== null && !isBeside(before.kind))
    await deps.presence.ended(tx, before.callerMid, before.callId, false)
  const row = await load(tx, before.callId)
  await tellState(tx, row, now)
  if (to === 'missed') await tellMissed(tx, row, now)
  // Colleagues do not come back into the room of a call that was none.
  if (row.kind === 'staff') await closeRoom(tx, deps.hub, row.roomId, now)
  else await roomTouched(tx, row.roomId, now)
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
  if (before.kind !== 'patient' || before.direction === 'inbound' || before.qid === null) return
  const { status } = await tx.one(sql<{ status: string }>`select status from appointment where qid = ${before.qid}`)
  if (['registered', 'checkedIn', 'redial'].includes(status))
    await transition(tx, { kind: 'system' }, before.qid, 'missed', { now })
}

/** The members of staff who are in this call, by its row and by the room. */
function staffOf(deps: CallDeps, row: CallRow): number[] {
  const inRoom = deps.hub.members(row.roomId).map((member) => member.mid)
  return [...new Set([row.callerMid, row.answeredByMid, ...inRoom])]
    .filter((mid) => mid !== null)
    .filter((mid) => !row.left.includes(mid))
}

/** Whether those who are left talk on: with a patient the patient and somebody of the staff, else any two of the staff. */
function talkOn(row: CallRow, rest: readonly Member[]): boolean {
  if (row.pid === null) return sidesOf(rest).length >= 2
  return rest.some((member) => member.role === 'patient') && rest.some((member) => member.mid !== null)
}

/** Of a call that brought somebody in: over for whoever it brought, or nobody is rung any more. */
async function endBeside(
  tx: Tx,
  deps: CallDeps,
  row: CallRow,
  now: Date,
  cause: CallCause,
  takenBy?: TakenBy,
): Promise<CallRow> {
  if (row.state === 'ringing') return over(tx, deps, row, 'missed', now, 'left')
  await move(tx, row.callId, 'ended', now, { cause })
  if (row.answeredByMid !== null) await deps.presence.ended(tx, row.answeredByMid, row.callId, true)
  const ended = await load(tx, row.callId)
  await tellState(tx, ended, now)
  if (takenBy && row.answeredByMid !== null)
    await tellState(tx, ended, now, { audience: audience.staff(row.answeredByMid), state: 'ended', cause, takenBy })
  return ended
}

const endRecording = (tx: Tx, { hub, alarms }: CallDeps, roomId: string, now: Date) =>
  stopRecording(tx, { hub, now, schedule: (inner, id, at) => alarms.set(inner, 'recording.join', id, at) }, roomId)

/** An answered call is over: presence, recording and room follow. The room stays open for coming back. */
async function endCall(tx: Tx, deps: CallDeps, before: CallRow, now: Date, cause: CallCause): Promise<CallRow> {
  await move(tx, before.callId, 'ended', now, { cause })
  await guestsOut(tx, deps.hub, before.roomId, now)
  const beside = await tx.many(repo.besideOf(before.roomId))
  for (const row of beside) await endBeside(tx, deps, row, now, cause)
  const brought = beside.map((row) => row.answeredByMid)
  for (const mid of staffOf(deps, before).filter((one) => !brought.includes(one)))
    await deps.presence.ended(tx, mid, before.callId, true)
  await endRecording(tx, deps, before.roomId, now)
  const row = await load(tx, before.callId)
  await tellState(tx, row, now)
  if (row.kind === 'staff') await closeRoom(tx, deps.hub, row.roomId, now)
  return row
}

/** The call that is talked in the room. */
async function leadingOf(tx: Tx, roomId: string): Promise<CallRow | undefined> {
  return tx.maybe(
    repo.calls(sql`c.room_id = ${roomId} and c.kind in ('patient', 'staff') and c.state = 'answered'`, { log: true }),
  )
}

/** One of several is out while the others talk on: their own call into the room ends, or the room's own one goes on without them. */
async function stepOut(
  tx: Tx,
  deps: CallDeps,
  lead: CallRow,
  mid: number,
  cause: CallCause,
  takenBy?: TakenBy,
): Promise<void> {
  const now = deps.clock.now()
  const own = (await tx.many(repo.besideOf(lead.roomId))).find((row) => row.answeredByMid === mid)
  if (own) return void (await endBeside(tx, deps, own, now, cause, takenBy))
  // Whoever came in by the room alone, or is out already, was in no call that would end for them.
  if (![lead.callerMid, lead.answeredByMid].includes(mid) || lead.left.includes(mid)) return
  await tx.run(sql`
    update call set left_mids = array_append(left_mids, ${mid}::int), version = version + 1
    where call_id = ${lead.callId} and ${mid}::int <> all (left_mids)`)
  await deps.presence.ended(tx, mid, lead.callId, true)
  const row = await load(tx, lead.callId)
  await tellState(tx, row, now, {
    audience: audience.staff(mid),
    state: 'ended',
    cause,
    ...(takenBy ? { takenBy } : {}),
  })
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
  const lead = isBeside(before.kind) ? await leadingOf(tx, before.roomId) : before
  if (!lead) return endBeside(tx, deps, before, now, 'hangup')
  if (who.kind === 'staff' && talkOn(lead, rest)) {
    await stepOut(tx, deps, lead, who.mid, 'hangup')
    return load(tx, callId)
  }
  // Whoever was to come in, and hung up before: the others have not noticed anything.
  if (isBeside(before.kind) && !self) return endBeside(tx, deps, before, now, 'hangup')
  await endCall(tx, deps, lead, now, 'hangup')
  const row = await load(tx, callId)
  if (lead.kind === 'staff') return row
  // A room's timer before the room, as everywhere: nobody who holds the one waits for the other.
  await deps.alarms.set(tx, 'room.idle', row.roomId, idleUntil(now))
  await roomTouched(tx, row.roomId, now, { state: 'waiting', count: sidesOf(rest).length })
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
    select call_id as id from call where room_id = ${roomId} and ${repo.leading} for update`)
  if (running) {
    const row = await load(tx, running.id)
    if ((callSteps.end.from as readonly CallState[]).includes(row.state)) await endCall(tx, deps, row, now, cause)
    else await over(tx, deps, row, 'ended', now, cause)
  }
  await endRecording(tx, deps, roomId, now)
  await deps.alarms.clear(tx, 'room.idle', roomId)
  const closed = await closeRoom(tx, deps.hub, roomId, now)
  // One that was being made meanwhile had the room, and is there now.
  await endRecording(tx, deps, roomId, now)
  return closed !== undefined
}

/** Two minutes with one person or nobody: the room closes. Whoever waits in it for a first meeting may go on waiting. */
export async function roomIdle(tx: Tx, deps: CallDeps, roomId: string): Promise<void> {
  const people = sidesOf(deps.hub.members(roomId))
  if (people.length >= 2) return
  const room = await tx.maybe(sql<{ state: string; met: boolean; called: boolean }>`
    select state, live_at is not null as met, exists (select 1 from call c where c.room_id = r.room_id and c.state = 'answered') as called
    from room r where room_id = ${roomId}`)
  if (!room || room.state === 'closed' || (people.length === 1 && !room.met && !room.called)) return
  await shutRoom(tx, deps, roomId, 'left')
}

/**
 * Somebody is gone from the room, by themselves (`left`) or because their line has not come back for long. The others talk on without
 * them; where nobody is left to talk with, the call is over, unless it is the line's fault, which may come back.
 */
export async function personGone(
  tx: Tx,
  deps: CallDeps,
  roomId: string,
  { id, mid }: Pick<Member, 'id' | 'mid'>,
  reason: 'left' | 'lost',
): Promise<void> {
  const now = deps.clock.now()
  const [running] = await tx.many(
    sql<{
      id: string
    }>`select call_id as id from call where room_id = ${roomId} and ${repo.leading} and state = 'answered' for update`,
  )
  if (!running || deps.hub.has(roomId, id)) return
  const lead = await load(tx, running.id)
  const beside = (await tx.many(repo.besideOf(roomId))).find((row) => mid !== null && row.answeredByMid === mid)
  if (talkOn(lead, deps.hub.members(roomId))) {
    if (mid !== null) await stepOut(tx, deps, lead, mid, 'left')
    return
  }
  if (beside) await endBeside(tx, deps, beside, now, 'left')
  if (reason === 'left') await endCall(tx, deps, lead, now, 'left')
}

/** Whether somebody's coming in changes the room's calls: see `personIn`. */
export async function isExpected(tx: Tx, roomId: string, mid: number): Promise<boolean> {
  const [row] = await tx.many(sql`
    select 1 from call where room_id = ${roomId} and state = 'answered' and (${mid}::int = any (left_mids)
      or (kind = 'transfer' and not attended and handed_at is null and answered_by_mid = ${mid}))`)
  return row !== undefined
}

/**
 * Somebody of the staff is in: back after having hung up, or the one who takes a call over, and whoever hands it over is out
 * from this moment on.
 */
export async function personIn(tx: Tx, deps: CallDeps, roomId: string, mid: number): Promise<void> {
  const now = deps.clock.now()
  const [running] = await tx.many(
    sql<{
      id: string
    }>`select call_id as id from call where room_id = ${roomId} and ${repo.leading} and state = 'answered' for update`,
  )
  if (!running) return
  const lead = await load(tx, running.id)
  if (!deps.hub.has(roomId, staffUserId(lead.partnerId, mid))) return
  if (lead.left.includes(mid)) {
    await tx.run(sql`update call set left_mids = array_remove(left_mids, ${mid}::int) where call_id = ${lead.callId}`)
    await deps.presence.started(tx, mid, lead.callId)
  }
  const taken = (await tx.many(repo.besideOf(roomId))).find(
    (row) => row.kind === 'transfer' && !row.attended && row.handedAt === null && row.answeredByMid === mid,
  )
  if (!taken || taken.callerMid === null) return
  const giver = taken.callerMid
  await tx.run(sql`update call set handed_at = ${now}::timestamptz where call_id = ${taken.callId}`)
  await stepOut(tx, deps, lead, giver, 'transferred', { mid, name: taken.answeredByName ?? '' })
  tx.afterCommit(() => deps.hub.remove(roomId, staffUserId(lead.partnerId, giver), 'left'))
}

/** Whoever answered and never came in has closed the page: their place is free again. */
export async function neverCame(tx: Tx, deps: CallDeps, mid: number): Promise<void> {
  const rows = await tx.many(
    repo.calls(sql`c.kind in ('invite', 'transfer') and c.state = 'answered' and c.answered_by_mid = ${mid}`, {
      log: true,
    }),
  )
  for (const row of rows) {
    if (deps.hub.has(row.roomId, staffUserId(row.partnerId, mid))) continue
    await tx.maybe(repo.lockCall(row.callId))
    const now = await load(tx, row.callId)
    if (now.state === 'answered') await endBeside(tx, deps, now, deps.clock.now(), 'left')
  }
}
