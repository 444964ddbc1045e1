import type {
  MediaEngine,
  MediaGrant,
  RoomClientPayloads,
  RoomParticipant,
} from '@teleward/contract/calls/signalling.ts'
import type { MediaKind } from './local-media.ts'
import type { PeerSignal } from './peer.ts'
import type { PeerState, PeerStats } from './types.ts'

/** The media from and to one page of one other participant, whatever carries them. */
export interface PeerLink {
  readonly state: PeerState
  start(): void
  receive(signal: PeerSignal): void
  /** The line is back on either side: say again what may have been lost meanwhile. */
  resync(): void
  retry(): void
  close(): void
  stats(): Promise<PeerStats> | null
}

export interface LinkHooks {
  onState(state: PeerState): void
  onTrack(kind: MediaKind, track: MediaStreamTrack | null): void
}

/** What an engine may ask of the room that it works for. */
export interface EngineHost {
  readonly instance: string
  /** One's own track, as it is now. */
  local(kind: MediaKind): MediaStreamTrack | null
  signal(payload: RoomClientPayloads['room.signal']): Promise<unknown>
  /** To be let in anew: the next grant comes with the answer. */
  readmit(): void
  /** The media server cannot be reached, or can be again. */
  unreachable(away: boolean): void
  readonly rtc: RTCConfiguration
}

/** Carries the media of one room. Who is in it, and what they say of themselves, the room knows from the signalling. */
export interface Engine {
  readonly kind: MediaEngine
  enter(info: RoomParticipant, selfId: string, hooks: LinkHooks): PeerLink
  /** One's own track of that kind is another one, or was switched on or off. Waits for no server: a device is let go after it. */
  send(kind: MediaKind): Promise<void>
  /** Who is in the room beside oneself. */
  people(ids: readonly string[]): void
  granted(grant: MediaGrant): void
  retry(): void
  close(): void
}
