import type { RecordingState } from '@teleward/contract/calls/signalling.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { call } from '../../api/client.ts'
import { ApiError } from '../../api/errors.ts'
import { createEmitter } from '../../media/emitter.ts'
import { recorderSupported, startRecorder } from '../../media/recorder.ts'
import type { Participant, RoomConnection, RoomEvents } from '../../media/types.ts'
import { notify } from '../../ui/notify.ts'
import { endRecording, recordingMayStart, watchRecording } from './recording.ts'

vi.mock('../../ui/notify.ts', () => ({ notify: vi.fn() }))
vi.mock('../../api/client.ts', () => ({ call: vi.fn() }))
vi.mock('../../media/recorder.ts', () => ({
  recorderSupported: vi.fn(() => true),
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
  it('[CALL-11~] is tried again while the line or the server fails, and after a refusal or the end of the call no more', async () => {
    asked.mockRejectedValueOnce(new ApiError('NETWORK_FAILED', 'no', 0))
    asked.mockRejectedValueOnce(new ApiError('ERROR', 'no', 503))
    const { room, comesIn } = emptyRoom()
    watchRecording(ROOM, room)
    comesIn()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(starts()).toEqual(['start', 'start', 'start'])
    expect(startRecorder).toHaveBeenCalledTimes(1)
    await endRecording(ROOM)

    asked.mockClear()
    asked.mockRejectedValue(new ApiError('ROOM_DENIED', 'no', 403))
    watchRecording(ROOM, room)
    await vi.advanceTimersByTimeAsync(30_000)
    const refused = starts().length
    await vi.advanceTimersByTimeAsync(60_000)
    expect(starts()).toHaveLength(refused)
    await endRecording(ROOM)

    asked.mockRejectedValue(new ApiError('NETWORK_FAILED', 'no', 0))
    watchRecording(ROOM, room)
    await settle()
    await endRecording(ROOM)
    const before = starts().length
    await vi.advanceTimersByTimeAsync(60_000)
    expect(starts()).toHaveLength(before)
  })
  it('[CALL-22~] is the server’s where it says so, also of a page that could not record; and none at all is told', async () => {
    asked.mockResolvedValue({ recordingId: 'r', segmentId: null })
    const { room, comesIn, says } = emptyRoom()
    watchRecording(ROOM, room)
    comesIn()
    await settle()
    vi.mocked(recorderSupported).mockReturnValue(false)
    comesIn()
    await settle()
    expect(asked.mock.calls.map(([, input]) => 'instance' in (input as { body: object }).body)).toEqual([true, false])
    expect(startRecorder).not.toHaveBeenCalled()
    expect(notify).not.toHaveBeenCalled()
    // The service has ended in the middle, and this page cannot go on.
    asked.mockResolvedValue({ recordingId: null, segmentId: null })
    says('interrupted')
    await settle()
    expect(notify).toHaveBeenCalledWith(expect.objectContaining({ kind: 'warn', key: 'recording' }))
    vi.mocked(recorderSupported).mockReturnValue(true)
    asked.mockResolvedValue({ recordingId: 'r2', segmentId: 's' })
    says('interrupted')
    await settle()
    expect(startRecorder).toHaveBeenCalledTimes(1)
  })
  it('[CALL-22~] begins here where the server could not, said while it was asked or in its answer, and once', async () => {
    const gate = Promise.withResolvers<unknown>()
    asked.mockReturnValueOnce(gate.promise)
    const { room, comesIn, says } = emptyRoom()
    watchRecording(ROOM, room)
    comesIn()
    await settle()
    // Of another page's asking; this one is told meanwhile that it is recorded.
    says('interrupted')
    gate.resolve({ recordingId: 'r', segmentId: null, state: 'recording' })
    await settle()
    expect(startRecorder).toHaveBeenCalledTimes(1)
    expect(starts()).toHaveLength(2)
    await endRecording(ROOM)

    // The word of it went to a line that was just away.
    asked.mockResolvedValueOnce({ recordingId: null, segmentId: null, state: 'interrupted' })
    watchRecording(ROOM, room)
    await settle()
    expect(startRecorder).toHaveBeenCalledTimes(2)
    expect(starts()).toHaveLength(4)
    await endRecording(ROOM)

    vi.mocked(recorderSupported).mockReturnValue(false)
    asked.mockResolvedValue({ recordingId: null, segmentId: null, state: 'interrupted' })
    watchRecording(ROOM, room)
    await settle()
    expect(starts()).toHaveLength(5)
    vi.mocked(recorderSupported).mockReturnValue(true)
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
