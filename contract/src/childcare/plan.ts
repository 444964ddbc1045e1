import { addDays, daysBetween } from '../core/zone.ts'
import { evaluate, type GivenDose, type Problem } from './evaluate.ts'
import {
  addMonths,
  after,
  BOOSTER_AFTER,
  BOOSTER_SPARED_MONTH,
  CHILD_UNTIL_MONTH,
  FIRST_TEETH_MONTH,
  FLU_MONTHS,
  fluoride,
  type FluorideGroup,
  fluSeason,
  pcvNeeded,
  preventiveVisits,
  type ScheduledDose,
  scheduledDoses,
  schoolEntry,
  seasonStart,
  STOOL_UNTIL_MONTH,
  stoolVerdict,
  type Vaccine,
  vaccines,
} from './schedule.ts'

export interface ChildFacts {
  birthday: string
  /** Whether the mother carries hepatitis B; null: nobody has said. */
  hbvMother: boolean | null
  group: FluorideGroup
}
/** What was recorded and not withdrawn. */
export interface Given {
  doses: readonly GivenDose[]
  fluoride: readonly { id: string; on: string }[]
  preventive: readonly { id: string; on: string; visit: number }[]
  stool: readonly { id: string; on: string; colour: number }[]
}

/**
 * `after`: waits for the dose before; `unrecorded`: a later one is recorded, this one is not; `notNeeded`: the series is whole
 * without it; `ask`: depends on what nobody has said; `missed`: its window is over.
 */
export const dueStates = ['done', 'late', 'due', 'notYet', 'after', 'unrecorded', 'notNeeded', 'ask', 'missed'] as const
export type DueState = (typeof dueStates)[number]
interface Standing {
  state: DueState
  /** From when; null where it follows another, or was given. */
  dueOn: string | null
  lateOn: string | null
  /** When it was given, and by which record. */
  on: string | null
  record: string | null
}
export interface PlanDose extends Standing {
  vaccine: Vaccine
  dose: number
  /** The season of a dose against influenza. */
  season: number | null
}
export interface PlanVisit extends Standing {
  visit: number
  /** The last day of its window. */
  until: string
}
/** What a child needs next: of which care, and which of it. */
export interface Due {
  kind: 'vaccination' | 'fluoride' | 'preventive' | 'biliary'
  vaccine: Vaccine | null
  number: number | null
  state: 'late' | 'due' | 'notYet'
  dueOn: string
  /** Whole days since it became late. */
  lateDays: number
}
export interface Plan {
  doses: PlanDose[]
  visits: PlanVisit[]
  fluoride: Standing
  stool: {
    state: 'abnormal' | 'normal' | 'due' | 'none'
    on: string | null
    colour: number | null
    record: string | null
  }
  problems: Problem[]
  /** The most late first, then what is due, then what comes. */
  due: Due[]
}

const given = (on: string, record: string): Standing => ({ state: 'done', dueOn: null, lateOn: null, on, record })
const silent = (state: DueState): Standing => ({ state, dueOn: null, lateOn: null, on: null, record: null })
function waiting(dueOn: string, lateOn: string, today: string): Standing {
  const state = today < dueOn ? 'notYet' : today < lateOn ? 'due' : 'late'
  return { state, dueOn, lateOn, on: null, record: null }
}
const monthsOn = (birthday: string, day: string): number => {
  let months = 0
  while (addMonths(birthday, months + 1) <= day) months += 1
  return months
}

/** The doses of one vaccine that are given in a series, against what was given of it. */
function series(vaccine: Vaccine, { birthday }: ChildFacts, all: readonly GivenDose[], today: string) {
  const found = evaluate(vaccine, birthday, all)
  const rows = scheduledDoses.filter((one) => one.vaccine === vaccine)
  const highest = Math.max(0, ...found.counted.keys())
  const firstOn = found.counted.get(Math.min(...found.counted.keys()))?.on
  const needed = vaccine === 'PCV13' ? pcvNeeded(monthsOn(birthday, firstOn ?? today)) : rows.length
  const doses = rows.map((row): PlanDose => {
    const one = { vaccine, dose: row.dose, season: null }
    const here = found.counted.get(row.dose)
    if (here) return { ...one, ...given(here.on, here.id) }
    if (row.dose < highest) return { ...one, ...silent('unrecorded') }
    if (row.dose > needed) return { ...one, ...silent('notNeeded') }
    if (row.dose > highest + 1) return { ...one, ...silent('after') }
    return { ...one, ...waitingFor(row, birthday, found.last, firstOn, today) }
  })
  return { doses, problems: found.problems }
}
function waitingFor(
  row: ScheduledDose,
  birthday: string,
  last: string | null,
  first: string | undefined,
  today: string,
) {
  const ends = [addMonths(birthday, row.dueMonth)]
  if (last && row.interval) ends.push(after(last, row.interval))
  // What was given in vain is given again no sooner than four weeks later.
  else if (last) ends.push(addDays(last, 28))
  if (first && row.sinceFirst) ends.push(after(first, row.sinceFirst))
  const dueOn = ends.sort().at(-1) ?? birthday
  const lateOn =
    row.late === 'school' ? ([schoolEntry(birthday), dueOn].sort().at(-1) ?? dueOn) : after(dueOn, row.late)
  return waiting(dueOn, lateOn, today)
}

/** Each season anew; in the first one two. Of a season that is over nothing is late. */
function influenza({ birthday }: ChildFacts, all: readonly GivenDose[], today: string): PlanDose[] {
  const season = fluSeason(today)
  const start = seasonStart(season)
  const end = addMonths(start, FLU_MONTHS)
  const own = all.filter(({ vaccine }) => vaccine === 'Influenza')
  const before = own.some(({ on }) => on < start)
  const found = evaluate(
    'Influenza',
    birthday,
    own.filter(({ on }) => on >= start),
  )
  const old = addMonths(birthday, 6)
  const over = today >= end
  return [1, ...(before ? [] : [2])].map((dose): PlanDose => {
    const one = { vaccine: 'Influenza' as const, dose, season }
    const here = found.counted.get(dose)
    if (here) return { ...one, ...given(here.on, here.id) }
    if (over || old >= end) {
      const next = [seasonStart(season + 1), old].sort().at(-1) ?? old
      return { ...one, season: season + 1, ...(dose === 1 ? { ...silent('notYet'), dueOn: next } : silent('after')) }
    }
    if (dose === 2 && !found.counted.has(1)) return { ...one, ...silent('after') }
    const dueOn = [start, old, ...(dose === 2 && found.last ? [addDays(found.last, 28)] : [])].sort().at(-1) ?? old
    return { ...one, ...waiting(dueOn, end, today) }
  })
}

function vaccinations(child: ChildFacts, all: readonly GivenDose[], today: string) {
  const doses: PlanDose[] = []
  const problems: Problem[] = []
  for (const vaccine of vaccines) {
    if (vaccine === 'Influenza') {
      doses.push(...influenza(child, all, today))
      problems.push(
        ...evaluate(
          vaccine,
          child.birthday,
          all.filter((one) => one.vaccine === vaccine),
        ).problems,
      )
      continue
    }
    const one = series(vaccine, child, all, today)
    doses.push(...one.doses)
    problems.push(...one.problems)
  }
  return { doses: doses.map((one) => spared(one, child, doses, today)), problems }
}
/** What depends on something beside its own series. */
function spared(one: PlanDose, child: ChildFacts, doses: readonly PlanDose[], today: string): PlanDose {
  if (one.on !== null) return one
  const plain = { vaccine: one.vaccine, dose: one.dose, season: one.season }
  if (one.vaccine === 'HBIG' && child.hbvMother !== true) {
    const asked = child.hbvMother === null && today < addMonths(child.birthday, 12)
    return { ...plain, ...silent(asked ? 'ask' : 'notNeeded') }
  }
  // Immunoglobulin is for the first week of life.
  if (one.vaccine === 'HBIG' && today > addDays(child.birthday, 7)) return { ...plain, ...silent('missed') }
  if (one.vaccine === 'DTaP-IPV') {
    const base = doses.filter(({ vaccine }) => vaccine === 'DTaP-Hib-IPV').at(-1)
    if (base?.on && base.on >= addMonths(child.birthday, BOOSTER_SPARED_MONTH))
      return { ...plain, ...silent('notNeeded') }
    if (!base?.on && one.state !== 'notYet' && base?.state !== 'unrecorded') return { ...plain, ...silent('after') }
    if (base?.on && one.dueOn) {
      const dueOn = [one.dueOn, after(base.on, BOOSTER_AFTER)].sort().at(-1) ?? one.dueOn
      const lateOn = [one.lateOn ?? dueOn, dueOn].sort().at(-1) ?? dueOn
      return { ...plain, ...waiting(dueOn, lateOn, today) }
    }
  }
  return one
}

function visitsOf({ birthday }: ChildFacts, done: Given['preventive'], today: string): PlanVisit[] {
  return preventiveVisits.map(({ visit, fromMonth, untilMonth }) => {
    const dueOn = addMonths(birthday, fromMonth)
    const over = addMonths(birthday, untilMonth)
    const one = { visit, until: addDays(over, -1) }
    const here = done.find((each) => each.visit === visit)
    if (here) return { ...one, ...given(here.on, here.id) }
    if (today >= over) return { ...one, ...silent('missed') }
    return { ...one, ...waiting(dueOn, over, today) }
  })
}

function fluorideOf({ birthday, group }: ChildFacts, done: Given['fluoride'], today: string) {
  const { untilMonth, every } = fluoride[group]
  const order = [...done].sort((a, b) => (a.on < b.on ? -1 : 1))
  const problems = order.flatMap((one, at): Problem[] => {
    const before = order[at - 1]
    if (!before) return []
    const from = addMonths(before.on, every)
    const short = daysBetween(one.on, from)
    return short > 0
      ? [{ record: one.id, vaccine: null, rule: 'interval', needs: { months: every }, short, with: null }]
      : []
  })
  const last = order.at(-1)
  const dueOn = last ? addMonths(last.on, every) : addMonths(birthday, FIRST_TEETH_MONTH)
  const standing = waiting(dueOn, addMonths(dueOn, 1), today)
  const over = dueOn >= addMonths(birthday, untilMonth) || today >= addMonths(birthday, untilMonth)
  return {
    standing: { ...(over ? silent('notNeeded') : standing), on: last?.on ?? null, record: last?.id ?? null },
    problems,
  }
}

function stoolOf({ birthday }: ChildFacts, seen: Given['stool'], today: string): Plan['stool'] {
  const last = [...seen].sort((a, b) => (a.on < b.on ? -1 : 1)).at(-1)
  if (last) return { state: stoolVerdict(last.colour), on: last.on, colour: last.colour, record: last.id }
  const asked = today < addMonths(birthday, STOOL_UNTIL_MONTH)
  return { state: asked ? 'due' : 'none', on: null, colour: null, record: null }
}

const rank = { late: 0, due: 1, notYet: 2 } as const
/** What is due, late and done of a child on a day: from the birth date and what was given, and nothing else. */
export function planOf(child: ChildFacts, all: Given, today: string): Plan {
  const { doses, problems } = vaccinations(child, all.doses, today)
  const visits = visitsOf(child, all.preventive, today)
  const varnish = fluorideOf(child, all.fluoride, today)
  const stool = stoolOf(child, all.stool, today)
  const due: Due[] = []
  const add = (kind: Due['kind'], one: Standing, vaccine: Vaccine | null, number: number | null) => {
    if (one.dueOn === null || (one.state !== 'late' && one.state !== 'due' && one.state !== 'notYet')) return
    const lateDays = one.state === 'late' && one.lateOn ? daysBetween(one.lateOn, today) : 0
    due.push({ kind, vaccine, number, state: one.state, dueOn: one.dueOn, lateDays })
  }
  // Who has grown out of it is no more asked for it.
  if (today < addMonths(child.birthday, CHILD_UNTIL_MONTH))
    for (const one of doses) add('vaccination', one, one.vaccine, one.dose)
  for (const one of visits) add('preventive', one, null, one.visit)
  add('fluoride', varnish.standing, null, null)
  if (stool.state === 'due' || stool.state === 'abnormal')
    due.push({
      kind: 'biliary',
      vaccine: null,
      number: null,
      state: 'due',
      dueOn: stool.on ?? child.birthday,
      lateDays: 0,
    })
  due.sort(
    (a, b) =>
      rank[a.state] - rank[b.state] || b.lateDays - a.lateDays || (a.dueOn < b.dueOn ? -1 : a.dueOn > b.dueOn ? 1 : 0),
  )
  return { doses, visits, fluoride: varnish.standing, stool, problems: [...problems, ...varnish.problems], due }
}
