import { ExperimentOutlined, PlusOutlined } from '@ant-design/icons'
import { postRuleTrial, putMemberRules } from '@teleward/contract/monitoring/alert-endpoints.ts'
import type { ForceRule, TrialOutcome } from '@teleward/contract/monitoring/alert-schema.ts'
import { putMonitorRules } from '@teleward/contract/monitoring/group-endpoints.ts'
import {
  doubles,
  faultsOf,
  MOST_RULES,
  type Rule,
  type SetRule,
  type RuleFault,
  templates,
} from '@teleward/contract/monitoring/group-rules.ts'
import type { MonitorRule } from '@teleward/contract/monitoring/group-schema.ts'
import { useEffect, useState } from 'react'
import { type ApiError, isApiError } from '../../api/errors.ts'
import { invalidateTags, useEndpointMutation } from '../../api/query.ts'
import { errorText, t } from '../../i18n/i18n.ts'
import { FormDrawer } from '../../patterns/FormDrawer.tsx'
import { newId } from '../../patterns/importFile.ts'
import { useFaults } from '../../patterns/useFaults.ts'
import { Button } from '../../ui/Button.tsx'
import { MenuButton } from '../../ui/MenuButton.tsx'
import { notify } from '../../ui/notify.ts'
import { onStale } from './labels.tsx'
import { MeanwhileNote } from './MeanwhileNote.tsx'
import { type Meanwhile, mergedRules, sameRules } from './meanwhile.ts'
import { RuleRow } from './RuleRow.tsx'
import { RulesBeside } from './RulesBeside.tsx'

/** Of a group by its id, or a member's own by the number of the member. */
interface Limits {
  of: { group: string } | { pid: number }
  rules: MonitorRule[]
  version: number
  /** Of the groups, where the limits are a member's own: what is replaced by which. */
  groups?: readonly ForceRule[]
}
type Stand = Pick<Limits, 'rules' | 'version'>
const blank = (): MonitorRule => ({
  id: newId(),
  measure: 'systolic',
  test: 'above',
  value: null,
  inclusive: false,
  direction: null,
  hours: null,
  severity: 'warning',
  fromHour: 0,
  toHour: 24,
})

/**
 * The limits in the form, over those that it began with. What another saves meanwhile comes in beside what was typed and is
 * told; from then on the form stands on the other's version, of which everything has been shown.
 */
function useRules(limits: Stand) {
  const [base, setBase] = useState<Stand>({ rules: limits.rules, version: limits.version })
  const [rules, setRules] = useState(limits.rules)
  const [changes, setChanges] = useState<readonly Meanwhile[]>([])
  /** Answers whether there is anything to look at before it is saved. */
  const take = (now: Stand): boolean => {
    const merged = mergedRules(base.rules, now.rules, rules)
    const idOf = ({ was, now: stands }: Meanwhile) => (was ?? stands)?.id
    setBase({ rules: now.rules, version: now.version })
    setRules(merged.rules)
    setChanges([
      ...changes.filter((one) => !merged.changes.some((other) => idOf(other) === idOf(one))),
      ...merged.changes,
    ])
    return merged.changes.length > 0
  }
  return { base, rules, setRules, changes, take, dirty: !sameRules(rules, base.rules) }
}

/** All limits of a group at once; what is wrong with one is said at its place, before it is sent and after. */
export function RulesForm({ limits, name, onClose }: { limits: Limits; name: string; onClose: () => void }) {
  const { base, rules, setRules, changes, take, dirty } = useRules(limits)
  const faults = useFaults()
  const { of } = limits
  const onFaults = (error: ApiError) => faults.take(error)
  const saving = {
    onDone: () => {
      notify({ kind: 'ok', title: t('groups.saved') })
      onClose()
    },
    onError: (error: ApiError) => {
      if (!isApiError(error, 'VERSION_STALE')) return onFaults(error)
      const now = error.data as Stand
      // The group has ended: nothing of it is changed any more.
      if (now.version === base.version) return onStale(error)
      void invalidateTags(['admin'])
      moved()
      // Somebody changed what is no limit: there is nothing to look at.
      if (!take(now)) send(now.version)
      return true
    },
  }
  const put = useEndpointMutation(putMonitorRules, saving)
  const putOwn = useEndpointMutation(putMemberRules, saving)
  const busy = put.isPending || putOwn.isPending
  const [tried, setTried] = useState<TrialOutcome | null>(null)
  const trial = useEndpointMutation(postRuleTrial, { onDone: setTried, onError: onFaults })
  /** What was said of a limit by its place is said anew. */
  const moved = () => {
    faults.clear()
    setTried(null)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at when another version comes, or one's own has been answered.
  useEffect(() => {
    if (busy || limits.version <= base.version) return
    if (take(limits)) moved()
  }, [limits.version, busy])
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
  const send = (version: number) => {
    const body = { version, rules }
    if ('group' in of) put.mutate({ params: { id: of.group }, body })
    else putOwn.mutate({ params: { pid: of.pid }, body })
  }
  const submit = () => checked() && send(base.version)
  const add = (more: readonly MonitorRule[]) => setRules([...rules, ...more].slice(0, MOST_RULES))
  const has = (one: Rule) => rules.some((rule) => doubles(rule, one))
  return (
    <FormDrawer
      open
      width={760}
      title={`${t('groups.rule.edit')} · ${name}`}
      dirty={dirty}
      busy={busy}
      submit={t('common.save')}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="groupform">
        <MeanwhileNote changes={changes} />
        {limits.groups && <RulesBeside groups={limits.groups} own={rules} />}
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
              onPick: () =>
                add(
                  (one.rules as readonly SetRule[])
                    .filter((rule) => !has(rule))
                    .map((rule) => ({ ...rule, id: newId() })),
                ),
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
