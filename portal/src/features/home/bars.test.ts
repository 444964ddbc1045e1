import { describe, expect, it } from 'vitest'
import { dayBars, periodBars, ticks } from './bars.ts'

describe('bars of the load', () => {
  it('[SHELL-17~] show every half hour of a part of the day, the empty ones too', () => {
    const load = [
      { time: '09:00', slot: 'am' as const, completed: 2, waiting: 0, reserved: 0 },
      { time: '10:30', slot: 'am' as const, completed: 0, waiting: 1, reserved: 3 },
      { time: '14:00', slot: 'pm' as const, completed: 0, waiting: 0, reserved: 1 },
    ]
    const groups = dayBars(load)
    expect(groups.map(({ slot, total }) => [slot, total])).toEqual([
      ['am', 6],
      ['pm', 1],
    ])
    expect(groups[0]?.bars.map(({ label }) => label)).toEqual(['09:00', '09:30', '10:00', '10:30'])
    expect(dayBars([])).toEqual([])
  })

  it('[SHELL-17~] give an emergency its place in the day', () => {
    const load = [
      { time: '09:00', slot: 'am' as const, completed: 2, waiting: 0, reserved: 0 },
      { time: '09:00', slot: 'emergency' as const, completed: 0, waiting: 1, reserved: 0 },
      { time: '13:00', slot: 'emergency' as const, completed: 0, waiting: 1, reserved: 0 },
    ]
    expect(dayBars(load).map(({ slot, total }) => [slot, total])).toEqual([
      ['am', 3],
      ['pm', 1],
    ])
  })

  it('[SHELL-17~] leave out the cancelled, and tell who is here from who is to come', () => {
    const figures = { reserved: 6, checkedIn: 3, completed: 1, cancelled: 2, open: 3, present: 1 }
    const [bar] = periodBars([{ from: '2026-03-09', to: '2026-03-09', ...figures }], ({ from }) => from)
    expect(bar).toMatchObject({ completed: 1, waiting: 1, reserved: 2 })
  })

  it('[SHELL-17~] have an axis of round numbers that reaches the highest bar', () => {
    for (const most of [0, 1, 3, 4, 5, 17, 99, 480, 5000]) {
      const axis = ticks(most)
      expect(axis.at(-1)).toBeGreaterThanOrEqual(Math.max(1, most))
      expect(axis.length).toBeLessThanOrEqual(6)
    }
  })
})
