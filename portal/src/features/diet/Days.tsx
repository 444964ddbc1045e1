import { type Nutrient, nutrients, standing, type Totals } from '@teleward/contract/diet/nutrients.ts'
import type { DietInfo, Meal, Standard } from '@teleward/contract/diet/schema.ts'
import { useState } from 'react'
import { t } from '../../i18n/i18n.ts'
import { either, nameOf } from '../../patterns/Patient.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatDate, formatDay } from '../../ui/format.ts'
import { EmptyState } from '../../ui/states.tsx'
import { nutrientText, rangeText, unitOf, valueText } from '../../patterns/diet/words.ts'
import { mealText, totalText } from './labels.ts'

interface Props {
  info: DietInfo
  /** One meal of each day alone. */
  only: number | undefined
  writes: boolean
  onMeal: (meal: Meal) => void
  onLastDay: (day: string) => void
}

/** Day by day, the last first: the meals first to sixth, and what they come to against the targets of that day. */
export function Days({ info, only, writes, onMeal, onLastDay }: Props) {
  const days = info.days.filter(({ meals }) => meals.length > 0).toReversed()
  const { lastDay } = info
  if (days.length === 0)
    return (
      <EmptyState
        title={t('diet.noMeals')}
        text={t('diet.noMealsText')}
        actions={
          lastDay && (
            <Button onClick={() => onLastDay(lastDay)}>{t('diet.lastDay', { day: formatDate(lastDay) })}</Button>
          )
        }
      />
    )
  return days.map((one) => (
    <section key={one.day} className="card dietday" aria-label={formatDay(one.day)}>
      <div className="hd">
        <h2>{formatDay(one.day)}</h2>
      </div>
      <div className="dietcols">
        <ol className="dietmeals">
          {one.meals
            .filter(({ meal }) => only === undefined || meal === only)
            .map((meal) => (
              <MealItem key={meal.id} meal={meal} writes={writes} onMeal={onMeal} />
            ))}
        </ol>
        {one.totals && <Bars totals={one.totals} standard={one.standard} />}
      </div>
    </section>
  ))
}

function MealItem({ meal, writes, onMeal }: { meal: Meal; writes: boolean; onMeal: (meal: Meal) => void }) {
  const [broken, setBroken] = useState<ReadonlySet<string>>(new Set())
  const stands = meal.foods.filter(({ removed }) => removed === null)
  const gone = meal.foods.filter(
    (one) => one.removed !== null && !meal.foods.some(({ corrects }) => corrects === one.id),
  )
  const said = (id: number | null) => meal.foods.find((one) => one.id === id)
  return (
    <li>
      <div className="row wrap">
        <h3>{mealText(meal.meal)}</h3>
        {meal.time && <span className="num t2">{meal.time}</span>}
        <span className="num">{totalText(meal.totals.energy)} kcal</span>
        <span className="grow" />
        {writes && (
          <Button size="sm" className="noprint" onClick={() => onMeal(meal)}>
            {t('diet.editMeal')}
          </Button>
        )}
      </div>
      {meal.pictures.length > 0 && (
        <div className="dietpics">
          {meal.pictures.map(
            (one) =>
              (one.view ?? one.thumb) &&
              !broken.has(one.id) && (
                <a key={one.id} href={one.view ?? undefined} target="_blank" rel="noreferrer">
                  <img
                    src={one.thumb ?? one.view ?? undefined}
                    alt={t('diet.picture', { name: one.name })}
                    onError={() => setBroken((now) => new Set(now).add(one.id))}
                  />
                </a>
              ),
          )}
        </div>
      )}
      {stands.length === 0 && <p className="t3 f13">{t('diet.noFoods')}</p>}
      <ul className="dietfoods">
        {stands.map((one) => {
          const first = said(one.corrects)
          const kcal = one.per100.energy
          return (
            <li key={one.id}>
              <span className="row wrap">
                <span className="b">{either(one.name, one.nameEn)}</span>
                <span className="num">{t('diet.amount', { grams: one.grams })}</span>
                {one.measure && <span className="t3 f12">{one.measure}</span>}
                <span className="grow" />
                <span className="num t2">
                  {valueText(kcal === null ? null : Math.round((kcal * one.grams) / 100))} kcal
                </span>
              </span>
              <span className="t3 f12">
                {one.origin === 'patient' ? t('diet.byPatient') : one.by && t('diet.byStaff', { name: nameOf(one.by) })}
                {first && `　${t('diet.corrected', { name: first.name, grams: first.grams })}`}
              </span>
            </li>
          )
        })}
        {gone.map((one) => (
          <li key={one.id} className="t3 f12">
            <s>{t('diet.removedFood', { name: one.name, grams: one.grams })}</s>
          </li>
        ))}
      </ul>
      {meal.note && <p className="dietsaid t2 f13">{meal.note}</p>}
    </li>
  )
}

const signs = { below: 'under', above: 'over', within: 'within', unknown: 'unknown' } as const

/** Each nutrient as a bar against its target; how it stands is said in words as well. */
function Bars({ totals, standard }: { totals: Totals; standard: Standard | null }) {
  return (
    <table className="dietbars">
      <caption>{t('diet.dayTotal')}</caption>
      <tbody>
        {nutrients.map((one) => (
          <Bar key={one} nutrient={one} totals={totals} standard={standard} />
        ))}
      </tbody>
    </table>
  )
}
function Bar({ nutrient, totals, standard }: { nutrient: Nutrient; totals: Totals; standard: Standard | null }) {
  const total = totals[nutrient]
  const range = standard?.values[nutrient] ?? { min: null, max: null }
  const stands = standing(total, range)
  const aim = range.max ?? range.min
  const full = Math.max(total.value ?? 0, (aim ?? 0) * 1.2, 1)
  const percent = (value: number) => `${Math.min(100, (value / full) * 100)}%`
  return (
    <tr>
      <th scope="row">{nutrientText(nutrient)}</th>
      <td className="num">
        {totalText(total)} <span className="t3 f12">{unitOf(nutrient)}</span>
      </td>
      <td className="dietbar" aria-hidden="true">
        {aim !== null && <span className={stands} style={{ width: percent(total.value ?? 0) }} />}
        {range.min !== null && <i style={{ left: percent(range.min) }} />}
        {range.max !== null && <i style={{ left: percent(range.max) }} />}
      </td>
      <td className="f12">
        <span
          className={stands === 'above' ? 'c-bad' : stands === 'below' ? 'c-warn' : stands === 'within' ? 'c-ok' : 't3'}
        >
          {aim === null ? '' : t(`diet.${signs[stands]}`)}
        </span>
        <span className="t3 num"> {aim === null ? '' : rangeText(range)}</span>
      </td>
    </tr>
  )
}
