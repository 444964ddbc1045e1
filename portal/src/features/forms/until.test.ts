import { expect, it } from 'vitest'
import { lastMinuteOf } from './until.ts'

it('[FORM-01~] [FORM-04~] a questionnaire ends with its day in the institution, not with that of the machine', () => {
  expect(lastMinuteOf('2026-03-12', 'Asia/Taipei').toISOString()).toBe('2026-03-12T15:59:00.000Z')
  expect(lastMinuteOf('2026-03-12', 'America/New_York').toISOString()).toBe('2026-03-13T03:59:00.000Z')
  // A day of 23 hours ends with its last minute as well.
  expect(lastMinuteOf('2026-03-08', 'America/New_York').toISOString()).toBe('2026-03-09T03:59:00.000Z')
  expect(lastMinuteOf('2026-12-31', 'Asia/Taipei').toISOString()).toBe('2026-12-31T15:59:00.000Z')
})
