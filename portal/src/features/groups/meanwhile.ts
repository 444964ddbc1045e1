import { doubles, keptRule, MOST_RULES } from '@teleward/contract/monitoring/group-rules.ts'
import type { MonitorRule } from '@teleward/contract/monitoring/group-schema.ts'

/** What another made of one limit while the form was open: none before it was added, none after it was taken out. */
export interface Meanwhile {
  was: MonitorRule | null
  now: MonitorRule | null
  /** It was changed in the form as well: what stands there is kept, and saving puts it in the other's place. */
  kept: boolean
}

const words = (rule: MonitorRule) => {
  const { id, measure, test, value, inclusive, direction, hours, severity, fromHour, toHour } = keptRule(rule)
  return [id, measure, test, value, inclusive, direction, hours, severity, fromHour, toHour].join(' ')
}
const sameRule = (one: MonitorRule, other: MonitorRule) => words(one) === words(other)
export const sameRules = (some: readonly MonitorRule[], others: readonly MonitorRule[]): boolean =>
  some.length === others.length && some.every((one, at) => sameRule(one, others[at] as MonitorRule))

/**
 * What is in the form once another has saved: what nobody touched here follows the other, what was touched stays as it is.
 * `base` is what both began with, `now` what the other saved, `mine` what stands in the form.
 */
export function mergedRules(
  base: readonly MonitorRule[],
  now: readonly MonitorRule[],
  mine: readonly MonitorRule[],
): { rules: MonitorRule[]; changes: Meanwhile[] } {
  const of = (rules: readonly MonitorRule[], id: string) => rules.find((rule) => rule.id === id) ?? null
  const changes: Meanwhile[] = []
  let rules = [...mine]
  for (const id of new Set([...base, ...now].map((rule) => rule.id))) {
    const [was, stands, own] = [of(base, id), of(now, id), of(mine, id)]
    if (was && stands && sameRule(was, stands)) continue
    const touched = was
      ? !own || !sameRule(was, own)
      : stands !== null && (rules.length >= MOST_RULES || mine.some((rule) => doubles(rule, stands)))
    // Taken out by both: there is nothing to tell.
    if (!own && !stands) continue
    changes.push({ was, now: stands, kept: touched })
    if (touched) continue
    if (!stands) rules = rules.filter((rule) => rule.id !== id)
    else if (own) rules = rules.map((rule) => (rule.id === id ? stands : rule))
    else rules.push(stands)
  }
  return { rules, changes }
}
