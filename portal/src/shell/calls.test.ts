import { afterEach, expect, it, vi } from 'vitest'
import { type CallAsk, type Calls, registerCalls, startCall } from './calls.ts'

const feature = () => {
  const rung: CallAsk[] = []
  const none = () => undefined
  return {
    rung,
    start: (ask: CallAsk) => void rung.push(ask),
    enter: none,
    choose: none,
    open: none,
    current: null,
  } satisfies Calls & { rung: CallAsk[] }
}
afterEach(() => {
  registerCalls(null)
  vi.useRealTimers()
})

it('rings once the call feature is there, once', () => {
  startCall({ pid: 7, video: true })
  const one = feature()
  registerCalls(one)
  registerCalls({ ...one })
  expect(one.rung).toEqual([{ pid: 7, video: true }])
})
it('does not ring what was asked long ago', () => {
  vi.useFakeTimers()
  startCall({ pid: 7, video: true })
  vi.advanceTimersByTime(11_000)
  const one = feature()
  registerCalls(one)
  expect(one.rung).toEqual([])
})
