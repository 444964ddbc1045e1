import { roomClientMessages } from '@teleward/contract/calls/signalling.ts'
import { type Db, sql } from '../platform/db/index.ts'
import type { LinkConnection, Sockets, StaffConnection } from '../platform/sockets/types.ts'
import { type Hub, RoomRefused } from './hub.ts'
import type { VideoProvider } from './provider.ts'
import { recordingStateOf } from './service.ts'
import type { RoomClaims } from './token.ts'

/** A token opens its room only on a socket of the very person it was made for. */
function sameHolder(connection: StaffConnection | LinkConnection, claims: RoomClaims): boolean {
  const { actor } = connection
  if (actor.kind === 'staff') return claims.mid === actor.mid
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
  const attach = (connection: StaffConnection | LinkConnection) => {
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
        // Between the questions above and here the line may have gone: nobody would ever tell us again.
        if (!connection.connected) throw new RoomRefused('ROOM_NOT_JOINED')
        return hub.join(connection, claims, { instance, media }, recording)
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
}
