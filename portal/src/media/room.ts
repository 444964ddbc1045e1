import type {
  LeftReason,
  MediaState,
  RoomJoined,
  RoomParticipant,
  RoomSignalIn,
} from '@teleward/contract/calls/signalling.ts'
import { createEmitter } from './emitter.ts'
import type { MediaKind, MediaProblem } from './local-media.ts'
import type { Engine, EngineHost, PeerLink } from './engine.ts'
import { LocalTracks } from './local-tracks.ts'
import { exposeProbe } from './probe.ts'
import { SignalRefused } from './socket-signalling.ts'
import type { ConnectOptions, LocalParticipant, Participant, RoomConnection, RoomEvents } from './types.ts'
import { createStore } from '../lib/store.ts'

interface Member {
  info: RoomParticipant
  peer: PeerLink
  tracks: Record<MediaKind, MediaStreamTrack | null>
  view: Participant
  missing?: ReturnType<typeof setTimeout>
}

/** A restarted server knows nobody until each has come back: those whose media still runs get this long. */
const MISSING_GRACE_MS = 6_000
const REJOIN_AGAIN_MS = [300, 700, 1_500, 3_000]
const FATAL: ReadonlySet<string> = new Set(['ROOM_DENIED', 'ROOM_CLOSED', 'ROOM_FULL', 'NOT_FOUND'])
/** A server that is just starting may say no by mistake; a running call does not end at the first no. */
const NOES_BELIEVED = 3

const engines: Record<Engine['kind'], () => Promise<(host: EngineHost) => Engine>> = {
  livekit: async () => (await import('./livekit.ts')).liveKitEngine,
  embedded: async () => (await import('./mesh.ts')).meshEngine,
}

const NOTHING: readonly never[] = []

class Room implements RoomConnection {
  readonly instance = crypto.randomUUID()
  private readonly options: ConnectOptions
  private readonly events = createEmitter<RoomEvents>()
  private readonly changes = createStore(null)
  private readonly members = new Map<string, Member>()
  private readonly local: LocalTracks
  private readonly unhook: (() => void)[] = []
  /** What was said before our own admission was answered; heard right after it. */
  private early: (() => void)[] = []
  private identity: RoomJoined['self'] | null = null
  private turn = 0
  private again: ReturnType<typeof setTimeout> | undefined
  private engine: Engine | null = null
  participants: readonly Participant[] = []
  self: LocalParticipant
  recording: RoomJoined['recording'] = 'off'
  ended = false
  unreachable = false
  problems: readonly MediaProblem[] = []
  readonly on: RoomConnection['on'] = (event, handler) => this.events.on(event, handler)

  constructor(options: ConnectOptions) {
    this.options = options
    this.local = new LocalTracks({
      audio: options.audio,
      video: options.video,
      problems: options.problems,
      onTrack: async (kind) => this.engine?.send(kind),
      onDevice: (change) => {
        void this.tellMedia()
        if (change) this.events.emit('device', change)
      },
    })
    this.problems = this.local.problems
    this.self = this.selfView()
  }

  private host(): EngineHost {
    const { signalling, iceServers } = this.options
    return {
      instance: this.instance,
      local: (kind) => this.local.get(kind),
      signal: (payload) => signalling.emit('room.signal', payload),
      readmit: () => void this.rejoin(0),
      unreachable: (away) => {
        this.unreachable = away
        this.publish()
      },
      rtc: { iceServers, bundlePolicy: 'max-bundle' },
    }
  }

  async open() {
    const { signalling, engine = 'embedded' } = this.options
    // Loaded while the room is being entered; a failure is told then.
    engines[engine]().catch(() => undefined)
    this.unhook.push(
      signalling.on('room.joined', (participant) => this.heard(() => this.arrived(participant))),
      signalling.on('room.left', ({ id, instance, reason }) => this.heard(() => this.departed(id, instance, reason))),
      signalling.on('room.signal', (signal) => this.heard(() => this.signalled(signal))),
      signalling.on('room.media', ({ id, instance, media }) => this.heard(() => this.mediaTold(id, instance, media))),
      signalling.on('room.ended', ({ roomId, reason }) => {
        if (roomId === this.options.roomId) this.finish(reason)
      }),
      signalling.on('room.recording', ({ state }) => this.recordingTold(state)),
      signalling.onDisconnect(() => this.events.emit('line', { online: false })),
      signalling.onReconnect(() => void this.rejoin(0)),
    )
    try {
      await this.admitted(await this.join())
    } catch (error) {
      // Let in, but without what carries the media: nobody is to wait for us.
      if (!(error instanceof SignalRefused)) void signalling.emit('room.leave', {}).catch(() => undefined)
      this.finish('refused')
      throw error
    }
    this.unhook.push(exposeProbe(this))
    const online = () => this.resync()
    window.addEventListener('online', online)
    this.unhook.push(() => window.removeEventListener('online', online))
  }

  subscribe(listener: () => void) {
    return this.changes.subscribe(listener)
  }

  async setMic(on: boolean) {
    try {
      await this.local.setMic(on)
    } finally {
      await Promise.all([this.engine?.send('audio'), this.tellMedia()])
    }
  }

  async setCam(on: boolean) {
    await this.local.setCam(on).finally(() => this.tellMedia())
  }

  async replaceDevice(kind: MediaKind, deviceId: string) {
    await this.local.replaceDevice(kind, deviceId).finally(() => this.tellMedia())
  }

  async getStats() {
    return Promise.all([...this.members.values()].flatMap(({ peer }) => peer.stats() ?? []))
  }

  retry() {
    this.engine?.retry()
    for (const { peer } of this.members.values()) peer.retry()
  }

  async leave() {
    if (this.ended) return
    const told = this.options.signalling.emit('room.leave', {})
    this.finish('left')
    // Without a line the server finds out by itself; leaving must not wait for that.
    await told.catch(() => undefined)
  }

  private async join() {
    const { signalling, roomId, token } = this.options
    const valid = typeof token === 'string' ? token : await token()
    return signalling.emit('room.join', { roomId, token: valid, instance: this.instance, media: this.media() })
  }

  private async admitted(answer: RoomJoined) {
    await this.carriedBy(answer.media ? 'livekit' : 'embedded')
    if (this.ended) return
    this.identity = answer.self
    for (const participant of answer.participants) this.arrived(participant)
    for (const [id, member] of this.members) {
      if (answer.participants.some((participant) => participant.id === id)) continue
      member.missing ??= setTimeout(
        () => this.departed(id, member.info.instance, 'lost'),
        member.peer.state === 'connected' ? MISSING_GRACE_MS : 0,
      )
    }
    for (const act of this.early.splice(0)) act()
    this.recordingTold(answer.recording)
    this.tellPeople()
    if (answer.media) this.engine?.granted(answer.media)
    this.publish()
  }

  /** A server that was set up anew meanwhile may carry the media by another way: everybody is met again on that. */
  private async carriedBy(kind: Engine['kind']) {
    if (this.engine?.kind === kind) return
    // What is heard meanwhile waits for the other engine.
    this.identity = null
    const make = await this.options.load(engines[kind])
    if (this.ended || this.engine?.kind === kind) return
    for (const member of this.members.values()) {
      clearTimeout(member.missing)
      member.peer.close()
    }
    this.members.clear()
    this.engine?.close()
    this.unreachable = false
    this.engine = make(this.host())
  }

  /** Until it works: `turn` lets a newer return take over from the one that is still trying. */
  private async rejoin(round: number, turn = ++this.turn) {
    clearTimeout(this.again)
    if (this.ended) return
    try {
      const answer = await this.join()
      if (this.ended || turn !== this.turn) return
      await this.admitted(answer)
      this.events.emit('line', { online: true })
    } catch (error) {
      if (this.ended || turn !== this.turn) return
      const closed = error instanceof SignalRefused && error.code === 'ROOM_CLOSED'
      if (closed || (error instanceof SignalRefused && FATAL.has(error.code) && round + 1 >= NOES_BELIEVED)) {
        this.finish(closed ? 'closed' : 'refused')
        return
      }
      const wait = REJOIN_AGAIN_MS[Math.min(round, REJOIN_AGAIN_MS.length - 1)]
      this.again = setTimeout(() => void this.rejoin(round + 1, turn), wait)
    }
  }

  private heard(act: () => void) {
    if (this.identity) act()
    else this.early.push(act)
  }

  private resync() {
    for (const { peer } of this.members.values()) peer.resync()
  }

  private arrived(info: RoomParticipant) {
    if (this.ended || !this.identity || !this.engine || info.id === this.identity.id) return
    const known = this.members.get(info.id)
    if (known && known.info.instance === info.instance) {
      clearTimeout(known.missing)
      known.missing = undefined
      known.info = info
      known.peer.resync()
      this.refresh(known)
      return
    }
    // A reload: the person is the same, everything their page had is gone.
    if (known) known.peer.close()
    clearTimeout(known?.missing)
    const member = this.enter(this.engine, info, this.identity.id)
    this.members.set(info.id, member)
    this.tellPeople()
    this.refresh(member)
    if (!known) this.events.emit('joined', member.view)
    else this.events.emit('reconnecting', member.view)
    member.peer.start()
  }

  private enter(engine: Engine, info: RoomParticipant, selfId: string): Member {
    const tracks: Member['tracks'] = { audio: null, video: null }
    const peer = engine.enter(info, selfId, {
      onState: (state) => {
        if (this.members.get(info.id) !== member) return
        this.refresh(member)
        if (state !== 'connecting') this.events.emit(state, member.view)
      },
      onTrack: (kind, track) => {
        if (this.members.get(info.id) !== member) return
        tracks[kind] = track
        this.refresh(member)
        this.events.emit('track', { participant: member.view, kind })
      },
    })
    const member: Member = { info, peer, tracks, view: view(info, peer, tracks) }
    return member
  }

  private departed(id: string, instance: string, reason: LeftReason) {
    const member = this.members.get(id)
    if (!member || member.info.instance !== instance) return
    clearTimeout(member.missing)
    member.peer.close()
    this.members.delete(id)
    this.tellPeople()
    this.publish()
    this.events.emit('left', { participant: member.view, reason })
  }

  private signalled(signal: RoomSignalIn) {
    const member = this.members.get(signal.from)
    if (signal.toInstance !== this.instance || member?.info.instance !== signal.instance) return
    member.peer.receive(signal)
  }

  private mediaTold(id: string, instance: string, media: MediaState) {
    const member = this.members.get(id)
    if (member?.info.instance !== instance) return
    const cam = member.info.media.cam
    member.info = { ...member.info, media }
    this.refresh(member)
    this.events.emit('media', { id, ...media })
    if (cam !== media.cam) this.events.emit('track', { participant: member.view, kind: 'video' })
  }

  private recordingTold(state: RoomJoined['recording']) {
    if (this.recording === state) return
    this.recording = state
    this.publish()
    this.events.emit('recording', { state })
  }

  private async tellMedia() {
    this.publish()
    if (this.ended || !this.identity) return
    const media = this.media()
    this.events.emit('media', { id: this.identity.id, ...media })
    // Without a line the next join tells it.
    await this.options.signalling.emit('room.media', media).catch(() => undefined)
  }

  private media(): MediaState {
    const { mic, cam, problems } = this.local
    const unavailable = problems.map(({ kind }) => (kind === 'audio' ? ('mic' as const) : ('cam' as const)))
    return { mic, cam, ...(unavailable.length ? { unavailable } : {}) }
  }

  private tellPeople() {
    this.engine?.people([...this.members.keys()])
  }

  private finish(reason: RoomEvents['ended']['reason']) {
    if (this.ended) return
    this.ended = true
    clearTimeout(this.again)
    for (const off of this.unhook.splice(0)) off()
    for (const member of this.members.values()) {
      clearTimeout(member.missing)
      member.peer.close()
    }
    this.members.clear()
    this.engine?.close()
    this.local.stop()
    this.publish()
    this.events.emit('ended', { reason })
  }

  private selfView(): LocalParticipant {
    const { id, name, role } = this.identity ?? { id: '', name: '', role: 'guest' as const }
    const { mic, cam } = this.local
    return { id, name, role, mic, cam, videoTrack: this.local.get('video'), audioTrack: this.local.get('audio') }
  }

  private refresh(member: Member) {
    member.view = view(member.info, member.peer, member.tracks)
    this.publish()
  }

  private publish() {
    this.self = this.selfView()
    const now = this.local.problems
    // The same list as long as nothing of it changes: screens compare by identity.
    if (now.length !== this.problems.length || now.some((one, at) => one !== this.problems[at])) this.problems = now
    this.participants = [...this.members.values()].map((member) => member.view)
    this.changes.notify()
  }
}

function view(info: RoomParticipant, peer: PeerLink, tracks: Member['tracks']): Participant {
  return {
    id: info.id,
    name: info.name,
    role: info.role,
    relation: info.relation,
    state: peer.state,
    mic: info.media.mic,
    cam: info.media.cam,
    unavailable: info.media.unavailable ?? NOTHING,
    // A camera that is off leaves its last picture in the decoder; nobody wants to look at that.
    videoTrack: info.media.cam ? tracks.video : null,
    audioTrack: tracks.audio,
  }
}

/** Enters a room. Rejects with SignalRefused (ROOM_FULL, ROOM_DENIED, ROOM_CLOSED …) or LineLost. */
export async function connect(options: ConnectOptions): Promise<RoomConnection> {
  const room = new Room(options)
  await room.open()
  return room
}
