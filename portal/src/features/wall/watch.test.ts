import type { WaitingBoard } from '@teleward/contract/boards/schema.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '../../api/errors.ts'
import { ASK_MS, GONE_MS, OVER_MS, STALE_MS, shownOf, type WallState, watchBoard } from './watch.ts'

const board = {
  now: '',
  timeZone: 'Asia/Taipei',
  institution: { name: 'x', nameEn: null, logo: null },
  unit: null,
  doctors: [],
  nextAt: null,
} satisfies WaitingBoard
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', new EventTarget())
  vi.spyOn(console, 'warn').mockReturnValue(undefined)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('[CALL-21~] a wall comes back by itself after a night without network, and shows nobody meanwhile', async () => {
  let down = false
  const ask = vi.fn(async () => {
    if (down) throw new ApiError('NETWORK_FAILED', '', 0)
    return board
  })
  const states: WallState[] = []
  const end = watchBoard(ask, (state) => states.push(state))
  await vi.advanceTimersByTimeAsync(0)
  expect(shownOf(states.at(-1) as WallState, Date.now())).toEqual({ board, stale: false })
  down = true
  await vi.advanceTimersByTimeAsync(STALE_MS + ASK_MS)
  expect(shownOf(states.at(-1) as WallState, Date.now())).toEqual({ board, stale: true })
  await vi.advanceTimersByTimeAsync(GONE_MS)
  expect(shownOf(states.at(-1) as WallState, Date.now())).toEqual({ board: null, stale: true })
  await vi.advanceTimersByTimeAsync(10 * 3_600_000)
  const asked = ask.mock.calls.length
  expect(asked).toBeGreaterThan(3_600)
  down = false
  await vi.advanceTimersByTimeAsync(ASK_MS)
  expect(ask.mock.calls.length).toBe(asked + 1)
  expect(shownOf(states.at(-1) as WallState, Date.now())).toEqual({ board, stale: false })
  // The browser's own word makes it sooner; once the page has gone nothing is asked for.
  window.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect(ask.mock.calls.length).toBe(asked + 2)
  end()
  await vi.advanceTimersByTimeAsync(OVER_MS * 2)
  expect(ask.mock.calls.length).toBe(asked + 2)
})

it('[CALL-21~] an address that is over takes the names off at once, and is tried again', async () => {
  let code: string | null = null
  const states: WallState[] = []
  const end = watchBoard(
    async () => {
      if (code) throw new ApiError(code, '', 404)
      return board
    },
    (state) => states.push(state),
  )
  await vi.advanceTimersByTimeAsync(0)
  code = 'RATE_LIMITED'
  await vi.advanceTimersByTimeAsync(ASK_MS)
  expect(states.at(-1)).toMatchObject({ board, over: false })
  code = 'NOT_FOUND'
  await vi.advanceTimersByTimeAsync(ASK_MS)
  expect(states.at(-1)).toEqual({ board: null, at: null, over: true })
  code = null
  await vi.advanceTimersByTimeAsync(OVER_MS)
  expect(states.at(-1)).toMatchObject({ board, over: false })
  end()
})
