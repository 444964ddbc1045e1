import { dsRoomId, dsToken } from '@teleward/contract/calls/endpoints.ts'
import type { Call } from '@teleward/contract/calls/schema.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { call } from '../../api/client.ts'
import { invalidateTags, mutateEndpoint } from '../../api/query.ts'
import { staffSocket } from '../../api/socket.ts'
import { connect } from '../../media/room.ts'
import type { RoomConnection } from '../../media/types.ts'
import { notify } from '../../ui/notify.ts'
import { abandon, answer, enter, leave, over, reject, start } from './actions.ts'
import { announceAnswer, announceReject } from './bus.ts'
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
vi.mock('../../media/local-media.ts', () => ({
  acquireMedia: vi.fn(async () => ({ audio: null, video: null, problems: [] })),
  stopMedia: vi.fn(),
}))
vi.mock('../../media/labels.ts', () => ({ roomLabels: () => '' }))
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

it('[CALL-01~] an answer and a rejection are announced by what the server said of the call', async () => {
  const ringing = { callID: 'call', roomID: 'room', videoCall: true } as Call
  const taken = { ...ringing, kind: 'patient', state: 'answered', answeredAt: null } as unknown as Call
  vi.mocked(mutateEndpoint).mockResolvedValueOnce(taken)
  await answer(ringing)
  expect(vi.mocked(announceAnswer).mock.calls).toEqual([[taken]])
  setState({ active: null })
  const refused = { ...taken, state: 'rejected' } as Call
  vi.mocked(mutateEndpoint).mockResolvedValueOnce(refused)
  await reject(ringing)
  expect(vi.mocked(announceReject).mock.calls).toEqual([[refused]])
  // What the server refuses has not happened.
  vi.mocked(mutateEndpoint).mockRejectedValueOnce(new Error('taken')).mockRejectedValueOnce(new Error('over'))
  await answer(ringing)
  await reject(ringing)
  expect([vi.mocked(announceAnswer).mock.calls.length, vi.mocked(announceReject).mock.calls.length]).toEqual([1, 1])
})

it.each([
  ['as a text', 'media'],
  ['in `data`', { data: 'media' }],
  ['in `dsRoomId`', { dsRoomId: 'media' }],
  ['nowhere: the room’s own', {}],
  ['not at all: the room’s own', new Error('comm')],
])('[CALL-09~] the engine’s room is read %s, with a token that names institution, room and person', async (_, said) => {
  vi.mocked(staffSocket).mockReturnValue({} as never)
  vi.mocked(connect).mockResolvedValue({ on: vi.fn(), leave: vi.fn() } as never)
  vi.mocked(call).mockImplementation((async (endpoint: unknown) => {
    if (endpoint === dsToken) return { token: 'token', roomID: 'room', engine: 'embedded', iceServers: [] }
    if (endpoint === dsRoomId && said instanceof Error) throw said
    return said
  }) as never)
  await enter('room', null)
  expect(vi.mocked(call).mock.calls).toEqual([
    [dsToken, { body: { teamId: 1, roomId: 'room', username: '林書妍', role: 'moderator', userId: '1_1' } }],
    [dsRoomId, { params: { roomId: 'room' } }],
  ])
  const media = typeof said === 'string' || 'data' in said || 'dsRoomId' in said
  expect(vi.mocked(connect).mock.calls[0]?.[0]).toMatchObject({ roomId: media ? 'media' : 'room', engine: 'embedded' })
  expect(getState().active).toMatchObject({ phase: 'in' })
  vi.mocked(call).mockReset()
  vi.mocked(connect).mockReset()
  vi.mocked(staffSocket).mockReset()
  setState({ active: null })
})

it('[CALL-12~] [CALL-13~] who declines is said to have declined, who left to have left, and a call of one’s own to be running', async () => {
  vi.stubGlobal('document', { documentElement: {}, cookie: '' })
  vi.stubGlobal('location', { protocol: 'https:' })
  const { errorText, ensureTexts, setLanguage } = await import('../../i18n/i18n.ts')
  await ensureTexts('calls')
  await setLanguage('zh-TW')
  const told = () => vi.mocked(notify).mock.calls.map(([{ title }]) => title)
  const end = { callID: 'call', roomID: 'room', queueID: 7, takenBy: null, reason: null }
  setState({ active: running('ringing') })
  over({ ...end, state: 'rejected', cause: 'rejected' })
  expect(getState().active).toBeNull()
  expect(told()).toEqual(['吳秀鳳 已拒接'])
  setState({ active: running('in') })
  over({ ...end, state: 'ended', cause: 'left' })
  expect(told().at(-1)).toBe('對方已離開')
  setState({ active: running('in') })
  await start({ qid: 9, video: true })
  expect(told().at(-1)).toBe('您已在通話中')
  expect(errorText('CALLEE_BUSY')).toBe('對方忙線中')
  setState({ active: null })
  vi.unstubAllGlobals()
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
