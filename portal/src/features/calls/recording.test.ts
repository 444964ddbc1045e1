import type { RecordingState } from '@teleward/contract/calls/signalling.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { call } from '../../api/client.ts'
import { ApiError } from '../../api/errors.ts'
import { createEmitter } from '../../media/emitter.ts'
import { startRecorder } from '../../media/recorder.ts'
import type { Participant, RoomConnection, RoomEvents } from '../../media/types.ts'
import { endRecording, recordingMayStart, watchRecording } from './recording.ts'

vi.mock('../../api/client.ts', () => ({ call: vi.fn() }))
vi.mock('../../media/recorder.ts', () => ({
  recorderSupported: () => true,
  roomSources: () => ({}),
  startRecorder: vi.fn(),
}))

const ROOM = 'room-1'
const PATIENT = { id: 'link_1', name: '吳秀鳳' } as Participant
/** The room as the media engine hands it out, with nobody in it yet. */
function emptyRoom() {
  const events = createEmitter<RoomEvents>()
  const state = { participants: [] as Participant[], on: events.on, subscribe: () => () => {} }
  const comesIn = () => {
    state.participants = [PATIENT]
    events.emit('joined', PATIENT)
  }
  const says = (recording: RecordingState) => events.emit('recording', { state: recording })
  return { room: state as unknown as RoomConnection, comesIn, says, state }
}
const asked = vi.mocked(call)
const starts = () => asked.mock.calls.map(([, input]) => (input as { body: { action: string } }).body.action)
const settle = () => vi.advanceTimersByTimeAsync(0)

beforeEach(() => {
  vi.useFakeTimers()
  asked.mockResolvedValue({ recordingId: 'r', segmentId: 's' })
  vi.mocked(startRecorder).mockImplementation(
    async () =>
      ({
        recording: true,
        setSources: () => {},
        stop: async () => ({ complete: true }),
      }) as unknown as Awaited<ReturnType<typeof startRecorder>>,
  )
})
afterEach(async () => {
  await endRecording(ROOM)
  vi.clearAllMocks()
  vi.useRealTimers()
})

describe('the recording of a call', () => {
  it('[CALL-11~] starts when somebody comes in, not before and not only a second later', async () => {
    const { room, comesIn } = emptyRoom()
    watchRecording(ROOM, room)
    await settle()
    expect(starts()).toEqual([])
    comesIn()
    await settle()
    expect(starts()).toEqual(['start'])
    expect(startRecorder).toHaveBeenCalledTimes(1)
  })
  it('[CALL-11~] is asked for again 1 s after the room has loaded', async () => {
    const { room, state } = emptyRoom()
    watchRecording(ROOM, room)
    // In the room before anybody listened: no word of it comes.
    state.participants = [PATIENT]
    await vi.advanceTimersByTimeAsync(999)
    expect(starts()).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(starts()).toEqual(['start'])
  })
  it('[CALL-11~] runs once: the second start of a running recording changes nothing', async () => {
    const { room, comesIn, says } = emptyRoom()
    watchRecording(ROOM, room)
    comesIn()
    await settle()
    comesIn()
    says('interrupted')
    recordingMayStart(ROOM, room)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(startRecorder).toHaveBeenCalledTimes(1)
    expect(starts()).toEqual(['start'])
  })
  it('[CALL-11~] waits for the consent, asked for both times, and begins with it', async () => {
    asked.mockRejectedValue(new ApiError('RECORDING_CONSENT', 'no', 409))
    const { room, comesIn } = emptyRoom()
    watchRecording(ROOM, room)
    comesIn()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(starts()).toEqual(['start', 'start'])
    expect(startRecorder).not.toHaveBeenCalled()
    asked.mockResolvedValue({ recordingId: 'r', segmentId: 's' })
    recordingMayStart(ROOM, room)
    await settle()
    expect(startRecorder).toHaveBeenCalledTimes(1)
  })
  it('[CALL-11~] does not start in a call that is over', async () => {
    const { room, comesIn } = emptyRoom()
    watchRecording(ROOM, room)
    await endRecording(ROOM)
    comesIn()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(starts()).toEqual([])
  })
})
