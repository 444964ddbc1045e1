import { type Compilable, sql, type Tx } from '../../platform/db/index.ts'
import { AppError } from '../../platform/errors.ts'
import { guestsToCome } from '../../visit-links/guest-links.ts'
import type { Member } from '../rooms/hub.ts'
import { type RoomRow, requireRoom } from '../rooms/service.ts'
import type { CallDeps } from './deps.ts'
import * as repo from './repo.ts'
import type { CallRow } from './repo.ts'
import { load } from './ringing.ts'

type Read = <T>(query: Compilable<T>) => Promise<T[]>

export interface InRoom {
  current: CallRow
  room: RoomRow
  inside: readonly Member[]
  /** Members of staff who were rung, or have answered and are not in yet. */
  toCome: ReadonlySet<number>
}
/**
 * The running call that one is in, under its lock, with a place left in its room: colleagues who are rung and guests who were
 * asked in have theirs. NOT_FOUND, CALL_OVER, ROOM_FULL.
 */
export async function roomForOneMore(tx: Tx, deps: CallDeps, who: { mid: number }, callId: string): Promise<InRoom> {
  if (!(await tx.maybe(repo.lockCall(callId)))) throw new AppError('NOT_FOUND')
  const current = await load(tx, callId)
  const inside = deps.hub.members(current.roomId)
  // Whoever is not in the room learns nothing of it.
  if (!inside.some((member) => member.mid === who.mid)) throw new AppError('NOT_FOUND')
  if (current.state !== 'answered') throw new AppError('CALL_OVER')
  const room = await requireRoom(tx.many, current.roomId)
  const beside = await tx.many(repo.besideOf(room.roomId))
  // Those who were rung, or have answered and are not in yet, have their place.
  const toCome = new Set(
    beside.flatMap((row) => (row.state === 'ringing' ? row.targets.map((one) => one.mid) : [row.answeredByMid ?? 0])),
  )
  const coming = [...toCome].filter((one) => !inside.some((member) => member.mid === one))
  const guests = (await tx.many(guestsToCome(room.roomId, deps.clock.now()))).filter(
    ({ id }) => !inside.some((member) => member.linkId === id),
  )
  if (inside.length + coming.length + guests.length >= deps.video.maxParticipants)
    throw new AppError('ROOM_FULL', { data: { max: deps.video.maxParticipants } })
  return { current, room, inside, toCome }
}

/** The room of the call, for whoever is in it: NOT_FOUND to anybody else. */
export async function roomInside(read: Read, deps: CallDeps, mid: number, callId: string): Promise<string> {
  const [call] = await read(repo.calls(sql`c.call_id = ${callId}::uuid`, { log: true }))
  if (!call || !deps.hub.members(call.roomId).some((member) => member.mid === mid)) throw new AppError('NOT_FOUND')
  return call.roomId
}
/** The same, and until the transaction ends nobody else changes what runs in it. */
export async function lockInside(tx: Tx, deps: CallDeps, mid: number, callId: string): Promise<string> {
  await tx.maybe(repo.lockCall(callId))
  return roomInside(tx.many, deps, mid, callId)
}
/** The room's own call, which is talked. */
export async function talkedIn(tx: Tx, roomId: string): Promise<string | undefined> {
  const [lead] = await tx.many(sql<{ id: string }>`
    select call_id as id from call where room_id = ${roomId} and ${repo.leading} and state = 'answered'`)
  return lead?.id
}
