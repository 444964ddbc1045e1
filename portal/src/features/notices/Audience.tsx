import { staffTypes } from '@teleward/contract/core/permissions.gen.ts'
import { getNoticeChoices } from '@teleward/contract/notices/endpoints.ts'
import type { AudienceChoice, NoticeRecipient } from '@teleward/contract/notices/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { codeOf } from '../../api/errors.ts'
import { useRight } from '../../api/me.ts'
import { endpointQuery, errorMessage } from '../../api/query.ts'
import { t, useT } from '../../i18n/i18n.ts'
import { DayPicker } from '../../patterns/DayPicker.tsx'
import { Line } from '../../patterns/FormLines.tsx'
import { MemberPicker, type Picked } from '../../patterns/MemberPicker.tsx'
import { nameOf } from '../../patterns/Patient.tsx'
import { staffTypeText } from '../../patterns/staffType.ts'
import { Button } from '../../ui/Button.tsx'
import { formatDate, isoDay } from '../../ui/format.ts'
import { ErrorState } from '../../ui/states.tsx'
import { colleagueOptions } from './entered.ts'

interface Props {
  value: AudienceChoice[]
  /** Of one that is changed: who stood in it, so that who was picked keeps the name. */
  people: readonly NoticeRecipient[] | undefined
  error: string | undefined
  onChange: (next: AudienceChoice[]) => void
}
type Kind = AudienceChoice['kind']
const of = <K extends Kind>(value: readonly AudienceChoice[], kind: K) =>
  value.filter((one): one is Extract<AudienceChoice, { kind: K }> => one.kind === kind)
/** All choices of a kind, made anew. */
const withKind = (value: readonly AudienceChoice[], kind: Kind, next: readonly AudienceChoice[]) => [
  ...value.filter((one) => one.kind !== kind),
  ...next,
]

/** Colleagues by person, unit, group and profession; patients by person, care group and the list of a day. They add up. */
export function Audience({ value, people, error, onChange }: Props) {
  const say = useT()
  const { data, error: failed, refetch } = useQuery(endpointQuery(getNoticeChoices, {}))
  const members = useRight('member.read') !== '-'
  const [picked, setPicked] = useState<Picked[]>(() =>
    (people ?? []).flatMap(({ pid, name }) =>
      pid !== null && of(value, 'patients').some(({ pids }) => pids.includes(pid)) ? [{ pid, name: name ?? '' }] : [],
    ),
  )
  if (failed && !data)
    return (
      <ErrorState
        title={say('notices.form.choicesFailed')}
        text={errorMessage(failed)}
        code={codeOf(failed)}
        onRetry={() => void refetch()}
      />
    )
  const day = of(value, 'visits')[0]?.date
  const colleagues = of(value, 'staff').flatMap(({ mids }) => mids)
  return (
    <>
      <Line label={t('notices.form.people')} error={error} required hint={t('notices.form.audienceHint')}>
        {(field, described) => (
          <Select
            id={field}
            aria-describedby={described}
            className="wide"
            mode="multiple"
            showSearch={{ optionFilterProp: 'label' }}
            status={error ? 'error' : ''}
            loading={!data}
            value={colleagues}
            options={colleagueOptions(data?.staff, colleagues, people)}
            onChange={(mids: number[]) =>
              onChange(withKind(value, 'staff', mids.length ? [{ kind: 'staff', mids }] : []))
            }
          />
        )}
      </Line>
      <Many
        label={t('notices.form.units')}
        value={of(value, 'unit').map(({ unitId }) => unitId)}
        options={(data?.units ?? []).map((one) => ({ value: one.id, label: nameOf(one) }))}
        onChange={(ids) =>
          onChange(
            withKind(
              value,
              'unit',
              ids.map((unitId) => ({ kind: 'unit', unitId })),
            ),
          )
        }
      />
      <Many
        label={t('notices.form.staffTypes')}
        value={of(value, 'staffType').map(({ doctortype }) => doctortype)}
        options={staffTypes.map((one) => ({ value: one, label: staffTypeText(one) }))}
        onChange={(types) =>
          onChange(
            withKind(
              value,
              'staffType',
              types.map((doctortype) => ({ kind: 'staffType', doctortype })),
            ),
          )
        }
      />
      {data && data.groups.length > 0 && (
        <Many
          label={t('notices.form.groups')}
          value={of(value, 'group').map(({ id }) => id)}
          options={data.groups.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(ids) =>
            onChange(
              withKind(
                value,
                'group',
                ids.map((id) => ({ kind: 'group', id })),
              ),
            )
          }
        />
      )}
      {members && (
        <Line label={t('notices.form.patients')}>
          {(field) => (
            <MemberPicker
              id={field}
              value={picked}
              onChange={(next) => {
                setPicked(next)
                const pids = next.map(({ pid }) => pid)
                onChange(withKind(value, 'patients', pids.length ? [{ kind: 'patients', pids }] : []))
              }}
            />
          )}
        </Line>
      )}
      {data && data.careGroups.length > 0 && (
        <Many
          label={t('notices.form.careGroups')}
          value={of(value, 'careGroup').map(({ id }) => id)}
          options={data.careGroups.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(ids) =>
            onChange(
              withKind(
                value,
                'careGroup',
                ids.map((id) => ({ kind: 'careGroup', id })),
              ),
            )
          }
        />
      )}
      <Line label={t('notices.form.visits')}>
        {() =>
          day === undefined ? (
            <Button size="sm" onClick={() => onChange(withKind(value, 'visits', [{ kind: 'visits', date: isoDay() }]))}>
              {t('notices.form.pickDay')}
            </Button>
          ) : (
            <span className="senddate">
              <DayPicker
                value={day}
                label={t('notices.form.visits')}
                text={formatDate}
                onChange={(date) => onChange(withKind(value, 'visits', [{ kind: 'visits', date }]))}
              />
              <Button size="sm" onClick={() => onChange(withKind(value, 'visits', []))}>
                {t('common.remove')}
              </Button>
            </span>
          )
        }
      </Line>
    </>
  )
}

interface ManyProps<V extends string | number> {
  label: string
  value: V[]
  options: { value: V; label: string }[]
  onChange: (next: V[]) => void
}
function Many<V extends string | number>({ label, value, options, onChange }: ManyProps<V>) {
  return (
    <Line label={label}>
      {(field) => (
        <Select<V[]>
          id={field}
          className="wide"
          mode="multiple"
          showSearch={{ optionFilterProp: 'label' }}
          value={value}
          options={options}
          onChange={onChange}
        />
      )}
    </Line>
  )
}
