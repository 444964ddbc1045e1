import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { notify } from '../ui/notify.ts'
import { type Calls, registerCalls } from './calls.ts'
import { NATIVE_EVERY_MS, NATIVE_TRIES, onNativeCalls } from './native.ts'

vi.mock('../ui/notify.ts', () => ({ notify: vi.fn() }))

vi.stubGlobal('window', new EventTarget())
const none = () => undefined
const feature = (open: Calls['open']): Calls => ({ start: none, enter: none, choose: none, open, current: null })
const native = (detail: unknown) => window.dispatchEvent(new CustomEvent('nativeCall', { detail }))
let off = none as () => void
let refused: string[] = []
const hear = (event: Event) => void refused.push((event as CustomEvent<{ code: string }>).detail.code)
beforeEach(() => {
  vi.useFakeTimers()
  refused = []
  window.addEventListener('nativeCallRefused', hear)
  off = onNativeCalls()
})
afterEach(() => {
  off()
  registerCalls(null)
  window.removeEventListener('nativeCallRefused', hear)
  vi.clearAllMocks()
  vi.useRealTimers()
})

it('[CALL-16] takes a room or a call, refuses neither by a message, and waits 50 times 100 ms for the portal', () => {
  const opened: unknown[] = []
  registerCalls(feature((...asked) => void opened.push(asked)))
  native({ roomID: 'room' })
  native({ callID: 'call' })
  native({ roomID: 'room', callID: 'call' })
  expect(opened).toEqual([
    ['room', null],
    ['', 'call'],
    ['room', 'call'],
  ])
  for (const empty of [undefined, null, {}, { roomID: '', callID: ' ' }, { roomID: 7, callID: {} }]) native(empty)
  expect(opened).toHaveLength(3)
  expect(refused).toEqual(Array(5).fill('NATIVE_ROOM_MISSING'))
  expect(vi.mocked(notify).mock.calls[0]?.[0]).toMatchObject({
    title: 'NATIVE_ROOM_MISSING',
    text: 'NATIVE_CALL_MISSING',
  })
  // The app is quicker than the portal: it is waited for, to the last look.
  registerCalls(null)
  native({ callID: 'early' })
  vi.advanceTimersByTime((NATIVE_TRIES - 1) * NATIVE_EVERY_MS - 1)
  registerCalls(feature((...asked) => void opened.push(asked)))
  vi.advanceTimersByTime(1)
  expect(opened.at(-1)).toEqual(['', 'early'])
  expect([NATIVE_TRIES, NATIVE_EVERY_MS]).toEqual([50, 100])
  // And no longer.
  registerCalls(null)
  refused = []
  native({ callID: 'late' })
  vi.advanceTimersByTime((NATIVE_TRIES - 1) * NATIVE_EVERY_MS)
  expect(refused).toEqual(['NATIVE_NOT_READY'])
  expect(vi.mocked(notify).mock.lastCall?.[0].title).toBe('NATIVE_NOT_READY')
  registerCalls(feature((...asked) => void opened.push(asked)))
  vi.advanceTimersByTime(10_000)
  expect(opened).toHaveLength(4)
})
