import type { RoomJoined, RoomParticipant, RoomSignalIn } from '@teleward/contract/calls/signalling.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { connect } from './room.ts'
import { ConnectionLost, SignalRefused } from './socket-signalling.ts'
import type { RoomEvents, Signalling } from './types.ts'

/** As much of a peer connection as is needed to see when one is made, used and closed. */
class FakeConnection {
  static all: FakeConnection[] = []
  connectionState = 'new'
  signalingState = 'stable'
  remoteDescription: unknown = null
  localDescription: unknown = null
  closed = false
  onnegotiationneeded: (() => void) | null = null
  onconnectionstatechange: (() => void) | null = null

  constructor() {
    FakeConnection.all.push(this)
  }

  static get open() {
    return FakeConnection.all.filter(({ closed }) => !closed)
  }

  addTransceiver() {
    queueMicrotask(() => this.onnegotiationneeded?.())
    return { sender: { replaceTrack: async () => undefined, getParameters: () => ({ encodings: [] }) } }
  }

  async setLocalDescription() {
    this.localDescription = { type: 'offer', sdp: 'v=0' }
    this.signalingState = 'have-local-offer'
  }

  getReceivers = () => []
  restartIce = vi.fn()
  close() {
    this.closed = true
  }

  become(state: string) {
    this.connectionState = state
    this.onconnectionstatechange?.()
  }
}

const staff: RoomParticipant = {
  id: 'a',
  name: 'Lin',
  role: 'moderator',
  instance: 'a1',
  media: { mic: true, cam: true },
}
const patient: RoomParticipant = {
  id: 'b',
  name: 'Chen',
  role: 'patient',
  instance: 'b1',
  media: { mic: true, cam: true },
}

/** A server that answers a join with what the test says, each time anew. */
function line(...answers: (RoomParticipant[] | Error)[]) {
  const handlers = new Map<string, (payload: never) => void>()
  const sent: { event: string; payload: unknown }[] = []
  let back = () => {}
  const signalling: Signalling = {
    async emit(event, payload) {
      sent.push({ event, payload })
      if (event !== 'room.join') return {} as never
      const answer = answers.length > 1 ? answers.shift() : answers[0]
      if (answer instanceof Error) throw answer
      const self = { id: staff.id, name: staff.name, role: staff.role }
      return { self, participants: answer ?? [], recording: 'off' } satisfies RoomJoined as never
    },
    on(event, handler) {
      handlers.set(event, handler)
      return () => handlers.delete(event)
    },
    onDisconnect: () => () => undefined,
    onReconnect(handler) {
      back = handler
      return () => undefined
    },
  }
  const tell = (event: string, payload: unknown) => handlers.get(event)?.(payload as never)
  const offers = () =>
    sent.filter(({ event, payload }) => event === 'room.signal' && (payload as RoomSignalIn).description)
  return {
    signalling,
    sent,
    tell,
    offers,
    back: () => back(),
    joins: () => sent.filter(({ event }) => event === 'room.join'),
  }
}

const load = <T>(part: () => Promise<T>) => part()

async function enter(signalling: Signalling) {
  const room = await connect({ signalling, roomId: 'r', token: 't', load, audio: null, video: null })
  const log: string[] = []
  for (const event of ['joined', 'left', 'ended', 'reconnecting', 'failed'] as const) {
    room.on(event, (payload: RoomEvents[typeof event]) => {
      log.push('reason' in payload ? `${event}:${payload.reason}` : event)
    })
  }
  return { room, log }
}

beforeEach(() => {
  vi.useFakeTimers()
  FakeConnection.all = []
  vi.stubGlobal('RTCPeerConnection', FakeConnection)
  vi.stubGlobal('window', new EventTarget())
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a room', () => {
  it('[CALL-22~] makes one connection per other person and names all of them', async () => {
    const { signalling, tell, offers } = line([patient])
    const { room, log } = await enter(signalling)
    tell('room.joined', { ...patient, id: 'c', instance: 'c1' })
    tell('room.joined', { ...staff, instance: 'another page of my own' })
    await vi.advanceTimersByTimeAsync(10)
    expect(room.participants.map(({ id }) => id)).toEqual(['b', 'c'])
    expect([FakeConnection.open.length, offers().length, log]).toEqual([2, 2, ['joined']])
  })

  it('[CALL-22~] builds a new connection for a reloaded page, and nobody has left', async () => {
    const { signalling, tell } = line([patient])
    const { room, log } = await enter(signalling)
    tell('room.joined', { ...patient, instance: 'b2' })
    expect([FakeConnection.all.length, FakeConnection.open.length, log]).toEqual([2, 1, ['reconnecting']])
    tell('room.left', { id: 'b', instance: 'b1', reason: 'lost' })
    expect(room.participants, 'the old page going does not take the new one along').toHaveLength(1)
  })

  it('[CALL-23~] keeps its connections over a lost connection, however often the return fails', async () => {
    const { signalling, back, joins } = line(
      [patient],
      new ConnectionLost(),
      new SignalRefused('RATE_LIMITED'),
      new ConnectionLost(),
      [patient],
    )
    const { room, log } = await enter(signalling)
    FakeConnection.all[0]?.become('connected')
    back()
    await vi.advanceTimersByTimeAsync(10_000)
    expect([joins().length, FakeConnection.all.length, room.participants.length, log]).toEqual([5, 1, 1, []])
    expect(new Set(joins().map(({ payload }) => (payload as { instance: string }).instance)).size).toBe(1)
  })

  it('[CALL-23~] waits for the others after a restart of the server while their media runs', async () => {
    const { signalling, back, tell } = line([patient], [])
    const { room, log } = await enter(signalling)
    FakeConnection.all[0]?.become('connected')
    back()
    await vi.advanceTimersByTimeAsync(3_000)
    expect(room.participants).toHaveLength(1)
    tell('room.joined', patient)
    await vi.advanceTimersByTimeAsync(20_000)
    expect([room.participants.length, FakeConnection.all.length, log]).toEqual([1, 1, []])
    back()
    await vi.advanceTimersByTimeAsync(7_000)
    expect([room.participants.length, FakeConnection.open.length, log]).toEqual([0, 0, ['left:lost']])
  })

  it('[CALL-12~] gives a path up after six restarts at growing distances, and starts over when asked', async () => {
    const { signalling } = line([patient])
    const { room, log } = await enter(signalling)
    const pc = FakeConnection.all[0]
    if (!pc) throw new Error('no connection was made')
    await vi.advanceTimersByTimeAsync(10)
    pc.signalingState = 'stable'
    pc.become('connected')
    pc.become('failed')
    await vi.advanceTimersByTimeAsync(3_500)
    expect(pc.restartIce).toHaveBeenCalledTimes(3)
    await vi.advanceTimersByTimeAsync(120_000)
    expect([pc.restartIce.mock.calls.length, log]).toEqual([6, ['reconnecting', 'failed']])
    expect(room.participants[0]?.state).toBe('failed')
    room.retry()
    await vi.advanceTimersByTimeAsync(10)
    expect([pc.restartIce.mock.calls.length, room.participants[0]?.state]).toEqual([7, 'reconnecting'])
  })

  it('[CALL-06~] ends at once when the room is closed, and for good when it is refused again and again', async () => {
    const closed = line([patient], new SignalRefused('ROOM_CLOSED'))
    const first = await enter(closed.signalling)
    closed.back()
    await vi.advanceTimersByTimeAsync(1)
    expect([first.log, first.room.ended, FakeConnection.open.length]).toEqual([['ended:closed'], true, 0])

    const denied = line([patient], new SignalRefused('ROOM_DENIED'))
    const second = await enter(denied.signalling)
    denied.back()
    await vi.advanceTimersByTimeAsync(1)
    expect(second.room.ended).toBe(false)
    await vi.advanceTimersByTimeAsync(5_000)
    expect([second.log, denied.joins().length]).toEqual([['ended:refused'], 4])
  })

  it('[CALL-06~] leaves nothing open when it is refused at the door', async () => {
    const { signalling } = line(new SignalRefused('ROOM_FULL'))
    await expect(connect({ signalling, roomId: 'r', token: 't', load, audio: null, video: null })).rejects.toThrow(
      'ROOM_FULL',
    )
    expect(FakeConnection.open).toHaveLength(0)
  })

  it('[CALL-22~] mutes at once while the browser still asks for the camera', async () => {
    const { signalling, sent } = line([patient])
    const audio = Object.assign(new EventTarget(), { enabled: true, stop: () => undefined })
    vi.stubGlobal('navigator', { mediaDevices: { getUserMedia: () => new Promise(() => undefined) } })
    const given = { audio: audio as unknown as MediaStreamTrack, video: null }
    const room = await connect({ signalling, roomId: 'r', token: 't', load, ...given })
    void room.setCam(true)
    void room.setMic(false)
    await vi.advanceTimersByTimeAsync(0)
    expect(audio.enabled).toBe(false)
    expect(sent.at(-1)).toEqual({ event: 'room.media', payload: { mic: false, cam: false } })
  })

  it('[CALL-22~] says what it means that its media cannot be loaded, and leaves again', async () => {
    const { signalling, sent } = line([patient])
    const gone = async () => Promise.reject(new Error('CHUNK_LOAD_FAILED'))
    await expect(
      connect({ signalling, roomId: 'r', token: 't', load: gone, audio: null, video: null }),
    ).rejects.toThrow('CHUNK_LOAD_FAILED')
    expect(sent.map(({ event }) => event)).toEqual(['room.join', 'room.leave'])
  })

  it('[CALL-22~] hears what was said before its own admission was answered', async () => {
    const { signalling, tell } = line([patient])
    const entering = connect({ signalling, roomId: 'r', token: 't', load, audio: null, video: null })
    tell('room.joined', { ...patient, id: 'c', instance: 'c1' })
    tell('room.media', { id: 'b', instance: 'b1', media: { mic: false, cam: true } })
    const room = await entering
    expect(room.participants.map(({ id, mic }) => [id, mic])).toEqual([
      ['b', false],
      ['c', true],
    ])
  })
})

describe('devices of a room', () => {
  it('[CALL-12~] what gives nothing is told to the others as that, and not as switched off by hand', async () => {
    const { signalling, sent, tell } = line([patient])
    const problems = [{ kind: 'audio', code: 'MEDIA_MISSING', reason: 'busy' } as const]
    const room = await connect({ signalling, roomId: 'r', token: 't', load, audio: null, video: null, problems })
    const media = { mic: false, cam: false, unavailable: ['mic'] }
    expect([sent[0]?.payload, room.problems]).toMatchObject([{ media }, problems])
    tell('room.media', { id: 'b', instance: 'b1', media: { mic: false, cam: false, unavailable: ['mic', 'cam'] } })
    expect(room.participants[0]).toMatchObject({ mic: false, unavailable: ['mic', 'cam'] })
    tell('room.media', { id: 'b', instance: 'b1', media: { mic: false, cam: false } })
    expect(room.participants[0]).toMatchObject({ mic: false, unavailable: [] })
  })
})
