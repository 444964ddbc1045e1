import { z } from 'zod'

/**
 * What browsers in one video room tell each other through the server while they set up their direct media
 * connections. The server relays between members of the room and understands nothing of the media itself.
 *
 * Three ids, three lifetimes:
 * - `id`: the person, from the media token (`{partner_id}_{mid}` for staff, `link_…` for patients);
 * - `instance`: one loaded page of that person. A reload brings a new one, and everyone rebuilds their connection;
 * - `session`: one peer connection between two pages, named by the side that offers. Opaque to the server.
 */

/** What carries the media: a mesh of the browsers themselves, or a LiveKit server. Who is in a room the sockets say, with both. */
export const mediaEngine = z.enum(['embedded', 'livekit'])
export type MediaEngine = z.infer<typeof mediaEngine>

/** How many people a room holds. In a mesh every browser sends to every other, which carries four and no more. */
export const roomLimit = (engine: MediaEngine): number => (engine === 'embedded' ? 4 : Number.POSITIVE_INFINITY)

/** A browser whose socket is gone this long is still a member; only then are the others told `room.left`. */
export const ROOM_SOCKET_GRACE_MS = 15_000

export const SDP_MAX_BYTES = 64 * 1024

const opaqueId = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[\w.:-]+$/)
const utf8Bytes = (text: string) => new TextEncoder().encode(text).byteLength

export const participantRole = z.enum(['moderator', 'patient', 'guest'])
export type ParticipantRole = z.infer<typeof participantRole>
/** Of a guest, who comes by a link: what they are to the patient. */
export const participantRelation = z.enum(['family', 'interpreter', 'caregiver', 'other'])
export type ParticipantRelation = z.infer<typeof participantRelation>

/** `unavailable`: not off by hand, but lost, blocked or held by another program. */
export const mediaState = z.object({
  mic: z.boolean(),
  cam: z.boolean(),
  unavailable: z
    .array(z.enum(['mic', 'cam']))
    .max(2)
    .optional(),
})
export type MediaState = z.infer<typeof mediaState>
/** Whether others have to be told. */
export const sameMedia = (a: MediaState, b: MediaState): boolean =>
  a.mic === b.mic && a.cam === b.cam && String(a.unavailable ?? '') === String(b.unavailable ?? '')

export const roomParticipant = z.object({
  id: opaqueId,
  name: z.string().max(200),
  role: participantRole,
  relation: participantRelation.optional(),
  instance: opaqueId,
  media: mediaState,
})
export type RoomParticipant = z.infer<typeof roomParticipant>

export const recordingState = z.enum([
  'off',
  'needsConsent',
  'recording',
  'interrupted',
  'finalising',
  'ready',
  'failed',
])
export type RecordingState = z.infer<typeof recordingState>

const sessionDescription = z.object({
  type: z.enum(['offer', 'answer', 'pranswer', 'rollback']),
  sdp: z
    .string()
    .max(SDP_MAX_BYTES)
    .refine((sdp) => utf8Bytes(sdp) <= SDP_MAX_BYTES),
})

const iceCandidate = z.object({
  candidate: z.string().max(1024),
  sdpMid: z.string().max(64).nullable().optional(),
  sdpMLineIndex: z.number().int().min(0).max(32).nullable().optional(),
  usernameFragment: z.string().max(256).nullable().optional(),
})

/**
 * Exactly one of `description`, `candidate`, `reset`. `fresh` marks the first offer of a session: the receiver builds
 * a new connection for it. `reset` asks the offering side for such an offer, because there is nothing to continue.
 */
const signalFields = {
  session: z.string().max(64),
  description: sessionDescription.optional(),
  fresh: z.boolean().optional(),
  candidate: iceCandidate.optional(),
  reset: z.literal(true).optional(),
}
type SignalBody = { description?: unknown; candidate?: unknown; reset?: unknown }
const carriesOne = (signal: SignalBody) =>
  [signal.description, signal.candidate, signal.reset].filter((part) => part !== undefined).length === 1

// --- client → server -------------------------------------------------------------------------------------------

/** Also the way back after a lost socket: the same `instance` keeps its place and its media. */
export const roomJoin = z.object({
  roomId: opaqueId,
  token: z.string().min(1).max(4096),
  instance: opaqueId,
  media: mediaState,
})
export type RoomJoin = z.infer<typeof roomJoin>

/** The way into the media server, for whoever has just been let in. Without one the browsers connect to each other. */
export const mediaGrant = z.object({ url: z.string(), token: z.string() })
export type MediaGrant = z.infer<typeof mediaGrant>

export const roomJoined = z.object({
  /** Who the token says the caller is. */
  self: z.object({ id: opaqueId, name: z.string().max(200), role: participantRole }),
  /** Everybody else in the room, without the caller. */
  participants: z.array(roomParticipant),
  recording: recordingState,
  media: mediaGrant.optional(),
})
export type RoomJoined = z.infer<typeof roomJoined>

export const roomLeave = z.object({})
export type RoomLeave = z.infer<typeof roomLeave>

export const roomSignalOut = z
  .object({ to: opaqueId, toInstance: opaqueId, instance: opaqueId, ...signalFields })
  .refine(carriesOne)
export type RoomSignalOut = z.infer<typeof roomSignalOut>

export const roomMediaOut = mediaState
export type RoomMediaOut = MediaState

// --- server → client -------------------------------------------------------------------------------------------

/** Somebody came in, or came back after a lost socket (same `instance`) or after a reload (another one). */
export const roomParticipantJoined = roomParticipant

export const leftReason = z.enum(['left', 'lost', 'replaced', 'removed'])
export type LeftReason = z.infer<typeof leftReason>
export const roomLeft = z.object({ id: opaqueId, instance: opaqueId, reason: leftReason })
export type RoomLeft = z.infer<typeof roomLeft>

export const roomSignalIn = z
  .object({ from: opaqueId, instance: opaqueId, toInstance: opaqueId, ...signalFields })
  .refine(carriesOne)
export type RoomSignalIn = z.infer<typeof roomSignalIn>

export const roomMediaIn = z.object({ id: opaqueId, instance: opaqueId, media: mediaState })
export type RoomMediaIn = z.infer<typeof roomMediaIn>

/** `replaced`: the same person opened the room in another page, and this one is out. */
export const roomEndedReason = z.enum(['closed', 'removed', 'replaced'])
export type RoomEndedReason = z.infer<typeof roomEndedReason>
export const roomEnded = z.object({ roomId: opaqueId, reason: roomEndedReason })
export type RoomEnded = z.infer<typeof roomEnded>

export const roomRecording = z.object({ state: recordingState })
export type RoomRecording = z.infer<typeof roomRecording>

// --- both tables -----------------------------------------------------------------------------------------------

/** Every client message is acknowledged by exactly one of these. */
export type RoomAck<T> = { ok: true; data: T } | { ok: false; code: RoomRefusal }

/** `PEER_AWAY`: the addressee is a member whose socket is gone just now; the sender tries again when it is back. */
export const roomRefusal = z.enum([
  'ROOM_DENIED',
  'ROOM_CLOSED',
  'ROOM_FULL',
  'ROOM_NOT_JOINED',
  'PEER_AWAY',
  'NOT_FOUND',
  'BAD_REQUEST',
  'RATE_LIMITED',
])
export type RoomRefusal = z.infer<typeof roomRefusal>

export const roomClientMessages = {
  'room.join': { payload: roomJoin, answer: roomJoined },
  'room.leave': { payload: roomLeave, answer: z.object({}) },
  'room.signal': { payload: roomSignalOut, answer: z.object({}) },
  'room.media': { payload: roomMediaOut, answer: z.object({}) },
} as const

export const roomServerMessages = {
  'room.joined': roomParticipantJoined,
  'room.left': roomLeft,
  'room.signal': roomSignalIn,
  'room.media': roomMediaIn,
  'room.ended': roomEnded,
  'room.recording': roomRecording,
} as const

export type RoomClientPayloads = {
  [E in keyof typeof roomClientMessages]: z.infer<(typeof roomClientMessages)[E]['payload']>
}
export type RoomClientAnswers = {
  [E in keyof typeof roomClientMessages]: z.infer<(typeof roomClientMessages)[E]['answer']>
}
export type RoomServerPayloads = { [E in keyof typeof roomServerMessages]: z.infer<(typeof roomServerMessages)[E]> }
