import { addDays } from '@teleward/contract/core/zone.ts'
import { startOfDay } from '@teleward/contract/core/dates.ts'
import { fetchDietChartData } from '@teleward/contract/diet/endpoints.ts'
import { type Nutrient, nutrients } from '@teleward/contract/diet/nutrients.ts'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useId, useState } from 'react'
import { useMe } from '../../api/me.ts'
import { endpointQuery } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { DayBars } from '../../patterns/diet/Plot.tsx'
import { nutrientText, unitOf } from '../../patterns/diet/words.ts'
import { closedBy } from '../../shell/menu.ts'
import { go } from '../../shell/navigation.ts'
import { screenById } from '../../shell/screens.ts'
import { currentTimeZone, formatAxisDate, isoDay } from '../../ui/format.ts'
import { Answer, SeenCard } from './OwnPart.tsx'

const DAYS = 14
const DAY = 86_400_000

/** What was eaten by day against its targets, of the last two weeks. */
export function DietCard({ pid }: { pid: number }) {
  const whole = closedBy(useMe(), screenById('dietReport')) === null
  return (
    <SeenCard
      title={t('emr.diet.title')}
      extra={
        whole && (
          <button type="button" className="link" onClick={() => void go('dietReport', { pid })}>
            {t('emr.diet.report')}
          </button>
        )
      }
    >
      {() => <Chart pid={pid} />}
    </SeenCard>
  )
}

function Chart({ pid }: { pid: number }) {
  const id = useId()
  const [nutrient, setNutrient] = useState<Nutrient>('energy')
  const to = isoDay()
  const answer = useQuery(endpointQuery(fetchDietChartData, { body: { pid, from: addDays(to, 1 - DAYS), to } }))
  const zone = currentTimeZone()
  return (
    <Answer answer={answer}>
      {({ days }) => {
        if (days.every(({ meals }) => meals === 0))
          return <p className="quiet">{t('emr.diet.none', { count: DAYS })}</p>
        const starts = days.map(({ day }) => startOfDay(day, zone).getTime())
        return (
          <div className="dietmini">
            <div className="row wrap">
              <label className="lab" htmlFor={id}>
                {t('diet.chart.nutrient')}
              </label>
              <Select<Nutrient>
                id={id}
                size="small"
                value={nutrient}
                popupMatchSelectWidth={false}
                onChange={setNutrient}
                options={nutrients.map((value) => ({ value, label: nutrientText(value) }))}
              />
            </div>
            <DayBars
              title={t('diet.chart.days', { name: nutrientText(nutrient), unit: unitOf(nutrient) })}
              axis={{
                from: starts[0] ?? 0,
                to: (starts.at(-1) ?? 0) + DAY,
                days: days.map(({ day }, at) => ({ at: starts[at] ?? 0, label: formatAxisDate(day) })),
              }}
              values={days.map(({ amounts, target }) => ({
                value: amounts?.[nutrient] ?? null,
                target: target?.[nutrient] ?? null,
              }))}
            />
          </div>
        )
      }}
    </Answer>
  )
}
