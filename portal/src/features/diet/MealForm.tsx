import { DeleteOutlined } from '@ant-design/icons'
import {
  MAX_GRAMS,
  maxPer100,
  MIN_GRAMS,
  type Nutrient,
  nutrients,
  type Per100,
  each,
  sum,
} from '@teleward/contract/diet/nutrients.ts'
import { type DietDay, type Food, type Meal, type MealFood, MAX_PICTURES } from '@teleward/contract/diet/schema.ts'
import { fetchdietnutrients, postDietMeal } from '@teleward/contract/diet/endpoints.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Input, Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { isApiError } from '../../api/errors.ts'
import { endpointQuery, invalidateTags, useEndpointMutation } from '../../api/query.ts'
import { errorText, t } from '../../i18n/i18n.ts'
import { DayLine, FormColumn, Line } from '../../patterns/FormLines.tsx'
import { FormDrawer } from '../../patterns/FormDrawer.tsx'
import { either } from '../../patterns/Patient.tsx'
import { Button } from '../../ui/Button.tsx'
import { isoDay } from '../../ui/format.ts'
import { notify } from '../../ui/notify.ts'
import { MealPictures } from './MealPictures.tsx'
import { nutrientText, unitOf } from '../../patterns/diet/words.ts'
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
  own?: boolean
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
  const taken = (on: string) => days.find((one) => one.day === on)?.meals.map(({ meal }) => meal) ?? []
  const [meal, setMeal] = useState(
    () => slot.meal?.meal ?? [1, 2, 3, 4, 5, 6].find((one) => !taken(slot.day).includes(one)) ?? 6,
  )
  const [time, setTime] = useState(slot.meal?.time ?? '')
  const [note, setNote] = useState(slot.meal?.note ?? '')
  const [rows, setRows] = useState<readonly Row[]>(() => rowsOf(slot.meal))
  const [pictures, setPictures] = useState<readonly string[]>(() => slot.meal?.pictures.map(({ id }) => id) ?? [])
  const [touched, setTouched] = useState(false)
  const [tried, setTried] = useState(false)
  const [standing, setStanding] = useState<Meal | null>(null)
  const post = useEndpointMutation(postDietMeal, {
    onDone: () => {
      notify({ kind: 'ok', key: `diet-${course}`, title: t('diet.form.saved') })
      onClose()
    },
    onError: (error) => {
      if (!isApiError(error, 'VERSION_STALE')) return false
      // What stands now has other foods: those of the meal as it was read would be none of it.
      setStanding(error.data as Meal)
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
    if (empty || unsaid) return setTried(true)
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
      title={slot.meal ? `${t('diet.editMeal')}　${mealText(meal)}` : t('diet.addMeal')}
      dirty={touched}
      busy={post.isPending}
      submit={standing ? t('diet.staleAgain') : t('diet.form.save')}
      onSubmit={send}
      onClose={onClose}
      width={560}
      footnote={<span className="num">{t('diet.form.total', { value: totalText(total) })}</span>}
    >
      <FormColumn>
        {standing && (
          <div className="alert warn" role="alert">
            <div className="grow">
              <b>{errorText('VERSION_STALE')}</b>
              <p className="dietsaid">
                {standing.foods
                  .filter(({ removed }) => removed === null)
                  .map(({ name, grams }) => `${name} ${t('diet.amount', { grams })}`)
                  .join('、')}
              </p>
              <p>{t('diet.staleText')}</p>
            </div>
          </div>
        )}
        {!slot.meal && (
          <div className="pair2">
            <DayLine label={t('diet.form.day')} value={day} onChange={(next) => next <= isoDay() && setDay(next)} />
            <Line label={t('diet.form.meal')}>
              {(id) => (
                <Select<number>
                  id={id}
                  className="wide"
                  value={meal}
                  onChange={setMeal}
                  options={[1, 2, 3, 4, 5, 6].map((value) => ({
                    value,
                    label: mealText(value),
                    disabled: taken(day).includes(value),
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
        <FoodPicker onPick={(row) => put([...rows, row])} />
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

const rowOf = (food: Food): Row => ({
  key: ++keys,
  code: food.code,
  name: food.nameZhTw ? either(food.nameZhTw, food.nameEn) : food.nameEn,
  per100: food.per100,
  grams: food.serving?.grams ?? 100,
  measure: food.serving?.name.slice(0, 60) ?? null,
})

/** A food of the table by a Chinese or English name; what is not in it is described by its label. */
function FoodPicker({ onPick }: { onPick: (row: Row) => void }) {
  const [typed, setTyped] = useState('')
  const [own, setOwn] = useState(false)
  const q = useDeferredValue(typed.trim())
  const found = useQuery({
    ...endpointQuery(fetchdietnutrients, { body: { q } }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    staleTime: 10 * 60_000,
  })
  const foods = q === '' ? [] : (found.data ?? [])
  return (
    <>
      <Line label={t('diet.form.foods')}>
        {(id) => (
          <Select<string>
            id={id}
            className="wide"
            placeholder={t('diet.form.search')}
            loading={found.isFetching}
            value={null}
            showSearch={{ filterOption: false, searchValue: typed, onSearch: (next) => setTyped(next.slice(0, 60)) }}
            onChange={(code) => {
              const food = foods.find((one) => one.code === code)
              if (!food) return
              onPick(rowOf(food))
              setTyped('')
            }}
            options={foods.map((food) => ({ value: food.code, label: labelOf(food) }))}
            notFoundContent={<p className="t3">{q === '' ? t('diet.form.search') : t('diet.form.notFound')}</p>}
          />
        )}
      </Line>
      {own ? (
        <OwnFood
          name={typed.trim()}
          onPick={(row) => {
            onPick(row)
            setOwn(false)
            setTyped('')
          }}
        />
      ) : (
        <span>
          <Button size="sm" onClick={() => setOwn(true)}>
            {t('diet.form.own')}
          </Button>
        </span>
      )}
    </>
  )
}
function labelOf({ nameZhTw, nameEn, per100, serving }: Food) {
  const name = nameZhTw ? `${nameZhTw}　${nameEn}` : nameEn
  const measure = serving ? `　${t('diet.form.measure', { name: serving.name, grams: serving.grams })}` : ''
  return `${name}　${per100.energy ?? '–'} kcal/100 g${measure}`
}

const ASKED: readonly Nutrient[] = ['energy', 'protein', 'carbohydrate', 'fat', 'sodium', 'potassium', 'phosphorus']
function OwnFood({ name: first, onPick }: { name: string; onPick: (row: Row) => void }) {
  const [name, setName] = useState(first)
  const [per100, setPer100] = useState<Per100>(() => each(() => null))
  return (
    <fieldset className="dietown">
      <legend>{t('diet.form.own')}</legend>
      <Line label={t('diet.form.ownName')} required>
        {(id) => <Input id={id} maxLength={80} value={name} onChange={(event) => setName(event.target.value)} />}
      </Line>
      <p className="t3 f12">{t('diet.form.ownLabel')}</p>
      <div className="pair2">
        {nutrients
          .filter((one) => ASKED.includes(one))
          .map((one) => (
            <Line key={one} label={`${nutrientText(one)}（${unitOf(one)}）`}>
              {(id) => (
                <NumberField
                  id={id}
                  className="wide"
                  min={0}
                  max={maxPer100(one)}
                  value={per100[one]}
                  onChange={(value) => setPer100((now) => ({ ...now, [one]: value }))}
                />
              )}
            </Line>
          ))}
      </div>
      <Button
        disabled={name.trim() === '' || Object.values(per100).some(Number.isNaN)}
        onClick={() => onPick({ key: ++keys, own: true, name: name.trim(), per100, grams: 100, measure: null })}
      >
        {t('diet.form.add')}
      </Button>
    </fieldset>
  )
}
