import type { ErrorCode } from '../core/errors.gen.ts'
import { saysSomething } from '../core/text.ts'
import { localTime } from '../core/zone.ts'
import {
  besideOwn,
  holdsInHour,
  includesValue,
  type Measure,
  type Rule,
  type RuleTest,
  severities,
  type Severity,
} from './group-rules.ts'
import type { AlertState } from './alert-states.ts'
import type { ReadingKind } from './kinds.ts'

export { type AlertState, alertStates, runningAlerts } from './alert-states.ts'

const HOUR = 3_600_000
/** Of how many days a limit is tried on. */
export const TRIAL_DAYS = 30

/** What a limit is held against: one number of one reading, at the moment it was measured. */
export interface Point {
  measure: Measure
  value: number
  at: number
}
interface Measured {
  kind: ReadingKind
  value: number
  diastolic: number | null
  pulse: number | null
}
/** The numbers of a reading, each under what it measures. */
export function pointsOf({ kind, value, diastolic, pulse }: Measured, at: number): Point[] {
  if (kind !== 'blood_pressure') return [{ measure: kind, value, at }]
  return [
    { measure: 'systolic', value, at },
    ...(diastolic === null ? [] : [{ measure: 'diastolic' as const, value: diastolic, at }]),
    ...(pulse === null ? [] : [{ measure: 'bp_pulse' as const, value: pulse, at }]),
  ]
}
/** The reading that holds what is measured. */
export const kindOf = (measure: Measure): ReadingKind =>
  measure === 'systolic' || measure === 'diastolic' || measure === 'bp_pulse' ? 'blood_pressure' : measure

/** Below this a glucose is dangerous at any time of the day (American Diabetes Association, level 2), mg/dL. */
const LOW_GLUCOSE = 54
const glucoseKinds: readonly Measure[] = ['glucose_fasting', 'glucose_before_meal', 'glucose_after_meal']
/**
 * The limits that a reading is held against. A glucose of which nobody said when it was measured is not held against what is right
 * before or after a meal; but the critical limits of each of these hold for it, and every lower one of a dangerously low value, both
 * under the name of what it is.
 */
export function limitsFor<R extends Rule>(rules: readonly R[], { kind, value }: Pick<Measured, 'kind' | 'value'>): R[] {
  const own = rules.filter(({ measure }) => kindOf(measure) === kind)
  if (kind !== 'glucose_unspecified') return own
  const others = rules.filter(
    ({ measure, test, severity }) =>
      glucoseKinds.includes(measure) &&
      ((severity === 'critical' && (test === 'above' || test === 'below')) ||
        (test === 'below' && value < LOW_GLUCOSE)),
  )
  return [...own, ...others.map((rule) => ({ ...rule, measure: kind }))]
}

/** Does the limit hold at that moment, by the clock of the institution? */
export function holdsAt({ fromHour, toHour }: Pick<Rule, 'fromHour' | 'toHour'>, at: number, zone: string): boolean {
  if (fromHour === 0 && toHour === 24) return true
  return holdsInHour({ fromHour, toHour }, localTime(new Date(at), zone).hour)
}

/** Millionths: 61.3 and 59.3 differ by 2, and 100.4 °F is 38 °C, whatever the machine makes of it; 37.996 is no 38. */
const millionths = (value: number) => Math.round(value * 1_000_000)
/** By how much it is more than it was, the way that the limit looks: of either way the size. */
const moved = ({ direction }: Rule, now: Point, then: Point) => {
  const more = millionths(now.value - then.value)
  return direction === 'up' ? more : direction === 'down' ? -more : Math.abs(more)
}
/** Of what came before within the hours of a limit on change: from which the change that breaks it is the greatest. */
function changedFrom(rule: Rule, point: Point, before: readonly Point[]): Point | undefined {
  if (rule.test !== 'change' || rule.hours === null || rule.value === null) return undefined
  const since = point.at - rule.hours * HOUR
  const least = millionths(rule.value) + (includesValue(rule) ? 0 : 1)
  return before
    .filter((one) => one.measure === point.measure && one.at >= since && one.at < point.at)
    .filter((one) => moved(rule, point, one) >= least)
    .toSorted((one, other) => moved(rule, point, other) - moved(rule, point, one))[0]
}

/** Beyond the limit, by the hour of measuring. `before`: what came earlier, in any order. */
export function beyond(rule: Rule, point: Point, before: readonly Point[], zone: string): boolean {
  if (rule.measure !== point.measure || rule.value === null || !holdsAt(rule, point.at, zone)) return false
  if (rule.test === 'change') return changedFrom(rule, point, before) !== undefined
  if (rule.test === 'noData') return false
  const by = millionths(point.value - rule.value)
  return (by === 0 && includesValue(rule)) || (rule.test === 'above' ? by > 0 : by < 0)
}

/** Nothing came for the hours of the limit; `since`: when something last did, or when looking began. */
export const silent = (rule: Rule, since: number, now: number, zone: string): boolean =>
  rule.test === 'noData' && rule.hours !== null && now - since >= rule.hours * HOUR && holdsAt(rule, now, zone)

/**
 * A person's own limits stand in the place of the groups' of the same measure, test and severity, and of no other: in the hours
 * that they hold. In the other hours the group's goes on, under its own id.
 */
export const inForce = <R extends Rule>(own: readonly R[], groups: readonly R[]): R[] => [
  ...own,
  ...groups.flatMap((rule) => besideOwn(rule, own)),
]

export interface Breach<R extends Rule> {
  rule: R
  value: number
  at: number
  /** Of a change: from what on. */
  base?: Point | undefined
}
const rank = ({ severity }: Rule) => severities.indexOf(severity)
/** Which limits a reading breaches: of several limits of one kind the worst alone, so that one reading is one alert. */
export function findBreaches<R extends Rule>(
  rules: readonly R[],
  points: readonly Point[],
  before: readonly Point[],
  zone: string,
): Breach<R>[] {
  const worst = new Map<`${Measure} ${RuleTest}`, Breach<R>>()
  for (const point of points)
    for (const rule of rules) {
      if (!beyond(rule, point, before, zone)) continue
      const key = `${rule.measure} ${rule.test}` as const
      const known = worst.get(key)
      if (!known || rank(rule) < rank(known.rule))
        worst.set(key, { rule, value: point.value, at: point.at, base: changedFrom(rule, point, before) })
    }
  return [...worst.values()]
}

/**
 * What was measured late is held against what was measured after it: of each limit on change the greatest one it breaks.
 * `after`: of the last hours, in any order.
 */
export function findLateBreaches<R extends Rule>(
  rules: readonly R[],
  late: readonly Point[],
  after: readonly Point[],
  zone: string,
): Breach<R>[] {
  const changes = rules.filter(({ test }) => test === 'change')
  const worst = new Map<string, Breach<R>>()
  for (const breach of after.flatMap((point) => findBreaches(changes, [point], late, zone))) {
    const known = worst.get(breach.rule.measure)
    const size = ({ value, base }: Breach<R>) => Math.abs(value - (base?.value ?? value))
    if (
      !known ||
      rank(breach.rule) < rank(known.rule) ||
      (rank(breach.rule) === rank(known.rule) && size(breach) > size(known))
    )
      worst.set(breach.rule.measure, breach)
  }
  return [...worst.values()]
}

/**
 * How often each limit would have raised an alert for one person: at most once a day, as if each were taken care of on
 * its day; nothing for hours counts once for each time that nothing came.
 */
export function wouldHaveRaised<R extends Rule>(
  rules: readonly R[],
  points: readonly Point[],
  { from, to, zone }: { from: number; to: number; zone: string },
): Map<R, number> {
  const counts = new Map<R, number>(rules.map((rule) => [rule, 0]))
  const days = new Set<string>()
  const sorted = points.toSorted((one, other) => one.at - other.at)
  for (const [index, point] of sorted.entries()) {
    if (point.at < from || point.at > to) continue
    for (const { rule } of findBreaches(rules, [point], sorted.slice(0, index), zone)) {
      const { year, month, day } = localTime(new Date(point.at), zone)
      const key = `${rules.indexOf(rule)} ${year}-${month}-${day}`
      if (days.has(key)) continue
      days.add(key)
      counts.set(rule, (counts.get(rule) ?? 0) + 1)
    }
  }
  for (const rule of rules) {
    if (rule.test !== 'noData' || rule.hours === null) continue
    const came = sorted
      .filter(({ measure, at }) => measure === rule.measure && at >= from && at <= to)
      .map(({ at }) => at)
    const marks = [from, ...came, to]
    const span = rule.hours * HOUR
    const gaps = marks.filter((at, index) => index > 0 && at - (marks[index - 1] ?? at) >= span)
    counts.set(rule, gaps.length)
  }
  return counts
}

interface Step {
  from: readonly AlertState[]
  to: AlertState
  /** What was done has to be said. */
  needs?: 'note'
}
/** Every step of an alert. The server checks it under the row's lock, the portal to offer a button. */
export const alertSteps = {
  acknowledge: { from: ['open'], to: 'acknowledged' },
  resolve: { from: ['open', 'acknowledged'], to: 'resolved', needs: 'note' },
} as const satisfies Record<string, Step>
export type AlertStep = keyof typeof alertSteps
export const alertActions = ['acknowledge', 'resolve'] as const satisfies AlertStep[]

/** `null`: yes. Who comes second is told that another was first. */
export function alertRefusal(step: AlertStep, state: AlertState, note: string): ErrorCode | null {
  const { from, needs }: Step = alertSteps[step]
  if (!from.includes(state)) return 'ALERT_TAKEN'
  return needs && !saysSomething(note) ? 'CONTENT_REQUIRED' : null
}

/** So long an alert may be muted. */
export const MOST_MUTED_DAYS = 30
interface Muting {
  until: number | null
  note: string
  now: number
}
/** `null`: yes. A critical one is taken first: nobody mutes what nobody has looked at. */
export function muteRefusal(
  { state, severity }: { state: AlertState; severity: Severity },
  { until, note, now }: Muting,
): ErrorCode | null {
  if (state === 'resolved') return 'ALERT_TAKEN'
  if (severity === 'critical' && state === 'open') return 'FIELD_RELATED'
  if (until === null) return 'END_TIME_REQUIRED'
  if (until <= now || until > now + MOST_MUTED_DAYS * 24 * HOUR) return 'VALUE_INVALID'
  return saysSomething(note) ? null : 'REASON_REQUIRED'
}

/** As many as a plot can show: of each stretch the lowest and the highest, so that no peak is lost. In the order of time. */
export function thinned<P extends { at: number; value: number }>(points: readonly P[], most: number): P[] {
  if (points.length <= most) return [...points]
  const size = Math.ceil(points.length / Math.max(1, Math.floor(most / 2)))
  const kept: P[] = []
  for (let start = 0; start < points.length; start += size) {
    const run = points.slice(start, start + size)
    const [first] = run
    if (!first) continue
    let [low, high] = [first, first]
    for (const one of run) {
      if (one.value < low.value) low = one
      if (one.value > high.value) high = one
    }
    kept.push(...(low === high ? [low] : low.at <= high.at ? [low, high] : [high, low]))
  }
  return kept
}
