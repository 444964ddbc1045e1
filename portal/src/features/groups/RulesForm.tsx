import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { putMonitorRules } from '@teleward/contract/monitoring/group-endpoints.ts'
import {
  faultsOf,
  MOST_RULES,
  measureRange,
  measures,
  type RuleFault,
  ruleTests,
  severities,
  templates,
} from '@teleward/contract/monitoring/group-rules.ts'
import type { MonitorRule } from '@teleward/contract/monitoring/group-schema.ts'
import { InputNumber, Select } from 'antd'
import { useState } from 'react'
import { useAct, wordsOf } from '../../api/query.ts'
import { errorText, t } from '../../i18n/i18n.ts'
import { FormDrawer } from '../../patterns/FormDrawer.tsx'
import { newId } from '../../patterns/importFile.ts'
import { Button } from '../../ui/Button.tsx'
import { MenuButton } from '../../ui/MenuButton.tsx'
import { notify } from '../../ui/notify.ts'
import { onStale, unitOf } from './words.tsx'

interface Limits {
  id: string
  rules: MonitorRule[]
  version: number
}
const blank = (): MonitorRule => ({
  id: newId(),
  measure: 'systolic',
  test: 'above',
  value: null,
  hours: null,
  severity: 'warning',
  fromHour: 0,
  toHour: 24,
})
const HOURS = Array.from({ length: 25 }, (_, hour) => hour)

/** All limits of a group at once; what is wrong with one is said at its place, before it is sent and after. */
export function RulesForm({ limits, name, onClose }: { limits: Limits; name: string; onClose: () => void }) {
  const [rules, setRules] = useState(limits.rules)
  const [faults, setFaults] = useState<{ path: string; text: string }[]>([])
  const dirty = JSON.stringify(rules) !== JSON.stringify(limits.rules)
  const put = useAct(putMonitorRules, {
    onDone: () => {
      notify({ kind: 'ok', title: t('groups.saved') })
      onClose()
    },
    onError: (error) => {
      if (onStale(error)) {
        onClose()
        return true
      }
      if (!error.fields?.length) return false
      setFaults(error.fields.map(({ path, code }) => ({ path, text: code ? errorText(code) : wordsOf(error) })))
      return true
    },
  })
  const set = (index: number, next: Partial<MonitorRule>) => {
    setFaults([])
    setRules(rules.map((rule, at) => (at === index ? { ...rule, ...next } : rule)))
  }
  const submit = () => {
    const found: RuleFault[] = faultsOf(rules)
    setFaults(found.map(({ path, code }) => ({ path, text: errorText(code) })))
    if (!found.length) put.mutate({ params: { id: limits.id }, body: { version: limits.version, rules } })
  }
  const add = (more: readonly MonitorRule[]) => setRules([...rules, ...more].slice(0, MOST_RULES))
  const has = (one: Omit<MonitorRule, 'id'>) =>
    rules.some((rule) => rule.measure === one.measure && rule.test === one.test && rule.severity === one.severity)
  return (
    <FormDrawer
      open
      width={760}
      title={`${t('groups.rule.edit')} · ${name}`}
      dirty={dirty}
      busy={put.isPending}
      submit={t('common.save')}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="groupform">
        <ul className="grouprules">
          {rules.map((rule, index) => (
            <RuleRow
              key={rule.id}
              rule={rule}
              number={index + 1}
              faults={faults.filter(({ path }) => path.startsWith(`rules.${index}.`))}
              onChange={(next) => set(index, next)}
              onRemove={() => {
                setFaults([])
                setRules(rules.filter((_, at) => at !== index))
              }}
            />
          ))}
        </ul>
        {rules.length === 0 && <p className="t3">{t('groups.rule.none')}</p>}
        <div className="row wrap">
          <Button icon={<PlusOutlined />} disabled={rules.length >= MOST_RULES} onClick={() => add([blank()])}>
            {t('groups.rule.add')}
          </Button>
          <MenuButton
            className="btn"
            label={t('groups.rule.template')}
            items={templates.map((one) => ({
              key: one.id,
              label: t(`groups.template.${one.id}`),
              hint: one.source,
              onPick: () => add(one.rules.filter((rule) => !has(rule)).map((rule) => ({ ...rule, id: newId() }))),
            }))}
          >
            {t('groups.rule.template')}
          </MenuButton>
        </div>
        <p className="help">{t('groups.rule.templateNote')}</p>
      </div>
    </FormDrawer>
  )
}

interface RowProps {
  rule: MonitorRule
  number: number
  faults: { path: string; text: string }[]
  onChange: (next: Partial<MonitorRule>) => void
  onRemove: () => void
}
function RuleRow({ rule, number, faults, onChange, onRemove }: RowProps) {
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
          options={measures.map((one) => ({ value: one, label: t(`groups.measure.${one}`) }))}
        />
        <Select
          aria-label={label(t('groups.rule.test'))}
          value={rule.test}
          onChange={(test) =>
            onChange({
              test,
              ...(test === 'noData' ? { value: null } : {}),
              ...(test === 'above' || test === 'below' ? { hours: null } : {}),
            })
          }
          options={ruleTests.map((one) => ({ value: one, label: t(`groups.rule.tests.${one}`) }))}
        />
        {rule.test !== 'noData' && (
          <InputNumber
            aria-label={label(t('groups.rule.value'))}
            value={rule.value}
            status={bad('value')}
            precision={decimals}
            suffix={unitOf(rule.measure)}
            onChange={(value) => onChange({ value })}
          />
        )}
        {timed && (
          <InputNumber
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
          options={severities.map((one) => ({ value: one, label: t(`groups.severity.${one}`) }))}
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
      {faults.map(({ path, text }) => (
        <p key={path} className="help err" role="alert">
          {text}
        </p>
      ))}
    </li>
  )
}
