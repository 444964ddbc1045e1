import { isAhead } from '../core/dates.ts'
import { addDays, instantOf, localTime, startOfDay } from '../core/zone.ts'
import { bodyDoubts } from '../monitoring/body.ts'
import { type Nutrient, nutrients, nutrientUnit, type Range } from './nutrients.ts'
import { MOST_DAYS } from './schema.ts'
import type { Profile, TargetValues } from './targets.ts'

/** An amount set by hand this many times away from the computed one is more often a slip than a diet. */
const UNUSUAL = 3
/** Targets are planned for the course, and not for years. */
const PLANNED_DAYS = 366

export interface DietDoubt {
  path: string
  text: string
}
const rangeText = ({ min, max }: Range, unit: string) =>
  `${min === null ? '≤ ' : max === null ? '≥ ' : ''}${[min, max].filter((end) => end !== null).join('–')} ${unit}`

function isUnusual({ min, max }: Range, computed: Range): boolean {
  const [least, most] = [computed.min ?? computed.max, computed.max ?? computed.min]
  if (least === null || most === null) return false
  return (max !== null && max * UNUSUAL < least) || (min !== null && min > most * UNUSUAL)
}

/** What of targets is asked about: a body that nobody of that age has, another age than the birth date says, amounts far off. */
export function targetDoubts(
  said: Pick<Profile, 'age' | 'weightKg' | 'heightCm'>,
  bornAge: number | null,
  computed: TargetValues,
  hand: Partial<Record<Nutrient, Range>>,
): DietDoubt[] {
  const doubts: DietDoubt[] = bodyDoubts({ weight: said.weightKg, height: said.heightCm }, bornAge ?? said.age).map(
    ({ of: [part], text }) => ({ path: part === 'height' ? 'heightCm' : 'weightKg', text }),
  )
  // A birthday between two looks is none.
  if (said.age !== null && bornAge !== null && Math.abs(said.age - bornAge) > 1)
    doubts.push({ path: 'age', text: `${said.age} ≠ ${bornAge}` })
  for (const nutrient of nutrients) {
    const own = hand[nutrient]
    if (own && isUnusual(own, computed[nutrient]))
      doubts.push({ path: `hand.${nutrient}`, text: rangeText(own, nutrientUnit[nutrient]) })
  }
  return doubts
}

/** Longer before the course than its meals reach, or more than a year ahead: what holds from then on is asked about. */
export const isUnusualDay = (from: string, began: string, today: string): boolean =>
  from < addDays(began, -MOST_DAYS) || from > addDays(today, PLANNED_DAYS)

/** A meal is told of once it is eaten. `time` as `HH:MM`, of the day it is counted to. */
export function isMealAhead(day: string, time: string | null, now: Date, zone: string): boolean {
  if (time === null) return false
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return isAhead(instantOf({ ...localTime(startOfDay(day, zone), zone), hour, minute }, zone), now)
}
