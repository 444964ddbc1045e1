import { DeleteOutlined } from '@ant-design/icons'
import { MAX_GRAMS, MIN_GRAMS, type Per100, sum } from '@teleward/contract/diet/nutrients.ts'
import { type DietDay, type Meal, type MealFood, MAX_PICTURES } from '@teleward/contract/diet/schema.ts'
import { fetchDietInfo, postDietMeal } from '@teleward/contract/diet/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { Input, Select } from 'antd'
import { useState } from 'react'
import { codeOf, isApiError } from '../../api/errors.ts'
import { endpointQuery, invalidateTags, useEndpointMutation } from '../../api/query.ts'
import { errorText, t } from '../../i18n/i18n.ts'
import { DayLine, FormColumn, Line } from '../../patterns/FormLines.tsx'
import { FormDrawer } from '../../patterns/FormDrawer.tsx'
import { either } from '../../patterns/Patient.tsx'
import { formatDate, isoDay } from '../../ui/format.ts'
import { notify } from '../../ui/notify.ts'
import { FoodPicker } from './FoodPicker.tsx'
import { MEAL_NUMBERS, mealsOn, slotOf } from './meal-slots.ts'
import { MealPictures } from './MealPictures.tsx'
import { mealText, totalText } from './labels.ts'
import { NumberField } from '../../ui/NumberField.tsx'
import { known } from '../../ui/number-entry.ts'

/** A meal to correct, or a day to add one to. */
export interface Slot {
  day: string
  meal: Meal | undefined
}
interface Row {
  key: number
  id?: number
  code?: string
  name: string
  per100: Per100
  grams: number | null
  measure: string | null
}
let keys = 0
const rowsOf = (meal: Meal | undefined): Row[] =>
  (meal?.foods ?? [])
    .filter(({ removed }) => removed === null)
    .map(({ id, code, name, nameEn, per100, grams, measure }) => ({
      key: ++keys,
      id,
      ...(code === null ? {} : { code }),
      name: either(name, nameEn),
      per100,
      grams,
      measure,
    }))

interface Props {
  pid: number
  course: number
  slot: Slot
  /** What is on the screen: a new meal goes where there is none yet. */
  days: readonly DietDay[]
  onClose: () => void
}

/** A meal as the member told it, or corrected. What was said first is kept by the server. */
export function MealForm({ pid, course, slot, days, onClose }: Props) {
  const [day, setDay] = useState(slot.day)
  const [chosen, setChosen] = useState<number>()
  const shown = mealsOn(days, day, course)
  // A day that the page does not show is asked for: what was told of it keeps its place.
  const other = useQuery({
    ...endpointQuery(fetchDietInfo, { body: { pid, from: day, to: day } }),
    enabled: !slot.meal && shown === undefined,
  })
  const there = shown ?? mealsOn(other.data?.days ?? [], day, course)
  const meal = slot.meal?.meal ?? slotOf(there ?? [], chosen)
  const [time, setTime] = useState(slot.meal?.time ?? '')
  const [note, setNote] = useState(slot.meal?.note ?? '')
  const [rows, setRows] = useState<readonly Row[]>(() => rowsOf(slot.meal))
  const [pictures, setPictures] = useState<readonly string[]>(() => slot.meal?.pictures.map(({ id }) => id) ?? [])
  const [touched, setTouched] = useState(false)
  const [tried, setTried] = useState(false)
  const [standing, setStanding] = useState<Meal | null>(null)
  /** A meal that came to the number of this new one meanwhile. */
  const [met, setMet] = useState<Meal | null>(null)
  const post = useEndpointMutation(postDietMeal, {
    onDone: () => {
      notify({ kind: 'ok', key: `diet-${course}`, title: t('diet.form.saved') })
      onClose()
    },
    onError: (error) => {
      const code = codeOf(error)
      if (!isApiError(error) || (code !== 'VERSION_STALE' && code !== 'DUPLICATE')) return false
      // What stands now has other foods: those of the meal as it was read would be none of it.
      if (code === 'DUPLICATE') setMet(error.data as Meal)
      else setStanding(error.data as Meal)
      void invalidateTags(['diet'])
      return true
    },
  })
  const put = (next: readonly Row[]) => {
    setTouched(true)
    setRows(next)
  }
  const empty = rows.length === 0 && pictures.length === 0
  const unsaid = rows.some(({ grams }) => grams === null)
  const total = sum(
    rows.flatMap((row) => {
      const grams = known(row.grams)
      return grams === null ? [] : [{ per100: row.per100, grams }]
    }),
  ).energy
  const send = () => {
    if (empty || unsaid || meal === undefined) return setTried(true)
    const known = new Set((standing ?? slot.meal)?.foods.filter(({ removed }) => removed === null).map(({ id }) => id))
    const foods = rows.flatMap((one): MealFood[] => {
      if (one.grams === null) return []
      const amount = { grams: one.grams, ...(one.measure ? { measure: one.measure } : {}) }
      if (one.id !== undefined && known.has(one.id)) return [{ id: one.id, ...amount }]
      if (one.code) return [{ code: one.code, ...amount }]
      return [{ own: { name: one.name.slice(0, 80), per100: one.per100 }, ...amount }]
    })
    const version = standing ? standing.version : (slot.meal?.version ?? 0)
    post.mutate({
      body: { course, day, meal, version, time: time || null, note: note.trim(), foods, pictures: [...pictures] },
    })
  }
  return (
    <FormDrawer
      open
      title={slot.meal ? `${t('diet.editMeal')}　${mealText(slot.meal.meal)}` : t('diet.addMeal')}
      dirty={touched}
      // Until it is known which meals the day has, no number is free.
      busy={post.isPending || (!slot.meal && there === undefined && other.isPending)}
      submit={standing ? t('diet.staleAgain') : t('diet.form.save')}
      onSubmit={send}
      onClose={onClose}
      width={560}
      footnote={<span className="num">{t('diet.form.total', { value: totalText(total) })}</span>}
    >
      <FormColumn>
        {standing && <There title={errorText('VERSION_STALE')} meal={standing} text={t('diet.staleText')} />}
        {met && !standing && (
          <There
            title={t('diet.form.met', { meal: mealText(met.meal), day: formatDate(met.day) })}
            meal={met}
            text={
              meal === undefined || day !== met.day
                ? t('diet.form.metText')
                : t('diet.form.moved', { meal: mealText(meal) })
            }
          />
        )}
        {!slot.meal && (
          <div className="pair2">
            <DayLine label={t('diet.form.day')} value={day} onChange={(next) => next <= isoDay() && setDay(next)} />
            <Line label={t('diet.form.meal')} error={meal === undefined ? t('diet.form.full') : undefined}>
              {(id) => (
                <Select<number>
                  id={id}
                  className="wide"
                  value={meal}
                  loading={other.isFetching}
                  status={meal === undefined ? 'error' : ''}
                  onChange={setChosen}
                  options={MEAL_NUMBERS.map((value) => ({
                    value,
                    label: mealText(value),
                    disabled: there?.some((one) => one.meal === value) ?? false,
                  }))}
                />
              )}
            </Line>
          </div>
        )}
        <Line label={t('diet.form.time')}>
          {(id) => (
            <Input
              id={id}
              type="time"
              value={time}
              onChange={(event) => {
                setTouched(true)
                setTime(event.target.value)
              }}
            />
          )}
        </Line>
        <FoodPicker onPick={(food) => put([...rows, { key: ++keys, ...food }])} />
        <ul className="dietrows" aria-label={t('diet.form.foods')}>
          {rows.map((row) => (
            <li key={row.key}>
              <span className="grow">
                {row.name}
                {row.measure && <span className="t3 f12">　{row.measure}</span>}
              </span>
              <NumberField
                aria-label={`${row.name} ${t('diet.form.grams')}`}
                min={MIN_GRAMS}
                max={MAX_GRAMS}
                precision={1}
                status={tried && row.grams === null ? 'error' : ''}
                value={row.grams}
                onChange={(grams) =>
                  put(rows.map((one) => (one.key === row.key ? { ...one, grams, measure: null } : one)))
                }
              />
              <button
                type="button"
                className="icbtn"
                aria-label={t('diet.form.remove', { name: row.name })}
                onClick={() => put(rows.filter((one) => one.key !== row.key))}
              >
                <DeleteOutlined />
              </button>
            </li>
          ))}
        </ul>
        {tried && (empty || unsaid) && (
          <p className="help err" role="alert">
            {empty ? t('diet.form.needFood') : errorText('FIELD_EMPTY')}
          </p>
        )}
        <MealPictures
          pid={pid}
          picked={pictures}
          known={(standing ?? slot.meal)?.pictures ?? []}
          most={MAX_PICTURES}
          onChange={(next) => {
            setTouched(true)
            setPictures(next)
          }}
        />
        <Line label={t('diet.form.note')}>
          {(id) => (
            <Input.TextArea
              id={id}
              rows={2}
              maxLength={500}
              value={note}
              onChange={(event) => {
                setTouched(true)
                setNote(event.target.value)
              }}
            />
          )}
        </Line>
      </FormColumn>
    </FormDrawer>
  )
}

/** A meal that stands where this one was to go: what is in it. */
function There({ title, meal, text }: { title: string; meal: Meal; text: string }) {
  const foods = meal.foods.filter(({ removed }) => removed === null)
  return (
    <div className="alert warn" role="alert">
      <div className="grow">
        <b>{title}</b>
        <p className="dietsaid">
          {foods.map(({ name, grams }) => `${name} ${t('diet.amount', { grams })}`).join('、')}
        </p>
        <p>{text}</p>
      </div>
    </div>
  )
}
