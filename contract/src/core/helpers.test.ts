import { expect, it } from 'vitest'
import { ageLabel, intervalAt, periodRange } from './dates.ts'
import { nameSubtitle } from './text.ts'

it('[SHELL-19] cuts names, words ages, and finds intervals and periods as the specification says', () => {
  expect(['一二三四五六七八', '一二三四五六七八九'].map((name) => nameSubtitle(name))).toEqual([
    '一二三四五六七八',
    '一二三四五六七八…',
  ])

  const born = '2024-01-31'
  expect(ageLabel(born, '2024-02-29')).toEqual({ days: 29 })
  expect(ageLabel(born, '2024-03-01')).toMatchObject({ months: expect.any(Number) })
  expect(ageLabel(born, '2024-03-01')).not.toHaveProperty('years')
  expect(ageLabel(born, '2026-01-30')).toEqual({ months: 23 })
  expect(ageLabel(born, '2026-01-31')).toEqual({ years: 2, months: 0 })
  expect(ageLabel(born, '2030-03-01')).toEqual({ years: 6, months: 1 })

  const inTaipei = (hour: number) => intervalAt(new Date(Date.UTC(2026, 10, 21, hour - 8)), 'Asia/Taipei')
  const found = Array.from({ length: 24 }, (_, hour) => inTaipei(hour))
  expect(found.map((interval) => interval ?? '-').join('')).toBe('----------111222223333--')

  const at = new Date('2026-11-21T04:45:00Z')
  const range = (period: 'week' | 'month' | 'season' | 'year') => {
    const { firstDay, lastDay } = periodRange(period, at, 'Asia/Taipei')
    return `${firstDay}/${lastDay}`
  }
  expect(range('week')).toBe('2026-11-16/2026-11-22')
  expect(range('month')).toBe('2026-11-01/2026-11-30')
  expect(range('season')).toBe('2026-10-01/2026-12-31')
  expect(range('year')).toBe('2026-01-01/2026-12-31')
})
