import { beforeEach, expect, it, vi } from 'vitest'
import { setFormatLanguage } from '../lib/format-language.ts'
import * as format from './format.ts'

const NOON_TAIPEI = '2026-03-12T04:05:00Z'

beforeEach(() => {
  setFormatLanguage('zh-TW')
  format.setTimeZone('Asia/Taipei')
})

it('[SHELL-08~] writes dates in the language and in the partner’s zone', () => {
  expect(format.formatTime(NOON_TAIPEI)).toBe('12:05')
  expect(format.formatDate(NOON_TAIPEI)).toBe('2026/3/12')
  expect(format.formatDay(NOON_TAIPEI)).toBe('3月12日 週四')
  setFormatLanguage('en')
  expect(format.formatDay(NOON_TAIPEI)).toBe('Thu 12 Mar')
  format.setTimeZone('America/New_York')
  expect(format.formatTime(NOON_TAIPEI)).toBe('00:05')
  expect(format.isoDay('2026-03-12T03:00:00Z')).toBe('2026-03-11')
})

it('[SHELL-08~] never moves a bare date to its neighbour', () => {
  for (const zone of ['Asia/Taipei', 'America/Los_Angeles', 'Pacific/Kiritimati']) {
    format.setTimeZone(zone)
    expect(format.formatDate('2026-03-12')).toBe('2026/3/12')
  }
})

it.each(['1999-13-05', '1916-02-99', '1999-02-30', '1999/13/5', 'x', '', '2026-13-45T00:00:00Z'])(
  '[SHELL-08~] leaves what is no day as it was written: %j',
  (text) => {
    for (const write of Object.values(format).filter((one) => /^format(?:Time|D|Month|Short)/.test(one.name)))
      expect((write as (value: string) => string)(text)).toBe(text)
  },
)

it('[EMR-12~] a day of another year has its year: a history of last December is not taken for one of tomorrow', () => {
  vi.useFakeTimers({ now: new Date('2026-12-01T02:00:00Z') })
  format.setTimeZone('Asia/Taipei')
  expect([format.formatShortDate('2025-12-02'), format.formatShortDate('2026-12-02')]).toEqual(['2025/12/2', '12/2'])
  // By the institution's clock it is the new year already.
  expect(format.formatShortDate('2026-12-31T17:00:00Z')).toBe('2027/1/1')
  expect([format.formatAxisDate('2025-12-02'), format.formatShortDate('x')]).toEqual(['12/2', 'x'])
  vi.useRealTimers()
})
it('[SHELL-08~] writes money from minor units', () => {
  expect(format.formatMoney(45_000, 'TWD')).toBe('$450')
  expect(format.formatMoney(45_050, 'TWD')).toBe('$450.50')
  expect(format.formatMoney(-0, 'TWD')).toBe('$0')
  setFormatLanguage('en')
  expect(format.formatMoney(45_000, 'TWD')).toBe('NT$450')
  setFormatLanguage('zh-TW')
  expect(format.formatNumber(12_345)).toBe('12,345')
})

it('keeps the last good zone when told nonsense', () => {
  format.setTimeZone('Mars/Olympus')
  expect(format.currentTimeZone()).toBe('Asia/Taipei')
})

it('counts a clock in minutes, with hours only when there are any', () => {
  expect(format.formatClock(899.4)).toBe('14:59')
  expect(format.formatClock(3_661)).toBe('1:01:01')
  expect(format.formatClock(-5)).toBe('00:00')
})
