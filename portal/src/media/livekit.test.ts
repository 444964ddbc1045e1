import type { RoomJoined } from '@teleward/contract/calls/signalling.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { connect } from './room.ts'
import type { Signalling } from './types.ts'

/** As much of LiveKit's client as is needed to see what is published when. */
const client = vi.hoisted(() => {
  const handlers = new Map<string, () => void>()
  const published: { source: string; track: unknown }[] = []
  const theirs: { source: string; isSubscribed: boolean; track: { mediaStreamTrack: unknown } | null }[] = []
  return {
    published,
    theirs,
    handlers,
    publish: async (_track: unknown): Promise<void> => undefined,
  }
})
vi.mock('livekit-client', async (original) => {
  class LocalTrack {
    readonly mediaStreamTrack: MediaStreamTrack
    constructor(track: MediaStreamTrack) {
      this.mediaStreamTrack = track
    }
    stop() {
      this.mediaStreamTrack.stop()
    }
  }
  class Room {
    state = 'disconnected'
    remoteParticipants = new Map([
      [
        'b',
        {
          connectionQuality: 'good',
          videoTrackPublications: new Map(),
          getTrackPublication: (source: string) => client.theirs.find((one) => one.source === source),
        },
      ],
    ])
    localParticipant = {
      setTrackSubscriptionPermissions: () => undefined,
      getTrackPublication: (source: string) => client.published.find((one) => one.source === source),
      async publishTrack(track: unknown, { source }: { source: string }) {
        await client.publish(track)
        client.published.push({ source, track })
      },
      async unpublishTrack(track: unknown) {
        client.published.splice(0, Infinity, ...client.published.filter((one) => one.track !== track))
      },
    }
    on(event: string, handler: () => void) {
      client.handlers.set(event, handler)
      return this
    }
    async connect() {
      this.state = 'connected'
    }
    async disconnect() {
      this.state = 'disconnected'
    }
  }
  return { ...(await original<object>()), LocalAudioTrack: LocalTrack, LocalVideoTrack: LocalTrack, Room }
})

class FakeTrack extends EventTarget {
  enabled = true
  readyState = 'live'
  stop() {
    this.readyState = 'ended'
  }
}

const load = <T>(part: () => Promise<T>) => part()

async function enter() {
  const sent: { event: string; payload: unknown }[] = []
  const signalling: Signalling = {
    async emit(event, payload) {
      sent.push({ event, payload })
      const self = { id: 'a', name: 'Lin', role: 'moderator' as const }
      const media = { url: 'wss://media', token: 't' }
      const there = { id: 'b', name: 'Chen', role: 'patient' as const, instance: 'b1', media: { mic: true, cam: true } }
      return { self, participants: [there], recording: 'off', media } satisfies RoomJoined as never
    },
    on: () => () => undefined,
    onDisconnect: () => () => undefined,
    onReconnect: () => () => undefined,
  }
  const [audio, video] = [new FakeTrack(), new FakeTrack()]
  const tracks = { audio: audio as unknown as MediaStreamTrack, video: video as unknown as MediaStreamTrack }
  const room = await connect({ signalling, roomId: 'r', token: 't', load, engine: 'livekit', ...tracks })
  await vi.advanceTimersByTimeAsync(0)
  const told = () => sent.filter(({ event }) => event === 'room.media').map(({ payload }) => payload)
  return { room, audio, video, told }
}
const sources = () => client.published.map(({ source }) => source).sort()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', new EventTarget())
  vi.spyOn(console, 'warn').mockReturnValue(undefined)
  client.published.length = 0
  client.theirs.length = 0
  client.publish = async () => undefined
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('a room on LiveKit', () => {
  it('[CALL-22~] is silent and dark at once when it is told so, however long the server is silent', async () => {
    client.publish = () => new Promise(() => undefined)
    const { room, audio, video, told } = await enter()
    void room.setCam(false)
    void room.setMic(false)
    await vi.advanceTimersByTimeAsync(0)
    expect([audio.enabled, video.readyState, room.self.mic, room.self.cam]).toEqual([false, 'ended', false, false])
    expect(told().at(-1)).toEqual({ mic: false, cam: false })
    await room.leave()
  })

  it('[CALL-22~] publishes again what could not be published, with the device still running', async () => {
    let refusals = 2
    client.publish = async (track) => {
      refusals -= 1
      if (refusals < 0) return
      const sent = track as { stop(): void }
      // As its client does with a publish that waited too long.
      sent.stop()
      throw new Error('publishing timed out')
    }
    const { room, audio, video } = await enter()
    expect(sources()).toEqual([])
    await vi.advanceTimersByTimeAsync(2_000)
    expect([sources(), audio.readyState, video.readyState]).toEqual([['camera', 'microphone'], 'live', 'live'])
    await room.leave()
  })

  it('[CALL-22~] publishes what a reconnect has lost, and nothing twice', async () => {
    const { room } = await enter()
    const before = [...client.published]
    client.handlers.get('reconnected')?.()
    await vi.advanceTimersByTimeAsync(0)
    expect(client.published).toEqual(before)
    client.published.length = 0
    client.handlers.get('reconnected')?.()
    await vi.advanceTimersByTimeAsync(0)
    expect(sources()).toEqual(['camera', 'microphone'])
    await room.leave()
  })

  it('[CALL-22~] shows the new picture where the old one is taken back after it', async () => {
    const { room } = await enter()
    const picture = (mediaStreamTrack: unknown) => ({
      source: 'camera',
      isSubscribed: true,
      track: { mediaStreamTrack },
    })
    const [before, now] = [picture('before'), picture('now')]
    client.theirs.push(before)
    client.handlers.get('trackSubscribed')?.()
    client.theirs.push(now)
    client.handlers.get('trackSubscribed')?.()
    // As its client does: unsubscribed while it stands in the list, and unpublished when it is out of it.
    client.handlers.get('trackUnsubscribed')?.()
    client.theirs.shift()
    client.handlers.get('trackUnpublished')?.()
    expect(room.participants[0]?.videoTrack).toBe('now')
    await room.leave()
  })

  it('[CALL-22~] asks for nothing more once it is left', async () => {
    client.publish = async () => Promise.reject(new Error('publishing timed out'))
    const { room } = await enter()
    expect(vi.getTimerCount()).toBe(1)
    await room.leave()
    expect(vi.getTimerCount()).toBe(0)
  })
})
