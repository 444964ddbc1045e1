import { describe, expect, it } from 'vitest'
import { endOfNight } from './night.ts'

const at = (text: string) => new Date(text)
const iso = (found: Date | null) => found?.toISOString() ?? null

describe('the end of a night', () => {
  it('is the hour it ends at, before and after midnight, and nothing by day', () => {
    const night = { from: 22, to: 7 }
    expect(iso(endOfNight(at('2026-03-02T14:30:05.250Z'), night, 'Asia/Taipei'))).toBe('2026-03-02T23:00:00.000Z')
    expect(iso(endOfNight(at('2026-03-02T22:59:59.999Z'), night, 'Asia/Taipei'))).toBe('2026-03-02T23:00:00.000Z')
    expect(endOfNight(at('2026-03-02T23:00:00Z'), night, 'Asia/Taipei')).toBeNull()
    expect(endOfNight(at('2026-03-02T13:59:59Z'), night, 'Asia/Taipei')).toBeNull()
    expect(endOfNight(at('2026-03-02T14:30:00Z'), { from: 7, to: 7 }, 'Asia/Taipei')).toBeNull()
    expect(endOfNight(at('2026-03-02T14:30:00Z'), null, 'Asia/Taipei')).toBeNull()
  })
  it('is by the wall clock where the clocks are changed in it', () => {
    // 2026-03-29: at 2 it is 3.
    expect(iso(endOfNight(at('2026-03-28T22:30:00Z'), { from: 22, to: 6 }, 'Europe/Berlin'))).toBe(
      '2026-03-29T04:00:00.000Z',
    )
  })
})
