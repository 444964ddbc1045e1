import { expect, it } from 'vitest'
import { isLeft } from './left.ts'

const NOW = Date.parse('2026-03-12T02:30:00Z')
const last = (secondsAgo: number) => new Date(NOW - secondsAgo * 1000 + 24 * 3_600_000).toISOString()

it('[Vw8~] an upload whose page was closed is interrupted, and one that is sent here or elsewhere is not', () => {
  const left = { id: 'u1', state: 'uploading', expiresAt: last(40) } as const
  expect(isLeft(left, [], NOW)).toBe(true)
  expect(isLeft({ ...left, state: 'queued' }, [], NOW)).toBe(true)
  expect(isLeft(left, [{ upload: { id: 'u1' } as never }], NOW)).toBe(false)
  expect(isLeft(left, [{ upload: { id: 'u2' } as never }, { upload: undefined }], NOW)).toBe(true)
  // Another tab sends it: a piece came a moment ago.
  expect(isLeft({ ...left, expiresAt: last(10) }, [], NOW)).toBe(false)
  for (const state of ['checking', 'stored', 'rejected', 'failed', 'unassigned', 'withdrawn'] as const)
    expect(isLeft({ ...left, state }, [], NOW)).toBe(false)
})
