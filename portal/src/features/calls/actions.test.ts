import type { Call } from '@teleward/contract/calls/schema.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { call } from '../../api/client.ts'
import { invalidateTags } from '../../api/query.ts'
import type { RoomConnection } from '../../media/types.ts'
import { abandon, enter, leave, reject } from './actions.ts'
import { endRecording } from './recording.ts'
import { type ActiveCall, getState, setState } from './store.ts'
import { dropCallSearch } from './urlCall.ts'

vi.mock('../../api/client.ts', () => ({ call: vi.fn() }))
vi.mock('../../api/query.ts', () => ({
  mutateEndpoint: vi.fn(async () => ({})),
  invalidateTags: vi.fn(),
  showError: vi.fn(),
}))
vi.mock('../../api/socket.ts', () => ({ staffSocket: vi.fn() }))
const standing = vi.hoisted(() => ({ end: null as { kind: 'over' } | null }))
vi.mock('../../api/session.ts', () => ({
  session: { user: () => ({ mid: 1, partner_id: 1, name: '林書妍' }), pending: () => standing.end },
}))
vi.mock('../../shell/chunks.tsx', () => ({ loadChunk: vi.fn(() => new Promise(() => undefined)) }))
vi.mock('../../media/room.ts', () => ({ connect: vi.fn() }))
vi.mock('../../media/socket-signalling.ts', () => ({ connected: vi.fn(), socketSignalling: vi.fn() }))
vi.mock('../../ui/notify.ts', () => ({ notify: vi.fn() }))
vi.mock('./bus.ts', () => ({ announceAnswer: vi.fn(), announceReject: vi.fn() }))
vi.mock('./recording.ts', () => ({ endRecording: vi.fn(async () => undefined), watchRecording: vi.fn() }))
vi.mock('./urlCall.ts', () => ({ dropCallSearch: vi.fn(), putCallSearch: vi.fn() }))

const room = { leave: vi.fn(async () => undefined) }
const running = (phase: ActiveCall['phase']): ActiveCall => ({
  callID: 'call',
  kind: 'patient',
  callees: [],
  waiting: false,
  roomID: 'room',
  queueID: 7,
  pid: 8,
  patientName: '吳秀鳳',
  video: true,
  phase,
  ringUntil: null,
  problem: null,
  mediaProblems: [],
  room: phase === 'in' ? (room as unknown as RoomConnection) : null,
  since: 0,
})
/** How often what the server says of the staff's status, and of the rooms, was asked for anew. */
const reloads = (tag: 'presence' | 'rooms') =>
  vi.mocked(invalidateTags).mock.calls.filter(([tags]) => tags.some((one) => one === tag)).length

/** Rooms that a token was asked for. */
const tokens = () =>
  vi
    .mocked(call)
    .mock.calls.map(([, asked]) => (asked as { body: { roomId?: string } }).body.roomId)
    .filter((room) => room !== undefined)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.clearAllMocks()
  vi.useRealTimers()
})

it.each([
  ['in', 2000],
  ['ringing', 1000],
] as const)(
  '[CALL-06~] the end of a call (%s) clears it, leaves the room, and asks for the status after %i ms',
  async (phase, ms) => {
    setState({ active: running(phase), size: 3 })
    await leave(phase === 'in' ? 'hangup' : 'cancel')
    expect(getState()).toEqual({ active: null, size: 2, processing: null, asking: null, handing: null })
    expect(room.leave).toHaveBeenCalledTimes(phase === 'in' ? 1 : 0)
    expect(dropCallSearch).toHaveBeenCalled()
    expect([reloads('rooms'), reloads('presence')]).toEqual([1, 0])
    await vi.advanceTimersByTimeAsync(ms - 1)
    expect(reloads('presence')).toBe(0)
    await vi.advanceTimersByTimeAsync(1)
    expect(reloads('presence')).toBe(1)
  },
)

it('[CALL-05~] [CALL-06~] a rejection frees the buttons, and asks for status and rooms after 1000 ms', async () => {
  const rejecting = reject({ callID: 'call' } as Call, 'soon')
  expect(getState().processing).toBe('call')
  await rejecting
  expect(getState()).toEqual({ active: null, size: 2, processing: null, asking: null, handing: null })
  await vi.advanceTimersByTimeAsync(999)
  expect([reloads('rooms'), reloads('presence')]).toEqual([0, 0])
  await vi.advanceTimersByTimeAsync(1)
  expect([reloads('rooms'), reloads('presence')]).toEqual([1, 1])
})

it('[CALL-16~] a call alone leads into its room, and a room alone is entered as it is', async () => {
  vi.mocked(call).mockResolvedValueOnce({
    ...({ callID: 'call', roomID: 'its room', kind: 'patient' } as Call),
    state: 'answered',
  })
  await enter('', 'call')
  expect(vi.mocked(call).mock.calls[0]?.[1]).toEqual({ body: { callID: 'call' } })
  expect(getState().active).toMatchObject({ callID: 'call', roomID: 'its room' })
  expect(tokens()).toEqual(['its room'])
  setState({ active: null })
  vi.mocked(call).mockClear()
  await enter('room', null)
  expect(getState().active).toMatchObject({ callID: null, roomID: 'room' })
  expect(tokens()).toEqual(['room'])
  setState({ active: null })
})

it('[AUTH-12~] [CALL-06~] with the session the call is over at once: room left, nothing recorded, nobody asked', async () => {
  for (const end of [{ kind: 'over' as const }, null]) {
    standing.end = end
    setState({ active: running('in'), size: 3, processing: null })
    abandon()
    expect(getState().active).toBeNull()
    expect(room.leave).toHaveBeenCalledOnce()
    expect(endRecording).toHaveBeenCalledWith('room', 0)
    expect([reloads('rooms'), reloads('presence')]).toEqual([0, 0])
    // On the way to the sign-in page the address is not changed beside it.
    expect(dropCallSearch).toHaveBeenCalledTimes(end ? 1 : 0)
    vi.clearAllMocks()
  }
  standing.end = null
  abandon()
  expect(room.leave).not.toHaveBeenCalled()
})
