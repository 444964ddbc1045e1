import { DeleteOutlined, ExperimentOutlined, PlusOutlined } from '@ant-design/icons'
import { postRuleTrial, putMemberRules } from '@teleward/contract/monitoring/alert-endpoints.ts'
import type { TrialOutcome } from '@teleward/contract/monitoring/alert-schema.ts'
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
import { Select } from 'antd'
import { useState } from 'react'
import type { ApiError } from '../../api/errors.ts'
import { useEndpointMutation } from '../../api/query.ts'
import { errorText, t } from '../../i18n/i18n.ts'
import { FormDrawer } from '../../patterns/FormDrawer.tsx'
import { newId } from '../../patterns/importFile.ts'
import { useFaults } from '../../patterns/useFaults.ts'
import { Button } from '../../ui/Button.tsx'
import { MenuButton } from '../../ui/MenuButton.tsx'
import { notify } from '../../ui/notify.ts'
import { measureText, severityText, testText, unitOf } from '../../patterns/limits.ts'
import { onStale } from './labels.tsx'
import { NumberField } from '../../ui/NumberField.tsx'

/** Of a group by its id, or a member's own by the number of the member. */
interface Limits {
  of: { group: string } | { pid: number }
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
  const faults = useFaults()
  const dirty = JSON.stringify(rules) !== JSON.stringify(limits.rules)
  const { of, version } = limits
  const onFaults = (error: ApiError) => faults.take(error)
  const saving = {
    onDone: () => {
      notify({ kind: 'ok', title: t('groups.saved') })
      onClose()
    },
    onError: (error: ApiError) => {
      if (!onStale(error)) return onFaults(error)
      onClose()
      return true
    },
  }
  const put = useEndpointMutation(putMonitorRules, saving)
  const putOwn = useEndpointMutation(putMemberRules, saving)
  const [tried, setTried] = useState<TrialOutcome | null>(null)
  const trial = useEndpointMutation(postRuleTrial, { onDone: setTried, onError: onFaults })
  const set = (index: number, next: Partial<MonitorRule>) => {
    faults.clear()
    setTried(null)
    setRules(rules.map((rule, at) => (at === index ? { ...rule, ...next } : rule)))
  }
  const checked = (): boolean => {
    const found: RuleFault[] = faultsOf(rules)
    faults.set(found.map(({ path, code }) => ({ path, text: errorText(code) })))
    return found.length === 0
  }
  const submit = () => {
    if (!checked()) return
    const body = { version, rules }
    if ('group' in of) put.mutate({ params: { id: of.group }, body })
    else putOwn.mutate({ params: { pid: of.pid }, body })
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
      busy={put.isPending || putOwn.isPending}
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
              faults={faults.under(`rules.${index}`)}
              tried={tried?.results.find(({ id }) => id === rule.id)}
              onChange={(next) => set(index, next)}
              onRemove={() => {
                faults.clear()
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
          {'group' in of && rules.length > 0 && (
            <Button
              icon={<ExperimentOutlined />}
              loading={trial.isPending}
              onClick={() => checked() && trial.mutate({ body: { group: of.group, rules } })}
            >
              {t('groups.trial.try')}
            </Button>
          )}
        </div>
        {tried && (
          <p className="alert info" role="status">
            {t('groups.trial.over', { days: tried.days, count: tried.members })}
          </p>
        )}
        <p className="help">{t('groups.rule.templateNote')}</p>
      </div>
    </FormDrawer>
  )
}

interface RowProps {
  rule: MonitorRule
  number: number
  faults: { path: string; text: string }[]
  tried: TrialOutcome['results'][number] | undefined
  onChange: (next: Partial<MonitorRule>) => void
  onRemove: () => void
}
function RuleRow({ rule, number, faults, tried, onChange, onRemove }: RowProps) {
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
          options={measures.map((one) => ({ value: one, label: measureText(one) }))}
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
          options={ruleTests.map((one) => ({ value: one, label: testText(one) }))}
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
