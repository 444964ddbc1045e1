import type {
  LeftReason,
  MediaEngine,
  MediaState,
  ParticipantRelation,
  ParticipantRole,
  RecordingState,
  RoomClientAnswers,
  RoomClientPayloads,
  RoomEndedReason,
  RoomServerPayloads,
} from '@teleward/contract/calls/signalling.ts'
import type { MediaProblem } from './local-media.ts'
import type { DeviceChange } from './local-tracks.ts'

/** The way room messages travel; see `socket-signalling.ts` for the one over socket.io. */
export interface Signalling {
  /** Rejects with `SignalRefused` when the server says no, with any other error when it could not be asked. */
  emit<E extends keyof RoomClientPayloads>(event: E, payload: RoomClientPayloads[E]): Promise<RoomClientAnswers[E]>
  /** Returns the way to stop listening, as do all `on…` here. */
  on<E extends keyof RoomServerPayloads>(event: E, handler: (payload: RoomServerPayloads[E]) => void): () => void
  onDisconnect(handler: () => void): () => void
  /** Called each time the line is back after having been lost, not for the first connection. */
  onReconnect(handler: () => void): () => void
}

export type PeerState = 'connecting' | 'connected' | 'reconnecting' | 'failed'

/** Immutable: a change makes a new object, so a screen may compare by identity. */
export interface Participant {
  readonly id: string
  readonly name: string
  readonly role: ParticipantRole
  /** Of a guest. */
  readonly relation: ParticipantRelation | undefined
  readonly state: PeerState
  readonly mic: boolean
  readonly cam: boolean
  /** Off not by hand: the device is lost, blocked or held by another program. */
  readonly unavailable: readonly ('mic' | 'cam')[]
  /** Null while the camera is off or nothing has arrived. */
  readonly videoTrack: MediaStreamTrack | null
  readonly audioTrack: MediaStreamTrack | null
}

export interface LocalParticipant {
  readonly id: string
  readonly name: string
  readonly role: ParticipantRole
  readonly mic: boolean
  readonly cam: boolean
  readonly videoTrack: MediaStreamTrack | null
  readonly audioTrack: MediaStreamTrack | null
}

export interface RoomEvents {
  joined: Participant
  left: { participant: Participant; reason: LeftReason }
  /** A track of a participant came, went or was exchanged. */
  track: { participant: Participant; kind: 'audio' | 'video' }
  /** Somebody switched microphone or camera; `id` may be one's own. */
  media: { id: string } & MediaState
  connected: Participant
  reconnecting: Participant
  /** Given up after the last ICE restart; `retry()` starts over. */
  failed: Participant
  /** The signalling line itself is lost or back. Media goes on in between. */
  line: { online: boolean }
  recording: { state: RecordingState }
  ended: { reason: RoomEndedReason | 'left' | 'refused' }
  /** A device was unplugged or taken away while in use, and another took its place. What has none stands in `problems`. */
  device: DeviceChange
}

export interface PeerStats {
  id: string
  connectionState: RTCPeerConnectionState
  /** Candidate types of the pair in use, local then remote: `host/host`, `relay/relay`. */
  path: string
  protocol: string
  roundTripMs: number | null
  framesDecoded: number
  framesPerSecond: number
  audioEnergy: number
  packetsLost: number
  bytesReceived: number
  bytesSent: number
  restarts: number
}

export interface ConnectOptions {
  signalling: Signalling
  roomId: string
  /** A function is asked again at each return, so that a short-lived token does not end a long call. */
  token: string | (() => Promise<string>)
  /** Handed over: the connection stops them when it ends. */
  audio: MediaStreamTrack | null
  video: MediaStreamTrack | null
  /** What was asked for and not given. */
  problems?: readonly MediaProblem[]
  /** Runs the loading of a part of the portal, and says what its failure means. */
  load<T>(part: () => Promise<T>): Promise<T>
  /** As the token said: what is needed for it is loaded while the room is being entered. */
  engine?: MediaEngine
  iceServers?: RTCIceServer[]
}

export interface RoomConnection {
  readonly instance: string
  readonly self: LocalParticipant
  readonly participants: readonly Participant[]
  readonly recording: RecordingState
  readonly ended: boolean
  /** The media server cannot be reached just now; it is tried again by itself, and at once by `retry()`. */
  readonly unreachable: boolean
  /** One's own devices that are wanted and give nothing just now. */
  readonly problems: readonly MediaProblem[]
  on<E extends keyof RoomEvents>(event: E, handler: (payload: RoomEvents[E]) => void): () => void
  /** For `useSyncExternalStore`: called after any change of `self`, `participants`, `recording`, `problems` or `unreachable`. */
  subscribe(listener: () => void): () => void
  setMic(on: boolean): Promise<void>
  /** Off stops the camera itself, so that its light goes out; on asks for it again and may reject with MediaError. */
  setCam(on: boolean): Promise<void>
  replaceDevice(kind: 'audio' | 'video', deviceId: string): Promise<void>
  getStats(): Promise<PeerStats[]>
  /** Starts over with everybody in state `failed`. */
  retry(): void
  leave(): Promise<void>
}
