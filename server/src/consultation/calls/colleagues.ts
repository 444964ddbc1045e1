import { permissionsOf } from '@teleward/contract/core/access.ts'
import type { RingTarget } from '@teleward/contract/calls/schema.ts'
import { audience } from '@teleward/contract/core/event.ts'
import { ONLINE } from '@teleward/contract/staff/rules.ts'
import { colleagueReached } from '../../notifications/service.ts'
import type { StaffActor } from '../../platform/actor.ts'
import { sql, type Tx } from '../../platform/db/index.ts'
import { AppError } from '../../platform/errors.ts'
import { invite, type RoomRow, staffRoom, staffUserId } from '../rooms/service.ts'
import type { CallDeps } from './deps.ts'
import { roomForOneMore } from './inside.ts'
import * as repo from './repo.ts'
import type { CallRow, Colleague } from './repo.ts'
import { insertCall, load, lockCallsOf, type NewCall, ring, tellMissed, tellState } from './ringing.ts'

type Caller = Pick<StaffActor, 'mid' | 'name' | 'partnerId' | 'unitIds'>
type Refusal = 'CALL_ALREADY' | 'CALLEE_BUSY' | 'DOCTOR_OFFLINE'
export type StaffRing = { ok: true; row: CallRow; waiting: boolean } | { ok: false; code: Refusal; row?: CallRow }

const mayBeCalled = ({ doctortype, units }: Colleague) =>
  units.length > 0 && permissionsOf({ doctortype, onBoard: true })['call.use'] !== '-'

/** NOT_FOUND: one of them is nobody whom the caller can know, or takes no calls. */
async function whom(tx: Tx, who: Caller, mids: readonly number[], units = who.unitIds): Promise<Colleague[]> {
  const wanted = [...new Set(mids)].filter((mid) => mid !== who.mid)
  if (wanted.length === 0) throw new AppError('RECIPIENT_REQUIRED')
  const found = (await tx.many(repo.colleagues(who.partnerId, units, wanted))).filter(mayBeCalled)
  if (found.length < wanted.length) throw new AppError('NOT_FOUND')
  return found
}

/** Everybody in it may know of the call: one unit that all of them share. */
function sharedUnit(people: readonly Colleague[]): number {
  const shared = people[0]?.units.find((unit) => people.every(({ units }) => units.includes(unit)))
  if (shared === undefined) throw new AppError('NOT_FOUND')
  return shared
}

async function target(tx: Tx, room: RoomRow, callId: string, mid: number, state: RingTarget['state']): Promise<void> {
  await tx.run(sql`
    insert into call_target (call_id, mid, partner_id, unit_id, pid, state)
    values (${callId}, ${mid}, ${room.partnerId}, ${room.unitId}, ${room.pid}::int, ${state})`)
}

async function ringThem(
  tx: Tx,
  deps: CallDeps,
  room: RoomRow,
  who: Caller,
  call: Pick<NewCall, 'kind' | 'attended' | 'video' | 'over'>,
  people: readonly { mid: number; name: string; state: RingTarget['state'] }[],
): Promise<CallRow> {
  const own = staffUserId(room.partnerId, who.mid)
  const callId = await insertCall(tx, deps, { ...call, room, direction: 'outbound', caller: who })
  if (!callId) throw new AppError('CALLEE_BUSY')
  for (const { mid, state } of people) await target(tx, room, callId, mid, state)
  const now = deps.clock.now()
  const row = await load(tx, callId)
  await tellState(tx, row, now)
  if (call.over) {
    await tellMissed(tx, row, now)
    return row
  }
  for (const { mid, name, state } of people) {
    if (state !== 'ringing') continue
    const localID = staffUserId(room.partnerId, mid)
    await invite(tx, room, { userId: localID, name, role: 'moderator', mid })
    await ring(tx, row, audience.staff(mid), { localID, remoteID: own })
  }
  await deps.alarms.set(tx, 'call.ring', callId, row.ringUntil)
  return row
}

/**
 * One colleague is rung wherever a page of theirs is open, in another call, too: there it is a line above the running one.
 * Of several those are rung who wait for calls. A try that reaches nobody is kept, so that it is seen.
 */
export async function ringColleagues(
  tx: Tx,
  deps: CallDeps,
  who: Caller,
  { mids, video }: { mids: readonly number[]; video: boolean },
): Promise<StaffRing> {
  await tx.run(lockCallsOf(who.mid))
  const [mine] = await tx.many(sql<{ id: string | null }>`select app_running_call(${who.mid}) as id`)
  if (mine?.id) return { ok: false, code: 'CALL_ALREADY' }
  const people = await whom(tx, who, mids)
  const alone = people.length === 1
  const there = ({ mid }: Colleague) => deps.online(audience.staff(mid))
  const free = people.filter((one) => there(one) && (alone || (one.code === ONLINE && !one.inCall)))
  const busy = people.filter((one) => !free.includes(one) && there(one) && one.inCall)
  const over = free.length > 0 ? undefined : busy.length > 0 ? 'busy' : 'doctorOffline'
  const stateOf = (one: Colleague) => (free.includes(one) ? 'ringing' : busy.includes(one) ? 'busy' : 'missed')
  const room = await staffRoom(tx, who.partnerId, sharedUnit(people))
  const own = staffUserId(room.partnerId, who.mid)
  await invite(tx, room, { userId: own, name: who.name, role: 'moderator', mid: who.mid })
  // Of a group the absent are not told that somebody was missed by them: others were rung.
  const rung = people.filter((one) => alone || over === 'doctorOffline' || stateOf(one) !== 'missed')
  const row = await ringThem(
    tx,
    deps,
    room,
    who,
    { kind: 'staff', video, over },
    rung.map((one) => ({ ...one, state: stateOf(one) })),
  )
  if (over) {
    await tx.run(
      sql`update room set state = 'closed', closed_at = ${deps.clock.now()}::timestamptz where room_id = ${room.roomId}`,
    )
    return { ok: false, code: over === 'busy' ? 'CALLEE_BUSY' : 'DOCTOR_OFFLINE', row }
  }
  for (const { mid } of people) await colleagueReached(tx, who.mid, mid, deps.clock.now())
  await deps.presence.started(tx, who.mid, row.callId)
  return { ok: true, row, waiting: alone && free.some((one) => one.inCall) }
}

/** Rings a colleague into the room of the call one is in. INVITE_FAILED, TRANSFER_FAILED: in it, or rung into it, already. */
export async function bringIn(
  tx: Tx,
  deps: CallDeps,
  who: Caller,
  { callId, mid, how, attended }: { callId: string; mid: number; how: 'invite' | 'transfer'; attended: boolean },
): Promise<CallRow> {
  const { current, room, inside, toCome } = await roomForOneMore(tx, deps, who, callId)
  if (toCome.has(mid) || inside.some((member) => member.mid === mid))
    throw new AppError(how === 'invite' ? 'INVITE_FAILED' : 'TRANSFER_FAILED')
  const [colleague] = await whom(tx, who, [mid], [room.unitId])
  if (!colleague) throw new AppError('NOT_FOUND')
  if (!deps.online(audience.staff(mid))) throw new AppError('DOCTOR_OFFLINE')
  if (colleague.inCall) throw new AppError('CALLEE_BUSY')
  return ringThem(tx, deps, room, who, { kind: how, attended, video: current.video }, [
    { ...colleague, state: 'ringing' },
  ])
}
