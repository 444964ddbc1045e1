import { ageYears } from '../core/dates.ts'
import { addMonths } from '../childcare/schedule.ts'
import type { Gender } from '../patients/brief.ts'

/**
 * Screening that Taiwan's Health Promotion Administration pays for, as of this day: free adult preventive care, hepatitis B and C,
 * the five cancers, and Helicobacter pylori. The ages are completed years. Written from knowledge and checked against no announcement
 * (`docs/requirements/own-decisions.md`): the screens say so with the date, and each event may have other ages and intervals.
 */
export const PROGRAMMES_OF = '2025-01-01'
export const programmes = [
  'adult',
  'hepatitis',
  'colorectal',
  'breast',
  'cervical',
  'hpv',
  'oral',
  'lung',
  'gastric',
] as const
export type Programme = (typeof programmes)[number]

/** What decides beside age and sex, and only the person can say. */
export const facts = ['indigenous', 'betelOrTobacco', 'bowelFamily', 'lungFamily', 'heavySmoker'] as const
export type Fact = (typeof facts)[number]
export const factAnswers = ['yes', 'no', 'unknown'] as const
export type FactAnswer = (typeof factAnswers)[number]

interface Group {
  sex?: 'female' | 'male'
  /** Completed years, both within; no end where `to` is missing. */
  from: number
  to?: number
  /** Years from one to the next; `once` in a life. */
  every: number | 'once'
  /** All of these. */
  facts?: readonly Fact[]
}
/** Of each programme whom it is for: one of these is enough. */
export const programmeGroups: Readonly<Record<Programme, readonly Group[]>> = {
  adult: [
    { from: 30, to: 39, every: 5 },
    { from: 40, to: 64, every: 3 },
    { from: 65, every: 1 },
    { from: 55, to: 64, every: 1, facts: ['indigenous'] },
  ],
  hepatitis: [
    { from: 45, to: 79, every: 'once' },
    { from: 40, to: 44, every: 'once', facts: ['indigenous'] },
  ],
  colorectal: [
    { from: 45, to: 74, every: 2 },
    { from: 40, to: 44, every: 2, facts: ['bowelFamily'] },
  ],
  breast: [{ sex: 'female', from: 40, to: 74, every: 2 }],
  cervical: [
    { sex: 'female', from: 25, to: 29, every: 3 },
    { sex: 'female', from: 30, every: 1 },
  ],
  // At 35, 45 and 65, each age once: less than a year lies between the first and the last day of one.
  hpv: [35, 45, 65].map((age) => ({ sex: 'female' as const, from: age, to: age, every: 1 })),
  oral: [
    { from: 30, every: 2, facts: ['betelOrTobacco'] },
    { from: 18, to: 29, every: 2, facts: ['indigenous', 'betelOrTobacco'] },
  ],
  lung: [
    { sex: 'male', from: 45, to: 74, every: 2, facts: ['lungFamily'] },
    { sex: 'female', from: 40, to: 74, every: 2, facts: ['lungFamily'] },
    { from: 50, to: 74, every: 2, facts: ['heavySmoker'] },
  ],
  gastric: [{ from: 45, to: 74, every: 'once' }],
}

/** Ages and interval of one group, as an institution has confirmed them for an event. */
export interface Limits {
  from: number
  /** `null`: no end. */
  to: number | null
  every: number | 'once'
}
/** Of a programme one for each of its groups, in their order; a programme that is not named keeps what stands above. */
export type OwnLimits = Partial<Record<Programme, readonly Limits[]>>
export const AGE_MAX = 120
export const INTERVAL_MAX = 20
export const limitsOf = (programme: Programme, own: OwnLimits): readonly Limits[] =>
  own[programme] ?? programmeGroups[programme].map(({ from, to, every }) => ({ from, to: to ?? null, every }))
const groupsOf = (programme: Programme, own: OwnLimits): Group[] => {
  const limits = limitsOf(programme, own)
  return programmeGroups[programme].map(({ sex, facts: risks, ...group }, at) => {
    const { from, every, to } = limits[at] ?? { ...group, to: group.to ?? null }
    return { from, every, ...(to === null ? {} : { to }), ...(sex ? { sex } : {}), ...(risks ? { facts: risks } : {}) }
  })
}
/** One for each group, and each begins before it ends. */
export const limitsFit = (programme: Programme, limits: readonly Limits[]): boolean =>
  limits.length === programmeGroups[programme].length && limits.every(({ from, to }) => to === null || from <= to)

/** When somebody was screened last: a day, `never`, or `null` where nobody knows. */
export type LastTime = string | 'never' | null
export interface Known {
  birthday: string | null
  gender: Gender | null
  facts: Partial<Record<Fact, FactAnswer>>
  last: LastTime
}
export type Missing = 'birthday' | 'sex' | 'last' | Fact
/**
 * What is known of whether a programme is for somebody on a day. `unknown` says what would have to be known, and is never taken
 * for `eligible`; `later` from when on; `no` why not.
 */
export type Verdict =
  | { is: 'eligible'; why: { from: number; to: number | null; every: number | 'once'; last: LastTime } }
  | { is: 'unknown'; missing: Missing[] }
  | { is: 'later'; from: string }
  | { is: 'no'; reason: 'sex' | 'age' | 'fact' | 'done' }

const RANK = { eligible: 0, unknown: 1, later: 2, no: 3 } as const
const REASON = { done: 0, fact: 1, age: 2, sex: 3 } as const

function ofGroup(group: Group, { birthday, gender, facts: said, last }: Known, day: string): Verdict {
  const missing: Missing[] = []
  if (group.sex) {
    if (gender !== 'male' && gender !== 'female') missing.push('sex')
    else if (gender !== group.sex) return { is: 'no', reason: 'sex' }
  }
  const age = birthday === null ? null : ageYears(birthday, day)
  if (age === null) missing.push('birthday')
  else if (age < group.from || age > (group.to ?? Number.POSITIVE_INFINITY)) return { is: 'no', reason: 'age' }
  for (const one of group.facts ?? []) {
    const answer = said[one] ?? 'unknown'
    if (answer === 'no') return { is: 'no', reason: 'fact' }
    if (answer === 'unknown') missing.push(one)
  }
  if (last === null) missing.push('last')
  else if (last !== 'never') {
    if (group.every === 'once') return { is: 'no', reason: 'done' }
    const from = addMonths(last, group.every * 12)
    if (day < from) return { is: 'later', from }
  }
  if (missing.length > 0) return { is: 'unknown', missing }
  return { is: 'eligible', why: { from: group.from, to: group.to ?? null, every: group.every, last } }
}

/** Of the groups of a programme the one that says most: eligible, not known, later, no. */
export function verdictOf(programme: Programme, known: Known, day: string, own: OwnLimits = {}): Verdict {
  const all = groupsOf(programme, own).map((group) => ofGroup(group, known, day))
  const [first, ...rest] = all
  if (!first) throw new Error(`No group of ${programme}`)
  const best = rest.reduce((one, other) => {
    const rank = RANK[one.is] - RANK[other.is]
    if (rank !== 0) return rank < 0 ? one : other
    if (one.is === 'later' && other.is === 'later') return one.from <= other.from ? one : other
    if (one.is === 'no' && other.is === 'no') return REASON[one.reason] <= REASON[other.reason] ? one : other
    return one
  }, first)
  if (best.is !== 'unknown') return best
  // Whatever any group misses may decide, and is asked for at once.
  return { is: 'unknown', missing: [...new Set(all.flatMap((one) => (one.is === 'unknown' ? one.missing : [])))] }
}

/** What a screening found. `inadequate`: to be done again, and no answer to anything. */
export const outcomes = ['negative', 'positive', 'inadequate'] as const
export type Outcome = (typeof outcomes)[number]
/** By when somebody has looked after a positive result, unless the person at the table says another day. */
export const FOLLOW_UP_DAYS = 30
export const URGENT_DAYS = 3

/** How far somebody came at an event. */
export const stages = ['eligible', 'unknown', 'invited', 'came', 'screened', 'positive', 'followedUp'] as const
export type Stage = (typeof stages)[number]

/** Age in the report to the authority. */
export const ageBands = ['under40', '40-49', '50-59', '60-69', '70on', 'unknown'] as const
export type AgeBand = (typeof ageBands)[number]
export function ageBandOf(birthday: string | null, day: string): AgeBand {
  const age = birthday === null ? null : ageYears(birthday, day)
  if (age === null) return 'unknown'
  if (age < 40) return 'under40'
  return age < 50 ? '40-49' : age < 60 ? '50-59' : age < 70 ? '60-69' : '70on'
}
