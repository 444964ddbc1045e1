import { describe, expect, it } from 'vitest'
import { dayBars, periodBars, placeOf } from './bars.ts'

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

  it('[SHELL-17~] are marked at the time it is, between the first and the last', () => {
    const load = ['09:00', '10:30'].map((time) => ({
      time,
      slot: 'am' as const,
      completed: 1,
      waiting: 0,
      reserved: 0,
    }))
    const bars = dayBars(load).flatMap((group) => group.bars)
    expect(['08:59', '09:00', '09:45', '10:59', '11:00'].map((now) => placeOf(bars, now))).toEqual([
      undefined,
      0,
      1.5,
      3 + 29 / 30,
      undefined,
    ])
  })
})
