import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { BATCH_MS, TagBatcher } from './tag-batcher.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const gathering = () => {
  const asked: (readonly string[])[] = []
  return { asked, gather: new TagBatcher((tags) => asked.push(tags)) }
}

it('[APPT-03~] forty events of one moment ask for each family once, a tenth of a second after the first', () => {
  const { asked, gather } = gathering()
  for (let n = 0; n < 40; n += 1) gather.add(n % 2 ? ['appointments', 'counts'] : ['calls', 'appointments'])
  expect(asked).toEqual([])
  vi.advanceTimersByTime(BATCH_MS - 1)
  expect(asked).toEqual([])
  vi.advanceTimersByTime(1)
  expect(asked).toEqual([['calls', 'appointments', 'counts']])
  vi.advanceTimersByTime(10 * BATCH_MS)
  expect(asked).toHaveLength(1)
})

it('[APPT-03~] a stream that never pauses is still answered, ten times a second', () => {
  const { asked, gather } = gathering()
  for (let at = 0; at < 1000; at += 20) {
    gather.add(['appointments'])
    vi.advanceTimersByTime(20)
  }
  expect(asked.length).toBeGreaterThanOrEqual(9)
  expect(asked.length).toBeLessThanOrEqual(11)
})

it('asks for nothing where an event makes nothing stale, nor after the session ended', () => {
  const { asked, gather } = gathering()
  gather.add([])
  vi.advanceTimersByTime(BATCH_MS)
  gather.add(['counts'])
  gather.forget()
  vi.advanceTimersByTime(BATCH_MS)
  expect(asked).toEqual([])
  gather.add(['counts'])
  vi.advanceTimersByTime(BATCH_MS)
  expect(asked).toEqual([['counts']])
})
