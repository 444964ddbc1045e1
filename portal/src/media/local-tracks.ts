import { acquireTrack, MediaError, type MediaKind } from './local-media.ts'

export interface LocalTracksOptions {
  audio: MediaStreamTrack | null
  video: MediaStreamTrack | null
  /** The tracks or what they carry changed; everyone who sends them must follow. */
  onTrack(kind: MediaKind, track: MediaStreamTrack | null): Promise<void>
  onLost(kind: MediaKind): void
}

/** One's own microphone and camera during a call. */
export class LocalTracks {
  private readonly options: LocalTracksOptions
  private readonly tracks: Record<MediaKind, MediaStreamTrack | null> = { audio: null, video: null }
  private readonly devices: Partial<Record<MediaKind, string>> = {}
  private readonly queues: Record<MediaKind, Promise<unknown>> = { audio: Promise.resolve(), video: Promise.resolve() }
  private stopped = false
  mic: boolean
  cam: boolean

  constructor(options: LocalTracksOptions) {
    this.options = options
    this.mic = options.audio?.enabled ?? false
    this.cam = options.video?.enabled ?? false
    this.take('audio', options.audio)
    this.take('video', options.video)
  }

  get(kind: MediaKind) {
    return this.tracks[kind]
  }

  /** Muting keeps the microphone, so that speaking up again is instant. */
  setMic(on: boolean) {
    return this.inTurn('audio', async () => {
      const track = this.tracks.audio
      if (on && !track) await this.exchange('audio')
      else if (track) track.enabled = on
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
      if (kind === 'video' && !this.cam) return
      try {
        await this.exchange(kind)
      } catch (error) {
        this.devices[kind] = before
        throw error
      }
    })
  }

  stop() {
    this.stopped = true
    for (const kind of ['audio', 'video'] as const) {
      this.tracks[kind]?.stop()
      this.tracks[kind] = null
    }
  }

  private async exchange(kind: MediaKind) {
    const track = await acquireTrack(kind, this.devices[kind]).catch((error: unknown) => {
      // Many phones open one camera at a time: the old one goes first, and the new one is asked for once more.
      if (kind !== 'video' || !this.tracks.video || !(error instanceof MediaError) || error.reason !== 'busy')
        throw error
      this.tracks.video.stop()
      return acquireTrack(kind, this.devices[kind])
    })
    if (this.stopped) {
      track.stop()
      return
    }
    const before = this.tracks[kind]
    if (kind === 'audio' && before) track.enabled = this.mic
    this.take(kind, track)
    await this.options.onTrack(kind, track)
    before?.stop()
  }

  private take(kind: MediaKind, track: MediaStreamTrack | null) {
    this.tracks[kind] = track
    // `ended` is fired for an unplugged device, never for our own stop().
    track?.addEventListener('ended', () => {
      if (this.tracks[kind] === track) void this.inTurn(kind, () => this.lost(kind))
    })
  }

  private async lost(kind: MediaKind) {
    this.tracks[kind] = null
    if (kind === 'audio') this.mic = false
    else this.cam = false
    await this.options.onTrack(kind, null)
    this.options.onLost(kind)
  }

  /** Two quick clicks must not leave two cameras open; the microphone waits for no question about the camera. */
  private inTurn(kind: MediaKind, act: () => Promise<void>): Promise<void> {
    const run = this.queues[kind].then(act)
    this.queues[kind] = run.catch(() => undefined)
    return run
  }
}
