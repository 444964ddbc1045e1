import { postAuthorization } from '@teleward/contract/grants/endpoints.ts'
import { canHold, type GrantKind, grantKinds } from '@teleward/contract/grants/rules.ts'
import type { Employee } from '@teleward/contract/profile/schema.ts'
import { Select } from 'antd'
import { useId, useState } from 'react'
import { useMe } from '../../api/me.ts'
import { useEndpointMutation } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { FormDrawer } from '../../patterns/FormDrawer.tsx'
import { DayLine, FormColumn, Line, useRefusal } from '../../patterns/FormLines.tsx'
import { either } from '../../patterns/Patient.tsx'
import { isoDay } from '../../ui/format.ts'
import { notify } from '../../ui/notify.ts'
import { ColleaguePicker } from './ColleaguePicker.tsx'
import { beginOf, endOf, standardEnd } from './days.ts'

/** To whom, what, where, from when until when. Refusals stand at their field. */
export function GrantForm({ onClose }: { onClose: () => void }) {
  const t = useT()
  const me = useMe()
  const id = useId()
  const refusal = useRefusal()
  const today = isoDay()
  const [kind, setKind] = useState<GrantKind>('shift.others')
  const [grantee, setGrantee] = useState<Employee>()
  const [unit, setUnit] = useState<number>()
  const [start, setStart] = useState(today)
  const [end, setEnd] = useState(standardEnd(today))
  // Who was chosen for something else, or elsewhere, may be nobody to whom this can be given.
  const suits = grantee && canHold(kind, grantee.doctortype) && (!unit || grantee.units.some((one) => one.id === unit))
  const chosen = suits ? grantee : undefined
  const act = useEndpointMutation(postAuthorization, {
    onDone: () => {
      notify({ kind: 'ok', title: t('grants.form.done', { name: chosen ? either(chosen.name, chosen.nameEn) : '' }) })
      onClose()
    },
    onError: (error) => {
      const ofPerson = error.code === 'GRANT_EXISTS' || error.code === 'NOT_FOUND'
      return refusal.take(error, error.fields[0]?.path ?? (ofPerson ? 'granteeMid' : undefined))
    },
  })
  const submit = () => {
    if (chosen === undefined) return refusal.refuse('granteeMid', t('common.required'))
    refusal.clear()
    const startsAt = beginOf(start)
    act.mutate({
      body: {
        granteeMid: chosen.mid,
        kind,
        endsAt: endOf(end),
        ...(startsAt ? { startsAt } : {}),
        ...(unit ? { unitId: unit } : {}),
      },
    })
  }
  return (
    <FormDrawer
      open
      title={t('grants.form.title')}
      dirty={grantee !== undefined}
      busy={act.isPending}
      submit={t('grants.form.submit')}
      onSubmit={submit}
      onClose={onClose}
      footnote={<span className="t3 f12">{t('grants.form.footnote')}</span>}
    >
      <FormColumn>
        <fieldset className="kinds">
          <legend className="lab">{t('grants.form.kind')}</legend>
          {grantKinds.map((one) => (
            <label key={one} className={`kindcard ${one === kind ? 'on' : ''}`}>
              <input type="radio" name={`${id}-kind`} checked={one === kind} onChange={() => setKind(one)} />
              <span>
                <b>{t(`grants.kind.${one}`)}</b>
                <span className="t3 f13">{t(`grants.does.${one}`)}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <Line
          label={t('grants.form.person')}
          required
          error={refusal.of('granteeMid')}
          hint={t('grants.form.personHint')}
        >
          {(field, described) => (
            <ColleaguePicker
              id={field}
              described={described}
              kind={kind}
              unit={unit}
              value={chosen}
              status={refusal.of('granteeMid') ? 'error' : ''}
              onPick={(one) => {
                setGrantee(one)
                refusal.clear()
              }}
            />
          )}
        </Line>
        {me.unit_list.length > 1 && (
          <Line label={t('grants.form.unit')}>
            {(field) => (
              <Select
                id={field}
                className="wide"
                value={unit ?? 0}
                onChange={(next) => setUnit(next || undefined)}
                options={[
                  { value: 0, label: t('grants.allUnits') },
                  ...me.unit_list.map((one) => ({ value: one.id, label: either(one.name, one.nameEn) })),
                ]}
              />
            )}
          </Line>
        )}
        <div className="two">
          <DayLine label={t('grants.form.start')} value={start} error={refusal.of('startsAt')} onChange={setStart} />
          <DayLine
            label={t('grants.form.end')}
            value={end}
            error={refusal.of('endsAt')}
            hint={t('grants.form.endHint')}
            onChange={setEnd}
          />
        </div>
      </FormColumn>
    </FormDrawer>
  )
}
