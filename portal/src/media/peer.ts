import type { RoomSignalIn } from '@teleward/contract/calls/signalling.ts'
import type { MediaKind } from './local-media.ts'
import type { PeerState } from './types.ts'

export type PeerSignal = Pick<RoomSignalIn, 'session' | 'description' | 'fresh' | 'candidate' | 'reset'>

export interface PeerOptions {
  /** The same rule on both sides gives one of them the first offer, so that the first contact never collides. */
  offers: boolean
  rtc: RTCConfiguration
  local(kind: MediaKind): MediaStreamTrack | null
  /** Rejects when the other side cannot be reached just now. */
  send(signal: PeerSignal): Promise<unknown>
  onState(state: PeerState): void
  onTrack(kind: MediaKind, track: MediaStreamTrack): void
}

/** A short interruption often heals by itself, but five seconds is all a lost path may take. */
const RESTART_AFTER_DISCONNECT_MS = 300
const RESTART_BACKOFF_MS = [1_000, 2_000, 4_000, 8_000, 8_000, 8_000]
/** The browser takes 3 to 5 s to call a dead path dead; packets that stop coming tell it sooner. */
const SILENCE_MS = 1_000
const LISTEN_EVERY_MS = 250
/**
 * Both sides notice a lost path at the same time. The one that did not make the first offer waits this much longer, as
 * taking back an offer of its own, which collided, would cost it its decoder.
 */
const COURTESY_MS = 700
const OFFER_AWAITED_MS = 1_500
const ANSWER_AWAITED_MS = 3_000
const KINDS: readonly MediaKind[] = ['audio', 'video']

/**
 * The media connection to one page of one other participant. Perfect negotiation (W3C) for everything after the first
 * offer; the two transceivers never change, so that devices come and go without negotiating.
 */
export class Peer {
  private readonly options: PeerOptions
  private pc: RTCPeerConnection | null = null
  private session = ''
  private tail: Promise<void> = Promise.resolve()
  private makingOffer = false
  private ignoringOffer = false
  private wasConnected = false
  private attempts = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  private awaited: ReturnType<typeof setTimeout> | undefined
  private closed = false
  private listening: ReturnType<typeof setInterval> | undefined
  private heard = { stamp: 0, at: 0, suspected: false }
  private senders = new Map<MediaKind, RTCRtpSender>()
  private maxBitrate = 0
  state: PeerState = 'connecting'
  restarts = 0

  constructor(options: PeerOptions) {
    this.options = options
  }

  get connection(): RTCPeerConnection | null {
    return this.pc
  }

  start() {
    if (this.options.offers) this.openAsOfferer()
    else this.awaitOffer(0)
  }

  receive(signal: PeerSignal) {
    this.tail = this.tail.then(() => this.handle(signal)).catch((error) => this.problem('signal', error))
  }

  /** The line is back on either side: say again what may have been lost meanwhile. */
  resync() {
    if (this.closed) return
    if (!this.pc) {
      this.start()
      return
    }
    this.attempts = 0
    if (this.pc.signalingState === 'have-local-offer') void this.sendLocal()
    else if (this.pc.connectionState !== 'connected' && this.wasConnected) this.restart()
  }

  retry() {
    if (this.state !== 'failed') return
    this.attempts = 0
    this.setState('reconnecting')
    this.restart()
  }

  async replaceTrack(kind: MediaKind, track: MediaStreamTrack | null) {
    await this.senders.get(kind)?.replaceTrack(track)
  }

  async limitBitrate(bitsPerSecond: number) {
    this.maxBitrate = bitsPerSecond
    const sender = this.senders.get('video')
    if (!sender) return
    const parameters = sender.getParameters()
    if (parameters.encodings.length === 0) return
    for (const encoding of parameters.encodings) encoding.maxBitrate = bitsPerSecond
    await sender.setParameters(parameters).catch((error) => this.problem('bitrate', error))
  }

  close() {
    this.closed = true
    this.drop()
  }

  private drop() {
    clearTimeout(this.timer)
    clearTimeout(this.awaited)
    clearInterval(this.listening)
    this.timer = undefined
    this.senders.clear()
    const pc = this.pc
    this.pc = null
    if (!pc) return
    pc.onconnectionstatechange = pc.onnegotiationneeded = pc.onicecandidate = pc.ontrack = null
    pc.close()
  }

  private build(session: string): RTCPeerConnection {
    this.drop()
    this.session = session
    this.makingOffer = this.ignoringOffer = false
    const pc = new RTCPeerConnection(this.options.rtc)
    this.pc = pc
    pc.onicecandidate = ({ candidate }) => {
      if (candidate) void this.send({ session, candidate: candidate.toJSON() as PeerSignal['candidate'] })
    }
    pc.ontrack = ({ track }) => this.options.onTrack(track.kind === 'audio' ? 'audio' : 'video', track)
    pc.onnegotiationneeded = () => {
      this.tail = this.tail.then(() => this.negotiate()).catch((error) => this.problem('offer', error))
    }
    pc.onconnectionstatechange = () => this.connectionChanged(pc)
    return pc
  }

  private openAsOfferer() {
    const pc = this.build(crypto.randomUUID())
    for (const kind of KINDS) {
      const transceiver = pc.addTransceiver(this.options.local(kind) ?? kind, { direction: 'sendrecv' })
      this.senders.set(kind, transceiver.sender)
    }
  }

  private awaitOffer(round: number) {
    this.awaited = setTimeout(
      () => {
        if (this.closed || this.pc) return
        void this.send({ session: '', reset: true })
        this.awaitOffer(round + 1)
      },
      OFFER_AWAITED_MS * 2 ** Math.min(round, 3),
    )
  }

  private async negotiate() {
    const pc = this.pc
    if (pc?.signalingState !== 'stable') return
    try {
      this.makingOffer = true
      await pc.setLocalDescription()
    } finally {
      this.makingOffer = false
    }
    if (this.pc === pc) await this.sendLocal()
  }

  private async sendLocal() {
    const pc = this.pc
    const local = pc?.localDescription
    if (!pc || !local) return
    const fresh = local.type === 'offer' && pc.remoteDescription === null
    await this.send({ session: this.session, description: { type: local.type, sdp: local.sdp }, fresh })
    if (local.type !== 'offer') return
    clearTimeout(this.awaited)
    this.awaited = setTimeout(() => {
      if (this.pc === pc && pc.signalingState === 'have-local-offer') void this.sendLocal()
    }, ANSWER_AWAITED_MS)
  }

  private async handle(signal: PeerSignal) {
    if (this.closed) return
    if (signal.reset) return this.resetAsked(signal.session)
    if (signal.session !== this.session || !this.pc) {
      if (signal.description?.type !== 'offer') return
      if (this.options.offers) return this.resetAsked(signal.session)
      if (!signal.fresh) {
        await this.send({ session: signal.session, reset: true })
        return
      }
      this.build(signal.session)
    }
    if (signal.description) await this.described(signal.description)
    else if (signal.candidate) await this.candidate(signal.candidate)
  }

  /** The other side has nothing that our connection could continue: begin anew, unless that is under way already. */
  private async resetAsked(session: string) {
    if (!this.options.offers) return
    const pc = this.pc
    if (pc && pc.remoteDescription === null) {
      if (pc.signalingState === 'have-local-offer') await this.sendLocal()
      return
    }
    if (session === '' || session === this.session || pc?.connectionState !== 'connected') this.openAsOfferer()
  }

  private async described(description: NonNullable<PeerSignal['description']>) {
    const pc = this.pc
    if (!pc) return
    if (description.type === 'answer' && pc.signalingState !== 'have-local-offer') return
    const collides = description.type === 'offer' && (this.makingOffer || pc.signalingState !== 'stable')
    this.ignoringOffer = this.options.offers && collides
    if (this.ignoringOffer) return
    clearTimeout(this.awaited)
    await pc.setRemoteDescription(description)
    if (description.type !== 'offer') return
    this.otherRestarted()
    for (const transceiver of pc.getTransceivers()) {
      const kind = transceiver.receiver.track.kind === 'audio' ? 'audio' : 'video'
      if (this.senders.get(kind) === transceiver.sender) continue
      this.senders.set(kind, transceiver.sender)
      transceiver.direction = 'sendrecv'
      await transceiver.sender.replaceTrack(this.options.local(kind))
    }
    await pc.setLocalDescription()
    if (this.pc === pc) await this.sendLocal()
  }

  private async candidate(candidate: NonNullable<PeerSignal['candidate']>) {
    try {
      await this.pc?.addIceCandidate(candidate)
    } catch (error) {
      if (!this.ignoringOffer) throw error
    }
  }

  private connectionChanged(pc: RTCPeerConnection) {
    if (this.pc !== pc) return
    if (pc.connectionState === 'connected') {
      clearTimeout(this.timer)
      this.timer = undefined
      this.attempts = 0
      this.wasConnected = true
      this.setState('connected')
      clearInterval(this.listening)
      this.heard = { stamp: 0, at: 0, suspected: false }
      this.listening = setInterval(() => this.listen(pc), LISTEN_EVERY_MS)
      if (this.maxBitrate > 0) void this.limitBitrate(this.maxBitrate)
    } else if (pc.connectionState === 'disconnected') {
      this.setState('reconnecting')
      this.restartIn(RESTART_AFTER_DISCONNECT_MS)
    } else if (pc.connectionState === 'failed') {
      if (this.state !== 'failed') this.setState('reconnecting')
      this.restartIn(0)
    }
  }

  /**
   * Restarts once when what used to come stops coming. A restart does a healthy path no harm, and a party that simply
   * has nothing to send is not suspected a second time.
   */
  private listen(pc: RTCPeerConnection) {
    const stamps = pc.getReceivers().flatMap((receiver) => receiver.getSynchronizationSources().map((s) => s.timestamp))
    const stamp = Math.max(0, ...stamps)
    const now = performance.now()
    if (stamp > this.heard.stamp) {
      this.heard = { stamp, at: now, suspected: false }
      return
    }
    const patience = this.options.offers ? SILENCE_MS : SILENCE_MS + COURTESY_MS
    if (this.heard.at === 0 || this.heard.suspected || now - this.heard.at < patience) return
    this.heard.suspected = true
    if (pc.signalingState !== 'stable') return
    this.restarts += 1
    pc.restartIce()
  }

  /** Their restart is also ours; only if it leads nowhere is it our turn. */
  private otherRestarted() {
    this.heard.at = performance.now()
    if (this.timer === undefined) return
    clearTimeout(this.timer)
    this.timer = undefined
    this.restartIn(RESTART_BACKOFF_MS[0] ?? 0)
  }

  private restartIn(delay: number) {
    const own = this.options.offers ? delay : delay + COURTESY_MS
    this.timer ??= setTimeout(() => {
      this.timer = undefined
      this.restart()
    }, own)
  }

  private restart() {
    const pc = this.pc
    if (!pc || this.closed || pc.connectionState === 'connected') return
    const wait = RESTART_BACKOFF_MS[this.attempts]
    if (wait === undefined) {
      this.setState('failed')
      return
    }
    this.attempts += 1
    this.restarts += 1
    if (pc.signalingState === 'have-local-offer') void this.sendLocal()
    else pc.restartIce()
    this.restartIn(wait)
  }

  private setState(state: PeerState) {
    if (this.state === state) return
    this.state = state
    this.options.onState(state)
  }

  private async send(signal: PeerSignal) {
    try {
      await this.options.send(signal)
    } catch {
      // The line, or the other's, is lost. resync() says it again when it is back.
    }
  }

  private problem(what: string, error: unknown) {
    if (!this.closed) console.warn(`media connection: ${what}`, error)
  }
}
