import { randomUUID } from 'node:crypto'
import { roomChanged } from '@teleward/contract/calls/events.ts'
import { roomStateFor } from '@teleward/contract/calls/rules.ts'
import { ROOM_IDLE_MS, type Room, type RoomState } from '@teleward/contract/calls/schema.ts'
import type { ParticipantRole, RecordingState } from '@teleward/contract/calls/signalling.ts'
import { audience } from '@teleward/contract/core/event.ts'
import type { RawBuilder } from 'kysely'
import { sql, type Tx } from '../../platform/db/index.ts'
import { AppError } from '../../platform/errors.ts'
import { endGuests } from '../../visit-links/guest-links.ts'
import type { Hub } from './hub.ts'
import * as repo from './repo.ts'
import type { Read, RoomRow } from './repo.ts'

export type { Read, RoomRow } from './repo.ts'

export const staffUserId = (partnerId: number, mid: number) => `${partnerId}_${mid}`
export const linkUserId = (linkId: string) => `link_${linkId}`
export const guestUserId = (linkId: string) => `guest_${linkId}`

/** The room by its id, as far as the caller may know of it. */
export async function requireRoom(read: Read, roomId: string): Promise<RoomRow> {
  const room = await repo.find(read, roomId)
  if (!room) throw new AppError('NOT_FOUND')
  return room
}

/** Refuses whoever is no participant of the room as the server knows it. */
export async function requireEnterable(read: Read, room: RoomRow, mid: number): Promise<void> {
  const [row] = await read(
    sql<{ may: boolean }>`select ${repo.enterable(mid)} as may from room r where r.room_id = ${room.roomId}`,
  )
  if (!row?.may) throw new AppError('ROOM_DENIED')
  if (room.state === 'closed') throw new AppError('ROOM_CLOSED')
}

export interface Visit {
  qid: number
  pid: number
  partnerId: number
  unitId: number
}

/**
 * The visit's open room; made where there is none, and once, whatever races to make it. An onsite visit is the same entry
 * without one: APPT_ILLEGAL_STEP.
 */
export async function ensureRoom(tx: Tx, visit: Visit): Promise<RoomRow> {
  const open = sql<RoomRow>`select ${repo.roomColumns} from room r where r.qid = ${visit.qid} and r.state <> 'closed'`
  const found = await tx.maybe(open)
  if (found) return found
  const { site, status } = await tx.one(
    sql<{ site: string; status: string }>`select site, status from appointment where qid = ${visit.qid}`,
  )
  if (site === 'onsite') throw new AppError('APPT_ILLEGAL_STEP', { data: { state: status } })
  const roomId = randomUUID()
  const made = await tx.run(sql`
    insert into room (room_id, partner_id, unit_id, qid, pid, ds_room_id, recording_consent)
    values (${roomId}, ${visit.partnerId}, ${visit.unitId}, ${visit.qid}, ${visit.pid}, ${roomId},
      (select case c.state when 'active' then 'agreed' else 'declined' end from consent c
        where c.qid = ${visit.qid} and c.kind = 'recording' and c.state in ('active', 'declined', 'withdrawn') order by c.at desc limit 1))
    on conflict (qid) where state <> 'closed' do nothing`)
  if (made) await tx.run(sql`update appointment set room_id = ${roomId} where qid = ${visit.qid}`)
  return tx.one(open)
}

/** A room of colleagues, about nobody. No consent can be asked for in it: what they say to each other is not recorded. */
export async function staffRoom(tx: Tx, partnerId: number, unitId: number): Promise<RoomRow> {
  const roomId = randomUUID()
  await tx.run(sql`
    insert into room (room_id, partner_id, unit_id, ds_room_id, recording_consent)
    values (${roomId}, ${partnerId}, ${unitId}, ${roomId}, 'declined')`)
  return tx.one(repo.locked(roomId))
}

export interface Person {
  userId: string
  name: string
  role: ParticipantRole
  mid: number | null
}
/** Makes somebody a participant, who may enter from then on. */
export async function invite(tx: Tx, room: RoomRow, { userId, name, role, mid }: Person): Promise<void> {
  await tx.run(sql`
    insert into room_participant (room_id, user_id, partner_id, unit_id, pid, mid, name, role)
    values (${room.roomId}, ${userId}, ${room.partnerId}, ${room.unitId}, ${room.pid}::int, ${mid}::int, ${name}, ${role})
    on conflict (room_id, user_id) do nothing`)
}

/** The people of the room and its queue: the unit, and the patient's pages. */
export async function audienceOf(tx: Tx, room: Pick<RoomRow, 'roomId' | 'unitId' | 'qid' | 'pid'>): Promise<string[]> {
  // Colleagues among themselves are nobody else's business.
  if (room.pid === null) {
    const people = await tx.many(
      sql<{ mid: number }>`select mid from room_participant where room_id = ${room.roomId} and mid is not null`,
    )
    return people.map(({ mid }) => audience.staff(mid))
  }

  const links =
    room.qid === null
      ? []
      : await tx.many(sql<{ id: string }>`
    select link_id as id from video_link where qid = ${room.qid} and state not in ('dead', 'expired')`)
  return [audience.unit(room.unitId), ...links.map(({ id }) => audience.link(id))]
}

/** As it is now; nobody changes it before this transaction ends. Rows that name it may come meanwhile. */
export const lockRoom = (tx: Tx, roomId: string): Promise<RoomRow | undefined> =>
  tx.maybe(sql<RoomRow>`select ${repo.roomColumns} from room r where r.room_id = ${roomId} for no key update`)

export async function recordingStateOf(read: Read, roomId: string): Promise<RecordingState> {
  const [row] = await read(repo.recordingOf(roomId))
  return row?.recording ?? 'off'
}

/** A change of the row itself, or of what belongs to it, told to everybody concerned. */
export async function roomTouched(
  tx: Tx,
  roomId: string,
  now: Date,
  change: { state?: RoomState; count?: number; set?: RawBuilder<unknown>[] } = {},
): Promise<RoomRow | undefined> {
  const set = [
    sql`version = version + 1`,
    ...(change.state ? [sql`state = ${change.state}`] : []),
    ...(change.state === 'live' ? [sql`live_at = coalesce(live_at, ${now}::timestamptz)`] : []),
    ...(change.state === 'closed' ? [sql`closed_at = ${now}::timestamptz`] : []),
    ...(change.set ?? []),
  ]
  const room = await tx.maybe(
    sql<RoomRow>`update room r set ${sql.join(set)} where r.room_id = ${roomId} returning ${repo.roomColumns}`,
  )
  if (!room) return undefined
  const present = sql<{
    n: number
  }>`select count(*)::int as n from room_participant where room_id = ${roomId} and joined_at is not null and left_at is null and role <> 'guest'`
  const count = change.count ?? (await tx.one(present)).n
  const recording = await recordingStateOf(tx.many, roomId)
  await tx.emit(roomChanged, await audienceOf(tx, room), {
    id: room.roomId,
    roomID: room.roomId,
    queueID: room.qid,
    state: room.state,
    count,
    recording,
    version: room.version,
    at: now.toISOString(),
  })
  return room
}

/** Somebody came in: the row follows the people. A closed room stays closed. */
export async function entered(
  tx: Tx,
  roomId: string,
  who: Person,
  count: number,
  now: Date,
): Promise<RoomRow | undefined> {
  const room = await tx.maybe(repo.locked(roomId))
  if (!room || room.state === 'closed') return undefined
  await invite(tx, room, who)
  await tx.run(sql`
    update room_participant set joined_at = coalesce(joined_at, ${now}::timestamptz), left_at = null
    where room_id = ${roomId} and user_id = ${who.userId}`)
  return roomTouched(tx, roomId, now, { state: roomStateFor(room.state, count), count })
}

export async function departed(
  tx: Tx,
  roomId: string,
  userId: string,
  count: number,
  now: Date,
): Promise<RoomRow | undefined> {
  const room = await tx.maybe(repo.locked(roomId))
  if (!room) return undefined
  await tx.run(sql`
    update room_participant set left_at = ${now}::timestamptz where room_id = ${roomId} and user_id = ${userId} and left_at is null`)
  if (room.state === 'closed') return undefined
  return roomTouched(tx, roomId, now, { state: roomStateFor(room.state, count), count })
}

/** When a room that people have left is looked at again. */
export const idleUntil = (now: Date) => new Date(now.getTime() + ROOM_IDLE_MS)

/** With the call its guests are out. */
export async function guestsOut(tx: Tx, hub: Hub, roomId: string, now: Date): Promise<void> {
  const guests = await endGuests(tx, roomId, now)
  tx.afterCommit(() => {
    for (const linkId of guests) hub.remove(roomId, guestUserId(linkId))
  })
}

/** Answers the room where this call closed it. Whoever is in it is put out after the commit. */
export async function closeRoom(tx: Tx, hub: Hub, roomId: string, now: Date): Promise<RoomRow | undefined> {
  const room = await tx.maybe(repo.locked(roomId))
  if (!room || room.state === 'closed') return undefined
  await tx.run(
    sql`update room_participant set left_at = ${now}::timestamptz where room_id = ${roomId} and joined_at is not null and left_at is null`,
  )
  const closed = await roomTouched(tx, roomId, now, { state: 'closed', count: 0 })
  tx.afterCommit(() => hub.close(roomId))
  return closed
}

function shown(hub: Hub, online: (linkId: string) => boolean, row: repo.RoomViewRow): Room {
  const participants = row.participants.map((person) => ({ ...person, present: hub.has(row.roomId, person.userId) }))
  const present = participants.filter((person) => person.present)
  const patientIn = present.some((person) => person.role === 'patient')
  const shows = repo.showsOf(row.state, {
    patientIn,
    staffIn: present.some((person) => person.role === 'moderator'),
    invited: row.invited,
    patientOnline: row.links.some(online),
  })
  return {
    roomID: row.roomId,
    dsRoomID: row.dsRoomId,
    queueID: row.qid,
    pid: row.pid,
    patientName: row.patientName,
    unitId: row.unitId,
    state: row.state,
    shows,
    recording: row.recording,
    recordingConsent: row.recordingConsent,
    participants,
    guestsToCome: row.guestsToCome,
    callID: row.callId,
    liveAt: row.liveAt?.toISOString() ?? null,
    version: row.version,
  }
}

export interface Eyes {
  hub: Hub
  /** Whether a page of this link is connected. */
  online(linkId: string): boolean
}
export async function roomView(read: Read, { hub, online }: Eyes, roomId: string, now: Date): Promise<Room> {
  const room = await requireRoom(read, roomId)
  const [row] = await read(repo.views(sql`r.room_id = ${room.roomId}`, now))
  if (!row) throw new AppError('NOT_FOUND')
  return shown(hub, online, row)
}

/** Open rooms that this member of staff may enter, the livelier ones first; of colleagues those alone that somebody is in. */
export async function enterableRooms(read: Read, { hub, online }: Eyes, mid: number, now: Date): Promise<Room[]> {
  const rows = await read(
    repo.views(
      sql`
    r.state <> 'closed' and (r.pid is not null or r.state <> 'created') and ${repo.enterable(mid)}
    order by array_position(array['live', 'waiting', 'created'], r.state), r.created_at desc limit 100`,
      now,
    ),
  )
  return rows.map((row) => shown(hub, online, row))
}
