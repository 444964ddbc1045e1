import {
  type MediaEngine,
  type MediaGrant,
  type ParticipantRelation,
  type ParticipantRole,
  roomLimit,
} from '@teleward/contract/calls/signalling.ts'
import { PATIENT_NAMESPACE, STAFF_NAMESPACE } from '@teleward/contract/core/sockets.ts'
import { type IceServer, iceServers } from '../media/turn.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import { seal, unseal } from '../../platform/secret.ts'
import type { Hub, HubChange } from './hub.ts'
import type { LiveKit } from './livekit.ts'
import type { RoomClaims } from './token.ts'

export interface TokenRequest {
  roomId: string
  username: string
  role: ParticipantRole
  userId: string
  mid: number | null
  linkId: string | null
  /** Of a guest. */
  relation?: ParticipantRelation | undefined
}
export interface IssuedToken {
  token: string
  /** Where the media go: for the embedded engine the namespace that relays the signals. */
  url: string
  iceServers: IceServer[]
  expiresAt: Date
}

/**
 * What the product asks of whatever carries the media; the embedded engine below needs no other server. Who may come into a room,
 * and who is in it, the hub knows with either.
 */
export interface VideoProvider {
  readonly kind: MediaEngine
  readonly maxParticipants: number
  issueToken(who: TokenRequest): Promise<IssuedToken>
  /** `undefined`: not one of ours, or past its end. */
  verify(token: string): Promise<RoomClaims | undefined>
  /** What somebody who has just been let in needs for the media, where a server carries them. */
  admit(claims: RoomClaims): Promise<MediaGrant | undefined>
  /** Follows the people: who is out of the room is out of its media. */
  follow(change: HubChange): void
}

/** A call outlives its token: the page asks for a new one whenever it comes back. */
const TOKEN_SECONDS = 3600
/** The relay's credentials have to outlast a long consultation: they cannot be renewed without a new connection. */
const RELAY_SECONDS = 6 * 3600

export function embeddedEngine(deps: { secret(): Promise<Buffer>; clock: Clock; config: Config }): VideoProvider {
  const { secret, clock, config } = deps
  const relay = {
    stunUrls: config.stunUrls,
    turnUrls: config.turnUrls,
    turnSecret: config.turnSecret,
    ttl: RELAY_SECONDS,
  }
  return {
    kind: 'embedded',
    maxParticipants: roomLimit('embedded'),
    issueToken: async ({ roomId, username, role, userId, mid, linkId, relation }) => {
      const now = clock.now()
      const exp = Math.floor(now.getTime() / 1000) + TOKEN_SECONDS
      const claims: RoomClaims = {
        ...{ roomId, userId, name: username, role, mid, linkId, exp },
        ...(relation ? { relation } : {}),
      }
      return {
        token: seal(await secret(), claims),
        url: linkId ? PATIENT_NAMESPACE : STAFF_NAMESPACE,
        iceServers: iceServers(relay, userId, now.getTime()),
        expiresAt: new Date(exp * 1000),
      }
    },
    verify: async (token) => unseal<RoomClaims>(await secret(), token, clock.now()),
    admit: async () => undefined,
    follow: () => undefined,
  }
}

/**
 * The same doors, but the media go through LiveKit, which brings its own relays. The pages hear of ours nevertheless: they change over
 * to the mesh in the middle of a call where LiveKit is taken away.
 */
export function liveKitEngine(
  embedded: VideoProvider,
  deps: { server: LiveKit; url: string; hub: Hub },
): VideoProvider {
  const { server, url, hub } = deps
  return {
    ...embedded,
    kind: 'livekit',
    maxParticipants: roomLimit('livekit'),
    issueToken: async (who) => ({ ...(await embedded.issueToken(who)), url }),
    admit: ({ roomId, userId }) => server.grant(roomId, userId),
    follow(change) {
      const { roomId } = change
      if (change.kind === 'closed') void server.close(roomId)
      if (change.kind !== 'left') return
      const { id } = change.member
      void server.remove(roomId, id, () => !hub.has(roomId, id))
    },
  }
}
