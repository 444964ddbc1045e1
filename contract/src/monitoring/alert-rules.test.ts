import { describe, expect, it } from 'vitest'
import {
  alertRefusal,
  beyond,
  holdsAt,
  inForce,
  findBreaches,
  type Point,
  pointsOf,
  silent,
  thinned,
  wouldHaveRaised,
} from './alert-rules.ts'
import { faultsOf, type Rule, templates } from './group-rules.ts'

const ZONE = 'Asia/Taipei'
const HOUR = 3_600_000
const NOON = Date.parse('2026-03-10T12:00:00+08:00')
const rule = (more: Partial<Rule> = {}): Rule => ({
  measure: 'systolic',
  test: 'above',
  value: 140,
  hours: null,
  severity: 'warning',
  fromHour: 0,
  toHour: 24,
  ...more,
})
const point = (value: number, at = NOON, measure: Point['measure'] = 'systolic'): Point => ({ measure, value, at })
const hit = (one: Rule, now: Point, before: Point[] = []) => beyond(one, now, before, ZONE)

describe('limits', () => {
  it('a blood pressure is held against each of its numbers', () => {
    expect(pointsOf({ kind: 'blood_pressure', value: 150, diastolic: 95, pulse: null }, NOON)).toEqual([
      point(150),
      point(95, NOON, 'diastolic'),
    ])
    expect(pointsOf({ kind: 'weight', value: 61, diastolic: null, pulse: null }, NOON)).toEqual([
      point(61, NOON, 'weight'),
    ])
  })
  it('[MON-03~] above and below are beyond the value, not at it', () => {
    expect([139, 140, 141].map((value) => hit(rule(), point(value)))).toEqual([false, false, true])
    expect([91, 90, 89].map((value) => hit(rule({ test: 'below', value: 90 }), point(value)))).toEqual([
      false,
      false,
      true,
    ])
    expect(hit(rule(), point(200, NOON, 'diastolic'))).toBe(false)
  })
  it('[MON-03~] the value belongs to a limit that includes it', () => {
    const from = (more: Partial<Rule>) => (value: number) => hit(rule({ inclusive: true, ...more }), point(value))
    expect([139, 140, 141].map(from({}))).toEqual([false, true, true])
    expect([91, 90, 89].map(from({ test: 'below', value: 90 }))).toEqual([false, true, true])
    // As their sources say it: 180/120 and 180 after a meal are broken at the value, 70 and 54 below it.
    const ends = (index: 0 | 1) =>
      templates[index].rules.map((one: Rule) => hit(one, point(one.value ?? 0, NOON, one.measure)))
    expect(ends(0)).toEqual([true, true, true, true])
    expect(ends(1)).toEqual([false, false, false, false, true])
  })
  it('[MON-03~] above and below that leave no value between them contradict each other', () => {
    const codes = (high: Partial<Rule>, low: Partial<Rule>) =>
      faultsOf([rule(high), rule({ test: 'below', ...low })]).map(({ code }) => code)
    expect(codes({}, {})).toEqual([])
    expect(codes({ inclusive: true }, {})).toEqual(['FIELD_RELATED'])
    expect(codes({}, { inclusive: true })).toEqual(['FIELD_RELATED'])
    expect(codes({ inclusive: true }, { inclusive: true, value: 139 })).toEqual([])
  })
  it('[MON-03~] a change of one way is none of the other, and more than the value not the value', () => {
    const weight = (value: number, hoursAgo = 0) => point(value, NOON - hoursAgo * HOUR, 'weight')
    const gain = rule({ measure: 'weight', test: 'change', value: 2, hours: 72, inclusive: false, direction: 'up' })
    const [loss, either] = [
      { ...gain, direction: 'down' as const },
      { ...gain, direction: null, inclusive: true },
    ]
    const of = (value: number) => [gain, loss, either].map((one) => hit(one, weight(value), [weight(60, 5)]))
    expect([of(62), of(62.01), of(58), of(57.99)]).toEqual([
      [false, false, true],
      [true, false, true],
      [false, false, true],
      [false, true, true],
    ])
  })
  it('[MON-03~] a change is held against all that came within its hours, up and down', () => {
    const gain = rule({ measure: 'weight', test: 'change', value: 2, hours: 72 })
    const weight = (value: number, hoursAgo = 0) => point(value, NOON - hoursAgo * HOUR, 'weight')
    expect(hit(gain, weight(61.3), [weight(59.3, 60)])).toBe(true)
    expect(hit(gain, weight(57.3), [weight(59.3, 60)])).toBe(true)
    expect(hit(gain, weight(61.3), [weight(59.31, 60)])).toBe(false)
    expect(hit(gain, weight(61.3), [weight(59, 73)])).toBe(false)
    // What was measured later is not before, though it came earlier.
    expect(hit(gain, weight(61.3), [weight(59, -1)])).toBe(false)
    expect(hit(gain, weight(61.3))).toBe(false)
  })
  it('[MON-03~] nothing for hours is told from the moment the hours are full', () => {
    const quiet = rule({ test: 'noData', value: null, hours: 48 })
    expect(silent(quiet, NOON - 48 * HOUR, NOON, ZONE)).toBe(true)
    expect(silent(quiet, NOON - 48 * HOUR + 1, NOON, ZONE)).toBe(false)
    expect(silent(rule({ hours: 48 }), 0, NOON, ZONE)).toBe(false)
  })
  it('hold in their hours of the day, by the clock of the institution and the hour of measuring', () => {
    const day = rule({ fromHour: 8, toHour: 20 })
    const clock = (hour: number) => Date.parse(`2026-03-10T${String(hour).padStart(2, '0')}:00:00+08:00`)
    expect([7, 8, 19, 20].map((hour) => holdsAt(day, clock(hour), ZONE))).toEqual([false, true, true, false])
    expect(holdsAt(day, clock(8), 'UTC')).toBe(false)
    expect(hit(day, point(200, clock(3)))).toBe(false)
  })
  it('of several that one reading strikes the worst is one alert', () => {
    const rules = templates[0].rules
    const breaches = findBreaches(
      rules,
      pointsOf({ kind: 'blood_pressure', value: 185, diastolic: 95, pulse: 70 }, NOON),
      [],
      ZONE,
    )
    expect(breaches.map(({ rule: { measure, severity }, value }) => [measure, severity, value])).toEqual([
      ['systolic', 'critical', 185],
      ['diastolic', 'notice', 95],
    ])
    expect(findBreaches(rules, [point(120)], [], ZONE)).toEqual([])
  })
  it('[MON-03~] a person’s own stand in the place of the groups’ of their measure, test and severity, and of no other', () => {
    const own = rule({ value: 160 })
    const others = [
      rule({ test: 'below', value: 90 }),
      rule({ value: 180, severity: 'critical' }),
      rule({ measure: 'weight', value: 90 }),
    ]
    const group = rule()
    expect(inForce([own], [group, ...others])).toEqual([own, ...others])
    expect(inForce([], [group])).toEqual([group])
  })
  it('[MON-03~] would have raised: once a day and limit, and once for each time that nothing came', () => {
    const high = rule()
    const quiet = rule({ test: 'noData', value: null, hours: 48 })
    const day = (ago: number, hour = 0) => NOON - ago * 24 * HOUR + hour * HOUR
    const points = [
      point(150, day(9)),
      point(155, day(9, 2)),
      point(120, day(8)),
      point(150, day(4)),
      point(130, day(3)),
    ]
    const span = { from: day(10), to: NOON, zone: ZONE }
    expect(wouldHaveRaised([high, quiet], points, span)).toEqual(
      new Map([
        [high, 2],
        [quiet, 2],
      ]),
    )
    expect(wouldHaveRaised([high, quiet], [], span).get(quiet)).toBe(1)
    expect(wouldHaveRaised([high], [point(190, day(11))], span).get(high)).toBe(0)
  })
  it('every template names its source', () => {
    for (const { source } of templates) expect(source).toMatch(/\d/)
  })
})

describe('an alert', () => {
  it('[MON-03~] is acknowledged once and resolved with what was done', () => {
    expect(alertRefusal('acknowledge', 'open', '')).toBeNull()
    expect(alertRefusal('acknowledge', 'acknowledged', '')).toBe('ALERT_TAKEN')
    expect(alertRefusal('resolve', 'open', ' ')).toBe('CONTENT_REQUIRED')
    expect(alertRefusal('resolve', 'acknowledged', '已去電')).toBeNull()
    expect(alertRefusal('resolve', 'resolved', '已去電')).toBe('ALERT_TAKEN')
  })
})

describe('a plot', () => {
  it('[MON-04~] keeps the lowest and the highest of each stretch, in the order of time', () => {
    const points = Array.from({ length: 1000 }, (_, at) => ({ at, value: at === 501 ? 300 : at === 502 ? 1 : 100 }))
    const kept = thinned(points, 100)
    expect(kept.length).toBeLessThanOrEqual(100)
    expect(kept.filter(({ value }) => value !== 100)).toEqual([
      { at: 501, value: 300 },
      { at: 502, value: 1 },
    ])
    expect(kept.map(({ at }) => at)).toEqual(kept.map(({ at }) => at).toSorted((one, other) => one - other))
    expect(thinned(points.slice(0, 3), 100)).toHaveLength(3)
  })
})
