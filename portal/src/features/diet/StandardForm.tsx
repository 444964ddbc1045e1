import { nutrients, type Nutrient, type Range } from '@teleward/contract/diet/nutrients.ts'
import type { DietDetail, Standard } from '@teleward/contract/diet/schema.ts'
import { insertDietStandard } from '@teleward/contract/diet/endpoints.ts'
import {
  activities,
  type Activity,
  type Condition,
  conditions,
  contradicts,
  HEIGHT,
  missingOf,
  sources,
  targetsOf,
  WEIGHT,
} from '@teleward/contract/diet/targets.ts'
import { Checkbox, Select } from 'antd'
import { useState } from 'react'
import { isApiError } from '../../api/errors.ts'
import { invalidateTags, useEndpointMutation } from '../../api/query.ts'
import { errorText, t } from '../../i18n/i18n.ts'
import { DayLine, FormColumn, Line } from '../../patterns/FormLines.tsx'
import { askOdd } from '../../patterns/askOdd.tsx'
import { FormDrawer } from '../../patterns/FormDrawer.tsx'
import { formatDate, formatDateTime, formatNumber, isoDay } from '../../ui/format.ts'
import { notify } from '../../ui/notify.ts'
import { Stale } from './Stale.tsx'
import { nutrientText, rangeText, unitOf } from '../../patterns/diet/words.ts'
import { activityText, conditionText } from './labels.ts'
import { NumberField } from '../../ui/NumberField.tsx'
import { known } from '../../ui/number-entry.ts'

interface Props {
  course: number
  profile: NonNullable<DietDetail['profile']>
  /** In force today: what the form begins with. */
  last: Standard | null
  /** Of the last that was set, whenever it holds. */
  latest: number
  onClose: () => void
}
/** When the weight was measured, and what stood before it: a wrong one shows. */
function measuredText({ weightAt, weightBefore }: Props['profile']): string | undefined {
  if (weightAt === null) return undefined
  const time = formatDateTime(weightAt)
  return weightBefore
    ? t('diet.target.weightBefore', {
        time,
        kg: formatNumber(weightBefore.kg),
        before: formatDateTime(weightBefore.at),
      })
    : t('diet.target.weightAt', { time })
}
/** When what was just set does not hold today, and why. */
export function whenText(made: Pick<Standard, 'from'>, held: Pick<Standard, 'from'> | null): string | undefined {
  if (made.from > isoDay()) return t('diet.target.plannedFrom', { day: formatDate(made.from) })
  return held && held.from > made.from ? t('diet.target.heldStill', { day: formatDate(held.from) }) : undefined
}
type Hand = Partial<Record<Nutrient, Range>>

/** Targets from who the person is; what is missing is asked for here, and each can be set otherwise. */
export function StandardForm({ course, profile, last: now, latest: lastSet, onClose }: Props) {
  // As it stood when the form was opened: what a colleague sets meanwhile is told, not passed over.
  const [last] = useState(now)
  const [latest] = useState(lastSet)
  const [gender, setGender] = useState(profile.gender ?? last?.gender ?? null)
  const [age, setAge] = useState(profile.age ?? last?.age ?? null)
  const [weightKg, setWeight] = useState(profile.weightKg ?? last?.weightKg ?? null)
  const [heightCm, setHeight] = useState(profile.heightCm ?? last?.heightCm ?? null)
  const [activity, setActivity] = useState<Activity | null>(last?.activity ?? null)
  const [condition, setCondition] = useState<Condition>(last?.condition ?? 'none')
  const [from, setFrom] = useState(isoDay())
  const [hand, setHand] = useState<Hand>(() => handOf(last))
  const [touched, setTouched] = useState(false)
  const [tried, setTried] = useState(false)
  const [standing, setStanding] = useState<Standard | null>(null)
  const asked = { gender, age: known(age), weightKg: known(weightKg), heightCm: known(heightCm), activity, condition }
  const missing = missingOf(asked)
  const computed = targetsOf(asked)
  const set =
    <T,>(put: (value: T) => void) =>
    (value: T) => {
      setTouched(true)
      put(value)
    }
  const post = useEndpointMutation(insertDietStandard, {
    onDone: (made) => {
      notify({ kind: 'ok', key: `diet-${course}`, title: t('diet.target.saved'), text: whenText(made, now) })
      onClose()
    },
    onError: (error, { body }) => {
      if (!isApiError(error, 'VERSION_STALE'))
        return askOdd(error, () => post.mutate({ body: { ...body, confirmed: true } }))
      setStanding(error.data as Standard)
      void invalidateTags(['diet'])
      return true
    },
  })
  const send = () => {
    if (
      missing.length ||
      contradicts(asked) ||
      activity === null ||
      gender === null ||
      age === null ||
      weightKg === null
    )
      return setTried(true)
    const version = standing?.version ?? latest
    post.mutate({
      body: {
        course,
        version,
        from,
        activity,
        condition,
        gender,
        age,
        weightKg,
        ...(heightCm === null ? {} : { heightCm }),
        hand,
      },
    })
  }
  const empty = (field: (typeof missing)[number]) =>
    tried && missing.includes(field) ? errorText('FIELD_EMPTY') : undefined
  const status = (field: (typeof missing)[number]) => (empty(field) ? ('error' as const) : ('' as const))
  return (
    <FormDrawer
      open
      title={t('diet.target.set')}
      dirty={touched}
      busy={post.isPending}
      submit={standing ? t('diet.staleAgain') : t('common.save')}
      onSubmit={send}
      onClose={onClose}
      width={560}
    >
      <FormColumn>
        <Stale
          standing={standing}
          what={standing ? `${conditionText(standing.condition)}　${rangeText(standing.values.energy)} kcal` : ''}
        />
        {tried && missing.length > 0 && (
          <p className="alert warn" role="alert">
            {t('diet.target.missing')}
          </p>
        )}
        <div className="pair2">
          <Line label={t('diet.target.gender')} required error={empty('gender')}>
            {(id) => (
              <Select<'male' | 'female'>
                id={id}
                className="wide"
                status={status('gender')}
                value={gender}
                onChange={set(setGender)}
                options={(['male', 'female'] as const).map((value) => ({ value, label: t(`diet.target.${value}`) }))}
              />
            )}
          </Line>
          <Line label={t('diet.target.age')} required error={empty('birthday')}>
            {(id) => (
              <NumberField
                id={id}
                className="wide"
                min={0}
                max={130}
                precision={0}
                status={status('birthday')}
                value={age}
                onChange={set(setAge)}
              />
            )}
          </Line>
          <Line
            label={t('diet.target.weight')}
            required
            error={empty('weightKg')}
            hint={profile.weightKg === weightKg ? measuredText(profile) : undefined}
          >
            {(id) => (
              <NumberField
                id={id}
                className="wide"
                min={WEIGHT.min}
                max={WEIGHT.max}
                precision={1}
                status={status('weightKg')}
                value={weightKg}
                onChange={set(setWeight)}
              />
            )}
          </Line>
          <Line label={t('diet.target.height')}>
            {(id) => (
              <NumberField
                id={id}
                className="wide"
                min={HEIGHT.min}
                max={HEIGHT.max}
                precision={1}
                value={heightCm}
                onChange={set(setHeight)}
              />
            )}
          </Line>
          <Line label={t('diet.target.activity')} required error={empty('activity')}>
            {(id) => (
              <Select<Activity>
                id={id}
                className="wide"
                status={status('activity')}
                value={activity}
                onChange={set(setActivity)}
                options={activities.map((value) => ({ value, label: activityText(value) }))}
              />
            )}
          </Line>
          <Line
            label={t('diet.target.condition')}
            error={contradicts(asked) ? t('diet.target.contradicts') : undefined}
          >
            {(id) => (
              <Select<Condition>
                id={id}
                className="wide"
                popupMatchSelectWidth={false}
                status={contradicts(asked) ? 'error' : ''}
                value={condition}
                onChange={set(setCondition)}
                options={conditions.map((value) => ({ value, label: conditionText(value) }))}
              />
            )}
          </Line>
        </div>
        <DayLine label={t('diet.target.fromDay')} value={from} onChange={set(setFrom)} />
        {computed && (
          <table className="diettargets">
            <thead>
              <tr>
                <th scope="col">{t('diet.chart.nutrient')}</th>
                <th scope="col">{t('diet.target.title')}</th>
                <th scope="col">{t('diet.target.hand')}</th>
              </tr>
            </thead>
            <tbody>
              {nutrients.map((one) => (
                <tr key={one}>
                  <th scope="row">
                    {nutrientText(one)} <span className="t3 f12">{unitOf(one)}</span>
                  </th>
                  <td className="num" title={sources[computed[one].source]}>
                    {rangeText(computed[one])}
                  </td>
                  <td>
                    <HandRange
                      name={nutrientText(one)}
                      value={hand[one]}
                      computed={computed[one]}
                      onChange={(range) => {
                        setTouched(true)
                        setHand(({ [one]: _, ...rest }) => (range ? { ...rest, [one]: range } : rest))
                      }}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </FormColumn>
    </FormDrawer>
  )
}

const handOf = (last: Standard | null): Hand =>
  Object.fromEntries(
    last
      ? nutrients.flatMap((one) => {
          const { min, max, source } = last.values[one]
          return source === 'hand' && (min !== null || max !== null) ? [[one, { min, max }]] : []
        })
      : [],
  )

interface HandProps {
  name: string
  value: Range | undefined
  computed: Range
  onChange: (value: Range | undefined) => void
}
function HandRange({ name, value, computed, onChange }: HandProps) {
  const put = (next: Partial<Range>) => {
    const { min, max } = { min: null, max: null, ...value, ...next }
    // The other end gives way: a range that is none is never sent.
    if (min !== null && max !== null && min > max) onChange('min' in next ? { min, max: min } : { min: max, max })
    else onChange({ min, max })
  }
  const field = (end: 'min' | 'max') => (
    <NumberField
      size="small"
      min={0}
      max={100_000}
      aria-label={`${name} ${t(end === 'min' ? 'diet.target.least' : 'diet.target.most')}`}
      placeholder={t(end === 'min' ? 'diet.target.least' : 'diet.target.most')}
      value={value?.[end] ?? null}
      onChange={(next) => put({ [end]: next })}
    />
  )
  return (
    <span className="row wrap">
      <Checkbox
        className="dietpick"
        aria-label={`${name} ${t('diet.target.hand')}`}
        checked={value !== undefined}
        onChange={(event) => onChange(event.target.checked ? { min: computed.min, max: computed.max } : undefined)}
      />
      {value && field('min')}
      {value && field('max')}
    </span>
  )
}

/** Targets in force, in words, with who set them. */
export function StandardFacts({ standard }: { standard: Standard }) {
  const parts: string[] = [
    conditionText(standard.condition),
    activityText(standard.activity),
    `${standard.weightKg} kg`,
    ...(standard.bmi === null ? [] : [`BMI ${standard.bmi}`]),
  ]
  return (
    <>
      <p className="t2 f13">{parts.join('　')}</p>
      <p className="t3 f12">{t('diet.target.from', { day: formatDate(standard.from) })}</p>
    </>
  )
}
