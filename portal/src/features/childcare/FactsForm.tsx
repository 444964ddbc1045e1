import { putChildFacts } from '@teleward/contract/childcare/endpoints.ts'
import { fluorideGroups } from '@teleward/contract/childcare/schedule.ts'
import type { ChildCare, ChildFactsOf } from '@teleward/contract/childcare/schema.ts'
import { Checkbox, Select } from 'antd'
import { useState } from 'react'
import { isApiError } from '../../api/errors.ts'
import { invalidateTags, useEndpointMutation } from '../../api/query.ts'
import { errorText, t } from '../../i18n/i18n.ts'
import { FormColumn, Line } from '../../patterns/FormLines.tsx'
import { FormDrawer } from '../../patterns/FormDrawer.tsx'
import { notify } from '../../ui/notify.ts'
import { WhoseLine } from './words.tsx'
import { NumberField } from '../../ui/NumberField.tsx'

/** What schedule and curves go by beside the birth date. */
export function FactsForm({ patient, facts, onClose }: Pick<ChildCare, 'patient' | 'facts'> & { onClose: () => void }) {
  const { pid } = patient
  const [now, setNow] = useState(facts)
  const [stale, setStale] = useState(false)
  const [weeks, setWeeks] = useState(facts.gestationDays === null ? null : Math.floor(facts.gestationDays / 7))
  const [days, setDays] = useState(facts.gestationDays === null ? 0 : facts.gestationDays % 7)
  const put = useEndpointMutation(putChildFacts, {
    onDone: () => {
      notify({ kind: 'ok', key: `facts-${pid}`, title: t('childcare.saved') })
      onClose()
    },
    onError: (error) => {
      if (!isApiError(error, 'VERSION_STALE')) return false
      // What the other one said is shown in place of what was typed: there are four fields.
      const theirs = error.data as ChildFactsOf
      setNow(theirs)
      setWeeks(theirs.gestationDays === null ? null : Math.floor(theirs.gestationDays / 7))
      setDays((theirs.gestationDays ?? 0) % 7)
      setStale(true)
      void invalidateTags(['childcare'])
      return true
    },
  })
  const gestationDays = weeks === null ? null : weeks * 7 + days
  const body = { ...now, gestationDays }
  return (
    <FormDrawer
      open
      title={t('childcare.fact.title')}
      dirty={JSON.stringify(body) !== JSON.stringify(facts)}
      busy={put.isPending}
      submit={t('common.save')}
      onSubmit={() => put.mutate({ params: { pid }, body })}
      onClose={onClose}
    >
      <FormColumn>
        <WhoseLine patient={patient} />
        {stale && (
          <p className="alert warn" role="alert">
            {errorText('VERSION_STALE')}
          </p>
        )}
        <Line label={t('childcare.fact.weeks')} hint={t('childcare.fact.weeksHint')}>
          {(id) => (
            <span className="row">
              <NumberField id={id} min={22} max={43} precision={0} value={weeks} onChange={setWeeks} />
              <span>{t('childcare.fact.weeksUnit')}</span>
              <NumberField
                aria-label={t('childcare.fact.daysOver')}
                min={0}
                max={6}
                precision={0}
                value={days}
                onChange={(next) => setDays(next ?? 0)}
              />
              <span>{t('childcare.fact.daysUnit')}</span>
            </span>
          )}
        </Line>
        <Line label={t('childcare.fact.hbv')}>
          {(id) => (
            <Select<string>
              id={id}
              className="wide"
              value={now.hbvMother === null ? 'unknown' : now.hbvMother ? 'yes' : 'no'}
              onChange={(next) => setNow({ ...now, hbvMother: next === 'unknown' ? null : next === 'yes' })}
              options={(['unknown', 'no', 'yes'] as const).map((value) => ({
                value,
                label: t(`childcare.fact.answer.${value}`),
              }))}
            />
          )}
        </Line>
        <Line label={t('childcare.fact.group')}>
          {(id) => (
            <Select
              id={id}
              className="wide"
              value={now.fluorideGroup}
              onChange={(fluorideGroup) => setNow({ ...now, fluorideGroup })}
              options={fluorideGroups.map((value) => ({ value, label: t(`childcare.fact.${value}`) }))}
            />
          )}
        </Line>
        <Checkbox checked={now.multiple} onChange={(event) => setNow({ ...now, multiple: event.target.checked })}>
          {t('childcare.fact.multiple')}
        </Checkbox>
      </FormColumn>
    </FormDrawer>
  )
}
