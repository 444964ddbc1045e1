import {
  type Measure,
  measureRange,
  type Rule,
  type RuleTest,
  type Severity,
} from '@teleward/contract/monitoring/group-rules.ts'
import { monitorLabels } from '@teleward/contract/monitoring/labels.ts'
import type { ReadingKind } from '@teleward/contract/monitoring/rules.ts'
import { language, t } from '../i18n/i18n.ts'
import { formatNumber } from '../ui/format.ts'

// Limits of monitoring in words, for who sets them and who watches. Needs the texts of `limits`.

export const measureText = (measure: Measure) => monitorLabels.measure[measure][language()]
export const kindText = (kind: ReadingKind) => monitorLabels.kind[kind][language()]
export const severityText = (severity: Severity) => monitorLabels.severity[severity][language()]
export const testText = (test: RuleTest) => monitorLabels.test[test][language()]

const signs: Readonly<Record<string, string>> = { Cel: '°C', '/min': 'bpm' }
/** A unit of measure as people write it. */
export const unitSign = (unit: string) => signs[unit] ?? unit
export const unitOf = (measure: Measure) => unitSign(measureRange(measure).unit)

/** A limit in one line. */
export function limitText({ measure, test, value, hours }: Pick<Rule, 'measure' | 'test' | 'value' | 'hours'>): string {
  const amount = value === null ? '' : `${formatNumber(value)} ${unitOf(measure)}`
  return t(`limits.says.${test}`, { measure: measureText(measure), value: amount, count: hours ?? 0 })
}
/** The hours of the day that it holds in; nothing where that is all day. */
export const hoursText = ({ fromHour, toHour }: Pick<Rule, 'fromHour' | 'toHour'>): string =>
  fromHour === 0 && toHour === 24 ? '' : `${t('common.dot')}${t('limits.between', { from: fromHour, to: toHour })}`
