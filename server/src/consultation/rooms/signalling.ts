import { roomClientMessages } from '@teleward/contract/calls/signalling.ts'
import { type Db, sql } from '../../platform/db/index.ts'
import type { GuestConnection, LinkConnection, Sockets, StaffConnection } from '../../platform/sockets/types.ts'
import { type Hub, RoomRefused } from './hub.ts'
import type { VideoProvider } from './provider.ts'
import { recordingStateOf } from './service.ts'
import type { RoomClaims } from './token.ts'

type Line = StaffConnection | LinkConnection | GuestConnection

/** A token opens its room only on a socket of the very person it was made for. */
function sameHolder({ actor }: Line, claims: RoomClaims): boolean {
  if (actor.kind === 'staff') return claims.mid === actor.mid
  if (actor.kind === 'guest')
    return claims.role === 'guest' && claims.linkId === actor.linkId && claims.roomId === actor.roomId
  return actor.identified && claims.linkId === actor.linkId
}

/** The four messages of a room, for both namespaces: `join`, `leave`, `signal`, `media`. */
export function relaySignals(deps: {
  db: Db
  sockets: Sockets
  hub: Hub
  video: VideoProvider
  failed(error: unknown): void
}): void {
  const { db, hub, video } = deps
  const code = (error: unknown): string => {
    if (error instanceof RoomRefused) return error.code
    deps.failed(error)
    return 'ROOM_DENIED'
  }
  /** A guest's token outlives what it was made for: the link may have been taken back, and the call may be over. */
  const stillAsked = async ({ actor }: Line) => {
    if (actor.kind !== 'guest') return true
    const [link] = await db.system.read(sql`
      select 1 from guest_link g join call c on c.call_id = g.call_id
      where g.link_id = ${actor.linkId}::uuid and g.state in ('opened', 'joined', 'left') and c.state = 'answered'`)
    return link !== undefined
  }
  const attach = (connection: Line) => {
    const message = { invalid: 'BAD_REQUEST', code }
    connection.on('room.join', {
      ...message,
      schema: roomClientMessages['room.join'].payload,
      async handle({ roomId, token, instance, media }) {
        const claims = await video.verify(token)
        if (!claims || claims.roomId !== roomId || !sameHolder(connection, claims)) throw new RoomRefused('ROOM_DENIED')
        const [room] = await db.system.read(
          sql<{ state: string }>`select state from room where room_id = ${claims.roomId}`,
        )
        if (!room || room.state === 'closed') throw new RoomRefused('ROOM_CLOSED')
        const recording = await recordingStateOf((query) => db.system.read(query), roomId)
        if (!(await stillAsked(connection))) throw new RoomRefused('ROOM_DENIED')
        const grant = await video.admit(claims)
        // Between the questions above and here the line may have gone: nobody would ever tell us again.
        if (!connection.connected) throw new RoomRefused('ROOM_NOT_JOINED')
        const joined = hub.join(connection, claims, { instance, media }, recording)
        // Taken back between the question and the way in: whoever took it back has found nobody to put out.
        if (connection.actor.kind === 'guest' && !(await stillAsked(connection))) {
          hub.remove(roomId, claims.userId)
          throw new RoomRefused('ROOM_DENIED')
        }
        return { ...joined, ...(grant ? { media: grant } : {}) }
      },
    })
    connection.on('room.leave', {
      ...message,
      schema: roomClientMessages['room.leave'].payload,
      handle: () => {
        hub.leave(connection)
        return {}
      },
    })
    connection.on('room.signal', {
      ...message,
      schema: roomClientMessages['room.signal'].payload,
      handle: (payload) => {
        hub.signal(connection, payload)
        return {}
      },
    })
    connection.on('room.media', {
      ...message,
      schema: roomClientMessages['room.media'].payload,
      handle: (payload) => {
        hub.media(connection, payload)
        return {}
      },
    })
    connection.onClosed(() => hub.drop(connection))
  }
  deps.sockets.onStaff(attach)
  deps.sockets.onPatient(attach)
  deps.sockets.onGuest(attach)
}
