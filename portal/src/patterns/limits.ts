import {
  includesValue,
  type Measure,
  measureRange,
  type Rule,
  type RuleTest,
  type Severity,
} from '@teleward/contract/monitoring/group-rules.ts'
import { monitorLabels } from '@teleward/contract/monitoring/labels.ts'
import type { ReadingKind } from '@teleward/contract/monitoring/rules.ts'
import { unitSign } from '@teleward/contract/monitoring/units.ts'
import { language, t } from '../i18n/i18n.ts'
import { formatNumber } from '../ui/format.ts'

// Limits of monitoring in words, for who sets them and who watches. Needs the texts of `limits`.

export const measureText = (measure: Measure) => monitorLabels.measure[measure][language()]
export const kindText = (kind: ReadingKind) => monitorLabels.kind[kind][language()]
export const severityText = (severity: Severity) => monitorLabels.severity[severity][language()]
export const testText = (test: RuleTest) => monitorLabels.test[test][language()]

export { unitSign } from '@teleward/contract/monitoring/units.ts'
export const unitOf = (measure: Measure) => unitSign(measureRange(measure).unit)

type Said = Pick<Rule, 'measure' | 'test' | 'value' | 'hours' | 'inclusive' | 'direction'>
function saysOf({ test, direction, ...rule }: Said) {
  const from = includesValue({ test, inclusive: rule.inclusive })
  if (test === 'above') return from ? 'atLeast' : 'above'
  if (test === 'below') return from ? 'atMost' : 'below'
  if (test === 'noData') return 'noData'
  const way = direction === 'up' ? 'gain' : direction === 'down' ? 'loss' : 'change'
  return from ? way : (`${way}More` as const)
}
/** A limit in one line: also whether its value belongs to it, and of a change which way. */
export function limitText(rule: Said): string {
  const { measure, value, hours } = rule
  const amount = value === null ? '' : `${formatNumber(value)} ${unitOf(measure)}`
  return t(`limits.says.${saysOf(rule)}`, { measure: measureText(measure), value: amount, count: hours ?? 0 })
}
/** The hours of the day that it holds in, also over midnight; nothing where that is all day. */
export const hoursText = ({ fromHour, toHour }: Pick<Rule, 'fromHour' | 'toHour'>): string => {
  if (toHour - fromHour === 24 || fromHour === toHour) return ''
  const hours = { from: fromHour, to: toHour }
  return t('common.dot') + t(fromHour < toHour ? 'limits.between' : 'limits.overnight', hours)
}
