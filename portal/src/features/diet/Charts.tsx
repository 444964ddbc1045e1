import { type Nutrient, nutrients } from '@teleward/contract/diet/nutrients.ts'
import { type DietChart, glucoseKinds } from '@teleward/contract/diet/schema.ts'
import { startOfDay } from '@teleward/contract/core/dates.ts'
import { Select } from 'antd'
import { useId } from 'react'
import { t } from '../../i18n/i18n.ts'
import { currentTimeZone, formatDateTime, formatAxisDate } from '../../ui/format.ts'
import { DayBars, ValueLines } from '../../patterns/diet/Plot.tsx'
import { kindText } from '../../patterns/limits.ts'
import { nutrientText, unitOf } from '../../patterns/diet/words.ts'

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
    days: chart.days.map(({ day }, at) => ({ at: starts[at] ?? 0, label: formatAxisDate(day) })),
  }
  const eaten = chart.days.map(({ amounts, target }) => ({
    value: amounts?.[nutrient] ?? null,
    target: target?.[nutrient] ?? null,
  }))
  const measured = (all: DietChart['weights']) =>
    all.map(({ at, value }) => ({ at: Date.parse(at), value, label: formatDateTime(at) }))
  const glucose = glucoseKinds.map((kind) => ({
    key: kind,
    name: kindText(kind),
    points: measured(chart.glucose.filter((one) => one.kind === kind)),
  }))
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
      <DayBars
        title={t('diet.chart.days', { name: nutrientText(nutrient), unit: unitOf(nutrient) })}
        axis={axis}
        values={eaten}
      />
      <ValueLines
        title={t('diet.chart.weight')}
        axis={axis}
        lines={[{ key: 'weight', name: kindText('weight'), points: measured(chart.weights) }]}
      />
      <ValueLines title={t('diet.chart.glucose')} axis={axis} lines={glucose} />
    </div>
  )
}
