import { describe, expect, it } from 'vitest'
import { addBusinessTime, type BusinessCalendar, type BusinessSpan, businessHours } from './business-hours.ts'

const HOUR = 3_600_000
const span = (weekday: number, from: string, to: string): BusinessSpan => ({ weekday, from, to })
const days = (from: string, to: string, list = [1, 2, 3, 4, 5]) => list.map((day) => span(day, from, to))
const office = (over: Partial<BusinessCalendar> = {}): BusinessCalendar => ({
  hours: days('08:00', '17:00'),
  holidays: [],
  zone: 'Asia/Taipei',
  ...over,
})
/** By the clock of Taipei, in March 2026: the 2nd is a Monday. */
const taipei = (text: string) => new Date(`2026-03-${text}:00+08:00`)
const after = (start: Date, hours: number, calendar = office()) => addBusinessTime(start, hours * HOUR, calendar)

describe('[CRM-07~] time of work', () => {
  it('is all time where no hours are set', () => {
    expect(after(taipei('06T23:00'), 5, office({ hours: null, holidays: ['2026-03-07'] }))).toEqual(taipei('07T04:00'))
  })
  it.each([
    ['within the day', '02T09:00', 2, '02T11:00'],
    ['to the last minute of the day, and not to the next morning', '02T15:00', 2, '02T17:00'],
    ['a moment more', '02T15:00', 2.5, '03T08:30'],
    ['from before the opening', '02T05:00', 1, '02T09:00'],
    ['from after the closing', '02T18:00', 1, '03T09:00'],
    ['from the very closing', '02T17:00', 1, '03T09:00'],
    ['from the very opening', '02T08:00', 1, '02T09:00'],
    ['over a weekend', '06T16:00', 2, '09T09:00'],
    ['from a Sunday', '08T12:00', 1, '09T09:00'],
    ['a week of work', '02T08:00', 45, '06T17:00'],
    ['more than a week', '02T08:00', 46, '09T09:00'],
    ['nothing at all, at night', '02T22:00', 0, '03T08:00'],
  ])('%s', (_, start, hours, end) => {
    expect(after(taipei(start), hours)).toEqual(taipei(end))
  })
  it('leaves holidays out, also those beside a weekend and on one', () => {
    const holidays = ['2026-03-06', '2026-03-07', '2026-03-09']
    expect(after(taipei('05T16:00'), 2, office({ holidays }))).toEqual(taipei('10T09:00'))
    expect(after(taipei('06T10:00'), 1, office({ holidays }))).toEqual(taipei('10T09:00'))
  })
  it('stands still over noon, and goes on over midnight where both days say so', () => {
    const noon = office({ hours: [...days('13:00', '17:00'), ...days('08:00', '12:00')] })
    expect(after(taipei('02T11:00'), 2, noon)).toEqual(taipei('02T14:00'))
    const night = office({ hours: [span(1, '22:00', '24:00'), span(2, '00:00', '06:00')] })
    expect(after(taipei('02T21:00'), 5, night)).toEqual(taipei('03T03:00'))
  })
  it('counts what passes when the clocks are changed', () => {
    // In Berlin 02:00 becomes 03:00 on Sunday 29 March 2026, and 03:00 becomes 02:00 on Sunday 25 October.
    const berlin = (hours: BusinessSpan[]) => office({ zone: 'Europe/Berlin', hours })
    const sundays = berlin([span(7, '00:00', '06:00')])
    const spring = new Date('2026-03-28T23:00:00Z')
    expect(after(spring, 5, sundays)).toEqual(new Date('2026-03-29T04:00:00Z'))
    expect(after(spring, 6, sundays)).toEqual(new Date('2026-04-04T23:00:00Z'))
    const autumn = new Date('2026-10-24T22:00:00Z')
    expect(after(autumn, 7, sundays)).toEqual(new Date('2026-10-25T05:00:00Z'))
    // A span that the change swallows is none that day.
    expect(after(spring, 1, berlin([span(7, '02:00', '03:00')]))).toEqual(new Date('2026-04-05T01:00:00Z'))
  })
  it('is of the day by the clock of the institution, wherever the server stands', () => {
    // Friday evening in Los Angeles is Saturday in Taipei.
    const start = new Date('2026-03-07T00:30:00Z')
    expect(after(start, 1, office({ zone: 'America/Los_Angeles' }))).toEqual(new Date('2026-03-09T15:30:00Z'))
    expect(after(start, 1)).toEqual(new Date('2026-03-09T01:00:00Z'))
  })
  it('of an institution that is closed for ever is an error, and not an endless loop', () => {
    const holidays = Array.from({ length: 366 * 41 }, (_, at) =>
      new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10),
    )
    expect(() => after(taipei('02T09:00'), 1, office({ holidays }))).toThrow(RangeError)
  })
  it.each([
    ['none', []],
    ['backwards', [span(1, '17:00', '08:00')]],
    ['a moment', [span(1, '08:00', '08:30')]],
    ['two that overlap', [span(1, '11:00', '17:00'), span(1, '08:00', '12:00')]],
    ['no hour of a clock', [span(1, '08:00', '24:30')]],
    ['an eighth day', [span(8, '08:00', '17:00')]],
    ['more than a week has', Array.from({ length: 22 }, () => span(1, '08:00', '17:00'))],
  ])('hours are refused: %s', (_, hours) => {
    expect(businessHours.safeParse(hours).success).toBe(false)
  })
  it('hours that touch are two', () => {
    expect(businessHours.safeParse([span(1, '12:00', '24:00'), span(1, '08:00', '12:00')]).success).toBe(true)
  })
})
