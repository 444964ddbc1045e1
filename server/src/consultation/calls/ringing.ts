import { randomUUID } from 'node:crypto'
import { callLogged, callRing, callStateChanged, openStream } from '@teleward/contract/calls/events.ts'
import { RING_MS, type RingTarget } from '@teleward/contract/calls/schema.ts'
import { isBeside } from '@teleward/contract/calls/rules.ts'
import { audience } from '@teleward/contract/core/event.ts'
import { AWAY, ONLINE } from '@teleward/contract/staff/rules.ts'
import { notify } from '../../notifications/service.ts'
import { sql, type Tx } from '../../platform/db/index.ts'
import { ensureRoom, invite, linkUserId, type RoomRow, staffUserId, type Visit } from '../rooms/service.ts'
import type { CallDeps } from './deps.ts'
import * as repo from './repo.ts'
import type { CallRow } from './repo.ts'

/** Of one person only one thing at a time: two of their requests cannot both find them free. */
export const lockCallsOf = (mid: number) => sql`select pg_advisory_xact_lock(hashtextextended('call', ${mid}))`

/** Pages of the visit's links in the waiting room: those a call can reach. */
export async function linksOf(tx: Tx, qid: number | null): Promise<string[]> {
  if (qid === null) return []
  const rows = await tx.many(
    sql<{
      id: string
    }>`select link_id as id from video_link where qid = ${qid} and state = 'joined' and step = 'waiting'`,
  )
  return rows.map(({ id }) => id)
}

/** Everybody who rings, is rung, or talks; all their tabs and devices. */
async function partiesOf(tx: Tx, row: CallRow): Promise<string[]> {
  const staff = new Set([row.callerMid, row.answeredByMid, ...row.targets.map((target) => target.mid)])
  return [
    ...[...staff].filter((mid) => mid !== null).map((mid) => audience.staff(mid)),
    ...(row.kind === 'patient' ? await linksOf(tx, row.qid) : []).map((id) => audience.link(id)),
  ]
}

/** Tells the call's state as it stands now. `only`: to one person for whom it is over before the others. */
export async function tellState(
  tx: Tx,
  row: CallRow,
  now: Date,
  only?: {
    audience: string
    state: CallRow['state']
    cause?: CallRow['cause']
    takenBy?: { mid: number; name: string }
  },
): Promise<void> {
  await tx.emit(callStateChanged, only ? [only.audience] : await partiesOf(tx, row), {
    id: row.callId,
    callID: row.callId,
    roomID: row.roomId,
    queueID: row.qid,
    kind: row.kind,
    direction: row.direction,
    state: only?.state ?? row.state,
    cause: only?.cause ?? row.cause,
    takenBy:
      only?.takenBy ?? (row.answeredByMid === null ? null : { mid: row.answeredByMid, name: row.answeredByName ?? '' }),
    reason: row.state === 'rejected' || row.state === 'missed' ? row.reason : null,
    version: row.version,
    at: now.toISOString(),
  })
  if (!only)
    await tx.emit(callLogged, [audience.unit(row.unitId)], {
      id: row.callId,
      version: row.version,
      at: now.toISOString(),
    })
}

/** Somebody rang and nobody answered: an entry for each who was rung or busy, until one of them has called back. */
export async function tellMissed(tx: Tx, row: CallRow, now: Date): Promise<void> {
  if (row.kind !== 'patient') {
    for (const { mid, state } of row.targets)
      if (state === 'missed' || state === 'busy')
        await notify(tx, {
          partnerId: row.partnerId,
          mid,
          kind: 'call',
          what: 'call.missed',
          subject: { kind: 'call', id: row.callId },
          link: { screen: 'calllog', search: { open: row.callId } },
          from: row.callerMid,
          at: now,
        })
    return
  }
  if (row.direction !== 'inbound' || row.qid === null) return
  for (const { mid, state } of row.targets)
    if (state === 'missed' || state === 'busy')
      await notify(tx, {
        partnerId: row.partnerId,
        mid,
        kind: 'call',
        what: 'call.missed',
        subject: { kind: 'call', id: row.qid },
        link: { screen: 'apptmgmt', search: { open: String(row.qid) } },
        pid: row.pid,
        once: row.callId,
        at: now,
      })
}

export async function load(tx: Tx, callId: string): Promise<CallRow> {
  return tx.one(repo.calls(sql`c.call_id = ${callId}`, { log: true }))
}

export async function ring(
  tx: Tx,
  row: CallRow,
  to: string,
  ids: { localID: string; remoteID: string },
): Promise<void> {
  const call = repo.asCall(row)
  await tx.emit(callRing, [to], {
    entityType: 'phonecall',
    mrid: call.mrid,
    roomNumber: call.roomNumber,
    queueID: call.queueID,
    videoCall: call.videoCall,
    scheme_time: call.scheme_time,
    caller: call.caller,
    partner_name: call.partner_name,
    enterprise_name: call.enterprise_name,
    callID: call.callID,
    ringUntil: call.ringUntil,
  })
  await tx.emit(openStream, [to], {
    callID: call.callID,
    ring: true,
    ...ids,
    roomID: call.roomID,
    dsRoomID: call.dsRoomID,
    queueID: call.queueID,
  })
}

export interface NewCall {
  room: RoomRow
  kind?: CallRow['kind']
  /** Of a transfer. */
  attended?: boolean
  direction: CallRow['direction']
  video: boolean
  caller: { mid: number | null; name: string }
  /** A call that rings for nobody is kept all the same: it was tried. */
  over?: CallRow['cause']
}
/** `undefined`: the room rings or talks already. */
export async function insertCall(
  tx: Tx,
  deps: CallDeps,
  { room, kind = 'patient', attended = true, direction, video, caller, over }: NewCall,
): Promise<string | undefined> {
  const now = deps.clock.now()
  const callId = randomUUID()
  const state = over ? 'missed' : 'ringing'
  // Of a call that brings somebody in the room says whose it is.
  const [qid, pid] = isBeside(kind) ? [null, null] : [room.qid, room.pid]
  const made = await tx.run(sql`
    insert into call (call_id, partner_id, unit_id, room_id, kind, attended, qid, pid, direction, video, caller_mid, caller_name, state, cause, ring_until,
      record_start_time, ended_at)
    values (${callId}, ${room.partnerId}, ${room.unitId}, ${room.roomId}, ${kind}, ${attended}, ${qid}::int, ${pid}::int, ${direction}, ${video},
      ${caller.mid}::int, ${caller.name}, ${state}, ${over ?? null}::text, ${new Date(now.getTime() + (over ? 0 : RING_MS))}::timestamptz,
      ${now}::timestamptz, ${over ? now : null}::timestamptz)
    on conflict (room_id) where state in ('ringing', 'answered') and kind in ('patient', 'staff') do nothing`)
  return made ? callId : undefined
}

export type RingOutcome =
  | { ok: true; row: CallRow }
  | { ok: false; code: 'CALL_ALREADY' | 'CALLEE_BUSY' | 'DOCTOR_OFFLINE' | 'PATIENT_OFFLINE' }

/** A patient rings: everybody of the visit who is free; the others are told that somebody tried. */
export async function ringStaff(
  tx: Tx,
  deps: CallDeps,
  visit: Visit,
  who: { name: string; linkId: string; video: boolean },
): Promise<RingOutcome> {
  const now = deps.clock.now()
  const room = await ensureRoom(tx, visit)
  await tx.one(sql`select room_id from room where room_id = ${room.roomId} for update`)
  const [running] = await tx.many(sql`select 1 from call where room_id = ${room.roomId} and ${repo.leading}`)
  if (running) return { ok: false, code: 'CALL_ALREADY' }
  const staff = await tx.many(repo.rungBy(visit.qid))
  const free = staff.filter((person) => person.code === ONLINE && !person.inCall)
  const busy = staff.filter((person) => person.inCall || (person.code !== ONLINE && person.code !== AWAY))
  const over = free.length > 0 ? undefined : busy.length > 0 ? 'busy' : 'doctorOffline'

  await invite(tx, room, { userId: linkUserId(who.linkId), name: who.name, role: 'patient', mid: null })
  const callId = await insertCall(tx, deps, {
    room,
    direction: 'inbound',
    video: who.video,
    caller: { mid: null, name: who.name },
    over,
  })
  if (!callId) return { ok: false, code: 'CALL_ALREADY' }
  const targets: [number, RingTarget['state']][] = [
    ...free.map(({ mid }): [number, RingTarget['state']] => [mid, 'ringing']),
    ...busy.map(({ mid }): [number, RingTarget['state']] => [mid, 'busy']),
    ...(over === 'doctorOffline' ? staff.map(({ mid }): [number, RingTarget['state']] => [mid, 'missed']) : []),
  ]
  for (const [mid, state] of targets)
    await tx.run(sql`
      insert into call_target (call_id, mid, partner_id, unit_id, pid, state)
      values (${callId}, ${mid}, ${room.partnerId}, ${room.unitId}, ${room.pid}::int, ${state})`)
  const row = await load(tx, callId)
  await tellState(tx, row, now)
  if (over) await tellMissed(tx, row, now)
  if (over) return { ok: false, code: over === 'busy' ? 'CALLEE_BUSY' : 'DOCTOR_OFFLINE' }
  for (const { mid } of free) {
    await invite(tx, room, {
      userId: staffUserId(room.partnerId, mid),
      name: row.targets.find((t) => t.mid === mid)?.name ?? '',
      role: 'moderator',
      mid,
    })
    await ring(tx, row, audience.staff(mid), {
      localID: staffUserId(room.partnerId, mid),
      remoteID: linkUserId(who.linkId),
    })
  }
  await deps.alarms.set(tx, 'call.ring', callId, row.ringUntil)
  return { ok: true, row }
}

/** A member of staff rings the patient of a visit, on every page of the visit's link. */
export async function ringPatient(
  tx: Tx,
  deps: CallDeps,
  visit: Visit,
  who: { mid: number; name: string; video: boolean },
): Promise<RingOutcome> {
  const now = deps.clock.now()
  await tx.run(lockCallsOf(who.mid))
  const [mine] = await tx.many(sql<{ id: string | null }>`select app_running_call(${who.mid}) as id`)
  if (mine?.id) return { ok: false, code: 'CALL_ALREADY' }
  const pages = (await linksOf(tx, visit.qid)).filter((id) => deps.online(audience.link(id)))
  if (pages.length === 0) return { ok: false, code: 'PATIENT_OFFLINE' }
  const room = await ensureRoom(tx, visit)
  const own = staffUserId(room.partnerId, who.mid)
  await invite(tx, room, { userId: own, name: who.name, role: 'moderator', mid: who.mid })
  const callId = await insertCall(tx, deps, { room, direction: 'outbound', video: who.video, caller: who })
  if (!callId) return { ok: false, code: 'CALLEE_BUSY' }
  const row = await load(tx, callId)
  await tellState(tx, row, now)
  for (const linkId of pages) await ring(tx, row, audience.link(linkId), { localID: linkUserId(linkId), remoteID: own })
  await deps.alarms.set(tx, 'call.ring', callId, row.ringUntil)
  await deps.presence.started(tx, who.mid, callId)
  return { ok: true, row }
}
