import type { MediaGrant, RoomParticipant } from '@teleward/contract/calls/signalling.ts'
import {
  ConnectionQuality,
  ConnectionState,
  DisconnectReason,
  LocalAudioTrack,
  LocalVideoTrack,
  type RemoteParticipant,
  Room,
  RoomEvent,
  setLogLevel,
  Track,
  VideoQuality,
} from 'livekit-client'
import type { Engine, EngineHost, LinkHooks, PeerLink } from './engine.ts'
import type { MediaKind } from './local-media.ts'
import { peerStats } from './stats.ts'
import type { PeerState } from './types.ts'

/** What LiveKit's own client mends by itself; after that we ask to be let in anew. */
const OWN_REPAIR_MS = 8_000
const OWN_PAUSE_MS = 400
const LINE_MS = 5_000
const MEDIA_MS = 10_000
const AGAIN_MS = [300, 1_000, 2_000, 4_000, 8_000]
const SEND_AGAIN_MS = 2_000
/** Another page of the same person has come in: the signalling says so, or it was none of ours. */
const DUPLICATE_MS = 3_000
/** Up to this many others come in full; of more, smaller pictures are asked for. */
const FULL_PICTURES = 3
const HALF_PICTURES = 8
const SOURCES = { audio: Track.Source.Microphone, video: Track.Source.Camera } as const

/** All go through one LiveKit server, one connection for everybody. */
export function liveKitEngine(host: EngineHost): Engine {
  return new LiveKitEngine(host)
}

class LiveKitEngine implements Engine {
  readonly kind = 'livekit'
  private readonly host: EngineHost
  private readonly room: Room
  private readonly links = new Map<string, Link>()
  private readonly sending: Partial<Record<MediaKind, LocalAudioTrack | LocalVideoTrack>> = {}
  private readonly queues: Record<MediaKind, Promise<void>> = { audio: Promise.resolve(), video: Promise.resolve() }
  private opening = false
  private closed = false
  private tries = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  private sendTimer: ReturnType<typeof setTimeout> | undefined
  private allowed: readonly string[] = []
  restarts = 0

  constructor(host: EngineHost) {
    this.host = host
    setLogLevel('error')
    this.room = new Room({
      dynacast: true,
      // Devices are the room's own: nothing here stops one.
      stopLocalTrackOnUnpublish: false,
      // Whoever is asked whether to leave may stay; who does leave is put out by the signalling.
      disconnectOnPageLeave: false,
      reconnectPolicy: {
        nextRetryDelayInMs: ({ retryCount, elapsedMs }) =>
          elapsedMs > OWN_REPAIR_MS ? null : retryCount === 0 ? 0 : OWN_PAUSE_MS,
      },
    })
    const refresh = () => this.refresh()
    this.room
      .on(RoomEvent.ParticipantConnected, refresh)
      .on(RoomEvent.ParticipantDisconnected, refresh)
      .on(RoomEvent.TrackSubscribed, refresh)
      .on(RoomEvent.TrackUnsubscribed, refresh)
      // Only now is it out of its list, where it stood before the one that took its place.
      .on(RoomEvent.TrackUnpublished, refresh)
      .on(RoomEvent.ConnectionQualityChanged, refresh)
      .on(RoomEvent.Reconnecting, () => {
        this.restarts += 1
        refresh()
      })
      .on(RoomEvent.Reconnected, () => {
        refresh()
        this.sendAll()
      })
      .on(RoomEvent.Disconnected, (reason) => this.disconnected(reason))
  }

  enter(info: RoomParticipant, _selfId: string, hooks: LinkHooks): PeerLink {
    const link = new Link(this, info.id, hooks)
    this.links.set(info.id, link)
    return link
  }

  forget(link: Link) {
    if (this.links.get(link.id) === link) this.links.delete(link.id)
  }

  /** Whoever is not in the room by our own word gets nothing of us, whatever token they hold. */
  people(ids: readonly string[]) {
    this.allowed = ids
    this.permit()
    for (const link of this.links.values()) link.ask()
  }

  get quality() {
    const others = this.links.size
    if (others <= FULL_PICTURES) return VideoQuality.HIGH
    return others <= HALF_PICTURES ? VideoQuality.MEDIUM : VideoQuality.LOW
  }

  granted(grant: MediaGrant) {
    if (this.closed || this.opening || this.room.state !== ConnectionState.Disconnected) return
    void this.open(grant)
  }

  retry() {
    if (this.timer === undefined) return
    clearTimeout(this.timer)
    this.timer = undefined
    this.host.readmit()
  }

  /** Not to be waited for: with a dead line it may take the better part of a minute. */
  async send(kind: MediaKind) {
    this.queues[kind] = this.queues[kind]
      .then(() => this.sendNow(kind))
      .catch((error) => {
        this.problem(kind, error)
        this.sendLater()
      })
  }

  close() {
    this.closed = true
    clearTimeout(this.timer)
    clearTimeout(this.sendTimer)
    this.links.clear()
    void this.room.disconnect(false)
  }

  participant(id: string): RemoteParticipant | undefined {
    return this.room.remoteParticipants.get(id)
  }

  /** The line to the server alone may be lost and come back: the media go on meanwhile. */
  get carries() {
    return this.room.state === ConnectionState.Connected || this.room.state === ConnectionState.SignalReconnecting
  }

  private async open({ url, token }: MediaGrant) {
    this.opening = true
    try {
      await this.room.connect(url, token, {
        maxRetries: 0,
        websocketTimeout: LINE_MS,
        peerConnectionTimeout: MEDIA_MS,
      })
    } catch (error) {
      this.opening = false
      if (this.closed) return
      this.problem('connect', error)
      this.host.unreachable(true)
      this.later()
      return
    }
    this.opening = false
    if (this.closed) return void this.room.disconnect(false)
    this.tries = 0
    this.host.unreachable(false)
    this.permit()
    this.refresh()
    this.sendAll()
  }

  private sendAll() {
    void this.send('audio')
    void this.send('video')
  }

  /** Without a connection the next one sends everything. */
  private sendLater() {
    clearTimeout(this.sendTimer)
    if (this.closed || this.room.state !== ConnectionState.Connected) return
    this.sendTimer = setTimeout(() => this.sendAll(), SEND_AGAIN_MS)
  }

  private disconnected(reason: DisconnectReason | undefined) {
    clearTimeout(this.sendTimer)
    this.sending.audio = this.sending.video = undefined
    if (this.closed || this.opening) return
    this.refresh()
    if (reason === DisconnectReason.DUPLICATE_IDENTITY) this.later(DUPLICATE_MS)
    else {
      // Put out by the server one is told so by the signalling as well; anything else is a server that is gone.
      const told = reason === DisconnectReason.PARTICIPANT_REMOVED || reason === DisconnectReason.ROOM_DELETED
      if (!told) this.host.unreachable(true)
      this.later()
    }
  }

  private later(wait = AGAIN_MS[Math.min(this.tries, AGAIN_MS.length - 1)]) {
    this.tries += 1
    clearTimeout(this.timer)
    this.timer = setTimeout(() => {
      this.timer = undefined
      this.host.readmit()
    }, wait)
  }

  /**
   * LiveKit's client switches on whatever track it is given. A microphone that is off is therefore not given to it, and one that
   * is switched off later stays with it, silent.
   */
  private async sendNow(kind: MediaKind) {
    if (this.closed || this.room.state !== ConnectionState.Connected) return
    const { localParticipant } = this.room
    const track = this.host.local(kind)
    const now = this.sending[kind]
    // After a full reconnect its client may have failed to publish what we believe is sent.
    const published = now && localParticipant.getTrackPublication(SOURCES[kind])?.track === now
    if (published && now.mediaStreamTrack === track) return
    if (now) {
      this.sending[kind] = undefined
      await localParticipant.unpublishTrack(now, false)
    }
    if (!track?.enabled || track.readyState !== 'live') return
    const sent =
      kind === 'audio' ? new LocalAudioTrack(track, undefined, true) : new LocalVideoTrack(track, undefined, true)
    // It would stop the device when a publish waits too long, which nobody would notice.
    sent.stop = () => undefined
    this.sending[kind] = sent
    try {
      await localParticipant.publishTrack(sent, { source: SOURCES[kind], videoCodec: 'vp8' })
    } catch (error) {
      if (this.sending[kind] === sent) this.sending[kind] = undefined
      throw error
    }
    // Switched meanwhile: the next in the queue sees to it.
    if (this.host.local(kind) !== track) void this.send(kind)
  }

  private permit() {
    this.room.localParticipant.setTrackSubscriptionPermissions(
      false,
      this.allowed.map((participantIdentity) => ({ participantIdentity, allowAll: true })),
    )
  }

  private refresh() {
    if (this.closed) return
    for (const link of [...this.links.values()]) link.refresh()
  }

  private problem(what: string, error: unknown) {
    if (!this.closed) console.warn(`media server: ${what}`, error)
  }
}

/** One other person, as the server shows them: everything is read anew with each change. */
class Link implements PeerLink {
  readonly id: string
  private readonly engine: LiveKitEngine
  private readonly hooks: LinkHooks
  private readonly tracks: Record<MediaKind, MediaStreamTrack | null> = { audio: null, video: null }
  private met = false
  private closed = false
  state: PeerState = 'connecting'

  constructor(engine: LiveKitEngine, id: string, hooks: LinkHooks) {
    this.engine = engine
    this.id = id
    this.hooks = hooks
  }

  start() {
    this.refresh()
  }

  receive() {}
  resync() {}
  retry() {}

  close() {
    this.closed = true
    this.engine.forget(this)
  }

  /** Asks for the size of picture that fits how many there are. */
  ask() {
    for (const publication of this.engine.participant(this.id)?.videoTrackPublications.values() ?? [])
      if (publication.isSubscribed) publication.setVideoQuality(this.engine.quality)
  }

  refresh() {
    if (this.closed) return
    const person = this.engine.participant(this.id)
    for (const kind of ['audio', 'video'] as const) {
      const track = person?.getTrackPublication(SOURCES[kind])?.track?.mediaStreamTrack ?? null
      if (this.tracks[kind] === track) continue
      this.tracks[kind] = track
      if (track && kind === 'video') this.ask()
      this.hooks.onTrack(kind, track)
    }
    const here = this.engine.carries && person !== undefined && person.connectionQuality !== ConnectionQuality.Lost
    if (here) this.met = true
    const state = here ? 'connected' : this.met ? 'reconnecting' : 'connecting'
    if (state === this.state) return
    this.state = state
    this.hooks.onState(state)
  }

  stats() {
    const person = this.engine.participant(this.id)
    if (!person) return null
    const receivers = [...person.trackPublications.values()].flatMap(({ track }) => track?.receiver ?? [])
    const state = this.engine.carries && receivers.length > 0 ? 'connected' : 'connecting'
    return peerStats(this.id, receivers, state, this.engine.restarts)
  }
}
