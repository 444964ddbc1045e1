import { canSeeRow, canSeeVisit } from '../../access/visible.ts'
import type { MediaToken } from '@teleward/contract/calls/schema.ts'
import {
  createRoom,
  dsRoomId,
  dsToken,
  getRoom,
  getRoomList,
  roomObjectData,
} from '@teleward/contract/calls/endpoints.ts'
import type { ParticipantRelation } from '@teleward/contract/calls/signalling.ts'
import type { EndpointParsed } from '@teleward/contract/core/endpoint.ts'
import type { Deps } from '../../platform/deps.ts'
import { sql } from '../../platform/db/index.ts'
import { AppError } from '../../platform/errors.ts'
import { type CtxOf, route } from '../../platform/http/index.ts'
import { policyFor } from '../recordings/service.ts'
import type { VideoProvider } from '../rooms/provider.ts'
import {
  enterableRooms,
  ensureRoom,
  type Eyes,
  invite,
  type Read,
  requireEnterable,
  requireRoom,
  type RoomRow,
  roomTouched,
  roomView,
  staffUserId,
  type Visit,
} from '../rooms/service.ts'

export interface TokenHolder {
  name: string
  role: MediaToken['role']
  userId: string
  mid: number | null
  linkId: string | null
  /** Of a guest. */
  relation?: ParticipantRelation
}

/** A token for a room that was found open to its holder. */
export async function mediaToken(
  read: Read,
  deps: { video: VideoProvider; eyes: Eyes },
  room: RoomRow,
  who: TokenHolder,
): Promise<MediaToken> {
  const { video, eyes } = deps
  const { name, role, userId, mid, linkId, relation } = who
  const { token, url, iceServers, expiresAt } = await video.issueToken({
    roomId: room.roomId,
    username: name,
    role,
    userId,
    mid,
    linkId,
    relation,
  })
  const recorder = mid !== null && role === 'moderator' ? { mid, partnerId: room.partnerId } : null
  return {
    token,
    url,
    engine: video.kind,
    roomID: room.roomId,
    dsRoomID: room.dsRoomId,
    userId,
    role,
    iceServers,
    recordingPolicy: await policyFor(read, eyes.hub, room, recorder),
    expiresAt: expiresAt.toISOString(),
  }
}

export function registerRooms({ http, clock }: Deps, deps: { video: VideoProvider; eyes: Eyes }): void {
  const { eyes } = deps

  // Whatever the body says of person and role, both come from who asks.
  route(http, dsToken, async (ctx, { body }) => {
    const { mid, name, partnerId } = ctx.who
    if (body.teamId !== partnerId) throw new AppError('NOT_FOUND')
    const room = await requireRoom(ctx.read, body.roomId)
    await requireEnterable(ctx.read, room, mid)
    return mediaToken(ctx.read, deps, room, {
      name,
      role: 'moderator',
      userId: staffUserId(partnerId, mid),
      mid,
      linkId: null,
    })
  })
  route(http, dsRoomId, async (ctx, { params }) => ({
    dsRoomId: (await requireRoom(ctx.read, params.roomId)).dsRoomId,
  }))
  route(http, roomObjectData, async (ctx, { params }) => {
    const { qid, targetId } = await requireRoom(ctx.read, params.roomId)
    return {
      metadata: { ...(qid === null ? {} : { queueID: qid }), ...(targetId === null ? {} : { targetID: targetId }) },
    }
  })
  const made = async (ctx: CtxOf<typeof createRoom>, { body }: EndpointParsed<typeof createRoom>) => {
    const [room] = await ctx.read(
      sql<{
        id: string
      }>`select room_id as id from room r where r.qid = ${body.queueID} and r.state <> 'closed' and ${canSeeRow('r')}`,
    )
    if (!room) throw new AppError('NOT_FOUND')
    return roomView(ctx.read, eyes, room.id, clock.now())
  }
  route(
    http,
    createRoom,
    async (ctx, { body }) => {
      const { mid, name, partnerId } = ctx.who
      const roomId = await ctx.tx(async (tx) => {
        const visit = await tx.one(sql<Visit & { status: string }>`
        select qid, pid, partner_id as "partnerId", unit_id as "unitId", status from appointment a where a.qid = ${body.queueID} and ${canSeeVisit('a')}`)
        ctx.target({ kind: 'appointment', id: visit.qid, pid: visit.pid })
        if (['finished', 'cancelled', 'released', 'closed', 'held'].includes(visit.status))
          throw new AppError('APPT_ILLEGAL_STEP', { data: { state: visit.status } })
        const room = await ensureRoom(tx, visit)
        await invite(tx, room, { userId: staffUserId(partnerId, mid), name, role: 'moderator', mid })
        await roomTouched(tx, room.roomId, clock.now())
        return room.roomId
      })
      return roomView(ctx.read, eyes, roomId, clock.now())
    },
    { again: made },
  )
  route(http, getRoomList, async (ctx) => ({ rooms: await enterableRooms(ctx.read, eyes, ctx.who.mid, clock.now()) }))
  route(http, getRoom, async (ctx, { params }) => roomView(ctx.read, eyes, params.roomId, clock.now()))
}
