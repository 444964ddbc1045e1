import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type MediaKind, problemOf } from './local-media.ts'
import { type DeviceChange, LocalTracks } from './local-tracks.ts'

class Track extends EventTarget {
  readonly kind: MediaKind
  readonly label: string
  enabled = true
  readyState = 'live'

  constructor(kind: MediaKind, label: string) {
    super()
    this.kind = kind
    this.label = label
  }

  stop() {
    this.readyState = 'ended'
  }

  getSettings = () => ({ facingMode: this.label === 'Back' ? 'environment' : undefined })
}
const asTrack = (track: Track) => track as unknown as MediaStreamTrack

/** A computer with devices that come and go; of each kind the first is the browser's own choice. */
function computer(...labels: [MediaKind, string][]) {
  const here = labels.map(([kind, label]) => ({ kind, label, fault: '' }))
  const open: Track[] = []
  const mediaDevices = Object.assign(new EventTarget(), {
    enumerateDevices: async () => here.map(({ kind, label }) => ({ kind: `${kind}input`, deviceId: label, label })),
    getUserMedia: async (wanted: MediaStreamConstraints) => {
      const kind = wanted.audio ? 'audio' : 'video'
      const asked = (wanted[kind] as { deviceId?: { exact: string } }).deviceId?.exact
      const one = here.find((each) => each.kind === kind && (!asked || each.label === asked))
      if (!one) throw new DOMException('', asked ? 'OverconstrainedError' : 'NotFoundError')
      if (one.fault) throw new DOMException('', one.fault)
      const track = new Track(kind, one.label)
      open.push(track)
      return { getTracks: () => [track] }
    },
  })
  const permissions: Record<string, EventTarget & { state: string }> = {}
  for (const name of ['microphone', 'camera'])
    permissions[name] = Object.assign(new EventTarget(), { state: 'granted' })
  vi.stubGlobal('navigator', {
    mediaDevices,
    permissions: { query: async ({ name }: { name: string }) => permissions[name] },
  })
  return {
    /** Taken away while it may be in use. */
    unplug(label: string) {
      here.splice(
        here.findIndex((one) => one.label === label),
        1,
      )
      for (const track of open.filter((one) => one.label === label && one.readyState === 'live')) {
        track.stop()
        track.dispatchEvent(new Event('ended'))
      }
    },
    plug(kind: MediaKind, label: string) {
      here.push({ kind, label, fault: '' })
      mediaDevices.dispatchEvent(new Event('devicechange'))
    },
    set(label: string, fault: string) {
      const one = here.find((each) => each.label === label)
      if (one) one.fault = fault
    },
    allow(name: string) {
      permissions[name]?.dispatchEvent(new Event('change'))
    },
    track(kind: MediaKind, label: string) {
      const track = new Track(kind, label)
      open.push(track)
      return track
    },
    live: () => open.filter(({ readyState }) => readyState === 'live').map(({ label }) => label),
  }
}

const start = (audio: Track | null, problems: ReturnType<typeof problemOf>[] = []) => {
  const changes: DeviceChange[] = []
  const onDevice = vi.fn((change: DeviceChange | null) => {
    if (change) changes.push(change)
  })
  const tracks = new LocalTracks({
    audio: audio && asTrack(audio),
    video: null,
    problems,
    onTrack: async () => undefined,
    onDevice,
  })
  return { tracks, changes, onDevice }
}
const state = (tracks: LocalTracks) => [tracks.mic, tracks.get('audio')?.label ?? null, tracks.problems]

beforeEach(() => vi.stubGlobal('window', new EventTarget()))
afterEach(() => vi.unstubAllGlobals())

describe('a device in a call', () => {
  it('[CALL-12~] that is unplugged gives way to another by itself, and both names are told', async () => {
    const at = computer(['audio', 'Built in'], ['audio', 'Headset'])
    const { tracks, changes } = start(null)
    await tracks.replaceDevice('audio', 'Headset')
    await tracks.setMic(true)
    at.unplug('Headset')
    await vi.waitFor(() => expect(changes).toEqual([{ kind: 'audio', from: 'Headset', to: 'Built in' }]))
    expect([state(tracks), at.live()]).toEqual([[true, 'Built in', []], ['Built in']])
  })

  it('[CALL-12~] that is unplugged and has no other is told by its name, and comes back with the next one', async () => {
    const at = computer(['audio', 'Headset'])
    const { tracks, onDevice } = start(at.track('audio', 'Headset'))
    at.unplug('Headset')
    await vi.waitFor(() => expect(onDevice).toHaveBeenCalled())
    expect(state(tracks)).toEqual([false, null, [{ ...problemOf('audio', 'lost'), device: 'Headset' }]])
    // By hand it cannot be had either, and says so; what was said of it first stands no longer.
    await expect(tracks.setMic(true)).rejects.toMatchObject({ reason: 'missing' })
    expect(tracks.problems).toEqual([problemOf('audio', 'missing')])
    at.plug('audio', 'Other')
    await vi.waitFor(() => expect(state(tracks)).toEqual([true, 'Other', []]))
  })

  it('[CALL-12~] of somebody who had muted stays off, and is no problem', async () => {
    const at = computer(['audio', 'Headset'], ['audio', 'Built in'])
    const { tracks, onDevice } = start(at.track('audio', 'Headset'))
    await tracks.setMic(false)
    at.unplug('Headset')
    await vi.waitFor(() => expect(onDevice).toHaveBeenCalledWith(null))
    expect([state(tracks), at.live()]).toEqual([[false, null, []], []])
    await tracks.setMic(true)
    expect(state(tracks)).toEqual([true, 'Built in', []])
  })

  it('[CALL-12~] held by another program: one that is free is taken, else it is tried again when the page is looked at', async () => {
    const at = computer(['audio', 'Built in'], ['audio', 'Headset'])
    at.set('Built in', 'NotReadableError')
    const { tracks } = start(null)
    await tracks.setMic(true)
    expect(state(tracks)).toEqual([true, 'Headset', []])
    tracks.stop()

    const only = computer(['audio', 'Built in'])
    only.set('Built in', 'NotReadableError')
    const second = start(null, [problemOf('audio', 'busy')])
    expect(second.tracks.problems).toEqual([problemOf('audio', 'busy')])
    only.set('Built in', '')
    window.dispatchEvent(new Event('focus'))
    await vi.waitFor(() => expect(state(second.tracks)).toEqual([true, 'Built in', []]))
  })

  it('[CALL-12~] a camera that looks away from the person takes the place of none by itself', async () => {
    const at = computer(['video', 'Front'], ['video', 'Back'])
    at.set('Front', 'NotReadableError')
    const { tracks } = start(null)
    await expect(tracks.setCam(true)).rejects.toMatchObject({ reason: 'busy' })
    expect([tracks.problems, at.live()]).toEqual([[problemOf('video', 'busy')], []])
    await tracks.replaceDevice('video', 'Back')
    expect([tracks.cam, tracks.problems, at.live()]).toEqual([true, [], ['Back']])
  })

  it('[CALL-12~] blocked at first and allowed later is there, and nothing is said of it any more', async () => {
    const at = computer(['audio', 'Built in'])
    const { tracks } = start(null, [problemOf('audio', 'denied')])
    // Which permissions there are the browser says a moment later.
    await new Promise((done) => setTimeout(done))
    at.plug('audio', 'Other')
    expect(tracks.problems, 'nobody is asked again because something was plugged in').toHaveLength(1)
    at.allow('microphone')
    await vi.waitFor(() => expect(state(tracks)).toEqual([true, 'Built in', []]))
    // What is in use stays so where another choice fails.
    await expect(tracks.replaceDevice('audio', 'gone')).rejects.toMatchObject({ reason: 'missing' })
    expect(state(tracks)).toEqual([true, 'Built in', []])
  })
})
