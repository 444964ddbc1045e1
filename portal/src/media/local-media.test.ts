import { afterEach, describe, expect, it, vi } from 'vitest'
import { acquireMedia, acquireTrack } from './local-media.ts'
import { LocalTracks } from './local-tracks.ts'

type Kind = 'audio' | 'video'

class Track extends EventTarget {
  readonly kind: Kind
  enabled = true
  readyState = 'live'

  constructor(kind: Kind) {
    super()
    this.kind = kind
  }

  stop() {
    this.readyState = 'ended'
  }
}

const refuse = (name: string) => new DOMException(name, name)
const asTrack = (track: Track) => track as unknown as MediaStreamTrack

/** Devices by what each of them answers: a track, or the name of the browser's error. */
function devices(answers: Record<Kind, string>, permission: string | Record<string, string> = 'prompt') {
  const given: Track[] = []
  const getUserMedia = vi.fn(async (wanted: MediaStreamConstraints) => {
    const kinds = (['audio', 'video'] as const).filter((kind) => wanted[kind])
    for (const kind of kinds) if (answers[kind] !== 'ok') throw refuse(answers[kind])
    const tracks = kinds.map((kind) => new Track(kind))
    given.push(...tracks)
    return {
      getTracks: () => tracks,
      getAudioTracks: () => tracks.filter(({ kind }) => kind === 'audio'),
      getVideoTracks: () => tracks.filter(({ kind }) => kind === 'video'),
    }
  })
  vi.stubGlobal('navigator', {
    mediaDevices: { getUserMedia, enumerateDevices: async () => [] },
    permissions: {
      query: async ({ name }: { name: string }) => ({
        state: typeof permission === 'string' ? permission : permission[name],
      }),
    },
  })
  return { getUserMedia, given }
}

afterEach(() => vi.unstubAllGlobals())

describe('microphone and camera', () => {
  it('[CALL-12~] are asked for in one question', async () => {
    const { getUserMedia } = devices({ audio: 'ok', video: 'ok' })
    const media = await acquireMedia()
    expect([media.audio?.kind, media.video?.kind, media.problems]).toEqual(['audio', 'video', []])
    expect(getUserMedia).toHaveBeenCalledOnce()
  })

  it('[CALL-12~] not allowed is MEDIA_DENIED for both, and the person is not asked twice', async () => {
    const { getUserMedia } = devices({ audio: 'NotAllowedError', video: 'NotAllowedError' })
    expect((await acquireMedia()).problems).toEqual([
      { kind: 'audio', code: 'MEDIA_DENIED', reason: 'denied' },
      { kind: 'video', code: 'MEDIA_DENIED', reason: 'denied' },
    ])
    expect(getUserMedia).toHaveBeenCalledOnce()
  })

  it('[CALL-12~] one that is blocked for good takes the other not along, whichever it is', async () => {
    const cases: [Kind, Kind, string][] = [
      ['audio', 'video', 'microphone'],
      ['video', 'audio', 'camera'],
    ]
    for (const [blocked, free, name] of cases)
      for (const other of ['granted', 'prompt']) {
        const permissions = { microphone: other, camera: other, [name]: 'denied' }
        const { getUserMedia } = devices({ audio: 'ok', video: 'ok', [blocked]: 'NotAllowedError' }, permissions)
        const media = await acquireMedia()
        expect([media[free]?.kind, media[blocked]]).toEqual([free, null])
        expect(media.problems).toEqual([{ kind: blocked, code: 'MEDIA_DENIED', reason: 'denied' }])
        expect(getUserMedia, 'for both, and for the one that was never asked about').toHaveBeenCalledTimes(2)
      }
  })

  it('[CALL-12~] a camera that is missing, busy or not allowed leaves a voice call', async () => {
    const cases = [
      ['NotFoundError', 'MEDIA_MISSING', 'missing'],
      ['NotReadableError', 'MEDIA_MISSING', 'busy'],
      ['NotAllowedError', 'MEDIA_DENIED', 'denied'],
    ]
    for (const [name = '', code, reason] of cases) {
      devices({ audio: 'ok', video: name }, 'granted')
      const media = await acquireMedia()
      expect([media.audio?.kind, media.video]).toEqual(['audio', null])
      expect(media.problems).toEqual([{ kind: 'video', code, reason }])
    }
  })

  it('[CALL-12~] no microphone and no device at all are told, kind by kind', async () => {
    devices({ audio: 'NotFoundError', video: 'ok' })
    expect((await acquireMedia()).problems).toEqual([{ kind: 'audio', code: 'MEDIA_MISSING', reason: 'missing' }])
    devices({ audio: 'NotFoundError', video: 'NotFoundError' })
    expect((await acquireMedia()).problems.map(({ kind }) => kind)).toEqual(['audio', 'video'])
    vi.stubGlobal('navigator', {})
    expect((await acquireMedia()).problems.map(({ reason }) => reason)).toEqual(['unsupported', 'unsupported'])
    await expect(acquireTrack('audio')).rejects.toMatchObject({ code: 'MEDIA_MISSING', reason: 'unsupported' })
  })

  it('[CALL-13~] a voice call does not ask for the camera', async () => {
    const { getUserMedia } = devices({ audio: 'ok', video: 'ok' })
    const media = await acquireMedia({ video: false })
    expect(media).toMatchObject({ video: null, problems: [] })
    expect(getUserMedia.mock.calls.every(([wanted]) => wanted.video === undefined)).toBe(true)
  })
})

describe('devices during a call', () => {
  const start = (audio: Track | null, video: Track | null) => {
    const sent: [Kind, MediaStreamTrack | null][] = []
    const tracks = new LocalTracks({
      audio: audio && asTrack(audio),
      video: video && asTrack(video),
      onTrack: async (kind, track) => void sent.push([kind, track]),
      onDevice: () => undefined,
    })
    return { tracks, sent }
  }

  it('[CALL-10~] switching the camera off releases it, muting keeps the microphone', async () => {
    devices({ audio: 'ok', video: 'ok' })
    const [audio, video] = [new Track('audio'), new Track('video')]
    const { tracks, sent } = start(audio, video)
    await tracks.setCam(false)
    expect([video.readyState, sent.at(-1), tracks.cam]).toEqual(['ended', ['video', null], false])
    await tracks.setMic(false)
    expect([audio.enabled, audio.readyState, tracks.mic]).toEqual([false, 'live', false])
    await tracks.setCam(true)
    expect([tracks.cam, tracks.get('video')?.readyState]).toEqual([true, 'live'])
  })

  it('[CALL-10~] quick clicks leave one camera open at most', async () => {
    const { given } = devices({ audio: 'ok', video: 'ok' })
    const { tracks } = start(null, null)
    await Promise.all([true, false, true, true, false, true].map((on) => tracks.setCam(on)))
    expect(given.filter(({ readyState }) => readyState === 'live')).toHaveLength(1)
    tracks.stop()
    expect(given.filter(({ readyState }) => readyState === 'live')).toHaveLength(0)
  })

  it('[CALL-12~] a camera that cannot be had again stays off', async () => {
    devices({ audio: 'ok', video: 'NotReadableError' })
    const { tracks } = start(new Track('audio'), null)
    await expect(tracks.setCam(true)).rejects.toMatchObject({ reason: 'busy' })
    expect(tracks.cam).toBe(false)
  })

  it('[CALL-12~] an exchanged microphone keeps being muted, and the old one is stopped', async () => {
    devices({ audio: 'ok', video: 'ok' })
    const audio = new Track('audio')
    const { tracks } = start(audio, null)
    await tracks.setMic(false)
    await tracks.replaceDevice('audio', 'headset')
    expect(tracks.get('audio')).toMatchObject({ enabled: false, readyState: 'live' })
    expect(audio.readyState).toBe('ended')
  })
})
