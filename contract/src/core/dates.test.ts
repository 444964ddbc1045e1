import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  ageLabel,
  ageYears,
  daysBetween,
  formatInZone,
  instantOf,
  intervalAt,
  isInterval,
  isTimeZone,
  localDay,
  localTime,
  parseDay,
  periodRange,
  periods,
  startOfDay,
  timeOfDayInterval,
  weekday,
} from './dates.ts'

const zones = [
  'Asia/Taipei',
  'America/New_York',
  'Europe/Berlin',
  'America/Havana',
  'America/Sao_Paulo',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'UTC',
]
const zone = fc.constantFrom(...zones)
const instant = fc.date({
  min: new Date('1990-01-01T00:00:00Z'),
  max: new Date('2060-01-01T00:00:00Z'),
  noInvalidDate: true,
})
const day = instant.map((date) => date.toISOString().slice(0, 10))

describe('ageLabel', () => {
  it.each([
    ['2026-11-21', '2026-11-21', { days: 0 }],
    ['2026-10-23', '2026-11-21', { days: 29 }],
    ['2026-10-22', '2026-11-21', { months: 1 }],
    ['2026-10-21', '2026-11-21', { months: 1 }],
    ['2026-01-01', '2026-01-31', { months: 1 }],
    ['2024-11-22', '2026-11-21', { months: 23 }],
    ['2024-11-21', '2026-11-21', { years: 2, months: 0 }],
    ['1950-03-31', '2026-11-30', { years: 76, months: 7 }],
    ['2024-02-29', '2026-02-28', { months: 23 }],
    ['2024-02-29', '2026-03-01', { years: 2, months: 0 }],
    ['2026-11-22', '2026-11-21', null],
    ['2026-02-30', '2026-11-21', null],
    ['', '2026-11-21', null],
    ['1950-3-31', '2026-11-21', null],
  ])('[SHELL-19~] born %s, on %s → %j', (born, today, label) => expect(ageLabel(born, today)).toEqual(label))

  it('[SHELL-19~] never gets younger and changes its form only at 30 days and 2 years', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 40_000 }), (born, days) => {
        const label = ageLabel(born, addDays(born, days))
        const later = ageLabel(born, addDays(born, days + 1))
        const size = (l: typeof label) =>
          l === null ? -1 : 'days' in l ? l.days / 31 : 'years' in l ? l.years * 12 + l.months : l.months
        expect(label !== null && 'days' in label).toBe(days < 30)
        expect(size(later)).toBeGreaterThanOrEqual(size(label))
        if (label && 'years' in label) expect(label.years).toBe(ageYears(born, addDays(born, days)))
      }),
    )
  })
})

describe('intervals', () => {
  it('[SHELL-19~] 1 for hours 10–12, 2 for 13–17, 3 for 18–21, else none', () => {
    const expected = (hour: number) => (hour < 10 || hour > 21 ? null : hour < 13 ? 1 : hour < 18 ? 2 : 3)
    for (let hour = -1; hour <= 24; hour += 1) expect(timeOfDayInterval(hour), String(hour)).toBe(expected(hour))
    expect(timeOfDayInterval(12.99)).toBe(1)
    expect(timeOfDayInterval(Number.NaN)).toBeNull()
  })
  it('[SHELL-19~] reads the hour in the institution’s zone', () => {
    expect(intervalAt(new Date('2026-11-21T02:00:00Z'), 'Asia/Taipei')).toBe(1)
    expect(intervalAt(new Date('2026-11-21T01:59:59Z'), 'Asia/Taipei')).toBeNull()
  })
  it('knows its codes', () => {
    expect([0, 6].every(isInterval)).toBe(true)
    expect([-1, 7, 1.5, '1', null].some(isInterval)).toBe(false)
  })
})

describe('periodRange', () => {
  const at = new Date('2026-11-21T04:45:00Z')
  it.each([
    ['today', '2026-11-21', '2026-11-21'],
    ['week', '2026-11-16', '2026-11-22'],
    ['month', '2026-11-01', '2026-11-30'],
    ['season', '2026-10-01', '2026-12-31'],
    ['year', '2026-01-01', '2026-12-31'],
  ] as const)('[SHELL-19~] %s in Taipei is %s to %s', (period, firstDay, lastDay) => {
    const range = periodRange(period, at, 'Asia/Taipei')
    expect(range).toMatchObject({ firstDay, lastDay })
    expect(range.from.toISOString()).toBe(`${addDays(firstDay, -1)}T16:00:00.000Z`)
    expect(range.until.toISOString()).toBe(`${lastDay}T16:00:00.000Z`)
  })
  it('[SHELL-19~] today begins at the institution’s midnight, not at UTC’s', () => {
    expect(periodRange('today', new Date('2026-11-20T16:00:00Z'), 'Asia/Taipei').firstDay).toBe('2026-11-21')
    expect(periodRange('today', new Date('2026-11-20T15:59:59Z'), 'Asia/Taipei').firstDay).toBe('2026-11-20')
  })
  it('[SHELL-19~] days of 23 and 25 hours where clocks change', () => {
    const hours = (iso: string) => {
      const range = periodRange('today', new Date(iso), 'America/New_York')
      return (range.until.getTime() - range.from.getTime()) / 3_600_000
    }
    expect(hours('2026-03-08T12:00:00Z')).toBe(23)
    expect(hours('2026-11-01T12:00:00Z')).toBe(25)
  })
  it('[SHELL-19~] holds the instant, and the next one begins where it ends', () => {
    fc.assert(
      fc.property(instant, zone, fc.constantFrom(...periods), (now, where, period) => {
        const range = periodRange(period, now, where)
        expect(range.from.getTime()).toBeLessThanOrEqual(now.getTime())
        expect(range.until.getTime()).toBeGreaterThan(now.getTime())
        expect(periodRange(period, range.until, where).from).toEqual(range.until)
        if (period === 'week') expect(weekday(range.firstDay)).toBe(1)
      }),
    )
  })
})

describe('zones', () => {
  it.each([
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z'], // midnight is skipped
    ['2020-11-01', 'America/Havana', '2020-11-01T04:00:00.000Z'], // midnight comes twice
    ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'], // the day is skipped
    ['2026-11-21', 'Asia/Taipei', '2026-11-20T16:00:00.000Z'],
  ])('%s begins in %s at %s', (date, where, iso) => expect(startOfDay(date, where).toISOString()).toBe(iso))

  it('a skipped reading moves on by the gap, of two the earlier holds', () => {
    const reading = { year: 2026, month: 3, day: 29, hour: 2, minute: 30, second: 0 }
    expect(instantOf(reading, 'Europe/Berlin').toISOString()).toBe('2026-03-29T01:30:00.000Z')
    expect(instantOf({ ...reading, month: 10, day: 25 }, 'Europe/Berlin').toISOString()).toBe(
      '2026-10-25T00:30:00.000Z',
    )
  })
  it('writes ISO 8601 with the offset, and it reads back as the same instant', () => {
    expect(formatInZone(new Date('2026-11-21T04:45:06Z'), 'Asia/Taipei')).toBe('2026-11-21T12:45:06+08:00')
    expect(formatInZone(new Date('2026-01-01T00:00:00Z'), 'America/New_York')).toBe('2025-12-31T19:00:00-05:00')
    expect(formatInZone(new Date('2026-01-01T00:00:00Z'), 'Asia/Kathmandu')).toBe('2026-01-01T05:45:00+05:45')
    fc.assert(
      fc.property(instant, zone, (now, where) => {
        expect(Date.parse(formatInZone(now, where))).toBe(Math.floor(now.getTime() / 1000) * 1000)
        expect(formatInZone(now, where).slice(0, 10)).toBe(localDay(now, where))
        const back = instantOf(localTime(now, where), where)
        expect(localTime(back, where)).toEqual(localTime(now, where))
      }),
    )
  })
  it('tells zones and days from other text', () => {
    expect(isTimeZone('Asia/Taipei')).toBe(true)
    expect(isTimeZone('Mars/Olympus')).toBe(false)
    expect(parseDay('2026-02-29')).toBeNull()
    expect(parseDay('2024-02-29')).toEqual({ year: 2024, month: 2, day: 29 })
    expect(() => addDays('2026-02-29', 1)).toThrow('not a day')
  })
  it('counts days without regard to clocks', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -10_000, max: 10_000 }), (from, days) => {
        expect(daysBetween(from, addDays(from, days))).toBe(days)
      }),
    )
    expect(weekday('2026-11-21')).toBe(6)
    expect(weekday('1969-12-31')).toBe(3)
  })
})
