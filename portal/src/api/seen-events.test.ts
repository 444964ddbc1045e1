import { expect, it } from 'vitest'
import { SeenEvents } from './seen-events.ts'

it('[SHELL-16~] an event that comes by itself and again by the resume is one event', () => {
  const once = new SeenEvents()
  expect([7, 8, 7, 9, 8, 7].filter((cursor) => once.first(cursor))).toEqual([7, 8, 9])
  expect([0, 0].filter((cursor) => once.first(cursor))).toEqual([0, 0])
  for (let cursor = 100; cursor < 2000; cursor += 1) expect(once.first(cursor)).toBe(true)
  // Still known after as many as a resume brings; what lies far back is forgotten.
  expect([once.first(1500), once.first(7)]).toEqual([false, true])
})
