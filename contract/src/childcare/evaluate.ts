import { daysBetween } from '../core/zone.ts'
import { after, GRACE_DAYS, LIVE_APART, liveVaccines, scheduledDoses, type Span, type Vaccine } from './schedule.ts'

export interface GivenDose {
  id: string
  vaccine: Vaccine
  /** Which of the series, as it was recorded. */
  dose: number
  on: string
}

/** `age`, `interval`, `sinceFirst`, `live` and `birth` make that a dose does not count. */
export const problemRules = ['birth', 'age', 'interval', 'sinceFirst', 'live'] as const
/** Why what was given does not count, or was too soon: what the rule asks for, and by how many days it falls short. */
export interface Problem {
  record: string
  vaccine: Vaccine | null
  rule: (typeof problemRules)[number]
  needs: Span
  short: number
  /** The other live vaccine. */
  with: Vaccine | null
}

const shortOf = (on: string, from: string, grace = GRACE_DAYS): number => {
  const short = daysBetween(on, from)
  return short > grace ? short : 0
}

/**
 * Which doses of a vaccine count as the first, second … of its series. What was given too young or too soon counts for none, and
 * the one after it stands in its place. Numbers are those recorded: whoever recorded the third first has had two elsewhere.
 */
export function evaluate(
  vaccine: Vaccine,
  birthday: string,
  all: readonly GivenDose[],
): { counted: Map<number, GivenDose>; problems: Problem[]; last: string | null } {
  const own = all
    .filter((one) => one.vaccine === vaccine)
    .sort((a, b) => (a.on === b.on ? a.dose - b.dose : a.on < b.on ? -1 : 1))
  const counted = new Map<number, GivenDose>()
  const problems: Problem[] = []
  let [reached, lastNumber] = [0, 0]
  let last: string | null = null
  for (const one of own) {
    const place = reached + 1 + Math.max(0, one.dose - lastNumber - 1)
    const found = problemOf(one, place, birthday, last, counted.get(1)?.on, all)
    if (found) problems.push(found)
    else {
      counted.set(place, one)
      reached = place
    }
    lastNumber = one.dose
    last = one.on
  }
  return { counted, problems, last }
}

function problemOf(
  one: GivenDose,
  place: number,
  birthday: string,
  last: string | null,
  first: string | undefined,
  all: readonly GivenDose[],
): Problem | null {
  const wrong = (rule: Problem['rule'], needs: Span, short: number, other: Vaccine | null = null): Problem => ({
    record: one.id,
    vaccine: one.vaccine,
    rule,
    needs,
    short,
    with: other,
  })
  if (one.on < birthday) return wrong('birth', {}, daysBetween(one.on, birthday))
  const row = scheduledDoses.find(({ vaccine, dose }) => vaccine === one.vaccine && dose === place)
  if (row) {
    const young = shortOf(one.on, after(birthday, row.minAge))
    if (young) return wrong('age', row.minAge, young)
  }
  const interval = row?.interval ?? (last === null ? undefined : { days: 28 })
  if (last !== null && interval) {
    const soon = shortOf(one.on, after(last, interval))
    if (soon) return wrong('interval', interval, soon)
  }
  if (first && row?.sinceFirst) {
    const soon = shortOf(one.on, after(first, row.sinceFirst))
    if (soon) return wrong('sinceFirst', row.sinceFirst, soon)
  }
  if (!liveVaccines.includes(one.vaccine)) return null
  for (const other of all) {
    if (other.vaccine === one.vaccine || !liveVaccines.includes(other.vaccine)) continue
    const apart = daysBetween(other.on, one.on)
    if (apart > 0 && apart < LIVE_APART) return wrong('live', { days: LIVE_APART }, LIVE_APART - apart, other.vaccine)
  }
  return null
}
