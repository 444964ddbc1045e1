import {
  acquireAny,
  acquireTrack,
  MediaError,
  type MediaKind,
  type MediaProblem,
  permissionOf,
  problemOf,
} from './local-media.ts'

export interface LocalTracksOptions {
  audio: MediaStreamTrack | null
  video: MediaStreamTrack | null
  /** What was asked for before the call and not given. */
  problems?: readonly MediaProblem[] | undefined
  /** The tracks or what they carry changed; everyone who sends them must follow. */
  onTrack(kind: MediaKind, track: MediaStreamTrack | null): Promise<void>
  /** A device came, went or gave way to another by itself: `changed` names both. */
  onDevice(changed: DeviceChange | null): void
}
/** A device was taken away, and another of its kind is in use now; names as the browser has them. */
export interface DeviceChange {
  kind: MediaKind
  from: string
  to: string
}

const KINDS = ['audio', 'video'] as const

/** One's own microphone and camera during a call. */
export class LocalTracks {
  private readonly options: LocalTracksOptions
  private readonly tracks: Record<MediaKind, MediaStreamTrack | null> = { audio: null, video: null }
  private readonly devices: Partial<Record<MediaKind, string>> = {}
  private readonly queues: Record<MediaKind, Promise<unknown>> = { audio: Promise.resolve(), video: Promise.resolve() }
  private readonly faults = new Map<MediaKind, MediaProblem>()
  private readonly unhook: (() => void)[] = []
  private stopped = false
  mic: boolean
  cam: boolean

  constructor(options: LocalTracksOptions) {
    this.options = options
    this.mic = options.audio?.enabled ?? false
    this.cam = options.video?.enabled ?? false
    this.take('audio', options.audio)
    this.take('video', options.video)
    for (const problem of options.problems ?? []) this.faults.set(problem.kind, problem)
    this.watch()
  }

  get(kind: MediaKind) {
    return this.tracks[kind]
  }

  /** What is wanted and not to be had just now. It goes with the first device of that kind that gives something. */
  get problems(): MediaProblem[] {
    return KINDS.flatMap((kind) => this.faults.get(kind) ?? [])
  }

  /** Muting keeps the microphone, so that speaking up again is instant. */
  setMic(on: boolean) {
    return this.inTurn('audio', async () => {
      const track = this.tracks.audio
      if (on && !track) await this.exchange('audio')
      else if (track) track.enabled = on
      if (!on) this.faults.delete('audio')
      this.mic = on
    })
  }

  /** Switching off releases the camera: its light is what people trust. */
  setCam(on: boolean) {
    return this.inTurn('video', async () => {
      if (on === this.cam && (this.tracks.video !== null) === on) return
      if (on) {
        await this.exchange('video')
        this.cam = true
        return
      }
      this.cam = false
      const track = this.tracks.video
      this.tracks.video = null
      await this.options.onTrack('video', null)
      track?.stop()
    })
  }

  replaceDevice(kind: MediaKind, deviceId: string) {
    return this.inTurn(kind, async () => {
      const before = this.devices[kind]
      this.devices[kind] = deviceId
      // A camera that is off stays off; the choice counts when it is switched on.
      if (kind === 'video' && !this.cam && !this.faults.has(kind)) return
      try {
        await this.exchange(kind, acquireTrack)
      } catch (error) {
        this.devices[kind] = before
        // The one in use had to be let go for it, and comes back.
        if (this.tracks[kind]?.readyState === 'ended') await this.exchange(kind)
        throw error
      }
      if (kind === 'video') this.cam = true
      else this.mic = this.tracks.audio?.enabled ?? false
    })
  }

  stop() {
    this.stopped = true
    for (const off of this.unhook.splice(0)) off()
    for (const kind of KINDS) {
      this.tracks[kind]?.stop()
      this.tracks[kind] = null
    }
  }

  private async exchange(kind: MediaKind, acquire = acquireAny) {
    const wanted = this.devices[kind]
    try {
      const track = await acquire(kind, wanted).catch((error: unknown) => {
        // Many phones open one camera at a time: the old one goes first, and the new one is asked for once more.
        if (kind !== 'video' || !this.tracks.video || !(error instanceof MediaError) || error.reason !== 'busy')
          throw error
        this.tracks.video.stop()
        return acquire(kind, wanted)
      })
      if (this.stopped) {
        track.stop()
        return
      }
      const before = this.tracks[kind]
      if (kind === 'audio' && before) track.enabled = this.mic
      this.take(kind, track)
      this.faults.delete(kind)
      await this.options.onTrack(kind, track)
      before?.stop()
    } catch (error) {
      // What is still in use is no problem: the choice alone has failed.
      if (error instanceof MediaError && this.tracks[kind]?.readyState !== 'live')
        this.faults.set(kind, problemOf(kind, error.reason))
      throw error
    }
  }

  private take(kind: MediaKind, track: MediaStreamTrack | null) {
    this.tracks[kind] = track
    // `ended` is fired for an unplugged device, never for our own stop().
    track?.addEventListener('ended', () => {
      if (this.tracks[kind] === track) void this.inTurn(kind, () => this.lost(kind, track))
    })
  }

  /** Whoever speaks goes on with another device of that kind, which nobody had to choose; without one the others are told. */
  private async lost(kind: MediaKind, track: MediaStreamTrack) {
    const on = kind === 'audio' ? this.mic : this.cam
    this.tracks[kind] = null
    // Asked for as the only right one it would never come back.
    this.devices[kind] = undefined
    this.switch(kind, false)
    await this.options.onTrack(kind, null)
    if (!on || this.stopped) return this.options.onDevice(null)
    try {
      await this.exchange(kind)
      this.switch(kind, true)
      this.options.onDevice({ kind, from: track.label, to: this.get(kind)?.label ?? '' })
    } catch (error) {
      if (!(error instanceof MediaError)) throw error
      const reason = error.reason === 'missing' ? 'lost' : error.reason
      this.faults.set(kind, { ...problemOf(kind, reason), device: track.label })
      this.options.onDevice(null)
    }
  }

  private switch(kind: MediaKind, on: boolean) {
    if (kind === 'audio') this.mic = on
    else this.cam = on
  }

  /** A device is plugged in, another program lets go of it, it is allowed after all: what was wanted comes by itself. */
  private watch() {
    const again = (kind: MediaKind) => {
      if (this.faults.has(kind)) void this.inTurn(kind, () => this.regain(kind))
    }
    const all = () => {
      for (const kind of KINDS) if (this.faults.get(kind)?.reason !== 'denied') again(kind)
    }
    const devices = navigator.mediaDevices as MediaDevices | undefined
    if (!devices?.addEventListener) return
    devices.addEventListener('devicechange', all)
    // A phone gives a camera back when the page is looked at again.
    window.addEventListener('focus', all)
    this.unhook.push(
      () => devices.removeEventListener('devicechange', all),
      () => window.removeEventListener('focus', all),
    )
    for (const kind of KINDS)
      void permissionOf(kind).then((status) => {
        if (!status?.addEventListener || this.stopped) return
        const allowed = () => status.state === 'granted' && again(kind)
        status.addEventListener('change', allowed)
        this.unhook.push(() => status.removeEventListener('change', allowed))
      })
  }

  private async regain(kind: MediaKind) {
    const fault = this.faults.get(kind)
    if (!fault || this.stopped) return
    try {
      await this.exchange(kind)
      this.switch(kind, true)
    } catch (error) {
      if (!(error instanceof MediaError)) throw error
      // Still not there: what was said of it stands.
      if (error.reason === 'missing') this.faults.set(kind, fault)
    }
    this.options.onDevice(null)
  }

  /** Two quick clicks must not leave two cameras open; the microphone waits for no question about the camera. */
  private inTurn(kind: MediaKind, act: () => Promise<void>): Promise<void> {
    const run = this.queues[kind].then(act)
    this.queues[kind] = run.catch(() => undefined)
    return run
  }
}
