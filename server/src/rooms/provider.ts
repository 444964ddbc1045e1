import type { ParticipantRole } from '@teleward/contract/calls/signalling.ts'
import { PATIENT_NAMESPACE, STAFF_NAMESPACE } from '@teleward/contract/core/sockets.ts'
import { type IceServer, iceServers } from '../calls/media/turn.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import { seal, unseal } from '../platform/secret.ts'
import type { Hub, Member } from './hub.ts'
import type { RoomClaims } from './token.ts'

export interface TokenRequest {
  teamId: number
  roomId: string
  username: string
  role: ParticipantRole
  userId: string
  mid: number | null
  linkId: string | null
}
export interface IssuedToken {
  token: string
  /** Where the browser connects to: for the embedded engine the namespace that relays the signals. */
  url: string
  iceServers: IceServer[]
  expiresAt: Date
}

/** What the product asks of whatever carries the media; the embedded engine below needs no other server. */
export interface VideoProvider {
  readonly kind: 'embedded' | 'livekit'
  readonly maxParticipants: number
  createRoom(room: { roomId: string; teamId: number }): Promise<{ dsRoomId: string }>
  issueToken(who: TokenRequest): Promise<IssuedToken>
  /** `undefined`: not one of ours, or past its end. */
  verify(token: string): Promise<RoomClaims | undefined>
  participants(roomId: string): readonly Member[]
  remove(roomId: string, userId: string): void
  close(roomId: string): void
}

/** A call outlives its token: the page asks for a new one whenever it comes back. */
const TOKEN_SECONDS = 3600
/** The relay's credentials have to outlast a long consultation: they cannot be renewed without a new connection. */
const RELAY_SECONDS = 6 * 3600

export function embeddedEngine(deps: {
  hub: Hub
  secret(): Promise<Buffer>
  clock: Clock
  config: Config
  max: number
}): VideoProvider {
  const { hub, secret, clock, config } = deps
  const relay = {
    stunUrls: config.stunUrls,
    turnUrls: config.turnUrls,
    turnSecret: config.turnSecret,
    ttl: RELAY_SECONDS,
  }
  return {
    kind: 'embedded',
    maxParticipants: deps.max,
    createRoom: async ({ roomId }) => ({ dsRoomId: roomId }),
    issueToken: async ({ roomId, username, role, userId, mid, linkId }) => {
      const now = clock.now()
      const exp = Math.floor(now.getTime() / 1000) + TOKEN_SECONDS
      const claims: RoomClaims = { roomId, userId, name: username, role, mid, linkId, exp }
      return {
        token: seal(await secret(), claims),
        url: linkId ? PATIENT_NAMESPACE : STAFF_NAMESPACE,
        iceServers: iceServers(relay, userId, now.getTime()),
        expiresAt: new Date(exp * 1000),
      }
    },
    verify: async (token) => unseal<RoomClaims>(await secret(), token, clock.now()),
    participants: (roomId) => hub.members(roomId),
    remove: (roomId, userId) => hub.remove(roomId, userId),
    close: (roomId) => hub.close(roomId),
  }
}
