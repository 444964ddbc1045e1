import { DeleteOutlined } from '@ant-design/icons'
import type { TrialOutcome } from '@teleward/contract/monitoring/alert-schema.ts'
import {
  type Direction,
  includesValue,
  measureRange,
  limitMeasures,
  type RuleTest,
  severities,
} from '@teleward/contract/monitoring/group-rules.ts'
import type { MonitorRule } from '@teleward/contract/monitoring/group-schema.ts'
import { Select } from 'antd'
import { t } from '../../i18n/i18n.ts'
import { measureText, severityText, testText, unitOf } from '../../patterns/limits.ts'
import { NumberField } from '../../ui/NumberField.tsx'

const HOURS = Array.from({ length: 25 }, (_, hour) => hour)
/** What the condition is chosen from: of a change also which way. */
const conditions = {
  above: { test: 'above', direction: null },
  below: { test: 'below', direction: null },
  gain: { test: 'change', direction: 'up' },
  loss: { test: 'change', direction: 'down' },
  change: { test: 'change', direction: null },
  noData: { test: 'noData', direction: null },
} as const satisfies Record<string, { test: RuleTest; direction: Direction | null }>
type Condition = keyof typeof conditions
const names = Object.keys(conditions) as Condition[]
const conditionOf = ({ test, direction }: MonitorRule): Condition =>
  test !== 'change' ? test : direction === 'up' ? 'gain' : direction === 'down' ? 'loss' : 'change'
const conditionText = (one: Condition) =>
  one === 'gain' || one === 'loss' || one === 'change' ? t(`groups.rule.way.${one}`) : testText(one)

/** Another condition, without what it does not ask for. What belongs to it is said anew where a change comes or goes. */
function chosen(rule: MonitorRule, one: Condition): Partial<MonitorRule> {
  const { test, direction } = conditions[one]
  return {
    test,
    direction,
    inclusive: (test === 'change') === (rule.test === 'change') ? includesValue(rule) : test === 'change',
    ...(test === 'noData' ? { value: null } : {}),
    ...(test === 'above' || test === 'below' ? { hours: null } : {}),
  }
}

interface RowProps {
  rule: MonitorRule
  number: number
  faults: { path: string; text: string }[]
  tried: TrialOutcome['results'][number] | undefined
  onChange: (next: Partial<MonitorRule>) => void
  onRemove: () => void
}
/** One limit as a line of the form. */
export function RuleRow({ rule, number, faults, tried, onChange, onRemove }: RowProps) {
  const bad = (field: string) => (faults.some(({ path }) => path.endsWith(`.${field}`)) ? ('error' as const) : '')
  const label = (text: string) => t('groups.rule.of', { number, field: text })
  const timed = rule.test === 'change' || rule.test === 'noData'
  const { decimals } = measureRange(rule.measure)
  const hour = (at: 'fromHour' | 'toHour', text: string) => (
    <Select
      aria-label={label(text)}
      value={rule[at]}
      status={bad(at)}
      onChange={(value) => onChange({ [at]: value })}
      options={HOURS.filter((one) => (at === 'fromHour' ? one < 24 : one > 0)).map((one) => ({
        value: one,
        label: t('groups.rule.clock', { hour: one }),
      }))}
    />
  )
  return (
    <li>
      <div className="rulegrid">
        <Select
          aria-label={label(t('groups.rule.measure'))}
          value={rule.measure}
          onChange={(measure) => onChange({ measure })}
          options={limitMeasures.map((one) => ({ value: one, label: measureText(one) }))}
        />
        <Select
          aria-label={label(t('groups.rule.test'))}
          value={conditionOf(rule)}
          onChange={(one: Condition) => onChange(chosen(rule, one))}
          options={names.map((one) => ({ value: one, label: conditionText(one) }))}
        />
        {rule.test !== 'noData' && (
          <NumberField
            aria-label={label(t('groups.rule.value'))}
            value={rule.value}
            status={bad('value')}
            precision={decimals}
            suffix={unitOf(rule.measure)}
            onChange={(value) => onChange({ value })}
          />
        )}
        {rule.test !== 'noData' && (
          <Select
            aria-label={label(t('groups.rule.bound'))}
            value={includesValue(rule)}
            onChange={(inclusive) => onChange({ inclusive })}
            options={[true, false].map((one) => ({
              value: one,
              label: `${(rule.test === 'below' ? ['≤', '<'] : ['≥', '>'])[one ? 0 : 1]} ${t(one ? 'groups.rule.included' : 'groups.rule.beyond')}`,
            }))}
          />
        )}
        {timed && (
          <NumberField
            aria-label={label(t('groups.rule.hours'))}
            value={rule.hours}
            status={bad('hours')}
            precision={0}
            suffix={t('groups.rule.hoursUnit')}
            onChange={(hours) => onChange({ hours })}
          />
        )}
        <Select
          aria-label={label(t('groups.rule.severity'))}
          value={rule.severity}
          status={bad('severity')}
          onChange={(severity) => onChange({ severity })}
          options={severities.map((one) => ({ value: one, label: severityText(one) }))}
        />
        <span className="row rulehours">
          {hour('fromHour', t('groups.rule.from'))}
          <span aria-hidden="true">–</span>
          {hour('toHour', t('groups.rule.to'))}
        </span>
        <button type="button" className="icbtn" aria-label={t('groups.rule.remove', { number })} onClick={onRemove}>
          <DeleteOutlined />
        </button>
      </div>
      {tried && <p className="help">{t('groups.trial.said', { count: tried.alerts, members: tried.members })}</p>}
      {faults.map(({ path, text }) => (
        <p key={path} className="help err" role="alert">
          {text}
        </p>
      ))}
    </li>
  )
}
