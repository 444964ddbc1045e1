import { DIASTOLIC, kindRules, statedKinds } from './kinds.ts'

const [, ...single] = statedKinds
/** What a limit is set on: the kinds of reading, of a blood pressure each of its numbers by itself. */
export const limitMeasures = ['systolic', 'diastolic', 'bp_pulse', ...single] as const
export type LimitMeasure = (typeof limitMeasures)[number]
/** What an alert may be of: also of a glucose of which nobody stated the meal (`limitsFor`). */
export const measures = [...limitMeasures, 'glucose_unspecified'] as const
export type Measure = (typeof measures)[number]

export const ruleTests = ['above', 'below', 'change', 'noData'] as const
export type RuleTest = (typeof ruleTests)[number]
/** Worst first. */
export const severities = ['critical', 'warning', 'notice'] as const
export type Severity = (typeof severities)[number]
export const directions = ['up', 'down'] as const
export type Direction = (typeof directions)[number]

export interface Rule {
  measure: Measure
  test: RuleTest
  /** Beyond which value; by how much it changes. None where nothing came. */
  value: number | null
  /** The value itself belongs to it (≥, ≤ instead of >, <). Unsaid, as in limits from before: it does of a change alone. */
  inclusive?: boolean | undefined
  /** Of a change: which way. Unsaid: either. */
  direction?: Direction | null | undefined
  /** Within how many hours it changes, or nothing came. */
  hours: number | null
  severity: Severity
  /** Hours of the day in which it holds, by the clock of the institution: 0 to 24 for always, 22 to 6 over midnight. */
  fromHour: number
  toHour: number
}

/** As it is set; what it is held against may be of any measure. */
export type SetRule = Rule & { measure: LimitMeasure }

export const includesValue = ({ test, inclusive }: Pick<Rule, 'test' | 'inclusive'>): boolean =>
  inclusive ?? test === 'change'
/** A limit as it is kept: without what its test does not ask for. */
export const keptRule = <R extends Rule>(rule: R): R => ({
  ...rule,
  value: rule.test === 'noData' ? null : rule.value,
  hours: rule.test === 'above' || rule.test === 'below' ? null : rule.hours,
  inclusive: rule.test !== 'noData' && includesValue(rule),
  direction: rule.test === 'change' ? (rule.direction ?? null) : null,
})

interface Range {
  unit: string
  from: number
  to: number
  decimals: number
}
const pressure = { unit: kindRules.blood_pressure.unit, decimals: 0 }
export const measureRange = (measure: Measure): Range =>
  measure === 'systolic'
    ? { ...pressure, from: kindRules.blood_pressure.from, to: kindRules.blood_pressure.to }
    : measure === 'diastolic'
      ? { ...pressure, ...DIASTOLIC }
      : kindRules[measure === 'bp_pulse' ? 'pulse' : measure]

export const MOST_RULES = 40
export const MOST_HOURS = 720

export interface RuleFault {
  path: string
  code: 'FIELD_EMPTY' | 'VALUE_INVALID' | 'END_BEFORE_START' | 'DUPLICATE' | 'FIELD_RELATED'
}
const worse = (one: Severity, other: Severity) => severities.indexOf(one) < severities.indexOf(other)

/** All that is wrong with the limits of a group, each by its place: on the screen while they are typed, and at the server. */
export function faultsOf(rules: readonly Rule[]): RuleFault[] {
  const faults: RuleFault[] = []
  for (const [index, rule] of rules.entries()) {
    const say = (field: string, code: RuleFault['code']) => faults.push({ path: `rules.${index}.${field}`, code })
    const { from, to } = measureRange(rule.measure)
    if (rule.test !== 'noData') {
      // A change is a difference: of any size up to what the whole range allows.
      const least = rule.test === 'change' ? 0 : from
      const most = rule.test === 'change' ? to - from : to
      if (rule.value === null) say('value', 'FIELD_EMPTY')
      else if (rule.value < least || rule.value > most || (rule.test === 'change' && rule.value === 0))
        say('value', 'VALUE_INVALID')
    }
    if (rule.test === 'change' || rule.test === 'noData') {
      if (rule.hours === null) say('hours', 'FIELD_EMPTY')
      else if (!Number.isInteger(rule.hours) || rule.hours < 1 || rule.hours > MOST_HOURS) say('hours', 'VALUE_INVALID')
    }
    // None to midnight itself: that is 24.
    if (rule.toHour === rule.fromHour || rule.toHour === 0) say('toHour', 'END_BEFORE_START')
    const before = rules.slice(0, index)
    if (before.some((one) => doubles(one, rule))) say('severity', 'DUPLICATE')
    else if (before.some((one) => hoursMeet(one, rule) && crosses(one, rule))) say('value', 'FIELD_RELATED')
  }
  return faults
}
type Hours = Pick<Rule, 'fromHour' | 'toHour'>
/** Does it hold in that hour of the day? From 22 to 6 is over midnight. */
export const holdsInHour = ({ fromHour, toHour }: Hours, hour: number): boolean =>
  fromHour < toHour ? hour >= fromHour && hour < toHour : hour >= fromHour || hour < toHour
const DAY = Array.from({ length: 24 }, (_, hour) => hour)
const hoursMeet = (one: Hours, other: Hours) => DAY.some((hour) => holdsInHour(one, hour) && holdsInHour(other, hour))

/** Of the same measure, test and severity: an own limit stands in the place of a group's, in its hours. */
export const sameKind = (one: Rule, other: Rule): boolean =>
  one.measure === other.measure && one.test === other.test && one.severity === other.severity
/** Of the same kind in the same hours: a set has one of them. */
export const doubles = (one: Rule, other: Rule): boolean => sameKind(one, other) && hoursMeet(one, other)

/** What is left of a group's limit beside a person's own: itself, none of it, or itself in the hours that no own one of its kind takes. */
export function besideOwn<R extends Rule>(rule: R, own: readonly Rule[]): R[] {
  const taking = own.filter((one) => doubles(one, rule))
  if (taking.length === 0) return [rule]
  const left = DAY.map((hour) => holdsInHour(rule, hour) && !taking.some((one) => holdsInHour(one, hour)))
  // Each span begins where the hour before is not of it; one over midnight is one.
  return DAY.filter((hour) => left[hour] && !left[(hour + 23) % 24]).map((fromHour) => {
    const length = DAY.find((more) => !left[(fromHour + more) % 24]) ?? 24
    return { ...rule, fromHour, toHour: ((fromHour + length - 1) % 24) + 1 }
  })
}

/** Above below its own below, or a worse limit that is reached before the milder one. */
function crosses(one: Rule, other: Rule): boolean {
  if (one.measure !== other.measure || one.value === null || other.value === null) return false
  if (one.test === 'above' && other.test === 'below') return noneBetween(one.value, one, other.value, other)
  if (one.test === 'below' && other.test === 'above') return noneBetween(other.value, other, one.value, one)
  if (one.test !== other.test || one.severity === other.severity) return false
  const [bad, mild] = worse(one.severity, other.severity) ? [one.value, other.value] : [other.value, one.value]
  return one.test === 'above' ? bad <= mild : one.test === 'below' ? bad >= mild : false
}

/** There is no value that breaks neither: they overlap, or meet where one of them includes the value. */
const noneBetween = (above: number, high: Rule, below: number, low: Rule) =>
  above < below || (above === below && (includesValue(high) || includesValue(low)))

/** Limits to begin with, each with where it comes from. An institution's doctors decide; nothing is set by itself. */
export const templates = [
  {
    id: 'hypertension',
    source: '2022 Taiwan Hypertension Guidelines (TSOC/THS): home blood pressure ≥ 130/80 mmHg; crisis ≥ 180/120 mmHg',
    rules: [
      from('systolic', 'above', 130, 'notice'),
      from('diastolic', 'above', 80, 'notice'),
      from('systolic', 'above', 180, 'critical'),
      from('diastolic', 'above', 120, 'critical'),
    ],
  },
  {
    id: 'diabetes',
    source:
      'ADA Standards of Care in Diabetes: glucose < 70 mg/dL (level 1), < 54 mg/dL (level 2); after a meal < 180 mg/dL',
    rules: [
      beyond('glucose_fasting', 'below', 70, 'warning'),
      beyond('glucose_fasting', 'below', 54, 'critical'),
      beyond('glucose_before_meal', 'below', 70, 'warning'),
      beyond('glucose_before_meal', 'below', 54, 'critical'),
      from('glucose_after_meal', 'above', 180, 'notice'),
    ],
  },
  {
    id: 'heartFailure',
    source: '2021 ESC Guidelines for heart failure: a sudden gain of more than 2 kg in 3 days',
    rules: [{ ...beyond('weight', 'change', 2, 'warning'), direction: 'up', hours: 72 }],
  },
] as const satisfies readonly { id: string; source: string; rules: readonly Rule[] }[]
/** Beyond the value alone, as a source says '>' or '<'. */
function beyond(measure: LimitMeasure, test: RuleTest, value: number, severity: Severity): SetRule {
  return { measure, test, value, inclusive: false, hours: null, severity, fromHour: 0, toHour: 24 }
}
/** From the value on, as a source says '≥', or names what is still right as '<'. */
function from(measure: LimitMeasure, test: RuleTest, value: number, severity: Severity): SetRule {
  return { ...beyond(measure, test, value, severity), inclusive: true }
}
