import { describe, expect, it } from 'vitest'
import { allConflicts, conflictsIn } from './allConflicts.ts'

describe('conflicts of a wish', () => {
  it('[APPT-14~] of page and server stand in one list, each once, the server’s first', () => {
    const here = [
      { path: 'fee', code: 'errorMsg5' },
      { path: 'time', code: 'SLOT_FULL' },
    ] as const
    const there = [
      { path: 'time', code: 'SLOT_FULL' },
      { path: 'pid', code: 'DOUBLE_BOOKED' },
    ] as const
    expect(allConflicts(here, there).map(({ path, code }) => `${path} ${code}`)).toEqual([
      'time SLOT_FULL',
      'pid DOUBLE_BOOKED',
      'fee errorMsg5',
    ])
    expect(allConflicts(here, [])).toEqual(here)
  })
  it('[APPT-14~] an answer about something else holds none', () => {
    expect(conflictsIn({ fields: [] })).toEqual([])
    expect(conflictsIn({ fields: [{ path: 'body', message: 'x' }] as never })).toEqual([])
  })
})
