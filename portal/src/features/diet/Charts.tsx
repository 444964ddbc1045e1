import { type Nutrient, nutrients } from '@teleward/contract/diet/nutrients.ts'
import type { DietChart } from '@teleward/contract/diet/schema.ts'
import { startOfDay } from '@teleward/contract/core/dates.ts'
import { Select } from 'antd'
import { useId } from 'react'
import { t } from '../../i18n/i18n.ts'
import { currentTimeZone, formatDateTime, formatShortDate } from '../../ui/format.ts'
import { Plot, type Point } from './Plot.tsx'
import { nutrientText, unitOf } from './words.ts'

interface Props {
  chart: DietChart
  nutrient: Nutrient
  onNutrient: (nutrient: Nutrient) => void
}
const DAY = 86_400_000

/** A nutrient by day against its target, with weight and glucose under the same axis of time. */
export function Charts({ chart, nutrient, onNutrient }: Props) {
  const id = useId()
  const zone = currentTimeZone()
  const starts = chart.days.map(({ day }) => startOfDay(day, zone).getTime())
  const [first = 0] = starts
  const last = (starts.at(-1) ?? 0) + DAY
  const axis = {
    from: first,
    to: last,
    days: chart.days.map(({ day }, at) => ({ at: starts[at] ?? 0, label: formatShortDate(day) })),
  }
  const eaten = chart.days.flatMap(({ amounts, target }, at): Point[] => {
    const value = amounts?.[nutrient] ?? null
    return value === null
      ? []
      : [
          {
            at: (starts[at] ?? 0) + DAY / 2,
            value,
            label: axis.days[at]?.label ?? '',
            range: target?.[nutrient] ?? null,
          },
        ]
  })
  const targets = chart.days.map(({ target }, at) => ({ at: starts[at] ?? 0, range: target?.[nutrient] ?? null }))
  const measured = (all: DietChart['weights']): Point[] =>
    all.map(({ at, value }) => ({ at: Date.parse(at), value, label: formatDateTime(at), range: null }))
  return (
    <div className="dietcharts">
      <div className="row wrap noprint">
        <label className="lab" htmlFor={id}>
          {t('diet.chart.nutrient')}
        </label>
        <Select<Nutrient>
          id={id}
          value={nutrient}
          popupMatchSelectWidth={false}
          onChange={onNutrient}
          options={nutrients.map((value) => ({ value, label: nutrientText(value) }))}
        />
      </div>
      <Plot
        title={t('diet.chart.days', { name: nutrientText(nutrient), unit: unitOf(nutrient) })}
        kind="bars"
        axis={axis}
        points={eaten}
        targets={targets}
      />
      <Plot title={t('diet.chart.weight')} kind="line" axis={axis} points={measured(chart.weights)} />
      <Plot title={t('diet.chart.glucose')} kind="line" axis={axis} points={measured(chart.glucose)} />
    </div>
  )
}
